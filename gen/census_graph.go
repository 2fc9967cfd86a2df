package gen

import "assay/hir"

// graphCounter counts the kinds and shapes in HIR before SSA. It keeps memory
// between functions.
type graphCounter struct {
	now *[numMarks]int32
	// idom is by block position, in an order in which every block comes after its
	// immediate dominator; -1 where it is not known.
	idom  []int32
	exits []bool
	stack []int32
	defs  []uint8 // of temporaries, by identifier
}

// count counts f and what is nested in it and returns the number of instructions.
func (g *graphCounter) count(now *[numMarks]int32, f *hir.Function) int {
	g.now = now
	if n := len(f.Env.Identifiers); cap(g.defs) < n {
		g.defs = make([]uint8, n+n/2)
	} else {
		clear(g.defs[:n])
	}
	g.defs = g.defs[:cap(g.defs)]
	return g.function(f)
}

func (g *graphCounter) function(f *hir.Function) int {
	size := 0
	back := false
	for pos, b := range f.Blocks {
		size += len(b.Instrs)
		g.now[markBlockKind+mark(b.Kind)]++
		g.now[markTerm+mark(b.Term.Kind)]++
		if len(b.Preds) == 0 && b.ID != f.Entry {
			g.now[markUnreachable]++
		}
		if len(b.Preds) > 1 {
			if len(b.Preds) > 2 {
				g.now[markManyPreds]++
			}
			if len(b.Instrs) == 0 {
				g.now[markEmptyJoin]++
			}
		}
		if g.edges(f, pos, b) {
			back = true
		}
		for i := range b.Instrs {
			in := &b.Instrs[i]
			g.now[markValue+mark(in.Kind)]++
			if in.Kind == hir.StoreLocal && f.Env.Ident(in.Defs[0].Identifier).Name == "" {
				if n := &g.defs[in.Defs[0].Identifier]; *n < 2 {
					if *n++; *n == 2 {
						g.now[markSharedTemporary]++
					}
				}
			}
			if in.Func != nil {
				if len(in.Func.Context) > 0 {
					g.now[markCaptures]++
				}
				size += g.function(in.Func)
			}
		}
	}
	if back {
		g.loops(f)
	}
	return size
}

// edges counts the shapes of the edges out of a block and reports whether one goes
// back in the order.
func (g *graphCounter) edges(f *hir.Function, pos int, b *hir.Block) (back bool) {
	succ := b.Term.Successors()
	for i, s := range succ {
		sp := f.BlockPos(s)
		if sp < 0 {
			continue
		}
		duplicate := false
		for _, o := range succ[:i] {
			if o == s {
				duplicate = true
				break
			}
		}
		if duplicate {
			g.now[markDuplicateEdge]++
			continue
		}
		if sp <= pos {
			back = true
			g.now[markBackEdge]++
			if sp == pos {
				g.now[markSelfLoop]++
			}
		}
		if len(f.Blocks[sp].Preds) > 1 && several(succ) {
			g.now[markCriticalEdge]++
		}
	}
	return back
}

// several reports whether a list names more than one block.
func several(succ []hir.BlockID) bool {
	for _, s := range succ {
		if s != succ[0] {
			return true
		}
	}
	return false
}

// loops counts the edges that make a loop irreducible, which are those that go back
// to a block that does not dominate their source, and the blocks that no exit can
// be reached from.
func (g *graphCounter) loops(f *hir.Function) {
	n := len(f.Blocks)
	g.dominators(f)
	for pos, b := range f.Blocks {
		if g.idom[pos] < 0 {
			continue
		}
		for _, s := range b.Term.Successors() {
			if sp := f.BlockPos(s); sp >= 0 && sp <= pos && !g.dominates(int32(sp), int32(pos)) {
				g.now[markIrreducible]++
			}
		}
	}
	if cap(g.exits) < n {
		g.exits = make([]bool, n+n/2)
	}
	g.exits = g.exits[:n]
	clear(g.exits)
	g.stack = g.stack[:0]
	for pos, b := range f.Blocks {
		if len(b.Term.Successors()) == 0 {
			g.exits[pos] = true
			g.stack = append(g.stack, int32(pos))
		}
	}
	for len(g.stack) > 0 {
		b := f.Blocks[g.stack[len(g.stack)-1]]
		g.stack = g.stack[:len(g.stack)-1]
		for _, p := range b.Preds {
			if pp := f.BlockPos(p); pp >= 0 && !g.exits[pp] {
				g.exits[pp] = true
				g.stack = append(g.stack, int32(pp))
			}
		}
	}
	for pos := range f.Blocks {
		if g.idom[pos] >= 0 && !g.exits[pos] {
			g.now[markNoExit]++
		}
	}
}

// dominators computes the immediate dominators by iteration over the blocks, which
// stand in reverse postorder. That of the entry is itself. Where the blocks are in
// another order, blocks that come before all their predecessors are left out.
func (g *graphCounter) dominators(f *hir.Function) {
	n := len(f.Blocks)
	if cap(g.idom) < n {
		g.idom = make([]int32, n+n/2)
	}
	g.idom = g.idom[:n]
	for i := range g.idom {
		g.idom[i] = -1
	}
	const entry = 0
	if f.Blocks[entry].ID != f.Entry {
		return
	}
	g.idom[entry] = entry
	for changed := true; changed; {
		changed = false
		for pos, b := range f.Blocks {
			if pos == entry {
				continue
			}
			d := int32(-1)
			for _, p := range b.Preds {
				pp := int32(f.BlockPos(p))
				if pp < 0 || g.idom[pp] < 0 {
					continue
				}
				if d < 0 {
					if pp < int32(pos) {
						d = pp
					}
					continue
				}
				for a := pp; a != d; {
					// The one that comes later in the order is not a dominator.
					for a > d {
						a = g.idom[a]
					}
					for d > a {
						d = g.idom[d]
					}
				}
			}
			if d != g.idom[pos] {
				g.idom[pos] = d
				changed = true
			}
		}
	}
}

// dominates reports whether block a dominates block b.
func (g *graphCounter) dominates(a, b int32) bool {
	for b > a {
		b = g.idom[b]
	}
	return a == b
}

// countPhis counts the phis of a function in SSA form and of all nested in it.
func countPhis(now *[numMarks]int32, f *hir.Function) {
	for pos, b := range f.Blocks {
		for i := range b.Phis {
			phi := &b.Phis[i]
			now[markPhi]++
			switch n := len(phi.Operands); {
			case n == 2:
				now[markPhi2]++
			case n == 3 || n == 4:
				now[markPhi3]++
			case n >= 5:
				now[markPhi5]++
			}
			for _, o := range phi.Operands {
				if f.BlockPos(o.Pred) >= pos {
					now[markLoopPhi]++
					break
				}
			}
		}
		for i := range b.Instrs {
			if g := b.Instrs[i].Func; g != nil {
				countPhis(now, g)
			}
		}
	}
}
