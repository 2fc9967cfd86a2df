package js

// mention is the way in which source mentions a variable.
type mention uint8

const (
	mentionRead        mention = iota
	mentionAssign              // x = ..., x += ...
	mentionUpdate              // x++
	mentionPattern             // [x] = ...
	mentionLoop                // for (x of ...)
	mentionLoopPattern         // for ([x] of ...)
)

// scanFunction scans a function and all that is nested in it: it makes their
// scopes and names, and finds out which names they capture, which of these are
// context variables and which need hoisted declarations. key is the computed
// key of a method if that counts as a part of the method, else nil.
func (l *Lowerer) scanFunction(fn *Function, isExpr bool, key Expr) {
	r := &l.r
	id := int32(len(r.fns))
	r.fns = append(r.fns, funcScope{parent: r.fn, captures: none, lastCapture: none})
	r.fn = id
	if key != nil {
		l.scanExpr(key)
	}
	sc := r.openScope(fn)
	patterns := false
	for _, p := range fn.Params {
		l.declarePattern(p, bindParam, noHoist)
		if _, ok := p.(*Ident); !ok {
			patterns = true
		}
	}
	if fn.Rest != nil {
		l.declarePattern(fn.Rest, bindParam, noHoist)
		patterns = true
	}
	lo, mid := r.scopes[sc].lo, int32(len(r.bindings))
	r.scopes[sc].mid = mid
	if isExpr && !fn.Arrow && fn.Name != "" {
		r.declare(fn.Name, bindSelf, alwaysHoist)
	}
	l.declareBody(fn.Body)
	hi := r.scopes[sc].hi
	if patterns {
		// Default values do not see the names of the body.
		r.hide(mid, hi)
		r.scopes[sc].stmt = noHoist
		for _, p := range fn.Params {
			l.scanDeclaredPattern(p)
		}
		if fn.Rest != nil {
			l.scanDeclaredPattern(fn.Rest)
		}
		r.show(mid, hi)
	}
	if fn.ExprBody != nil {
		l.scanExpr(fn.ExprBody)
	}
	l.scanBody(sc, fn.Body)
	r.hide(lo, hi)
	r.scope = r.scopes[sc].parent
	r.fn = r.fns[id].parent
}

// declareBody declares the names of the statements of a block, but not those of
// blocks within it.
func (l *Lowerer) declareBody(body []Stmt) {
	for i, s := range body {
		l.declareStmt(s, int32(i))
	}
}

func (l *Lowerer) declareStmt(s Stmt, index int32) {
	switch s := s.(type) {
	case *VarDecl:
		kind := bindLet
		if s.Kind == Const {
			kind = bindConst
		}
		for i := range s.Decls {
			l.declarePattern(s.Decls[i].Target, kind, index)
		}
	case *FunctionDecl:
		l.declareName(s.Func.Name, s.Pos, bindFunction, index)
	}
}

// declares reports whether a block with these statements has names of its own.
func declares(body []Stmt) bool {
	for _, s := range body {
		switch s.(type) {
		case *VarDecl, *FunctionDecl:
			return true
		}
	}
	return false
}

func (l *Lowerer) declareName(name string, pos Pos, kind bindingKind, stmt int32) {
	if l.opt.React && name == "fbt" {
		l.fail(pos, "variable named fbt")
	}
	b, again := l.r.declare(name, kind, stmt)
	if !again {
		return
	}
	// A function declaration may repeat a parameter or a function declaration; it
	// is then another assignment to that variable.
	was := &l.r.bindings[b]
	switch {
	case was.kind == bindSelf:
		if !l.opt.React {
			was.kind, was.stmt = kind, stmt
		}
	case kind != bindFunction || was.kind != bindParam && was.kind != bindFunction:
		l.fail(pos, quoted(name)+" is declared twice")
	}
}

// declarePattern declares the variables of a pattern.
func (l *Lowerer) declarePattern(p Pattern, kind bindingKind, stmt int32) {
	switch p := p.(type) {
	case *Ident:
		l.declareName(p.Name, p.Pos, kind, stmt)
	case *DefaultPattern:
		l.declarePattern(p.Target, kind, stmt)
	case *ArrayPattern:
		for _, e := range p.Elems {
			if e != nil {
				l.declarePattern(e, kind, stmt)
			}
		}
		if p.Rest != nil {
			l.declarePattern(p.Rest, kind, stmt)
		}
	case *ObjectPattern:
		for i := range p.Props {
			l.declarePattern(p.Props[i].Value, kind, stmt)
		}
		if p.Rest != nil {
			l.declarePattern(p.Rest, kind, stmt)
		}
	}
}

// mention notes that the source mentions a variable here.
func (l *Lowerer) mention(id *Ident, how mention) {
	r := &l.r
	b := r.lookup(id.Name)
	if b < r.moduleBindings {
		return // a global, or declared outside of functions
	}
	bd := &r.bindings[b]
	inner := bd.fn != r.fn
	// The React Compiler does not see that a loop assigns to its target, nor that
	// an inner function captures what it assigns to by a pattern.
	switch how {
	case mentionAssign, mentionUpdate, mentionPattern:
		bd.reassigned = true
		bd.reassignedInner = bd.reassignedInner || inner
	case mentionLoop, mentionLoopPattern:
		if !l.opt.React {
			bd.reassigned = true
			bd.reassignedInner = bd.reassignedInner || inner
		}
	}
	if l.opt.React && (how == mentionPattern || how == mentionLoopPattern) {
		return
	}
	if inner {
		bd.usedInner = true
		if bd.capturedBy < r.fn {
			r.capture(b)
		}
	}
	if inner || bd.kind == bindFunction {
		r.listHoist(b)
	}
}

// scanBody scans the statements of the block that a scope belongs to.
func (l *Lowerer) scanBody(sc int32, body []Stmt) {
	for i, s := range body {
		l.r.scopes[sc].stmt = int32(i)
		l.scanStmt(s)
	}
}

// scanBlock scans a block with a scope of its own if it has names.
func (l *Lowerer) scanBlock(b *Block) {
	if !declares(b.Body) {
		for _, s := range b.Body {
			l.scanStmt(s)
		}
		return
	}
	sc := l.r.openScope(b)
	l.declareBody(b.Body)
	l.scanBody(sc, b.Body)
	l.r.leaveScope()
}

func (l *Lowerer) scanStmt(s Stmt) {
	switch s := s.(type) {
	case *ExprStmt:
		l.scanExpr(s.X)
	case *VarDecl:
		for i := range s.Decls {
			l.scanDeclaredPattern(s.Decls[i].Target)
			if s.Decls[i].Init != nil {
				l.scanExpr(s.Decls[i].Init)
			}
		}
	case *FunctionDecl:
		l.scanFunction(s.Func, false, nil)
	case *Block:
		l.scanBlock(s)
	case *If:
		for {
			l.scanExpr(s.Test)
			l.scanStmt(s.Then)
			next, ok := s.Else.(*If)
			if !ok {
				break
			}
			s = next
		}
		if s.Else != nil {
			l.scanStmt(s.Else)
		}
	case *While:
		l.scanExpr(s.Test)
		l.scanStmt(s.Body)
	case *DoWhile:
		l.scanStmt(s.Body)
		l.scanExpr(s.Test)
	case *For:
		decl, ok := s.Init.(*VarDecl)
		if ok {
			l.r.openScope(s)
			l.declareStmt(decl, noHoist)
		}
		if s.Init != nil {
			l.scanStmt(s.Init)
		}
		if s.Test != nil {
			l.scanExpr(s.Test)
		}
		if s.Update != nil {
			l.scanExpr(s.Update)
		}
		l.scanStmt(s.Body)
		if ok {
			l.r.leaveScope()
		}
	case *ForOf:
		l.scanForEach(s, s.Declares, s.Kind, s.Target, s.Right, s.Body)
	case *ForIn:
		l.scanForEach(s, s.Declares, s.Kind, s.Target, s.Right, s.Body)
	case *Switch:
		l.scanExpr(s.Disc)
		scoped := switchDeclares(s)
		if scoped {
			l.r.openScope(s)
			for i := range s.Cases {
				for _, c := range s.Cases[i].Body {
					l.declareStmt(c, noHoist)
				}
			}
		}
		for i := range s.Cases {
			if s.Cases[i].Test != nil {
				l.scanExpr(s.Cases[i].Test)
			}
			for _, c := range s.Cases[i].Body {
				l.scanStmt(c)
			}
		}
		if scoped {
			l.r.leaveScope()
		}
	case *Labeled:
		l.scanStmt(s.Body)
	case *Return:
		if s.X != nil {
			l.scanExpr(s.X)
		}
	case *Throw:
		l.scanExpr(s.X)
	case *Try:
		l.scanBlock(s.Block)
		if s.Handler != nil {
			l.scanCatch(s)
		}
		if s.Finally != nil {
			l.scanBlock(s.Finally)
		}
	}
}

func switchDeclares(s *Switch) bool {
	for i := range s.Cases {
		if declares(s.Cases[i].Body) {
			return true
		}
	}
	return false
}

func (l *Lowerer) scanForEach(node Stmt, declares bool, kind VarKind, target Pattern, right Expr, body Stmt) {
	if declares {
		bind := bindLet
		if kind == Const {
			bind = bindConst
		}
		l.r.openScope(node)
		l.declarePattern(target, bind, noHoist)
		l.scanDeclaredPattern(target)
	} else if id, ok := target.(*Ident); ok {
		l.mention(id, mentionLoop)
	} else {
		l.scanTarget(target, mentionLoopPattern)
	}
	l.scanExpr(right)
	l.scanStmt(body)
	if declares {
		l.r.leaveScope()
	}
}

// scanCatch scans a catch clause. Its variable and its block share one scope.
func (l *Lowerer) scanCatch(s *Try) {
	if s.Param == nil {
		l.scanBlock(s.Handler)
		return
	}
	sc := l.r.openScope(s)
	stmt := int32(noHoist)
	if l.opt.React {
		// The React Compiler hoists a declaration of the variable, although it is
		// already there.
		stmt = alwaysHoist
	}
	l.declarePattern(s.Param, bindCatch, stmt)
	l.declareBody(s.Handler.Body)
	l.r.scopes[sc].stmt = noHoist
	l.scanDeclaredPattern(s.Param)
	l.scanBody(sc, s.Handler.Body)
	l.r.leaveScope()
}

// scanDeclaredPattern scans the expressions within a pattern of declared names.
func (l *Lowerer) scanDeclaredPattern(p Pattern) {
	switch p := p.(type) {
	case *DefaultPattern:
		l.scanDeclaredPattern(p.Target)
		l.scanExpr(p.Default)
	case *ArrayPattern:
		for _, e := range p.Elems {
			if e != nil {
				l.scanDeclaredPattern(e)
			}
		}
		if p.Rest != nil {
			l.scanDeclaredPattern(p.Rest)
		}
	case *ObjectPattern:
		for i := range p.Props {
			if c := p.Props[i].Computed; c != nil {
				l.scanExpr(c)
			}
			l.scanDeclaredPattern(p.Props[i].Value)
		}
		if p.Rest != nil {
			l.scanDeclaredPattern(p.Rest)
		}
	}
}

// scanTarget scans an assignment target within a pattern.
func (l *Lowerer) scanTarget(p Pattern, how mention) {
	switch p := p.(type) {
	case *Ident:
		l.mention(p, how)
	case *Member:
		l.scanExpr(p)
	case *DefaultPattern:
		l.scanTarget(p.Target, how)
		l.scanExpr(p.Default)
	case *ArrayPattern:
		for _, e := range p.Elems {
			if e != nil {
				l.scanTarget(e, how)
			}
		}
		if p.Rest != nil {
			l.scanTarget(p.Rest, how)
		}
	case *ObjectPattern:
		for i := range p.Props {
			if c := p.Props[i].Computed; c != nil {
				l.scanExpr(c)
			}
			l.scanTarget(p.Props[i].Value, how)
		}
		if p.Rest != nil {
			l.scanTarget(p.Rest, how)
		}
	}
}

func (l *Lowerer) scanExprs(list []Expr) {
	for _, x := range list {
		if x != nil {
			l.scanExpr(x)
		}
	}
}

func (l *Lowerer) scanExpr(x Expr) {
	switch x := x.(type) {
	case *Ident:
		l.mention(x, mentionRead)
	case *Binary:
		l.scanExpr(x.X)
		l.scanExpr(x.Y)
	case *Assign:
		if id, ok := x.Target.(*Ident); ok {
			l.mention(id, mentionAssign)
		} else {
			l.scanTarget(x.Target, mentionPattern)
		}
		l.scanExpr(x.Value)
	case *Call:
		l.scanExpr(x.Callee)
		l.scanExprs(x.Args)
	case *Member:
		l.scanExpr(x.X)
		if x.Index != nil {
			l.scanExpr(x.Index)
		}
	case *Update:
		if id, ok := x.X.(*Ident); ok {
			l.mention(id, mentionUpdate)
		} else {
			l.scanExpr(x.X)
		}
	case *Logical:
		l.scanExpr(x.X)
		l.scanExpr(x.Y)
	case *Conditional:
		l.scanExpr(x.Test)
		l.scanExpr(x.Then)
		l.scanExpr(x.Else)
	case *Unary:
		l.scanExpr(x.X)
	case *FunctionExpr:
		l.scanFunction(x.Func, true, nil)
	case *ArrayLit:
		l.scanExprs(x.Elems)
	case *ObjectLit:
		for i := range x.Props {
			p := &x.Props[i]
			f, isFunc := p.Value.(*FunctionExpr)
			if p.Method && isFunc && l.opt.React {
				// The React Compiler takes the key for a part of the function.
				l.scanFunction(f.Func, false, p.Computed)
				continue
			}
			if p.Computed != nil {
				l.scanExpr(p.Computed)
			}
			if p.Method && isFunc {
				l.scanFunction(f.Func, false, nil)
				continue
			}
			l.scanExpr(p.Value)
		}
	case *Spread:
		l.scanExpr(x.X)
	case *Template:
		l.scanExprs(x.Exprs)
	case *TaggedTemplate:
		l.scanExpr(x.Tag)
		l.scanExprs(x.Template.Exprs)
	case *Sequence:
		l.scanExprs(x.List)
	case *New:
		l.scanExpr(x.Callee)
		l.scanExprs(x.Args)
	case *Chain:
		l.scanExpr(x.X)
	case *AwaitExpr:
		l.scanExpr(x.X)
	}
}
