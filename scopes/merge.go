package scopes

import (
	"cmp"
	"slices"

	"assay/hir"
)

// typePrimitive is the type text of an identifier that holds a primitive.
const typePrimitive = ":TPrimitive"

// MergeOverlappingReactiveScopes joins scopes that cannot be nested: those whose
// ranges overlap without one holding the other, those with the same range, and
// those between the top of the stack of open scopes and an outer scope that an
// instruction mutates. The range of a joined scope holds the ranges of all its
// parts, and identifiers move to it.
//
// The rules are those of the React Compiler, whose exact difference from joining
// all overlapping pairs the package documentation gives.
//
// Preconditions: f is well formed (hir.Check) and its ids do not decrease in
// block order.
//
// Postconditions: ranges have only grown; identifiers mentioned in f belong to
// the scope that theirs was joined to, and their mutable range is still that of
// their former scope; nothing else has changed. Nested functions are not
// entered. On an error f is unchanged.
//
// Time is O(n + s log s) for n places and s scopes, however many are open at
// once.
func MergeOverlappingReactiveScopes(f *hir.Function) error {
	if err := checkOrder(passMerge, f); err != nil {
		return err
	}
	env := f.Env
	starts := scopesOf(f)
	if len(starts) < 2 {
		return nil
	}
	ends := slices.Clone(starts)
	// Both orders are stable, so that equal ranges stay as first met.
	slices.SortStableFunc(starts, func(s, t hir.ScopeID) int {
		a, b := env.Scopes[s].Range, env.Scopes[t].Range
		return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(b.End, a.End))
	})
	slices.SortStableFunc(ends, func(s, t hir.ScopeID) int {
		a, b := env.Scopes[s].Range, env.Scopes[t].Range
		return cmp.Or(cmp.Compare(a.End, b.End), cmp.Compare(b.Start, a.Start))
	})
	m := merger{env: env, starts: starts, ends: ends, stack: newScopeStack(len(env.Scopes))}
	for _, b := range f.Blocks {
		for i := range b.Instrs {
			in := &b.Instrs[i]
			if in.Kind == hir.Elision {
				continue
			}
			m.reach(in.ID)
			for _, p := range in.Uses() {
				if in.Func != nil && env.Identifiers[p.Identifier].Type == typePrimitive {
					continue
				}
				m.place(p.Identifier, in.ID)
			}
			for p := range in.Lvalues {
				m.place(p.Identifier, in.ID)
			}
		}
		m.reach(b.Term.ID)
		for _, p := range b.Term.Operands {
			m.place(p.Identifier, b.Term.ID)
		}
	}
	if !m.stack.joined {
		return nil
	}
	for _, s := range starts {
		root := m.stack.find(s)
		if root == s {
			continue
		}
		r, t := &env.Scopes[root].Range, env.Scopes[s].Range
		r.Start, r.End = min(r.Start, t.Start), max(r.End, t.End)
	}
	m.moveIdentifiers(f)
	return nil
}

type merger struct {
	env *hir.Env
	// starts and ends are the scopes still to be opened and still to be closed,
	// in the order in which that happens.
	starts, ends []hir.ScopeID
	stack        scopeStack
}

// reach closes and opens the scopes that are due at id: of those that are to be
// closed only the ones with the least end, and of those that are to be opened
// only the ones with the least start. If ids have gaps, others that are due wait
// for a later id; that is the React Compiler's rule.
func (m *merger) reach(id hir.InstructionID) {
	scopes := m.env.Scopes
	if len(m.ends) > 0 {
		if end := scopes[m.ends[0]].Range.End; end <= id {
			for len(m.ends) > 0 && scopes[m.ends[0]].Range.End == end {
				m.stack.close(m.ends[0])
				m.ends = m.ends[1:]
			}
		}
	}
	if len(m.starts) > 0 {
		if r := scopes[m.starts[0]].Range; r.Start <= id {
			start := r.Start
			before := hir.NoScope
			for len(m.starts) > 0 && scopes[m.starts[0]].Range.Start == start {
				s := m.starts[0]
				m.starts = m.starts[1:]
				m.stack.push(s)
				if before != hir.NoScope && scopes[before].Range == scopes[s].Range {
					m.stack.joinAbove(before)
				}
				before = s
			}
		}
	}
}

// place joins the scopes above that of an identifier, if the mention at id may
// mutate it.
func (m *merger) place(ident hir.IdentifierID, id hir.InstructionID) {
	if ident == hir.NoIdentifier {
		return
	}
	s := m.env.Identifiers[ident].Scope
	if s == hir.NoScope || !m.env.Scopes[s].Range.Contains(id) || !m.env.MutableRange(ident).Contains(id) {
		return
	}
	if m.stack.in[s] {
		m.stack.joinAbove(s)
	}
}

// moveIdentifiers gives every identifier mentioned in f the scope that its own
// was joined to. An identifier met again is already at its root.
func (m *merger) moveIdentifiers(f *hir.Function) {
	move := func(ident hir.IdentifierID) {
		if ident == hir.NoIdentifier {
			return
		}
		i := &m.env.Identifiers[ident]
		if i.Scope != hir.NoScope {
			i.Scope = m.stack.find(i.Scope)
		}
	}
	for _, b := range f.Blocks {
		for i := range b.Instrs {
			in := &b.Instrs[i]
			for p := range in.Lvalues {
				move(p.Identifier)
			}
			for _, p := range in.Uses() {
				move(p.Identifier)
			}
		}
		for _, p := range b.Term.Operands {
			move(p.Identifier)
		}
	}
}

// scopeStack is the stack of open scopes together with the disjoint sets of
// joined ones.
//
// Scopes are only ever joined from one of them up to the top, and a scope that
// is closed is first joined with those above it, so the members of one set that
// are on the stack always stand next to each other. The stack therefore is kept
// as a list of sets: joining all above a scope pops sets, each of which was
// pushed once.
type scopeStack struct {
	in     []bool // by scope: on the stack
	joined bool   // two scopes have been joined

	// parent is the disjoint set forest. A set's root is the scope that the others
	// were joined to, so trees are not balanced; path halving alone keeps finds
	// logarithmic on average.
	parent []hir.ScopeID

	// By root of a set: how many of it are on the stack, and the root of the set
	// below.
	count []int32
	below []hir.ScopeID
	top   hir.ScopeID
}

func newScopeStack(n int) scopeStack {
	ids := make([]hir.ScopeID, 2*n)
	s := scopeStack{
		in:     make([]bool, n),
		count:  make([]int32, n),
		parent: ids[:n:n],
		below:  ids[n:],
		top:    hir.NoScope,
	}
	for i := range s.parent {
		s.parent[i] = hir.ScopeID(i)
	}
	return s
}

func (s *scopeStack) find(x hir.ScopeID) hir.ScopeID {
	for s.parent[x] != x {
		s.parent[x] = s.parent[s.parent[x]]
		x = s.parent[x]
	}
	return x
}

func (s *scopeStack) push(x hir.ScopeID) {
	s.in[x] = true
	s.count[x] = 1
	s.below[x] = s.top
	s.top = x
}

// joinAbove joins x, which is on the stack, with all scopes above it.
func (s *scopeStack) joinAbove(x hir.ScopeID) {
	root := s.find(x)
	for s.top != root {
		t := s.top
		s.top = s.below[t]
		s.parent[t] = root
		s.count[root] += s.count[t]
		s.joined = true
	}
}

// close takes x off the stack, if it is there, joining it first with all above.
func (s *scopeStack) close(x hir.ScopeID) {
	if !s.in[x] {
		return
	}
	s.joinAbove(x)
	s.in[x] = false
	s.count[s.top]--
	if s.count[s.top] == 0 {
		s.top = s.below[s.top]
	}
}
