package faulty

import (
	"slices"
	"strconv"

	"assay/mu"
)

// named returns a type that is equal to another and has a name: that one itself,
// the first .typedef, or a new one.
func (c *converter) named(t mu.TypeID) mu.TypeID {
	b := c.bundle
	if b.Types[t].Name != "" {
		return t
	}
	for i := range b.Types {
		if b.Types[i].Name != "" && c.sameType(mu.TypeID(i), t) {
			return mu.TypeID(i)
		}
	}
	elems := slices.Clone(b.Types[t].Elems)
	for i := range elems {
		elems[i].ID = c.named(elems[i].ID)
	}
	b.Types[t].Elems = elems
	b.NameType(t, c.freeGlobal("@__presse.t"+strconv.Itoa(len(c.newTypes))))
	c.newTypes = append(c.newTypes, t)
	return t
}

// sameType reports whether two types are equal.
func (c *converter) sameType(s, t mu.TypeID) bool {
	x, y := &c.bundle.Types[s], &c.bundle.Types[t]
	switch {
	case c.is(typesByConstructor) && x.Kind == y.Kind && x.Kind >= mu.KindRef && x.Kind <= mu.KindIRef,
		c.is(anyWidth) && x.Kind == y.Kind && x.Kind == mu.KindInt:
		return true
	}
	return c.bundle.SameType(s, t)
}
