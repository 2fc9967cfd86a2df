package hir

import (
	"strconv"
	"strings"
)

// PrintOptions says how a function is printed. The zero value is the React
// Compiler's form.
type PrintOptions struct {
	// Annotate adds what the React Compiler's form omits, as comments that start
	// with //@ at the end of lines, so that reading gives back the same model.
	Annotate bool
}

// Text returns f in the React Compiler's form, without a newline at the end.
func (f *Function) Text() string { return string(AppendText(nil, f, PrintOptions{})) }

// AppendText appends the text of f to dst, without a newline at the end.
func AppendText(dst []byte, f *Function, opt PrintOptions) []byte {
	p := printer{dst: dst, env: f.Env}
	if p.env == nil {
		p.env = &Env{}
	}
	if f.RangesOnce {
		p.once = true
		p.scopesDone = make([]bool, len(p.env.Scopes))
		p.identsDone = make([]bool, len(p.env.Identifiers))
	}
	if opt.Annotate {
		p.notes = newAnnotator(f, p.env)
		p.methods = map[IdentifierID]bool{}
	}
	p.function(f)
	return p.dst
}

// AppendFunctions appends the texts of functions to dst, with an empty line
// between them and a newline at the end. Only the first of them can be without
// header and ID: nothing would separate it from one before it.
func AppendFunctions(dst []byte, fs []*Function, opt PrintOptions) []byte {
	for i, f := range fs {
		if i > 0 {
			dst = append(dst, '\n')
		}
		dst = append(AppendText(dst, f, opt), '\n')
	}
	return dst
}

// AppendSections appends functions below the headings of their sections to
// dst, as ReadSections reads them.
func AppendSections(dst []byte, sections []Section, opt PrintOptions) []byte {
	for i, s := range sections {
		if i > 0 || s.Name != "" {
			dst = append(dst, "====="...)
			if s.Name != "" {
				dst = append(dst, ' ')
				dst = append(dst, s.Name...)
			}
			dst = append(dst, '\n')
		}
		dst = AppendFunctions(dst, s.Functions, opt)
	}
	return dst
}

// printer appends the text of one function tree.
type printer struct {
	dst []byte
	env *Env
	// indent is the number of spaces that nested functions have before every
	// line.
	indent int
	// once says that ranges are printed at the first mention only; scopesDone
	// and identsDone hold what has been mentioned.
	once                   bool
	scopesDone, identsDone []bool
	// notes is nil unless the form is to be lossless. Then escaped says that the
	// present instruction prints its free texts with escapes, and methods holds
	// the identifiers that ObjectMethod instructions have defined.
	notes   *annotator
	escaped bool
	methods map[IdentifierID]bool
}

func (p *printer) str(s string) { p.dst = append(p.dst, s...) }

func (p *printer) int(n int) { p.dst = strconv.AppendInt(p.dst, int64(n), 10) }

const spaces = "                                                                "

// newline starts a line: n spaces follow those of the nesting.
func (p *printer) newline(n int) {
	p.dst = append(p.dst, '\n')
	for n += p.indent; n > len(spaces); n -= len(spaces) {
		p.dst = append(p.dst, spaces...)
	}
	p.dst = append(p.dst, spaces[:n]...)
}

// raw prints text that may hold newlines. In nested functions every line of it
// is indented, as the React Compiler indents the finished text.
func (p *printer) raw(s string) {
	for {
		i := strings.IndexByte(s, '\n')
		if i < 0 {
			p.str(s)
			return
		}
		p.str(s[:i])
		p.newline(0)
		s = s[i+1:]
	}
}

func (p *printer) block(b BlockID) {
	if b < 0 {
		p.str("bbnull")
		return
	}
	p.str("bb")
	p.int(int(b))
}

func (p *printer) function(f *Function) {
	switch {
	case !f.HeaderOmitted:
		p.header(f)
	case f.ID != "":
		p.str("function ")
		p.str(f.ID)
		p.str(":")
	}
	body := f.HeaderOmitted && f.ID == ""
	if p.notes != nil {
		p.noteFunction(f)
		if !body {
			p.endLine()
		}
	}
	if !p.directivesOmitted(f) {
		for _, d := range f.Directives {
			p.newline(0)
			p.raw(d)
		}
	}
	for i, b := range f.Blocks {
		if i > 0 || !body {
			p.newline(0)
		}
		p.body(b)
	}
}

func (p *printer) header(f *Function) {
	p.str(f.Name())
	if f.NameHint != "" && !p.hintOmitted(f) {
		p.str(" ")
		p.raw(f.NameHint)
	}
	p.str("(")
	for i, param := range f.Params {
		if i > 0 {
			p.str(", ")
		}
		if param.Spread {
			p.str("...")
		}
		p.place(param.Place)
	}
	p.str("):")
	if f.Returns.Identifier != NoIdentifier {
		p.str(" ")
		p.place(f.Returns)
	}
}

func (p *printer) body(b *Block) {
	p.block(b.ID)
	if b.Kind != BlockUnspecified {
		p.str(" (")
		p.str(b.Kind.String())
		p.str(")")
	}
	p.str(":")
	p.endLine()
	if len(b.Preds) > 0 {
		p.newline(2)
		p.str("predecessor blocks:")
		for _, pred := range b.Preds {
			p.str(" ")
			p.block(pred)
		}
	}
	for i := range b.Phis {
		p.newline(2)
		p.phi(&b.Phis[i])
	}
	for i := range b.Instrs {
		p.newline(2)
		p.instruction(&b.Instrs[i])
	}
	if b.Term.Kind != NoTerminal {
		p.newline(2)
		p.terminal(&b.Term)
	}
}

func (p *printer) phi(phi *Phi) {
	p.place(phi.Place)
	p.identifierRange(phi.Place.Identifier)
	p.identifierType(phi.Place.Identifier)
	p.str(": phi(")
	for i, o := range phi.Operands {
		if i > 0 {
			p.str(", ")
		}
		p.block(o.Pred)
		p.str(": ")
		p.place(o.Place)
	}
	p.str(")")
	p.endLine()
}

func (p *printer) instruction(in *Instruction) {
	if in.Kind == Elision {
		p.str("...")
		return
	}
	p.instructionID(in.ID)
	if in.Lvalue.Identifier != NoIdentifier {
		p.place(in.Lvalue)
		p.str(" = ")
	}
	if p.notes != nil {
		p.escaped = needsEscapes(in)
	}
	p.value(in)
	if p.notes != nil && in.Func == nil {
		p.noteInstruction(in)
		p.endLine()
		p.escaped = false
	}
	p.effects(in.Effects)
}

func (p *printer) instructionID(id InstructionID) {
	p.str("[")
	p.int(int(id))
	p.str("] ")
}

// effects prints effects each on a line of its own; an empty list gives one
// line of spaces, as it does in the React Compiler.
func (p *printer) effects(effects []RefText) {
	if effects == nil {
		return
	}
	p.newline(4)
	for i, e := range effects {
		if i > 0 {
			p.newline(4)
		}
		p.refText(e)
	}
}

func (p *printer) refText(t RefText) {
	for _, part := range t {
		if part.Identifier == NoIdentifier {
			p.raw(part.Text)
			continue
		}
		p.identifierName(part.Identifier)
		if part.Text != "" {
			p.str(part.Text)
		} else {
			p.identifierScope(part.Identifier)
		}
	}
}

// ident returns the identifier id, or nil if the table does not have it: a
// broken function must print too, to be shown in messages.
func (p *printer) ident(id IdentifierID) *Identifier {
	if uint(id) < uint(len(p.env.Identifiers)) {
		return &p.env.Identifiers[id]
	}
	return nil
}

func (p *printer) place(pl Place) {
	if p.notes != nil {
		p.noteIdentifier(pl.Identifier)
	}
	if pl.Effect != EffectNone {
		p.str(pl.Effect.String())
		p.str(" ")
	}
	p.identifierName(pl.Identifier)
	p.identifierScope(pl.Identifier)
	p.identifierRange(pl.Identifier)
	p.identifierType(pl.Identifier)
	if pl.Reactive {
		p.str("{reactive}")
	}
}

func (p *printer) identifierName(id IdentifierID) {
	if i := p.ident(id); i != nil {
		p.str(i.Name)
	}
	p.dst = append(p.dst, '$')
	p.int(int(id))
}

func (p *printer) identifierScope(id IdentifierID) {
	if i := p.ident(id); i != nil && i.Scope != NoScope {
		p.str("_@")
		p.int(int(i.Scope))
	}
}

// printedRange returns the range of the scope, or of the identifier itself, as
// Env.PrintedRange does, and the zero Range if it is not in the tables.
func (p *printer) printedRange(i *Identifier) Range {
	s := i.Scope
	if s == NoScope {
		s = i.RangeScope
	}
	switch {
	case s == NoScope:
		return i.Range
	case uint(s) < uint(len(p.env.Scopes)):
		return p.env.Scopes[s].Range
	}
	return Range{}
}

// identifierRange prints the range of an identifier, unless it is that of one
// instruction.
func (p *printer) identifierRange(id IdentifierID) {
	i := p.ident(id)
	if i == nil {
		return
	}
	if r := p.printedRange(i); r.End > r.Start+1 && !(p.once && p.rangeDone(id, i.Scope)) {
		p.rangeText(r)
	}
}

// rangeDone reports whether the range of an identifier, which may be that of a
// scope, has been printed, and notes that it is being printed now.
func (p *printer) rangeDone(id IdentifierID, s ScopeID) bool {
	done := &p.identsDone[id]
	if uint(s) < uint(len(p.scopesDone)) {
		done = &p.scopesDone[s]
	}
	was := *done
	*done = true
	return was
}

func (p *printer) rangeText(r Range) {
	p.dst = append(p.dst, '[')
	p.int(int(r.Start))
	p.dst = append(p.dst, ':')
	p.int(int(r.End))
	p.dst = append(p.dst, ']')
}

func (p *printer) identifierType(id IdentifierID) {
	if i := p.ident(id); i != nil {
		p.str(i.Type)
	}
}
