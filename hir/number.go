package hir

import (
	"math"
	"strconv"
	"unicode/utf8"
)

// AppendNumber appends v as JavaScript's Number.prototype.toString writes it:
// 0.1, 100, 1e+21, 1e-7, NaN, -Infinity; both zeros are 0.
func AppendNumber(dst []byte, v float64) []byte {
	switch {
	case v == 0:
		return append(dst, '0')
	case math.IsNaN(v):
		return append(dst, "NaN"...)
	case math.IsInf(v, 0):
		if v < 0 {
			dst = append(dst, '-')
		}
		return append(dst, "Infinity"...)
	case v == math.Trunc(v) && math.Abs(v) < 1<<53:
		return strconv.AppendInt(dst, int64(v), 10)
	}
	var buf [32]byte
	e := strconv.AppendFloat(buf[:0], v, 'e', -1, 64)
	if e[0] == '-' {
		dst = append(dst, '-')
		e = e[1:]
	}
	// e is d.ddde±xx: split it into digits and the position of the point.
	mant := 0
	for e[mant] != 'e' {
		mant++
	}
	exp, _ := strconv.Atoi(string(e[mant+1:]))
	digits := append(make([]byte, 0, 24), e[0])
	if mant > 1 {
		digits = append(digits, e[2:mant]...)
	}
	k, n := len(digits), exp+1
	switch {
	case k <= n && n <= 21:
		dst = append(dst, digits...)
		for ; k < n; k++ {
			dst = append(dst, '0')
		}
	case 0 < n && n <= 21:
		dst = append(dst, digits[:n]...)
		dst = append(dst, '.')
		dst = append(dst, digits[n:]...)
	case -6 < n && n <= 0:
		dst = append(dst, "0."...)
		for ; n < 0; n++ {
			dst = append(dst, '0')
		}
		dst = append(dst, digits...)
	default:
		dst = append(dst, digits[0])
		if k > 1 {
			dst = append(dst, '.')
			dst = append(dst, digits[1:]...)
		}
		dst = append(dst, 'e')
		if n > 0 {
			dst = append(dst, '+')
		}
		dst = strconv.AppendInt(dst, int64(n-1), 10)
	}
	return dst
}

const lowerHex = "0123456789abcdef"

// AppendJSONString appends s in quotes as JavaScript's JSON.stringify writes
// it: only quotes, backslashes, control characters and lone surrogates are
// escaped. s is WTF-8: UTF-8 in which a lone surrogate stands as its
// three-byte pattern. Bytes that are neither become U+FFFD.
func AppendJSONString(dst []byte, s string) []byte {
	dst = append(dst, '"')
	start := 0
	for i := 0; i < len(s); {
		c := s[i]
		if c >= ' ' && c != '"' && c != '\\' && c < utf8.RuneSelf {
			i++
			continue
		}
		if c >= utf8.RuneSelf {
			if _, n := utf8.DecodeRuneInString(s[i:]); n > 1 {
				i += n
				continue
			}
			dst = append(dst, s[start:i]...)
			if r, ok := surrogateAt(s, i); ok {
				low, pair := surrogateAt(s, i+3)
				i += 3
				if pair && r < 0xDC00 && low >= 0xDC00 {
					dst = utf8.AppendRune(dst, 0x10000+(r-0xD800)<<10|(low-0xDC00))
					i += 3
				} else {
					dst = appendUnicodeEscape(dst, r)
				}
			} else {
				dst = append(dst, "\uFFFD"...)
				i++
			}
			start = i
			continue
		}
		dst = append(dst, s[start:i]...)
		switch c {
		case '"', '\\':
			dst = append(dst, '\\', c)
		case '\b':
			dst = append(dst, '\\', 'b')
		case '\f':
			dst = append(dst, '\\', 'f')
		case '\n':
			dst = append(dst, '\\', 'n')
		case '\r':
			dst = append(dst, '\\', 'r')
		case '\t':
			dst = append(dst, '\\', 't')
		default:
			dst = appendUnicodeEscape(dst, rune(c))
		}
		i++
		start = i
	}
	dst = append(dst, s[start:]...)
	return append(dst, '"')
}

func appendUnicodeEscape(dst []byte, r rune) []byte {
	return append(dst, '\\', 'u', lowerHex[r>>12&15], lowerHex[r>>8&15], lowerHex[r>>4&15], lowerHex[r&15])
}

// surrogateAt returns the surrogate whose three-byte pattern stands at s[i].
func surrogateAt(s string, i int) (rune, bool) {
	if i+3 > len(s) || s[i] != 0xED || s[i+1] < 0xA0 || s[i+1] > 0xBF || s[i+2] < 0x80 || s[i+2] > 0xBF {
		return 0, false
	}
	return 0xD000 | rune(s[i+1]&0x3F)<<6 | rune(s[i+2]&0x3F), true
}
