package interp

import (
	"unicode/utf8"

	"assay/hir"
)

// The program's strings are WTF-8: UTF-8 in which a surrogate that stands alone
// is written as three bytes too, and a pair of surrogates never is.

// appendText appends the text of a primitive to a string of the program. Two
// surrogates that meet where the strings join become one code point.
func appendText(dst []byte, v *Value) []byte {
	switch v.kind() {
	case KindUndefined:
		return append(dst, "undefined"...)
	case KindNull:
		return append(dst, "null"...)
	case KindBool:
		if v.bits != 0 {
			return append(dst, "true"...)
		}
		return append(dst, "false"...)
	case KindNumber:
		return hir.AppendNumber(dst, v.Num())
	}
	return appendString(dst, *v.str)
}

func appendString(dst []byte, s string) []byte {
	if n := len(dst); n >= 3 && len(s) >= 3 && dst[n-3] == 0xed && s[0] == 0xed {
		high, low := surrogate(string(dst[n-3:])), surrogate(s)
		if 0xd800 <= high && high < 0xdc00 && low >= 0xdc00 {
			dst = utf8.AppendRune(dst[:n-3], 0x10000+(high-0xd800)<<10+(low-0xdc00))
			s = s[3:]
		}
	}
	return append(dst, s...)
}

// surrogate returns the lone surrogate s begins with, or 0.
func surrogate(s string) rune {
	if len(s) < 3 || s[0] != 0xed || s[1] < 0xa0 || s[1] > 0xbf || s[2] < 0x80 || s[2] > 0xbf {
		return 0
	}
	return 0xd000 | rune(s[1]&0x3f)<<6 | rune(s[2]&0x3f)
}

// compareStrings orders texts by their UTF-16 code units, as JavaScript does. It
// is negative if a comes before b, 0 if they are equal. Bytes give the same
// order, but that a code point above 0xffff is a pair of surrogates, which come
// before 0xe000.
func compareStrings(a, b string) int {
	n := min(len(a), len(b))
	i := 0
	for i < n && a[i] == b[i] {
		i++
	}
	if i == n {
		return len(a) - len(b)
	}
	for i > 0 && !utf8.RuneStart(a[i]) {
		i--
	}
	au, av := codeUnits(a[i:])
	bu, bv := codeUnits(b[i:])
	if au != bu {
		return int(au - bu)
	}
	return int(av - bv)
}

// codeUnits returns the first two UTF-16 code units of a text, -1 for one that
// it does not have.
func codeUnits(s string) (u, v rune) {
	u, v, n := codeUnitPair(s)
	if v < 0 {
		v, _, _ = codeUnitPair(s[n:])
	}
	return u, v
}

// codeUnitPair returns the code units of the first code point, v = -1 if it is
// one unit, and the number of its bytes.
func codeUnitPair(s string) (u, v rune, n int) {
	if s == "" {
		return -1, -1, 0
	}
	if r := surrogate(s); r != 0 {
		return r, -1, 3
	}
	r, n := utf8.DecodeRuneInString(s)
	if r == utf8.RuneError && n == 1 {
		r = rune(s[0]) // not WTF-8: any fixed order will do
	}
	if r > 0xffff {
		r -= 0x10000
		return 0xd800 + r>>10, 0xdc00 + r&0x3ff, n
	}
	return r, -1, n
}
