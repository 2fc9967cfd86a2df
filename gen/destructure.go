package gen

import "assay/js"

func (g *generator) takePatterns(base int) []js.Pattern {
	l := g.patLists.list(g.patterns[base:])
	g.patterns = g.patterns[:base]
	return l
}

// objectPattern returns {x: a} or {x: a, y: b}, declaring its variables.
func (g *generator) objectPattern(flags varFlags) *js.ObjectPattern {
	n := 1 + g.c.Intn(2)
	o := &js.ObjectPattern{Props: make([]js.PatternProp, n)}
	for i := range o.Props {
		g.spend(1)
		o.Props[i] = js.PatternProp{Key: propNames[i], Value: g.binding(number, flags)}
	}
	return o
}

// destructure appends a declaration or an assignment with a pattern.
func (g *generator) destructure() bool {
	g.spend(2)
	flags, kind := varFlags(0), js.Let
	form := g.c.Pick(destructureForms)
	if form == 2 && g.has(FeatureConst) {
		flags, kind = constant, js.Const
	}
	switch form {
	case 0: // [a, b] = [b, a]: a swap without a temporary
		a := g.pick(isPlainTarget)
		if a < 0 {
			return false
		}
		b := g.pick(isPlainTarget)
		if b == a {
			b = g.pick(isNumber)
		}
		if b < 0 {
			return false
		}
		g.spend(3)
		base := len(g.exprs)
		g.exprs = append(g.exprs, g.use(b), g.use(a))
		right := g.arrays.new(js.ArrayLit{Elems: g.takeExprs(base)})
		pbase := len(g.patterns)
		g.patterns = append(g.patterns, g.assign(a))
		if b != a && isPlainTarget(g, &g.vars[b]) {
			g.patterns = append(g.patterns, g.assign(b))
		}
		target := &js.ArrayPattern{Elems: g.takePatterns(pbase)}
		g.put(g.exprStmt(g.set("=", target, right)))
	case 1, 2: // let [a, , b, ...c] = [...]
		var right js.Expr
		if i := g.pick(isArray); i >= 0 && g.c.Bool() {
			g.spend(1)
			right = g.use(i)
		} else {
			right = g.arrayLit(1, 4)
		}
		style := g.c.Byte()
		rest := style&0x30 == 0x30 && g.has(FeatureConst)
		if rest {
			// Arrays are constants.
			flags, kind = constant, js.Const
		}
		p := &js.ArrayPattern{}
		base := len(g.patterns)
		for k := range 1 + int(style&1) {
			if style&12 == 12 && k == 1 {
				g.patterns = append(g.patterns, nil) // a hole
			}
			g.patterns = append(g.patterns, g.binding(number, flags))
		}
		p.Elems = g.takePatterns(base)
		if rest {
			p.Rest = g.binding(array, constant)
		}
		g.put(g.varDecl(kind, p, right))
	case 3: // let {x: a, y: b} = o
		right := g.objectExpr(1, isObject)
		if right == nil {
			return false
		}
		g.put(g.varDecl(kind, g.objectPattern(flags), right))
	default: // ({x: a} = o)
		a := g.pick(isPlainTarget)
		if a < 0 {
			return false
		}
		right := g.objectExpr(1, isObject)
		if right == nil || !isPlainTarget(g, &g.vars[a]) {
			return false
		}
		o := &js.ObjectPattern{Props: []js.PatternProp{{Key: propNames[0], Value: g.assign(a)}}}
		g.put(g.exprStmt(g.set("=", o, right)))
	}
	return true
}

var destructureForms = NewTable(90, 50, 40, 50, 26)

// isPlainTarget accepts variables that a pattern may assign: not captured ones.
func isPlainTarget(g *generator, v *variable) bool {
	return v.kind == number && v.fn == g.fn && v.flags&(hidden|constant|counter|captured) == 0
}
