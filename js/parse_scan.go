package js

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A scanner makes a source: it splits the text into tokens, masks it, follows the
// nesting of statements and brackets (see parse_nesting.go), and so finds where
// statements start, how deep the parser would have to go, and whether a slash is
// a division. For a program that is right, its tokens are exactly those of
// JavaScript; for another one goja has the last word.
type scanner struct {
	source
	i int // the offset of the next character
	// newline tells that a line ends between the previous token and this one.
	newline bool
	nesting
	// asciiWords holds the names in the source that stand-ins must differ from. It
	// is made when the first stand-in is needed.
	asciiWords map[string]bool
	maskNumber int
	badOffsets []int32 // of the errors
}

// scan makes the source of a file.
func scan(file, text string) *source {
	s := &scanner{source: source{file: file, text: text, lines: lineStarts(text), masked: []byte(text)}}
	s.begin()
	if strings.HasPrefix(text, "#!") {
		s.skipLine()
	}
	for !s.stop {
		s.tokenEnd = s.i
		s.skipSpace()
		if s.i >= len(text) {
			break
		}
		s.token()
	}
	s.end()
	return &s.source
}

func (s *scanner) fail(offset int, msg string) {
	s.errs = append(s.errs, s.errorAt(offset, msg))
	s.badOffsets = append(s.badOffsets, int32(offset))
}

// giveUp reports that the file cannot be given to the parser.
func (s *scanner) giveUp(offset int, msg string) {
	s.fail(offset, msg)
	s.stop = true
}

func (s *scanner) peek(n int) byte {
	if s.i+n < len(s.text) {
		return s.text[s.i+n]
	}
	return 0
}

// blank makes spaces of the text from an offset to the next one, but keeps the
// ends of lines.
func (s *scanner) blank(from, to int) {
	for i := from; i < to; i++ {
		switch c := s.text[i]; {
		case c == '\n' || c == '\r':
		case c == 0xE2 && isLineSeparator(s.text[i:]):
			s.masked[i] = '\n'
			s.masked[i+1] = ' '
			s.masked[i+2] = ' '
			i += 2
		default:
			s.masked[i] = ' '
		}
	}
}

func (s *scanner) cross(from, to int) {
	for i := from; i < to; i++ {
		s.masked[i] = 'x'
	}
}

// skipSpace skips spaces and comments.
func (s *scanner) skipSpace() {
	s.newline = false
	for s.i < len(s.text) {
		switch c := s.text[s.i]; {
		case c == ' ' || c == '\t' || c == '\v' || c == '\f':
			s.i++
		case c == '\n' || c == '\r':
			s.newline = true
			s.i++
		case c == '/' && s.peek(1) == '/':
			s.skipLine()
		case c == '/' && s.peek(1) == '*':
			start := s.i
			n := strings.Index(s.text[s.i+2:], "*/")
			if n < 0 {
				s.fail(start, "comment not terminated")
				s.i = len(s.text)
			} else {
				s.i += n + 4
			}
			s.newline = s.newline || strings.ContainsAny(s.text[start:s.i], "\n\r\u2028\u2029")
			s.blank(start, s.i)
		case c < utf8.RuneSelf:
			return
		default:
			r, n := utf8.DecodeRuneInString(s.text[s.i:])
			if r == '\u2028' || r == '\u2029' {
				s.newline = true
			} else if r != '\uFEFF' && !unicode.Is(unicode.Zs, r) {
				return
			}
			s.blank(s.i, s.i+n)
			s.i += n
		}
	}
}

// skipLine skips to the end of the line.
func (s *scanner) skipLine() {
	start := s.i
	for s.i < len(s.text) {
		c := s.text[s.i]
		if c == '\n' || c == '\r' || c == 0xE2 && isLineSeparator(s.text[s.i:]) {
			break
		}
		s.i++
	}
	s.blank(start, s.i)
	s.checkUTF8(start, s.i)
}

func (s *scanner) checkUTF8(from, to int) {
	if utf8.ValidString(s.text[from:to]) {
		return
	}
	for i := from; i < to; {
		r, n := utf8.DecodeRuneInString(s.text[i:])
		if r == utf8.RuneError && n == 1 {
			s.fail(i, "invalid UTF-8")
			return
		}
		i += n
	}
}

// token reads the next token.
func (s *scanner) token() {
	s.tokenStart = s.i
	switch c := s.text[s.i]; {
	case wordByte[c] && !isDigit(c) || c == '\\' || c >= utf8.RuneSelf:
		s.word()
	case isDigit(c) || c == '.' && isDigit(s.peek(1)):
		s.number()
	case c == '"' || c == '\'':
		s.str(c)
	case c == '`':
		s.beforeToken(true)
		s.open(levelTemplate, placeOperator)
		s.i++
		s.template()
	case c == '/' && s.slashIsRegExp():
		s.regExp()
	case c == '#':
		s.private()
	default:
		s.punctuator(c)
	}
}

func (s *scanner) word() {
	start := s.i
	end, name, escaped := wordEnd(s.text, start)
	s.i = end
	switch {
	case name == "":
		s.badWord(start, end, escaped)
	case !escaped && isASCII(name):
		s.keywordOrName(start, name)
	default:
		s.maskWord(start, end, name)
		s.name()
	}
}

// badWord reports a character that starts no token, or a bad escape in a name.
func (s *scanner) badWord(start, end int, escaped bool) {
	r, n := utf8.DecodeRuneInString(s.text[end:])
	switch {
	case escaped:
		s.fail(end, "invalid escape sequence in a name")
	case r == utf8.RuneError && n == 1:
		s.fail(end, "invalid UTF-8")
	default:
		s.fail(end, "unexpected character "+quoteRune(r))
	}
	s.i = end + n
	if escaped && s.peek(0) == 'u' {
		if s.i++; s.peek(0) == '{' {
			for s.i++; wordByte[s.peek(0)] || s.peek(0) == '}'; s.i++ {
				if s.peek(-1) == '}' {
					break
				}
			}
		}
	}
	s.cross(start, s.i)
	s.value()
}

// private reads a private name.
func (s *scanner) private() {
	start := s.i
	end, name, escaped := wordEnd(s.text, start+1)
	s.i = end
	switch {
	case name == "":
		s.fail(start, "unexpected character '#'")
		s.cross(start, end)
	case escaped || !isASCII(name):
		s.maskWord(start+1, end, name)
	}
	s.name()
}

func (s *scanner) number() {
	start := s.i
	end, msg := numberEnd(s.text, s.i)
	if msg != "" {
		s.fail(end, msg)
		for end < len(s.text) && (wordByte[s.text[end]] || s.text[end] == '.') {
			end++
		}
		s.cross(start, end)
	} else {
		s.maskNumberText(start, end)
	}
	s.i = end
	s.value()
}

// maskNumberText changes the numbers that goja misreads: those in base 2 and 8 that
// need more than 63 bits, decimal ones that start with a 0, and those with
// separators in a fraction.
func (s *scanner) maskNumberText(start, end int) {
	if end-start < 2 {
		return
	}
	m := s.masked[start:end]
	if m[0] == '0' {
		switch m[1] {
		case 'b', 'B', 'o', 'O':
			m[1] = 'x'
		case '8', '9', '0', '1', '2', '3', '4', '5', '6', '7':
			if strings.ContainsAny(string(m), "89") {
				m[0] = '1'
			}
		}
	}
	for i := range m {
		if m[i] == '_' {
			m[i] = '1'
		}
	}
}

func (s *scanner) str(quote byte) {
	start := s.i
	s.i++
	for {
		if s.i >= len(s.text) || s.text[s.i] == '\n' || s.text[s.i] == '\r' {
			s.fail(start, "string not terminated")
			s.cross(start, s.i)
			break
		}
		c := s.text[s.i]
		s.i++
		if c == quote {
			s.cross(start+1, s.i-1)
			break
		}
		if c == '\\' && s.i < len(s.text) {
			if s.text[s.i] == '\r' && s.peek(1) == '\n' {
				s.i++
			}
			s.i++
		}
	}
	s.checkUTF8(start, s.i)
	s.value()
}

// template reads the characters of a template up to a substitution or the end.
func (s *scanner) template() {
	start := s.i
	for {
		if s.i >= len(s.text) {
			s.fail(int(s.top.offset), "template not terminated")
			s.cross(start, s.i)
			return
		}
		c := s.text[s.i]
		s.i++
		switch {
		case c == '`':
			s.cross(start, s.i-1)
			s.checkUTF8(start, s.i)
			s.close()
			return
		case c == '\\':
			s.i = min(s.i+1, len(s.text))
		case c == '$' && s.i < len(s.text) && s.text[s.i] == '{':
			s.cross(start, s.i-1)
			s.checkUTF8(start, s.i)
			s.tokenStart = s.i - 1
			s.i++
			s.open(levelSubstitution, placeOperator)
			return
		}
	}
}

func (s *scanner) regExp() {
	start := s.i
	class := false
	for s.i++; ; s.i++ {
		if s.i >= len(s.text) || s.text[s.i] == '\n' || s.text[s.i] == '\r' || isLineSeparator(s.text[s.i:]) {
			s.fail(start, "regular expression not terminated")
			s.cross(start, s.i)
			s.value()
			return
		}
		c := s.text[s.i]
		if c == '/' && !class {
			break
		}
		switch c {
		case '[':
			class = true
		case ']':
			class = false
		case '\\':
			if s.i+1 < len(s.text) && s.text[s.i+1] != '\n' && s.text[s.i+1] != '\r' && !isLineSeparator(s.text[s.i+1:]) {
				s.i++
			}
		}
	}
	s.cross(start+1, s.i)
	s.i++
	flags := s.i
	for s.i < len(s.text) && wordByte[s.text[s.i]] {
		s.i++
	}
	seen := 0
	for i := flags; i < s.i; i++ {
		n := strings.IndexByte("dgimsuvy", s.text[i])
		if n < 0 || seen&(1<<n) != 0 {
			s.fail(flags, "invalid flags of a regular expression")
			break
		}
		seen |= 1 << n
	}
	s.checkUTF8(start, s.i)
	s.value()
}

// maskWord puts a plain stand-in for a name in the masked text, and spaces after
// it to keep its length.
func (s *scanner) maskWord(start, end int, name string) {
	mask, ok := s.names[name]
	if !ok {
		mask = s.standIn(name)
		if s.names == nil {
			s.names = map[string]string{}
		}
		s.names[name] = mask
	}
	copy(s.masked[start:end], mask)
	for i := start + len(mask); i < end; i++ {
		s.masked[i] = ' '
	}
}

// standIn finds a name of ASCII characters for a name, no longer than it is in
// UTF-8 and different from all others in the source.
func (s *scanner) standIn(name string) string {
	if isASCII(name) && !isReserved(name) && !isContextual(name) {
		return name
	}
	if s.asciiWords == nil {
		s.asciiWords = map[string]bool{"as": true, "do": true, "if": true, "in": true, "of": true}
		for i := 0; i < len(s.text); {
			end, word, _ := wordEnd(s.text, i)
			if isASCII(word) {
				s.asciiWords[word] = true
			}
			i = max(end, i+1)
		}
	}
	// The stand-ins have two characters, so that any name is long enough: one that is
	// not ASCII has two bytes at least, and one with an escape more.
	const first = "$_abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
	const second = first + "0123456789"
	for ; s.maskNumber < len(first)*len(second); s.maskNumber++ {
		mask := string([]byte{first[s.maskNumber/len(second)], second[s.maskNumber%len(second)]})
		if !s.asciiWords[mask] {
			s.maskNumber++
			return mask
		}
	}
	// None is left. Only labels must differ, so a name twice does little harm.
	return "xx"
}

// isContextual tells whether a word is a keyword in some places and a name in
// others.
func isContextual(name string) bool {
	switch name {
	case "as", "async", "await", "from", "get", "let", "of", "set", "static", "target", "yield":
		return true
	}
	return false
}

func isASCII(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

func quoteRune(r rune) string {
	if unicode.IsPrint(r) {
		return "'" + string(r) + "'"
	}
	return fmt.Sprintf("U+%04X", r)
}
