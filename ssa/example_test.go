package ssa_test

import (
	"fmt"

	"assay/hir"
	"assay/ssa"
)

func Example() {
	const before = `
f(c$0, x$1): $5
bb0 (block):
  [1] If (c$0) then:bb1 else:bb2 fallthrough=bb2
bb1 (block):
  predecessor blocks: bb0
  [2] $2 = 1
  [3] $3 = StoreLocal Reassign x$1 = $2
  [4] Goto bb2
bb2 (block):
  predecessor blocks: bb1 bb0
  [5] $4 = Array [c$0, x$1]
  [6] Return Explicit $4
`
	f, err := hir.ReadFunction("example.hir", []byte(before), hir.ReadOptions{})
	if err != nil {
		panic(err)
	}
	if err := ssa.EnterSSA(f); err != nil {
		panic(err)
	}
	fmt.Println(f.Text())
	if err := ssa.EliminateRedundantPhis(f); err != nil {
		panic(err)
	}
	fmt.Println("---")
	fmt.Println(f.Text())
	// Output:
	// f(c$6, x$7): $5
	// bb0 (block):
	//   [1] If (c$6) then:bb1 else:bb2 fallthrough=bb2
	// bb1 (block):
	//   predecessor blocks: bb0
	//   [2] $8 = 1
	//   [3] $10 = StoreLocal Reassign x$9 = $8
	//   [4] Goto bb2
	// bb2 (block):
	//   predecessor blocks: bb1 bb0
	//   c$11: phi(bb1: c$6, bb0: c$6)
	//   x$12: phi(bb1: x$9, bb0: x$7)
	//   [5] $13 = Array [c$11, x$12]
	//   [6] Return Explicit $13
	// ---
	// f(c$6, x$7): $5
	// bb0 (block):
	//   [1] If (c$6) then:bb1 else:bb2 fallthrough=bb2
	// bb1 (block):
	//   predecessor blocks: bb0
	//   [2] $8 = 1
	//   [3] $10 = StoreLocal Reassign x$9 = $8
	//   [4] Goto bb2
	// bb2 (block):
	//   predecessor blocks: bb1 bb0
	//   x$12: phi(bb1: x$9, bb0: x$7)
	//   [5] $13 = Array [c$6, x$12]
	//   [6] Return Explicit $13
}

func ExampleBuilder() {
	var b ssa.Builder // one for many functions
	for _, text := range []string{
		"f(x$0): $2\nbb0 (block):\n  [1] $1 = PostfixUpdate x$0 = x$0 ++\n  [2] Return Explicit x$0",
		"g(): $2\nbb0 (block):\n  [1] $0 = LoadLocal y$1\n  [2] $2 = StoreLocal Let y$1 = $0\n  [3] Return Explicit y$1",
	} {
		f, err := hir.ReadFunction("example.hir", []byte(text), hir.ReadOptions{})
		if err != nil {
			panic(err)
		}
		if err := b.EnterSSA(f); err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(f.Text())
	}
	// Output:
	// f(x$3): $2
	// bb0 (block):
	//   [1] $5 = PostfixUpdate x$4 = x$3 ++
	//   [2] Return Explicit x$4
	// EnterSSA: function g, block bb0, instruction 2: Todo: [hoisting] EnterSSA: Expected identifier to be defined before being used. Identifier y$1 is undefined
}
