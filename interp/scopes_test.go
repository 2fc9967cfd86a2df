package interp

import (
	"fmt"
	"slices"
	"testing"

	"assay/hir"
)

// executed is an instruction that was executed, and the scopes that were open.
type executed struct {
	in     *hir.Instruction
	scopes []hir.ScopeID
}

// executedBy runs f and returns the instructions of the outermost function that
// were executed. All instructions of a block that is entered count.
func executedBy(f *hir.Function, seed uint64) ([]executed, Result) {
	var list []executed
	r := Run(f, Options{Seed: seed, OnBlock: func(g *hir.Function, b *hir.Block, open []hir.ScopeID) {
		if g != f {
			return
		}
		for i := range b.Instrs {
			list = append(list, executed{&b.Instrs[i], slices.Clone(open)})
		}
	}})
	return list, r
}

// TestOpenScopes runs the recorded functions before and after scope terminals
// were built. The scopes that are open when an instruction is executed after are
// those whose range holds it before.
func TestOpenScopes(t *testing.T) {
	instrs, nested := 0, 0
	eachDump(t, []string{"build"}, func(d *dump, before, after *hir.Function) {
		mentioned := map[hir.ScopeID]bool{}
		mention := func(p hir.Place) {
			if s := before.Env.Ident(p.Identifier).Scope; s != hir.NoScope {
				mentioned[s] = true
			}
		}
		for _, b := range before.Blocks {
			for i := range b.Instrs {
				for p := range b.Instrs[i].Lvalues {
					mention(*p)
				}
				for _, p := range b.Instrs[i].Uses() {
					mention(p)
				}
			}
			for _, p := range b.Term.Operands {
				mention(p)
			}
		}
		for seed := range uint64(8) {
			was, r := executedBy(before, seed)
			is, _ := executedBy(after, seed)
			if r.Outcome != Returned {
				continue // the last block was not executed whole
			}
			if len(was) != len(is) {
				t.Errorf("%s seed %d: %d instructions before, %d after", d.Name, seed, len(was), len(is))
				continue
			}
			for i := range was {
				instrs++
				var want []hir.ScopeID
				for s := range mentioned {
					if before.Env.Scopes[s].Range.Contains(was[i].in.ID) {
						want = append(want, s)
					}
				}
				got := slices.Clone(is[i].scopes)
				slices.Sort(want)
				slices.Sort(got)
				if len(got) > 1 {
					nested++
				}
				if !slices.Equal(got, want) {
					t.Errorf("%s seed %d: instruction %d (%d after): scopes %v are open, want %v",
						d.Name, seed, was[i].in.ID, is[i].in.ID, got, want)
					break
				}
			}
		}
	})
	t.Logf("%d instructions executed, %d of them in more than one scope", instrs, nested)
}

func TestScopesCloseOnEarlyExit(t *testing.T) {
	f := read(t, `f(x$0): $20
bb0 (block):
  [1] While test=bb1 loop=bb2 fallthrough=bb9
bb1 (loop):
  predecessor blocks: bb0 bb5
  [2] $1 = Call x$0()
  [3] Branch ($1) then:bb2 else:bb9 fallthrough:bb1
bb2 (block):
  predecessor blocks: bb1
  [4] Scope scope @0 [4:10] dependencies=[] declarations=[] reassignments=[] block=bb3 fallthrough=bb8
bb3 (block):
  predecessor blocks: bb2
  [5] $2 = Call x$0()
  [6] If ($2) then:bb4 else:bb5 fallthrough=bb7
bb4 (block):
  predecessor blocks: bb3
  [7] Goto bb9
bb5 (block):
  predecessor blocks: bb3
  [8] Goto(Continue) bb1
bb7 (block):
  [9] Unreachable
bb8 (block):
  [9] Unreachable
bb9 (block):
  predecessor blocks: bb1 bb4
  [10] $3 = Call x$0()
  [11] Return Explicit $3`)
	want := map[hir.BlockID]string{3: "[0]", 4: "[0]", 5: "[0]"}
	breaks := 0
	for seed := range uint64(40) {
		Run(f, Options{Seed: seed, Args: []Value{Opaque("x")}, OnBlock: func(_ *hir.Function, b *hir.Block, open []hir.ScopeID) {
			w := want[b.ID]
			if w == "" {
				w = "[]"
			}
			if got := fmt.Sprint(open); got != w {
				t.Errorf("seed %d: scopes %s are open in %v, want %s", seed, got, b.ID, w)
			}
			if b.ID == 4 {
				breaks++
			}
		}})
	}
	if breaks < 5 {
		t.Errorf("only %d early exits", breaks)
	}
}
