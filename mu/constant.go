package mu

// ConstKind is the form of a constant.
type ConstKind uint8

// The forms of constants.
const (
	ConstInt ConstKind = iota
	// ConstFloat and ConstDouble are floating point literals.
	ConstFloat
	ConstDouble
	// ConstList is {...}: the constants of a struct, an array or a vector.
	ConstList
	ConstNull
)

// Const is a .const definition.
type Const struct {
	Name string
	Pos  Pos
	Type TypeRef
	Kind ConstKind
	// Int is the value of a ConstInt.
	Int IntLit
	// Bits is the IEEE 754 encoding of a ConstFloat (32 bits) or ConstDouble.
	Bits uint64
	// Text is a floating point literal as it was written, without spaces. When
	// it is empty Bits decides what is printed.
	Text string
	// Elems holds the elements of a ConstList.
	Elems []EntityRef
}

// EntityRef is a mention of a top-level entity.
type EntityRef struct {
	ID  EntityID
	Pos Pos
}

// IntLit is an integer literal.
type IntLit struct {
	// Neg says that the value is the negative of the magnitude.
	Neg bool
	// Lo holds the low 64 bits of the magnitude.
	Lo uint64
	// High holds further bits, 64 in each, the lowest first.
	High []uint64
	// Text is the literal as it was written. When it is empty the value is
	// printed in decimal, or in hexadecimal if it has more than 64 bits.
	Text string
}

// Uint64 returns the low 64 bits of the value in two's complement.
func (l *IntLit) Uint64() uint64 {
	if l.Neg {
		return -l.Lo
	}
	return l.Lo
}

// Word returns bits [64*i, 64*i+64) of the value in two's complement.
func (l *IntLit) Word(i int) uint64 {
	w := l.magnitude(i)
	if !l.Neg {
		return w
	}
	for j := range i {
		if l.magnitude(j) != 0 {
			return ^w
		}
	}
	return -w
}

func (l *IntLit) magnitude(i int) uint64 {
	if i == 0 {
		return l.Lo
	}
	if i-1 < len(l.High) {
		return l.High[i-1]
	}
	return 0
}

// IsZero reports whether the value is zero.
func (l *IntLit) IsZero() bool {
	for _, w := range l.High {
		if w != 0 {
			return false
		}
	}
	return l.Lo == 0
}
