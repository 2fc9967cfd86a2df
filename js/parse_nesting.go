package js

import "sort"

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
