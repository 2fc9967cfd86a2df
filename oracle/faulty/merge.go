package faulty

import (
	"cmp"
	"slices"

	"assay/hir"
)

const mergePass = "MergeOverlappingReactiveScopes"

// due is the scopes that start or end at an id.
type due struct {
	id   hir.InstructionID
	list []hir.ScopeID
}

type joiner struct {
	env          *hir.Env
	fault        scopeKind
	starts, ends []due // those still to come
	active       []hir.ScopeID
	// parent gives what a scope was joined to; it is missing for a root.
	parent map[hir.ScopeID]hir.ScopeID
}

func merge(f *hir.Function, fault scopeKind) (err error) {
	defer catch(&err)
	requireOrder(mergePass, f)
	j := &joiner{env: f.Env, fault: fault, parent: map[hir.ScopeID]hir.ScopeID{}}
	all := mentioned(f)
	rangeOf := func(s hir.ScopeID) hir.Range { return f.Env.Scopes[s].Range }
	j.starts = groups(all, func(s hir.ScopeID) hir.InstructionID { return rangeOf(s).Start }, func(s, t hir.ScopeID) int {
		if fault == shorterOpenedFirst {
			s, t = t, s
		}
		return cmp.Compare(rangeOf(t).End, rangeOf(s).End)
	})
	j.ends = groups(all, func(s hir.ScopeID) hir.InstructionID { return rangeOf(s).End }, func(s, t hir.ScopeID) int {
		if fault == outerClosedFirst {
			s, t = t, s
		}
		return cmp.Compare(rangeOf(t).Start, rangeOf(s).Start)
	})
	for _, b := range f.Blocks {
		for i := range b.Instrs {
			in := &b.Instrs[i]
			if in.Kind == hir.Elision {
				continue
			}
			j.reach(in.ID)
			for _, p := range in.Uses() {
				if in.Func == nil || fault != capturesNoMutation && f.Env.Ident(p.Identifier).Type != ":TPrimitive" {
					j.mutate(p.Identifier, in.ID)
				}
			}
			if fault != lvaluesNoMutation {
				in.Lvalues(func(p *hir.Place) bool { j.mutate(p.Identifier, in.ID); return true })
			}
		}
		j.reach(b.Term.ID)
		for _, p := range b.Term.Operands {
			j.mutate(p.Identifier, b.Term.ID)
		}
	}
	j.widen(all)
	j.move(f)
	return nil
}

// mentioned returns the scopes of f with a range that is not empty, in the
// order in which they are met.
func mentioned(f *hir.Function) []hir.ScopeID {
	var all []hir.ScopeID
	seen := map[hir.ScopeID]bool{}
	places(f, func(id hir.IdentifierID, _ bool) {
		s := f.Env.Ident(id).Scope
		if s == hir.NoScope || seen[s] {
			return
		}
		seen[s] = true
		if r := f.Env.Scopes[s].Range; r.Start != r.End {
			all = append(all, s)
		}
	})
	return all
}

// places calls visit for all that the instructions and terminals of f mention,
// each time for an lvalue or a use.
func places(f *hir.Function, visit func(id hir.IdentifierID, use bool)) {
	for _, b := range f.Blocks {
		for i := range b.Instrs {
			in := &b.Instrs[i]
			in.Lvalues(func(p *hir.Place) bool {
				if p.Identifier != hir.NoIdentifier {
					visit(p.Identifier, false)
				}
				return true
			})
			for _, p := range in.Uses() {
				visit(p.Identifier, true)
			}
		}
		for _, p := range b.Term.Operands {
			visit(p.Identifier, true)
		}
	}
}

// groups puts the scopes with the same id together, the groups by id, and the
// scopes in each in the given order.
func groups(all []hir.ScopeID, id func(hir.ScopeID) hir.InstructionID, order func(s, t hir.ScopeID) int) []due {
	at := map[hir.InstructionID][]hir.ScopeID{}
	for _, s := range all {
		at[id(s)] = append(at[id(s)], s)
	}
	var out []due
	for i, list := range at {
		slices.SortStableFunc(list, order)
		out = append(out, due{i, list})
	}
	slices.SortFunc(out, func(a, b due) int { return cmp.Compare(a.id, b.id) })
	return out
}

// reach closes the scopes with the least end that is due and opens those with
// the least start.
func (j *joiner) reach(id hir.InstructionID) {
	if j.fault == touchingJoined {
		j.startDue(id)
		j.endDue(id)
		return
	}
	j.endDue(id)
	j.startDue(id)
}

func (j *joiner) endDue(id hir.InstructionID) {
	if len(j.ends) == 0 || j.ends[0].id > id {
		return
	}
	list := j.ends[0].list
	j.ends = j.ends[1:]
	for _, s := range list {
		i := slices.Index(j.active, s)
		if i < 0 {
			continue
		}
		j.joinFrom(i)
		if j.fault == topClosed {
			i = len(j.active) - 1
		}
		j.active = slices.Delete(j.active, i, i+1)
		if j.fault == oneClosed {
			return
		}
	}
}

func (j *joiner) startDue(id hir.InstructionID) {
	if len(j.starts) == 0 || j.starts[0].id > id {
		return
	}
	list := j.starts[0].list
	j.starts = j.starts[1:]
	j.active = append(j.active, list...)
	for i := 1; i < len(list); i++ {
		if j.env.Scopes[list[i-1]].Range.End == j.env.Scopes[list[i]].Range.End {
			j.join(list[i-1 : i+1])
		}
	}
}

// mutate joins all scopes above that of an identifier with it.
func (j *joiner) mutate(id hir.IdentifierID, at hir.InstructionID) {
	if id == hir.NoIdentifier {
		return
	}
	s := j.env.Ident(id).Scope
	if s == hir.NoScope || !j.env.Scopes[s].Range.Contains(at) || !j.env.MutableRange(id).Contains(at) {
		return
	}
	if i := slices.Index(j.active, s); i >= 0 {
		if j.fault == joinedAboveOnly && i < len(j.active)-1 {
			i++
		}
		j.joinFrom(i)
	}
}

// joinFrom joins all that is active from the i-th scope on.
func (j *joiner) joinFrom(i int) {
	if j.fault == joinedWithNext {
		j.join(j.active[i:min(i+2, len(j.active))])
		return
	}
	j.join(j.active[i:])
}

func (j *joiner) root(s hir.ScopeID) hir.ScopeID {
	for {
		p, ok := j.parent[s]
		if !ok {
			return s
		}
		s = p
	}
}

// join joins scopes; the root of the first becomes that of all.
func (j *joiner) join(list []hir.ScopeID) {
	root := j.root(list[0])
	for _, s := range list[1:] {
		if r := j.root(s); r != root {
			j.parent[r] = root
		}
	}
}

// widen makes each root hold all that was joined to it.
func (j *joiner) widen(all []hir.ScopeID) {
	if j.fault == rangeOfLastJoined {
		last := map[hir.ScopeID]hir.ScopeID{}
		for _, s := range all {
			r := j.root(s)
			if l, ok := last[r]; r != s && (!ok || j.env.Scopes[l].Range.Start <= j.env.Scopes[s].Range.Start) {
				last[r] = s
			}
		}
		for _, s := range all {
			if l, ok := last[s]; ok {
				j.env.Scopes[s].Range.End = j.env.Scopes[l].Range.End
			}
		}
		return
	}
	for _, s := range all {
		if root := j.root(s); root != s {
			r, part := &j.env.Scopes[root].Range, j.env.Scopes[s].Range
			r.Start, r.End = min(r.Start, part.Start), max(r.End, part.End)
		}
	}
}

// move gives the identifiers of joined scopes the root.
func (j *joiner) move(f *hir.Function) {
	to := map[hir.ScopeID]hir.ScopeID{}
	for s := range j.parent {
		to[s] = j.root(s)
		if j.fault == movedOneStep {
			to[s] = j.parent[s]
		}
	}
	moved := map[hir.IdentifierID]bool{}
	places(f, func(id hir.IdentifierID, use bool) {
		if moved[id] || j.fault == readersMovedOnly && !use {
			return
		}
		ident := j.env.Ident(id)
		if r, ok := to[ident.Scope]; ok {
			ident.Scope = r
			moved[id] = true
		}
	})
}
