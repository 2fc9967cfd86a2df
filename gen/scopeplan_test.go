package gen

import (
	"reflect"
	"testing"

	"assay/hir"
	"assay/ssa"
)

func TestNoBytesAreNoScopes(t *testing.T) {
	if p := Scopes(FromBytes(nil)); !reflect.DeepEqual(p, ScopePlan{}) {
		t.Errorf("no bytes give %+v", p)
	}
}

// ssaForm returns the SSA form of the program of a seed, and its plan.
func ssaForm(t *testing.T, seed uint64) (*hir.Function, ScopePlan) {
	t.Helper()
	c := FromSeed(seed)
	f := lower(t, Program(c, Config{}))
	plan := Scopes(c)
	if err := ssa.EnterSSA(f); err != nil {
		t.Fatal(err)
	}
	return f, plan
}

// Scopes have members, ranges of the function's ids, and no plan takes an
// identifier from another scope. What happens often enough is counted.
func TestScopesAreWellFormed(t *testing.T) {
	var p ScopePlacer
	found := map[string]int{}
	for seed := range uint64(3000) {
		f, plan := ssaForm(t, seed)
		p.Place(f, plan, nil)
		last := f.Blocks[len(f.Blocks)-1].Term.ID
		members := make([]int, len(f.Env.Scopes))
		for i := range f.Env.Identifiers {
			x := &f.Env.Identifiers[i]
			if x.Scope != x.RangeScope {
				t.Fatalf("seed %d: $%d belongs to %d and has the range of %d", seed, i, x.Scope, x.RangeScope)
			}
			if x.Scope != hir.NoScope {
				members[x.Scope]++
			}
		}
		for s, x := range f.Env.Scopes {
			r := x.Range
			if members[s] == 0 || r.Start < 1 || r.End <= r.Start || r.End > last+1 {
				t.Fatalf("seed %d: scope @%d has %d members and range %v", seed, s, members[s], r)
			}
			countScope(found, f, s, last)
		}
	}
	for what, floor := range map[string]int{
		"scope": 4500, "same start": 300, "same end": 300, "same range": 100, "adjacent": 500, "overlap": 1000,
		"one instruction": 500, "whole function": 50, "inside of another": 1500, "six deep": 10,
		"in a loop": 350, "in a value block": 300, "holds a return": 500, "holds a jump": 500, "cuts a block": 2500,
	} {
		if found[what] < floor {
			t.Errorf("%s: %d times, expected at least %d", what, found[what], floor)
		}
	}
	t.Log(found)
}

// countScope counts what scope s of f is like.
func countScope(found map[string]int, f *hir.Function, s int, last hir.InstructionID) {
	r := f.Env.Scopes[s].Range
	found["scope"]++
	if r.End == r.Start+1 {
		found["one instruction"]++
	}
	if r.Start == 1 && r.End >= last {
		found["whole function"]++
	}
	depth := 0
	for i, x := range f.Env.Scopes {
		if i == s {
			continue
		}
		o := x.Range
		switch {
		case o == r:
			found["same range"]++
		case o.Start == r.Start:
			found["same start"]++
		case o.End == r.End:
			found["same end"]++
		case o.End == r.Start:
			found["adjacent"]++
		case o.Start < r.Start && r.Start < o.End && o.End < r.End:
			found["overlap"]++
		case o.Start < r.Start && r.End < o.End:
			depth++
		}
	}
	if depth > 0 {
		found["inside of another"]++
	}
	if depth >= 5 {
		found["six deep"]++
	}
	for _, b := range f.Blocks {
		switch {
		case b.Kind == hir.BlockLoop && b.FirstID() <= r.Start && r.Start <= b.Term.ID:
			found["in a loop"]++
		case !b.Kind.IsStatement() && b.FirstID() <= r.Start && r.Start <= b.Term.ID:
			found["in a value block"]++
		}
		if b.FirstID() < r.Start && r.Start <= b.Term.ID {
			found["cuts a block"]++
		}
		if r.Contains(b.Term.ID) {
			switch b.Term.Kind {
			case hir.Return, hir.Throw:
				found["holds a return"]++
			case hir.Goto:
				if b.Term.Variant != hir.GotoBreak {
					found["holds a jump"]++
				}
			}
		}
	}
}

// Plans come to an end when they are cut, and each is another.
func TestShrinkScopesEnds(t *testing.T) {
	for seed := range uint64(50) {
		p := Scopes(FromSeed(seed))
		steps := 0
		for {
			var cuts []ScopePlan
			for q := range ShrinkScopes(p) {
				if reflect.DeepEqual(p, q) {
					t.Fatalf("a cut of %+v changes nothing", p)
				}
				cuts = append(cuts, q)
			}
			if len(cuts) == 0 {
				break
			}
			p = cuts[min(len(cuts)-1, len(p.Scopes)+steps%8)] // seldom a whole scope
			if steps++; steps > 100000 {
				t.Fatal("no end")
			}
		}
		if len(p.Scopes) > 0 {
			t.Errorf("ends with %+v", p)
		}
	}
}

// A scope that is not kept leaves nothing behind.
func TestScopesNotKept(t *testing.T) {
	var p ScopePlacer
	for seed := range uint64(100) {
		f, plan := ssaForm(t, seed)
		before := string(hir.AppendText(nil, f, hir.PrintOptions{Annotate: true}))
		p.Place(f, plan, func() bool { return false })
		if after := string(hir.AppendText(nil, f, hir.PrintOptions{Annotate: true})); before != after {
			t.Fatalf("seed %d: changed", seed)
		}
	}
}
