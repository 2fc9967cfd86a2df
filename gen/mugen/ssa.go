package mugen

import (
	"slices"

	"assay/mu"
)

// ssaVariable returns a variable for a value of a shape, of a name that the block
// under way has not used. It is not assigned yet.
func (g *generator) ssaVariable(s shapeID) mu.VarID {
	n := nameID(numNames)
	first := g.c.Intn(26)
	for i := range numLetters {
		if m := makeName(percentName, (first+i)%numLetters, 0); !g.used.has(m) {
			n = m
			break
		}
	}
	if n == numNames {
		panic("gen/mugen: out of names")
	}
	return g.ssaNamed(n, s)
}

// ssaNamed returns the variable of a name.
func (g *generator) ssaNamed(n nameID, s shapeID) mu.VarID {
	g.used.add(n)
	v := g.byName[n] - 1
	if v < 0 {
		v = mu.VarID(len(g.vars))
		g.vars = append(g.vars, variable{name: n})
		g.byName[n] = v + 1
	}
	g.vars[v].shape, g.vars[v].block = s, 0
	return v
}

// clearBlock forgets the names of the block before.
func (g *generator) clearBlock() {
	g.used = nameSet{}
	for s := range g.byShape {
		g.byShape[s] = g.byShape[s][:0]
	}
}

// ssaBody makes the blocks of a function in SSA form. Edges go forward but for
// those that the number of rounds bounds.
func (g *generator) ssaBody() {
	sig := &g.sigs[g.funcs[g.fi].sig]
	n := 1 + min(g.c.Intn(12), g.budget/3)
	loops := g.has(FeatureLoop) && n > 2
	// Parameters first, since edges need them.
	for b := range n {
		g.addBlock()
		g.clearBlock()
		g.ssaParams(mu.BlockID(b), sig, loops, false)
		if b > 0 {
			g.plain = append(g.plain, mu.BlockID(b))
		}
	}
	if g.has(FeatureLanding) && g.has(FeatureExc) && n > 2 {
		id := g.addBlock()
		g.clearBlock()
		g.ssaParams(id, sig, loops, true)
		g.pads = append(g.pads, id)
	}
	// The pad comes before the last of the others, to which it goes.
	for b := range n {
		if b == n-1 {
			for _, p := range g.pads {
				g.ssaBlock(p, mu.BlockID(n-1), loops)
			}
		}
		g.ssaBlock(mu.BlockID(b), mu.BlockID(n-1), loops)
	}
}

// ssaParams gives a block parameters.
func (g *generator) ssaParams(id mu.BlockID, sig *signature, loops, pad bool) {
	b, info := &g.blocks[id], &g.infos[id]
	b.HasParams = true
	var shapes []shapeID
	if id == 0 {
		shapes = sig.params
	} else {
		for range g.c.Intn(4) {
			shapes = append(shapes, g.fromMenu())
		}
	}
	var params []mu.Param
	if loops && id > 0 {
		v := g.ssaNamed(makeName(percentName, 17, 0), i64) // %r
		info.params = append(info.params, parameter{v, i64, true})
		params = append(params, mu.Param{Var: v, Type: g.typ(i64)})
	}
	for _, s := range shapes {
		v := g.ssaVariable(s)
		info.params = append(info.params, parameter{v: v, shape: s})
		params = append(params, mu.Param{Var: v, Type: g.typ(s)})
	}
	b.Params = params
	if pad {
		info.pad = true
		b.HasExc, b.Exc = true, mu.Def{Var: g.ssaNamed(makeName(percentName, 30, 0), excRef)} // %e0
	}
}

// ssaBlock makes the instructions of a block.
func (g *generator) ssaBlock(id, last mu.BlockID, loops bool) {
	g.cur, g.done = id, false
	g.code = g.code[:0]
	g.clearBlock()
	g.cells = g.cells[:0]
	g.rounds = mu.NoVar
	enter := func(v mu.VarID, s shapeID) {
		g.used.add(g.vars[v].name)
		g.vars[v].shape = s
		g.assigned(v)
	}
	for _, p := range g.infos[id].params {
		enter(p.v, p.shape)
		if p.rounds {
			g.rounds = p.v
		}
	}
	if g.infos[id].pad {
		enter(g.blocks[id].Exc.Var, excRef)
	}
	for range g.c.Intn(6) {
		if s := statement(g.c.Pick(&g.statements)); s.simple() {
			g.simple(s)
		} else {
			g.simple(stmtAssign)
		}
	}
	if id == last {
		g.leave()
		return
	}
	// The blocks between this one and the last, and the last.
	forward := func() mu.BlockID {
		if id > last { // a pad
			return last
		}
		return id + 1 + mu.BlockID(g.c.Intn(int(last-id)))
	}
	if loops && id > 0 && g.c.Chance(96) {
		c := g.ssaVariable(i1)
		g.emitTo(c, g.two(mu.SLT, g.local(g.rounds), mu.Global(g.intConst(i64, maxRounds)), i64))
		r := g.ssaVariable(i64)
		g.emitTo(r, g.two(mu.ADD, g.local(g.rounds), mu.Global(g.intConst(i64, 1)), i64))
		g.rounds = r
		g.branch2(g.local(c), 1+mu.BlockID(g.c.Intn(int(min(id, last)))), forward())
		return
	}
	a := forward()
	b := forward()
	if g.has(FeatureDuplicate) && g.c.Chance(64) {
		b = a
	}
	kind := g.c.Intn(8)
	switch {
	case kind == 0:
		g.branch(a)
	case kind == 1 && g.has(FeatureSwitch):
		g.switchTo(a, []mu.BlockID{b, forward()})
	case kind == 2 && g.has(FeatureWatchpoint):
		g.wpbranch(a, b)
	case kind == 3 && g.has(FeatureWatchpoint):
		exc := mu.NoBlock
		if g.has(FeatureExc) {
			exc = forward()
		}
		g.watchpoint(a, b, exc)
	case kind >= 6 && g.has(FeatureExc):
		if len(g.pads) > 0 && !slices.Contains(g.pads, id) && g.c.Bool() {
			b = g.pads[0]
		}
		g.endExc(g.throwing(), a, b)
	case kind == 5 && g.has(FeatureReturn):
		g.leave()
	default:
		g.branch2(g.cond(), a, b)
	}
}

// ssaArgs returns the arguments of an edge. results do not exist on it.
func (g *generator) ssaArgs(ps []parameter, results []mu.Def) []mu.Operand {
	args := make([]mu.Operand, len(ps))
	for i, p := range ps {
		switch {
		case !p.rounds:
			args[i] = g.useBut(p.shape, results)
		case g.rounds != mu.NoVar:
			args[i] = g.local(g.rounds)
		default:
			args[i] = mu.Global(g.intConst(i64, 0))
		}
	}
	return args
}
