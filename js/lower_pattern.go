package js

import "assay/hir"

// resolve returns the HIR identifier of a variable, made when it is first met.
func (l *Lowerer) resolve(b int32) hir.IdentifierID {
	bd := &l.r.bindings[b]
	if bd.ident == hir.NoIdentifier {
		bd.ident = hir.IdentifierID(len(l.b.names))
		name := l.r.uniqueName(b)
		l.b.names = append(l.b.names, name)
	}
	return l.r.bindings[b].ident
}

// functionName is the name that a declared function goes by: its variable's if
// that has its identifier already, else the one in the source.
func (l *Lowerer) functionName(name string) string {
	if b := l.r.lookup(name); b >= l.r.moduleBindings {
		if id := l.r.bindings[b].ident; id != hir.NoIdentifier {
			return l.b.names[id]
		}
	}
	return name
}

// isLocal reports whether a pattern is a variable that a Destructure can define
// itself: neither a global nor, if cells matter, a context variable.
func (l *Lowerer) isLocal(id *Ident, cells bool) bool {
	b := l.r.lookup(id.Name)
	if b < l.r.moduleBindings {
		return false
	}
	return !cells || !l.r.bindings[b].isContext()
}

// assign lowers the store of a value to a target, and returns the place of the
// store's value. expand says that context variables of a pattern get stores of
// their own after the Destructure; the React Compiler does that for variable
// declarations and assignments, but not for parameters, loops and catch
// clauses, where it then loses their values.
func (l *Lowerer) assign(kind hir.LvalueKind, target Pattern, value hir.IdentifierID, expand bool) hir.IdentifierID {
	b := &l.b
	if !l.opt.React {
		expand = true
	}
	switch t := target.(type) {
	case *Ident:
		v := l.r.lookup(t.Name)
		if v < l.r.moduleBindings {
			if kind != hir.LvalueReassign {
				l.fail(t.Pos, "declaration of "+quoted(t.Name)+" in this place")
				return 0
			}
			return l.storeGlobal(t.Name, value)
		}
		return l.assignBinding(kind, v, value, t.Pos)
	case *Member:
		if kind != hir.LvalueReassign || t.Optional {
			break
		}
		object := l.expr(t.X)
		return l.storeMember(t, object, l.memberKey(t), value)
	case *ArrayPattern:
		return l.assignArray(kind, t, value, expand)
	case *ObjectPattern:
		return l.assignObject(kind, t, value, expand)
	case *DefaultPattern:
		result := b.temp()
		test := b.reserve(hir.BlockValue)
		after := b.reserve(b.kind())
		then, out := b.begin(hir.BlockValue)
		b.storeTemp(result, l.defaultValue(t.Default))
		b.jump(hir.GotoBreak, after, out)
		alt, out := b.begin(hir.BlockValue)
		b.storeTemp(result, value)
		b.jump(hir.GotoBreak, after, out)
		b.enclose(hir.Ternary, test, after, test)
		cond := l.binary("===", value, b.undefined())
		b.branch(cond, then, alt, after, after)
		return l.assign(kind, t.Target, result, expand)
	}
	l.fail(position(target), "assignment target")
	return 0
}

func (l *Lowerer) storeGlobal(name string, value hir.IdentifierID) hir.IdentifierID {
	in := l.b.push(hir.StoreGlobal)
	in.Text = name
	in.Operands = l.b.ops1(value)
	return in.Lvalue.Identifier
}

// assignBinding lowers the store of a value to a variable.
func (l *Lowerer) assignBinding(kind hir.LvalueKind, v int32, value hir.IdentifierID, pos Pos) hir.IdentifierID {
	bd := &l.r.bindings[v]
	l.checkAssignable(kind, v, pos)
	switch {
	case kind == hir.LvalueConst && bd.isContext() && !bd.hoisted:
		// Only an assignment within a function puts a constant into a cell.
		l.fail(pos, "assignment to constant "+quoted(l.r.table.symbols[bd.sym].name))
	case kind == hir.LvalueCatch && bd.isContext() && l.opt.React:
		l.fail(pos, "captured variable of a catch clause")
	}
	return l.storeBinding(kind, v, value, pos)
}

// checkAssignable fails for assignments to constants.
func (l *Lowerer) checkAssignable(kind hir.LvalueKind, v int32, pos Pos) {
	if bd := &l.r.bindings[v]; bd.kind == bindConst && kind == hir.LvalueReassign {
		l.fail(pos, "assignment to constant "+quoted(l.r.table.symbols[bd.sym].name))
	}
}

// storeBinding is assignBinding for any variable, constants too.
func (l *Lowerer) storeBinding(kind hir.LvalueKind, v int32, value hir.IdentifierID, pos Pos) hir.IdentifierID {
	b := &l.b
	id := l.resolve(v)
	bd := &l.r.bindings[v]
	if !bd.isContext() {
		in := b.push(hir.StoreLocal)
		in.LKind = kind
		in.Operands = b.ops1(value)
		in.Defs = b.ops1(id)
		return in.Lvalue.Identifier
	}
	if kind == hir.LvalueFunction && bd.hoisted {
		b.blocks[b.cur].hoistedFunction = true
		b.blocks[b.cur].function = pos
	}
	in := b.push(hir.StoreContext)
	in.LKind = kind
	in.Operands = b.ops2(id, value)
	return in.Lvalue.Identifier
}

// followup is a part of a pattern that is stored from a temporary after the
// Destructure.
type followup struct {
	target Pattern
	value  hir.IdentifierID
}

// destructurer collects the items of one pattern.
type destructurer struct {
	l       *Lowerer
	kind    hir.LvalueKind
	pattern *hir.Pattern
	base    int // of the places in builder.args
	follow  []followup
}

// add adds a place: the variable itself if direct, else a temporary.
func (d *destructurer) add(item hir.PatternItem, target Pattern, direct bool) {
	b := &d.l.b
	var p hir.IdentifierID
	if direct {
		v := d.l.r.lookup(target.(*Ident).Name)
		d.l.checkAssignable(d.kind, v, target.Position())
		p = d.l.resolve(v)
	} else {
		p = b.promotedTemp()
		d.follow = append(d.follow, followup{target, p})
	}
	b.args = append(b.args, p)
	d.pattern.Items = append(d.pattern.Items, item)
}

// finish pushes the Destructure and lowers the rest.
func (d *destructurer) finish(value hir.IdentifierID, expand bool) hir.IdentifierID {
	l, b := d.l, &d.l.b
	in := b.push(hir.Destructure)
	in.LKind = d.kind
	in.Defs = b.opsArgs(d.base)
	in.Operands = b.ops1(value)
	in.Aux = d.pattern
	result := in.Lvalue.Identifier
	for _, f := range d.follow {
		l.assign(d.kind, f.target, f.value, expand)
	}
	return result
}

func (l *Lowerer) assignArray(kind hir.LvalueKind, p *ArrayPattern, value hir.IdentifierID, expand bool) hir.IdentifierID {
	d := l.destructurer(kind, len(p.Elems))
	direct := kind != hir.LvalueReassign || l.allDirect(p)
	for _, e := range p.Elems {
		if e == nil {
			d.pattern.Items = append(d.pattern.Items, hir.PatternItem{Hole: true})
			continue
		}
		id, ok := e.(*Ident)
		d.add(hir.PatternItem{}, e, ok && direct && l.isLocal(id, expand))
	}
	if p.Rest != nil {
		id, ok := p.Rest.(*Ident)
		d.add(hir.PatternItem{Spread: true}, p.Rest, ok && direct && l.isLocal(id, expand))
	}
	return d.finish(value, expand)
}

// allDirect reports whether an assignment to a pattern can define its targets
// itself: all of them are local variables. As in the React Compiler, the
// variables get their identifiers when they are looked at.
func (l *Lowerer) allDirect(p *ArrayPattern) bool {
	if p.Rest != nil {
		return false
	}
	for _, e := range p.Elems {
		if _, ok := e.(*Ident); !ok {
			return false
		}
	}
	for _, e := range p.Elems {
		id := e.(*Ident)
		if !l.isLocal(id, true) {
			return false
		}
		l.resolve(l.r.lookup(id.Name))
	}
	return true
}

func (l *Lowerer) assignObject(kind hir.LvalueKind, p *ObjectPattern, value hir.IdentifierID, expand bool) hir.IdentifierID {
	d := l.destructurer(kind, len(p.Props))
	d.pattern.Object = true
	direct := kind != hir.LvalueReassign || l.allPropsDirect(p)
	for i := range p.Props {
		q := &p.Props[i]
		if q.KeyKind == KeyComputed {
			l.fail(q.Pos, "computed key in a pattern")
			return 0
		}
		id, ok := q.Value.(*Ident)
		d.add(hir.PatternItem{Key: literalKey(q.KeyKind, q.Key)}, q.Value, ok && direct && l.isLocal(id, expand))
	}
	if p.Rest != nil {
		id, ok := p.Rest.(*Ident)
		if !ok {
			l.fail(p.Rest.Position(), "rest of an object pattern that is no variable")
			return 0
		}
		d.add(hir.PatternItem{Spread: true}, id, direct && l.isLocal(id, true))
	}
	return d.finish(value, expand)
}

// allPropsDirect is allDirect for object patterns. Context variables are not
// asked for: they get stores of their own, and the others none.
func (l *Lowerer) allPropsDirect(p *ObjectPattern) bool {
	for i := range p.Props {
		id, ok := p.Props[i].Value.(*Ident)
		if !ok || !l.isLocal(id, false) {
			return false
		}
		l.resolve(l.r.lookup(id.Name))
	}
	return p.Rest == nil
}

func (l *Lowerer) destructurer(kind hir.LvalueKind, items int) destructurer {
	return destructurer{
		l: l, kind: kind, pattern: &hir.Pattern{Items: make([]hir.PatternItem, 0, items+1)}, base: len(l.b.args),
	}
}
