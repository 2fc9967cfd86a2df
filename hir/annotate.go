package hir

import "strconv"

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
