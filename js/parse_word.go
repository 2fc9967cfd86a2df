package js

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// ahead gives the text from the next token on.
func (s *scanner) ahead() string {
	t := s.text[s.i:]
	for len(t) > 0 {
		switch c := t[0]; {
		case c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\v' || c == '\f':
			t = t[1:]
		case strings.HasPrefix(t, "//"):
			n := strings.IndexAny(t, "\n\r\u2028\u2029")
			if n < 0 {
				return ""
			}
			t = t[n:]
		case strings.HasPrefix(t, "/*"):
			n := strings.Index(t[2:], "*/")
			if n < 0 {
				return ""
			}
			t = t[n+4:]
		case c >= utf8.RuneSelf:
			r, n := utf8.DecodeRuneInString(t)
			if r != '\u2028' && r != '\u2029' && r != '\uFEFF' && !unicode.Is(unicode.Zs, r) {
				return t
			}
			t = t[n:]
		default:
			return t
		}
	}
	return t
}

// nextByte gives the first character of the next token, or 0.
func (s *scanner) nextByte() byte {
	if t := s.ahead(); t != "" {
		return t[0]
	}
	return 0
}

// declares tells whether the token after a let makes it a declaration.
func (s *scanner) declares() bool {
	t := s.ahead()
	switch {
	case t == "" || isDigit(t[0]):
		return false
	case t[0] == '[' || t[0] == '{' || t[0] == '\\' || t[0] >= utf8.RuneSelf:
		return true
	}
	switch _, word, _ := wordEnd(t, 0); word {
	case "", "in", "instanceof", "of":
		return false
	}
	return true
}

// keywordOrName takes a word of ASCII characters without escapes.
func (s *scanner) keywordOrName(start int, word string) {
	if s.property {
		s.name()
		return
	}
	previous, asyncStatement := s.lastWord, s.asyncStatement && !s.newline
	if s.top.key && s.top.kind == levelObject {
		s.name()
		s.keyWord(word)
		return
	}
	if s.moduleList && (word == "from" || word == "with" || word == "as") {
		s.beforeToken(true)
		s.place = placeOperand
		return
	}
	switch word {
	case "in", "instanceof":
		s.beforeToken(true)
		s.place = placeOperand
		s.deeper(operatorCost)
		return
	case "of":
		if s.top.kind == levelHead && s.place == placeOperator {
			s.beforeToken(true)
			s.place = placeOperand
			return
		}
	}
	continued := s.continues(word)
	if continued {
		// Not a statement of its own, though it stands where one may start.
		if s.place == placeStatement {
			s.top.chain = s.top.saved
		}
		s.place = placeSub
	}
	s.beforeToken(previous == "for" && word == "await")
	s.lastWord = word
	l := s.top
	s.asyncName = previous == "async" && !s.newline
	if l.key {
		s.cost += wordCost
		s.place = placeOperator
		s.keyWord(word)
		return
	}
	if previous == "let" && l.kind == levelHead && isContextual(word) && word != "of" {
		// goja takes these for no names after let in the head of a for.
		s.maskWord(start, s.i, word)
		s.cost += wordCost
		s.place = placeOperator
		return
	}
	statement := s.place == placeStatement || s.place == placeSub
	switch word {
	case "if", "for", "with", "switch", "while":
		l.head = true
		l.tail = continued // only a while can be
		s.forStart = start
		s.place = placeOperator
	case "catch":
		l.head = true
		s.place = placeSub
	case "else", "finally", "try":
		s.place = placeSub
		s.cost += wordCost
		return
	case "do":
		l.dos++
		s.place = placeSub
	case "function":
		l.function = formExpression
		if statement || asyncStatement {
			l.function = formDeclaration
		}
		l.next = allows{await: s.asyncName}
		s.place = placeOperator
	case "class":
		l.class = formExpression
		if statement {
			l.class = formDeclaration
		}
		s.place = placeOperator
	case "return", "throw":
		s.place = placeOperand
		s.restricted = true
	case "case":
		l.chain, l.caseTest = 0, true
		s.place = placeOperand
	case "default":
		if previous == "export" && s.module >= 0 {
			s.place = placeSub
			break
		}
		l.chain, l.caseTest = 0, true
		s.place = placeOperator
	case "new", "delete", "void", "typeof", "var", "const", "extends":
		s.place = placeOperand
	case "import", "export":
		s.moduleWord(start, word, statement)
	case "await", "yield":
		s.awaitOrYield(start, word, previous)
	case "let":
		s.place = placeOperator
		if s.declares() {
			s.place = placeOperand
		}
	case "async":
		s.asyncStatement = statement
		s.place = placeOperator
	default:
		s.cost += wordCost
		s.place = placeOperator
		return
	}
	s.deeper(wordCost)
}

// keyWord takes a word in place of a property key, which may be an async before
// one.
func (s *scanner) keyWord(word string) {
	s.lastWord = word
	if word == "async" {
		switch s.nextByte() {
		case '(', ',', '}', ':', '=', ';':
		default:
			s.top.next.await = true
		}
	}
}

// continues tells whether a word goes on with the statement that has just ended.
func (s *scanner) continues(word string) bool {
	if s.place != placeStatement && !(s.place == placeOperator && s.newline) {
		return false
	}
	switch word {
	case "else", "catch", "finally":
		return true
	case "while":
		if s.top.dos > 0 {
			s.top.dos--
			return true
		}
	}
	return false
}

// moduleWord takes an import or export.
func (s *scanner) moduleWord(start int, word string, statement bool) {
	next := s.nextByte()
	switch {
	case word == "import" && (next == '(' || next == '.'):
		// An expression. goja does not know it, so it gets a variable to read; the
		// mapper sees what it is.
		s.maskWord(start, s.i, word)
		s.place = placeOperator
	case statement && s.top.kind == levelProgram:
		s.module = start
		s.moduleList = word == "import" || next == '{' || next == '*'
		s.place = placeSub
		if s.moduleList {
			s.place = placeOperand
		}
	default:
		s.place = placeOperand
	}
}

// awaitOrYield takes an await or yield, which may be a name.
func (s *scanner) awaitOrYield(start int, word, previous string) {
	s.place = placeOperator
	if word == "await" && previous == "for" {
		s.forAwaits = append(s.forAwaits, int32(s.forStart))
		s.blank(start, s.i)
		return
	}
	if word == "await" && !s.top.ctx.await || word == "yield" && !s.top.ctx.yield {
		return
	}
	switch s.nextByte() {
	case 0, ')', ']', '}', ';', ',', '.', '=', ':', '?', '<', '>', '*', '%', '&', '|', '^':
	default:
		s.place = placeOperand
		s.restricted = word == "yield"
	}
}
