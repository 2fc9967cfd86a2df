package scopes

import (
	"math/rand/v2"
	"testing"

	"assay/hir"
	"assay/scopes/scopestest"
)

// forAnchored calls test for random functions with scopes that range from
// definition to definition.
func forAnchored(t *testing.T, n int, test func(t *testing.T, seed uint64, f *hir.Function)) {
	if testing.Short() {
		n /= 10
	}
	for seed := range uint64(n) {
		r := rand.New(rand.NewPCG(seed, 3))
		f := scopestest.Random(r, 3+r.IntN(60))
		scopestest.AddPhis(f)
		scopestest.AnchoredScopes(r, f, 1+r.IntN(10))
		test(t, seed, f)
		if t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
}

// Scopes as inference makes them come to nest with the constructs, stay aligned
// when they are merged, and still nest when they are terminals.
func TestPipelineNests(t *testing.T) {
	built := 0
	forAnchored(t, 2000, func(t *testing.T, seed uint64, f *hir.Function) {
		if err := Align(f, AlignOptions{WholeDoWhile: true}); err != nil {
			t.Fatal(err)
		}
		aligned := f.Text()
		if err := MergeOverlappingReactiveScopes(f); err != nil {
			t.Fatal(err)
		}
		if err := AssertValidBlockNesting(f); err != nil {
			t.Fatalf("%v\naligned:\n%s\nmerged:\n%s", err, aligned, f.Text())
		}
		merged := f.Text()
		if err := Align(f, AlignOptions{WholeDoWhile: true}); err != nil {
			t.Fatal(err)
		}
		if f.Text() != merged {
			t.Fatalf("alignment after merging changes more:\n%s\nto:\n%s", merged, f.Text())
		}
		if err := BuildReactiveScopeTerminals(f); err != nil {
			t.Fatalf("%v\nmerged:\n%s", err, merged)
		}
		if err := AssertValidBlockNesting(f); err != nil {
			t.Fatalf("%v\nmerged:\n%s\nbuilt:\n%s", err, merged, f.Text())
		}
		if f.Text() != merged {
			built++
		}
	})
	if built < 100 {
		t.Errorf("only %d functions got scope terminals", built)
	}
}

func TestAlignTwiceChangesNothing(t *testing.T) {
	for _, opt := range []AlignOptions{{}, {WholeDoWhile: true}} {
		forAnchored(t, 2000, func(t *testing.T, seed uint64, f *hir.Function) {
			if err := Align(f, opt); err != nil {
				t.Fatal(err)
			}
			once := f.Text()
			if err := Align(f, opt); err != nil {
				t.Fatal(err)
			}
			if f.Text() != once {
				t.Fatalf("a second run of %+v changes more:\n%s\nto:\n%s", opt, once, f.Text())
			}
		})
	}
}
