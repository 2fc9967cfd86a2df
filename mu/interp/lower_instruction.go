package interp

import "assay/mu"

// wellFormed checks that the instruction has the parts that its form demands.
func (l *lowerer) wellFormed() bool {
	in := l.in
	types, operands, edges := 0, 0, 0
	list, cases, extra := false, false, false
	form := in.Op.Form()
	for i := range len(form) {
		switch form[i] {
		case 't':
			types++
		case 'v':
			operands++
		case 'd':
			edges++
		case 'a', 'r', 'L', 'N', 'M':
			list = true
		case 'C':
			cases = true
		case 'e':
			if in.Flags&mu.FlagExc != 0 {
				edges += 2
			}
		case 'x':
			if in.Flags&mu.FlagExc != 0 {
				edges++
			}
		case 'i', 'n', 'P':
			extra = true
		}
		if form[i] == 'M' {
			extra = true
		}
	}
	ok := len(in.Types) >= types && (len(in.Args) == operands || list && len(in.Args) > operands) &&
		(len(in.Dests) == edges || cases && len(in.Dests) > edges) && (in.Extra != nil || !extra)
	if !ok {
		l.fail(Stuck, "malformed", "an instruction that does not have its parts")
	}
	return ok
}

// instruction prepares the instruction under way.
func (l *lowerer) instruction() {
	if !l.wellFormed() {
		return
	}
	in := l.in
	x := inst{op: in.Op}
	if in.Flags&mu.FlagExc != 0 {
		x.flags |= hasExc
	}
	switch op := in.Op; {
	case op == mu.UDIV || op == mu.SDIV || op == mu.UREM || op == mu.SREM:
		l.binary(&x, doDivide, Int)
	case op >= mu.FADD && op <= mu.FREM:
		l.binary(&x, doFloatBinary, Float)
	case op.IsBinary():
		l.binary(&x, doIntBinary, Int)
	case op.IsCompare():
		l.compare(&x)
	case op.IsConversion():
		l.conversion(&x)
	default:
		l.other(&x)
	}
	if l.failed {
		return
	}
	if len(in.Dests) > 0 {
		x.edge = l.edgesOf()
	}
	l.emit(x)
}

// typeArg returns the shape of a type argument, whose values must be usable.
func (l *lowerer) typeArg(i int) *shape {
	s := l.shape(l.in.Types[i].ID)
	l.usable(s)
	return s
}

// wrongType fails because a type argument is not what the op takes.
func (l *lowerer) wrongType() {
	l.fail(Stuck, "type", l.in.Op.String()+" of a type that it does not take")
}

// other prepares an instruction that is no binary operation, comparison or
// conversion.
func (l *lowerer) other(x *inst) {
	in := l.in
	switch in.Op {
	case mu.SELECT:
		l.selection(x)
	case mu.BRANCH:
		x.do = doBranch
	case mu.BRANCH2:
		x.do, x.a = doBranch2, l.use(in.Args[0], shapeI1)
	case mu.SWITCH:
		l.switchOn(x)
	case mu.CALL, mu.TAILCALL, mu.CCALL:
		l.call(x)
	case mu.RET:
		l.ret(x)
	case mu.THROW:
		x.do, x.a = doThrow, l.use(in.Args[0], shapeRef)
	case mu.TRAP, mu.WATCHPOINT, mu.WPBRANCH:
		l.trap(x)
	case mu.EXTRACTVALUE, mu.INSERTVALUE, mu.EXTRACTELEMENT, mu.INSERTELEMENT, mu.SHUFFLEVECTOR:
		l.aggregate(x)
	case mu.COMMINST:
		l.common(x)
	case mu.ID:
		x.do = doMove
		if len(in.Types) > 0 {
			x.a = l.copyOf(in.Args[0], l.shape(in.Types[0].ID))
		} else {
			x.a = l.read(in.Args[0])
		}
		x.dst = l.result(0)
	case mu.FENCE:
		x.do = doNothing
	case mu.NEWTHREAD, mu.SWAPSTACK, mu.NEWSTACK:
		l.fail(Unsupported, "threads", in.Op.String())
	default:
		l.memory(x)
	}
}

func (l *lowerer) selection(x *inst) {
	cond, s := l.typeArg(0), l.typeArg(1)
	x.do, x.shape = doSelect, s
	if cond.kind == Aggregate {
		x.do = doVectorSelect
		if cond.con != mu.KindVector || s.con != mu.KindVector || cond.n != s.n {
			l.wrongType()
			return
		}
	}
	if e := cond.scalar(); e.kind != Int || e.width != 1 {
		l.wrongType()
		return
	}
	x.a, x.b, x.c = l.use(l.in.Args[0], cond), l.use(l.in.Args[1], s), l.use(l.in.Args[2], s)
	x.dst = l.result(0)
}

// manyCases is how many cases of a SWITCH are looked for one after the other.
const manyCases = 8

func (l *lowerer) switchOn(x *inst) {
	s := l.typeArg(0)
	x.do, x.a = doSwitch, l.use(l.in.Args[0], s)
	d := l.detailArena.one()
	x.more = d
	d.cases = l.intArena.take(len(l.in.Dests) - 1)
	for i := range d.cases {
		o := l.in.Dests[i+1].Case
		if o.IsLocal() {
			l.fail(Stuck, "malformed", "a case that is no constant")
			return
		}
		slot, have := l.entity(o.Entity())
		if have == nil {
			l.noValue(o.Entity())
			return
		}
		v, ok := l.conform(l.consts[slot], s)
		if !ok {
			l.fail(Stuck, "type", "a case of another type than the SWITCH")
			return
		}
		d.cases[i] = slot
		if !have.fits(s) {
			l.consts, l.constShapes = append(l.consts, v), append(l.constShapes, s)
			d.cases[i] = int32(len(l.consts) - 1)
		}
		if s.kind == Int && len(d.cases) > manyCases {
			if d.byInt == nil {
				d.byInt = make(map[uint64]int32, len(d.cases))
			}
			if _, again := d.byInt[v.bits]; !again {
				d.byInt[v.bits] = int32(i)
			}
		}
	}
}

func (l *lowerer) aggregate(x *inst) {
	in := l.in
	s := l.typeArg(0)
	if l.failed {
		return
	}
	x.shape = s
	switch in.Op {
	case mu.EXTRACTVALUE, mu.INSERTVALUE:
		i := index(&in.Extra.Index)
		if s.con != mu.KindStruct || i >= len(s.fields) {
			l.wrongType()
			return
		}
		x.n, x.from = s.offsets[i], s.fields[i]
		x.do, x.a = doExtract, l.use(in.Args[0], s)
		if in.Op == mu.INSERTVALUE {
			x.do, x.b = doInsert, l.use(in.Args[1], x.from)
		}
	case mu.EXTRACTELEMENT, mu.INSERTELEMENT:
		i := l.typeArg(1)
		if s.elem == nil || i.kind != Int {
			l.wrongType()
			return
		}
		x.from = s.elem
		x.do, x.a, x.b = doExtractElement, l.use(in.Args[0], s), l.use(in.Args[1], i)
		if in.Op == mu.INSERTELEMENT {
			x.do, x.c = doInsertElement, l.use(in.Args[2], x.from)
		}
	case mu.SHUFFLEVECTOR:
		i := l.typeArg(1)
		if s.con != mu.KindVector || i.con != mu.KindVector || i.elem.kind != Int {
			l.wrongType()
			return
		}
		x.do = doShuffle
		x.a, x.b, x.c = l.use(in.Args[0], s), l.use(in.Args[1], s), l.use(in.Args[2], i)
	}
	x.dst = l.result(0)
}
