package hir

import (
	"fmt"
	"strings"
)

// reader reads the text of functions. The text is walked once, line by line;
// the strings of the model are cut out of it without copying. Errors are
// thrown with fail and caught by recover at the entry points.
type reader struct {
	file string
	src  string
	opt  ReadOptions
	// limit is the largest id that the text as a whole allows, and spare what is
	// left of tableSlack. largest is the largest number in the present function,
	// which stands at largestPos.
	limit, spare        int
	largest, largestPos int

	// size is a guess of the number of instructions. oneOf says that the text may
	// hold several functions.
	size  int
	oneOf bool

	// The current line: pos is the place of reading, lim its end without line
	// break, next the start of the line after it. onLine says that there is one
	// that nobody has read yet.
	pos, lim, next int
	onLine         bool
	// indent is the number of spaces and tabs between what every line of the
	// function starts with and the first other character of the line.
	indent int
	// base is what every line of the present top-level function starts with,
	// and depth the number of functions around the present one.
	base  string
	depth int

	// The present top-level function, which starts at topPos.
	topPos     int
	top        *Function
	env        *Env
	idents     []identState
	scopes     []scopeState
	scopeLines map[ScopeID]string // what terminals say of their scopes
	maxIdent   int
	maxBlock   int
	maxScope   int
	pending    []pendingRef
	memos      []pendingMemo
	notes      []note
	counters   Counters // as annotated; 0 for not
	unranged   bool     // some scope may have no printed range
	oncePos    int      // where ranges show to be printed once, or -1
	hasEffects bool     // some place has an effect

	// Buffers and slabs.
	tok       placeToken
	ops, defs []Place
	elems     []Element
	instrs    []Instruction
	parts     []RefPart
	refToks   []refToken
	blocks    []*Block
	blockIDs  []BlockID
	phiOps    []PhiOperand
	props     []Property
	effectBuf []RefText
	phiSlab   []PhiOperand
	refSlab   []RefText
	placeSlab []Place
	instrSlab []Instruction
	blockSlab []Block
	idSlab    []BlockID
	partSlab  []RefPart
	literals  []Literal
	bindings  []Binding
}

// bytesPerInstruction is what an instruction takes in real texts without
// effects, on average.
const bytesPerInstruction = 60

func newReader(file string, src []byte, opt ReadOptions) *reader {
	r := &reader{file: file, src: string(src), opt: opt}
	r.limit = idSlack + idFactor*len(src)
	r.spare = tableSlack
	r.size = max(4, min(len(src)/bytesPerInstruction, maxSlab))
	return r
}

// fail ends the reading with an error at an offset of the text.
func (r *reader) fail(pos int, msg string) {
	panic(&ReadError{File: r.file, Line: 1 + strings.Count(r.src[:pos], "\n"), Col: pos - strings.LastIndexByte(r.src[:pos], '\n'), Msg: msg})
}

func (r *reader) failf(pos int, format string, args ...any) {
	r.fail(pos, fmt.Sprintf(format, args...))
}

// recover turns what fail threw into an error.
func (r *reader) recover(err *error) {
	switch e := recover().(type) {
	case nil:
	case *ReadError:
		*err = e
	default:
		panic(e)
	}
}

// expected fails at the place of reading, with what was found there.
func (r *reader) expected(what string) {
	r.fail(r.pos, "expected "+what+", found "+r.found(r.pos))
}

// found describes the text at pos for messages.
func (r *reader) found(pos int) string {
	if pos >= len(r.src) {
		return "the end of the text"
	}
	if pos >= r.lim {
		return "the end of the line"
	}
	s := r.src[pos:r.lim]
	if i := strings.IndexByte(s[1:], ' '); i >= 0 {
		s = s[:i+1]
	}
	if len(s) > 40 {
		s = s[:40]
	}
	return fmt.Sprintf("%q", s)
}

// A slab is memory from which many small slices are cut, so that they cost few
// allocations. When one is used up the next is twice as large, up to maxSlab.
const maxSlab = 1024

// refill makes room for n more elements in a slab, whose first size is given.
func refill[T any](slab *[]T, n, first int) {
	if cap(*slab)-len(*slab) < n {
		*slab = make([]T, 0, max(n, first, min(2*cap(*slab), maxSlab)))
	}
}

// cut moves s to a slab and returns it with no room to grow, so that appending
// to it cannot touch its neighbour.
func cut[T any](slab *[]T, s []T, first int) []T {
	if len(s) == 0 {
		return nil
	}
	refill(slab, len(s), first)
	n := len(*slab)
	*slab = append(*slab, s...)
	return (*slab)[n:len(*slab):len(*slab)]
}

// one returns a pointer to a new element of a slab.
func one[T any](slab *[]T, first int) *T {
	refill(slab, 1, first)
	*slab = (*slab)[:len(*slab)+1]
	return &(*slab)[len(*slab)-1]
}

// nextLine goes to the next line that is not blank or a comment, if there is
// no unread one. It returns false at the end of the text.
func (r *reader) nextLine() bool {
	for !r.onLine {
		if !r.advance() {
			return false
		}
		r.onLine = r.pos < r.lim && !r.atComment()
	}
	return true
}

// advance goes to the next line, whatever is in it, behind its indentation.
func (r *reader) advance() bool {
	if r.next >= len(r.src) {
		r.pos, r.lim, r.onLine = len(r.src), len(r.src), false
		return false
	}
	start := r.next
	if i := strings.IndexByte(r.src[start:], '\n'); i >= 0 {
		r.lim = start + i
		r.next = r.lim + 1
	} else {
		r.lim = len(r.src)
		r.next = r.lim
	}
	for r.lim > start && r.src[r.lim-1] == '\r' {
		r.lim--
	}
	r.pos = start
	for r.pos < r.lim && isSpace(r.src[r.pos]) {
		r.pos++
	}
	r.indent = r.pos - start
	return true
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' }

// rawLine goes to the next line within text that goes over several lines, past
// what every line of the function starts with.
func (r *reader) rawLine() {
	start := r.next
	if start >= len(r.src) {
		r.fail(len(r.src), "expected the end of a text that goes over several lines, found the end of all text")
	}
	r.advance()
	r.pos = start
	line := r.src[start:r.lim]
	if strings.HasPrefix(line, r.base) {
		r.pos += len(r.base)
		line = line[len(r.base):]
	}
	if n := nestedIndent * r.depth; n > 0 {
		switch {
		case len(line) >= n && isBlank(line[:n]):
			r.pos += n
		case isBlank(line):
			r.pos = r.lim
		default:
			r.failf(r.pos, "expected %d spaces before each line of a nested function", n)
		}
	}
}

func isBlank(s string) bool {
	for i := 0; i < len(s); i++ {
		if !isSpace(s[i]) {
			return false
		}
	}
	return true
}

func (r *reader) atComment() bool {
	return r.pos+1 < r.lim && r.src[r.pos] == '/' && r.src[r.pos+1] == '/'
}

func (r *reader) skipSpaces() {
	for r.pos < r.lim && isSpace(r.src[r.pos]) {
		r.pos++
	}
}

// peek returns the byte at the place of reading, 0 at the end of the line.
func (r *reader) peek() byte {
	if r.pos < r.lim {
		return r.src[r.pos]
	}
	return 0
}

// accept reads s if it is next.
func (r *reader) accept(s string) bool {
	if r.pos+len(s) <= r.lim && r.src[r.pos:r.pos+len(s)] == s {
		r.pos += len(s)
		return true
	}
	return false
}

// expect reads s, or fails.
func (r *reader) expect(s string) {
	if !r.accept(s) {
		r.expected(fmt.Sprintf("%q", s))
	}
}

// token reads s with any spaces before and after it, or fails.
func (r *reader) token(s string) {
	r.skipSpaces()
	r.expect(s)
	r.skipSpaces()
}

// endItem reads the end of a line: spaces and a comment. It returns the
// offset of the annotations in the comment, or -1.
func (r *reader) endItem() int {
	r.skipSpaces()
	r.onLine = false
	if r.pos < r.lim && !r.atComment() {
		r.expected("the end of the line")
	}
	if r.pos+2 < r.lim && r.src[r.pos+2] == '@' {
		at := r.pos + 3
		r.pos = r.lim
		return at
	}
	r.pos = r.lim
	return -1
}

// number reads an id.
func (r *reader) number(what string) int {
	start, n := r.pos, 0
	for r.pos < r.lim && isDigit(r.src[r.pos]) {
		if n <= r.limit {
			n = 10*n + int(r.src[r.pos]-'0')
		}
		r.pos++
	}
	if r.pos == start {
		r.expected(what)
	}
	r.checkID(n, start, what)
	return n
}

// checkID fails if a number is too large for an id.
func (r *reader) checkID(n, pos int, what string) {
	if n > r.limit {
		r.idTooLarge(pos, what, r.limit)
	}
	if n > r.largest {
		r.largest, r.largestPos = n, pos
	}
}

func (r *reader) idTooLarge(pos int, what string, limit int) {
	r.failf(pos, "expected %s of at most %d (which depends on the length of the text), found a larger one", what, limit)
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// nameByte tells the bytes that names are made of: letters, digits, $, _ and
// all beyond ASCII.
var nameByte = func() (t [256]bool) {
	for c := range t {
		t[c] = c >= 0x80 || c == '$' || c == '_' || isDigit(byte(c)) || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
	}
	return t
}()

// word reads bytes of a name and returns them.
func (r *reader) word() string {
	start := r.pos
	for r.pos < r.lim && nameByte[r.src[r.pos]] {
		r.pos++
	}
	return r.src[start:r.pos]
}

// name reads a name, or fails.
func (r *reader) name(what string) string {
	s := r.word()
	if s == "" {
		r.expected(what)
	}
	return s
}

// blockID reads bb<n>; bbnull is NoBlock.
func (r *reader) blockID() BlockID {
	r.expect("bb")
	if r.accept("null") {
		return NoBlock
	}
	n := r.number("a block id")
	r.maxBlock = max(r.maxBlock, n)
	return BlockID(n)
}

// instructionID reads "[n] ".
func (r *reader) instructionID() InstructionID {
	r.expect("[")
	n := r.number("an instruction id")
	r.expect("]")
	r.skipSpaces()
	return InstructionID(n)
}

// rangeText reads "[s:e]".
func (r *reader) rangeText() Range {
	r.expect("[")
	s := r.number("the start of a range")
	r.expect(":")
	e := r.number("the end of a range")
	r.expect("]")
	return Range{InstructionID(s), InstructionID(e)}
}
