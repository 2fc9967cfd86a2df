package mugen

import (
	"bytes"
	"testing"

	"assay/gen"
	"assay/mu"
)

func print(b *mu.Bundle) []byte { return mu.Print(b, mu.PrintOptions{}) }

// programs is how many bundles a test looks at.
func programs(t *testing.T, n int) uint64 {
	if testing.Short() {
		return uint64(n / 10)
	}
	return uint64(n)
}

func TestSmallest(t *testing.T) {
	const want = `.typedef @i64 = int<64>
.funcsig @sig0 = (@i64) -> (@i64)

.funcdef @main VERSION %v1 <@sig0> (%a) {
    %entry:
        RET %a
}
`
	if got := string(print(Bundle(gen.FromBytes(nil), Config{}))); got != want {
		t.Errorf("no bytes give\n%s", got)
	}
	if got := SSABundle(gen.FromBytes(nil), Config{}); len(got.Versions) != 1 || len(got.Versions[0].Blocks) != 1 || len(got.Versions[0].Blocks[0].Instrs) != 1 {
		t.Errorf("no bytes give\n%s", print(got))
	}
}

// What is generated is valid at all levels.
func TestValid(t *testing.T) {
	for seed := range programs(t, 3000) {
		b := Bundle(gen.FromSeed(seed), Config{})
		for _, p := range mu.Check(b, mu.LevelFull) {
			if p.Severity == mu.Error {
				t.Fatalf("seed %d: %v\n%s", seed, p, print(b))
			}
		}
		b = SSABundle(gen.FromSeed(seed), Config{})
		for _, p := range mu.CheckSSA(b, mu.LevelFull) {
			if p.Severity == mu.Error {
				t.Fatalf("seed %d, in SSA form: %v\n%s", seed, p, print(b))
			}
		}
	}
}

// The bytes that a bundle took give it again, as does the seed, and any
// configuration and all bytes give some bundle.
func TestChoices(t *testing.T) {
	for seed := range programs(t, 200) {
		c := gen.FromSeed(seed)
		b := print(Bundle(c, Config{}))
		if again := print(Bundle(gen.FromSeed(seed), Config{})); !bytes.Equal(b, again) {
			t.Fatalf("seed %d gives\n%s\nand then\n%s", seed, b, again)
		}
		data := bytes.Clone(c.Record())
		if again := print(Bundle(gen.FromBytes(data), Config{})); !bytes.Equal(b, again) {
			t.Fatalf("seed %d gives\n%s\nand its bytes\n%s", seed, b, again)
		}
		for i := range data {
			data[i] ^= byte(seed>>1) | 1
		}
		Bundle(gen.FromBytes(data), Config{})
		SSABundle(gen.FromBytes(data[:len(data)/2]), Config{})
		for _, size := range []int{1, 3, 400} {
			Bundle(gen.FromSeed(seed), Config{Size: size, NoSwarm: seed%2 == 0})
			SSABundle(gen.FromSeed(seed), Config{Size: size, NoSwarm: true})
		}
	}
}

// A bundle has nothing of what it is denied.
func TestFeatures(t *testing.T) {
	ops := map[Feature][]mu.Op{
		FeatureIf: nil, FeatureSwitch: {mu.SWITCH}, FeatureCall: {mu.CALL, mu.TAILCALL}, FeatureTailCall: {mu.TAILCALL},
		FeatureThrow: {mu.THROW}, FeatureWatchpoint: {mu.WATCHPOINT, mu.WPBRANCH}, FeatureLanding: {mu.LANDINGPAD},
		FeaturePHI: {mu.PHI}, FeatureSelect: {mu.SELECT}, FeatureVector: {mu.SHUFFLEVECTOR},
		FeatureMemory: {mu.ALLOCA, mu.LOAD, mu.STORE, mu.CMPXCHG, mu.ATOMICRMW, mu.GETIREF},
		FeatureFloat:  {mu.FADD, mu.FSUB, mu.FMUL, mu.FDIV, mu.FREM, mu.FPTOSI},
		FeatureStruct: {mu.INSERTVALUE},
	}
	for f, denied := range ops {
		features := AllFeatures &^ Features(f)
		if f == FeatureStruct {
			features &^= Features(FeatureRecursive)
		}
		for seed := range programs(t, 200) {
			b := Bundle(gen.FromSeed(seed), Config{Features: features, NoSwarm: true})
			eachInstruction(b, func(in *mu.Instruction) {
				for _, op := range denied {
					if in.Op == op {
						t.Fatalf("without %v, seed %d: found %v\n%s", f, seed, op, print(b))
					}
				}
			})
		}
	}
	for f := range numFeatures {
		if g, err := ParseFeature(f.String()); err != nil || g != f {
			t.Errorf("%v parses as %v, %v", f, g, err)
		}
	}
	if _, err := ParseFeature("none"); err == nil {
		t.Error("expected an error of an unknown feature")
	}
}

func eachInstruction(b *mu.Bundle, visit func(*mu.Instruction)) {
	for _, f := range b.Versions {
		for i := range f.Blocks {
			for j := range f.Blocks[i].Instrs {
				visit(&f.Blocks[i].Instrs[j])
			}
		}
	}
}

func BenchmarkBundle(b *testing.B) {
	c := gen.FromSeed(0)
	n := 0
	for i := range b.N {
		c.Reseed(uint64(i))
		n += len(Bundle(c, Config{}).Files)
	}
}
