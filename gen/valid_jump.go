package gen

import "assay/js"

func (c *checker) jump(t jumpTarget) {
	f := &c.frames[len(c.frames)-1]
	f.jumps = append(f.jumps, t)
}

func (c *checker) top() *jumpTarget {
	f := &c.frames[len(c.frames)-1]
	return &f.jumps[len(f.jumps)-1]
}

func (c *checker) pop() jumpTarget {
	t := *c.top()
	f := &c.frames[len(c.frames)-1]
	f.jumps = f.jumps[:len(f.jumps)-1]
	return t
}

// loop walks the body and the update of a loop whose exit is its test.
func (c *checker) loop(labels []string, update js.Expr, body func()) jumpTarget {
	dead := c.dead
	c.jump(jumpTarget{labels: labels, loop: true})
	body()
	t := c.pop()
	if update != nil {
		c.dead = dead || c.dead && !t.cont
		c.expr(update, asOperand)
	}
	c.dead = dead
	return t
}

// each walks a for-of or for-in. The variables it declares are in scope, but not
// initialized, where what it goes over is evaluated.
func (c *checker) each(declares bool, kind js.VarKind, target js.Pattern, body js.Stmt, labels []string, right func()) {
	c.open()
	c.instr()
	if declares {
		c.hoistPattern(target, kind == js.Const)
		right()
		c.defaults(target)
		for id := range patternNames(target) {
			c.initialize(id)
		}
	} else {
		right()
		c.assignTo(target)
	}
	c.loop(labels, nil, func() { c.nested(body) })
	c.close()
}

func (c *checker) switchStmt(s *js.Switch, labels []string) {
	c.expr(s.Disc, asOperand)
	dead := c.dead
	c.jump(jumpTarget{labels: labels, swtch: true})
	c.open()
	first := len(c.binds)
	ends := make([]int, len(s.Cases)) // where the bindings of each case end
	for i := range s.Cases {
		c.hoist(s.Cases[i].Body)
		ends[i] = len(c.binds)
	}
	last := len(c.binds)
	for i := range s.Cases {
		c.hoisted(s.Cases[i].Body)
	}
	for b := first; b < last; b++ {
		c.binds[b].elsewhere = true
	}
	hasDefault, completes := false, true
	for i := range s.Cases {
		k := &s.Cases[i]
		if k.Test == nil {
			if hasDefault {
				c.fail(k.Pos, "a switch with two defaults")
			}
			hasDefault = true
		} else {
			c.expr(k.Test, asOperand)
		}
		c.dead = dead
		for b := first; b < ends[i]; b++ {
			c.binds[b].elsewhere = false
		}
		for _, s := range k.Body {
			c.stmt(s)
		}
		for b := first; b < ends[i]; b++ {
			c.binds[b].elsewhere = true
		}
		first = ends[i]
		completes = !c.dead
	}
	c.close()
	t := c.pop()
	c.dead = dead || hasDefault && !completes && !t.broken
}

func (c *checker) labeled(s *js.Labeled, labels []string) {
	for _, t := range c.frames[len(c.frames)-1].jumps {
		for _, l := range t.labels {
			if l == s.Label {
				c.fail(s.Pos, "label %s stands within a statement of the same label", l)
			}
		}
	}
	for _, l := range labels {
		if l == s.Label {
			c.fail(s.Pos, "label %s stands within a statement of the same label", l)
		}
	}
	labels = append(labels[:len(labels):len(labels)], s.Label)
	switch b := s.Body.(type) {
	case *js.While, *js.DoWhile, *js.For, *js.ForOf, *js.ForIn, *js.Switch, *js.Labeled:
		c.labels = labels
		c.stmt(b)
	default:
		dead := c.dead
		c.jump(jumpTarget{labels: labels})
		c.nested(b)
		t := c.pop()
		c.dead = dead || c.dead && !t.broken
	}
}

func (c *checker) find(label string, match func(*jumpTarget) bool) *jumpTarget {
	jumps := c.frames[len(c.frames)-1].jumps
	for i := len(jumps) - 1; i >= 0; i-- {
		t := &jumps[i]
		if label == "" {
			if match(t) {
				return t
			}
			continue
		}
		for _, l := range t.labels {
			if l == label {
				return t
			}
		}
	}
	return nil
}

func (c *checker) breakStmt(s *js.Break) {
	t := c.find(s.Label, func(t *jumpTarget) bool { return t.loop || t.swtch })
	if t == nil {
		c.fail(s.Pos, "break %s has no target", s.Label)
		return
	}
	t.broken = t.broken || !c.dead
	c.dead = true
}

func (c *checker) continueStmt(s *js.Continue) {
	t := c.find(s.Label, func(t *jumpTarget) bool { return t.loop })
	if t == nil || !t.loop {
		c.fail(s.Pos, "continue %s has no loop as its target", s.Label)
		return
	}
	t.cont = t.cont || !c.dead
	c.dead = true
}

func (c *checker) try(s *js.Try) {
	if s.Param != nil {
		c.instr() // the binding is declared before the try
	}
	dead := c.dead
	instrs := c.instrs
	c.stmt(s.Block)
	block := c.dead
	if s.Handler != nil {
		// Without an instruction in the block nothing gets to the handler.
		c.dead = dead || c.instrs == instrs
		c.open()
		if s.Param != nil {
			c.hoistPattern(s.Param, false)
			c.defaults(s.Param)
			for id := range patternNames(s.Param) {
				c.initialize(id)
			}
		}
		// The parameter and the block share a scope, as far as names go.
		c.list(s.Handler.Body)
		c.close()
		c.dead = dead || block && c.dead
	}
	if s.Finally != nil {
		completes := !c.dead
		c.dead = dead
		c.stmt(s.Finally)
		c.dead = c.dead || !completes
	}
}
