package scopes_test

import (
	"fmt"
	"log"

	"assay/hir"
	"assay/scopes"
)

// The scope of an array that is filled in one branch.
func Example() {
	f, err := hir.ReadFunction("f.hir", []byte(`bb0 (block):
  [1] $1_@0[1:4] = Array []
  [2] If ($0) then:bb1 else:bb2 fallthrough=bb2
bb1 (block):
  predecessor blocks: bb0
  [3] $2_@0[1:4] = Call $3($1_@0[1:4])
  [4] Goto bb2
bb2 (block):
  predecessor blocks: bb1 bb0
  [5] Return Explicit $1_@0[1:4]
`), hir.ReadOptions{})
	if err != nil {
		log.Fatal(err)
	}
	for _, pass := range []func(*hir.Function) error{
		scopes.AlignReactiveScopesToBlockScopes,
		scopes.MergeOverlappingReactiveScopes,
		scopes.AssertValidBlockNesting,
		scopes.BuildReactiveScopeTerminals,
		scopes.FlattenReactiveLoops,
	} {
		if err := pass(f); err != nil {
			log.Fatal(err)
		}
	}
	fmt.Println(f.Text())
	// Output:
	// bb0 (block):
	//   [1] Scope scope @0 [1:7] dependencies=[] declarations=[] reassignments=[] block=bb3 fallthrough=bb4
	// bb3 (block):
	//   predecessor blocks: bb0
	//   [2] $1_@0[1:7] = Array []
	//   [3] If ($0) then:bb1 else:bb2 fallthrough=bb2
	// bb1 (block):
	//   predecessor blocks: bb3
	//   [4] $2_@0[1:7] = Call $3($1_@0[1:7])
	//   [5] Goto bb2
	// bb2 (block):
	//   predecessor blocks: bb1 bb3
	//   [6] Goto bb4
	// bb4 (block):
	//   predecessor blocks: bb2
	//   [7] Return Explicit $1_@0[1:7]
}
