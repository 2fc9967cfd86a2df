package oracle

import (
	"math/rand"
	randv2 "math/rand/v2"
	"slices"
	"strings"
	"testing"

	"assay/hir"
	"assay/scopes"
	"assay/scopes/scopestest"
)

// addScopes is a way to give a function random scopes.
type addScopes func(r *randv2.Rand, f *hir.Function, n int)

// forScopes calls test for random functions with random scopes.
func forScopes(t *testing.T, n int, add addScopes, test func(t *testing.T, seed uint64, f *hir.Function)) {
	t.Helper()
	if testing.Short() {
		n /= 10
	}
	for seed := range uint64(n) {
		r := randv2.New(randv2.NewPCG(seed, 17))
		f := scopestest.Random(r, 3+r.IntN(60))
		scopestest.AddPhis(f)
		add(r, f, 1+r.IntN(10))
		test(t, seed, f)
		if t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
}

func mustNot(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// build returns before with scope terminals, which must be right.
func build(t *testing.T, before *hir.Function) *hir.Function {
	t.Helper()
	after := before.Clone()
	mustNot(t, scopes.BuildReactiveScopeTerminals(after))
	for range 2 {
		if vs := slices.Concat(VerifyScopes(before, after), ValidateScopes(before, after)); len(vs) > 0 {
			t.Fatalf("%v\nbefore:\n%s\nafter:\n%s", Violations(vs), before.Text(), after.Text())
		}
		mustNot(t, scopes.FlattenReactiveLoops(after))
	}
	return after
}

// alignAndMerge puts f through both passes and checks what each has done.
func alignAndMerge(t *testing.T, f *hir.Function, opt scopes.AlignOptions) {
	t.Helper()
	check := func(pass string, run func(*hir.Function) error, verify func(before, after *hir.Function) []*Violation) {
		t.Helper()
		before := f.Clone()
		mustNot(t, run(f))
		if vs := verify(before, f); len(vs) > 0 {
			t.Fatalf("%s: %v\nbefore:\n%s\nafter:\n%s", pass, Violations(vs), before.Text(), f.Text())
		}
	}
	check("align", func(f *hir.Function) error { return scopes.Align(f, opt) },
		func(before, after *hir.Function) []*Violation { return VerifyAlign(before, after, opt) })
	check("merge", scopes.MergeOverlappingReactiveScopes, VerifyMerge)
}

// Scopes as inference makes them are fit to be made terminals once they are
// aligned and merged, and then all is right with the terminals.
func TestInferredScopes(t *testing.T) {
	entries := 0
	forScopes(t, 400, scopestest.InferredScopes, func(t *testing.T, seed uint64, f *hir.Function) {
		alignAndMerge(t, f, scopes.AlignOptions{WholeDoWhile: true})
		for _, v := range VerifyScopeInput(f) {
			// A handler may stand within a construct of the try's body, and then
			// within a scope: that is so, though rarely.
			if v.Kind != KindScopeHandler {
				t.Errorf("%v\n%s", v, f.Text())
			}
			entries++
		}
		build(t, f)
	})
	t.Logf("%d edges into the middle of scopes", entries)
}

// Hostile scopes that are fit to be made terminals break nothing, aligned and
// merged or not.
func TestHostileScopes(t *testing.T) {
	fit, unfit := 0, 0
	forScopes(t, 800, scopestest.RandomScopes, func(t *testing.T, seed uint64, f *hir.Function) {
		if seed%3 > 0 {
			alignAndMerge(t, f, scopes.AlignOptions{WholeDoWhile: seed%3 == 1})
		}
		if len(VerifyScopeInput(f)) > 0 {
			unfit++
			return
		}
		fit++
		build(t, f)
	})
	if !testing.Short() && (fit < 60 || unfit < 60) {
		t.Errorf("%d functions with fit and %d with unfit scopes are too few", fit, unfit)
	}
}

// Every corruption of a right result is found.
func TestScopeCorruptions(t *testing.T) {
	found := map[string]int{}
	forScopes(t, 600, scopestest.InferredScopes, func(t *testing.T, seed uint64, f *hir.Function) {
		alignAndMerge(t, f, scopes.AlignOptions{WholeDoWhile: true})
		if len(VerifyScopeInput(f)) > 0 {
			return
		}
		after := build(t, f)
		r := rand.New(rand.NewSource(int64(seed)))
		for range 3 {
			bad := after.Clone()
			kind, ok := CorruptScopes(bad, r)
			if !ok {
				return
			}
			if vs := slices.Concat(VerifyScopes(f, bad), ValidateScopes(f, bad)); len(vs) == 0 {
				t.Fatalf("%s is not found\nbefore:\n%s\nafter:\n%s\ncorrupted:\n%s", kind, f.Text(), after.Text(), bad.Text())
			}
			found[strings.TrimSuffix(kind, ", repaired")]++
		}
	})
	for _, kind := range ScopeCorruptionKinds() {
		if found[kind] < 10 && !testing.Short() {
			t.Errorf("%s was tried %d times only", kind, found[kind])
		}
	}
	t.Log(found)
}

// The corruptions of functions in SSA form are found too, where they hit.
func TestScopeFormCorruptions(t *testing.T) {
	found, kinds := 0, map[string]int{}
	forScopes(t, 400, scopestest.InferredScopes, func(t *testing.T, seed uint64, f *hir.Function) {
		alignAndMerge(t, f, scopes.AlignOptions{WholeDoWhile: true})
		if len(VerifyScopeInput(f)) > 0 {
			return
		}
		bad := build(t, f)
		kind, detail, ok := Corrupt(bad, rand.New(rand.NewSource(int64(seed))))
		if !ok {
			return
		}
		if vs := slices.Concat(VerifyScopes(f, bad), ValidateScopes(f, bad)); len(vs) == 0 {
			t.Fatalf("%s is not found: %s\nbefore:\n%s\ncorrupted:\n%s", kind, detail, f.Text(), bad.Text())
		}
		found++
		kinds[kind]++
	})
	t.Logf("%d found: %v", found, kinds)
}

// Two runs of alignment or merging that differ in one range or member are told
// apart.
func TestAlignMergeCorruptions(t *testing.T) {
	tried := 0
	forScopes(t, 400, scopestest.RandomScopes, func(t *testing.T, seed uint64, f *hir.Function) {
		r := randv2.New(randv2.NewPCG(seed, 5))
		aligned := f.Clone()
		mustNot(t, scopes.AlignReactiveScopesToBlockScopes(aligned))
		merged := aligned.Clone()
		mustNot(t, scopes.MergeOverlappingReactiveScopes(merged))
		live := mentionedScopes(f, mentions(f))
		if len(live) == 0 {
			return
		}
		tried++
		off := func(f *hir.Function) *hir.Function {
			g := f.Clone()
			rng := &g.Env.Scopes[live[r.IntN(len(live))]].Range
			switch r.IntN(4) {
			case 0:
				rng.Start--
			case 1:
				rng.Start++
			case 2:
				rng.End--
			case 3:
				rng.End++
			}
			return g
		}
		move := func(f *hir.Function) *hir.Function {
			g := f.Clone()
			ms := mentions(g)
			for {
				id := &g.Env.Identifiers[ms[r.IntN(len(ms))].id]
				to := live[r.IntN(len(live))]
				if r.IntN(3) == 0 {
					to = hir.NoScope
				}
				if id.Scope != to {
					id.Scope = to
					return g
				}
			}
		}
		other := func(f *hir.Function) *hir.Function {
			g := f.Clone()
			b := g.Blocks[r.IntN(len(g.Blocks))]
			if len(b.Instrs) == 0 {
				b.Term.ID++
			} else {
				b.Instrs[r.IntN(len(b.Instrs))].Lvalue.Reactive = true
			}
			return g
		}
		for name, change := range map[string]func(*hir.Function) *hir.Function{"range": off, "member": move, "other": other} {
			if bad := change(aligned); len(VerifyAlign(f, bad, scopes.AlignOptions{})) == 0 {
				t.Fatalf("%s: not found\n%s\naligned:\n%s", name, f.Text(), bad.Text())
			}
			if bad := change(merged); len(VerifyMerge(aligned, bad)) == 0 {
				t.Fatalf("%s: not found\n%s\nmerged:\n%s", name, aligned.Text(), bad.Text())
			}
		}
	})
	if tried < 100 && !testing.Short() {
		t.Errorf("only %d functions with scopes", tried)
	}
}

// What the real compiler did is right by all checks.
func TestRecordedScopes(t *testing.T) {
	none := func(t *testing.T, p recordedPair, vs []*Violation) {
		t.Helper()
		for _, v := range vs {
			if v.Kind != KindUnprinted {
				t.Errorf("%s: %v", p.name, v)
			}
		}
	}
	for _, p := range recordedPairs(t, "align") {
		none(t, p, VerifyAlign(p.before, p.after, scopes.AlignOptions{}))
	}
	for _, p := range recordedPairs(t, "merge") {
		none(t, p, VerifyMerge(p.before, p.after))
	}
	corrupted := 0
	for i, p := range recordedPairs(t, "build") {
		none(t, p, VerifyScopeInput(p.before))
		none(t, p, VerifyScopes(p.before, p.after))
		none(t, p, ValidateScopes(p.before, p.after))
		opt := PairOptions{CompareOptions: CompareOptions{FromText: true}, Seeds: 2}
		if err := CheckScopePair(p.before, p.after, opt).Err(); err != nil {
			t.Errorf("%s: %v", p.name, err)
		}
		r := rand.New(rand.NewSource(int64(i)))
		for range 3 {
			bad := p.after.Clone()
			kind, ok := CorruptScopes(bad, r)
			if !ok {
				continue
			}
			corrupted++
			if CompareScopes(p.before, bad, opt.CompareOptions).Verdict != Rejected {
				t.Errorf("%s: %s is not found", p.name, kind)
			}
		}
	}
	t.Logf("%d corruptions found", corrupted)
}
