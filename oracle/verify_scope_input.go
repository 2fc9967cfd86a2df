package oracle

import (
	"slices"
	"strings"

	"assay/hir"
)

// VerifyScopeInput lists what keeps the scopes of f from being made terminals in
// a way that all invariants of [VerifyScopes] hold:
//
//   - f is not in SSA form, or its blocks are not in order ([VerifySSA]; of nested
//     functions nothing is said);
//   - f has scope terminals already;
//   - the range of a mentioned scope is empty, is not one of f's ids, or holds no
//     instruction or terminal;
//   - scopes and constructs do not form a tree. This is stricter than
//     scopes.AssertValidBlockNesting. A scope that starts within a construct must
//     end before the construct's fallthrough starts, since the cut at its end comes
//     after that start; and a scope that starts at a construct's terminal must hold
//     the construct, since the cut at its start comes before the terminal;
//   - a scope lasts from the body of a do-while into the test, where the React
//     Compiler has a defect;
//   - an edge leads into the middle of a scope or to its end from outside, or from
//     within the scope to its start, so that control would be in a scope that it
//     never entered, or twice;
//   - a branch in a scope has no fallthrough, so that nothing says what stands
//     together;
//   - an edge leaves a scope other than to its end, and belongs to no construct
//     around it.
//
// Scopes that inference made satisfy this once they are aligned and merged, but
// for do-while loops. It returns nil if there is nothing, and takes time that is
// quadratic in the number of scopes and linear in the number of instructions.
func VerifyScopeInput(f *hir.Function) []*Violation {
	v := verifiers.Get().(*Verifier)
	defer verifiers.Put(v)
	v.out = nil
	if !v.wellFormed(f) {
		return v.end()
	}
	c := scopeCheck{before: f, after: f}
	for _, x := range v.SSA(f) {
		if !strings.Contains(x.Function, "/") {
			c.out = append(c.out, x)
		}
	}
	c.input()
	return c.out
}

func (c *scopeCheck) input() {
	f := c.before
	last, ok := hir.InstructionID(0), true
	for _, x := range c.out {
		ok = ok && x.Kind != KindInstructionOrder // else what follows means nothing
	}
	for _, b := range f.Blocks {
		last = max(last, b.Term.ID)
		if b.Term.Kind == hir.ScopeTerm || b.Term.Kind == hir.PrunedScope {
			c.report(KindScopeAdded, f, b.ID, b.Term.ID, "no scope terminal", "one of "+scopeText(b.Term.Scope))
			ok = false
		}
	}
	ms := mentions(f)
	scopes := mentionedScopes(f, ms)
	for _, s := range scopes {
		ok = c.inputRange(s, last) && ok
	}
	if !ok {
		return
	}
	list := intervals(f, scopes)
	for i := range list {
		for _, x := range list[i+1:] {
			c.inputNesting(list[i], x)
		}
	}
	for _, s := range scopes {
		c.inputEdges(s)
	}
}

// inputRange checks the range of one scope.
func (c *scopeCheck) inputRange(s hir.ScopeID, last hir.InstructionID) bool {
	f := c.before
	r := f.Env.Scopes[s].Range
	bad := func(expected string) bool {
		c.report(KindScopeRange, f, hir.NoBlock, r.Start, expected, scopeText(s)+" with "+rangeText(r))
		return false
	}
	if r.Start < 1 || r.End <= r.Start || r.End > last {
		return bad("a range in [1:" + itoa(int(last)) + "]")
	}
	for _, b := range f.Blocks {
		if r.Contains(b.Term.ID) {
			return true
		}
		for i := range b.Instrs {
			if r.Contains(b.Instrs[i].ID) {
				return true
			}
		}
	}
	return bad("a range with an instruction")
}

// inputNesting checks two intervals, at least one of which is to be a scope.
func (c *scopeCheck) inputNesting(a, b interval) {
	f := c.before
	if crosses(a.r, b.r) {
		c.report(KindScopeNesting, f, hir.NoBlock, max(a.r.Start, b.r.Start), a.String()+" and "+b.String()+" in each other or apart", "both in part")
		return
	}
	if a.scope == hir.NoScope || b.scope != hir.NoScope {
		return
	}
	t := &b.block.Term
	switch {
	case b.r.Start < a.r.Start && a.r.End == b.r.End:
		c.report(KindScopeNesting, f, hir.NoBlock, a.r.Start, a.String()+" to end before "+b.String(), "it to end with it")
	case b.r.Start == a.r.Start && a.r.End < b.r.End:
		c.report(KindScopeNesting, f, hir.NoBlock, a.r.Start, a.String()+" to hold "+b.String(), "its start only")
	}
	if t.Kind == hir.DoWhile {
		test := f.Block(t.Targets[hir.DoWhileTest]).FirstID()
		if b.r.Start < a.r.Start && a.r.Start < test && test <= a.r.End && a.r.End < b.r.End {
			c.report(KindScopeLoopTest, f, b.block.ID, a.r.Start, a.String()+" to end before the test at "+itoa(int(test)), "it to end later, but before the loop")
		}
	}
}

// inputEdges checks the edges that lead into one scope and out of it.
func (c *scopeCheck) inputEdges(s hir.ScopeID) {
	f := c.before
	r := f.Env.Scopes[s].Range
	for _, b := range f.Blocks {
		t := &b.Term
		if len(t.Targets) > 1 && t.Kind.HasFallthrough() && t.Fallthrough == hir.NoBlock && r.Contains(t.ID) {
			c.report(KindScopeExit, f, b.ID, t.ID, "a fallthrough, since it is in "+scopeText(s)+" "+rangeText(r), "none")
		}
		for i, id := range t.Successors() {
			first := f.Block(id).FirstID()
			inside := r.Contains(t.ID)
			switch {
			case r.Start < first && first < r.End && !inside:
				kind := KindScopeEntry
				if t.Kind == hir.MaybeThrow && i == hir.ThrowHandlerTarget {
					kind = KindScopeHandler
				}
				c.report(kind, f, b.ID, t.ID, "no edge from outside into "+scopeText(s)+" "+rangeText(r), "one to "+id.String())
			case first == r.Start && inside:
				c.report(KindScopeEntry, f, b.ID, t.ID, "no edge from within "+scopeText(s)+" "+rangeText(r)+" to its start", "one to "+id.String())
			case first == r.End && !inside:
				c.report(KindScopeEntry, f, b.ID, t.ID, "no edge from outside to the end of "+scopeText(s)+" "+rangeText(r), "one to "+id.String())
			case inside && !r.Contains(first) && first != r.End && !exitsConstruct(f, b, id):
				c.report(KindScopeExit, f, b.ID, t.ID, "edges from within "+scopeText(s)+" "+rangeText(r)+" to its end, or to where control leaves or repeats a construct around it", "one to "+id.String())
			}
		}
	}
}

// exitsConstruct reports whether an edge from b to a block is one by which control leaves
// a construct that b is in, repeats it, or goes to its handler.
func exitsConstruct(f *hir.Function, b *hir.Block, to hir.BlockID) bool {
	for _, x := range f.Blocks {
		t := &x.Term
		if t.Fallthrough == hir.NoBlock || t.Kind == hir.Branch || b.Term.ID < t.ID || f.Block(t.Fallthrough).FirstID() <= b.Term.ID {
			continue
		}
		if to == t.Fallthrough || (t.Kind.IsLoop() || t.Kind == hir.Try) && slices.Contains(t.Targets, to) {
			return true
		}
	}
	return false
}
