package gen

import "assay/js"

// statements appends statements to the list being made until a choice or the
// budget ends it: a byte below first before the first one, below later before any
// other. Zero always ends it, but where the bound is 1, it takes two: a long list is
// not to end by chance. Where the budget is at its end already, one small
// statement may still come, so that large programs are not full of empty blocks.
func (g *generator) statements(first, later int) {
	stop := first
	for {
		b := g.c.Byte()
		if int(b) < stop && (stop > 1 || g.c.Byte() == 0) {
			return
		}
		b = max(b, byte(stop))
		if g.full() {
			if stop == first {
				g.smallStmt()
			}
			return
		}
		dead := g.dead
		g.statement(stmtKind(g.stmtTable.at(spread(b, stop))))
		stop = later
		if g.full() {
			return
		}
		if g.dead && !dead {
			if !g.has(FeatureDead) || !g.c.Chance(72) {
				return
			}
			stop = max(stop, 128)
		}
	}
}

// smallStmt appends a copy, a jump or an observation.
func (g *generator) smallStmt() {
	switch form := g.c.Pick(smallForms); {
	case form == 1 && g.depth > 0 && g.jump():
	case form <= 1 && g.copyStmt():
	default:
		g.put(g.exprStmt(g.observe()))
	}
}

var smallForms = NewTable(120, 96, 40)

// block returns a block of statements, with its own scope.
func (g *generator) block() *js.Block {
	g.open()
	base := len(g.stmts)
	g.depth++
	g.statements(12, 72)
	g.depth--
	b := g.blocks.new(js.Block{Body: g.take(base)})
	g.close()
	return b
}

// arm returns the body of an if: a block, or the only statement in it if bare and
// if the statement can stand there.
func (g *generator) arm(bare bool) js.Stmt {
	b := g.block()
	if bare && len(b.Body) == 1 {
		switch b.Body[0].(type) {
		case *js.VarDecl, *js.FunctionDecl:
		case *js.If: // an else after it would become its own
		default:
			return b.Body[0]
		}
	}
	return b
}

// statement appends a statement of the given kind, or a simple one where it cannot
// stand. Some kinds append more than one statement.
func (g *generator) statement(kind stmtKind) {
	if g.depth >= maxDepth || kind >= firstCompound && kind <= lastCompound && g.budget < smallestCompound {
		kind = stmtAssign
	}
	done := true
	switch kind {
	case stmtCall:
		g.put(g.exprStmt(g.observe()))
	case stmtCopy:
		done = g.copyStmt()
	case stmtDeclare:
		g.declaration()
	case stmtCompound:
		op := g.compoundOp()
		x := g.num(1)
		if i := g.pick(isAssignable); i >= 0 {
			g.spend(3)
			g.put(g.exprStmt(g.set(op, g.assign(i), x)))
		} else {
			g.put(g.exprStmt(x))
		}
	case stmtUpdate:
		if i := g.pick(isUpdatable); i >= 0 {
			g.put(g.exprStmt(g.updateOf(g.update(i))))
		} else {
			done = false
		}
	case stmtIf:
		g.ifStmt()
	case stmtWhile:
		done = g.whileStmt()
	case stmtDoWhile:
		done = g.doWhileStmt()
	case stmtFor:
		done = g.forStmt()
	case stmtForOf:
		done = g.forOfStmt()
	case stmtForIn:
		done = g.forInStmt()
	case stmtSwitch:
		g.switchStmt()
	case stmtLabel:
		g.labelStmt()
	case stmtTry:
		g.tryStmt()
	case stmtBlock:
		g.put(g.block())
	case stmtJumpIf:
		done = g.jumpIf()
	case stmtJump:
		// In the top-level list it would end the program too early.
		if done = g.depth > 0; done {
			done = g.jump()
		}
	case stmtExpr:
		g.exprStatement()
	case stmtStore:
		done = g.store()
	case stmtGlobal:
		op := g.assignOp()
		name := globalValues[g.c.Intn(len(globalValues))]
		x := g.num(1)
		g.spend(3)
		g.put(g.exprStmt(g.set(op, g.global(name), x)))
	case stmtFunction:
		done = g.functionStmt()
	case stmtCallLocal:
		if x := g.callLocal(1); x != nil {
			g.put(g.exprStmt(x))
		} else {
			done = g.functionStmt()
		}
	case stmtDestructure:
		done = g.destructure()
	case stmtHoist:
		done = g.hoist()
	case stmtEmpty:
		switch g.c.Intn(3) {
		case 0:
			g.put(&js.Empty{})
		case 1:
			g.put(g.blocks.new(js.Block{}))
		default:
			g.spend(1)
			g.put(&js.Debugger{})
		}
	case stmtInfinite:
		g.infiniteLoop()
	default:
		done = false
	}
	if !done {
		g.assignStmt()
	}
}

// assignStmt appends x = e;, or an observation if nothing can be assigned.
func (g *generator) assignStmt() {
	x := g.num(0)
	i := g.pick(isAssignable)
	if i >= 0 {
		if id, ok := x.(*js.Ident); ok && id.Name == localName(g.vars[i].name) {
			// x = x changes nothing; some other variable, if there is one.
			for j := range g.vars {
				if j != i && isAssignable(g, &g.vars[j]) {
					i = j
					break
				}
			}
		}
	}
	if i < 0 {
		g.spend(2)
		g.put(g.exprStmt(g.calls.new(js.Call{
			Callee: g.global(globalFunctions[0]), Args: g.exprLists.list([]js.Expr{x}),
		})))
		return
	}
	g.spend(1)
	g.put(g.exprStmt(g.set("=", g.assign(i), x)))
}

// copyStmt appends pure copies: one, a chain, a swap or a rotation. They are what
// makes phis depend on each other.
func (g *generator) copyStmt() bool {
	a := g.pick(isSwappable)
	if a < 0 {
		return false
	}
	other := func(not1, not2 int) int {
		n := len(g.vars)
		start := n - 1 - g.c.Intn(min(n, 256))
		for k := range n {
			i := start - k
			if i < 0 {
				i += n
			}
			if i != not1 && i != not2 && isSwappable(g, &g.vars[i]) {
				return i
			}
		}
		return -1
	}
	copyTo := func(dst, src int) {
		g.spend(2)
		x := g.use(src)
		g.put(g.exprStmt(g.set("=", g.assign(dst), x)))
	}
	form := g.c.Pick(copyForms)
	b := -1
	if form != 0 {
		b = other(a, -1)
	}
	if b < 0 {
		// One copy, from anything.
		src := g.pick(isPlainNumber)
		if src < 0 || src == a {
			src = other(a, -1)
		}
		if src < 0 {
			return false
		}
		copyTo(a, src)
		return true
	}
	c := -1
	if form >= 3 {
		c = other(a, b)
	}
	// The temporary may not take the names that are still to be mentioned.
	for _, i := range [...]int{a, b, c} {
		if i >= 0 {
			g.touch(g.vars[i].name)
		}
	}
	switch {
	case form == 1: // a = b; b = c
		copyTo(a, b)
		if c = g.pick(isPlainNumber); c >= 0 {
			copyTo(b, c)
		}
	case form == 2 || c < 0: // t = a; a = b; b = t
		t := g.temporary(a)
		copyTo(a, b)
		copyTo(b, t)
	case form == 3: // t = a; a = b; b = c; c = t
		t := g.temporary(a)
		copyTo(a, b)
		copyTo(b, c)
		copyTo(c, t)
	case !g.has(FeatureAssignExpr):
		copyTo(b, c)
		copyTo(a, b)
	default: // a = b = c
		g.spend(3)
		x := g.use(c)
		in := g.set("=", g.assign(b), x)
		g.put(g.exprStmt(g.set("=", g.assign(a), in)))
	}
	return true
}

var copyForms = NewTable(90, 30, 80, 40, 16)

// temporary appends const t = <variable i> and returns t's position.
func (g *generator) temporary(i int) int {
	g.spend(2)
	x := g.use(i)
	name := g.newName()
	kind := js.Let
	var flags varFlags
	if g.has(FeatureConst) {
		kind, flags = js.Const, constant
	}
	pos := g.declare(name, number, flags)
	g.put(g.declarationOf(kind, name, x))
	return pos
}

// declaration appends a declaration of one variable.
func (g *generator) declaration() {
	form := g.c.Pick(declarationForms)
	switch {
	case form == 1 && g.has(FeatureConst):
		x := g.num(0)
		g.spend(1)
		name := g.newName()
		g.declare(name, number, constant)
		g.put(g.declarationOf(js.Const, name, x))
		return
	case form == 2: // let x; x = undefined till assigned
		g.spend(1)
		name := g.newName()
		g.declare(name, number, 0)
		g.put(g.declarationOf(js.Let, name, nil))
		return
	case form == 3 && g.has(FeatureObject):
		x := g.objectLit(1)
		name := g.newName()
		g.declare(name, object, 0)
		g.put(g.declarationOf(js.Let, name, x))
		return
	case form == 4 && g.has(FeatureArray):
		x := g.arrayLit(1, 3)
		name := g.newName()
		g.vars[g.declare(name, array, constant)].arity = uint8(len(x.Elems))
		g.put(g.declarationOf(js.Const, name, x))
		return
	case form == 5 && g.has(FeatureTemplate):
		x := g.template(1)
		name := g.newName()
		g.declare(name, text, constant)
		g.put(g.declarationOf(js.Const, name, x))
		return
	case form == 6: // let x = e, y = e
		x := g.num(0)
		g.spend(1)
		n1 := g.newName()
		g.declare(n1, number, 0)
		t1 := g.idents.new(js.Ident{Name: localName(n1)})
		dead := g.dead
		if !g.has(FeatureContext) {
			// Lowering takes a variable for hoisted that a function in the same declaration
			// uses, and shares it. Nothing makes functions in dead code.
			g.dead = true
		}
		y := g.num(0)
		g.dead = dead
		g.spend(1)
		n2 := g.newName()
		g.declare(n2, number, 0)
		t2 := g.idents.new(js.Ident{Name: localName(n2)})
		g.put(g.varDecls.new(js.VarDecl{Kind: js.Let, Decls: g.declarators.list(
			[]js.Declarator{{Target: t1, Init: x}, {Target: t2, Init: y}})}))
		return
	}
	x := g.num(0)
	g.spend(1)
	name := g.newName()
	g.declare(name, number, 0)
	g.put(g.declarationOf(js.Let, name, x))
}

var declarationForms = NewTable(130, 36, 12, 26, 24, 12, 14)

// ifStmt appends an if, with an else or a chain of else if.
func (g *generator) ifStmt() {
	dead := g.dead
	falls := false // some arm does not jump away, or there is no else
	var first, last *js.If
	for {
		test := g.cond(0)
		g.spend(1)
		s := g.ifs.new(js.If{Test: test})
		if first == nil {
			first = s
		} else {
			last.Else = s
		}
		last = s
		style := g.c.Byte()
		s.Then = g.arm(style&8 != 0)
		falls = falls || !g.dead
		g.dead = dead
		if style&3 == 3 && !g.full() {
			continue // else if
		}
		if style&3 == 0 || g.budget <= 0 {
			falls = true
		} else {
			s.Else = g.arm(style&16 != 0)
			falls = falls || !g.dead
		}
		break
	}
	g.dead = dead || !falls
	g.put(first)
}

// labelStmt appends a labelled block. If nothing breaks out of it, it keeps its
// label all the same.
func (g *generator) labelStmt() {
	dead := g.dead
	i := g.enter(labelTarget)
	g.targets[i].label = g.newLabel()
	b := g.block()
	t := g.leave()
	g.dead = dead || g.dead && !t.broken
	g.put(&js.Labeled{Label: t.label, Body: b})
}

// tryStmt appends a try with a catch.
func (g *generator) tryStmt() {
	dead := g.dead
	live := g.live
	g.tries++
	s := &js.Try{}
	s.Block = g.block()
	g.tries--
	blockDead := g.dead
	// Without an instruction in the block nothing can throw, and lowering drops the
	// handler.
	g.dead = dead || g.live == live
	g.open()
	if g.c.Bool() {
		g.spend(1)
		// The React Compiler refuses functions that use the variable.
		s.Param = g.binding(number, updated)
	}
	base := len(g.stmts)
	g.depth++
	g.statements(12, 72)
	g.depth--
	s.Handler = g.blocks.new(js.Block{Body: g.take(base)})
	g.close()
	g.dead = dead || blockDead && g.dead
	g.put(s)
}

// exprStatement appends an expression statement that is not just a call or an
// assignment: assignments in the arms of short circuits and the like.
func (g *generator) exprStatement() {
	switch g.c.Intn(4) {
	case 0:
		if g.has(FeatureLogical) {
			op := logicalOps[g.c.Intn(len(logicalOps))]
			x := g.cond(1)
			g.spend(4)
			g.put(g.exprStmt(g.logicals.new(js.Logical{Op: op, X: x, Y: g.effect(1)})))
			return
		}
	case 1:
		if g.has(FeatureTernary) {
			test := g.cond(1)
			g.spend(6)
			then := g.effect(1)
			g.put(g.exprStmt(g.ternaries.new(js.Conditional{Test: test, Then: then, Else: g.effect(1)})))
			return
		}
	case 2:
		if g.has(FeatureSequence) {
			x := g.effect(1)
			g.put(g.exprStmt(&js.Sequence{List: g.exprLists.list([]js.Expr{x, g.effect(1)})}))
			return
		}
	}
	g.put(g.exprStmt(g.call(0)))
}

// store appends a property store, an assignment between objects, or a delete.
func (g *generator) store() bool {
	i := g.pick(isMember)
	if i < 0 {
		if !g.has(FeatureObject) {
			return false
		}
		x := g.objectLit(1)
		name := g.newName()
		i = g.declare(name, object, 0)
		g.put(g.declarationOf(js.Let, name, x))
	}
	form := g.c.Pick(storeForms)
	if form == 1 && !g.has(FeatureCompound) || form == 3 && !g.has(FeatureUpdate) {
		form = 0
	}
	if form == 5 {
		if dst := g.pick(isAssignableObject); dst >= 0 && dst != i && g.vars[i].kind == object {
			g.spend(2)
			x := g.use(i)
			g.put(g.exprStmt(g.set("=", g.assign(dst), x)))
			return true
		}
		form = 0
	}
	m := g.members.new(js.Member{X: g.use(i), Name: propNames[g.c.Intn(len(propNames))]})
	g.spend(2)
	switch form {
	case 1: // o.x += e
		g.spend(2)
		g.put(g.exprStmt(g.set(g.compoundOp(), m, g.num(1))))
	case 2: // o[k] = e
		if g.vars[i].kind == method {
			g.put(g.exprStmt(g.set("=", m, g.num(1))))
			break
		}
		m.Name = ""
		if t := g.pick(isText); t >= 0 {
			g.spend(1)
			m.Index = g.use(t)
		} else {
			m.Index = g.num(1)
		}
		g.put(g.exprStmt(g.set("=", m, g.num(1))))
	case 3: // o.x++
		g.spend(3)
		g.put(g.exprStmt(g.updateOf(m)))
	case 4: // delete o.x, delete o[k]
		if g.c.Bool() && g.vars[i].kind == object {
			m.Name = ""
			m.Index = g.num(1)
		}
		g.put(g.exprStmt(g.unary("delete", m)))
	default: // o.x = e
		g.put(g.exprStmt(g.set("=", m, g.num(1))))
	}
	return true
}

var storeForms = NewTable(90, 36, 46, 22, 30, 30)
