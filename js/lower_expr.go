package js

import (
	"slices"

	"assay/hir"
)

// expr lowers an expression and returns the place of its value: a temporary.
func (l *Lowerer) expr(x Expr) hir.IdentifierID {
	b := &l.b
	switch x := x.(type) {
	case *Ident:
		return l.load(x)
	case *NumberLit:
		return b.number(x.Value)
	case *StringLit:
		return b.str(x.Value)
	case *BoolLit:
		if x.Value {
			return b.literal(boolLiterals[1])
		}
		return b.literal(boolLiterals[0])
	case *NullLit:
		return b.literal(nullLiteral)
	case *Binary:
		left := l.expr(x.X)
		right := l.expr(x.Y)
		return l.binary(x.Op, left, right)
	case *Assign:
		return l.assignExpr(x)
	case *Update:
		return l.update(x)
	case *Call:
		if x.Optional {
			l.fail(x.Pos, "optional call outside of a chain")
			return 0
		}
		return l.call(x)
	case *Member:
		if x.Optional {
			l.fail(x.Pos, "optional access outside of a chain")
			return 0
		}
		_, value := l.member(x)
		return value
	case *Logical:
		return l.logical(x)
	case *Conditional:
		return l.conditional(x)
	case *Unary:
		return l.unary(x)
	case *FunctionExpr:
		name := ""
		if !x.Func.Arrow {
			name = x.Func.Name
		}
		return l.function(x.Func, x.Pos, hir.FunctionExpression, name)
	case *ArrayLit:
		return l.array(x)
	case *ObjectLit:
		return l.object(x)
	case *Template:
		return l.template(x)
	case *TaggedTemplate:
		return l.taggedTemplate(x)
	case *Sequence:
		return l.sequence(x)
	case *New:
		callee := l.expr(x.Callee)
		base := len(b.args)
		b.args = append(b.args, callee)
		elems := l.arguments(x.Args)
		in := b.push(hir.NewExpression)
		in.Operands = b.opsArgs(base)
		in.Aux = elems
		return in.Lvalue.Identifier
	case *Chain:
		return l.chain(x)
	case *RegExpLit:
		in := b.push(hir.RegExpLiteral)
		in.Text = x.Pattern
		in.Aux = hir.RegExpFlags(x.Flags)
		return in.Lvalue.Identifier
	case *AwaitExpr:
		return b.push1(hir.Await, l.expr(x.X))
	case *ThisExpr:
		l.fail(x.Pos, "this")
	case *Spread:
		l.fail(x.Pos, "spread in this place")
	default:
		l.fail(position(x), "expression")
	}
	return 0
}

// load lowers the use of a variable.
func (l *Lowerer) load(x *Ident) hir.IdentifierID {
	b := l.r.lookup(x.Name)
	if b < l.r.moduleBindings {
		if b < 0 {
			switch {
			case x.Name == "eval":
				l.fail(x.Pos, "eval")
			case x.Name == "arguments" && !l.opt.React:
				l.fail(x.Pos, "arguments")
			}
		}
		return l.loadGlobal(x.Name, b >= 0)
	}
	return l.loadBinding(b, x.Pos)
}

func (l *Lowerer) loadBinding(b int32, pos Pos) hir.IdentifierID {
	id := l.resolve(b)
	kind := hir.LoadLocal
	switch bd := &l.r.bindings[b]; {
	case bd.isContext():
		kind = hir.LoadContext
	case bd.kind == bindSelf && !l.opt.React:
		l.fail(pos, "the name of a function expression used within it")
	}
	return l.b.push1(kind, id)
}

func (l *Lowerer) loadGlobal(name string, module bool) hir.IdentifierID {
	g := l.b.globals.new()
	g.Name = name
	if module {
		g.Kind = hir.BindingModule
	}
	in := l.b.push(hir.LoadGlobal)
	in.Aux = g
	return in.Lvalue.Identifier
}

func (l *Lowerer) binary(op string, left, right hir.IdentifierID) hir.IdentifierID {
	in := l.b.push(hir.BinaryExpression)
	in.Text = op
	in.Operands = l.b.ops2(left, right)
	return in.Lvalue.Identifier
}

// isProperty reports whether an access names its property: .x, and also [0].
func isProperty(x *Member) bool {
	if x.Index == nil {
		return true
	}
	_, ok := x.Index.(*NumberLit)
	return ok
}

// property is the name of the property of an access for which isProperty holds.
func property(x *Member) string {
	if x.Index == nil {
		return x.Name
	}
	return numberText(x.Index.(*NumberLit).Value)
}

func numberText(v float64) string {
	var buf [32]byte
	return string(hir.AppendNumber(buf[:0], v))
}

// member lowers an access and returns the places of the object and the value.
func (l *Lowerer) member(x *Member) (object, value hir.IdentifierID) {
	object = l.expr(x.X)
	return object, l.memberOf(x, object)
}

// memberOf lowers an access to an object that is lowered already.
func (l *Lowerer) memberOf(x *Member, object hir.IdentifierID) hir.IdentifierID {
	return l.loadMember(x, object, l.memberKey(x))
}

// memberKey lowers a computed property; for others it returns NoIdentifier.
func (l *Lowerer) memberKey(x *Member) hir.IdentifierID {
	if isProperty(x) {
		return hir.NoIdentifier
	}
	return l.expr(x.Index)
}

// loadMember loads a property of an object; key is the place of a computed
// property.
func (l *Lowerer) loadMember(x *Member, object, key hir.IdentifierID) hir.IdentifierID {
	b := &l.b
	if isProperty(x) {
		in := b.push(hir.PropertyLoad)
		in.Text = property(x)
		in.Operands = b.ops1(object)
		return in.Lvalue.Identifier
	}
	in := b.push(hir.ComputedLoad)
	in.Operands = b.ops2(object, key)
	return in.Lvalue.Identifier
}

// storeMember stores to a property of an object; key is the place of a
// computed property.
func (l *Lowerer) storeMember(x *Member, object, key, value hir.IdentifierID) hir.IdentifierID {
	b := &l.b
	if isProperty(x) {
		in := b.push(hir.PropertyStore)
		in.Text = property(x)
		in.Operands = b.ops2(object, value)
		return in.Lvalue.Identifier
	}
	in := b.push(hir.ComputedStore)
	in.Operands = b.ops3(object, key, value)
	return in.Lvalue.Identifier
}

// arguments lowers arguments, leaves their places on the stack and returns the
// payload that tells which are spreads.
func (l *Lowerer) arguments(args []Expr) hir.Aux {
	b := &l.b
	base := len(b.elems)
	spread := false
	for _, a := range args {
		elem := hir.ElementPlace
		if s, ok := a.(*Spread); ok {
			a, elem, spread = s.X, hir.ElementSpread, true
		}
		b.elems = append(b.elems, elem)
		b.args = append(b.args, l.expr(a))
	}
	return l.elements(base, spread)
}

// elements takes the kinds of elements above base from the stack.
func (l *Lowerer) elements(base int, special bool) hir.Aux {
	var aux hir.Aux // none with neither spreads nor holes
	if special {
		aux = hir.Elements(slices.Clone(l.b.elems[base:]))
	}
	l.b.elems = l.b.elems[:base]
	return aux
}

func (l *Lowerer) array(x *ArrayLit) hir.IdentifierID {
	b := &l.b
	operands, base := len(b.args), len(b.elems)
	special := false
	for _, e := range x.Elems {
		if e == nil {
			b.elems = append(b.elems, hir.ElementHole)
			special = true
			continue
		}
		elem := hir.ElementPlace
		if s, ok := e.(*Spread); ok {
			e, elem, special = s.X, hir.ElementSpread, true
		}
		b.elems = append(b.elems, elem)
		b.args = append(b.args, l.expr(e))
	}
	aux := l.elements(base, special)
	in := b.push(hir.ArrayExpression)
	in.Operands = b.opsArgs(operands)
	in.Aux = aux
	return in.Lvalue.Identifier
}

func (l *Lowerer) call(x *Call) hir.IdentifierID {
	b := &l.b
	base := len(b.args)
	kind := hir.CallExpression
	if m, ok := x.Callee.(*Member); ok && !m.Optional {
		kind = hir.MethodCall
		object, method := l.member(m)
		b.args = append(b.args, object, method)
	} else {
		b.args = append(b.args, l.expr(x.Callee))
	}
	elems := l.arguments(x.Args)
	in := b.push(kind)
	in.Operands = b.opsArgs(base)
	in.Aux = elems
	return in.Lvalue.Identifier
}

func (l *Lowerer) object(x *ObjectLit) hir.IdentifierID {
	b := &l.b
	operands := len(b.args)
	props := make(hir.Properties, len(x.Props))
	for i := range x.Props {
		p := &x.Props[i]
		q := &props[i]
		if p.Spread {
			q.Spread = true
			b.args = append(b.args, l.expr(p.Value))
			continue
		}
		if p.Method {
			// The method is made before its key is evaluated, which makes no difference.
			q.Method = true
			f, ok := p.Value.(*FunctionExpr)
			if !ok {
				l.fail(p.Pos, "method without a function")
				return 0
			}
			m := l.function(f.Func, f.Pos, hir.ObjectMethod, "")
			l.objectKey(p, q)
			b.args = append(b.args, m)
			continue
		}
		l.objectKey(p, q)
		b.args = append(b.args, l.expr(p.Value))
	}
	in := b.push(hir.ObjectExpression)
	in.Operands = b.opsArgs(operands)
	in.Aux = props
	return in.Lvalue.Identifier
}

// objectKey lowers the key of a property; the place of a computed one goes on
// the stack.
func (l *Lowerer) objectKey(p *Prop, q *hir.Property) {
	if p.KeyKind != KeyComputed {
		q.Key = literalKey(p.KeyKind, p.Key)
		return
	}
	switch k := p.Computed.(type) {
	case *StringLit:
		q.Key = hir.Key{Kind: hir.KeyString, Text: k.Value}
		return
	case *Ident, *Member:
	default:
		if l.opt.React {
			l.fail(p.Pos, "computed key")
			return
		}
	}
	q.Key.Kind = hir.KeyComputed
	l.b.args = append(l.b.args, l.expr(p.Computed))
}

func literalKey(kind KeyKind, text string) hir.Key {
	switch kind {
	case KeyString:
		return hir.Key{Kind: hir.KeyString, Text: text}
	case KeyNumber:
		return hir.Key{Kind: hir.KeyNumber, Text: text}
	}
	return hir.Key{Kind: hir.KeyIdentifier, Text: text}
}

func quasis(x *Template) hir.Template {
	t := make(hir.Template, len(x.Quasis))
	for i, q := range x.Quasis {
		t[i] = hir.Quasi{Raw: q.Raw, Cooked: q.Cooked, HasCooked: !q.Invalid}
	}
	return t
}

func (l *Lowerer) template(x *Template) hir.IdentifierID {
	b := &l.b
	if len(x.Quasis) != len(x.Exprs)+1 {
		l.fail(x.Pos, "template without its text")
		return 0
	}
	base := len(b.args)
	for _, e := range x.Exprs {
		b.args = append(b.args, l.expr(e))
	}
	in := b.push(hir.TemplateLiteral)
	in.Operands = b.opsArgs(base)
	in.Aux = quasis(x)
	return in.Lvalue.Identifier
}

func (l *Lowerer) taggedTemplate(x *TaggedTemplate) hir.IdentifierID {
	if len(x.Template.Exprs) > 0 {
		l.fail(x.Pos, "tagged template with interpolations")
		return 0
	}
	if len(x.Template.Quasis) != 1 {
		l.fail(x.Pos, "template without its text")
		return 0
	}
	q := &x.Template.Quasis[0]
	if q.Invalid || q.Raw != q.Cooked {
		l.fail(x.Pos, "tagged template with escapes")
		return 0
	}
	tag := l.expr(x.Tag)
	in := l.b.push(hir.TaggedTemplateExpression)
	in.Operands = l.b.ops1(tag)
	in.Aux = quasis(x.Template)
	return in.Lvalue.Identifier
}

func (l *Lowerer) unary(x *Unary) hir.IdentifierID {
	b := &l.b
	if x.Op != "delete" {
		v := l.expr(x.X)
		in := b.push(hir.UnaryExpression)
		in.Text = x.Op
		in.Operands = b.ops1(v)
		return in.Lvalue.Identifier
	}
	m, ok := x.X.(*Member)
	if !ok || m.Optional {
		l.fail(x.Pos, "delete of anything but a property")
		return 0
	}
	object := l.expr(m.X)
	if isProperty(m) {
		in := b.push(hir.PropertyDelete)
		in.Text = property(m)
		in.Operands = b.ops1(object)
		return in.Lvalue.Identifier
	}
	key := l.expr(m.Index)
	in := b.push(hir.ComputedDelete)
	in.Operands = b.ops2(object, key)
	return in.Lvalue.Identifier
}

func (l *Lowerer) sequence(x *Sequence) hir.IdentifierID {
	b := &l.b
	if len(x.List) == 0 {
		l.fail(x.Pos, "empty sequence")
		return 0
	}
	after := b.reserve(b.kind())
	result := b.temp()
	block, out := b.begin(hir.BlockSequence)
	var last hir.IdentifierID
	for _, e := range x.List {
		last = l.expr(e)
	}
	b.storeTemp(result, last)
	b.jump(hir.GotoBreak, after, out)
	b.enclose(hir.Sequence, block, after, after)
	return result
}

func (l *Lowerer) conditional(x *Conditional) hir.IdentifierID {
	b := &l.b
	after := b.reserve(b.kind())
	test := b.reserve(hir.BlockValue)
	result := b.temp()
	then, out := b.begin(hir.BlockValue)
	b.storeTemp(result, l.expr(x.Then))
	b.jump(hir.GotoBreak, after, out)
	alt, out := b.begin(hir.BlockValue)
	b.storeTemp(result, l.expr(x.Else))
	b.jump(hir.GotoBreak, after, out)
	b.enclose(hir.Ternary, test, after, test)
	b.branch(l.expr(x.Test), then, alt, after, after)
	return result
}

func (l *Lowerer) logical(x *Logical) hir.IdentifierID {
	return l.shortCircuit(x.Op, func() hir.IdentifierID { return l.expr(x.X) },
		func() hir.IdentifierID { return l.expr(x.Y) })
}

// shortCircuit lowers && || ??: left is lowered last.
func (l *Lowerer) shortCircuit(op string, left, right func() hir.IdentifierID) hir.IdentifierID {
	b := &l.b
	after := b.reserve(b.kind())
	test := b.reserve(hir.BlockValue)
	result := b.temp()
	leftCopy := b.temp()
	then, out := b.begin(hir.BlockValue)
	b.storeTemp(result, leftCopy)
	b.jump(hir.GotoBreak, after, out)
	alt, out := b.begin(hir.BlockValue)
	b.storeTemp(result, right())
	b.jump(hir.GotoBreak, after, out)
	b.enclose(hir.Logical, test, after, test).Text = op
	v := left()
	in := b.pushTo(hir.LoadLocal, leftCopy)
	in.Operands = b.ops1(v)
	b.branch(leftCopy, then, alt, after, after)
	return result
}

// compoundOp gives the binary operator of a compound assignment, or "".
func compoundOp(op string) string {
	switch op {
	case "+=", "-=", "*=", "/=", "%=", "**=", "<<=", ">>=", ">>>=", "&=", "|=", "^=":
		return op[:len(op)-1]
	}
	return ""
}

func (l *Lowerer) assignExpr(x *Assign) hir.IdentifierID {
	if x.Op == "=" {
		pattern := false
		switch x.Target.(type) {
		case *ArrayPattern, *ObjectPattern:
			pattern = true
		}
		return l.assign(hir.LvalueReassign, x.Target, l.expr(x.Value), pattern)
	}
	switch x.Op {
	case "&&=", "||=", "??=":
		if l.opt.React {
			l.fail(x.Pos, "logical assignment")
			return 0
		}
		return l.logicalAssign(x)
	}
	op := compoundOp(x.Op)
	if op == "" {
		l.fail(x.Pos, "operator "+x.Op)
		return 0
	}
	switch t := x.Target.(type) {
	case *Ident:
		left := l.load(t)
		value := l.binary(op, left, l.expr(x.Value))
		b := l.r.lookup(t.Name)
		if b < l.r.moduleBindings {
			return l.storeGlobal(t.Name, value)
		}
		if l.opt.React {
			l.storeBinding(hir.LvalueReassign, b, value, t.Pos)
		} else {
			l.assignBinding(hir.LvalueReassign, b, value, t.Pos)
		}
		return l.loadBinding(b, t.Pos)
	case *Member:
		if t.Optional {
			break
		}
		object := l.expr(t.X)
		key := l.memberKey(t)
		old := l.loadMember(t, object, key)
		value := l.binary(op, old, l.expr(x.Value))
		return l.storeMember(t, object, key, value)
	}
	l.fail(x.Pos, "target of "+x.Op)
	return 0
}

// logicalAssign lowers &&= ||= ??= as a logical expression whose right side
// assigns. The React Compiler refuses them.
func (l *Lowerer) logicalAssign(x *Assign) hir.IdentifierID {
	op := x.Op[:2]
	switch t := x.Target.(type) {
	case *Ident:
		return l.shortCircuit(op, func() hir.IdentifierID { return l.load(t) }, func() hir.IdentifierID {
			return l.assign(hir.LvalueReassign, t, l.expr(x.Value), false)
		})
	case *Member:
		if t.Optional {
			break
		}
		object := l.expr(t.X)
		key := l.memberKey(t)
		return l.shortCircuit(op, func() hir.IdentifierID { return l.loadMember(t, object, key) },
			func() hir.IdentifierID { return l.storeMember(t, object, key, l.expr(x.Value)) })
	}
	l.fail(x.Pos, "target of "+x.Op)
	return 0
}

// update lowers ++ and --.
func (l *Lowerer) update(x *Update) hir.IdentifierID {
	b := &l.b
	op := x.Op[:1]
	switch t := x.X.(type) {
	case *Member:
		if t.Optional {
			break
		}
		object := l.expr(t.X)
		key := l.memberKey(t)
		old := l.loadMember(t, object, key)
		value := l.binary(op, old, b.number(1))
		stored := l.storeMember(t, object, key, value)
		if x.Prefix {
			return stored
		}
		return old
	case *Ident:
		v := l.r.lookup(t.Name)
		if v < l.r.moduleBindings || l.r.bindings[v].isContext() {
			return l.updateShared(x, t, op)
		}
		if l.r.bindings[v].kind == bindConst {
			l.fail(t.Pos, "assignment to constant "+quoted(t.Name))
			return 0
		}
		id := l.resolve(v)
		kind := hir.PostfixUpdate
		if x.Prefix {
			kind = hir.PrefixUpdate
		}
		in := b.push(kind)
		in.Text = x.Op
		in.Operands = b.ops1(id)
		in.Defs = b.ops1(id)
		return in.Lvalue.Identifier
	}
	l.fail(x.Pos, "target of "+x.Op)
	return 0
}

// updateShared lowers ++ and -- of context variables and globals, for which
// there is no instruction: the value becomes a number, one is added, and the
// result is stored. The React Compiler refuses them.
func (l *Lowerer) updateShared(x *Update, id *Ident, op string) hir.IdentifierID {
	b := &l.b
	if l.opt.React {
		l.fail(x.Pos, x.Op+" of a captured variable or global")
		return 0
	}
	old := l.load(id)
	in := b.push(hir.UnaryExpression)
	in.Text = "+"
	in.Operands = b.ops1(old)
	number := in.Lvalue.Identifier
	value := l.binary(op, number, b.number(1))
	l.assign(hir.LvalueReassign, id, value, false)
	if x.Prefix {
		return value
	}
	return number
}

// caseTest lowers the test of a case. All tests of a switch are evaluated
// before it, so only those are accepted whose evaluation makes no difference.
// The React Compiler takes calls too.
func (l *Lowerer) caseTest(x Expr) hir.IdentifierID {
	if !l.isReorderable(x, true) {
		l.fail(x.Position(), "case test that may not be evaluated early")
		return 0
	}
	return l.expr(x)
}

// defaultValue lowers the default value of a pattern. It is evaluated in its
// place, but the React Compiler refuses what it could not evaluate early.
func (l *Lowerer) defaultValue(x Expr) hir.IdentifierID {
	if l.opt.React && !l.isReorderable(x, true) {
		l.fail(x.Position(), "default value that may not be evaluated early")
		return 0
	}
	return l.expr(x)
}

// isReorderable reports whether the React Compiler takes the expression for
// one that may be evaluated at another time. As there, a local variable gets
// its identifier when it is looked at.
func (l *Lowerer) isReorderable(x Expr, locals bool) bool {
	switch x := x.(type) {
	case *Ident:
		b := l.r.lookup(x.Name)
		if b < l.r.moduleBindings {
			return true
		}
		l.resolve(b)
		return locals
	case *RegExpLit, *StringLit, *NumberLit, *NullLit, *BoolLit:
		return true
	case *Unary:
		return (x.Op == "!" || x.Op == "+" || x.Op == "-") && l.isReorderable(x.X, locals)
	case *Logical:
		return l.isReorderable(x.X, locals) && l.isReorderable(x.Y, locals)
	case *Conditional:
		return l.isReorderable(x.Test, locals) && l.isReorderable(x.Then, locals) && l.isReorderable(x.Else, locals)
	case *ArrayLit:
		for _, e := range x.Elems {
			if e == nil || !l.isReorderable(e, locals) {
				return false
			}
		}
		return true
	case *ObjectLit:
		for i := range x.Props {
			p := &x.Props[i]
			if p.Spread || p.Method || p.KeyKind == KeyComputed || !l.isReorderable(p.Value, locals) {
				return false
			}
		}
		return true
	case *Member:
		o := x.X
		for {
			m, ok := o.(*Member)
			if !ok {
				break
			}
			o = m.X
		}
		id, ok := o.(*Ident)
		if !ok {
			return false
		}
		b := l.r.lookup(id.Name)
		if b < l.r.moduleBindings {
			return true
		}
		l.resolve(b)
		return false
	case *FunctionExpr:
		if !x.Func.Arrow {
			return false
		}
		if x.Func.ExprBody == nil {
			return len(x.Func.Body) == 0
		}
		return l.isReorderableBody(x.Func)
	case *Call:
		if !l.opt.React || x.Optional || !l.isReorderable(x.Callee, locals) {
			return false
		}
		for _, a := range x.Args {
			if !l.isReorderable(a, locals) {
				return false
			}
		}
		return true
	}
	return false
}

// isReorderableBody looks at the body of an arrow function, where no local
// variables are allowed, with the function's own names in force.
func (l *Lowerer) isReorderableBody(f *Function) bool {
	r := &l.r
	cursor := r.scopes[r.scope].cursor
	s := &r.scopes[r.enterScope(f)]
	r.show(s.lo, s.hi)
	ok := l.isReorderable(f.ExprBody, false)
	r.leaveScope()
	r.scopes[r.scope].cursor = cursor
	return ok
}
