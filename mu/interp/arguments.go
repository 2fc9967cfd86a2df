package interp

import (
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"

	"assay/mu"
)

// Zero returns the zero value of a type: 0, +0.0, NULL, the tagref64 of +0.0,
// or an aggregate of zeros. Of a type that has no values or none that are
// supported it has kind None or Wide.
func Zero(b *mu.Bundle, t mu.TypeID) Value {
	var v Value
	with(b, func(m *Machine) { v = m.zeroOf(m.shape(t)) })
	return v
}

// with calls use with a machine for a bundle.
func with(b *mu.Bundle, use func(*Machine)) {
	m := machines.Get().(*Machine)
	m.Reset(b)
	use(m)
	m.Reset(nil)
	machines.Put(m)
}

// NewObject returns a reference to an object of a type, which is not hybrid; an
// iref if interior is set, else a ref. It is for arguments: each run that is
// given the value allocates the object anew, so that runs with the same
// arguments start from the same memory.
func NewObject(t mu.TypeID, interior bool) Value {
	v := Value{kind: Ref, obj: &object{num: int32(t), state: template}}
	if interior {
		v.kind = IRef
	}
	return v
}

// RandomArgs returns arguments for a signature, from a seed: small ints often,
// special floats sometimes, new objects or NULL for references.
func RandomArgs(b *mu.Bundle, sig mu.SigID, seed uint64) []Value {
	if sig < 0 || b.Sigs[sig].Bad {
		return nil
	}
	params := b.Sigs[sig].Params
	args := make([]Value, len(params))
	with(b, func(m *Machine) {
		r := random(mix(seed, uint64(len(params))))
		for i, p := range params {
			s := m.shape(p.ID)
			args[i] = m.random(s, &r)
			if (s.kind == Ref || s.kind == IRef) && r.intn(4) > 0 && m.shape(s.refers).allocatable() {
				args[i] = NewObject(s.refers, s.kind == IRef)
			}
		}
	})
	return args
}

// allocatable reports whether NEW can make an object of the type.
func (s *shape) allocatable() bool {
	return s.cells <= maxValueCells && (s.code == "" || s.con == mu.KindVoid)
}

// ParseValue reads a value of a type as AppendText writes it or as a constant of
// Mu IR: an int, signed or in hexadecimal, within the range of its width; a
// float; NULL; "new" for a reference to a new object; values in braces for an
// aggregate, one for each scalar.
func ParseValue(b *mu.Bundle, t mu.TypeID, text string) (Value, error) {
	var v Value
	var err error
	with(b, func(m *Machine) { v, err = m.parse(m.shape(t), strings.TrimSpace(text)) })
	if err != nil {
		return Value{}, fmt.Errorf("expected a value of type %s, found %q: %w", b.TypeString(t), text, err)
	}
	return v, nil
}

func (m *Machine) parse(s *shape, text string) (Value, error) {
	if s.code != "" {
		return Value{}, fmt.Errorf("such values are not supported (%s)", s.code)
	}
	if s.kind != Aggregate {
		zero := m.zeroOf(s)
		if (s.kind == Ref || s.kind == IRef) && text == "new" {
			if !m.shape(s.refers).allocatable() {
				return Value{}, fmt.Errorf("no object of the referent can be allocated")
			}
			return NewObject(s.refers, s.kind == IRef), nil
		}
		return parseScalar(zero, text)
	}
	fields := strings.Fields(strings.NewReplacer("{", " ", "}", " ").Replace(text))
	zero := m.zeroOf(s).Cells()
	if !strings.HasPrefix(text, "{") || !strings.HasSuffix(text, "}") || len(fields) != len(zero) {
		return Value{}, fmt.Errorf("expected %d scalars in braces", len(zero))
	}
	o := newAggregate(len(zero))
	for i, f := range fields {
		v, err := parseScalar(zero[i], f)
		if err != nil {
			return Value{}, err
		}
		o.cells[i] = v
	}
	return Value{kind: Aggregate, obj: o}, nil
}

// parseScalar reads a value of the kind of another.
func parseScalar(zero Value, text string) (Value, error) {
	switch zero.kind {
	case Int, Ptr:
		num, suffix, _ := strings.Cut(text, ":")
		if zero.kind == Ptr && num == "ptr" {
			num, suffix = suffix, ""
		}
		if suffix != "" && suffix != "i"+strconv.Itoa(int(zero.width)) {
			return Value{}, fmt.Errorf("expected the suffix :i%d", zero.width)
		}
		n, ok := new(big.Int).SetString(num, 0)
		least := new(big.Int).Neg(new(big.Int).Lsh(big.NewInt(1), uint(zero.width-1)))
		if !ok {
			return Value{}, fmt.Errorf("expected an integer")
		}
		if n.BitLen() > int(zero.width) || n.Cmp(least) < 0 {
			return Value{}, fmt.Errorf("expected an integer of at most %d bits", zero.width)
		}
		zero.bits = new(big.Int).And(n, new(big.Int).SetUint64(mask(zero.width))).Uint64()
		return zero, nil
	case Float, Double:
		size, suffix := 32, "f"
		if zero.kind == Double {
			size, suffix = 64, "d"
		}
		num := text
		if !strings.HasSuffix(text, "inf") || len(text) > len("+inf") {
			num = strings.TrimSuffix(text, suffix)
		}
		f, err := strconv.ParseFloat(num, size)
		if err != nil && !math.IsInf(f, 0) || strings.ContainsAny(num, "_xX") {
			return Value{}, fmt.Errorf("expected a floating point number")
		}
		zero.bits = canonical64(f)
		if zero.kind == Float {
			zero.bits = canonical32(float32(f))
		}
		return zero, nil
	case Ref, IRef, Func, Thread, Stack, Cursor, IRNode:
		if text == "NULL" || text == "null" {
			return zero, nil
		}
		return Value{}, fmt.Errorf("expected NULL")
	}
	return Value{}, fmt.Errorf("values of kind %s have no text", zero.kind)
}
