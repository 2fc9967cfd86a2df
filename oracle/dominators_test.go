package oracle

import (
	"slices"
	"testing"

	"assay/hir"
)

// randomFlow makes the flow of a random function, with nested ones.
func randomFlow(seed uint64) *flow {
	f := randomFunction(newChooser(seed), randomConfig{blocks: 12, vars: 2, instrs: 2, nested: 1})
	g := &flow{}
	g.build(f)
	g.analyze()
	return g
}

// reachedWithout lists the nodes that can be reached from the entry without
// passing a node.
func reachedWithout(g *flow, without int32) []bool {
	reached := make([]bool, len(g.nodes))
	entry := g.blocks[g.fns[0].entry].node0
	if entry == without {
		return reached
	}
	reached[entry] = true
	for work := []int32{entry}; len(work) > 0; {
		n := work[0]
		work = work[1:]
		for i := int32(0); ; i++ {
			to, ok := g.nextNode(n, i)
			if !ok {
				break
			}
			if to != without && !reached[to] {
				reached[to] = true
				work = append(work, to)
			}
		}
	}
	return reached
}

// TestDominators compares the dominator tree with the definition: a dominates
// b if b cannot be reached without a.
func TestDominators(t *testing.T) {
	for seed := range seeds(1000) {
		g := randomFlow(seed)
		all := reachedWithout(g, -1)
		for a := range int32(len(g.nodes)) {
			if g.reachable(a) != all[a] {
				t.Fatalf("seed %d: node %d: reachable is %v, want %v", seed, a, g.reachable(a), all[a])
			}
			if !all[a] {
				continue
			}
			without := reachedWithout(g, a)
			for b := range int32(len(g.nodes)) {
				if all[b] && g.dom.dominates(a, b) != !without[b] {
					t.Fatalf("seed %d: node %d dominates %d: %v, want %v", seed, a, b, g.dom.dominates(a, b), !without[b])
				}
			}
			if p := g.dom.idom[a]; p >= 0 {
				if !g.dom.dominates(p, a) || p == a || g.dom.level[a] != g.dom.level[p]+1 {
					t.Fatalf("seed %d: node %d: wrong immediate dominator %d", seed, a, p)
				}
			}
		}
	}
}

// TestFrontier compares iterated dominance frontiers with the definition: w is
// in the frontier of x if x dominates a predecessor of w but not w strictly.
func TestFrontier(t *testing.T) {
	for seed := range seeds(1000) {
		g := randomFlow(seed)
		d := &g.dom
		frontierOf := func(x int32) (out []int32) {
			for _, p := range d.order {
				for i := int32(0); ; i++ {
					w, ok := g.nextNode(p, i)
					if !ok {
						break
					}
					if d.dominates(x, p) && (x == w || !d.dominates(x, w)) {
						out = append(out, w)
					}
				}
			}
			return out
		}
		var x frontier
		x.build(g)
		c := newChooser(seed)
		for range 4 {
			var starts []int32
			for range 1 + c.Intn(3) {
				starts = append(starts, d.order[c.Intn(len(d.order))])
			}
			want := map[int32]bool{}
			for work := slices.Clone(starts); len(work) > 0; work = work[1:] {
				for _, w := range frontierOf(work[0]) {
					if !want[w] {
						want[w] = true
						work = append(work, w)
					}
				}
			}
			got := map[int32]bool{}
			for work := slices.Clone(starts); len(work) > 0; work = work[1:] {
				x.each(d, work[0], func(w int32) {
					if !got[w] {
						got[w] = true
						work = append(work, w)
					}
				})
			}
			x.reset()
			if len(got) != len(want) {
				t.Fatalf("seed %d: the frontier of %v has %d nodes, want %d", seed, starts, len(got), len(want))
			}
			for w := range want {
				if !got[w] {
					t.Fatalf("seed %d: the frontier of %v lacks %d", seed, starts, w)
				}
			}
		}
	}
}

// TestPredecessorSlots checks that edges and predecessors name each other.
func TestPredecessorSlots(t *testing.T) {
	for seed := range seeds(300) {
		g := randomFlow(seed)
		for b := range int32(g.nblocks()) {
			if !g.reachable(g.lastNode(b)) {
				continue
			}
			for _, e := range g.succs(b) {
				if p := g.preds(e.to)[e.slot]; p != g.lastNode(b) {
					t.Fatalf("seed %d: the edge from block %d to %d has slot %d, which is that of node %d", seed, b, e.to, e.slot, p)
				}
			}
		}
	}
}

// allReversePostorders calls yield with the reverse postorder of every
// depth-first walk of a function over its edges, as a list of block ids. A walk may
// go to the fallthrough of a block too.
func allReversePostorders(f *hir.Function, yield func([]hir.BlockID)) {
	var walk func(stack []hir.BlockID, visited map[hir.BlockID]bool, post []hir.BlockID)
	walk = func(stack []hir.BlockID, visited map[hir.BlockID]bool, post []hir.BlockID) {
		if len(stack) == 0 {
			order := slices.Clone(post)
			slices.Reverse(order)
			yield(order)
			return
		}
		top := stack[len(stack)-1]
		enter := func(b hir.BlockID) {
			seen := map[hir.BlockID]bool{b: true}
			for k := range visited {
				seen[k] = true
			}
			walk(append(slices.Clone(stack), b), seen, post)
		}
		done := true
		for _, s := range f.Block(top).Term.Successors() {
			if !visited[s] {
				done = false
				enter(s)
			}
		}
		if ft := f.Block(top).Term.Fallthrough; ft != hir.NoBlock && !visited[ft] {
			enter(ft)
		}
		if done {
			walk(stack[:len(stack)-1], visited, append(slices.Clone(post), top))
		}
	}
	walk([]hir.BlockID{f.Entry}, map[hir.BlockID]bool{f.Entry: true}, nil)
}

// TestReversePostorder puts the blocks of small functions in every order, and
// checks that the orders without a strong violation are the reverse postorders
// of some walk.
func TestReversePostorder(t *testing.T) {
	functions := 0
	for seed := range seeds(400) {
		f := randomFunction(newChooser(seed), randomConfig{blocks: 6, vars: 1, instrs: 0})
		if len(f.Blocks) > 5 || slices.ContainsFunc(f.Blocks, func(b *hir.Block) bool { return b.ID != f.Entry && len(b.Preds) == 0 }) {
			continue
		}
		functions++
		if err := f.ReversePostorder(); err != nil {
			t.Fatal(err)
		}
		// The React Compiler's order is right by definition. On graphs whose
		// fallthroughs are anywhere, it need not be one over the edges.
		var own []hir.BlockID
		for _, b := range f.Blocks {
			own = append(own, b.ID)
		}
		want := map[string]bool{}
		want[blockList(own)] = true
		allReversePostorders(f, func(order []hir.BlockID) { want[blockList(order)] = true })
		permutations(f.Blocks, func(bs []*hir.Block) {
			g := f.Clone()
			var clones []*hir.Block
			var order []hir.BlockID
			for _, b := range bs {
				clones = append(clones, g.Block(b.ID))
				order = append(order, b.ID)
			}
			g.SetBlocks(clones)
			g.NumberInstructions()
			wrong := slices.ContainsFunc(VerifyPre(g), func(v *Violation) bool { return v.Kind == KindNotReversePostorder })
			if wrong == want[blockList(order)] {
				t.Fatalf("seed %d: the order %s is a reverse postorder: %v, but the verdict is %v\n%s", seed, blockList(order), !wrong, VerifyPre(g), g.Text())
			}
		})
	}
	t.Logf("%d functions", functions)
}

func permutations[T any](items []T, yield func([]T)) {
	items = slices.Clone(items)
	var permute func(k int)
	permute = func(k int) {
		if k == len(items) {
			yield(items)
			return
		}
		for i := k; i < len(items); i++ {
			items[k], items[i] = items[i], items[k]
			permute(k + 1)
			items[k], items[i] = items[i], items[k]
		}
	}
	permute(0)
}
