package faulty_test

import (
	"errors"
	"io/fs"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"assay/gen"
	"assay/hir"
	"assay/js"
	"assay/oracle"
	"assay/oracle/faulty"
	"assay/scopes"
	"assay/scopes/scopestest"
	"assay/ssa"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// withScopes returns the function of a seed, with scopes to be aligned: one of
// three is built without a program, and every kind of scopes comes in turn.
// It is nil if the seed's program is refused.
func withScopes(t *testing.T, seed uint64) *hir.Function {
	r := rand.New(rand.NewPCG(seed, 29))
	var f *hir.Function
	if seed%3 == 0 {
		f = scopestest.Random(r, 3+r.IntN(60))
		scopestest.AddPhis(f)
	} else {
		p := gen.Program(gen.FromSeed(seed), gen.Config{})
		var err error
		if f, err = js.Lower(p, p.Body[0].(*js.FunctionDecl)); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if ssa.EnterSSA(f) != nil {
			return nil
		}
		if err := ssa.EliminateRedundantPhis(f); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		f.NumberInstructions()
	}
	if len(f.Blocks[0].Instrs) > 0 {
		add := []func(*rand.Rand, *hir.Function, int){scopestest.InferredScopes, scopestest.AnchoredScopes, scopestest.RandomScopes}
		add[seed/3%3](r, f, 1+r.IntN(10))
	}
	return f
}

// sameScopes returns how two functions, their scopes, or two errors, differ.
func sameScopes(got, want *hir.Function, gotErr, wantErr error) string {
	var g, w *hir.PassError
	errors.As(gotErr, &g)
	errors.As(wantErr, &w)
	if d := cmp.Diff(w, g, cmpopts.IgnoreFields(hir.PassError{}, "Detail")); d != "" {
		return d
	}
	sameRange := func(a, b hir.Scope) bool { return a.Range == b.Range }
	if !slices.EqualFunc(got.Env.Scopes, want.Env.Scopes, sameRange) {
		return "the scopes differ: " + cmp.Diff(want.Env.Scopes, got.Env.Scopes)
	}
	if got.Env.NextBlock != want.Env.NextBlock {
		return "the next block is " + got.Env.NextBlock.String() + ", not " + want.Env.NextBlock.String()
	}
	return sameFunctions(got, want)
}

// TestScopesCorrect compares this package's passes over scopes without a fault
// with those of package scopes: one after another, and merging and building
// also alone.
func TestScopesCorrect(t *testing.T) {
	n := uint64(2000)
	if testing.Short() {
		n = 300
	}
	refused, terminals := 0, 0
	for seed := range n {
		f := withScopes(t, seed)
		if f == nil {
			continue
		}
		opt := scopes.AlignOptions{WholeDoWhile: seed/9%2 == 0}
		both := func(pass string, f *hir.Function, right, second func(*hir.Function) error) error {
			g := f.Clone()
			want, got := right(f), second(g)
			if d := sameScopes(g, f, got, want); d != "" {
				t.Fatalf("seed %d: %s: %s", seed, pass, d)
			}
			if want != nil {
				refused++
			}
			return want
		}
		merge := func(f *hir.Function) error {
			return both("merge", f, scopes.MergeOverlappingReactiveScopes, faulty.MergeOverlappingReactiveScopes)
		}
		build := func(f *hir.Function) error {
			return both("build", f, scopes.BuildReactiveScopeTerminals, faulty.BuildReactiveScopeTerminals)
		}
		build(f.Clone())
		alone := f.Clone()
		merge(alone)
		build(alone)
		if both("align", f,
			func(f *hir.Function) error { return scopes.Align(f, opt) },
			func(f *hir.Function) error { return faulty.AlignReactiveScopesToBlockScopes(f, opt) }) != nil {
			continue
		}
		merge(f)
		if build(f) != nil {
			continue
		}
		for _, b := range f.Blocks {
			if b.Term.Kind == hir.ScopeTerm {
				terminals++
			}
		}
	}
	t.Logf("%d programs, %d scope terminals, %d refusals", n, terminals, refused)
	if terminals < int(n) || refused < int(n)/20 {
		t.Errorf("%d programs with only %d scope terminals and %d refusals", n, terminals, refused)
	}
}

// TestScopesRecorded runs this package's passes over scopes without a fault on
// recorded functions of the React Compiler.
func TestScopesRecorded(t *testing.T) {
	file, err := os.Open("../../../shared/react/cases-open.jsonl.gz")
	if errors.Is(err, fs.ErrNotExist) {
		t.Skipf("no recorded cases: %v", err)
	}
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	passes := map[string]func(*hir.Function) error{
		"align": func(f *hir.Function) error {
			return faulty.AlignReactiveScopesToBlockScopes(f, scopes.AlignOptions{})
		},
		"merge": faulty.MergeOverlappingReactiveScopes,
		"build": faulty.BuildReactiveScopeTerminals,
	}
	count := map[string]int{}
	err = oracle.ReadCases(file.Name(), file, func(c *oracle.RecordedCase) error {
		run := passes[c.Pass]
		if run == nil {
			return nil
		}
		count[c.Pass]++
		f, err := c.Input()
		if err != nil {
			return err
		}
		if err := run(f); err != nil {
			t.Errorf("%s: %v", c.Name, err)
		} else if f.Text() != c.After.Text {
			t.Errorf("%s: %s", c.Name, cmp.Diff(strings.Split(c.After.Text, "\n"), strings.Split(f.Text(), "\n")))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%v", count)
	if len(count) != len(passes) {
		t.Errorf("there are cases of %d passes, not %d", len(count), len(passes))
	}
}

// stages is a function before each of the passes over scopes, and after the
// last.
type stages struct {
	opt                    scopes.AlignOptions
	align, merge, build, f *hir.Function
}

// stagesOf puts a function through the passes. It is nil if a pass refuses it,
// or if its scopes are not fit to be made terminals.
func stagesOf(t *testing.T, seed uint64) *stages {
	f := withScopes(t, seed)
	if f == nil {
		return nil
	}
	s := &stages{opt: scopes.AlignOptions{WholeDoWhile: true}, align: f.Clone()}
	if scopes.Align(f, s.opt) != nil {
		return nil
	}
	s.merge = f.Clone()
	if err := scopes.MergeOverlappingReactiveScopes(f); err != nil {
		t.Fatal(err)
	}
	s.build = f.Clone()
	if len(oracle.VerifyScopeInput(f)) > 0 || scopes.BuildReactiveScopeTerminals(f) != nil {
		return nil
	}
	s.f = f
	return s
}

// spoilt runs a fault on the stage that its pass is for. It returns whether it
// gave another function or an error, which verifiers caught it, and the error.
func (s *stages) spoilt(f faulty.Fault) (changed bool, caught []string, err error) {
	before, want, run := s.build, s.f, f.Run
	switch f.Pass {
	case "align":
		before, want = s.align, s.merge
		run = func(g *hir.Function) error { return f.Align(g, s.opt) }
	case "merge":
		before, want = s.merge, s.build
	}
	after := before.Clone()
	if err := run(after); err != nil {
		return true, []string{"refusal"}, err
	}
	if sameScopes(after, want, nil, nil) == "" {
		return false, nil, nil
	}
	catch := func(name string, vs []*oracle.Violation) {
		if len(vs) > 0 {
			caught = append(caught, name)
		}
	}
	switch f.Pass {
	case "align":
		catch("VerifyAlign", oracle.VerifyAlign(before, after, s.opt))
	case "merge":
		catch("VerifyMerge", oracle.VerifyMerge(before, after))
	default:
		catch("VerifyScopes", oracle.VerifyScopes(before, after))
		catch("ValidateScopes", oracle.ValidateScopes(before, after))
	}
	return true, caught, nil
}

// TestScopesSubtle checks that each fault of the passes over scopes spoils some
// programs and leaves most right, and that what it spoils is caught.
func TestScopesSubtle(t *testing.T) {
	programs, most := 400, 9000
	if testing.Short() {
		programs, most = 150, 3000
	}
	type record struct {
		changed, refused, caught int
		first, firstCaught       int
		by                       map[string]int
	}
	faults := faulty.Scopes()
	records := make([]record, len(faults))
	unseen := len(faults)
	done := 0
	for seed := 0; done < programs || seed < most && unseen > 0; seed++ {
		s := stagesOf(t, uint64(seed))
		if s == nil {
			continue
		}
		done++
		for i, f := range faults {
			r := &records[i]
			if done > programs && r.caught > 0 {
				continue // seen, and its share is known
			}
			changed, by, err := s.spoilt(f)
			if !changed {
				continue
			}
			if r.changed++; r.changed == 1 {
				r.first, r.by = done, map[string]int{}
			}
			if err != nil {
				r.refused++
			}
			if len(by) == 0 {
				continue
			}
			if r.caught++; r.caught == 1 {
				r.firstCaught = done
				unseen--
			}
			for _, name := range by {
				r.by[name]++
			}
		}
	}
	for i, f := range faults {
		r := &records[i]
		t.Logf("%-5s %-27s first changes program %4d, caught at %4d; changes %4d of %d, refuses %d, caught %4d: %v",
			f.Pass, f.Name, r.first, r.firstCaught, r.changed, programs, r.refused, r.caught, r.by)
		switch {
		case r.changed == 0:
			t.Errorf("%s changes none of %d programs", f.Name, done)
		case r.caught == 0:
			t.Errorf("%s is not caught by %d programs", f.Name, done)
		// Where scopes are joined, any of them can stand for all, and where a block
		// cannot be reached, more than one order is right.
		case r.caught*10 < r.changed:
			t.Errorf("%s is caught in %d of the %d programs it changes", f.Name, r.caught, r.changed)
		case r.changed > programs/2:
			t.Errorf("%s changes %d of %d programs: it is not subtle", f.Name, r.changed, programs)
		case r.refused > r.changed/2:
			t.Errorf("%s refuses %d of the %d programs it changes", f.Name, r.refused, r.changed)
		}
	}
}

// TestScopesList checks the list of faults.
func TestScopesList(t *testing.T) {
	seen := map[string]bool{}
	for _, f := range faulty.All() {
		seen[f.Name] = true
	}
	count := map[string]int{}
	for _, f := range faulty.Scopes() {
		if seen[f.Name] || f.Name == "" || f.What == "" || strings.Contains(f.What, "\n") {
			t.Errorf("fault %q: %q", f.Name, f.What)
		}
		seen[f.Name] = true
		count[f.Pass]++
		if f.Run == nil || (f.Align != nil) != (f.Pass == "align") {
			t.Errorf("fault %q of pass %q: Run is nil: %v, Align is nil: %v", f.Name, f.Pass, f.Run == nil, f.Align == nil)
		}
	}
	for _, pass := range []string{"align", "merge", "build"} {
		if count[pass] < 8 {
			t.Errorf("only %d faults of %s", count[pass], pass)
		}
	}
	if len(count) != 3 {
		t.Errorf("faults of passes %v", count)
	}
}

// TestScopesAnyInput runs each fault on scopes that its pass need not cope with:
// it may make anything of them, but must come to an end.
func TestScopesAnyInput(t *testing.T) {
	refused := 0
	for seed := range uint64(200) {
		f := withScopes(t, seed)
		if f == nil {
			continue
		}
		for _, fault := range faulty.Scopes() {
			g := f.Clone()
			if err := fault.Run(g); err != nil {
				var e *hir.PassError
				if !errors.As(err, &e) {
					t.Errorf("seed %d: %s: %v", seed, fault.Name, err)
				}
				refused++
				continue
			}
			// What one pass has spoilt goes through the next.
			if fault.Pass != "build" && faulty.MergeOverlappingReactiveScopes(g) == nil {
				_ = faulty.BuildReactiveScopeTerminals(g)
			}
			_ = g.Text()
		}
	}
	if refused == 0 {
		t.Error("no input was refused")
	}
}

// TestScopesLimits checks that what the recursion is not made for is refused.
func TestScopesLimits(t *testing.T) {
	b := scopestest.New("f")
	x := b.Op()
	for range faulty.MaxBlocks / 2 {
		b.If(x, func() { b.Op() }, nil)
	}
	f := b.Finish()
	scopestest.AddScope(f, hir.Range{Start: 1, End: 2}, 1)
	before := f.Text()
	var e *hir.PassError
	if err := faulty.BuildReactiveScopeTerminals(f); !errors.As(err, &e) || e.Category != hir.CategoryTodo {
		t.Errorf("%d blocks: got %v", len(f.Blocks), err)
	}
	if f.Text() != before {
		t.Error("the error changed the function")
	}
}
