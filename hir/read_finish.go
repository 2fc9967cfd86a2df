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
