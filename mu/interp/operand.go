package interp

import "assay/mu"

// fail says that the instruction under way ends the run.
func (l *lowerer) fail(o Outcome, code, message string) {
	if !l.failed {
		l.failed = true
		l.stopping = l.stopDetail(o, code, message)
	}
}

func (m *Machine) stopDetail(o Outcome, code, message string) *detail {
	d := m.detailArena.one()
	d.outcome, d.code, d.message = o, code, message
	return d
}

// usable fails if values of a shape cannot be used.
func (l *lowerer) usable(s *shape) bool {
	switch s.code {
	case "":
		return true
	case codeWide, codeLarge:
		l.fail(Unsupported, s.code, "a value of a type that is not supported")
	default:
		l.fail(Stuck, s.code, "a type that has no values")
	}
	return false
}

// have returns the shape that an operand is known to have, or nil.
func (l *lowerer) have(o mu.Operand) *shape {
	if !o.IsLocal() {
		_, s := l.entity(o.Entity())
		return s
	}
	return l.shapes[o.Var()]
}

// read returns the register or constant of an operand, whatever its type.
func (l *lowerer) read(o mu.Operand) int32 {
	if !o.IsLocal() {
		e := o.Entity()
		slot, s := l.entity(e)
		if s == nil {
			l.noValue(e)
			return 0
		}
		return ^slot
	}
	v := o.Var()
	switch {
	case uint(v) >= uint(len(l.vars)):
		l.fail(Stuck, "malformed", "a variable that the function does not have")
		return 0
	case !l.pre && l.vars[v].assigned != l.stamp && l.vars[v].onEdge != l.edgeStamp:
		l.fail(Stuck, "unassigned", "read of "+l.f.Vars[v].Name+", which its block has not assigned")
		return 0
	}
	return int32(v)
}

// noValue fails because a top-level entity has no value.
func (l *lowerer) noValue(e mu.EntityID) {
	switch {
	case uint(e) >= uint(len(l.b.Entities)):
		l.fail(Stuck, "undefined", "use of nothing")
	case l.b.Entities[e].Kind == mu.EntityExpose:
		l.fail(Unsupported, "exposed", "use of "+l.b.Entities[e].Name+", an exposed function")
	default:
		l.fail(Stuck, "undefined", "use of "+l.b.Entities[e].Name+", which has no value")
	}
}

// use returns the register or constant of an operand that must have a shape, or
// be of any that can be used if want is nil.
func (l *lowerer) use(o mu.Operand, want *shape) int32 {
	r := l.read(o)
	if l.failed {
		return 0
	}
	have := l.have(o)
	if want == nil {
		if have != nil {
			l.usable(have)
		}
		return r
	}
	if !l.usable(want) || have != nil && have.fits(want) {
		return r
	}
	t := l.temps
	l.temps++
	l.emit(inst{do: doConform, flags: isPart, dst: t, a: r, shape: want})
	return t
}

// copyOf is use for what is only copied, which may be a value that cannot be
// used otherwise.
func (l *lowerer) copyOf(o mu.Operand, want *shape) int32 {
	if want.code == codeWide || want.code == codeLarge {
		return l.read(o)
	}
	return l.use(o, want)
}

// result returns the register of a result; of one without a name a register
// that nothing reads.
func (l *lowerer) result(i int) int32 {
	if i < len(l.in.Results) {
		if v := l.in.Results[i].Var; uint(v) < uint(len(l.vars)) {
			return int32(v)
		}
		l.fail(Stuck, "malformed", "a variable that the function does not have")
	}
	t := l.temps
	l.temps++
	return t
}

// results returns the registers of n results.
func (l *lowerer) results(n int) []int32 {
	l.regs = l.regs[:0]
	for i := range n {
		l.regs = append(l.regs, l.result(i))
	}
	return l.intArena.keep(l.regs)
}

// list returns the registers of operands that must have the types of a list, or
// may have any if it is nil.
func (l *lowerer) list(args []mu.Operand, types []mu.TypeRef) []int32 {
	list := l.intArena.take(len(args))
	for i, o := range args {
		var want *shape
		if types != nil {
			want = l.shape(types[i].ID)
		}
		list[i] = l.use(o, want)
		if l.failed {
			return nil
		}
	}
	return list
}

// wants returns the shapes of types that a value must be given for.
func (l *lowerer) wants(types []mu.TypeRef) []*shape {
	w := l.shapeList.take(len(types))
	for i, t := range types {
		w[i] = l.shape(t.ID)
		l.usable(w[i])
	}
	return w
}
