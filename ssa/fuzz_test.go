package ssa_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"assay/hir"
	"assay/ssa"
)

// FuzzGraph decodes bytes to a function of any shape and checks both passes as
// TestRandom does.
func FuzzGraph(f *testing.F) {
	for i := range fuzzConfigs {
		f.Add([]byte{byte(i)})
		f.Add([]byte{byte(i), 3, 1, 4, 7, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3, 2, 3, 8, 4, 6, 2, 6, 4, 3, 3, 8, 3, 2, 7, 9, 5, 0, 2, 8, 8, 4, 1, 9, 7})
	}
	var b ssa.Builder
	f.Fuzz(func(t *testing.T, data []byte) {
		c := &bytesChooser{data}
		cfg := fuzzConfigs[c.Intn(len(fuzzConfigs))]
		before := randomFunction(c, cfg)
		var o outcome
		if err := checkRandom(&b, before, &o); err != nil {
			t.Fatalf("%v\n%s", err, before.Text())
		}
	})
}

var fuzzConfigs = []graphConfig{
	{blocks: 6, vars: 3, instrs: 3, nesting: 1, structured: true, undefined: 8},
	{blocks: 6, vars: 3, instrs: 3, nesting: 1},
	{blocks: 6, vars: 3, instrs: 3, order: orderWalk, duplicates: true},
	{blocks: 7, vars: 3, instrs: 3, order: orderShuffle, allPreds: true, entryLoops: true, duplicates: true, nesting: 2, undefined: 3},
}

// FuzzText runs both passes on any text that is a well-formed function. They may
// refuse it, but not fail otherwise, and what they convert must be right.
func FuzzText(f *testing.F) {
	files, err := filepath.Glob("testdata/*.hir")
	if err != nil {
		f.Fatal(err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	var b ssa.Builder
	f.Fuzz(func(t *testing.T, text []byte) {
		if len(text) > 1<<12 {
			return
		}
		fs, err := hir.Read("fuzz.hir", text)
		if err != nil {
			return
		}
		for _, before := range fs {
			if len(hir.Check(before)) > 0 {
				continue
			}
			checkText(t, &b, before)
		}
	})
}

func checkText(t *testing.T, b *ssa.Builder, before *hir.Function) {
	after := before.Clone()
	var refused *hir.PassError
	if err := b.EnterSSA(after); err != nil {
		if !errors.As(err, &refused) {
			t.Fatalf("%T: %v", err, err)
		}
		// It may be in SSA form already.
		after = before.Clone()
		if err := b.EliminateRedundantPhis(after); err != nil && !errors.As(err, &refused) {
			t.Fatalf("%T: %v", err, err)
		}
		return
	}
	if plain(before) {
		if err := checkReaching(before, after); err != nil {
			t.Fatalf("%v\n%s\n%s", err, before.Text(), after.Text())
		}
	}
	if err := b.EliminateRedundantPhis(after); err != nil {
		t.Fatal(err)
	}
	if err := checkNoneRedundant(after); err != nil {
		t.Fatalf("%v\n%s", err, after.Text())
	}
	if plain(before) {
		if err := checkReaching(before, after); err != nil {
			t.Fatalf("after elimination: %v\n%s\n%s", err, before.Text(), after.Text())
		}
	}
}

// plain reports whether checkReaching can judge a function: every identifier is
// its own declaration, and every instruction is whole.
func plain(f *hir.Function) bool {
	for i := range f.Env.Identifiers {
		if f.Env.Identifiers[i].Decl != hir.IdentifierID(i) {
			return false
		}
	}
	for work := []*hir.Function{f}; len(work) > 0; {
		g := work[len(work)-1]
		work = work[:len(work)-1]
		for _, b := range g.Blocks {
			for i := range b.Instrs {
				if b.Instrs[i].Kind == hir.Elision {
					return false
				}
			}
		}
		g.Nested(func(_ *hir.Block, _ *hir.Instruction, h *hir.Function) { work = append(work, h) })
	}
	return true
}
