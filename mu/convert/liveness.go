package convert

import (
	"assay/mu"
	"assay/ssa/dataflow"
)

// code writes what the graph does to variables. IDs are copies, unless keep says
// that they are instructions like others; results of a terminator are defined on
// edges.
func (g *graph) code(c *dataflow.Code, vars int, keep bool) {
	g.codeWith(c, vars, keep, nil)
	c.Done()
}

// codeWith writes all blocks. Where an edge leads to is what target says, if it is
// not nil; what happens on edges that it has led elsewhere is left to the caller.
func (g *graph) codeWith(c *dataflow.Code, vars int, keep bool, target func(e int32) int32) {
	c.Reset(vars)
	use := func(o mu.Operand) {
		if o.IsLocal() {
			c.Use(int32(o.Var()))
		}
	}
	for b := range g.blocks {
		bl := &g.blocks[b]
		c.Block()
		for i := range bl.params {
			c.Define(int32(bl.params[i].Var))
		}
		if bl.hasExc {
			c.Define(int32(bl.exc.Var))
		}
		last := len(bl.src.Instrs) - 1
		for i := bl.body; i <= last; i++ {
			in := &bl.src.Instrs[i]
			if elided(in, keep) {
				for _, d := range in.Results {
					if o := in.Args[0]; o.IsLocal() {
						c.Copy(int32(d.Var), int32(o.Var()))
					} else {
						c.Define(int32(d.Var))
					}
				}
				continue
			}
			for _, o := range in.Args {
				use(o)
			}
			for _, o := range in.KeepAlive {
				use(o)
			}
			if i < last {
				for _, d := range in.Results {
					c.Define(int32(d.Var))
				}
			}
		}
		out := g.outOf(int32(b))
		for k := range out {
			e := &out[k]
			to := e.to
			if target != nil {
				to = target(bl.out + int32(k))
			}
			c.Edge(to)
			if to != e.to {
				continue
			}
			if e.defines {
				for _, d := range bl.src.Instrs[last].Results {
					c.Define(int32(d.Var))
				}
			}
			g.useArgs(c, e)
		}
	}
}

// useArgs writes that an edge reads its explicit arguments.
func (g *graph) useArgs(c *dataflow.Code, e *edge) {
	for i := range g.numArgs(e) {
		if o := g.arg(e, i); o.IsLocal() {
			c.Use(int32(o.Var()))
		}
	}
}

// elided reports whether an instruction is an ID that leaves nothing behind. An
// ID that has a name stays, since the client asked for the name.
func elided(in *mu.Instruction, keep bool) bool { return in.Op == mu.ID && in.Name == "" && !keep }
