package oracle

import "testing"

// Propagating copies keeps meaning, and makes phis that read each other.
func TestPropagateCopies(t *testing.T) {
	passes := func() []Pass { return append(SSAPasses(), copyPass()) }
	k := NewChecker(CheckOptions{Passes: passes})
	g := NewGenerator()
	n := 3000
	if testing.Short() {
		n = 500
	}
	hazards := 0
	for seed := range uint64(n) {
		c, err := g.FromSeed(seed)
		if err != nil {
			t.Fatal(err)
		}
		if f := k.Check(c); f != nil {
			t.Fatal(f)
		}
		f := k.Form("PropagateCopies")
		if f == nil {
			continue
		}
		for _, b := range f.Blocks {
			for i := range b.Phis {
				for j := range b.Phis {
					for _, o := range b.Phis[i].Operands {
						if i != j && o.Place.Identifier == b.Phis[j].Place.Identifier {
							hazards++
						}
					}
				}
			}
		}
	}
	if hazards < n/50 {
		t.Errorf("of %d programs only %d phis read another of their block", n, hazards)
	}
	t.Logf("%d phis read another of their block", hazards)
}
