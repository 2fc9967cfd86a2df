package interp

import "assay/mu"

// loop runs the last frame, and those it calls and returns to, until the run
// ends.
func (m *Machine) loop() {
	observed := m.opt.AtOSRPoint != nil
next:
	for {
		// Here after each call, return and edge: registers and constants may have
		// moved.
		fr := &m.frames[len(m.frames)-1]
		insts, regs := fr.code.insts, m.regs[fr.base:m.top]
		for pc := fr.pc; ; pc++ {
			in := &insts[pc]
			if in.flags&isPart == 0 {
				if m.fuel <= 0 {
					m.stopAt(in, OutOfFuel, "steps", "more steps than allowed")
					return
				}
				m.fuel--
				m.steps++
			}
			if in.flags&isOSR != 0 && observed {
				fr.pc, fr.Block, fr.Instr = pc, mu.BlockID(in.block), int(in.index)
				m.opt.AtOSRPoint(fr)
			}
			code := ""
			switch in.do {
			case doConform:
				v, ok := m.conform(*m.at(regs, in.a), in.shape)
				if !ok {
					m.stopAt(in, Stuck, "type", "an operand of another type than demanded: found "+v.kind.String())
					return
				}
				regs[in.dst] = v
				continue
			case doMove:
				regs[in.dst] = *m.at(regs, in.a)
			case doNothing:
			case doIntBinary:
				r, _ := intBinary(in.op, in.width, m.at(regs, in.a).bits, m.at(regs, in.b).bits)
				regs[in.dst] = Value{kind: Int, width: in.width, bits: r}
			case doDivide:
				r, ok := intBinary(in.op, in.width, m.at(regs, in.a).bits, m.at(regs, in.b).bits)
				if ok {
					regs[in.dst] = Value{kind: Int, width: in.width, bits: r}
				} else {
					code = ubDiv
				}
			case doFloatBinary:
				r := floatBinary(in.op, in.kind, m.at(regs, in.a).bits, m.at(regs, in.b).bits)
				regs[in.dst] = Value{kind: in.kind, bits: r}
			case doIntCompare:
				regs[in.dst] = boolValue(intCompare(in.op, in.width, m.at(regs, in.a).bits, m.at(regs, in.b).bits))
			case doFloatCompare:
				regs[in.dst] = boolValue(floatCompare(in.op, in.kind, m.at(regs, in.a).bits, m.at(regs, in.b).bits))
			case doSame:
				regs[in.dst] = boolValue(m.at(regs, in.a).same(m.at(regs, in.b)) == (in.op == mu.EQ))
			case doOrder:
				a, b := m.at(regs, in.a), m.at(regs, in.b)
				regs[in.dst] = boolValue(intCompare(in.op, 64, a.order(), b.order()))
			case doConvert:
				r := convert(in.op, in.from, in.shape, m.at(regs, in.a).bits)
				regs[in.dst] = Value{kind: in.shape.kind, width: in.shape.width, bits: r}
			case doBitcast:
				regs[in.dst] = bitcast(in.from, in.shape, m.at(regs, in.a))
			case doSelect:
				if m.at(regs, in.a).bits != 0 {
					regs[in.dst] = *m.at(regs, in.b)
				} else {
					regs[in.dst] = *m.at(regs, in.c)
				}
			case doVectorBinary, doVectorCompare, doVectorConvert, doVectorSelect:
				code = m.vector(in, regs)
			case doExtract, doInsert, doExtractElement, doInsertElement, doShuffle:
				code = m.aggregate(in, regs)

			case doNew, doAlloca, doNewHybrid, doAllocaHybrid:
				n := uint64(0)
				if in.do == doNewHybrid || in.do == doAllocaHybrid {
					n = m.at(regs, in.a).bits
				}
				v, ok := m.newObject(in, n)
				if !ok {
					return
				}
				regs[in.dst] = v
			case doGetIRef:
				if o := m.at(regs, in.a).obj; o != nil {
					regs[in.dst] = Value{kind: IRef, obj: o}
				} else {
					code = ubNull
				}
			case doField, doElement, doShift, doVarPart:
				v := m.at(regs, in.a)
				if v.obj == nil {
					code = ubNull
					break
				}
				var r Value
				if r, code = m.address(in, v, m.at(regs, in.b)); code == "" {
					regs[in.dst] = r
				}
			case doLoad, doStore, doExchange, doRMW, doFutexWait:
				v := m.at(regs, in.a)
				if v.obj == nil {
					code = ubNull
					break
				}
				code = m.access(in, regs, v)
			case doFutexWake:
				switch {
				case m.at(regs, in.a).obj == nil:
					code = ubNull
				case m.at(regs, in.b).Int() < 0:
					code = ubFutex
				default:
					regs[in.dst] = IntValue(32, 0)
				}

			case doTagTest:
				regs[in.dst] = boolValue(int64(m.at(regs, in.a).width) == in.n)
			case doTagMake:
				v := Value{kind: Tag, width: uint8(in.n), bits: m.at(regs, in.a).bits}
				if v.width == tagFP && (&Value{kind: Double, bits: v.bits}).isNaN() {
					v.bits = nan64
				}
				regs[in.dst] = v
			case doTagRef:
				regs[in.dst] = Value{kind: Tag, width: tagRef, bits: m.at(regs, in.b).bits, obj: m.at(regs, in.a).obj}
			case doTagGet:
				v := m.at(regs, in.a)
				switch {
				case int64(v.width) != in.n:
					code = ubTag
				case in.shape.kind == Ref:
					regs[in.dst] = Value{kind: Ref, obj: v.obj}
				default:
					regs[in.dst] = Value{kind: in.shape.kind, width: in.shape.width, bits: v.bits}
				}
			case doThreadLocal:
				regs[in.dst] = m.threadLocal
			case doSetThreadLocal:
				m.threadLocal = *m.at(regs, in.a)

			default:
				fr.pc = pc
				if !m.control(fr, in, regs) {
					return
				}
				continue next
			}
			if code != "" {
				fr.pc = pc
				if in.flags&hasExc == 0 || code != ubDiv && code != ubNull {
					m.stopAt(in, UndefinedBehaviour, code, ubMessages[code])
					return
				}
				regs[fr.code.exc] = Null(Ref)
				if !m.take(fr, &fr.code.edges[in.edge+1], in) {
					return
				}
				continue next
			}
			if in.flags&hasExc != 0 {
				fr.pc = pc
				if !m.take(fr, &fr.code.edges[in.edge], in) {
					return
				}
				continue next
			}
			if observed {
				m.markResults(fr, in)
			}
		}
	}
}

// control does an instruction that moves control, or ends the run.
func (m *Machine) control(fr *Frame, in *inst, regs []Value) bool {
	edges := fr.code.edges
	switch in.do {
	case doBranch:
		return m.take(fr, &edges[in.edge], in)
	case doBranch2:
		e := in.edge
		if m.at(regs, in.a).bits == 0 {
			e++
		}
		return m.take(fr, &edges[e], in)
	case doSwitch:
		return m.take(fr, &edges[in.edge+m.caseOf(in, m.at(regs, in.a))], in)
	case doCall:
		return m.call(in, regs)
	case doTailCall:
		return m.tailCall(in, regs)
	case doReturn:
		m.gather(regs, in.more.args)
		return m.ret()
	case doThrow:
		return m.throw(*m.at(regs, in.a), false)
	case doTrap:
		m.gather(regs, in.more.keep)
		m.happen(EventTrap, in.more, 0, Value{}, in.flags&hasExc != 0)
		return m.trap(fr, in)
	case doWatchpoint:
		return m.watchpoint(fr, in, regs)
	case doWatchBranch:
		return m.watchBranch(fr, in)
	case doNativeCall:
		return m.external(in, regs, EventNative, *m.at(regs, in.a))
	case doExit:
		m.result.Outcome, m.result.Code = Returned, "thread_exit"
		return false
	}
	d := in.more // doStop
	m.stopAt(in, d.outcome, d.code, d.message)
	return false
}

// caseOf returns which edge of a SWITCH a value takes: 0 for the default.
func (m *Machine) caseOf(in *inst, v *Value) int32 {
	d := in.more
	if d.byInt != nil {
		if i, ok := d.byInt[v.bits]; ok {
			return i + 1
		}
		return 0
	}
	for i, c := range d.cases {
		if m.consts[c].same(v) {
			return int32(i) + 1
		}
	}
	return 0
}

// ubMessages says what codes of undefined behaviour mean.
var ubMessages = map[string]string{
	ubDiv:       "division by zero without EXC",
	ubNull:      "NULL is not a location",
	ubIndex:     "an index outside of its array, vector or varying part",
	ubBounds:    "a location outside of its object",
	ubDead:      "a stack cell whose frame is gone",
	ubType:      "memory that holds something of another type",
	ubSignature: "a function of another signature",
	ubTag:       "a tagref64 that does not hold what is asked for",
	ubFutex:     "a negative number of threads",
}

// order returns what ULT and the like compare of internal references: within an
// object the place, between objects, where the language does not say, their
// numbers.
func (v *Value) order() uint64 {
	if v.obj == nil {
		return 0
	}
	return uint64(v.obj.num)<<32 | uint64(uint32(v.bits))
}
