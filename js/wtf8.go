package js

import (
	"unicode/utf16"
	"unicode/utf8"
)

// The strings of JavaScript are sequences of UTF-16 code units, in which a
// surrogate may stand alone. The syntax tree holds them as WTF-8: UTF-8, but that
// a lone surrogate is the three bytes which UTF-8 would give its number. A high
// surrogate followed by a low one is never left as two: the pair is the four bytes
// of its code point. So two strings are equal as JavaScript sees them exactly if
// their WTF-8 is equal.

const (
	surrogateMin = 0xD800 // the first high surrogate
	surrogateLow = 0xDC00 // the first low surrogate
	surrogateMax = 0xDFFF // the last low surrogate
)

// AppendWTF8 appends a code point or UTF-16 code unit to a WTF-8 string. A low
// surrogate after a high one becomes one code point with it.
func AppendWTF8(dst []byte, r rune) []byte {
	if r < surrogateMin || r > surrogateMax {
		return utf8.AppendRune(dst, r)
	}
	if r >= surrogateLow {
		if n := len(dst); n >= 3 && dst[n-3] == 0xED && dst[n-2] >= 0xA0 && dst[n-2] <= 0xAF {
			high := rune(0xD000) | rune(dst[n-2]&0x3F)<<6 | rune(dst[n-1]&0x3F)
			return utf8.AppendRune(dst[:n-3], utf16.DecodeRune(high, r))
		}
	}
	return append(dst, 0xE0|byte(r>>12), 0x80|byte(r>>6)&0x3F, 0x80|byte(r)&0x3F)
}

// DecodeWTF8 gives the first code point or lone surrogate of a WTF-8 string and
// its length in bytes, like utf8.DecodeRuneInString: (utf8.RuneError, 0) for an
// empty string and (utf8.RuneError, 1) for a byte that is not WTF-8.
func DecodeWTF8(s string) (rune, int) {
	if len(s) >= 3 && s[0] == 0xED && s[1] >= 0xA0 && s[1] <= 0xBF && s[2] >= 0x80 && s[2] <= 0xBF {
		return rune(0xD000) | rune(s[1]&0x3F)<<6 | rune(s[2]&0x3F), 3
	}
	return utf8.DecodeRuneInString(s)
}

// FromUTF16 gives the WTF-8 of a JavaScript string.
func FromUTF16(units []uint16) string {
	dst := make([]byte, 0, len(units))
	for _, u := range units {
		dst = AppendWTF8(dst, rune(u))
	}
	return string(dst)
}

// ToUTF16 gives the code units of a JavaScript string held as WTF-8. Bytes that
// are not WTF-8 become U+FFFD.
func ToUTF16(s string) []uint16 {
	units := make([]uint16, 0, len(s))
	for len(s) > 0 {
		r, n := DecodeWTF8(s)
		s = s[n:]
		if r > 0xFFFF {
			hi, lo := utf16.EncodeRune(r)
			units = append(units, uint16(hi), uint16(lo))
		} else {
			units = append(units, uint16(r))
		}
	}
	return units
}
