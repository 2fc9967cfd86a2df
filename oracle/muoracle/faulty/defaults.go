package faulty

import (
	"strconv"

	"assay/mu"
	"assay/mu/convert"
)

// maxLength is how many elements a default may have.
const maxLength = 4096

// defaultOf returns the default of a variable that nothing has assigned: a
// constant, or, for a tagref64, which has no constants, a variable that an
// instruction gives it here.
func (b *block) defaultOf(in *mu.Instruction, o mu.Operand, x *value, place convert.Place) (mu.Value, bool) {
	v := o.Var()
	t := b.typeOf(v, x)
	if t == mu.NoType {
		b.typeUnknown(b.n, in, v)
		return 0, false
	}
	if b.bundle.Types[t].Kind == mu.KindTagRef64 && !b.is(tagIsConstant) {
		zero, refused := b.zero(b.bundle.PlainType(mu.KindDouble))
		if refused != nil {
			panic("a double has a default")
		}
		b.insertBox(v, x, commonInstruction("@uvm.tr64.from_fp", mu.GlobalValue(zero)), place)
		return x.now, true
	}
	c, refused := b.zero(t)
	if refused != nil {
		b.problem(b.n, in, refused.code, o.Pos, refused.msg+" for "+b.f.Vars[v].Name)
		return 0, false
	}
	return mu.GlobalValue(c), true
}

// noDefault says why a type has no default.
type noDefault struct{ code, msg string }

// zero returns the constant that is the default of a type: the first in the
// source, or else a new one.
func (c *converter) zero(t mu.TypeID) (mu.EntityID, *noDefault) {
	if e, ok := c.existing(t); ok {
		return e, nil
	}
	b := c.bundle
	typ := &b.Types[t]
	k := mu.Const{}
	switch typ.Kind {
	case mu.KindInt, mu.KindUPtr, mu.KindUFuncPtr:
		k.Kind = mu.ConstInt
	case mu.KindFloat:
		k.Kind = mu.ConstFloat
	case mu.KindDouble, mu.KindTagRef64: // the latter with a fault only
		k.Kind = mu.ConstDouble
		if typ.Kind == mu.KindTagRef64 && !c.is(tagIsConstant) {
			return 0, &noDefault{"E-DEFAULT", "expected no tagref64 in an aggregate, found one"}
		}
	case mu.KindRef, mu.KindIRef, mu.KindFuncRef, mu.KindStackRef, mu.KindThreadRef, mu.KindFrameCursorRef:
		k.Kind = mu.ConstNull
	case mu.KindStruct, mu.KindArray, mu.KindVector:
		k.Kind = mu.ConstList
		members := typ.Elems
		if typ.Kind != mu.KindStruct {
			if typ.Size > maxLength {
				return 0, &noDefault{"E-DEFAULT-SIZE", "expected at most " + strconv.Itoa(maxLength) + " elements, found " +
					strconv.FormatUint(typ.Size, 10) + " in the default"}
			}
			members = make([]mu.TypeRef, typ.Size)
			for i := range members {
				members[i] = typ.Elems[0]
			}
		}
		for _, m := range members {
			e, refused := c.zero(m.ID)
			if refused != nil {
				return 0, refused
			}
			k.Elems = append(k.Elems, mu.EntityRef{ID: e})
		}
	default:
		return 0, &noDefault{"E-DEFAULT", "expected a type that has a default, found " + b.TypeString(t)}
	}
	t = c.named(t)
	k.Type.ID = t
	k.Name = c.freeGlobal("@__presse.zero." + b.Types[t].Name[1:])
	e := b.DefineConst(k)
	c.newConsts = append(c.newConsts, e)
	return e, nil
}

// existing returns the first constant of the bundle that is the default of a
// type. What was made before is among them.
func (c *converter) existing(t mu.TypeID) (mu.EntityID, bool) {
	for i := range c.bundle.Consts {
		k := &c.bundle.Consts[i]
		if c.sameType(k.Type.ID, t) && c.isZero(i) && !(c.is(noReuse) && i < len(c.in.Consts)) {
			if e, ok := c.bundle.Lookup(k.Name); ok {
				return e, true
			}
		}
	}
	return 0, false
}

// isZero reports whether a constant is the default of its type.
func (c *converter) isZero(index int) bool {
	if z, ok := c.zeros[index]; ok {
		return z
	}
	z := c.holdsZero(&c.bundle.Consts[index])
	c.zeros[index] = z
	return z
}

func (c *converter) holdsZero(k *mu.Const) bool {
	if c.is(anyConstant) {
		return true
	}
	t := &c.bundle.Types[k.Type.ID]
	switch t.Kind {
	case mu.KindInt, mu.KindUPtr, mu.KindUFuncPtr:
		return k.Kind == mu.ConstInt && (k.Int.IsZero() || c.is(lowWordOnly) && k.Int.Lo == 0)
	case mu.KindFloat:
		return k.Kind == mu.ConstFloat && (k.Bits == 0 || c.is(minusZero) && k.Bits == 1<<31)
	case mu.KindDouble:
		return k.Kind == mu.ConstDouble && (k.Bits == 0 || c.is(minusZero) && k.Bits == 1<<63)
	case mu.KindRef, mu.KindIRef, mu.KindFuncRef, mu.KindStackRef, mu.KindThreadRef, mu.KindFrameCursorRef:
		return k.Kind == mu.ConstNull
	case mu.KindStruct:
		return k.Kind == mu.ConstList && len(k.Elems) == len(t.Elems) && c.holdZeros(k.Elems, func(i int) mu.TypeID { return t.Elems[i].ID })
	case mu.KindArray, mu.KindVector:
		return k.Kind == mu.ConstList && uint64(len(k.Elems)) == t.Size && c.holdZeros(k.Elems, func(int) mu.TypeID { return t.Elems[0].ID })
	}
	return false
}

// holdZeros reports whether the elements of a constant are the defaults of the
// types of its members.
func (c *converter) holdZeros(elems []mu.EntityRef, member func(int) mu.TypeID) bool {
	for i, e := range elems {
		x := c.bundle.Entities[e.ID]
		if x.Kind != mu.EntityConst || !c.bundle.SameType(c.bundle.Consts[x.Index].Type.ID, member(i)) || !c.isZero(int(x.Index)) {
			return false
		}
		if c.is(firstElementOnly) {
			return true
		}
	}
	return true
}
