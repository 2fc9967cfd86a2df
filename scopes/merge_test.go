package scopes

import (
	"testing"

	"assay/hir"
	"assay/scopes/scopestest"
)

// line builds n arrays without operands, with ids 1 to n.
func line(n int) func(b *builder) {
	return func(b *builder) {
		for range n {
			b.Op()
		}
	}
}

func TestMerge(t *testing.T) {
	const no = hir.NoScope
	for _, tc := range []struct {
		name   string
		build  func(b *builder)
		scopes []scopeSpec
		adjust func(f *hir.Function)
		ranges []hir.Range
		// member gives the scope of the temporary of an instruction.
		member map[hir.InstructionID]hir.ScopeID
	}{
		{
			name: "disjoint and adjacent scopes stay", build: line(9),
			scopes: []scopeSpec{scope(1, 3, 1, 2), scope(3, 5, 3, 4), scope(6, 7, 6)},
			ranges: []hir.Range{rng(1, 3), rng(3, 5), rng(6, 7)},
			member: map[hir.InstructionID]hir.ScopeID{1: 0, 2: 0, 3: 1, 4: 1, 5: no, 6: 2},
		},
		{
			name: "nested scopes stay", build: line(9),
			scopes: []scopeSpec{scope(1, 9, 1, 7), scope(2, 6, 2, 5), scope(3, 4, 3)},
			ranges: []hir.Range{rng(1, 9), rng(2, 6), rng(3, 4)},
			member: map[hir.InstructionID]hir.ScopeID{1: 0, 2: 1, 3: 2, 5: 1, 7: 0},
		},
		{
			name: "overlapping scopes become the one that started first", build: line(9),
			scopes: []scopeSpec{scope(3, 7, 3, 6), scope(1, 5, 1, 4)},
			ranges: []hir.Range{rng(3, 7), rng(1, 7)},
			member: map[hir.InstructionID]hir.ScopeID{1: 1, 3: 1, 4: 1, 6: 1},
		},
		{
			name: "a chain of overlaps becomes one", build: line(9),
			scopes: []scopeSpec{scope(1, 4, 1), scope(3, 6, 3), scope(5, 8, 5), scope(8, 9, 8)},
			ranges: []hir.Range{rng(1, 8), rng(3, 6), rng(5, 8), rng(8, 9)},
			member: map[hir.InstructionID]hir.ScopeID{1: 0, 3: 0, 5: 0, 8: 3},
		},
		{
			name: "scopes with the same range become the one met first", build: line(9),
			scopes: []scopeSpec{scope(2, 6, 4), scope(2, 6, 3), scope(2, 6, 5)},
			ranges: []hir.Range{rng(2, 6), rng(2, 6), rng(2, 6)},
			member: map[hir.InstructionID]hir.ScopeID{3: 1, 4: 1, 5: 1},
		},
		{
			name: "same start, the longer is outer", build: line(9),
			scopes: []scopeSpec{scope(2, 4, 2), scope(2, 6, 5)},
			ranges: []hir.Range{rng(2, 4), rng(2, 6)},
			member: map[hir.InstructionID]hir.ScopeID{2: 0, 5: 1},
		},
		{
			name: "same end, the later is inner", build: line(9),
			scopes: []scopeSpec{scope(2, 6, 2), scope(4, 6, 5)},
			ranges: []hir.Range{rng(2, 6), rng(4, 6)},
			member: map[hir.InstructionID]hir.ScopeID{2: 0, 5: 1},
		},
		{
			name: "an overlap takes in what is nested in the later one, if open", build: line(9),
			scopes: []scopeSpec{scope(1, 5, 1), scope(3, 9, 3), scope(4, 7, 4), scope(7, 8, 7)},
			ranges: []hir.Range{rng(1, 9), rng(3, 9), rng(4, 7), rng(7, 8)},
			member: map[hir.InstructionID]hir.ScopeID{1: 0, 3: 0, 4: 0, 7: 3},
		},
		{
			name: "one instruction each", build: line(4),
			scopes: []scopeSpec{scope(1, 2, 1), scope(2, 3, 2), scope(3, 4, 3)},
			ranges: []hir.Range{rng(1, 2), rng(2, 3), rng(3, 4)},
			member: map[hir.InstructionID]hir.ScopeID{1: 0, 2: 1, 3: 2},
		},
		{
			name: "a mutation of the outer scope inside of an inner one joins them",
			build: func(b *builder) {
				x := b.Op() // 1
				b.Op()      // 2
				b.Op(x)     // 3
				b.Op()      // 4
				b.Op()      // 5
			},
			scopes: []scopeSpec{scope(1, 6, 1, 5), scope(2, 5, 2, 4)},
			ranges: []hir.Range{rng(1, 6), rng(2, 5)},
			member: map[hir.InstructionID]hir.ScopeID{1: 0, 2: 0, 4: 0, 5: 0},
		},
		{
			name: "a mutation joins all that are between, but not what is closed or below",
			build: func(b *builder) {
				b.Op()      // 1
				x := b.Op() // 2
				b.Op()      // 3
				b.Op()      // 4
				b.Op(x)     // 5
				b.Op()      // 6
				b.Op()      // 7
				b.Op()      // 8
			},
			scopes: []scopeSpec{scope(1, 9, 1, 8), scope(2, 8, 2, 7), scope(3, 4, 3), scope(4, 7, 4), scope(5, 6, 5)},
			ranges: []hir.Range{rng(1, 9), rng(2, 8), rng(3, 4), rng(4, 7), rng(5, 6)},
			member: map[hir.InstructionID]hir.ScopeID{1: 0, 2: 1, 3: 2, 4: 1, 5: 1, 7: 1},
		},
		{
			name: "a read where the identifier is mutable no more joins nothing",
			build: func(b *builder) {
				x := b.Op() // 1
				b.Op()      // 2
				b.Op(x)     // 3
				b.Op()      // 4
				b.Op()      // 5
			},
			scopes: []scopeSpec{scope(1, 6, 1, 5), scope(2, 5, 2, 4)},
			adjust: func(f *hir.Function) {
				x := f.Env.Ident(f.Blocks[0].Instrs[0].Lvalue.Identifier)
				x.RangeScope, x.Range = no, rng(1, 3)
			},
			ranges: []hir.Range{rng(1, 6), rng(2, 5)},
			member: map[hir.InstructionID]hir.ScopeID{1: 0, 2: 1, 4: 1, 5: 0},
		},
		{
			name: "a terminal's operand counts too",
			build: func(b *builder) {
				x := b.Op()                     // 1
				b.Op()                          // 2, If 3
				b.If(x, func() { b.Op() }, nil) // 4, Goto 5
				b.Op()                          // 6
			},
			scopes: []scopeSpec{scope(1, 7, 1, 6), scope(2, 6, 2)},
			ranges: []hir.Range{rng(1, 7), rng(2, 6)},
			member: map[hir.InstructionID]hir.ScopeID{1: 0, 2: 0, 6: 0},
		},
		{
			name: "an lvalue of the outer scope counts too",
			build: func(b *builder) {
				b.Op() // 1
				b.Op() // 2
				b.Op() // 3
				b.Op() // 4
			},
			scopes: []scopeSpec{scope(1, 5, 1, 3), scope(2, 5, 2, 4)},
			ranges: []hir.Range{rng(1, 5), rng(2, 5)},
			member: map[hir.InstructionID]hir.ScopeID{1: 0, 2: 0, 3: 0, 4: 0},
		},
		{
			name: "what a function captures counts",
			build: func(b *builder) {
				x := b.Op() // 1
				b.Op()      // 2
				b.Lambda(x) // 3
				b.Op()      // 4
			},
			scopes: []scopeSpec{scope(1, 5, 1), scope(2, 4, 2)},
			ranges: []hir.Range{rng(1, 5), rng(2, 4)},
			member: map[hir.InstructionID]hir.ScopeID{1: 0, 2: 0},
		},
		{
			name: "unless it is a primitive",
			build: func(b *builder) {
				x := b.Op() // 1
				b.Op()      // 2
				b.Lambda(x) // 3
				b.Op()      // 4
			},
			scopes: []scopeSpec{scope(1, 5, 1), scope(2, 4, 2)},
			adjust: func(f *hir.Function) {
				f.Env.Ident(f.Blocks[0].Instrs[0].Lvalue.Identifier).Type = typePrimitive
			},
			ranges: []hir.Range{rng(1, 5), rng(2, 4)},
			member: map[hir.InstructionID]hir.ScopeID{1: 0, 2: 1},
		},
		{
			name: "a primitive that is no capture counts",
			build: func(b *builder) {
				x := b.Op() // 1
				b.Op()      // 2
				b.Op(x)     // 3
				b.Op()      // 4
			},
			scopes: []scopeSpec{scope(1, 5, 1), scope(2, 4, 2)},
			adjust: func(f *hir.Function) {
				f.Env.Ident(f.Blocks[0].Instrs[0].Lvalue.Identifier).Type = typePrimitive
			},
			ranges: []hir.Range{rng(1, 5), rng(2, 4)},
			member: map[hir.InstructionID]hir.ScopeID{1: 0, 2: 0},
		},
		{
			name: "an empty range is no scope to join", build: line(5),
			scopes: []scopeSpec{scope(1, 4, 1), scope(3, 3, 3)},
			ranges: []hir.Range{rng(1, 4), rng(3, 3)},
			member: map[hir.InstructionID]hir.ScopeID{1: 0, 3: 1},
		},
		{
			// At id 5 the end 4 is handled, and only it: the end 5 waits for id 7. So
			// scope 1 is still open when scope 2 starts and ends, and overlaps it.
			name: "where ids have gaps, one end is handled at an id", build: line(6),
			scopes: []scopeSpec{scope(2, 4, 2), scope(1, 5, 1), scope(5, 8, 4)},
			adjust: func(f *hir.Function) {
				for i, id := range []hir.InstructionID{1, 2, 5, 7, 9, 10, 11} {
					if i < len(f.Blocks[0].Instrs) {
						f.Blocks[0].Instrs[i].ID = id
					}
				}
				f.Blocks[0].Term.ID = 20
			},
			ranges: []hir.Range{rng(2, 4), rng(1, 8), rng(5, 8)},
			member: map[hir.InstructionID]hir.ScopeID{1: 1, 2: 0, 7: 1},
		},
	} {
		t.Run(tc.name, func(t *testing.T) {
			f := function(t, tc.build, tc.scopes)
			if tc.adjust != nil {
				tc.adjust(f)
			}
			shares := make([]hir.ScopeID, len(f.Env.Identifiers))
			for i := range shares {
				shares[i] = f.Env.Identifiers[i].RangeScope
			}
			before := f.Text()
			if err := MergeOverlappingReactiveScopes(f); err != nil {
				t.Fatal(err)
			}
			for id, want := range tc.member {
				if got := f.Env.Ident(scopestest.Instruction(f, id).Lvalue.Identifier).Scope; got != want {
					t.Errorf("instruction %d belongs to scope %d, want %d", id, got, want)
				}
			}
			for i := range shares {
				if got := f.Env.Identifiers[i].RangeScope; got != shares[i] {
					t.Errorf("$%d shares the range of scope %d now, and of %d before", i, got, shares[i])
				}
			}
			checkRanges(t, f, before, tc.ranges)
		})
	}
}

// Merging is not idempotent; both reasons for a second run to join more.
func TestMergeTwice(t *testing.T) {
	for _, tc := range []struct {
		name   string
		build  func(b *builder)
		scopes []scopeSpec
		adjust func(f *hir.Function)
		want   []hir.Range // after the first run; the second only moves identifiers
	}{
		{
			// The overlap widens scope 0 to 9. Only then is the read of its identifier
			// at 6 a mutation, in the middle of scope 2.
			"a read in the part by which a scope has grown",
			func(b *builder) {
				x := b.Op() // 1
				b.Op()      // 2
				b.Op()      // 3
				b.Op()      // 4
				b.Op()      // 5
				b.Op(x)     // 6
				b.Op()      // 7
				b.Op()      // 8
			},
			[]scopeSpec{scope(1, 4, 1), scope(3, 9, 3, 8), scope(5, 8, 5, 7)},
			nil,
			[]hir.Range{rng(1, 9), rng(3, 9), rng(5, 8)},
		},
		{
			"a joined scope that has come to have the range of another",
			line(9),
			[]scopeSpec{scope(1, 8, 7), scope(1, 5, 1), scope(3, 8, 3)},
			func(f *hir.Function) {
				// Else its definition would mutate the outer scope within the inner ones.
				id := f.Env.Ident(scopestest.Instruction(f, 7).Lvalue.Identifier)
				id.RangeScope, id.Range = hir.NoScope, rng(7, 7)
			},
			[]hir.Range{rng(1, 8), rng(1, 8), rng(3, 8)},
		},
	} {
		t.Run(tc.name, func(t *testing.T) {
			f := function(t, tc.build, tc.scopes)
			if tc.adjust != nil {
				tc.adjust(f)
			}
			run := func() string {
				before := f.Text()
				if err := MergeOverlappingReactiveScopes(f); err != nil {
					t.Fatal(err)
				}
				checkRanges(t, f, before, tc.want)
				return f.Text()
			}
			once := run()
			if twice := run(); twice == once {
				t.Errorf("the second run changed nothing:\n%s", once)
			}
			if err := AssertValidBlockNesting(f); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestMergeError(t *testing.T) {
	f := function(t, line(3), []scopeSpec{scope(1, 3, 1), scope(2, 4, 2)})
	f.Blocks[0].Instrs[1].ID = 9
	before := f.Text()
	err := MergeOverlappingReactiveScopes(f)
	const want = "MergeOverlappingReactiveScopes: function f, block bb0, instruction 3: Invariant: Expected instruction ids to increase in block order. Id 3 comes after id 9"
	if err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
	if f.Text() != before {
		t.Error("an error changed the function")
	}
}

// A second run joins more for the two reasons only that the package
// documentation gives.
func TestMergeTwiceHasAReason(t *testing.T) {
	again := 0
	forRandom(t, 4000, func(t *testing.T, seed uint64, f *hir.Function) {
		if seed%2 == 0 {
			if err := AlignReactiveScopesToBlockScopes(f); err != nil {
				t.Fatal(err)
			}
		}
		was := ranges(f)
		if err := MergeOverlappingReactiveScopes(f); err != nil {
			t.Fatal(err)
		}
		once := f.Clone()
		if err := MergeOverlappingReactiveScopes(f); err != nil {
			t.Fatal(err)
		}
		changed := false
		for i := range f.Env.Identifiers {
			changed = changed || f.Env.Identifiers[i].Scope != once.Env.Identifiers[i].Scope
		}
		if !changed {
			return
		}
		again++
		reason := false
		mentioned := map[hir.ScopeID]bool{}
		for _, b := range once.Blocks {
			for i := range b.Instrs {
				in := &b.Instrs[i]
				for _, p := range orderedPlaces(in) {
					s := once.Env.Ident(p).Scope
					if s == hir.NoScope {
						continue
					}
					mentioned[s] = true
					r := once.Env.Scopes[s].Range
					reason = reason || once.Env.Ident(p).RangeScope == s && r.Contains(in.ID) && !was[s].Contains(in.ID)
				}
			}
			for _, p := range b.Term.Operands {
				if s := once.Env.Ident(p.Identifier).Scope; s != hir.NoScope {
					r := once.Env.Scopes[s].Range
					reason = reason || r.Contains(b.Term.ID) && !was[s].Contains(b.Term.ID)
				}
			}
		}
		for a := range mentioned {
			for b := range mentioned {
				reason = reason || a != b && once.Env.Scopes[a].Range == once.Env.Scopes[b].Range
			}
		}
		if !reason {
			t.Fatalf("no reason to join more:\n%s\nto\n%s", once.Text(), f.Text())
		}
	})
	t.Logf("%d second runs joined more", again)
	if again == 0 && !testing.Short() {
		t.Error("no second run joined more")
	}
}
