package scopes

import (
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"assay/hir"
)

// FuzzPasses gives the passes every function that can be read and is well
// formed. They must do what the plain rules say, or refuse it and leave it as it
// was, and what they make must be well formed.
func FuzzPasses(f *testing.F) {
	files, err := filepath.Glob(filepath.Join("testdata", "*.hir"))
	if err != nil {
		f.Fatal(err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		before, _, _ := strings.Cut(string(text), "\n\nf():")
		f.Add(before)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 1<<14 {
			return // the plain rules take quadratic time
		}
		fns, err := hir.Read("f.hir", []byte(text))
		if err != nil {
			return
		}
		for _, fn := range fns {
			if len(hir.Check(fn)) == 0 {
				checkPasses(t, fn)
			}
		}
	})
}

func checkPasses(t *testing.T, f *hir.Function) {
	start := f.Text()
	refused := func(pass string, err error) bool {
		if err == nil {
			return false
		}
		if _, ok := err.(*hir.PassError); !ok {
			t.Fatalf("%s: an error of another type: %v", pass, err)
		}
		if f.Text() != start {
			t.Fatalf("%s: an error changed the function: %v\n%s\nto\n%s", pass, err, start, f.Text())
		}
		return true
	}
	_ = AssertValidMutableRanges(f)
	want := f.Clone()
	if refused("align", AlignReactiveScopesToBlockScopes(f)) {
		if !strings.Contains(start, "[") || checkOrder(passAlign, f) == nil && referenceAlign(want) == nil {
			t.Fatalf("align refuses what the plain rules take\n%s", start)
		}
	} else {
		if err := referenceAlign(want); err != nil {
			t.Fatalf("align takes what the plain rules refuse: %v\n%s", err, start)
		}
		if !reflect.DeepEqual(f.Env.Scopes, want.Env.Scopes) {
			t.Fatalf("aligned scopes %v, want %v\n%s", f.Env.Scopes, want.Env.Scopes, start)
		}
	}
	start = f.Text()
	want = f.Clone()
	if !refused("merge", MergeOverlappingReactiveScopes(f)) {
		referenceMerge(want)
		if !reflect.DeepEqual(f.Env, want.Env) {
			t.Fatalf("merged:\n%s\nwant:\n%s\nfrom:\n%s", f.Text(), want.Text(), start)
		}
	}
	start = f.Text()
	refused("nesting", AssertValidBlockNesting(f))
	inOrder := keepsOrder(f.Clone())
	if refused("build", BuildReactiveScopeTerminals(f)) || !inOrder {
		return
	}
	if errs := hir.Check(f); len(errs) > 0 {
		t.Fatalf("the result is not well formed: %v\n%s\nto\n%s", errs[0], start, f.Text())
	}
	if err := FlattenReactiveLoops(f); err != nil {
		t.Fatal(err)
	}
	if errs := hir.Check(f); len(errs) > 0 {
		t.Fatalf("the result is not well formed: %v", errs[0])
	}
}

// keepsOrder reports whether the blocks of f are in reverse postorder, which the
// build demands.
func keepsOrder(f *hir.Function) bool {
	was := f.Blocks
	if err := f.ReversePostorder(); err != nil {
		return false
	}
	return slices.EqualFunc(was, f.Blocks, func(a, b *hir.Block) bool { return a.ID == b.ID && a.Term.Kind == b.Term.Kind })
}
