package gen

import (
	"slices"
	"sync"

	"assay/hir"
)

// GraphConfig says what functions Graph makes. The zero GraphConfig is the default
// one.
type GraphConfig struct {
	// Blocks is the largest number of blocks before those that cannot be reached are
	// dropped, Vars that of variables. 0 are 14 and 4; at most 255 and 64 are made.
	Blocks, Vars int
	// KeepUnreachable keeps the blocks that cannot be reached, after the others. No
	// pass before SSA leaves any.
	KeepUnreachable bool
	// EntryEdges allows edges to the entry. No pass leaves any either.
	EntryEdges bool
}

func (c GraphConfig) normal() GraphConfig {
	limit := func(n, zero, most int) int {
		if n <= 0 {
			return zero
		}
		return min(n, most)
	}
	c.Blocks = limit(c.Blocks, 14, 255)
	c.Vars = limit(c.Vars, 4, 64)
	return c
}

// Graph decodes a stream of choices to a bare control flow graph, as HIR in the
// form before SSA: blocks that end in goto, if, branch, switch, return or throw and
// go anywhere, which gives what structured programs cannot: irreducible loops,
// loops that nothing leaves, blocks that are their own successor, two edges between
// the same blocks. All variables are defined in the entry, before any other use.
//
// Conditions depend on the results of unknown calls, so every path can be taken,
// and it is the fuel that ends most runs.
//
// A fallthrough, where a terminal has one, is its last target, if no other
// terminal has the same, or a block of its own that nothing goes to, which is an
// unreachable block in the result. Either way the block order is one of the graph
// itself: it never puts a block after another that it can only be reached from by a
// cycle. All else of the form (order, predecessors, instruction ids) is as lowering
// leaves it.
func Graph(c *Choices, cfg GraphConfig) *hir.Function {
	g := graphers.Get().(*grapher)
	*g = grapher{c: c, cfg: cfg.normal(), env: &hir.Env{}, vars: g.vars[:0], instrs: g.instrs[:0], owned: g.owned[:0]}
	f := g.function()
	g.c, g.env, g.fn, g.places = nil, nil, nil, nil
	graphers.Put(g)
	return f
}

var graphers = sync.Pool{New: func() any { return new(grapher) }}

// grapher holds the state of one decoding.
type grapher struct {
	c   *Choices
	cfg GraphConfig
	env *hir.Env
	fn  *hir.Function

	vars []hir.IdentifierID
	// owned says which blocks are the fallthrough of a terminal.
	owned []bool

	instrs []hir.Instruction // of the block being made
	places []hir.Place       // slab for operands and definitions
}

func (g *grapher) function() *hir.Function {
	nblocks := 1 + g.c.Intn(g.cfg.Blocks)
	nvars := 1 + g.c.Intn(g.cfg.Vars)
	nparams := 1 + g.c.Intn(2)
	g.env.Identifiers = make([]hir.Identifier, 0, 32+8*nblocks)
	g.fn = hir.NewFunction(g.env, "graph")
	g.fn.Entry = 0
	g.fn.Params = make([]hir.Param, nparams)
	for i := range g.fn.Params {
		g.fn.Params[i].Place = place(g.env.NewNamed(localName(int32(i))))
	}
	g.owned = slices.Grow(g.owned, nblocks)[:nblocks]
	clear(g.owned)

	blocks := make([]*hir.Block, nblocks, nblocks+4)
	store := make([]hir.Block, nblocks)
	for i := range blocks {
		blocks[i] = &store[i]
		*blocks[i] = hir.Block{ID: g.env.NewBlockID(), Kind: hir.BlockStatement}
	}
	g.fn.SetBlocks(blocks)
	for i := range nblocks {
		if i == 0 {
			g.entry(nvars)
		}
		for range g.c.Pick(graphStatements) {
			g.statement()
		}
		g.terminal(i, nblocks)
		g.finish(g.fn.Blocks[i])
	}
	g.fn.Returns = place(g.env.NewTemporary())
	g.order()
	return g.fn
}

// order puts the blocks into their order, and sets what depends on it. None of the
// errors can occur, as all targets exist.
func (g *grapher) order() {
	all := g.fn.Blocks // ReversePostorder makes a new list
	if err := g.fn.ReversePostorder(); err != nil {
		panic(err)
	}
	if g.cfg.KeepUnreachable {
		kept := slices.Clone(g.fn.Blocks)
		for _, b := range all {
			if g.fn.BlockPos(b.ID) < 0 {
				kept = append(kept, b)
			}
		}
		g.fn.SetBlocks(kept)
	}
	if err := g.fn.MarkPreds(); err != nil {
		panic(err)
	}
	g.fn.NumberInstructions()
}

var (
	graphStatements = NewTable(60, 100, 60, 36)
	// The forms of a statement.
	statementForms = NewTable(96, 72, 40, 30, 18)
	// The kinds of terminal, the smallest first.
	terminalForms = NewTable(8, 5, 60, 74, 60, 48)
)

func place(id hir.IdentifierID) hir.Place {
	return hir.Place{Identifier: id, Effect: hir.EffectUnknown}
}

// list returns the places of the identifiers, cut out of the slab.
func (g *grapher) list(ids ...hir.IdentifierID) []hir.Place {
	if cap(g.places)-len(g.places) < len(ids) {
		g.places = make([]hir.Place, 0, 128)
	}
	n := len(g.places)
	for _, id := range ids {
		g.places = append(g.places, place(id))
	}
	return g.places[n:len(g.places):len(g.places)]
}

// emit appends an instruction and returns its temporary.
func (g *grapher) emit(in hir.Instruction) hir.IdentifierID {
	t := g.env.NewTemporary()
	in.Lvalue = place(t)
	g.instrs = append(g.instrs, in)
	return t
}

// finish gives a block its instructions.
func (g *grapher) finish(b *hir.Block) {
	b.Instrs = slices.Clone(g.instrs)
	clear(g.instrs)
	g.instrs = g.instrs[:0]
}

// entry defines the variables: named ones, and a temporary with several
// definitions like those that lowering makes for conditional expressions.
func (g *grapher) entry(n int) {
	for i := range n {
		var x hir.IdentifierID
		if i < len(g.fn.Params) {
			x = g.load(g.fn.Params[i].Identifier)
		} else {
			x = g.literal(i)
		}
		var v hir.IdentifierID
		if i > 0 && i == n-1 {
			v = g.env.NewTemporary()
		} else {
			v = g.env.NewNamed(localName(int32(len(g.fn.Params) + i)))
		}
		g.vars = append(g.vars, v)
		g.store(hir.LvalueLet, v, x)
	}
}

func (g *grapher) variable() hir.IdentifierID { return g.vars[g.c.Intn(len(g.vars))] }

// other returns a variable that is not v, if there is one.
func (g *grapher) other(v hir.IdentifierID) hir.IdentifierID {
	i := g.c.Intn(len(g.vars))
	if g.vars[i] == v {
		i = (i + 1) % len(g.vars)
	}
	return g.vars[i]
}

// load reads a variable; a temporary is its own value.
func (g *grapher) load(v hir.IdentifierID) hir.IdentifierID {
	if g.env.Ident(v).Name == "" {
		return v
	}
	return g.emit(hir.Instruction{Kind: hir.LoadLocal, Operands: g.list(v)})
}

func (g *grapher) literal(n int) hir.IdentifierID {
	return g.emit(hir.Instruction{Kind: hir.Primitive, Aux: graphLiterals[n%len(graphLiterals)]})
}

var graphLiterals = func() (t [8]*hir.Literal) {
	for i := range t {
		t[i] = &hir.Literal{Kind: hir.LiteralNumber, Num: float64(i)}
	}
	return t
}()

func (g *grapher) store(kind hir.LvalueKind, v, x hir.IdentifierID) {
	g.emit(hir.Instruction{Kind: hir.StoreLocal, LKind: kind, Operands: g.list(x), Defs: g.list(v)})
}

// call calls an unknown function.
func (g *grapher) call(args ...hir.IdentifierID) hir.IdentifierID {
	f := g.emit(hir.Instruction{Kind: hir.LoadGlobal, Aux: graphCallee})
	ids := make([]hir.IdentifierID, 0, 4)
	ids = append(append(ids, f), args...)
	return g.emit(hir.Instruction{Kind: hir.CallExpression, Operands: g.list(ids...), Aux: noSpreads})
}

var (
	graphCallee         = &hir.Binding{Kind: hir.BindingGlobal, Name: globalFunctions[0]}
	noSpreads   hir.Aux = hir.Elements(nil)
)

// statement appends the instructions of one statement.
func (g *grapher) statement() {
	v := g.variable()
	switch g.c.Pick(statementForms) {
	case 0: // v = w
		g.store(hir.LvalueReassign, v, g.load(g.other(v)))
	case 1: // v = w op u
		x := g.load(g.variable())
		op := arithmetic[g.c.Intn(4)]
		y := g.load(g.variable())
		x = g.emit(hir.Instruction{Kind: hir.BinaryExpression, Text: op, Operands: g.list(x, y)})
		g.store(hir.LvalueReassign, v, x)
	case 2: // f(v, w)
		x := g.load(v)
		g.call(x, g.load(g.variable()))
	case 3: // v = f(w)
		g.store(hir.LvalueReassign, v, g.call(g.load(g.variable())))
	case 4: // v++
		g.emit(hir.Instruction{Kind: hir.PostfixUpdate, Text: "++", Operands: g.list(v), Defs: g.list(v)})
	}
}

// target chooses where an edge from block i goes: zero to the next one.
func (g *grapher) target(i, n int) hir.BlockID {
	b := int(g.c.Byte())
	first := 1
	if g.cfg.EntryEdges {
		first = 0
	}
	if b < 128 && i+1 < n {
		return hir.BlockID(min(i+1+b%3, n-1))
	}
	if n == first {
		return 0 // only with EntryEdges off, where terminal asks for none
	}
	return hir.BlockID(first + b%(n-first))
}

// fallthroughOf chooses the fallthrough of a terminal whose last target is given.
func (g *grapher) fallthroughOf(last hir.BlockID) hir.BlockID {
	b := g.c.Byte()
	switch {
	case b < 160 && !g.owned[last]:
		g.owned[last] = true
		return last
	case b >= 240:
		// A block that nothing goes to.
		id := g.env.NewBlockID()
		dead := g.fn.AddBlock(id, hir.BlockStatement)
		dead.Term = hir.Terminal{Kind: hir.Unreachable, Fallthrough: hir.NoBlock, Scope: hir.NoScope}
		return id
	}
	return hir.NoBlock
}

// terminal ends block i of n.
func (g *grapher) terminal(i, n int) {
	form := g.c.Pick(terminalForms)
	if i == n-1 && form > 1 && g.c.Chance(200) {
		// Most graphs have an exit, as runs without one cost all of the fuel.
		form &= 1
	}
	if n == 1 && !g.cfg.EntryEdges && form > 1 {
		form = 0
	}
	t := hir.Terminal{Fallthrough: hir.NoBlock, Scope: hir.NoScope}
	switch form {
	case 0, 1:
		// The result tells all variables.
		ids := make([]hir.IdentifierID, 0, 8)
		for _, v := range g.vars {
			ids = append(ids, g.load(v))
		}
		x := ids[0]
		if len(ids) > 1 {
			x = g.emit(hir.Instruction{Kind: hir.ArrayExpression, Operands: g.list(ids...), Aux: noSpreads})
		}
		t.Operands = g.list(x)
		t.Kind = hir.Throw
		if form == 0 {
			t.Kind, t.Variant = hir.Return, hir.ReturnExplicit
		}
	case 2:
		t.Kind = hir.Goto
		t.Targets = []hir.BlockID{g.target(i, n)}
	case 3, 4:
		t.Kind = hir.If
		t.Operands = g.list(g.condition())
		a := g.target(i, n)
		t.Targets = []hir.BlockID{a, g.target(i, n)}
		t.Fallthrough = g.fallthroughOf(t.Targets[1])
		if form == 4 {
			t.Kind = hir.Branch
			if t.Fallthrough == t.Targets[1] {
				g.owned[t.Fallthrough] = false // branches may share it
			}
		}
	case 5:
		t.Kind = hir.Switch
		ids := append(make([]hir.IdentifierID, 0, 6), g.condition())
		arms := 1 + g.c.Intn(4)
		t.Targets = make([]hir.BlockID, 0, arms+1)
		t.HasTest = make([]bool, 0, arms+1)
		for k := range arms {
			ids = append(ids, g.literal(k))
			t.Targets = append(t.Targets, g.target(i, n))
			t.HasTest = append(t.HasTest, true)
		}
		t.Targets = append(t.Targets, g.target(i, n))
		t.HasTest = append(t.HasTest, false)
		t.Operands = g.list(ids...)
		t.Fallthrough = g.fallthroughOf(t.Targets[arms])
	}
	g.fn.Blocks[i].Term = t
}

// condition returns what a branch tests: the result of a call, which says nothing
// about the next time, or a variable.
func (g *grapher) condition() hir.IdentifierID {
	v := g.load(g.variable())
	if g.c.Byte() < 64 {
		return v
	}
	return g.call(v)
}
