package interp

import (
	"math"

	"assay/mu"
)

// convert computes a conversion of a number or pointer other than BITCAST. from
// and to are the shapes of the scalars.
func convert(op mu.Op, from, to *shape, x uint64) uint64 {
	switch op {
	case mu.SEXT:
		return uint64(signed(x, from.width)) & mask(to.width)
	case mu.FPTRUNC:
		return canonical32(float32(math.Float64frombits(x)))
	case mu.FPEXT:
		return canonical64(float64(math.Float32frombits(uint32(x))))
	case mu.FPTOUI:
		return toUint(number(from, x), to.width)
	case mu.FPTOSI:
		return toInt(number(from, x), to.width)
	case mu.UITOFP:
		if to.kind == Double {
			return math.Float64bits(float64(x))
		}
		return uint64(math.Float32bits(float32(x)))
	case mu.SITOFP:
		n := signed(x, from.width)
		if to.kind == Double {
			return math.Float64bits(float64(n))
		}
		return uint64(math.Float32bits(float32(n)))
	}
	// TRUNC, ZEXT, PTRCAST
	return x & mask(to.width)
}

func number(s *shape, x uint64) float64 {
	if s.kind == Double {
		return math.Float64frombits(x)
	}
	return float64(math.Float32frombits(uint32(x)))
}

// toUint rounds toward zero to an unsigned int of w bits, the nearest one if it
// has no such number; of NaN it is 0.
func toUint(f float64, w uint8) uint64 {
	switch limit := math.Ldexp(1, int(w)); {
	case !(f > 0):
		return 0
	case f >= limit:
		return mask(w)
	case f >= 1<<63:
		return uint64(f-1<<63) | 1<<63
	}
	return uint64(int64(f))
}

// toInt is toUint for signed ints.
func toInt(f float64, w uint8) uint64 {
	switch limit := math.Ldexp(1, int(w)-1); {
	case f != f:
		return 0
	case f >= limit:
		return mask(w) >> 1
	case f <= -limit:
		return 1 << (w - 1)
	}
	return uint64(int64(f)) & mask(w)
}

// bitcast computes BITCAST: the bits of one number, or of the elements of a
// vector, the first of which is the lowest.
func bitcast(from, to *shape, v *Value) Value {
	src, one := v.Cells(), [1]Value{}
	if v.kind != Aggregate {
		one[0] = *v
		src = one[:]
	}
	sw := from.scalar().bitWidth()
	if to.kind != Aggregate {
		r := [1]Value{{kind: to.kind, width: to.width}}
		repack(src, sw, r[:], to.bitWidth())
		return r[0]
	}
	o := newAggregate(int(to.n))
	for i := range o.cells {
		o.cells[i] = Value{kind: to.elem.kind, width: to.elem.width}
	}
	repack(src, sw, o.cells, to.elem.bitWidth())
	return Value{kind: Aggregate, obj: o}
}

// repack fills numbers of dw bits from the bits of numbers of sw bits.
func repack(src []Value, sw uint8, dst []Value, dw uint8) {
	i, used := 0, uint8(0) // bits of src[i] that are used
	for d := range dst {
		var r uint64
		for have := uint8(0); have < dw && i < len(src); {
			n := min(sw-used, dw-have)
			r |= src[i].bits >> used & mask(n) << have
			have += n
			used += n
			if used == sw {
				i, used = i+1, 0
			}
		}
		dst[d].bits = r
	}
}
