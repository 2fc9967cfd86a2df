package interp

import (
	"testing"

	"assay/hir"
)

// TestWorldsReachCode measures how much of the recorded functions a few worlds
// execute, and how many wrong phis they find out. The floors are below what was
// measured (95 % of blocks, 95 % of swapped operands), so that a change of the
// world that loses paths is noticed.
func TestWorldsReachCode(t *testing.T) {
	const seeds = 8
	m := NewMachine()
	blocks, reached, swaps, found := 0, 0, 0, 0
	eachDump(t, []string{"eliminate"}, func(d *dump, _, after *hir.Function) {
		entered := map[*hir.Block]bool{}
		var base [seeds]Result
		m.Load(after)
		for seed := range base {
			base[seed] = m.Run(Options{Seed: uint64(seed), OnBlock: func(_ *hir.Function, b *hir.Block, _ []hir.ScopeID) {
				entered[b] = true
			}})
		}
		shows := func() bool {
			m.Load(after)
			for seed := range base {
				if Difference(base[seed], m.Run(Options{Seed: uint64(seed)})) != "" {
					return true
				}
			}
			return false
		}
		eachBlock(after, func(b *hir.Block) {
			if b.Term.Kind != hir.Unreachable {
				blocks++
				if entered[b] {
					reached++
				}
			}
			for i := range b.Phis {
				ops := b.Phis[i].Operands
				for j := 1; j < len(ops); j++ {
					if p, q := &ops[0].Place, &ops[j].Place; *p != *q {
						*p, *q = *q, *p
						swaps++
						if shows() {
							found++
						}
						*p, *q = *q, *p
						break
					}
				}
			}
		})
	})
	t.Logf("%d worlds: %d of %d blocks, %d of %d swaps of phi operands", seeds, reached, blocks, found, swaps)
	if reached*100 < blocks*90 {
		t.Error("less than 90 % of the blocks are executed")
	}
	if found*100 < swaps*90 {
		t.Error("less than 90 % of the swaps show")
	}
}

// eachBlock calls visit for all blocks of f and of what is nested in it.
func eachBlock(f *hir.Function, visit func(*hir.Block)) {
	for _, b := range f.Blocks {
		visit(b)
		for i := range b.Instrs {
			if g := b.Instrs[i].Func; g != nil {
				eachBlock(g, visit)
			}
		}
	}
}
