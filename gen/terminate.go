package gen

import (
	"math"

	"assay/js"
)

// termination is what is known about a variable that bears on whether loops over
// it and calls of it end.
type termination struct {
	// literal says that it is declared by let with a number; ups, downs and
	// otherWrites how it is assigned after that.
	literal, ups, downs, otherWrites bool
	// fixed says that it is a constant array literal; given that it is a parameter.
	// grows says that it may be stored to, under this name or another.
	fixed, given, grows bool
	// leaks says that its value is used in a way that does not show who calls it.
	leaks bool
	// methods are the names of the functions in the object it holds.
	methods []string
	// calls are the variables that the function in it mentions.
	calls []int
	// self says that it is the name that a function expression has in itself.
	self bool
}

// obligations are what has to hold of variables once all of the program is known.
type obligations struct {
	owner  int // the constant whose value is being walked
	loops  []loopObligation
	arrays []eachObligation
}

// loopObligation is a loop that ends if one of the counters is one.
type loopObligation struct {
	pos      js.Pos
	function string
	counters []guard
}

// guard is a variable that a loop compares with a number to go on.
type guard struct {
	binding int
	up      bool
}

// eachObligation is a for-of over a variable.
type eachObligation struct {
	pos      js.Pos
	function string
	binding  int
}

func (c *checker) endlessAt(pos js.Pos, format string, args ...any) {
	if c.endless == nil {
		c.endless = c.error(pos, format, args...)
	}
}

// finish checks the obligations, and that no function can call itself.
func (c *checker) finish() {
	for _, l := range c.loops {
		ok := false
		for _, g := range l.counters {
			b := &c.binds[g.binding]
			if b.literal && !b.otherWrites && !(g.up && b.downs) && !(!g.up && b.ups) {
				ok = true
			}
		}
		if !ok {
			c.endlessAt(l.pos, "a loop without a counter that must end it")
			c.endless.Function = l.function
			return
		}
	}
	for _, e := range c.arrays {
		b := &c.binds[e.binding]
		if b.grows || !b.fixed && !b.given || b.otherWrites {
			c.endlessAt(e.pos, "a loop over %s, which may grow meanwhile", b.name)
			c.endless.Function = e.function
			return
		}
	}
	for i := range c.binds {
		if b := &c.binds[i]; b.holds && b.leaks {
			c.endlessAt(b.pos, "function %s is used other than by calling it or passing it to an unknown function", b.name)
			return
		}
	}
	c.acyclic()
}

// acyclic checks that the functions that mention each other form no cycle: they can
// be put in an order by taking away those that mention none of the others left.
func (c *checker) acyclic() {
	n := len(c.binds)
	open := make([]int, n) // mentions not yet taken away
	callers := make([][]int, n)
	var ready []int
	left := 0
	for i := range c.binds {
		b := &c.binds[i]
		if !b.holds {
			continue
		}
		left++
		for _, j := range b.calls {
			if c.binds[j].holds {
				open[i]++
				callers[j] = append(callers[j], i)
			}
		}
		if open[i] == 0 {
			ready = append(ready, i)
		}
	}
	for len(ready) > 0 {
		j := ready[len(ready)-1]
		ready = ready[:len(ready)-1]
		left--
		for _, i := range callers[j] {
			if open[i]--; open[i] == 0 {
				ready = append(ready, i)
			}
		}
	}
	if left == 0 {
		return
	}
	for i := range c.binds {
		if b := &c.binds[i]; b.holds && open[i] > 0 {
			c.endlessAt(b.pos, "function %s may call itself", b.name)
			return
		}
	}
}

// reference notes that the present function mentions binding i.
func (c *checker) reference(i int) {
	if b := &c.binds[i]; b.self {
		c.endlessAt(b.pos, "function %s may call itself", b.name)
	}
	for f := len(c.frames) - 1; f >= 0; f-- {
		if o := c.frames[f].owner; o >= 0 {
			c.binds[o].calls = append(c.binds[o].calls, i)
			return
		}
	}
}

// context is what becomes of the value of an expression.
type context uint8

const (
	// asValue: it is stored, passed to a function of the program, or returned to one.
	asValue context = iota
	// asOperand: what is computed from it is no way to call it or to store to it.
	asOperand
	// asEnvironment: it is given to the environment, which may call it.
	asEnvironment
	// asConstant: a constant of the program holds it; checker.owner.
	asConstant
)

// constant walks the value of the constant named id.
func (c *checker) constant(id *js.Ident, init js.Expr) {
	b := c.nameOf(id.Name).binding
	if b < 0 {
		return
	}
	if _, ok := init.(*js.ArrayLit); ok {
		c.binds[b].fixed = true
	}
	outer := c.owner
	c.owner = b
	c.expr(init, asConstant)
	c.owner = outer
}

// counterInit notes the value that a variable is declared with.
func (c *checker) counterInit(b int, init js.Expr) {
	if b < 0 {
		return
	}
	if _, ok := number64(init); ok {
		c.binds[b].literal = true
	}
}

// number64 returns the value of a literal number, negative ones included, if it
// is small enough to count to.
func number64(x js.Expr) (float64, bool) {
	sign := 1.0
	if u, ok := x.(*js.Unary); ok && u.Op == "-" {
		sign, x = -1, u.X
	}
	if n, ok := x.(*js.NumberLit); ok && math.Abs(n.Value) <= 1<<20 {
		return sign * n.Value, true
	}
	return 0, false
}

// step returns the variable that an expression steps by a literal of at least one,
// if it does just that.
func step(x js.Expr) (id *js.Ident, up, ok bool) {
	switch x := x.(type) {
	case *js.Update:
		id, ok = x.X.(*js.Ident)
		return id, x.Op == "++", ok
	case *js.Assign:
		if id, ok = x.Target.(*js.Ident); !ok {
			return nil, false, false
		}
		by := x.Value
		op := x.Op
		if op == "=" {
			b, isBinary := x.Value.(*js.Binary)
			if !isBinary {
				return nil, false, false
			}
			if from, same := b.X.(*js.Ident); !same || from.Name != id.Name {
				return nil, false, false
			}
			by, op = b.Y, b.Op+"="
		}
		n, isNumber := number64(by)
		if !isNumber || n < 1 {
			return nil, false, false
		}
		return id, op == "+=", op == "+=" || op == "-="
	}
	return nil, false, false
}

// Loops.

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

// Expressions.

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
