package js

import "math"

// A precedence says how tightly an operator binds its operands.
type precedence uint8

const (
	precSequence precedence = iota
	precAssign              // also arrow functions
	precConditional
	precOr // also ??, which mixes with neither || nor &&
	precAnd
	precBitOr
	precBitXor
	precBitAnd
	precEquality
	precRelational
	precShift
	precAdd
	precMultiply
	precPower
	precUnary // also await
	precUpdate
	precCall // also member accesses and new
	precPrimary
)

// binaryPrecedence gives the precedence of a binary operator.
func binaryPrecedence(op string) precedence {
	switch op {
	case "|":
		return precBitOr
	case "^":
		return precBitXor
	case "&":
		return precBitAnd
	case "==", "!=", "===", "!==":
		return precEquality
	case "<", ">", "<=", ">=", "in", "instanceof":
		return precRelational
	case "<<", ">>", ">>>":
		return precShift
	case "+", "-":
		return precAdd
	case "*", "/", "%":
		return precMultiply
	}
	return precPower
}

// precedenceOf gives the precedence of the outermost operator of an expression.
func precedenceOf(e Expr) precedence {
	switch e := e.(type) {
	case *Binary:
		return binaryPrecedence(e.Op)
	case *Call, *Member, *New, *Chain, *TaggedTemplate:
		return precCall
	case *Unary, *AwaitExpr:
		return precUnary
	case *Assign, *Spread:
		return precAssign
	case *Logical:
		if e.Op == "&&" {
			return precAnd
		}
		return precOr
	case *Conditional:
		return precConditional
	case *Update:
		return precUpdate
	case *Sequence:
		return precSequence
	case *FunctionExpr:
		if e.Func.Arrow {
			return precAssign
		}
	case *NumberLit:
		// These have no literal, but an expression of the same value.
		if e.Value != e.Value {
			return precMultiply
		}
		if math.Signbit(e.Value) {
			return precUnary
		}
	}
	return precPrimary
}

// parenthesized tells whether an expression needs parentheses for other reasons
// than its precedence.
func parenthesized(e Expr, c context) bool {
	switch e := e.(type) {
	case *Binary:
		return c&noIn != 0 && e.Op == "in"
	case *ObjectLit:
		return c&(atStmt|atArrow) != 0
	case *FunctionExpr:
		return c&atStmt != 0 && !e.Func.Arrow
	case *Assign:
		// Parentheses around its pattern alone would not do.
		_, braces := e.Target.(*ObjectPattern)
		return braces && c&(atStmt|atArrow) != 0
	case *Ident:
		return c&(atStmt|atFor) != 0 && e.Name == "let"
	}
	return false
}

// expr prints an expression, in parentheses if it binds less tightly than min or
// the context asks for them.
func (w *printer) expr(e Expr, min precedence, c context) {
	if id, ok := e.(*Ident); ok && c&first == 0 {
		w.str(id.Name)
		return
	}
	if precedenceOf(e) < min || c != 0 && parenthesized(e, c) {
		w.byte('(')
		w.bare(e, 0)
		w.byte(')')
		return
	}
	w.bare(e, c)
}

// bare prints an expression without parentheses around it.
func (w *printer) bare(e Expr, c context) {
	switch e := e.(type) {
	case *Ident:
		w.str(e.Name)
	case *NumberLit:
		w.number(e.Value)
	case *StringLit:
		w.quoted(e.Value)
	case *BoolLit:
		if e.Value {
			w.str("true")
		} else {
			w.str("false")
		}
	case *NullLit:
		w.str("null")
	case *ThisExpr:
		w.str("this")
	case *Binary:
		w.binary(e, c)
	case *Logical:
		w.logical(e, c)
	case *Unary:
		w.unary(e, c)
	case *Assign:
		w.pattern(e.Target, c)
		w.byte(' ')
		w.str(e.Op)
		w.byte(' ')
		w.expr(e.Value, precAssign, c&noIn)
	case *Call:
		w.object(e.Callee, c)
		if e.Optional {
			w.str("?.")
		}
		w.args(e.Args)
	case *Member:
		w.member(e, c)
	case *Chain:
		w.bare(e.X, c)
	case *Conditional:
		w.expr(e.Test, precOr, c)
		w.str(" ? ")
		w.expr(e.Then, precAssign, 0)
		w.str(" : ")
		w.expr(e.Else, precAssign, c&noIn)
	case *Update:
		w.update(e, c)
	case *Sequence:
		for i, x := range e.List {
			if i > 0 {
				w.str(", ")
				c &= noIn
			}
			w.expr(x, precAssign, c)
		}
	case *New:
		w.newExpr(e)
	case *ArrayLit:
		w.array(e)
	case *ObjectLit:
		w.objectLit(e)
	case *FunctionExpr:
		w.function(e.Func, c&noIn)
	case *Template:
		w.template(e)
	case *TaggedTemplate:
		w.object(e.Tag, c)
		w.template(e.Template)
	case *RegExpLit:
		w.regExp(e)
	case *AwaitExpr:
		w.str("await ")
		w.expr(e.X, precUnary, c&noIn)
	case *Spread:
		w.str("...")
		w.expr(e.X, precAssign, c&noIn)
	}
}

func (w *printer) infix(op string) {
	w.byte(' ')
	w.str(op)
	w.byte(' ')
}

// binary prints the operators that group to the left, and **, which groups to the
// right and has no unary operator before it. A comparison within a comparison has
// parentheses on either side, though the left one needs none: goja reads
// a < b < c as a < (b < c).
func (w *printer) binary(e *Binary, c context) {
	prec := binaryPrecedence(e.Op)
	left, right := prec, prec+1
	switch prec {
	case precPower:
		left, right = precUpdate, precPower
	case precRelational:
		left = prec + 1
	}
	w.expr(e.X, left, c)
	w.infix(e.Op)
	w.expr(e.Y, right, c&noIn)
}

func (w *printer) logical(e *Logical, c context) {
	left, right := precOr, precAnd
	x, ok := e.X.(*Logical)
	switch e.Op {
	case "&&":
		left, right = precAnd, precBitOr
	case "??":
		right = precBitOr
		if !ok || x.Op != "??" {
			left = precBitOr
		}
	default:
		if ok && x.Op == "??" {
			left = precAnd
		}
	}
	w.expr(e.X, left, c)
	w.infix(e.Op)
	w.expr(e.Y, right, c&noIn)
}

func (w *printer) unary(e *Unary, c context) {
	w.str(e.Op)
	if len(e.Op) > 1 || startsWithSign(e.X, e.Op) {
		w.byte(' ') // after typeof, void and delete, and between two signs
	}
	w.expr(e.X, precUnary, c&noIn)
}

// startsWithSign tells whether an operand of a unary operator starts with a sign
// that would join with it.
func startsWithSign(e Expr, sign string) bool {
	switch e := e.(type) {
	case *Unary:
		return e.Op == sign && (sign == "+" || sign == "-")
	case *Update:
		return e.Prefix && e.Op[:1] == sign
	case *NumberLit:
		return sign == "-" && math.Signbit(e.Value)
	}
	return false
}

func (w *printer) update(e *Update, c context) {
	if e.Prefix {
		w.str(e.Op)
		w.expr(e.X, precCall, c&noIn)
		return
	}
	w.expr(e.X, precCall, c)
	w.str(e.Op)
}

// object prints the object of a member access, the callee of a call or the tag of
// a template. An optional chain is in parentheses there, for else it would go on.
func (w *printer) object(e Expr, c context) {
	if _, ok := e.(*Chain); ok {
		w.byte('(')
		w.bare(e, 0)
		w.byte(')')
		return
	}
	w.expr(e, precCall, c)
}

func (w *printer) member(e *Member, c context) {
	_, number := e.X.(*NumberLit)
	if number && e.Index == nil && !e.Optional {
		w.byte('(') // for the dot would be the number's
		w.bare(e.X, 0)
		w.byte(')')
	} else {
		w.object(e.X, c)
	}
	switch {
	case e.Index != nil:
		if e.Optional {
			w.str("?.")
		}
		w.byte('[')
		w.expr(e.Index, precSequence, 0)
		w.byte(']')
	case e.Optional:
		w.str("?.")
		w.str(e.Name)
	default:
		w.byte('.')
		w.str(e.Name)
	}
}

// newExpr prints a new. A call within its callee would take its arguments.
func (w *printer) newExpr(e *New) {
	w.str("new ")
	x := e.Callee
	for {
		switch y := x.(type) {
		case *Member:
			x = y.X
			continue
		case *TaggedTemplate:
			x = y.Tag
			continue
		}
		break
	}
	if _, ok := x.(*Call); ok {
		w.byte('(')
		w.bare(e.Callee, 0)
		w.byte(')')
	} else {
		w.object(e.Callee, 0)
	}
	w.args(e.Args)
}

func (w *printer) args(list []Expr) {
	w.byte('(')
	for i, x := range list {
		if i > 0 {
			w.str(", ")
		}
		w.expr(x, precAssign, 0)
	}
	w.byte(')')
}

func (w *printer) array(e *ArrayLit) {
	w.byte('[')
	for i, x := range e.Elems {
		if i > 0 {
			w.str(", ")
		}
		if x != nil {
			w.expr(x, precAssign, 0)
		}
	}
	if n := len(e.Elems); n > 0 && e.Elems[n-1] == nil {
		w.byte(',')
	}
	w.byte(']')
}

// objectLit prints an object literal on one line, or one property a line if there
// is a function with a body among them.
func (w *printer) objectLit(e *ObjectLit) {
	if len(e.Props) == 0 {
		w.str("{}")
		return
	}
	lines := false
	for i := range e.Props {
		f, ok := e.Props[i].Value.(*FunctionExpr)
		lines = lines || ok && f.Func.ExprBody == nil
	}
	w.byte('{')
	if lines {
		w.indent++
	}
	for i := range e.Props {
		if i > 0 {
			w.byte(',')
		}
		if lines {
			w.line()
		} else {
			w.byte(' ')
		}
		w.prop(&e.Props[i])
	}
	if lines {
		w.indent--
		w.line()
		w.byte('}')
	} else {
		w.str(" }")
	}
}

func (w *printer) prop(p *Prop) {
	if p.Spread {
		w.str("...")
		w.expr(p.Value, precAssign, 0)
		return
	}
	if p.Method {
		if f, ok := p.Value.(*FunctionExpr); ok {
			if f.Func.Async {
				w.str("async ")
			}
			if f.Func.Generator {
				w.byte('*')
			}
			w.key(p.Key, p.KeyKind, p.Computed, 0)
			w.params(f.Func, 0)
			w.byte(' ')
			w.functionBody(f.Func)
			return
		}
	}
	if p.Shorthand && p.KeyKind == KeyName {
		if id, ok := p.Value.(*Ident); ok && id.Name == p.Key {
			w.str(p.Key)
			return
		}
	}
	w.key(p.Key, p.KeyKind, p.Computed, 0)
	w.str(": ")
	w.expr(p.Value, precAssign, 0)
}

func (w *printer) key(name string, kind KeyKind, computed Expr, c context) {
	switch kind {
	case KeyComputed:
		w.byte('[')
		w.expr(computed, precAssign, c)
		w.byte(']')
	case KeyString:
		w.quoted(name)
	case KeyNumber:
		if name == "Infinity" {
			name = infinity
		}
		w.str(name)
	default:
		w.str(name)
	}
}

// function prints a function declaration, a function expression or an arrow
// function.
func (w *printer) function(f *Function, c context) {
	if f.Async {
		w.str("async ")
	}
	if f.Arrow {
		w.params(f, c)
		w.str(" => ")
		if f.ExprBody != nil {
			w.expr(f.ExprBody, precAssign, c|atArrow)
		} else {
			w.functionBody(f)
		}
		return
	}
	w.str("function")
	if f.Generator {
		w.byte('*')
	}
	w.byte(' ')
	w.str(f.Name)
	w.params(f, 0)
	w.byte(' ')
	w.functionBody(f)
}
