package interp

import (
	"math"

	"assay/hir"
)

// execute runs an activation from its function's entry. Moves between registers
// and operations on numbers are done here, for speed; all other instructions are
// executed by slow.
func (m *Machine) execute(a *activation) (Value, status) {
	r, stamp := a.r, a.stamp
	// What a register that holds a number or boolean has as meta.
	number, boolean := Number(0).in(stamp).meta, Bool(false).in(stamp).meta
	if a.fn.entry < 0 {
		m.stuck = &StuckError{
			Function: a.fn.src.Name(), Block: a.fn.src.Entry, Identifier: hir.NoIdentifier, Reason: ReasonNoBlock,
		}
		return Undefined, stuck
	}
	b := &m.blocks[a.fn.entry]
	a.b = b
	if m.onBlock != nil {
		m.enterBlock(a)
	}
	for {
		code := m.code[b.first:b.end]
		for i := range code {
			if m.fuel == 0 {
				return Undefined, cut
			}
			m.fuel--
			c := &code[i]
			switch c.op {
			case hir.LoadLocal:
				if x := &r[c.a]; x.stamp() == stamp {
					r[c.dst].set(x)
					continue
				}
			case hir.StoreLocal:
				if x := &r[c.a]; x.stamp() == stamp && !x.isItem() {
					r[c.c].set(x)
					r[c.dst].set(x)
					continue
				}
			case hir.Primitive:
				x := &r[c.dst]
				x.bits, x.meta = c.imm, uint64(c.sub)|uint64(stamp)<<stampShift
				if c.sub == uint8(KindString) {
					x.str = &c.src.Aux.(*hir.Literal).Str
				}
				continue
			case hir.BinaryExpression:
				if x, y := &r[c.a], &r[c.b]; x.meta == number && y.meta == number {
					p, q := math.Float64frombits(x.bits), math.Float64frombits(y.bits)
					z := &r[c.dst]
					switch operator(c.sub) { // the most common ones need no call
					case opAdd:
						z.bits, z.meta = math.Float64bits(p+q), number
						continue
					case opSub:
						z.bits, z.meta = math.Float64bits(p-q), number
						continue
					case opLess:
						z.bits, z.meta = flag(p < q), boolean
						continue
					}
					if bits, kind := numeric(operator(c.sub), p, q); kind != KindUndefined {
						z.bits, z.meta = bits, uint64(kind)|uint64(stamp)<<stampShift
						continue
					}
				}
			case hir.PrefixUpdate, hir.PostfixUpdate:
				if x := &r[c.a]; x.meta == number {
					old := x.bits
					updated := math.Float64bits(step(operator(c.sub), math.Float64frombits(old)))
					y := &r[c.c]
					y.bits, y.meta = updated, number
					if c.op == hir.PrefixUpdate {
						old = updated
					}
					y = &r[c.dst]
					y.bits, y.meta = old, number
					continue
				}
			}
			if st := m.slow(a, c); st != ok {
				return a.result, st
			}
		}

		next := b.edge
		switch b.term {
		case hir.Goto:
		case hir.If, hir.Branch:
			x := &r[b.test]
			if x.stamp() != stamp {
				v, st := m.testOperand(a, b.test, 0)
				if st != ok {
					return v, st
				}
				a.result = v
				x = &a.result
			}
			if x.kind() == KindBool && b.question == isTrue {
				if x.bits == 0 {
					next += hir.ElseTarget
				}
			} else if !m.answer(a, x) {
				next += hir.ElseTarget
			}
		case hir.Return:
			return m.testOperand(a, b.test, 0)
		default:
			n, st := m.terminal(a)
			if st != ok {
				return a.result, st
			}
			next += n
		}

		e := &m.edges[next]
		if m.moves--; m.moves <= 0 {
			return Undefined, cut
		}
		if e.to < 0 || e.lacks {
			return Undefined, m.brokenEdge(a, int(next-b.edge))
		}
		switch n := int(e.ncopies); {
		case n == 0:
		case n == 1:
			c := &m.copies[e.copies]
			r[c.dst].set(&r[c.src])
		case !e.parallel || m.sequential:
			for _, c := range m.copies[e.copies:][:n] {
				r[c.dst].set(&r[c.src])
			}
		default:
			copies, temp := m.copies[e.copies:][:n], m.copyTemp[:n]
			for i := range copies {
				temp[i].set(&r[copies[i].src])
			}
			for i := range copies {
				r[copies[i].dst].set(&temp[i])
			}
		}
		if m.onBlock != nil {
			m.leaveBlock(a)
		}
		b = &m.blocks[e.to]
		a.b = b
		if m.onBlock != nil {
			m.enterBlock(a)
		}
	}
}

// slow executes one instruction. If it fails, the exception, if it is one, is
// a.result.
//
// An exception leaves a block at its end, by the maybe-throw terminal, since
// that is where SSA construction sees the edge to the handler: the definitions
// of the whole block reach the handler, those of the instruction that threw as
// well, which are undefined. So it is held while the rest of the block is
// executed; of two exceptions the first counts. In a block that ends otherwise
// an exception leaves the function at once.
func (m *Machine) slow(a *activation, c *instr) status {
	v, st := m.operation(a, c)
	if st != ok {
		if st != threw || !a.b.holds {
			a.result = v
			return st
		}
		if !a.throwing {
			a.throwing, a.exception = true, v
		}
		v = Undefined
		m.defineUndefined(a, c)
	}
	a.r[c.dst] = v.in(a.stamp)
	return ok
}

// terminal executes the terminal of the present block, unless it is a goto, if,
// branch or return. It returns the number of the successor that control goes
// to. If there is none, the exception, if it is one, is a.result.
func (m *Machine) terminal(a *activation) (int32, status) {
	b := a.b
	switch b.term {
	case hir.Logical, hir.Ternary, hir.Optional, hir.Sequence, hir.Label,
		hir.While, hir.DoWhile, hir.For, hir.ScopeTerm, hir.PrunedScope:
		return 0, ok

	case hir.ForOf, hir.ForIn:
		a.loopBegins = true
		return 0, ok

	case hir.Switch:
		return m.chooseCase(a)

	case hir.Try:
		if b.hidden >= 0 {
			a.r[b.hidden] = Value{bits: uint64(b.test), meta: uint64(KindNumber)}.in(a.stamp)
		}
		return 0, ok

	case hir.MaybeThrow:
		if b.nedges <= hir.ThrowHandlerTarget {
			return 0, ok
		}
		if !a.throwing {
			a.exception, a.throwing = m.edgeException()
		}
		if !a.throwing {
			return 0, ok
		}
		a.throwing = false
		if b.hidden >= 0 {
			if to := &a.r[b.hidden]; to.stamp() == a.stamp {
				a.r[to.bits] = a.exception.plain(a.stamp)
			}
		}
		return hir.ThrowHandlerTarget, ok

	case hir.Throw:
		v, st := m.testOperand(a, b.test, 0)
		if st == ok {
			st = threw
		}
		a.result = v
		return 0, st
	case hir.Unreachable:
		return 0, m.stuckAt(a, b.src.Term.ID, ReasonUnreachable, "")
	case hir.Unsupported:
		return 0, m.stuckAt(a, b.src.Term.ID, ReasonUnsupported, "")
	}
	return 0, m.stuckAt(a, b.src.Term.ID, ReasonNoTerminal, "")
}

func step(op operator, x float64) float64 {
	if op == opSub {
		return x - 1
	}
	return x + 1
}

// defineUndefined gives the variables that c defines besides its lvalue a
// value, after it threw.
func (m *Machine) defineUndefined(a *activation, c *instr) {
	regs := m.pool[:0]
	switch c.op {
	case hir.StoreLocal, hir.PrefixUpdate, hir.PostfixUpdate:
		a.r[c.c] = Undefined.in(a.stamp)
	case hir.Destructure:
		regs = m.pool[c.c:][:c.b]
	}
	for _, reg := range regs {
		a.r[reg] = Undefined.in(a.stamp)
	}
}

// chooseCase returns the number of the case a switch goes to. The case tests are
// values already; they are compared in order, and the default is taken if none is
// equal.
func (m *Machine) chooseCase(a *activation) (int32, status) {
	b := a.b
	x, st := m.testOperand(a, b.test, 0)
	if st != ok {
		a.result = x
		return 0, st
	}
	chosen, operand := int32(-1), 1
	asked := m.asks(a, b.hidden)
	for i, reg := range m.pool[b.tests:][:b.nedges] {
		if reg < 0 {
			if chosen < 0 {
				chosen = int32(i)
			}
			continue
		}
		y, st := m.testOperand(a, reg, operand)
		if st != ok {
			a.result = y
			return 0, st
		}
		if m.strictEqual(asked, &x, &y) {
			return int32(i), ok
		}
		operand++
	}
	if chosen < 0 {
		return 0, m.stuckAt(a, b.src.Term.ID, ReasonNoBlock, "no case of the switch applies and it has no default")
	}
	return chosen, ok
}

// brokenEdge says why the nth edge of the present block cannot be taken.
func (m *Machine) brokenEdge(a *activation, n int) status {
	from := a.b.src
	to := from.Term.Successors()[n]
	b := a.fn.src.Block(to)
	if b == nil {
		return m.stuckAt(a, from.Term.ID, ReasonNoBlock, to.String())
	}
	for i := range b.Phis {
		if id := b.Phis[i].Place.Identifier; b.Phis[i].Operand(from.ID) == nil {
			m.stuck = &StuckError{
				Function: a.fn.src.Name(), Block: to, Identifier: id, Name: m.identifierName(id),
				Reason: ReasonNoOperand, Detail: "from " + from.ID.String(),
			}
			break
		}
	}
	return stuck
}
