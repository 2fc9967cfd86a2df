package scopes

import (
	"fmt"
	"testing"
	"time"

	"assay/hir"
	"assay/scopes/scopestest"
)

// The shapes of large functions: each has about n instructions and n/10 scopes.
var shapes = []struct {
	name  string
	build func(n int) *hir.Function
}{
	{"sequence", sequence},
	{"nested", nested},
	{"live", live},
	{"overlapping", overlapping},
	{"breaks", breaks},
}

// sequence is one construct after another with scopes in and around them.
func sequence(n int) *hir.Function {
	b := scopestest.New("f")
	x := b.Op()
	for i := range n / 10 {
		switch i % 3 {
		case 0:
			b.If(x, func() { b.Op(); b.Op(x); b.Op() }, func() { b.Op(); b.Op() })
		case 1:
			b.Ternary(op(b), op(b), op(b))
		case 2:
			b.While("w", op(b), func() { b.Op(); b.Op(); b.Op() })
		}
		b.Op()
		b.Op()
	}
	f := b.Finish()
	scopesEvery(f, 10, func(int) int { return 4 })
	return f
}

// nested is scopes in each other in one block, all of which start before the
// first one ends.
func nested(n int) *hir.Function {
	f := longBlock(n)
	depth := n / 10
	for i := range depth {
		start, end := hir.InstructionID(1+i), hir.InstructionID(n-i)
		scopestest.Join(f, f.Env.NewScope(rng(start, end)), f.Blocks[0].Instrs[start-1].Lvalue.Identifier)
	}
	return f
}

// live is n/20 scopes that are all live over n/10 constructs, each of which
// widens them.
func live(n int) *hir.Function {
	b := scopestest.New("f")
	k := n / 20
	for range k {
		b.Op()
	}
	x := b.Op()
	for range n / 10 {
		b.If(x, func() { b.Op(); b.Op() }, func() { b.Op() })
		b.Op()
	}
	f := b.Finish()
	last := lastID(f)
	for i := range k {
		// Ends all over the rest of the function.
		end := hir.InstructionID(k+3) + hir.InstructionID(i*7919%(int(last)-k-3))
		scopestest.Join(f, f.Env.NewScope(rng(hir.InstructionID(1+i), end)), f.Blocks[0].Instrs[i].Lvalue.Identifier)
	}
	return f
}

// overlapping is a chain of scopes of which each overlaps the next.
func overlapping(n int) *hir.Function {
	f := longBlock(n)
	scopesEvery(f, 10, func(int) int { return 11 })
	return f
}

// breaks is many labeled blocks in each other, which are left all at once from
// the innermost, with a scope in each.
func breaks(n int) *hir.Function {
	b := scopestest.New("f")
	b.Op()
	// Deep nesting is in pieces, since the builder recurses.
	for range n / 1000 {
		var level func(depth int)
		level = func(depth int) {
			if depth == 0 {
				b.Break("l100")
				return
			}
			b.Label(fmt.Sprint("l", depth), func() {
				for range 5 {
					b.Op()
				}
				level(depth - 1)
			})
			b.Op()
		}
		level(100)
	}
	f := b.Finish()
	scopesEvery(f, 10, func(i int) int { return 3 + i%20 })
	return f
}

func longBlock(n int) *hir.Function {
	b := scopestest.New("f")
	for range n {
		b.Op()
	}
	return b.Finish()
}

// scopesEvery starts a scope at every k-th instruction, of the given length.
func scopesEvery(f *hir.Function, k int, length func(i int) int) {
	last := lastID(f)
	n := 0
	for _, b := range f.Blocks {
		for i := range b.Instrs {
			if n++; n%k == 1 && len(b.Instrs) > 0 {
				in := &b.Instrs[i]
				end := min(in.ID+hir.InstructionID(length(n/k)), last)
				if end > in.ID {
					scopestest.Join(f, f.Env.NewScope(rng(in.ID, end)), in.Lvalue.Identifier)
				}
			}
		}
	}
}

var benchPasses = []struct {
	name string
	run  func(*hir.Function) error
	// before is the number of passes in this list that its input went through.
	before int
}{
	{"align", AlignReactiveScopesToBlockScopes, 0},
	{"merge", MergeOverlappingReactiveScopes, 1},
	{"nesting", AssertValidBlockNesting, 2},
	{"build", BuildReactiveScopeTerminals, 3},
	{"flatten", FlattenReactiveLoops, 4},
}

// input returns the function that a pass gets.
func input(tb testing.TB, f *hir.Function, before int) *hir.Function {
	for _, p := range benchPasses[:before] {
		if err := p.run(f); err != nil {
			tb.Fatalf("%s: %v", p.name, err)
		}
	}
	return f
}

func BenchmarkPasses(b *testing.B) {
	for _, p := range benchPasses {
		for _, s := range shapes {
			for _, n := range []int{100, 1000, 10_000, 100_000, 1_000_000} {
				b.Run(fmt.Sprintf("%s/%s/%d", p.name, s.name, n), func(b *testing.B) {
					f := input(b, s.build(n), p.before)
					b.ReportAllocs()
					b.ResetTimer()
					for range b.N {
						b.StopTimer()
						g := f.Clone()
						b.StartTimer()
						if err := p.run(g); err != nil {
							b.Fatal(err)
						}
					}
					b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(f.Size()), "ns/instr")
				})
			}
		}
	}
}

// Large functions of each shape go through all passes.
func TestLarge(t *testing.T) {
	n := 200_000
	if testing.Short() {
		n = 20_000
	}
	for _, s := range shapes {
		t.Run(s.name, func(t *testing.T) {
			start := time.Now()
			f := s.build(n)
			built := time.Since(start)
			start = time.Now()
			f = input(t, f, len(benchPasses))
			if err := AssertValidBlockNesting(f); err != nil {
				t.Fatal(err)
			}
			terms := 0
			for _, b := range f.Blocks {
				if b.Term.Kind == hir.ScopeTerm || b.Term.Kind == hir.PrunedScope {
					terms++
				}
			}
			t.Logf("%d instructions, %d blocks, %d scopes, %d scope terminals; made in %v, passes %v",
				f.Size(), len(f.Blocks), len(f.Env.Scopes), terms, built, time.Since(start))
			if terms == 0 {
				t.Error("no scope terminal")
			}
		})
	}
}
