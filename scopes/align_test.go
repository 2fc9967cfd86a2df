package scopes

import (
	"testing"

	"assay/hir"
	"assay/scopes/scopestest"
)

type (
	builder = scopestest.Builder
	ident   = hir.IdentifierID
)

func rng(start, end hir.InstructionID) hir.Range { return hir.Range{Start: start, End: end} }

// scopeSpec is a scope for a test: its range, and the instructions whose
// temporaries belong to it.
type scopeSpec struct {
	hir.Range
	at []hir.InstructionID
}

func scope(start, end hir.InstructionID, at ...hir.InstructionID) scopeSpec {
	return scopeSpec{rng(start, end), at}
}

// function builds a function with the given scopes.
func function(t *testing.T, build func(b *builder), scopes []scopeSpec) *hir.Function {
	t.Helper()
	b := scopestest.New("f")
	build(b)
	f := b.Finish()
	for _, s := range scopes {
		for _, id := range s.at {
			if scopestest.Instruction(f, id) == nil {
				t.Fatalf("there is no instruction %d\n%s", id, f.Text())
			}
		}
		scopestest.AddScope(f, s.Range, s.at...)
	}
	return f
}

func ranges(f *hir.Function) []hir.Range {
	var rs []hir.Range
	for i := range f.Env.Scopes {
		rs = append(rs, f.Env.Scopes[i].Range)
	}
	return rs
}

func checkRanges(t *testing.T, f *hir.Function, before string, want []hir.Range) {
	t.Helper()
	got := ranges(f)
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("scope @%d has range [%s], want [%s]", i, rangeText(got[i]), rangeText(want[i]))
		}
	}
	if t.Failed() {
		t.Logf("before:\n%s\nafter:\n%s", before, f.Text())
	}
}

func op(b *builder) func() ident { return func() ident { return b.Op() } }

func TestAlign(t *testing.T) {
	ifElse := func(b *builder) {
		x := b.Op() // 1, then If 2
		b.If(x, func() { b.Op(); b.Op() /* 3 4, Goto 5 */ }, func() { b.Op() /* 6, Goto 7 */ })
		b.Op() // 8
		b.Op() // 9
	}
	for _, tc := range []struct {
		name   string
		build  func(b *builder)
		scopes []scopeSpec
		want   []hir.Range
	}{
		{"in a straight line", func(b *builder) { b.Op(); b.Op(); b.Op() },
			[]scopeSpec{scope(1, 3, 1, 2), scope(3, 4, 3)}, []hir.Range{rng(1, 3), rng(3, 4)}},
		{"one instruction in a branch", ifElse,
			[]scopeSpec{scope(3, 4, 3)}, []hir.Range{rng(3, 4)}},
		{"within a branch", ifElse,
			[]scopeSpec{scope(3, 5, 3, 4)}, []hir.Range{rng(3, 5)}},
		{"from before an if into a branch", ifElse,
			[]scopeSpec{scope(1, 4, 1, 3)}, []hir.Range{rng(1, 8)}},
		{"from before an if into the other branch", ifElse,
			[]scopeSpec{scope(1, 7, 1, 6)}, []hir.Range{rng(1, 8)}},
		{"from a branch to after the if", ifElse,
			[]scopeSpec{scope(4, 9, 4, 8)}, []hir.Range{rng(2, 9)}},
		{"from one branch into the other", ifElse,
			[]scopeSpec{scope(4, 7, 4, 6)}, []hir.Range{rng(4, 7)}},
		{"a whole if, from its test", ifElse,
			[]scopeSpec{scope(1, 3, 1)}, []hir.Range{rng(1, 8)}},
		{"up to the if, but not its terminal", ifElse,
			[]scopeSpec{scope(1, 2, 1)}, []hir.Range{rng(1, 2)}},
		{"up to the end of an if", ifElse,
			[]scopeSpec{scope(1, 8, 1, 4)}, []hir.Range{rng(1, 8)}},
		{"same start, same end", ifElse,
			[]scopeSpec{scope(1, 4, 1), scope(1, 9, 3, 8), scope(4, 9, 4)}, []hir.Range{rng(1, 8), rng(1, 9), rng(2, 9)}},
		{"a scope that is mentioned nowhere in its range", ifElse,
			[]scopeSpec{scope(1, 4, 8)}, []hir.Range{rng(1, 4)}},
		{"an empty range", ifElse,
			[]scopeSpec{scope(3, 3, 3)}, []hir.Range{rng(3, 3)}},
		{"first mentioned by a terminal", func(b *builder) {
			x := b.Op()                     // 1
			b.If(x, func() { b.Op() }, nil) // 2; 3, Goto 4; 5
			b.Op()                          // 5
		}, []scopeSpec{scope(2, 3, 1)}, []hir.Range{rng(2, 5)}},

		{"nested ifs: only as far as the outer one needs", func(b *builder) {
			x := b.Op() // 1, If 2
			b.If(x, func() {
				b.Op()                          // 3, If 4
				b.If(x, func() { b.Op() }, nil) // 5, Goto 6
				b.Op()                          // 7, Goto 8
			}, nil)
			b.Op() // 9
		}, []scopeSpec{scope(3, 6, 3, 5), scope(1, 6, 1, 5), scope(5, 10, 5, 9)},
			[]hir.Range{rng(3, 7), rng(1, 9), rng(2, 10)}},

		{"ternary: a scope in an arm holds all of it", func(b *builder) {
			b.Op()                         // 1, Ternary 2
			b.Ternary(op(b), op(b), op(b)) // test 3, Branch 4; 5, Store 6, Goto 7; 8, Store 9, Goto 10
			b.Op()                         // 11
		}, []scopeSpec{scope(5, 6, 5), scope(3, 4, 3), scope(1, 2, 1), scope(11, 12, 11)},
			[]hir.Range{rng(2, 11), rng(2, 11), rng(1, 2), rng(11, 12)}},
		{"logical", func(b *builder) {
			b.Logical(op(b), op(b)) // Logical 1; 2, Branch 3; 4, Store 5, Goto 6; Load 7, Store 8, Goto 9
			b.Op()                  // 10
		}, []scopeSpec{scope(4, 5, 4)}, []hir.Range{rng(1, 10)}},
		{"optional", func(b *builder) {
			b.Optional(op(b), op(b))
			b.Op() // 10
		}, []scopeSpec{scope(2, 3, 2)}, []hir.Range{rng(1, 10)}},
		{"sequence", func(b *builder) {
			b.Op()            // 1, Sequence 2
			b.Sequence(op(b)) // 3, Store 4, Goto 5
			b.Op()            // 6
		}, []scopeSpec{scope(3, 4, 3), scope(1, 4, 1)}, []hir.Range{rng(2, 6), rng(1, 6)}},
		{"value constructs in each other: the outermost", func(b *builder) {
			b.Op() // 1, Ternary 2
			b.Ternary(op(b), func() ident { return b.Logical(op(b), op(b)) }, op(b))
			// 3, Branch 4; Logical 5; 6, Branch 7; 8, Store 9, Goto 10; Load 11, Store 12, Goto 13;
			// Store 14, Goto 15; 16, Store 17, Goto 18
			b.Op() // 19
		}, []scopeSpec{scope(8, 9, 8)}, []hir.Range{rng(2, 19)}},
		{"the second of two value constructs", func(b *builder) {
			b.Logical(op(b), op(b)) // 1 ... 9
			b.Logical(op(b), op(b)) // Logical 10; 11, Branch 12, ... 18
			b.Op()                  // 19
		}, []scopeSpec{scope(11, 12, 11)}, []hir.Range{rng(10, 19)}},

		{"while: a scope in the test holds the loop", func(b *builder) {
			b.Op()                                 // 1, While 2
			b.While("l", op(b), func() { b.Op() }) // 3, Branch 4; 5, Goto 6
			b.Op()                                 // 7
		}, []scopeSpec{scope(3, 4, 3)}, []hir.Range{rng(2, 7)}},
		{"while: a scope in the body does not", func(b *builder) {
			b.Op()
			b.While("l", op(b), func() { b.Op() })
			b.Op()
		}, []scopeSpec{scope(5, 6, 5), scope(1, 6, 1, 5), scope(5, 8, 5, 7)}, []hir.Range{rng(5, 6), rng(1, 7), rng(2, 8)}},
		{"do-while: a scope in the test holds the loop", func(b *builder) {
			b.Op()                                   // 1, DoWhile 2
			b.DoWhile("l", func() { b.Op() }, op(b)) // 3, Goto 4; 5, Branch 6
			b.Op()                                   // 7
		}, []scopeSpec{scope(5, 6, 5), scope(3, 4, 3)}, []hir.Range{rng(2, 7), rng(3, 4)}},
		{"do-while: a scope from the body into the test is left", func(b *builder) {
			b.Op()
			b.DoWhile("l", func() { b.Op() }, op(b))
			b.Op()
		}, []scopeSpec{scope(3, 6, 3, 5)}, []hir.Range{rng(3, 6)}},
		{"for: scopes in init, test, update and body", func(b *builder) {
			b.For("l", func() { b.Op() }, op(b), func() { b.Op() }, func() { b.Op() })
			// For 1; 2, Goto 3; 4, Branch 5; 6, Goto 7; 8, Goto 9
			b.Op() // 10
		}, []scopeSpec{scope(2, 3, 2), scope(4, 5, 4), scope(6, 7, 6), scope(8, 9, 8)},
			[]hir.Range{rng(1, 10), rng(1, 10), rng(6, 7), rng(1, 10)}},
		{"for-of: the iterator holds the loop, the body does not", func(b *builder) {
			c := b.Op()                             // 1, ForOf 2
			b.ForOf("l", c, func(ident) { b.Op() }) // 3, Goto 4; 5, Store 6, Branch 7; 8, Goto 9
			b.Op()                                  // 10
		}, []scopeSpec{scope(3, 4, 3), scope(8, 9, 8), scope(1, 2, 1)}, []hir.Range{rng(2, 10), rng(8, 9), rng(1, 2)}},
		{"for-of: a collection that the loop reads", func(b *builder) {
			c := b.Op()
			b.ForOf("l", c, func(ident) { b.Op() })
			b.Op()
		}, []scopeSpec{scope(1, 4, 1)}, []hir.Range{rng(1, 10)}},
		{"for-in", func(b *builder) {
			c := b.Op()                             // 1, ForIn 2
			b.ForIn("l", c, func(ident) { b.Op() }) // 3, Store 4, Branch 5; 6, Goto 7
			b.Op()                                  // 8
		}, []scopeSpec{scope(4, 5, 4), scope(6, 7, 6)}, []hir.Range{rng(2, 8), rng(6, 7)}},

		{"switch: from before it, out of a case, into another", func(b *builder) {
			v := b.Op() // 1, Switch 2
			b.Switch("s", v, func() { b.Op(); b.Break("s") /* 3, Goto 4 */ }, func() { b.Op() /* 5, Goto 6 */ }, func() { b.Op() /* 7, Goto 8 */ })
			b.Op() // 9
		}, []scopeSpec{scope(1, 4, 1, 3), scope(3, 10, 3, 9), scope(5, 8, 5, 7), scope(3, 4)},
			[]hir.Range{rng(1, 9), rng(2, 10), rng(5, 8), rng(3, 4)}},
		{"try: from before it, out of the handler", func(b *builder) {
			b.Op()                                           // 1; DeclareLocal 2, Try 3
			b.Try(func() { b.Op() }, func(ident) { b.Op() }) // 4, MaybeThrow 5; Goto 6; 7, Goto 8
			b.Op()                                           // 9
		}, []scopeSpec{scope(1, 5, 1, 4), scope(7, 10, 7, 9), scope(4, 5, 4)}, []hir.Range{rng(1, 9), rng(3, 10), rng(4, 5)}},
		{"label", func(b *builder) {
			b.Op()                          // 1, Label 2
			b.Label("l", func() { b.Op() }) // 3, Goto 4
			b.Op()                          // 5
		}, []scopeSpec{scope(1, 4, 1, 3), scope(3, 6, 3, 5)}, []hir.Range{rng(1, 5), rng(2, 6)}},

		{"a break that leaves two constructs widens what is live to the outer one", func(b *builder) {
			x := b.Op() // 1, Label 2
			b.Label("l", func() {
				b.Op() // 3, If 4
				b.If(x, func() {
					b.Op()       // 5
					b.Op()       // 6
					b.Break("l") // Goto 7
				}, nil)
				b.Op() // 8, Goto 9
			})
			b.Op() // 10
		}, []scopeSpec{scope(5, 7, 6), scope(5, 8, 5), scope(8, 9, 8), scope(3, 6, 3)},
			[]hir.Range{rng(5, 7), rng(2, 10), rng(8, 9), rng(2, 10)}},
		{"a break that leaves only the innermost construct widens nothing", func(b *builder) {
			b.Op() // 1, Label 2
			b.Label("l", func() {
				b.Op()       // 3
				b.Break("l") // Goto 4
			})
			b.Op() // 5
		}, []scopeSpec{scope(3, 5, 3)}, []hir.Range{rng(3, 5)}},
		{"a break out of a loop, from within an if", func(b *builder) {
			x := b.Op()                  // 1, While 2
			b.While("w", op(b), func() { // 3, Branch 4
				b.Op() // 5, If 6
				b.If(x, func() { b.Op(); b.Break("w") /* 7, Goto 8 */ }, nil)
				b.Op() // 9, Goto 10
			})
			b.Op() // 11
		}, []scopeSpec{scope(5, 10, 5, 9), scope(7, 8, 7)}, []hir.Range{rng(2, 11), rng(7, 8)}},
		{"a continue widens nothing", func(b *builder) {
			x := b.Op()                  // 1, While 2
			b.While("w", op(b), func() { // 3, Branch 4
				b.Op() // 5, If 6
				b.If(x, func() { b.Op(); b.Continue("w") /* 7, Goto 8 */ }, nil)
				b.Op() // 9, Goto 10
			})
			b.Op() // 11
		}, []scopeSpec{scope(5, 10, 5, 9)}, []hir.Range{rng(5, 10)}},
		{"a return widens nothing", func(b *builder) {
			x := b.Op() // 1, If 2
			b.If(x, func() { b.Return(b.Op()) /* 3, Return 4 */ }, nil)
			b.Op() // 5
		}, []scopeSpec{scope(1, 6, 1, 5), scope(3, 4, 3)}, []hir.Range{rng(1, 6), rng(3, 4)}},
		{"a scope mentioned by what a function captures", func(b *builder) {
			x := b.Op()                                  // 1, If 2
			b.If(x, func() { b.Lambda(x) /* 3 */ }, nil) // Goto 4
			b.Op()                                       // 5
		}, []scopeSpec{scope(3, 6, 1)}, []hir.Range{rng(2, 6)}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			f := function(t, tc.build, tc.scopes)
			before := f.Text()
			if err := AlignReactiveScopesToBlockScopes(f); err != nil {
				t.Fatal(err)
			}
			checkRanges(t, f, before, tc.want)
		})
	}
}

// The option widens what the React Compiler leaves from the body of a do-while
// into its test.
func TestAlignWholeDoWhile(t *testing.T) {
	loop := func(b *builder) {
		b.Op()                                                                            // 1, DoWhile 2
		b.DoWhile("l", func() { b.Op(); b.Op() }, func() ident { b.Op(); return b.Op() }) // 3, 4, Goto 5; 6, 7, Branch 8
		b.Op()                                                                            // 9
	}
	scopes := []scopeSpec{scope(3, 4, 3), scope(4, 7, 4, 6), scope(1, 2, 1), scope(9, 10, 9)}
	f := function(t, loop, scopes)
	before := f.Text()
	if err := Align(f, AlignOptions{WholeDoWhile: true}); err != nil {
		t.Fatal(err)
	}
	checkRanges(t, f, before, []hir.Range{rng(3, 4), rng(2, 9), rng(1, 2), rng(9, 10)})

	f = function(t, loop, []scopeSpec{scope(4, 6, 4)})
	if err := Align(f, AlignOptions{WholeDoWhile: true}); err != nil {
		t.Fatal(err)
	}
	checkRanges(t, f, before, []hir.Range{rng(2, 9)})
}

func TestAlignErrors(t *testing.T) {
	for _, tc := range []struct {
		name string
		make func() *hir.Function
		want string
	}{
		{
			"a fallthrough that is in a value construct already",
			func() *hir.Function {
				b := scopestest.New("f")
				b.Ternary(op(b), op(b), op(b))
				f := b.Finish()
				// The sequence's fallthrough is an arm of the ternary.
				f.Block(f.Blocks[1].ID).Term.Kind = hir.Sequence
				f.Block(f.Blocks[1].ID).Term.Fallthrough = f.Blocks[3].ID
				f.Blocks[1].Term.Targets = f.Blocks[1].Term.Targets[:1]
				f.Blocks[1].Term.Operands = nil
				f.Blocks[2].Term.Targets = []hir.BlockID{f.Blocks[3].ID}
				f.Blocks[2].Kind = hir.BlockSequence
				f.Blocks[2].Term = hir.Terminal{
					Kind: hir.Sequence, ID: f.Blocks[2].Term.ID, Targets: []hir.BlockID{f.Blocks[3].ID},
					Fallthrough: f.Blocks[3].ID, Scope: hir.NoScope,
				}
				return f
			},
			"AlignReactiveScopesToBlockScopes: function f, block bb3, instruction 6: Invariant: Expect hir blocks to have unique fallthroughs",
		},
		{
			"a value block that no construct leads to",
			func() *hir.Function {
				b := scopestest.New("f")
				b.Label("l", func() { b.Op() })
				f := b.Finish()
				f.Blocks[2].Kind = hir.BlockValue
				f.Blocks[0].Term.Fallthrough = f.Blocks[1].ID
				f.Blocks[1].Kind = hir.BlockStatement
				return f
			},
			"AlignReactiveScopesToBlockScopes: function f, block bb2, instruction 3: Invariant: Expected a fallthrough for value block",
		},
		{
			"ids that decrease",
			func() *hir.Function {
				b := scopestest.New("f")
				b.Op()
				b.Op()
				f := b.Finish()
				f.Blocks[0].Instrs[0].ID = 7
				return f
			},
			"AlignReactiveScopesToBlockScopes: function f, block bb0, instruction 2: Invariant: Expected instruction ids to increase in block order. Id 2 comes after id 7",
		},
	} {
		t.Run(tc.name, func(t *testing.T) {
			f := tc.make()
			before := f.Text()
			err := AlignReactiveScopesToBlockScopes(f)
			if err == nil || err.Error() != tc.want {
				t.Errorf("error %v, want %s\n%s", err, tc.want, before)
			}
			if f.Text() != before {
				t.Error("an error changed the function")
			}
		})
	}
}
