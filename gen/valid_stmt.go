package gen

import "assay/js"

func (c *checker) stmt(s js.Stmt) {
	labels := c.labels
	c.labels = nil
	switch s := s.(type) {
	case *js.VarDecl:
		c.varDecl(s)
	case *js.FunctionDecl:
		c.standsInReach(s.Pos)
	case *js.ExprStmt:
		c.expr(s.X, asOperand)
	case *js.Block:
		c.open()
		c.list(s.Body)
		c.close()
	case *js.If:
		c.expr(s.Test, asOperand)
		dead := c.dead
		c.nested(s.Then)
		then := c.dead
		c.dead = dead
		if s.Else != nil {
			c.nested(s.Else)
		}
		c.dead = dead || then && c.dead
	case *js.While:
		c.oblige(s.Pos, whileShape(s), labels)
		c.expr(s.Test, asOperand)
		c.loop(labels, nil, func() { c.nested(s.Body) })
	case *js.DoWhile:
		c.oblige(s.Pos, doWhileShape(s), labels)
		dead := c.dead
		c.jump(jumpTarget{labels: labels, loop: true})
		c.nested(s.Body)
		c.dead = dead || c.dead && !c.top().cont
		c.expr(s.Test, asOperand)
		t := c.pop()
		c.dead = dead || c.dead && !t.broken
	case *js.For:
		c.open()
		var init []js.Stmt
		if s.Init != nil {
			init = []js.Stmt{s.Init}
		}
		c.list(init)
		c.oblige(s.Pos, forShape(s), labels)
		if s.Test != nil {
			c.expr(s.Test, asOperand)
		}
		dead := c.dead
		t := c.loop(labels, s.Update, func() { c.nested(s.Body) })
		// Without a test, only a break gets to what follows.
		c.dead = dead || s.Test == nil && !t.broken
		c.close()
	case *js.ForOf:
		c.each(s.Declares, s.Kind, s.Target, s.Body, labels, func() { c.iterate(s.Pos, s.Right) })
	case *js.ForIn:
		c.each(s.Declares, s.Kind, s.Target, s.Body, labels, func() { c.expr(s.Right, asOperand) })
	case *js.Switch:
		c.switchStmt(s, labels)
	case *js.Labeled:
		c.labeled(s, labels)
	case *js.Break:
		c.breakStmt(s)
	case *js.Continue:
		c.continueStmt(s)
	case *js.Return:
		c.instr()
		if len(c.frames) == 1 {
			c.fail(s.Pos, "return outside of functions")
		}
		if s.X != nil {
			if len(c.frames) == 2 {
				c.expr(s.X, asEnvironment)
			} else {
				c.expr(s.X, asValue)
			}
		}
		c.dead = true
	case *js.Throw:
		c.expr(s.X, asValue)
		c.dead = true
	case *js.Try:
		c.try(s)
	case *js.Debugger:
		c.instr()
	case *js.Empty:
	default:
		c.fail(s.Position(), "statement of unknown type %T", s)
	}
}

// nested walks a statement that is no list's: a declaration could not stand there.
func (c *checker) nested(s js.Stmt) {
	switch s := s.(type) {
	case *js.VarDecl:
		if s.Kind != js.Var {
			c.fail(s.Pos, "a declaration stands where only a statement can")
			return
		}
	case *js.FunctionDecl:
		c.fail(s.Pos, "a function declaration stands where only a statement can")
		return
	}
	c.stmt(s)
}

func (c *checker) instr() {
	if !c.dead {
		c.instrs++
	}
}

func (c *checker) standsInReach(pos js.Pos) {
	c.instr()
	if c.dead {
		c.fail(pos, "a function stands in unreachable code")
	}
}

func (c *checker) varDecl(s *js.VarDecl) {
	for i := range s.Decls {
		d := &s.Decls[i]
		c.instr()
		id, plain := d.Target.(*js.Ident)
		if d.Init != nil {
			switch {
			case plain && s.Kind == js.Const:
				c.constant(id, d.Init)
			case plain:
				c.expr(d.Init, asValue)
				c.counterInit(c.names[id.Name].binding, d.Init)
			default:
				c.destructured(d.Init)
				if a, ok := d.Target.(*js.ArrayPattern); ok && s.Kind == js.Const {
					if rest, ok := a.Rest.(*js.Ident); ok {
						c.binds[c.names[rest.Name].binding].fixed = true
					}
				}
			}
		} else if s.Kind == js.Const {
			c.fail(d.Pos, "a constant without a value")
		}
		c.defaults(d.Target)
		for id := range patternNames(d.Target) {
			c.initialize(id)
		}
	}
}

// initialize says that the declaration of id has been executed.
func (c *checker) initialize(id *js.Ident) {
	if n := c.nameOf(id.Name); n.binding >= 0 {
		c.binds[n.binding].initialized = true
	}
}

// defaults walks the expressions in a pattern.
func (c *checker) defaults(p js.Pattern) {
	switch p := p.(type) {
	case *js.ArrayPattern:
		for _, e := range p.Elems {
			c.defaults(e)
		}
		c.defaults(p.Rest)
	case *js.ObjectPattern:
		for i := range p.Props {
			if k := p.Props[i].Computed; k != nil {
				c.expr(k, asOperand)
			}
			c.defaults(p.Props[i].Value)
		}
		c.defaults(p.Rest)
	case *js.DefaultPattern:
		c.expr(p.Default, asValue)
		c.defaults(p.Target)
	}
}

// patternNames yields the identifiers that a pattern binds. Members, which
// assignments may have, are left out.
func patternNames(p js.Pattern) func(func(*js.Ident) bool) {
	return func(yield func(*js.Ident) bool) { yieldNames(p, yield) }
}

func yieldNames(p js.Pattern, yield func(*js.Ident) bool) bool {
	switch p := p.(type) {
	case *js.Ident:
		return yield(p)
	case *js.DefaultPattern:
		return yieldNames(p.Target, yield)
	case *js.ArrayPattern:
		for _, e := range p.Elems {
			if !yieldNames(e, yield) {
				return false
			}
		}
		return yieldNames(p.Rest, yield)
	case *js.ObjectPattern:
		for i := range p.Props {
			if !yieldNames(p.Props[i].Value, yield) {
				return false
			}
		}
		return yieldNames(p.Rest, yield)
	}
	return true
}

// assignTo walks the target of an assignment other than of a single variable.
func (c *checker) assignTo(p js.Pattern) {
	switch p := p.(type) {
	case *js.Ident:
		if i := c.assigned(p); i >= 0 {
			c.binds[i].otherWrites = true
		}
	case *js.Member:
		c.store(p)
	case *js.DefaultPattern:
		c.expr(p.Default, asValue)
		c.assignTo(p.Target)
	case *js.ArrayPattern:
		for _, e := range p.Elems {
			c.assignTo(e)
		}
		c.assignTo(p.Rest)
	case *js.ObjectPattern:
		for i := range p.Props {
			if k := p.Props[i].Computed; k != nil {
				c.expr(k, asOperand)
			}
			c.assignTo(p.Props[i].Value)
		}
		c.assignTo(p.Rest)
	}
}
