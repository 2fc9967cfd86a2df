package interp

import (
	"math"
	"strconv"

	"assay/hir"
)

// Kind is the kind of a Value.
type Kind uint8

// The kinds of value. All up to KindString are primitive.
const (
	KindUndefined Kind = iota
	KindNull
	KindBool
	KindNumber
	KindString
	// KindFunction is a closure of the program: a nested function and the
	// variables it captured.
	KindFunction
	// KindOpaque is a term: the result of an operation that is not interpreted.
	KindOpaque
	// kindIterator is the state of a for-of or for-in loop. It behaves as an
	// opaque value in every other use.
	kindIterator
	// kindCell is what the register of a context variable holds.
	kindCell
)

// String returns the kind's name.
func (k Kind) String() string {
	switch k {
	case KindUndefined:
		return "undefined"
	case KindNull:
		return "null"
	case KindBool:
		return "boolean"
	case KindNumber:
		return "number"
	case KindString:
		return "string"
	case KindFunction:
		return "function"
	}
	return "opaque"
}

// Value is a value of the running program. The zero Value is undefined.
//
// A Value does not depend on names or ids of identifiers, nor on addresses: two
// runs of a program that differs in nothing else give equal values.
type Value struct {
	// bits are the IEEE bits of a number, 0 or 1 of a boolean, the hash of a
	// string's text or of a term, and the creation index of a function, an
	// iterator or a cell.
	bits uint64
	// str is the text of a string. Of other kinds it is not used, and may be what
	// a register held before.
	str *string
	// meta is the kind in the low byte, the item mark, and in the high half the
	// stamp. They share a word so that one comparison tells that a register is set
	// and holds a number.
	meta uint64
}

const (
	// itemMark says that the value is an item an iterator gave, so the branch that
	// asks whether the loop goes on is taken whatever the item is.
	itemMark uint64 = 1 << 8
	// stampShift is the position of the stamp, which is used in registers only: it
	// tells which activation wrote the register, so that registers never need to
	// be cleared.
	stampShift = 32
)

func (v *Value) kind() Kind    { return Kind(v.meta) }
func (v *Value) stamp() uint32 { return uint32(v.meta >> stampShift) }
func (v *Value) isItem() bool  { return v.meta&itemMark != 0 }

// in returns the value as the content of a register with the given stamp.
func (v Value) in(stamp uint32) Value {
	v.meta = v.meta&(1<<stampShift-1) | uint64(stamp)<<stampShift
	return v
}

// plain is like in, but drops the item mark.
func (v Value) plain(stamp uint32) Value {
	v.meta = uint64(v.kind()) | uint64(stamp)<<stampShift
	return v
}

// set copies one register to another. Words are copied one by one, since
// reading words that were just written as one wide piece is slow, and the text
// only if there is one.
func (v *Value) set(w *Value) {
	v.bits, v.meta = w.bits, w.meta
	if Kind(w.meta) == KindString {
		v.str = w.str
	}
}

// The values without content.
var (
	Undefined = Value{}
	Null      = Value{meta: uint64(KindNull)}
)

// Bool returns a boolean value.
func Bool(b bool) Value {
	v := Value{meta: uint64(KindBool)}
	if b {
		v.bits = 1
	}
	return v
}

// Number returns a number value.
func Number(f float64) Value { return Value{bits: math.Float64bits(f), meta: uint64(KindNumber)} }

// String returns a string value.
func String(s string) Value { return stringValue(&s) }

// stringValue returns the string value whose text is *s, which must not change.
func stringValue(s *string) Value {
	return Value{bits: hashString(*s), str: s, meta: uint64(KindString)}
}

// Opaque returns an opaque value. Terms with the same name are the same value.
func Opaque(name string) Value { return term(mix(saltNamed, hashString(name))) }

// term returns the opaque value with the given hash.
func term(h uint64) Value { return Value{bits: h, meta: uint64(KindOpaque)} }

// Kind returns the value's kind.
func (v Value) Kind() Kind {
	return min(v.kind(), KindOpaque)
}

// IsPrimitive reports whether the value is neither opaque nor a function.
func (v Value) IsPrimitive() bool { return v.kind() <= KindString }

// Num returns the number of a value of KindNumber, and of KindBool 0 or 1.
func (v Value) Num() float64 {
	if v.kind() == KindBool {
		return float64(v.bits)
	}
	return math.Float64frombits(v.bits)
}

// Str returns the text of a value of KindString, else "".
func (v Value) Str() string {
	if v.kind() != KindString {
		return ""
	}
	return *v.str
}

// Hash returns a hash of the value. NaNs are equal; zero and minus zero differ.
func (v Value) Hash() uint64 {
	b := v.bits
	if v.kind() == KindNumber && b&(1<<63-1) > 0x7ff0000000000000 {
		b = canonicalNaN
	}
	return mix(saltKind+uint64(v.kind()), b)
}

const canonicalNaN = 0x7ff8000000000001

// Equal reports whether two values are the same, as JavaScript's Object.is
// does. Opaque values are equal if their terms are, functions if they were
// created at the same point of the same run.
func (v Value) Equal(w Value) bool {
	return v.kind() == w.kind() && v.Hash() == w.Hash() && v.Str() == w.Str()
}

// String returns the value as JavaScript source would write it; functions are
// written fn#0, fn#1 in the order of their creation, and opaque values with a
// part of their hash.
func (v Value) String() string {
	switch v.kind() {
	case KindUndefined:
		return "undefined"
	case KindNull:
		return "null"
	case KindBool:
		return strconv.FormatBool(v.bits != 0)
	case KindNumber:
		if v.bits == 1<<63 {
			return "-0"
		}
		return string(hir.AppendNumber(nil, v.Num()))
	case KindString:
		return strconv.Quote(v.Str())
	case KindFunction:
		return "fn#" + strconv.FormatUint(v.bits, 10)
	case kindIterator:
		return "iterator#" + strconv.FormatUint(v.bits, 10)
	}
	s := strconv.FormatUint(v.bits>>32, 16)
	return "opaque:" + "00000000"[len(s):] + s
}
