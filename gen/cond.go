package gen

import "assay/js"

// cond returns a condition.
func (g *generator) cond(depth int) js.Expr {
	b := g.c.Byte()
	if g.budget <= 0 || depth > 3 {
		return g.operand()
	}
	switch condKind(g.condTable.at(b)) {
	case condCompare:
		return g.compare(depth + 2)
	case condBound:
		op := comparisons[g.c.Intn(len(comparisons))]
		x := g.operand()
		g.spend(1)
		return g.binary(op, x, g.number(g.c.Intn(6)))
	case condNot:
		g.spend(1)
		return g.unary("!", g.cond(depth+1))
	case condLogical:
		return g.logical(g.cond, depth+1)
	case condAssign:
		x := g.assignment(depth + 1)
		if g.c.Bool() {
			g.spend(1)
			x = g.binary(">", x, g.number(g.c.Intn(4)))
		}
		return x
	case condCall:
		return g.observe()
	case condNumber:
		return g.num(depth)
	case condTernary:
		test := g.cond(depth + 1)
		g.spend(6)
		then := g.cond(depth + 1)
		return g.ternaries.new(js.Conditional{Test: test, Then: then, Else: g.cond(depth + 1)})
	}
	return g.operand()
}
