package hir

import (
	"strings"
	"unicode/utf8"
)

// jsonString reads a string in quotes. Escaped surrogates that do not make a
// pair become their three-byte patterns (WTF-8).
func (r *reader) jsonString() string {
	start := r.pos
	s := r.src[start+1 : r.lim]
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '"':
			r.pos = start + 1 + i + 1
			return s[:i]
		case '\\':
			text, n := unescape(s, i)
			if n < 0 {
				r.fail(start+1+^n, "expected an escape sequence of JSON or the end of the string, found "+r.found(start+1+^n))
			}
			r.pos = start + 1 + n
			return text
		}
	}
	r.fail(start, "expected the end of the string that starts here, found none")
	return ""
}

// unescape returns the JSON string whose first escape is at s[i], and the
// offset behind its closing quote; or an offset ^n of an error.
func unescape(s string, i int) (string, int) {
	b := append(make([]byte, 0, len(s)), s[:i]...)
	for i < len(s) {
		c := s[i]
		if c == '"' {
			return string(b), i + 1
		}
		if c != '\\' {
			j := strings.IndexAny(s[i:], `"\`)
			if j < 0 {
				break
			}
			b = append(b, s[i:i+j]...)
			i += j
			continue
		}
		if i+1 >= len(s) {
			return "", ^i
		}
		switch e := s[i+1]; e {
		case '"', '\\', '/':
			b = append(b, e)
		case 'b':
			b = append(b, '\b')
		case 'f':
			b = append(b, '\f')
		case 'n':
			b = append(b, '\n')
		case 'r':
			b = append(b, '\r')
		case 't':
			b = append(b, '\t')
		case 'u':
			u, ok := hex4(s, i+2)
			if !ok {
				return "", ^i
			}
			b = AppendUTF16(b, u)
			i += 4
		default:
			return "", ^i
		}
		i += 2
	}
	return "", ^len(s)
}

func hex4(s string, i int) (uint16, bool) {
	if i+4 > len(s) {
		return 0, false
	}
	u := uint16(0)
	for _, c := range []byte(s[i : i+4]) {
		switch {
		case isDigit(c):
			c -= '0'
		case 'a' <= c && c <= 'f':
			c -= 'a' - 10
		case 'A' <= c && c <= 'F':
			c -= 'A' - 10
		default:
			return 0, false
		}
		u = u<<4 | uint16(c)
	}
	return u, true
}

// AppendUTF16 appends a UTF-16 code unit to WTF-8 text: a low surrogate is
// joined with a high one at the end of dst, and any other surrogate stands
// alone as its three-byte pattern.
func AppendUTF16(dst []byte, u uint16) []byte {
	switch {
	case u < 0xD800 || u > 0xDFFF:
		return utf8.AppendRune(dst, rune(u))
	case u >= 0xDC00 && len(dst) >= 3:
		n := len(dst) - 3
		if high, ok := surrogateAt(string(dst[n:]), 0); ok && high < 0xDC00 {
			return utf8.AppendRune(dst[:n], 0x10000+(high-0xD800)<<10|rune(u-0xDC00))
		}
	}
	return append(dst, 0xE0|byte(u>>12), 0x80|byte(u>>6)&0xBF, 0x80|byte(u)&0xBF)
}

// UTF16 calls yield for each UTF-16 code unit of WTF-8 text. Bytes that are not
// WTF-8 count as U+FFFD.
func UTF16(s string) func(yield func(uint16) bool) {
	return func(yield func(uint16) bool) {
		for i := 0; i < len(s); {
			r, n := utf8.DecodeRuneInString(s[i:])
			if n == 1 && s[i] >= utf8.RuneSelf {
				if sur, ok := surrogateAt(s, i); ok {
					r, n = sur, 3
				}
			}
			i += n
			if r >= 0x10000 {
				if !yield(uint16(0xD800 + (r-0x10000)>>10)) {
					return
				}
				r = 0xDC00 + (r-0x10000)&0x3FF
			}
			if !yield(uint16(r)) {
				return
			}
		}
	}
}
