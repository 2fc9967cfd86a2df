package gen

import "assay/js"

// expr walks an expression. A context says what becomes of its value.
func (c *checker) expr(x js.Expr, as context) {
	c.instr()
	switch x := x.(type) {
	case nil: // a hole
	case *js.Ident:
		i := c.use(x)
		if i >= 0 && (as == asValue || as == asConstant) {
			c.binds[i].grows = true
			c.binds[i].leaks = true
		}
	case *js.NumberLit, *js.StringLit, *js.BoolLit, *js.NullLit, *js.RegExpLit:
	case *js.ThisExpr:
		c.endlessAt(x.Pos, "this may be an object with the function that is running")
	case *js.Template:
		for _, e := range x.Exprs {
			c.expr(e, asOperand)
		}
	case *js.TaggedTemplate:
		as := asValue
		if c.unknownCallee(x.Tag) {
			as = asEnvironment
		}
		c.callee(x.Tag)
		for _, e := range x.Template.Exprs {
			c.expr(e, as)
		}
	case *js.ArrayLit:
		for _, e := range x.Elems {
			c.expr(e, element(as))
		}
	case *js.ObjectLit:
		c.object(x, as)
	case *js.Spread:
		c.copied(x.X)
	case *js.FunctionExpr:
		c.functionExpr(x, as)
	case *js.Unary:
		if _, ok := x.X.(*js.Member); x.Op == "delete" && !ok {
			c.fail(x.Pos, "delete of what is no property")
		}
		c.expr(x.X, asOperand)
	case *js.Binary:
		c.expr(x.X, asOperand)
		c.expr(x.Y, asOperand)
	case *js.Logical:
		c.expr(x.X, as)
		c.expr(x.Y, as)
	case *js.Conditional:
		c.expr(x.Test, asOperand)
		c.expr(x.Then, as)
		c.expr(x.Else, as)
	case *js.Assign:
		c.assign(x)
	case *js.Update:
		switch t := x.X.(type) {
		case *js.Ident:
			c.stepped(c.assigned(t), x)
		case *js.Member:
			c.store(t)
		default:
			c.fail(x.Pos, "%s of what is no variable or property", x.Op)
		}
	case *js.Sequence:
		for i, e := range x.List {
			if i < len(x.List)-1 {
				c.expr(e, asOperand)
			} else {
				c.expr(e, as)
			}
		}
	case *js.Call:
		c.call(x.Callee, x.Args)
	case *js.New:
		c.call(x.Callee, x.Args)
	case *js.Member:
		c.load(x)
	case *js.Chain:
		c.expr(x.X, as)
	case *js.AwaitExpr:
		c.expr(x.X, as)
	default:
		c.fail(x.Position(), "expression of unknown type %T", x)
	}
}

func element(as context) context {
	if as == asEnvironment {
		return as
	}
	return asValue
}

func (c *checker) functionExpr(x *js.FunctionExpr, as context) {
	c.standsInReach(x.Pos)
	owner := -1
	switch as {
	case asConstant:
		owner = c.owner
		c.binds[owner].holds = true
	case asEnvironment:
	default:
		c.endlessAt(x.Pos, "a function is used other than by calling it or passing it to an unknown function")
	}
	if x.Func.Name != "" && !x.Func.Arrow {
		// Its own name is in scope in it, and calls it.
		c.open()
		c.binds[c.declare(x.Func.Name, x.Pos, true, true)].self = true
		defer c.close()
	}
	c.function(x.Func, owner)
}

func (c *checker) object(x *js.ObjectLit, as context) {
	for i := range x.Props {
		p := &x.Props[i]
		if p.Spread {
			c.copied(p.Value)
			continue
		}
		if p.KeyKind == js.KeyComputed {
			c.expr(p.Computed, asOperand)
		}
		f, isFunction := p.Value.(*js.FunctionExpr)
		switch {
		case isFunction && as == asConstant:
			if p.KeyKind == js.KeyComputed {
				c.endlessAt(p.Pos, "a method whose name is computed")
			}
			c.binds[c.owner].methods = append(c.binds[c.owner].methods, p.Key)
			c.functionExpr(f, as)
		default:
			c.expr(p.Value, element(as))
		}
	}
}

// copied walks an expression whose elements or properties are copied.
func (c *checker) copied(x js.Expr) {
	if id, ok := x.(*js.Ident); ok {
		c.instr()
		if i := c.use(id); i >= 0 {
			c.binds[i].leaks = true // the functions in it, if any
		}
		return
	}
	c.expr(x, asOperand)
}

// destructured walks the value of a declaration or assignment with a pattern.
func (c *checker) destructured(x js.Expr) { c.copied(x) }

func (c *checker) assign(x *js.Assign) {
	id, ok := x.Target.(*js.Ident)
	if ok {
		c.expr(x.Value, asValue)
		c.stepped(c.assigned(id), x)
		return
	}
	if m, ok := x.Target.(*js.Member); ok {
		c.store(m)
		c.expr(x.Value, asValue)
		return
	}
	c.destructured(x.Value)
	c.assignTo(x.Target)
}

// stepped notes how an assignment changes binding i.
func (c *checker) stepped(i int, x js.Expr) {
	if i < 0 {
		return
	}
	b := &c.binds[i]
	switch _, up, ok := step(x); {
	case !ok:
		b.otherWrites = true
	case up:
		b.ups = true
	default:
		b.downs = true
	}
}

// load walks a property load.
func (c *checker) load(x *js.Member) {
	if id, ok := x.X.(*js.Ident); ok {
		c.instr()
		if i := c.use(id); i >= 0 && (x.Index != nil || contains(c.binds[i].methods, x.Name)) {
			// It may give a function in the object, if there is one.
			c.binds[i].leaks = true
		}
	} else {
		c.expr(x.X, asOperand)
	}
	if x.Index != nil {
		c.expr(x.Index, asOperand)
	}
}

// store walks a property that is stored to.
func (c *checker) store(x *js.Member) {
	if id, ok := x.X.(*js.Ident); ok {
		c.instr()
		if i := c.use(id); i >= 0 {
			// A store to one of the first elements cannot make an array long.
			if n, ok := x.Index.(*js.NumberLit); !ok || n.Value > 16 {
				c.binds[i].grows = true
			}
		}
	} else {
		c.expr(x.X, asOperand)
	}
	if x.Index != nil {
		c.expr(x.Index, asOperand)
	}
}

// unknownCallee reports whether a callee is none of the program's functions.
func (c *checker) unknownCallee(x js.Expr) bool {
	switch x := x.(type) {
	case *js.Ident:
		return c.nameOf(x.Name).binding < 0
	case *js.Member:
		return c.unknownCallee(x.X)
	case *js.Call:
		return c.unknownCallee(x.Callee)
	case *js.RegExpLit, *js.StringLit, *js.NumberLit, *js.Template:
		return true
	}
	return false
}

// harmless are the methods of arrays that do not change them.
var harmless = map[string]bool{"concat": true, "slice": true, "indexOf": true, "includes": true, "join": true, "at": true}

func (c *checker) callee(x js.Expr) {
	switch x := x.(type) {
	case *js.Ident:
		c.instr()
		c.use(x)
	case *js.Member:
		id, ok := x.X.(*js.Ident)
		if !ok || x.Index != nil {
			c.expr(x, asOperand)
			return
		}
		c.instr()
		if i := c.use(id); i >= 0 && !harmless[x.Name] {
			c.binds[i].grows = true
		}
	case *js.FunctionExpr:
		// Called where it stands, by nobody else.
		c.instr()
		c.functionExpr(x, asEnvironment)
	default:
		c.expr(x, asOperand)
	}
}

// call walks a call: a callee and arguments.
func (c *checker) call(callee js.Expr, args []js.Expr) {
	as := asValue
	if c.unknownCallee(callee) {
		as = asEnvironment
	}
	c.callee(callee)
	for _, a := range args {
		c.expr(a, as)
	}
}
