package interp

import "math"

// Kind tells what a value is.
type Kind uint8

// The kinds of values.
const (
	// None is what a variable holds whose type is not known. It cannot be used.
	None Kind = iota
	Int
	Float
	Double
	Ref
	IRef
	Func
	Thread
	Stack
	Tag // tagref64
	Ptr // uptr or ufuncptr
	Cursor
	IRNode
	// Aggregate is a struct, an array or a vector.
	Aggregate
	// Wide is an int of more than 64 bits. Its bits are not kept, and only copies
	// of it can be made.
	Wide
)

var kindNames = [...]string{"none", "int", "float", "double", "ref", "iref", "funcref", "threadref", "stackref",
	"tagref64", "pointer", "framecursorref", "irnoderef", "aggregate", "wide int"}

// String returns what the kind is called in messages.
func (k Kind) String() string { return kindNames[k] }

// Value is a value of Mu IR. The zero Value has kind None. Values do not
// change: an aggregate's elements are never written.
//
//	kind       bits                               width      obj
//	Int        the value, zero-extended           1..64
//	Float      encoding, 32 bits
//	Double     encoding
//	Ptr        the address                        64
//	Ref                                                      nil, or the object
//	IRef       place in the object, start and     see aux    nil, or the object
//	           end of the sequence it is in
//	Func                                                     nil, or the function
//	Tag        encoding, int, or tag              tag*       the object, if any
//	Stack      1 for the one there is
//	Aggregate                                                the cells
type Value struct {
	obj  *object
	bits uint64
	// aux is the end of the sequence that an iref points into.
	aux   uint32
	kind  Kind
	width uint8
}

// What a tagref64 holds.
const (
	tagFP uint8 = iota
	tagInt
	tagRef
)

// The values of NaN that operations yield.
const (
	nan64 = 0x7ff8000000000000
	nan32 = 0x7fc00000
)

// IntValue returns an int<width>; bits beyond the width are dropped. width is
// 1 to 64.
func IntValue(width int, bits uint64) Value {
	return Value{kind: Int, width: uint8(width), bits: bits & mask(uint8(width))}
}

// FloatValue returns a float.
func FloatValue(f float32) Value { return Value{kind: Float, bits: uint64(math.Float32bits(f))} }

// DoubleValue returns a double.
func DoubleValue(f float64) Value { return Value{kind: Double, bits: math.Float64bits(f)} }

// PtrValue returns a uptr or ufuncptr.
func PtrValue(address uint64) Value { return Value{kind: Ptr, width: 64, bits: address} }

// Null returns the NULL of a kind of reference.
func Null(k Kind) Value { return Value{kind: k} }

func boolValue(b bool) Value {
	v := Value{kind: Int, width: 1}
	if b {
		v.bits = 1
	}
	return v
}

// Kind returns what the value is.
func (v Value) Kind() Kind { return v.kind }

// Width returns the width of an Int, else 0.
func (v Value) Width() int {
	if v.kind == Int {
		return int(v.width)
	}
	return 0
}

// Uint returns the bits of an Int or Ptr, zero-extended, or the encoding of a
// Float or Double.
func (v Value) Uint() uint64 { return v.bits }

// Int returns an Int as a signed number.
func (v Value) Int() int64 { return signed(v.bits, v.width) }

// Float returns the number of a Float or Double.
func (v Value) Float() float64 {
	if v.kind == Float {
		return float64(math.Float32frombits(uint32(v.bits)))
	}
	return math.Float64frombits(v.bits)
}

// IsNull reports whether the value is a reference that refers to nothing, or a
// pointer with address 0.
func (v Value) IsNull() bool {
	switch v.kind {
	case Ref, IRef, Func:
		return v.obj == nil
	case Thread, Stack, Ptr, Cursor, IRNode:
		return v.bits == 0
	}
	return false
}

// Object returns the number of the object that a Ref or IRef refers to, or that
// a Tag holds a reference to; 0 if there is none.
func (v Value) Object() int {
	switch v.kind {
	case Ref, IRef, Tag:
		if v.obj != nil {
			return int(v.obj.num)
		}
	}
	return 0
}

// Offset returns the place that an IRef refers to in its object, in cells: each
// scalar in it is one.
func (v Value) Offset() int {
	if v.kind == IRef {
		return int(uint32(v.bits))
	}
	return 0
}

// Function returns the global name of the function that a Func refers to, or "".
func (v Value) Function() string {
	if v.kind == Func && v.obj != nil {
		return v.obj.name
	}
	return ""
}

// Cells returns the scalars of an Aggregate, those of nested ones in their
// places. They must not be written.
func (v Value) Cells() []Value {
	if v.kind == Aggregate && v.obj != nil {
		return v.obj.cells
	}
	return nil
}

// Equal reports whether two values cannot be told apart. References are equal
// if their objects have the same number, so values of two runs can be compared;
// floats if they have the same encoding or are both NaN.
func (v Value) Equal(w Value) bool {
	if v.kind != Aggregate || w.kind != Aggregate {
		return v.equalScalar(&w)
	}
	a, b := v.Cells(), w.Cells()
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if !a[i].equalScalar(&b[i]) {
			return false
		}
	}
	return true
}

func (v *Value) equalScalar(w *Value) bool {
	if v.kind != w.kind {
		return false
	}
	switch v.kind {
	case Int:
		return v.bits == w.bits && v.width == w.width
	case Float, Double:
		return v.bits == w.bits || v.isNaN() && w.isNaN()
	case Ref, IRef:
		return v.Object() == w.Object() && v.Offset() == w.Offset()
	case Func:
		return v.Function() == w.Function()
	case Tag:
		return v.width == w.width && v.bits == w.bits && v.Object() == w.Object()
	}
	return v.bits == w.bits
}

func (v *Value) isNaN() bool {
	if v.kind == Float {
		return uint32(v.bits)&0x7fffffff > 0x7f800000
	}
	return v.bits&0x7fffffffffffffff > 0x7ff0000000000000
}

// same reports whether EQ of two values of one run holds.
func (v *Value) same(w *Value) bool {
	switch v.kind {
	case Ref, Func:
		return v.obj == w.obj
	case IRef:
		return v.obj == w.obj && uint32(v.bits) == uint32(w.bits)
	case Tag:
		return v.width == w.width && v.bits == w.bits && v.obj == w.obj
	}
	return v.bits == w.bits
}

// object is what a value points to: an object in memory, the cells of an
// aggregate, or a function.
type object struct {
	// num numbers objects in memory in order of allocation, from 1; of a function
	// it is the FuncID, of a template the TypeID.
	num int32
	// state of an object in memory; 0 if it is alive.
	state uint8
	// cells holds the scalars.
	cells []Value
	// shape is the type that was allocated.
	shape *shape
	// name is the global name of a function.
	name string
	one  [1]Value
}

// The states of an object in memory.
const (
	// dead is a stack cell whose frame is gone.
	dead uint8 = iota + 1
	// template stands for an object that each run allocates anew.
	template
)

// newAggregate returns the object of an aggregate with n cells to be filled.
func newAggregate(n int) *object {
	o := &object{}
	if n == 1 {
		o.cells = o.one[:]
	} else {
		o.cells = make([]Value, n)
	}
	return o
}
