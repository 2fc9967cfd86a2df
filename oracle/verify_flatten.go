package oracle

import (
	"slices"

	"assay/hir"
)

// VerifyFlatten lists what is wrong with after, which is to be before with the
// scope terminals inside of loops turned into pruned-scope terminals
// (scopes.FlattenReactiveLoops): exactly those are, and nothing else has changed. A
// block is inside a loop if it stands after the block of the loop's terminal and
// before the loop's fallthrough.
//
// It takes time that is the product of the numbers of blocks and loops.
func VerifyFlatten(before, after *hir.Function) []*Violation {
	v := verifiers.Get().(*Verifier)
	defer verifiers.Put(v)
	if !v.bothWellFormed(before, after) {
		return v.end()
	}
	want := before.Clone()
	for i, loop := range before.Blocks {
		if !loop.Term.Kind.IsLoop() {
			continue
		}
		end := before.BlockPos(loop.Term.Fallthrough)
		for k := i + 1; k < end; k++ {
			if t := &want.Blocks[k].Term; t.Kind == hir.ScopeTerm {
				t.Kind = hir.PrunedScope
			}
		}
	}
	c := scopeCheck{before: want, after: after}
	c.same()
	c.sameIdentifiers(nil, func(id hir.IdentifierID) hir.ScopeID { return before.Env.Identifiers[id].Scope })
	c.sameRanges(func(hir.ScopeID) bool { return false })
	return slices.Clip(c.out)
}
