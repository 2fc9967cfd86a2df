package interp

import "assay/mu"

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
