package js

import (
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A place is what the scanner expects of the next token.
type place uint8

const (
	placeStatement place = iota // a statement of a list starts
	placeSub                    // a statement within another one starts: the body of a loop, an arm of an if
	placeOperand                // an expression starts or goes on with an operand
	placeOperator               // an operand has just ended
	placeArrowBody              // the body of an arrow function starts
	placeArrowEnd               // the body of an arrow function in braces has just ended
)

// A levelKind is the kind of an open bracket.
type levelKind uint8

const (
	levelProgram      levelKind = iota
	levelBlock                  // braces with statements
	levelObject                 // braces of an object literal or pattern
	levelClass                  // braces of a class
	levelTemplate               // a template, from ` to `
	levelSubstitution           // ${...} in a template
	levelGroup                  // parentheses around an expression, or the parameters of an arrow function
	levelCall                   // parentheses of arguments
	levelHead                   // parentheses after if, for, while, with, switch or catch
	levelParams                 // parentheses of parameters
	levelBracket                // square brackets
)

// A form tells declarations and expressions apart where a keyword starts either.
type form uint8

const (
	formNone form = iota
	formDeclaration
	formExpression
)

// allows says whether await and yield are operators, and not names.
type allows struct{ await, yield bool }

// A level is an open bracket.
type level struct {
	kind   levelKind
	after  place // of the token after the closing bracket
	offset int32
	paren  int32 // index among the pairs of parentheses, or -1
	// statement is the offset of the current statement of a list. Those before it, from
	// the bracket on, are complete.
	statement int32
	// base is the depth of the nesting around the bracket. chain is how many
	// operators and keywords precede in the same statement or list element, each of
	// which may make the tree one deeper; saved is what it was at the end of the
	// statement before, in case an else goes on with it.
	base, chain, saved int32
	questions, dos     int32 // the ? and do that yet lack a : and while
	// key tells that a property key is next; caseTest that the next colon ends the
	// test of a case; head that the next parenthesis is a statement's, and tail that
	// it is the while of a do.
	key, caseTest, head, tail bool
	// function, body and class tell that the parameters of a function, its body and
	// the body of a class are yet to come.
	function, body, class form
	// ctx says what the function around allows at this point, and list what it allows
	// in all of the bracket: they differ in the body of an arrow function without
	// braces. arrowQuestions is the value of questions where that body started.
	ctx, list      allows
	arrowQuestions int32
	// next is what the function allows whose name or parameters are being read.
	next allows
	// afterAsync tells that the bracket follows an async, and asyncGroup that the one
	// which closed last in it does.
	afterAsync, asyncGroup bool
	// spread tells that ... stands directly within parentheses around an expression, or
	// within square brackets and without a comma after it. isTry tells that the block
	// is that of a try.
	spread, isTry bool
	// arrows counts the arrow functions around, and outer those around the bracket,
	// that end where the expression ends which is being read.
	arrows, outer int64
	// work counts the tokens in the bracket, those twice that goja reads twice;
	// group is the work of the bracket that closed last in this level.
	work, group int64
}

// maxDepth bounds how deep the syntax tree can get, and with it the stack that
// reading, printing and lowering it takes. A bracket counts bracketDepth times as
// it costs the parser much more stack than an operator.
const (
	maxDepth     = 250_000
	bracketDepth = 10
	// labelDepth is what a label counts. It costs the parser little stack, but each
	// label is compared with all around it.
	labelDepth = 50
)

// maxRepeated bounds how many tokens goja looks at again for nested arrow functions,
// above what is linear in the length of the source.
const maxRepeated = 1 << 21

// nesting is the scanner's state but for the text.
type nesting struct {
	levels []level
	top    *level // the last of levels
	place  place
	// property tells that the previous token is a dot, so that a name follows.
	property bool
	// restricted tells that the previous token is a return or throw, after which a
	// new line ends the statement.
	restricted bool
	// closedParen tells that the previous token is a closing parenthesis.
	closedParen bool
	// doEnded tells that the previous token ends a do-while statement, to which a
	// semicolon still belongs.
	doEnded bool
	// lastWord is the previous token if it is a word, asyncStatement tells that it is
	// an async that starts a statement, and asyncName that an async precedes it.
	lastWord                  string
	asyncStatement, asyncName bool
	tokenStart                int // the offset of the current token
	tokenEnd                  int // the offset after the token before it
	forStart                  int // the offset of the last for
	// module is the offset of an import or export declaration that has not ended, or
	// -1; moduleList tells that the name of another module may end it.
	module     int
	moduleList bool
	// tokens counts the tokens, cost adds up the stack they can take, and ends adds up
	// the steps that goja takes to find the ends of arrow functions.
	tokens, cost, ends int64
	// spreads counts the levels with spread set.
	spreads int
}

// These bound the stack in bytes that goja's parser uses for each token, whatever
// the syntax around it. They were measured with all constructs nested in themselves
// (2600 bytes, 350 and 250 were the most), and a third added.
const (
	bracketCost  = 3500
	wordCost     = 500
	operatorCost = 350
	// cutCost is the least cost between two cuts.
	cutCost = 32 << 20
)

func (s *scanner) begin() {
	s.levels = append(make([]level, 0, 32), level{kind: levelProgram, paren: -1})
	s.top = &s.levels[0]
	s.module = -1
	s.statements = append(s.statements, statementSpan{})
}

func (s *scanner) end() {
	s.endStatement(len(s.text))
	s.unclosed = len(s.levels) > 1
	if s.statements[len(s.statements)-1].start == int32(len(s.text)) {
		s.statements = s.statements[:len(s.statements)-1]
	}
	for _, at := range s.badOffsets {
		i := sort.Search(len(s.statements), func(i int) bool { return s.statements[i].end > at })
		if i < len(s.statements) {
			s.statements[i].bad = true
		}
	}
	for i := range s.parens {
		if s.parens[i].close < 0 {
			s.parens[i].close = int32(len(s.text))
		}
	}
}

// endStatement ends the current top-level statement at an offset.
func (s *scanner) endStatement(at int) {
	span := &s.statements[len(s.statements)-1]
	span.end = int32(at)
	span.cost = s.cost - span.before
	if s.module >= 0 {
		what := "import"
		if s.text[s.module] == 'e' {
			what = "export"
		}
		s.fail(s.module, "unsupported: "+what+" declaration")
		s.blank(s.module, at)
		s.module, s.moduleList = -1, false
	}
}

// startStatement starts a top-level statement at an offset.
func (s *scanner) startStatement(at int) {
	if span := &s.statements[len(s.statements)-1]; int(span.start) < at && s.tokens > 0 {
		s.endStatement(at)
		s.statements = append(s.statements, statementSpan{interval: interval{start: int32(at)}, before: s.cost})
	}
}

// newStatement says that the next token starts a statement of a list, unless it is
// an else or the like that goes on with the one before.
func (s *scanner) newStatement() {
	s.place = placeStatement
	s.top.saved, s.top.chain = s.top.chain, 0
	s.top.key = s.top.kind == levelClass
	s.top.questions = 0
	s.top.ctx, s.top.next = s.top.list, allows{}
	s.top.arrows = 0
}

// beforeToken is called before each token. continues tells that the token can go
// on with a statement on the line before it.
func (s *scanner) beforeToken(continues bool) {
	l := s.top
	if s.newline && l.kind <= levelClass && l.kind != levelObject {
		switch {
		case l.head || l.function != formNone || l.body != formNone || l.class != formNone:
			// In the head of a statement, function or class.
		case s.place == placeOperator && !continues,
			s.place == placeArrowEnd,
			s.place == placeOperand && s.restricted:
			s.newStatement()
		}
	}
	if s.place == placeStatement {
		l.statement = int32(s.tokenStart)
		if l.kind == levelProgram {
			s.startStatement(s.tokenStart)
		}
	}
	s.restricted, s.property, s.closedParen, s.doEnded = false, false, false, false
	s.lastWord, s.asyncStatement, s.asyncName = "", false, false
	s.tokens++
	l.work++
}

// deeper counts one more operator or keyword in the current level.
func (s *scanner) deeper(cost int64) {
	s.cost += cost
	s.ends += s.top.arrows
	s.top.chain++
	if s.top.base+s.top.chain > maxDepth {
		s.giveUp(s.tokenStart, "nested too deeply")
	}
}

// value takes a token that is an operand.
func (s *scanner) value() {
	s.beforeToken(false)
	s.cost += wordCost
	s.place = placeOperator
}

// name takes a name that is no keyword.
func (s *scanner) name() {
	if s.property {
		s.beforeToken(true)
		s.cost += wordCost
		s.place = placeOperator
		return
	}
	s.value()
}

// open takes an opening bracket.
func (s *scanner) open(kind levelKind, after place) {
	s.cost += bracketCost
	paren := int32(-1)
	if kind >= levelGroup && kind <= levelParams {
		paren = int32(len(s.parens))
		s.parens = append(s.parens, parenPair{int32(s.tokenStart), -1})
	}
	base := s.top.base + s.top.chain + bracketDepth
	if base > maxDepth {
		s.giveUp(s.tokenStart, "nested too deeply")
	}
	s.levels = append(s.levels, level{kind: kind, after: after, offset: int32(s.tokenStart), paren: paren, base: base,
		ctx: s.top.ctx, list: s.top.ctx})
	s.top = &s.levels[len(s.levels)-1]
	switch kind {
	case levelGroup:
		s.top.arrows = s.levels[len(s.levels)-2].arrows
		s.top.outer = s.top.arrows
		s.place = placeOperand
	case levelSubstitution:
		s.place = placeOperand
		s.cut()
	case levelBlock:
		s.place = placeStatement
		s.top.statement = int32(s.i)
	case levelObject, levelClass:
		s.top.key = true
		if kind == levelClass {
			s.top.ctx, s.top.list = allows{}, allows{}
		}
		s.place = placeOperand
	default:
		s.place = placeOperand
	}
}

// close takes the bracket that closes the current level.
func (s *scanner) close() {
	l := s.top
	if l.paren >= 0 {
		s.parens[l.paren].close = int32(s.tokenStart)
	}
	if l.spread {
		s.spreads--
	}
	after, work, async := l.after, l.work, l.afterAsync
	s.levels = s.levels[:len(s.levels)-1]
	s.top = &s.levels[len(s.levels)-1]
	s.top.work += work
	s.top.group = work
	s.top.asyncGroup = async
	s.place = after
	switch l.kind {
	case levelCall, levelBracket, levelTemplate:
		s.deeper(0) // what follows goes on from the result
	}
	switch {
	case after == placeStatement:
		s.newStatement()
	case s.top.kind == levelClass && l.kind == levelBlock:
		s.top.key = true
		s.top.chain = 0
	}
}

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
	if kind == levelCall || kind == levelBracket || kind == levelBlock && !isTry {
		s.cut()
	}
	if kind == levelSubstitution {
		s.top.chain = 0
		s.template()
	}
}

// cut notes the place after the current token as one where the source can be cut
// off.
func (s *scanner) cut() {
	last := int64(0)
	if n := len(s.cuts); n > 0 {
		last = s.cuts[n-1].cost
	}
	if s.cost-last < cutCost || s.spreads > 0 {
		return
	}
	c := cut{offset: int32(s.i), cost: s.cost}
	for i := range s.levels {
		if l := &s.levels[i]; l.kind == levelBlock && l.statement > l.offset+1 {
			c.complete = append(c.complete, interval{l.offset + 1, l.statement})
		}
	}
	s.cuts = append(s.cuts, c)
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
