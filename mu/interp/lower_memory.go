package interp

import "assay/mu"

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
