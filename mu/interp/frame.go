package interp

import "assay/mu"

// Frame is an activation of a function.
type Frame struct {
	Bundle   *mu.Bundle
	Function *mu.Function
	// Block and Instr tell which instruction is executed next.
	Block mu.BlockID
	Instr int
	// Depth is how many frames are below, Serial numbers the calls of the run from
	// 1; a TAILCALL is another call.
	Depth, Serial int

	m    *Machine
	code *code
	// base is the place of the first register in Machine.regs.
	base int
	// pc is the place in code of the call under way; allocas that of the frame's
	// first stack cell.
	pc, allocas int
	// epoch marks what was assigned since the call, in SSA form since control came
	// to the block.
	epoch uint64
}

// Var returns the value of a variable. In SSA form ok is false if the block has
// not assigned it.
func (f *Frame) Var(v mu.VarID) (value Value, ok bool) {
	if uint(v) >= uint(len(f.Function.Vars)) || !f.m.opt.PreSSA && !f.Assigned(v) {
		return Value{}, false
	}
	return f.m.regs[f.base+int(v)], true
}

// Assigned reports whether a variable was assigned since the call, in SSA form
// since control came to the block. It is known while AtOSRPoint is called.
func (f *Frame) Assigned(v mu.VarID) bool {
	return uint(v) < uint(len(f.Function.Vars)) && f.m.marks[f.base+int(v)] == f.epoch
}

// Value returns the value of a variable or top-level entity, of kind None if it
// has none.
func (f *Frame) Value(o mu.Value) Value {
	if o.IsLocal() {
		v, _ := f.Var(o.Var())
		return v
	}
	if slot, s := f.m.entity(o.Entity()); s != nil {
		return f.m.consts[slot]
	}
	return Value{}
}

// Place returns where the frame is.
func (f *Frame) Place() Place { return Place{f.Bundle, f.Function, f.Block, f.Instr, 0} }

// mark notes that a register was assigned.
func (m *Machine) mark(f *Frame, v mu.VarID) {
	if uint(v) < uint(len(f.Function.Vars)) {
		m.marks[f.base+int(v)] = f.epoch
	}
}

// enterBlock notes what is assigned when control comes to a block.
func (m *Machine) enterBlock(f *Frame, b int32) {
	if !m.opt.PreSSA {
		m.epoch++
		f.epoch = m.epoch
	}
	if b == 0 && f.Function.HasHeader {
		for _, d := range f.Function.Header {
			m.mark(f, d.Var)
		}
	}
	blk := &f.Function.Blocks[b]
	for i := range blk.Params {
		m.mark(f, blk.Params[i].Var)
	}
	if blk.HasExc {
		m.mark(f, blk.Exc.Var)
	}
	for i := range blk.Instrs {
		in := &blk.Instrs[i]
		if in.Op != mu.PHI && in.Op != mu.LANDINGPAD {
			break
		}
		for _, d := range in.Results {
			m.mark(f, d.Var)
		}
	}
}
