package gen

import (
	"fmt"

	"assay/js"
)

// ProgramError says what a program that is checked does wrong.
type ProgramError struct {
	File      string
	Line, Col int // 0 if the program has no positions
	Function  string
	Msg       string
}

// Error returns "file:line:column: function f: message", without the place if it
// is not known.
func (e *ProgramError) Error() string {
	s := "function " + e.Function + ": " + e.Msg
	if e.Function == "" {
		s = "top level: " + e.Msg
	}
	if e.Line == 0 {
		return s
	}
	return fmt.Sprintf("%s:%d:%d: %s", e.File, e.Line, e.Col, s)
}

// Valid reports whether p is a program that the generator could have made and
// that runs without early errors and without reads of uninitialized variables:
//
//   - no name is declared twice in a scope, and no name that is local somewhere in
//     the program is used outside of the scope of its declaration;
//   - no variable is read or assigned before its declaration, neither directly nor
//     by a function that is used before it, and none that another case of the same
//     switch declares;
//   - constants and functions are not assigned;
//   - break and continue have a target, a continue's is a loop, and no label
//     stands within a statement of the same label;
//   - no function stands in unreachable code, where lowering refuses it.
//
// It returns nil or a *ProgramError. It is written apart from the generator, which
// it is used to test; shrinking relies on it.
func Valid(p *js.Program) error {
	valid, _ := check(p, nil)
	if valid == nil {
		return nil
	}
	return valid
}

// Terminates reports whether p, which must be Valid, visibly ends, whatever the
// functions that it does not define itself return, if only those end and call what
// they are given finitely often:
//
//   - each loop has a counter, declared with a literal number, compared with one to
//     go on, stepped in each turn, and nowhere in the program assigned otherwise than
//     by steps in the same direction; or it goes over an array that does not grow
//     meanwhile, over what the environment gives, or over the keys of an object;
//   - no function can call itself, directly or through others: functions stay in
//     constants, methods of constants, and arguments of unknown functions.
//
// It returns nil or a *ProgramError. A program that ends for other reasons is
// refused.
func Terminates(p *js.Program) error {
	valid, ends := check(p, nil)
	switch {
	case valid != nil:
		return valid
	case ends != nil:
		return ends
	}
	return nil
}

// check does the work of Valid and Terminates in one walk. If globals is not nil,
// it holds the only names that need no declaration.
func check(p *js.Program, globals map[string]bool) (valid, ends *ProgramError) {
	c := &checker{p: p, globals: globals, names: make(map[string]*name)}
	c.program()
	if c.invalid == nil && c.endless == nil {
		c.finish()
	}
	return c.invalid, c.endless
}

// freeNames returns the names that p uses and does not declare anywhere.
func freeNames(p *js.Program) map[string]bool {
	c := &checker{p: p, names: make(map[string]*name)}
	c.program()
	free := make(map[string]bool)
	for s, n := range c.names {
		if n.free && !n.declared {
			free[s] = true
		}
	}
	return free
}

// name is a name that occurs in the program.
type name struct {
	binding int // the innermost binding in scope, or -1
	// declared says that some scope of the program declares it; free that it was
	// used where none does.
	declared, free bool
}

// bind is a declared variable.
type bind struct {
	name  string
	outer int // what the name was bound to outside of this scope
	of    *name
	depth int // of the function that declares it
	pos   js.Pos

	readonly    bool
	initialized bool
	// elsewhere says that it is declared in a case of an open switch that is not the
	// present one.
	elsewhere bool
	// holds says that it holds a function, or an object with one. needs are the
	// variables that this function uses and that hold functions or were not
	// initialized when it was met.
	holds bool
	needs []int
	visit int // the last call of use that came along

	termination
}

// frame is a function that is being walked.
type frame struct {
	name string
	// owner is the variable that will hold the function, or -1.
	owner int
	// jumps are the statements that can be jumped to.
	jumps []jumpTarget
}

type jumpTarget struct {
	labels       []string
	loop, swtch  bool
	broken, cont bool // by reachable jumps
}

// freeUse is the first use of a name where nothing declares it.
type freeUse struct {
	id       *js.Ident
	function string
}

type checker struct {
	p       *js.Program
	globals map[string]bool
	names   map[string]*name
	free    []freeUse
	binds   []bind
	scopes  []int // first binding of each open scope
	frames  []frame
	visit   int

	// dead says that control does not get here, by the shape of the program.
	dead bool
	// instrs counts what lowers to instructions in reachable code.
	instrs int

	// labels are those of the statement that is met next.
	labels []string

	invalid, endless *ProgramError

	obligations
}

func (c *checker) fail(pos js.Pos, format string, args ...any) {
	if c.invalid == nil {
		c.invalid = c.error(pos, format, args...)
	}
}

func (c *checker) error(pos js.Pos, format string, args ...any) *ProgramError {
	e := &ProgramError{File: c.p.File, Msg: fmt.Sprintf(format, args...)}
	e.Function = c.present()
	if pos != 0 {
		e.Line, e.Col = c.position(pos)
	}
	return e
}

// present returns the name of the present function, "" outside of all.
func (c *checker) present() string {
	if len(c.frames) < 2 {
		return ""
	}
	if n := c.frames[len(c.frames)-1].name; n != "" {
		return n
	}
	return "<<anonymous>>"
}

// position returns line and column of a place in the source, both from 1, the
// column in bytes.
func (c *checker) position(pos js.Pos) (line, col int) {
	off := int32(pos) - 1
	line = 1
	for line < len(c.p.Lines) && c.p.Lines[line] <= off {
		line++
	}
	if line <= len(c.p.Lines) {
		off -= c.p.Lines[line-1]
	}
	return line, int(off) + 1
}

func (c *checker) program() {
	c.frames = append(c.frames, frame{owner: -1})
	c.open()
	c.list(c.p.Body)
	c.close()
	for _, u := range c.free {
		n := c.names[u.id.Name]
		if c.invalid == nil && (n.declared || c.globals != nil && !c.globals[u.id.Name]) {
			c.fail(u.id.Pos, "%s is not declared", u.id.Name)
			c.invalid.Function = u.function
		}
	}
}

// Scopes.

func (c *checker) open() { c.scopes = append(c.scopes, len(c.binds)) }

// close ends a scope. The bindings stay in the list, for what is said about them
// elsewhere; only their names go.
func (c *checker) close() {
	first := c.scopes[len(c.scopes)-1]
	c.scopes = c.scopes[:len(c.scopes)-1]
	for i := len(c.binds) - 1; i >= first; i-- {
		b := &c.binds[i]
		if b.of.binding == i {
			b.of.binding = b.outer
		}
	}
}

func (c *checker) nameOf(s string) *name {
	n := c.names[s]
	if n == nil {
		n = &name{binding: -1}
		c.names[s] = n
	}
	return n
}

// declare adds a binding to the innermost scope.
func (c *checker) declare(s string, pos js.Pos, readonly, initialized bool) int {
	n := c.nameOf(s)
	n.declared = true
	if n.binding >= c.scopes[len(c.scopes)-1] {
		c.fail(pos, "%s is declared twice in one scope", s)
		return n.binding
	}
	c.binds = append(c.binds, bind{name: s, outer: n.binding, of: n, depth: len(c.frames), pos: pos,
		readonly: readonly, initialized: initialized})
	n.binding = len(c.binds) - 1
	return n.binding
}

// hoist declares what a list of statements declares in its own scope.
func (c *checker) hoist(list []js.Stmt) {
	for _, s := range list {
		switch s := s.(type) {
		case *js.VarDecl:
			for i := range s.Decls {
				c.hoistPattern(s.Decls[i].Target, s.Kind == js.Const)
			}
		case *js.FunctionDecl:
			c.binds[c.declare(s.Func.Name, s.Pos, true, true)].holds = true
		}
	}
}

func (c *checker) hoistPattern(p js.Pattern, readonly bool) {
	for id := range patternNames(p) {
		c.declare(id.Name, id.Pos, readonly, false)
	}
}

// hoisted walks the functions that a list declares: they exist from the start of
// the scope on.
func (c *checker) hoisted(list []js.Stmt) {
	for _, s := range list {
		if f, ok := s.(*js.FunctionDecl); ok {
			c.function(f.Func, c.names[f.Func.Name].binding)
		}
	}
}

// list walks statements that have a scope of their own, which is open.
func (c *checker) list(list []js.Stmt) {
	c.hoist(list)
	c.hoisted(list)
	for _, s := range list {
		c.stmt(s)
	}
}

// use notes a use of a name and returns its binding, or -1 for a global.
func (c *checker) use(id *js.Ident) int {
	n := c.nameOf(id.Name)
	if n.binding < 0 {
		if !n.free {
			n.free = true
			if id.Name != "undefined" {
				c.free = append(c.free, freeUse{id, c.present()})
			}
		}
		return -1
	}
	i := n.binding
	if c.binds[i].elsewhere {
		c.fail(id.Pos, "%s is declared in another case of the switch", id.Name)
	}
	c.visit++
	c.need(i, id)
	c.reference(i)
	return i
}

// need says that a use of id needs binding i to be initialized, and if it holds a
// function what that function needs. Where the use stands in a function that a
// variable holds, that matters only when that variable is used.
func (c *checker) need(i int, id *js.Ident) {
	b := &c.binds[i]
	if b.initialized && !b.holds || b.visit == c.visit {
		return
	}
	b.visit = c.visit
	for f := len(c.frames); f > b.depth; f-- {
		owner := c.frames[f-1].owner
		if owner < 0 {
			continue // as if called where it stands
		}
		o := &c.binds[owner]
		for _, n := range o.needs {
			if n == i {
				return
			}
		}
		o.needs = append(o.needs, i)
		return
	}
	if !b.initialized {
		c.fail(id.Pos, "%s is used before its declaration", b.name)
		return
	}
	for _, n := range b.needs {
		c.need(n, id)
	}
}

// assigned notes an assignment to a variable and returns its binding.
func (c *checker) assigned(id *js.Ident) int {
	i := c.use(id)
	if i >= 0 && c.binds[i].readonly {
		c.fail(id.Pos, "constant %s is assigned", id.Name)
	}
	return i
}
