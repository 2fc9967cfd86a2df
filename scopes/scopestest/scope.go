package scopestest

import (
	"math/rand/v2"

	"assay/hir"
)

// AddScope gives f a new scope with the given range, and makes the lvalues of
// the instructions with the given ids belong to it. As after scope inference,
// their mutable range is the scope's.
func AddScope(f *hir.Function, r hir.Range, at ...hir.InstructionID) hir.ScopeID {
	s := f.Env.NewScope(r)
	for _, id := range at {
		in := Instruction(f, id)
		if in == nil {
			panic("scopestest: no such instruction")
		}
		Join(f, s, in.Lvalue.Identifier)
	}
	return s
}

// Join makes an identifier belong to the scope s.
func Join(f *hir.Function, s hir.ScopeID, id hir.IdentifierID) {
	i := f.Env.Ident(id)
	i.Scope, i.RangeScope = s, s
}

// Instruction returns the instruction of f with the given id, or nil.
func Instruction(f *hir.Function, id hir.InstructionID) *hir.Instruction {
	for _, b := range f.Blocks {
		for i := range b.Instrs {
			if b.Instrs[i].ID == id {
				return &b.Instrs[i]
			}
		}
	}
	return nil
}

// AddPhis gives every block with more than one pred a phi whose operands are
// new identifiers, each made by an instruction appended to the pred, and
// numbers the instructions anew. The program is then in SSA form with a phi at
// each join.
func AddPhis(f *hir.Function) {
	value := make(map[hir.BlockID]hir.IdentifierID)
	for _, b := range f.Blocks {
		if len(b.Preds) < 2 {
			continue
		}
		phi := hir.Phi{Place: place(f.Env.NewTemporary())}
		for _, p := range b.Preds {
			v, ok := value[p]
			if !ok {
				v = f.Env.NewTemporary()
				value[p] = v
				pred := f.Block(p)
				pred.Instrs = append(pred.Instrs, hir.Instruction{Kind: hir.ArrayExpression, Lvalue: place(v)})
			}
			phi.Operands = append(phi.Operands, hir.PhiOperand{Pred: p, Place: place(v)})
		}
		b.Phis = append(b.Phis, phi)
	}
	f.NumberInstructions()
}

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

// RandomScopes gives f n random scopes. Most range over a few instructions from
// that of their first identifier on; some over much of the function, some over
// one instruction, some share a start or an end with another. Their identifiers
// are lvalues in the range.
func RandomScopes(r *rand.Rand, f *hir.Function, n int) {
	var ids []hir.InstructionID
	last := hir.InstructionID(0)
	for _, b := range f.Blocks {
		for i := range b.Instrs {
			ids = append(ids, b.Instrs[i].ID)
		}
		last = b.Term.ID
	}
	var before hir.Range
	for range n {
		k := r.IntN(len(ids))
		rng := hir.Range{Start: ids[k]}
		length := 1
		switch r.IntN(6) {
		case 0:
		case 1:
			length = 1 + r.IntN(int(last))
		default:
			length = 1 + r.IntN(8)
		}
		rng.End = min(rng.Start+hir.InstructionID(length), last)
		if before.End > 0 {
			switch r.IntN(8) {
			case 0:
				rng.Start = before.Start
			case 1:
				rng.End = before.End
			case 2:
				rng.Start = before.End
				rng.End = max(rng.End, rng.Start+1)
			case 3:
				rng = before
			}
		}
		if rng.Start < 1 || rng.Start >= rng.End || rng.End > last {
			continue
		}
		before = rng
		s := f.Env.NewScope(rng)
		for _, b := range f.Blocks {
			for i := range b.Instrs {
				in := &b.Instrs[i]
				ident := f.Env.Ident(in.Lvalue.Identifier)
				if rng.Contains(in.ID) && (in.ID == rng.Start || r.IntN(2) == 0) && ident.Scope == hir.NoScope {
					Join(f, s, in.Lvalue.Identifier)
				}
				for _, d := range in.Defs {
					if rng.Contains(in.ID) && r.IntN(2) == 0 && f.Env.Ident(d.Identifier).Scope == hir.NoScope {
						Join(f, s, d.Identifier)
					}
				}
			}
		}
	}
}
