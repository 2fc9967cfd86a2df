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

// Statements.

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

// Jumps.

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

// Functions.

// function walks a function that variable owner will hold, or nobody (-1).
func (c *checker) function(f *js.Function, owner int) {
	dead, instrs := c.dead, c.instrs
	c.dead = false
	outerLabels := c.labels
	c.labels = nil
	c.open()
	n := f.Name
	if n == "" && owner >= 0 {
		n = c.binds[owner].name
	}
	c.frames = append(c.frames, frame{name: n, owner: owner})
	for _, p := range f.Params {
		c.parameter(p)
	}
	if f.Rest != nil {
		c.parameter(f.Rest)
	}
	if f.Arrow && f.ExprBody != nil {
		c.expr(f.ExprBody, asValue)
	} else {
		c.list(f.Body)
	}
	c.frames = c.frames[:len(c.frames)-1]
	c.close()
	c.labels = outerLabels
	c.dead, c.instrs = dead, instrs
}

func (c *checker) parameter(p js.Pattern) {
	first := len(c.binds)
	c.hoistPattern(p, false)
	for i := first; i < len(c.binds); i++ {
		c.binds[i].given = true
	}
	c.defaults(p)
	for id := range patternNames(p) {
		c.initialize(id)
	}
}
