package interp

import "assay/hir"

// cell holds the value of a context variable. The stamp of v is stampSet, or 0
// while the variable is not initialized.
type cell struct {
	v Value
	// awaits says that the variable was hoisted and its declaration is still to
	// come: that will use this cell rather than a new one.
	awaits bool
}

// newCell returns a register's content for a new cell. The stamp of v says
// whether the variable is initialized.
func (m *Machine) newCell(v Value, awaits bool, stamp uint32) Value {
	m.cells = append(m.cells, cell{v: v, awaits: awaits})
	return Value{bits: uint64(len(m.cells) - 1), meta: uint64(kindCell)}.in(stamp | stampCell)
}

// readCell reads through a register that holds a cell. A variable that is not
// initialized throws, as in JavaScript.
func (m *Machine) readCell(v *Value) (Value, status) {
	c := &m.cells[v.bits]
	if c.v.stamp() == 0 {
		return m.throwError(errorReference, 0)
	}
	return c.v, ok
}

// declareContext executes a DeclareContext.
func (m *Machine) declareContext(a *activation, c *instr) {
	r := &a.r[c.c]
	switch hir.LvalueKind(c.sub) {
	case hir.LvalueHoistedConst, hir.LvalueHoistedLet:
		*r = m.newCell(Undefined, true, a.stamp)
	case hir.LvalueHoistedFunction:
		// JavaScript creates the function itself here. HIR creates it only where
		// the declaration stands; until then it is a function not known.
		*r = m.newCell(m.allocate(saltOperation).in(stampSet), true, a.stamp)
	default:
		if v := Undefined.in(stampSet); !m.declared(a, r, v) {
			*r = m.newCell(v, false, a.stamp)
		}
	}
}

// declared gives a hoisted variable that awaits its declaration its value.
func (m *Machine) declared(a *activation, r *Value, v Value) bool {
	if r.stamp() != a.stamp|stampCell || !m.cells[r.bits].awaits {
		return false
	}
	m.cells[r.bits] = cell{v: v}
	return true
}

// storeContext executes a StoreContext. A declaration makes a new cell, unless
// the variable was hoisted and awaits it; a reassignment writes to the cell.
func (m *Machine) storeContext(a *activation, c *instr) (Value, status) {
	v, st := m.operand(a, c, c.b, 1)
	if st != ok {
		return v, st
	}
	result := v
	v = v.plain(stampSet)
	r := &a.r[c.a]
	if hir.LvalueKind(c.sub) == hir.LvalueReassign {
		switch r.stamp() {
		case a.stamp | stampCell:
			cell := &m.cells[r.bits]
			if cell.v.stamp() == 0 {
				return m.throwError(errorReference, 0)
			}
			cell.v = v
			return result, ok
		case a.stamp: // a variable that was defined, but not as a cell
		default:
			m.undefined(a, c.src.ID, c.src.Operands[0].Identifier)
			return Undefined, stuck
		}
	} else if m.declared(a, r, v) {
		return result, ok
	}
	*r = m.newCell(v, false, a.stamp)
	return result, ok
}
