package interp

import "assay/mu"

// zeroOf returns the zero value of a type: 0, +0.0, NULL, the box of +0.0, or an
// aggregate of zeros; a value that cannot be used if the type has none.
func (m *Machine) zeroOf(s *shape) Value {
	if s.hasZero {
		return s.zero
	}
	if s.kind != Aggregate {
		return Value{kind: s.kind, width: scalarWidth(s)}
	}
	stack := []*shape{s}
	for len(stack) > 0 {
		top := stack[len(stack)-1]
		if missing := top.missingZero(); missing != nil && top.code == "" {
			stack = append(stack, missing)
			continue
		}
		stack = stack[:len(stack)-1]
		m.makeZero(top)
	}
	return s.zero
}

func scalarWidth(s *shape) uint8 {
	if s.kind == Tag {
		return tagFP
	}
	return s.width
}

// missingZero returns a member whose zero value is to be made first, or nil.
func (s *shape) missingZero() *shape {
	if s.elem != nil && s.elem.kind == Aggregate && !s.elem.hasZero {
		return s.elem
	}
	for _, f := range s.fields {
		if f.kind == Aggregate && !f.hasZero {
			return f
		}
	}
	return nil
}

func (m *Machine) makeZero(s *shape) {
	if s.hasZero {
		return
	}
	s.hasZero = true
	if s.code != "" {
		s.zero = Value{kind: Wide}
		return
	}
	o := newAggregate(int(s.cells))
	s.zero = Value{kind: Aggregate, obj: o}
	for i, f := range s.fields {
		m.copyZero(o.cells[s.offsets[i]:], f)
	}
	if s.elem != nil {
		m.repeatZero(o.cells, s.elem, s.n)
	}
}

// copyZero writes the zero value of a shape that can be used.
func (m *Machine) copyZero(dst []Value, s *shape) {
	switch {
	case s.kind == Aggregate:
		copy(dst, m.zeroOf(s).Cells())
	case s.cells == 1:
		dst[0] = m.zeroOf(s)
	}
}

// repeatZero writes n zero values.
func (m *Machine) repeatZero(dst []Value, s *shape, n int64) {
	if n == 0 || s.cells == 0 {
		return
	}
	m.copyZero(dst, s)
	for done := s.cells; done < n*s.cells; done *= 2 {
		copy(dst[done:n*s.cells], dst[:done])
	}
}

// fillZero writes the zero of a shape of any size, which may be a hybrid with n
// elements in its varying part.
func (m *Machine) fillZero(dst []Value, s *shape, n int64) {
	if s.con == mu.KindHybrid && s.elem.code == "" {
		m.repeatZero(dst[s.cells:], s.elem, n)
	}
	type part struct {
		at int64
		s  *shape
	}
	work := []part{{0, s}}
	for len(work) > 0 {
		p := work[len(work)-1]
		work = work[:len(work)-1]
		switch e := p.s.elem; {
		case p.s.con == mu.KindHybrid:
			for i, f := range p.s.fields {
				work = append(work, part{p.s.offsets[i], f})
			}
			if e.code != "" {
				for i := range n {
					work = append(work, part{p.s.cells + i*e.cells, e})
				}
			}
		case p.s.code == "":
			m.copyZero(dst[p.at:], p.s)
		case e != nil && e.code == "":
			m.repeatZero(dst[p.at:], e, p.s.n)
		case e != nil:
			for i := range p.s.n {
				work = append(work, part{p.at + i*e.cells, e})
			}
		default:
			for i, f := range p.s.fields {
				work = append(work, part{p.at + p.s.offsets[i], f})
			}
		}
	}
}
