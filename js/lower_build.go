package js

import "assay/hir"

// The marks of a block while a function is finished.
const (
	markVisited uint8 = 1 << iota
	markUsed
	markFallthrough // of a used block
	markKept
)

// finish turns the blocks made since the function began into its body: it
// orders them, drops what cannot be reached, numbers the instructions and finds
// the predecessors.
//
// own are the function's blocks; instrs is the length of the instruction list
// when it began.
func (l *Lowerer) finish(f *hir.Function, own []hir.BlockID, instrs int) {
	b := &l.b
	for _, id := range own {
		b.blocks[id].marks = 0
	}
	l.order = l.reversePostorder(f.Entry, l.order[:0])

	for _, id := range own {
		p := &b.blocks[id]
		// A function declaration is in force before its place. The React Compiler is
		// more careful than that, but for blocks that stay as a fallthrough.
		if p.hoistedFunction && p.marks&markUsed == 0 && !l.opt.React ||
			p.anyFunction && p.marks&markKept == 0 && l.opt.React {
			l.fail(p.function, "function in code that is never reached")
			return
		}
	}

	changed := false
	for _, id := range l.order {
		t := &b.blocks[id].term
		switch t.Kind {
		case hir.For:
			if u := t.Targets[hir.ForUpdate]; u != hir.NoBlock && !l.kept(u) {
				t.Targets[hir.ForUpdate] = hir.NoBlock
			}
		case hir.DoWhile:
			if !l.kept(t.Targets[hir.DoWhileTest]) {
				changed = true
				gotoFirst(t)
			}
		case hir.Try:
			if !l.kept(t.Targets[hir.TryHandler]) {
				changed = true
				gotoFirst(t)
			}
		}
	}
	if changed && !l.opt.React {
		// The fallthroughs of what is now a goto may be gone.
		for _, id := range l.order {
			b.blocks[id].marks = 0
		}
		l.order = l.reversePostorder(f.Entry, l.order[:0])
	}
	l.copyOut(f)
	clear(b.instrs[instrs:]) // drop the references
	b.instrs = b.instrs[:instrs]
}

func (l *Lowerer) kept(id hir.BlockID) bool { return l.b.blocks[id].marks&markKept != 0 }

// gotoFirst makes a terminal a goto to its first target.
func gotoFirst(t *hir.Terminal) {
	*t = hir.Terminal{
		Kind: hir.Goto, Variant: hir.GotoBreak, Targets: t.Targets[:1:1], Fallthrough: hir.NoBlock, Scope: hir.NoScope,
	}
}

// visit is a step of the walk over the blocks.
type visit struct {
	id   hir.BlockID
	next int32 // -1: the fallthrough; then the successors still to walk, from the last
	used bool
	post bool // append when done
}

// reversePostorder appends the kept blocks in the order of
// hir.Function.ReversePostorder, but works on blocks under construction. A
// block kept only as a fallthrough becomes an unreachable one.
func (l *Lowerer) reversePostorder(entry hir.BlockID, order []hir.BlockID) []hir.BlockID {
	blocks := l.b.blocks
	stack := l.visits[:0]
	enter := func(id hir.BlockID, use bool) {
		p := &blocks[id]
		was := p.marks
		p.marks |= markVisited
		if use {
			p.marks |= markUsed
		}
		if was&markVisited != 0 && (was&markUsed != 0 || !use) {
			return
		}
		stack = append(stack, visit{id: id, next: -1, used: use, post: was&markVisited == 0})
	}
	enter(entry, true)
	for len(stack) > 0 {
		v := &stack[len(stack)-1]
		t := &blocks[v.id].term
		succ := t.Successors()
		if v.next < 0 {
			v.next = int32(len(succ))
			if t.Fallthrough != hir.NoBlock {
				if v.used {
					blocks[t.Fallthrough].marks |= markFallthrough
				}
				enter(t.Fallthrough, false)
				continue
			}
		}
		if v.next > 0 {
			v.next--
			enter(succ[v.next], v.used)
			continue
		}
		if v.post {
			order = append(order, v.id)
		}
		stack = stack[:len(stack)-1]
	}
	l.visits = stack[:0]

	n := 0
	for _, id := range order {
		p := &blocks[id]
		if p.marks&markUsed == 0 {
			if p.marks&markFallthrough == 0 {
				continue
			}
			p.first, p.last, p.count = none, none, 0
			p.term = hir.Terminal{Kind: hir.Unreachable, Fallthrough: hir.NoBlock, Scope: hir.NoScope}
		}
		p.marks |= markKept
		order[n] = id
		n++
	}
	order = order[:n]
	for i, j := 0, n-1; i < j; i, j = i+1, j-1 {
		order[i], order[j] = order[j], order[i]
	}
	return order
}

// edge is an edge of the control flow graph.
type edge struct{ from, to hir.BlockID }

// findEdges lists the edges as a depth-first walk from the entry over the
// successors meets them. Lowering makes no two edges between the same blocks.
func (l *Lowerer) findEdges(entry hir.BlockID) {
	blocks := l.b.blocks
	l.edges = l.edges[:0]
	stack := append(l.visits[:0], visit{id: entry})
	blocks[entry].marks &^= markVisited
	for len(stack) > 0 {
		v := &stack[len(stack)-1]
		succ := blocks[v.id].term.Successors()
		if int(v.next) == len(succ) {
			stack = stack[:len(stack)-1]
			continue
		}
		to := succ[v.next]
		v.next++
		l.edges = append(l.edges, edge{v.id, to})
		p := &blocks[to]
		p.preds++
		if p.marks&markVisited != 0 {
			p.marks &^= markVisited
			stack = append(stack, visit{id: to})
		}
	}
	l.visits = stack[:0]
}

// copyOut makes the function's blocks, in few pieces of just the size.
func (l *Lowerer) copyOut(f *hir.Function) {
	b := &l.b
	ninstrs, nplaces, ntargets, ntests := 0, 0, 0, 0
	for _, id := range l.order {
		p := &b.blocks[id]
		p.preds = 0
		p.marks |= markVisited // findEdges clears it
		ninstrs += int(p.count)
		ntargets += len(p.term.Targets)
		ntests += len(p.term.HasTest)
		nplaces += len(p.term.Operands)
		for i := p.first; i >= 0; i = b.instrs[i].next {
			nplaces += len(b.instrs[i].Operands) + len(b.instrs[i].Defs)
		}
	}
	l.findEdges(f.Entry)

	m := &l.memory
	instrs := m.instrs.take(ninstrs)[:0]
	places := m.places.take(nplaces)[:0]
	ids := m.ids.take(len(l.edges) + ntargets)[:len(l.edges)]
	var tests []bool
	if ntests > 0 {
		tests = make([]bool, 0, ntests)
	}
	blocks := m.blocks.take(len(l.order))
	list := m.lists.take(len(l.order))
	carve := func(ps []hir.Place) []hir.Place {
		if len(ps) == 0 {
			return nil
		}
		n := len(places)
		places = append(places, ps...)
		return places[n:len(places):len(places)]
	}
	num := hir.InstructionID(1)
	npreds := int32(0)
	for i, id := range l.order {
		p := &b.blocks[id]
		out := &blocks[i]
		list[i] = out
		out.ID, out.Kind = id, p.kind
		first := len(instrs)
		for j := p.first; j >= 0; j = b.instrs[j].next {
			instrs = append(instrs, b.instrs[j].Instruction)
			in := &instrs[len(instrs)-1]
			in.ID = num
			num++
			in.Operands = carve(in.Operands)
			in.Defs = carve(in.Defs)
		}
		if len(instrs) > first {
			out.Instrs = instrs[first:len(instrs):len(instrs)]
		}
		out.Term = p.term
		t := &out.Term
		t.ID = num
		num++
		t.Operands = carve(t.Operands)
		if n := len(t.Targets); n > 0 {
			ids = append(ids, t.Targets...)
			t.Targets = ids[len(ids)-n : len(ids) : len(ids)]
		}
		if n := len(t.HasTest); n > 0 {
			tests = append(tests, t.HasTest...)
			t.HasTest = tests[len(tests)-n : len(tests) : len(tests)]
		}
		// The predecessors stand before the targets, in a part of ids for each block.
		if p.preds > 0 {
			out.Preds = ids[npreds : npreds : npreds+p.preds]
			npreds += p.preds
		}
		p.out = out
	}
	for _, e := range l.edges {
		out := b.blocks[e.to].out
		out.Preds = append(out.Preds, e.from)
	}
	f.SetBlocks(list)
}
