package interp

// conform returns a value as one of a shape. Programs that are not checked
// wholly may use a value of another type: an int of another width is truncated
// or zero-extended, all else is no value of the shape.
func (m *Machine) conform(v Value, s *shape) (Value, bool) {
	switch {
	case s.code != "" || v.kind != s.kind:
		return v, false
	case v.kind == Int && v.width != s.width:
		return IntValue(int(s.width), v.bits), true
	case v.kind == Aggregate:
		return v, sameCells(v.obj.cells, m.zeroOf(s).Cells())
	}
	return v, true
}

// sameCells reports whether cells have the same kinds of scalars.
func sameCells(a, b []Value) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if !a[i].sameKind(&b[i]) {
			return false
		}
	}
	return true
}

// sameKind reports whether two scalars have types that are not told apart.
func (v *Value) sameKind(w *Value) bool {
	return v.kind == w.kind && (v.width == w.width || v.kind == Tag)
}
