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

// isNumber reports whether a shape is of a kind, Float standing for Double too,
// or a vector of it.
func isNumber(s *shape, k Kind) bool {
	e := s.scalar()
	return e.kind == k || k == Float && e.kind == Double
}

func (l *lowerer) binary(x *inst, do step, k Kind) {
	s := l.typeArg(0)
	if !isNumber(s, k) {
		l.wrongType()
		return
	}
	x.do, x.shape, x.kind, x.width = do, s, s.kind, s.width
	if s.kind == Aggregate {
		x.kind, x.width = s.elem.kind, s.elem.width
		x.do = doVectorBinary
	}
	x.a, x.b = l.use(l.in.Args[0], s), l.use(l.in.Args[1], s)
	x.dst = l.result(0)
}

func (l *lowerer) compare(x *inst) {
	s := l.typeArg(0)
	e := s.scalar()
	x.kind, x.width = e.kind, e.width
	numeric := e.kind == Int || e.kind == Ptr
	switch op := l.in.Op; {
	case op >= mu.FTRUE && (e.kind == Float || e.kind == Double):
		x.do = doFloatCompare
	case op >= mu.FTRUE:
		l.wrongType()
	case numeric:
		x.do = doIntCompare
	case s.kind == Aggregate || e.kind == Float || e.kind == Double || e.kind == Tag:
		l.wrongType()
	case op == mu.EQ || op == mu.NE:
		x.do = doSame
	case op >= mu.UGT && op <= mu.ULE && e.kind == IRef:
		x.do = doOrder
	default:
		l.wrongType()
	}
	if s.kind == Aggregate {
		x.do, x.n = doVectorCompare, s.n
	}
	x.a, x.b = l.use(l.in.Args[0], s), l.use(l.in.Args[1], s)
	x.dst = l.result(0)
}

func (l *lowerer) conversion(x *inst) {
	x.from, x.shape = l.typeArg(0), l.typeArg(1)
	e, g := x.from.scalar(), x.shape.scalar()
	vector := x.from.kind == Aggregate
	ok := vector == (x.shape.kind == Aggregate) && (!vector || x.from.n == x.shape.n)
	integral := func(s *shape) bool { return s.kind == Int || s.kind == Ptr }
	x.do = doConvert
	switch l.in.Op {
	case mu.TRUNC, mu.ZEXT, mu.SEXT:
		ok = ok && e.kind == Int && g.kind == Int
	case mu.FPTRUNC:
		ok = ok && e.kind == Double && g.kind == Float
	case mu.FPEXT:
		ok = ok && e.kind == Float && g.kind == Double
	case mu.FPTOUI, mu.FPTOSI:
		ok = ok && isNumber(e, Float) && g.kind == Int
	case mu.UITOFP, mu.SITOFP:
		ok = ok && e.kind == Int && isNumber(g, Float)
	case mu.PTRCAST:
		ok = ok && integral(e) && integral(g)
	case mu.REFCAST:
		ok = x.from.kind == x.shape.kind && (e.kind == Ref || e.kind == IRef || e.kind == Func)
		x.do = doMove
	case mu.BITCAST:
		number := func(s *shape) bool { return s.kind == Int || isNumber(s, Float) }
		ok = number(e) && number(g) &&
			product(max(x.from.n, 1), int64(e.bitWidth())) == product(max(x.shape.n, 1), int64(g.bitWidth()))
		x.do = doBitcast
	}
	if !ok {
		l.wrongType()
		return
	}
	if vector && x.do == doConvert {
		x.do = doVectorConvert
	}
	x.a, x.dst = l.use(l.in.Args[0], x.from), l.result(0)
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

func (l *lowerer) call(x *inst) {
	in := l.in
	sig := l.sigOf(in.Sig.ID)
	if sig == nil || len(in.Args) != 1+len(sig.Params) {
		l.fail(Stuck, "malformed", "a call without the arguments of its signature")
		return
	}
	d := l.detailArena.one()
	x.more = d
	d.fn, d.sig = -1, in.Sig.ID
	switch in.Op {
	case mu.CCALL:
		x.do = doNativeCall
		s := l.typeArg(0)
		if s.kind != Ptr {
			l.fail(Unsupported, "native", "CCALL of what is no ufuncptr")
		}
		x.a = l.use(in.Args[0], s)
	default:
		x.do = doCall
		x.a = l.use(in.Args[0], shapeFunc)
		l.callee(d, in.Args[0])
	}
	d.args = l.list(in.Args[1:], sig.Params)
	d.types = sig.Returns
	l.place(d)
	if in.Op == mu.TAILCALL {
		x.do = doTailCall
		l.sameReturns(sig)
		return
	}
	d.results = l.results(len(sig.Returns))
	d.keep = l.list(in.KeepAlive, nil)
}

// callee notes which function is called if that is known.
func (l *lowerer) callee(d *detail, o mu.Operand) {
	if o.IsLocal() || l.failed {
		return
	}
	if e := &l.b.Entities[o.Entity()]; e.Kind == mu.EntityFunc && l.b.SameSig(l.b.Funcs[e.Index].Sig.ID, d.sig) {
		d.fn = mu.FuncID(e.Index)
	}
}

// sameReturns fails if a TAILCALL does not return what the function does.
func (l *lowerer) sameReturns(sig *mu.Sig) {
	own := l.sigOf(l.f.Sig.ID)
	ok := own != nil && len(own.Returns) == len(sig.Returns)
	for i := 0; ok && i < len(sig.Returns); i++ {
		ok = l.b.SameType(own.Returns[i].ID, sig.Returns[i].ID)
	}
	if !ok {
		l.fail(UndefinedBehaviour, ubSignature, "TAILCALL of a function that returns other types")
	}
}

func (l *lowerer) ret(x *inst) {
	sig := l.sigOf(l.f.Sig.ID)
	if sig == nil || len(sig.Returns) != len(l.in.Args) {
		l.fail(Stuck, "malformed", "RET without the values of the signature")
		return
	}
	d := l.detailArena.one()
	d.args = l.list(l.in.Args, sig.Returns)
	x.do, x.more = doReturn, d
}

func (l *lowerer) trap(x *inst) {
	in := l.in
	d := l.detailArena.one()
	x.more = d
	switch in.Op {
	case mu.TRAP:
		x.do = doTrap
	case mu.WATCHPOINT:
		x.do = doWatchpoint
	case mu.WPBRANCH:
		x.do = doWatchBranch
	}
	if in.Extra != nil {
		x.n = int64(in.Extra.Index.Uint64())
	}
	d.types = in.Types
	d.want = l.wants(in.Types)
	d.results = l.results(len(in.Types))
	d.keep = l.list(in.KeepAlive, nil)
	l.place(d)
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

// memory prepares an instruction that allocates, addresses or accesses memory.
func (l *lowerer) memory(x *inst) {
	in := l.in
	if in.Flags&mu.FlagPtr != 0 {
		l.fail(Unsupported, "native", in.Op.String()+" PTR")
		return
	}
	if len(in.Types) == 0 {
		l.fail(Stuck, "malformed", "an instruction that is not known")
		return
	}
	s := l.shape(in.Types[0].ID)
	x.shape = s
	switch in.Op {
	case mu.NEW, mu.ALLOCA, mu.NEWHYBRID, mu.ALLOCAHYBRID:
		l.allocation(x)
	case mu.GETIREF:
		x.do, x.a = doGetIRef, l.use(in.Args[0], shapeRef)
	case mu.GETFIELDIREF:
		i := index(&in.Extra.Index)
		if i >= len(s.fields) {
			l.wrongType()
			return
		}
		x.do, x.n, x.a = doField, s.offsets[i], l.use(in.Args[0], shapeIRef)
	case mu.GETELEMIREF, mu.SHIFTIREF:
		i := l.typeArg(1)
		if i.kind != Int || in.Op == mu.GETELEMIREF && (s.elem == nil || s.con == mu.KindHybrid) {
			l.wrongType()
			return
		}
		x.do, x.width = doShift, i.width
		if in.Op == mu.GETELEMIREF {
			x.do, x.shape, x.n = doElement, s.elem, s.n
		}
		x.a, x.b = l.use(in.Args[0], shapeIRef), l.use(in.Args[1], i)
	case mu.GETVARPARTIREF:
		if s.con != mu.KindHybrid {
			l.wrongType()
			return
		}
		x.do, x.n, x.a = doVarPart, s.cells, l.use(in.Args[0], shapeIRef)
	case mu.LOAD, mu.STORE, mu.CMPXCHG, mu.ATOMICRMW:
		l.access(x)
		return
	default:
		l.fail(Stuck, "malformed", "an instruction that is not known")
		return
	}
	x.dst = l.result(0)
}

func (l *lowerer) allocation(x *inst) {
	in, s := l.in, x.shape
	x.do = doNew
	stack := in.Op == mu.ALLOCA || in.Op == mu.ALLOCAHYBRID
	if stack {
		x.do = doAlloca
	}
	code := s.code
	if in.Op == mu.NEWHYBRID || in.Op == mu.ALLOCAHYBRID {
		if s.con != mu.KindHybrid {
			l.wrongType()
			return
		}
		x.do = doNewHybrid
		if stack {
			x.do = doAllocaHybrid
		}
		i := l.typeArg(1)
		if i.kind != Int {
			l.wrongType()
			return
		}
		x.a = l.use(in.Args[0], i)
		code = s.elem.code
		for _, f := range s.fields {
			if f.code != "" && f.con != mu.KindVoid {
				code = f.code
			}
		}
	}
	switch {
	case code == codeWide:
		l.fail(Unsupported, code, "an object of a type that is not supported")
	case code == "" || code == codeLarge || s.con == mu.KindVoid:
	default:
		l.fail(Stuck, code, "an object of a type that cannot be allocated")
	}
}

// access prepares an instruction that accesses memory.
func (l *lowerer) access(x *inst) {
	in, s := l.in, x.shape
	if !l.usable(s) {
		return
	}
	x.kind, x.width = s.kind, s.width
	x.a = l.use(in.Args[0], shapeIRef)
	switch in.Op {
	case mu.LOAD:
		x.do, x.dst = doLoad, l.result(0)
	case mu.STORE:
		x.do, x.b = doStore, l.use(in.Args[1], s)
	case mu.CMPXCHG:
		if s.kind == Aggregate || s.kind == Float || s.kind == Double {
			l.wrongType()
			return
		}
		x.do, x.b, x.c = doExchange, l.use(in.Args[1], s), l.use(in.Args[2], s)
		x.more = l.detailArena.one()
		x.more.results = l.results(2)
	case mu.ATOMICRMW:
		if in.RMW != mu.RMWXchg && s.kind != Int {
			l.wrongType()
			return
		}
		x.do, x.rmw, x.b, x.dst = doRMW, in.RMW, l.use(in.Args[1], s), l.result(0)
	}
}
