package interp

import (
	"strconv"

	"assay/hir"
)

// call executes a CallExpression, NewExpression or MethodCall.
func (m *Machine) call(a *activation, c *instr) (Value, status) {
	base := len(m.args)
	regs := m.pool[c.a:][:c.b]
	head := 1 // operands before the arguments; the callee is the last of them
	if c.op == hir.MethodCall {
		head = 2
	}
	elements, _ := c.src.Aux.(hir.Elements)
	for i, reg := range regs {
		v, st := m.operand(a, c, reg, i)
		if st == ok && len(elements) > 0 && i >= head && elements[i-head] == hir.ElementSpread {
			v, st = m.spread(a, v, c)
		} else if st == ok {
			m.args = append(m.args, v.plain(0))
		}
		if st != ok {
			m.args = m.args[:base]
			return v, st
		}
	}
	v, st := m.callValue(a, c, m.args[base+head-1], base, base+head)
	m.args = m.args[:base]
	if c.op == hir.NewExpression && st == ok && v.IsPrimitive() {
		v = m.allocate(c.imm) // the object itself
	}
	return v, st
}

// callValue calls a value that the program calls. The operands of the
// instruction are m.args[base:], the arguments m.args[first:].
func (m *Machine) callValue(a *activation, c *instr, callee Value, base, first int) (Value, status) {
	switch {
	case callee.IsPrimitive():
		return m.throwError(errorType, c.imm)
	case callee.kind() == KindFunction:
		return m.invoke(int(callee.bits), first)
	}
	return m.callUnknown(a, c, base, first)
}

// taggedTemplate calls the tag with the object that holds the template's text.
func (m *Machine) taggedTemplate(a *activation, c *instr) (Value, status) {
	tag, st := m.operand(a, c, c.a, 0)
	if st != ok {
		return tag, st
	}
	base := len(m.args)
	m.args = append(m.args, tag, term(c.imm))
	v, st := m.callValue(a, c, tag, base, base+1)
	m.args = m.args[:base]
	return v, st
}

// spread pushes the items of a spread argument to m.args. How many an opaque
// value has is for the world to say.
func (m *Machine) spread(a *activation, v Value, c *instr) (Value, status) {
	if v.kind() <= KindNumber {
		return m.throwError(errorType, c.imm)
	}
	h := mix(saltElement, m.use(&v))
	t := m.effect(h)
	if m.recording {
		m.note(h, "spread", v)
	}
	if m.throws(a, t) {
		return m.thrown(term(t)), threw
	}
	for i := range m.decide(t, saltLength) & 3 {
		m.args = append(m.args, term(mix(t, i)))
	}
	return Undefined, ok
}

// restArray creates the array of a rest parameter.
func (m *Machine) restArray(vs []Value) Value {
	v := m.allocate(m.hashOperands(saltElement, vs))
	if m.recording {
		m.name(v, "rest#"+strconv.FormatUint(m.allocated, 10))
	}
	return v
}

// callUnknown calls unknown code with the operands m.args[base:] of c, of which
// m.args[first:] are arguments. It may call closures it has been given, now or
// before, and it may throw. An exception of such a closure passes through it.
func (m *Machine) callUnknown(a *activation, c *instr, base, first int) (Value, status) {
	end := len(m.args)
	h := m.hashOperands(c.imm, m.args[base:])
	v := m.effectTerm(h, c, m.args[base:]...)
	if m.recording {
		m.name(v, m.describe(m.args[first-1])+"()#"+strconv.FormatUint(m.effects, 10))
	}
	if m.callbacks < maxCallbackDepth && len(m.escaped) > 0 {
		d := m.decide(v.bits, saltCalls)
		for i := range [...]uint64{0, 0, 0, 0, 1, 1, 1, 2}[d&7] {
			which := mix(d, i)
			m.callbacks++
			w, st := m.callBack(m.choose(which, first, end), which)
			m.callbacks--
			if st != ok {
				return w, st
			}
		}
	}
	if m.throws(a, v.bits) {
		return m.thrown(v), threw
	}
	return v, ok
}

// choose returns the closure that unknown code calls back: most often one of the
// arguments m.args[first:end] it has just been given.
func (m *Machine) choose(d uint64, first, end int) int {
	given := uint64(0)
	for i := first; i < end; i++ {
		given += flag(m.args[i].kind() == KindFunction)
	}
	if given > 0 && d&3 != 0 {
		n := (d >> 8) % given
		for i := first; i < end; i++ {
			if m.args[i].kind() == KindFunction {
				if n == 0 {
					return int(m.args[i].bits)
				}
				n--
			}
		}
	}
	return int(m.escaped[(d>>8)%uint64(len(m.escaped))])
}

// callBack calls a closure from unknown code. The call and its result, which is
// seen there, are effects.
func (m *Machine) callBack(index int, d uint64) (Value, status) {
	h := mix(saltEffect, uint64(index))
	m.effect(h)
	if m.recording {
		m.note(h, "call back fn#"+strconv.Itoa(index))
		m.indent++
	}
	base := len(m.args)
	for i := range m.functions[m.closures[index].fn].nparams {
		m.args = append(m.args, defaultArg(d, int(i)))
	}
	v, st := m.invoke(index, base)
	if st != ok && st != threw {
		return v, st
	}
	h = mix(saltEffect+uint64(st)+1, m.use(&v))
	m.effect(h)
	if m.recording {
		m.indent--
		m.note(h, endText[st]+" fn#"+strconv.Itoa(index), v)
	}
	return v, st
}

var endText = [...]string{ok: "return from", threw: "exception of"}

// epilogue is what the world does after the program ended: it takes the result,
// and calls closures that have escaped, each once, so that what they captured is
// seen. Their exceptions end nothing.
func (m *Machine) epilogue(o Outcome, v Value) status {
	h := mix(saltEpilogue+uint64(o), m.use(&v))
	m.effect(h)
	if m.recording {
		m.note(h, o.String(), v)
	}
	for i := 0; i < len(m.escaped) && i < maxEpilogue; i++ {
		index := int(m.escaped[i])
		if _, st := m.callBack(index, m.decide(uint64(i), saltEpilogue)); st > threw {
			return st
		}
	}
	return ok
}
