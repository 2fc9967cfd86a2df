package interp

import (
	"math"

	"assay/mu"
)

// floatBinary computes an operation on two encodings of float or double. The
// payload of a NaN is not specified; here it is always the same, so that all
// machines agree.
func floatBinary(op mu.Op, k Kind, x, y uint64) uint64 {
	if k == Double {
		return canonical64(compute64(op, math.Float64frombits(x), math.Float64frombits(y)))
	}
	a, b := math.Float32frombits(uint32(x)), math.Float32frombits(uint32(y))
	switch op {
	case mu.FADD:
		a += b
	case mu.FSUB:
		a -= b
	case mu.FMUL:
		a *= b
	case mu.FDIV:
		a /= b
	default:
		// The remainder of two floats is a float: no rounding.
		a = float32(math.Mod(float64(a), float64(b)))
	}
	return canonical32(a)
}

func compute64(op mu.Op, a, b float64) float64 {
	switch op {
	case mu.FADD:
		return a + b
	case mu.FSUB:
		return a - b
	case mu.FMUL:
		return a * b
	case mu.FDIV:
		return a / b
	}
	return math.Mod(a, b)
}

func canonical64(f float64) uint64 {
	if f != f {
		return nan64
	}
	return math.Float64bits(f)
}

func canonical32(f float32) uint64 {
	if f != f {
		return nan32
	}
	return uint64(math.Float32bits(f))
}

// What the comparison of two floats gives; the bits say with which of them a
// comparison holds.
const (
	unordered = 1 << iota
	less
	greater
	equal
)

// floatTable holds with which results each comparison from FTRUE on is true.
var floatTable = [...]uint8{
	0: unordered | less | greater | equal, mu.FFALSE - mu.FTRUE: 0,
	mu.FUNO - mu.FTRUE: unordered, mu.FUEQ - mu.FTRUE: unordered | equal,
	mu.FUNE - mu.FTRUE: unordered | less | greater, mu.FUGT - mu.FTRUE: unordered | greater,
	mu.FULT - mu.FTRUE: unordered | less, mu.FUGE - mu.FTRUE: unordered | greater | equal,
	mu.FULE - mu.FTRUE: unordered | less | equal, mu.FORD - mu.FTRUE: less | greater | equal,
	mu.FOEQ - mu.FTRUE: equal, mu.FONE - mu.FTRUE: less | greater, mu.FOGT - mu.FTRUE: greater,
	mu.FOLT - mu.FTRUE: less, mu.FOGE - mu.FTRUE: greater | equal, mu.FOLE - mu.FTRUE: less | equal,
}

// floatCompare computes a comparison of two encodings.
func floatCompare(op mu.Op, k Kind, x, y uint64) bool {
	var a, b float64
	if k == Double {
		a, b = math.Float64frombits(x), math.Float64frombits(y)
	} else {
		a, b = float64(math.Float32frombits(uint32(x))), float64(math.Float32frombits(uint32(y)))
	}
	r := uint8(unordered)
	switch {
	case a < b:
		r = less
	case a > b:
		r = greater
	case a == b:
		r = equal
	}
	return floatTable[op-mu.FTRUE]&r != 0
}
