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
