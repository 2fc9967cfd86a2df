package ssa

import "assay/hir"

// noState stands for no block where a state is expected.
const noState int32 = -1

// adjacency is scratch memory for the edges of one function. Blocks are
// numbered by their position.
type adjacency struct {
	// marks[pos] == stamp says that the position is marked.
	marks []int32
	stamp int32

	// heads lists, for each block, the blocks that have it as a predecessor:
	// heads[starts[pos]:starts[pos+1]].
	starts, heads []int32
}

// mark marks the block with the given id. It returns false if it was marked.
func (a *adjacency) mark(fn funcState, id hir.BlockID) bool {
	pos := fn.f.BlockPos(id)
	if a.marks[pos] == a.stamp {
		return false
	}
	a.marks[pos] = a.stamp
	return true
}

// register adds a function and its blocks and verifies what the construction
// relies on: that block ids are unique, that there are no phis, and that the
// predecessors are exactly the sources of the edges. outer is the block that
// holds the function, from which its entry reads outer variables, or noState.
// It returns the state of the entry.
func (c *construction) register(f *hir.Function, outer int32) (entry int32, err *hir.PassError) {
	base := int32(len(c.blocks))
	fn := funcState{f: f, base: base}
	c.funcs = append(c.funcs, fn)
	c.maxBlocks = max(c.maxBlocks, len(f.Blocks))
	entryPos := f.BlockPos(f.Entry)
	if entryPos < 0 {
		return 0, invariant(f, nil, 0, "Expected the entry block to exist", f.Entry.String())
	}

	// Where each block has a predecessor before it, all are reached from roots.
	ordered := true
	for pos, block := range f.Blocks {
		if f.BlockPos(block.ID) != pos {
			return 0, invariant(f, block, 0, "found a cycle! visiting "+block.ID.String()+" again", "")
		}
		if len(block.Phis) > 0 {
			return 0, invariant(f, block, 0, "Expected a function without phis", "")
		}
		state := blockState{block: block, preds: int32(len(c.preds)), npreds: int32(len(block.Preds))}
		state.unsealed = state.npreds
		early := false
		for _, p := range block.Preds {
			ppos := f.BlockPos(p)
			if ppos < 0 {
				return 0, detailed(invariant(f, block, 0, "Expected predecessor block to exist", ""), p.String())
			}
			early = early || ppos < pos
			c.preds = append(c.preds, base+int32(ppos))
		}
		if state.npreds == 0 {
			state.root = rootNoPreds
			early = true
		}
		ordered = ordered && (early || pos == entryPos)
		c.blocks = append(c.blocks, state)
	}
	if err := c.verifyPreds(fn); err != nil {
		return 0, err
	}

	entry = base + int32(entryPos)
	e := &c.blocks[entry]
	if !ordered {
		c.cutCycles(fn, entryPos)
	}
	switch {
	case e.npreds > 0:
		if outer == noState { // else rename refuses it
			c.cutEntry(fn, entryPos)
		}
	case outer != noState:
		// The fake edge. It counts as filled: what the entry sees of the outer block
		// is what has been seen of that when the walk comes here.
		*e = blockState{block: e.block, preds: int32(len(c.preds)), npreds: 1}
		c.preds = append(c.preds, outer)
	}
	return entry, nil
}

// verifyPreds checks that preds and edges agree: every predecessor has an edge
// to the block, every edge's source is a predecessor, and none is listed twice.
// An unreachable block may have edges that no predecessor list mentions, as
// predecessors computed by a walk from the entry do not; its edges are then
// ignored. It also leaves the lists of heads in c.adjacency.
func (c *construction) verifyPreds(fn funcState) *hir.PassError {
	a := &c.adjacency
	n := len(fn.f.Blocks)
	states := c.blocks[fn.base:]
	a.starts = resize(a.starts, n+2)
	edges := 0
	for i := range states {
		for _, p := range c.predsOf(&states[i]) {
			a.starts[p-fn.base+2]++
			edges++
		}
	}
	for i := 2; i < len(a.starts); i++ {
		a.starts[i] += a.starts[i-1]
	}
	if cap(a.heads) < edges {
		a.heads = make([]int32, edges, edges+edges/4)
	}
	a.heads = a.heads[:edges]
	for i := range states {
		for _, p := range c.predsOf(&states[i]) {
			at := &a.starts[p-fn.base+1]
			a.heads[*at] = int32(i)
			*at++
		}
	}

	// For each block: mark its successors, then unmark its heads. Each head must
	// have been marked and no mark may remain.
	a.marks = resize(a.marks, n)
	a.stamp = 0
	var reach []bool
	for pos, block := range fn.f.Blocks {
		a.stamp++
		marked := 0
		for _, id := range block.Term.Successors() {
			if fn.f.BlockPos(id) < 0 {
				return detailed(invariant(fn.f, block, block.Term.ID, "Terminal successor references unknown block", ""), id.String())
			}
			if a.mark(fn, id) {
				marked++
			}
		}
		heads := a.heads[a.starts[pos]:a.starts[pos+1]]
		for _, h := range heads {
			if a.marks[h] != a.stamp {
				return wrongPredecessor(fn.f, fn.f.Blocks[h], block.ID.String()+" is a predecessor more often than it has an edge to "+fn.f.Blocks[h].ID.String())
			}
			a.marks[h] = 0
		}
		if len(heads) == marked {
			continue
		}
		if reach == nil {
			reach = reachable(fn.f)
		}
		if len(heads) == 0 && !reach[pos] {
			c.roots.ignoreEdges(fn.base + int32(pos))
			continue
		}
		for _, id := range block.Term.Successors() {
			if h := fn.f.BlockPos(id); a.marks[h] == a.stamp {
				return wrongPredecessor(fn.f, fn.f.Blocks[h], block.ID.String()+" has an edge to "+id.String()+" and is no predecessor of it")
			}
		}
	}
	return nil
}

func wrongPredecessor(f *hir.Function, block *hir.Block, detail string) *hir.PassError {
	return detailed(invariant(f, block, 0, "Terminal successor does not reference correct predecessor", ""), detail)
}

func detailed(err *hir.PassError, detail string) *hir.PassError {
	err.Detail = detail
	return err
}

// predsOf returns the predecessors of a block, as states.
func (c *construction) predsOf(b *blockState) []int32 {
	return c.preds[b.preds : b.preds+b.npreds]
}
