package mugen

import (
	"bytes"
	"testing"

	"github.com/leanovate/gopter"
	"github.com/leanovate/gopter/prop"

	"assay/gen"
	"assay/mu"
)

// reduce takes the first cut for which fails holds, until there is none.
func reduce(b *mu.Bundle, fails func(*mu.Bundle) bool) *mu.Bundle {
	for again := true; again; {
		again = false
		for c := range Shrink(b) {
			if fails(c) {
				b, again = c, true
				break
			}
		}
	}
	return b
}

// Cuts are smaller, valid and read from their text, in SSA form too.
func TestCuts(t *testing.T) {
	total := 0
	for seed := range programs(t, 15) {
		for _, ssa := range []bool{false, true} {
			b := Bundle(gen.FromSeed(seed), Config{Size: 12})
			if ssa {
				b = SSABundle(gen.FromSeed(seed), Config{Size: 12})
			}
			before := print(b)
			for c := range Shrink(b) {
				total++
				if weight(c) >= weight(b) {
					t.Fatalf("seed %d: a cut is not smaller:\n%s", seed, print(c))
				}
				ps := mu.Check(c, mu.LevelFull)
				if ssa {
					ps = mu.CheckSSA(c, mu.LevelFull)
				}
				if mu.HasErrors(ps) {
					t.Fatalf("seed %d: %v\n%s", seed, ps, print(c))
				}
			}
			if !bytes.Equal(before, print(b)) {
				t.Fatalf("seed %d: shrinking changed the bundle", seed)
			}
		}
	}
	if total < 1000 && !testing.Short() {
		t.Errorf("only %d cuts", total)
	}
}

// What has nothing to do with a property goes.
func TestReduce(t *testing.T) {
	has := func(ops ...mu.Op) func(*mu.Bundle) bool {
		return func(b *mu.Bundle) bool {
			found := map[mu.Op]bool{}
			eachInstruction(b, func(in *mu.Instruction) { found[in.Op] = true })
			for _, op := range ops {
				if !found[op] {
					return false
				}
			}
			return true
		}
	}
	for _, ops := range [][]mu.Op{{mu.SWITCH}, {mu.PHI}, {mu.WATCHPOINT}, {mu.CALL, mu.TRAP}, {mu.LANDINGPAD}} {
		fails := has(ops...)
		for seed := uint64(0); ; seed++ {
			b := Bundle(gen.FromSeed(seed), Config{Size: 12})
			if !fails(b) {
				continue
			}
			n := 0
			small := reduce(b, fails)
			eachInstruction(small, func(*mu.Instruction) { n++ })
			if n > 8 {
				t.Errorf("%v: %d instructions are left:\n%s", ops, n, print(small))
			}
			break
		}
	}
}

// Gopter's properties shrink as Shrink does.
func TestGopter(t *testing.T) {
	params := gopter.DefaultTestParametersWithSeed(1)
	params.MinSuccessfulTests = 200
	res := prop.ForAll(func(g Generated) bool {
		n := 0
		eachInstruction(g.Bundle, func(in *mu.Instruction) {
			if in.Op == mu.SELECT {
				n++
			}
		})
		return n == 0
	}, GopterBundle(Config{Size: 12}))
	r := res.Check(params)
	if r.Status != gopter.TestFailed {
		t.Fatalf("expected a bundle with a SELECT, found %v", r.Status)
	}
	small := r.Args[0].Arg.(Generated)
	n := 0
	eachInstruction(small.Bundle, func(*mu.Instruction) { n++ })
	if n > 6 {
		t.Errorf("%d instructions are left:%v", n, small)
	}
}
