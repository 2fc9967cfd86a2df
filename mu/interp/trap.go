package interp

import "assay/mu"

// happen records the event in m.event, whose values are in m.arguments: its
// hash, and with Options.Record the event itself.
func (m *Machine) happen(kind EventKind, d *detail, watchpoint uint64, callee Value, catches bool) {
	e := &m.event
	number := len(m.result.TraceHashes)
	*e = Event{Kind: kind, Number: number, Watchpoint: watchpoint, Callee: callee, Values: m.arguments, Catches: catches, m: m}
	h := mix(uint64(kind), watchpoint)
	h = mix(h, callee.hash())
	cells := 0
	for i := range m.arguments {
		cells += len(m.arguments[i].Cells())
		h = mix(h, m.arguments[i].hash())
	}
	m.fuel -= cells >> 4
	e.hash = mix(h, uint64(len(m.arguments)))
	place := uint64(0)
	if d != nil {
		e.Place, place = &d.place, d.hash
		e.Types, e.want = d.types, m.wanted(d)
	}
	m.hash = mix(mix(m.hash, place), e.hash)
	if m.result.TraceHashes == nil {
		m.result.TraceHashes = make([]uint64, 0, 8)
	}
	m.result.TraceHashes = append(m.result.TraceHashes, m.hash)
	if m.opt.Record {
		kept := *e
		kept.Values = append([]Value(nil), e.Values...)
		kept.m, kept.want = nil, nil
		if d != nil {
			place := d.place // that of d is used again for other code
			kept.Place = &place
		}
		m.result.Trace = append(m.result.Trace, kept)
	}
}

// ask has the client answer m.event. The values of the answer are in
// m.arguments; if it is an exception threw is set. It reports whether the answer
// is one that the program can take.
func (m *Machine) ask(in *inst) (exc Value, threw, ok bool) {
	a := m.client.Answer(&m.event)
	if m.opt.Record {
		e := &m.result.Trace[len(m.result.Trace)-1]
		e.answered = true
		e.answer = Answer{append([]Value(nil), a.Values...), a.Throw, a.Exception}
	}
	if a.Throw {
		if a.Exception.kind != Ref {
			m.refuse(in, "an exception that is no ref")
			return Value{}, true, false
		}
		exc, ok = a.Exception, true
		if exc.obj != nil && exc.obj.state == template {
			if exc, ok = m.instantiate(exc); !ok {
				m.refuse(in, "an object that cannot be allocated")
			}
		}
		return exc, true, ok
	}
	want := m.event.want
	if len(a.Values) != len(want) {
		m.refuse(in, "another number of values than the program wants")
		return Value{}, false, false
	}
	m.arguments = m.arguments[:0]
	for i, v := range a.Values {
		if c := want[i].code; c == codeWide || c == codeLarge {
			m.stopWhere(in, Unsupported, c, "a value of a type that is not supported")
			return Value{}, false, false
		}
		ok := true
		if v.obj != nil && v.obj.state == template {
			v, ok = m.instantiate(v)
		}
		if ok {
			v, ok = m.conform(v, want[i])
		}
		if !ok {
			m.refuse(in, "a value of another type than the program wants")
			return Value{}, false, false
		}
		m.arguments = append(m.arguments, v)
	}
	return Value{}, false, true
}

func (m *Machine) refuse(in *inst, what string) {
	m.stopWhere(in, Stuck, "client", "the client answers with "+what)
}

func (m *Machine) stopWhere(in *inst, o Outcome, code, message string) {
	if in == nil {
		m.stop(o, code, message)
		return
	}
	m.stopAt(in, o, code, message)
}

// trap does TRAP, and the rest of an enabled WATCHPOINT: its event is
// m.event.
func (m *Machine) trap(fr *Frame, in *inst) bool {
	exc, threw, ok := m.ask(in)
	switch {
	case !ok:
		return false
	case threw:
		return m.throw(exc, true)
	}
	return m.resume(fr, in)
}

// watchpoint does WATCHPOINT.
func (m *Machine) watchpoint(fr *Frame, in *inst, regs []Value) bool {
	d := in.more
	m.gather(regs, d.keep)
	if m.enabled(EventEnabled, d, in) {
		m.happen(EventEnabled, d, uint64(in.n), Value{}, in.flags&hasExc != 0)
		return m.trap(fr, in)
	}
	m.happen(EventDisabled, d, uint64(in.n), Value{}, in.flags&hasExc != 0)
	return m.take(fr, &fr.code.edges[in.edge], in)
}

// watchBranch does WPBRANCH.
func (m *Machine) watchBranch(fr *Frame, in *inst) bool {
	m.arguments = m.arguments[:0]
	e := in.edge
	if m.enabled(EventBranchEnabled, in.more, in) {
		m.happen(EventBranchEnabled, in.more, uint64(in.n), Value{}, false)
		e++
	} else {
		m.happen(EventBranchDisabled, in.more, uint64(in.n), Value{}, false)
	}
	return m.take(fr, &fr.code.edges[e], in)
}

// enabled asks the client whether a watchpoint is enabled. The event is not
// recorded yet.
func (m *Machine) enabled(kind EventKind, d *detail, in *inst) bool {
	e := &m.event
	*e = Event{Kind: kind, Number: len(m.result.TraceHashes), Place: &d.place, Watchpoint: uint64(in.n),
		Values: m.arguments, Types: d.types, want: d.want, Catches: in.flags&hasExc != 0, m: m}
	h := mix(uint64(in.n), uint64(len(m.arguments)))
	for i := range m.arguments {
		h = mix(h, m.arguments[i].hash())
	}
	e.hash = h
	return m.client.Enabled(e)
}

// external does a call of a function without version, or CCALL: what is outside
// of the program is the client's, so the client is asked as by a trap that keeps
// the arguments alive. By an answer with values the callee returns them, by one
// with an exception it throws it.
func (m *Machine) external(in *inst, regs []Value, kind EventKind, callee Value) bool {
	d := in.more
	m.gather(regs, d.args)
	for _, i := range d.keep {
		m.arguments = append(m.arguments, *m.at(regs, i))
	}
	m.happen(kind, d, 0, callee, in.flags&hasExc != 0)
	exc, threw, ok := m.ask(in)
	fr := &m.frames[len(m.frames)-1]
	switch {
	case !ok:
		return false
	case threw:
		return m.throw(exc, in.do != doTailCall)
	case in.do == doTailCall:
		return m.ret()
	}
	return m.resume(fr, in)
}

// callNowhere is external for the first function of a run.
func (m *Machine) callNowhere(fn mu.FuncID, sig *mu.Sig) {
	d := m.detailArena.one()
	d.types = sig.Returns
	m.happen(EventCall, d, 0, Value{kind: Func, obj: m.function(fn)}, false)
	exc, threw, ok := m.ask(nil)
	switch {
	case !ok:
	case threw:
		m.result.Outcome, m.result.Values = Threw, []Value{exc}
	default:
		m.result.Values = append([]Value(nil), m.arguments...)
	}
}
