package mugen

import "assay/mu"

var (
	intOps   = [...]mu.Op{mu.ADD, mu.SUB, mu.MUL, mu.XOR, mu.AND, mu.OR, mu.SHL, mu.LSHR, mu.ASHR}
	floatOps = [...]mu.Op{mu.FADD, mu.FSUB, mu.FMUL, mu.FDIV, mu.FREM}
	divOps   = [...]mu.Op{mu.UDIV, mu.SDIV, mu.UREM, mu.SREM}
	intTests = [...]mu.Op{mu.EQ, mu.NE, mu.SLT, mu.SGT, mu.SLE, mu.SGE, mu.ULT, mu.UGT, mu.ULE, mu.UGE}
	fpTests  = [...]mu.Op{mu.FOLT, mu.FOEQ, mu.FUNE, mu.FUGT, mu.FORD, mu.FUNO, mu.FOGE, mu.FULE, mu.FTRUE, mu.FFALSE,
		mu.FOGT, mu.FOLE, mu.FONE, mu.FUEQ, mu.FULT, mu.FUGE}
	rmwOps = [...]mu.RMWOp{mu.RMWAdd, mu.RMWSub, mu.RMWXchg, mu.RMWAnd, mu.RMWOr, mu.RMWXor, mu.RMWNand, mu.RMWMax,
		mu.RMWMin, mu.RMWUMax, mu.RMWUMin}
)

// types returns type arguments.
func (g *generator) types(s ...shapeID) []mu.TypeRef {
	var refs [3]mu.TypeRef
	for i, t := range s {
		refs[i] = g.typ(t)
	}
	return g.typeRefs.list(refs[:len(s)]...)
}

// one and two return instructions with one and two operands.
func (g *generator) one(op mu.Op, a mu.Operand, types ...shapeID) mu.Instruction {
	return mu.Instruction{Op: op, Types: g.types(types...), Args: g.operands.list(a)}
}

func (g *generator) two(op mu.Op, a, b mu.Operand, types ...shapeID) mu.Instruction {
	return mu.Instruction{Op: op, Types: g.types(types...), Args: g.operands.list(a, b)}
}

// id returns an ID.
func (g *generator) id(s shapeID, o mu.Operand) mu.Instruction {
	in := mu.Instruction{Op: mu.ID, Args: g.operands.list(o)}
	if g.c.Bool() {
		in.Types = g.types(s)
	}
	return in
}

// comm returns a common instruction.
func (g *generator) comm(name string, args ...mu.Operand) mu.Instruction {
	in := mu.Instruction{Op: mu.COMMINST, Args: g.operands.list(args...), Extra: g.extra(mu.Extra{CommInst: name})}
	if len(args) > 0 {
		in.Flags = mu.FlagArgs
	}
	return in
}

// killDependency returns the common instruction that yields its operand.
func (g *generator) killDependency(s shapeID, o mu.Operand) mu.Instruction {
	in := g.comm("@uvm.kill_dependency", o)
	in.Types = g.types(s)
	in.Flags |= mu.FlagTypes
	return in
}

// value returns an instruction that yields one value of a shape and has no
// exceptional edge.
func (g *generator) value(s shapeID) mu.Instruction {
	b := int(g.c.Byte())
	if b >= 192 || g.isWide(s) {
		return g.anyValue(s, b)
	}
	switch g.kind(s) {
	case mu.KindInt:
		return g.intValue(s, b)
	case mu.KindFloat, mu.KindDouble:
		return g.fpValue(s, b)
	case mu.KindStruct:
		t := &g.shapes[s]
		i := b % int(t.n)
		in := g.two(mu.INSERTVALUE, g.use(s), g.use(g.shapes[s].elems[i]), s)
		in.Extra = g.extra(mu.Extra{Index: mu.IntLit{Lo: uint64(i)}})
		return in
	case mu.KindArray:
		return g.insertElement(s, b)
	case mu.KindVector:
		return g.vectorValue(s, b)
	case mu.KindRef:
		return g.refValue(s, b)
	case mu.KindIRef:
		return g.irefValue(s, b)
	case mu.KindTagRef64:
		return g.tagValue(b)
	case mu.KindUPtr:
		return g.one(mu.PTRCAST, g.use(i64), i64, s)
	}
	return g.anyValue(s, b)
}

// anyValue returns an instruction that can yield a value of any shape.
func (g *generator) anyValue(s shapeID, b int) mu.Instruction {
	if b%4 == 3 && g.has(FeatureMemory) {
		if in, ok := g.load(s); ok {
			return in
		}
	}
	if b%4 == 2 {
		if in, ok := g.member(s); ok {
			return in
		}
	}
	switch {
	case g.has(FeatureSelect) && b%3 == 0:
		return mu.Instruction{Op: mu.SELECT, Types: g.types(i1, s), Args: g.operands.list(g.use(i1), g.use(s), g.use(s))}
	case g.has(FeatureTrap) && b%3 == 1:
		in := mu.Instruction{Op: mu.TRAP, Types: g.types(s)}
		g.keepAlive(&in)
		return in
	case g.ssa:
		return g.killDependency(s, g.use(s))
	}
	if b%8 == 5 {
		return g.killDependency(s, g.use(s))
	}
	return g.id(s, g.use(s))
}

// member returns an instruction that takes a value of a shape out of an aggregate.
func (g *generator) member(s shapeID) (mu.Instruction, bool) {
	for _, t := range g.structs {
		for i, e := range g.shapes[t].elems[:g.shapes[t].n] {
			if e == s {
				in := g.one(mu.EXTRACTVALUE, g.use(t), t)
				in.Extra = g.extra(mu.Extra{Index: mu.IntLit{Lo: uint64(i)}})
				return in, true
			}
		}
	}
	for _, t := range g.sequences {
		if g.shapes[t].elems[0] == s {
			return g.two(mu.EXTRACTELEMENT, g.use(t), g.index(t), t, i64), true
		}
	}
	return mu.Instruction{}, false
}

// index returns an index of a sequence.
func (g *generator) index(t shapeID) mu.Operand {
	if g.has(FeatureUndefined) && g.c.Chance(16) {
		return g.use(i64)
	}
	return mu.Global(g.intConst(i64, uint64(g.c.Intn(int(g.shapes[t].size)))))
}

func (g *generator) insertElement(s shapeID, b int) mu.Instruction {
	e := g.shapes[s].elems[0]
	return mu.Instruction{Op: mu.INSERTELEMENT, Types: g.types(s, i64), Args: g.operands.list(g.use(s), g.index(s), g.use(e))}
}

func (g *generator) vectorValue(s shapeID, b int) mu.Instruction {
	e, n := g.shapes[s].elems[0], g.shapes[s].size
	switch b % 4 {
	case 0:
		return g.insertElement(s, b)
	case 1:
		ms, mask := g.maskConst(n, b)
		return mu.Instruction{Op: mu.SHUFFLEVECTOR, Types: g.types(s, ms), Args: g.operands.list(g.use(s), g.use(s), mu.Global(mask))}
	}
	if g.kind(e) == mu.KindInt {
		return g.two(intOps[b%len(intOps)], g.use(s), g.use(s), s)
	}
	return g.two(floatOps[b%len(floatOps)], g.use(s), g.use(s), s)
}

// intValue returns an instruction that yields an int.
func (g *generator) intValue(s shapeID, b int) mu.Instruction {
	if s == i1 {
		return g.test(b)
	}
	switch k := b % 16; {
	case k < 9:
		x := g.use(s)
		y := g.use(s)
		if g.has(FeatureRedefine) && k < 4 {
			y = mu.Global(g.intConst(s, g.mask(s, intValues[k])))
		}
		return g.two(intOps[k], x, y, s)
	case k == 9:
		d := mu.Global(g.intConst(s, g.mask(s, intValues[b/16%6])))
		if g.has(FeatureUndefined) && g.c.Chance(32) {
			d = g.use(s)
		}
		return g.two(divOps[b/16%4], g.use(s), d, s)
	case k == 10 && g.has(FeatureFloat):
		f := [...]shapeID{float64s, float32s}[b/16%2]
		return g.one([...]mu.Op{mu.FPTOSI, mu.FPTOUI}[b/32%2], g.use(f), f, s)
	case k == 11 && g.has(FeatureFloat) && s == i64:
		return g.one(mu.BITCAST, g.use(float64s), float64s, s)
	case k == 11 && g.has(FeatureFloat) && s == i32:
		return g.one(mu.BITCAST, g.use(float32s), float32s, s)
	case k == 12 && g.has(FeatureTag):
		switch s {
		case i64:
			return g.one(mu.ZEXT, g.use(i1), i1, s)
		}
	case k >= 13:
		from := g.numbers[b/16%len(g.numbers)]
		if g.kind(from) == mu.KindInt && g.width(from) < g.width(s) {
			return g.one([...]mu.Op{mu.ZEXT, mu.SEXT}[b%2], g.use(from), from, s)
		}
		if g.kind(from) == mu.KindInt && g.width(from) > g.width(s) {
			return g.one(mu.TRUNC, g.use(from), from, s)
		}
	}
	if in, ok := g.member(s); ok {
		return in
	}
	return g.two(mu.ADD, g.use(s), g.use(s), s)
}

// test returns an instruction that yields an int<1>.
func (g *generator) test(b int) mu.Instruction {
	if b%8 == 7 && g.has(FeatureTag) {
		return g.comm([...]string{"@uvm.tr64.is_fp", "@uvm.tr64.is_int", "@uvm.tr64.is_ref"}[b/8%3], g.use(tagRef))
	}
	if b%8 == 6 && g.has(FeatureMemory) {
		s := g.menu[b%len(g.menu)]
		if k := g.kind(s); k == mu.KindRef || k == mu.KindIRef || k == mu.KindFuncRef {
			return g.two([...]mu.Op{mu.EQ, mu.NE}[b/8%2], g.use(s), g.use(s), s)
		}
	}
	s := g.numbers[b%len(g.numbers)]
	if g.kind(s) == mu.KindInt {
		return g.two(intTests[b/4%len(intTests)], g.use(s), g.use(s), s)
	}
	return g.two(fpTests[b/4%len(fpTests)], g.use(s), g.use(s), s)
}

// fpValue returns an instruction that yields a floating point number.
func (g *generator) fpValue(s shapeID, b int) mu.Instruction {
	switch b % 8 {
	case 5:
		from := g.ints[b/8%len(g.ints)]
		return g.one([...]mu.Op{mu.SITOFP, mu.UITOFP}[b/16%2], g.use(from), from, s)
	case 6:
		if s == float64s {
			return g.one(mu.FPEXT, g.use(float32s), float32s, s)
		}
		return g.one(mu.FPTRUNC, g.use(float64s), float64s, s)
	case 7:
		if s == float64s {
			return g.one(mu.BITCAST, g.use(i64), i64, s)
		}
	}
	return g.two(floatOps[b%len(floatOps)], g.use(s), g.use(s), s)
}

// tagValue returns an instruction that yields a tagref64.
func (g *generator) tagValue(b int) mu.Instruction {
	switch {
	case b%3 == 1:
		return g.comm("@uvm.tr64.from_int", g.use(i52))
	case b%3 == 2:
		return g.comm("@uvm.tr64.from_ref", g.use(excRef), g.use(i6))
	}
	return g.comm("@uvm.tr64.from_fp", g.use(float64s))
}
