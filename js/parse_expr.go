package js

import (
	"strconv"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/file"
	"github.com/dop251/goja/token"
)

func (m *mapper) exprOrNil(e ast.Expression) Expr {
	if e == nil {
		return nil
	}
	return m.expr(e)
}

func (m *mapper) exprs(list []ast.Expression) []Expr {
	if len(list) == 0 {
		return nil
	}
	out := make([]Expr, len(list))
	for i, e := range list {
		out[i] = m.exprOrNil(e)
	}
	return out
}

// expr maps an expression. The larger cases are functions of their own, to keep
// the frame of this one small: it recurses as deep as the expression is.
func (m *mapper) expr(e ast.Expression) Expr {
	switch e := e.(type) {
	case *ast.Identifier:
		return m.ident(e)
	case *ast.NumberLiteral:
		return m.number(e)
	case *ast.StringLiteral:
		return m.str(e)
	case *ast.BooleanLiteral:
		return &BoolLit{m.pos(e.Idx), e.Value}
	case *ast.NullLiteral:
		return &NullLit{m.pos(e.Idx)}
	case *ast.ThisExpression:
		return &ThisExpr{m.pos(e.Idx)}
	case *ast.RegExpLiteral:
		return m.regExp(e)
	case *ast.BinaryExpression:
		return m.binary(e)
	case *ast.UnaryExpression:
		return m.unary(e)
	case *ast.AssignExpression:
		return m.assign(e)
	case *ast.CallExpression:
		callee, optional := m.operand(e.Callee, e.LeftParenthesis)
		return &Call{callee.Position(), callee, m.exprs(e.ArgumentList), optional}
	case *ast.DotExpression:
		x, optional := m.operand(e.Left, e.Identifier.Idx)
		return &Member{x.Position(), x, m.name(&e.Identifier), nil, optional}
	case *ast.BracketExpression:
		x, optional := m.operand(e.Left, e.LeftBracket)
		return &Member{x.Position(), x, "", m.expr(e.Member), optional}
	case *ast.OptionalChain:
		x := m.expr(e.Expression)
		return &Chain{x.Position(), x}
	case *ast.ConditionalExpression:
		test := m.expr(e.Test)
		then := m.expr(e.Consequent)
		return &Conditional{test.Position(), test, then, m.expr(e.Alternate)}
	case *ast.SequenceExpression:
		list := m.exprs(e.Sequence)
		return &Sequence{list[0].Position(), list}
	case *ast.NewExpression:
		callee := m.expr(e.Callee)
		return &New{m.pos(e.New), callee, m.exprs(e.ArgumentList)}
	case *ast.ArrayLiteral:
		return &ArrayLit{m.pos(e.LeftBracket), m.exprs(e.Value)}
	case *ast.ObjectLiteral:
		return m.object(e)
	case *ast.SpreadElement:
		x := m.expr(e.Expression)
		return &Spread{Pos(m.s.ellipsis(int(x.Position()) - 1)), x}
	case *ast.FunctionLiteral:
		return &FunctionExpr{m.pos(e.Function), m.function(e)}
	case *ast.ArrowFunctionLiteral:
		return &FunctionExpr{m.pos(e.Start), m.arrow(e)}
	case *ast.TemplateLiteral:
		return m.template(e)
	case *ast.AwaitExpression:
		return &AwaitExpr{m.pos(e.Await), m.expr(e.Argument)}
	}
	return m.unknown(e)
}

// unknown reports an expression that has no node in our tree.
func (m *mapper) unknown(e ast.Expression) Expr {
	switch e := e.(type) {
	case *ast.ClassLiteral:
		return m.unsupported(m.offset(e.Class), "class expression")
	case *ast.YieldExpression:
		return m.unsupported(m.offset(e.Yield), "yield expression")
	case *ast.SuperExpression:
		return m.unsupported(m.offset(e.Idx), "super")
	case *ast.MetaProperty:
		return m.unsupported(m.offset(e.Meta.Idx), "new.target")
	case *ast.PrivateDotExpression:
		return m.unsupported(m.offset(e.Identifier.Idx), "private name")
	case *ast.PrivateIdentifier:
		return m.unsupported(m.offset(e.Idx), "private name")
	}
	return m.unsupported(m.offset(startOf(e)), "expression")
}

// operand maps the object of a member access or the callee of a call, and tells
// whether ?. follows it, and then the index given.
func (m *mapper) operand(e ast.Expression, after file.Idx) (x Expr, optional bool) {
	if o, ok := e.(*ast.Optional); ok {
		m.checkOptional(o.Expression, after)
		return m.expr(o.Expression), true
	}
	return m.expr(e), false
}

func isRelational(op token.Token) bool {
	switch op {
	case token.LESS, token.LESS_OR_EQUAL, token.GREATER, token.GREATER_OR_EQUAL, token.INSTANCEOF, token.IN:
		return true
	}
	return false
}

func (m *mapper) binary(e *ast.BinaryExpression) Expr {
	x := m.expr(e.Left)
	// goja groups a < b < c as a < (b < c), and keeps no parentheses.
	for isRelational(e.Operator) {
		right, ok := e.Right.(*ast.BinaryExpression)
		if !ok || !isRelational(right.Operator) || m.enclosed(startOf(right.Left), startOf(right.Right), 0) {
			break
		}
		x = &Binary{x.Position(), e.Operator.String(), x, m.expr(right.Left)}
		e = right
	}
	y := m.expr(e.Right)
	switch e.Operator {
	case token.EXPONENT:
		m.checkPower(e)
	case token.COALESCE:
		m.checkCoalesce(e)
	}
	switch e.Operator {
	case token.LOGICAL_AND, token.LOGICAL_OR, token.COALESCE:
		return &Logical{x.Position(), e.Operator.String(), x, y}
	}
	return &Binary{x.Position(), e.Operator.String(), x, y}
}

func (m *mapper) unary(e *ast.UnaryExpression) Expr {
	x := m.expr(e.Operand)
	switch e.Operator {
	case token.INCREMENT, token.DECREMENT:
		pos := x.Position()
		if !e.Postfix {
			pos = m.pos(e.Idx)
		}
		return &Update{pos, e.Operator.String(), !e.Postfix, x}
	}
	return &Unary{m.pos(e.Idx), e.Operator.String(), x}
}

func (m *mapper) assign(e *ast.AssignExpression) Expr {
	target := m.assignmentTarget(e.Left)
	op := "="
	if e.Operator != token.ASSIGN {
		op = e.Operator.String() + "="
	}
	return &Assign{target.Position(), op, target, m.expr(e.Right)}
}

func (m *mapper) object(e *ast.ObjectLiteral) Expr {
	out := &ObjectLit{Pos: m.pos(e.LeftBrace)}
	if len(e.Value) > 0 {
		out.Props = make([]Prop, len(e.Value))
	}
	for i, p := range e.Value {
		m.prop(&out.Props[i], p)
	}
	m.checkProto(out)
	return out
}

func (m *mapper) prop(out *Prop, p ast.Property) {
	switch p := p.(type) {
	case *ast.SpreadElement:
		out.Spread = true
		out.Value = m.expr(p.Expression)
		out.Pos = Pos(m.s.ellipsis(int(out.Value.Position()) - 1))
	case *ast.PropertyShort:
		out.Pos = m.pos(p.Name.Idx)
		id := m.ident(&p.Name)
		out.Key, out.Value, out.Shorthand = id.Name, id, true
		if p.Initializer != nil {
			m.errorPos(out.Pos, "a shorthand property cannot have an initializer")
		}
	case *ast.PropertyKeyed:
		out.Pos = m.pos(p.Key.Idx0())
		if f, ok := p.Value.(*ast.FunctionLiteral); ok && p.Kind != ast.PropertyKindValue {
			out.Pos = m.pos(f.Function) // before get, set, async or *
			out.Method = true
		}
		switch p.Kind {
		case ast.PropertyKindGet:
			m.unsupported(int(out.Pos)-1, "getter")
		case ast.PropertyKindSet:
			m.unsupported(int(out.Pos)-1, "setter")
		}
		out.Key, out.KeyKind, out.Computed = m.key(p)
		out.Value = m.expr(p.Value)
	default:
		m.errorAt(m.offset(p.Idx0()), "unsupported: property")
		out.Value = &NullLit{}
	}
}

// key maps the key of a property of a literal or pattern.
func (m *mapper) key(p *ast.PropertyKeyed) (key string, kind KeyKind, computed Expr) {
	if p.Computed {
		return "", KeyComputed, m.expr(p.Key)
	}
	switch k := p.Key.(type) {
	case *ast.StringLiteral:
		if at := m.offset(k.Idx); m.s.text[at] != '"' && m.s.text[at] != '\'' {
			return m.s.identifier(at), KeyName, nil
		}
		return m.str(k).Value, KeyString, nil
	case *ast.NumberLiteral:
		return NumberText(m.number(k).Value), KeyNumber, nil
	case *ast.PrivateIdentifier:
		m.unsupported(m.offset(k.Idx), "private name")
	default:
		m.errorAt(m.offset(k.Idx0()), "unsupported: property key")
	}
	return "", KeyName, nil
}

func (m *mapper) number(e *ast.NumberLiteral) *NumberLit {
	at := m.offset(e.Idx)
	text := m.s.text[at : at+len(e.Literal)]
	if text[len(text)-1] == 'n' {
		m.unsupported(at, "BigInt literal")
		return &NumberLit{}
	}
	return &NumberLit{m.pos(e.Idx), numberValue(text)}
}

func (m *mapper) str(e *ast.StringLiteral) *StringLit {
	at := m.offset(e.Idx)
	value, bad := decodeString(m.s.text[at+1 : m.s.stringEnd(at)-1])
	if bad >= 0 {
		m.errorAt(at+1+bad, "invalid escape sequence")
	}
	return &StringLit{m.pos(e.Idx), value}
}

func (m *mapper) regExp(e *ast.RegExpLiteral) Expr {
	at := m.offset(e.Idx)
	text := m.s.text[at : at+len(e.Pattern)+2+len(e.Flags)]
	return &RegExpLit{m.pos(e.Idx), text[1 : 1+len(e.Pattern)], text[len(e.Pattern)+2:]}
}

func (m *mapper) template(e *ast.TemplateLiteral) Expr {
	out := &Template{Pos: m.pos(e.OpenQuote), Quasis: make([]Quasi, len(e.Elements))}
	var tag Expr
	if e.Tag != nil {
		tag = m.expr(e.Tag)
	}
	for i, q := range e.Elements {
		// The index that goja gives is that of the character after the first one,
		// or of the first if that is the last of the file.
		at := m.offset(e.OpenQuote) + 1
		if i > 0 {
			at = m.offset(q.Idx) - 1
		}
		quasi := &out.Quasis[i]
		var bad int
		quasi.Raw, quasi.Cooked, bad = decodeTemplate(m.s.text[at : at+len(q.Literal)])
		if bad >= 0 {
			quasi.Invalid = true
			if tag == nil {
				m.errorAt(at+bad, "invalid escape sequence in template")
			}
		}
	}
	out.Exprs = m.exprs(e.Expressions)
	if tag != nil {
		return &TaggedTemplate{tag.Position(), tag, out}
	}
	return out
}

// name gives the name of an identifier, label or property.
func (m *mapper) name(id *ast.Identifier) string {
	at := m.offset(id.Idx)
	name := m.s.identifier(at)
	if name == "" {
		m.errorAt(at, "cannot tell "+strconv.Quote(id.Name.String())+" from what precedes it")
	}
	return name
}

// ident maps a variable.
func (m *mapper) ident(id *ast.Identifier) *Ident {
	name := m.name(id)
	switch {
	case name == "import":
		m.unsupported(m.offset(id.Idx), "import expression")
	case isReserved(name),
		name == "await" && m.fn.async,
		name == "yield" && m.fn.generator:
		m.errorAt(m.offset(id.Idx), "the reserved word "+name+" cannot be a variable")
	}
	return &Ident{m.pos(id.Idx), name}
}
