package oracle

import (
	"slices"
	"strings"

	"assay/hir"
)

// edgeScratch belongs to verifyEdges.
type edgeScratch struct {
	// used says which blocks can be reached from their function's own entry.
	used  []bool
	met   []int32 // edges met so far, by target
	stack []walkFrame
}

// verifyEdges checks that entry blocks have no predecessors and that the
// predecessors of all blocks are the sources of their edges, in the order in
// which a walk meets them. It fills edges.used.
//
// Edges out of blocks that cannot be reached do not count.
func (v *Verifier) verifyEdges() {
	g, s := &v.flow, &v.edges
	n := g.nblocks()
	s.used, s.met = cleared(s.used, n), cleared(s.met, n)
	ok := true
	for fi := range g.fns {
		s.walk(g, int32(fi), func(from, to int32) {
			preds := g.blocks[to].b.Preds
			m := int(s.met[to])
			ok = ok && m < len(preds) && preds[m] == g.blocks[from].b.ID
			s.met[to]++
		})
	}
	for bi := range n {
		ok = ok && int(s.met[bi]) == len(g.blocks[bi].b.Preds)
	}
	for fi := range g.fns {
		e := g.fns[fi].entry
		if preds := g.blocks[e].b.Preds; len(preds) > 0 || s.met[e] > 0 {
			v.report(KindEntryPreds, e, atHead, hir.NoIdentifier, "no edge to the entry",
				itoa(int(s.met[e]))+" edges to it and the predecessors "+blockList(preds))
		}
	}
	if !ok {
		v.explainEdges()
	}
}

// walk goes depth first from a function's entry over the successors in order.
// It calls meet for each edge before it follows it. Every block it comes to is
// marked as used; blocks that are marked already are not entered.
func (s *edgeScratch) walk(g *flow, fn int32, meet func(from, to int32)) {
	e := g.fns[fn].entry
	s.used[e] = true
	s.stack = append(s.stack[:0], walkFrame{e, g.blocks[e].succ0})
	for len(s.stack) > 0 {
		fr := &s.stack[len(s.stack)-1]
		from := fr.node
		if fr.next == g.blocks[from+1].succ0 {
			s.stack = s.stack[:len(s.stack)-1]
			continue
		}
		to := g.succ[fr.next].to
		fr.next++
		meet(from, to)
		if !s.used[to] {
			s.used[to] = true
			s.stack = append(s.stack, walkFrame{to, g.blocks[to].succ0})
		}
	}
}

// explainEdges says which predecessors are wrong, once it is known that some
// are.
func (v *Verifier) explainEdges() {
	g, s := &v.flow, &v.edges
	n := g.nblocks()
	sources := make([][]int32, n) // in walk order
	clear(s.used)
	for fi := range g.fns {
		s.walk(g, int32(fi), func(from, to int32) { sources[to] = append(sources[to], from) })
	}
	const edge, listed = 1, 2
	marks := make([]uint8, n)
	for bi := range int32(n) {
		b, fn := g.blocks[bi].b, g.blocks[bi].fn
		for _, from := range sources[bi] {
			marks[from] = edge
		}
		complain := func(kind Kind, expected, found string) {
			v.report(kind, bi, atHead, hir.NoIdentifier, expected, found)
		}
		wrong := len(v.out)
		for _, id := range b.Preds {
			from := g.blockOf(fn, id)
			switch {
			case marks[from]&edge == 0 && !s.used[from]:
				complain(KindPredStray, "the sources of edges to "+b.ID.String(), id.String()+", which cannot be reached")
			case marks[from]&edge == 0:
				complain(KindPredStray, "the sources of edges to "+b.ID.String(), id.String()+", which does not go there")
			}
			marks[from] |= listed
		}
		var want []hir.BlockID
		for _, from := range sources[bi] {
			want = append(want, g.blocks[from].b.ID)
			if marks[from]&listed == 0 {
				complain(KindPredMissing, "predecessor "+g.blocks[from].b.ID.String(), blockList(b.Preds))
			}
			marks[from] = 0
		}
		for _, id := range b.Preds {
			marks[g.blockOf(fn, id)] = 0
		}
		if len(v.out) == wrong && !slices.Equal(want, b.Preds) {
			complain(KindPredOrder, blockList(want), blockList(b.Preds))
		}
	}
}

// blockList returns "bb1 bb2", or "none".
func blockList(ids []hir.BlockID) string {
	if len(ids) == 0 {
		return "none"
	}
	var b strings.Builder
	for i, id := range ids {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(id.String())
	}
	return b.String()
}
