package js

import (
	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/token"
)

// binding maps the target of a declaration, parameter or catch clause, in which
// only variables are bound.
func (m *mapper) binding(e ast.Expression) Pattern { return m.pattern(e, false) }

// assignmentTarget maps the target of an assignment, in which also properties are
// stored to.
func (m *mapper) assignmentTarget(e ast.Expression) Pattern { return m.pattern(e, true) }

func (m *mapper) pattern(e ast.Expression, members bool) Pattern {
	switch e := e.(type) {
	case *ast.Identifier:
		return m.ident(e)
	case *ast.DotExpression, *ast.BracketExpression:
		if x, ok := m.expr(e).(*Member); ok && members && !x.Optional {
			return x
		}
	case *ast.ArrayPattern:
		return m.arrayPattern(e, members)
	case *ast.ObjectPattern:
		return m.objectPattern(e, members)
	case *ast.AssignExpression:
		if e.Operator == token.ASSIGN {
			target := m.pattern(e.Left, members)
			return &DefaultPattern{target.Position(), target, m.expr(e.Right)}
		}
	case *ast.PrivateDotExpression:
		m.unsupported(m.offset(e.Identifier.Idx), "private name")
		return &Ident{}
	}
	if members {
		m.errorAt(m.offset(startOf(e)), "invalid target of an assignment")
	} else {
		m.errorAt(m.offset(startOf(e)), "invalid target of a declaration")
	}
	return &Ident{}
}

func (m *mapper) arrayPattern(e *ast.ArrayPattern, members bool) Pattern {
	out := &ArrayPattern{Pos: m.pos(e.LeftBracket)}
	if len(e.Elements) > 0 {
		out.Elems = make([]Pattern, len(e.Elements))
	}
	for i, el := range e.Elements {
		if el != nil {
			m.checkElement(el, members)
			out.Elems[i] = m.pattern(el, members)
		}
	}
	if e.Rest != nil {
		m.checkElement(e.Rest, members)
		out.Rest = m.rest(e.Rest, members)
	}
	return out
}

// rest maps what follows the ... of an array pattern or parameter list, which
// cannot have a default.
func (m *mapper) rest(e ast.Expression, members bool) Pattern {
	p := m.pattern(e, members)
	if d, ok := p.(*DefaultPattern); ok {
		m.errorPos(d.Pos, "a rest element cannot have a default")
	}
	return p
}

func (m *mapper) objectPattern(e *ast.ObjectPattern, members bool) Pattern {
	out := &ObjectPattern{Pos: m.pos(e.LeftBrace)}
	if len(e.Properties) > 0 {
		out.Props = make([]PatternProp, len(e.Properties))
	}
	for i, p := range e.Properties {
		m.patternProp(&out.Props[i], p, members)
	}
	if e.Rest != nil {
		m.checkElement(e.Rest, members)
		if at := m.s.previous(m.offset(e.RightBrace)); m.s.masked[at] == ',' {
			m.errorAt(at, "a comma after the rest element")
		}
		out.Rest = m.rest(e.Rest, members)
		switch rest := out.Rest.(type) {
		case *ArrayPattern, *ObjectPattern:
			m.errorPos(rest.Position(), "the rest element of an object pattern cannot be a pattern")
		}
	}
	return out
}

func (m *mapper) patternProp(out *PatternProp, p ast.Property, members bool) {
	switch p := p.(type) {
	case *ast.PropertyShort:
		out.Pos = m.pos(p.Name.Idx)
		id := m.ident(&p.Name)
		out.Key, out.Value, out.Shorthand = id.Name, id, true
		if p.Initializer != nil {
			out.Value = &DefaultPattern{id.Pos, id, m.expr(p.Initializer)}
		}
	case *ast.PropertyKeyed:
		out.Pos = m.pos(p.Key.Idx0())
		out.Key, out.KeyKind, out.Computed = m.key(p)
		m.checkElement(p.Value, members)
		out.Value = m.pattern(p.Value, members)
	default:
		m.errorAt(m.offset(p.Idx0()), "invalid property of a pattern")
		out.Value = &Ident{}
	}
}
