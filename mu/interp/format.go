package interp

import (
	"math"
	"strconv"
)

// String returns the value as AppendText writes it.
func (v Value) String() string { return string(v.AppendText(nil)) }

// AppendText appends the value in readable form: ints with their width, as
// -5:i64, signed but for int<1>; floats as 1.5f and 1.5d; references as #3 for object 3
// and #3+2 for the third cell in it; functions by name; pointers in
// hexadecimal; tagref64 as tag(...); aggregates as {...} of their scalars.
func (v Value) AppendText(dst []byte) []byte {
	if v.kind != Aggregate {
		return v.appendScalar(dst)
	}
	const most = 64
	dst = append(dst, '{')
	for i, c := range v.Cells() {
		if i > 0 {
			dst = append(dst, ' ')
		}
		if i == most {
			dst = append(dst, "... "...)
			dst = strconv.AppendInt(dst, int64(len(v.Cells())), 10)
			dst = append(dst, " in all"...)
			break
		}
		dst = c.appendScalar(dst)
	}
	return append(dst, '}')
}

func (v *Value) appendScalar(dst []byte) []byte {
	switch v.kind {
	case Int:
		n := v.Int()
		if v.width == 1 {
			n = int64(v.bits) // true is 1
		}
		dst = strconv.AppendInt(dst, n, 10)
		dst = append(dst, ":i"...)
		return strconv.AppendInt(dst, int64(v.width), 10)
	case Float:
		return append(appendFP(dst, v.Float(), 32), 'f')
	case Double:
		return append(appendFP(dst, v.Float(), 64), 'd')
	case Ptr:
		dst = append(dst, "ptr:0x"...)
		return strconv.AppendUint(dst, v.bits, 16)
	case Tag:
		dst = append(dst, "tag("...)
		switch v.width {
		case tagFP:
			dst = append(appendFP(dst, math.Float64frombits(v.bits), 64), 'd')
		case tagInt:
			dst = append(strconv.AppendInt(dst, signed(v.bits, 52), 10), ":i52"...)
		default:
			dst = appendObject(dst, v.obj)
			dst = append(dst, ' ')
			dst = strconv.AppendUint(dst, v.bits, 10)
		}
		return append(dst, ')')
	case Ref:
		return appendObject(dst, v.obj)
	case IRef:
		dst = appendObject(dst, v.obj)
		if v.obj != nil {
			dst = append(dst, '+')
			dst = strconv.AppendInt(dst, int64(v.Offset()), 10)
		}
		return dst
	case Func:
		if v.obj != nil {
			return append(dst, v.obj.name...)
		}
	case None, Wide:
		return append(dst, kindNames[v.kind]...)
	}
	if v.bits == 0 {
		return append(dst, "NULL"...)
	}
	return append(append(dst, kindNames[v.kind]...), " 1"...)
}

func appendObject(dst []byte, o *object) []byte {
	switch {
	case o == nil:
		return append(dst, "NULL"...)
	case o.state == template:
		return append(dst, "new"...)
	}
	return strconv.AppendInt(append(dst, '#'), int64(o.num), 10)
}

func appendFP(dst []byte, f float64, size int) []byte {
	switch {
	case f != f:
		return append(dst, "nan"...)
	case math.IsInf(f, 0):
		if f > 0 {
			return append(dst, "+inf"...)
		}
		return append(dst, "-inf"...)
	}
	n := len(dst)
	dst = strconv.AppendFloat(dst, f, 'g', -1, size)
	for _, c := range dst[n:] {
		if c == '.' || c == 'e' {
			return dst
		}
	}
	return append(dst, ".0"...)
}
