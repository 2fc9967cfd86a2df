package gen

import "assay/js"

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
