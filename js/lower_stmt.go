package js

import "assay/hir"

// The order in which the parts of a statement are lowered is that of the React
// Compiler, and so are the numbers of blocks and identifiers. In short: first
// the block after the statement and the blocks that jumps go to are reserved,
// then the bodies are lowered, and only then what is evaluated before them.

// stmts lowers statements of which none needs a hoisted declaration.
func (l *Lowerer) stmts(list []Stmt) {
	for _, s := range list {
		if l.err != nil {
			return
		}
		l.stmt(s, "")
	}
}

// block lowers a block statement.
func (l *Lowerer) block(b *Block) {
	if !declares(b.Body) {
		l.stmts(b.Body)
		return
	}
	l.r.enterWithNames(b)
	l.scopeBody(b.Body)
	l.r.leaveScope()
}

// scopeBody lowers the statements of the block that the current scope belongs
// to. Before a statement, it declares those names of the scope that functions
// in the statement mention before their declaration.
func (l *Lowerer) scopeBody(body []Stmt) {
	h := l.r.scopes[l.r.scope].hoists
	for i, s := range body {
		for ; h >= 0 && l.r.hoists[h].stmt == int32(i); h = l.r.hoists[h].next {
			l.hoistedDeclaration(l.r.hoists[h].binding, s.Position())
		}
		if l.err != nil {
			return
		}
		l.stmt(s, "")
	}
}

func (l *Lowerer) hoistedDeclaration(b int32, pos Pos) {
	bd := &l.r.bindings[b]
	if bd.hoisted {
		return
	}
	kind := hir.LvalueHoistedLet
	switch bd.kind {
	case bindConst:
		kind = hir.LvalueHoistedConst
	case bindFunction:
		kind = hir.LvalueHoistedFunction
	case bindSelf:
		l.fail(pos, "the name of a function expression used within it")
		return
	}
	id := l.resolve(b)
	in := l.b.push(hir.DeclareContext)
	in.LKind = kind
	in.Defs = l.b.ops1(id)
	bd.hoisted = true
}

// stmt lowers a statement. label is the label before it, if it is a loop.
func (l *Lowerer) stmt(s Stmt, label string) {
	b := &l.b
	switch s := s.(type) {
	case *ExprStmt:
		l.expr(s.X)
	case *VarDecl:
		l.varDecl(s)
	case *FunctionDecl:
		l.functionDecl(s)
	case *Block:
		l.block(s)
	case *If:
		l.ifStmt(s)
	case *While:
		l.while(s, label)
	case *DoWhile:
		l.doWhile(s, label)
	case *For:
		l.forStmt(s, label)
	case *ForOf:
		l.forOf(s, label)
	case *ForIn:
		l.forIn(s, label)
	case *Switch:
		l.switchStmt(s)
	case *Labeled:
		l.labeled(s)
	case *Break:
		to := b.breakTarget(s.Label)
		if to == hir.NoBlock {
			l.fail(s.Pos, "break without a statement to leave")
			return
		}
		b.jump(hir.GotoBreak, to, b.reserve(hir.BlockStatement))
	case *Continue:
		to, direct := b.continueTarget(s.Label)
		if to == hir.NoBlock || l.opt.React && !direct {
			l.fail(s.Pos, "continue without a loop")
			return
		}
		b.jump(hir.GotoContinue, to, b.reserve(hir.BlockStatement))
	case *Return:
		var x hir.IdentifierID
		if s.X == nil {
			x = b.undefined()
		} else {
			x = l.expr(s.X)
		}
		t := b.close(hir.Return, b.reserve(hir.BlockStatement))
		t.Variant = hir.ReturnExplicit
		t.Operands = b.ops1(x)
	case *Throw:
		l.throw(s)
	case *Try:
		l.try(s)
	case *Debugger:
		b.push(hir.Debugger)
	case *Empty:
	default:
		l.fail(position(s), "statement")
	}
}

// throw lowers a throw. Within a try it stores what is thrown in the handler's
// binding and goes there; the React Compiler refuses that.
func (l *Lowerer) throw(s *Throw) {
	b := &l.b
	x := l.expr(s.X)
	if len(b.handlers) > b.handlerBase {
		if l.opt.React {
			l.fail(s.Pos, "throw within try")
			return
		}
		h := b.handlers[len(b.handlers)-1]
		if h.binding != hir.NoIdentifier {
			// The store itself cannot throw.
			b.handlers = b.handlers[:len(b.handlers)-1]
			base := b.handlerBase
			b.handlerBase = len(b.handlers)
			in := b.push(hir.StoreLocal)
			in.LKind = hir.LvalueReassign
			in.Operands = b.ops1(x)
			in.Defs = b.ops1(h.binding)
			b.handlerBase = base
			b.handlers = append(b.handlers, h)
		}
		b.jump(hir.GotoBreak, h.block, b.reserve(hir.BlockStatement))
		return
	}
	t := b.close(hir.Throw, b.reserve(hir.BlockStatement))
	t.Operands = b.ops1(x)
}

func (l *Lowerer) varDecl(s *VarDecl) {
	if s.Kind == Var {
		l.fail(s.Pos, "var")
		return
	}
	kind := hir.LvalueLet
	if s.Kind == Const {
		kind = hir.LvalueConst
	}
	for i := range s.Decls {
		d := &s.Decls[i]
		if d.Init != nil {
			_, plain := d.Target.(*Ident)
			l.assign(kind, d.Target, l.expr(d.Init), !plain)
			continue
		}
		id, ok := d.Target.(*Ident)
		if !ok || s.Kind == Const {
			l.fail(d.Pos, "declaration without a value")
			return
		}
		v := l.r.lookup(id.Name)
		x := l.resolve(v)
		decl := hir.DeclareLocal
		if l.r.bindings[v].isContext() {
			decl = hir.DeclareContext
		}
		in := l.b.push(decl)
		in.LKind = hir.LvalueLet
		in.Defs = l.b.ops1(x)
	}
}

func (l *Lowerer) functionDecl(s *FunctionDecl) {
	b := l.r.lookup(s.Func.Name)
	if b < l.r.moduleBindings || s.Func.Name == "" {
		l.fail(s.Pos, "function declaration as a part of another statement")
		return
	}
	f := l.function(s.Func, s.Pos, hir.FunctionExpression, l.functionName(s.Func.Name))
	if l.opt.React {
		b = l.ownName(s.Func, b)
	}
	l.assignBinding(hir.LvalueFunction, b, f, s.Pos)
}

// ownName returns the binding that the React Compiler takes for the variable of
// a function declaration that was just lowered: it looks for the name within
// the function first, though not among variables that had to be renamed.
func (l *Lowerer) ownName(fn *Function, outer int32) int32 {
	sym := l.r.bindings[outer].sym
	if n := l.r.bindings[outer].named; n != none && n != sym {
		return outer
	}
	s := &l.r.scopes[l.r.scopes[l.r.scope].cursor]
	for i := s.lo; i < s.hi; i++ {
		if b := &l.r.bindings[i]; b.sym == sym && (b.named == none || b.named == sym) {
			return i
		}
	}
	return outer
}

// ifStmt lowers if, with all the else-ifs that follow it. Each one is lowered
// within the alternate block of the one before.
func (l *Lowerer) ifStmt(s *If) {
	type open struct {
		s                     *If
		after, then, alt, out hir.BlockID
	}
	b := &l.b
	var buf [4]open
	chain := buf[:0]
	for {
		after := b.reserve(hir.BlockStatement)
		then, out := b.begin(hir.BlockStatement)
		l.stmt(s.Then, "")
		b.jump(hir.GotoBreak, after, out)
		o := open{s: s, after: after, then: then, alt: after}
		if s.Else == nil || l.err != nil {
			chain = append(chain, o)
			break
		}
		o.alt, o.out = b.begin(hir.BlockStatement)
		chain = append(chain, o)
		next, ok := s.Else.(*If)
		if !ok {
			l.stmt(s.Else, "")
			b.jump(hir.GotoBreak, after, o.out)
			break
		}
		s = next
	}
	for i := len(chain) - 1; ; i-- {
		o := &chain[i]
		test := l.expr(o.s.Test)
		t := b.close(hir.If, o.after)
		t.Operands = b.ops1(test)
		t.Targets = b.blocks2(o.then, o.alt)
		t.Fallthrough = o.after
		if i == 0 {
			return
		}
		b.jump(hir.GotoBreak, chain[i-1].after, chain[i-1].out)
	}
}

// loopBody lowers the body of a loop in a block of its own and returns it.
func (l *Lowerer) loopBody(body Stmt, label string, again, after hir.BlockID) hir.BlockID {
	b := &l.b
	id, out := b.begin(hir.BlockStatement)
	b.pushJump(jumpTarget{label: label, isLoop: true, after: after, again: again})
	l.stmt(body, "")
	b.popJump()
	b.jump(hir.GotoContinue, again, out)
	return id
}

func (l *Lowerer) while(s *While, label string) {
	b := &l.b
	test := b.reserve(hir.BlockLoop)
	after := b.reserve(hir.BlockStatement)
	loop := l.loopBody(s.Body, label, test, after)
	t := b.close(hir.While, test)
	t.Targets = b.blocks2(test, loop)
	t.Fallthrough = after
	b.branch(l.expr(s.Test), loop, after, test, after)
}

func (l *Lowerer) doWhile(s *DoWhile, label string) {
	b := &l.b
	test := b.reserve(hir.BlockLoop)
	after := b.reserve(hir.BlockStatement)
	loop := l.loopBody(s.Body, label, test, after)
	t := b.close(hir.DoWhile, test)
	t.Targets = b.blocks2(loop, test)
	t.Fallthrough = after
	b.branch(l.expr(s.Test), loop, after, test, after)
}

func (l *Lowerer) forStmt(s *For, label string) {
	b := &l.b
	decl, scoped := s.Init.(*VarDecl)
	if l.opt.React {
		if !scoped {
			l.fail(s.Pos, "for without a declaration")
		} else if s.Test == nil {
			l.fail(s.Pos, "for without a test")
		}
	}
	if scoped {
		l.r.enterWithNames(s)
	}
	test := b.reserve(hir.BlockLoop)
	after := b.reserve(hir.BlockStatement)
	init, out := b.begin(hir.BlockLoop)
	if scoped {
		l.varDecl(decl)
	} else if s.Init != nil {
		l.stmt(s.Init, "")
	}
	b.jump(hir.GotoBreak, test, out)
	update, again := hir.NoBlock, test
	if s.Update != nil {
		update, out = b.begin(hir.BlockLoop)
		l.expr(s.Update)
		b.jump(hir.GotoBreak, test, out)
		again = update
	}
	loop := l.loopBody(s.Body, label, again, after)
	t := b.close(hir.For, test)
	n := len(b.targets)
	b.targets = append(b.targets, init, test, update, loop)
	t.Targets = b.targets[n : n+4 : n+4]
	t.Fallthrough = after
	var cond hir.IdentifierID
	if s.Test == nil {
		cond = b.literal(boolLiterals[1])
	} else {
		cond = l.expr(s.Test)
	}
	b.branch(cond, loop, after, after, after)
	if scoped {
		l.r.leaveScope()
	}
}

func (l *Lowerer) forOf(s *ForOf, label string) {
	b := &l.b
	if s.Declares {
		l.r.enterWithNames(s)
	}
	after := b.reserve(hir.BlockStatement)
	init := b.reserve(hir.BlockLoop)
	test := b.reserve(hir.BlockLoop)
	loop := l.loopBody(s.Body, label, init, after)
	right := l.expr(s.Right)
	t := b.close(hir.ForOf, init)
	n := len(b.targets)
	b.targets = append(b.targets, init, loop, test)
	t.Targets = b.targets[n : n+3 : n+3]
	t.Fallthrough = after
	iterator := b.push1(hir.GetIterator, right)
	b.jump(hir.GotoBreak, test, test)
	in := b.push(hir.IteratorNext)
	in.Operands = b.ops2(iterator, right)
	b.branch(l.loopTarget(s.Declares, s.Kind, s.Target, in.Lvalue.Identifier), loop, after, after, after)
	if s.Declares {
		l.r.leaveScope()
	}
}

func (l *Lowerer) forIn(s *ForIn, label string) {
	b := &l.b
	if s.Declares {
		l.r.enterWithNames(s)
	}
	after := b.reserve(hir.BlockStatement)
	init := b.reserve(hir.BlockLoop)
	loop := l.loopBody(s.Body, label, init, after)
	right := l.expr(s.Right)
	t := b.close(hir.ForIn, init)
	t.Targets = b.blocks2(init, loop)
	t.Fallthrough = after
	next := b.push1(hir.NextPropertyOf, right)
	b.branch(l.loopTarget(s.Declares, s.Kind, s.Target, next), loop, after, after, after)
	if s.Declares {
		l.r.leaveScope()
	}
}

// loopTarget stores the next value of for-of or for-in and returns the place
// that the loop's branch tests.
func (l *Lowerer) loopTarget(declares bool, kind VarKind, target Pattern, value hir.IdentifierID) hir.IdentifierID {
	if !declares {
		return l.assign(hir.LvalueReassign, target, value, false)
	}
	if kind == Var {
		l.fail(target.Position(), "var")
	}
	return l.assign(hir.LvalueLet, target, value, false)
}

func (l *Lowerer) switchStmt(s *Switch) {
	b := &l.b
	scoped := switchDeclares(s)
	after := b.reserve(hir.BlockStatement)
	// The discriminant is lowered last, outside of the scope of the cases.
	if scoped {
		l.r.enterWithNames(s)
	}
	n := len(s.Cases)
	cases := make([]hir.BlockID, n, n+1)
	tests := make([]hir.IdentifierID, n)
	hasDefault := false
	next := after
	for i := n - 1; i >= 0 && l.err == nil; i-- {
		c := &s.Cases[i]
		if c.Test == nil {
			if hasDefault {
				l.fail(c.Pos, "second default")
			}
			hasDefault = true
		}
		id, out := b.begin(hir.BlockStatement)
		b.pushJump(jumpTarget{after: after})
		l.stmts(c.Body)
		b.popJump()
		b.jump(hir.GotoBreak, next, out)
		if c.Test != nil {
			tests[i] = l.caseTest(c.Test)
		}
		cases[i] = id
		next = id
	}
	if scoped {
		l.r.leaveScope()
	}
	disc := l.expr(s.Disc)
	operands := len(b.args)
	b.args = append(b.args, disc)
	hasTest := len(b.tests)
	for i := range s.Cases {
		has := s.Cases[i].Test != nil
		if has {
			b.args = append(b.args, tests[i])
		}
		b.tests = append(b.tests, has)
	}
	if !hasDefault {
		b.tests = append(b.tests, false)
		cases = append(cases, after)
	}
	targets := len(b.targets)
	b.targets = append(b.targets, cases...)
	t := b.close(hir.Switch, after)
	t.Operands = b.opsArgs(operands)
	t.Targets = b.targets[targets:len(b.targets):len(b.targets)]
	t.HasTest = b.tests[hasTest:len(b.tests):len(b.tests)]
	t.Fallthrough = after
}

func (l *Lowerer) labeled(s *Labeled) {
	b := &l.b
	switch s.Body.(type) {
	case *While, *DoWhile, *For, *ForOf, *ForIn:
		l.stmt(s.Body, s.Label)
		return
	}
	after := b.reserve(hir.BlockStatement)
	id, out := b.begin(hir.BlockStatement)
	b.pushJump(jumpTarget{label: s.Label, isLabel: true, after: after})
	l.stmt(s.Body, "")
	b.popJump()
	b.jump(hir.GotoBreak, after, out)
	b.enclose(hir.Label, id, after, after)
}

func (l *Lowerer) try(s *Try) {
	b := &l.b
	if s.Finally != nil {
		l.fail(s.Pos, "finally")
		return
	}
	if s.Handler == nil || s.Block == nil {
		l.fail(s.Pos, "try without catch")
		return
	}
	after := b.reserve(hir.BlockStatement)
	binding := hir.NoIdentifier
	if s.Param != nil {
		binding = b.promotedTemp()
		in := b.push(hir.DeclareLocal)
		in.LKind = hir.LvalueCatch
		in.Defs = b.ops1(binding)
	}
	handlerBlock, out := b.begin(hir.BlockCatch)
	if s.Param != nil {
		l.r.enterWithNames(s)
		l.catchParam(s.Param, binding)
		l.scopeBody(s.Handler.Body)
		l.r.leaveScope()
	} else {
		l.block(s.Handler)
	}
	b.jump(hir.GotoBreak, after, out)
	block, out := b.begin(hir.BlockStatement)
	b.handlers = append(b.handlers, handler{handlerBlock, binding})
	l.block(s.Block)
	b.handlers = b.handlers[:len(b.handlers)-1]
	b.jump(hir.GotoTry, after, out)
	t := b.close(hir.Try, after)
	t.Targets = b.blocks2(block, handlerBlock)
	t.Fallthrough = after
	if binding != hir.NoIdentifier {
		t.Operands = b.ops1(binding)
	}
}

// catchParam stores what was caught. The React Compiler does not find the
// variables of a pattern there.
func (l *Lowerer) catchParam(p Pattern, value hir.IdentifierID) {
	if _, ok := p.(*Ident); !ok && l.opt.React {
		found := false
		patternNames(p, func(*Ident) { found = true })
		if found {
			l.fail(p.Position(), "pattern in a catch clause")
			return
		}
	}
	l.assign(hir.LvalueCatch, p, value, false)
}

// patternNames calls yield for the variables of a pattern.
func patternNames(p Pattern, yield func(*Ident)) {
	switch p := p.(type) {
	case *Ident:
		yield(p)
	case *DefaultPattern:
		patternNames(p.Target, yield)
	case *ArrayPattern:
		for _, e := range p.Elems {
			if e != nil {
				patternNames(e, yield)
			}
		}
		if p.Rest != nil {
			patternNames(p.Rest, yield)
		}
	case *ObjectPattern:
		for i := range p.Props {
			patternNames(p.Props[i].Value, yield)
		}
		if p.Rest != nil {
			patternNames(p.Rest, yield)
		}
	}
}
