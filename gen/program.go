package gen

import (
	"math"
	"sync"

	"assay/js"
)

// Program decodes a stream of choices to a program: one top-level function named
// main. The result depends on the bytes of the stream and on cfg alone.
//
// The program is valid ([Valid]) and, unless cfg.Infinite lets it run for ever,
// terminates whatever the global functions it calls return ([Terminates]).
func Program(c *Choices, cfg Config) *js.Program {
	g := generators.Get().(*generator)
	p := g.program(c, cfg)
	g.c = nil
	generators.Put(g)
	return p
}

var generators = sync.Pool{New: func() any { return new(generator) }}

// generator holds the state of one decoding. It is used again for the next, so
// that its scratch memory is not lost.
type generator struct {
	bindings

	c        *Choices
	cfg      Config
	features FeatureSet
	tables

	// budget is the number of instructions and terminals still to make. work is the
	// estimate of those that a run of the present function executes, and times how
	// often the present statement is executed in it.
	budget, work, times int
	// live counts the instructions made in reachable code.
	live int
	// dead says that control does not get here. It goes by the shape of the program
	// alone, as lowering does: while (true) may end.
	dead bool
	// tries is the number of try blocks around the present statement in its
	// function.
	tries int

	// targets are the statements that can be broken out of, of all open functions;
	// those of the present function start at base.
	targets []target
	base    int
	labels  int
	depth   int // of statements, of all open functions

	stmts    []js.Stmt
	exprs    []js.Expr
	patterns []js.Pattern

	nodes
}

// target is a statement that break or continue may name.
type target struct {
	kind targetKind
	// label is made when a jump needs it.
	label string
	// noContinue says that continue would miss the step of the loop's counter.
	noContinue bool
	// broken and continued say that a reachable jump names it.
	broken, continued bool
}

type targetKind uint8

const (
	loopTarget targetKind = iota
	switchTarget
	labelTarget
)

// nodes are the slabs of the kinds of node that occur often.
type nodes struct {
	idents      slab[js.Ident]
	numbers     slab[js.NumberLit]
	binaries    slab[js.Binary]
	assigns     slab[js.Assign]
	calls       slab[js.Call]
	members     slab[js.Member]
	logicals    slab[js.Logical]
	ternaries   slab[js.Conditional]
	updates     slab[js.Update]
	unaries     slab[js.Unary]
	arrays      slab[js.ArrayLit]
	exprStmts   slab[js.ExprStmt]
	varDecls    slab[js.VarDecl]
	declarators slab[js.Declarator]
	blocks      slab[js.Block]
	ifs         slab[js.If]
	stmtLists   slab[js.Stmt]
	exprLists   slab[js.Expr]
	patLists    slab[js.Pattern]
}

// chunk holds the first nodes of a program, in one allocation: enough for a program
// of the default size.
type chunk struct {
	idents      [18]js.Ident
	numbers     [6]js.NumberLit
	binaries    [5]js.Binary
	assigns     [5]js.Assign
	calls       [3]js.Call
	updates     [1]js.Update
	arrays      [2]js.ArrayLit
	exprStmts   [8]js.ExprStmt
	varDecls    [4]js.VarDecl
	declarators [4]js.Declarator
	blocks      [4]js.Block
	ifs         [2]js.If
	stmtLists   [14]js.Stmt
	exprLists   [12]js.Expr
	patLists    [3]js.Pattern
}

// reset makes the slabs ready for a program of about n instructions.
func (s *nodes) reset(n int) {
	c := new(chunk)
	s.idents.reset(c.idents[:], n/2)
	s.numbers.reset(c.numbers[:], n/6)
	s.binaries.reset(c.binaries[:], n/8)
	s.assigns.reset(c.assigns[:], n/10)
	s.calls.reset(c.calls[:], n/12)
	s.members.reset(nil, n/32)
	s.logicals.reset(nil, n/64)
	s.ternaries.reset(nil, n/64)
	s.updates.reset(c.updates[:], n/32)
	s.unaries.reset(nil, n/64)
	s.arrays.reset(c.arrays[:], n/32)
	s.exprStmts.reset(c.exprStmts[:], n/6)
	s.varDecls.reset(c.varDecls[:], n/10)
	s.declarators.reset(c.declarators[:], n/10)
	s.blocks.reset(c.blocks[:], n/10)
	s.ifs.reset(c.ifs[:], n/20)
	s.stmtLists.reset(c.stmtLists[:], n/3)
	s.exprLists.reset(c.exprLists[:], n/4)
	s.patLists.reset(c.patLists[:], 3)
}

const (
	// maxDepth bounds the nesting of statements, over nested functions.
	maxDepth = 12
	// maxExprDepth bounds the nesting of expressions within one statement.
	maxExprDepth = 6
	// maxTimes bounds the product of the trip counts of nested loops.
	maxTimes = 64
)

// sizeFactor gives for each first byte what the program may spend, in 64ths of the
// median. It grows about threefold from the median to the 95th
// percentile and more after that.
var sizeFactor = func() (t [256]int) {
	for b := 1; b < 256; b++ {
		x := float64(b-128) / 64
		if b > 240 {
			x += float64(b-240) / 12
		}
		t[b] = int(64 * math.Exp2(x))
	}
	return t
}()

func (g *generator) has(f Feature) bool { return g.features.Has(f) }

// spend takes n instructions from the budget.
func (g *generator) spend(n int) {
	g.budget -= n
	g.work += n * g.times
	if !g.dead {
		g.live += n
	}
}

// full reports that the program should come to its end.
func (g *generator) full() bool { return g.budget <= 0 || g.work >= g.cfg.Steps }

func (g *generator) program(c *Choices, cfg Config) *js.Program {
	g.c, g.cfg = c, cfg.normal()
	g.bindings.reset()
	g.targets, g.base, g.labels, g.depth = g.targets[:0], 0, 0, 0
	g.stmts, g.exprs, g.patterns = g.stmts[:0], g.exprs[:0], g.patterns[:0]
	g.work, g.times, g.live, g.dead, g.tries = 0, 1, 0, false, 0

	// A program costs less than is spent on it, as estimates are on the safe side, but
	// spends more at its end than it is allowed.
	median := max(g.cfg.Size*5/4-13, g.cfg.Size/2)
	g.budget = median * sizeFactor[c.Byte()] / 64
	g.nodes.reset(g.budget)
	g.features = g.cfg.swarm(c)
	infinite := g.cfg.Infinite > 0 && c.Chance(g.cfg.Infinite)
	g.prepare(infinite)

	fn := &js.Function{Name: "main"}
	g.open()
	g.parameters(fn, 1+c.Intn(3), parameter)
	body := len(g.stmts)
	for range c.Intn(3) {
		if g.full() {
			break
		}
		g.declaration()
	}
	g.statements(1, 1)
	if !g.dead {
		g.put(&js.Return{X: g.result()})
	}
	fn.Body = g.take(body)
	g.close()
	p := &struct {
		js.Program
		decl js.FunctionDecl
		body [1]js.Stmt
	}{decl: js.FunctionDecl{Func: fn}}
	p.body[0] = &p.decl
	p.Body = p.body[:]
	return &p.Program
}

// parameters declares the parameters of a function: n plain ones, or fewer and
// one of another form.
func (g *generator) parameters(fn *js.Function, n int, flags varFlags) {
	base := len(g.patterns)
	form := 0
	if g.has(FeatureParameter) {
		form = g.c.Pick(parameterForms)
	}
	if form != 0 {
		n--
	}
	for range n {
		g.patterns = append(g.patterns, g.binding(number, flags))
	}
	switch form {
	case 1: // a = 1
		x := g.number(g.c.Intn(8))
		g.spend(3)
		g.patterns = append(g.patterns, &js.DefaultPattern{Target: g.binding(number, flags), Default: x})
	case 2: // {x: a, y: b}
		g.patterns = append(g.patterns, g.objectPattern(flags))
	case 3: // ...a
		fn.Rest = g.binding(array, constant|flags)
		g.vars[len(g.vars)-1].arity = 2
	}
	fn.Params = g.patLists.list(g.patterns[base:])
	g.patterns = g.patterns[:base]
}

var parameterForms = NewTable(200, 20, 18, 18)

// binding declares a variable and returns it as a declaration's target.
func (g *generator) binding(kind varKind, flags varFlags) *js.Ident {
	name := g.newName()
	g.declare(name, kind, flags)
	return g.idents.new(js.Ident{Name: localName(name)})
}

// put appends a statement to the list being made.
func (g *generator) put(s js.Stmt) { g.stmts = append(g.stmts, s) }

// take ends the list that started at base.
func (g *generator) take(base int) []js.Stmt {
	l := g.stmtLists.list(g.stmts[base:])
	g.stmts = g.stmts[:base]
	return l
}

// result returns an expression of what the variables hold at a return, so that a
// wrong value of any of them shows.
func (g *generator) result() js.Expr {
	const most = 6
	n, last := 0, -1
	for i := len(g.vars) - 1; i >= 0 && n < most; i-- {
		if isNumber(g, &g.vars[i]) {
			if last < 0 {
				last = i
			}
			n++
		}
	}
	form := g.c.Pick(resultForms)
	if last < 0 {
		return g.number(form)
	}
	if form == 0 || n == 1 {
		g.spend(2)
		return g.use(last)
	}
	if form == 1 {
		return g.num(0)
	}
	base := len(g.exprs)
	for i := len(g.vars) - 1; i >= 0 && len(g.exprs)-base < most; i-- {
		if isNumber(g, &g.vars[i]) {
			g.exprs = append(g.exprs, g.use(i))
		}
	}
	g.spend(n + 2)
	if form == 2 && n <= 3 {
		// 31 * (31 * a + b) + c, and so on.
		x := g.exprs[base]
		for _, y := range g.exprs[base+1:] {
			g.spend(3)
			x = g.binary("+", g.binary("*", g.literal(31), x), y)
		}
		g.exprs = g.exprs[:base]
		return x
	}
	return g.arrays.new(js.ArrayLit{Elems: g.takeExprs(base)})
}

var resultForms = NewTable(24, 24, 60, 148)

func (g *generator) takeExprs(base int) []js.Expr {
	l := g.exprLists.list(g.exprs[base:])
	g.exprs = g.exprs[:base]
	return l
}
