package scopes

import (
	"sort"

	"assay/hir"
)

// AlignOptions says how alignment departs from the React Compiler's. The zero
// value is the React Compiler's own way.
type AlignOptions struct {
	// WholeDoWhile widens a scope that lasts from the body of a do-while loop into
	// its test, or up to it, to the whole loop. The React Compiler leaves it as it
	// is, and then cannot compile the function: see "A defect" in the package
	// documentation.
	WholeDoWhile bool
}

// AlignReactiveScopesToBlockScopes is [Align] the React Compiler's way.
func AlignReactiveScopesToBlockScopes(f *hir.Function) error { return Align(f, AlignOptions{}) }

// Align widens the ranges of the scopes of f so that none starts or ends in the
// middle of a construct that it does not lie in whole: a scope that is live at
// a construct's terminal, or at its end, comes to hold the whole construct; a
// scope first mentioned in a value block comes to hold the whole value
// construct; and a scope that a break leaves over more than one construct comes
// to hold all of the construct that is left. A scope is live from its first
// mention, by an lvalue or operand, to its end.
//
// Preconditions: f is well formed (hir.Check), its ids do not decrease in block
// order, and no two terminals other than branches have the same fallthrough.
//
// Postconditions: no start has grown and no end has shrunk; nothing but ranges
// of scopes has changed. Nested functions are not entered. On an error f is
// unchanged. If no scope is mentioned before its start, which SSA form ensures
// for ranges that start at definitions, a second run changes nothing.
//
// Time is O(n + s log s) for n places and s scopes, however many are live at
// once.
func Align(f *hir.Function, opt AlignOptions) error {
	if err := checkOrder(passAlign, f); err != nil {
		return err
	}
	n := len(f.Blocks)
	tables := make([]int32, 3*n)
	a := aligner{
		f:      f,
		idents: f.Env.Identifiers,
		scopes: f.Env.Scopes,
		seen:   make([]bool, len(f.Env.Scopes)),
		node:   tables[:n],
		openAt: tables[n : 2*n],
	}
	if opt.WholeDoWhile {
		a.testOf = tables[2*n:]
	}
	for pos, b := range f.Blocks {
		if err := a.block(pos, b); err != nil {
			return err
		}
	}
	a.live.dropAll()
	for _, m := range a.live.members {
		a.scopes[m.scope].Range = m.final
	}
	return nil
}

// construct is a construct that has been entered and not yet left.
type construct struct {
	fallthroughPos int32
	start          hir.InstructionID
}

type aligner struct {
	f      *hir.Function
	idents []hir.Identifier
	scopes []hir.Scope
	// seen tells the scopes that have been live. A scope is live only once: it
	// stops to be when its end is passed, and then it is active nowhere.
	seen []bool
	live liveScopes

	// open is the stack of constructs whose fallthrough is still to come. openAt
	// gives, for a block position, one more than the least index in open of a
	// construct with that fallthrough, or 0.
	open   []construct
	openAt []int32

	// node gives, for the position of a block in a value construct, one more
	// than the index in valueRanges of the range of the outermost such construct.
	node        []int32
	valueRanges []hir.Range

	// testOf gives, for the position of the test of a do-while, one more than the
	// position of the block whose terminal is the loop. It is nil if such tests
	// are nothing special.
	testOf []int32
}

func (a *aligner) block(pos int, b *hir.Block) error {
	first := b.FirstID()
	if a.testOf != nil && a.testOf[pos] > 0 {
		loop := &a.f.Blocks[a.testOf[pos]-1].Term
		a.live.dropUntil(first - 1)
		a.live.lowerStarts(loop.ID)
		a.live.raiseEnds(a.f.Block(loop.Fallthrough).FirstID())
	}
	a.live.dropUntil(first)
	if top := len(a.open) - 1; top >= 0 && int(a.open[top].fallthroughPos) == pos {
		a.live.lowerStarts(a.open[top].start)
		if a.openAt[pos] == int32(top)+1 {
			a.openAt[pos] = 0
		}
		a.open = a.open[:top]
	}

	node := a.node[pos]
	for i := range b.Instrs {
		in := &b.Instrs[i]
		for p := range in.Lvalues {
			a.place(p.Identifier, in.ID, node)
		}
		uses := in.Uses()
		for j := range uses {
			a.place(uses[j].Identifier, in.ID, node)
		}
	}
	t := &b.Term
	for j := range t.Operands {
		a.place(t.Operands[j].Identifier, t.ID, node)
	}

	if a.testOf != nil && t.Kind == hir.DoWhile {
		a.testOf[a.f.BlockPos(t.Targets[hir.DoWhileTest])] = int32(pos) + 1
	}
	switch {
	case t.Fallthrough != hir.NoBlock && t.Kind != hir.Branch:
		ft := a.f.BlockPos(t.Fallthrough)
		a.live.dropUntil(t.ID)
		a.live.raiseEnds(a.f.Blocks[ft].FirstID())
		if a.node[ft] != 0 {
			return a.fail(b, "Expect hir blocks to have unique fallthroughs")
		}
		a.open = append(a.open, construct{int32(ft), t.ID})
		if a.openAt[ft] == 0 {
			a.openAt[ft] = int32(len(a.open))
		}
		a.node[ft] = node
	case t.Kind == hir.Goto:
		target := a.f.BlockPos(t.Targets[0])
		if i := int(a.openAt[target]) - 1; i >= 0 && i != len(a.open)-1 {
			a.live.dropUntil(t.ID)
			a.live.lowerStarts(a.open[i].start)
			a.live.raiseEnds(a.f.Blocks[target].FirstID())
		}
	}

	for id := range t.AllTargets {
		target := a.f.BlockPos(id)
		if a.node[target] != 0 || a.f.Blocks[target].Kind.IsStatement() {
			continue
		}
		if node == 0 {
			if t.Fallthrough == hir.NoBlock {
				return a.fail(b, "Expected a fallthrough for value block")
			}
			a.valueRanges = append(a.valueRanges, hir.Range{Start: t.ID, End: a.f.Block(t.Fallthrough).FirstID()})
			a.node[target] = int32(len(a.valueRanges))
			continue
		}
		// A ternary, logical or optional in a value construct begins a node of its
		// own, but the node has the range of the outermost construct too.
		a.node[target] = node
	}
	return nil
}

// place makes the scope of an identifier that is mentioned at id live.
func (a *aligner) place(ident hir.IdentifierID, id hir.InstructionID, node int32) {
	if ident == hir.NoIdentifier {
		return // an lvalue that an abridged listing leaves out
	}
	s := a.idents[ident].Scope
	if s == hir.NoScope || a.seen[s] {
		return
	}
	r := a.scopes[s].Range
	if !r.Contains(id) {
		return
	}
	a.seen[s] = true
	if node != 0 {
		v := a.valueRanges[node-1]
		r.Start, r.End = min(r.Start, v.Start), max(r.End, v.End)
	}
	a.live.add(s, r)
}

func (a *aligner) fail(b *hir.Block, reason string) error {
	return &hir.PassError{
		Pass: passAlign, Category: hir.CategoryInvariant, Reason: reason,
		Function: a.f.Name(), Block: b.ID, Instr: b.Term.ID,
	}
}

// liveScopes is the set of live scopes. It can widen all of them at once in
// logarithmic amortized time.
//
// Scopes with the same end form a group, and the groups a heap with the least
// end on top; to raise all ends to v is to join the groups below v. Starts are
// never looked at while a scope is live, so to lower them all to v is only
// noted, and worked out for each scope when it leaves the set.
type liveScopes struct {
	members []member // all that were ever live, in the order of their entry
	groups  []group  // a heap by end
	lowered []lowering
}

type member struct {
	scope hir.ScopeID
	// final is the range: from the start at entry on, and complete once the
	// scope has left.
	final hir.Range
	next  int32 // the next member of the group, or -1
}

type group struct {
	end         hir.InstructionID
	first, last int32 // members
}

// lowering says that the scopes among the first entered members were lowered to
// start. Both fields increase along the list: an older entry with a greater or
// equal start tells nothing more and is gone.
type lowering struct {
	entered int32
	start   hir.InstructionID
}

func (l *liveScopes) add(s hir.ScopeID, r hir.Range) {
	i := int32(len(l.members))
	l.members = append(l.members, member{scope: s, final: r, next: -1})
	l.push(group{r.End, i, i})
}

// dropUntil takes the scopes out whose end is not greater than id.
func (l *liveScopes) dropUntil(id hir.InstructionID) {
	for len(l.groups) > 0 && l.groups[0].end <= id {
		l.drop(l.pop())
	}
}

func (l *liveScopes) dropAll() {
	for _, g := range l.groups {
		l.drop(g)
	}
	l.groups = l.groups[:0]
}

func (l *liveScopes) drop(g group) {
	for i := g.first; i >= 0; {
		m := &l.members[i]
		m.final.End = g.end
		k := sort.Search(len(l.lowered), func(k int) bool { return l.lowered[k].entered > i })
		if k < len(l.lowered) {
			m.final.Start = min(m.final.Start, l.lowered[k].start)
		}
		i = m.next
	}
}

// lowerStarts lowers the start of every live scope to at most start.
func (l *liveScopes) lowerStarts(start hir.InstructionID) {
	if len(l.groups) == 0 {
		return
	}
	for n := len(l.lowered); n > 0 && l.lowered[n-1].start >= start; n-- {
		l.lowered = l.lowered[:n-1]
	}
	l.lowered = append(l.lowered, lowering{int32(len(l.members)), start})
}

// raiseEnds raises the end of every live scope to at least end.
func (l *liveScopes) raiseEnds(end hir.InstructionID) {
	if len(l.groups) == 0 || l.groups[0].end >= end {
		return
	}
	g := l.pop()
	g.end = end
	for len(l.groups) > 0 && l.groups[0].end <= end {
		o := l.pop()
		l.members[g.last].next = o.first
		g.last = o.last
	}
	l.push(g)
}

func (l *liveScopes) push(g group) {
	i := len(l.groups)
	l.groups = append(l.groups, g)
	for i > 0 {
		up := (i - 1) / 2
		if l.groups[up].end <= g.end {
			break
		}
		l.groups[i] = l.groups[up]
		i = up
	}
	l.groups[i] = g
}

func (l *liveScopes) pop() group {
	top := l.groups[0]
	n := len(l.groups) - 1
	g := l.groups[n]
	l.groups = l.groups[:n]
	i := 0
	for {
		c := 2*i + 1
		if c >= n {
			break
		}
		if c+1 < n && l.groups[c+1].end < l.groups[c].end {
			c++
		}
		if l.groups[c].end >= g.end {
			break
		}
		l.groups[i] = l.groups[c]
		i = c
	}
	if n > 0 {
		l.groups[i] = g
	}
	return top
}
