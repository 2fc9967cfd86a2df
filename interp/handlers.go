package interp

import "assay/hir"

// handlers prepares the exception edges of the present function.
//
// A catch's binding is an operand of the try, and the handler reads that
// identifier, or a phi of it. So a maybe-throw has to know the binding of the
// try it is in: each handler gets a register that the try sets to the register
// of its binding.
func (l *loader) handlers() {
	blocks := l.blocks[l.fn.firstBlock:]
	slot := make([]int32, len(blocks))
	of := func(id hir.BlockID) int32 {
		p := l.fn.src.BlockPos(id)
		if p < 0 {
			return -1
		}
		if slot[p] == 0 {
			slot[p] = l.hidden() + 1
		}
		return slot[p] - 1
	}
	for i := range blocks {
		b := &blocks[i]
		switch {
		case b.term == hir.Try && b.test >= 0:
			b.hidden = of(b.src.Term.Targets[hir.TryHandler])
		case b.term == hir.MaybeThrow && b.nedges > hir.ThrowHandlerTarget:
			b.hidden = of(b.src.Term.Targets[hir.ThrowHandlerTarget])
			b.holds = b.hidden >= 0
		}
	}
	l.holders(blocks)
}

// holders finds the blocks whose exceptions are held for a maybe-throw of
// another block: where a scope begins or ends in the middle of a block, the
// block is cut, and only its last piece has its terminal.
func (l *loader) holders(blocks []block) {
	end := make([]bool, len(blocks)) // the fallthrough of a scope
	scopes := false
	for i := range blocks {
		if t := &blocks[i].src.Term; t.Kind == hir.ScopeTerm || t.Kind == hir.PrunedScope {
			scopes = true
			if p := l.fn.src.BlockPos(t.Fallthrough); p >= 0 {
				end[p] = true
			}
		}
	}
	if !scopes {
		return
	}
	// next returns the position of the piece after block i, or -1.
	next := func(i int) int {
		t := &blocks[i].src.Term
		switch t.Kind {
		case hir.ScopeTerm, hir.PrunedScope:
			return l.fn.src.BlockPos(t.Targets[0])
		case hir.Goto:
			if p := l.fn.src.BlockPos(t.Targets[0]); p >= 0 && end[p] {
				return p
			}
		}
		return -1
	}
	done := make([]bool, len(blocks))
	var path []int
	for i := range blocks {
		path = path[:0]
		last := i
		for j := i; j >= 0 && !done[j]; j = next(j) {
			done[j] = true
			path = append(path, j)
			last = j
		}
		// The walk ended at a last piece, or at a block that was known before (or
		// is on the path: such a circle has no maybe-throw).
		holds := blocks[last].holds
		if n := next(last); n >= 0 {
			holds = blocks[n].holds
		}
		for _, j := range path {
			blocks[j].holds = holds
		}
	}
}
