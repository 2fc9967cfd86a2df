package dataflow

import "slices"

// Liveness tells which variables are live where a block starts, and which of
// these may have been assigned.
//
// It looks at values, not at names: a copy reads its source only if something
// reads its target. Work and memory are in proportion to the pairs of a block and
// a variable that is live in it, and the edges that such pairs have.
type Liveness struct {
	code      *Code
	reachable []bool
	grid      grid

	// root of a variable is what it holds at the present place of the block under
	// way, if stamp is that of the block: a variable whose value at the entry it
	// has, or local.
	root, stamp []int32
	// onEdge marks the variables that the present edge defines.
	onEdge  []int32
	edge    int32
	assigns []assign
	// ends tells where the assigns of each block end.
	ends    []int32
	crosses []bool
	pairs   []pair
	work    []pair

	assigned, unassigned           []int32
	assignedStart, unassignedStart []int32
}

type pair struct{ b, v int32 }

// assign says that a block assigns a variable, with its root at the end.
type assign struct{ v, root int32 }

const local int32 = -1

// Compute analyses a code, whose entry starts with all variables unassigned.
// Blocks that control cannot reach do not make variables assigned in those that
// it can.
func (l *Liveness) Compute(c *Code) {
	l.code, l.reachable = c, c.Reachable()
	l.grid.reset(len(c.blocks), c.vars)
	l.root = append(l.root[:0], make([]int32, c.vars)...)
	l.stamp = append(l.stamp[:0], make([]int32, c.vars)...)
	l.onEdge = append(l.onEdge[:0], make([]int32, c.vars)...)
	l.crosses = append(l.crosses[:0], make([]bool, c.vars)...)
	l.edge = 0
	l.assigns, l.ends, l.pairs = l.assigns[:0], l.ends[:0], l.pairs[:0]
	for b := range c.blocks {
		l.block(int32(b))
	}
	l.exits()
	l.backward()
	l.forward()
	l.list()
}

// Live returns the variables that are live where a block starts and that may be
// assigned there, in order.
func (l *Liveness) Live(b int32) []int32 {
	return l.assigned[l.assignedStart[b]:l.assignedStart[b+1]]
}

// Unassigned returns the variables that are live where a block starts, though
// nothing can have assigned them, in order.
func (l *Liveness) Unassigned(b int32) []int32 {
	return l.unassigned[l.unassignedStart[b]:l.unassignedStart[b+1]]
}

// Reachable reports whether control can reach a block.
func (l *Liveness) Reachable(b int32) bool { return l.reachable[b] }

// isLive reports whether a variable is live where a block starts.
func (l *Liveness) isLive(b, v int32) bool { return l.grid.get(b, v).flags&live != 0 }

// value returns what a variable holds at the present place: a variable whose
// value at the entry of the block it has, or local.
func (l *Liveness) value(b, v int32) int32 {
	if l.stamp[v] == b+1 {
		return l.root[v]
	}
	return v
}

// add makes a variable live at the entry of a block.
func (l *Liveness) add(b, v int32) {
	c := l.grid.at(b, v)
	if c.flags&live == 0 {
		c.flags |= live
		l.crosses[v] = true
		l.pairs = append(l.pairs, pair{b, v})
	}
}

// block goes over a block: what it reads of the values at its entry, and what it
// assigns.
func (l *Liveness) block(b int32) {
	start := len(l.assigns)
	for _, e := range l.code.body(b) {
		r := local
		switch e.what {
		case use:
			if r := l.value(b, e.v); r != local {
				l.add(b, r)
			}
			continue
		case define:
		default:
			r = l.value(b, e.what)
		}
		if l.stamp[e.v] != b+1 {
			l.stamp[e.v] = b + 1
			l.assigns = append(l.assigns, assign{e.v, 0})
		}
		l.root[e.v] = r
	}
	first, end := l.code.OutRange(b)
	for k := first; k < end; k++ {
		l.edge++
		for _, e := range l.code.onEdge(k) {
			switch {
			case e.what == define:
				l.onEdge[e.v] = l.edge
				if c := l.grid.at(b, e.v); c.edge == 0 {
					c.edge = k + 1
				} else {
					c.edge = severalEdges
				}
			case l.onEdge[e.v] != l.edge:
				if r := l.value(b, e.v); r != local {
					l.add(b, r)
				}
			}
		}
	}
	for i := start; i < len(l.assigns); i++ {
		l.assigns[i].root = l.root[l.assigns[i].v]
	}
	l.ends = append(l.ends, int32(len(l.assigns)))
}

// defines reports whether an edge defines a variable, of which c is what is known
// in the block that the edge leaves.
func (l *Liveness) defines(e, v int32, c cell) bool {
	if c.edge != severalEdges {
		return c.edge == e+1
	}
	for _, x := range l.code.onEdge(e) {
		if x.what != define {
			break
		}
		if x.v == v {
			return true
		}
	}
	return false
}

// exits enters what blocks assign into the grid, as far as it crosses blocks:
// a variable does if it is live somewhere, or if it is one of those that others
// hold when control leaves a block.
func (l *Liveness) exits() {
	for _, a := range l.assigns {
		if a.root >= 0 {
			l.crosses[a.root] = true
		}
	}
	start := int32(0)
	for b, end := range l.ends {
		for _, a := range l.assigns[start:end] {
			if !l.crosses[a.v] {
				continue
			}
			c := l.grid.at(int32(b), a.v)
			c.exit = assigned
			if a.root >= 0 {
				c.exit = firstRoot + a.root
			}
		}
		start = end
	}
}

// backward makes live what is live behind.
func (l *Liveness) backward() {
	for i := 0; i < len(l.pairs); i++ {
		p := l.pairs[i]
		for _, k := range l.code.In(p.b) {
			from := l.code.edges[k].From
			c := l.grid.get(from, p.v)
			switch {
			case c.exit == assigned || l.defines(k, p.v, c):
			case c.exit == passedOn:
				l.add(from, p.v)
			default:
				l.add(from, c.exit-firstRoot)
			}
		}
	}
}

// forward finds out where what is live may be assigned.
func (l *Liveness) forward() {
	l.work = l.work[:0]
	mark := func(b, v int32) {
		if c := l.grid.at(b, v); c.flags&may == 0 {
			c.flags |= may
			l.work = append(l.work, pair{b, v})
		}
	}
	for _, p := range l.pairs {
		for _, k := range l.code.In(p.b) {
			e := &l.code.edges[k]
			if !l.counts(e) {
				continue
			}
			if c := l.grid.get(e.From, p.v); c.exit != passedOn || l.defines(k, p.v, c) {
				mark(p.b, p.v)
				break
			}
		}
	}
	for len(l.work) > 0 {
		p := l.work[len(l.work)-1]
		l.work = l.work[:len(l.work)-1]
		out := l.code.Out(p.b)
		for k := range out {
			if e := &out[k]; l.counts(e) && l.isLive(e.To, p.v) {
				mark(e.To, p.v)
			}
		}
	}
}

// counts reports whether what is assigned before an edge is assigned behind it.
func (l *Liveness) counts(e *Edge) bool { return l.reachable[e.From] || !l.reachable[e.To] }

// list sorts what was found by blocks.
func (l *Liveness) list() {
	n := len(l.code.blocks)
	l.assignedStart = append(l.assignedStart[:0], make([]int32, n+1)...)
	l.unassignedStart = append(l.unassignedStart[:0], make([]int32, n+1)...)
	isMay := func(p pair) bool { return l.grid.get(p.b, p.v).flags&may != 0 }
	for _, p := range l.pairs {
		if isMay(p) {
			l.assignedStart[p.b+1]++
		} else {
			l.unassignedStart[p.b+1]++
		}
	}
	for b := range n {
		l.assignedStart[b+1] += l.assignedStart[b]
		l.unassignedStart[b+1] += l.unassignedStart[b]
	}
	l.assigned = append(l.assigned[:0], make([]int32, l.assignedStart[n])...)
	l.unassigned = append(l.unassigned[:0], make([]int32, l.unassignedStart[n])...)
	next, nextUnassigned := slices.Clone(l.assignedStart), slices.Clone(l.unassignedStart)
	for _, p := range l.pairs {
		if isMay(p) {
			l.assigned[next[p.b]] = p.v
			next[p.b]++
		} else {
			l.unassigned[nextUnassigned[p.b]] = p.v
			nextUnassigned[p.b]++
		}
	}
	for b := range int32(n) {
		slices.Sort(l.Live(b))
		slices.Sort(l.Unassigned(b))
	}
}
