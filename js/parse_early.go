package js

import (
	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/file"
	"github.com/dop251/goja/token"
)

// The checks in this file are for what goja's parser takes but JavaScript does not.
// Most of them turn on parentheses, which goja's tree does not keep.

// enclosed tells whether parentheses that open just before one token of an
// expression close after another one of it and before what follows the expression.
// All are given by their index, limit may be 0 for the end of the source.
func (m *mapper) enclosed(first, inside, limit file.Idx) bool {
	at, from, to := m.offset(first), m.offset(inside), len(m.s.text)
	if limit > 0 {
		to = m.offset(limit)
	}
	for {
		at = m.s.previous(at)
		if at < 0 || m.s.masked[at] != '(' {
			return false
		}
		if end := m.s.closing(at); end > from && end < to {
			return true
		}
	}
}

// checkPower refuses await a ** b.
func (m *mapper) checkPower(e *ast.BinaryExpression) {
	if left, ok := e.Left.(*ast.AwaitExpression); ok && !m.enclosed(left.Await, left.Await, startOf(e.Right)) {
		m.errorAt(m.offset(left.Await), "an await expression before ** needs parentheses")
	}
}

// checkCoalesce refuses && and || next to ?? without parentheses. (goja sees some.)
func (m *mapper) checkCoalesce(e *ast.BinaryExpression) {
	mixed := func(x ast.Expression, limit file.Idx) bool {
		b, ok := x.(*ast.BinaryExpression)
		return ok && (b.Operator == token.LOGICAL_AND || b.Operator == token.LOGICAL_OR) &&
			!m.enclosed(startOf(b.Left), startOf(b.Right), limit)
	}
	if mixed(e.Left, startOf(e.Right)) || mixed(e.Right, 0) {
		m.errorAt(m.offset(startOf(e)), "&& and || cannot be mixed with ?? without parentheses")
	}
}

// checkOptional refuses new a?.b(), where the new has neither arguments nor
// parentheses; after is what follows the ?. .
func (m *mapper) checkOptional(x ast.Expression, after file.Idx) {
	if n, ok := x.(*ast.NewExpression); ok && n.LeftParenthesis == 0 && !m.enclosed(n.New, n.New, after) {
		m.errorAt(m.offset(n.New), "the callee of new cannot be an optional chain")
	}
}

// checkProto refuses an object literal that sets its prototype twice.
func (m *mapper) checkProto(o *ObjectLit) {
	found := false
	for i := range o.Props {
		p := &o.Props[i]
		if p.Key == "__proto__" && !p.Spread && !p.Shorthand && !p.Method && (p.KeyKind == KeyName || p.KeyKind == KeyString) {
			if found {
				m.errorPos(p.Pos, "__proto__ is set twice")
			}
			found = true
		}
	}
}

// checkElement refuses an element of a pattern that is in parentheses, unless it is
// a variable or property to assign to.
func (m *mapper) checkElement(e ast.Expression, members bool) {
	first := startOf(e)
	before := m.s.previous(m.offset(first))
	if before < 0 || m.s.masked[before] != '(' {
		return
	}
	bad := !members
	switch e := e.(type) {
	case *ast.ArrayPattern, *ast.ObjectPattern:
		bad = true
	case *ast.AssignExpression:
		bad = bad || m.enclosed(first, startOf(e.Right), 0)
		switch e.Left.(type) {
		case *ast.ArrayPattern, *ast.ObjectPattern:
			bad = true
		}
	}
	if bad {
		m.errorAt(m.offset(first), "parentheses around a part of a pattern")
	}
}

// checkParam refuses parentheses around a parameter of an arrow function. Those of
// the parameter list may precede the first.
func (m *mapper) checkParam(e ast.Expression, first bool) {
	at := m.offset(startOf(e))
	before := m.s.previous(at)
	if before < 0 || m.s.masked[before] != '(' {
		return
	}
	if first {
		if end := m.s.closing(before); end >= 0 && m.arrowFollows(end+1) {
			return
		}
		// A single parameter needs no list.
		if end, _, _ := wordEnd(m.s.text, at); m.arrowFollows(end) {
			return
		}
	}
	m.errorAt(at, "parentheses around a parameter")
}

// arrowFollows tells whether => is the next token from an offset on.
func (m *mapper) arrowFollows(at int) bool {
	for at < len(m.s.masked) && m.s.previous(at+1) != at {
		at++
	}
	return at+1 < len(m.s.masked) && m.s.masked[at] == '=' && m.s.masked[at+1] == '>'
}
