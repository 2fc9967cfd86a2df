package mugen

import (
	"math"

	"assay/mu"
)

// konst is a constant of the bundle. Those of numbers are found by value, others
// by variant.
type konst struct {
	shape  shapeID
	value  uint64
	entity mu.EntityID
}

// intValues are the values of int constants, of which each type has the low bits.
var intValues = [...]uint64{1, 2, 3, 5, 7, 31, ^uint64(0), 0x9e3779b97f4a7c15, 10, 1 << 63, 100, 0x5555555555555555, 0}

// fpValues are the values of floating point constants.
var fpValues = [...]float64{1, 2.5, -3, 0.1, 1e10, math.Copysign(0, -1), math.Inf(1), -0.75, math.NaN(), 0}

// constant returns a constant of a shape, or anything else of the top level that
// has it as a value, if there is one or can be one. The choice is one byte, zero
// for the first value.
func (g *generator) constant(s shapeID) (mu.EntityID, bool) {
	return g.constAt(s, int(g.c.Byte()))
}

// constAt returns the constant of a shape that a number stands for.
func (g *generator) constAt(s shapeID, k int) (mu.EntityID, bool) {
	t := &g.shapes[s]
	switch t.kind {
	case mu.KindInt, mu.KindUPtr:
		v := g.mask(s, intValues[k%len(intValues)])
		if v == 0 && !g.has(FeatureZero) {
			v = 1
		}
		return g.intConst(s, v), true
	case mu.KindFloat, mu.KindDouble:
		v := fpValues[k%len(fpValues)]
		if v == 0 && !math.Signbit(v) && !g.has(FeatureZero) {
			v = 1
		}
		return g.fpConst(s, v), true
	case mu.KindStruct, mu.KindArray, mu.KindVector:
		return g.listConst(s, k%5)
	case mu.KindRef, mu.KindIRef, mu.KindFuncRef:
		if t.kind == mu.KindFuncRef && k%4 != 3 {
			if e, ok := g.functionOf(int(t.sig), k); ok {
				return e, true
			}
		}
		if t.kind == mu.KindIRef && k%2 == 1 && g.isCell(t.elems[0]) {
			return g.global(t.elems[0]), true
		}
		if g.has(FeatureZero) {
			return g.nullConst(s), true
		}
	}
	return mu.NoEntity, false
}

// mask returns the bits of v that a shape has.
func (g *generator) mask(s shapeID, v uint64) uint64 {
	if t := &g.shapes[s]; t.kind == mu.KindInt && t.size < 64 {
		return v & (1<<t.size - 1)
	}
	return v
}

func (g *generator) lookupConst(s shapeID, v uint64) (mu.EntityID, bool) {
	for i := range g.konsts {
		if k := &g.konsts[i]; k.shape == s && k.value == v {
			return k.entity, true
		}
	}
	return mu.NoEntity, false
}

func (g *generator) defineConst(s shapeID, value uint64, k mu.Const) mu.EntityID {
	k.Type = g.typ(s)
	k.Name = numbered(&constNames, "@c", g.nconsts)
	g.nconsts++
	e := g.b.DefineConst(k)
	g.konsts = append(g.konsts, konst{s, value, e})
	return e
}

// intConst returns the constant of an int type with a value.
func (g *generator) intConst(s shapeID, v uint64) mu.EntityID {
	if e, ok := g.lookupConst(s, v); ok {
		return e
	}
	lit := mu.IntLit{Lo: v}
	if g.isWide(s) && v > 1 {
		lit = mu.IntLit{Lo: v >> 32, High: []uint64{v}} // the low word may be 0
	}
	n := g.shapes[s].size
	switch {
	case v == 0 && g.nconsts%3 == 1 && !g.isWide(s):
		lit.Text = "0x0"
	case g.shapes[s].kind == mu.KindInt && n > 1 && n <= 64 && v>>(n-1) == 1:
		lit = mu.IntLit{Neg: true, Lo: g.mask(s, -v)}
	}
	return g.defineConst(s, v, mu.Const{Kind: mu.ConstInt, Int: lit})
}

// fpConst returns the constant of a floating point type with a value.
func (g *generator) fpConst(s shapeID, v float64) mu.EntityID {
	k := mu.Const{Kind: mu.ConstDouble, Bits: math.Float64bits(v)}
	if g.shapes[s].kind == mu.KindFloat {
		k.Kind, k.Bits = mu.ConstFloat, uint64(math.Float32bits(float32(v)))
	}
	if v != v {
		// The encoding that the literal nan has.
		k.Bits = math.Float64bits(math.NaN())
		if k.Kind == mu.ConstFloat {
			k.Bits = uint64(math.Float32bits(float32(math.NaN())))
		}
	}
	if e, ok := g.lookupConst(s, k.Bits); ok {
		return e
	}
	return g.defineConst(s, k.Bits, k)
}

// zeroVariant is the variant of a list constant whose elements are all zero.
const zeroVariant = 4

// listConst returns a variant of the constants of an aggregate type.
func (g *generator) listConst(s shapeID, variant int) (mu.EntityID, bool) {
	if variant == zeroVariant && !g.has(FeatureZero) {
		variant = 0
	}
	if e, ok := g.lookupConst(s, uint64(variant)); ok {
		return e, true
	}
	t := g.shapes[s]
	n := int(t.n)
	if t.kind != mu.KindStruct {
		n = int(t.size)
	}
	var elems [4]mu.EntityRef
	for i := range n {
		e := t.elems[0]
		if t.kind == mu.KindStruct {
			e = t.elems[i]
		}
		var ok bool
		if variant == zeroVariant {
			elems[i].ID, ok = g.zeroConst(e)
		} else {
			elems[i].ID, ok = g.constAt(e, variant+i)
		}
		if !ok {
			return mu.NoEntity, false
		}
	}
	return g.defineConst(s, uint64(variant), mu.Const{Kind: mu.ConstList, Elems: append([]mu.EntityRef(nil), elems[:n]...)}), true
}

// zeroConst returns the constant of a shape that is zero.
func (g *generator) zeroConst(s shapeID) (mu.EntityID, bool) {
	switch g.shapes[s].kind {
	case mu.KindInt, mu.KindUPtr:
		return g.intConst(s, 0), true
	case mu.KindFloat, mu.KindDouble:
		return g.fpConst(s, 0), true
	case mu.KindStruct, mu.KindArray, mu.KindVector:
		return g.listConst(s, zeroVariant)
	case mu.KindRef, mu.KindIRef, mu.KindFuncRef:
		return g.nullConst(s), true
	}
	return mu.NoEntity, false
}

func (g *generator) nullConst(s shapeID) mu.EntityID {
	if e, ok := g.lookupConst(s, 0); ok {
		return e
	}
	return g.defineConst(s, 0, mu.Const{Kind: mu.ConstNull})
}

// maskConst returns a constant of vector<int<32> n> whose elements, from 1 to
// 2n-1, select elements of two vectors.
func (g *generator) maskConst(n uint64, k int) (shapeID, mu.EntityID) {
	s := g.find(mu.KindVector, n, i32)
	value := 100 + uint64(k%3)
	if e, ok := g.lookupConst(s, value); ok {
		return s, e
	}
	elems := make([]mu.EntityRef, n)
	for i := range elems {
		elems[i].ID = g.intConst(i32, 1+uint64(k+3*i)%(2*n-1))
	}
	return s, g.defineConst(s, value, mu.Const{Kind: mu.ConstList, Elems: elems})
}

// isCell reports whether globals of a shape are made.
func (g *generator) isCell(s shapeID) bool {
	if !g.has(FeatureMemory) {
		return false
	}
	switch g.shapes[s].kind {
	case mu.KindVoid, mu.KindHybrid:
		return false
	}
	return true
}

// global returns the global of a shape.
func (g *generator) global(s shapeID) mu.EntityID {
	const isGlobal = 1 << 40
	if e, ok := g.lookupConst(g.irefTo(s), isGlobal); ok {
		return e
	}
	e := g.b.DefineGlobal(mu.GlobalCell{Name: numbered(&globalNames, "@g", g.nglobals), Type: g.typ(s)})
	g.nglobals++
	g.konsts = append(g.konsts, konst{g.irefTo(s), isGlobal, e})
	return e
}
