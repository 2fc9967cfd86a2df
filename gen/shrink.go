package gen

import (
	"iter"

	"assay/js"
)

// Shrink yields programs that are smaller than p by one cut each, the large cuts
// first:
//
//  1. runs of statements are dropped, whole lists before their halves;
//  2. compound statements are replaced by what they are made of, and functions by
//     their bodies;
//  3. cases, else arms, labels, parameters, arguments, elements and the like are
//     dropped;
//  4. expressions are replaced by 0 or by their operands.
//
// If p is Valid, so is all that is yielded, and it uses no global name that p does
// not use; if p Terminates, so does all that is yielded. What is not cut is shared
// with p. To reduce a program, take the first one that still fails and start again
// from there; that ends, as every cut makes the program smaller.
func Shrink(p *js.Program) iter.Seq[*js.Program] {
	return func(yield func(*js.Program) bool) {
		keep := shrinkFilter(p)
		cuts(p, func(q *js.Program) bool { return !keep(q) || yield(q) })
	}
}

// shrinkFilter returns what says which cuts of p are worth a try.
func shrinkFilter(p *js.Program) func(*js.Program) bool {
	valid, ends := check(p, nil)
	if valid != nil {
		return func(*js.Program) bool { return true }
	}
	globals := freeNames(p)
	return func(q *js.Program) bool {
		v, e := check(q, globals)
		return v == nil && (e == nil || ends != nil)
	}
}

// cutter walks a program once for each kind of cut. Its methods take a part of the
// program and what builds a program around another part in its place, and call
// that for each cut; they return false to end the walk.
type cutter struct{ pass cutPass }

type cutPass uint8

const (
	cutRuns cutPass = iota
	cutHoists
	cutBits
	cutExprs
	numCutPasses
)

// cuts yields p with one cut, valid or not, for each cut. Something is always left.
func cuts(p *js.Program, yield func(*js.Program) bool) {
	for pass := range numCutPasses {
		c := cutter{pass}
		list := c.list
		if pass == cutHoists {
			list = c.each // functions stay functions
		}
		ok := list(p.Body, func(body []js.Stmt) bool {
			if len(body) == 0 {
				return true // nothing is left to fail
			}
			q := *p
			q.Body = body
			return yield(&q)
		})
		if !ok {
			return
		}
	}
}

// with returns a copy of list in which the n elements from i on are replaced.
func with[T any](list []T, i, n int, by ...T) []T {
	out := make([]T, 0, len(list)-n+len(by))
	out = append(out, list[:i]...)
	out = append(out, by...)
	return append(out, list[i+n:]...)
}

// runs calls k with the list without each of its runs: of the whole length, then
// of half of it, and so on down to one.
func runs[T any](list []T, k func([]T) bool) bool {
	for n := len(list); n > 0; n /= 2 {
		for i := 0; i < len(list); i += n {
			if !k(with(list, i, min(n, len(list)-i))) {
				return false
			}
		}
	}
	return true
}

func (c cutter) list(list []js.Stmt, k func([]js.Stmt) bool) bool {
	if c.pass == cutRuns && !runs(list, k) {
		return false
	}
	for i, s := range list {
		if c.pass == cutHoists {
			ok := parts(s, func(part []js.Stmt) bool { return k(with(list, i, 1, part...)) })
			if !ok {
				return false
			}
		}
		if !c.stmt(s, func(s js.Stmt) bool { return k(with(list, i, 1, s)) }) {
			return false
		}
	}
	return true
}

// each cuts the statements of a list, and leaves the list as it is.
func (c cutter) each(list []js.Stmt, k func([]js.Stmt) bool) bool {
	for i, s := range list {
		if !c.stmt(s, func(s js.Stmt) bool { return k(with(list, i, 1, s)) }) {
			return false
		}
	}
	return true
}

// parts calls k with the lists of statements that can stand for s: each part of
// it as it is, and as a block if that has variables of its own.
func parts(s js.Stmt, k func([]js.Stmt) bool) bool {
	part := func(s js.Stmt) bool {
		b, ok := s.(*js.Block)
		if !ok {
			return k([]js.Stmt{s})
		}
		return k(b.Body) && (!declares(b.Body) || k([]js.Stmt{b}))
	}
	// A condition may stand before what depends on it.
	after := func(x js.Expr, list []js.Stmt) bool {
		return k(append([]js.Stmt{&js.ExprStmt{X: x}}, list...))
	}
	// The body of a loop may only stand without the jumps that go to the loop.
	loop := func(x js.Expr, body js.Stmt) bool {
		if !part(body) {
			return false
		}
		rest := bodyList(body)
		if holdsJump(body) {
			list := rest
			rest = nil
			for _, s := range list {
				if !holdsJump(s) {
					rest = append(rest, s)
				}
			}
			if !k(rest) {
				return false
			}
		}
		return x == nil || after(x, rest)
	}
	switch s := s.(type) {
	case *js.Block:
		return k(s.Body)
	case *js.If:
		return part(s.Then) && after(s.Test, bodyList(s.Then)) && (s.Else == nil || part(s.Else))
	case *js.While:
		return loop(s.Test, s.Body)
	case *js.DoWhile:
		return loop(s.Test, s.Body)
	case *js.For:
		if s.Init != nil && !k(append([]js.Stmt{s.Init}, bodyList(s.Body)...)) {
			return false
		}
		return loop(s.Test, s.Body)
	case *js.ForOf:
		return loop(s.Right, s.Body)
	case *js.ForIn:
		return loop(s.Right, s.Body)
	case *js.Labeled:
		return part(s.Body)
	case *js.Switch:
		var all []js.Stmt
		for i := range s.Cases {
			all = append(all, s.Cases[i].Body...)
		}
		if !k(all) || !after(s.Disc, all) {
			return false
		}
		for i := range s.Cases {
			if b := s.Cases[i].Body; len(b) > 0 && !part(&js.Block{Body: b}) {
				return false
			}
		}
	case *js.Try:
		if !part(s.Block) {
			return false
		}
		if s.Handler != nil && !part(s.Handler) {
			return false
		}
		return s.Finally == nil || part(s.Finally)
	case *js.FunctionDecl:
		return inlined(s.Func, k)
	case *js.VarDecl, *js.ExprStmt, *js.Return, *js.Throw:
		ok := true
		js.Walk(s, func(n js.Node) bool {
			f, isFunction := n.(*js.FunctionExpr)
			if ok && isFunction && f.Func.ExprBody == nil {
				ok = inlined(f.Func, k)
			}
			return ok && !isFunction
		})
		return ok
	}
	return true
}

// inlined calls k with the body of a function, and with that and its parameters as
// variables.
func inlined(f *js.Function, k func([]js.Stmt) bool) bool {
	if !k(f.Body) {
		return false
	}
	if len(f.Params) == 0 {
		return true
	}
	d := &js.VarDecl{Decls: make([]js.Declarator, len(f.Params))}
	for i, p := range f.Params {
		id, ok := p.(*js.Ident)
		if !ok {
			return true
		}
		d.Decls[i] = js.Declarator{Target: id}
	}
	return k(append([]js.Stmt{d}, f.Body...))
}

// holdsJump reports whether a break or continue stands in s, but for nested
// functions.
func holdsJump(s js.Stmt) bool {
	found := false
	js.Walk(s, func(n js.Node) bool {
		switch n.(type) {
		case *js.Break, *js.Continue:
			found = true
		case *js.FunctionExpr, *js.FunctionDecl:
			return false
		}
		return !found
	})
	return found
}

func declares(list []js.Stmt) bool {
	for _, s := range list {
		switch s.(type) {
		case *js.VarDecl, *js.FunctionDecl:
			return true
		}
	}
	return false
}

// body cuts a statement that stands alone, such as the body of a loop.
func (c cutter) body(s js.Stmt, k func(js.Stmt) bool) bool {
	if b, ok := s.(*js.Block); ok {
		return c.block(b, func(b *js.Block) bool { return k(b) })
	}
	switch c.pass {
	case cutRuns:
		if _, ok := s.(*js.Empty); !ok && !k(&js.Block{}) {
			return false
		}
	case cutHoists:
		ok := parts(s, func(part []js.Stmt) bool {
			if len(part) == 1 && !declares(part) {
				return k(part[0])
			}
			return k(&js.Block{Body: part})
		})
		if !ok {
			return false
		}
	}
	return c.stmt(s, k)
}

func (c cutter) block(b *js.Block, k func(*js.Block) bool) bool {
	return c.list(b.Body, func(body []js.Stmt) bool { return k(&js.Block{Pos: b.Pos, Body: body}) })
}

// stmt cuts what s consists of.
func (c cutter) stmt(s js.Stmt, k func(js.Stmt) bool) bool {
	switch s := s.(type) {
	case *js.VarDecl:
		return c.varDecl(s, k)
	case *js.FunctionDecl:
		return c.function(s.Func, func(f *js.Function) bool { return k(&js.FunctionDecl{Pos: s.Pos, Func: f}) })
	case *js.ExprStmt:
		return c.expr(s.X, func(x js.Expr) bool { return k(&js.ExprStmt{Pos: s.Pos, X: x}) })
	case *js.Block:
		return c.block(s, func(b *js.Block) bool { return k(b) })
	case *js.If:
		if c.pass == cutBits && s.Else != nil && !k(&js.If{Pos: s.Pos, Test: s.Test, Then: s.Then}) {
			return false
		}
		return c.expr(s.Test, func(x js.Expr) bool { q := *s; q.Test = x; return k(&q) }) &&
			c.body(s.Then, func(b js.Stmt) bool { q := *s; q.Then = b; return k(&q) }) &&
			(s.Else == nil || c.body(s.Else, func(b js.Stmt) bool { q := *s; q.Else = b; return k(&q) }))
	case *js.While:
		return c.expr(s.Test, func(x js.Expr) bool { q := *s; q.Test = x; return k(&q) }) &&
			c.body(s.Body, func(b js.Stmt) bool { q := *s; q.Body = b; return k(&q) })
	case *js.DoWhile:
		return c.body(s.Body, func(b js.Stmt) bool { q := *s; q.Body = b; return k(&q) }) &&
			c.expr(s.Test, func(x js.Expr) bool { q := *s; q.Test = x; return k(&q) })
	case *js.For:
		return c.forStmt(s, k)
	case *js.ForOf:
		return c.expr(s.Right, func(x js.Expr) bool { q := *s; q.Right = x; return k(&q) }) &&
			c.pattern(s.Target, func(p js.Pattern) bool { q := *s; q.Target = p; return k(&q) }) &&
			c.body(s.Body, func(b js.Stmt) bool { q := *s; q.Body = b; return k(&q) })
	case *js.ForIn:
		return c.expr(s.Right, func(x js.Expr) bool { q := *s; q.Right = x; return k(&q) }) &&
			c.pattern(s.Target, func(p js.Pattern) bool { q := *s; q.Target = p; return k(&q) }) &&
			c.body(s.Body, func(b js.Stmt) bool { q := *s; q.Body = b; return k(&q) })
	case *js.Switch:
		return c.switchStmt(s, k)
	case *js.Labeled:
		return c.body(s.Body, func(b js.Stmt) bool { q := *s; q.Body = b; return k(&q) })
	case *js.Break:
		return c.pass != cutBits || s.Label == "" || k(&js.Break{Pos: s.Pos})
	case *js.Continue:
		return c.pass != cutBits || s.Label == "" || k(&js.Continue{Pos: s.Pos})
	case *js.Return:
		if s.X == nil {
			return true
		}
		return (c.pass != cutBits || k(&js.Return{Pos: s.Pos})) &&
			c.expr(s.X, func(x js.Expr) bool { return k(&js.Return{Pos: s.Pos, X: x}) })
	case *js.Throw:
		return c.expr(s.X, func(x js.Expr) bool { return k(&js.Throw{Pos: s.Pos, X: x}) })
	case *js.Try:
		return c.try(s, k)
	}
	return true
}

func (c cutter) varDecl(s *js.VarDecl, k func(js.Stmt) bool) bool {
	one := func(i int, d js.Declarator) bool {
		return k(&js.VarDecl{Pos: s.Pos, Kind: s.Kind, Decls: with(s.Decls, i, 1, d)})
	}
	for i, d := range s.Decls {
		if c.pass == cutBits {
			if len(s.Decls) > 1 && !k(&js.VarDecl{Pos: s.Pos, Kind: s.Kind, Decls: with(s.Decls, i, 1)}) {
				return false
			}
			if _, plain := d.Target.(*js.Ident); plain && d.Init != nil && s.Kind != js.Const &&
				!one(i, js.Declarator{Pos: d.Pos, Target: d.Target}) {
				return false
			}
		}
		if !c.pattern(d.Target, func(p js.Pattern) bool { d := d; d.Target = p; return one(i, d) }) {
			return false
		}
		if d.Init != nil && !c.expr(d.Init, func(x js.Expr) bool { d := d; d.Init = x; return one(i, d) }) {
			return false
		}
	}
	return true
}

func (c cutter) forStmt(s *js.For, k func(js.Stmt) bool) bool {
	if c.pass == cutBits {
		if s.Update != nil {
			q := *s
			q.Update = nil
			if !k(&q) {
				return false
			}
		}
		if s.Init != nil {
			q := *s
			q.Init = nil
			if !k(&q) {
				return false
			}
		}
	}
	return (s.Init == nil || c.stmt(s.Init, func(i js.Stmt) bool { q := *s; q.Init = i; return k(&q) })) &&
		(s.Test == nil || c.expr(s.Test, func(x js.Expr) bool { q := *s; q.Test = x; return k(&q) })) &&
		(s.Update == nil || c.expr(s.Update, func(x js.Expr) bool { q := *s; q.Update = x; return k(&q) })) &&
		c.body(s.Body, func(b js.Stmt) bool { q := *s; q.Body = b; return k(&q) })
}

func (c cutter) switchStmt(s *js.Switch, k func(js.Stmt) bool) bool {
	some := func(cases []js.Case) bool { return k(&js.Switch{Pos: s.Pos, Disc: s.Disc, Cases: cases}) }
	if c.pass == cutBits && !runs(s.Cases, some) {
		return false
	}
	if !c.expr(s.Disc, func(x js.Expr) bool { q := *s; q.Disc = x; return k(&q) }) {
		return false
	}
	for i, cs := range s.Cases {
		ok := c.list(cs.Body, func(body []js.Stmt) bool { cs := cs; cs.Body = body; return some(with(s.Cases, i, 1, cs)) })
		if !ok {
			return false
		}
	}
	return true
}

func (c cutter) try(s *js.Try, k func(js.Stmt) bool) bool {
	if c.pass == cutBits {
		if s.Param != nil && !k(&js.Try{Pos: s.Pos, Block: s.Block, Handler: s.Handler, Finally: s.Finally}) {
			return false
		}
		if s.Handler != nil && s.Finally != nil &&
			(!k(&js.Try{Pos: s.Pos, Block: s.Block, Param: s.Param, Handler: s.Handler}) ||
				!k(&js.Try{Pos: s.Pos, Block: s.Block, Finally: s.Finally})) {
			return false
		}
	}
	return c.block(s.Block, func(b *js.Block) bool { q := *s; q.Block = b; return k(&q) }) &&
		(s.Handler == nil || c.block(s.Handler, func(b *js.Block) bool { q := *s; q.Handler = b; return k(&q) })) &&
		(s.Finally == nil || c.block(s.Finally, func(b *js.Block) bool { q := *s; q.Finally = b; return k(&q) }))
}

func (c cutter) function(f *js.Function, k func(*js.Function) bool) bool {
	change := func(edit func(*js.Function)) bool {
		q := *f
		edit(&q)
		return k(&q)
	}
	if c.pass == cutBits {
		if f.Rest != nil && !change(func(q *js.Function) { q.Rest = nil }) {
			return false
		}
		if !runs(f.Params, func(ps []js.Pattern) bool { return change(func(q *js.Function) { q.Params = ps }) }) {
			return false
		}
	}
	for i, p := range f.Params {
		ok := c.pattern(p, func(p js.Pattern) bool {
			return change(func(q *js.Function) { q.Params = with(f.Params, i, 1, p) })
		})
		if !ok {
			return false
		}
	}
	if f.ExprBody != nil {
		return c.expr(f.ExprBody, func(x js.Expr) bool { return change(func(q *js.Function) { q.ExprBody = x }) })
	}
	return c.list(f.Body, func(body []js.Stmt) bool { return change(func(q *js.Function) { q.Body = body }) })
}

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
