package gen

import "assay/js"

// shape is what a loop that has a condition consists of.
type shape struct {
	test   js.Expr // nil: true
	update js.Expr
	body   []js.Stmt
}

func bodyList(s js.Stmt) []js.Stmt {
	if b, ok := s.(*js.Block); ok {
		return b.Body
	}
	return []js.Stmt{s}
}

func whileShape(s *js.While) shape     { return shape{test: s.Test, body: bodyList(s.Body)} }
func doWhileShape(s *js.DoWhile) shape { return shape{test: s.Test, body: bodyList(s.Body)} }
func forShape(s *js.For) shape {
	return shape{test: s.Test, update: s.Update, body: bodyList(s.Body)}
}

// oblige notes what has to hold for a loop to end: that one of the variables is a
// counter that its condition compares and that each turn steps.
func (c *checker) oblige(pos js.Pos, s shape, labels []string) {
	o := loopObligation{pos: pos, function: c.present()}
	// The statements of the body that each turn executes, if it comes to its end:
	// those before the first that may continue the loop.
	sure := s.body
	for i, st := range s.body {
		if continues(st, labels, true) {
			sure = s.body[:i]
			break
		}
	}
	inner := make(map[string]bool) // names that mean something else in the body
	for _, st := range s.body {
		switch st := st.(type) {
		case *js.VarDecl:
			for i := range st.Decls {
				for id := range patternNames(st.Decls[i].Target) {
					inner[id.Name] = true
				}
			}
		case *js.FunctionDecl:
			inner[st.Func.Name] = true
		}
	}
	steps := func(name string, up bool) bool {
		is := func(x js.Expr) bool {
			id, u, ok := step(x)
			return ok && id.Name == name && u == up
		}
		if q, ok := s.update.(*js.Sequence); ok {
			for _, x := range q.List {
				if is(x) {
					return true
				}
			}
		} else if s.update != nil && is(s.update) {
			return true
		}
		for _, st := range sure {
			if x, ok := st.(*js.ExprStmt); ok && !inner[name] && is(x.X) {
				return true
			}
		}
		return false
	}
	add := func(id *js.Ident, up, stepped bool) {
		if b := c.nameOf(id.Name).binding; b >= 0 && (stepped || steps(id.Name, up)) {
			o.counters = append(o.counters, guard{b, up})
		}
	}
	if s.test != nil {
		guards(s.test, false, add)
	}
	// if (...) break; among the sure statements is a condition too.
	for _, st := range sure {
		if i, ok := st.(*js.If); ok && exits(i.Then, labels) {
			guards(i.Test, true, func(id *js.Ident, up, stepped bool) {
				if !inner[id.Name] {
					add(id, up, stepped)
				}
			})
		}
	}
	c.loops = append(c.loops, o)
}

// guards yields the variables that must be on one side of a literal number for x
// to be true (or false, if negated), and whether evaluating x steps them towards
// it.
func guards(x js.Expr, negated bool, yield func(id *js.Ident, up, stepped bool)) {
	switch x := x.(type) {
	case *js.Binary:
		op, counter, bound := x.Op, x.X, x.Y
		if _, ok := number64(counter); ok {
			counter, bound = bound, counter
			op = map[string]string{"<": ">", "<=": ">=", ">": "<", ">=": "<="}[op]
		}
		if _, ok := number64(bound); !ok {
			return
		}
		if negated {
			op = map[string]string{"<": ">=", "<=": ">", ">": "<=", ">=": "<"}[op]
		}
		var up bool
		switch op {
		case "<", "<=":
			up = true
		case ">", ">=":
		default:
			return
		}
		if id, ok := counter.(*js.Ident); ok {
			yield(id, up, false)
		} else if id, u, ok := step(counter); ok && u == up {
			yield(id, up, true)
		}
	case *js.Logical:
		if x.Op == "&&" && !negated || x.Op == "||" && negated {
			guards(x.X, negated, yield)
			// The right side is evaluated whenever the loop goes on.
			guards(x.Y, negated, yield)
		}
	case *js.Unary:
		if x.Op == "!" {
			guards(x.X, !negated, yield)
		}
	case *js.Sequence:
		if len(x.List) > 0 {
			guards(x.List[len(x.List)-1], negated, yield)
		}
	case *js.Conditional:
		if b, ok := x.Else.(*js.BoolLit); ok && !b.Value && !negated {
			guards(x.Test, false, yield)
			guards(x.Then, false, yield)
		}
	}
}

// exits reports whether a statement always ends the loop with the given labels
// that it stands in.
func exits(s js.Stmt, labels []string) bool {
	if b, ok := s.(*js.Block); ok {
		for _, st := range b.Body {
			if continues(st, labels, true) || breaksOut(st) {
				return false
			}
		}
		if len(b.Body) == 0 {
			return false
		}
		return exits(b.Body[len(b.Body)-1], labels)
	}
	switch s := s.(type) {
	case *js.Return, *js.Throw:
		return true
	case *js.Break:
		// A label is that of the loop or of something around it: the if stands directly
		// in the body.
		return true
	case *js.Continue:
		return s.Label != "" && !contains(labels, s.Label)
	}
	return false
}

// breaksOut reports whether s holds a jump that could leave a block before its
// last statement without ending the loop: none can but those to labels within,
// which do not count here. Any labelled statement is taken for one.
func breaksOut(s js.Stmt) bool {
	_, ok := s.(*js.Labeled)
	return ok
}

// continues reports whether s holds a continue for the loop with the given
// labels; bare says that one without a label is for it.
func continues(s js.Stmt, labels []string, bare bool) bool {
	switch s := s.(type) {
	case *js.Continue:
		if s.Label == "" {
			return bare
		}
		return contains(labels, s.Label)
	case *js.Block:
		return anyContinues(s.Body, labels, bare)
	case *js.If:
		return continues(s.Then, labels, bare) || s.Else != nil && continues(s.Else, labels, bare)
	case *js.Labeled:
		return continues(s.Body, labels, bare)
	case *js.Switch:
		for i := range s.Cases {
			if anyContinues(s.Cases[i].Body, labels, bare) {
				return true
			}
		}
	case *js.Try:
		if continues(s.Block, labels, bare) {
			return true
		}
		if s.Handler != nil && continues(s.Handler, labels, bare) {
			return true
		}
		return s.Finally != nil && continues(s.Finally, labels, bare)
	case *js.While:
		return continues(s.Body, labels, false)
	case *js.DoWhile:
		return continues(s.Body, labels, false)
	case *js.For:
		return continues(s.Body, labels, false)
	case *js.ForOf:
		return continues(s.Body, labels, false)
	case *js.ForIn:
		return continues(s.Body, labels, false)
	}
	return false
}

func anyContinues(list []js.Stmt, labels []string, bare bool) bool {
	for _, s := range list {
		if continues(s, labels, bare) {
			return true
		}
	}
	return false
}

func contains(list []string, s string) bool {
	for _, l := range list {
		if l == s {
			return true
		}
	}
	return false
}

// iterate walks what a for-of goes over.
func (c *checker) iterate(pos js.Pos, x js.Expr) {
	function := c.present()
	switch x := x.(type) {
	case *js.Ident:
		if i := c.use(x); i >= 0 {
			c.arrays = append(c.arrays, eachObligation{pos, function, i})
		}
		c.instr()
		return
	case *js.ArrayLit, *js.StringLit, *js.Template:
	case *js.Call:
		if !c.unknownCallee(x.Callee) {
			c.endlessAt(pos, "a loop over the result of a function of the program")
		}
	default:
		c.endlessAt(pos, "a loop over a value of unknown origin")
	}
	c.expr(x, asOperand)
}
