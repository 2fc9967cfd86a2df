package js

import "assay/hir"

// chain lowers an optional chain. Each access or call of the chain, from the
// last one inwards to the innermost ?., becomes an optional terminal; all of
// them share the block that yields undefined.
func (l *Lowerer) chain(x *Chain) hir.IdentifierID {
	innermost := innermostOptional(x.X)
	if innermost == nil {
		return l.expr(x.X)
	}
	switch n := x.X.(type) {
	case *Member:
		_, value := l.optionalMember(n, innermost, hir.NoBlock)
		return value
	case *Call:
		return l.optionalCall(n, innermost, hir.NoBlock)
	}
	return l.expr(x.X)
}

// innermostOptional returns the access or call of the chain with the first ?.
// in evaluation order, or nil.
func innermostOptional(x Expr) Expr {
	var found Expr
	for {
		switch n := x.(type) {
		case *Member:
			if n.Optional {
				found = n
			}
			x = n.X
		case *Call:
			if n.Optional {
				found = n
			}
			x = n.Callee
		default:
			return found
		}
	}
}

// optionalFrame is what the two kinds of optional terminal have in common.
type optionalFrame struct {
	result          hir.IdentifierID
	after, then, no hir.BlockID
}

// openOptional reserves the blocks of an optional terminal. alternate is the
// block that yields undefined, or NoBlock for the last part of a chain, which
// makes it.
func (l *Lowerer) openOptional(alternate hir.BlockID) optionalFrame {
	b := &l.b
	var f optionalFrame
	f.result = b.temp()
	f.after = b.reserve(b.kind())
	f.then = b.reserve(hir.BlockValue)
	f.no = alternate
	if alternate == hir.NoBlock {
		no, out := b.begin(hir.BlockValue)
		b.storeTemp(f.result, b.undefined())
		b.jump(hir.GotoBreak, f.after, out)
		f.no = no
	}
	return f
}

// closeOptional stores the value of the present part, and ends the block that
// the chain was met in with the terminal.
func (l *Lowerer) closeOptional(f *optionalFrame, value hir.IdentifierID, test, out hir.BlockID, optional bool) {
	b := &l.b
	b.storeTemp(f.result, value)
	b.jump(hir.GotoBreak, f.after, out)
	t := b.enclose(hir.Optional, test, f.after, f.after)
	if optional {
		t.Variant = 1
	}
}

// optionalMember lowers an access of a chain and returns the places of its
// object and its value.
func (l *Lowerer) optionalMember(x *Member, innermost Expr, alternate hir.BlockID) (object, value hir.IdentifierID) {
	b := &l.b
	f := l.openOptional(alternate)
	test, out := b.begin(hir.BlockValue)
	object = l.chainPart(x.X, x == innermost, innermost, f.no)
	b.branch(object, f.then, f.no, f.after, f.then)
	l.closeOptional(&f, l.memberOf(x, object), test, out, x.Optional)
	return object, f.result
}

// chainPart lowers the part of a chain before another part: as a part of the
// chain too, or as any expression if the part after it is the innermost
// optional one.
func (l *Lowerer) chainPart(x Expr, last bool, innermost Expr, alternate hir.BlockID) hir.IdentifierID {
	if !last {
		switch x := x.(type) {
		case *Member:
			_, value := l.optionalMember(x, innermost, alternate)
			return value
		case *Call:
			return l.optionalCall(x, innermost, alternate)
		}
	}
	return l.expr(x)
}

// optionalCall lowers a call of a chain.
func (l *Lowerer) optionalCall(x *Call, innermost Expr, alternate hir.BlockID) hir.IdentifierID {
	b := &l.b
	f := l.openOptional(alternate)
	test, out := b.begin(hir.BlockValue)
	kind := hir.CallExpression
	base := len(b.args)
	var callee hir.IdentifierID
	m, isMember := x.Callee.(*Member)
	switch {
	case isMember && x == innermost && !m.Optional:
		kind = hir.MethodCall
		object, method := l.member(m)
		b.args = append(b.args, object)
		callee = method
	case isMember:
		kind = hir.MethodCall
		object, method := l.optionalMember(m, innermost, f.no)
		b.args = append(b.args, object)
		callee = method
	default:
		callee = l.chainPart(x.Callee, x == innermost, innermost, f.no)
	}
	b.args = append(b.args, callee)
	b.branch(callee, f.then, f.no, f.after, f.then)
	elems := l.arguments(x.Args)
	in := b.push(kind)
	in.Operands = b.opsArgs(base)
	in.Aux = elems
	l.closeOptional(&f, in.Lvalue.Identifier, test, out, x.Optional)
	return f.result
}
