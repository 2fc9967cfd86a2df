package mu

import (
	"strconv"
	"strings"
)

// maxErrors is how many errors of a text are reported.
const maxErrors = 20

// reader reads one bundle.
//
// After an error the reader sees the end of the text until sync finds a place
// to go on, so that everything under way ends by itself.
type reader struct {
	b    *Bundle
	file *File
	src  string
	tok  token
	errs ErrorList
	// failed says that an error has not been recovered from, resume where it is.
	failed bool
	resume int

	// symbols holds what the names of the text stand for.
	symbols   []symbol
	symbolIDs map[string]int32

	functionReader
}

// symbol is a name, and what it stands for in the bundle and in the present
// function.
type symbol struct {
	name   string
	entity EntityID
	typ    TypeID
	sig    SigID
	// v is the variable and block the block (plus one) of the name in function
	// number varIn and blockIn.
	v              VarID
	varIn, blockIn int32
	block          BlockID
}

func newReader(file string, src []byte, prelude *Bundle) *reader {
	r := &reader{b: NewBundle(prelude), src: string(src), symbolIDs: map[string]int32{}}
	base := NoPos
	if n := len(r.b.Files); n > 0 {
		base = r.b.Files[n-1].base + r.b.Files[n-1].size + 1
	}
	r.file = newFile(file, src, base)
	r.b.Files = append(r.b.Files, r.file)
	return r
}

// pos returns the place of an offset.
func (r *reader) pos(off int) Pos { return r.file.base + Pos(off) + 1 }

// here returns the place of the present token.
func (r *reader) here() Pos { return r.pos(r.tok.start) }

// advance goes to the next token.
func (r *reader) advance() {
	if !r.failed {
		r.tok = scan(r.src, r.tok.end)
	}
}

// text returns the text of the present token.
func (r *reader) text() string { return r.src[r.tok.start:r.tok.end] }

// fail reports an error at an offset, unless there is one already that has not
// been recovered from.
func (r *reader) fail(off int, msg string) {
	if r.failed {
		return
	}
	if len(r.errs) < maxErrors {
		r.errs = append(r.errs, &SyntaxError{r.file.position(r.pos(off)), msg})
	}
	r.failed, r.resume = true, r.tok.start
	r.tok = token{tokEOF, len(r.src), len(r.src)}
}

// expected reports that the present token is not what was expected.
func (r *reader) expected(what string) {
	r.fail(r.tok.start, "expected "+what+", found "+r.found())
}

// found describes the present token for messages.
func (r *reader) found() string {
	if r.tok.kind == tokEOF {
		return "the end of the text"
	}
	t := r.text()
	if len(t) > 60 {
		t = t[:60] + "..."
	}
	if r.tok.kind == tokBad {
		return strconv.Quote(t)
	}
	return t
}

// sync goes on after an error, at the first token from the error's on for which
// stop holds. It goes past the token at offset start, so that there is progress.
func (r *reader) sync(start int, stop func() bool) {
	r.failed = false
	r.tok = scan(r.src, max(r.resume, start))
	if r.tok.start <= start {
		r.advance()
	}
	for r.tok.kind != tokEOF && !stop() {
		r.advance()
	}
}

// firstOnLine reports whether only blanks stand before the present token on its
// line.
func (r *reader) firstOnLine() bool {
	for i := r.tok.start - 1; i >= 0 && r.src[i] != '\n'; i-- {
		if charClass[r.src[i]]&classBlank == 0 {
			return false
		}
	}
	return true
}

// isPunct reports whether the present token is the character c.
func (r *reader) isPunct(c byte) bool {
	return r.tok.kind == tokPunct && r.tok.end == r.tok.start+1 && r.src[r.tok.start] == c
}

// accept passes over the character c, if it is the present token.
func (r *reader) accept(c byte) bool {
	if r.isPunct(c) {
		r.advance()
		return true
	}
	return false
}

// punct passes over the character c, which must be the present token.
func (r *reader) punct(c byte) {
	if !r.accept(c) {
		r.expected("\"" + string(rune(c)) + "\"")
	}
}

// isWord reports whether the present token is a word.
func (r *reader) isWord(w string) bool { return r.tok.kind == tokWord && r.text() == w }

// acceptWord passes over a word, if it is the present token.
func (r *reader) acceptWord(w string) bool {
	if r.isWord(w) {
		r.advance()
		return true
	}
	return false
}

// arrow passes over "->", if it is the present token.
func (r *reader) arrow() bool {
	if r.tok.kind == tokPunct && r.tok.end == r.tok.start+2 {
		r.advance()
		return true
	}
	return false
}

// isName reports whether the present token is a name.
func (r *reader) isName() bool {
	return r.tok.kind == tokGlobal || r.tok.kind == tokLocal || r.tok.kind == tokPre
}

// peek returns the character after the present token, blanks and comments left
// out; 0 at the end.
func (r *reader) peek() byte {
	if i := skipBlanks(r.src, r.tok.end); i < len(r.src) {
		return r.src[i]
	}
	return 0
}

// listBeforeEquals reports whether the present token is the "(" of a list of
// names that "=" follows: of the results of the next instruction.
func (r *reader) listBeforeEquals() bool {
	t := scan(r.src, r.tok.end)
	for t.kind == tokGlobal || t.kind == tokLocal || t.kind == tokPre {
		t = scan(r.src, t.end)
	}
	if t.kind != tokPunct || r.src[t.start:t.end] != ")" {
		return false
	}
	t = scan(r.src, t.end)
	return t.kind == tokPunct && r.src[t.start:t.end] == "="
}

// symbol returns the index of the symbol of a name.
func (r *reader) symbol(name string) int32 {
	id, ok := r.symbolIDs[name]
	if !ok {
		id = int32(len(r.symbols))
		r.symbolIDs[name] = id
		r.symbols = append(r.symbols, symbol{name: name, entity: NoEntity, typ: NoType, sig: NoSig})
	}
	return id
}

// globalName reads a global name.
func (r *reader) globalName(what string) (string, Pos) {
	if r.tok.kind != tokGlobal {
		r.expected(what)
		return "", NoPos
	}
	name, pos := r.text(), r.here()
	r.advance()
	return name, pos
}

// entity returns the entity of a global name.
func (r *reader) entity(name string, pos Pos) EntityID {
	s := &r.symbols[r.symbol(name)]
	if s.entity == NoEntity {
		s.entity = r.b.Mention(name, pos)
	}
	return s.entity
}

// entityRef reads a mention of a top-level entity.
func (r *reader) entityRef(what string) EntityRef {
	name, pos := r.globalName(what)
	if name == "" {
		return EntityRef{ID: NoEntity}
	}
	return EntityRef{r.entity(name, pos), pos}
}

// typeRef reads a mention of a type. A type that is not defined yet is a
// KindBad until it is.
func (r *reader) typeRef() TypeRef {
	name, pos := r.globalName("a type")
	if name == "" {
		return TypeRef{ID: NoType}
	}
	return TypeRef{r.typeNamed(name, pos), pos}
}

func (r *reader) typeNamed(name string, pos Pos) TypeID {
	s := &r.symbols[r.symbol(name)]
	if s.typ == NoType {
		if e, ok := r.b.Lookup(name); ok && r.b.Entities[e].Kind == EntityType {
			s.typ = TypeID(r.b.Entities[e].Index)
		} else {
			s.typ = r.b.addType(Type{Kind: KindBad, Name: name, Pos: pos})
		}
	}
	return s.typ
}

// sigRef reads a mention of a signature.
func (r *reader) sigRef() SigRef {
	name, pos := r.globalName("a signature")
	if name == "" {
		return SigRef{ID: NoSig}
	}
	return SigRef{r.sigNamed(name, pos), pos}
}

func (r *reader) sigNamed(name string, pos Pos) SigID {
	s := &r.symbols[r.symbol(name)]
	if s.sig == NoSig {
		if e, ok := r.b.Lookup(name); ok && r.b.Entities[e].Kind == EntitySig {
			s.sig = SigID(r.b.Entities[e].Index)
		} else {
			r.b.Sigs = append(r.b.Sigs, Sig{Name: name, Pos: pos, Bad: true})
			s.sig = SigID(len(r.b.Sigs) - 1)
		}
	}
	return s.sig
}

// typeArg reads <type>.
func (r *reader) typeArg() TypeRef {
	r.punct('<')
	t := r.typeRef()
	r.punct('>')
	return t
}

// sigArg reads <signature>.
func (r *reader) sigArg() SigRef {
	r.punct('<')
	s := r.sigRef()
	r.punct('>')
	return s
}

// intLit reads an integer literal.
func (r *reader) intLit() IntLit {
	if r.tok.kind != tokInt {
		r.expected("an integer")
		return IntLit{}
	}
	text := r.text()
	lit, ok := parseInt(text)
	if !ok {
		r.fail(r.tok.start, "expected an integer of at most "+strconv.Itoa(maxDigits)+" digits, found one of "+strconv.Itoa(len(text)))
	}
	r.advance()
	return lit
}

// flag reads a flag.
func (r *reader) flag() string {
	if r.tok.kind != tokFlag {
		r.expected("a flag such as #DEFAULT")
		return ""
	}
	t := r.text()
	r.advance()
	return t
}

// skipTo reports whether the present token starts a top-level definition.
func (r *reader) atDirective() bool {
	return r.tok.kind == tokDirective && strings.Contains(topLevelWords, r.text()+" ")
}

const topLevelWords = ".typedef .funcsig .const .global .funcdecl .funcdef .expose "
