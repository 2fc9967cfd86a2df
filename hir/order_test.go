package hir

import (
	"errors"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// graph returns a function whose blocks, in the order given, have the given
// terminals; block i has the id i, and block 0 is the entry.
func graph(terms ...Terminal) *Function {
	f := NewFunction(&Env{NextBlock: BlockID(len(terms))}, "f")
	f.Entry = 0
	test := []Place{{Identifier: f.Env.NewTemporary()}}
	for i, t := range terms {
		if t.Kind == If || t.Kind == Branch || t.Kind == Switch || t.Kind == Return {
			t.Operands = test
		}
		if !t.Kind.HasFallthrough() {
			t.Fallthrough = NoBlock
		}
		t.Scope = NoScope
		f.AddBlock(BlockID(i), BlockStatement).Term = t
	}
	return f
}

func order(f *Function) (ids []BlockID) {
	for _, b := range f.Blocks {
		ids = append(ids, b.ID)
	}
	return ids
}

func preds(f *Function) (ids [][]BlockID) {
	for _, b := range f.Blocks {
		ids = append(ids, slices.Clone(b.Preds))
	}
	return ids
}

func TestReversePostorder(t *testing.T) {
	goTo := func(b BlockID) Terminal { return Terminal{Kind: Goto, Targets: []BlockID{b}} }
	end := Terminal{Kind: Unreachable}
	for _, tc := range []struct {
		name        string
		f           *Function
		want        []BlockID
		unreachable []BlockID // blocks that are kept as fallthroughs only
	}{
		{"a chain listed backwards", graph(goTo(2), end, goTo(1)), []BlockID{0, 2, 1}, nil},
		{
			"first the consequent, then the alternate, then the fallthrough",
			graph(Terminal{Kind: If, Targets: []BlockID{3, 2}, Fallthrough: 1}, end, goTo(1), goTo(1)),
			[]BlockID{0, 3, 2, 1}, nil,
		},
		{
			"a loop's body before what follows it",
			graph(Terminal{Kind: While, Targets: []BlockID{1, 3}, Fallthrough: 2},
				Terminal{Kind: Branch, Targets: []BlockID{3, 2}, Fallthrough: 1}, end, goTo(1)),
			[]BlockID{0, 1, 3, 2}, nil,
		},
		{"blocks that nothing leads to are dropped", graph(end, goTo(0), goTo(1)), []BlockID{0}, nil},
		{
			"a fallthrough that nothing leads to is kept, empty",
			graph(Terminal{Kind: Label, Targets: []BlockID{1}, Fallthrough: 2}, Terminal{Kind: Return}, goTo(3), end),
			[]BlockID{0, 1, 2}, []BlockID{2},
		},
		{
			"a fallthrough of an unreachable construct is dropped",
			graph(Terminal{Kind: Label, Targets: []BlockID{1}, Fallthrough: 2}, Terminal{Kind: Return},
				Terminal{Kind: Label, Targets: []BlockID{3}, Fallthrough: 4}, end, end),
			[]BlockID{0, 1, 2}, []BlockID{2},
		},
		{
			"a fallthrough that turns out to be reachable keeps its place",
			graph(Terminal{Kind: Label, Targets: []BlockID{1}, Fallthrough: 2}, goTo(2), end),
			[]BlockID{0, 1, 2}, nil,
		},
		{
			"a switch with one target twice",
			graph(Terminal{Kind: Switch, Targets: []BlockID{2, 1, 2}, Fallthrough: 3}, goTo(3), goTo(1), end),
			[]BlockID{0, 2, 1, 3}, nil,
		},
		{
			"the handler of a try is no successor",
			graph(Terminal{Kind: Try, Targets: []BlockID{1, 2}, Fallthrough: 3}, goTo(3), goTo(3), end),
			[]BlockID{0, 1, 3}, nil,
		},
		{
			"the handler of a maybe-throw is one",
			graph(Terminal{Kind: MaybeThrow, Targets: []BlockID{1, 2}}, goTo(3), goTo(3), end),
			[]BlockID{0, 1, 2, 3}, nil,
		},
		{"a loop at the entry", graph(goTo(0)), []BlockID{0}, nil},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if err := tc.f.ReversePostorder(); err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(tc.want, order(tc.f)); d != "" {
				t.Errorf("order: -want +got:\n%s", d)
			}
			for _, b := range tc.f.Blocks {
				kept := slices.Contains(tc.unreachable, b.ID)
				if kept && (b.Term.Kind != Unreachable || len(b.Instrs) > 0) {
					t.Errorf("%v: expected an empty unreachable block, found %v", b.ID, b.Term.Kind)
				}
			}
		})
	}
}

func TestMarkPreds(t *testing.T) {
	goTo := func(b BlockID) Terminal { return Terminal{Kind: Goto, Targets: []BlockID{b}} }
	for _, tc := range []struct {
		name string
		f    *Function
		want [][]BlockID
	}{
		{
			"in the order of a walk, not of the blocks",
			graph(Terminal{Kind: If, Targets: []BlockID{3, 2}, Fallthrough: 1}, Terminal{Kind: Unreachable}, goTo(1), goTo(1)),
			[][]BlockID{nil, {3, 2}, {0}, {0}},
		},
		{
			"two edges from one block count once",
			graph(Terminal{Kind: Switch, Targets: []BlockID{1, 1, 2, 1}, Fallthrough: 2}, goTo(2), Terminal{Kind: Unreachable}),
			[][]BlockID{nil, {0}, {1, 0}},
		},
		{"an edge from a block to itself counts", graph(Terminal{Kind: If, Targets: []BlockID{0, 0}, Fallthrough: 0}), [][]BlockID{{0}}},
		{"blocks that nothing leads to are no predecessors", graph(goTo(1), Terminal{Kind: Unreachable}, goTo(1)), [][]BlockID{nil, {0}, nil}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			for range 2 { // the second time over old preds
				if err := tc.f.MarkPreds(); err != nil {
					t.Fatal(err)
				}
				if d := cmp.Diff(tc.want, preds(tc.f)); d != "" {
					t.Errorf("-want +got:\n%s", d)
				}
			}
		})
	}
}

func TestMissingBlocks(t *testing.T) {
	for _, f := range []*Function{
		graph(Terminal{Kind: Goto, Targets: []BlockID{7}}),
		graph(Terminal{Kind: Switch, Targets: []BlockID{0, 0, 7}, Fallthrough: 0}),
	} {
		var missing *MissingBlockError
		if err := f.MarkPreds(); !errors.As(err, &missing) || missing.To != 7 {
			t.Errorf("MarkPreds: expected a *MissingBlockError for bb7, found %v", err)
		}
		before := order(f)
		missing = nil
		if err := f.ReversePostorder(); !errors.As(err, &missing) || missing.To != 7 {
			t.Errorf("ReversePostorder: expected a *MissingBlockError for bb7, found %v", err)
		}
		if !slices.Equal(before, order(f)) {
			t.Error("ReversePostorder changed the function though it failed")
		}
	}
	f := graph(Terminal{Kind: Goto, Targets: []BlockID{0}})
	f.Entry = 3
	if f.MarkPreds() == nil || f.ReversePostorder() == nil {
		t.Error("expected errors for a missing entry, found none")
	}
}

func TestNumberInstructions(t *testing.T) {
	f := graph(Terminal{Kind: Goto, Targets: []BlockID{1}}, Terminal{Kind: Unreachable})
	f.Blocks[0].Instrs = make([]Instruction, 2)
	f.Blocks[1].Instrs = make([]Instruction, 1)
	f.NumberInstructions()
	var ids []InstructionID
	for _, b := range f.Blocks {
		for i := range b.Instrs {
			ids = append(ids, b.Instrs[i].ID)
		}
		ids = append(ids, b.Term.ID)
	}
	if want := []InstructionID{1, 2, 3, 4, 5}; !slices.Equal(ids, want) {
		t.Errorf("got %v, want %v", ids, want)
	}
	if f.Blocks[0].FirstID() != 1 || graph(Terminal{Kind: Unreachable, ID: 9}).Blocks[0].FirstID() != 9 {
		t.Error("FirstID is not the id of the first instruction, or else of the terminal")
	}
}

// Depth and width of a graph must not matter: this ends at once if orders are
// linear and iterative, and never or with a stack overflow if not.
func TestOrdersOfLargeGraphs(t *testing.T) {
	const n = 100000
	chain := make([]Terminal, n)
	for i := range chain {
		chain[i] = Terminal{Kind: Goto, Targets: []BlockID{BlockID(i + 1)}}
	}
	chain[n-1] = Terminal{Kind: Unreachable}

	arms := Terminal{Kind: Switch, Fallthrough: n + 1, HasTest: make([]bool, 2*n)}
	wide := make([]Terminal, n+2)
	for i := 1; i <= n; i++ {
		arms.Targets = append(arms.Targets, BlockID(i), BlockID(i)) // every arm twice
		wide[i] = Terminal{Kind: Goto, Targets: []BlockID{n + 1}}
	}
	wide[0], wide[n+1] = arms, Terminal{Kind: Unreachable}

	ifs := make([]Terminal, 0, 2*n+1) // each if is in the fallthrough of the one before
	for i := range n {
		join := BlockID(2*i + 2)
		ifs = append(ifs, Terminal{Kind: If, Targets: []BlockID{join - 1, join}, Fallthrough: join}, Terminal{Kind: Goto, Targets: []BlockID{join}})
	}
	ifs = append(ifs, Terminal{Kind: Unreachable})

	nest := make([]Terminal, 0, 2*n) // each label is in the block of the one before
	for i := range n {
		nest = append(nest, Terminal{Kind: Label, Targets: []BlockID{BlockID(i + 1)}, Fallthrough: BlockID(2*n - i)})
	}
	nest = append(nest, Terminal{Kind: Goto, Targets: []BlockID{n + 1}})
	for i := 1; i < n; i++ {
		nest = append(nest, Terminal{Kind: Goto, Targets: []BlockID{BlockID(n + i + 1)}})
	}
	nest = append(nest, Terminal{Kind: Unreachable})

	for name, terms := range map[string][]Terminal{"chain": chain, "switch": wide, "ifs": ifs, "labels": nest} {
		t.Run(name, func(t *testing.T) {
			f := graph(terms...)
			if err := f.ReversePostorder(); err != nil {
				t.Fatal(err)
			}
			if len(f.Blocks) != len(terms) {
				t.Fatalf("got %d blocks, want %d", len(f.Blocks), len(terms))
			}
			if err := f.MarkPreds(); err != nil {
				t.Fatal(err)
			}
			f.NumberInstructions()
			for i, b := range f.Blocks {
				if i > 0 && (len(b.Preds) == 0 || f.BlockPos(b.Preds[0]) >= i) {
					t.Fatalf("%v: its first predecessor does not come before it", b.ID)
				}
			}
			g, err := ReadFunction("", []byte(f.Clone().Text()), ReadOptions{})
			if err != nil {
				t.Fatal(err)
			}
			if g.Text() != f.Text() {
				t.Error("prints otherwise once read")
			}
		})
	}
}

// A brute-force reverse postorder: the recursive definition, without the
// distinction of what is reachable only as a fallthrough.
func bruteOrder(f *Function) []BlockID {
	var post []BlockID
	seen := map[BlockID]bool{}
	var visit func(id BlockID)
	visit = func(id BlockID) {
		if seen[id] {
			return
		}
		seen[id] = true
		term := &f.Block(id).Term
		if term.Fallthrough != NoBlock {
			visit(term.Fallthrough)
		}
		succ := term.Successors()
		for i := len(succ) - 1; i >= 0; i-- {
			visit(succ[i])
		}
		post = append(post, id)
	}
	visit(f.Entry)
	slices.Reverse(post)
	return post
}

// The order of the blocks that stay is that of the plain depth-first walk.
func TestReversePostorderIsPostorder(t *testing.T) {
	for seed := range uint64(2000) {
		f := randomFunction(seed, false, false)
		want := bruteOrder(f)
		reachable := map[BlockID]bool{f.Entry: true}
		for work := []BlockID{f.Entry}; len(work) > 0; {
			b := f.Block(work[0])
			work = work[1:]
			for _, s := range b.Term.Successors() {
				if !reachable[s] {
					reachable[s] = true
					work = append(work, s)
				}
			}
		}
		kept := map[BlockID]bool{}
		for id := range reachable {
			kept[id] = true
			if ft := f.Block(id).Term.Fallthrough; ft != NoBlock {
				kept[ft] = true
			}
		}
		want = slices.DeleteFunc(want, func(id BlockID) bool { return !kept[id] })
		if err := f.ReversePostorder(); err != nil {
			t.Fatal(err)
		}
		if got := order(f); !slices.Equal(got, want) {
			t.Fatalf("seed %d: got %v, want %v", seed, got, want)
		}
	}
}
