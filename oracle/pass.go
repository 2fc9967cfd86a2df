package oracle

import (
	"slices"

	"assay/hir"
	"assay/scopes"
	"assay/ssa"
)

// Pass is a conversion under test.
type Pass struct {
	Name string
	// Run converts a function in place. A *hir.PassError of category Todo says
	// that the pass knows such input and refuses it.
	Run func(*hir.Function) error
	// Accepts lists what keeps a function from being one that the pass promises
	// anything for. Of one that it does not accept it is only asked that the pass
	// ends without a panic. Nil accepts everything.
	Accepts func(*hir.Function) []*Violation
	// Verify lists the violated invariants of the form the pass makes. It may be nil
	// if VerifyStep is not.
	Verify func(*hir.Function) []*Violation
	// VerifyStep lists the violated invariants that speak of the function before
	// the pass and after it. It may be nil.
	VerifyStep func(before, after *hir.Function) []*Violation
	// Opens says that the pass makes scope terminals. From then on a run is watched
	// for which scopes are open.
	Opens bool
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

// The names of the passes over scopes.
const (
	passAlign   = "AlignReactiveScopesToBlockScopes"
	passMerge   = "MergeOverlappingReactiveScopes"
	passBuild   = "BuildReactiveScopeTerminals"
	passFlatten = "FlattenReactiveLoops"
)

// ScopePasses returns the passes over scopes, from the one that a function in the
// given stage goes through next: alignment, with the given options, merging, the
// building of scope terminals, and the flattening of those in loops.
func ScopePasses(from Stage, opt scopes.AlignOptions) []Pass {
	var ps []Pass
	if from <= StageAlign {
		ps = append(ps, Pass{
			Name: passAlign, Run: func(f *hir.Function) error { return scopes.Align(f, opt) },
			VerifyStep: func(before, after *hir.Function) []*Violation { return VerifyAlign(before, after, opt) },
		})
	}
	if from <= StageMerge {
		ps = append(ps, Pass{Name: passMerge, Run: scopes.MergeOverlappingReactiveScopes, VerifyStep: VerifyMerge})
	}
	return append(ps,
		Pass{
			Name: passBuild, Run: scopes.BuildReactiveScopeTerminals, Accepts: VerifyScopeInput, Opens: true,
			VerifyStep: VerifyScopes, Validate: ValidateScopes,
		},
		Pass{Name: passFlatten, Run: scopes.FlattenReactiveLoops, VerifyStep: VerifyFlatten},
	)
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
