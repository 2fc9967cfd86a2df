package interp

import "math"

// operator is a unary or binary operator, decoded once when a program is
// loaded.
type operator uint8

const (
	opUnknown operator = iota // the text form did not tell it, or JavaScript has no such operator

	opAdd
	opSub
	opMul
	opDiv
	opRem
	opPow
	opAnd
	opOr
	opXor
	opShl
	opShr
	opUshr
	opLess
	opLessEqual
	opGreater
	opGreaterEqual
	opEqual
	opNotEqual
	opStrictEqual
	opStrictNotEqual
	opIn
	opInstanceof

	opPlus
	opMinus
	opBitNot
	opNot
	opTypeof
	opVoid
)

func binaryOperator(text string) operator {
	switch text {
	case "+":
		return opAdd
	case "-":
		return opSub
	case "*":
		return opMul
	case "/":
		return opDiv
	case "%":
		return opRem
	case "**":
		return opPow
	case "&":
		return opAnd
	case "|":
		return opOr
	case "^":
		return opXor
	case "<<":
		return opShl
	case ">>":
		return opShr
	case ">>>":
		return opUshr
	case "<":
		return opLess
	case "<=":
		return opLessEqual
	case ">":
		return opGreater
	case ">=":
		return opGreaterEqual
	case "==":
		return opEqual
	case "!=":
		return opNotEqual
	case "===":
		return opStrictEqual
	case "!==":
		return opStrictNotEqual
	case "in":
		return opIn
	case "instanceof":
		return opInstanceof
	}
	return opUnknown
}

func unaryOperator(text string) operator {
	switch text {
	case "+":
		return opPlus
	case "-":
		return opMinus
	case "~":
		return opBitNot
	case "!":
		return opNot
	case "typeof":
		return opTypeof
	case "void":
		return opVoid
	}
	return opUnknown
}

// toNumber converts a primitive.
func toNumber(v *Value) float64 {
	switch v.kind() {
	case KindNumber:
		return math.Float64frombits(v.bits)
	case KindNull:
		return 0
	case KindBool:
		return float64(v.bits)
	case KindString:
		return stringToNumber(*v.str)
	}
	return math.NaN()
}

// numeric applies a binary operator to numbers. It returns the result's bits and
// kind, which is KindUndefined if JavaScript has no such operator on numbers.
func numeric(op operator, x, y float64) (uint64, Kind) {
	var z float64
	switch op {
	case opAdd:
		z = x + y
	case opSub:
		z = x - y
	case opMul:
		z = x * y
	case opDiv:
		z = x / y
	case opRem:
		z = remainder(x, y)
	case opPow:
		z = power(x, y)
	case opAnd:
		z = float64(toInt32(x) & toInt32(y))
	case opOr:
		z = float64(toInt32(x) | toInt32(y))
	case opXor:
		z = float64(toInt32(x) ^ toInt32(y))
	case opShl:
		z = float64(toInt32(x) << (uint32(toInt32(y)) & 31))
	case opShr:
		z = float64(toInt32(x) >> (uint32(toInt32(y)) & 31))
	case opUshr:
		z = float64(uint32(toInt32(x)) >> (uint32(toInt32(y)) & 31))
	case opLess:
		return flag(x < y), KindBool
	case opLessEqual:
		return flag(x <= y), KindBool
	case opGreater:
		return flag(x > y), KindBool
	case opGreaterEqual:
		return flag(x >= y), KindBool
	case opEqual, opStrictEqual:
		return flag(x == y), KindBool
	case opNotEqual, opStrictNotEqual:
		return flag(x != y), KindBool
	default:
		return 0, KindUndefined
	}
	return math.Float64bits(z), KindNumber
}

// binaryPrimitive applies a binary operator, other than in and instanceof, to
// primitives. The text of a string result is appended to scratch, which may be
// nil.
func binaryPrimitive(op operator, x, y *Value, scratch *[]byte) Value {
	switch op {
	case opAdd:
		if x.kind() == KindString || y.kind() == KindString {
			*scratch = appendText(appendText((*scratch)[:0], x), y)
			return String(string(*scratch))
		}
	case opLess, opLessEqual, opGreater, opGreaterEqual:
		if x.kind() == KindString && y.kind() == KindString {
			bits, kind := numeric(op, float64(compareStrings(*x.str, *y.str)), 0)
			return Value{bits: bits, meta: uint64(kind)}
		}
	case opEqual:
		return Bool(looselyEqual(x, y))
	case opNotEqual:
		return Bool(!looselyEqual(x, y))
	case opStrictEqual:
		return Bool(strictlyEqual(x, y))
	case opStrictNotEqual:
		return Bool(!strictlyEqual(x, y))
	}
	bits, kind := numeric(op, toNumber(x), toNumber(y))
	return Value{bits: bits, meta: uint64(kind)}
}

// strictlyEqual is === on primitives.
func strictlyEqual(x, y *Value) bool {
	if x.kind() != y.kind() {
		return false
	}
	switch x.kind() {
	case KindNumber:
		return x.Num() == y.Num()
	case KindString:
		return *x.str == *y.str
	}
	return x.bits == y.bits
}

// looselyEqual is == on primitives.
func looselyEqual(x, y *Value) bool {
	xNil, yNil := x.kind() <= KindNull, y.kind() <= KindNull
	switch {
	case xNil || yNil:
		return xNil && yNil
	case x.kind() == y.kind():
		return strictlyEqual(x, y)
	}
	return toNumber(x) == toNumber(y)
}

// unaryPrimitive applies a unary operator to a primitive.
func unaryPrimitive(op operator, x *Value) Value {
	switch op {
	case opPlus:
		return Number(toNumber(x))
	case opMinus:
		return Number(-toNumber(x))
	case opBitNot:
		return Number(float64(^toInt32(toNumber(x))))
	case opNot:
		return Bool(!primitiveTruth(x))
	case opTypeof:
		return stringValue(typeofText[x.kind()])
	}
	return Undefined // void
}

var typeofText = func() (t [KindString + 1]*string) {
	for k := range t {
		s := Kind(k).String()
		if Kind(k) == KindNull {
			s = "object"
		}
		t[k] = &s
	}
	return t
}()

func primitiveTruth(x *Value) bool {
	switch x.kind() {
	case KindBool:
		return x.bits != 0
	case KindNumber:
		f := x.Num()
		return f != 0 && f == f
	case KindString:
		return *x.str != ""
	}
	return false
}
