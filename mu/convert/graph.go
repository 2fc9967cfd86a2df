package convert

import (
	"strconv"

	"assay/mu"
)

// graph is the control flow graph of the function under conversion. Its blocks are
// those of the result: without those that are left out, and with a new first block
// if there is one.
type graph struct {
	blocks []block
	edges  []edge
}

// block is a block of the graph.
type block struct {
	// from is the block of the input, or mu.NoBlock.
	from mu.BlockID
	src  *mu.Block
	// params holds the explicit parameters: those of the label, of the function,
	// and then what PHIs define. The first labels ones have written arguments.
	params []mu.Param
	labels int
	exc    mu.Def
	hasExc bool
	// body is the index of the first instruction behind PHI and LANDINGPAD.
	body int
	// out is the first of the block's edges; they are in the order of the
	// terminator's destinations.
	out       int32
	reachable bool
}

// edge is an edge of the graph: one destination of a terminator.
type edge struct {
	from, to int32
	dest     *mu.Dest
	// phis holds the values of the PHIs of the target.
	phis []mu.Operand
	// defines says that the results of the terminator are defined on the edge.
	defines bool
}

// freeBlockName returns the name of a first block that is put before another:
// %__presse.entry, or that with a number if something has it.
func freeBlockName(b *mu.Bundle, f *mu.Function, sp spelled) string {
	used := map[string]bool{}
	for i := range f.Blocks {
		used[b.BlockName(f, mu.BlockID(i))] = true
	}
	version := b.VersionName(f)
	name := "%__presse.entry"
	for i := 1; ; i++ {
		g := mu.GlobalName(version, name)
		if _, ok := sp[g]; !ok && !used[g] {
			return name
		}
		name = "%__presse.entry." + strconv.Itoa(i)
	}
}

// build makes the graph of a function.
//
// Precondition: mu.Check finds no error in the function, at whatever level.
func (g *graph) build(b *mu.Bundle, f *mu.Function, opt Options, names spelled) {
	*g = graph{blocks: g.blocks[:0], edges: g.edges[:0]}
	entry, targeted := make([]bool, len(f.Blocks)), false
	reach(f, entry)
	index := make([]int32, len(f.Blocks))
	for i := range f.Blocks {
		if opt.DropUnreachable && !entry[i] {
			continue
		}
		for _, d := range f.Blocks[i].Destinations() {
			targeted = targeted || d.Block == 0
		}
	}
	if targeted {
		g.blocks = append(g.blocks, block{from: mu.NoBlock, reachable: true})
	}
	for i := range f.Blocks {
		index[i] = int32(len(g.blocks))
		if opt.DropUnreachable && !entry[i] {
			continue
		}
		g.blocks = append(g.blocks, head(b, f, mu.BlockID(i)))
		g.blocks[len(g.blocks)-1].reachable = entry[i]
	}
	if targeted {
		g.blocks[0].before(&g.blocks[1], freeBlockName(b, f, names))
	}
	for i := range g.blocks {
		bl := &g.blocks[i]
		bl.out = int32(len(g.edges))
		t := bl.src.Terminator()
		for k := range t.Dests {
			d := &t.Dests[k]
			g.edges = append(g.edges, edge{int32(i), index[d.Block], d, nil, len(t.Results) > 0 && len(t.ResultsOn(k)) > 0})
		}
	}
	g.incoming()
}

// reach marks the blocks that control can reach.
func reach(f *mu.Function, seen []bool) {
	work := []mu.BlockID{0}
	seen[0] = true
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		for _, d := range f.Blocks[b].Destinations() {
			if !seen[d.Block] {
				seen[d.Block] = true
				work = append(work, d.Block)
			}
		}
	}
}

// head returns the block with what it defines before its first instruction.
func head(b *mu.Bundle, f *mu.Function, id mu.BlockID) block {
	src := &f.Blocks[id]
	bl := block{from: id, src: src, params: src.Params, exc: src.Exc, hasExc: src.HasExc}
	if id == 0 && f.HasHeader {
		bl.params = make([]mu.Param, len(f.Header))
		for i, d := range f.Header {
			bl.params[i] = mu.Param{Var: d.Var, Type: mu.TypeRef{ID: b.Sigs[f.Sig.ID].Params[i].ID}, Pos: d.Pos, Full: d.Full}
		}
	}
	bl.labels = len(bl.params)
	bl.params = bl.params[:bl.labels:bl.labels]
	for bl.body < len(src.Instrs) {
		in := &src.Instrs[bl.body]
		switch {
		case in.Op == mu.PHI && len(in.Results) > 0:
			r := in.Results[0]
			bl.params = append(bl.params, mu.Param{Var: r.Var, Type: in.Types[0], Pos: r.Pos, Full: r.Full})
		case in.Op == mu.LANDINGPAD && len(in.Results) > 0:
			bl.exc, bl.hasExc = in.Results[0], true
		case in.Op != mu.PHI && in.Op != mu.LANDINGPAD:
			return bl
		}
		bl.body++
	}
	return bl
}

// before makes bl a block that has the parameters of the entry and branches to
// it.
func (bl *block) before(entry *block, name string) {
	n := entry.labels
	d := mu.Dest{Kind: mu.EdgeBranch, HasArgs: true, Args: make([]mu.Operand, n)}
	bl.params, bl.labels = entry.params[:n:n], n
	for i, p := range bl.params {
		d.Args[i] = mu.Local(p.Var)
	}
	bl.src = &mu.Block{Name: name, HasParams: true, Instrs: []mu.Instruction{{Op: mu.BRANCH, Dests: []mu.Dest{d}}}}
}

// outOf returns the edges that leave a block.
func (g *graph) outOf(b int32) []edge {
	bl := &g.blocks[b]
	n := int32(len(g.edges))
	if int(b)+1 < len(g.blocks) {
		n = g.blocks[b+1].out
	}
	return g.edges[bl.out:n]
}

// incoming gives edges the values of PHIs.
func (g *graph) incoming() {
	// Edges to a block with PHIs, by that block.
	into := map[int32][]int32{}
	for i := range g.edges {
		if to := g.edges[i].to; len(g.blocks[to].params) > g.blocks[to].labels {
			into[to] = append(into[to], int32(i))
		}
	}
	for b, edges := range into {
		bl := &g.blocks[b]
		n := len(bl.params) - bl.labels
		slab := make([]mu.Operand, n*len(edges))
		for k, e := range edges {
			g.edges[e].phis = slab[k*n : (k+1)*n]
		}
		at := make(map[mu.BlockID]int, len(edges))
		k := 0
		for i := range bl.body {
			in := &bl.src.Instrs[i]
			if in.Op != mu.PHI || len(in.Results) == 0 {
				continue
			}
			for j, x := range in.Extra.Incoming {
				at[x.Pred.Block] = j
			}
			for _, e := range edges {
				x := &g.edges[e]
				x.phis[k] = in.Extra.Incoming[at[g.blocks[x.from].from]].Value
			}
			k++
		}
	}
}

// numArgs returns how many explicit arguments an edge has, and arg the i-th of
// them: what was written, or the variable of the same name as the parameter, or
// the value of a PHI.
func (g *graph) numArgs(e *edge) int { return len(g.blocks[e.to].params) }

func (g *graph) arg(e *edge, i int) mu.Operand {
	to := &g.blocks[e.to]
	switch {
	case i >= to.labels:
		return e.phis[i-to.labels]
	case e.dest.HasArgs:
		return e.dest.Args[i]
	}
	return mu.Operand{Value: mu.LocalValue(to.params[i].Var), Pos: e.dest.Pos}
}
