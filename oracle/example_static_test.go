package oracle_test

import (
	"fmt"

	"assay/hir"
	"assay/oracle"
)

const beforeText = `f(a$0, b$1): $9
bb0 (block):
  [1] $2 = LoadLocal a$0
  [2] If ($2) then:bb2 else:bb1 fallthrough=bb1
bb2 (block):
  predecessor blocks: bb0
  [3] $3 = LoadLocal b$1
  [4] $4 = StoreLocal Reassign a$0 = $3
  [5] Goto bb1
bb1 (block):
  predecessor blocks: bb2 bb0
  [6] $5 = LoadLocal a$0
  [7] Return Explicit $5`

const afterText = `f(a$10, b$11): $9
bb0 (block):
  [1] $12 = LoadLocal a$10
  [2] If ($12) then:bb2 else:bb1 fallthrough=bb1
bb2 (block):
  predecessor blocks: bb0
  [3] $13 = LoadLocal b$11
  [4] $15 = StoreLocal Reassign a$14 = $13
  [5] Goto bb1
bb1 (block):
  predecessor blocks: bb2 bb0
  a$16: phi(bb2: a$14, bb0: a$14)
  [6] $17 = LoadLocal a$16
  [7] Return Explicit $17`

func ExampleCompareSSA() {
	before, err := hir.ReadFunction("before.hir", []byte(beforeText), hir.ReadOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	after, err := hir.ReadFunction("after.hir", []byte(afterText), hir.ReadOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	r := oracle.CompareSSA(before, after, oracle.CompareOptions{})
	fmt.Println(r.Verdict)
	for _, v := range r.Violations {
		fmt.Println(v.Message())
	}
	// Output:
	// rejected
	// function f, block bb1: phi-operand-not-dominated: a$16: expected a definition of a$14 on every path to the end of bb0, found instruction 4 in bb2
	// function f, block bb1, instruction 6: wrong-value: a$16: expected a$0 as defined by a parameter, found a$14 without a definition, on the path bb0 bb1
}
