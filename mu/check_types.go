package mu

// same checks the type of an operand. What has no known type has been reported
// elsewhere.
func (c *checker) same(what string, want, found TypeID, o Operand) {
	b := c.b
	if want == NoType || found == NoType || b.SameType(want, found) || b.Types[want].Kind == KindBad || b.Types[found].Kind == KindBad {
		return
	}
	c.bad("E-OPERAND-TYPE", o.Pos, "expected "+what+" of type "+b.TypeString(want)+", found "+c.operandName(o)+" of type "+b.TypeString(found))
}

func (c *checker) operandName(o Operand) string {
	if o.IsLocal() {
		return c.f.Vars[o.Var()].Name
	}
	return c.b.Entities[o.Entity()].Name
}

// isKind checks that an operand has a type of one kind or another.
func (c *checker) isKind(what string, o Operand, expected string, kinds ...TypeKind) {
	t := c.typeOf(o)
	if t == NoType {
		return
	}
	k := c.b.Types[t].Kind
	if k == KindBad {
		return
	}
	for _, want := range kinds {
		if k == want {
			return
		}
	}
	c.bad("E-OPERAND-TYPE", o.Pos, "expected "+what+" to be "+expected+", found "+c.operandName(o)+" of type "+c.b.TypeString(t))
}

// letters checks operands against the letters of a table.
func (c *checker) letters(in *Instruction, letters string) {
	for i := range min(len(letters), len(in.Args)) {
		o := in.Args[i]
		what := "operand " + "1234567890"[i:i+1]
		switch letters[i] {
		case '.':
		case 'R':
			c.isKind(what, o, "a ref", KindRef)
		case '=':
			if len(in.Types) > 0 {
				c.same(what, in.Types[0].ID, c.typeOf(o), o)
			}
		default:
			c.same(what, c.b.partType(in, letters[i]), c.typeOf(o), o)
		}
	}
}

// operandTypes checks the types of the operands of an instruction.
func (c *checker) operandTypes(in *Instruction) {
	b := c.b
	c.letters(in, opTable[in.Op].operands)
	list := func(args []Operand, want []TypeRef) {
		for i := range min(len(args), len(want)) {
			c.same("argument "+ordinal(i), want[i].ID, c.typeOf(args[i]), args[i])
		}
	}
	switch in.Op {
	case CALL, TAILCALL, CCALL, NEWSTACK:
		list(in.Args[1:], b.Sigs[in.Sig.ID].Params)
		if s, own := &b.Sigs[in.Sig.ID], &b.Sigs[c.f.Sig.ID]; in.Op == TAILCALL && !s.Bad && !own.Bad {
			c.tailReturns(in, s, own)
		}
		if t := NoType; in.Op == CCALL {
			t = in.Types[0].ID
			if d := &b.Types[t]; d.Kind == KindUFuncPtr && !b.SameSig(d.Sig.ID, in.Sig.ID) {
				c.bad("E-TYPE-ARG", in.Sig.Pos, "expected the signature of "+b.TypeString(t)+", found "+b.Sigs[in.Sig.ID].Name)
			}
		}
	case RET:
		list(in.Args, b.Sigs[c.f.Sig.ID].Returns)
		if len(in.Types) > 0 {
			list(in.Args, in.Types)
		}
	case NEWTHREAD, SWAPSTACK:
		if in.Flags&FlagThreadLocal != 0 {
			c.isKind("the thread-local object", in.Args[1], "a ref", KindRef)
		}
		if in.Flags&FlagThrowExc != 0 {
			c.isKind("the exception", in.Args[len(in.Args)-1], "a ref", KindRef)
			return
		}
		ts, args := passed(in)
		list(args, ts)
	case COMMINST:
		if k := commonInsts[in.Extra.CommInst]; k != nil {
			c.letters(in, k.operands)
		}
	}
	c.orders(in)
}

// tailReturns checks that a TAILCALL returns what the function does.
func (c *checker) tailReturns(in *Instruction, s, own *Sig) {
	same := len(s.Returns) == len(own.Returns)
	for i := 0; same && i < len(s.Returns); i++ {
		same = c.b.SameType(s.Returns[i].ID, own.Returns[i].ID)
	}
	if !same {
		c.bad("E-TYPE-ARG", in.Sig.Pos, "expected a signature that returns what "+own.Name+" does, found "+s.Name)
	}
}

// orders checks memory orders.
func (c *checker) orders(in *Instruction) {
	bad := func(o MemOrder, not ...MemOrder) {
		for _, n := range not {
			if o == n {
				c.bad("E-ORDER", in.OpPos, "expected a memory order that "+in.Op.String()+" can have, found "+o.String())
			}
		}
	}
	switch in.Op {
	case LOAD:
		bad(in.Order, Release, AcqRel)
	case STORE:
		bad(in.Order, Consume, Acquire, AcqRel)
	case CMPXCHG:
		bad(in.Order, NotAtomic)
		bad(in.Order2, NotAtomic, Release, AcqRel)
	case ATOMICRMW:
		bad(in.Order, NotAtomic)
	case FENCE:
		bad(in.Order, NotAtomic, Relaxed, Consume)
	}
}

// typeArgs checks the type arguments of an instruction: at LevelDefs, that its
// results have types; at LevelFull, all that it demands of them.
func (c *checker) typeArgs(in *Instruction) {
	b := c.b
	info := &opTable[in.Op]
	for _, t := range in.Types {
		if t.ID == NoType || b.Types[t.ID].Kind == KindBad {
			return
		}
	}
	operands, results := info.operands, info.results
	if in.Op == COMMINST {
		k := commonInsts[in.Extra.CommInst]
		if k == nil {
			return
		}
		operands, results = k.operands, k.results
	}
	for _, letters := range [2]string{operands, results} {
		for i := range len(letters) {
			switch l := letters[i]; l {
			case 'f', 'F', 'e', 'E', 'V', 'm', 'U':
				if len(in.Types) > 0 && b.partType(in, l) == NoType {
					c.noPart(in, l)
					return
				}
			}
		}
	}
	if c.level < LevelFull {
		return
	}
	for i, req := range info.req {
		if req != reqNone && i < len(in.Types) {
			if want := b.lacks(in.Types[i].ID, req); want != "" {
				c.bad("E-TYPE-ARG", in.Types[i].Pos, "expected "+want+", found "+b.TypeString(in.Types[i].ID)+" = "+b.string(&b.Types[in.Types[i].ID]))
				return
			}
		}
	}
	if in.Op.IsConversion() {
		if want := b.conversion(in.Op, in.Types[0].ID, in.Types[1].ID); want != "" {
			c.bad("E-TYPE-ARG", in.Types[0].Pos, "expected "+want+", found "+b.TypeString(in.Types[0].ID)+" to "+b.TypeString(in.Types[1].ID))
		}
	}
	if in.Op == SELECT {
		s, t := &b.Types[in.Types[0].ID], &b.Types[in.Types[1].ID]
		if s.Kind == KindVector && (t.Kind != KindVector || t.Size != s.Size) {
			c.bad("E-TYPE-ARG", in.Types[1].Pos, "expected a vector as long as the condition, found "+b.TypeString(in.Types[1].ID))
		}
	}
}

// noPart reports that the type argument has no such part.
func (c *checker) noPart(in *Instruction, letter byte) {
	t := in.Types[0]
	found := ", found " + c.b.TypeString(t.ID) + " = " + c.b.string(&c.b.Types[t.ID])
	switch letter {
	case 'f', 'F':
		c.bad("E-INDEX", t.Pos, "expected a type with a field "+string(in.Extra.Index.AppendText(nil))+found)
	case 'e', 'E':
		c.bad("E-TYPE-ARG", t.Pos, "expected an array or a vector"+found)
	case 'V':
		c.bad("E-TYPE-ARG", t.Pos, "expected a hybrid"+found)
	case 'm':
		c.bad("E-TYPE-ARG", t.Pos, "expected two vectors"+found+" and "+c.b.TypeString(in.Types[1].ID))
	case 'U':
		c.bad("E-TYPE-ARG", t.Pos, "expected a ref or an iref"+found)
	}
}

// scalar returns the element of a vector; other types are their own.
func (b *Bundle) scalar(t TypeID) *Type {
	d := &b.Types[t]
	if d.Kind == KindVector {
		return &b.Types[d.Elems[0].ID]
	}
	return d
}

// lacks returns what a type argument should be, or "" if it is.
func (b *Bundle) lacks(t TypeID, req typeReq) string {
	d, s := &b.Types[t], b.scalar(t)
	in := func(k TypeKind, kinds ...TypeKind) bool {
		for _, x := range kinds {
			if k == x {
				return true
			}
		}
		return false
	}
	ok, want := true, ""
	switch req {
	case reqInt:
		ok, want = s.Kind == KindInt, "an int or a vector of ints"
	case reqFP:
		ok, want = in(s.Kind, KindFloat, KindDouble), "float, double or a vector of one"
	case reqEq:
		ok = in(s.Kind, KindInt, KindUPtr, KindUFuncPtr) ||
			in(d.Kind, KindRef, KindIRef, KindFuncRef, KindThreadRef, KindStackRef, KindFrameCursorRef, KindIRNodeRef)
		want = "a type that EQ compares (int, pointer or reference)"
	case reqOrder:
		ok, want = in(s.Kind, KindInt, KindUPtr, KindUFuncPtr) || d.Kind == KindIRef, "a type with an order (int, iref or pointer)"
	case reqScalarInt:
		ok, want = d.Kind == KindInt, "an int"
	case reqStruct:
		ok, want = d.Kind == KindStruct, "a struct"
	case reqSeq:
		ok, want = in(d.Kind, KindArray, KindVector), "an array or a vector"
	case reqVector:
		ok, want = d.Kind == KindVector, "a vector"
	case reqHybrid:
		ok, want = d.Kind == KindHybrid, "a hybrid"
	case reqCond:
		ok, want = s.Kind == KindInt && s.Size == 1, "int<1> or a vector of it"
	case reqFixed:
		ok, want = d.Kind != KindHybrid, "a type of fixed size"
	case reqMem:
		ok, want = !in(d.Kind, KindHybrid, KindVoid), "a type that memory holds"
	case reqFuncPtr:
		ok, want = d.Kind == KindUFuncPtr, "a ufuncptr"
	case reqField:
		ok, want = in(d.Kind, KindStruct, KindHybrid), "a struct or hybrid"
	case reqArith:
		ok = in(d.Kind, KindInt, KindUPtr, KindUFuncPtr, KindRef, KindIRef, KindWeakRef, KindFuncRef, KindThreadRef, KindStackRef, KindTagRef64)
		want = "an int, a pointer or a reference"
	}
	if ok {
		return ""
	}
	return want
}

// conversion returns what the type arguments of a conversion should be, or "" if
// they are.
func (b *Bundle) conversion(op Op, from, to TypeID) string {
	s, t := &b.Types[from], &b.Types[to]
	if op < BITCAST || op == BITCAST {
		if s.Kind == KindVector != (t.Kind == KindVector) || s.Kind == KindVector && op != BITCAST && s.Size != t.Size {
			return "scalars, or vectors of one length"
		}
	}
	e, g := b.scalar(from), b.scalar(to)
	switch op {
	case TRUNC:
		if e.Size <= g.Size {
			return "a conversion to a narrower type"
		}
	case ZEXT, SEXT:
		if e.Size >= g.Size {
			return "a conversion to a wider type"
		}
	case FPTRUNC:
		if e.Kind != KindDouble || g.Kind != KindFloat {
			return "a conversion from double to float"
		}
	case FPEXT:
		if e.Kind != KindFloat || g.Kind != KindDouble {
			return "a conversion from float to double"
		}
	case BITCAST:
		m, n := b.bits(from), b.bits(to)
		if m == 0 || m != n {
			return "numbers of one width"
		}
	case REFCAST:
		if s.Kind != t.Kind || s.Kind != KindRef && s.Kind != KindIRef && s.Kind != KindFuncRef {
			return "references of one kind"
		}
	case PTRCAST:
		ptr := func(d *Type) bool { return d.Kind == KindUPtr || d.Kind == KindUFuncPtr }
		if !(ptr(e) || e.Kind == KindInt) || !(ptr(g) || g.Kind == KindInt) || !ptr(e) && !ptr(g) {
			return "pointers, or a pointer and an int"
		}
	}
	return ""
}

// bits returns the width of a number or of a vector of numbers, or 0.
func (b *Bundle) bits(t TypeID) uint64 {
	n := uint64(1)
	if d := &b.Types[t]; d.Kind == KindVector {
		n = d.Size
	}
	switch e := b.scalar(t); e.Kind {
	case KindInt:
		return n * e.Size
	case KindFloat:
		return n * 32
	case KindDouble:
		return n * 64
	}
	return 0
}
