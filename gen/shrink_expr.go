package gen

import "assay/js"

// pattern cuts patterns: their items, and the defaults in them.
func (c cutter) pattern(p js.Pattern, k func(js.Pattern) bool) bool {
	switch p := p.(type) {
	case *js.DefaultPattern:
		return (c.pass != cutBits || k(p.Target)) &&
			c.pattern(p.Target, func(t js.Pattern) bool { q := *p; q.Target = t; return k(&q) }) &&
			c.expr(p.Default, func(x js.Expr) bool { q := *p; q.Default = x; return k(&q) })
	case *js.ArrayPattern:
		if c.pass == cutBits {
			if p.Rest != nil && !k(&js.ArrayPattern{Pos: p.Pos, Elems: p.Elems}) {
				return false
			}
			if !runs(p.Elems, func(es []js.Pattern) bool { q := *p; q.Elems = es; return k(&q) }) {
				return false
			}
		}
		for i, e := range p.Elems {
			if e == nil {
				continue
			}
			if !c.pattern(e, func(e js.Pattern) bool { q := *p; q.Elems = with(p.Elems, i, 1, e); return k(&q) }) {
				return false
			}
		}
	case *js.ObjectPattern:
		if c.pass == cutBits {
			if p.Rest != nil && !k(&js.ObjectPattern{Pos: p.Pos, Props: p.Props}) {
				return false
			}
			if !runs(p.Props, func(ps []js.PatternProp) bool { q := *p; q.Props = ps; return k(&q) }) {
				return false
			}
		}
		for i, e := range p.Props {
			ok := c.pattern(e.Value, func(v js.Pattern) bool {
				e := e
				e.Value, e.Shorthand = v, false
				q := *p
				q.Props = with(p.Props, i, 1, e)
				return k(&q)
			})
			if !ok {
				return false
			}
		}
	case *js.Member:
		return c.member(p, false, func(x js.Expr) bool {
			m, ok := x.(*js.Member)
			return !ok || k(m)
		})
	}
	return true
}

// exprs cuts a list of arguments or elements; holes are nil.
func (c cutter) exprs(list []js.Expr, k func([]js.Expr) bool) bool {
	if c.pass == cutBits && !runs(list, k) {
		return false
	}
	for i, x := range list {
		if x != nil && !c.expr(x, func(x js.Expr) bool { return k(with(list, i, 1, x)) }) {
			return false
		}
	}
	return true
}

// expr cuts an expression whose value is used.
func (c cutter) expr(x js.Expr, k func(js.Expr) bool) bool {
	if c.pass == cutExprs && !replacements(x, k) {
		return false
	}
	switch x := x.(type) {
	case *js.Template:
		return c.template(x, func(t *js.Template) bool { return k(t) })
	case *js.TaggedTemplate:
		return c.template(x.Template, func(t *js.Template) bool { q := *x; q.Template = t; return k(&q) })
	case *js.ArrayLit:
		return c.exprs(x.Elems, func(es []js.Expr) bool { return k(&js.ArrayLit{Pos: x.Pos, Elems: es}) })
	case *js.ObjectLit:
		return c.object(x, k)
	case *js.Spread:
		return c.expr(x.X, func(y js.Expr) bool { return k(&js.Spread{Pos: x.Pos, X: y}) })
	case *js.FunctionExpr:
		if c.pass == cutBits && x.Func.Name != "" {
			f := *x.Func
			f.Name = ""
			if !k(&js.FunctionExpr{Pos: x.Pos, Func: &f}) {
				return false
			}
		}
		return c.function(x.Func, func(f *js.Function) bool { return k(&js.FunctionExpr{Pos: x.Pos, Func: f}) })
	case *js.Unary:
		if x.Op == "delete" {
			return c.callee(x.X, func(y js.Expr) bool { q := *x; q.X = y; return k(&q) })
		}
		return c.expr(x.X, func(y js.Expr) bool { q := *x; q.X = y; return k(&q) })
	case *js.Binary:
		return c.expr(x.X, func(y js.Expr) bool { q := *x; q.X = y; return k(&q) }) &&
			c.expr(x.Y, func(y js.Expr) bool { q := *x; q.Y = y; return k(&q) })
	case *js.Logical:
		return c.expr(x.X, func(y js.Expr) bool { q := *x; q.X = y; return k(&q) }) &&
			c.expr(x.Y, func(y js.Expr) bool { q := *x; q.Y = y; return k(&q) })
	case *js.Conditional:
		return c.expr(x.Test, func(y js.Expr) bool { q := *x; q.Test = y; return k(&q) }) &&
			c.expr(x.Then, func(y js.Expr) bool { q := *x; q.Then = y; return k(&q) }) &&
			c.expr(x.Else, func(y js.Expr) bool { q := *x; q.Else = y; return k(&q) })
	case *js.Assign:
		return c.pattern(x.Target, func(p js.Pattern) bool { q := *x; q.Target = p; return k(&q) }) &&
			c.expr(x.Value, func(y js.Expr) bool { q := *x; q.Value = y; return k(&q) })
	case *js.Update:
		return c.callee(x.X, func(y js.Expr) bool { q := *x; q.X = y; return k(&q) })
	case *js.Sequence:
		return c.exprs(x.List, func(es []js.Expr) bool {
			if len(es) == 1 {
				return k(es[0])
			}
			return len(es) == 0 || k(&js.Sequence{Pos: x.Pos, List: es})
		})
	case *js.Call:
		return c.callee(x.Callee, func(y js.Expr) bool { q := *x; q.Callee = y; return k(&q) }) &&
			c.exprs(x.Args, func(es []js.Expr) bool { q := *x; q.Args = es; return k(&q) })
	case *js.New:
		return c.callee(x.Callee, func(y js.Expr) bool { q := *x; q.Callee = y; return k(&q) }) &&
			c.exprs(x.Args, func(es []js.Expr) bool { q := *x; q.Args = es; return k(&q) })
	case *js.Member:
		return c.member(x, false, k)
	case *js.Chain:
		return c.link(x.X, func(y js.Expr) bool { return k(&js.Chain{Pos: x.Pos, X: y}) })
	case *js.AwaitExpr:
		return c.expr(x.X, func(y js.Expr) bool { return k(&js.AwaitExpr{Pos: x.Pos, X: y}) })
	}
	return true
}

// callee cuts an expression that has to keep its kind: what is called, updated or
// deleted, and methods.
func (c cutter) callee(x js.Expr, k func(js.Expr) bool) bool {
	switch x := x.(type) {
	case *js.Member:
		return c.member(x, false, k)
	case *js.FunctionExpr:
		return c.function(x.Func, func(f *js.Function) bool { return k(&js.FunctionExpr{Pos: x.Pos, Func: f}) })
	case *js.Call, *js.Chain:
		return c.expr(x, k)
	}
	return true
}

// link cuts what stands in an optional chain, and keeps the chain.
func (c cutter) link(x js.Expr, k func(js.Expr) bool) bool {
	switch x := x.(type) {
	case *js.Member:
		return c.member(x, true, k)
	case *js.Call:
		return c.link(x.Callee, func(y js.Expr) bool { q := *x; q.Callee = y; return k(&q) }) &&
			c.exprs(x.Args, func(es []js.Expr) bool { q := *x; q.Args = es; return k(&q) })
	}
	return c.callee(x, k)
}

// member cuts what stands in a property access. In a chain, the object may be a part
// of that.
func (c cutter) member(x *js.Member, chain bool, k func(js.Expr) bool) bool {
	object := c.expr
	if chain {
		switch x.X.(type) {
		case *js.Member, *js.Call:
			object = c.link
		}
	}
	return object(x.X, func(y js.Expr) bool { q := *x; q.X = y; return k(&q) }) &&
		(x.Index == nil || c.expr(x.Index, func(y js.Expr) bool { q := *x; q.Index = y; return k(&q) }))
}

func (c cutter) template(x *js.Template, k func(*js.Template) bool) bool {
	if c.pass == cutBits {
		for i := range x.Exprs {
			if !k(&js.Template{Pos: x.Pos, Quasis: with(x.Quasis, i+1, 1), Exprs: with(x.Exprs, i, 1)}) {
				return false
			}
		}
	}
	for i, e := range x.Exprs {
		ok := c.expr(e, func(e js.Expr) bool {
			return k(&js.Template{Pos: x.Pos, Quasis: x.Quasis, Exprs: with(x.Exprs, i, 1, e)})
		})
		if !ok {
			return false
		}
	}
	return true
}

func (c cutter) object(x *js.ObjectLit, k func(js.Expr) bool) bool {
	some := func(ps []js.Prop) bool { return k(&js.ObjectLit{Pos: x.Pos, Props: ps}) }
	if c.pass == cutBits && !runs(x.Props, some) {
		return false
	}
	for i, p := range x.Props {
		one := func(p js.Prop) bool { return some(with(x.Props, i, 1, p)) }
		if p.KeyKind == js.KeyComputed && !c.expr(p.Computed, func(y js.Expr) bool { p := p; p.Computed = y; return one(p) }) {
			return false
		}
		value := c.expr
		if p.Method {
			value = c.callee
		}
		if !value(p.Value, func(y js.Expr) bool { p := p; p.Value, p.Shorthand = y, false; return one(p) }) {
			return false
		}
	}
	return true
}

var zero = &js.NumberLit{}

// replacements calls k with what can stand for x: 0, and its operands.
func replacements(x js.Expr, k func(js.Expr) bool) bool {
	all := func(xs ...js.Expr) bool {
		for _, y := range xs {
			if y != nil && !k(y) {
				return false
			}
		}
		return true
	}
	switch x := x.(type) {
	case *js.NumberLit:
		return x.Value == 0 || k(zero)
	case *js.Spread:
		return k(x.X)
	}
	if !k(zero) {
		return false
	}
	switch x := x.(type) {
	case *js.Template:
		return all(x.Exprs...)
	case *js.TaggedTemplate:
		return all(x.Template.Exprs...)
	case *js.ArrayLit:
		return elements(x.Elems, k)
	case *js.ObjectLit:
		for _, p := range x.Props {
			if !p.Method && !k(p.Value) {
				return false
			}
		}
	case *js.FunctionExpr:
		if x.Func.ExprBody != nil {
			return k(x.Func.ExprBody)
		}
	case *js.Unary:
		return k(x.X)
	case *js.Binary:
		return all(x.X, x.Y)
	case *js.Logical:
		return all(x.X, x.Y)
	case *js.Conditional:
		return all(x.Then, x.Else, x.Test)
	case *js.Assign:
		return k(x.Value)
	case *js.Update:
		return k(x.X)
	case *js.Sequence:
		return all(x.List...)
	case *js.Call:
		if f, ok := x.Callee.(*js.FunctionExpr); ok && f.Func.ExprBody != nil && !k(f.Func.ExprBody) {
			return false
		}
		return elements(x.Args, k)
	case *js.New:
		return elements(x.Args, k)
	case *js.Member:
		return all(x.Index, x.X)
	case *js.Chain:
		return inChain(x.X, k)
	case *js.AwaitExpr:
		return k(x.X)
	}
	return true
}

// elements calls k with each element, spreads as what they spread.
func elements(xs []js.Expr, k func(js.Expr) bool) bool {
	for _, x := range xs {
		if s, ok := x.(*js.Spread); ok {
			x = s.X
		}
		if x != nil && !k(x) {
			return false
		}
	}
	return true
}

// inChain calls k with what stands in a chain: its first object, and the indices
// and arguments.
func inChain(x js.Expr, k func(js.Expr) bool) bool {
	for {
		switch y := x.(type) {
		case *js.Member:
			if y.Index != nil && !k(y.Index) {
				return false
			}
			x = y.X
		case *js.Call:
			if !elements(y.Args, k) {
				return false
			}
			x = y.Callee
		default:
			return k(x)
		}
	}
}
