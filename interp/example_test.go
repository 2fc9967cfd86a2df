package interp_test

import (
	"fmt"

	"assay/hir"
	"assay/interp"
)

func ExampleRun() {
	f, err := hir.ReadFunction("example.hir", []byte(`f(x$0): $9
bb0 (block):
  [1] $1 = PropertyLoad x$0.foo
  [2] $2 = LoadGlobal(module) log
  [3] If ($1) then:bb1 else:bb2 fallthrough=bb2
bb1 (block):
  predecessor blocks: bb0
  [4] $3 = 1
  [5] $4 = Binary $1 + $3
  [6] $5 = Call $2($4)
  [7] Goto bb2
bb2 (block):
  predecessor blocks: bb1 bb0
  [8] $6 = Array [$1]
  [9] Return Explicit $6`), hir.ReadOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, seed := range []uint64{0, 2} {
		r := interp.Run(f, interp.Options{Seed: seed, Record: true, Args: []interp.Value{interp.Opaque("x")}})
		fmt.Printf("seed %d: %v %s after %d steps\n", seed, r.Outcome, r.Text, r.Steps)
		for _, e := range r.Trace {
			fmt.Println(" ", e.Text)
		}
	}
	// Output:
	// seed 0: returned ArrayExpression#1 after 6 steps
	//   BinaryExpression +(arg0.foo, 1)
	//   CallExpression(log, BinaryExpression#1)
	//   returned(ArrayExpression#1)
	// seed 2: returned ArrayExpression#1 after 3 steps
	//   returned(ArrayExpression#1)
}
