package interp

import (
	"math"
	"strconv"

	"assay/hir"
)

// operation executes an instruction that execute does not execute itself. It
// returns the value of the lvalue, or the exception.
func (m *Machine) operation(a *activation, c *instr) (Value, status) {
	switch c.op {
	case hir.LoadLocal, hir.LoadContext, hir.TypeCastExpression:
		return m.operand(a, c, c.a, 0)
	case hir.StoreLocal:
		v, st := m.operand(a, c, c.a, 0)
		if st == ok {
			a.r[c.c] = v.plain(a.stamp)
		}
		return v, st
	case hir.BinaryExpression:
		return m.binary(a, c)
	case hir.PrefixUpdate, hir.PostfixUpdate:
		return m.update(a, c)
	case hir.DeclareContext:
		m.declareContext(a, c)
		return Undefined, ok
	case hir.StoreContext:
		return m.storeContext(a, c)
	case hir.DeclareLocal:
		a.r[c.c] = Undefined.in(a.stamp)
		return Undefined, ok
	case hir.Destructure:
		return m.destructure(a, c)
	case hir.FunctionExpression, hir.ObjectMethod:
		return m.newClosure(a, c), ok
	case hir.UnaryExpression:
		return m.unary(a, c)
	case hir.TemplateLiteral:
		return m.template(a, c)
	case hir.JSXText:
		return Value{meta: uint64(KindString), bits: c.imm, str: &c.src.Text}, ok

	case hir.CallExpression, hir.NewExpression, hir.MethodCall:
		return m.call(a, c)
	case hir.TaggedTemplateExpression:
		return m.taggedTemplate(a, c)
	case hir.GetIterator:
		return m.getIterator(a, c)
	case hir.IteratorNext:
		return m.iteratorNext(a, c)
	case hir.NextPropertyOf:
		return m.nextProperty(a, c)

	case hir.LoadGlobal:
		return m.loadGlobal(c), ok
	case hir.MetaProperty:
		return m.named(term(c.imm), c.src.Text+"."+string(c.src.Aux.(hir.MetaName))), ok
	case hir.PropertyLoad:
		return m.propertyLoad(a, c)
	case hir.ComputedLoad:
		return m.computedLoad(a, c)
	case hir.Await, hir.StoreGlobal, hir.PropertyDelete, hir.FinishMemoize:
		return m.unaryEffect(a, c)
	case hir.PropertyStore, hir.ComputedDelete:
		return m.binaryEffect(a, c)
	case hir.ComputedStore, hir.StartMemoize, hir.Debugger:
		return m.listEffect(a, c)
	case hir.RegExpLiteral, hir.ArrayExpression, hir.ObjectExpression, hir.JsxExpression, hir.JsxFragment:
		return m.newObject(a, c)

	case hir.UnsupportedNode:
		return Undefined, m.stuckAt(a, c.src.ID, ReasonUnsupported, c.src.Text)
	case hir.Elision:
		return Undefined, m.stuckAt(a, c.src.ID, ReasonElision, "")
	}
	return Undefined, m.stuckAt(a, c.src.ID, ReasonUnsupported, c.op.String())
}

// binary executes a BinaryExpression whose operands are not both numbers.
func (m *Machine) binary(a *activation, c *instr) (Value, status) {
	x, st := m.operand(a, c, c.a, 0)
	if st != ok {
		return x, st
	}
	y, st := m.operand(a, c, c.b, 1)
	if st != ok {
		return y, st
	}
	op := operator(c.sub)
	if x.IsPrimitive() && y.IsPrimitive() && op != opIn && op != opInstanceof {
		switch {
		case op == opUnknown:
			return term(mix(mix(c.imm, x.Hash()), y.Hash())), ok
		case op == opAdd && len(x.Str())+len(y.Str()) > MaxString:
			return m.throwError(errorRange, c.imm)
		}
		return binaryPrimitive(op, &x, &y, &m.scratch), ok
	}
	switch op {
	case opStrictEqual, opStrictNotEqual:
		return Bool(m.strictEqual(m.asks(a, c.c), &x, &y) == (op == opStrictEqual)), ok
	case opEqual, opNotEqual:
		return Bool(m.looseEqual(a, c, &x, &y) == (op == opEqual)), ok
	case opIn, opInstanceof:
		if y.IsPrimitive() {
			return m.throwError(errorType, c.imm)
		}
	}
	return m.effectTerm(mix(mix(c.imm, m.use(&x)), m.use(&y)), c, x, y), ok
}

// unary executes a UnaryExpression.
func (m *Machine) unary(a *activation, c *instr) (Value, status) {
	x, st := m.operand(a, c, c.a, 0)
	if st != ok {
		return x, st
	}
	op := operator(c.sub)
	switch {
	case op == opUnknown && x.IsPrimitive():
		return term(mix(c.imm, x.Hash())), ok
	case op == opUnknown:
	case x.IsPrimitive():
		return unaryPrimitive(op, &x), ok
	case op == opNot:
		return Bool(!m.truth(a, c.c, &x)), ok
	case op == opTypeof:
		return stringValue(m.typeOf(a, c.c, &x)), ok
	case op == opVoid:
		return Undefined, ok
	}
	return m.effectTerm(mix(c.imm, m.use(&x)), c, x), ok
}

// update executes a PrefixUpdate or PostfixUpdate of what is not a number.
func (m *Machine) update(a *activation, c *instr) (Value, status) {
	x, st := m.operand(a, c, c.a, 0)
	if st != ok {
		return x, st
	}
	var old, updated Value
	if x.IsPrimitive() {
		f := toNumber(&x)
		old, updated = Number(f), Number(step(operator(c.sub), f))
	} else {
		old = m.effectTerm(mix(c.imm, m.use(&x)), c, x)
		updated = term(mix(c.imm, old.bits))
	}
	a.r[c.c] = updated.in(a.stamp)
	if c.op == hir.PrefixUpdate {
		return updated, ok
	}
	return old, ok
}

// template executes a TemplateLiteral. Its text is that of the interpolated
// primitives; an opaque value makes it a term.
func (m *Machine) template(a *activation, c *instr) (Value, status) {
	base, st := m.pushOperands(a, c)
	if st != ok {
		return m.popValue(base), st
	}
	vs := m.args[base:]
	m.args = m.args[:base]
	quasis := c.src.Aux.(hir.Template)
	buf := m.scratch[:0]
	for i := range quasis {
		if i > 0 {
			if !vs[i-1].IsPrimitive() {
				return m.effectTerm(m.hashOperands(c.imm, vs), c, vs...), ok
			}
			buf = appendText(buf, &vs[i-1])
		}
		text := quasis[i].Raw
		if quasis[i].HasCooked {
			text = quasis[i].Cooked
		}
		buf = appendString(buf, text)
		if len(buf) > MaxString {
			return m.throwError(errorRange, c.imm)
		}
	}
	m.scratch = buf
	return String(string(buf)), ok
}

// loadGlobal gives what an unknown global is now: others may change globals, but
// not what is imported.
func (m *Machine) loadGlobal(c *instr) Value {
	b := c.src.Aux.(*hir.Binding)
	if b.Kind > hir.BindingModule {
		return m.named(term(c.imm), b.Name)
	}
	return m.named(term(mix(c.imm, m.effects)), b.Name)
}

// globalConstant returns the value of the globals that cannot be assigned to.
func globalConstant(b *hir.Binding) (v Value, ok bool) {
	if b.Kind == hir.BindingGlobal {
		switch b.Name {
		case "undefined":
			return Undefined, true
		case "NaN":
			return Number(math.NaN()), true
		case "Infinity":
			return Number(math.Inf(1)), true
		}
	}
	return Undefined, false
}

func (m *Machine) propertyLoad(a *activation, c *instr) (Value, status) {
	x, st := m.operand(a, c, c.a, 0)
	if st != ok {
		return x, st
	}
	if x.kind() <= KindNull {
		return m.throwError(errorType, c.imm)
	}
	v := term(mix(mix(c.imm, x.Hash()), m.effects))
	if m.recording {
		m.name(v, m.describe(x)+"."+c.src.Text)
	}
	return v, ok
}

func (m *Machine) computedLoad(a *activation, c *instr) (Value, status) {
	x, st := m.operand(a, c, c.a, 0)
	if st != ok {
		return x, st
	}
	y, st := m.operand(a, c, c.b, 1)
	if st != ok {
		return y, st
	}
	if x.kind() <= KindNull {
		return m.throwError(errorType, c.imm)
	}
	v := term(mix(mix(mix(c.imm, x.Hash()), y.Hash()), m.effects))
	if m.recording {
		m.name(v, m.describe(x)+"["+m.describe(y)+"]")
	}
	return v, ok
}

// unaryEffect executes an effect with one operand.
func (m *Machine) unaryEffect(a *activation, c *instr) (Value, status) {
	x, st := m.operand(a, c, c.a, 0)
	if st != ok {
		return x, st
	}
	if c.op == hir.PropertyDelete && x.kind() <= KindNull {
		return m.throwError(errorType, c.imm)
	}
	v := m.effectTerm(mix(c.imm, m.use(&x)), c, x)
	switch {
	case c.op == hir.FinishMemoize:
		return Undefined, ok
	case m.throws(a, v.bits):
		return m.thrown(v), threw
	case c.op == hir.StoreGlobal:
		return x, ok
	}
	return v, ok
}

// binaryEffect executes an effect with two operands.
func (m *Machine) binaryEffect(a *activation, c *instr) (Value, status) {
	x, st := m.operand(a, c, c.a, 0)
	if st != ok {
		return x, st
	}
	y, st := m.operand(a, c, c.b, 1)
	if st != ok {
		return y, st
	}
	if x.kind() <= KindNull {
		return m.throwError(errorType, c.imm)
	}
	v := m.effectTerm(mix(mix(c.imm, m.use(&x)), m.use(&y)), c, x, y)
	switch {
	case m.throws(a, v.bits):
		return m.thrown(v), threw
	case c.op == hir.PropertyStore:
		return y, ok
	}
	return v, ok
}

// listEffect executes an effect with any number of operands.
func (m *Machine) listEffect(a *activation, c *instr) (Value, status) {
	base, st := m.pushOperands(a, c)
	if st != ok {
		return m.popValue(base), st
	}
	vs := m.args[base:]
	m.args = m.args[:base]
	if c.op == hir.ComputedStore && vs[0].kind() <= KindNull {
		return m.throwError(errorType, c.imm)
	}
	v := m.effectTerm(m.hashOperands(c.imm, vs), c, vs...)
	if c.op != hir.ComputedStore {
		return Undefined, ok
	}
	if m.throws(a, v.bits) {
		return m.thrown(v), threw
	}
	return vs[2], ok
}

// newObject creates an object of the program. It is an effect only if something
// is spread into it, and it never throws: the React Compiler takes that for
// granted when it removes exception edges.
func (m *Machine) newObject(a *activation, c *instr) (Value, status) {
	base, st := m.pushOperands(a, c)
	if st != ok {
		return m.popValue(base), st
	}
	vs := m.args[base:]
	m.args = m.args[:base]
	h := m.hashOperands(c.imm, vs)
	if hasSpread(c.src) {
		h = m.effect(h)
		if m.recording {
			m.note(h, "spread into "+c.op.String(), vs...)
		}
	}
	v := m.allocate(h)
	if m.recording {
		m.name(v, c.op.String()+"#"+strconv.FormatUint(m.allocated, 10))
	}
	return v, ok
}

func hasSpread(in *hir.Instruction) bool {
	switch aux := in.Aux.(type) {
	case hir.Elements:
		for _, e := range aux {
			if e == hir.ElementSpread {
				return true
			}
		}
	case hir.Properties:
		for i := range aux {
			if aux[i].Spread {
				return true
			}
		}
	case *hir.Jsx:
		for i := range aux.Attributes {
			if aux.Attributes[i].Spread {
				return true
			}
		}
	}
	return false
}

// destructure executes a Destructure: it loads all items of the pattern from
// the value. What an array pattern takes comes from an iterator, so that is an
// effect; properties are loaded like any others.
func (m *Machine) destructure(a *activation, c *instr) (Value, status) {
	x, st := m.operand(a, c, c.a, 0)
	if st != ok {
		return x, st
	}
	pattern := c.src.Aux.(*hir.Pattern)
	h := mix(c.imm, x.Hash())
	switch {
	case pattern.Object:
		if x.kind() <= KindNull {
			return m.throwError(errorType, c.imm)
		}
		h = mix(h, m.effects)
	case x.kind() <= KindNumber:
		return m.throwError(errorType, c.imm)
	default:
		v := m.effectTerm(mix(c.imm, m.use(&x)), c, x)
		if m.throws(a, v.bits) {
			return m.thrown(v), threw
		}
		h = v.bits
	}
	regs := m.pool[c.c:][:c.b]
	for i := range pattern.Items {
		it := &pattern.Items[i]
		if it.Hole {
			continue
		}
		v := term(mix(hashKey(h+uint64(i), &it.Key), flag(it.Spread)))
		if it.Spread {
			v = m.allocate(v.bits)
		}
		if m.recording {
			key := it.Key.Text
			if !pattern.Object {
				key = strconv.Itoa(i)
			}
			m.name(v, m.describe(x)+"."+key)
		}
		a.r[regs[0]] = v.in(a.stamp)
		regs = regs[1:]
	}
	return x, ok
}

// pushOperands reads the operands of c, which has a list of them, and pushes
// them to m.args from base on. If it fails it pushes what popValue returns.
func (m *Machine) pushOperands(a *activation, c *instr) (base int, st status) {
	base = len(m.args)
	for i, reg := range m.pool[c.a:][:c.b] {
		v, st := m.operand(a, c, reg, i)
		if st != ok {
			m.args = append(m.args[:base], v)
			return base, st
		}
		m.args = append(m.args, v)
	}
	return base, ok
}

// popValue removes the exception that pushOperands left.
func (m *Machine) popValue(base int) Value {
	v := m.args[base]
	m.args = m.args[:base]
	return v
}

// hashOperands hashes operands that become part of a term or an effect.
func (m *Machine) hashOperands(h uint64, vs []Value) uint64 {
	for i := range vs {
		h = mix(h, m.use(&vs[i]))
	}
	return h
}

// effectTerm appends the effect h, an execution of c with the given operands, and
// returns its result.
func (m *Machine) effectTerm(h uint64, c *instr, operands ...Value) Value {
	v := term(m.effect(h))
	if m.recording {
		m.noteInstr(h, c, operands)
		m.name(v, c.op.String()+"#"+strconv.FormatUint(m.effects, 10))
	}
	return v
}

// thrown returns the exception of the unknown operation whose result would have
// been v.
func (m *Machine) thrown(v Value) Value {
	e := term(mix(v.bits, saltThrown))
	if m.recording {
		m.name(e, "exception of "+m.describe(v))
	}
	return e
}
