package hir_test

import (
	"fmt"

	"assay/hir"
)

// A function as documents show it reads and prints.
func ExampleReadFunction() {
	f, err := hir.ReadFunction("max.hir", []byte(`
max(a$0, b$1):
bb0 (block):
  [1] $2 = Binary a$0 > b$1        // which is larger?
  [2] If ($2) then:bb1 else:bb2 fallthrough=bb2
bb1 (block):
  [3] Return Explicit a$0
bb2 (block):
  [4] Return Explicit b$1
`), hir.ReadOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := f.MarkPreds(); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(f.Text())
	// Output:
	// max(a$0, b$1):
	// bb0 (block):
	//   [1] $2 = Binary a$0 > b$1
	//   [2] If ($2) then:bb1 else:bb2 fallthrough=bb2
	// bb1 (block):
	//   predecessor blocks: bb0
	//   [3] Return Explicit a$0
	// bb2 (block):
	//   predecessor blocks: bb0
	//   [4] Return Explicit b$1
}

// Errors say where they are and what was expected.
func ExampleRead_error() {
	_, err := hir.Read("bad.hir", []byte("bb0:\n  [1] $0 = LoadLocal\n"))
	fmt.Println(err)
	// Output:
	// bad.hir:2:21: expected a place, found the end of the line
}

// Check finds what a reader accepts but a program cannot be.
func ExampleCheck() {
	f, err := hir.ReadFunction("", []byte("f():\nbb0:\n  [1] Goto bb7"), hir.ReadOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, e := range hir.Check(f) {
		fmt.Println(e)
	}
	// Output:
	// function f, block bb0, instruction 1: expected goto: a target in this function, found bb7
}

// What the React Compiler's form omits stands in annotations.
func ExampleAppendText() {
	f := hir.NewFunction(&hir.Env{}, "f")
	f.Async = true
	f.Entry = f.Env.NewBlockID()
	b := f.AddBlock(f.Entry, hir.BlockStatement)
	x, y := f.Env.NewTemporary(), f.Env.NewTemporary()
	b.Instrs = []hir.Instruction{{
		ID: 1, Kind: hir.UnaryExpression, Text: "typeof",
		Lvalue:   hir.Place{Identifier: y},
		Operands: []hir.Place{{Identifier: x}},
	}}
	b.Term = hir.Terminal{ID: 2, Kind: hir.Unreachable, Fallthrough: hir.NoBlock}
	fmt.Printf("%s\n", hir.AppendText(nil, f, hir.PrintOptions{Annotate: true}))
	// Output:
	// f(): //@ async ids=2 blocks=1
	// bb0 (block):
	//   [1] $1 = Unary $0 //@ op=typeof
	//   [2] Unreachable
}
