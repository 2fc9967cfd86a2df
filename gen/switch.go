package gen

import "assay/js"

// switchStmt appends a switch: cases that fall through, that are empty, that share
// a body, and a default at any place or none.
func (g *generator) switchStmt() {
	dead := g.dead
	s := &js.Switch{}
	switch g.c.Intn(3) {
	case 0:
		s.Disc = g.operand()
	case 1:
		x := g.operand()
		g.spend(2)
		s.Disc = g.binary("&", x, g.literal(3))
	default:
		s.Disc = g.num(1)
	}
	g.spend(1)
	n := 1 + g.c.Intn(4)
	def := g.c.Intn(2*n) - n // below zero: no default
	i := g.enter(switchTarget)
	g.depth++
	g.open()
	first := len(g.vars)
	cases := make([]js.Case, n)
	completes := def < 0
	for k := range cases {
		if k != def {
			cases[k].Test = g.caseTest(k)
		}
		g.spend(1)
		g.dead = dead
		style := g.c.Byte()
		base := len(g.stmts)
		switch {
		case style < 40: // empty: shares the next one's body
		case style >= 232: // { ... } with a scope of its own
			g.put(g.block())
		default:
			g.statements(8, 96)
		}
		if style >= 40 && style&3 != 0 && !g.dead && g.has(FeatureBreak) {
			g.targets[i].broken = true
			g.put(&js.Break{})
			g.dead = true
		}
		cases[k].Body = g.take(base)
		// Another case cannot rely on what this one declares.
		g.hideFrom(first)
	}
	completes = completes || !g.dead
	g.close()
	g.depth--
	t := g.leave()
	s.Cases = cases
	g.dead = dead || !completes && !t.broken
	g.put(g.labelled(&t, s))
}

// caseTest returns the test of case k: lowering evaluates tests out of order, and
// takes only variables and literals.
func (g *generator) caseTest(k int) js.Expr {
	b := g.c.Byte()
	switch {
	case b >= 232:
		if i := g.pick(isNumber); i >= 0 {
			g.spend(1)
			return g.use(i)
		}
	case b >= 224:
		g.spend(1)
		return &js.StringLit{Value: propNames[k%len(propNames)]}
	case b >= 216 && g.has(FeatureUnary):
		g.spend(2)
		return g.unary("-", g.literal(1))
	}
	return g.number(k)
}
