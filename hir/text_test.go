package hir

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// sameModel compares functions field by field. The index of a function is
// derived from its blocks, and the two zeros of JavaScript differ.
var sameModel = cmp.Options{
	cmpopts.IgnoreUnexported(Function{}),
	cmp.Comparer(func(a, b float64) bool { return math.Float64bits(a) == math.Float64bits(b) || a != a && b != b }),
}

// checkRoundTrip checks that f survives printing and reading: exactly in the
// annotated form, as text in the plain form.
func checkRoundTrip(t *testing.T, f *Function, plain bool) {
	t.Helper()
	if errs := Check(f); errs != nil {
		t.Fatalf("not well-formed: %v\n%s", errs[0], f.Text())
	}
	annotated := AppendText(nil, f, PrintOptions{Annotate: true})
	g, err := ReadFunction("annotated", annotated, ReadOptions{})
	if err != nil {
		t.Fatalf("annotated form: %v\n%s", err, annotated)
	}
	if d := cmp.Diff(f, g, sameModel); d != "" {
		t.Fatalf("annotated form: read another model (-printed +read):\n%s\n%s", d, annotated)
	}
	if !plain {
		return
	}
	text := f.Text()
	g, err = ReadFunction("plain", []byte(text), ReadOptions{})
	if err != nil {
		t.Fatalf("plain form: %v\n%s", err, text)
	}
	if d := cmp.Diff(text, g.Text()); d != "" {
		t.Fatalf("plain form: prints otherwise once read (-printed +read):\n%s", d)
	}
}

func TestRandomFunctions(t *testing.T) {
	n := uint64(1500)
	if testing.Short() {
		n = 300
	}
	for seed := range n {
		checkRoundTrip(t, randomFunction(seed, seed%3 == 0, false), true)
		checkRoundTrip(t, randomFunction(seed, seed%3 == 0, true), false)
	}
}
