package convert

import (
	"strconv"

	"assay/mu"
)

// maxArray is how long an array may be that gets a default constant.
const maxArray = 4096

// defaults finds and makes what the conversion of a bundle needs of top-level
// definitions: names of types, and the constants that variables hold before
// they are assigned: 0, +0.0, NULL, and aggregates of these.
type defaults struct {
	b *mu.Bundle
	// byClass holds constants by mu.Bundle.TypeClass, or mu.NoEntity; nil until
	// the first is needed.
	byClass []mu.EntityID
	// newTypes and newConsts list what was made.
	newTypes  []mu.TypeID
	newConsts []mu.EntityID
}

// noDefault tells why a type has no default.
type noDefault struct {
	code, msg string
}

// named returns a type equal to t that has a name, a new one if there is none.
func (d *defaults) named(t mu.TypeID) mu.TypeID {
	b := d.b
	if b.Types[t].Name != "" {
		return t
	}
	if n, ok := b.NamedType(t); ok {
		return n
	}
	// Types without a name are derived from few members, at most three deep.
	for i := range b.Types[t].Elems {
		b.Types[t].Elems[i].ID = d.named(b.Types[t].Elems[i].ID)
	}
	b.NameType(t, d.free("@__presse.t"+strconv.Itoa(len(d.newTypes))))
	d.newTypes = append(d.newTypes, t)
	return t
}

// free returns a name that nothing in the bundle has: name, or name with a
// number.
func (d *defaults) free(name string) string {
	try := name
	for i := 1; ; i++ {
		if e, ok := d.b.Lookup(try); !ok || d.b.Entities[e].Kind == mu.EntityUndefined {
			return try
		}
		try = name + "." + strconv.Itoa(i)
	}
}

// constant returns the default of a type, an existing constant if there is one.
// For tagref64, which has no constants, it returns mu.NoEntity and no error.
func (d *defaults) constant(t mu.TypeID) (mu.EntityID, *noDefault) {
	if d.byClass == nil {
		d.collect()
	}
	if c := d.b.TypeClass(t); c < len(d.byClass) && d.byClass[c] != mu.NoEntity {
		return d.byClass[c], nil
	}
	typ := &d.b.Types[t]
	k := mu.Const{Type: mu.TypeRef{ID: t}}
	switch typ.Kind {
	case mu.KindInt, mu.KindUPtr, mu.KindUFuncPtr:
		k.Kind = mu.ConstInt
	case mu.KindFloat:
		k.Kind = mu.ConstFloat
	case mu.KindDouble:
		k.Kind = mu.ConstDouble
	case mu.KindRef, mu.KindIRef, mu.KindFuncRef, mu.KindStackRef, mu.KindThreadRef, mu.KindFrameCursorRef:
		k.Kind = mu.ConstNull
	case mu.KindTagRef64:
		return mu.NoEntity, nil
	case mu.KindStruct, mu.KindArray, mu.KindVector:
		k.Kind = mu.ConstList
		if typ.Kind != mu.KindStruct && typ.Size > maxArray {
			return mu.NoEntity, &noDefault{"E-DEFAULT-SIZE", "expected a type with a default of at most " + strconv.Itoa(maxArray) +
				" elements, found " + d.b.TypeString(t) + " with " + strconv.FormatUint(typ.Size, 10)}
		}
		if err := d.elements(&k, typ); err != nil {
			return mu.NoEntity, err
		}
	default:
		return mu.NoEntity, &noDefault{"E-DEFAULT", "expected a type with a default, found " + d.b.TypeString(t) + ", a " + typ.Kind.String()}
	}
	k.Type.ID = d.named(t)
	k.Name = d.free("@__presse.zero." + d.b.Types[k.Type.ID].Name[1:])
	e := d.b.DefineConst(k)
	d.newConsts = append(d.newConsts, e)
	d.enter(t, e)
	return e, nil
}

// elements gives a constant the defaults of the members of its type.
func (d *defaults) elements(k *mu.Const, t *mu.Type) *noDefault {
	n := len(t.Elems)
	if t.Kind != mu.KindStruct {
		n = int(t.Size)
	}
	elems := t.Elems
	for i := range n {
		e := elems[min(i, len(elems)-1)].ID
		c, err := d.constant(e)
		if err != nil {
			return err
		}
		if c == mu.NoEntity {
			return &noDefault{"E-DEFAULT", "expected a type with a default, found one with a member of type " + d.b.TypeString(e) + ", which has no constants"}
		}
		k.Elems = append(k.Elems, mu.EntityRef{ID: c})
	}
	return nil
}

// enter makes a constant the default of a type, unless there is one already.
func (d *defaults) enter(t mu.TypeID, e mu.EntityID) {
	c := d.b.TypeClass(t)
	for len(d.byClass) <= c {
		d.byClass = append(d.byClass, mu.NoEntity)
	}
	if d.byClass[c] == mu.NoEntity {
		d.byClass[c] = e
	}
}

// collect finds the constants of the bundle that are defaults, those of preludes
// first.
func (d *defaults) collect() {
	b := d.b
	entity := make([]mu.EntityID, len(b.Consts))
	for i := range entity {
		entity[i] = mu.NoEntity
	}
	for e := range b.Entities {
		if x := &b.Entities[e]; x.Kind == mu.EntityConst && entity[x.Index] == mu.NoEntity {
			if first, _ := b.Lookup(x.Name); first == mu.EntityID(e) { // else the name means another
				entity[x.Index] = first
			}
		}
	}
	d.byClass = []mu.EntityID{}
	z := zeros{b: b, state: make([]uint8, len(b.Consts))}
	for i := range b.Consts {
		if entity[i] != mu.NoEntity && z.zero(mu.ConstID(i)) {
			d.enter(b.Consts[i].Type.ID, entity[i])
		}
	}
}

// zeros tells which constants are defaults.
type zeros struct {
	b *mu.Bundle
	// state holds what is known of each constant.
	state []uint8
}

const (
	unknown uint8 = iota
	asked         // under way: a constant that contains itself is none
	isZero
	isNot
)

// zero reports whether a constant is the default of its type. What is declared
// with a type that it does not fit is none, nor is -0.0.
func (z *zeros) zero(id mu.ConstID) bool {
	switch z.state[id] {
	case isZero:
		return true
	case asked, isNot:
		return false
	}
	z.state[id] = asked
	c := &z.b.Consts[id]
	t := &z.b.Types[c.Type.ID]
	ok := false
	switch t.Kind {
	case mu.KindInt, mu.KindUPtr, mu.KindUFuncPtr:
		ok = c.Kind == mu.ConstInt && c.Int.IsZero()
	case mu.KindFloat:
		ok = c.Kind == mu.ConstFloat && c.Bits == 0
	case mu.KindDouble:
		ok = c.Kind == mu.ConstDouble && c.Bits == 0
	case mu.KindRef, mu.KindIRef, mu.KindFuncRef, mu.KindStackRef, mu.KindThreadRef, mu.KindFrameCursorRef:
		ok = c.Kind == mu.ConstNull
	case mu.KindStruct, mu.KindArray, mu.KindVector:
		ok = c.Kind == mu.ConstList && z.elements(c, t)
	}
	z.state[id] = isNot
	if ok {
		z.state[id] = isZero
	}
	return ok
}

func (z *zeros) elements(c *mu.Const, t *mu.Type) bool {
	if t.Kind == mu.KindStruct && len(c.Elems) != len(t.Elems) || t.Kind != mu.KindStruct && uint64(len(c.Elems)) != t.Size {
		return false
	}
	for i, e := range c.Elems {
		if e.ID == mu.NoEntity || z.b.Entities[e.ID].Kind != mu.EntityConst {
			return false
		}
		k := mu.ConstID(z.b.Entities[e.ID].Index)
		if !z.b.SameType(z.b.Consts[k].Type.ID, t.Elems[min(i, len(t.Elems)-1)].ID) || !z.zero(k) {
			return false
		}
	}
	return true
}
