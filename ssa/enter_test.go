package ssa_test

import (
	"errors"
	"slices"
	"testing"

	"assay/hir"
	"assay/ssa"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// sameFunction compares two functions in all that is printed and in identifiers.
func sameFunction(got, want *hir.Function) string {
	if got.Text() == want.Text() && slices.EqualFunc(got.Env.Identifiers, want.Env.Identifiers,
		func(a, b hir.Identifier) bool { return a == b }) {
		return ""
	}
	return cmp.Diff(want, got,
		cmpopts.IgnoreUnexported(hir.Function{}), cmpopts.EquateEmpty(),
		cmp.Comparer(func(a, b hir.Aux) bool { return true }))
}

// precedesItsPreds reports whether some block with predecessors is listed before
// all of them, or the entry has any, or is not the first block: orders in which
// the React Compiler crashes.
func precedesItsPreds(f *hir.Function) bool {
	if f.Blocks[0].ID != f.Entry || len(f.Blocks[0].Preds) > 0 {
		return true
	}
	for i, b := range f.Blocks {
		late := len(b.Preds) > 0
		for _, p := range b.Preds {
			late = late && f.BlockPos(p) >= i
		}
		if late {
			return true
		}
	}
	return false
}

// miscounts reports whether the React Compiler's count of predecessors to come
// goes wrong in f, so that it takes a block for sealed too early and then crashes
// or reads definitions that are not all there: two edges lead from one block to a
// block that precedes one of its predecessors, or an edge to such a block comes
// from one that is not listed as a predecessor.
func miscounts(f *hir.Function) bool {
	wrong := false
	for _, b := range f.Blocks {
		succ := b.Term.Successors()
		for i, s := range succ {
			t := f.Block(s)
			header := slices.ContainsFunc(t.Preds, func(p hir.BlockID) bool { return f.BlockPos(p) >= f.BlockPos(s) })
			wrong = wrong || header && (slices.Contains(succ[:i], s) || !t.HasPred(b.ID))
		}
	}
	f.Nested(func(_ *hir.Block, _ *hir.Instruction, h *hir.Function) { wrong = wrong || miscounts(h) })
	return wrong
}

// configs are the kinds of random function.
var configs = map[string]graphConfig{
	"structured":   {blocks: 8, vars: 4, instrs: 5, nesting: 2, structured: true, undefined: 8},
	"irreducible":  {blocks: 8, vars: 4, instrs: 5, nesting: 1, undefined: 8},
	"defined":      {blocks: 10, vars: 4, instrs: 4, nesting: 1},
	"duplicates":   {blocks: 7, vars: 3, instrs: 4, duplicates: true},
	"walk order":   {blocks: 8, vars: 3, instrs: 4, order: orderWalk, duplicates: true},
	"any order":    {blocks: 8, vars: 3, instrs: 4, order: orderShuffle, nesting: 1},
	"entry loops":  {blocks: 5, vars: 3, instrs: 3, entryLoops: true, undefined: 4},
	"unreachable":  {blocks: 9, vars: 3, instrs: 3, order: orderShuffle, allPreds: true},
	"everything":   {blocks: 9, vars: 3, instrs: 3, order: orderShuffle, allPreds: true, entryLoops: true, duplicates: true, nesting: 2, undefined: 3},
	"large":        {blocks: 60, vars: 12, instrs: 8, nesting: 1},
	"large sparse": {blocks: 400, vars: 300, instrs: 2},
}

// outcome counts what became of random functions.
type outcome struct {
	compared int // with the literal EnterSSA
	refused  int // by EnterSSA
	checked  int // through both passes
	rounds   int // compared with the literal elimination
	made     int // phis
	left     int
}

// checkRandom runs both passes on a function and returns what is wrong.
func checkRandom(b *ssa.Builder, before *hir.Function, o *outcome) error {
	fast, slow := before.Clone(), before.Clone()
	err := b.EnterSSA(fast)
	if !precedesItsPreds(before) && !miscounts(before) {
		crashed, slowErr := literalEnterSSA(slow)
		if crashed != "" {
			return errors.New("the literal EnterSSA crashes: " + string(crashed))
		}
		if d := sameError(err, slowErr); d != "" {
			return errors.New("EnterSSA differs from the literal one in its error: " + d)
		}
		if err == nil {
			if d := sameFunction(fast, slow); d != "" {
				return errors.New("EnterSSA differs from the literal one:\n" + d)
			}
		}
		o.compared++
	}
	if err != nil {
		o.refused++
		return nil
	}
	if err := checkReaching(before, fast); err != nil {
		return err
	}
	o.made += countPhis(fast)
	entered := fast.Clone()
	if err := b.EliminateRedundantPhis(fast); err != nil {
		return err
	}
	if err := checkReaching(before, fast); err != nil {
		return errors.New("after elimination: " + err.Error())
	}
	if err := checkNoneRedundant(fast); err != nil {
		return err
	}
	if !precedesItsPreds(before) {
		slow = entered.Clone()
		if err := literalEliminate(slow, nil); err != nil {
			return err
		}
		if d := sameFunction(fast, slow); d != "" {
			return errors.New("elimination differs from the literal one:\n" + d)
		}
		o.rounds++
	}
	o.checked++
	o.left += countPhis(fast)
	return nil
}

func countPhis(f *hir.Function) int {
	n := 0
	for _, b := range f.Blocks {
		n += len(b.Phis)
	}
	f.Nested(func(_ *hir.Block, _ *hir.Instruction, h *hir.Function) { n += countPhis(h) })
	return n
}

// sameError compares category, reason and description.
func sameError(got, want error) string {
	var g, w *hir.PassError
	errors.As(got, &g)
	errors.As(want, &w)
	return cmp.Diff(w, g, cmpopts.IgnoreFields(hir.PassError{}, "Pass", "Function", "Block", "Instr"))
}

// checkNoneRedundant checks that every phi has two different operands other
// than itself.
func checkNoneRedundant(f *hir.Function) error {
	for _, b := range f.Blocks {
		for _, phi := range b.Phis {
			others := map[hir.IdentifierID]bool{}
			for _, op := range phi.Operands {
				if op.Place.Identifier != phi.Place.Identifier {
					others[op.Place.Identifier] = true
				}
			}
			if len(others) < 2 {
				return errors.New("a redundant phi remains in " + b.ID.String())
			}
		}
	}
	var err error
	f.Nested(func(_ *hir.Block, _ *hir.Instruction, nested *hir.Function) {
		if err == nil {
			err = checkNoneRedundant(nested)
		}
	})
	return err
}

func TestRandom(t *testing.T) {
	for name, cfg := range configs {
		t.Run(name, func(t *testing.T) {
			n := uint64(3000)
			if cfg.blocks > 20 {
				n = 100
			}
			if testing.Short() {
				n /= 10
			}
			var b ssa.Builder // kept, to see that nothing of one run gets into the next
			var o outcome
			for seed := range n {
				f := randomFunction(seeded(seed), cfg)
				if err := checkRandom(&b, f, &o); err != nil {
					t.Fatalf("seed %d: %v\n%s", seed, err, f.Text())
				}
			}
			t.Logf("%+v", o)
			if o.checked < int(n)/4 || o.made == 0 || o.left == 0 || o.left == o.made {
				t.Errorf("of %d functions: %+v", n, o)
			}
			if cfg.order != orderShuffle && (o.compared < int(n)/2 || o.rounds < int(n)/4) && !cfg.entryLoops && !cfg.duplicates {
				t.Errorf("of %d functions few were compared: %+v", n, o)
			}
		})
	}
}
