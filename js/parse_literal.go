package js

import (
	"math/big"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// decodeString gives the value of a string literal's text between the quotes, and
// the offset of the first bad escape in it, or -1.
func decodeString(text string) (value string, bad int) {
	if strings.IndexByte(text, '\\') < 0 {
		return text, -1
	}
	bad = -1
	dst := make([]byte, 0, len(text))
	for i := 0; i < len(text); {
		if text[i] != '\\' {
			dst = append(dst, text[i])
			i++
			continue
		}
		var ok bool
		start := i
		dst, i, ok = appendEscape(dst, text, i, true)
		if !ok && bad < 0 {
			bad = start
		}
	}
	return string(dst), bad
}

// decodeTemplate gives the raw and the cooked value of a piece of a template, and
// the offset of the first bad escape, or -1. With a bad escape there is no cooked
// value.
func decodeTemplate(text string) (raw, cooked string, bad int) {
	bad = -1
	raw = text
	if strings.IndexByte(text, '\r') >= 0 {
		raw = strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
	}
	if strings.IndexByte(raw, '\\') < 0 {
		return raw, raw, -1
	}
	dst := make([]byte, 0, len(raw))
	for i := 0; i < len(raw); {
		if raw[i] != '\\' {
			dst = append(dst, raw[i])
			i++
			continue
		}
		var ok bool
		start := i
		dst, i, ok = appendEscape(dst, raw, i, false)
		if !ok {
			return raw, "", start
		}
	}
	return raw, string(dst), -1
}

// appendEscape appends the value of the escape sequence at text[i], a backslash,
// and gives the offset after it. Octal escapes are for string literals only.
func appendEscape(dst []byte, text string, i int, octal bool) ([]byte, int, bool) {
	i++
	if i >= len(text) {
		return dst, i, false
	}
	c := text[i]
	i++
	switch c {
	case 'b':
		return append(dst, '\b'), i, true
	case 'f':
		return append(dst, '\f'), i, true
	case 'n':
		return append(dst, '\n'), i, true
	case 'r':
		return append(dst, '\r'), i, true
	case 't':
		return append(dst, '\t'), i, true
	case 'v':
		return append(dst, '\v'), i, true
	case '\r':
		if i < len(text) && text[i] == '\n' {
			i++
		}
		return dst, i, true
	case '\n':
		return dst, i, true
	case 'x':
		r, ok := hexDigits(text, i, 2)
		if !ok {
			return dst, i, false
		}
		return AppendWTF8(dst, r), i + 2, true
	case 'u':
		r, end, ok := unicodeEscape(text, i)
		if !ok {
			return dst, i, false
		}
		return AppendWTF8(dst, r), end, true
	case '0', '1', '2', '3', '4', '5', '6', '7':
		if c == '0' && (i >= len(text) || text[i] < '0' || text[i] > '9') {
			return append(dst, 0), i, true
		}
		if !octal {
			return dst, i, false
		}
		// Up to three digits, but no value above 255.
		r := rune(c - '0')
		for n := 1; n < 3 && i < len(text) && text[i] >= '0' && text[i] <= '7' && r*8 <= 0xFF; n++ {
			r = r*8 + rune(text[i]-'0')
			i++
		}
		return AppendWTF8(dst, r), i, true
	case '8', '9':
		if !octal {
			return dst, i, false
		}
		return append(dst, c), i, true
	}
	if isLineSeparator(text[i-1:]) {
		return dst, i + 2, true
	}
	// The backslash of any other character is dropped.
	r, n := utf8.DecodeRuneInString(text[i-1:])
	return utf8.AppendRune(dst, r), i - 1 + n, true
}

// unicodeEscape reads what follows \u: four digits, or a code point in braces.
func unicodeEscape(text string, i int) (r rune, end int, ok bool) {
	if i < len(text) && text[i] == '{' {
		start := i + 1
		for i = start; i < len(text) && text[i] != '}'; i++ {
			d := hexValue(text[i])
			if d < 0 {
				return 0, i, false
			}
			r = r<<4 | d
			if r > utf8.MaxRune {
				return 0, i, false
			}
		}
		return r, i + 1, i < len(text) && i > start
	}
	r, ok = hexDigits(text, i, 4)
	return r, i + 4, ok
}

func hexDigits(text string, i, n int) (rune, bool) {
	if i+n > len(text) {
		return 0, false
	}
	var r rune
	for _, c := range []byte(text[i : i+n]) {
		d := hexValue(c)
		if d < 0 {
			return 0, false
		}
		r = r<<4 | d
	}
	return r, true
}

func hexValue(c byte) rune {
	switch {
	case c >= '0' && c <= '9':
		return rune(c - '0')
	case c >= 'a' && c <= 'f':
		return rune(c-'a') + 10
	case c >= 'A' && c <= 'F':
		return rune(c-'A') + 10
	}
	return -1
}

// numberValue gives the value of a number literal that is no BigInt.
func numberValue(text string) float64 {
	text = strings.ReplaceAll(text, "_", "")
	base, digits := numberBase(text), text
	switch {
	case base != 10:
		digits = text[2:]
	case len(text) > 1 && text[0] == '0' && strings.Trim(text, "01234567") == "":
		base = 8
	}
	if base != 10 {
		if v, err := strconv.ParseUint(digits, base, 53); err == nil {
			return float64(v)
		}
		// Larger than 2^53: rounded once, from the exact value.
		var n big.Int
		n.SetString(digits, base)
		v, _ := new(big.Float).SetInt(&n).Float64()
		return v
	}
	v, _ := strconv.ParseFloat(text, 64) // out of range is infinity, as in JavaScript
	return v
}

// numberEnd gives the offset after the number literal at text[i], or the offset of
// what is wrong with it and a message.
func numberEnd(text string, i int) (end int, msg string) {
	big := true // whether it may be a BigInt
	switch base := numberBase(text[i:]); {
	case base != 10:
		digits := i + 2
		if i, msg = digitsEnd(text, digits, base, true); msg != "" {
			return i, msg
		}
		if i == digits {
			return i, "number without digits"
		}
	case text[i] == '0' && i+1 < len(text) && isDigit(text[i+1]):
		// An octal number without prefix, or a decimal one if it has an 8 or 9. Only
		// the decimal one has a fraction.
		big = false
		start := i
		i, _ = digitsEnd(text, i, 10, false)
		if strings.Trim(text[start:i], "01234567") != "" {
			i, _, msg = fractionEnd(text, i)
		}
	case text[i] == '0' && i+1 < len(text) && text[i+1] == '_':
		return i + 1, "misplaced numeric separator"
	default:
		if i, msg = digitsEnd(text, i, 10, true); msg != "" {
			return i, msg
		}
		i, big, msg = fractionEnd(text, i)
	}
	if msg != "" {
		return i, msg
	}
	if big && i < len(text) && text[i] == 'n' {
		i++
	}
	if i < len(text) {
		if r, _ := utf8.DecodeRuneInString(text[i:]); isDigit(text[i]) || isIdentifierStart(r) || r == '\\' {
			return i, "identifier or digit directly after a number"
		}
	}
	return i, ""
}

// numberBase gives the base that the prefix of a number literal says.
func numberBase(text string) int {
	if len(text) > 1 && text[0] == '0' {
		switch text[1] {
		case 'x', 'X':
			return 16
		case 'o', 'O':
			return 8
		case 'b', 'B':
			return 2
		}
	}
	return 10
}

// fractionEnd gives the offset after the fraction and exponent at text[i], and
// whether there are none.
func fractionEnd(text string, i int) (end int, none bool, msg string) {
	start := i
	if i < len(text) && text[i] == '.' {
		if i, msg = digitsEnd(text, i+1, 10, true); msg != "" {
			return i, false, msg
		}
	}
	if i < len(text) && text[i]|0x20 == 'e' {
		i++
		if i < len(text) && (text[i] == '+' || text[i] == '-') {
			i++
		}
		digits := i
		if i, msg = digitsEnd(text, i, 10, true); msg != "" {
			return i, false, msg
		}
		if i == digits {
			return i, false, "exponent without digits"
		}
	}
	return i, i == start, ""
}

// digitsEnd gives the offset after the digits at text[i]. A separator may stand
// only between two digits.
func digitsEnd(text string, i, base int, separators bool) (end int, msg string) {
	digit := false
	for i < len(text) {
		if text[i] == '_' && separators {
			if !digit || i+1 >= len(text) || !isDigitOf(text[i+1], base) {
				return i, "misplaced numeric separator"
			}
			digit = false
		} else if isDigitOf(text[i], base) {
			digit = true
		} else {
			break
		}
		i++
	}
	return i, ""
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func isDigitOf(c byte, base int) bool {
	d := hexValue(c)
	return d >= 0 && int(d) < base
}

// wordEnd gives the offset after the identifier or keyword at text[i], its name,
// and whether it is written with escapes. The name is "" if there is none, or a
// bad escape in it.
func wordEnd(text string, i int) (end int, name string, escaped bool) {
	start := i
	for i < len(text) && wordByte[text[i]] {
		i++
	}
	if i >= len(text) || text[i] < utf8.RuneSelf && text[i] != '\\' {
		return i, text[start:i], false
	}
	dst := []byte(text[start:i])
	for i < len(text) {
		var r rune
		n := 1
		switch c := text[i]; {
		case c == '\\':
			escaped = true
			if i+1 >= len(text) || text[i+1] != 'u' {
				return i, "", true
			}
			var ok bool
			var next int
			if r, next, ok = unicodeEscape(text, i+2); !ok {
				return i, "", true
			}
			if !isIdentifierPart(r) || len(dst) == 0 && !isIdentifierStart(r) {
				return i, "", true
			}
			n = next - i
		case c < utf8.RuneSelf:
			if !wordByte[c] {
				return i, string(dst), escaped
			}
			r = rune(c)
		default:
			r, n = utf8.DecodeRuneInString(text[i:])
			if !isIdentifierPart(r) || len(dst) == 0 && !isIdentifierStart(r) {
				return i, string(dst), escaped
			}
		}
		dst = utf8.AppendRune(dst, r)
		i += n
	}
	return i, string(dst), escaped
}

// wordByte tells which ASCII characters continue an identifier.
var wordByte = func() (t [256]bool) {
	for c := range t {
		t[c] = c == '$' || c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
	}
	return
}()

func isIdentifierStart(r rune) bool {
	if r < utf8.RuneSelf {
		return r >= 0 && wordByte[byte(r)] && !isDigit(byte(r))
	}
	return unicode.In(r, unicode.L, unicode.Nl, unicode.Other_ID_Start) && !unicode.In(r, unicode.Pattern_Syntax, unicode.Pattern_White_Space)
}

func isIdentifierPart(r rune) bool {
	if r < utf8.RuneSelf {
		return r >= 0 && wordByte[byte(r)]
	}
	if r == '\u200C' || r == '\u200D' {
		return true
	}
	return unicode.In(r, unicode.L, unicode.Nl, unicode.Other_ID_Start, unicode.Mn, unicode.Mc, unicode.Nd, unicode.Pc, unicode.Other_ID_Continue) &&
		!unicode.In(r, unicode.Pattern_Syntax, unicode.Pattern_White_Space)
}

// isReserved tells whether a name can never be a variable's.
func isReserved(name string) bool {
	switch name {
	case "break", "case", "catch", "class", "const", "continue", "debugger", "default", "delete", "do", "else", "enum",
		"export", "extends", "false", "finally", "for", "function", "if", "import", "in", "instanceof", "new", "null",
		"return", "super", "switch", "this", "throw", "true", "try", "typeof", "var", "void", "while", "with":
		return true
	}
	return false
}
