package hir

import (
	"math"
	"strconv"
	"strings"
)

// annotator collects what the React Compiler's form omits. The keys are
// explained in read_annotation.go. Only what the reader would not find by
// itself is annotated.
type annotator struct {
	line []byte // the annotations of the line being printed
	// placed holds the identifiers that some printed place mentions; noted those
	// whose annotations have been printed; forced those that need one though
	// they look like unused ones.
	placed, noted, forced []bool
	// ranges holds the scope ranges that a reader finds.
	ranges   []Range
	scopeHas []bool // scopes that a terminal shows
}

func newAnnotator(f *Function, e *Env) *annotator {
	a := &annotator{
		placed:   make([]bool, len(e.Identifiers)),
		noted:    make([]bool, len(e.Identifiers)),
		forced:   make([]bool, len(e.Identifiers)),
		ranges:   make([]Range, len(e.Scopes)),
		scopeHas: make([]bool, len(e.Scopes)),
	}
	known := make([]bool, len(e.Scopes))
	place := func(p *Place) {
		if uint(p.Identifier) >= uint(len(e.Identifiers)) {
			return
		}
		a.placed[p.Identifier] = true
		if s := e.Identifiers[p.Identifier].Scope; s != NoScope && uint(s) < uint(len(known)) {
			if r := e.Scopes[s].Range; r.End > r.Start+1 {
				known[s] = true
			}
		}
	}
	refs := func(t RefText) {
		for _, p := range t {
			id := p.Identifier
			if id == NoIdentifier {
				// Plain text that is not a reference only because the identifier
				// is something else.
				if _, n, _, end := scanIdentifier(p.Text, 0, len(a.forced)); end == len(p.Text) {
					id = IdentifierID(n)
				}
			}
			if p.Text != "" && uint(id) < uint(len(a.forced)) {
				a.forced[id] = true
			}
		}
	}
	for work := []*Function{f}; len(work) > 0; {
		g := work[len(work)-1]
		work = work[:len(work)-1]
		g.eachPrintedPlace(place)
		g.Nested(func(_ *Block, _ *Instruction, h *Function) { work = append(work, h) })
		for _, t := range g.Effects {
			refs(t)
		}
		for _, b := range g.Blocks {
			for i := range b.Instrs {
				for _, t := range b.Instrs[i].Effects {
					refs(t)
				}
			}
			for _, t := range b.Term.Effects {
				refs(t)
			}
			if k := b.Term.Kind; k == ScopeTerm || k == PrunedScope {
				if s := b.Term.Scope; uint(s) < uint(len(known)) {
					known[s] = true
					a.scopeHas[s] = a.scopeHas[s] || b.Term.Variant != ScopeBrief
				}
			}
		}
	}
	for i := range e.Scopes {
		s := &e.Scopes[i]
		if known[i] {
			a.ranges[i] = s.Range
		}
		refs(s.Dependencies)
		refs(s.Declarations)
		refs(s.Reassignments)
		refs(s.EarlyReturn)
	}
	inferScopeRanges(f, e, known, a.ranges)
	return a
}

// eachPrintedPlace calls visit for the places that print as places, with
// effects and ranges: all but the dependencies of a StartMemoize.
func (f *Function) eachPrintedPlace(visit func(*Place)) {
	all := func(ps []Place) {
		for i := range ps {
			visit(&ps[i])
		}
	}
	for i := range f.Params {
		visit(&f.Params[i].Place)
	}
	if !f.HeaderOmitted {
		visit(&f.Returns)
	}
	all(f.Context)
	for _, b := range f.Blocks {
		for i := range b.Phis {
			visit(&b.Phis[i].Place)
			for j := range b.Phis[i].Operands {
				visit(&b.Phis[i].Operands[j].Place)
			}
		}
		for i := range b.Instrs {
			in := &b.Instrs[i]
			visit(&in.Lvalue)
			if in.Kind != StartMemoize {
				all(in.Operands)
			}
			all(in.Defs)
			if pat, _ := in.Aux.(*Pattern); pat != nil && pat.Object {
				for j := range pat.Items {
					if item := &pat.Items[j]; !item.Spread && item.Key.Kind == KeyComputed {
						visit(&item.KeyPlace)
					}
				}
			}
		}
		all(b.Term.Operands)
	}
}

// note adds an annotation to the line; the value is a word.
func (p *printer) note(key, value string) {
	p.notes.line = append(p.notes.line, ' ')
	p.notes.line = append(p.notes.line, key...)
	if value != "" {
		p.notes.line = append(p.notes.line, '=')
		p.notes.line = append(p.notes.line, value...)
	}
}

// noteString adds an annotation whose value is any text.
func (p *printer) noteString(key, value string) {
	p.note(key, string(AppendJSONString(nil, value)))
}

// endLine prints the annotations collected for the line.
func (p *printer) endLine() {
	if p.notes != nil && len(p.notes.line) > 0 {
		p.str(" //@")
		p.dst = append(p.dst, p.notes.line...)
		p.notes.line = p.notes.line[:0]
	}
}

func identKey(id IdentifierID, field string) string {
	key := "$" + strconv.Itoa(int(id))
	if field != "" {
		key += "." + field
	}
	return key
}

func scopeKey(id ScopeID, field string) string {
	key := "@" + strconv.Itoa(int(id))
	if field != "" {
		key += "." + field
	}
	return key
}

func scopeValue(s ScopeID) string {
	if s == NoScope {
		return "-"
	}
	return "@" + strconv.Itoa(int(s))
}

func rangeValue(r Range) string {
	return strconv.Itoa(int(r.Start)) + ":" + strconv.Itoa(int(r.End))
}

// noteIdentifier annotates an identifier at its first mention.
func (p *printer) noteIdentifier(id IdentifierID) {
	i := p.ident(id)
	if i == nil || p.notes.noted[id] {
		return
	}
	p.notes.noted[id] = true
	if i.Decl != id {
		p.note(identKey(id, ""), strconv.Itoa(int(i.Decl)))
	}
	// A reader infers whose range an identifier with a printed range of its own
	// shares, so that it must be told.
	if own := i.Range.End > i.Range.Start+1 && i.Scope == NoScope && len(p.env.Scopes) > 0; i.RangeScope != i.Scope || own {
		p.note(identKey(id, "rscope"), scopeValue(i.RangeScope))
	}
	var found Range
	if i.Scope == NoScope {
		if r := p.printedRange(i); r.End > r.Start+1 {
			found = r
		}
	}
	if i.Range != found {
		p.note(identKey(id, "range"), rangeValue(i.Range))
	}
}

// noteUnplaced annotates an identifier that no place mentions.
func (p *printer) noteUnplaced(id IdentifierID) {
	i := p.ident(id)
	unused := Identifier{Decl: id, RangeScope: NoScope, Scope: NoScope}
	if *i == unused && !p.notes.forced[id] {
		return
	}
	p.note(identKey(id, ""), strconv.Itoa(int(i.Decl)))
	if i.Name != "" {
		p.noteString(identKey(id, "name"), i.Name)
	}
	if i.Type != "" {
		p.noteString(identKey(id, "type"), i.Type)
	}
	if i.Scope != NoScope {
		p.note(identKey(id, "scope"), scopeValue(i.Scope))
	}
	if i.Scope != NoScope || i.RangeScope != NoScope {
		p.note(identKey(id, "rscope"), scopeValue(i.RangeScope))
	}
	if i.Range != (Range{}) {
		p.note(identKey(id, "range"), rangeValue(i.Range))
	}
}

func (p *printer) noteScope(id ScopeID) {
	s := &p.env.Scopes[id]
	if s.Range != p.notes.ranges[id] {
		p.note(scopeKey(id, ""), rangeValue(s.Range))
	}
	if p.notes.scopeHas[id] {
		return
	}
	text := func(field string, t RefText) {
		if t != nil {
			q := printer{env: p.env}
			q.refText(t)
			p.noteString(scopeKey(id, field), string(q.dst))
		}
	}
	text("dependencies", s.Dependencies)
	text("declarations", s.Declarations)
	text("reassignments", s.Reassignments)
	text("early", s.EarlyReturn)
}

// noteFunction annotates a function on the line of its header.
func (p *printer) noteFunction(f *Function) {
	switch f.Type {
	case FnComponent:
		p.note("type", "component")
	case FnHook:
		p.note("type", "hook")
	}
	if f.Async {
		p.note("async", "")
	}
	if f.Generator {
		p.note("generator", "")
	}
	if len(f.Blocks) > 0 && f.Entry != f.Blocks[0].ID {
		p.note("entry", f.Entry.String())
	}
	if f.Effects != nil && (len(f.Effects) == 0 || p.indent == 0) {
		p.noteEffects(f)
	}
	if p.hintOmitted(f) {
		p.noteString("hint", f.NameHint)
	}
	switch n := len(f.Directives); {
	case n == 0:
	case p.directivesOmitted(f):
		for _, d := range f.Directives {
			p.noteString("directive", d)
		}
	case !plainDirectives(f.Directives):
		p.note("directives", strconv.Itoa(n))
	}
	if p.indent == 0 {
		p.noteOutermost(f)
	}
}

// noteEffects annotates the aliasing effects where the text cannot show them.
func (p *printer) noteEffects(f *Function) {
	if len(f.Effects) == 0 {
		p.note("effects", "empty")
		return
	}
	for _, e := range f.Effects {
		q := printer{env: p.env}
		q.refText(e)
		p.noteString("effect", string(q.dst))
	}
}

// noteOutermost annotates what belongs to an outermost function and its Env.
func (p *printer) noteOutermost(f *Function) {
	if f.RangesOnce {
		p.note("ranges", "once")
	}
	e := p.env
	p.note("ids", strconv.Itoa(len(e.Identifiers)))
	p.note("blocks", strconv.Itoa(int(e.NextBlock)))
	if n := len(e.Scopes); n > 0 {
		p.note("scopes", strconv.Itoa(int(n)))
	}
	if len(f.Context) > 0 {
		q := printer{env: p.env}
		q.places(f.Context, ", ")
		p.noteString("context", string(q.dst))
		for _, c := range f.Context {
			p.noteIdentifier(c.Identifier)
		}
	}
	for id := range e.Identifiers {
		if !p.notes.placed[id] {
			p.noteUnplaced(IdentifierID(id))
		}
	}
	for id := range e.Scopes {
		p.noteScope(ScopeID(id))
	}
}

// hintOmitted reports whether the header leaves out the name hint, because it
// could be taken for something else.
func (p *printer) hintOmitted(f *Function) bool {
	return p.notes != nil && f.NameHint != "" && (f.HeaderOmitted || !plainHint(f.NameHint))
}

// plainHint reports whether a name hint can stand in a header.
func plainHint(s string) bool {
	return s == strings.TrimSpace(s) && !strings.ContainsAny(s, "\n\r") && !strings.Contains(s, "//") &&
		!strings.Contains(s, ": phi(") && !strings.Contains(s, "):")
}

// directivesOmitted reports whether the lines of directives are left out,
// because one has a line break in it or there is no header.
func (p *printer) directivesOmitted(f *Function) bool {
	if p.notes == nil || f.HeaderOmitted {
		return f.HeaderOmitted
	}
	for _, d := range f.Directives {
		if strings.ContainsAny(d, "\n\r") {
			return true
		}
	}
	return false
}

// plainDirectives reports whether a reader sees where directives end.
func plainDirectives(ds []string) bool {
	for _, d := range ds {
		if strings.HasPrefix(strings.TrimLeft(d, " \t"), "bb") {
			return false
		}
	}
	return true
}

// noteInstruction annotates what the text of a value omits.
func (p *printer) noteInstruction(in *Instruction) {
	switch aux := in.Aux.(type) {
	case *Literal:
		switch {
		case aux == nil || aux.Kind != LiteralNumber:
		case math.IsNaN(aux.Num):
			p.note("num", "NaN")
		case math.IsInf(aux.Num, 0):
			p.note("num", string(AppendNumber(nil, aux.Num)))
		case aux.Num == 0 && math.Signbit(aux.Num):
			p.note("num", "-0")
		}
	case Template:
		p.noteCooked(aux)
	case Properties:
		p.noteMethods(in, aux)
	case *MemoDeps:
		if aux != nil {
			p.noteDeps(in, aux)
		}
	}
	if in.Kind == UnaryExpression && in.Text != "" {
		p.note("op", in.Text)
	}
	if p.escaped {
		p.note("escaped", "")
	}
}

// noteCooked annotates the cooked text of a template's pieces: one value each,
// of which a final "raw" stands for all the rest.
func (p *printer) noteCooked(quasis Template) {
	raw := len(quasis)
	any := false
	for i := len(quasis) - 1; i >= 0; i-- {
		any = any || quasis[i].HasCooked
		if raw == i+1 && quasis[i].HasCooked && quasis[i].Cooked == quasis[i].Raw {
			raw = i
		}
	}
	if !any {
		return
	}
	for i := range quasis {
		switch q := &quasis[i]; {
		case i == raw:
			p.note("cooked", "raw")
			return
		case q.HasCooked:
			p.noteString("cooked", q.Cooked)
		default:
			p.note("cooked", "none")
		}
	}
}

// noteMethods annotates which properties are methods, unless they are those
// whose value an ObjectMethod above has made.
func (p *printer) noteMethods(in *Instruction, props Properties) {
	n, differs := 0, false
	flags := make([]byte, 0, 16)
	for i := range props {
		if props[i].Key.Kind == KeyComputed && !props[i].Spread {
			n++
		}
		found := n < len(in.Operands) && !props[i].Spread && p.methods[in.Operands[n].Identifier]
		n++
		differs = differs || found != props[i].Method
		if props[i].Method {
			flags = append(flags, '1')
		} else {
			flags = append(flags, '0')
		}
	}
	if differs {
		p.note("method", string(flags))
	}
}

// noteDeps annotates the effects of the dependencies that are locals, and which
// ones are if a reader would not find out (or not yet, when it reads the
// effects).
func (p *printer) noteDeps(in *Instruction, m *MemoDeps) {
	usual := Place{Effect: EffectUnknown}
	if in.Lvalue.Effect == EffectNone {
		usual.Effect = EffectNone
	}
	effects := false
	var list []byte
	for i, o := range in.Operands {
		effects = effects || o.Effect != usual.Effect || o.Reactive
		if i > 0 {
			list = append(list, ',')
		}
		list = append(list, o.Effect.String()...)
		if o.Reactive {
			list = append(list, "{reactive}"...)
		}
	}
	roots := make([]byte, 0, 16)
	unclear := false
	n := 0
	for i := range m.Deps {
		if g := m.Deps[i].Global; g != "" {
			_, _, _, end := scanIdentifier(g, 0, 1)
			unclear = unclear || end == len(g) && (effects || p.looksLocal(g))
			roots = append(roots, 'g')
			continue
		}
		roots = append(roots, 'l')
		if n < len(in.Operands) {
			id := in.Operands[n].Identifier
			unclear = unclear || uint(id) < uint(len(p.notes.placed)) && !p.notes.placed[id]
		}
		n++
	}
	if unclear {
		p.note("roots", string(roots))
	}
	if effects {
		p.note("deps", string(list))
	}
}

// looksLocal reports whether the name of a global prints like an identifier
// that some place mentions.
func (p *printer) looksLocal(global string) bool {
	_, id, _, end := scanIdentifier(global, 0, len(p.notes.placed))
	if end != len(global) || id >= len(p.notes.placed) || !p.notes.placed[id] {
		return false
	}
	q := printer{env: p.env}
	q.identifierName(IdentifierID(id))
	q.identifierScope(IdentifierID(id))
	return string(q.dst) == global
}

// noteTerminal annotates what the text of a terminal omits.
func (p *printer) noteTerminal(t *Terminal) {
	if t.Kind == Goto && t.Variant == GotoTry {
		p.note("goto", "try")
	}
	if (t.Kind == If || t.Kind == Switch) && t.Fallthrough == 0 {
		p.note("fallthrough", "bb0")
	}
}

// needsEscapes reports whether an instruction has a text that is printed as it
// is and in which a reader would lose its way.
func needsEscapes(in *Instruction) bool {
	key := func(k *Key) bool { return k.Kind == KeyString && strings.ContainsAny(k.Text, "\"\\\n\r") }
	switch aux := in.Aux.(type) {
	case Properties:
		for i := range aux {
			if key(&aux[i].Key) {
				return true
			}
		}
	case *Pattern:
		for i := 0; aux != nil && i < len(aux.Items); i++ {
			if key(&aux.Items[i].Key) {
				return true
			}
		}
	case *Binding:
		return aux != nil && (strings.ContainsAny(aux.Module, "'\\\n\r") || aux.Imported != "" && !isName(aux.Imported))
	}
	return false
}

// free prints text that the React Compiler prints as it is, or with escapes if
// a reader would lose its way in it and the form is to be lossless.
func (p *printer) free(s string) {
	if !p.escaped {
		p.raw(s)
		return
	}
	for _, c := range []byte(s) {
		if c >= 0x80 || nameByte[c] || c == '-' || c == '.' || c == '/' || c == '@' {
			p.dst = append(p.dst, c)
		} else {
			p.dst = appendUnicodeEscape(p.dst, rune(c))
		}
	}
}
