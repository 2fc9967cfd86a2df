package js

import "assay/hir"

// function lowers a nested function and returns the place of its value. name is
// the function's own name, "" if it has none.
func (l *Lowerer) function(fn *Function, pos Pos, kind hir.ValueKind, name string) hir.IdentifierID {
	b := &l.b
	f := hir.NewFunction(l.env, name)
	l.r.enterScope(fn)
	l.functionBody(f, fn)
	if kind == hir.FunctionExpression {
		b.blocks[b.cur].function = pos
		b.blocks[b.cur].anyFunction = true
	}
	in := b.push(kind)
	in.Text = name
	in.Func = f
	return in.Lvalue.Identifier
}

// functionBody lowers a function into f. The current scope is the function's;
// it is left at the end.
func (l *Lowerer) functionBody(f *hir.Function, fn *Function) {
	b := &l.b
	sc := l.r.scope
	instrs, own := len(b.instrs), len(b.own)
	outer, outerHandlers, outerJumps := b.cur, b.handlerBase, b.jumpBase
	outerContext := l.contextBase
	b.handlerBase, b.jumpBase = len(b.handlers), len(b.jumps)
	f.Async, f.Generator = fn.Async, fn.Generator
	f.Directives = fn.Directives
	f.Entry = b.reserve(hir.BlockStatement)
	b.cur = f.Entry

	context := len(l.context)
	l.functionContext(l.r.scopes[sc].fn)
	l.contextBase = context
	if vs := l.context[context:]; len(vs) > 0 {
		f.Context = make([]hir.Place, len(vs))
		for i, v := range vs {
			f.Context[i] = placeOf(l.r.bindings[v].ident)
		}
	}

	lo, mid, hi := l.r.scopes[sc].lo, l.r.scopes[sc].mid, l.r.scopes[sc].hi
	l.r.show(lo, mid)
	l.params(f, fn)
	l.r.show(mid, hi)
	if fn.ExprBody != nil {
		next := b.reserve(hir.BlockStatement)
		x := l.expr(fn.ExprBody)
		t := b.close(hir.Return, next)
		t.Variant = hir.ReturnImplicit
		t.Operands = b.ops1(x)
	} else {
		l.scopeBody(fn.Body)
	}
	x := b.undefined()
	t := b.close(hir.Return, hir.NoBlock)
	t.Variant = hir.ReturnVoid
	t.Operands = b.ops1(x)
	f.Returns = placeOf(b.temp())
	l.r.leaveScope()
	if l.err == nil {
		l.finish(f, b.own[own:], instrs)
	}

	l.context = l.context[:context]
	l.contextBase = outerContext
	b.own = b.own[:own]
	b.cur, b.handlerBase, b.jumpBase = outer, outerHandlers, outerJumps
}

// functionContext pushes the context of the function numbered id: first that of
// the function around it, whether it is used or not, and then what else is
// captured. All that comes from further out is in the context around already.
func (l *Lowerer) functionContext(id int32) {
	around := l.r.fns[id].parent
	l.context = append(l.context, l.context[l.contextBase:]...)
	base := len(l.context)
	for c := l.r.fns[id].captures; c >= 0; c = l.r.captures[c].next {
		if v := l.r.captures[c].binding; l.r.bindings[v].fn == around {
			l.context = append(l.context, v)
		}
	}
	for _, v := range l.context[base:] {
		l.resolve(v)
	}
}

func (l *Lowerer) params(f *hir.Function, fn *Function) {
	b := &l.b
	n := len(fn.Params)
	if fn.Rest != nil {
		n++
	}
	if n == 0 {
		return
	}
	f.Params = make([]hir.Param, 0, n)
	for _, p := range fn.Params {
		if id, ok := p.(*Ident); ok {
			x := l.resolve(l.r.lookup(id.Name))
			f.Params = append(f.Params, hir.Param{Place: placeOf(x)})
			continue
		}
		x := b.promotedTemp()
		f.Params = append(f.Params, hir.Param{Place: placeOf(x)})
		l.assign(hir.LvalueLet, p, x, false)
	}
	if fn.Rest != nil {
		x := b.temp()
		f.Params = append(f.Params, hir.Param{Place: placeOf(x), Spread: true})
		l.assign(hir.LvalueLet, fn.Rest, x, false)
	}
}
