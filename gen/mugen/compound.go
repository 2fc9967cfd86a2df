package mugen

import "assay/mu"

// compound makes a statement that ends its block.
func (g *generator) compound(s statement, depth int) {
	switch s {
	case stmtIf:
		g.ifStmt(depth)
	case stmtLoop:
		g.loopStmt(depth)
	case stmtSwitch:
		g.switchStmt(depth)
	case stmtExc:
		g.excStmt(depth)
	case stmtWatchpoint:
		g.watchStmt(depth)
	case stmtJump:
		g.jumpStmt()
	case stmtChain:
		for range 1 + g.c.Intn(6) {
			next := g.newBlock(false)
			g.branch(next)
			g.start(next)
		}
	case stmtRecursion:
		g.recursion()
	case stmtInfinite:
		head := g.newBlock(false)
		exit := g.newBlock(false)
		g.branch2(g.cond(), head, exit)
		g.start(head)
		g.list(depth)
		if !g.done {
			g.branch(head)
		}
		g.start(exit)
	}
}

// arm makes the statements of a block that goes on at another.
func (g *generator) arm(b, after mu.BlockID, depth int) {
	g.start(b)
	g.list(depth)
	if !g.done {
		g.branch(after)
	}
}

func (g *generator) ifStmt(depth int) {
	c := g.cond()
	after := g.newBlock(false)
	yes, no := after, after
	k := g.c.Intn(8)
	if k != 3 || !g.has(FeatureDuplicate) {
		yes = g.newBlock(false)
	}
	if k >= 4 {
		no = g.newBlock(false)
	}
	g.branch2(c, yes, no)
	if yes != after {
		g.arm(yes, after, depth)
	}
	if no != after {
		g.arm(no, after, depth)
	}
	g.start(after)
}

// limits are how often loops go round.
var limits = [...]uint64{2, 3, 1, 5}

// loopStmt makes a loop, which ends by a counter of its own.
func (g *generator) loopStmt(depth int) {
	k := g.newVariable(i64)
	g.vars[k].fixed = true
	limit := limits[g.c.Intn(len(limits))]
	if depth > 2 {
		limit = 2
	}
	one, end := mu.Global(g.intConst(i64, 1)), mu.Global(g.intConst(i64, limit))
	// Without uninitialised variables the count starts at 0 each time.
	if !g.has(FeatureUninit) || depth > 1 || g.c.Bool() {
		g.emitTo(k, g.id(i64, mu.Global(g.intConst(i64, 0))))
	}
	head, exit := g.newBlock(false), g.newBlock(false)
	g.branch(head)
	g.start(head)
	atEnd := g.c.Bool()
	if atEnd {
		// A jump to the head would pass by the count.
		g.loops = append(g.loops, loop{mu.NoBlock, exit})
		g.list(depth)
		g.loops = g.loops[:len(g.loops)-1]
		if g.done {
			// Nothing goes round; the exit stays.
			g.start(exit)
			return
		}
	}
	g.emitTo(k, g.two(mu.ADD, g.local(k), one, i64))
	c := g.target(i1, nil)
	g.emitTo(c, g.two(mu.SLE, g.local(k), end, i64))
	if atEnd {
		g.branch2(g.local(c), head, exit)
		g.start(exit)
		return
	}
	body := g.newBlock(false)
	g.branch2(g.local(c), body, exit)
	g.loops = append(g.loops, loop{head, exit})
	g.arm(body, head, depth)
	g.loops = g.loops[:len(g.loops)-1]
	g.start(exit)
}

func (g *generator) switchStmt(depth int) {
	after := g.newBlock(false)
	var arms []mu.BlockID
	for range 1 + g.c.Intn(4) {
		switch k := g.c.Intn(8); {
		case k == 7 && g.has(FeatureDuplicate) && len(arms) > 0:
			arms = append(arms, arms[len(arms)-1])
		case k == 6:
			arms = append(arms, after)
		default:
			arms = append(arms, g.newBlock(false))
		}
	}
	def := after
	if g.c.Bool() {
		def = g.newBlock(false)
	}
	g.switchTo(def, arms)
	for i, b := range arms {
		if b != after && (i == 0 || b != arms[i-1]) {
			next := after
			if i+1 < len(arms) && arms[i+1] != b && g.c.Chance(48) {
				next = arms[i+1]
			}
			g.arm(b, next, depth)
		}
	}
	if def != after {
		g.arm(def, after, depth)
	}
	g.start(after)
}

// excStmt makes an instruction with an EXC clause, and its handler.
func (g *generator) excStmt(depth int) {
	in := g.throwing()
	after := g.newBlock(false)
	normal, handler := after, after
	pad := g.has(FeatureLanding) && g.c.Byte() >= 64
	k := g.c.Intn(8)
	if pad || k >= 2 || !g.has(FeatureDuplicate) {
		handler = g.newBlock(pad)
	}
	if k%2 == 1 {
		normal = g.newBlock(false)
	}
	g.endExc(in, normal, handler)
	if normal != after {
		g.arm(normal, after, depth)
	}
	if handler != after {
		g.start(handler)
		g.list(depth)
		if !g.done {
			if g.c.Chance(48) {
				g.leave()
			} else {
				g.branch(after)
			}
		}
	}
	g.start(after)
}

// watchStmt makes a WATCHPOINT or a WPBRANCH.
func (g *generator) watchStmt(depth int) {
	after := g.newBlock(false)
	other := g.newBlock(false)
	k := g.c.Intn(8)
	switch {
	case k == 7:
		g.wpbranch(after, other)
	case k >= 4 && g.has(FeatureExc):
		pad := g.has(FeatureLanding) && g.c.Bool()
		handler := after
		if pad || g.c.Bool() {
			handler = g.newBlock(pad)
		}
		g.watchpoint(after, other, handler)
		if handler != after {
			g.arm(handler, after, depth)
		}
	default:
		g.watchpoint(after, other, mu.NoBlock)
	}
	g.arm(other, after, depth)
	g.start(after)
}

// jumpStmt leaves the function or a loop, under a condition.
func (g *generator) jumpStmt() {
	c := g.cond()
	next := g.newBlock(false)
	if n := len(g.loops); n > 0 && g.c.Bool() {
		l := g.loops[g.c.Intn(n)]
		to := l.exit
		if l.next != mu.NoBlock && g.c.Bool() {
			to = l.next
		}
		g.branch2(c, to, next)
		g.start(next)
		return
	}
	out := g.newBlock(false)
	g.branch2(c, next, out)
	g.start(out)
	g.leave()
	g.start(next)
}

// recursion makes a call of the function by itself, if its first parameter says
// that there may be another.
func (g *generator) recursion() {
	if g.depth == mu.NoVar || g.funcs[g.fi].recursive {
		return
	}
	g.funcs[g.fi].recursive = true
	c := g.target(i1, nil)
	zero, one := mu.Global(g.intConst(i64, 0)), mu.Global(g.intConst(i64, 1))
	g.emitTo(c, g.two(mu.SGT, g.local(g.depth), zero, i64))
	again, after := g.newBlock(false), g.newBlock(false)
	g.branch2(g.local(c), again, after)
	g.start(again)
	d := g.target(i64, nil)
	g.emitTo(d, g.two(mu.SUB, g.local(g.depth), one, i64))
	small := g.target(i1, nil)
	g.emitTo(small, g.two(mu.SLT, g.local(d), mu.Global(g.intConst(i64, 5)), i64))
	call := g.newBlock(false)
	g.branch2(g.local(small), call, after)
	g.start(call)
	in := mu.Instruction{Op: mu.CALL, Sig: g.sigRef(g.funcs[g.fi].sig)}
	in.Args = g.callArgs(mu.Global(g.functionEntity(g.fi)), g.fi)
	in.Args[1] = g.local(d)
	g.keepAlive(&in)
	in.Results = g.results(g.sigs[g.funcs[g.fi].sig].returns...)
	g.emitResults(in)
	g.branch(after)
	g.start(after)
}
