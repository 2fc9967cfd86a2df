package js

import (
	"github.com/dop251/goja/ast"
)

func (m *mapper) function(f *ast.FunctionLiteral) *Function {
	out := &Function{Async: f.Async, Generator: f.Generator}
	if f.Name != nil {
		out.Name = m.name(f.Name)
	}
	outer := m.fn
	m.fn = functionContext{async: f.Async, generator: f.Generator}
	m.params(out, f.ParameterList)
	m.body(out, f.Body)
	m.fn = outer
	return out
}

func (m *mapper) arrow(f *ast.ArrowFunctionLiteral) *Function {
	out := &Function{Arrow: true, Async: f.Async}
	outer := m.fn
	m.fn = functionContext{async: f.Async}
	m.params(out, f.ParameterList)
	switch body := f.Body.(type) {
	case *ast.ExpressionBody:
		out.ExprBody = m.expr(body.Expression)
	case *ast.BlockStatement:
		m.body(out, body)
	}
	m.fn = outer
	return out
}

func (m *mapper) params(out *Function, list *ast.ParameterList) {
	if len(list.List) > 0 {
		out.Params = make([]Pattern, len(list.List))
	}
	for i, b := range list.List {
		if out.Arrow {
			m.checkParam(b.Target, i == 0)
		}
		p := m.binding(b.Target)
		if b.Initializer != nil {
			p = &DefaultPattern{p.Position(), p, m.expr(b.Initializer)}
		}
		out.Params[i] = p
	}
	if list.Rest != nil {
		m.checkElement(list.Rest, false)
		out.Rest = m.rest(list.Rest, false)
	}
}

func (m *mapper) body(out *Function, b *ast.BlockStatement) {
	directives, list := m.directives(b.List)
	out.Directives = directives
	out.Body = m.stmts(list)
}
