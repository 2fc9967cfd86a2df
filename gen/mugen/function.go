package mugen

import "assay/mu"

// function is the part of the generator for the function under way.
//
// In pre-SSA form the variables are those of the function; byShape lists them
// all. In SSA form they are names, of which each block uses some, with types of
// its own; byShape lists those that the block under way has defined.
type function struct {
	fi      int // index into funcs
	vars    []variable
	byShape [][]mu.VarID
	// used holds the names that are taken; in SSA form, in the block under way.
	used nameSet
	// byName finds the variable of a name, plus one; in SSA form only.
	byName [numNames]mu.VarID

	blocks []mu.Block
	infos  []block
	cur    mu.BlockID
	// code holds the instructions of the block under way so far. done says that it
	// has its terminator.
	code []mu.Instruction
	done bool

	// budget is how many instructions are to come.
	budget int
	// depth is the first parameter, which bounds recursion, or mu.NoVar.
	depth mu.VarID
	// rounds counts the blocks that were entered from behind; in a graph, and where
	// it bounds how long that may go on.
	rounds mu.VarID
	// cells are variables that the entry sets to what is not NULL.
	cells []mu.VarID
	// web is a variable that has another type in each block, or mu.NoVar; webShape
	// is what it has in the block under way, or noShape.
	web      mu.VarID
	webShape shapeID
	// loops are the loops around the present place.
	loops []loop
	// graph is set where edges go anywhere: to plain, or to pads, which have
	// exception parameters.
	graph       bool
	plain, pads []mu.BlockID

	names  nameMix
	instrs int
	// inits are variables that the entry is to assign.
	inits []mu.VarID
	// phis are the PHIs whose values are not known yet.
	phis []phi
}

// variable is what the generator knows of a variable.
type variable struct {
	name  nameID
	shape shapeID
	// fixed says that only what made the variable may assign it.
	fixed bool
	// block is the last block that assigned the variable, plus one.
	block mu.BlockID
}

// block is what the generator knows of a block.
type block struct {
	params []parameter
	// pad says that the block has an exception parameter.
	pad bool
}

// parameter is an explicit parameter of a block. In SSA form its shape may differ
// from what the variable has elsewhere.
type parameter struct {
	v     mu.VarID
	shape shapeID
	// rounds says that the parameter bounds how often blocks are entered.
	rounds bool
}

// phi is a PHI of a block, the i-th instruction.
type phi struct {
	block mu.BlockID
	i     int
	shape shapeID
}

// loop is a loop around the present place.
type loop struct {
	// next is where the next round starts, or mu.NoBlock, exit what follows.
	next, exit mu.BlockID
}

func (f *function) release() {
	clear(f.blocks[:cap(f.blocks)])
	clear(f.code[:cap(f.code)])
	clear(f.infos[:cap(f.infos)])
}

// startFunction prepares for function i.
func (g *generator) startFunction(i int) {
	for len(g.byShape) < len(g.shapes) {
		g.byShape = append(g.byShape, nil)
	}
	for s := range g.byShape {
		g.byShape[s] = g.byShape[s][:0]
	}
	g.function = function{
		fi: i, vars: g.vars[:0], byShape: g.byShape, blocks: g.blocks[:0], infos: g.infos[:0],
		code: g.code[:0], cells: g.cells[:0], loops: g.loops[:0], plain: g.plain[:0], pads: g.pads[:0],
		inits: g.inits[:0], phis: g.phis[:0],
		depth: mu.NoVar, rounds: mu.NoVar, web: mu.NoVar, webShape: noShape,
	}
}

// sizes are the sizes of functions in eighths of the usual one.
var sizes = [...]int{0, 8, 4, 8, 16, 2, 12, 8, 6, 10, 1, 20, 8, 30, 12, 64}

// makeFunction decodes a version of function i.
func (g *generator) makeFunction(i int, name string) *mu.Function {
	g.startFunction(i)
	size := g.cfg.Size
	if i > 0 {
		size = size/3 + 1
	}
	g.budget = size * sizes[g.c.Intn(len(sizes))] / 8
	g.names = g.drawNames()
	f := &mu.Function{Name: name, Sig: g.sigRef(g.funcs[i].sig)}
	switch {
	case g.ssa:
		g.ssaBody()
	case g.has(FeatureGraph) && g.c.Byte() >= 128:
		g.entry(f)
		g.graphBody()
	default:
		g.entry(f)
		g.list(0)
		if !g.done {
			g.leave()
		}
	}
	g.finish(f)
	return f
}

// entry makes the first block with the parameters, and the first variables, of a
// function in pre-SSA form.
func (g *generator) entry(f *mu.Function) {
	sig := &g.sigs[g.funcs[g.fi].sig]
	entry := g.addBlock()
	g.start(entry)
	f.HasHeader = len(sig.params) > 0 && !(g.has(FeatureLabel) && g.c.Bool())
	var header [4]mu.Def
	var params [4]mu.Param
	infos := make([]parameter, 0, len(sig.params))
	for k, s := range sig.params {
		v := g.newVariable(s)
		g.assigned(v)
		infos = append(infos, parameter{v: v, shape: s})
		header[k] = mu.Def{Var: v}
		if !f.HasHeader {
			params[k] = mu.Param{Var: v, Type: g.typ(s)}
		}
	}
	g.infos[entry].params = infos
	if f.HasHeader {
		f.Header = g.defs.list(header[:len(sig.params)]...)
	} else {
		g.blocks[entry].HasParams = len(sig.params) > 0 || g.has(FeatureEmptyList) && g.c.Bool()
		g.blocks[entry].Params = g.params.list(params[:len(sig.params)]...)
	}
	if g.fi > 0 {
		g.depth = infos[0].v
		g.vars[g.depth].fixed = true
	}
	for range g.c.Intn(8) {
		v := g.newVariable(g.fromMenu())
		if !g.has(FeatureUninit) || g.c.Bool() {
			g.inits = append(g.inits, v)
		}
	}
	if g.has(FeatureWeb) && g.c.Bool() {
		g.web = g.named(makeName(percentName, 22, 0), noShape)
	}
	if g.has(FeatureMemory) {
		for range g.c.Intn(3) {
			g.cell()
		}
	}
	if g.has(FeatureFuncRef) && g.fi+1 < len(g.funcs) && g.c.Bool() {
		g.heldFunction()
	}
}

// cell makes a variable that refers to memory in all blocks that the entry
// reaches.
func (g *generator) cell() {
	t := g.targets[g.c.Intn(len(g.targets))]
	in := mu.Instruction{Op: mu.ALLOCA}
	s := g.irefTo(t)
	switch b := g.c.Byte(); {
	case b >= 192 && g.isCell(t):
		v := g.newVariable(s)
		g.vars[v].fixed = true
		g.emitTo(v, g.id(s, mu.Global(g.global(t))))
		g.cells = append(g.cells, v)
		return
	case b >= 96:
		in.Op, s = mu.NEW, g.refTo(t)
	}
	in.Types = g.types(t)
	v := g.newVariable(s)
	g.vars[v].fixed = true
	g.emitTo(v, in)
	g.cells = append(g.cells, v)
}

// heldFunction makes a variable that holds a function in all blocks that the
// entry reaches.
func (g *generator) heldFunction() {
	j := g.fi + 1 + g.c.Intn(len(g.funcs)-g.fi-1)
	s := g.funcRefTo(g.funcs[j].sig)
	v := g.newVariable(s)
	g.vars[v].fixed = true
	g.emitTo(v, g.id(s, mu.Global(g.functionEntity(j))))
	g.cells = append(g.cells, v)
}

// addBlock adds a block, of which nothing is known.
func (g *generator) addBlock() mu.BlockID {
	id := mu.BlockID(len(g.blocks))
	b := mu.Block{Name: "%entry"}
	if id > 0 {
		b.Name = numbered(&blockNames, "%b", int(id))
	}
	g.blocks = append(g.blocks, b)
	g.infos = append(g.infos, block{})
	return id
}

// newBlock adds a block with parameters, in pre-SSA form; a pad takes an exception.
func (g *generator) newBlock(pad bool) mu.BlockID {
	id := g.addBlock()
	g.infos[id].pad = pad
	n := 0
	if g.has(FeatureParam) && g.c.Chance(64) {
		n = 1 + g.c.Intn(3)
	}
	g.blocks[id].HasParams = n > 0 || g.has(FeatureEmptyList) && g.c.Bool()
	var params [3]mu.Param
	var taken [3]mu.Def
	for k := range n {
		s := g.fromMenu()
		v := g.target(s, taken[:k])
		taken[k].Var = v
		params[k] = mu.Param{Var: v, Type: g.typ(s)}
		g.infos[id].params = append(g.infos[id].params, parameter{v: v, shape: s})
	}
	g.blocks[id].Params = g.params.list(params[:n]...)
	return id
}

// start goes to a block.
func (g *generator) start(id mu.BlockID) {
	g.cur, g.done = id, false
	g.code = g.code[:0]
	g.webShape = noShape
	info := &g.infos[id]
	for _, p := range info.params {
		g.assigned(p.v)
	}
	if info.pad {
		// The exception goes to a variable that other references to void use too.
		v := g.assignable(excRef, nil, true)
		if v == mu.NoVar {
			v = g.newVariable(excRef)
		}
		g.assigned(v)
		d := g.def(v)
		if g.c.Byte() >= 96 {
			g.blocks[id].HasExc, g.blocks[id].Exc = true, d
		} else {
			g.emit(mu.Instruction{Op: mu.LANDINGPAD, Results: g.defs.list(d)})
		}
	}
	if id > 0 && !g.ssa && g.has(FeaturePHI) && g.c.Chance(48) {
		g.addPHIs()
	}
}

// addPHIs gives the block PHIs, whose values come when its predecessors are known.
func (g *generator) addPHIs() {
	for range 1 + g.c.Intn(2) {
		s := g.fromMenu()
		v := g.assignable(s, nil, true)
		if v == mu.NoVar {
			v = g.newVariable(s)
		}
		g.assigned(v)
		g.phis = append(g.phis, phi{g.cur, len(g.code), s})
		g.emit(mu.Instruction{Op: mu.PHI, Types: g.types(s), Results: g.defs.list(g.def(v)), Extra: &mu.Extra{}})
	}
}

// emit appends an instruction to the block under way.
func (g *generator) emit(in mu.Instruction) {
	if in.Op != mu.CALL && in.Op != mu.TAILCALL {
		in.Sig.ID = mu.NoSig
	}
	g.code = append(g.code, in)
	g.budget--
}

// emitTo appends an instruction with one result, which goes to a variable.
func (g *generator) emitTo(v mu.VarID, in mu.Instruction) {
	in.Results = g.defs.list(g.def(v))
	g.name(&in)
	if g.has(FeatureSugar) && g.c.Chance(32) {
		in.Flags |= mu.FlagParenResults
	}
	g.emit(in)
	g.assigned(v)
}

// name gives an instruction a name of its own, perhaps.
func (g *generator) name(in *mu.Instruction) {
	if g.has(FeatureInstrName) && g.c.Chance(32) || in.IsOSRPoint() && g.has(FeatureInstrName) && g.c.Bool() {
		g.instrs++
		in.Name = numbered(&instrNames, "%inst", g.instrs)
	}
}

// end appends the terminator of the block under way.
func (g *generator) end(in mu.Instruction) {
	g.name(&in)
	g.emit(in)
	g.blocks[g.cur].Instrs = append([]mu.Instruction(nil), g.code...)
	g.done = true
}

// branch ends the block under way with a jump.
func (g *generator) branch(to mu.BlockID) {
	g.end(mu.Instruction{Op: mu.BRANCH, Dests: g.dests.list(g.dest(mu.EdgeBranch, to, nil))})
}
