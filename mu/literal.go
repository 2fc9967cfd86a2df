package mu

import (
	"math"
	"math/big"
	"strconv"
	"strings"
)

// maxDigits bounds integer literals, since the time to convert them is not
// linear.
const maxDigits = 1 << 16

// parseInt returns the integer that a literal means: decimal, octal after 0, or
// hexadecimal after 0x.
func parseInt(text string) (IntLit, bool) {
	lit := IntLit{Text: text}
	s := text
	if s[0] == '+' || s[0] == '-' {
		lit.Neg = s[0] == '-'
		s = s[1:]
	}
	base := 10
	switch {
	case strings.HasPrefix(s, "0x"):
		base, s = 16, s[2:]
	case s[0] == '0' && len(s) > 1:
		base, s = 8, s[1:]
	}
	if v, err := strconv.ParseUint(s, base, 64); err == nil {
		lit.Lo = v
		return lit, true
	}
	if len(s) > maxDigits {
		return lit, false
	}
	n, ok := new(big.Int).SetString(s, base)
	if !ok {
		return lit, false
	}
	mask := new(big.Int).SetUint64(math.MaxUint64)
	for i := 0; n.Sign() > 0; i++ {
		w := new(big.Int).And(n, mask).Uint64()
		n.Rsh(n, 64)
		if i == 0 {
			lit.Lo = w
		} else {
			lit.High = append(lit.High, w)
		}
	}
	return lit, true
}

// AppendText appends the literal.
func (l *IntLit) AppendText(dst []byte) []byte {
	if l.Text != "" {
		return append(dst, l.Text...)
	}
	if l.Neg {
		dst = append(dst, '-')
	}
	high := l.High
	for len(high) > 0 && high[len(high)-1] == 0 {
		high = high[:len(high)-1]
	}
	if len(high) == 0 {
		return strconv.AppendUint(dst, l.Lo, 10)
	}
	dst = append(dst, "0x"...)
	dst = strconv.AppendUint(dst, high[len(high)-1], 16)
	for i := len(high) - 2; i >= -1; i-- {
		dst = appendHex(dst, l.magnitude(i+1), 16)
	}
	return dst
}

// appendHex appends v with n hexadecimal digits.
func appendHex(dst []byte, v uint64, n int) []byte {
	for i := n - 1; i >= 0; i-- {
		dst = append(dst, "0123456789abcdef"[v>>(4*uint(i))&15])
	}
	return dst
}

// parseFP returns the encoding of a literal without its "f" or "d". Literals
// too large for the type are infinite.
func parseFP(text string, double bool) uint64 {
	var v float64
	switch strings.TrimLeft(text, "+-") {
	case "inf":
		v = math.Inf(1)
		if text[0] == '-' {
			v = math.Inf(-1)
		}
	case "nan":
		v = math.NaN()
	default:
		size := 32
		if double {
			size = 64
		}
		v, _ = strconv.ParseFloat(text, size) // out of range: an infinity
	}
	if double {
		return math.Float64bits(v)
	}
	return uint64(math.Float32bits(float32(v)))
}

// appendFP appends a literal that reads as the encoding.
func appendFP(dst []byte, bits uint64, double bool) []byte {
	v, size, suffix, name := float64(math.Float32frombits(uint32(bits))), 32, byte('f'), "bitsf("
	if double {
		v, size, suffix, name = math.Float64frombits(bits), 64, 'd', "bitsd("
	}
	switch {
	case math.IsInf(v, 1):
		return append(append(dst, "+inf"...), suffix)
	case math.IsInf(v, -1):
		return append(append(dst, "-inf"...), suffix)
	case v != v && bits == parseFP("nan", double):
		return append(append(dst, "nan"...), suffix)
	case v != v:
		dst = append(append(dst, name...), "0x"...)
		dst = appendHex(dst, bits, size/4)
		return append(dst, ')')
	}
	s := strconv.FormatFloat(v, 'f', -1, size)
	if len(s) > 24 {
		s = strconv.FormatFloat(v, 'e', -1, size)
	}
	mantissa, exp, hasExp := strings.Cut(s, "e")
	dst = append(dst, mantissa...)
	if !strings.Contains(mantissa, ".") {
		dst = append(dst, ".0"...)
	}
	if hasExp {
		dst = append(append(dst, 'e'), exp...)
	}
	return append(dst, suffix)
}
