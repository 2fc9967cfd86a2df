package js

import (
	"math"
	"math/rand/v2"
	"strconv"
)

// A treeMaker makes random syntax trees that keep to what doc.go asks of a tree.
// Every kind of node occurs in every position that can hold it. It declares no
// name twice, so that a full parser accepts the programs too.
type treeMaker struct {
	*rand.Rand
	budget int // nodes yet to be made before only leaves are
	next   int // number of the next new name
	// ascii keeps names to ASCII: goja's own parser fails on some others.
	ascii bool
	fn    treeFunction
}

// treeFunction is what the innermost function allows.
type treeFunction struct {
	async, generator bool // await and yield are no names, in functions within neither
	await            bool // await expressions are allowed
	inside           bool // return is allowed
	params           bool // within parameters, where goja refuses all await expressions
	labels           []treeLabel
	loop, breakable  bool
}

type treeLabel struct {
	name string
	loop bool
}

func randomProgram(seed uint64, size int, ascii bool) *Program {
	m := &treeMaker{Rand: rand.New(rand.NewPCG(seed, 1)), budget: size, ascii: ascii}
	p := &Program{}
	if m.oneIn(4) {
		p.Directives = m.directives()
	}
	for m.budget > 0 {
		p.Body = append(p.Body, m.stmt(true))
	}
	return p
}

func (m *treeMaker) oneIn(n int) bool { return m.IntN(n) == 0 }

func pick[T any](m *treeMaker, list ...T) T { return list[m.IntN(len(list))] }

// some gives a small number, 0 once the budget is used up.
func (m *treeMaker) some(max int) int {
	if m.budget <= 0 {
		return 0
	}
	return m.IntN(max + 1)
}

func (m *treeMaker) directives() []string {
	return pick(m, []string{"use memo"}, []string{`he said "no"`, `it\'s`}, []string{`\u{1F600}`}, []string{`a\
b`, "ü"})
}

// fresh gives a name that no other declaration has.
func (m *treeMaker) fresh() string {
	m.next++
	n := strconv.Itoa(m.next)
	if m.ascii {
		return pick(m, "v", "$", "_", "async", "of", "let") + n
	}
	return pick(m, "v", "$", "_", "é", "async", "of", "let", "𝒳", "数") + n
}

// name gives a name to refer to, often one that some parser takes for a keyword.
func (m *treeMaker) name() string {
	switch m.IntN(12) {
	case 0:
		return "let"
	case 1:
		return pick(m, "async", "of", "get", "set", "static", "from", "as", "target")
	case 2:
		if !m.fn.async {
			return "await"
		}
	case 3:
		if !m.fn.generator {
			return "yield"
		}
	case 4:
		if !m.ascii {
			return pick(m, "é", "𝒳y", "数")
		}
	case 5:
		return pick(m, "undefined", "Infinity", "NaN", "implements", "constructor", "__proto__")
	}
	return pick(m, "a", "b", "c", "foo", "v1", "v2", "v3")
}

func (m *treeMaker) ident() *Ident { return &Ident{Name: m.name()} }

// property gives a name after a dot or before a colon, which may be a keyword.
func (m *treeMaker) property() string {
	if m.oneIn(3) {
		return pick(m, "if", "function", "class", "null", "new", "in", "async", "get", "set", "static", "await", "let", "constructor")
	}
	if !m.ascii && m.oneIn(5) {
		return pick(m, "é", "𝒳")
	}
	return pick(m, "a", "b", "length", "prototype", "$")
}

func (m *treeMaker) stringValue() string {
	return pick(m, "", "a", "use server", "\x00", "\x001", "\"'`", "\\", "\n\r\t\b\v\f\x1f\x7f", "\u2028\u2029\ufeff\u00a0",
		"é数𝒳\U0010FFFF", "\xed\xa0\x80", "a\xed\xb0\x80\xed\xa0\x80b", "</script>", "</ScRipt", "<!--", "-->", "/* */", "${x}", "*/", "//")
}

func (m *treeMaker) number() float64 {
	switch m.IntN(4) {
	case 0:
		return pick(m, 0, 1, 1.5, 1e21, 1e-7, 5e-324, math.MaxFloat64, math.Inf(1), 1<<53, 1<<63, 0.1, 1e300, 123456789012345680000, 1e-6)
	case 1:
		return math.Abs(math.Float64frombits(m.Uint64())) + 0
	}
	return float64(m.IntN(100))
}

func (m *treeMaker) numberNotNaN() float64 {
	for {
		if v := m.number(); v == v {
			return v
		}
	}
}

func (m *treeMaker) block() *Block { return &Block{Body: m.stmts()} }

func (m *treeMaker) stmts() []Stmt {
	var out []Stmt
	for n := m.some(3); n > 0; n-- {
		out = append(out, m.stmt(true))
	}
	return out
}

// loopBody makes the body of a loop.
func (m *treeMaker) loopBody() Stmt {
	outer := m.fn
	m.fn.loop, m.fn.breakable = true, true
	s := m.sub()
	m.fn = outer
	return s
}

// sub makes a statement that is part of another.
func (m *treeMaker) sub() Stmt {
	if m.oneIn(2) {
		return m.block()
	}
	return m.stmt(false)
}

// ifArm makes an arm of an if, where also a function may be declared.
func (m *treeMaker) ifArm() Stmt {
	if m.oneIn(8) {
		return &FunctionDecl{Func: m.function(m.fresh(), false, false)}
	}
	return m.sub()
}

// stmt makes a statement; declarations are for statement lists only.
func (m *treeMaker) stmt(list bool) Stmt {
	m.budget--
	if m.budget <= 0 {
		return pick[Stmt](m, &Empty{}, &ExprStmt{X: m.leaf()}, &Debugger{})
	}
	switch m.IntN(22) {
	case 0, 1:
		if list {
			return m.varDecl(pick(m, Let, Const, Var), false)
		}
		return m.varDecl(Var, false)
	case 2:
		if list {
			async, generator := m.oneIn(4), m.oneIn(4)
			return &FunctionDecl{Func: m.function(m.fresh(), async, generator && !async)}
		}
	case 3:
		return m.block()
	case 4, 5:
		s := &If{Test: m.expr(), Then: m.ifArm()}
		if m.oneIn(2) {
			for takesElse(s.Then) {
				s.Then = &Block{Body: []Stmt{s.Then}}
			}
			s.Else = m.ifArm()
		}
		return s
	case 6:
		return &While{Test: m.expr(), Body: m.loopBody()}
	case 7:
		return &DoWhile{Body: m.loopBody(), Test: m.expr()}
	case 8, 9:
		return m.forStmt()
	case 10:
		s := &ForOf{Right: m.expr()}
		s.Declares, s.Kind, s.Target = m.forTarget()
		s.Body = m.loopBody()
		return s
	case 11:
		s := &ForIn{Right: m.sequence()}
		s.Declares, s.Kind, s.Target = m.forTarget()
		s.Body = m.loopBody()
		return s
	case 12:
		return m.switchStmt()
	case 13:
		return m.labeled()
	case 14:
		if s := m.jump(); s != nil {
			return s
		}
	case 15:
		if m.fn.inside {
			return &Return{X: pick[Expr](m, nil, m.sequence())}
		}
	case 16:
		return &Throw{X: m.sequence()}
	case 17:
		return m.try()
	case 18:
		return pick[Stmt](m, &Empty{}, &Debugger{})
	}
	return &ExprStmt{X: m.sequence()}
}

func (m *treeMaker) varDecl(kind VarKind, inFor bool) *VarDecl {
	s := &VarDecl{Kind: kind}
	for n := 1 + m.some(2); n > 0; n-- {
		d := Declarator{Target: m.binding()}
		_, name := d.Target.(*Ident)
		if kind == Const || !name || m.oneIn(2) {
			d.Init = m.expr()
		}
		s.Decls = append(s.Decls, d)
	}
	return s
}

func (m *treeMaker) forStmt() Stmt {
	s := &For{}
	switch m.IntN(3) {
	case 0:
		s.Init = m.varDecl(pick(m, Let, Const, Var), true)
	case 1:
		s.Init = &ExprStmt{X: m.sequence()}
	}
	if m.oneIn(2) {
		s.Test = m.sequence()
	}
	if m.oneIn(2) {
		s.Update = m.sequence()
	}
	s.Body = m.loopBody()
	return s
}

func (m *treeMaker) forTarget() (bool, VarKind, Pattern) {
	if m.oneIn(2) {
		return true, pick(m, Let, Const, Var), m.binding()
	}
	return false, Let, m.target()
}

func (m *treeMaker) switchStmt() Stmt {
	s := &Switch{Disc: m.sequence()}
	outer := m.fn
	m.fn.breakable = true
	hasDefault := false
	for n := m.some(4); n > 0; n-- {
		c := Case{Body: m.stmts()}
		if hasDefault || !m.oneIn(3) {
			c.Test = m.sequence()
		} else {
			hasDefault = true
		}
		s.Cases = append(s.Cases, c)
	}
	m.fn = outer
	return s
}

func (m *treeMaker) labeled() Stmt {
	l := treeLabel{name: m.fresh(), loop: m.oneIn(2)}
	if m.oneIn(6) {
		l.name = pick(m, "let", "of", "async", "static")
		for _, outer := range m.fn.labels {
			if outer.name == l.name {
				l.name = m.fresh()
			}
		}
	}
	outer := m.fn.labels
	m.fn.labels = append(outer[:len(outer):len(outer)], l)
	s := &Labeled{Label: l.name}
	if l.loop {
		s.Body = &While{Test: m.expr(), Body: m.loopBody()}
		if m.oneIn(3) {
			s.Body = m.forStmt()
		}
	} else {
		s.Body = m.sub()
	}
	m.fn.labels = outer
	return s
}

func (m *treeMaker) jump() Stmt {
	if n := len(m.fn.labels); n > 0 && m.oneIn(2) {
		l := m.fn.labels[m.IntN(n)]
		if l.loop && m.fn.loop && m.oneIn(2) {
			return &Continue{Label: l.name}
		}
		return &Break{Label: l.name}
	}
	if m.fn.loop && m.oneIn(2) {
		return &Continue{}
	}
	if m.fn.breakable {
		return &Break{}
	}
	return nil
}

func (m *treeMaker) try() Stmt {
	s := &Try{Block: m.block()}
	if m.oneIn(2) {
		s.Finally = m.block()
	}
	if s.Finally == nil || m.oneIn(2) {
		s.Handler = m.block()
		if m.oneIn(2) {
			s.Param = m.binding()
		}
	}
	return s
}

// binding makes a pattern that binds new names.
func (m *treeMaker) binding() Pattern { return m.pattern(false, 0) }

// target makes the target of an assignment or for.
func (m *treeMaker) target() Pattern { return m.pattern(true, 0) }

func (m *treeMaker) pattern(assigned bool, depth int) Pattern {
	m.budget--
	kind := m.IntN(7)
	if m.budget <= 0 || depth > 3 {
		kind = 0
	}
	switch kind {
	case 0, 1, 2:
		if assigned {
			return m.simpleTarget().(Pattern)
		}
		return &Ident{Name: m.fresh()}
	case 3, 4:
		p := &ArrayPattern{}
		for n := m.some(3); n > 0; n-- {
			if m.oneIn(4) {
				p.Elems = append(p.Elems, nil)
			} else {
				p.Elems = append(p.Elems, m.element(assigned, depth+1))
			}
		}
		if m.oneIn(3) {
			p.Rest = m.pattern(assigned, depth+1)
		}
		return p
	}
	p := &ObjectPattern{}
	for n := m.some(3); n > 0; n-- {
		q := PatternProp{}
		if m.oneIn(2) {
			q.Shorthand = true
			q.Key = m.fresh()
			if assigned {
				q.Key = m.name()
			}
			q.Value = &Ident{Name: q.Key}
			if m.oneIn(2) {
				q.Value = &DefaultPattern{Target: q.Value, Default: m.expr()}
			}
		} else {
			q.Key, q.KeyKind, q.Computed = m.key()
			q.Value = m.element(assigned, depth+1)
		}
		p.Props = append(p.Props, q)
	}
	if m.oneIn(3) {
		if assigned {
			p.Rest = m.simpleTarget().(Pattern)
		} else {
			p.Rest = &Ident{Name: m.fresh()}
		}
	}
	return p
}

// element makes a part of a pattern, with or without a default.
func (m *treeMaker) element(assigned bool, depth int) Pattern {
	p := m.pattern(assigned, depth)
	if m.oneIn(3) && (assigned || !arrayDefaults(p)) {
		return &DefaultPattern{Target: p, Default: m.expr()}
	}
	return p
}

// arrayDefaults tells whether an array pattern in p has an element with a default.
// goja refuses most such patterns in declarations if they have a default themselves.
func arrayDefaults(p Pattern) (found bool) {
	Walk(p, func(n Node) bool {
		if a, ok := n.(*ArrayPattern); ok {
			for _, e := range a.Elems {
				_, def := e.(*DefaultPattern)
				found = found || def
			}
		}
		return true
	})
	return found
}

// simpleTarget makes a variable or property.
func (m *treeMaker) simpleTarget() Expr {
	if m.oneIn(2) {
		return m.member(m.expr(), false)
	}
	return m.ident()
}

func (m *treeMaker) key() (string, KeyKind, Expr) {
	switch m.IntN(5) {
	case 0:
		return pick(m, "", "a", "constructor", "é", "\n", "\xed\xa0\x80"), KeyString, nil
	case 1:
		return NumberText(m.numberNotNaN()), KeyNumber, nil
	case 2:
		return "", KeyComputed, m.expr()
	}
	return m.property(), KeyName, nil
}

// function makes a function that is no arrow.
func (m *treeMaker) function(name string, async, generator bool) *Function {
	f := &Function{Name: name, Async: async, Generator: generator}
	outer := m.fn
	m.fn = treeFunction{async: async || outer.async, generator: generator || outer.generator, params: true}
	m.params(f)
	m.fn.params = false
	m.fn.await = async
	m.functionBody(f)
	m.fn = outer
	return f
}

func (m *treeMaker) params(f *Function) {
	for n := m.some(3); n > 0; n-- {
		f.Params = append(f.Params, m.element(false, 0))
	}
	if m.oneIn(4) {
		f.Rest = m.pattern(false, 0)
	}
}

func (m *treeMaker) functionBody(f *Function) {
	m.fn.inside = true
	if m.oneIn(5) {
		f.Directives = m.directives()
	}
	f.Body = m.stmts()
	if m.oneIn(12) {
		f.Body = append([]Stmt{&ExprStmt{X: &StringLit{Value: "use strict, not"}}}, f.Body...)
	}
}

func (m *treeMaker) arrow() *Function {
	f := &Function{Arrow: true, Async: m.oneIn(3)}
	outer := m.fn
	m.fn = treeFunction{async: f.Async || outer.async, generator: outer.generator, params: true}
	m.params(f)
	m.fn.params = outer.params
	m.fn.await = f.Async
	if m.oneIn(2) {
		f.ExprBody = m.expr()
	} else {
		m.fn.params = false
		m.functionBody(f)
	}
	m.fn = outer
	return f
}

func (m *treeMaker) sequence() Expr {
	if m.budget > 0 && m.oneIn(6) {
		s := &Sequence{List: []Expr{m.expr(), m.expr()}}
		if m.oneIn(4) {
			s.List = append(s.List, m.sequence())
		}
		return s
	}
	return m.expr()
}

func (m *treeMaker) leaf() Expr {
	m.budget--
	switch m.IntN(9) {
	case 0:
		return &NumberLit{Value: m.numberNotNaN()}
	case 1:
		return &StringLit{Value: m.stringValue()}
	case 2:
		return &BoolLit{Value: m.oneIn(2)}
	case 3:
		return pick[Expr](m, &NullLit{}, &ThisExpr{})
	case 4:
		return &RegExpLit{
			Pattern: pick(m, "a", "=", "[/]", `\/`, `[\]/]`, "é", "(?:)", `^a*$`, "<\\/script>", ` \(`, "[({`]"),
			Flags:   pick(m, "", "g", "gi", "y", "ms"),
		}
	}
	return m.ident()
}

var binaryOps = []string{"+", "-", "*", "/", "%", "**", "|", "&", "^", "<<", ">>", ">>>", "==", "!=", "===", "!==", "<", ">", "<=", ">=", "in", "instanceof"}
var assignOps = []string{"=", "+=", "-=", "*=", "/=", "%=", "**=", "|=", "&=", "^=", "<<=", ">>=", ">>>=", "&&=", "||=", "??="}

// expr makes an expression of any kind.
func (m *treeMaker) expr() Expr {
	m.budget--
	if m.budget <= 0 {
		return m.leaf()
	}
	switch m.IntN(28) {
	case 0, 1, 2:
		return m.leaf()
	case 3, 4, 5:
		return &Binary{Op: pick(m, binaryOps...), X: m.expr(), Y: m.expr()}
	case 6, 7:
		return &Logical{Op: pick(m, "&&", "||", "??"), X: m.expr(), Y: m.expr()}
	case 8, 9:
		return &Unary{Op: pick(m, "+", "-", "!", "~", "typeof", "void", "delete"), X: m.expr()}
	case 10:
		return &Conditional{Test: m.expr(), Then: m.expr(), Else: m.expr()}
	case 11, 12:
		if op := pick(m, assignOps...); op != "=" {
			return &Assign{Op: op, Target: m.simpleTarget().(Pattern), Value: m.expr()}
		}
		return &Assign{Op: "=", Target: m.target(), Value: m.expr()}
	case 13:
		return &Update{Op: pick(m, "++", "--"), Prefix: m.oneIn(2), X: m.simpleTarget()}
	case 14:
		return m.sequence()
	case 15:
		return m.call(m.expr(), false)
	case 16:
		return &New{Callee: m.expr(), Args: m.args()}
	case 17, 18:
		return m.member(m.expr(), false)
	case 19, 20:
		return m.chain()
	case 21:
		a := &ArrayLit{}
		for n := m.some(3); n > 0; n-- {
			switch m.IntN(4) {
			case 0:
				a.Elems = append(a.Elems, nil)
			case 1:
				a.Elems = append(a.Elems, &Spread{X: m.expr()})
			default:
				a.Elems = append(a.Elems, m.expr())
			}
		}
		return a
	case 22, 23:
		return m.object()
	case 24:
		name := ""
		if m.oneIn(2) {
			name = m.fresh()
		}
		async, generator := m.oneIn(3), m.oneIn(3)
		return &FunctionExpr{Func: m.function(name, async, generator && !async)}
	case 25:
		return &FunctionExpr{Func: m.arrow()}
	case 26:
		t := &Template{Quasis: []Quasi{NewQuasi(m.stringValue())}}
		for n := m.some(2); n > 0; n-- {
			t.Exprs = append(t.Exprs, m.sequence())
			t.Quasis = append(t.Quasis, NewQuasi(m.stringValue()))
		}
		if m.oneIn(2) {
			if m.oneIn(3) {
				t.Quasis[0] = Quasi{Raw: pick(m, `\u{`, `\x`, `\01`, `\u{110000}`), Invalid: true}
			}
			return &TaggedTemplate{Tag: m.expr(), Template: t}
		}
		return t
	case 27:
		if m.fn.await && !m.fn.params {
			return &AwaitExpr{X: m.expr()}
		}
	}
	return m.leaf()
}

func (m *treeMaker) args() []Expr {
	var out []Expr
	for n := m.some(3); n > 0; n-- {
		if m.oneIn(4) {
			out = append(out, &Spread{X: m.expr()})
		} else {
			out = append(out, m.expr())
		}
	}
	return out
}

func (m *treeMaker) call(callee Expr, optional bool) Expr {
	return &Call{Callee: callee, Args: m.args(), Optional: optional}
}

func (m *treeMaker) member(x Expr, optional bool) Expr {
	if m.oneIn(2) {
		return &Member{X: x, Index: m.sequence(), Optional: optional}
	}
	return &Member{X: x, Name: m.property(), Optional: optional}
}

// chain makes an optional chain of some links, at least one with ?. .
func (m *treeMaker) chain() Expr {
	x := m.expr()
	n := 1 + m.IntN(3)
	must := m.IntN(n)
	for i := range n {
		optional := i == must || m.oneIn(3)
		if m.oneIn(3) {
			x = m.call(x, optional)
		} else {
			x = m.member(x, optional)
		}
	}
	return &Chain{X: x}
}

func (m *treeMaker) object() Expr {
	o := &ObjectLit{}
	proto := false
	for n := m.some(3); n > 0; n-- {
		p := Prop{}
		switch m.IntN(6) {
		case 0:
			p.Spread, p.Value = true, m.expr()
		case 1:
			p.Shorthand, p.Key = true, m.name()
			p.Value = &Ident{Name: p.Key}
		case 2:
			p.Method = true
			p.Key, p.KeyKind, p.Computed = m.key()
			async, generator := m.oneIn(3), m.oneIn(3)
			p.Value = &FunctionExpr{Func: m.function("", async, generator && !async)}
		case 3:
			if !proto {
				proto = true
				p.Key, p.Value = "__proto__", m.expr()
				break
			}
			fallthrough
		default:
			p.Key, p.KeyKind, p.Computed = m.key()
			p.Value = m.expr()
		}
		o.Props = append(o.Props, p)
	}
	return o
}
