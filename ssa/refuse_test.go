package ssa_test

import (
	"errors"
	"testing"

	"assay/hir"
	"assay/ssa"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

const wellFormed = `
f(a$0): $9 //@ ids=12
bb0 (block):
  [1] $1 = LoadLocal a$0
  [2] $5 = Function  @context[a$0] @aliasingEffects=[]
      <<anonymous>>(p$2): $4
      bb3 (block):
        [1] $3 = LoadLocal a$0
        [2] Goto bb4
      bb4 (block):
        predecessor blocks: bb3
        [3] Return Explicit $3
  [3] If ($1) then:bb1 else:bb2 fallthrough=bb2
bb1 (block):
  predecessor blocks: bb0
  [4] $6 = StoreLocal Reassign a$0 = $5
  [5] Goto bb2
bb2 (block):
  predecessor blocks: bb1 bb0
  [6] $7 = LoadLocal a$0
  [7] Return Explicit $7
`

// TestRefuse checks what EnterSSA says of input that is not as it must be.
func TestRefuse(t *testing.T) {
	nested := func(f *hir.Function) *hir.Function { return f.Blocks[0].Instrs[1].Func }
	const noIdentifier = "Expected every place to name an identifier of the function's environment"
	tests := []struct {
		name  string
		spoil func(f *hir.Function)
		want  hir.PassError
	}{
		{"context", func(f *hir.Function) { f.Context = []hir.Place{{}} },
			hir.PassError{Block: 0, Reason: "Expected function context to be empty for outer function declarations"}},
		{"no entry", func(f *hir.Function) { f.Entry = 7 },
			hir.PassError{Block: hir.NoBlock, Reason: "Expected the entry block to exist", Description: "bb7"}},
		{"a block twice", func(f *hir.Function) { f.SetBlocks(append(f.Blocks, f.Blocks[1])) },
			hir.PassError{Block: 1, Reason: "found a cycle! visiting bb1 again"}},
		{"phis", func(f *hir.Function) { f.Blocks[2].Phis = make([]hir.Phi, 1) },
			hir.PassError{Block: 2, Reason: "Expected a function without phis"}},
		{"predecessor that does not exist", func(f *hir.Function) { f.Blocks[1].Preds[0] = 8 },
			hir.PassError{Block: 1, Reason: "Expected predecessor block to exist", Detail: "bb8"}},
		{"predecessor without an edge", func(f *hir.Function) { f.Blocks[1].Preds[0] = 2 },
			hir.PassError{Block: 1, Reason: "Terminal successor does not reference correct predecessor",
				Detail: "bb0 has an edge to bb1 and is no predecessor of it"}},
		{"predecessor twice", func(f *hir.Function) { f.Blocks[1].Preds = []hir.BlockID{0, 0} },
			hir.PassError{Block: 1, Reason: "Terminal successor does not reference correct predecessor",
				Detail: "bb0 is a predecessor more often than it has an edge to bb1"}},
		{"predecessor left out", func(f *hir.Function) { f.Blocks[2].Preds = f.Blocks[2].Preds[:1] },
			hir.PassError{Block: 2, Reason: "Terminal successor does not reference correct predecessor",
				Detail: "bb0 has an edge to bb2 and is no predecessor of it"}},
		{"target that does not exist", func(f *hir.Function) { f.Blocks[1].Term.Targets = []hir.BlockID{6} },
			hir.PassError{Block: 1, Instr: 5, Reason: "Terminal successor references unknown block", Detail: "bb6"}},
		{"operand", func(f *hir.Function) { f.Blocks[0].Instrs[0].Operands[0].Identifier = 12 },
			hir.PassError{Block: 0, Reason: noIdentifier}},
		{"absent operand", func(f *hir.Function) { f.Blocks[2].Term.Operands[0].Identifier = hir.NoIdentifier },
			hir.PassError{Block: 2, Reason: noIdentifier}},
		{"definition", func(f *hir.Function) { f.Blocks[1].Instrs[0].Defs[0].Identifier = 99 },
			hir.PassError{Block: 1, Reason: noIdentifier}},
		{"lvalue", func(f *hir.Function) { f.Blocks[2].Instrs[0].Lvalue.Identifier = 99 },
			hir.PassError{Block: 2, Reason: noIdentifier}},
		{"parameter", func(f *hir.Function) { f.Params[0].Identifier = 12 },
			hir.PassError{Block: hir.NoBlock, Reason: noIdentifier}},
		{"nested entry with a predecessor", func(f *hir.Function) {
			g := nested(f)
			g.Blocks[1].Term = hir.Terminal{Kind: hir.Goto, Targets: []hir.BlockID{3}, Fallthrough: hir.NoBlock}
			g.Blocks[0].Preds = []hir.BlockID{4}
		}, hir.PassError{Block: 3, Reason: "Expected function expression entry block to have zero predecessors"}},
		{"nested function", func(f *hir.Function) { nested(f).Blocks[1].Preds = nil },
			hir.PassError{Block: 4, Reason: "Terminal successor does not reference correct predecessor",
				Detail: "bb3 has an edge to bb4 and is no predecessor of it"}},
		{"variable of a scope read early", func(f *hir.Function) {
			f.Env.NewScope(hir.Range{})
			f.Env.Ident(10).Name, f.Env.Ident(10).Scope = "x", 0
			f.Blocks[0].Instrs[0].Operands[0].Identifier = 10
			f.Blocks[1].Instrs[0].Defs[0].Identifier = 10
		}, hir.PassError{Block: 1, Instr: 4, Category: hir.CategoryTodo,
			Reason:      "[hoisting] EnterSSA: Expected identifier to be defined before being used",
			Description: "Identifier x$10_@0 is undefined"}},
		{"temporary read early", func(f *hir.Function) { f.Blocks[0].Instrs[0].Operands[0].Identifier = 7 },
			hir.PassError{Block: 2, Instr: 6, Category: hir.CategoryTodo,
				Reason:      "[hoisting] EnterSSA: Expected identifier to be defined before being used",
				Description: "Identifier $7 is undefined"}},
		{"nested parameter read early", func(f *hir.Function) { f.Blocks[0].Instrs[0].Operands[0].Identifier = 2 },
			hir.PassError{Block: 3, Category: hir.CategoryTodo,
				Reason:      "[hoisting] EnterSSA: Expected identifier to be defined before being used",
				Description: "Identifier p$2 is undefined"}},
		{"loop to the entry in a terminal", func(f *hir.Function) {
			f.Blocks[0].Instrs[0].Operands = []hir.Place{{Identifier: 11}}
			nested(f).Blocks[0].Instrs[0].Operands[0].Identifier = 11
			nested(f).Context = nil
			f.Blocks[0].Term.Operands[0].Identifier = 0
			f.Blocks[1].Term.Targets[0] = 0
			f.Blocks[2].Preds = []hir.BlockID{0}
			f.Blocks[0].Preds = []hir.BlockID{1}
		}, hir.PassError{Block: 0, Instr: 3, Reason: "Expected the entry block to need no phi",
			Description: "Identifier a$0 has one value at the start of the function and others on the edges back to bb0"}},
	}
	var b ssa.Builder
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			f := readText(t, wellFormed)
			if err := b.EnterSSA(f.Clone()); err != nil {
				t.Fatal(err)
			}
			test.spoil(f)
			var got *hir.PassError
			if err := b.EnterSSA(f); !errors.As(err, &got) {
				t.Fatalf("got %v", err)
			}
			want := test.want
			want.Pass = "EnterSSA"
			if want.Category == "" {
				want.Category = hir.CategoryInvariant
			}
			if d := cmp.Diff(want, *got, cmpopts.IgnoreFields(hir.PassError{}, "Function")); d != "" {
				t.Error(d)
			}
		})
	}
}

func readText(t *testing.T, text string) *hir.Function {
	f, err := hir.ReadFunction("test.hir", []byte(text), hir.ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// TestRefuseElimination checks what EliminateRedundantPhis says of phis that are
// not as they must be, and that it then leaves the function alone.
func TestRefuseElimination(t *testing.T) {
	const noIdentifier = "Expected every place to name an identifier of the function's environment"
	tests := []struct {
		name  string
		spoil func(f *hir.Function)
		want  hir.PassError
	}{
		{"phi", func(f *hir.Function) { f.Blocks[2].Phis[0].Place.Identifier = 99 }, hir.PassError{Reason: noIdentifier}},
		{"operand", func(f *hir.Function) { f.Blocks[2].Phis[0].Operands[1].Place.Identifier = hir.NoIdentifier },
			hir.PassError{Reason: noIdentifier}},
		{"defined twice", func(f *hir.Function) { f.Blocks[2].Phis = append(f.Blocks[2].Phis, f.Blocks[2].Phis[0]) },
			hir.PassError{Reason: "Expected phis to define different identifiers", Description: "Identifier a$19 is defined twice"}},
		{"no operands", func(f *hir.Function) { f.Blocks[2].Phis[0].Operands = nil },
			hir.PassError{Reason: "Expected phis to be non-empty", Detail: "the phi of a$19 has no operand but itself"}},
	}
	var b ssa.Builder
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			f := readText(t, wellFormed)
			if err := b.EnterSSA(f); err != nil {
				t.Fatal(err)
			}
			test.spoil(f)
			same := f.Clone()
			var got *hir.PassError
			if err := b.EliminateRedundantPhis(f); !errors.As(err, &got) {
				t.Fatalf("got %v", err)
			}
			want := test.want
			want.Pass, want.Category, want.Block, want.Function = "EliminateRedundantPhis", hir.CategoryInvariant, 2, "f"
			if d := cmp.Diff(want, *got); d != "" {
				t.Error(d)
			}
			if d := cmp.Diff(same.Blocks, f.Blocks, cmpopts.IgnoreUnexported(hir.Function{}), cmp.Comparer(func(a, b hir.Aux) bool { return true })); d != "" {
				t.Error("the function was changed: " + d)
			}
		})
	}
}
