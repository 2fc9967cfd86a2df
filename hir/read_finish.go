package hir

// finish settles what shows only when the whole function is read: mentions in
// texts, counters, and the ranges of scopes that are not printed.
func (r *reader) finish(f *Function) {
	r.setRangesOnce()
	r.resolveMemos(f)
	r.applyNotes()
	r.resolvePending()
	r.setCounters(f)
	r.setScopeRanges(f)
	r.shareRanges(f)
	if r.largest > idSlack {
		if limit := idSlack + idFactor*len(f.Text()); r.largest > limit {
			r.idTooLarge(r.largestPos, "an id", limit)
		}
	}
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
			r.failf(r.topPos, "expected the next %s id to be at least %d, since the text mentions %d, found %d", what, used, used-1, next)
		case next > r.limit:
			r.failf(r.topPos, "expected the next %s id to be at most %d (which depends on the length of the text), found %d", what, r.limit, next)
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
	if more := idents + scopes - itemFactor*f.Size(); more > 0 {
		if r.spare -= more; r.spare < 0 {
			r.fail(r.topPos, "expected ids of all functions that are small for the number of their instructions, found larger ones")
		}
	}
	for i := range e.Identifiers {
		if d := e.Identifiers[i].Decl; int(d) >= idents {
			r.failf(r.topPos, "identifier $%d: expected a declaration below the next identifier id %d, found %d", i, idents, d)
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

// resolveMemos settles which dependencies of StartMemoize are locals: those
// whose identifier some place mentions by the same name. The others are
// globals that have a name like that of an identifier.
func (r *reader) resolveMemos(f *Function) {
	for i := range r.memos {
		m := &r.memos[i]
		if m.local {
			r.localMemo(m)
			continue
		}
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

// localMemo handles a dependency that is annotated as a local. Its identifier
// is what the dependency says, if no place mentions it.
func (r *reader) localMemo(m *pendingMemo) {
	if m.id >= len(r.idents) {
		r.growIdentifiers(m.id)
	}
	r.maxIdent = max(r.maxIdent, m.id)
	if r.idents[m.id]&(identPlaced|identRef) != 0 {
		return
	}
	r.idents[m.id] |= identRef
	id := &r.env.Identifiers[m.id]
	id.Name = m.name
	if m.scope >= 0 {
		id.Scope = r.scope(m.scope, r.topPos)
		id.RangeScope = id.Scope
	}
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
