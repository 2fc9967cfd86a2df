package faulty_test

import (
	"compress/gzip"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"slices"
	"strings"
	"testing"

	"assay/gen"
	"assay/hir"
	"assay/js"
	"assay/oracle/faulty"
	"assay/ssa"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// generated returns the function of a seed: one of four is a bare graph, the
// others are lowered JavaScript programs.
func generated(t *testing.T, seed uint64) *hir.Function {
	if seed%4 == 3 {
		return gen.Graph(gen.FromSeed(seed), gen.GraphConfig{})
	}
	p := gen.Program(gen.FromSeed(seed), gen.Config{})
	f, err := js.Lower(p, p.Body[0].(*js.FunctionDecl))
	if err != nil {
		t.Fatalf("seed %d: %v", seed, err)
	}
	return f
}

// same returns how two functions, or two errors, differ. After an error nothing is
// said of the functions.
func same(got, want *hir.Function, gotErr, wantErr error) string {
	var g, w *hir.PassError
	errors.As(gotErr, &g)
	errors.As(wantErr, &w)
	if g != nil || w != nil {
		return cmp.Diff(w, g, cmpopts.EquateEmpty())
	}
	return sameFunctions(got, want)
}

// sameFunctions returns how two functions differ.
func sameFunctions(got, want *hir.Function) string {
	if !slices.Equal(got.Env.Identifiers, want.Env.Identifiers) {
		return "the identifiers differ: " + cmp.Diff(want.Env.Identifiers, got.Env.Identifiers)
	}
	a, b := got.Text(), want.Text()
	if a == b {
		return ""
	}
	return cmp.Diff(strings.Split(b, "\n"), strings.Split(a, "\n"))
}

// TestCorrect compares this package's passes without a fault with those of
// package ssa.
func TestCorrect(t *testing.T) {
	n := uint64(4000)
	if testing.Short() {
		n = 500
	}
	phis := 0
	for seed := range n {
		f := generated(t, seed)
		fast, slow := f.Clone(), f
		errFast, errSlow := ssa.EnterSSA(fast), faulty.EnterSSA(slow)
		if d := same(slow, fast, errSlow, errFast); d != "" {
			t.Fatalf("seed %d: EnterSSA: %s", seed, d)
		}
		if errFast != nil {
			continue
		}
		for _, b := range fast.Blocks {
			phis += len(b.Phis)
		}
		errFast, errSlow = ssa.EliminateRedundantPhis(fast), faulty.EliminateRedundantPhis(slow)
		if d := same(slow, fast, errSlow, errFast); d != "" {
			t.Fatalf("seed %d: EliminateRedundantPhis: %s", seed, d)
		}
	}
	if phis < int(n) {
		t.Errorf("%d programs with only %d phis", n, phis)
	}
}

// TestRecorded runs this package's passes without a fault on recorded functions
// of the React Compiler.
func TestRecorded(t *testing.T) {
	file, err := os.Open("../../../shared/react/cases-open.jsonl.gz")
	if errors.Is(err, fs.ErrNotExist) {
		t.Skipf("no recorded cases: %v", err)
	}
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	z, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	passes := map[string]func(*hir.Function) error{"ssa": faulty.EnterSSA, "eliminate": faulty.EliminateRedundantPhis}
	n := 0
	for d := json.NewDecoder(z); d.More(); {
		var c struct {
			Name, Pass string
			Before     struct {
				Text string
				Next hir.Counters
			}
			After struct {
				Text  string
				Error *struct{ Reason, Description string }
			}
		}
		if err := d.Decode(&c); err != nil {
			t.Fatal(err)
		}
		run := passes[c.Pass]
		if run == nil {
			continue
		}
		n++
		f, err := hir.ReadFunction(c.Name, []byte(c.Before.Text), hir.ReadOptions{Next: &c.Before.Next})
		if err != nil {
			t.Fatal(err)
		}
		err = run(f)
		var refused *hir.PassError
		switch {
		case c.After.Error != nil:
			if !errors.As(err, &refused) || refused.Reason != c.After.Error.Reason || refused.Description != c.After.Error.Description {
				t.Errorf("%s: got error %v, expected %s", c.Name, err, c.After.Error.Reason)
			}
		case err != nil:
			t.Errorf("%s: %v", c.Name, err)
		case f.Text() != c.After.Text:
			t.Errorf("%s: %s", c.Name, cmp.Diff(strings.Split(c.After.Text, "\n"), strings.Split(f.Text(), "\n")))
		}
	}
	t.Logf("%d cases", n)
}

// TestSubtle checks that each fault spoils some programs, and leaves most right.
func TestSubtle(t *testing.T) {
	const programs, most = 300, 10_000
	faults := faulty.All()
	changed, refused := make([]int, len(faults)), make([]int, len(faults))
	unseen := len(faults) - 1 // the interpreter's is not tried here
	for seed := uint64(0); seed < programs || seed < most && unseen > 0; seed++ {
		input := generated(t, seed)
		entered := input.Clone()
		if ssa.EnterSSA(entered) != nil {
			continue
		}
		eliminated := entered.Clone()
		if err := ssa.EliminateRedundantPhis(eliminated); err != nil {
			t.Fatal(err)
		}
		enteredText, eliminatedText := entered.Text(), eliminated.Text()
		for i, f := range faults {
			before, want := input, enteredText
			switch f.Pass {
			case "eliminate":
				before, want = entered, eliminatedText
			case "interp":
				continue
			}
			if seed >= programs && changed[i] > 0 {
				continue // seen, and its share is known
			}
			got := before.Clone()
			err := f.Run(got)
			if err != nil {
				refused[i]++
			}
			if err != nil || got.Text() != want {
				if changed[i]++; changed[i] == 1 {
					unseen--
				}
			}
		}
	}
	for i, f := range faults {
		t.Logf("%-30s changes %4d of %d programs, refuses %d", f.Name, changed[i], programs, refused[i])
		switch {
		case f.Pass == "interp":
		case changed[i] == 0:
			t.Errorf("%s changes none of %d programs", f.Name, most)
		case changed[i] > programs/3:
			t.Errorf("%s changes %d of %d programs: it is not subtle", f.Name, changed[i], programs)
		case refused[i] > changed[i]/2:
			t.Errorf("%s refuses %d of the %d programs it changes", f.Name, refused[i], changed[i])
		}
	}
}

// TestAll checks the list of faults.
func TestAll(t *testing.T) {
	seen := map[string]bool{}
	for _, f := range faulty.All() {
		if seen[f.Name] || f.Name == "" || f.What == "" || strings.Contains(f.What, "\n") {
			t.Errorf("fault %q: %q", f.Name, f.What)
		}
		seen[f.Name] = true
		if (f.Run == nil) != (f.Pass == "interp") {
			t.Errorf("fault %q of pass %q: Run is nil: %v", f.Name, f.Pass, f.Run == nil)
		}
	}
	if len(seen) < 24 {
		t.Errorf("only %d faults", len(seen))
	}
}

// TestLimits checks that what the recursion is not made for is refused.
func TestLimits(t *testing.T) {
	chain := func(n int, last int) *hir.Function {
		env := &hir.Env{}
		f := hir.NewFunction(env, "f")
		for i := range n {
			b := f.AddBlock(env.NewBlockID(), hir.BlockStatement)
			b.Term = hir.Terminal{Kind: hir.Goto, Targets: []hir.BlockID{hir.BlockID(i + 1)}, Fallthrough: hir.NoBlock, Scope: hir.NoScope}
		}
		v := env.NewTemporary()
		f.Blocks[n-1].Term = hir.Terminal{Kind: hir.Return, Operands: []hir.Place{{Identifier: v}}, Fallthrough: hir.NoBlock, Scope: hir.NoScope}
		if last >= 0 {
			f.Blocks[n-1].Term = hir.Terminal{Kind: hir.Goto, Targets: []hir.BlockID{hir.BlockID(last)}, Fallthrough: hir.NoBlock, Scope: hir.NoScope}
		}
		f.Entry = 0
		if err := f.MarkPreds(); err != nil {
			t.Fatal(err)
		}
		return f
	}
	if err := faulty.EnterSSA(chain(faulty.MaxBlocks, -1)); err != nil {
		t.Error(err)
	}
	for name, f := range map[string]*hir.Function{
		"too many blocks":     chain(faulty.MaxBlocks+1, -1),
		"loop back to entry":  chain(3, 0),
		"cycle without entry": cutOff(chain(4, 2)),
	} {
		var refused *hir.PassError
		if err := faulty.EnterSSA(f); !errors.As(err, &refused) {
			t.Errorf("%s: got %v", name, err)
		}
	}
}

// cutOff takes away the edge that leads to block 2 from outside its loop.
func cutOff(f *hir.Function) *hir.Function {
	f.Blocks[1].Term = hir.Terminal{Kind: hir.Unreachable, Fallthrough: hir.NoBlock, Scope: hir.NoScope}
	f.Blocks[2].Preds = []hir.BlockID{3}
	return f
}
