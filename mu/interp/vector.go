package interp

import "assay/mu"

// vector does an operation on each element of vectors.
func (m *Machine) vector(in *inst, regs []Value) (code string) {
	a := m.at(regs, in.a).Cells()
	m.fuel -= len(a) >> 4
	o := newAggregate(len(a))
	switch in.do {
	case doVectorBinary:
		b := m.at(regs, in.b).Cells()
		for i := range a {
			r := Value{kind: in.kind, width: in.width}
			if in.kind == Int {
				ok := true
				if r.bits, ok = intBinary(in.op, in.width, a[i].bits, b[i].bits); !ok {
					return ubDiv
				}
			} else {
				r.bits = floatBinary(in.op, in.kind, a[i].bits, b[i].bits)
			}
			o.cells[i] = r
		}
	case doVectorCompare:
		b := m.at(regs, in.b).Cells()
		for i := range a {
			if in.op >= mu.FTRUE {
				o.cells[i] = boolValue(floatCompare(in.op, in.kind, a[i].bits, b[i].bits))
			} else {
				o.cells[i] = boolValue(intCompare(in.op, in.width, a[i].bits, b[i].bits))
			}
		}
	case doVectorConvert:
		e := in.shape.elem
		for i := range a {
			o.cells[i] = Value{kind: e.kind, width: e.width, bits: convert(in.op, in.from.elem, e, a[i].bits)}
		}
	case doVectorSelect:
		b, c := m.at(regs, in.b).Cells(), m.at(regs, in.c).Cells()
		for i := range a {
			o.cells[i] = c[i]
			if a[i].bits != 0 {
				o.cells[i] = b[i]
			}
		}
	}
	regs[in.dst] = Value{kind: Aggregate, obj: o}
	return ""
}

// aggregate does an instruction that takes aggregates apart, or puts them
// together.
func (m *Machine) aggregate(in *inst, regs []Value) (code string) {
	a := m.at(regs, in.a).Cells()
	at, part := in.n, in.from
	v := in.b
	switch in.do {
	case doExtractElement, doInsertElement:
		k := m.at(regs, in.b).bits
		if k >= uint64(in.shape.n) {
			return ubIndex
		}
		at, v = int64(k)*part.cells, in.c
	case doShuffle:
		b, sel := m.at(regs, in.b).Cells(), m.at(regs, in.c).Cells()
		o := newAggregate(len(sel))
		for i := range sel {
			switch k, n := sel[i].bits, uint64(len(a)); {
			case k < n:
				o.cells[i] = a[k]
			case k < 2*n:
				o.cells[i] = b[k-n]
			default:
				return ubIndex
			}
		}
		m.fuel -= len(sel) >> 4
		regs[in.dst] = Value{kind: Aggregate, obj: o}
		return ""
	}
	if in.do == doExtract || in.do == doExtractElement {
		regs[in.dst] = load(part, a[at:at+part.cells])
		m.fuel -= int(part.cells >> 4)
		return ""
	}
	o := newAggregate(len(a))
	copy(o.cells, a)
	putPart(o.cells[at:], m.at(regs, v))
	m.fuel -= len(a) >> 4
	regs[in.dst] = Value{kind: Aggregate, obj: o}
	return ""
}
