package interp

// world is the opaque world: what the program is run against. Everything that
// is not a primitive operation on primitives ends here. An operation whose
// operands may run foreign code, or change what others see, is an effect: it is
// appended to the trace with its operands. What it gives is a term: a hash of
// the operation, its operands and, where it may depend on state, the number of
// effects so far. Questions about terms (is it true, does the call throw, how
// many items are there) are answered by the hash of the term and the seed.
type world struct {
	seed uint64
	// hash is the hash of all effects so far, effects their number.
	hash, effects uint64
	// allocated is the number of objects created so far. It tells apart two
	// objects of the same content.
	allocated uint64
	// mayThrows is the number of maybe-throw terminals executed so far.
	mayThrows uint64
	// rate is how many of 16 unknown operations in a try throw. It is 0 for some
	// seeds.
	rate uint64
	// callbacks is how many unknown functions that are calling back are active.
	callbacks int
	// escaped are the closures that unknown code has seen, in order.
	escaped []int32
}

func (w *world) reset(seed uint64) {
	*w = world{seed: seed, escaped: w.escaped[:0]}
	w.rate = [...]uint64{0, 1, 2, 4}[w.decide(saltRate, saltRate)&3]
}

// decide answers the question salt about the term h.
func (w *world) decide(h, salt uint64) uint64 { return mix(h^salt, w.seed) }

// effect appends an effect, given as the hash of the operation and its
// operands, to the trace and returns the hash of its result.
func (w *world) effect(h uint64) uint64 {
	w.effects++
	w.hash = mix(w.hash, h)
	return mix(h, w.effects)
}

// throws reports whether the unknown operation with result h throws. It seldom
// does where there is no handler: that only ends the run.
func (w *world) throws(a *activation, h uint64) bool {
	d := w.decide(h, saltThrown)
	if !a.b.holds {
		return d&255 < w.rate
	}
	return d&15 < w.rate
}

// edgeException reports whether an exception comes up at a maybe-throw terminal
// whose block did not throw, and gives it: the terminal says that it may, so some
// worlds do it, and so every edge to a handler is taken now and then.
func (m *Machine) edgeException() (Value, bool) {
	m.mayThrows++
	d := m.decide(m.mayThrows, saltEdge)
	if d&31 >= m.rate {
		return Undefined, false
	}
	v := term(m.effect(d))
	if m.recording {
		m.note(d, "exception at a maybe-throw terminal")
		m.name(v, "exception")
	}
	return v, true
}

// use returns the hash of a value that becomes part of a term or an effect. A
// closure escapes by it: unknown code may call it later.
func (m *Machine) use(v *Value) uint64 {
	if v.kind() == KindFunction {
		if c := &m.closures[v.bits]; !c.escaped && len(m.escaped) < maxEscaped {
			c.escaped = true
			m.escaped = append(m.escaped, int32(v.bits))
		}
	}
	return v.Hash()
}

// allocate returns a new object of the program whose content has hash h.
func (m *Machine) allocate(h uint64) Value {
	m.allocated++
	return term(mix(h, m.allocated))
}

// A question about a term has the same answer throughout straight code. But when
// the same instruction or terminal asks again, in a loop, it may have another:
// else a loop on a value that does not change would not end. So each instruction
// and terminal that asks has a register that counts its questions.

// asks returns how often the owner of the register has asked before in this
// activation.
func (m *Machine) asks(a *activation, counter int32) uint64 {
	r := &a.r[counter]
	n := uint64(0)
	if r.stamp() == a.stamp {
		n = r.bits + 1
	}
	*r = Value{bits: n}.in(a.stamp)
	return n
}

// truth tells whether a value counts as true.
func (m *Machine) truth(a *activation, counter int32, v *Value) bool {
	switch {
	case v.isItem() || v.kind() == KindFunction:
		return true
	case v.kind() <= KindString:
		return primitiveTruth(v)
	}
	return m.decide(mix(v.Hash(), m.asks(a, counter)), saltTruth)&1 != 0
}

// nullish tells whether a value is null or undefined. An opaque one may be.
func (m *Machine) nullish(a *activation, counter int32, v *Value) bool {
	if v.kind() != KindOpaque {
		return v.kind() <= KindNull
	}
	return m.decide(mix(v.bits, m.asks(a, counter)), saltNullish)&3 == 0
}

// sameIdentity reports whether two values that are not both primitive are one
// object.
func sameIdentity(x, y *Value) bool { return x.kind() == y.kind() && x.bits == y.bits }

// strictEqual is ===. An opaque value may be equal to a primitive: so switches
// on opaque values reach other cases in other worlds. asked is how often the same
// question was asked before.
func (m *Machine) strictEqual(asked uint64, x, y *Value) bool {
	switch {
	case x.kind() <= KindString && y.kind() <= KindString:
		return strictlyEqual(x, y)
	case x.kind() <= KindString && y.kind() == KindOpaque:
		x, y = y, x
	case x.kind() != KindOpaque || y.kind() > KindString:
		return sameIdentity(x, y)
	}
	return m.decide(mix(mix(x.bits, y.Hash()), asked), saltEqual)&3 == 0
}

// looseEqual is == with an operand that is not primitive. It is an effect only
// where JavaScript would convert an object to a primitive.
func (m *Machine) looseEqual(a *activation, c *instr, x, y *Value) bool {
	if x.kind() > KindString && y.kind() > KindString {
		return sameIdentity(x, y)
	}
	object, other := x, y
	if x.kind() <= KindString {
		object, other = y, x
	}
	if other.kind() <= KindNull {
		return m.nullish(a, c.c, object)
	}
	v := m.effectTerm(mix(mix(c.imm, m.use(x)), m.use(y)), c, *x, *y)
	return m.decide(v.bits, saltEqual)&1 == 0
}

// typeOf is the typeof of a value that is not primitive.
func (m *Machine) typeOf(a *activation, counter int32, v *Value) *string {
	switch v.kind() {
	case KindFunction:
		return &functionText
	case kindIterator:
		return typeofText[KindNull]
	}
	switch d := m.decide(mix(v.bits, m.asks(a, counter)), saltTypeOf) & 7; d {
	case 0, 1:
		return &functionText
	case 2:
		return typeofText[KindString]
	case 3:
		return typeofText[KindUndefined]
	case 4:
		return typeofText[KindNumber]
	}
	return typeofText[KindNull]
}

var functionText = "function"

// The exceptions that operations raise by themselves.
const (
	errorReference = iota // a variable is used before its declaration
	errorType             // not a function, not iterable, property of null
	errorRange            // a string is too long
)

var errorText = [...]string{errorReference: "ReferenceError", errorType: "TypeError", errorRange: "RangeError"}

// throwError returns a new exception. h is the hash of what it is about.
func (m *Machine) throwError(kind, h uint64) (Value, status) {
	v := m.allocate(mix(saltError+kind, h))
	if m.recording {
		m.name(v, errorText[kind])
	}
	return v, threw
}
