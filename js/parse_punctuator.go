package js

// slashIsRegExp tells whether a slash starts a regular expression.
func (s *scanner) slashIsRegExp() bool {
	switch s.place {
	case placeOperator:
		return false
	case placeArrowEnd:
		return s.newline
	}
	return true
}

// punctuator takes an operator, bracket or other mark.
func (s *scanner) punctuator(c byte) {
	l := s.top
	n := 1
	switch c {
	case '(':
		s.i++
		s.openParen()
		return
	case '[':
		s.beforeToken(true)
		s.i++
		s.open(levelBracket, placeOperator)
		return
	case '{':
		s.i++
		s.openBrace()
		return
	case ')', ']', '}':
		s.i++
		s.closeBracket(c)
		return
	case ';':
		if s.newline && l.kind != levelHead && s.place >= placeOperand {
			// goja ends some statements at the end of the line, and takes a semicolon on
			// the next for an empty statement.
			s.masked[s.i], s.masked[s.tokenEnd] = ' ', ';'
		}
		s.newline = false
		if s.doEnded {
			s.place = placeSub
		}
		s.beforeToken(true)
		s.i++
		if l.kind == levelHead {
			s.place = placeOperand
			l.chain = 0
		} else {
			s.newStatement()
		}
		s.cut()
		return
	case ',':
		s.newline = false
		s.beforeToken(true)
		s.i++
		s.place = placeOperand
		l.chain = 0
		l.key = l.kind == levelObject
		l.ctx, l.next = l.list, allows{}
		l.arrows = l.outer
		if l.kind == levelBracket && l.spread {
			l.spread = false
			s.spreads--
		}
		s.cut()
		return
	case ':':
		s.beforeToken(true)
		s.colon()
	case '.':
		s.beforeToken(true)
		s.place = placeOperand
		if s.peek(1) == '.' && s.peek(2) == '.' {
			n = 3
			l.key = false
			if (l.kind == levelGroup || l.kind == levelBracket) && !l.spread {
				l.spread = true
				s.spreads++
			}
		} else {
			s.property = true
		}
	case '?':
		s.beforeToken(true)
		s.place = placeOperand
		switch {
		case s.peek(1) == '.' && !isDigit(s.peek(2)):
			n = 2
			s.property = true
		case s.peek(1) == '?':
			n = operatorLength(s.text[s.i:])
		default:
			l.questions++
		}
	case '!', '~':
		n = operatorLength(s.text[s.i:])
		s.beforeToken(n > 1)
		s.place = placeOperand
	case '+', '-':
		n = operatorLength(s.text[s.i:])
		if n == 2 && s.peek(1) == c {
			s.beforeToken(false)
			if s.place != placeOperator {
				s.place = placeOperand
			}
			break
		}
		s.beforeToken(true)
		s.place = placeOperand
	case '=':
		n = operatorLength(s.text[s.i:])
		if n == 2 && s.peek(1) == '>' {
			s.arrow()
			break
		}
		s.beforeToken(true)
		s.place = placeOperand
		if n == 1 {
			l.key = false
		}
	case '*', '/', '%', '<', '>', '&', '|', '^':
		n = operatorLength(s.text[s.i:])
		s.beforeToken(true)
		if l.key || l.function != formNone {
			l.next.yield = true // the * of a generator
		} else {
			s.place = placeOperand
		}
	default:
		s.fail(s.i, "unexpected character "+quoteRune(rune(c)))
		s.cross(s.i, s.i+1)
		s.i++
		s.value()
		return
	}
	s.i += n
	s.deeper(operatorCost)
}

// arrow takes a =>. Where it follows parentheses, goja has read them as an
// expression and now reads them again as parameters, so that each such arrow in
// the parameters of another doubles the time. And where no braces follow, goja
// finds the end of the function through those of all that end with it.
func (s *scanner) arrow() {
	group, async := s.closedParen, s.asyncName
	s.beforeToken(true)
	s.place = placeArrowBody
	l := s.top
	if group {
		async = l.asyncGroup
		l.work += l.group
	}
	l.ctx = allows{await: async}
	l.arrowQuestions = l.questions
	l.arrows++
	if l.work > maxRepeated+8*s.tokens || s.ends > maxRepeated+8*s.tokens {
		s.giveUp(s.tokenStart, "arrow functions nested too deeply")
	}
}

func (s *scanner) colon() {
	l := s.top
	switch {
	case l.questions > 0:
		l.questions--
		s.place = placeOperand
		if l.questions < l.arrowQuestions {
			l.ctx, l.arrowQuestions = l.list, 0
		}
	case l.kind == levelObject:
		l.key = false
		s.place = placeOperand
	case l.caseTest:
		l.caseTest = false
		s.newStatement()
	default:
		s.place = placeSub // after a label
		l.chain += labelDepth
	}
}

func (s *scanner) openParen() {
	async := s.lastWord == "async"
	s.beforeToken(true)
	l := s.top
	switch {
	case l.tail:
		l.head, l.tail = false, false
		s.open(levelHead, placeStatement)
	case l.head:
		l.head = false
		s.open(levelHead, placeSub)
	case l.function != formNone:
		l.body, l.function = l.function, formNone
		s.open(levelParams, placeOperator)
	case l.key && s.place == placeOperator:
		l.body = formExpression
		s.open(levelParams, placeOperator)
	case s.place == placeOperator:
		s.open(levelCall, placeOperator)
		s.top.afterAsync = async
	default:
		s.open(levelGroup, placeOperator)
	}
}

func (s *scanner) openBrace() {
	l := s.top
	word := s.lastWord
	s.beforeToken(l.body != formNone || l.class != formNone)
	l.head, l.tail = false, false
	switch {
	case l.body != formNone:
		after := placeOperator
		if l.body == formDeclaration {
			after = placeStatement
		}
		ctx := l.next
		l.body, l.next = formNone, allows{}
		s.open(levelBlock, after)
		s.top.ctx, s.top.list = ctx, ctx
	case s.place == placeArrowBody:
		s.open(levelBlock, placeArrowEnd)
	case l.class != formNone && s.place != placeOperand:
		after := placeOperator
		if l.class == formDeclaration {
			after = placeStatement
		}
		l.class = formNone
		s.open(levelClass, after)
	case s.place == placeOperand && !l.key, s.module >= 0 && l.kind == levelProgram && word == "default":
		s.open(levelObject, placeOperator)
	case l.kind == levelClass:
		s.open(levelBlock, placeOperator) // static { ... }
	default:
		s.open(levelBlock, placeStatement)
		s.top.isTry = word == "try"
	}
}

// closeBracket takes a closing bracket. One that does not fit closes what was left
// open within its own pair, or nothing; goja reports it.
func (s *scanner) closeBracket(c byte) {
	fits := func(k levelKind) bool {
		switch c {
		case ')':
			return k >= levelGroup && k <= levelParams
		case ']':
			return k == levelBracket
		}
		return k == levelBlock || k == levelObject || k == levelClass || k == levelSubstitution
	}
	s.newline = false // it never starts a statement
	s.beforeToken(true)
	if !fits(s.top.kind) {
		if c != '}' {
			return
		}
		n := len(s.levels) - 1
		for n > 0 && !fits(s.levels[n].kind) {
			n--
		}
		if n == 0 {
			return
		}
		for len(s.levels)-1 > n {
			s.close()
		}
	}
	kind, after, isTry := s.top.kind, s.top.after, s.top.isTry
	s.close()
	s.closedParen = c == ')'
	s.doEnded = kind == levelHead && after == placeStatement
	switch {
	case kind == levelCall, kind == levelBracket, kind == levelHead, kind == levelBlock && !isTry:
		s.cut()
	}
	if kind == levelSubstitution {
		s.top.chain = 0
		s.template()
	}
}

// operatorLength gives the length of the operator that text starts with.
func operatorLength(text string) int {
	c := text[0]
	same := 1 // how often the first character stands there
	for same < len(text) && same < 4 && text[same] == c {
		same++
	}
	next := func(n int, c byte) bool { return n < len(text) && text[n] == c }
	switch c {
	case '=':
		if same > 1 {
			return min(same, 3)
		}
		if next(1, '>') {
			return 2
		}
		return 1
	case '!':
		if next(1, '=') {
			if next(2, '=') {
				return 3
			}
			return 2
		}
		return 1
	case '~':
		return 1
	case '+', '-':
		if same > 1 {
			return 2
		}
	case '/', '%', '^':
		same = 1
	case '>':
		same = min(same, 3)
	default: // * & | < ?
		same = min(same, 2)
	}
	if next(same, '=') && (c != '?' || same == 2) {
		return same + 1
	}
	return same
}
