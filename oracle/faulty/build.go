package faulty

import (
	"cmp"
	"slices"
	"strconv"

	"assay/hir"
)

const buildPass = "BuildReactiveScopeTerminals"

// boundary is the start of a scope or its end.
type boundary struct {
	id    hir.InstructionID
	start bool
	scope *scoped
}

// scoped is a scope that gets a terminal.
type scoped struct {
	id    hir.ScopeID
	r     hir.Range
	block hir.BlockID // the first block in it
	after hir.BlockID // the fallthrough
	up    *scoped     // the scope around it, or nil
	in    []*scoped   // the scopes in it
}

// cutter cuts the blocks of a function.
type cutter struct {
	f      *hir.Function
	fault  scopeKind
	queue  []boundary // those still to come
	blocks []*hir.Block
	// firstNew is the first of the ids of new blocks.
	firstNew hir.BlockID
	// last gives the last piece of each block that was cut; more is for faults.
	last map[hir.BlockID]hir.BlockID
	more map[hir.BlockID]pieces
	// began gives the block in which a scope starts.
	began map[hir.ScopeID]hir.BlockID
}

// pieces tells how a block was cut.
type pieces struct {
	second    hir.BlockID
	starts    bool        // a scope starts in it
	endsFirst bool        // a scope ends before its first instruction
	afterEnd  hir.BlockID // that scope's fallthrough
}

func build(f *hir.Function, fault scopeKind) (err error) {
	defer catch(&err)
	if len(f.Blocks) > MaxBlocks {
		refuse(buildPass, hir.CategoryTodo, "Expected at most "+strconv.Itoa(MaxBlocks)+" blocks", strconv.Itoa(len(f.Blocks))+" blocks", f, nil, 0)
	}
	requireOrder(buildPass, f)
	c := &cutter{f: f, fault: fault, last: map[hir.BlockID]hir.BlockID{},
		more: map[hir.BlockID]pieces{}, began: map[hir.ScopeID]hir.BlockID{}}
	all := c.tree()
	c.spoilQueue()
	for _, b := range f.Blocks {
		c.cut(b)
	}
	for _, b := range f.Blocks {
		for i := range b.Phis {
			c.repoint(b, &b.Phis[i])
		}
	}
	f.SetBlocks(c.blocks)
	c.spoilEdges()
	o := order{f: f, fault: fault}
	if fault != orderKept {
		o.blocks()
	}
	o.preds()
	c.number()
	c.ranges(all)
	return nil
}

// tree finds which scope is in which, gives each its blocks, and queues starts
// and ends.
func (c *cutter) tree() []*scoped {
	f := c.f
	final := hir.InstructionID(0)
	if n := len(f.Blocks); n > 0 {
		final = f.Blocks[n-1].Term.ID
	}
	var all []*scoped
	for _, s := range mentioned(f) {
		r := f.Env.Scopes[s].Range
		if r.Start > r.End || r.End > final {
			refuse(buildPass, hir.CategoryInvariant, "Invalid mutable range for scope",
				"Scope @"+strconv.Itoa(int(s))+" has range ["+text(r)+"], which must start in the function and end no later than at its last id "+strconv.Itoa(int(final)),
				f, blockOf(f, r.Start), r.Start)
		}
		all = append(all, &scoped{id: s, r: r})
	}
	slices.SortStableFunc(all, func(a, b *scoped) int {
		return cmp.Or(cmp.Compare(a.r.Start, b.r.Start), cmp.Compare(b.r.End, a.r.End))
	})
	next := f.Env.NextBlock
	c.firstNew = next
	// within queues the scopes from the i-th on that start before a scope's end,
	// and returns the number of the first that does not.
	var within func(up *scoped, i int) int
	within = func(up *scoped, i int) int {
		for i < len(all) && (up == nil || all[i].r.Start < up.r.End) {
			s := all[i]
			if up != nil && s.r.End > up.r.End {
				refuse(buildPass, hir.CategoryInvariant, "Invalid nesting in program blocks or scopes",
					"Items overlap but are not nested: "+text(up.r)+"("+text(s.r)+")", f, blockOf(f, s.r.Start), s.r.Start)
			}
			s.up, s.block, s.after = up, next, next+1
			next += 2
			if up != nil {
				up.in = append(up.in, s)
			}
			c.queue = append(c.queue, boundary{s.r.Start, true, s})
			i = within(s, i+1)
			c.queue = append(c.queue, boundary{s.r.End, false, s})
		}
		return i
	}
	within(nil, 0)
	f.Env.NextBlock = next
	return all
}

func text(r hir.Range) string {
	return strconv.Itoa(int(r.Start)) + ":" + strconv.Itoa(int(r.End))
}

// blockOf returns the first block that ends at an id or later, or nil.
func blockOf(f *hir.Function, id hir.InstructionID) *hir.Block {
	for _, b := range f.Blocks {
		if b.Term.ID >= id {
			return b
		}
	}
	return nil
}

// cut cuts a block before each instruction at which a scope starts or ends.
func (c *cutter) cut(b *hir.Block) {
	// piece is what comes after the last cut. It is the block itself as long as
	// there is none.
	piece := &hir.Block{ID: b.ID, Kind: b.Kind, Preds: b.Preds, Phis: b.Phis}
	rest := b.Instrs
	var p pieces
	for {
		// Of what is left, n instructions stand before the next boundary.
		n, found := c.next(b, rest)
		if !found {
			break
		}
		q := c.queue[0]
		c.queue = c.queue[1:]
		piece.Instrs, rest = rest[:n:n], rest[n:]
		if q.start {
			p.starts = true
			c.began[q.scope.id] = b.ID
		} else if len(rest) == len(b.Instrs) && !p.endsFirst {
			p.endsFirst, p.afterEnd = true, q.scope.after
		}
		to := c.end(piece, q)
		if p.second == 0 {
			p.second = to
		}
		kind := b.Kind
		if c.fault == pieceIsBlock {
			kind = hir.BlockStatement
		}
		after := &hir.Block{ID: to, Kind: kind, Preds: []hir.BlockID{piece.ID}}
		if c.fault == phisOnLastPiece && !q.start && len(rest) == len(b.Instrs) {
			piece.Phis, after.Phis = nil, piece.Phis
		}
		c.blocks = append(c.blocks, piece)
		piece = after
	}
	if piece.ID == b.ID {
		c.blocks = append(c.blocks, b)
		return
	}
	piece.Instrs, piece.Term = rest, b.Term
	c.blocks = append(c.blocks, piece)
	c.last[b.ID], c.more[b.ID] = piece.ID, p
}

// next says whether the next boundary is in what is left of a block, and how
// many instructions come before it.
func (c *cutter) next(b *hir.Block, rest []hir.Instruction) (n int, found bool) {
	if len(c.queue) == 0 {
		return 0, false
	}
	q := c.queue[0]
	reached := func(id hir.InstructionID) bool {
		switch {
		case c.fault == endOneLate && !q.start && c.began[q.scope.id] != b.ID && b.FirstID() < q.id && q.id < b.Term.ID:
			return q.id < id
		case c.fault == startOneEarly && q.start && q.scope.r.End == q.scope.r.Start+1 && b.FirstID() < q.id && q.id <= b.Term.ID:
			return q.id <= id+1
		}
		return q.id <= id
	}
	for i := range rest {
		if reached(rest[i].ID) {
			return i, true
		}
	}
	if c.fault == terminalNotCut && !q.start && q.id == b.Term.ID && len(b.Instrs) > 0 && b.ID != c.f.Blocks[len(c.f.Blocks)-1].ID {
		return 0, false
	}
	return len(rest), reached(b.Term.ID)
}

// end gives a piece the terminal for a boundary, and returns the id of what comes
// after it.
func (c *cutter) end(piece *hir.Block, q boundary) hir.BlockID {
	s := q.scope
	t := hir.Terminal{Kind: hir.Goto, Variant: hir.GotoBreak, ID: q.id, Fallthrough: hir.NoBlock, Scope: hir.NoScope}
	next := s.after
	to := next
	switch {
	case q.start:
		next, to = s.block, s.block
		t.Kind, t.Variant, t.Scope, t.Fallthrough = hir.ScopeTerm, 0, s.id, s.after
		if c.fault == sharedFallthrough && s.up != nil && s.up.r.End == s.r.End {
			t.Fallthrough = s.up.after
		}
	case c.fault == gotoLastScope && len(s.in) > 1:
		to = s.in[len(s.in)-1].after
	}
	t.Targets = []hir.BlockID{to}
	piece.Term = t
	return next
}

// repoint puts the operands of a phi under the blocks that now end in the
// edges: those are taken out and put in again at the end.
func (c *cutter) repoint(b *hir.Block, phi *hir.Phi) {
	var stay, moved []hir.PhiOperand
	for _, op := range phi.Operands {
		to, cut := c.last[op.Pred]
		p := c.more[op.Pred]
		switch c.fault {
		case phiOperandAtEnd:
			cut = cut && p.starts
		case phiOperandBackEdge:
			cut = cut && c.f.BlockPos(op.Pred) < c.f.BlockPos(b.ID)
		case phiOperandFirstPiece:
			if cut {
				to = p.second
			}
		}
		switch {
		case !cut:
			stay = append(stay, op)
		case c.fault == phiOperandKeepsPlace:
			stay = append(stay, hir.PhiOperand{Pred: to, Place: op.Place})
		default:
			moved = append(moved, hir.PhiOperand{Pred: to, Place: op.Place})
		}
	}
	phi.Operands = append(stay, moved...)
}

// number gives the ids 1, 2, ....
func (c *cutter) number() {
	id := hir.InstructionID(0)
	for i, b := range c.f.Blocks {
		for k := range b.Instrs {
			id++
			b.Instrs[k].ID = id
		}
		if c.fault != idOfEmptyPiece || i == 0 || len(b.Instrs) > 0 || !c.isPiece(b) {
			id++
		}
		b.Term.ID = id
	}
}

// isPiece reports whether a block is new, and ends where a scope ends.
func (c *cutter) isPiece(b *hir.Block) bool {
	return b.ID >= c.firstNew && b.Term.Kind == hir.Goto && len(b.Preds) == 1
}

// ranges gives the scopes with terminals the range from the terminal to the
// fallthrough.
func (c *cutter) ranges(all []*scoped) {
	nested := map[hir.ScopeID]bool{}
	for _, s := range all {
		nested[s.id] = s.up != nil
	}
	for _, b := range c.f.Blocks {
		t := &b.Term
		if t.Kind != hir.ScopeTerm && t.Kind != hir.PrunedScope {
			continue
		}
		after := c.f.Block(t.Fallthrough)
		if after == nil || c.fault == nestedRangeStale && nested[t.Scope] {
			continue
		}
		r := hir.Range{Start: t.ID, End: after.FirstID()}
		if c.fault == rangeEndAtGoto && len(after.Preds) == 1 {
			if p := c.f.Block(after.Preds[0]); len(p.Instrs) == 0 && p.ID < c.firstNew {
				r.End = p.Term.ID
			}
		}
		c.f.Env.Scopes[t.Scope].Range = r
	}
}
