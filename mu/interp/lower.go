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
	for i := range f.NumParams(0) {
		l.regs = append(l.regs, int32(f.Param(0, i)))
	}
	c.params = l.intArena.keep(l.regs)
	if sig := l.sigOf(f.Sig.ID); sig == nil || len(sig.Params) != len(c.params) {
		c.stop = l.stopDetail(Stuck, "malformed", "the function does not have the parameters of its signature")
	}
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
