package hir

import "strings"

// topFunction reads the function whose first line is the current one.
func (r *reader) topFunction() *Function {
	r.base = r.src[r.pos-r.indent : r.pos]
	r.depth = 0
	r.env = &Env{}
	clear(r.idents)
	clear(r.scopes)
	clear(r.scopeLines)
	r.idents, r.scopes = r.idents[:0], r.scopes[:0]
	r.pending, r.memos, r.notes = r.pending[:0], r.memos[:0], r.notes[:0]
	r.topPos, r.largest = r.pos, 0
	r.oncePos, r.hasEffects = -1, false
	r.maxIdent, r.maxBlock, r.maxScope = -1, -1, -1
	r.unranged = false
	r.counters = Counters{}

	f := NewFunction(r.env, "")
	r.top = f
	r.function(f)
	r.finish(f)
	return f
}

// bodyLine goes to the next line of the present function, if there is no
// unread one. It returns false at the end of the text and, in a nested
// function, at a line that is not indented as its lines are.
func (r *reader) bodyLine() bool {
	for {
		switch {
		case !r.onLine:
			if !r.advance() {
				return false
			}
			r.onLine = true
		case r.pos == r.lim:
			if r.endsNested() {
				return false
			}
			r.onLine = false
		case r.atComment():
			r.onLine = false
		default:
			return r.hasPrefix()
		}
	}
}

// hasPrefix reports whether the current line starts as the lines of the
// present function do.
func (r *reader) hasPrefix() bool {
	if r.depth == 0 {
		return true
	}
	n := nestedIndent * r.depth
	if r.indent < len(r.base)+n {
		return false
	}
	line := r.src[r.pos-r.indent : r.pos]
	return strings.HasPrefix(line, r.base) && strings.Count(line[len(r.base):len(r.base)+n], " ") == n
}

// endsNested reports whether the current line, which is blank, is the empty
// list of effects of a function around the present one.
func (r *reader) endsNested() bool {
	n := r.indent - len(r.base) - effectIndent
	return n >= 0 && n%nestedIndent == 0 && n/nestedIndent < r.depth
}

// effectIndent is the number of spaces before an effect.
const effectIndent = 4

// function reads a function from its first line, which is the current one.
func (r *reader) function(f *Function) {
	if _, _, ok := r.scanBlockHeader(); ok {
		f.HeaderOmitted = true
	} else if id, ok := r.outlinedHeader(); ok {
		f.ID = id
		f.HeaderOmitted = true
		r.functionNotes(f)
	} else {
		r.header(f)
		if n := r.functionNotes(f); n != 0 {
			r.directives(f, n)
		}
	}
	r.body(f)
}

// outlinedHeader reads "function id:".
func (r *reader) outlinedHeader() (string, bool) {
	start := r.pos
	if r.accept("function ") {
		if id := r.word(); id != "" && r.accept(":") {
			return id, true
		}
	}
	r.pos = start
	return "", false
}

const anonymous = "<<anonymous>>"

// header reads "id hint(params): returns".
func (r *reader) header(f *Function) {
	if !r.accept(anonymous) {
		f.ID = r.name("a function, a block or a heading")
	}
	if r.peek() == ' ' {
		open := r.scanHint()
		f.NameHint = r.src[r.pos+1 : open]
		if isBlank(f.NameHint) {
			f.NameHint = ""
		}
		r.pos = open
	}
	r.expect("(")
	r.skipSpaces()
	for !r.accept(")") {
		if len(f.Params) > 0 {
			r.token(",")
		}
		spread := r.accept("...")
		f.Params = append(f.Params, Param{Place: r.place(), Spread: spread})
		r.skipSpaces()
	}
	r.expect(":")
	r.skipSpaces()
	if r.pos < r.lim && !r.atComment() {
		f.Returns = r.place()
	}
}

// scanHint returns the offset of the parenthesis that opens the parameters.
// What stands before it is a name hint, in which there may be parentheses too:
// the first one is taken after which the rest of the line is as it must be.
func (r *reader) scanHint() int {
	for i := r.pos + 1; i < r.lim; i++ {
		if r.src[i] == '(' && r.scanParams(i+1) {
			return i
		}
	}
	r.expected("parameters in parentheses after the name")
	return -1
}

// scanParams reports whether parameters and all that follows them in a header
// stand at i.
func (r *reader) scanParams(i int) bool {
	s := r.src[:r.lim]
	for n := 0; ; n++ {
		i = skipSpaces(s, i)
		if strings.HasPrefix(s[i:], ")") {
			break
		}
		if n > 0 {
			if !strings.HasPrefix(s[i:], ",") {
				return false
			}
			i = skipSpaces(s, i+1)
		}
		if strings.HasPrefix(s[i:], "...") {
			i += 3
		}
		if i = r.scanPlace(i); i < 0 {
			return false
		}
	}
	if !strings.HasPrefix(s[i:], "):") {
		return false
	}
	if i = skipSpaces(s, i+2); i < len(s) && !strings.HasPrefix(s[i:], "//") {
		if i = r.scanPlace(i); i < 0 {
			return false
		}
		i = skipSpaces(s, i)
	}
	return i == len(s) || strings.HasPrefix(s[i:], "//")
}

func skipSpaces(s string, i int) int {
	for i < len(s) && isSpace(s[i]) {
		i++
	}
	return i
}

// directives reads the n lines after a header, or if n is negative those
// before the first block. Whatever is in them is a directive, comments and
// blank lines too, because a directive may be any text.
func (r *reader) directives(f *Function, n int) {
	for ; n != 0; n-- {
		if !r.advance() {
			r.expected("a block")
		}
		start := r.pos - r.indent
		blank := r.pos == r.lim
		if !blank && !r.hasPrefix() {
			r.expected("a block")
		}
		if n < 0 && !blank {
			if _, _, ok := r.scanBlockHeader(); ok {
				r.onLine = true
				return
			}
		}
		line := strings.TrimPrefix(r.src[start:r.lim], r.base)
		f.Directives = append(f.Directives, line[min(nestedIndent*r.depth, len(line)):])
	}
}

// scanBlockHeader reports whether the current line is "bb0 (block):" or
// "bb0:", and where the number and the kind (or -1) start.
func (r *reader) scanBlockHeader() (kind BlockKind, end int, ok bool) {
	s := r.src[r.pos:r.lim]
	if len(s) < 4 || s[0] != 'b' || s[1] != 'b' || !isDigit(s[2]) {
		return 0, 0, false
	}
	i := 3
	for i < len(s) && isDigit(s[i]) {
		i++
	}
	rest := s[i:]
	if strings.HasPrefix(rest, " (") {
		j := strings.IndexByte(rest, ')')
		if j < 0 {
			return 0, 0, false
		}
		if kind = blockKind(rest[2:j]); kind == BlockUnspecified {
			return 0, 0, false
		}
		i += j + 1
		rest = s[i:]
	}
	if !strings.HasPrefix(rest, ":") {
		return 0, 0, false
	}
	i++
	if j := skipSpaces(s, i); j < len(s) && !strings.HasPrefix(s[j:], "//") {
		return 0, 0, false
	}
	return kind, r.pos + i, true
}

func blockKind(s string) BlockKind {
	for k := BlockStatement; k <= BlockCatch; k++ {
		if blockKindText[k] == s {
			return k
		}
	}
	return BlockUnspecified
}

// body reads the blocks of a function. It stops before the line of another
// function.
func (r *reader) body(f *Function) {
	var b *Block
	blocks := len(r.blocks)
	instrs := len(r.instrs)
	for r.bodyLine() {
		if kind, end, ok := r.scanBlockHeader(); ok {
			r.closeBlock(b, instrs)
			b = one(&r.blockSlab, r.size/4)
			b.ID = r.blockID()
			b.Kind = kind
			b.Term.Fallthrough, b.Term.Scope = NoBlock, NoScope
			r.blocks = append(r.blocks, b)
			r.pos = end
			r.blockNotes(f, len(r.blocks) == blocks+1)
			continue
		}
		if b == nil {
			r.expected("a block")
		}
		if !r.blockLine(b, len(r.instrs) > instrs) {
			break
		}
	}
	r.closeBlock(b, instrs)
	if b == nil {
		r.expected("a block")
	}
	f.SetBlocks(append([]*Block(nil), r.blocks[blocks:]...))
	r.blocks = r.blocks[:blocks]
	if f.Entry == NoBlock {
		f.Entry = f.Blocks[0].ID
	}
}

// closeBlock gives the instructions read since its header to b.
func (r *reader) closeBlock(b *Block, instrs int) {
	if b != nil {
		b.Instrs = cut(&r.instrSlab, r.instrs[instrs:], r.size)
		r.instrs = r.instrs[:instrs]
	}
}

// blockLine reads a line within a block. It returns false if the line does
// not belong to the function.
func (r *reader) blockLine(b *Block, hasInstrs bool) bool {
	switch {
	case b.Term.Kind != NoTerminal:
		if r.startsFunction() {
			return false
		}
		r.expected("the next block")
	case r.peek() == '[':
		r.item(b)
	case r.accept("..."):
		r.instrs = append(r.instrs, Instruction{Kind: Elision, Lvalue: Place{Identifier: NoIdentifier}})
		r.endItem()
	case !hasInstrs && r.phi(b):
	case !hasInstrs && b.Phis == nil && b.Preds == nil && r.accept("predecessor blocks:"):
		r.preds(b)
	case r.startsFunction():
		return false
	default:
		r.expected("an instruction, a terminal or a block")
	}
	return true
}

// startsFunction reports whether the current line can be the first one of
// another function.
func (r *reader) startsFunction() bool {
	return r.depth == 0 && r.indent == len(r.base)
}

func (r *reader) preds(b *Block) {
	r.blockIDs = r.blockIDs[:0]
	for {
		r.skipSpaces()
		if r.pos == r.lim || r.atComment() {
			break
		}
		r.blockIDs = append(r.blockIDs, r.blockID())
	}
	b.Preds = cut(&r.idSlab, r.blockIDs, r.size/2)
	r.endItem()
}

// phi reads "place: phi(bb1: place, ...)". After the place its range and type
// stand once more. It returns false if the line is something else.
func (r *reader) phi(b *Block) bool {
	end := r.scanPlace(r.pos)
	if end < 0 {
		return false
	}
	rng, typ := r.tok.rng, r.tok.typ
	s := r.src[:r.lim]
	again, e := scanRange(s, end, r.limit)
	if e >= 0 {
		if again != rng {
			return false
		}
		end = e
	}
	once := e < 0 && r.tok.hasRange
	if typ != "" && strings.HasPrefix(s[end:], typ) {
		end += len(typ)
	}
	if !strings.HasPrefix(s[end:], ": phi(") {
		return false
	}
	if once {
		r.rangesOnce(r.tok.pos)
	}
	phi := Phi{Place: r.mention()}
	r.pos = end + len(": phi(")
	r.phiOps = r.phiOps[:0]
	r.skipSpaces()
	for !r.accept(")") {
		if len(r.phiOps) > 0 {
			r.token(",")
		}
		pred := r.blockID()
		r.token(":")
		r.phiOps = append(r.phiOps, PhiOperand{Pred: pred, Place: r.place()})
		r.skipSpaces()
	}
	phi.Operands = cut(&r.phiSlab, r.phiOps, 8)
	b.Phis = append(b.Phis, phi)
	r.lineNotes()
	return true
}

// item reads an instruction or a terminal, which start with "[n] ".
func (r *reader) item(b *Block) {
	id := r.instructionID()
	var in Instruction
	in.ID = id
	in.Lvalue.Identifier = NoIdentifier
	r.ops, r.defs = r.ops[:0], r.defs[:0]
	if end := r.scanPlace(r.pos); end >= 0 {
		if i := skipSpaces(r.src[:r.lim], end); i < r.lim && r.src[i] == '=' {
			r.pos = end
			in.Lvalue = r.mention()
			r.token("=")
		} else if end == r.lim || r.src[end] != '`' {
			r.pos = end
			r.expected(`" = "`)
		}
	} else if r.terminal(b, id) {
		return
	}
	r.value(&in)
	if in.Func == nil {
		r.instructionNotes(&in)
	}
	in.Operands = cut(&r.placeSlab, r.ops, 2*r.size)
	in.Defs = cut(&r.placeSlab, r.defs, 2*r.size)
	in.Effects = r.effects()
	r.instrs = append(r.instrs, in)
}

// nested reads the rest of a FunctionExpression or ObjectMethod after the word.
func (r *reader) nested(in *Instruction) {
	f := NewFunction(r.env, "")
	in.Func = f
	r.skipSpaces()
	if in.Kind == FunctionExpression {
		in.Text = r.word()
		r.skipSpaces()
	}
	r.expect("@context[")
	r.skipSpaces()
	for !r.accept("]") {
		if len(r.ops) > 0 {
			r.token(",")
		}
		r.operand()
		r.skipSpaces()
	}
	f.Context = cut(&r.placeSlab, r.ops, 2*r.size)
	r.token("@aliasingEffects=")
	f.Effects = r.aliasingEffects()
	r.instructionNotes(in)
	r.depth++
	if !r.bodyLine() {
		r.expected("the nested function")
	}
	r.function(f)
	r.depth--
	r.ops, r.defs = r.ops[:0], r.defs[:0]
	if in.Kind == ObjectMethod && in.Lvalue.Identifier != NoIdentifier {
		r.idents[in.Lvalue.Identifier] |= identMethod
	}
}
