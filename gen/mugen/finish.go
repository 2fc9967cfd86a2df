package mugen

import (
	"slices"

	"assay/mu"
)

// finish makes a function of its blocks.
func (g *generator) finish(f *mu.Function) {
	if !g.ssa {
		if g.has(FeatureUnreachable) && g.c.Bool() {
			g.unreachable()
		}
		g.fillPHIs()
		g.initialise()
		g.define()
	}
	f.Blocks = append([]mu.Block(nil), g.blocks...)
	if g.has(FeatureOrder) && len(f.Blocks) > 2 && g.c.Bool() {
		g.reorder(f)
	}
	f.Vars = make([]mu.Variable, len(g.vars))
	for v := range g.vars {
		f.Vars[v].Name = g.vars[v].name.text(g.serial)
	}
	g.serial++
}

// unreachable adds blocks that nothing goes to.
func (g *generator) unreachable() {
	n := mu.BlockID(len(g.blocks))
	for range 1 + g.c.Intn(2) {
		g.start(g.newBlock(false))
		for range g.c.Intn(3) {
			g.simple(stmtAssign)
		}
		to := mu.BlockID(g.c.Intn(min(int(n), 256)))
		if to == 0 || g.infos[to].pad {
			g.leave()
		} else {
			g.branch(to)
		}
	}
}

// fillPHIs gives PHIs their values, now that predecessors are known.
func (g *generator) fillPHIs() {
	if len(g.phis) == 0 {
		return
	}
	preds := make([][]mu.BlockID, len(g.blocks))
	for b := range g.blocks {
		for _, d := range g.blocks[b].Destinations() {
			if ps := &preds[d.Block]; !slices.Contains(*ps, mu.BlockID(b)) {
				*ps = append(*ps, mu.BlockID(b))
			}
		}
	}
	for _, p := range g.phis {
		in := &g.blocks[p.block].Instrs[p.i]
		for _, b := range preds[p.block] {
			g.cur = b // for what the block assigned last
			v := g.useBut(p.shape, g.blocks[b].Terminator().Results)
			if v.IsLocal() {
				v = mu.Operand{Value: v.Value}
				if contains(g.blocks[b].Terminator().Results, v.Var()) {
					// The result may not exist on the edge.
					v = g.fresh(p.shape)
				}
			}
			in.Extra.Incoming = append(in.Extra.Incoming, mu.Incoming{Pred: mu.BlockRef{Block: b}, Value: v})
		}
	}
}

// fresh returns a constant, or a variable that nothing else assigns.
func (g *generator) fresh(s shapeID) mu.Operand {
	if e, ok := g.constant(s); ok {
		return mu.Global(e)
	}
	v := g.newVariable(s)
	g.inits = append(g.inits, v)
	return mu.Local(v)
}

// giver returns an instruction that gives a variable a value and its type.
func (g *generator) giver(v mu.VarID) mu.Instruction {
	s := g.vars[v].shape
	in := mu.Instruction{Op: mu.TRAP, Types: g.types(s)}
	if g.c.Byte() >= 96 {
		if e, ok := g.constant(s); ok {
			in = g.id(s, mu.Global(e))
		}
	}
	in.Sig.ID = mu.NoSig
	in.Results = g.defs.list(mu.Def{Var: v})
	return in
}

// initialise has the entry assign what it is to.
func (g *generator) initialise() {
	if len(g.inits) == 0 {
		return
	}
	var first []mu.Instruction
	for _, v := range g.inits {
		first = append(first, g.giver(v))
	}
	g.blocks[0].Instrs = append(first, g.blocks[0].Instrs...)
}

// define sees to it that all variables that the function mentions are defined
// somewhere, in a way that gives them their type.
func (g *generator) define() {
	type state struct{ mentioned, typed bool }
	states := make([]state, len(g.vars))
	type copied struct{ to, from mu.VarID }
	var copies []copied
	use := func(o mu.Operand) {
		if o.IsLocal() {
			states[o.Var()].mentioned = true
		}
	}
	for _, p := range g.infos[0].params {
		states[p.v].typed = true
	}
	for b := range g.blocks {
		blk := &g.blocks[b]
		for _, p := range g.infos[b].params {
			states[p.v].typed = true
		}
		if blk.HasExc {
			states[blk.Exc.Var].typed = true
		}
		for i := range blk.Instrs {
			in := &blk.Instrs[i]
			in.Uses(func(o *mu.Operand) { use(*o) })
			for _, d := range in.Dests {
				for _, o := range d.Args {
					use(o)
				}
			}
			if in.Extra != nil {
				for _, x := range in.Extra.Incoming {
					use(x.Value)
				}
			}
			for _, d := range in.Results {
				states[d.Var].mentioned = true
				if in.Op == mu.ID && len(in.Types) == 0 && in.Args[0].IsLocal() {
					copies = append(copies, copied{d.Var, in.Args[0].Var()})
				} else {
					states[d.Var].typed = true
				}
			}
		}
	}
	for again := true; again; {
		again = false
		for _, k := range copies {
			if states[k.from].typed && !states[k.to].typed {
				states[k.to].typed, again = true, true
			}
		}
	}
	for v := range states {
		if !states[v].mentioned || states[v].typed {
			continue
		}
		// Before the terminator of some block.
		blk := &g.blocks[g.c.Intn(min(len(g.blocks), 256))]
		n := len(blk.Instrs) - 1
		blk.Instrs = slices.Insert(blk.Instrs, n, g.giver(mu.VarID(v)))
	}
}

// reorder puts the blocks but the entry in another order.
func (g *generator) reorder(f *mu.Function) {
	n := len(f.Blocks)
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	for i := n - 1; i > 1; i-- {
		j := 1 + g.c.Intn(min(i, 256))
		order[i], order[j] = order[j], order[i]
	}
	to := make([]mu.BlockID, n)
	for i, b := range order {
		to[b] = mu.BlockID(i)
	}
	blocks := make([]mu.Block, n)
	for i, b := range order {
		blocks[i] = f.Blocks[b]
		for j := range blocks[i].Instrs {
			in := &blocks[i].Instrs[j]
			for k := range in.Dests {
				in.Dests[k].Block = to[in.Dests[k].Block]
			}
			if in.Extra != nil {
				for k := range in.Extra.Incoming {
					in.Extra.Incoming[k].Pred.Block = to[in.Extra.Incoming[k].Pred.Block]
				}
			}
		}
	}
	f.Blocks = blocks
}
