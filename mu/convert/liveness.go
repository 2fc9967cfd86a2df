package convert

import (
	"slices"

	"assay/mu"
)

// liveness finds out which variables each block needs as parameters: those whose
// value at its entry something reads, if something may have assigned them.
//
// It looks at values, not at names: an ID reads its operand only if something
// reads its result. Work and memory are in proportion to the pairs of a block and
// a variable that is live in it, and to the edges that such pairs have; that is,
// to the size of the output, but for variables that are read and never assigned.
type liveness struct {
	g    *graph
	keep bool // IDs are instructions like others
	grid grid

	// root of a variable is what it holds at the present place of the block under
	// way, if stamp is that of the block: a variable whose value at the entry it
	// has, or local.
	root  []int32
	stamp []int32
	// edgeStamp marks the results that are defined on the present edge.
	edgeStamp []int32
	edges     int32
	// assigns lists the variables that blocks assign, with their roots at the
	// end; ends tells where those of each block end.
	assigns []assign
	ends    []int32
	// crosses marks the variables whose value crosses the entry of some block.
	crosses []bool
	pairs   []pair
	work    []pair

	// params holds the implicit parameters of the blocks in order, by paramStart;
	// unassigned, in the same way, what is live and unassigned.
	params, unassigned          []mu.VarID
	paramStart, unassignedStart []int32
}

type pair struct{ b, v int32 }

type assign struct {
	v    mu.VarID
	root int32
}

const local int32 = -1

func (l *liveness) compute(g *graph, vars int, keep bool) {
	l.g, l.keep = g, keep
	l.grid.reset(len(g.blocks), vars)
	l.root = append(l.root[:0], make([]int32, vars)...)
	l.stamp = append(l.stamp[:0], make([]int32, vars)...)
	l.edgeStamp = append(l.edgeStamp[:0], make([]int32, vars)...)
	l.crosses = append(l.crosses[:0], make([]bool, vars)...)
	l.edges = 0
	l.assigns, l.ends, l.pairs = l.assigns[:0], l.ends[:0], l.pairs[:0]
	for b := range g.blocks {
		l.block(int32(b))
	}
	l.exits()
	l.backward()
	l.forward()
	l.list()
}

// value returns what a variable holds at the present place: a variable whose
// value at the entry of the block it has, or local.
func (l *liveness) value(b int32, v mu.VarID) int32 {
	if l.stamp[v] == b+1 {
		return l.root[v]
	}
	return int32(v)
}

func (l *liveness) use(b int32, o mu.Operand) {
	if o.IsLocal() {
		if r := l.value(b, o.Var()); r != local {
			l.add(b, r)
		}
	}
}

func (l *liveness) assign(b int32, v mu.VarID, root int32) {
	if l.stamp[v] != b+1 {
		l.stamp[v] = b + 1
		l.assigns = append(l.assigns, assign{v, 0})
	}
	l.root[v] = root
}

// add makes a variable live at the entry of a block.
func (l *liveness) add(b, v int32) {
	c := l.grid.at(b, v)
	if c.flags&live == 0 {
		c.flags |= live
		l.crosses[v] = true
		l.pairs = append(l.pairs, pair{b, v})
	}
}

// block goes over a block: what it reads of the values at its entry, and what it
// assigns.
func (l *liveness) block(b int32) {
	bl := &l.g.blocks[b]
	for i := range bl.params {
		l.assign(b, bl.params[i].Var, local)
	}
	if bl.hasExc {
		l.assign(b, bl.exc.Var, local)
	}
	last := len(bl.src.Instrs) - 1
	for i := bl.body; i <= last; i++ {
		in := &bl.src.Instrs[i]
		if elided(in, l.keep) {
			for _, d := range in.Results {
				r := local
				if o := in.Args[0]; o.IsLocal() {
					r = l.value(b, o.Var())
				}
				l.assign(b, d.Var, r)
			}
			continue
		}
		for _, o := range in.Args {
			l.use(b, o)
		}
		for _, o := range in.KeepAlive {
			l.use(b, o)
		}
		if i < last {
			for _, d := range in.Results {
				l.assign(b, d.Var, local)
			}
		}
	}
	for _, d := range bl.src.Instrs[last].Results {
		l.grid.at(b, int32(d.Var)).flags |= byTerminator
	}
	for k := range l.g.outOf(b) {
		l.edge(b, &l.g.outOf(b)[k], &bl.src.Instrs[last])
	}
	start := int32(0)
	if b > 0 {
		start = l.ends[b-1]
	}
	for i := start; i < int32(len(l.assigns)); i++ {
		l.assigns[i].root = l.root[l.assigns[i].v]
	}
	l.ends = append(l.ends, int32(len(l.assigns)))
}

// elided reports whether an instruction is an ID that leaves nothing behind. An
// ID that has a name stays, since the client asked for the name.
func elided(in *mu.Instruction, keep bool) bool { return in.Op == mu.ID && in.Name == "" && !keep }

// edge takes notice of what an edge reads.
func (l *liveness) edge(b int32, e *edge, t *mu.Instruction) {
	l.edges++
	if e.defines {
		for _, d := range t.Results {
			l.edgeStamp[d.Var] = l.edges
		}
	}
	for i := range l.g.numArgs(e) {
		if o := l.g.arg(e, i); o.IsLocal() && l.edgeStamp[o.Var()] != l.edges {
			l.use(b, o)
		}
	}
}

// exits enters what blocks assign into the grid, as far as it crosses blocks:
// a variable does if it is live somewhere, or if it is one of those that others
// hold when control leaves a block.
func (l *liveness) exits() {
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
			c := l.grid.at(int32(b), int32(a.v))
			c.exit = assigned
			if a.root >= 0 {
				c.exit = firstRoot + a.root
			}
		}
		start = end
	}
}

// backward makes live what is live behind.
func (l *liveness) backward() {
	for i := 0; i < len(l.pairs); i++ {
		p := l.pairs[i]
		for _, k := range l.g.into(p.b) {
			e := &l.g.edges[k]
			c := l.grid.get(e.from, p.v)
			switch {
			case e.defines && c.flags&byTerminator != 0 || c.exit == assigned:
			case c.exit == passedOn:
				l.add(e.from, p.v)
			default:
				l.add(e.from, c.exit-firstRoot)
			}
		}
	}
}

// forward finds out where what is live may be assigned. Unreachable blocks do not
// count for those that control can reach.
func (l *liveness) forward() {
	l.work = l.work[:0]
	mark := func(b, v int32) {
		if c := l.grid.at(b, v); c.flags&may == 0 {
			c.flags |= may
			l.work = append(l.work, pair{b, v})
		}
	}
	for _, p := range l.pairs {
		for _, k := range l.g.into(p.b) {
			e := &l.g.edges[k]
			if !l.counts(e) {
				continue
			}
			if c := l.grid.get(e.from, p.v); e.defines && c.flags&byTerminator != 0 || c.exit != passedOn {
				mark(p.b, p.v)
				break
			}
		}
	}
	for len(l.work) > 0 {
		p := l.work[len(l.work)-1]
		l.work = l.work[:len(l.work)-1]
		out := l.g.outOf(p.b)
		for k := range out {
			if e := &out[k]; l.counts(e) && l.grid.get(e.to, p.v).flags&live != 0 {
				mark(e.to, p.v)
			}
		}
	}
}

func (l *liveness) counts(e *edge) bool {
	return l.g.blocks[e.from].reachable || !l.g.blocks[e.to].reachable
}

// list sorts what was found by blocks.
func (l *liveness) list() {
	n := len(l.g.blocks)
	l.paramStart = append(l.paramStart[:0], make([]int32, n+1)...)
	l.unassignedStart = append(l.unassignedStart[:0], make([]int32, n+1)...)
	for _, p := range l.pairs {
		if l.grid.get(p.b, p.v).flags&may != 0 {
			l.paramStart[p.b+1]++
		} else {
			l.unassignedStart[p.b+1]++
		}
	}
	for b := range n {
		l.paramStart[b+1] += l.paramStart[b]
		l.unassignedStart[b+1] += l.unassignedStart[b]
	}
	l.params = append(l.params[:0], make([]mu.VarID, l.paramStart[n])...)
	l.unassigned = append(l.unassigned[:0], make([]mu.VarID, l.unassignedStart[n])...)
	nextParam, nextUnassigned := slices.Clone(l.paramStart), slices.Clone(l.unassignedStart)
	for _, p := range l.pairs {
		list, next := l.params, nextParam
		if l.grid.get(p.b, p.v).flags&may == 0 {
			list, next = l.unassigned, nextUnassigned
		}
		list[next[p.b]] = mu.VarID(p.v)
		next[p.b]++
	}
	for b := range n {
		slices.Sort(l.params[l.paramStart[b]:l.paramStart[b+1]])
		slices.Sort(l.unassigned[l.unassignedStart[b]:l.unassignedStart[b+1]])
	}
}

// implicit returns the parameters that a block needs beside its explicit ones.
func (l *liveness) implicit(b int32) []mu.VarID { return l.params[l.paramStart[b]:l.paramStart[b+1]] }

// defaults returns the variables that are read in a block or behind it, though
// nothing can have assigned them.
func (l *liveness) defaults(b int32) []mu.VarID {
	return l.unassigned[l.unassignedStart[b]:l.unassignedStart[b+1]]
}
