package js

import (
	"math"
	"strings"
	"unicode/utf8"
)

// infinity is a number literal whose value is infinite.
const infinity = "1e400"

// number prints a number. What is no number literal, for it is negative or not a
// number, is printed as an expression of that value.
func (w *printer) number(v float64) {
	if v != v {
		w.str("0 / 0")
		return
	}
	if math.Signbit(v) {
		w.byte('-')
		v = -v
	}
	if math.IsInf(v, 0) {
		w.str(infinity)
		return
	}
	w.dst = appendNumberText(w.dst, v)
}

// quoted prints a string literal in double quotes. All that is not plain text is
// escaped, and also the end tag of a script, so that the text can stand in HTML.
func (w *printer) quoted(s string) {
	w.byte('"')
	start := 0
	for i := 0; i < len(s); {
		c := s[i]
		if c < utf8.RuneSelf {
			if c >= ' ' && c != '"' && c != '\\' && c != 0x7F && (c != '/' || i == 0 || s[i-1] != '<') {
				i++
				continue
			}
			w.str(s[start:i])
			w.escapeByte(c, s[i+1:])
			i++
			start = i
			continue
		}
		r, n := DecodeWTF8(s[i:])
		if r >= surrogateMin && r <= surrogateMax || r == '\u2028' || r == '\u2029' || r == '\uFEFF' || r == utf8.RuneError && n == 1 {
			w.str(s[start:i])
			w.escapeUnit(r)
			start = i + n
		}
		i += n
	}
	w.str(s[start:])
	w.byte('"')
}

const hexDigitsLower = "0123456789abcdef"

// escapeByte prints an ASCII character of a string that may need an escape before
// the given rest.
func (w *printer) escapeByte(c byte, rest string) {
	switch c {
	case '/':
		if len(rest) >= 6 && strings.EqualFold(rest[:6], "script") {
			w.byte('\\')
		}
		w.byte('/')
	case '"', '\\':
		w.byte('\\')
		w.byte(c)
	case '\n':
		w.str(`\n`)
	case '\r':
		w.str(`\r`)
	case '\t':
		w.str(`\t`)
	case '\b':
		w.str(`\b`)
	case '\v':
		w.str(`\v`)
	case '\f':
		w.str(`\f`)
	default:
		if c == 0 && (rest == "" || !isDigit(rest[0])) {
			w.str(`\0`)
			return
		}
		w.str(`\x`)
		w.byte(hexDigitsLower[c>>4])
		w.byte(hexDigitsLower[c&15])
	}
}

func (w *printer) escapeUnit(r rune) {
	w.str(`\u`)
	for shift := 12; shift >= 0; shift -= 4 {
		w.byte(hexDigitsLower[r>>shift&15])
	}
}

func (w *printer) template(t *Template) {
	w.byte('`')
	for i := range t.Quasis {
		w.str(t.Quasis[i].Raw)
		if i < len(t.Exprs) {
			w.str("${")
			w.expr(t.Exprs[i], precSequence, 0)
			w.byte('}')
		}
	}
	w.byte('`')
}

func (w *printer) regExp(e *RegExpLit) {
	w.byte('/')
	if e.Pattern == "" {
		w.str("(?:)") // two slashes would be a comment
	} else {
		w.str(e.Pattern)
	}
	w.byte('/')
	w.str(e.Flags)
}

// NewQuasi gives the literal piece of a template that has a value, written with
// escapes where it needs them.
func NewQuasi(cooked string) Quasi {
	plain := true
	for i := 0; i < len(cooked); i++ {
		switch cooked[i] {
		case '`', '$', '\\', '\r', 0xED:
			plain = false
		}
	}
	if plain {
		return Quasi{Raw: cooked, Cooked: cooked}
	}
	var w printer
	for i := 0; i < len(cooked); {
		r, n := DecodeWTF8(cooked[i:])
		switch {
		case r == '`' || r == '\\' || r == '$' && strings.HasPrefix(cooked[i+1:], "{"):
			w.byte('\\')
			w.byte(byte(r))
		case r == '\r':
			w.str(`\r`)
		case r >= surrogateMin && r <= surrogateMax:
			w.escapeUnit(r)
		default:
			w.str(cooked[i : i+n])
		}
		i += n
	}
	return Quasi{Raw: string(w.dst), Cooked: cooked}
}
