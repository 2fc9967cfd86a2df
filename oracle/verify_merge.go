package oracle

import (
	"cmp"
	"slices"

	"assay/hir"
)

// VerifyMerge lists what is wrong with after, which is to be before with
// overlapping scopes merged (scopes.MergeOverlappingReactiveScopes):
//
//   - scopes are joined exactly where the rules demand it, which are those that the
//     documentation of package scopes gives, with the way in which scopes wait
//     where ids have gaps;
//   - the identifiers that f mentions belong to one of the scopes that theirs was
//     joined with, and to the same one;
//   - the range of that scope holds the ranges of all that were joined, and not
//     more; other ranges are unchanged;
//   - nothing else has changed. What text does not tell, the mutable ranges of
//     identifiers with a scope and the ranges of scopes without identifiers, gives
//     a KindUnprinted only.
//
// Times are given to all openings, closings and mentions first, and then every
// pair of scopes is looked at for every reason to join them. It takes time that
// is quadratic in the number of scopes.
func VerifyMerge(before, after *hir.Function) []*Violation {
	v := verifiers.Get().(*Verifier)
	defer verifiers.Put(v)
	if !v.bothWellFormed(before, after) {
		return v.end()
	}
	c := scopeCheck{before: before, after: after}
	c.same()
	c.merge()
	return c.out
}

// never is a time after all others.
const never = 1<<62 - 1

// openScope is a scope and the times between which it is open.
type openScope struct {
	id       hir.ScopeID
	r        hir.Range
	met      int // the order of first mentions
	from, to int
}

func (c *scopeCheck) merge() {
	f := c.before
	ms := mentions(f)
	list := mentionedScopes(f, ms)
	open, times := openTimes(f, list, ms)
	set := make([]int, len(open)) // which scopes are joined
	for i := range set {
		set[i] = i
	}
	join := func(i, j int) {
		from, to := set[j], set[i]
		for k := range set {
			if set[k] == from {
				set[k] = to
			}
		}
	}
	at := make([]int, len(f.Env.Scopes))
	for i := range at {
		at[i] = -1
	}
	for i := range open {
		at[open[i].id] = i
	}
	for i, a := range open {
		for j, b := range open {
			if i == j {
				continue
			}
			overlap := a.from < b.from && b.from < a.to && a.to < b.to
			if overlap || a.r == b.r {
				join(i, j)
			}
		}
	}
	for k, m := range ms {
		i := -1
		if s := f.Env.Identifiers[m.id].Scope; s != hir.NoScope {
			i = at[s]
		}
		if i < 0 || m.captured && f.Env.Identifiers[m.id].Type == ":TPrimitive" {
			continue
		}
		a, now := open[i], times[k]
		if !a.r.Contains(m.instr) || !f.Env.MutableRange(m.id).Contains(m.instr) || now < a.from || a.to < now {
			continue
		}
		for j, b := range open {
			if a.from < b.from && b.from < now && now < b.to {
				join(i, j)
			}
		}
	}
	c.joined(ms, open, set, at)
}

// openTimes gives times to the openings and closings of scopes and to mentions.
//
// The instructions and terminals follow one another; each is reached, and then
// mentions things. When one is reached, the scopes with the least end that is
// due are closed, those that start latest first, and then the scopes with the
// least start that is due are opened, those that end latest first; scopes with
// another end or start wait for the next. A scope that would be closed before it
// is opened stays open.
func openTimes(f *hir.Function, list []hir.ScopeID, ms []mention) (open []openScope, times []int) {
	for i, s := range list {
		open = append(open, openScope{id: s, r: f.Env.Scopes[s].Range, met: i, from: never, to: never})
	}
	group := func(less func(a, b *openScope) int, id func(x *openScope) hir.InstructionID) [][]*openScope {
		var all []*openScope
		for i := range open {
			all = append(all, &open[i])
		}
		slices.SortFunc(all, less)
		var groups [][]*openScope
		for i, x := range all {
			if i == 0 || id(all[i-1]) != id(x) {
				groups = append(groups, nil)
			}
			groups[len(groups)-1] = append(groups[len(groups)-1], x)
		}
		return groups
	}
	startOf := func(x *openScope) hir.InstructionID { return x.r.Start }
	endOf := func(x *openScope) hir.InstructionID { return x.r.End }
	starts := group(func(a, b *openScope) int {
		return cmp.Or(cmp.Compare(a.r.Start, b.r.Start), cmp.Compare(b.r.End, a.r.End), cmp.Compare(a.met, b.met))
	}, startOf)
	ends := group(func(a, b *openScope) int {
		return cmp.Or(cmp.Compare(a.r.End, b.r.End), cmp.Compare(b.r.Start, a.r.Start), cmp.Compare(a.met, b.met))
	}, endOf)

	clock := 0
	tick := func() int { clock++; return clock }
	reach := func(id hir.InstructionID) {
		if len(ends) > 0 && endOf(ends[0][0]) <= id {
			for _, x := range ends[0] {
				if now := tick(); x.from < now {
					x.to = now
				}
			}
			ends = ends[1:]
		}
		if len(starts) > 0 && startOf(starts[0][0]) <= id {
			for _, x := range starts[0] {
				x.from = tick()
			}
			starts = starts[1:]
		}
	}
	times = make([]int, len(ms))
	k := 0
	for pos, b := range f.Blocks {
		for i := range len(b.Instrs) + 1 {
			if i < len(b.Instrs) {
				reach(b.Instrs[i].ID)
			} else {
				reach(b.Term.ID)
			}
			for now := tick(); k < len(ms) && ms[k].block == pos && ms[k].index == i; k++ {
				times[k] = now
			}
		}
	}
	return open, times
}

// joined compares what was joined with what should be.
func (c *scopeCheck) joined(ms []mention, open []openScope, set, at []int) {
	x, y := c.before.Env, c.after.Env
	hull := make([]hir.Range, len(open)) // by set
	for i, a := range open {
		h := &hull[set[i]]
		if *h == (hir.Range{}) {
			*h = a.r
		}
		h.Start, h.End = min(h.Start, a.r.Start), max(h.End, a.r.End)
	}
	now := make([]hir.ScopeID, len(open)) // by set: the scope that stands for it
	for i := range now {
		now[i] = hir.NoScope
	}
	mentioned := make([]bool, len(x.Identifiers))
	for _, m := range ms {
		if mentioned[m.id] || int(m.id) >= len(y.Identifiers) {
			continue
		}
		mentioned[m.id] = true
		was, is := x.Identifiers[m.id].Scope, y.Identifiers[m.id].Scope
		block := c.before.Blocks[m.block].ID
		if was == hir.NoScope || at[was] < 0 || is == hir.NoScope || int(is) >= len(at) || at[is] < 0 {
			if was != is {
				c.identifier(KindIdentifierChanged, c.after, block, m.instr, m.id, scopeText(was), scopeText(is))
			}
			continue
		}
		s := set[at[was]]
		switch {
		case set[at[is]] != s:
			c.identifier(KindScopesJoined, c.after, block, m.instr, m.id, scopeText(was)+" or a scope to be joined with it", scopeText(is))
		case now[s] == hir.NoScope:
			now[s] = is
		case now[s] != is:
			c.identifier(KindScopesApart, c.after, block, m.instr, m.id, scopeText(now[s])+", which "+scopeText(was)+" is to be joined with", scopeText(is))
		}
	}
	c.sameIdentifiers(ms, func(id hir.IdentifierID) hir.ScopeID {
		if mentioned[id] {
			return y.Identifiers[id].Scope
		}
		return x.Identifiers[id].Scope
	})
	for i, a := range open {
		if int(a.id) >= len(y.Scopes) {
			continue
		}
		want := a.r
		if now[set[i]] == a.id {
			want = hull[set[i]]
		}
		c.sameRange(a.id, want)
	}
	c.sameRanges(func(s hir.ScopeID) bool { return at[s] >= 0 })
	for i := range min(len(x.Identifiers), len(y.Identifiers)) {
		a, b := &x.Identifiers[i], &y.Identifiers[i]
		if a.RangeScope != b.RangeScope || a.Range != b.Range {
			c.identifier(KindUnprinted, c.after, hir.NoBlock, 0, hir.IdentifierID(i), "the mutable range as before", "another")
		}
	}
}
