package convert

import "assay/mu"

// node is what a variable holds at a place; copies share one.
type node struct {
	// value is a variable of the output, a top-level entity, or Unassigned.
	value mu.Value
	// origin is the variable that nothing has assigned, or mu.NoVar.
	origin mu.VarID
	// copied says that origin was assigned since, by a copy of its own default.
	copied bool
	// typ is the type of the value if it was written at a label, or exceptionType.
	// by is the instruction that yields it as result rank, or an ID of what is
	// global. Else they are mu.NoType and nil.
	typ  mu.TypeID
	by   *mu.Instruction
	rank int32
}

// exceptionType stands for the type of exceptions, which need not have a name.
const exceptionType mu.TypeID = -2

// renamer makes the blocks of the output one after another: it replaces variables
// by what they hold. Since names do not cross blocks, one walk over each block is
// enough.
type renamer struct {
	*converter
	names names

	// phi is not nil if the older form is made.
	phi *phiForm

	// cur is the node of each variable in the block of curIn; resultIn is the
	// last block whose terminator has the variable as a result; knownIn is one more
	// than the last block in which it is known what the variable holds. Elsewhere
	// nothing reads it but copies that nothing reads.
	cur, curIn, resultIn, knownIn []int32
	nodes                         []node

	// index is the block under way and stamp one more.
	index, stamp int32
	bl           *block
	// Where the present block starts in instrs and steps.
	firstInstr, firstStep int

	instrs []mu.Instruction
	params []mu.Param
	ops    []mu.Operand
	defs   []mu.Def
	dests  []mu.Dest
	binds  []Binding
	steps  []Step
	points []Point
}

// keep returns what was appended to a slice since it had n elements. Appending to
// the result does not overwrite what follows.
func keep[T any](s []T, n int) []T { return s[n:len(s):len(s)] }

func (r *renamer) start() {
	k := len(r.f.Vars)
	r.cur, r.curIn = append(r.cur[:0], make([]int32, k)...), append(r.curIn[:0], make([]int32, k)...)
	r.resultIn, r.knownIn = append(r.resultIn[:0], make([]int32, k)...), append(r.knownIn[:0], make([]int32, k)...)
	instrs := 0
	for i := range r.graph.blocks {
		instrs += len(r.graph.blocks[i].src.Instrs)
	}
	// The output keeps these.
	r.instrs, r.params, r.ops, r.defs = make([]mu.Instruction, 0, instrs), nil, make([]mu.Operand, 0, 2*instrs), make([]mu.Def, 0, instrs)
	r.dests, r.binds, r.steps, r.points = make([]mu.Dest, 0, len(r.graph.edges)), nil, make([]Step, 0, instrs), nil
	r.names.start(r.b, r.version, r.f, r.out, r.spelled)
	r.out.Blocks = make([]mu.Block, len(r.graph.blocks))
	r.fm.Blocks = make([]BlockMap, len(r.graph.blocks))
}

// setNode makes a variable hold a node.
func (r *renamer) setNode(v mu.VarID, n int32) {
	if r.phi != nil {
		r.phi.undo = append(r.phi.undo, undoNode{v, r.cur[v]})
	}
	r.cur[v], r.curIn[v], r.knownIn[v] = n, r.stamp, r.index+1
}

// set makes a variable hold a value that a label or an instruction defines.
func (r *renamer) set(v mu.VarID, x mu.Value, typ mu.TypeID, by *mu.Instruction, rank int) {
	r.nodes = append(r.nodes, node{value: x, origin: mu.NoVar, typ: typ, by: by, rank: int32(rank)})
	r.setNode(v, int32(len(r.nodes)-1))
}

// node returns what a variable holds.
func (r *renamer) node(v mu.VarID) int32 {
	if r.curIn[v] != r.stamp {
		known := r.knownIn[v]
		r.nodes = append(r.nodes, node{value: Unassigned, origin: v, typ: mu.NoType})
		r.setNode(v, int32(len(r.nodes)-1))
		r.knownIn[v] = known
	}
	return r.cur[v]
}

// next is the index in the output's block of the next instruction.
func (r *renamer) next() int32 { return int32(len(r.instrs) - r.firstInstr) }

func (r *renamer) step(v mu.VarID, x mu.Value, from Source, instr, result int32) {
	r.steps = append(r.steps, Step{Binding{v, x, from}, instr, result})
}

// param appends a parameter of the block.
func (r *renamer) param(p mu.Param, from Source) {
	o := r.define(p.Var)
	r.set(p.Var, mu.LocalValue(o), p.Type.ID, nil, 0)
	r.binds = append(r.binds, Binding{p.Var, mu.LocalValue(o), from})
	p.Var = o
	r.params = append(r.params, p)
}

// makeBlock makes the output's block of an index.
func (r *renamer) makeBlock(index int32) {
	r.index = index
	r.bl = &r.graph.blocks[index]
	r.firstInstr, r.firstStep = len(r.instrs), len(r.steps)
	src := r.bl.src
	if r.phi == nil {
		r.stamp, r.nodes = index+1, r.nodes[:0]
		r.names.enter(r.b, index, r.bl.from, src.Name)
	}
	out := mu.Block{Name: src.Name, Pos: src.Pos, HasParams: true, HasExc: r.bl.hasExc}
	params, binds, points := len(r.params), len(r.binds), len(r.points)
	for i := range r.bl.params {
		p := r.bl.params[i]
		p.Full = p.Full && r.bl.from != mu.NoBlock
		r.param(p, FromParam)
	}
	for _, w := range r.needed(index) {
		v := mu.VarID(w)
		r.param(mu.Param{Var: v, Type: mu.TypeRef{ID: r.typeOf(v, nil)}}, FromImplicit)
	}
	if out.HasExc {
		d := r.bl.exc
		o := r.define(d.Var)
		r.set(d.Var, mu.LocalValue(o), exceptionType, nil, 0)
		r.binds = append(r.binds, Binding{d.Var, mu.LocalValue(o), FromException})
		out.Exc = mu.Def{Var: o, Pos: d.Pos, Full: d.Full}
	}
	if r.phi != nil {
		r.inherited(index)
	} else {
		r.unassigned(index)
	}
	for i := r.bl.body; i < len(src.Instrs); i++ {
		r.instruction(i)
	}
	out.Params, out.Instrs = keep(r.params, params), keep(r.instrs, r.firstInstr)
	r.out.Blocks[index] = out
	r.fm.Blocks[index] = BlockMap{r.bl.from, keep(r.binds, binds), keep(r.steps, r.firstStep), keep(r.points, points)}
}

// unassigned notes which variables are read in the block or behind it, though
// nothing can have assigned them.
func (r *renamer) unassigned(index int32) {
	for _, v := range r.live.Unassigned(index) {
		r.knownIn[v] = index + 1
		r.binds = append(r.binds, Binding{mu.VarID(v), Unassigned, FromNothing})
	}
}

// instruction appends what becomes of an instruction.
func (r *renamer) instruction(i int) {
	in := &r.bl.src.Instrs[i]
	if elided(in, r.opt.KeepCopies) {
		r.copy(in)
		return
	}
	x := *in
	inits := len(r.fm.Inits)
	x.Args = r.operands(in, in.Args)
	x.KeepAlive = r.keepAlive(in)
	if in.Op == mu.ID {
		x.Op, x.Flags = mu.COMMINST, x.Flags|mu.FlagArgs|mu.FlagTypes
		x.Extra = &mu.Extra{CommInst: killDependency}
		if len(x.Types) == 0 {
			x.Types = []mu.TypeRef{{ID: r.operandType(in)}}
		}
	}
	last := i == len(r.bl.src.Instrs)-1
	var dests int
	if last {
		for _, d := range in.Results {
			r.resultIn[d.Var] = r.index + 1
		}
		dests = len(r.dests)
		r.edges(in)
	}
	if r.bl.from != mu.NoBlock && in.IsOSRPoint() {
		r.points = append(r.points, Point{int32(i), r.next(), int32(len(r.steps) - r.firstStep)})
	}
	start := len(r.defs)
	var undo int32
	if r.phi != nil {
		undo = int32(len(r.phi.undo))
	}
	for j, d := range in.Results {
		o := r.define(d.Var)
		r.set(d.Var, mu.LocalValue(o), mu.NoType, in, j)
		r.step(d.Var, mu.LocalValue(o), FromResult, r.next(), int32(j))
		r.defs = append(r.defs, mu.Def{Var: o, Pos: d.Pos, Full: d.Full})
	}
	x.Results = keep(r.defs, start)
	if last {
		r.results()
		x.Dests = keep(r.dests, dests)
		if r.phi != nil {
			r.unwind(undo) // they are defined on some edges only
		}
	}
	for k := range r.fm.Inits[inits:] {
		r.fm.Inits[inits+k].Instr = r.next()
	}
	r.instrs = append(r.instrs, x)
}

// copy makes the result of an ID hold what its operand does.
func (r *renamer) copy(in *mu.Instruction) {
	for _, d := range in.Results {
		o := in.Args[0]
		if !o.IsLocal() {
			r.set(d.Var, o.Value, mu.NoType, in, 0)
			r.step(d.Var, o.Value, FromCopy, r.next(), 0)
			continue
		}
		known := r.knownIn[o.Var()] == r.index+1
		n := r.node(o.Var())
		r.setNode(d.Var, n)
		if r.nodes[n].origin == d.Var {
			r.nodes[n].copied = true
		}
		x := r.nodes[n].value
		if !known {
			r.knownIn[d.Var], x = 0, Unknown
		}
		r.step(d.Var, x, FromCopy, r.next(), 0)
	}
}

// operands returns the operands of an instruction with what they hold.
func (r *renamer) operands(in *mu.Instruction, args []mu.Operand) []mu.Operand {
	ops := r.room(len(args))
	for i, o := range args {
		ops[i] = r.read(in, o, PlaceUse, 0)
	}
	return ops
}

// room returns n operands for the output. Others that are needed meanwhile stand
// elsewhere.
func (r *renamer) room(n int) []mu.Operand {
	start := len(r.ops)
	for range n {
		r.ops = append(r.ops, mu.Operand{})
	}
	return keep(r.ops, start)
}

// keepAlive returns the operands of KEEPALIVE, all of them variables.
func (r *renamer) keepAlive(in *mu.Instruction) []mu.Operand {
	ops := r.room(len(in.KeepAlive))
	for i, o := range in.KeepAlive {
		ops[i] = mu.Operand{Value: r.local(in, o), Pos: o.Pos, Full: o.Full}
	}
	return ops
}

// edges appends the edges of the terminator, but for arguments that are results of
// it. Defaults that are made by instructions come before the terminator, and so
// all others are to be there when the results get their names.
func (r *renamer) edges(in *mu.Instruction) {
	out := r.graph.outOf(r.index)
	for k := range out {
		e := &out[k]
		n, implicit := r.graph.numArgs(e), r.needed(e.to)
		args := r.room(n + len(implicit))
		for i := range args {
			o := r.argument(e, i, n, implicit)
			switch {
			case !o.IsLocal():
			case r.resultIn[o.Var()] != r.index+1:
				o = r.read(in, o, PlaceEdge, k)
			case !e.defines:
				if i < r.graph.blocks[e.to].labels && e.dest.HasArgs {
					r.oldResult(in, e, o)
				}
				o = r.read(in, o, PlaceEdge, k)
			}
			args[i] = o
		}
		d := *e.dest
		d.HasArgs, d.Block, d.Args = true, mu.BlockID(e.to), args
		r.dests = append(r.dests, d)
	}
}

// argument returns the i-th argument of an edge with n explicit ones.
func (r *renamer) argument(e *edge, i, n int, implicit []int32) mu.Operand {
	if i < n {
		return r.graph.arg(e, i)
	}
	return mu.Operand{Value: mu.LocalValue(mu.VarID(implicit[i-n])), Pos: e.dest.Pos}
}

// results fills in the arguments that are results of the terminator.
func (r *renamer) results() {
	out := r.graph.outOf(r.index)
	dests := r.dests[len(r.dests)-len(out):]
	for k := range out {
		e := &out[k]
		if !e.defines {
			continue
		}
		n, implicit := r.graph.numArgs(e), r.needed(e.to)
		for i := range dests[k].Args {
			if o := r.argument(e, i, n, implicit); o.IsLocal() && r.resultIn[o.Var()] == r.index+1 {
				dests[k].Args[i] = mu.Operand{Value: r.nodes[r.node(o.Var())].value, Pos: o.Pos, Full: o.Full}
			}
		}
	}
}

// oldResult takes notice of an argument that is named as a result of the
// terminator on an edge where the result does not exist.
func (r *renamer) oldResult(in *mu.Instruction, e *edge, o mu.Operand) {
	name := r.f.Vars[o.Var()].Name
	if n := &r.nodes[r.node(o.Var())]; n.origin == o.Var() && !n.copied {
		r.problem(mu.Error, "E-EXC-RESULT", in, o.Pos, "expected a value that is defined on the "+e.dest.Kind.String()+
			" edge, found the result "+name+", which nothing assigns before")
		return
	}
	r.problem(mu.Warning, "W-EXC-OLD", in, o.Pos, "expected a value that is defined on the "+e.dest.Kind.String()+
		" edge, found the result "+name+", of which the value before is taken")
}

// read returns what an operand holds.
func (r *renamer) read(in *mu.Instruction, o mu.Operand, place Place, edge int) mu.Operand {
	if !o.IsLocal() {
		return o
	}
	n := r.node(o.Var())
	x := r.nodes[n].value
	if v := r.nodes[n].origin; v != mu.NoVar && !x.IsLocal() {
		x = r.defaultValue(in, o.Var(), n, o.Pos)
		r.init(v, place, edge, x)
	}
	return mu.Operand{Value: x, Pos: o.Pos, Full: o.Full && x.IsLocal()}
}

// init takes notice of a default in the place of a variable. The index of the
// instruction is known when all that goes before it is there.
func (r *renamer) init(v mu.VarID, place Place, edge int, x mu.Value) {
	r.fm.Inits = append(r.fm.Inits, Init{v, mu.BlockID(r.index), 0, int32(edge), place, x})
}
