package gen

import "assay/js"

// any returns an expression whose value is only passed on: to a global function,
// into an array, or to the caller.
func (g *generator) any(depth int) js.Expr {
	b := g.c.Byte()
	if g.budget <= 0 || depth > maxExprDepth {
		return g.leaf(b)
	}
	switch anyKind(g.anyTable.at(b)) {
	case anyNumber:
		return g.num(depth)
	case anyVariable:
		return g.operand()
	case anyLiteral:
		g.spend(1)
		switch g.c.Intn(5) {
		case 0:
			return &js.NullLit{}
		case 1:
			return g.global("undefined")
		case 2:
			return &js.BoolLit{Value: true}
		case 3:
			return &js.BoolLit{}
		default:
			return &js.StringLit{Value: propNames[g.c.Intn(len(propNames))]}
		}
	case anyText:
		if i := g.pick(isText); i >= 0 {
			g.spend(1)
			return g.use(i)
		}
	case anyTemplate:
		return g.template(depth)
	case anyTagged:
		g.spend(2)
		t := &js.Template{Quasis: []js.Quasi{{Raw: "q", Cooked: "q"}}}
		return &js.TaggedTemplate{Tag: g.global(globalTag), Template: t}
	case anyArray:
		if i := g.pick(isArray); i >= 0 && g.c.Bool() {
			g.spend(1)
			return g.use(i)
		}
		return g.arrayOfAny(depth)
	case anyObject:
		if i := g.pick(isMember); i >= 0 && g.c.Bool() {
			// A method of it may be called back.
			if v := &g.vars[i]; v.kind == object || g.canCall(v) {
				g.work += 2 * g.times * int(v.work)
				g.spend(1)
				return g.use(i)
			}
		}
		return g.objectLit(depth)
	case anyFunction:
		if i := g.pick(isFunction); i >= 0 && g.c.Bool() {
			g.work += 2 * g.times * int(g.vars[i].work)
			g.spend(1)
			return g.use(i)
		}
		if !g.dead && !g.full() {
			fn, work := g.closure(g.c.Intn(3), "")
			g.work += 2 * g.times * work
			return &js.FunctionExpr{Func: fn}
		}
	case anyTypeof:
		op := "typeof"
		if g.c.Chance(64) {
			op = "void"
		}
		g.spend(1)
		return g.unary(op, g.num(depth+1))
	case anyRegExp:
		g.spend(2)
		r := &js.RegExpLit{Pattern: "a+", Flags: regExpFlags[g.c.Intn(len(regExpFlags))]}
		m := g.member(r, "source")
		return m
	}
	return g.leaf(b)
}

var regExpFlags = [...]string{"", "g", "i"}

// arrayOfAny returns an array literal with elements of any kind, and holes and
// spreads at times.
func (g *generator) arrayOfAny(depth int) js.Expr {
	base := len(g.exprs)
	g.spend(1)
	for range g.c.Intn(4) {
		var x js.Expr
		switch b := g.c.Byte(); {
		case b >= 244:
			x = nil
		case b >= 224 && g.has(FeatureSpread):
			x = g.spreadOf(depth + 1)
		default:
			x = g.any(depth + 1)
		}
		g.exprs = append(g.exprs, x)
	}
	return g.arrays.new(js.ArrayLit{Elems: g.takeExprs(base)})
}

func (g *generator) template(depth int) js.Expr {
	n := g.c.Intn(3)
	t := &js.Template{Quasis: make([]js.Quasi, n+1)}
	base := len(g.exprs)
	g.spend(1)
	for i := range n {
		g.exprs = append(g.exprs, g.num(depth+1))
		t.Quasis[i+1] = js.Quasi{Raw: "-", Cooked: "-"}
	}
	t.Exprs = g.takeExprs(base)
	return t
}
