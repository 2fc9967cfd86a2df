package oracle

import (
	"slices"

	"assay/hir"
	"assay/ssa"
)

// Pass is a conversion under test.
type Pass struct {
	Name string
	// Run converts a function in place. A *hir.PassError of category Todo says
	// that the pass knows such input and refuses it.
	Run func(*hir.Function) error
	// Verify lists the violated invariants of the form the pass makes.
	Verify func(*hir.Function) []*Violation
	// Validate proves that after has the meaning of before on all paths, or says
	// why not. It is nil for a pass without a validator.
	Validate func(before, after *hir.Function) []*Violation
}

// SSAPasses returns the conversion to SSA form: EnterSSA, then
// EliminateRedundantPhis. The passes share scratch memory, so one set of them is
// for one goroutine.
func SSAPasses() []Pass {
	b := new(ssa.Builder)
	v := new(Verifier)
	return []Pass{
		{Name: "EnterSSA", Run: b.EnterSSA, Verify: v.SSA, Validate: v.Validate},
		{Name: "EliminateRedundantPhis", Run: b.EliminateRedundantPhis, Verify: v.SSA, Validate: v.Eliminate},
	}
}

// copyPass is PropagateCopies as a pass to check. Its result is not one that
// the validators of the other passes describe.
func copyPass() Pass {
	v := new(Verifier)
	return Pass{Name: "PropagateCopies", Run: PropagateCopies, Verify: func(f *hir.Function) []*Violation {
		// A phi may now merge versions of several declarations.
		return slices.DeleteFunc(v.SSA(f), func(x *Violation) bool { return x.Kind == KindPhiDeclaration || x.Kind == KindContextMissing })
	}}
}

// Snapshot is a function as a pass left it.
type Snapshot struct {
	// Pass is the pass's name, or "input".
	Pass string
	Func *hir.Function
}
