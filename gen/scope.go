package gen

import "assay/js"

// varKind is what a variable holds. Assignments never change it, so that most
// programs run without exceptions in a JavaScript engine too.
type varKind uint8

const (
	// number is any primitive that arithmetic makes; the default for all that is
	// computed.
	number varKind = iota
	// object is an object literal. All have the properties x, y and z or some of
	// them; variables of this kind may be assigned each other.
	object
	// array is an array literal in a constant: it is only read, so that iterating
	// over it ends.
	array
	// function is a function in a constant: calls can only go to functions declared
	// before, so there is no recursion.
	function
	// method is an object literal in a constant that has a method named m.
	method
	// text is a constant for a value that should not be used in arithmetic.
	text
)

type varFlags uint8

const (
	constant varFlags = 1 << iota
	// counter is the counter of a loop: only stepped, by the loop.
	counter
	// captured says that a nested function uses the variable.
	captured
	// assigned says that it is assigned after its declaration.
	assigned
	// updated says that it is the operand of ++ or --. The React Compiler cannot do
	// that to variables that are captured and reassigned, so in programs for it
	// updated variables are never captured and captured ones never updated.
	updated
	// hidden says that it is out of reach though its scope is open: declared in
	// another case of the same switch, or shadowed.
	hidden
	// parameter says that it is a parameter of the top-level function.
	parameter
)

// variable is a variable in scope.
type variable struct {
	name  int32
	kind  varKind
	flags varFlags
	fn    int16 // nesting depth of the function that declares it
	// shadows is the variable that this one hides, or -1.
	shadows int32
	// work is what a call of a function costs, in steps.
	work int32
	// arity is the number of arguments a function takes, or elements an array has.
	arity uint8
}

// scope is a block scope: its variables are those from vars on.
type scope struct {
	vars  int
	start int64 // clock at the scope's start
}

// bindings keeps track of the variables in scope.
type bindings struct {
	vars   []variable
	scopes []scope
	fn     int16 // nesting depth of the present function
	// next is the first name never used in the program.
	next int32
	// clock counts references and declarations, over all programs. lastUse tells
	// for each name when it last occurred: a name that has not occurred since a
	// scope's start can be declared in it without changing the meaning of what
	// stands there, and without a use before the declaration.
	clock   int64
	lastUse []int64
}

func (b *bindings) reset() {
	b.vars = b.vars[:0]
	b.scopes = b.scopes[:0]
	b.fn, b.next = 0, 0
}

func (b *bindings) open() {
	b.clock++
	b.scopes = append(b.scopes, scope{vars: len(b.vars), start: b.clock})
}

func (b *bindings) close() {
	s := b.scopes[len(b.scopes)-1]
	b.scopes = b.scopes[:len(b.scopes)-1]
	for i := len(b.vars) - 1; i >= s.vars; i-- {
		if o := b.vars[i].shadows; o >= 0 {
			b.vars[o].flags &^= hidden
		}
	}
	b.vars = b.vars[:s.vars]
}

// hideFrom puts the variables from position i on out of reach, though their names
// stay taken until the scope closes.
func (b *bindings) hideFrom(i int) {
	for ; i < len(b.vars); i++ {
		b.vars[i].flags |= hidden
	}
}

// touch notes that a name occurs.
func (b *bindings) touch(name int32) {
	for int(name) >= len(b.lastUse) {
		b.lastUse = append(b.lastUse, 0)
	}
	b.clock++
	b.lastUse[name] = b.clock
}

// declare brings a variable into the present scope and returns its position.
func (b *bindings) declare(name int32, kind varKind, flags varFlags) int {
	v := variable{name: name, kind: kind, flags: flags, fn: b.fn, shadows: -1}
	if name < b.next {
		// Not a fresh name: it may hide a variable that is in reach.
		for i := len(b.vars) - 1; i >= 0; i-- {
			if o := &b.vars[i]; o.name == name && o.flags&hidden == 0 {
				o.flags |= hidden
				v.shadows = int32(i)
				break
			}
		}
	} else {
		b.next = name + 1
	}
	b.touch(name)
	b.vars = append(b.vars, v)
	return len(b.vars) - 1
}

// fresh reserves a name that the program has not used.
func (b *bindings) fresh() int32 {
	name := b.next
	b.next++
	b.touch(name)
	return name
}

// newName chooses the name of a variable that is declared in the present scope
// next: a fresh one, or one that has been used before outside of this scope.
func (g *generator) newName() int32 {
	if g.next == 0 || !g.has(FeatureShadow) {
		return g.next
	}
	b := int32(g.c.Byte())
	if b < 128 {
		return g.next
	}
	name := b % g.next
	if g.lastUse[name] < g.scopes[len(g.scopes)-1].start {
		return name
	}
	return g.next
}

// pick chooses a variable that ok accepts, or returns -1. Zero chooses the one
// declared last. The search starts at the place the choice names, so that it takes
// one byte and not much time.
func (g *generator) pick(ok func(g *generator, v *variable) bool) int {
	n := len(g.vars)
	if n == 0 {
		return -1
	}
	start := n - 1 - g.c.Intn(min(n, 256))
	for i := start; i >= 0; i-- {
		if ok(g, &g.vars[i]) {
			return i
		}
	}
	for i := n - 1; i > start; i-- {
		if ok(g, &g.vars[i]) {
			return i
		}
	}
	return -1
}

// canRead reports whether an expression may use v here, in reach and captured if
// need be.
func (g *generator) canRead(v *variable) bool {
	if v.flags&hidden != 0 {
		return false
	}
	return v.fn == g.fn || (!g.cfg.React || v.flags&updated == 0) && (v.flags&assigned == 0 || g.has(FeatureContext))
}

// canAssign reports whether v may be assigned here.
func (g *generator) canAssign(v *variable) bool {
	if v.flags&(hidden|constant|counter) != 0 {
		return false
	}
	if v.fn == g.fn && v.flags&captured == 0 {
		return true
	}
	return g.has(FeatureContext) && (!g.cfg.React || v.flags&updated == 0)
}

func isNumber(g *generator, v *variable) bool { return v.kind == number && g.canRead(v) }

func isPlainNumber(g *generator, v *variable) bool {
	return v.kind == number && v.flags&counter == 0 && g.canRead(v)
}

func isAssignable(g *generator, v *variable) bool { return v.kind == number && g.canAssign(v) }

// isSwappable accepts variables that can be both read and assigned here.
func isSwappable(g *generator, v *variable) bool {
	return v.kind == number && g.canAssign(v) && g.canRead(v)
}

func isUpdatable(g *generator, v *variable) bool {
	if v.kind != number || !g.canAssign(v) {
		return false
	}
	return !g.cfg.React || v.fn == g.fn && v.flags&captured == 0
}

func isObject(g *generator, v *variable) bool { return v.kind == object && g.canRead(v) }

// isMember accepts objects whose properties may be named: what has a method may
// not be indexed or copied, as that could bring the method out of sight.
func isMember(g *generator, v *variable) bool {
	return (v.kind == object || v.kind == method) && g.canRead(v)
}

func isAssignableObject(g *generator, v *variable) bool { return v.kind == object && g.canAssign(v) }

func isMethod(g *generator, v *variable) bool {
	return v.kind == method && g.canRead(v) && g.canCall(v)
}

func isArray(g *generator, v *variable) bool { return v.kind == array && g.canRead(v) }

func isFunction(g *generator, v *variable) bool {
	return v.kind == function && g.canRead(v) && g.canCall(v)
}

func isText(g *generator, v *variable) bool { return v.kind == text && g.canRead(v) }

// canCall reports whether a call of v fits into the steps a run may take.
func (g *generator) canCall(v *variable) bool {
	return g.work+2*g.times*int(v.work) <= g.cfg.Steps
}

// use returns a read of variable i.
func (g *generator) use(i int) *js.Ident {
	v := &g.vars[i]
	if v.fn != g.fn {
		v.flags |= captured
	}
	return g.ident(v.name)
}

// assign returns variable i as the target of an assignment.
func (g *generator) assign(i int) *js.Ident {
	v := &g.vars[i]
	v.flags |= assigned
	return g.use(i)
}

// update returns variable i as the operand of ++ or --.
func (g *generator) update(i int) *js.Ident {
	v := &g.vars[i]
	v.flags |= assigned | updated
	return g.use(i)
}

func (g *generator) ident(name int32) *js.Ident {
	g.touch(name)
	return g.idents.new(js.Ident{Name: localName(name)})
}
