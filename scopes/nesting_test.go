package scopes

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"assay/hir"
)

func TestAssertValidBlockNesting(t *testing.T) {
	ifElse := func(b *builder) {
		x := b.Op()                                           // 1, If 2
		b.If(x, func() { b.Op(); b.Op() }, func() { b.Op() }) // 3, 4, Goto 5; 6, Goto 7
		b.Op()                                                // 8
		b.Op()                                                // 9
	}
	const reason = "AssertValidBlockNesting: function f, %: Invariant: Invalid nesting in program blocks or scopes. Items overlap but are not nested: "
	for _, tc := range []struct {
		name   string
		build  func(b *builder)
		scopes []scopeSpec
		at     string // where the error is, "" for none
		want   string
	}{
		{"no scopes", ifElse, nil, "", ""},
		{"disjoint and adjacent", ifElse, []scopeSpec{scope(1, 2, 1), scope(3, 4, 3), scope(4, 5, 4), scope(8, 10, 8)}, "", ""},
		{"same range as the construct", ifElse, []scopeSpec{scope(2, 8, 3)}, "", ""},
		{"around the construct", ifElse, []scopeSpec{scope(1, 9, 1), scope(3, 5, 3)}, "", ""},
		{"over two branches", ifElse, []scopeSpec{scope(4, 7, 4)}, "", ""},
		{"up to the end of the construct", ifElse, []scopeSpec{scope(4, 8, 4)}, "", ""},
		{"same ranges", ifElse, []scopeSpec{scope(3, 5, 3), scope(3, 5, 4)}, "", ""},
		{"an empty range", ifElse, []scopeSpec{scope(2, 2, 3)}, "", ""},
		{"two scopes overlap", ifElse, []scopeSpec{scope(1, 9, 1), scope(8, 10, 8)}, "block bb1, instruction 8",
			"1:9(8:10) (scope @0 [1:9] from block bb0 and scope @1 [8:10] from block bb1)"},
		{"into a construct", ifElse, []scopeSpec{scope(1, 4, 1)}, "block bb0, instruction 2",
			"1:4(2:8) (scope @0 [1:4] from block bb0 and if [2:8] from block bb0)"},
		{"out of a construct", ifElse, []scopeSpec{scope(4, 9, 4)}, "block bb2, instruction 4",
			"2:8(4:9) (if [2:8] from block bb0 and scope @0 [4:9] from block bb2)"},
		{"the branch of a while goes back", func(b *builder) {
			b.Op()
			b.While("w", op(b), func() { b.Op() })
			b.Op()
		}, []scopeSpec{scope(2, 7, 3), scope(5, 6, 5)}, "", ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			f := function(t, tc.build, tc.scopes)
			err := AssertValidBlockNesting(f)
			want := ""
			if tc.want != "" {
				want = strings.Replace(reason, "%", tc.at, 1) + tc.want
			}
			got := ""
			if err != nil {
				got = err.Error()
			}
			if got != want {
				t.Errorf("error %q\nwant  %q\n%s", got, want, f.Text())
			}
		})
	}
}

// What traverse finds must be what a look at every pair finds.
func TestTraverseAgreesWithPairs(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	valid, invalid := 0, 0
	for range 20000 {
		items := make([]item, r.IntN(7))
		for i := range items {
			start := hir.InstructionID(1 + r.IntN(9))
			items[i] = item{r: rng(start, start+1+hir.InstructionID(r.IntN(6))), scope: hir.ScopeID(i), block: hir.NoBlock}
		}
		nested := true
		for i, a := range items {
			for _, b := range items[i+1:] {
				overlap := max(a.r.Start, b.r.Start) < min(a.r.End, b.r.End)
				inside := a.r.Start <= b.r.Start && b.r.End <= a.r.End || b.r.Start <= a.r.Start && a.r.End <= b.r.End
				nested = nested && (!overlap || inside)
			}
		}
		sortItems(items)
		var open, entered, left []int
		_, _, ok := traverse(items, func(i int) {
			for _, o := range open {
				if items[i].r.End > items[o].r.End {
					t.Fatalf("%v is entered in %v: %v", items[i].r, items[o].r, items)
				}
			}
			open = append(open, i)
			entered = append(entered, i)
		}, func(i int) {
			if open[len(open)-1] != i {
				t.Fatalf("item %d is left, but %d is the innermost", i, open[len(open)-1])
			}
			open = open[:len(open)-1]
			left = append(left, i)
		})
		if ok != nested {
			t.Fatalf("traverse says %t, pairs say %t: %v", ok, nested, items)
		}
		if !ok {
			invalid++
			continue
		}
		valid++
		if len(entered) != len(items) || len(left) != len(items) || len(open) != 0 || !slices.IsSorted(entered) {
			t.Fatalf("entered %v, left %v of %d items", entered, left, len(items))
		}
	}
	if valid < 1000 || invalid < 1000 {
		t.Errorf("%d trees and %d others are too few", valid, invalid)
	}
}
