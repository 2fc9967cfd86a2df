package interp

import "assay/mu"

// entity returns the place in consts of a top-level entity's value, and its
// shape; nil if it has no value.
func (m *Machine) entity(e mu.EntityID) (int32, *shape) {
	if uint(e) >= uint(len(m.slots)) {
		return 0, nil
	}
	if s := m.slots[e]; s > 0 {
		return s - 1, m.constShapes[s-1]
	}
	switch x := &m.b.Entities[e]; x.Kind {
	case mu.EntityConst:
		m.constant(e)
	case mu.EntityGlobal:
		m.global(e, mu.GlobalID(x.Index))
	case mu.EntityFunc:
		m.addSlot(e, Value{kind: Func, obj: m.function(mu.FuncID(x.Index))}, shapeFunc)
	default:
		return 0, nil
	}
	s := m.slots[e] - 1
	return s, m.constShapes[s]
}

func (m *Machine) addSlot(e mu.EntityID, v Value, s *shape) {
	m.consts, m.constShapes = append(m.consts, v), append(m.constShapes, s)
	m.slots[e] = int32(len(m.consts))
}

// function returns a function as an object.
func (m *Machine) function(f mu.FuncID) *object {
	s := &m.funcs[f]
	if s.value == nil {
		s.value = &object{num: int32(f), name: m.b.Funcs[f].Name}
	}
	return s.value
}

// global allocates a global cell. Its number is that of the global, counted
// from 1.
func (m *Machine) global(e mu.EntityID, g mu.GlobalID) {
	s := m.shape(m.b.Globals[g].Type.ID)
	if s.code != "" {
		m.addSlot(e, Value{}, s)
		return
	}
	o := newAggregate(int(s.cells))
	o.num, o.shape = int32(g)+1, s
	m.copyZero(o.cells, s)
	m.globals = append(m.globals, o)
	m.addSlot(e, Value{kind: IRef, obj: o}, shapeIRef)
}

// constant evaluates a constant, after those it contains.
func (m *Machine) constant(e mu.EntityID) {
	type frame struct {
		e    mu.EntityID
		next int
	}
	stack := []frame{{e, 0}}
	m.addSlot(e, Value{}, shapeBad) // what it is while it is evaluated, and in itself
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		k := &m.b.Consts[m.b.Entities[top.e].Index]
		if k.Kind == mu.ConstList && top.next < len(k.Elems) {
			x := k.Elems[top.next].ID
			top.next++
			if uint(x) >= uint(len(m.slots)) || m.slots[x] != 0 {
				continue
			}
			if m.b.Entities[x].Kind == mu.EntityConst {
				m.addSlot(x, Value{}, shapeBad)
				stack = append(stack, frame{x, 0})
			} else {
				m.entity(x)
			}
			continue
		}
		slot := m.slots[top.e] - 1
		m.consts[slot], m.constShapes[slot] = m.evaluate(k)
		stack = stack[:len(stack)-1]
	}
}

// evaluate returns the value of a constant, whose elements are evaluated. A
// value of the wrong form is turned into one of the constant's type if both are
// ints, or both floating point; else it cannot be used.
func (m *Machine) evaluate(k *mu.Const) (Value, *shape) {
	s := m.shape(k.Type.ID)
	if s.code != "" {
		return m.zeroOf(s), s
	}
	ok := false
	var v Value
	switch k.Kind {
	case mu.ConstInt:
		switch s.kind {
		case Int:
			v, ok = IntValue(int(s.width), k.Int.Uint64()), true
		case Ptr:
			v, ok = PtrValue(k.Int.Uint64()), true
		}
	case mu.ConstFloat, mu.ConstDouble:
		v, ok = floatConstant(k, s)
	case mu.ConstNull:
		switch s.kind {
		case Ref, IRef, Func, Thread, Stack, Cursor, IRNode:
			v, ok = Null(s.kind), true
		}
	case mu.ConstList:
		v, ok = m.listConstant(k, s)
	}
	if !ok {
		return Value{}, shapeBad
	}
	return v, s
}

func floatConstant(k *mu.Const, s *shape) (Value, bool) {
	bits, have := k.Bits, Float
	if k.Kind == mu.ConstDouble {
		have = Double
	}
	switch {
	case s.kind != Float && s.kind != Double:
		return Value{}, false
	case have == Double && s.kind == Float:
		bits = convert(mu.FPTRUNC, shapeDbl, s, bits)
	case have == Float && s.kind == Double:
		bits = convert(mu.FPEXT, nil, s, bits)
	}
	return Value{kind: s.kind, bits: bits}, true
}

func (m *Machine) listConstant(k *mu.Const, s *shape) (Value, bool) {
	n := len(s.fields)
	if s.elem != nil {
		n = int(s.n)
	}
	if s.kind != Aggregate || len(k.Elems) != n {
		return Value{}, false
	}
	o := newAggregate(int(s.cells))
	for i, e := range k.Elems {
		if uint(e.ID) >= uint(len(m.slots)) || m.slots[e.ID] == 0 {
			return Value{}, false
		}
		slot := m.slots[e.ID] - 1
		part, at := s.elem, int64(i)
		if part == nil {
			part, at = s.fields[i], s.offsets[i]
		} else {
			at *= part.cells
		}
		v, ok := m.conform(m.consts[slot], part)
		if !ok {
			return Value{}, false
		}
		putPart(o.cells[at:], &v)
	}
	return Value{kind: Aggregate, obj: o}, true
}

// putPart writes a value as a part of an aggregate or object.
func putPart(dst []Value, v *Value) {
	if v.kind == Aggregate {
		copy(dst, v.obj.cells)
	} else {
		dst[0] = *v
	}
}
