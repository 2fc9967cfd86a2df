package gen

import "assay/js"

// leafBelow gives, by depth, below which byte an expression is a variable or
// literal.
var leafBelow = [maxExprDepth + 1]int{90, 150, 200, 225, 240, 250, 256}

// spread scales a byte at or above from to the whole range of a table.
func spread(b byte, from int) byte { return byte((int(b) - from) * 256 / (256 - from)) }

// num returns an expression whose value is a number, or another primitive that
// arithmetic turns into one.
func (g *generator) num(depth int) js.Expr {
	b := g.c.Byte()
	below := leafBelow[min(depth, maxExprDepth)]
	if int(b) < below || g.budget <= 0 {
		return g.leaf(b)
	}
	depth++
	switch exprKind(g.exprTable.at(spread(b, below))) {
	case exprBinary:
		op := arithmetic[g.c.Pick(arithmeticTable)]
		x := g.num(depth)
		g.spend(1)
		return g.binary(op, x, g.num(depth))
	case exprMix:
		// Weighted, so that a wrong operand is not lost in a sum.
		x := g.num(depth)
		g.spend(3)
		x = g.binary("*", g.literal(weights[g.c.Intn(len(weights))]), x)
		return g.binary("+", x, g.num(depth))
	case exprUnary:
		g.spend(1)
		op := unaryOps[g.c.Intn(len(unaryOps))]
		return g.unary(op, g.num(depth))
	case exprCompare:
		return g.compare(depth)
	case exprLogical:
		return g.logical(g.num, depth)
	case exprTernary:
		return g.ternary(depth)
	case exprAssign:
		return g.assignment(depth)
	case exprUpdate:
		if i := g.pick(isUpdatable); i >= 0 && g.has(FeatureUpdate) {
			return g.updateOf(g.update(i))
		}
	case exprSequence:
		x := g.effect(depth)
		return &js.Sequence{List: g.exprLists.list([]js.Expr{x, g.num(depth)})}
	case exprCall:
		return g.call(depth)
	case exprCallLocal:
		if x := g.callLocal(depth); x != nil {
			return x
		}
	case exprInvoke:
		if !g.dead && !g.full() {
			return g.invoke()
		}
	case exprMember:
		if x := g.objectExpr(depth, isMember); x != nil {
			g.spend(1)
			return g.member(x, propNames[g.c.Intn(len(propNames))])
		}
	case exprIndex:
		return g.index(depth)
	case exprOptional:
		return g.optional(depth)
	case exprMethod:
		return g.methodCall(depth)
	case exprGlobal:
		g.spend(1)
		return g.global(globalValues[g.c.Intn(len(globalValues))])
	case exprNew:
		g.spend(2)
		n := &js.New{Callee: g.global(globalClass)}
		n.Args = g.arguments(depth)
		return n
	}
	return g.leaf(b)
}

var (
	arithmetic      = [...]string{"+", "-", "*", "^", "|", "&", "%", "<<", ">>", ">>>", "/", "**"}
	arithmeticTable = NewTable(80, 50, 30, 24, 14, 14, 14, 8, 8, 6, 4, 4)
	weights         = [...]float64{31, 3, 5, 7, 17, 13, 37, 101}
	unaryOps        = [...]string{"-", "+", "!", "~"}
	comparisons     = [...]string{"<", ">", "<=", ">=", "===", "!==", "==", "!="}
)

// leaf returns a variable or a small number, as b says.
func (g *generator) leaf(b byte) js.Expr {
	if b&7 < 6 {
		if i := g.pick(isNumber); i >= 0 {
			g.spend(1)
			return g.use(i)
		}
	}
	return g.number(g.c.Intn(10))
}

// operand returns a variable, or a number if there is none.
func (g *generator) operand() js.Expr { return g.leaf(0) }

func (g *generator) number(n int) js.Expr {
	g.spend(1)
	return g.literal(float64(n))
}

// literal is number, with what it costs already counted.
func (g *generator) literal(v float64) *js.NumberLit { return g.numbers.new(js.NumberLit{Value: v}) }

func (g *generator) global(name string) *js.Ident { return g.idents.new(js.Ident{Name: name}) }

func (g *generator) binary(op string, x, y js.Expr) *js.Binary {
	return g.binaries.new(js.Binary{Op: op, X: x, Y: y})
}

func (g *generator) unary(op string, x js.Expr) *js.Unary {
	return g.unaries.new(js.Unary{Op: op, X: x})
}

func (g *generator) member(x js.Expr, name string) *js.Member {
	return g.members.new(js.Member{X: x, Name: name})
}

func (g *generator) set(op string, target js.Pattern, value js.Expr) *js.Assign {
	return g.assigns.new(js.Assign{Op: op, Target: target, Value: value})
}

func (g *generator) exprStmt(x js.Expr) *js.ExprStmt { return g.exprStmts.new(js.ExprStmt{X: x}) }

func (g *generator) compare(depth int) js.Expr {
	op := comparisons[g.c.Intn(len(comparisons))]
	x := g.num(depth)
	g.spend(1)
	return g.binary(op, x, g.num(depth))
}

// logical joins two expressions that operand makes.
func (g *generator) logical(operand func(int) js.Expr, depth int) js.Expr {
	op := logicalOps[g.c.Intn(len(logicalOps))]
	x := operand(depth)
	g.spend(4)
	return g.logicals.new(js.Logical{Op: op, X: x, Y: operand(depth)})
}

var logicalOps = [...]string{"&&", "||", "??"}

func (g *generator) ternary(depth int) js.Expr {
	test := g.cond(depth)
	g.spend(6)
	then := g.num(depth)
	return g.ternaries.new(js.Conditional{Test: test, Then: then, Else: g.num(depth)})
}

// assignment returns an assignment as an expression; if nothing can be assigned,
// just a value.
func (g *generator) assignment(depth int) js.Expr {
	op := g.assignOp()
	x := g.num(depth)
	i := g.pick(isAssignable)
	if i < 0 {
		return x
	}
	g.spend(2)
	return g.set(op, g.assign(i), x)
}

// assignOp chooses between = and the compound operators.
func (g *generator) assignOp() string {
	if !g.has(FeatureCompound) {
		return "="
	}
	return g.opOf(g.c.Pick(assignTable))
}

// compoundOp chooses a compound assignment's operator.
func (g *generator) compoundOp() string { return g.opOf(g.c.Pick(compoundTable)) }

func (g *generator) opOf(i int) string {
	if g.cfg.React && i >= firstLogicalOp {
		i = 1
	}
	return assignOps[i]
}

var (
	assignOps = [...]string{"=", "+=", "-=", "*=", "^=", "|=", "&=", "%=", "<<=", ">>=", ">>>=", "/=", "**=",
		"&&=", "||=", "??="}
	assignTable = NewTable(120, 50, 24, 16, 10, 6, 6, 6, 4, 4, 4, 3, 3, 7, 7, 7)
	// compoundTable is assignTable without the plain assignment.
	compoundTable = NewTable(0, 50, 24, 16, 10, 6, 6, 6, 4, 4, 4, 3, 3, 7, 7, 7)
)

const firstLogicalOp = 13

func (g *generator) updateOf(x js.Expr) js.Expr {
	b := g.c.Byte()
	op := "++"
	if b&1 != 0 {
		op = "--"
	}
	g.spend(1)
	return g.updates.new(js.Update{Op: op, Prefix: b&2 != 0, X: x})
}

// effect returns an expression that is evaluated for its effect.
func (g *generator) effect(depth int) js.Expr {
	if g.has(FeatureAssignExpr) && g.c.Bool() {
		return g.assignment(depth)
	}
	return g.call(depth)
}

// call returns a call of a global function: it observes its arguments, and its
// result is unknown.
func (g *generator) call(depth int) js.Expr {
	g.spend(2)
	callee := g.global(globalFunctions[g.c.Intn(len(globalFunctions))])
	return g.calls.new(js.Call{Callee: callee, Args: g.arguments(depth)})
}

// observe is call with variables for arguments.
func (g *generator) observe() js.Expr {
	base := len(g.exprs)
	for range 1 + g.c.Intn(3) {
		g.exprs = append(g.exprs, g.operand())
	}
	g.spend(2)
	return g.calls.new(js.Call{Callee: g.global(globalFunctions[0]), Args: g.takeExprs(base)})
}

func (g *generator) arguments(depth int) []js.Expr {
	base := len(g.exprs)
	n := g.c.Pick(argumentCount)
	for range n {
		x := g.any(depth)
		if g.has(FeatureSpread) && g.c.Chance(12) {
			x = g.spreadOf(depth)
		}
		g.exprs = append(g.exprs, x)
	}
	return g.takeExprs(base)
}

var argumentCount = NewTable(16, 110, 90, 40)

// spreadOf returns a spread of an array.
func (g *generator) spreadOf(depth int) js.Expr {
	if i := g.pick(isArray); i >= 0 {
		g.spend(1)
		return &js.Spread{X: g.use(i)}
	}
	return &js.Spread{X: g.arrayLit(depth, 3)}
}

// callLocal returns a call of a function of the program, or nil if none can be
// called.
func (g *generator) callLocal(depth int) js.Expr {
	i := g.pick(isFunction)
	if i < 0 {
		return nil
	}
	v := &g.vars[i]
	g.work += g.times * int(v.work)
	n := int(v.arity)
	callee := g.use(i)
	g.spend(2)
	base := len(g.exprs)
	for range n {
		g.exprs = append(g.exprs, g.num(depth))
	}
	x := g.calls.new(js.Call{Callee: callee, Args: g.takeExprs(base)})
	if g.has(FeatureOptional) && g.c.Chance(24) {
		g.spend(5)
		x.Optional = true
		return &js.Chain{X: x}
	}
	return x
}

// invoke returns an immediately called function expression.
func (g *generator) invoke() js.Expr {
	fn, work := g.closure(g.c.Intn(2), "")
	g.work += g.times * work
	g.spend(2)
	base := len(g.exprs)
	for range fn.Params {
		g.exprs = append(g.exprs, g.operand())
	}
	return g.calls.new(js.Call{Callee: &js.FunctionExpr{Func: fn}, Args: g.takeExprs(base)})
}

// objectExpr returns an object, or nil if the features allow none. If it is a
// variable, ok accepts it.
func (g *generator) objectExpr(depth int, ok func(*generator, *variable) bool) js.Expr {
	if i := g.pick(ok); i >= 0 {
		g.spend(1)
		return g.use(i)
	}
	if g.has(FeatureObject) && !g.full() {
		return g.objectLit(depth)
	}
	if g.has(FeatureGlobal) {
		g.spend(1)
		return g.global(globalValues[g.c.Intn(len(globalValues))])
	}
	return nil
}

// index returns an indexed load from an array or object.
func (g *generator) index(depth int) js.Expr {
	var x, k js.Expr
	if i := g.pick(isArray); i >= 0 {
		n := max(int(g.vars[i].arity), 1)
		g.spend(1)
		x = g.use(i)
		k = g.small(n, depth)
	} else if i := g.pick(isText); i >= 0 {
		if o := g.pick(isObject); o >= 0 {
			g.spend(2)
			x = g.use(o)
			k = g.use(i)
		}
	}
	if x == nil {
		a := g.arrayLit(depth, 3)
		x, k = a, g.small(max(len(a.Elems), 1), depth)
	}
	g.spend(1)
	return g.members.new(js.Member{X: x, Index: k})
}

// small returns an index that is often less than n.
func (g *generator) small(n, depth int) js.Expr {
	b := g.c.Byte()
	switch {
	case b < 100:
		return g.number(int(b) % n)
	case b < 160:
		if i := g.pick(isUpdatable); i >= 0 && g.has(FeatureAssignExpr) && g.has(FeatureUpdate) {
			return g.updateOf(g.update(i))
		}
	case b < 200:
		x := g.num(depth + 1)
		g.spend(2)
		return g.binary("&", x, g.literal(1))
	}
	return g.num(depth + 1)
}

// optional returns an optional chain: of an object, a number or a global.
func (g *generator) optional(depth int) js.Expr {
	form := g.c.Pick(optionalForms)
	x := g.objectExpr(depth, isObject)
	if x == nil {
		x = g.operand()
	}
	g.spend(6)
	name := propNames[g.c.Intn(len(propNames))]
	m := g.members.new(js.Member{X: x, Optional: true})
	var chain js.Expr = m
	switch form {
	case 0: // x?.y
		m.Name = name
	case 1: // x?.[k]
		m.Index = g.num(depth)
	case 2: // x?.y?.z
		m.Name = name
		g.spend(5)
		chain = g.members.new(js.Member{X: m, Name: propNames[g.c.Intn(len(propNames))], Optional: true})
	case 3: // x?.m?.(a)
		m.X = g.global(globalValues[g.c.Intn(len(globalValues))])
		m.Name = methodName
		g.spend(6)
		chain = g.calls.new(js.Call{Callee: m, Args: g.arguments(depth), Optional: true})
	case 4: // x?.y.z, which throws where x?.y is undefined
		m.Name = name
		g.spend(1)
		chain = g.member(m, propNames[g.c.Intn(len(propNames))])
	}
	return &js.Chain{X: chain}
}

var optionalForms = NewTable(90, 60, 50, 40, 16)

// methodCall returns a call of a method: of the program's own object, or of a
// global.
func (g *generator) methodCall(depth int) js.Expr {
	g.spend(3)
	i := g.pick(isMethod)
	if i < 0 {
		callee := g.member(g.global(globalValues[g.c.Intn(len(globalValues))]), methodName)
		return g.calls.new(js.Call{Callee: callee, Args: g.arguments(depth)})
	}
	n := int(g.vars[i].arity)
	g.work += g.times * int(g.vars[i].work)
	callee := g.member(g.use(i), methodName)
	base := len(g.exprs)
	for range n {
		g.exprs = append(g.exprs, g.num(depth))
	}
	return g.calls.new(js.Call{Callee: callee, Args: g.takeExprs(base)})
}

func (g *generator) arrayLit(depth, most int) *js.ArrayLit {
	base := len(g.exprs)
	g.spend(1)
	for range 1 + g.c.Intn(most) {
		g.exprs = append(g.exprs, g.num(depth+1))
	}
	return g.arrays.new(js.ArrayLit{Elems: g.takeExprs(base)})
}

// objectLit returns an object literal with the property x, often y, and more.
func (g *generator) objectLit(depth int) *js.ObjectLit {
	g.spend(1)
	o := &js.ObjectLit{}
	n := 1 + g.c.Intn(2)
	o.Props = make([]js.Prop, 0, n+2)
	for i := range n {
		o.Props = append(o.Props, js.Prop{Key: propNames[i], Value: g.num(depth + 1)})
	}
	b := g.c.Byte()
	switch {
	case b >= 248:
		o.Props[0].KeyKind = js.KeyString
	case b >= 240:
		o.Props = append(o.Props, js.Prop{Key: "0", KeyKind: js.KeyNumber, Value: g.operand()})
	case b >= 224:
		k := g.num(depth + 1)
		if _, ok := k.(*js.Ident); g.cfg.React && !ok {
			break
		}
		o.Props = append(o.Props, js.Prop{KeyKind: js.KeyComputed, Computed: k, Value: g.operand()})
	case b >= 208 && g.has(FeatureSpread):
		if i := g.pick(isObject); i >= 0 {
			g.spend(1)
			o.Props = append(o.Props, js.Prop{Spread: true, Value: g.use(i)})
		}
	case b >= 176:
		if i := g.pick(isNumber); i >= 0 {
			g.spend(1)
			x := g.use(i)
			o.Props = append(o.Props, js.Prop{Key: x.Name, Value: x, Shorthand: true})
		}
	}
	return o
}
