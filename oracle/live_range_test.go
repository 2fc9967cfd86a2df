package oracle

import (
	"fmt"
	"testing"

	"assay/hir"
	"assay/ssa"
)

// TestLiveRangesChangeNothing: leaving out the implied phis of identifiers that
// are not live changes neither what is accepted nor where what is rejected
// stands, whichever graph, and however wrong the conversion.
func TestLiveRangesChangeNothing(t *testing.T) {
	n := uint64(6_000)
	if testing.Short() {
		n = 1_500
	}
	accepted, rejected, fewer := 0, 0, 0
	plain, pruned := &Verifier{}, &Verifier{}
	pruned.values.ranges.always = true
	for seed := range n {
		c := newChooser(seed)
		before := randomFunction(c, randomConfig{blocks: 10, vars: 4, instrs: 4, nested: 2, context: true})
		after := before.Clone()
		if ssa.EnterSSA(after) != nil {
			continue
		}
		if seed%3 > 0 {
			Corrupt(after, c)
		}
		if seed%3 == 1 {
			// Neither side is in SSA form.
			before, after = after, before
		}
		if len(hir.Check(before))+len(hir.Check(after)) > 0 {
			continue
		}
		want := places(plain.Validate(before, after))
		got := places(pruned.Validate(before, after))
		if got != want {
			t.Fatalf("seed %d: with live ranges:\n%s\nwithout:\n%s\nbefore:\n%s\nafter:\n%s", seed, got, want, before.Text(), after.Text())
		}
		if want == "" {
			accepted++
		} else {
			rejected++
		}
		if len(pruned.values.before.phis)+len(pruned.values.after.phis) < len(plain.values.before.phis)+len(plain.values.after.phis) {
			fewer++
		}
	}
	t.Logf("%d accepted, %d rejected, %d with fewer implied phis", accepted, rejected, fewer)
	if least := int(n) / 10; accepted < least || rejected < least || fewer < least {
		t.Errorf("expected at least %d of each", least)
	}
}

// places lists the kinds and places of violations.
func places(vs []*Violation) string {
	s := ""
	for _, v := range vs {
		s += fmt.Sprintln(v.Kind, v.Function, v.Block, v.Instr, v.Identifier)
	}
	return s
}
