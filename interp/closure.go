package interp

// closure is a function of the program together with what it captured.
type closure struct {
	fn int32 // index in Machine.functions
	// captured is the position in Machine.captured of the value of the first
	// context place.
	captured, ncaptured int32
	escaped             bool
}

// newClosure executes a FunctionExpression or ObjectMethod. The registers of the
// context places are captured as they are: a value is copied, a cell shared. A
// register that is unset is captured as unset, and only its use is an error.
func (m *Machine) newClosure(a *activation, c *instr) Value {
	first := int32(len(m.captured))
	for _, reg := range m.pool[c.a:][:c.b] {
		v := a.r[reg]
		switch v.stamp() {
		case a.stamp:
			v = v.plain(stampSet)
		case a.stamp | stampCell:
			v = v.plain(stampSet | stampCell)
		default:
			v = Undefined // with stamp 0: unset
		}
		m.captured = append(m.captured, v)
	}
	m.closures = append(m.closures, closure{fn: c.c, captured: first, ncaptured: c.b})
	return Value{meta: uint64(KindFunction), bits: uint64(len(m.closures) - 1)}
}
