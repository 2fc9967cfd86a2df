package oracle

import (
	"assay/hir"
	"assay/scopes"
)

// VerifyAlign lists what is wrong with after, which is to be before aligned
// (scopes.Align with the same options):
//
//   - ranges only grow;
//   - the range of each scope is the least one that the rules demand;
//   - nothing else has changed.
//
// The rules are not carried out block by block, as the pass does, but each is
// tried on each scope until nothing changes. They are, for a scope from its first
// mention in its range on, as long as its range lasts:
//
//   - first mentioned in a value construct, it holds the outermost one;
//   - at a terminal with a fallthrough that is no branch, it reaches to the first
//     id of the fallthrough;
//   - at the fallthrough of the innermost open construct, it reaches back to the
//     construct's terminal;
//   - at a goto to the fallthrough of an open construct that is not the innermost,
//     it holds that construct;
//   - with the option, at the test of a do-while, it holds the loop.
//
// It takes time that is the product of the numbers of scopes and blocks.
func VerifyAlign(before, after *hir.Function, opt scopes.AlignOptions) []*Violation {
	v := verifiers.Get().(*Verifier)
	defer verifiers.Put(v)
	if !v.bothWellFormed(before, after) {
		return v.end()
	}
	c := scopeCheck{before: before, after: after}
	c.same()
	c.sameIdentifiers(nil, func(id hir.IdentifierID) hir.ScopeID { return before.Env.Identifiers[id].Scope })
	rules := alignRules(before, opt)
	first := firstMentions(before)
	c.sameRanges(func(s hir.ScopeID) bool { return first[s].block >= 0 })
	for s := range min(len(before.Env.Scopes), len(after.Env.Scopes)) {
		m := first[s]
		if m.block < 0 {
			continue
		}
		was, is := before.Env.Scopes[s].Range, after.Env.Scopes[s].Range
		if is.Start > was.Start || is.End < was.End {
			c.report(KindScopeShrunk, after, before.Blocks[m.block].ID, m.instr, scopeText(hir.ScopeID(s))+" to hold "+rangeText(was), rangeText(is))
		}
		if want := rules.least(was, m.block); want != is {
			c.report(KindScopeAlignment, after, before.Blocks[m.block].ID, m.instr, scopeText(hir.ScopeID(s))+" with "+rangeText(want), rangeText(is))
		}
	}
	return c.out
}

// firstMentions gives for each scope its first mention at an id in its range. The
// block of a scope without one is -1.
func firstMentions(f *hir.Function) []mention {
	first := make([]mention, len(f.Env.Scopes))
	for s := range first {
		first[s].block = -1
	}
	for _, m := range mentions(f) {
		s := f.Env.Identifiers[m.id].Scope
		if s != hir.NoScope && first[s].block < 0 && f.Env.Scopes[s].Range.Contains(m.instr) {
			first[s] = m
		}
	}
	return first
}

// alignRule says: a scope that is mentioned before this place, and lasts beyond
// the id at, holds widen.
type alignRule struct {
	block int // the rule is for scopes mentioned in blocks before this one
	at    hir.InstructionID
	widen hir.Range
}

type alignRuleSet struct {
	rules []alignRule
	value []hir.Range // by block: the value construct around it, or 0:0
}

// least returns the least range that satisfies the rules for a scope with the
// given range that is first mentioned in the given block.
func (s *alignRuleSet) least(r hir.Range, block int) hir.Range {
	widen := func(w hir.Range) { r.Start, r.End = min(r.Start, w.Start), max(r.End, w.End) }
	if v := s.value[block]; v != (hir.Range{}) {
		widen(v)
	}
	for {
		was := r
		for _, rule := range s.rules {
			if block < rule.block && r.End > rule.at {
				widen(rule.widen)
			}
		}
		if r == was {
			return r
		}
	}
}

func alignRules(f *hir.Function, opt scopes.AlignOptions) *alignRuleSet {
	s := &alignRuleSet{value: make([]hir.Range, len(f.Blocks))}
	type construct struct {
		after hir.BlockID
		r     hir.Range
	}
	var open []construct
	loops := map[hir.BlockID]hir.Range{} // by test: do-whiles
	const never = hir.InstructionID(1<<31 - 1)
	backTo := func(id hir.InstructionID) hir.Range { return hir.Range{Start: id} }
	reachTo := func(id hir.InstructionID) hir.Range { return hir.Range{Start: never, End: id} }
	for pos, b := range f.Blocks {
		t := &b.Term
		rule := func(block int, at hir.InstructionID, widen hir.Range) {
			s.rules = append(s.rules, alignRule{block, at, widen})
		}
		if loop, ok := loops[b.ID]; ok && opt.WholeDoWhile {
			rule(pos, b.FirstID()-1, loop)
		}
		if n := len(open); n > 0 && open[n-1].after == b.ID {
			rule(pos, b.FirstID(), backTo(open[n-1].r.Start))
			open = open[:n-1]
		}
		r := hir.Range{Start: t.ID}
		if t.Fallthrough != hir.NoBlock {
			r.End = f.Block(t.Fallthrough).FirstID()
		}
		switch {
		case t.Fallthrough != hir.NoBlock && t.Kind != hir.Branch:
			rule(pos+1, t.ID, reachTo(r.End))
			open = append(open, construct{t.Fallthrough, r})
			s.value[f.BlockPos(t.Fallthrough)] = s.value[pos]
			if t.Kind == hir.DoWhile {
				loops[t.Targets[hir.DoWhileTest]] = r
			}
		case t.Kind == hir.Goto:
			for i, x := range open {
				if x.after == t.Targets[0] {
					if i < len(open)-1 {
						rule(pos+1, t.ID, x.r)
					}
					break
				}
			}
		}
		for id := range t.AllTargets {
			target := f.BlockPos(id)
			if s.value[target] != (hir.Range{}) || f.Blocks[target].Kind.IsStatement() {
				continue
			}
			if s.value[target] = s.value[pos]; s.value[pos] == (hir.Range{}) {
				s.value[target] = r
			}
		}
	}
	return s
}
