package mu

// tokenKind is the kind of a token.
type tokenKind uint8

const (
	tokEOF    tokenKind = iota
	tokGlobal           // @name
	tokLocal            // %name
	tokPre              // $name
	tokFlag             // #NAME
	tokWord             // letters, digits, _
	tokDirective
	tokInt
	tokFP    // a floating point literal without its "f" or "d"
	tokPunct // one character, or "->"
	tokBad   // a character that no token has, or a sigil without a name
)

// token is a piece of the source text.
type token struct {
	kind       tokenKind
	start, end int
}

// Character classes.
const (
	classBlank  = 1 << iota
	className   // of names behind a sigil
	classWord   // of words
	classLetter // that words start with
	classDigit
	classPunct
)

var charClass = func() (t [256]uint8) {
	for c := range t {
		switch {
		case c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_':
			t[c] = className | classWord | classLetter
		case c >= '0' && c <= '9':
			t[c] = className | classWord | classDigit
		case c == '.' || c == '-':
			t[c] = className
		}
	}
	for _, c := range " \t\r\n" {
		t[c] |= classBlank
	}
	for _, c := range "<>()[]{}=:;" {
		t[c] |= classPunct
	}
	return t
}()

// skipBlanks returns the offset of the first character at or after off that is
// neither blank nor in a comment.
func skipBlanks(src string, off int) int {
	for off < len(src) {
		switch {
		case charClass[src[off]]&classBlank != 0:
			off++
		case src[off] == '/' && off+1 < len(src) && src[off+1] == '/':
			for off < len(src) && src[off] != '\n' && src[off] != '\r' {
				off++
			}
		default:
			return off
		}
	}
	return off
}

// run returns the end of the characters of a class from off on.
func run(src string, off int, class uint8) int {
	for off < len(src) && charClass[src[off]]&class != 0 {
		off++
	}
	return off
}

// scan returns the first token at or after off.
func scan(src string, off int) token {
	off = skipBlanks(src, off)
	if off >= len(src) {
		return token{tokEOF, len(src), len(src)}
	}
	c := src[off]
	switch {
	case c == '@' || c == '%' || c == '$':
		kind := tokLocal
		if c == '@' {
			kind = tokGlobal
		} else if c == '$' {
			kind = tokPre
		}
		if end := run(src, off+1, className); end > off+1 {
			return token{kind, off, end}
		}
	case charClass[c]&classLetter != 0:
		end := run(src, off+1, classWord)
		if w := src[off:end]; w == "nanf" || w == "nand" {
			return token{tokWord, off, end - 1}
		}
		return token{tokWord, off, end}
	case c == '-' && off+1 < len(src) && src[off+1] == '>':
		return token{tokPunct, off, off + 2}
	case charClass[c]&classPunct != 0:
		return token{tokPunct, off, off + 1}
	case c == '+' || c == '-' || charClass[c]&classDigit != 0:
		return scanNumber(src, off)
	case c == '.':
		if end := run(src, off+1, classLetter); end > off+1 {
			return token{tokDirective, off, end}
		}
	case c == '#':
		end := off + 1
		for end < len(src) && (src[end] >= 'A' && src[end] <= 'Z' || src[end] == '_') {
			end++
		}
		if end > off+1 {
			return token{tokFlag, off, end}
		}
	}
	return token{tokBad, off, off + 1}
}

// scanNumber returns the number at off, which is a sign or a digit.
func scanNumber(src string, off int) token {
	start := off
	if src[off] == '+' || src[off] == '-' {
		off++
		if len(src) >= off+3 && src[off:off+3] == "inf" {
			return token{tokFP, start, off + 3}
		}
	}
	end := run(src, off, classDigit)
	if end == off {
		return token{tokBad, start, start + 1}
	}
	if end+1 < len(src) && src[end] == '.' && charClass[src[end+1]]&classDigit != 0 {
		end = run(src, end+1, classDigit)
		if end < len(src) && src[end] == 'e' {
			exp := end + 1
			if exp < len(src) && (src[exp] == '+' || src[exp] == '-') {
				exp++
			}
			if e := run(src, exp, classDigit); e > exp {
				end = e
			}
		}
		return token{tokFP, start, end}
	}
	if src[off] != '0' {
		return token{tokInt, start, end}
	}
	if off+2 < len(src) && src[off+1] == 'x' && isHex(src[off+2]) {
		end = off + 3
		for end < len(src) && isHex(src[end]) {
			end++
		}
		return token{tokInt, start, end}
	}
	end = off + 1
	for end < len(src) && src[end] >= '0' && src[end] <= '7' {
		end++
	}
	return token{tokInt, start, end}
}

func isHex(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F'
}

// SameTokens reports whether two texts have the same tokens: whether they are
// the same but for blanks and comments.
func SameTokens(a, b []byte) bool {
	s, t := string(a), string(b)
	x, y := scan(s, 0), scan(t, 0)
	for x.kind != tokEOF && y.kind != tokEOF {
		if x.kind != y.kind || s[x.start:x.end] != t[y.start:y.end] {
			return false
		}
		x, y = scan(s, x.end), scan(t, y.end)
	}
	return x.kind == y.kind
}
