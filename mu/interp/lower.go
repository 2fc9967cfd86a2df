package interp

import "assay/mu"

// lowerer prepares the functions of a bundle.
type lowerer struct {
	*Machine
	f    *mu.Function
	code *code
	pre  bool
	// shapes holds what the definitions of a variable have in common: nil if they
	// do not agree.
	shapes []*shape
	vars   []varInfo
	blk    int32
	idx    int32
	in     *mu.Instruction
	insts  []inst
	edges  []edge
	moves  []move
	regs   []int32
	rank   int
	// stamp is what the variables of the block under way are marked with; edges have
	// stamps of their own for their moves.
	stamp, edgeStamp int32
	temps            int32
	// failed says that the instruction cannot be executed, stopping why.
	failed   bool
	stopping *detail
	phis     []phiValue
	// scope is the global name of the version, text room for longer ones.
	scope, text []byte
}

// varInfo is what the lowerer knows of a variable.
type varInfo struct {
	// group is another variable that copies make one with, or itself.
	group mu.VarID
	// own is the shape of the first definition that is no copy, all what the
	// definitions of the group have in common; mixed says they do not agree.
	own, all *shape
	mixed    bool
	// assigned is the stamp of the last block that assigned the variable so far;
	// written and onEdge those of the last edges that assign it by a move, and as a
	// result.
	assigned, written, onEdge int32
}

// phiValue is a move that a PHI makes on the edges from one block to another.
type phiValue struct {
	from, to mu.BlockID
	dst      mu.VarID
	value    mu.Operand
}

// prepare returns the code of the version in force, or nil if there is none.
func (m *Machine) prepare(fn mu.FuncID, pre bool) *code {
	form := 0
	if pre {
		form = 1
	}
	s := &m.funcs[fn]
	if s.codes[form] == nil {
		versions := m.b.Funcs[fn].Versions
		if len(versions) == 0 {
			return nil
		}
		m.lower.Machine = m
		s.codes[form] = m.lower.function(m.b.Versions[versions[len(versions)-1]], pre)
	}
	return s.codes[form]
}

func (l *lowerer) function(f *mu.Function, pre bool) *code {
	l.f, l.pre = f, pre
	l.code = l.codeArena.one()
	c := l.code
	c.fn = f
	if len(f.Blocks) == 0 {
		c.stop = l.stopDetail(Stuck, "malformed", "the function has no blocks")
		return c
	}
	l.scope = appendGlobal(l.scope[:0], l.b.Funcs[f.Func].Name, f.Name)
	l.variables()
	l.temps = int32(len(f.Vars)) + 1
	c.exc = int32(len(f.Vars))
	l.insts, l.edges = l.insts[:0], l.edges[:0]
	c.start = l.intArena.take(len(f.Blocks))
	l.params()
	l.collectPHIs()
	for b := range f.Blocks {
		c.start[b] = int32(len(l.insts))
		l.block(int32(b))
	}
	c.insts = l.instArena.keep(l.insts)
	c.edges = l.edgeArena.keep(l.edges)
	c.size = l.temps
	if pre {
		c.zeros = l.valueArena.take(len(f.Vars))
		for v := range f.Vars {
			c.zeros[v] = l.zeroOf(l.initial(mu.VarID(v)))
		}
	}
	return c
}

// params finds the registers of the parameters, and checks that they are those
// of the signature.
func (l *lowerer) params() {
	f, c := l.f, l.code
	l.regs = l.regs[:0]
	for i := range numParams(f, 0) {
		l.regs = append(l.regs, int32(param(f, 0, i)))
	}
	c.params = l.intArena.keep(l.regs)
	if sig := l.sigOf(f.Sig.ID); sig == nil || len(sig.Params) != len(c.params) {
		c.stop = l.stopDetail(Stuck, "malformed", "the function does not have the parameters of its signature")
	}
}

// numParams returns how many explicit parameters a block has.
func numParams(f *mu.Function, b mu.BlockID) int {
	if b == 0 && f.HasHeader {
		return len(f.Header)
	}
	return len(f.Blocks[b].Params)
}

// param returns the variable of an explicit parameter of a block.
func param(f *mu.Function, b mu.BlockID, i int) mu.VarID {
	if b == 0 && f.HasHeader {
		return f.Header[i].Var
	}
	return f.Blocks[b].Params[i].Var
}

// paramShape returns the shape of an explicit parameter of a block.
func (l *lowerer) paramShape(b mu.BlockID, i int) *shape {
	if b == 0 && l.f.HasHeader {
		if sig := l.sigOf(l.f.Sig.ID); sig != nil && i < len(sig.Params) {
			return l.shape(sig.Params[i].ID)
		}
		return shapeBad
	}
	return l.shape(l.f.Blocks[b].Params[i].Type.ID)
}

func (m *Machine) sigOf(s mu.SigID) *mu.Sig {
	if s < 0 || m.b.Sigs[s].Bad {
		return nil
	}
	return &m.b.Sigs[s]
}

func (l *lowerer) block(b int32) {
	f := l.f
	blk := &f.Blocks[b]
	l.blk, l.rank = b, 0
	l.stamp++
	l.edgeStamp++
	if b == 0 {
		for _, d := range f.Header {
			l.define(d.Var)
		}
	}
	for i := range blk.Params {
		l.define(blk.Params[i].Var)
	}
	// What edges to the first block give is not there when the function is called.
	if blk.HasExc && b > 0 {
		l.define(blk.Exc.Var)
	}
	head := true
	for i := range blk.Instrs {
		in := &blk.Instrs[i]
		l.idx, l.in, l.failed = int32(i), in, false
		if in.Op == mu.PHI || in.Op == mu.LANDINGPAD {
			if head {
				if b > 0 {
					l.defineResults()
				}
				continue
			}
			l.fail(Stuck, "malformed", in.Op.String()+" behind another instruction")
		}
		head = false
		at := len(l.insts)
		if !l.failed {
			l.instruction()
		}
		if l.failed {
			// What was made of it must not be executed in part.
			l.insts = l.insts[:at]
			l.emit(inst{do: doStop, more: l.stopping})
			return
		}
		if in.IsOSRPoint() {
			l.insts[len(l.insts)-1].flags |= isOSR
			if in.Op != mu.COMMINST {
				l.rank++
			}
		}
		if in.IsTerminator() {
			return
		}
		l.defineResults()
	}
	l.idx, l.in = int32(len(blk.Instrs)), nil
	l.emit(inst{do: doStop, more: l.stopDetail(Stuck, "malformed", "the block does not end with a terminator")})
}

// emit appends an inst of the instruction under way.
func (l *lowerer) emit(x inst) *inst {
	x.block, x.index = l.blk, l.idx
	l.insts = append(l.insts, x)
	return &l.insts[len(l.insts)-1]
}

// define marks a variable as assigned in the block.
func (l *lowerer) define(v mu.VarID) {
	if uint(v) < uint(len(l.vars)) {
		l.vars[v].assigned = l.stamp
	}
}

func (l *lowerer) defineResults() {
	for _, d := range l.in.Results {
		l.define(d.Var)
	}
}

// fail says that the instruction under way ends the run.
func (l *lowerer) fail(o Outcome, code, message string) {
	if !l.failed {
		l.failed = true
		l.stopping = l.stopDetail(o, code, message)
	}
}

func (m *Machine) stopDetail(o Outcome, code, message string) *detail {
	d := m.detailArena.one()
	d.outcome, d.code, d.message = o, code, message
	return d
}

// usable fails if values of a shape cannot be used.
func (l *lowerer) usable(s *shape) bool {
	switch s.code {
	case "":
		return true
	case codeWide, codeLarge:
		l.fail(Unsupported, s.code, "a value of a type that is not supported")
	default:
		l.fail(Stuck, s.code, "a type that has no values")
	}
	return false
}

// have returns the shape that an operand is known to have, or nil.
func (l *lowerer) have(o mu.Operand) *shape {
	if !o.IsLocal() {
		_, s := l.entity(o.Entity())
		return s
	}
	return l.shapes[o.Var()]
}

// read returns the register or constant of an operand, whatever its type.
func (l *lowerer) read(o mu.Operand) int32 {
	if !o.IsLocal() {
		e := o.Entity()
		slot, s := l.entity(e)
		if s == nil {
			l.noValue(e)
			return 0
		}
		return ^slot
	}
	v := o.Var()
	switch {
	case uint(v) >= uint(len(l.vars)):
		l.fail(Stuck, "malformed", "a variable that the function does not have")
		return 0
	case !l.pre && l.vars[v].assigned != l.stamp && l.vars[v].onEdge != l.edgeStamp:
		l.fail(Stuck, "unassigned", "read of "+l.f.Vars[v].Name+", which its block has not assigned")
		return 0
	}
	return int32(v)
}

// noValue fails because a top-level entity has no value.
func (l *lowerer) noValue(e mu.EntityID) {
	switch {
	case uint(e) >= uint(len(l.b.Entities)):
		l.fail(Stuck, "undefined", "use of nothing")
	case l.b.Entities[e].Kind == mu.EntityExpose:
		l.fail(Unsupported, "exposed", "use of "+l.b.Entities[e].Name+", an exposed function")
	default:
		l.fail(Stuck, "undefined", "use of "+l.b.Entities[e].Name+", which has no value")
	}
}

// use returns the register or constant of an operand that must have a shape, or
// be of any that can be used if want is nil.
func (l *lowerer) use(o mu.Operand, want *shape) int32 {
	r := l.read(o)
	if l.failed {
		return 0
	}
	have := l.have(o)
	if want == nil {
		if have != nil {
			l.usable(have)
		}
		return r
	}
	if !l.usable(want) || have != nil && have.fits(want) {
		return r
	}
	t := l.temps
	l.temps++
	l.emit(inst{do: doConform, flags: isPart, dst: t, a: r, shape: want})
	return t
}

// copyOf is use for what is only copied, which may be a value that cannot be
// used otherwise.
func (l *lowerer) copyOf(o mu.Operand, want *shape) int32 {
	if want.code == codeWide || want.code == codeLarge {
		return l.read(o)
	}
	return l.use(o, want)
}

// result returns the register of a result; of one without a name a register
// that nothing reads.
func (l *lowerer) result(i int) int32 {
	if i < len(l.in.Results) {
		if v := l.in.Results[i].Var; uint(v) < uint(len(l.vars)) {
			return int32(v)
		}
		l.fail(Stuck, "malformed", "a variable that the function does not have")
	}
	t := l.temps
	l.temps++
	return t
}

// results returns the registers of n results.
func (l *lowerer) results(n int) []int32 {
	l.regs = l.regs[:0]
	for i := range n {
		l.regs = append(l.regs, l.result(i))
	}
	return l.intArena.keep(l.regs)
}

// list returns the registers of operands that must have the types of a list, or
// may have any if it is nil.
func (l *lowerer) list(args []mu.Operand, types []mu.TypeRef) []int32 {
	list := l.intArena.take(len(args))
	for i, o := range args {
		var want *shape
		if types != nil {
			want = l.shape(types[i].ID)
		}
		list[i] = l.use(o, want)
		if l.failed {
			return nil
		}
	}
	return list
}

// wants returns the shapes of types that a value must be given for.
func (l *lowerer) wants(types []mu.TypeRef) []*shape {
	w := l.shapeList.take(len(types))
	for i, t := range types {
		w[i] = l.shape(t.ID)
		l.usable(w[i])
	}
	return w
}
