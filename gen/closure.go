package gen

import "assay/js"

// The forms of a nested function.
const (
	arrowExpr = iota
	arrowBlock
	functionExpr
	functionDecl
	objectMethod
)

// closure returns a function nested in the present one and an estimate of the
// steps that a call takes. The caller checks that functions may stand here: not in
// dead code, where lowering refuses them.
func (g *generator) closure(form int, name string) (fn *js.Function, work int) {
	fn = &js.Function{Name: name, Arrow: form == arrowExpr || form == arrowBlock}
	outer := struct{ base, work, times, live, tries, labels int }{g.base, g.work, g.times, g.live, g.tries, g.labels}
	g.base, g.work, g.times, g.tries = len(g.targets), 0, 1, 0
	g.fn++
	g.depth++
	g.open()
	g.parameters(fn, g.c.Intn(3), 0)
	if form == arrowExpr {
		fn.ExprBody = g.num(1)
	} else {
		base := len(g.stmts)
		g.statements(16, 80)
		if !g.dead {
			g.put(&js.Return{X: g.num(1)})
		}
		fn.Body = g.take(base)
	}
	g.close()
	g.depth--
	g.fn--
	g.dead = false
	work = g.work + 2
	g.base, g.work, g.times, g.tries, g.labels = outer.base, outer.work, outer.times, outer.tries, outer.labels
	g.live = outer.live + 1
	return fn, work
}

// functionStmt declares a function: a constant with a function expression or
// arrow, an object with a method, or a function declaration.
func (g *generator) functionStmt() bool {
	if g.dead || g.full() || g.depth >= maxDepth {
		return false
	}
	form := g.c.Pick(functionForms)
	if !g.has(FeatureClosure) {
		form = functionDecl
	}
	switch {
	case form == functionDecl && !g.has(FeatureFunction):
		form = functionExpr
	case form == objectMethod && !g.has(FeatureMethod):
		form = arrowBlock
	}
	g.spend(2)
	switch form {
	case functionDecl:
		// Its name is fresh, as the declaration is in effect in the whole block.
		name := g.fresh()
		fn, work := g.closure(form, localName(name))
		g.declareFunction(name, function, fn, work)
		g.put(&js.FunctionDecl{Func: fn})
	case objectMethod:
		fn, work := g.closure(form, "")
		o := g.objectLit(1)
		o.Props = append(o.Props, js.Prop{Key: methodName, Method: true, Value: &js.FunctionExpr{Func: fn}})
		g.constant(o, func(name int32) { g.declareFunction(name, method, fn, work) })
	default:
		var own string
		if form == functionExpr && g.c.Chance(64) {
			own = localName(g.fresh())
		}
		fn, work := g.closure(form, own)
		g.constant(&js.FunctionExpr{Func: fn}, func(name int32) { g.declareFunction(name, function, fn, work) })
	}
	if g.c.Chance(128) {
		g.callHere(len(g.vars) - 1)
	}
	return true
}

// callHere appends a call of the function in variable i, or of the method in it, as
// most functions that are made would not be called otherwise. The result goes to
// some variable.
func (g *generator) callHere(i int) {
	if v := &g.vars[i]; v.flags&hidden != 0 || !g.canCall(v) {
		return
	}
	x := g.callOf(i)
	if to := g.pick(isAssignable); to >= 0 {
		g.spend(1)
		x = g.set("=", g.assign(to), x)
	}
	g.put(g.exprStmt(x))
}

var functionForms = NewTable(70, 70, 36, 50, 30)

func (g *generator) declareFunction(name int32, kind varKind, fn *js.Function, work int) {
	v := &g.vars[g.declare(name, kind, constant)]
	v.work = int32(min(work, g.cfg.Steps))
	v.arity = uint8(len(fn.Params))
}

// constant appends const x = init, declaring the name it chooses through declare.
func (g *generator) constant(init js.Expr, declare func(name int32)) {
	name := g.newName()
	declare(name)
	g.put(g.declarationOf(js.Const, name, init))
}

// declarationOf returns the declaration of one plain variable.
func (g *generator) declarationOf(kind js.VarKind, name int32, init js.Expr) *js.VarDecl {
	return g.varDecl(kind, g.idents.new(js.Ident{Name: localName(name)}), init)
}

func (g *generator) varDecl(kind js.VarKind, target js.Pattern, init js.Expr) *js.VarDecl {
	d := g.declarators.list([]js.Declarator{{Target: target, Init: init}})
	return g.varDecls.new(js.VarDecl{Kind: kind, Decls: d})
}

// hoist uses something before its declaration, where that is right: a function
// declaration that is called above it, or a closure over a variable declared
// below it and called only after that.
func (g *generator) hoist() bool {
	if g.dead || g.full() || g.depth >= maxDepth {
		return false
	}
	if g.c.Bool() {
		name := g.fresh()
		fn, work := g.closure(functionDecl, localName(name))
		g.declareFunction(name, function, fn, work)
		g.put(g.exprStmt(g.callOf(len(g.vars) - 1)))
		g.put(&js.FunctionDecl{Func: fn})
		return true
	}
	// const h = () => x + a; let x = b; h();
	late := g.fresh()
	fn := &js.Function{Arrow: true}
	fn.ExprBody = g.binary("+", g.idents.new(js.Ident{Name: localName(late)}), g.literal(1))
	g.spend(8)
	g.constant(&js.FunctionExpr{Func: fn}, func(name int32) { g.declareFunction(name, function, fn, 4) })
	h := len(g.vars) - 1
	g.vars[h].flags |= hidden // till the variable is declared
	init := g.num(1)
	g.declare(late, number, captured)
	g.put(g.declarationOf(js.Let, late, init))
	g.vars[h].flags &^= hidden
	g.put(g.exprStmt(g.callOf(h)))
	return true
}

// callOf returns a call of the function that variable i holds, or of its method.
func (g *generator) callOf(i int) js.Expr {
	n := int(g.vars[i].arity)
	g.work += g.times * int(g.vars[i].work)
	g.spend(2)
	var callee js.Expr = g.use(i)
	if g.vars[i].kind == method {
		callee = g.member(callee, methodName)
	}
	base := len(g.exprs)
	for range n {
		g.exprs = append(g.exprs, g.operand())
	}
	return g.calls.new(js.Call{Callee: callee, Args: g.takeExprs(base)})
}
