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
