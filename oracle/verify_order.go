package oracle

import "assay/hir"

// orderScratch belongs to verifyOrder.
type orderScratch struct {
	visited []bool
	named   []bool // named as a fallthrough by a used block
	stack   []walkFrame
	post    []int32
}

// verifyOrder checks the block list of each function against the order the
// React Compiler gives it. It needs edges.used.
//
// That order, said in another way than as an algorithm with two kinds of visit:
// take the graph in which each block leads to its fallthrough and then to its
// successors from the last to the first; list its blocks in reverse postorder of
// the walk from the entry; and keep the used ones (those on a path of edges from
// the entry) and the fallthroughs of used ones.
//
// If the list differs, it is told apart whether a block has no place in it, or
// whether it is another reverse postorder, or none. Blocks that were kept only as
// fallthroughs lost their edges after these had shaped the order, so that with such
// blocks any reverse postorder may be the React Compiler's, as may one with more
// edges from them.
func (v *Verifier) verifyOrder() {
	g, s := &v.flow, &v.order
	n := g.nblocks()
	s.visited, s.named = cleared(s.visited, n), cleared(s.named, n)
	for bi := range int32(n) {
		if v.edges.used[bi] {
			if ft := g.fallthroughOf(bi); ft >= 0 {
				s.named[ft] = true
			}
		}
	}
	for fi := range g.fns {
		v.verifyOrderOf(int32(fi))
	}
}

// fallthroughOf returns the fallthrough of a block's terminal, or -1.
func (g *flow) fallthroughOf(b int32) int32 {
	if ft := g.blocks[b].b.Term.Fallthrough; ft != hir.NoBlock {
		return g.blockOf(g.blocks[b].fn, ft)
	}
	return -1
}

func (v *Verifier) verifyOrderOf(fi int32) {
	g, s := &v.flow, &v.order
	fn := &g.fns[fi]
	end := fn.block0 + fn.nblock
	belongs := func(b int32) bool { return v.edges.used[b] || s.named[b] }

	s.postorder(g, fn.entry)
	next, same := fn.block0, true
	for i := len(s.post) - 1; i >= 0; i-- {
		if b := s.post[i]; belongs(b) {
			for next < end && !belongs(next) {
				next++
			}
			same = same && b == next
			next++
		}
	}
	for bi := fn.block0; bi < end; bi++ {
		b := g.blocks[bi].b
		stub := b.Term.Kind == hir.Unreachable && len(b.Instrs) == 0 && len(b.Phis) == 0
		switch {
		case v.edges.used[bi], s.named[bi] && stub:
		case s.named[bi]:
			v.report(KindFallthroughNotEmpty, bi, atHead, hir.NoIdentifier, "no instructions, no phis, and unreachable",
				itoa(len(b.Instrs))+" instructions, "+itoa(len(b.Phis))+" phis, and "+b.Term.Kind.String())
		case stub && len(b.Preds) == 0:
			v.report(KindStrayUnreachable, bi, atHead, hir.NoIdentifier, "no such block", "an empty block that no terminal names")
		default:
			v.report(KindBlockUnreachable, bi, atHead, hir.NoIdentifier, "no such block", "a block that cannot be reached")
		}
	}
	if !same {
		v.explainOrder(fi)
	}
}

// postorder lists the blocks that can be reached from entry over fallthroughs
// and edges, in postorder of the walk that verifyOrder describes.
func (s *orderScratch) postorder(g *flow, entry int32) {
	s.post = s.post[:0]
	s.visited[entry] = true
	s.stack = append(s.stack[:0], walkFrame{entry, 0})
	for len(s.stack) > 0 {
		fr := &s.stack[len(s.stack)-1]
		b := fr.node
		to := int32(-1)
		if fr.next == 0 {
			to = g.fallthroughOf(b)
		} else {
			succ := g.blocks[b].b.Term.Successors()
			if int(fr.next) > len(succ) {
				s.post = append(s.post, b)
				s.stack = s.stack[:len(s.stack)-1]
				continue
			}
			to = g.blockOf(g.blocks[b].fn, succ[len(succ)-int(fr.next)])
		}
		fr.next++
		if to >= 0 && !s.visited[to] {
			s.visited[to] = true
			s.stack = append(s.stack, walkFrame{to, 0})
		}
	}
}

// explainOrder says what is wrong with a block list that is not the React
// Compiler's: it is weak if the used blocks stand in some reverse postorder.
//
// A list is a reverse postorder if and only if some tree over the edges has the
// list as its preorder and every edge that leads backward in the list leads to
// an ancestor in the tree. The parent of the next block must be one of the open
// blocks, the last block and its ancestors; the deepest one with an edge to it
// closes the fewest, so that if any choice succeeds, this one does.
//
// A fallthrough may stand below the terminal that names it, since the walk goes
// there too; that it need not makes no edge backward. A block that was kept only as
// a fallthrough takes part, and may have led to any block, since its edges are not
// known any more.
func (v *Verifier) explainOrder(fi int32) {
	g := &v.flow
	fn := &g.fns[fi]
	sources := make([][]int32, fn.nblock)
	var list []int32
	lost := false // some block lost its edges
	for b := fn.block0; b < fn.block0+fn.nblock; b++ {
		if !v.edges.used[b] {
			if v.order.named[b] {
				lost = true
				list = append(list, b)
			}
			continue
		}
		list = append(list, b)
		if ft := g.fallthroughOf(b); ft >= 0 {
			sources[ft-fn.block0] = append(sources[ft-fn.block0], b)
		}
		for _, e := range g.succs(b) {
			sources[e.to-fn.block0] = append(sources[e.to-fn.block0], b)
		}
	}
	const unseen, closed = -2, -1
	depth := filled(nil, int(fn.nblock), unseen) // position among the open blocks
	var open []int32
	var openLost []int32 // positions among the open blocks of those without edges
	for i, b := range list {
		parent := int32(closed)
		if len(openLost) > 0 {
			parent = openLost[len(openLost)-1]
		}
		for _, p := range sources[b-fn.block0] {
			parent = max(parent, depth[p-fn.block0])
		}
		switch {
		case i == 0 && b != fn.entry:
			v.report(KindNotReversePostorder, b, atHead, hir.NoIdentifier, "the entry "+g.blocks[fn.entry].b.ID.String()+" first", g.blocks[b].b.ID.String())
			return
		case i > 0 && parent < 0:
			v.report(KindNotReversePostorder, b, atHead, hir.NoIdentifier,
				"to stand after a predecessor, in the part of the list that starts with it",
				"predecessors "+g.blockNames(sources[b-fn.block0])+" elsewhere")
			return
		}
		for int32(len(open)) > parent+1 {
			depth[open[len(open)-1]-fn.block0] = closed
			open = open[:len(open)-1]
		}
		for len(openLost) > 0 && int(openLost[len(openLost)-1]) >= len(open) {
			openLost = openLost[:len(openLost)-1]
		}
		depth[b-fn.block0] = int32(len(open))
		open = append(open, b)
		if !v.edges.used[b] {
			openLost = append(openLost, depth[b-fn.block0])
			continue
		}
		for _, e := range g.succs(b) {
			if depth[e.to-fn.block0] == closed {
				v.report(KindNotReversePostorder, b, atHead, hir.NoIdentifier,
					"to stand before its successor "+g.blocks[e.to].b.ID.String(), "it after")
				return
			}
		}
	}
	if lost {
		return
	}
	// Without such blocks, the list has the used blocks and no others. One is out
	// of place; name the first.
	for i, b := range list {
		if want := v.order.post[len(v.order.post)-1-i]; want != b {
			v.report(KindBlockOrder, b, atHead, hir.NoIdentifier, g.blocks[want].b.ID.String()+" here", g.blocks[b].b.ID.String())
			return
		}
	}
}

// blockNames is blockList for positions of blocks.
func (g *flow) blockNames(blocks []int32) string {
	ids := make([]hir.BlockID, len(blocks))
	for i, b := range blocks {
		ids[i] = g.blocks[b].b.ID
	}
	return blockList(ids)
}
