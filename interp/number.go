package interp

import (
	"math"
	"math/big"
	"strconv"
	"strings"
)

// stringToNumber converts a text as JavaScript's Number(text) does.
func stringToNumber(s string) float64 {
	s = strings.TrimFunc(s, isSpace)
	if s == "" {
		return 0
	}
	if len(s) > 2 && s[0] == '0' {
		switch s[1] {
		case 'x', 'X':
			return radixToNumber(s[2:], 16)
		case 'o', 'O':
			return radixToNumber(s[2:], 8)
		case 'b', 'B':
			return radixToNumber(s[2:], 2)
		}
	}
	switch s {
	case "Infinity", "+Infinity":
		return math.Inf(1)
	case "-Infinity":
		return math.Inf(-1)
	}
	// What is left to Go's reader is decimal: it also reads forms JavaScript
	// does not have.
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case '0' <= c && c <= '9', c == '.', c == 'e', c == 'E', c == '+', c == '-':
		default:
			return math.NaN()
		}
	}
	x, err := strconv.ParseFloat(s, 64)
	if err != nil && err.(*strconv.NumError).Err != strconv.ErrRange {
		return math.NaN()
	}
	return x
}

// radixToNumber reads digits only: no sign, no separators. Big integers are
// rounded once, to the nearest number.
func radixToNumber(s string, base int) float64 {
	for i := 0; i < len(s); i++ {
		if d := digitValue(s[i]); d >= base {
			return math.NaN()
		}
	}
	n, ok := new(big.Int).SetString(s, base)
	if !ok {
		return math.NaN()
	}
	x, _ := new(big.Float).SetInt(n).Float64()
	return x
}

func digitValue(c byte) int {
	switch {
	case '0' <= c && c <= '9':
		return int(c - '0')
	case 'a' <= c && c <= 'f':
		return int(c-'a') + 10
	case 'A' <= c && c <= 'F':
		return int(c-'A') + 10
	}
	return 99
}

// isSpace reports whether JavaScript counts r as white space or as the end of a
// line.
func isSpace(r rune) bool {
	switch r {
	case '\t', '\n', '\v', '\f', '\r', ' ', 0xa0, 0xfeff, 0x1680, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000:
		return true
	}
	return 0x2000 <= r && r <= 0x200a
}

// toInt32 is ToInt32 of ECMA-262: the number modulo 2^32, as a signed word.
func toInt32(x float64) int32 {
	if i := int32(x); float64(i) == x {
		return i
	}
	return wrapInt32(x)
}

func wrapInt32(x float64) int32 {
	if x != x || math.IsInf(x, 0) {
		return 0
	}
	return int32(uint32(int64(math.Mod(math.Trunc(x), 1<<32))))
}

// remainder is JavaScript's %, which has the sign of the dividend.
func remainder(x, y float64) float64 {
	// The common case is not negative, so that no minus zero can come of it.
	if i, j := int64(x), int64(y); float64(i) == x && float64(j) == y && i > 0 && j > 0 {
		return float64(i % j)
	}
	return math.Mod(x, y)
}

// power is JavaScript's **, which unlike math.Pow gives NaN for one to the
// power of infinity or NaN.
func power(x, y float64) float64 {
	if y != y || (x == 1 || x == -1) && math.IsInf(y, 0) {
		return math.NaN()
	}
	return math.Pow(x, y)
}
