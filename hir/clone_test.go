package hir

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// lossless returns the annotated text of f, which has all that is in it.
func lossless(f *Function) string { return string(AppendText(nil, f, PrintOptions{Annotate: true})) }

// spoil changes everything that passes may change in place, and appends to
// every list.
func spoil(f *Function) {
	e := f.Env
	for i := range e.Identifiers {
		e.Identifiers[i] = Identifier{Name: "spoilt", Scope: NoScope, RangeScope: NoScope}
	}
	for i := range e.Scopes {
		e.Scopes[i] = Scope{Range: Range{70, 80}}
	}
	e.NewTemporary()
	e.NewScope(Range{1, 9})
	e.NewBlockID()
	p := Place{Identifier: 0, Effect: EffectFreeze, Reactive: true}
	places := func(ps *[]Place) {
		for i := range *ps {
			(*ps)[i] = p
		}
		*ps = append(*ps, p)
	}
	blocks := func(ids *[]BlockID) {
		for i := range *ids {
			(*ids)[i] = 77
		}
		*ids = append(*ids, 78)
	}
	eachFunction(f, func(g *Function) {
		g.ID = "spoilt"
		for i := range g.Params {
			g.Params[i].Place = p
		}
		g.Params = append(g.Params, Param{Place: p})
		places(&g.Context)
		for _, b := range g.Blocks {
			blocks(&b.Preds)
			blocks(&b.Term.Targets)
			places(&b.Term.Operands)
			b.Term.ID, b.Term.Fallthrough = 99, 99
			for i := range b.Phis {
				b.Phis[i].Place = p
				for j := range b.Phis[i].Operands {
					b.Phis[i].Operands[j] = PhiOperand{77, p}
				}
				b.Phis[i].Operands = append(b.Phis[i].Operands, PhiOperand{78, p})
			}
			b.Phis = append(b.Phis, Phi{Place: p})
			for i := range b.Instrs {
				in := &b.Instrs[i]
				in.ID, in.Lvalue = 99, p
				places(&in.Operands)
				places(&in.Defs)
			}
			b.Instrs = append(b.Instrs, Instruction{Kind: Debugger, Lvalue: p})
		}
		g.Blocks = append(g.Blocks, &Block{ID: 99})
		g.SetBlocks(g.Blocks)
	})
}

// Nothing that is done to a copy shows in the original or the other way round.
func TestCloneIsIndependent(t *testing.T) {
	for seed := range uint64(500) {
		f := randomFunction(seed, false, true)
		text := lossless(f)
		g := f.Clone()
		if d := cmp.Diff(text, lossless(g)); d != "" {
			t.Fatalf("the copy differs (-is +copy):\n%s", d)
		}
		eachFunction(g, func(h *Function) {
			if h.Env != g.Env || h.Env == f.Env {
				t.Fatal("expected one new Env for the whole copy")
			}
			for i, b := range h.Blocks {
				if h.BlockPos(b.ID) != i {
					t.Fatalf("%v is not where the index has it", b.ID)
				}
			}
		})
		spoil(g)
		if d := cmp.Diff(text, lossless(f)); d != "" {
			t.Fatalf("a change of the copy shows (-was +is):\n%s", d)
		}
		g = f.Clone()
		spoil(f)
		if d := cmp.Diff(text, lossless(g)); d != "" {
			t.Fatalf("a change of the original shows in the copy (-was +is):\n%s", d)
		}
	}
}

// A read function, whose lists are cut from common slices, can be changed too.
func TestReadListsAreIndependent(t *testing.T) {
	for seed := range uint64(500) {
		f := randomFunction(seed, false, true)
		text := lossless(f)
		g, err := ReadFunction("", []byte(text), ReadOptions{})
		if err != nil {
			t.Fatal(err)
		}
		// Appending to one list must not write into another.
		eachFunction(g, func(h *Function) {
			for _, b := range h.Blocks {
				_ = append(b.Preds, 77)
				_ = append(b.Term.Targets, 77)
				_ = append(b.Term.Operands, Place{Identifier: 77})
				_ = append(b.Instrs, Instruction{Kind: Debugger})
				for i := range b.Phis {
					_ = append(b.Phis[i].Operands, PhiOperand{Pred: 77})
				}
				for i := range b.Instrs {
					_ = append(b.Instrs[i].Operands, Place{Identifier: 77})
					_ = append(b.Instrs[i].Defs, Place{Identifier: 77})
				}
			}
			_ = append(h.Context, Place{Identifier: 77})
		})
		g.Env.NewTemporary()
		g.Env.Identifiers = g.Env.Identifiers[:len(g.Env.Identifiers)-1]
		if d := cmp.Diff(text, lossless(g)); d != "" {
			t.Fatalf("lists share memory (-was +is):\n%s", d)
		}
	}
}
