package mugen

import "assay/mu"

// maxRounds bounds how often a graph goes back.
const maxRounds = 6

// graphBody makes blocks with edges that go anywhere. The entry is under way.
func (g *generator) graphBody() {
	g.graph = true
	n := 2 + min(g.c.Intn(12), g.budget/3)
	for range n {
		g.plain = append(g.plain, g.newBlock(false))
	}
	if g.has(FeatureLanding) {
		for range 1 + g.c.Intn(2) {
			g.pads = append(g.pads, g.newBlock(true))
		}
	}
	if !g.has(FeatureInfinite) || g.c.Byte() < 224 {
		g.rounds = g.newVariable(i64)
		g.vars[g.rounds].fixed = true
		if !g.has(FeatureUninit) {
			g.emitTo(g.rounds, g.id(i64, mu.Global(g.intConst(i64, 0))))
		}
	}
	entryEdges := g.has(FeatureEntryEdge) && g.has(FeatureUninit) && g.c.Byte() >= 96
	blocks := append(append([]mu.BlockID{0}, g.plain...), g.pads...)
	for i, b := range blocks {
		if i > 0 {
			g.start(b)
		}
		for range g.c.Intn(5) {
			if s := statement(g.c.Pick(&g.statements)); s.simple() {
				g.simple(s)
			} else {
				g.simple(stmtAssign)
			}
		}
		if i == len(g.plain) {
			g.leave()
			continue
		}
		g.graphTerminator(entryEdges)
	}
}

// graphTerminator ends a block of a graph. What goes back is bounded.
func (g *generator) graphTerminator(entryEdges bool) {
	var to [5]mu.BlockID
	n := 1 + g.c.Intn(5)
	back := false
	last := g.plain[len(g.plain)-1]
	for i := range n {
		to[i] = g.plain[g.c.Intn(len(g.plain))]
		if i > 0 && g.has(FeatureDuplicate) && g.c.Chance(48) {
			to[i] = to[i-1]
		}
		if entryEdges && g.c.Chance(24) {
			to[i] = 0
		}
		if !g.has(FeatureLoop) && to[i] <= g.cur {
			to[i] = last
		}
		back = back || to[i] <= g.cur
	}
	pad := mu.NoBlock
	if len(g.pads) > 0 && g.c.Byte() >= 96 {
		pad = g.pads[g.c.Intn(len(g.pads))]
		back = back || pad <= g.cur
	} else if n > 2 {
		pad = to[2]
	}
	kind := g.c.Intn(8)
	if back && g.rounds != mu.NoVar {
		g.emitTo(g.rounds, g.two(mu.ADD, g.local(g.rounds), mu.Global(g.intConst(i64, 1)), i64))
		c := g.target(i1, nil)
		g.emitTo(c, g.two(mu.SLT, g.local(g.rounds), mu.Global(g.intConst(i64, maxRounds)), i64))
		next := g.newBlock(false)
		g.branch2(g.local(c), next, last)
		g.start(next)
	}
	switch {
	case n == 1:
		g.branch(to[0])
	case kind == 1 && g.has(FeatureSwitch):
		g.switchTo(to[0], to[1:n])
	case kind == 2 && g.has(FeatureWatchpoint):
		g.wpbranch(to[0], to[1])
	case kind == 3 && g.has(FeatureWatchpoint):
		if !g.has(FeatureExc) {
			pad = mu.NoBlock
		}
		g.watchpoint(to[0], to[1], pad)
	case kind >= 6 && g.has(FeatureExc):
		if pad == mu.NoBlock {
			pad = to[1]
		}
		g.endExc(g.throwing(), to[0], pad)
	case kind == 5 && g.has(FeatureReturn):
		g.leave()
	default:
		g.branch2(g.cond(), to[0], to[1])
	}
}
