package interp

import (
	"strconv"

	"assay/hir"
)

// For-of and for-in loops go through their init block in every turn, so the
// GetIterator or NextPropertyOf there is executed once a turn, on the same
// collection. It makes an iterator when the loop begins, which is when the for-of
// or for-in terminal was the last before it, and then finds it in a register of
// its own.
//
// The branch that ends the loop tests the item itself. IteratorNext and
// NextPropertyOf give undefined at the end, and mark an item so that the branch
// takes it for true; the mark goes with the value to the lvalue of the store
// that the branch tests, but not into the variable.

// iterator is the state of a loop over a collection that is not known.
type iterator struct {
	term         uint64
	next, length uint8
}

// iteratorOf returns the iterator of the loop that c is in, a new one if the
// loop begins now, or if it has ended.
func (m *Machine) iteratorOf(a *activation, c *instr, collection *Value) (Value, status) {
	slot := &a.r[c.b]
	begins := a.loopBegins
	a.loopBegins = false
	if !begins && slot.stamp() == a.stamp && slot.kind() == kindIterator {
		if it := &m.iterators[slot.bits]; it.next <= it.length {
			return *slot, ok
		}
	}
	t := m.effectTerm(mix(c.imm, m.use(collection)), c, *collection)
	if m.throws(a, t.bits) {
		return m.thrown(t), threw
	}
	m.iterators = append(m.iterators, iterator{
		term:   t.bits,
		length: uint8(m.decide(t.bits, saltLength) % 5),
	})
	*slot = Value{bits: uint64(len(m.iterators) - 1), meta: uint64(kindIterator)}.in(a.stamp)
	return *slot, ok
}

// getIterator executes a GetIterator.
func (m *Machine) getIterator(a *activation, c *instr) (Value, status) {
	x, st := m.operand(a, c, c.a, 0)
	if st != ok {
		return x, st
	}
	if x.kind() <= KindNumber {
		return m.throwError(errorType, c.imm)
	}
	return m.iteratorOf(a, c, &x)
}

// iteratorNext executes an IteratorNext.
func (m *Machine) iteratorNext(a *activation, c *instr) (Value, status) {
	x, st := m.operand(a, c, c.a, 0)
	if st != ok {
		return x, st
	}
	collection, st := m.operand(a, c, c.b, 1)
	if st != ok {
		return collection, st
	}
	switch {
	case x.IsPrimitive():
		return m.throwError(errorType, c.imm)
	case x.kind() == kindIterator:
		return m.advance(a, c, int(x.bits), &collection)
	}
	// Not the iterator of a loop: any object may have been called one.
	v := m.effectTerm(mix(mix(c.imm, m.use(&x)), m.use(&collection)), c, x, collection)
	if m.throws(a, v.bits) {
		return m.thrown(v), threw
	}
	if m.decide(v.bits, saltLength)&1 == 0 {
		return Undefined, ok
	}
	v.meta |= itemMark
	return v, ok
}

// nextProperty executes a NextPropertyOf. Null and undefined have no properties
// to go through.
func (m *Machine) nextProperty(a *activation, c *instr) (Value, status) {
	x, st := m.operand(a, c, c.a, 0)
	if st != ok {
		return x, st
	}
	if x.kind() <= KindNull {
		a.loopBegins = false
		return Undefined, ok
	}
	it, st := m.iteratorOf(a, c, &x)
	if st != ok {
		return it, st
	}
	return m.advance(a, c, int(it.bits), &x)
}

// advance gives the next item of an iterator, or undefined after the last.
func (m *Machine) advance(a *activation, c *instr, index int, collection *Value) (Value, status) {
	it := &m.iterators[index]
	h := mix(mix(c.imm, it.term), mix(m.use(collection), uint64(it.next)))
	v := term(m.effect(h))
	if m.recording {
		m.note(h, hir.IteratorNext.String()+" "+strconv.Itoa(int(it.next)), *collection)
		m.name(v, "item#"+strconv.FormatUint(m.effects, 10))
	}
	if m.throws(a, v.bits) {
		it.next = it.length + 1
		return m.thrown(v), threw
	}
	if it.next >= it.length {
		it.next = it.length + 1
		return Undefined, ok
	}
	it.next++
	v.meta |= itemMark
	return v, ok
}
