package interp

import "assay/mu"

// allocate makes an object of a shape, a hybrid with n elements in its varying
// part; nil if there is no room.
func (m *Machine) allocate(s *shape, n int64) *object {
	size := s.cells
	if s.con == mu.KindHybrid {
		size += product(n, s.elem.cells)
	}
	// An object costs room even if it has no cells.
	if size > int64(m.opt.MaxCells-m.cells) || m.objects == 1<<31-1 {
		return nil
	}
	m.cells += int(size)
	m.fuel -= int(size >> 4)
	o := newAggregate(int(size))
	m.objects++
	o.num, o.shape = m.objects, s
	m.fillZero(o.cells, s, n)
	return o
}

// newObject does NEW and its relatives. n is the length of the varying part.
func (m *Machine) newObject(in *inst, n uint64) (Value, bool) {
	o := m.allocate(in.shape, int64(min(n, manyCells)))
	if o == nil {
		m.stopAt(in, OutOfFuel, "memory", "more memory than allowed")
		return Value{}, false
	}
	if in.do == doNew || in.do == doNewHybrid {
		return Value{kind: Ref, obj: o}, true
	}
	m.allocas = append(m.allocas, o)
	return Value{kind: IRef, obj: o}, true
}

// iref returns a reference to a place of an object; start and end bound the
// sequence that it is in, and are 0 if it is in none.
func iref(o *object, at, start, end int64) Value {
	return Value{kind: IRef, obj: o, bits: uint64(uint32(at)) | uint64(start)<<32, aux: uint32(end)}
}

// address computes GETFIELDIREF, GETELEMIREF, SHIFTIREF and GETVARPARTIREF of a
// reference that is not NULL. The code of undefined behaviour is "" if there is
// none.
func (m *Machine) address(in *inst, v, i *Value) (Value, string) {
	at := int64(uint32(v.bits))
	start, end := int64(v.bits>>32), int64(v.aux)
	size := int64(len(v.obj.cells))
	switch in.do {
	case doField:
		if at += in.n; at > size {
			return Value{}, ubBounds
		}
		return iref(v.obj, at, 0, 0), ""
	case doVarPart:
		if v.obj.shape.con != mu.KindHybrid || v.obj.shape.cells != in.n || at != 0 {
			return Value{}, ubType
		}
		if in.n == size {
			return Value{}, ubIndex // there is no first element
		}
		return iref(v.obj, in.n, in.n, size), ""
	case doElement:
		k := signed(i.bits, in.width)
		if k < 0 || k >= in.n {
			return Value{}, ubIndex
		}
		start, end = at, at+product(in.n, in.shape.cells)
		if end > size {
			return Value{}, ubBounds
		}
		return iref(v.obj, at+k*in.shape.cells, start, end), ""
	}
	// SHIFTIREF. A location that is in no sequence is like the only element of one.
	each := in.shape.cells
	if end == 0 {
		start, end = at, at+each
	}
	k := signed(i.bits, in.width)
	if each == 0 || k == 0 {
		return *v, ""
	}
	if k > size || k < -size {
		return Value{}, ubIndex
	}
	at += k * each
	if at < start || at+each > end {
		return Value{}, ubIndex
	}
	if v.aux == 0 {
		start, end = 0, 0
	}
	return iref(v.obj, at, start, end), ""
}

// cellsAt returns the cells that a reference that is not NULL refers to, n of
// them.
func cellsAt(v *Value, n int64) ([]Value, string) {
	o := v.obj
	at := int64(uint32(v.bits))
	switch {
	case o.state == dead:
		return nil, ubDead
	case at+n > int64(len(o.cells)):
		return nil, ubBounds
	}
	return o.cells[at : at+n], ""
}

// typedCells is cellsAt for a value of a shape, which the cells must hold.
func (m *Machine) typedCells(in *inst, v *Value) ([]Value, string) {
	s := in.shape
	cells, code := cellsAt(v, s.cells)
	switch {
	case code != "":
		return nil, code
	case s.kind == Aggregate:
		m.fuel -= int(s.cells >> 4)
		if !sameCells(cells, m.zeroOf(s).Cells()) {
			return nil, ubType
		}
	case cells[0].kind != s.kind || cells[0].width != s.width && s.kind != Tag:
		return nil, ubType
	}
	return cells, ""
}

// load returns the value in cells.
func load(s *shape, cells []Value) Value {
	if s.kind != Aggregate {
		return cells[0]
	}
	o := newAggregate(len(cells))
	copy(o.cells, cells)
	return Value{kind: Aggregate, obj: o}
}

// access does LOAD, STORE, CMPXCHG, ATOMICRMW and futex operations at a
// location that is not NULL.
func (m *Machine) access(in *inst, regs []Value, loc *Value) string {
	cells, code := m.typedCells(in, loc)
	if code != "" {
		return code
	}
	switch in.do {
	case doLoad:
		regs[in.dst] = load(in.shape, cells)
	case doStore:
		putPart(cells, m.at(regs, in.b))
	case doExchange:
		old := cells[0]
		ok := old.same(m.at(regs, in.b))
		if ok {
			cells[0] = *m.at(regs, in.c)
		}
		regs[in.more.results[0]] = old
		regs[in.more.results[1]] = boolValue(ok)
	case doRMW:
		old, v := load(in.shape, cells), m.at(regs, in.b)
		if in.kind == Int {
			cells[0].bits = rmw(in.rmw, in.width, old.bits, v.bits)
		} else {
			putPart(cells, v)
		}
		regs[in.dst] = old
	case doFutexWait:
		n := int64(-1)
		if cells[0].bits == m.at(regs, in.b).bits {
			n = in.n
		}
		regs[in.dst] = IntValue(32, uint64(n))
	}
	return ""
}
