package oracle

import "assay/hir"

// flow is a function and all functions nested in it as one graph, the way
// values flow: a nested function starts where the instruction that makes it
// ends, since that is the state in which it reads outer variables.
//
// The nodes of the graph are pieces of blocks. A block is cut after each
// instruction that holds a nested function, so that such an instruction is the
// last one of its node:
//
//	bb0: [1] [2] Function [3] Function [4] Return   ->   n0: [1] [2]   n1: [3]   n2: [4] Return
//
// Edges lead from a piece to the next one of the block, from the last piece to
// the first ones of the successors, and from a piece that ends with a nested
// function to that function's entry. Two edges from one block to another count
// once. Blocks without a path from the top function's entry are not walked.
//
// A flow is built anew for each function, in memory that is kept.
type flow struct {
	fns    []flowFn
	blocks []flowBlock
	nodes  []flowNode

	// succ[blocks[b].succ0:blocks[b+1].succ0] are the distinct successors of block
	// b in order, as positions in blocks. A sentinel ends blocks.
	succ []flowEdge
	// pred[blocks[b].pred0:...] are the nodes that lead to the first node of block
	// b and can be reached. In an entry block, the first is the node that holds
	// the function, or -1 for the top function.
	pred []int32

	// The depth-first walk from the top function's entry: nodes in preorder, and
	// the position of each node's parent in it; -1 stands for unreachable.
	walk    []int32
	walkPos []int32
	parent  []int32

	dom dominators

	stack []walkFrame
	stamp []int32
}

type flowFn struct {
	f      *hir.Function
	parent int32 // position of the enclosing function, or -1
	holder int32 // node that ends with the instruction that makes it, or -1
	block0 int32 // its first block
	nblock int32
	entry  int32 // its entry block, or -1
}

type flowBlock struct {
	b     *hir.Block
	fn    int32
	node0 int32 // its first node; the last is the next block's node0 - 1
	succ0 int32
	pred0 int32
}

type flowNode struct {
	block  int32
	lo, hi int32 // its instructions
	nested int32 // the function it ends with, or -1
}

// flowEdge is an edge between blocks. slot is its place among the target's
// preds, which is where phis have the operand for it.
type flowEdge struct {
	to   int32
	slot int32
}

type walkFrame struct {
	node int32
	next int32
}

// resize returns s with length n and unspecified content.
func resize[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n, n+n/2)
	}
	return s[:n]
}

// cleared returns s with length n and all zero.
func cleared[T any](s []T, n int) []T {
	s = resize(s, n)
	clear(s)
	return s
}

// filled returns s with length n and all elements x.
func filled(s []int32, n int, x int32) []int32 {
	s = resize(s, n)
	for i := range s {
		s[i] = x
	}
	return s
}

// build makes the nodes and block edges of f and all functions in it.
func (g *flow) build(f *hir.Function) {
	g.fns = append(g.fns[:0], flowFn{f: f, parent: -1, holder: -1})
	g.blocks, g.nodes, g.succ = g.blocks[:0], g.nodes[:0], g.succ[:0]
	for i := 0; i < len(g.fns); i++ {
		h := g.fns[i].f
		g.fns[i].block0 = int32(len(g.blocks))
		g.fns[i].nblock = int32(len(h.Blocks))
		g.fns[i].entry = g.blockOf(int32(i), h.Entry)
		for _, b := range h.Blocks {
			bi := int32(len(g.blocks))
			g.blocks = append(g.blocks, flowBlock{b: b, fn: int32(i), node0: int32(len(g.nodes))})
			lo := int32(0)
			for k := range b.Instrs {
				if nested := b.Instrs[k].Func; nested != nil {
					g.fns = append(g.fns, flowFn{f: nested, parent: int32(i), holder: int32(len(g.nodes))})
					g.nodes = append(g.nodes, flowNode{bi, lo, int32(k) + 1, int32(len(g.fns)) - 1})
					lo = int32(k) + 1
				}
			}
			g.nodes = append(g.nodes, flowNode{bi, lo, int32(len(b.Instrs)), -1})
		}
	}
	n := len(g.blocks)
	g.blocks = append(g.blocks, flowBlock{fn: -1, node0: int32(len(g.nodes))})
	g.stamp = filled(g.stamp, n, -1)
	for bi := range g.blocks[:n] {
		g.blocks[bi].succ0 = int32(len(g.succ))
		for _, id := range g.blocks[bi].b.Term.Successors() {
			to := g.blockOf(g.blocks[bi].fn, id)
			if to >= 0 && g.stamp[to] != int32(bi) {
				g.stamp[to] = int32(bi)
				g.succ = append(g.succ, flowEdge{to: to})
			}
		}
	}
	g.blocks[n].succ0 = int32(len(g.succ))
}

// blockOf returns the position of a function's block, or -1.
func (g *flow) blockOf(fn int32, id hir.BlockID) int32 {
	p := g.fns[fn].f.BlockPos(id)
	if p < 0 {
		return -1
	}
	return g.fns[fn].block0 + int32(p)
}

// succs returns the distinct successors of a block.
func (g *flow) succs(b int32) []flowEdge { return g.succ[g.blocks[b].succ0:g.blocks[b+1].succ0] }

// preds returns the nodes that lead to a block; analyze must have run.
func (g *flow) preds(b int32) []int32 { return g.pred[g.blocks[b].pred0:g.blocks[b+1].pred0] }

// nblocks returns the number of blocks of all functions.
func (g *flow) nblocks() int { return len(g.blocks) - 1 }

// lastNode returns the node that a block ends with.
func (g *flow) lastNode(b int32) int32 { return g.blocks[b+1].node0 - 1 }

// isEntry reports whether a block is the entry of its function.
func (g *flow) isEntry(b int32) bool { return g.fns[g.blocks[b].fn].entry == b }

// reachable reports whether a node can be reached; analyze must have run.
func (g *flow) reachable(node int32) bool { return g.walkPos[node] >= 0 }

// nextNode returns the i-th node that control or values go to from a node.
func (g *flow) nextNode(node, i int32) (int32, bool) {
	nd := &g.nodes[node]
	if nd.nested >= 0 {
		switch i {
		case 0:
			return node + 1, true
		case 1:
			if e := g.fns[nd.nested].entry; e >= 0 {
				return g.blocks[e].node0, true
			}
		}
		return 0, false
	}
	k := g.blocks[nd.block].succ0 + i
	if k >= g.blocks[nd.block+1].succ0 {
		return 0, false
	}
	return g.blocks[g.succ[k].to].node0, true
}

// analyze walks the graph, lists the predecessors, and finds dominators.
func (g *flow) analyze() {
	g.depthFirst()
	g.markPreds()
	g.dom.compute(g)
}

func (g *flow) depthFirst() {
	n := len(g.nodes)
	g.walkPos = filled(g.walkPos, n, -1)
	g.walk, g.parent = g.walk[:0], g.parent[:0]
	if g.fns[0].entry < 0 {
		return
	}
	enter := func(node, parent int32) {
		g.walkPos[node] = int32(len(g.walk))
		g.walk = append(g.walk, node)
		g.parent = append(g.parent, parent)
		g.stack = append(g.stack, walkFrame{node, 0})
	}
	g.stack = g.stack[:0]
	enter(g.blocks[g.fns[0].entry].node0, -1)
	for len(g.stack) > 0 {
		fr := &g.stack[len(g.stack)-1]
		to, ok := g.nextNode(fr.node, fr.next)
		if !ok {
			g.stack = g.stack[:len(g.stack)-1]
			continue
		}
		fr.next++
		if g.walkPos[to] < 0 {
			enter(to, g.walkPos[fr.node])
		}
	}
}

func (g *flow) markPreds() {
	n := g.nblocks()
	// pred0 counts first, then is the end of each block's part, and after filling
	// from the back its start.
	for i := range g.blocks {
		g.blocks[i].pred0 = 0
	}
	for bi := range int32(n) {
		if g.isEntry(bi) {
			g.blocks[bi].pred0++
		}
		if g.reachable(g.lastNode(bi)) {
			for _, e := range g.succs(bi) {
				g.blocks[e.to].pred0++
			}
		}
	}
	sum := int32(0)
	for i := range g.blocks {
		sum += g.blocks[i].pred0
		g.blocks[i].pred0 = sum
	}
	g.pred = resize(g.pred, int(sum))
	for bi := int32(n) - 1; bi >= 0; bi-- {
		last := g.lastNode(bi)
		if !g.reachable(last) {
			continue
		}
		for i := g.blocks[bi].succ0; i < g.blocks[bi+1].succ0; i++ {
			t := &g.blocks[g.succ[i].to]
			t.pred0--
			g.pred[t.pred0] = last
		}
	}
	for i := range g.fns {
		if e := g.fns[i].entry; e >= 0 {
			t := &g.blocks[e]
			t.pred0--
			g.pred[t.pred0] = g.fns[i].holder
		}
	}
	// Only now are the starts known, and with them the slots.
	g.stamp = cleared(g.stamp, n)
	for i := range g.fns {
		if e := g.fns[i].entry; e >= 0 {
			g.stamp[e] = 1
		}
	}
	for bi := range int32(n) {
		if !g.reachable(g.lastNode(bi)) {
			continue
		}
		for i := g.blocks[bi].succ0; i < g.blocks[bi+1].succ0; i++ {
			e := &g.succ[i]
			e.slot = g.stamp[e.to]
			g.stamp[e.to]++
		}
	}
}
