package scopestest

import (
	"math/rand/v2"

	"assay/hir"
)

// Random returns a random structured function of about size instructions, in
// which every construct occurs, nested and left early. Operands are defined on
// all paths to their use.
func Random(r *rand.Rand, size int) *hir.Function {
	g := &random{Builder: New("f"), rand: r, left: size}
	g.values = append(g.values, g.Op())
	for g.left > 0 {
		g.statements(0)
	}
	return g.Finish()
}

type random struct {
	*Builder
	rand   *rand.Rand
	left   int
	values []hir.IdentifierID
	labels []string
	loops  []string
	names  int
}

func (g *random) op() hir.IdentifierID {
	g.left--
	v := g.Op(g.use())
	switch g.rand.IntN(4) {
	case 0:
		v = g.Store(v)
	case 1:
		v = g.Lambda(g.use(), v)
	}
	g.values = append(g.values, v)
	return v
}

func (g *random) use() hir.IdentifierID { return g.values[g.rand.IntN(len(g.values))] }

// apart runs build, and forgets the values made in it, which are not defined
// on all paths to what comes after.
func (g *random) apart(build func()) {
	n := len(g.values)
	build()
	g.values = g.values[:n]
}

func (g *random) statements(depth int) {
	for n := 1 + g.rand.IntN(3); n > 0; n-- {
		g.statement(depth)
	}
}

// body returns a function that builds statements.
func (g *random) body(depth int) func() {
	return func() { g.apart(func() { g.statements(depth + 1) }) }
}

// in returns a body whose statements can break to, and if loop continue with,
// the label.
func (g *random) in(label string, loop bool, depth int) func() {
	return func() {
		nl, no := len(g.labels), len(g.loops)
		g.labels = append(g.labels, label)
		if loop {
			g.loops = append(g.loops, label)
		}
		g.apart(func() { g.statements(depth + 1) })
		g.labels, g.loops = g.labels[:nl], g.loops[:no]
	}
}

func (g *random) label() string {
	g.names++
	return string(rune('a'+g.names%26)) + string(rune('0'+g.names/26%10)) + string(rune('A'+g.names/260))
}

func (g *random) statement(depth int) {
	if depth > 6 || g.left <= 0 {
		g.op()
		return
	}
	l := g.label()
	n := len(g.values)
	switch g.rand.IntN(18) {
	case 0:
		g.If(g.use(), g.body(depth), nil)
	case 1:
		g.If(g.use(), g.body(depth), g.body(depth))
	case 2:
		g.While(l, g.op, g.in(l, true, depth))
	case 3:
		g.DoWhile(l, g.in(l, true, depth), g.op)
	case 4:
		var update func()
		if g.rand.IntN(2) == 0 {
			update = func() { g.apart(func() { g.op() }) }
		}
		g.For(l, func() { g.op() }, g.op, update, g.in(l, true, depth))
	case 5:
		g.ForOf(l, g.use(), func(item hir.IdentifierID) {
			g.values = append(g.values, item)
			g.in(l, true, depth)()
		})
	case 6:
		g.ForIn(l, g.use(), func(key hir.IdentifierID) {
			g.values = append(g.values, key)
			g.in(l, true, depth)()
		})
	case 7:
		cases := make([]func(), 1+g.rand.IntN(3))
		for i := range cases {
			cases[i] = func() {
				g.in(l, false, depth)()
				if g.rand.IntN(2) == 0 {
					g.Break(l)
				}
			}
		}
		g.Switch(l, g.use(), cases...)
	case 8:
		g.Try(g.body(depth), func(caught hir.IdentifierID) {
			g.values = append(g.values, caught)
			g.statements(depth + 1)
		})
	case 9:
		g.Label(l, g.in(l, false, depth))
	case 10, 11:
		v := g.expression(depth)
		g.values = append(g.values[:n], v)
		return
	case 12:
		if len(g.labels) > 0 && g.rand.IntN(2) == 0 {
			g.Break(g.labels[g.rand.IntN(len(g.labels))])
		}
	case 13:
		if len(g.loops) > 0 && g.rand.IntN(2) == 0 {
			g.Continue(g.loops[g.rand.IntN(len(g.loops))])
		}
	case 14:
		if depth > 0 && g.rand.IntN(4) == 0 {
			if g.rand.IntN(2) == 0 {
				g.Return(g.use())
			} else {
				g.Throw(g.use())
			}
		}
	default:
		g.op()
		return
	}
	g.values = g.values[:n]
}

func (g *random) expression(depth int) hir.IdentifierID {
	if depth > 6 || g.left <= 0 {
		return g.op()
	}
	sub := func() (v hir.IdentifierID) {
		g.apart(func() { v = g.expression(depth + 2) })
		return v
	}
	switch g.rand.IntN(6) {
	case 0:
		return g.Ternary(sub, sub, sub)
	case 1:
		return g.Logical(sub, sub)
	case 2:
		return g.Optional(sub, sub)
	case 3:
		return g.Sequence(sub)
	}
	return g.op()
}
