package mu

// EntityType returns the type of a top-level entity as a value, or NoType if it
// is none or its type is not known: a constant has its type, a global of T is an
// iref<T>, a function a funcref.
func (b *Bundle) EntityType(id EntityID) TypeID {
	if id < 0 {
		return NoType
	}
	switch e := &b.Entities[id]; e.Kind {
	case EntityConst:
		return b.Consts[e.Index].Type.ID
	case EntityGlobal:
		return b.IRefType(b.Globals[e.Index].Type.ID)
	case EntityFunc:
		return b.FuncRefType(b.Funcs[e.Index].Sig.ID)
	}
	return NoType
}

// StrongType returns the type of a value loaded from a location of type t: t,
// or ref<U> if t is weakref<U>.
func (b *Bundle) StrongType(t TypeID) TypeID {
	if t != NoType && b.Types[t].Kind == KindWeakRef {
		return b.RefType(b.Types[t].Elems[0].ID)
	}
	return t
}

// locationType returns the type of a location of type t.
func (b *Bundle) locationType(in *Instruction, t TypeID) TypeID {
	switch {
	case t == NoType:
		return NoType
	case in.Flags&FlagPtr != 0:
		return b.UPtrType(t)
	}
	return b.IRefType(t)
}

// fieldType returns the type of the field that an instruction names, or NoType
// if its type argument has no such field.
func (b *Bundle) fieldType(in *Instruction) TypeID {
	t := &b.Types[in.Types[0].ID]
	n := len(t.Elems)
	switch t.Kind {
	case KindHybrid:
		n--
	case KindStruct:
	default:
		return NoType
	}
	x := &in.Extra.Index
	if x.Neg && x.Lo != 0 || len(x.High) > 0 || x.Lo >= uint64(max(n, 0)) {
		return NoType
	}
	return t.Elems[x.Lo].ID
}

// elementType returns the type of the elements of an array or vector.
func (b *Bundle) elementType(t TypeID) TypeID {
	if k := b.Types[t].Kind; k == KindArray || k == KindVector {
		return b.Types[t].Elems[0].ID
	}
	return NoType
}

// boolLike returns int<1>, or a vector of it that is as long as t.
func (b *Bundle) boolLike(t TypeID) TypeID {
	if b.Types[t].Kind == KindVector {
		return b.VectorType(b.IntType(1), b.Types[t].Size)
	}
	return b.IntType(1)
}

// partType returns the type that a letter of opInfo or commonInst stands for,
// or NoType if it stands for many or the type arguments are wrong.
func (b *Bundle) partType(in *Instruction, letter byte) TypeID {
	arg := func(i int) TypeID {
		if i < len(in.Types) {
			return in.Types[i].ID
		}
		return NoType
	}
	a := arg(0)
	switch letter {
	case 'A':
		return a
	case 'B':
		return arg(1)
	case '1':
		return b.IntType(1)
	case '3':
		return b.IntType(32)
	case '5':
		return b.IntType(52)
	case '6':
		return b.IntType(6)
	case '8':
		return b.IntType(64)
	case 'D':
		return b.PlainType(KindDouble)
	case 'T':
		return b.PlainType(KindTagRef64)
	case 'C':
		return b.PlainType(KindFrameCursorRef)
	case 'k':
		return b.PlainType(KindStackRef)
	case 'h':
		return b.PlainType(KindThreadRef)
	case 'x':
		return b.RefType(b.PlainType(KindVoid))
	case 's':
		return b.FuncRefType(in.Sig.ID)
	case 'g':
		if len(in.Extra.Sigs) > 0 {
			return b.FuncRefType(in.Extra.Sigs[0].ID)
		}
		return NoType
	case 'Y', 'Z':
		elem := b.IntType(8)
		if letter == 'Z' {
			elem = b.RefType(b.PlainType(KindVoid))
		}
		return b.RefType(b.Derive(Type{Kind: KindHybrid, Elems: []TypeRef{{ID: b.IntType(64)}, {ID: elem}}}))
	}
	if a == NoType {
		return NoType
	}
	switch letter {
	case 'a':
		return b.StrongType(a)
	case 'n':
		return b.boolLike(a)
	case 'l', 'q':
		return b.locationType(in, a)
	case 'L':
		return b.IRefType(a)
	case 'r':
		return b.RefType(a)
	case 'f':
		return b.fieldType(in)
	case 'F':
		return b.locationType(in, b.fieldType(in))
	case 'e':
		return b.elementType(a)
	case 'E':
		return b.locationType(in, b.elementType(a))
	case 'V':
		if t := &b.Types[a]; t.Kind == KindHybrid {
			return b.locationType(in, t.Elems[len(t.Elems)-1].ID)
		}
	case 'm':
		if e := b.elementType(a); e != NoType && b.Types[arg(1)].Kind == KindVector {
			return b.VectorType(e, b.Types[arg(1)].Size)
		}
	case 'U':
		if t := &b.Types[a]; t.Kind == KindRef || t.Kind == KindIRef {
			return b.UPtrType(t.Elems[0].ID)
		}
	}
	return NoType
}

// AppendResultTypes appends the types of the values that an instruction yields.
// One that is not known is NoType. typeOf gives the types of operands, which
// only ID without a type needs.
//
// The second result is false if it is not known how many values there are: for
// a common instruction that this package does not know.
func (b *Bundle) AppendResultTypes(dst []TypeID, in *Instruction, typeOf func(Operand) TypeID) ([]TypeID, bool) {
	letters := opTable[in.Op].results
	if in.Op == COMMINST {
		c := commonInsts[in.Extra.CommInst]
		if c == nil {
			return dst, false
		}
		letters = c.results
	}
	for i := range len(letters) {
		switch c := letters[i]; c {
		case 'S':
			for _, r := range b.Sigs[in.Sig.ID].Returns {
				dst = append(dst, r.ID)
			}
			if b.Sigs[in.Sig.ID].Bad {
				return dst, false
			}
		case '*':
			for _, t := range in.Types {
				dst = append(dst, t.ID)
			}
		case 'W':
			if in.Flags&FlagKillOld == 0 {
				for _, t := range in.Types[:in.Extra.NumRetTypes] {
					dst = append(dst, t.ID)
				}
			}
		case '=':
			if len(in.Types) > 0 {
				dst = append(dst, in.Types[0].ID)
			} else {
				dst = append(dst, typeOf(in.Args[0]))
			}
		case '?':
			dst = append(dst, NoType)
		default:
			dst = append(dst, b.partType(in, c))
		}
	}
	return dst, true
}
