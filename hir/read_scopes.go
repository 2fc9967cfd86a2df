package hir

// setScopeRanges gives ranges to the scopes whose range is not printed: that
// of ReadOptions, or else that of the instruction which first defines an
// identifier of the scope.
func (r *reader) setScopeRanges(f *Function) {
	e := r.env
	if given := r.opt.ScopeRanges; given != nil {
		n := 0
		for s := range e.Scopes {
			rng, ok := given[ScopeID(s)]
			if !ok {
				continue
			}
			n++
			if have := e.Scopes[s].Range; r.scopes[s]&scopeRanged != 0 && have != rng {
				r.failf(r.topPos, "scope @%d: expected the range [%d:%d] as in the text, found [%d:%d] beside it",
					s, have.Start, have.End, rng.Start, rng.End)
			}
			e.Scopes[s].Range = rng
			r.scopes[s] |= scopeRanged
		}
		if n < len(given) {
			r.failf(r.topPos, "expected ranges of the %d scopes of the text, found one of another scope", len(e.Scopes))
		}
	}
	if r.unranged {
		r.inferRanges(f)
	}
}

func (r *reader) inferRanges(f *Function) {
	e := r.env
	known := make([]bool, len(e.Scopes))
	ranges := make([]Range, len(e.Scopes))
	for s := range e.Scopes {
		known[s] = r.scopes[s]&scopeRanged != 0
		ranges[s] = e.Scopes[s].Range
	}
	inferScopeRanges(f, e, known, ranges)
	for s := range e.Scopes {
		e.Scopes[s].Range = ranges[s]
	}
}

// inferScopeRanges gives each scope without a known range the range [n, n+1) of
// the instruction that first defines an identifier of it (of a phi: the first
// instruction of its block), or if none does of the first instruction that
// mentions one. Nested functions come after the function around them, because
// a scope's range counts instructions of the outermost function with it. The
// id 0, of instructions that the compiler made up late, counts for nothing.
func inferScopeRanges(f *Function, e *Env, known []bool, ranges []Range) {
	var id InstructionID
	see := func(p *Place) bool {
		if uint(p.Identifier) >= uint(len(e.Identifiers)) || id == 0 {
			return true
		}
		if s := e.Identifiers[p.Identifier].Scope; s != NoScope && uint(s) < uint(len(known)) && !known[s] {
			ranges[s] = Range{id, id + 1}
			known[s] = true
		}
		return true
	}
	seeAll := func(ps []Place) {
		for i := range ps {
			see(&ps[i])
		}
	}
	definitions := func(b *Block) {
		id = b.FirstID()
		for i := range b.Phis {
			see(&b.Phis[i].Place)
		}
		for i := range b.Instrs {
			id = b.Instrs[i].ID
			b.Instrs[i].Lvalues(see)
		}
	}
	uses := func(b *Block) {
		id = b.FirstID()
		for i := range b.Phis {
			for j := range b.Phis[i].Operands {
				see(&b.Phis[i].Operands[j].Place)
			}
		}
		for i := range b.Instrs {
			id = b.Instrs[i].ID
			seeAll(b.Instrs[i].Uses())
		}
		id = b.Term.ID
		seeAll(b.Term.Operands)
	}
	for level := []*Function{f}; len(level) > 0; {
		var below []*Function
		for _, g := range level {
			for _, b := range g.Blocks {
				definitions(b)
			}
			g.Nested(func(_ *Block, _ *Instruction, h *Function) { below = append(below, h) })
		}
		for _, g := range level {
			for _, b := range g.Blocks {
				uses(b)
			}
		}
		level = below
	}
}
