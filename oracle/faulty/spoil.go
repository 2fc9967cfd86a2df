package faulty

import "assay/hir"

// This file holds what only faults of the building of scope terminals need.

// spoilQueue puts starts and ends at one id in a wrong order.
func (c *cutter) spoilQueue() {
	q := c.queue
	for i := 0; i+1 < len(q); i++ {
		a, b := q[i], q[i+1]
		if a.id != b.id {
			continue
		}
		if c.fault == innerStartsFirst && a.start && b.start ||
			c.fault == outerEndsFirst && !a.start && !b.start ||
			c.fault == startsBeforeEnds && !a.start && b.start {
			q[i], q[i+1] = b, a
			i++ // each is moved once
		}
	}
	if c.fault == sharedFallthrough {
		// One end is enough for both.
		var kept []boundary
		for _, x := range q {
			if !x.start && x.scope.up != nil && x.scope.up.r.End == x.scope.r.End {
				continue
			}
			kept = append(kept, x)
		}
		c.queue = kept
	}
}

// spoilEdges changes edges and fallthroughs to blocks at whose start a scope
// ends.
func (c *cutter) spoilEdges() {
	switch c.fault {
	case constructEndsAfterScope, gotoPastEnd, emptyPieceDropped:
	default:
		return
	}
	isNew := func(id hir.BlockID) bool { return id >= c.firstNew }
	for _, b := range c.f.Blocks {
		t := &b.Term
		switch c.fault {
		case constructEndsAfterScope:
			if p, ok := c.more[t.Fallthrough]; ok && p.endsFirst && t.Kind != hir.Branch {
				t.Fallthrough = p.afterEnd
			}
		case gotoPastEnd:
			if t.Kind != hir.Goto || isNew(t.Targets[0]) {
				continue
			}
			if p, ok := c.more[t.Targets[0]]; ok && p.endsFirst && len(c.f.Block(t.Targets[0]).Phis) == 0 {
				t.Targets = []hir.BlockID{p.afterEnd}
			}
		case emptyPieceDropped:
			if !isNew(b.ID) {
				c.joinEmptyPiece(b)
			}
		}
	}
}

// joinEmptyPiece takes away the cut at the start of a block, if that is the only
// one there: the block becomes the scope's fallthrough.
func (c *cutter) joinEmptyPiece(b *hir.Block) {
	p, ok := c.more[b.ID]
	if !ok || !p.endsFirst || len(b.Instrs) > 0 || b.Term.Targets[0] != p.afterEnd {
		return
	}
	next := c.f.Block(p.afterEnd)
	if _, more := c.last[b.ID]; !more || next == nil || c.last[b.ID] != next.ID {
		return
	}
	for _, x := range c.f.Blocks {
		if x.Term.Fallthrough == next.ID {
			x.Term.Fallthrough = b.ID
		}
		for i := range x.Phis {
			if op := x.Phis[i].Operand(next.ID); op != nil {
				op.Pred = b.ID
			}
		}
	}
	b.Instrs, b.Term = next.Instrs, next.Term
}
