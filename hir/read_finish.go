package hir

// finish settles what shows only when the whole function is read: mentions in
// texts, counters, and the ranges of scopes that are not printed.
func (r *reader) finish(f *Function) {
	r.resolveMemos(f)
	r.resolvePending()
	r.applyNotes()
	r.setCounters(f)
	r.setScopeRanges(f)
}

// setCounters makes the tables as long as the counters say.
func (r *reader) setCounters(f *Function) {
	c := r.counters
	if next := r.opt.Next; next != nil {
		c = *next
	}
	e := r.env
	set := func(what string, used, next int) int {
		switch {
		case next == 0:
			return used
		case next < used:
			r.failf(0, "expected the next %s id to be at least %d, since the text mentions %d, found %d", what, used, used-1, next)
		case next > r.limit:
			r.failf(0, "expected the next %s id to be at most %d (which depends on the length of the text), found %d", what, r.limit, next)
		}
		return next
	}
	idents := set("identifier", r.maxIdent+1, c.Identifier)
	scopes := set("scope", r.maxScope+1, c.Scope)
	e.NextBlock = BlockID(set("block", r.maxBlock+1, c.Block))
	e.GrowIdentifiers(idents)
	e.GrowScopes(scopes)
	e.Identifiers, e.Scopes = e.Identifiers[:idents:idents], e.Scopes[:scopes:scopes]
	if n := scopes - len(r.scopes); n > 0 {
		r.scopes = append(r.scopes, make([]scopeState, n)...)
	}
	if r.budget -= idents + scopes; r.budget < 0 {
		r.fail(0, "expected ids of all functions that are small for the length of the text, found larger ones")
	}
	for i := range e.Identifiers {
		if d := e.Identifiers[i].Decl; int(d) >= idents {
			r.failf(0, "identifier $%d: expected a declaration below the next identifier id %d, found %d", i, idents, d)
		}
	}
}

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
				r.failf(0, "scope @%d: expected the range [%d:%d] as in the text, found [%d:%d] beside it",
					s, have.Start, have.End, rng.Start, rng.End)
			}
			e.Scopes[s].Range = rng
			r.scopes[s] |= scopeRanged
		}
		if n < len(given) {
			r.failf(0, "expected ranges of the %d scopes of the text, found one of another scope", len(e.Scopes))
		}
	}
	if r.unranged {
		r.inferScopeRanges(f)
	}
}

// inferScopeRanges gives each scope without a known range the range [n, n+1) of
// the instruction that first defines an identifier of it (of a phi: the first
// instruction of its block), or if none does of the first instruction that
// mentions one. Nested functions come after the function around them, because
// a scope's range counts instructions of the outermost function with it.
func (r *reader) inferScopeRanges(f *Function) {
	e := r.env
	for level := []*Function{f}; len(level) > 0; {
		var below []*Function
		for _, definitions := range []bool{true, false} {
			var id InstructionID
			see := func(p *Place) bool {
				if p.Identifier == NoIdentifier {
					return true
				}
				if s := e.Identifiers[p.Identifier].Scope; s != NoScope && r.scopes[s]&(scopeRanged|scopeInferred) == 0 {
					e.Scopes[s].Range = Range{id, id + 1}
					r.scopes[s] |= scopeInferred
				}
				return true
			}
			seeAll := func(ps []Place) {
				for i := range ps {
					see(&ps[i])
				}
			}
			for _, g := range level {
				for _, b := range g.Blocks {
					id = b.FirstID()
					for i := range b.Phis {
						if definitions {
							see(&b.Phis[i].Place)
							continue
						}
						for j := range b.Phis[i].Operands {
							see(&b.Phis[i].Operands[j].Place)
						}
					}
					for i := range b.Instrs {
						in := &b.Instrs[i]
						id = in.ID
						if definitions {
							in.Lvalues(see)
							if in.Func != nil {
								below = append(below, in.Func)
							}
							continue
						}
						seeAll(in.Uses())
					}
					if id = b.Term.ID; !definitions {
						seeAll(b.Term.Operands)
					}
				}
			}
		}
		level = below
	}
}

// resolveMemos settles which dependencies of StartMemoize are locals: those
// whose identifier some place mentions by the same name. The others are
// globals that have a name like that of an identifier.
func (r *reader) resolveMemos(f *Function) {
	for i := range r.memos {
		m := &r.memos[i]
		if m.id < len(r.idents) && r.idents[m.id]&identPlaced != 0 {
			if id := &r.env.Identifiers[m.id]; id.Name == m.name && int(id.Scope) == m.scope {
				continue
			}
		}
		m.deps.Deps[m.dep].Global = m.text
		m.global = true
	}
	r.dropGlobals(f)
}

// dropGlobals takes from the operands of StartMemoize instructions those that
// have turned out to be globals.
func (r *reader) dropGlobals(f *Function) {
	global := map[*MemoDeps][]bool{}
	for _, m := range r.memos {
		if m.global && global[m.deps] == nil {
			global[m.deps] = []bool{}
		}
	}
	if len(global) == 0 {
		return
	}
	for _, m := range r.memos {
		if isGlobal, ok := global[m.deps]; ok {
			global[m.deps] = append(isGlobal, m.global)
		}
	}
	for work := []*Function{f}; len(work) > 0; {
		g := work[len(work)-1]
		work = work[:len(work)-1]
		for _, b := range g.Blocks {
			for i := range b.Instrs {
				in := &b.Instrs[i]
				if in.Func != nil {
					work = append(work, in.Func)
				}
				m, ok := in.Aux.(*MemoDeps)
				if !ok {
					continue
				}
				isGlobal := global[m]
				kept := in.Operands[:0]
				for j, p := range in.Operands {
					if isGlobal == nil || !isGlobal[j] {
						kept = append(kept, p)
					}
				}
				in.Operands = kept
				if len(kept) == 0 {
					in.Operands = nil
				}
			}
		}
	}
}
