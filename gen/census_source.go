package gen

import "assay/js"

// sourceCounter counts the constructs of a program's source. It keeps memory
// between programs.
type sourceCounter struct {
	now *[numMarks]int32

	loops, functions int
	nest             int // of statements, in the present function
	// targets are the statements of the present function that jumps may name.
	targets []countTarget
	base    int
	// tries is the number of targets outside of each open try block of the function.
	tries []int
	// names are those in scope, for shadowing.
	names []string
	// test says that the expression is a loop's or an if's condition, arm that it is
	// evaluated only sometimes.
	test, arm, index bool
}

type countTarget struct {
	label        string
	loop, swtch  bool
	unnamedBreak bool // a break without a label can go here
}

func (c *sourceCounter) count(now *[numMarks]int32, p *js.Program) {
	c.now = now
	c.loops, c.functions, c.base = 0, 0, 0
	c.targets, c.tries, c.names = c.targets[:0], c.tries[:0], c.names[:0]
	for _, s := range p.Body {
		if f, ok := s.(*js.FunctionDecl); ok {
			c.function(f.Func)
			continue
		}
		c.stmt(s)
	}
}

func (c *sourceCounter) add(m mark) { c.now[m]++ }

func (c *sourceCounter) declare(name string) {
	for _, n := range c.names {
		if n == name {
			c.add(markShadow)
			break
		}
	}
	c.names = append(c.names, name)
}

func (c *sourceCounter) list(list []js.Stmt) {
	jumped := false
	for _, s := range list {
		if jumped {
			c.add(markDeadCode)
		}
		c.stmt(s)
		switch s.(type) {
		case *js.Break, *js.Continue, *js.Return, *js.Throw:
			jumped = true
		}
	}
}

func (c *sourceCounter) scope(list []js.Stmt) {
	n := len(c.names)
	c.list(list)
	c.names = c.names[:n]
}

func (c *sourceCounter) function(f *js.Function) {
	if c.functions > 1 {
		c.add(markNestedClosure)
	}
	loops, base, names, tries, nest := c.loops, c.base, len(c.names), c.tries, c.nest
	c.functions++
	c.loops, c.base, c.tries, c.nest = 0, len(c.targets), nil, 0
	for _, p := range f.Params {
		if _, ok := p.(*js.Ident); !ok {
			c.add(markPatternParam)
		}
		c.pattern(p)
	}
	if f.Rest != nil {
		c.add(markPatternParam)
		c.pattern(f.Rest)
	}
	if f.ExprBody != nil {
		c.expr(f.ExprBody)
	} else {
		c.list(f.Body)
	}
	c.functions--
	c.loops, c.base, c.names, c.tries, c.nest = loops, base, c.names[:names], tries, nest
}

// pattern counts what a declaration's target declares.
func (c *sourceCounter) pattern(p js.Pattern) {
	switch p := p.(type) {
	case *js.Ident:
		c.declare(p.Name)
	case *js.DefaultPattern:
		c.pattern(p.Target)
		c.expr(p.Default)
	case *js.ArrayPattern:
		for _, e := range p.Elems {
			c.pattern(e)
		}
		c.pattern(p.Rest)
	case *js.ObjectPattern:
		for i := range p.Props {
			c.pattern(p.Props[i].Value)
		}
		c.pattern(p.Rest)
	}
}

func (c *sourceCounter) stmt(s js.Stmt) {
	switch s := s.(type) {
	case *js.VarDecl:
		c.varDecl(s)
	case *js.FunctionDecl:
		c.add(markFunctionDecl)
		c.closure()
		c.declare(s.Func.Name)
		c.function(s.Func)
	case *js.ExprStmt:
		c.exprStmt(s.X)
	case *js.Block:
		c.add(markBlock)
		c.body(s)
	case *js.If:
		c.add(markIf)
		c.condition(s.Test)
		c.body(s.Then)
		if s.Else != nil {
			c.add(markElse)
			if _, ok := s.Else.(*js.If); ok {
				c.add(markElseIf)
			}
			c.body(s.Else)
		}
	case *js.While:
		c.add(markWhile)
		c.condition(s.Test)
		c.loop(s.Body, "")
	case *js.DoWhile:
		c.add(markDoWhile)
		c.loop(s.Body, "")
		c.condition(s.Test)
	case *js.For:
		c.forStmt(s, "")
	case *js.ForOf:
		c.add(markForOf)
		c.each(s.Declares, s.Target, s.Right, s.Body, "")
	case *js.ForIn:
		c.add(markForIn)
		c.each(s.Declares, s.Target, s.Right, s.Body, "")
	case *js.Switch:
		c.switchStmt(s, "")
	case *js.Labeled:
		c.labelled(s)
	case *js.Break:
		c.add(markBreak)
		if s.Label != "" {
			c.add(markLabelledBreak)
		}
		c.jump(s.Label, false)
	case *js.Continue:
		c.add(markContinue)
		if s.Label != "" {
			c.add(markLabelledContinue)
		}
		c.jump(s.Label, true)
	case *js.Return:
		c.add(markReturn)
		if c.nest > 0 {
			c.add(markEarlyReturn)
		}
		if c.loops > 0 {
			c.add(markReturnInLoop)
		}
		if len(c.tries) > 0 {
			c.add(markExitFromTry)
		}
		if s.X != nil {
			c.expr(s.X)
		}
	case *js.Throw:
		c.add(markThrow)
		c.expr(s.X)
	case *js.Try:
		c.add(markTry)
		if c.loops > 0 {
			c.add(markTryInLoop)
		}
		c.tries = append(c.tries, len(c.targets))
		c.body(s.Block)
		c.tries = c.tries[:len(c.tries)-1]
		n := len(c.names)
		if s.Param != nil {
			c.pattern(s.Param)
		}
		if s.Handler != nil {
			c.body(s.Handler)
		}
		c.names = c.names[:n]
		if s.Finally != nil {
			c.body(s.Finally)
		}
	case *js.Empty:
		c.add(markEmptyStmt)
	case *js.Debugger:
		c.add(markDebugger)
	}
}

// body counts a part of a statement; a block is counted by what is in it.
func (c *sourceCounter) body(s js.Stmt) {
	c.nest++
	if b, ok := s.(*js.Block); ok {
		if len(b.Body) == 0 {
			c.add(markEmptyBlock)
		}
		c.scope(b.Body)
	} else {
		c.stmt(s)
	}
	c.nest--
}

func (c *sourceCounter) varDecl(s *js.VarDecl) {
	m := markLet
	if s.Kind == js.Const {
		m = markConst
	}
	for i := range s.Decls {
		d := &s.Decls[i]
		c.add(m)
		if d.Init != nil {
			if _, ok := d.Init.(*js.Ident); ok {
				c.add(markCopy)
			}
			c.expr(d.Init)
		}
		if _, ok := d.Target.(*js.Ident); !ok {
			c.add(markDestructure)
		}
		c.pattern(d.Target)
	}
}

func (c *sourceCounter) condition(x js.Expr) {
	test := c.test
	c.test = true
	c.expr(x)
	c.test = test
}

func (c *sourceCounter) loop(body js.Stmt, label string) {
	c.loops++
	c.add(markLoop)
	switch {
	case c.loops >= 4:
		c.add(markLoopDepth4)
		fallthrough
	case c.loops == 3:
		c.add(markLoopDepth3)
		fallthrough
	case c.loops == 2:
		c.add(markLoopDepth2)
	}
	if b, ok := body.(*js.Block); ok && len(b.Body) == 0 {
		c.add(markEmptyLoop)
	}
	c.targets = append(c.targets, countTarget{label: label, loop: true, unnamedBreak: true})
	c.body(body)
	c.targets = c.targets[:len(c.targets)-1]
	c.loops--
}

func (c *sourceCounter) forStmt(s *js.For, label string) {
	c.add(markFor)
	n := len(c.names)
	if s.Init != nil {
		c.stmt(s.Init)
	}
	if s.Test != nil {
		c.condition(s.Test)
	}
	if s.Update != nil {
		c.effect(s.Update)
	}
	c.loop(s.Body, label)
	c.names = c.names[:n]
}

func (c *sourceCounter) each(declares bool, target js.Pattern, right js.Expr, body js.Stmt, label string) {
	c.expr(right)
	n := len(c.names)
	if declares {
		c.pattern(target)
	} else {
		c.add(markAssign)
	}
	c.loop(body, label)
	c.names = c.names[:n]
}

func (c *sourceCounter) switchStmt(s *js.Switch, label string) {
	c.add(markSwitch)
	c.expr(s.Disc)
	c.targets = append(c.targets, countTarget{label: label, swtch: true, unnamedBreak: true})
	hasDefault := false
	n := len(c.names)
	for i := range s.Cases {
		k := &s.Cases[i]
		last := i == len(s.Cases)-1
		if k.Test == nil {
			hasDefault = true
			if !last {
				c.add(markDefaultNotLast)
			}
		} else {
			c.expr(k.Test)
		}
		switch {
		case len(k.Body) == 0:
			c.add(markEmptyCase)
		case !last && !jumps(k.Body[len(k.Body)-1]):
			c.add(markFallsThrough)
		}
		c.nest++
		c.list(k.Body)
		c.nest--
	}
	c.names = c.names[:n]
	if !hasDefault {
		c.add(markNoDefault)
	}
	c.targets = c.targets[:len(c.targets)-1]
}

func jumps(s js.Stmt) bool {
	switch s.(type) {
	case *js.Break, *js.Continue, *js.Return, *js.Throw:
		return true
	}
	return false
}

func (c *sourceCounter) labelled(s *js.Labeled) {
	c.add(markLabel)
	switch b := s.Body.(type) {
	case *js.While:
		c.add(markWhile)
		c.condition(b.Test)
		c.loop(b.Body, s.Label)
	case *js.DoWhile:
		c.add(markDoWhile)
		c.loop(b.Body, s.Label)
		c.condition(b.Test)
	case *js.For:
		c.forStmt(b, s.Label)
	case *js.ForOf:
		c.add(markForOf)
		c.each(b.Declares, b.Target, b.Right, b.Body, s.Label)
	case *js.ForIn:
		c.add(markForIn)
		c.each(b.Declares, b.Target, b.Right, b.Body, s.Label)
	case *js.Switch:
		c.switchStmt(b, s.Label)
	default:
		c.targets = append(c.targets, countTarget{label: s.Label})
		c.body(b)
		c.targets = c.targets[:len(c.targets)-1]
	}
}

// jump counts what a break or continue crosses.
func (c *sourceCounter) jump(label string, loop bool) {
	levels := 0
	for i := len(c.targets) - 1; i >= c.base; i-- {
		t := &c.targets[i]
		levels++
		if label == t.label && label != "" || label == "" && (t.loop || t.unnamedBreak && !loop) {
			if len(c.tries) > 0 && i < c.tries[len(c.tries)-1] {
				c.add(markExitFromTry)
			}
			break
		}
	}
	if levels >= 2 && label != "" {
		c.add(markTwoLevels)
	}
}

func (c *sourceCounter) closure() {
	if c.loops > 0 {
		c.add(markClosureInLoop)
	}
}

// exprStmt counts an expression statement: an assignment in it is a statement's.
func (c *sourceCounter) exprStmt(x js.Expr) { c.effect(x) }

func (c *sourceCounter) effect(x js.Expr) {
	switch x := x.(type) {
	case *js.Assign:
		c.assign(x)
	case *js.Update:
		c.add(markUpdate)
		c.place(x.X)
	case *js.Sequence:
		c.add(markSequence)
		for _, y := range x.List {
			c.effect(y)
		}
	default:
		c.expr(x)
	}
}

// place counts what is assigned, as an expression.
func (c *sourceCounter) place(x js.Expr) {
	m, ok := x.(*js.Member)
	if !ok {
		return
	}
	if m.Index != nil {
		c.add(markIndexStore)
		c.indexed(m.Index)
	} else {
		c.add(markStore)
	}
	c.expr(m.X)
}

func (c *sourceCounter) indexed(x js.Expr) {
	index := c.index
	c.index = true
	c.expr(x)
	c.index = index
}

func (c *sourceCounter) assign(x *js.Assign) {
	switch x.Op {
	case "=":
		c.add(markAssign)
	case "&&=", "||=", "??=":
		c.add(markLogicalAssign)
	default:
		c.add(markCompound)
	}
	switch t := x.Target.(type) {
	case *js.Ident:
		if t.Name == globalValues[0] || t.Name == globalValues[1] {
			c.add(markGlobalStore)
		}
		if _, ok := x.Value.(*js.Ident); ok && x.Op == "=" {
			c.add(markCopy)
		}
	case *js.Member:
		c.place(t)
	default:
		c.add(markPatternAssign)
	}
	c.expr(x.Value)
}

// sometimes counts an operand that is not always evaluated.
func (c *sourceCounter) sometimes(x js.Expr) {
	arm := c.arm
	c.arm = true
	c.expr(x)
	c.arm = arm
}

func (c *sourceCounter) exprs(xs []js.Expr) {
	for _, x := range xs {
		if x != nil {
			c.expr(x)
		}
	}
}

func (c *sourceCounter) expr(x js.Expr) {
	switch x := x.(type) {
	case *js.Ident:
		if x.Name == "undefined" {
			c.add(markUndefined)
		}
	case *js.NumberLit:
		c.add(markNumber)
	case *js.StringLit:
		c.add(markString)
	case *js.BoolLit:
		c.add(markBool)
	case *js.NullLit:
		c.add(markNull)
	case *js.RegExpLit:
		c.add(markRegExp)
	case *js.Template:
		c.add(markTemplate)
		c.exprs(x.Exprs)
	case *js.TaggedTemplate:
		c.add(markTagged)
		c.expr(x.Tag)
		c.exprs(x.Template.Exprs)
	case *js.ArrayLit:
		c.add(markArray)
		c.exprs(x.Elems)
	case *js.ObjectLit:
		c.object(x)
	case *js.Spread:
		c.add(markSpread)
		c.expr(x.X)
	case *js.FunctionExpr:
		if x.Func.Arrow {
			c.add(markArrow)
		} else {
			c.add(markFunctionExpr)
		}
		c.closure()
		c.nested(x.Func)
	case *js.Unary:
		c.unary(x)
	case *js.Binary:
		switch x.Op {
		case "<", ">", "<=", ">=", "==", "!=", "===", "!==":
			c.add(markCompare)
		default:
			c.add(markBinary)
		}
		c.expr(x.X)
		c.expr(x.Y)
	case *js.Logical:
		switch x.Op {
		case "&&":
			c.add(markAnd)
		case "||":
			c.add(markOr)
		default:
			c.add(markNullish)
		}
		c.expr(x.X)
		c.sometimes(x.Y)
	case *js.Conditional:
		c.add(markTernary)
		c.expr(x.Test)
		c.sometimes(x.Then)
		c.sometimes(x.Else)
	case *js.Assign:
		c.inside()
		c.assign(x)
	case *js.Update:
		c.inside()
		if c.index {
			c.add(markUpdateInIndex)
		}
		c.add(markUpdate)
		c.place(x.X)
	case *js.Sequence:
		c.add(markSequence)
		c.exprs(x.List)
	case *js.Call:
		if m, ok := x.Callee.(*js.Member); ok {
			c.add(markMethodCall)
			c.expr(m.X)
			if m.Index != nil {
				c.expr(m.Index)
			}
		} else {
			c.add(markCall)
			c.expr(x.Callee)
		}
		c.exprs(x.Args)
	case *js.New:
		c.add(markNew)
		c.exprs(x.Args)
	case *js.Member:
		c.expr(x.X)
		if x.Index != nil {
			c.add(markIndex)
			c.indexed(x.Index)
		} else {
			c.add(markMember)
		}
	case *js.Chain:
		c.add(markOptional)
		c.expr(x.X)
	case *js.AwaitExpr:
		c.expr(x.X)
	}
}

// inside counts an assignment that is part of an expression.
func (c *sourceCounter) inside() {
	c.add(markAssignInExpr)
	if c.test {
		c.add(markAssignInTest)
	}
	if c.arm {
		c.add(markAssignInArm)
	}
}

// nested counts a function in an expression: what stands in it is not part of that.
func (c *sourceCounter) nested(f *js.Function) {
	test, arm, index := c.test, c.arm, c.index
	c.test, c.arm, c.index = false, false, false
	c.function(f)
	c.test, c.arm, c.index = test, arm, index
}

func (c *sourceCounter) object(x *js.ObjectLit) {
	c.add(markObject)
	for i := range x.Props {
		p := &x.Props[i]
		switch {
		case p.Spread:
			c.add(markSpread)
			c.expr(p.Value)
		case p.Method:
			c.add(markMethod)
			c.closure()
			c.nested(p.Value.(*js.FunctionExpr).Func)
		default:
			if p.Computed != nil {
				c.expr(p.Computed)
			}
			c.expr(p.Value)
		}
	}
}

func (c *sourceCounter) unary(x *js.Unary) {
	switch x.Op {
	case "typeof":
		c.add(markTypeof)
	case "delete":
		c.add(markDelete)
	default:
		c.add(markUnary)
	}
	c.expr(x.X)
}
