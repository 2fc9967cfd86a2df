package js

import (
	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/file"
)

// A mapper turns goja's syntax tree into ours. It takes the tree's shape from goja
// and everything spelled out (names, strings, numbers, templates, regular
// expressions) from the source itself.
type mapper struct {
	s *source
	// base is the offset in the source of the text that goja was given.
	base int
	errs ErrorList
	fn   functionContext
}

// functionContext is what the innermost function allows.
type functionContext struct {
	async, generator bool
	labels           []label
}

type label struct {
	name string
	loop bool
}

// pos gives the place of one of goja's indexes.
func (m *mapper) pos(idx file.Idx) Pos { return Pos(int(idx) + m.base) }

// offset gives the byte offset of one of goja's indexes.
func (m *mapper) offset(idx file.Idx) int { return int(idx) - 1 + m.base }

func (m *mapper) errorAt(offset int, msg string) {
	m.errs = append(m.errs, m.s.errorAt(offset, msg))
}

func (m *mapper) errorPos(pos Pos, msg string) { m.errorAt(int(pos)-1, msg) }

// unsupported reports a construct that our tree has no node for, and gives an
// expression to stand in its place until the statement is dropped.
func (m *mapper) unsupported(offset int, what string) Expr {
	m.errorAt(offset, "unsupported: "+what)
	return &NullLit{}
}

// startOf gives the index of the first character of an expression, without the
// parentheses around it. (The tree's own Idx0 misses the tag of a template and
// recurses as deep as the expression is.)
func startOf(e ast.Expression) file.Idx {
	for {
		switch x := e.(type) {
		case *ast.BinaryExpression:
			e = x.Left
		case *ast.AssignExpression:
			e = x.Left
		case *ast.ConditionalExpression:
			e = x.Test
		case *ast.CallExpression:
			e = x.Callee
		case *ast.DotExpression:
			e = x.Left
		case *ast.PrivateDotExpression:
			e = x.Left
		case *ast.BracketExpression:
			e = x.Left
		case *ast.OptionalChain:
			e = x.Expression
		case *ast.Optional:
			e = x.Expression
		case *ast.SequenceExpression:
			e = x.Sequence[0]
		case *ast.TemplateLiteral:
			if x.Tag == nil {
				return x.OpenQuote
			}
			e = x.Tag
		case *ast.UnaryExpression:
			if !x.Postfix {
				return x.Idx
			}
			e = x.Operand
		default:
			return e.Idx0()
		}
	}
}
