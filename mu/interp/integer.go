package interp

import (
	"math/bits"

	"assay/mu"
)

// mask returns the w lowest bits, all set. w is 1 to 64.
func mask(w uint8) uint64 { return ^uint64(0) >> (64 - w) }

// signed returns the number that w bits mean in two's complement.
func signed(x uint64, w uint8) int64 {
	s := 64 - w
	return int64(x<<s) >> s
}

// intBinary computes an operation on two ints of w bits. ok is false if it
// divides by zero.
//
// The count of a shift is the lowest m bits of y, with the smallest m such that
// 2^m >= w. If w is no power of two it may still be w or more: then all bits
// are shifted out.
func intBinary(op mu.Op, w uint8, x, y uint64) (r uint64, ok bool) {
	switch op {
	case mu.ADD:
		r = x + y
	case mu.SUB:
		r = x - y
	case mu.MUL:
		r = x * y
	case mu.AND:
		return x & y, true
	case mu.OR:
		return x | y, true
	case mu.XOR:
		return x ^ y, true
	case mu.SHL:
		r = x << shiftCount(w, y)
	case mu.LSHR:
		return x >> shiftCount(w, y), true
	case mu.ASHR:
		r = uint64(signed(x, w) >> shiftCount(w, y))
	case mu.UDIV:
		if y == 0 {
			return 0, false
		}
		return x / y, true
	case mu.UREM:
		if y == 0 {
			return 0, false
		}
		return x % y, true
	case mu.SDIV:
		switch d := signed(y, w); d {
		case 0:
			return 0, false
		case -1: // Of the least number the result is itself, truncated.
			r = -x
		default:
			r = uint64(signed(x, w) / d)
		}
	case mu.SREM:
		switch d := signed(y, w); d {
		case 0:
			return 0, false
		case -1:
			return 0, true
		default:
			r = uint64(signed(x, w) % d)
		}
	}
	return r & mask(w), true
}

func shiftCount(w uint8, y uint64) uint64 {
	return y & (1<<bits.Len8(w-1) - 1)
}

// intCompare computes a comparison of two ints of w bits.
func intCompare(op mu.Op, w uint8, x, y uint64) bool {
	switch op {
	case mu.EQ:
		return x == y
	case mu.NE:
		return x != y
	case mu.SGT:
		return signed(x, w) > signed(y, w)
	case mu.SLT:
		return signed(x, w) < signed(y, w)
	case mu.SGE:
		return signed(x, w) >= signed(y, w)
	case mu.SLE:
		return signed(x, w) <= signed(y, w)
	case mu.UGT:
		return x > y
	case mu.ULT:
		return x < y
	case mu.UGE:
		return x >= y
	}
	return x <= y // ULE
}

// rmw computes the new value of a location in an ATOMICRMW on ints of w bits.
func rmw(op mu.RMWOp, w uint8, x, y uint64) uint64 {
	r := y // XCHG
	pick := func(first bool) {
		if first {
			r = x
		}
	}
	switch op {
	case mu.RMWAdd:
		r = x + y
	case mu.RMWSub:
		r = x - y
	case mu.RMWAnd:
		r = x & y
	case mu.RMWNand:
		r = ^(x & y)
	case mu.RMWOr:
		r = x | y
	case mu.RMWXor:
		r = x ^ y
	case mu.RMWMax:
		pick(signed(x, w) > signed(y, w))
	case mu.RMWMin:
		pick(signed(x, w) < signed(y, w))
	case mu.RMWUMax:
		pick(x > y)
	case mu.RMWUMin:
		pick(x < y)
	}
	return r & mask(w)
}
