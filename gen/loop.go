package gen

import "assay/js"

// Every loop is bounded in one of these ways.
//
//   - A counter, which starts at a literal, is compared with a literal, and is only
//     ever stepped by literals towards it. It is stepped by the test itself, at the
//     start or the end of the body, or by the update of a for. Where it is stepped at
//     the end, continue would miss the step, so the body has none for this loop.
//   - It goes over an array literal, or over a constant array that nothing stores to.
//   - It goes over the keys of an object that its body does not reach.
//
// Extra conditions only end it sooner.

// plan is a counted loop to be made.
type plan struct {
	name  int32
	pos   int // of the variable
	trips int
	down  bool
	// step is the way the counter is stepped, of stepForms.
	step uint8
}

const (
	stepAssign   = iota // i = i + 1
	stepCompound        // i += 1
	stepPostfix         // i++
	stepPrefix          // ++i
)

var tripTable = NewTable(20, 70, 80, 50, 20, 8)

// count plans a counted loop, or returns false if the nesting is too deep for
// one. The counter is not declared yet.
func (g *generator) count() (p plan, ok bool) {
	if g.times*2 > maxTimes || g.full() {
		return p, false
	}
	p.trips = min(g.c.Pick(tripTable)+1, maxTimes/g.times)
	b := g.c.Byte()
	p.step = b & 3
	if p.step >= stepPostfix && !g.has(FeatureUpdate) || p.step == stepCompound && !g.has(FeatureCompound) {
		p.step = stepAssign
	}
	p.down = b&12 == 12
	return p, true
}

// start declares the counter in the present scope and returns its declaration.
func (g *generator) start(p *plan) *js.VarDecl {
	p.name = g.newName()
	flags := counter | assigned
	if p.step >= stepPostfix {
		flags |= updated
	}
	p.pos = g.declare(p.name, number, flags)
	from := 0
	if p.down {
		from = p.trips
	}
	g.spend(2)
	return g.declarationOf(js.Let, p.name, g.literal(float64(from)))
}

// stepOf returns the step of the counter as an expression.
func (g *generator) stepOf(p *plan) js.Expr {
	op, upd := "+", "++"
	if p.down {
		op, upd = "-", "--"
	}
	i := g.ident(p.name)
	switch p.step {
	case stepCompound:
		g.spend(3)
		return g.set(op+"=", i, g.literal(1))
	case stepPostfix, stepPrefix:
		g.spend(1)
		return g.updates.new(js.Update{Op: upd, Prefix: p.step == stepPrefix, X: i})
	}
	g.spend(4)
	return g.set("=", i, g.binary(op, g.ident(p.name), g.literal(1)))
}

// guard returns the comparison of the counter with its bound: of the counter, or
// of its step if the test steps it. Negated, it holds when the loop is to end.
func (g *generator) guard(p *plan, steps, negated bool) js.Expr {
	// The comparison is with the counter before its step. After it, the loop shall run
	// as often, so the bound itself still counts.
	after := steps && p.step != stepPostfix
	bound := 0
	var op string
	switch {
	case !p.down:
		bound = p.trips
		op = pickOp(negated, after, "<", "<=", ">=", ">")
	default:
		op = pickOp(negated, after, ">", ">=", "<=", "<")
	}
	g.spend(2)
	var x js.Expr
	if steps {
		x = g.stepOf(p)
	} else {
		g.spend(1)
		x = g.ident(p.name)
	}
	return g.binary(op, x, g.literal(float64(bound)))
}

func pickOp(negated, after bool, plain, plainAfter, not, notAfter string) string {
	switch {
	case negated && after:
		return notAfter
	case negated:
		return not
	case after:
		return plainAfter
	}
	return plain
}

// test returns the condition of a loop: the guard, at times with more.
func (g *generator) test(p *plan, steps bool) js.Expr {
	x := g.guard(p, steps, false)
	b := g.c.Byte()
	switch {
	case b >= 224 && g.has(FeatureLogical):
		g.spend(4)
		return g.logicals.new(js.Logical{Op: "&&", X: g.cond(1), Y: x})
	case b >= 176 && g.has(FeatureLogical):
		g.spend(4)
		return g.logicals.new(js.Logical{Op: "&&", X: x, Y: g.cond(1)})
	case b >= 168 && g.has(FeatureSequence):
		return &js.Sequence{List: g.exprLists.list([]js.Expr{g.effect(1), x})}
	case b >= 160 && g.has(FeatureTernary):
		g.spend(6)
		return g.ternaries.new(js.Conditional{Test: x, Then: g.cond(1), Else: &js.BoolLit{}})
	}
	return x
}

// loopBody returns the body of a loop. Before and after, if not nil, are
// statements at its start and end; they mention the counter of plan p, and no other
// variable.
func (g *generator) loopBody(p *plan, before, after js.Stmt) *js.Block {
	g.open()
	if before != nil || after != nil {
		g.touch(p.name) // so that the body declares no other variable of that name
	}
	base := len(g.stmts)
	if before != nil {
		g.put(before)
	}
	g.depth++
	g.statements(16, 64)
	g.depth--
	if g.has(FeatureCopy) && !g.dead && g.c.Chance(112) {
		// What is copied here is live around the loop.
		g.copyStmt()
	}
	switch n := len(g.stmts); {
	case after == nil:
	case g.dead && n > base && !g.has(FeatureDead):
		// Nothing gets to the end, so it goes before the jump.
		g.put(g.stmts[n-1])
		g.stmts[n-1] = after
	default:
		g.put(after)
	}
	b := g.blocks.new(js.Block{Body: g.take(base)})
	g.close()
	return b
}

// whileStmt appends a counter and a while loop.
func (g *generator) whileStmt() bool {
	p, ok := g.count()
	if !ok {
		return false
	}
	dead := g.dead
	g.put(g.start(&p))
	form := g.c.Pick(whileForms)
	if form == 3 && (!g.has(FeatureIf) || !g.has(FeatureBreak)) {
		form = 2
	}
	if form >= 2 && !g.has(FeatureAssignExpr) {
		form = 1
	}
	i := g.enter(loopTarget)
	times := g.times
	g.times *= p.trips
	s := &js.While{}
	switch form {
	case 0, 1: // while (i < n) { ...; i = i + 1 }, while (i < n) { i = i + 1; ... }
		s.Test = g.test(&p, false)
		g.spend(1)
		step := g.exprStmt(g.stepOf(&p))
		if form == 0 {
			g.targets[i].noContinue = true
			s.Body = g.loopBody(&p, nil, step)
		} else {
			s.Body = g.loopBody(&p, step, nil)
		}
	case 2: // while (i++ < n) { ... }
		s.Test = g.test(&p, true)
		g.spend(1)
		s.Body = g.loopBody(nil, nil, nil)
	case 3: // while (true) { if (i++ >= n) break; ... }
		s.Test = &js.BoolLit{Value: true}
		g.spend(3)
		exit := g.ifs.new(js.If{Test: g.guard(&p, true, true), Then: &js.Break{}})
		g.targets[i].broken = true
		s.Body = g.loopBody(&p, exit, nil)
	}
	g.times = times
	t := g.leave()
	g.dead = dead
	g.put(g.labelled(&t, s))
	return true
}

var whileForms = NewTable(80, 60, 86, 30)

// doWhileStmt appends a counter and a do-while loop.
func (g *generator) doWhileStmt() bool {
	p, ok := g.count()
	if !ok {
		return false
	}
	dead := g.dead
	g.put(g.start(&p))
	form := g.c.Pick(doWhileForms)
	if form == 2 && !g.has(FeatureAssignExpr) {
		form = 1
	}
	i := g.enter(loopTarget)
	times := g.times
	g.times *= p.trips
	s := &js.DoWhile{}
	switch form {
	case 0: // do { ...; i = i + 1 } while (i < n)
		g.targets[i].noContinue = true
		s.Body = g.loopBody(&p, nil, g.exprStmt(g.stepOf(&p)))
	case 1: // do { i = i + 1; ... } while (i < n)
		s.Body = g.loopBody(&p, g.exprStmt(g.stepOf(&p)), nil)
	case 2: // do { ... } while (++i < n)
		s.Body = g.loopBody(nil, nil, nil)
	}
	// If the body always jumps away, nothing gets to the test.
	g.dead = g.dead && !g.targets[i].continued
	s.Test = g.test(&p, form == 2)
	g.spend(1)
	g.times = times
	t := g.leave()
	g.dead = dead || g.dead && !t.broken
	g.put(g.labelled(&t, s))
	return true
}

var doWhileForms = NewTable(80, 60, 116)

// forStmt appends a for loop.
func (g *generator) forStmt() bool {
	p, ok := g.count()
	if !ok {
		return false
	}
	dead := g.dead
	form := g.c.Pick(forForms)
	if g.cfg.React && form >= forOuter || form == forNoTest && (!g.has(FeatureIf) || !g.has(FeatureBreak)) {
		form = forPlain
	}
	if form == forSelf && !g.has(FeatureAssignExpr) {
		form = forPlain
	}
	s := &js.For{}
	if form == forOuter { // let i = 0; for (x = e; ...)
		g.put(g.start(&p))
		g.open()
		if g.c.Bool() {
			s.Init = g.exprStmt(g.effect(1))
		}
	} else {
		g.open()
		d := g.start(&p)
		if form == forTwo && !g.full() { // for (let i = 0, x = e; ...)
			x := g.num(1)
			g.spend(1)
			name := g.newName()
			g.declare(name, number, 0)
			d.Decls = append(d.Decls, js.Declarator{Target: g.idents.new(js.Ident{Name: localName(name)}), Init: x})
		}
		s.Init = d
	}
	i := g.enter(loopTarget)
	times := g.times
	g.times *= p.trips
	if form != forNoTest {
		s.Test = g.test(&p, form == forSelf)
	}
	g.spend(3)
	if form != forSelf {
		// A function may not stand here: if the body always jumps away, nothing gets to
		// the update.
		g.dead = true
		s.Update = g.stepOf(&p)
		if form == forCopy && g.has(FeatureSequence) {
			x := g.updateEffect()
			s.Update = &js.Sequence{List: g.exprLists.list([]js.Expr{s.Update, x})}
		}
		g.dead = dead
	}
	if form == forNoTest { // for (let i = 0; ; i++) { if (i >= n) break; ... }
		exit := g.ifs.new(js.If{Test: g.guard(&p, false, true), Then: &js.Break{}})
		g.targets[i].broken = true
		s.Body = g.loopBody(&p, exit, nil)
	} else {
		s.Body = g.loopBody(nil, nil, nil)
	}
	g.times = times
	t := g.leave()
	g.close()
	g.dead = dead
	g.put(g.labelled(&t, s))
	return true
}

// The forms of a for.
const (
	forPlain  = iota // for (let i = 0; i < n; i++)
	forTwo           // with a second variable
	forCopy          // with a copy in the update
	forSelf          // for (let i = 0; i++ < n; )
	forOuter         // with the counter declared before it
	forNoTest        // with the test in the body
)

var forForms = NewTable(100, 36, 46, 36, 20, 18)

// updateEffect returns what a for does beside stepping its counter: a copy if
// possible.
func (g *generator) updateEffect() js.Expr {
	if src := g.pick(isNumber); src >= 0 {
		if dst := g.pick(isAssignable); dst >= 0 && dst != src {
			g.spend(2)
			x := g.use(src)
			return g.set("=", g.assign(dst), x)
		}
	}
	return g.observe()
}

// forOfStmt appends a for-of loop.
func (g *generator) forOfStmt() bool {
	if g.times*2 > maxTimes || g.full() {
		return false
	}
	dead := g.dead
	s := &js.ForOf{}
	// The variable is in scope in what the loop goes over too, but not initialized.
	g.open()
	trips := 3
	pairs := false
	switch g.c.Pick(forOfSources) {
	case 1: // of a
		if i := g.pick(isArray); i >= 0 {
			trips = max(int(g.vars[i].arity), 1)
			g.spend(1)
			s.Right = g.use(i)
		}
	case 2: // of [[a, b], [c, d]]
		if !g.has(FeatureDestructure) {
			break
		}
		pairs = true
		base := len(g.exprs)
		g.spend(1)
		for range 1 + g.c.Intn(3) {
			g.spend(1)
			x := g.operand()
			pair := g.arrays.new(js.ArrayLit{Elems: g.exprLists.list([]js.Expr{x, g.operand()})})
			g.exprs = append(g.exprs, pair)
		}
		trips = len(g.exprs) - base
		s.Right = g.arrays.new(js.ArrayLit{Elems: g.takeExprs(base)})
	case 3: // of f(a), an unknown collection
		if g.has(FeatureCall) {
			s.Right = g.observe()
		}
	}
	if s.Right == nil {
		a := g.arrayLit(1, 4)
		trips = len(a.Elems)
		s.Right = a
	}
	g.enter(loopTarget)
	times := g.times
	g.times *= min(trips, maxTimes/g.times)
	g.spend(5)
	target := g.c.Pick(forOfTargets)
	dst := -1
	if target == 2 && !pairs {
		dst = g.pick(isAssignable)
	}
	if dst >= 0 {
		s.Target = g.assign(dst)
	} else {
		s.Declares = true
		s.Kind = js.Let
		var flags varFlags
		if target == 0 && g.has(FeatureConst) {
			s.Kind, flags = js.Const, constant
		}
		if pairs {
			base := len(g.patterns)
			g.patterns = append(g.patterns, g.binding(number, flags))
			g.patterns = append(g.patterns, g.binding(number, flags))
			s.Target = &js.ArrayPattern{Elems: g.takePatterns(base)}
		} else {
			s.Target = g.binding(number, flags)
		}
	}
	s.Body = g.loopBody(nil, nil, nil)
	g.close()
	g.times = times
	t := g.leave()
	g.dead = dead
	g.put(g.labelled(&t, s))
	return true
}

var (
	forOfSources = NewTable(130, 60, 36, 30)
	forOfTargets = NewTable(120, 90, 46)
)

// forInStmt appends a for-in loop.
func (g *generator) forInStmt() bool {
	if g.times*2 > maxTimes || g.full() {
		return false
	}
	dead := g.dead
	s := &js.ForIn{Declares: true, Kind: js.Let}
	g.open() // as in forOfStmt
	o := g.objectLit(1)
	trips := min(max(len(o.Props), 1), maxTimes/g.times)
	s.Right = o
	g.enter(loopTarget)
	times := g.times
	g.times *= trips
	g.spend(4)
	if g.has(FeatureConst) {
		s.Kind = js.Const
	}
	s.Target = g.binding(text, constant)
	s.Body = g.loopBody(nil, nil, nil)
	g.close()
	g.times = times
	t := g.leave()
	g.dead = dead
	g.put(g.labelled(&t, s))
	return true
}

// infiniteLoop appends a loop that nothing in the function leaves, but for jumps
// that its body may have.
func (g *generator) infiniteLoop() {
	dead := g.dead
	form := g.c.Intn(3)
	g.enter(loopTarget)
	times := g.times
	g.times = maxTimes // no loops in it
	var s js.Stmt
	g.spend(3)
	switch form {
	case 0:
		body := g.loopBody(nil, nil, nil)
		s = &js.While{Test: &js.BoolLit{Value: true}, Body: body}
	case 1:
		s = &js.DoWhile{Body: g.loopBody(nil, nil, nil), Test: g.literal(1)}
		g.dead = g.dead && !g.targets[len(g.targets)-1].continued
	case 2: // nothing in it at all
		s = &js.While{Test: &js.BoolLit{Value: true}, Body: g.blocks.new(js.Block{})}
	}
	g.times = times
	t := g.leave()
	if form == 1 {
		g.dead = dead || g.dead && !t.broken
	} else {
		g.dead = dead
	}
	g.put(g.labelled(&t, s))
}
