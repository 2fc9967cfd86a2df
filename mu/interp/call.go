package interp

import "assay/mu"

// push makes a frame for a call of a function that has a version; its arguments
// are in m.arguments. call is the instruction that calls, or nil. It reports
// whether the run goes on.
func (m *Machine) push(fn mu.FuncID, call *inst) bool {
	c := m.prepare(fn, m.opt.PreSSA)
	switch {
	case c.stop != nil:
		m.stop(c.stop.outcome, c.stop.code, c.stop.message)
		m.result.Where = Place{Bundle: m.b, Function: c.fn}
		return false
	case len(m.frames) >= m.opt.MaxDepth:
		m.overflow(call, "depth", "more nested calls than allowed")
		return false
	case m.top+int(c.size) > maxRegisters:
		m.overflow(call, "registers", "more variables in nested calls than allowed")
		return false
	}
	m.frames = append(m.frames, Frame{Bundle: m.b, m: m, Depth: len(m.frames), base: m.top, allocas: len(m.allocas)})
	m.activate(&m.frames[len(m.frames)-1], c)
	return true
}

func (m *Machine) overflow(call *inst, code, message string) {
	if call == nil {
		m.stop(StackOverflow, code, message)
		return
	}
	m.stopAt(call, StackOverflow, code, message)
}

// activate starts a version in a frame, whose base is set.
func (m *Machine) activate(fr *Frame, c *code) {
	m.serial++
	fr.Function, fr.code, fr.Serial, fr.pc = c.fn, c, m.serial, 0
	m.top = fr.base + int(c.size)
	m.high = max(m.high, m.top)
	if m.top > len(m.regs) {
		m.regs = append(m.regs, make([]Value, m.top-len(m.regs)+64)...)
	}
	m.fuel -= int(c.size) >> 5
	regs := m.regs[fr.base:m.top]
	copy(regs, c.zeros)
	regs[c.exc] = Null(Ref)
	for i, p := range c.params {
		regs[p] = m.arguments[i]
	}
	if m.opt.AtOSRPoint != nil {
		if len(m.marks) < len(m.regs) {
			m.marks = append(m.marks, make([]uint64, len(m.regs)-len(m.marks))...)
		}
		m.epoch++
		fr.epoch = m.epoch
		m.enterBlock(fr, 0)
	}
}

// gather reads operands of the last frame into m.arguments.
func (m *Machine) gather(regs []Value, list []int32) {
	m.arguments = m.arguments[:0]
	for _, i := range list {
		m.arguments = append(m.arguments, *m.at(regs, i))
	}
}

// at returns the value of an operand.
func (m *Machine) at(regs []Value, i int32) *Value {
	if i >= 0 {
		return &regs[i]
	}
	return &m.consts[^i]
}

// callee returns the function that a call calls. It stops the run and returns
// false if there is none.
func (m *Machine) callee(in *inst, regs []Value) (mu.FuncID, bool) {
	d := in.more
	if d.fn >= 0 {
		return d.fn, true
	}
	v := m.at(regs, in.a)
	if v.obj == nil {
		m.stopAt(in, UndefinedBehaviour, ubNull, "call of NULL")
		return 0, false
	}
	fn := mu.FuncID(v.obj.num)
	if !m.b.SameSig(m.b.Funcs[fn].Sig.ID, d.sig) {
		m.stopAt(in, UndefinedBehaviour, ubSignature, "call of "+v.obj.name+" with another signature")
		return 0, false
	}
	return fn, true
}

// call does CALL.
func (m *Machine) call(in *inst, regs []Value) bool {
	fn, ok := m.callee(in, regs)
	if !ok {
		return false
	}
	if len(m.b.Funcs[fn].Versions) == 0 {
		return m.external(in, regs, EventCall, Value{kind: Func, obj: m.function(fn)})
	}
	m.gather(regs, in.more.args)
	return m.push(fn, in)
}

// tailCall does TAILCALL: the frame becomes that of the callee.
func (m *Machine) tailCall(in *inst, regs []Value) bool {
	fn, ok := m.callee(in, regs)
	if !ok {
		return false
	}
	fr := &m.frames[len(m.frames)-1]
	if len(m.b.Funcs[fn].Versions) == 0 {
		return m.external(in, regs, EventCall, Value{kind: Func, obj: m.function(fn)})
	}
	m.gather(regs, in.more.args)
	c := m.prepare(fn, m.opt.PreSSA)
	switch {
	case c.stop != nil:
		m.stop(c.stop.outcome, c.stop.code, c.stop.message)
		m.result.Where = Place{Bundle: m.b, Function: c.fn}
		return false
	case fr.base+int(c.size) > maxRegisters:
		m.overflow(in, "registers", "more variables in nested calls than allowed")
		return false
	}
	m.killAllocas(fr.allocas)
	m.activate(fr, c)
	return true
}

// killAllocas ends the life of the stack cells from a place on.
func (m *Machine) killAllocas(from int) {
	for i, o := range m.allocas[from:] {
		o.state = dead
		m.cells -= len(o.cells)
		m.allocas[from+i] = nil
	}
	m.allocas = m.allocas[:from]
}

// pop removes the last frame.
func (m *Machine) pop() {
	fr := &m.frames[len(m.frames)-1]
	m.killAllocas(fr.allocas)
	m.top = fr.base
	fr.code, fr.Function = nil, nil
	m.frames = m.frames[:len(m.frames)-1]
}

// ret returns the values in m.arguments from the last frame.
func (m *Machine) ret() bool {
	m.pop()
	if len(m.frames) == 0 {
		m.result.Values = append([]Value(nil), m.arguments...)
		return false
	}
	fr := &m.frames[len(m.frames)-1]
	return m.resume(fr, &fr.code.insts[fr.pc])
}

// resume goes on behind a call or trap of the last frame, whose results are in
// m.arguments.
func (m *Machine) resume(fr *Frame, in *inst) bool {
	regs := m.regs[fr.base:]
	for i, r := range in.more.results {
		regs[r] = m.arguments[i]
	}
	if in.flags&hasExc != 0 || in.do == doWatchpoint {
		e := in.edge // the normal one
		if in.do == doWatchpoint {
			e++ // the enabled one
		}
		return m.take(fr, &fr.code.edges[e], in)
	}
	if m.opt.AtOSRPoint != nil {
		m.markResults(fr, in)
	}
	fr.pc++
	return true
}

func (m *Machine) markResults(fr *Frame, in *inst) {
	for _, d := range fr.Function.Blocks[in.block].Instrs[in.index].Results {
		m.mark(fr, d.Var)
	}
}

// throw gives an exception to the last frame if catches is set, else to the
// nearest one below whose call has an EXC clause.
func (m *Machine) throw(exc Value, catches bool) bool {
	for {
		fr := &m.frames[len(m.frames)-1]
		in := &fr.code.insts[fr.pc]
		if catches && in.flags&hasExc != 0 {
			m.regs[fr.base+int(fr.code.exc)] = exc
			e := in.edge + 1
			if in.do == doWatchpoint {
				e++
			}
			return m.take(fr, &fr.code.edges[e], in)
		}
		m.pop()
		if len(m.frames) == 0 {
			m.result.Outcome = Threw
			m.result.Values = []Value{exc}
			return false
		}
		catches = true
	}
}

// take moves control along an edge.
func (m *Machine) take(fr *Frame, e *edge, in *inst) bool {
	if e.stop != nil {
		m.stopAt(in, e.stop.outcome, e.stop.code, e.stop.message)
		return false
	}
	regs := m.regs[fr.base:m.top]
	if !e.conflict {
		for i := range e.moves {
			mv := &e.moves[i]
			if mv.want != nil {
				v, ok := m.conform(*m.at(regs, mv.src), mv.want)
				if !ok {
					return m.wrongArgument(in)
				}
				regs[mv.dst] = v
				continue
			}
			regs[mv.dst] = *m.at(regs, mv.src)
		}
	} else {
		m.scratch = m.scratch[:0]
		for i := range e.moves {
			v, ok := *m.at(regs, e.moves[i].src), true
			if w := e.moves[i].want; w != nil {
				if v, ok = m.conform(v, w); !ok {
					return m.wrongArgument(in)
				}
			}
			m.scratch = append(m.scratch, v)
		}
		for i := range e.moves {
			regs[e.moves[i].dst] = m.scratch[i]
		}
	}
	m.fuel -= len(e.moves) >> 4
	if m.opt.AtOSRPoint != nil {
		for _, d := range e.results {
			m.mark(fr, d.Var)
		}
		m.enterBlock(fr, e.block)
	}
	fr.pc = int(fr.code.start[e.block])
	return true
}

func (m *Machine) wrongArgument(in *inst) bool {
	m.stopAt(in, Stuck, "type", "an edge passes a value of another type than the parameter has")
	return false
}
