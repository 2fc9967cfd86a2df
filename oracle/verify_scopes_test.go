package oracle

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"assay/hir"
	"assay/scopes"
	"assay/scopes/scopestest"
)

func rng(start, end hir.InstructionID) hir.Range { return hir.Range{Start: start, End: end} }

// branches is a function with two scopes, one in each branch of an if, and one
// around it:
//
//	[1] $0_@0[1:9]; [2] If bb2 bb3, fallthrough bb1
//	bb2: [3] $1_@1[3:4]; [4] $7; [5] Goto bb1     bb3: [6] $2_@2[6:8]; [7] $8_@2; [8] Goto bb1
//	bb1: phi $6 of $7 and $8; [9] $3; [10] $5; [11] Return
func branches() *hir.Function {
	b := scopestest.New("f")
	x := b.Op()
	b.If(x, func() { b.Op() }, func() { b.Op() })
	b.Op()
	f := b.Finish()
	scopestest.AddPhis(f)
	scopestest.AddScope(f, rng(1, 9), 1)
	scopestest.AddScope(f, rng(3, 4), 3)
	scopestest.AddScope(f, rng(6, 8), 6, 7)
	return f
}

// What is wrong is said in terms of function, block, instruction, expected and
// found.
func TestScopeViolations(t *testing.T) {
	block := func(f *hir.Function, id hir.BlockID) *hir.Block { return f.Block(id) }
	for _, tc := range []struct {
		name   string
		change func(f *hir.Function) // of the result
		want   []string
	}{
		{"a scope without a terminal", func(f *hir.Function) {
			t := &block(f, 2).Term
			*t = hir.Terminal{Kind: hir.Goto, ID: t.ID, Targets: t.Targets, Fallthrough: hir.NoBlock, Scope: hir.NoScope}
		}, []string{
			"function f: scope-lost: expected a terminal of scope @1, found none",
			"function f, block bb2, instruction 4: scope-piece: expected a goto to the fallthrough of a scope, found one to bb6",
			"function f, block bb2: scope-cut: expected scope @1 to start before what was instruction 3 in bb2, found no cut",
		}},
		{"a terminal of another scope", func(f *hir.Function) { block(f, 2).Term.Scope = 2 }, []string{
			"function f, block bb3, instruction 9: scope-twice: expected one terminal of scope @2, found another",
			"function f: scope-lost: expected a terminal of scope @1, found none",
		}},
		{"a range that is off", func(f *hir.Function) { f.Env.Scopes[1].Range.End++ }, []string{
			"function f, block bb2, instruction 4: scope-bounds: expected scope @1 with [4:7], found [4:8]",
		}},
		{"an operand under the cut block", func(f *hir.Function) {
			op := block(f, 1).Phis[0].Operand(7)
			op.Pred = 2
		}, []string{
			"function f, block bb1: phi-operand-stray: $6: expected operands for bb7 bb9, found one for bb2",
			"function f, block bb1: phi-operand-missing: $6: expected an operand for bb7, found none",
			"function f, block bb1: phi-operand-block: $6: expected an operand under bb7, where bb2 ends now, found phi(bb2: $7, bb9: $8)",
		}},
		{"an end one instruction too late", func(f *hir.Function) {
			a, b := block(f, 6), block(f, 7)
			a.Instrs = append(slices.Clone(a.Instrs), b.Instrs...)
			b.Instrs = nil
			f.NumberInstructions()
			f.Env.Scopes[1].Range.End++
		}, []string{
			"function f, block bb6, instruction 7: scope-cut: expected scope @1 to end before what was instruction 4 in bb2, found scope @1 to end before what was instruction 5 in bb2",
		}},
		{"ends in the wrong blocks", func(f *hir.Function) {
			a, b := block(f, 6), block(f, 8)
			a.Term.Targets, b.Term.Targets = b.Term.Targets, a.Term.Targets
		}, []string{
			"function f, block bb7: pred-stray: expected the sources of edges to bb7, found bb6, which does not go there",
			"function f, block bb9: scope-piece: expected the predecessor bb6, found bb8",
		}},
		{"an instruction is lost", func(f *hir.Function) {
			block(f, 8).Instrs = block(f, 8).Instrs[:1]
		}, []string{
			"function f, block bb8, instruction 12: id-gap: expected id 11, found 12",
			"function f, block bb3, instruction 7: instruction-lost: expected $8 = ArrayExpression of 0 operands and 0 definitions, found nothing",
		}},
		{"an identifier leaves its scope", func(f *hir.Function) { f.Env.Ident(1).Scope = hir.NoScope }, []string{
			"function f, block bb2, instruction 3: identifier-changed: $1: expected scope @1, found no scope",
		}},
		{"an id is skipped", func(f *hir.Function) { block(f, 5).Instrs[0].ID++ }, []string{
			"function f, block bb5, instruction 16: id-gap: expected id 15, found 16",
		}},
		{"a later piece of another kind", func(f *hir.Function) { block(f, 8).Kind = hir.BlockLoop }, []string{
			"function f, block bb8: block-changed: expected kind block, found loop",
		}},
		{"a new block", func(f *hir.Function) {
			// bb1 goes to a block of its own before the end of scope 0.
			b := f.AddBlock(f.Env.NewBlockID(), hir.BlockStatement)
			b.Term = block(f, 1).Term
			block(f, 1).Term.Targets = []hir.BlockID{b.ID}
		}, []string{
			"function f, block bb1, instruction 14: scope-piece: expected a goto to the fallthrough of a scope, found one to bb10",
		}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			before := branches()
			after := build(t, before)
			tc.change(after)
			text := Violations(slices.Concat(VerifyScopes(before, after), ValidateScopes(before, after))).Error()
			for _, want := range tc.want {
				if !strings.Contains(text, want) {
					t.Errorf("there is no %q", want)
				}
			}
			if t.Failed() {
				t.Logf("violations:\n%s\nafter:\n%s", text, after.Text())
			}
		})
	}
}

// What keeps scopes from being made terminals.
func TestVerifyScopeInput(t *testing.T) {
	line := func(b *scopestest.Builder) {
		for range 6 {
			b.Op()
		}
	}
	ifElse := func(b *scopestest.Builder) {
		x := b.Op()                                           // 1, If 2
		b.If(x, func() { b.Op(); b.Op() }, func() { b.Op() }) // 3, 4, Goto 5; 6, Goto 7
		b.Op()                                                // 8
	}
	doWhile := func(b *scopestest.Builder) {
		b.Op()                                                                               // 1, DoWhile 2
		b.DoWhile("l", func() { b.Op() }, func() hir.IdentifierID { b.Op(); return b.Op() }) // 3, Goto 4; 5, 6, Branch 7
		b.Op()                                                                               // 8
	}
	for _, tc := range []struct {
		name  string
		build func(b *scopestest.Builder)
		r     hir.Range
		at    hir.InstructionID
		want  string
	}{
		{"in order", line, rng(2, 4), 2, ""},
		{"up to the return", line, rng(1, 8), 2, ""},
		{"with the return", line, rng(1, 9), 2, "function f, instruction 1: scope-range: expected a range in [1:8], found scope @0 with [1:9]"},
		{"reversed", line, rng(5, 2), 2, "function f, instruction 5: scope-range: expected a range in [1:8], found scope @0 with [5:2]"},
		{"before all", line, rng(0, 2), 2, "function f: scope-range: expected a range in [1:8], found scope @0 with [0:2]"},
		{"around an if", ifElse, rng(2, 8), 3, ""},
		{"into an if", ifElse, rng(1, 4), 1, "function f, instruction 2: scope-nesting: expected scope @0 [1:4] and if of bb0 [2:8] in each other or apart, found both in part"},
		{"at the end of an if", ifElse, rng(6, 8), 6, "function f, instruction 6: scope-nesting: expected scope @0 [6:8] to end before if of bb0 [2:8], found it to end with it"},
		{"at the start of an if", ifElse, rng(2, 5), 3, "function f, instruction 2: scope-nesting: expected scope @0 [2:5] to hold if of bb0 [2:8], found its start only"},
		{"over two branches", ifElse, rng(4, 7), 4, "function f, block bb0, instruction 2: scope-entry: expected no edge from outside into scope @0 [4:7], found one to bb3"},
		{"in the body of a do-while", doWhile, rng(3, 4), 3, ""},
		{"into the test of a do-while", doWhile, rng(3, 6), 3, "function f, block bb0, instruction 3: scope-loop-test: expected scope @0 [3:6] to end before the test at 5, found it to end later, but before the loop"},
		{"around a do-while", doWhile, rng(2, 8), 3, ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			b := scopestest.New("f")
			tc.build(b)
			f := b.Finish()
			scopestest.AddScope(f, tc.r, tc.at)
			got := ""
			if vs := VerifyScopeInput(f); len(vs) > 0 {
				got = vs[0].Message()
			}
			if got != tc.want {
				t.Errorf("got  %q\nwant %q\n%s", got, tc.want, f.Text())
			}
		})
	}
	f := build(t, branches())
	if vs := VerifyScopeInput(f); len(vs) == 0 || vs[0].Kind != KindScopeAdded {
		t.Errorf("scope terminals are let through: %v", vs)
	}
	f = branches()
	f.Blocks[0].Term.ID = 1
	if vs := VerifyScopeInput(f); len(vs) == 0 || vs[0].Kind != KindInstructionOrder {
		t.Errorf("ids that do not increase are let through: %v", vs)
	}
}

// Edges by which control enters or leaves a scope where nothing says so, which
// structured programs have only around handlers.
func TestVerifyScopeInputEdges(t *testing.T) {
	const jump = `f(): $9
bb0 (block):
  [1] $1 = Array []
  [2] If ($1) then:bb1 else:bb2
bb1 (block):
  predecessor blocks: bb0
  [3] $2 = Array []
  [4] Goto bb3
bb2 (block):
  predecessor blocks: bb0
  [5] $3 = Array []
  [6] Goto bb3
bb3 (block):
  predecessor blocks: bb1 bb2
  [7] Return Explicit $1
`
	const bare = `f(): $9
bb0 (block):
  [1] $1 = Array []
  [2] If ($1) then:bb1 else:bb2
bb1 (block):
  predecessor blocks: bb0
  [3] $2 = Array []
  [4] Goto bb2
bb2 (block):
  predecessor blocks: bb1 bb0
  [5] $3 = Array []
  [6] Return Explicit $3
`
	const try = `f(): $9
bb0 (block):
  [1] Try block=bb1 handler=bb3 fallthrough=bb4
bb1 (block):
  predecessor blocks: bb0
  [2] $1 = Array []
  [3] MaybeThrow continuation=bb2 handler=bb3
bb2 (block):
  predecessor blocks: bb1
  [4] $2 = Array []
  [5] Goto bb4
bb3 (catch):
  predecessor blocks: bb1
  [6] $3 = Array []
  [7] Goto bb4
bb4 (block):
  predecessor blocks: bb2 bb3
  [8] $4 = Array []
  [9] Return Explicit $4
`
	for _, tc := range []struct {
		name, text string
		r          hir.Range
		at         hir.InstructionID
		want       string
	}{
		{"jump over a block", jump, rng(3, 5), 3, "function f, block bb1, instruction 4: scope-exit: expected edges from within scope @0 [3:5] to its end, or to where control leaves or repeats a construct around it, found one to bb3"},
		{"branch without a fallthrough", bare, rng(1, 3), 1, "function f, block bb0, instruction 2: scope-exit: expected a fallthrough, since it is in scope @0 [1:3], found none"},
		{"edge to the end", bare, rng(3, 5), 3, "function f, block bb0, instruction 2: scope-entry: expected no edge from outside to the end of scope @0 [3:5], found one to bb2"},
		{"after a jump", jump, rng(5, 7), 5, "function f, block bb1, instruction 4: scope-entry: expected no edge from outside to the end of scope @0 [5:7], found one to bb3"},
		{"handler", try, rng(4, 7), 4, "function f, block bb1, instruction 3: scope-handler: expected no edge from outside into scope @0 [4:7], found one to bb3"},
		{"around a try", try, rng(1, 8), 4, ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			f, err := hir.ReadFunction("test.hir", []byte(tc.text), hir.ReadOptions{})
			if err != nil {
				t.Fatal(err)
			}
			scopestest.AddScope(f, tc.r, tc.at)
			var got []string
			for _, v := range VerifyScopeInput(f) {
				got = append(got, v.Message())
			}
			if tc.want == "" && len(got) > 0 || tc.want != "" && !slices.Contains(got, tc.want) {
				t.Errorf("got  %q\nwant %q\n%s", got, tc.want, f.Text())
			}
		})
	}
}

// The React Compiler's defect with do-while loops breaks invariants, and is not
// there with the option.
func TestDoWhileDefect(t *testing.T) {
	make := func() *hir.Function {
		b := scopestest.New("f")
		b.Op()
		b.DoWhile("l", func() { b.Op() }, func() hir.IdentifierID { b.Op(); return b.Op() })
		b.Op()
		f := b.Finish()
		scopestest.AddScope(f, rng(3, 6), 3, 5)
		return f
	}
	before := make()
	mustNot(t, scopes.AlignReactiveScopesToBlockScopes(before))
	after := before.Clone()
	mustNot(t, scopes.BuildReactiveScopeTerminals(after))
	vs := VerifyScopes(before, after)
	if !slices.ContainsFunc(vs, func(v *Violation) bool { return v.Kind == KindScopeMembers }) {
		t.Errorf("violations %v\n%s", vs, after.Text())
	}
	before = make()
	alignAndMerge(t, before, scopes.AlignOptions{WholeDoWhile: true})
	build(t, before)
}

// Both ways to look for intervals that cross find the same.
func TestCrossing(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	crossed := 0
	for range 5000 {
		list := []interval{}
		for range r.IntN(8) {
			start := hir.InstructionID(1 + r.IntN(12))
			list = append(list, interval{r: rng(start, start+1+hir.InstructionID(r.IntN(8)))})
		}
		_, _, found := crossing(list)
		if large := crossingInLarge(list); large != found {
			t.Fatalf("crossingInLarge says %t, the pairs %t: %v", large, found, list)
		}
		if found {
			crossed++
		}
	}
	if crossed < 500 || crossed > 4500 {
		t.Errorf("%d of 5000 cross", crossed)
	}
}

// Large functions are checked in acceptable time.
func TestScopesOfLarge(t *testing.T) {
	n := 20000
	if testing.Short() {
		n = 2000
	}
	b := scopestest.New("f")
	x := b.Op()
	for range n {
		b.If(x, func() { b.Op() }, nil)
		b.Op()
	}
	f := b.Finish()
	for i := range n / 10 {
		// Nested in each other, around the middle of the function.
		s := f.Env.NewScope(rng(hir.InstructionID(4*i+2), hir.InstructionID(4*(n-i)+2)))
		scopestest.Join(f, s, f.Blocks[2*i+1].Instrs[0].Lvalue.Identifier)
	}
	alignAndMergeLarge(t, f)
	after := f.Clone()
	mustNot(t, scopes.BuildReactiveScopeTerminals(after))
	if vs := slices.Concat(VerifyScopes(f, after), ValidateScopes(f, after)); len(vs) > 0 {
		t.Errorf("%d violations, first %v", len(vs), vs[0])
	}
}

func alignAndMergeLarge(t *testing.T, f *hir.Function) {
	t.Helper()
	mustNot(t, scopes.AlignReactiveScopesToBlockScopes(f))
	mustNot(t, scopes.MergeOverlappingReactiveScopes(f))
}
