package convert

import (
	"assay/mu"
	"assay/ssa/dataflow"
)

// phiForm is what the renamer needs to make the older form, in which a variable is
// visible in all blocks that its definition dominates, and PHIs stand where
// different values meet.
//
// At first PHIs are parameters of blocks, as in today's form, but only those that
// dominance frontiers ask for. The blocks are made in the order of the dominator
// tree, so that a block starts with what variables hold where its immediate
// dominator ends. An edge that defines variables has a block of its own in the view
// of the code.
type phiForm struct {
	code  dataflow.Code
	live  dataflow.Liveness
	doms  dataflow.Dominators
	phis  dataflow.Phis
	split []int32 // edge of the graph for each further block of the code

	// undo lists the nodes that variables had before; exit tells how long it was
	// where each block of the code ends.
	undo []undoNode
	exit []int32
	// origin holds the variable of the input for each variable of the output.
	origin []mu.VarID
}

type undoNode struct {
	v mu.VarID
	n int32
}

// compute places the phis of a graph.
func (p *phiForm) compute(g *graph, vars int, keep bool) {
	p.split = p.split[:0]
	n := int32(len(g.blocks))
	g.codeWith(&p.code, vars, keep, func(e int32) int32 {
		if !g.edges[e].defines {
			return g.edges[e].to
		}
		p.split = append(p.split, e)
		return n + int32(len(p.split)) - 1
	})
	for _, e := range p.split {
		p.code.Block()
		x := &g.edges[e]
		for _, d := range g.blocks[x.from].src.Terminator().Results {
			p.code.Define(int32(d.Var))
		}
		p.code.Edge(x.to)
		g.useArgs(&p.code, x)
	}
	p.code.Done()
	p.live.Compute(&p.code)
	p.doms.Compute(&p.code)
	p.phis.Place(&p.code, &p.live, &p.doms)
}

// makePHI makes the output of the function under way in the older form.
func (r *renamer) makePHI() {
	p := r.phi
	n := len(r.graph.blocks)
	p.exit = append(p.exit[:0], make([]int32, p.code.Blocks())...)
	p.undo, p.origin = p.undo[:0], p.origin[:0]
	r.nodes = r.nodes[:0]
	r.stamp = 1
	for v := range r.f.Vars {
		r.nodes = append(r.nodes, node{value: Unassigned, origin: mu.VarID(v), typ: mu.NoType})
		r.cur[v], r.curIn[v] = int32(v), r.stamp
	}
	r.out.Vars = nil
	for _, b := range p.doms.Order {
		start := int32(0)
		if d := p.doms.Idom[b]; d >= 0 {
			start = p.exit[d]
		}
		r.unwind(start)
		if int(b) < n {
			r.makeBlock(b)
		} else {
			r.defineOnEdge(&r.graph.edges[p.split[int(b)-n]])
		}
		p.exit[b] = int32(len(p.undo))
	}
	for b := range r.graph.blocks {
		if !p.doms.In(int32(b)) {
			// Control never comes here. All variables have their defaults.
			r.unwind(0)
			r.makeBlock(int32(b))
		}
	}
	s := simplifier{r: r}
	s.simplify()
	r.finishPHI(&s)
}

// unwind makes variables hold what they did when so many changes were made.
func (r *renamer) unwind(to int32) {
	u := r.phi.undo
	for int32(len(u)) > to {
		last := u[len(u)-1]
		u = u[:len(u)-1]
		r.cur[last.v] = last.n
	}
	r.phi.undo = u
}

// defineOnEdge gives variables the results of a terminator.
func (r *renamer) defineOnEdge(e *edge) {
	from := &r.out.Blocks[e.from]
	last := &from.Instrs[len(from.Instrs)-1]
	in := r.graph.blocks[e.from].src.Terminator()
	for j, d := range in.Results {
		r.set(d.Var, mu.LocalValue(last.Results[j].Var), mu.NoType, in, j)
	}
}

// define returns a variable of the output for the next value of a variable. In the
// older form its name is chosen when it is known which values there are.
func (r *renamer) define(v mu.VarID) mu.VarID {
	if r.phi == nil {
		return r.names.define(v)
	}
	r.phi.origin = append(r.phi.origin, v)
	return r.out.AddVar("", r.f.Vars[v].Pos)
}

// needed returns the variables for which a block has a parameter beside its
// explicit ones.
func (r *renamer) needed(b int32) []int32 {
	if r.phi != nil {
		return r.phi.phis.At(b)
	}
	return r.live.Live(b)
}

// inherited appends what variables that are live where the block starts hold there,
// if they have it from a block that dominates this one.
func (r *renamer) inherited(index int32) {
	phis := r.phi.phis.At(index)
	for _, list := range [2][]int32{r.phi.live.Live(index), r.phi.live.Unassigned(index)} {
		for _, w := range list {
			for len(phis) > 0 && phis[0] < w {
				phis = phis[1:]
			}
			if len(phis) > 0 && phis[0] == w {
				continue
			}
			b := Binding{mu.VarID(w), r.nodes[r.cur[w]].value, FromAbove}
			if r.nodes[r.cur[w]].origin != mu.NoVar && !b.Value.IsLocal() {
				// Perhaps a default has a constant already: it is one all the same.
				b.Value, b.Source = Unassigned, FromNothing
			}
			r.knownIn[w] = index + 1
			r.binds = append(r.binds, b)
		}
		phis = nil // an unassigned variable may have a phi all the same
		phis = r.phi.phis.At(index)
	}
}
