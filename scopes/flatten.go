package scopes

import "assay/hir"

// FlattenReactiveLoops turns scope terminals inside of loops into pruned-scope
// terminals: a loop's body runs more than once, and a scope has one place to
// memoize in. A block is inside a loop if it stands after the block whose
// terminal begins the loop and before the loop's fallthrough.
//
// Precondition: f is well formed (hir.Check), its blocks in reverse postorder.
// Postcondition: only kinds of scope terminals have changed. Nested functions
// are not entered. The error is always nil. Time is linear.
func FlattenReactiveLoops(f *hir.Function) error {
	open := 0
	until := make([]int32, len(f.Blocks)) // by position: open loops that end there
	for _, b := range f.Blocks {
		pos := f.BlockPos(b.ID)
		open -= int(until[pos])
		until[pos] = 0
		switch t := &b.Term; {
		case t.Kind.IsLoop():
			until[f.BlockPos(t.Fallthrough)]++
			open++
		case t.Kind == hir.ScopeTerm && open > 0:
			t.Kind = hir.PrunedScope
		}
	}
	return nil
}
