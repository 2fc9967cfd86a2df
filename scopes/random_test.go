package scopes

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"assay/hir"
	"assay/scopes/scopestest"
)

// forRandom calls test for random functions with random scopes, each with its
// seed.
func forRandom(t *testing.T, n int, test func(t *testing.T, seed uint64, f *hir.Function)) {
	if testing.Short() {
		n /= 10
	}
	for seed := range uint64(n) {
		r := rand.New(rand.NewPCG(seed, 1))
		f := scopestest.Random(r, 3+r.IntN(60))
		scopestest.AddPhis(f)
		scopestest.RandomScopes(r, f, 1+r.IntN(10))
		test(t, seed, f)
		if t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
}

// The passes must do exactly what the plain rules say, on hostile scopes too.
func TestAlignAndMergeAgreeWithReference(t *testing.T) {
	var aligned, merged, failed int
	forRandom(t, 2000, func(t *testing.T, seed uint64, f *hir.Function) {
		before := f.Text()
		want := f.Clone()
		err, wantErr := AlignReactiveScopesToBlockScopes(f), referenceAlign(want)
		if (err == nil) != (wantErr == nil) {
			t.Fatalf("error %v, want %v\n%s", err, wantErr, before)
		}
		if err != nil {
			failed++
			if got := err.(*hir.PassError).Reason; got != wantErr.Error() {
				t.Fatalf("reason %q, want %q", got, wantErr)
			}
			if f.Text() != before {
				t.Fatal("an error changed the function")
			}
			return
		}
		if !reflect.DeepEqual(f.Env.Scopes, want.Env.Scopes) {
			t.Fatalf("aligned scopes %v, want %v\n%s", f.Env.Scopes, want.Env.Scopes, before)
		}
		if f.Text() != before {
			aligned++
		}
		middle := f.Text()
		if err := MergeOverlappingReactiveScopes(f); err != nil {
			t.Fatal(err)
		}
		referenceMerge(want)
		if !reflect.DeepEqual(f.Env, want.Env) {
			t.Fatalf("merged:\n%s\nwant:\n%s\nbefore:\n%s", f.Text(), want.Text(), middle)
		}
		if f.Text() != middle {
			merged++
		}
	})
	t.Logf("%d aligned, %d merged, %d refused", aligned, merged, failed)
	if aligned < 100 || merged < 100 {
		t.Errorf("too few functions were changed: %d aligned, %d merged", aligned, merged)
	}
}

// Merging alone, on scopes that were not aligned.
func TestMergeAgreesWithReference(t *testing.T) {
	forRandom(t, 2000, func(t *testing.T, seed uint64, f *hir.Function) {
		r := rand.New(rand.NewPCG(seed, 2))
		for i := range f.Env.Identifiers {
			switch id := &f.Env.Identifiers[i]; r.IntN(5) {
			case 0:
				id.Type = typePrimitive
			case 1:
				id.RangeScope = hir.NoScope
				if r.IntN(2) == 0 {
					id.Range = hir.Range{Start: 1, End: hir.InstructionID(r.IntN(30))}
				}
			}
		}
		if r.IntN(4) == 0 {
			// Gaps in the ids, as after merging of blocks.
			scale := hir.InstructionID(3)
			for _, b := range f.Blocks {
				for i := range b.Instrs {
					b.Instrs[i].ID *= scale
				}
				b.Term.ID *= scale
			}
			for i := range f.Env.Scopes {
				s := &f.Env.Scopes[i].Range
				s.Start, s.End = s.Start*scale-hir.InstructionID(r.IntN(2)), s.End*scale-hir.InstructionID(r.IntN(3))
			}
		}
		want := f.Clone()
		before := f.Text()
		if err := MergeOverlappingReactiveScopes(f); err != nil {
			t.Fatal(err)
		}
		referenceMerge(want)
		if !reflect.DeepEqual(f.Env, want.Env) {
			t.Fatalf("merged:\n%s\nwant:\n%s\nbefore:\n%s", f.Text(), want.Text(), before)
		}
	})
}
