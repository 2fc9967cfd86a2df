package faulty

import (
	"slices"
	"strconv"

	"assay/hir"
)

// order puts blocks in reverse postorder and computes predecessors.
type order struct {
	f     *hir.Function
	fault scopeKind
}

// blocks puts the blocks in order and drops those that cannot be reached. Of
// one that is the fallthrough of a reachable terminal the head stays.
func (o *order) blocks() {
	visited, used, after := map[hir.BlockID]bool{}, map[hir.BlockID]bool{}, map[hir.BlockID]bool{}
	var postorder []*hir.Block
	var visit func(id hir.BlockID, use bool)
	visit = func(id hir.BlockID, use bool) {
		wasVisited, wasUsed := visited[id], used[id]
		visited[id] = true
		used[id] = wasUsed || use
		if wasVisited && (wasUsed || !use) {
			return
		}
		b := o.f.Block(id)
		if b == nil {
			// Only a fault can lose a block.
			refuse(buildPass, hir.CategoryInvariant, "[HIRBuilder] Unexpected null block", "expected block "+strconv.Itoa(int(id))+" to exist", o.f, nil, 0)
		}
		if to := b.Term.Fallthrough; to != hir.NoBlock {
			if use {
				after[to] = true
			}
			visit(to, false)
		}
		for _, to := range slices.Backward(b.Term.Successors()) {
			visit(to, use)
		}
		if !wasVisited {
			postorder = append(postorder, b)
		}
	}
	visit(o.f.Entry, true)
	var out []*hir.Block
	for _, b := range slices.Backward(postorder) {
		switch kept := after[b.ID]; {
		case used[b.ID], kept && o.fault == unreachableNotMarked:
			out = append(out, b)
		case o.fault == unreachableDropped:
		case kept:
			out = append(out, &hir.Block{ID: b.ID, Kind: b.Kind, Preds: b.Preds, Phis: b.Phis,
				Term: hir.Terminal{Kind: hir.Unreachable, ID: b.Term.ID, Fallthrough: hir.NoBlock, Scope: hir.NoScope}})
		}
	}
	o.f.SetBlocks(out)
}

// preds computes the predecessors: in the order in which a walk along the edges
// meets them.
func (o *order) preds() {
	preds := map[hir.BlockID][]hir.BlockID{}
	add := func(from, to hir.BlockID) {
		if !slices.Contains(preds[to], from) {
			preds[to] = append(preds[to], from)
		}
	}
	visited := map[hir.BlockID]bool{}
	var visit func(b *hir.Block)
	visit = func(b *hir.Block) {
		visited[b.ID] = true
		for _, to := range b.Term.Successors() {
			add(b.ID, to)
			if next := o.f.Block(to); next != nil && !visited[to] {
				visit(next)
			}
		}
	}
	visit(o.f.EntryBlock())
	if o.fault == predsInListOrder {
		for _, list := range preds {
			if len(list) > 2 {
				slices.SortFunc(list, func(a, b hir.BlockID) int { return o.f.BlockPos(a) - o.f.BlockPos(b) })
			}
		}
	}
	for _, b := range o.f.Blocks {
		if o.fault == handlerPredsKept && b.Kind == hir.BlockCatch && len(b.Preds) > 0 {
			continue
		}
		b.Preds = preds[b.ID]
	}
}
