package hir

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func readText(t testing.TB, text string) *Function {
	t.Helper()
	f, err := ReadFunction("test.hir", []byte(text), ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// passTests are functions before and after a clean-up.
type passTest struct {
	name, before, after string
}

func runPassTests(t *testing.T, tests []passTest, pass func(*Function) error) {
	t.Helper()
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f := readText(t, tt.before)
			if err := pass(f); err != nil {
				t.Fatal(err)
			}
			want := readText(t, tt.after).Text()
			if d := cmp.Diff(strings.Split(want, "\n"), strings.Split(f.Text(), "\n")); d != "" {
				t.Errorf("-want +got:\n%s", d)
			}
			for _, e := range Check(f) {
				t.Errorf("not well-formed: %v", e)
			}
			for _, b := range f.Blocks {
				if f.Block(b.ID) != b {
					t.Errorf("%v is not found by its id", b.ID)
				}
			}
		})
	}
}

func TestMergeConsecutiveBlocks(t *testing.T) {
	runPassTests(t, []passTest{
		{
			"a chain becomes one block and its gotos leave gaps",
			`
f(): <unknown> $4
bb0 (block):
  [1] <unknown> $0 = 1
  [2] Goto bb1
bb1 (block):
  predecessor blocks: bb0
  [3] Goto bb2
bb2 (block):
  predecessor blocks: bb1
  [4] <unknown> $1 = 2
  [5] Goto(Continue) bb3
bb3 (block):
  predecessor blocks: bb2
  [6] Return Explicit <unknown> $1
`, `
f(): <unknown> $4
bb0 (block):
  [1] <unknown> $0 = 1
  [4] <unknown> $1 = 2
  [6] Return Explicit <unknown> $1
`,
		},
		{
			"the fallthrough of a terminal before it stays, and so do blocks of other kinds",
			`
f(): <unknown> $4
bb0 (block):
  [1] <unknown> $0 = 1
  [2] If (<unknown> $0) then:bb2 else:bb3 fallthrough=bb1
bb2 (block):
  predecessor blocks: bb0
  [3] Return Explicit <unknown> $0
bb3 (block):
  predecessor blocks: bb0
  [4] Goto bb1
bb1 (block):
  predecessor blocks: bb3
  [5] Goto bb4
bb4 (loop):
  predecessor blocks: bb1
  [6] Goto bb5
bb5 (block):
  predecessor blocks: bb4
  [7] Return Explicit <unknown> $0
`, `
f(): <unknown> $4
bb0 (block):
  [1] <unknown> $0 = 1
  [2] If (<unknown> $0) then:bb2 else:bb3 fallthrough=bb1
bb2 (block):
  predecessor blocks: bb0
  [3] Return Explicit <unknown> $0
bb3 (block):
  predecessor blocks: bb0
  [4] Goto bb1
bb1 (block):
  predecessor blocks: bb3
  [5] Goto bb4
bb4 (loop):
  predecessor blocks: bb1
  [6] Goto bb5
bb5 (block):
  predecessor blocks: bb4
  [7] Return Explicit <unknown> $0
`,
		},
		{
			"phis with one operand become loads, predecessors and phi operands follow",
			`
f(<unknown> a$0): <unknown> $9
bb0 (block):
  [1] Goto bb1
bb1 (block):
  predecessor blocks: bb0
  <unknown> x$1: phi(bb0: <unknown> a$0)
  [2] <unknown> $2 = LoadLocal <unknown> x$1
  [3] If (<unknown> $2) then:bb2 else:bb3 fallthrough=bb5
bb2 (block):
  predecessor blocks: bb1
  [4] Goto bb4
bb4 (block):
  predecessor blocks: bb2
  [5] Goto bb5
bb3 (block):
  predecessor blocks: bb1
  [6] Goto bb5
bb5 (block):
  predecessor blocks: bb4 bb3
  <unknown> y$3: phi(bb4: <unknown> x$1, bb3: <unknown> a$0)
  [7] Return Explicit <unknown> y$3
`, `
f(<unknown> a$0): <unknown> $9
bb0 (block):
  [1] mutate? x$1 = LoadLocal read a$0
  [2] <unknown> $2 = LoadLocal <unknown> x$1
  [3] If (<unknown> $2) then:bb2 else:bb3 fallthrough=bb5
bb2 (block):
  predecessor blocks: bb0
  [5] Goto bb5
bb3 (block):
  predecessor blocks: bb0
  [6] Goto bb5
bb5 (block):
  predecessor blocks: bb2 bb3
  <unknown> y$3: phi(bb3: <unknown> a$0, bb2: <unknown> x$1)
  [7] Return Explicit <unknown> y$3
`,
		},
		{
			"nested functions",
			`
f(): <unknown> $4
bb0 (block):
  [1] <unknown> $0 = Function  @context[] @aliasingEffects=[]
      <<anonymous>>(): <unknown> $2
      bb1 (block):
        [1] Goto bb2
      bb2 (block):
        predecessor blocks: bb1
        [2] <unknown> $1 = 1
        [3] Return Explicit <unknown> $1
  [2] Return Explicit <unknown> $0
`, `
f(): <unknown> $4
bb0 (block):
  [1] <unknown> $0 = Function  @context[] @aliasingEffects=[]
      <<anonymous>>(): <unknown> $2
      bb1 (block):
        [2] <unknown> $1 = 1
        [3] Return Explicit <unknown> $1
  [2] Return Explicit <unknown> $0
`,
		},
		{
			"a fallthrough that is listed first is joined, and the terminal names its new block",
			`
f(): <unknown> $4
bb0 (block):
  [1] Goto bb1
bb1 (block):
  predecessor blocks: bb0
  [2] <unknown> $0 = 1
  [3] If (<unknown> $0) then:bb2 else:bb3 fallthrough=bb1
bb2 (block):
  predecessor blocks: bb1
  [4] Return Explicit <unknown> $0
bb3 (block):
  predecessor blocks: bb1
  [5] Return Explicit <unknown> $0
`, `
f(): <unknown> $4
bb0 (block):
  [1] Goto bb1
bb1 (block):
  predecessor blocks: bb0
  [2] <unknown> $0 = 1
  [3] If (<unknown> $0) then:bb2 else:bb3 fallthrough=bb1
bb2 (block):
  predecessor blocks: bb1
  [4] Return Explicit <unknown> $0
bb3 (block):
  predecessor blocks: bb1
  [5] Return Explicit <unknown> $0
`,
		},
	}, (*Function).MergeConsecutiveBlocks)
}

func TestMergeConsecutiveBlocksErrors(t *testing.T) {
	goTo := func(b BlockID) Terminal { return Terminal{Kind: Goto, Targets: []BlockID{b}} }
	two := graph(goTo(1), Terminal{Kind: Return})
	two.Blocks[1].Preds = []BlockID{0}
	two.Blocks[1].Phis = []Phi{{Operands: []PhiOperand{{Pred: 0}, {Pred: 0}}}}
	gone := graph(goTo(1), Terminal{Kind: Return})
	gone.Blocks[1].Preds = []BlockID{7}
	for _, tt := range []struct {
		f    *Function
		want string
	}{
		{two, "Found a block with a single predecessor but where a phi has multiple (2) operands"},
		{gone, "Expected predecessor 7 to exist"},
	} {
		var e *PassError
		err := tt.f.MergeConsecutiveBlocks()
		if !errors.As(err, &e) || e.Reason != tt.want || e.Category != CategoryInvariant || e.Block != 1 {
			t.Errorf("got %v, want %s", err, tt.want)
		}
	}
}

// TestMergeSelfLoop: a block that only goes to itself is not joined to itself.
func TestMergeSelfLoop(t *testing.T) {
	f := graph(Terminal{Kind: Goto, Targets: []BlockID{0}})
	if err := f.MarkPreds(); err != nil {
		t.Fatal(err)
	}
	if err := f.MergeConsecutiveBlocks(); err != nil || len(f.Blocks) != 1 {
		t.Errorf("%v, %d blocks", err, len(f.Blocks))
	}
}

// mergeOneByOne does what the facts about the pass say, one join at a time, and
// then finds the predecessors anew.
func mergeOneByOne(f *Function) {
	into := map[BlockID]BlockID{}
	root := func(b BlockID) BlockID {
		for {
			to, ok := into[b]
			if !ok {
				return b
			}
			b = to
		}
	}
	fallthroughs := map[BlockID]bool{}
	left := slices.Clone(f.Blocks)
	for _, b := range f.Blocks {
		if b.Term.Fallthrough != NoBlock {
			fallthroughs[b.Term.Fallthrough] = true
		}
		if len(b.Preds) != 1 || b.Kind != BlockStatement || fallthroughs[b.ID] || b.ID == f.Entry {
			continue
		}
		p := f.Block(root(b.Preds[0]))
		if p.Term.Kind != Goto || p.Kind != BlockStatement || p == b {
			continue
		}
		for i := range b.Phis {
			p.Instrs = append(p.Instrs[:len(p.Instrs):len(p.Instrs)], phiLoad(&b.Phis[i], p.Term.ID))
		}
		p.Instrs = append(p.Instrs[:len(p.Instrs):len(p.Instrs)], b.Instrs...)
		p.Term = b.Term
		into[b.ID] = p.ID
		left = slices.DeleteFunc(left, func(x *Block) bool { return x == b })
	}
	for _, b := range left {
		for i := range b.Phis {
			ops := b.Phis[i].Operands
			var kept, moved []PhiOperand
			for _, o := range ops {
				if r := root(o.Pred); r != o.Pred {
					moved = append(moved, PhiOperand{r, o.Place})
				} else {
					kept = append(kept, o)
				}
			}
			b.Phis[i].Operands = append(kept, moved...)
		}
		if b.Term.Fallthrough != NoBlock {
			b.Term.Fallthrough = root(b.Term.Fallthrough)
		}
	}
	f.SetBlocks(left)
	if err := f.MarkPreds(); err != nil {
		panic(err)
	}
}

// gotoGraph returns a random function with many gotos, in reverse postorder.
func gotoGraph(seed uint64) *Function {
	r := rand.New(rand.NewPCG(seed, 2))
	n := 2 + r.IntN(20)
	target := func() BlockID { return BlockID(r.IntN(n)) }
	terms := make([]Terminal, n)
	for i := range terms {
		switch k := r.IntN(10); {
		case k < 7:
			next := BlockID(min(i+1, n-1))
			if r.IntN(5) == 0 {
				next = target()
			}
			terms[i] = Terminal{Kind: Goto, Targets: []BlockID{next}}
		case k < 8:
			terms[i] = Terminal{Kind: If, Targets: []BlockID{target(), target()}, Fallthrough: target()}
		case k < 9:
			terms[i] = Terminal{Kind: Label, Targets: []BlockID{target()}, Fallthrough: target()}
		default:
			terms[i] = Terminal{Kind: Return}
		}
	}
	f := graph(terms...)
	for _, b := range f.Blocks {
		b.Kind = []BlockKind{BlockStatement, BlockStatement, BlockStatement, BlockStatement, BlockLoop, BlockCatch}[r.IntN(6)]
		for range r.IntN(3) {
			b.Instrs = append(b.Instrs, Instruction{
				Kind: Primitive, Lvalue: Place{Identifier: f.Env.NewTemporary()}, Aux: &Literal{},
			})
		}
	}
	f.Returns = Place{Identifier: f.Env.NewTemporary()}
	if err := f.ReversePostorder(); err != nil {
		panic(err)
	}
	f.NumberInstructions()
	if err := f.MarkPreds(); err != nil {
		panic(err)
	}
	for _, b := range f.Blocks {
		if len(b.Preds) > 0 && r.IntN(3) == 0 {
			phi := Phi{Place: Place{Identifier: f.Env.NewTemporary()}}
			for _, p := range b.Preds {
				phi.Operands = append(phi.Operands, PhiOperand{p, Place{Identifier: f.Env.NewTemporary()}})
			}
			b.Phis = append(b.Phis, phi)
		}
	}
	return f
}

func TestMergeRandom(t *testing.T) {
	joined := 0
	for seed := range uint64(4000) {
		f := gotoGraph(seed)
		before := f.Text()
		want := f.Clone()
		mergeOneByOne(want)
		got := f.Clone()
		if err := got.MergeConsecutiveBlocks(); err != nil {
			t.Fatal(err)
		}
		if got.Text() != want.Text() {
			t.Fatalf("seed %d:\n%s\ngot:\n%s\nwant:\n%s", seed, before, got.Text(), want.Text())
		}
		joined += len(f.Blocks) - len(got.Blocks)
	}
	if joined < 3000 {
		t.Errorf("only %d blocks were joined", joined)
	}
}

// TestMergeLarge joins a hundred thousand blocks in time linear in them, in the
// order of the chain and against it.
func TestMergeLarge(t *testing.T) {
	const n = 100_000
	for _, backwards := range []bool{false, true} {
		terms := make([]Terminal, n)
		for i := range terms {
			terms[i] = Terminal{Kind: Goto, Targets: []BlockID{BlockID(i + 1)}}
		}
		terms[n-1] = Terminal{Kind: Return}
		f := graph(terms...)
		for _, b := range f.Blocks {
			b.Instrs = []Instruction{{Kind: Primitive, Aux: &Literal{}}}
		}
		if err := f.MarkPreds(); err != nil {
			t.Fatal(err)
		}
		if backwards {
			slices.Reverse(f.Blocks)
			f.SetBlocks(f.Blocks)
		}
		if err := f.MergeConsecutiveBlocks(); err != nil {
			t.Fatal(err)
		}
		if len(f.Blocks) != 1 || len(f.Blocks[0].Instrs) != n {
			t.Errorf("%d blocks, %d instructions", len(f.Blocks), len(f.Blocks[0].Instrs))
		}
	}
}

// TestMergeRecorded: what enters SSA has been through the pass, and going through
// it again changes nothing.
func TestMergeRecorded(t *testing.T) {
	eachDump(t, func(c *dumpCase, text string, _ ReadOptions) {
		if c.Pass != "ssa" || text != c.Before.Text {
			return
		}
		f := readText(t, text)
		before := f.Text()
		if err := f.MergeConsecutiveBlocks(); err != nil {
			t.Errorf("%s: %v", c.Name, err)
		} else if f.Text() != before {
			t.Errorf("%s changed", c.Name)
		}
	})
}
