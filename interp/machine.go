package interp

import (
	"math"

	"assay/hir"
)

// A Machine runs one loaded program any number of times. Its memory is used
// again by later runs and loads: after the first few, a run of a program that
// makes no strings allocates nothing. A Machine is for one goroutine.
type Machine struct {
	// The loaded program.
	env        *hir.Env
	functions  []function
	code       []instr
	blocks     []block
	edges      []edge
	copies     []phiCopy
	pool       []int32
	maxCopies  int
	hasAliases bool
	loaded     bool

	// Tables by identifier, used while loading.
	registerOf []register
	mark       int32 // of the function loaded last
	idFlags    []uint8
	alias      []hir.IdentifierID
	// Tables by block, used while loading.
	edgeStart, incoming []int32
	lists               []copyList
	// written holds by register the list of copies that wrote it last, the lists
	// being numbered by writtenMark.
	written     []int32
	writtenMark int32

	// The memory of a run.
	registers registerStack
	stamp     uint32 // of the newest activation
	cells     []cell
	closures  []closure
	captured  []Value // of all closures
	iterators []iterator
	args      []Value // a stack of operand lists
	copyTemp  []Value
	scratch   []byte

	fuel, moves int
	depth       int
	stuck       *StuckError
	sequential  bool

	world
	recorder
	scopeStack
}

// NewMachine returns a Machine without a program.
func NewMachine() *Machine { return new(Machine) }

// Run runs f once. To run a program more than once, or many programs, a
// Machine is faster.
func Run(f *hir.Function, opt Options) Result {
	m := NewMachine()
	m.Load(f)
	return m.Run(opt)
}

// status is how an instruction or a call ended.
type status uint8

const (
	ok    status = iota
	threw        // the value is the exception
	cut          // a limit was reached
	stuck        // Machine.stuck says why
)

// Run runs the loaded program once. The result does not depend on what the
// Machine ran before. It panics if no program is loaded.
func (m *Machine) Run(opt Options) Result {
	if !m.loaded {
		panic("interp: Machine.Run before Load")
	}
	fuel := opt.Fuel
	if fuel <= 0 {
		fuel = DefaultFuel
	}
	m.fuel = fuel
	m.moves = math.MaxInt
	if fuel < math.MaxInt/(2*maxMovesPerFuel) {
		m.moves = (fuel + 64) * maxMovesPerFuel
	}
	m.depth, m.stuck, m.sequential = 0, nil, opt.SequentialPhis
	m.registers.reset()
	if m.stamp > maxStamp/2 {
		m.registers.wipe()
		m.stamp = 0
	}
	m.stamp = max(m.stamp, stampSet)
	m.cells, m.closures, m.captured = m.cells[:0], m.closures[:0], m.captured[:0]
	m.iterators, m.args = m.iterators[:0], m.args[:0]
	m.copyTemp = resize(m.copyTemp, m.maxCopies)
	m.world.reset(opt.Seed)
	m.recorder.reset(opt.Record)
	m.scopeStack.reset(opt.OnBlock)

	main := &m.functions[0]
	if opt.Args != nil {
		m.args = append(m.args, opt.Args...)
	} else {
		for i := range main.nparams {
			m.args = append(m.args, defaultArg(opt.Seed, int(i)))
		}
	}
	if opt.Record {
		for i, v := range m.args {
			m.name(v, argName(i))
		}
	}
	// The main function is a closure too. A nested function that is run by itself
	// has captured opaque values.
	for i := range main.ncontext {
		v := term(mix(saltContext, uint64(i))).in(stampSet)
		if id := main.src.Context[i].Identifier; m.isContext(id) {
			v = m.newCell(v, false, stampSet)
		}
		m.captured = append(m.captured, v)
	}
	m.closures = append(m.closures, closure{ncaptured: main.ncontext})

	v, st := m.invoke(0, 0)
	res := Result{}
	if st == ok || st == threw {
		res.Outcome = Returned
		if st == threw {
			res.Outcome = Threw
		}
		v = v.plain(0)
		if v.kind() != KindString {
			v.str = nil
		}
		res.Value = v
		if opt.Record {
			res.Text = m.describe(v)
		}
		st = m.epilogue(res.Outcome, v)
	}
	switch st {
	case cut:
		res.Outcome, res.Value, res.Text = OutOfFuel, Undefined, ""
	case stuck:
		res.Outcome, res.Value, res.Text = Stuck, Undefined, ""
		res.Stuck = m.stuck
	}
	res.Hash, res.Effects, res.Steps = m.hash, int(m.effects), fuel-m.fuel
	res.Trace = m.trace
	return res
}

// Stamps tell which activation set a register: each activation has its own, and
// a register with another stamp is unset. The register of a context variable
// holds a cell; it has the activation's stamp with stampCell added, so that one
// comparison finds an ordinary value.
const (
	stampCell uint32 = 1 << 31
	maxStamp         = stampCell - 1
	// stampSet stands for an activation's stamp in values that are kept outside of
	// registers.
	stampSet uint32 = 1
)

// activation is one call of a function of the program.
type activation struct {
	fn    *function
	r     []Value
	stamp uint32
	b     *block // the present block
	// exception is held, if throwing, until a maybe-throw terminal.
	exception Value
	throwing  bool
	// loopBegins says that a for-of or for-in terminal was executed, and not yet
	// the instruction that makes its iterator.
	loopBegins bool
	// result is what an instruction or terminal that ends the activation leaves
	// for it to return.
	result Value
	// constructs is where the activation's own begin in Machine.constructs.
	constructs int
}

// invoke calls a closure with the arguments m.args[base:], which it removes.
func (m *Machine) invoke(index int, base int) (Value, status) {
	fn := &m.functions[m.closures[index].fn]
	if m.depth == MaxDepth || m.stamp >= maxStamp {
		return Undefined, cut
	}
	a := activation{fn: fn}
	var mark registerMark
	a.r, mark = m.registers.push(int(fn.registers))
	if a.r == nil {
		return Undefined, cut
	}
	m.depth++
	m.stamp++
	a.stamp = m.stamp

	c := &m.closures[index]
	for i, v := range m.captured[c.captured:][:c.ncaptured] {
		if s := v.stamp(); s != 0 {
			v = v.in(s&stampCell | a.stamp)
		}
		a.r[m.pool[fn.context+int32(i)]] = v
	}
	args := m.args[base:]
	for i, reg := range m.pool[fn.params:][:fn.nparams] {
		var v Value
		switch {
		case fn.rest && i == int(fn.nparams)-1:
			v = m.restArray(args[min(i, len(args)):])
		case i < len(args):
			v = args[i]
		}
		a.r[reg] = v.plain(a.stamp)
	}
	m.args = m.args[:base]
	for _, reg := range m.pool[fn.boxes:][:fn.nboxes] {
		if v := a.r[reg]; v.stamp() == a.stamp {
			a.r[reg] = m.newCell(v.in(stampSet), false, a.stamp)
		}
	}

	a.constructs = len(m.constructs)
	v, st := m.execute(&a)
	m.constructs = m.constructs[:a.constructs]
	m.depth--
	m.registers.pop(mark)
	if fn.returnsTerm && (st == ok || st == threw) && m.depth > 0 {
		// A promise or generator: what came of the body is in it.
		return m.allocate(mix(saltOperation+uint64(st), m.use(&v))), ok
	}
	return v.plain(0), st
}

// operand reads the operand of c that is in register reg, its nth. It follows
// the cell of a context variable.
func (m *Machine) operand(a *activation, c *instr, reg int32, n int) (Value, status) {
	v := &a.r[reg]
	if v.stamp() == a.stamp {
		return *v, ok
	}
	if v.stamp() == a.stamp|stampCell {
		return m.readCell(v)
	}
	m.undefined(a, c.src.ID, c.src.Uses()[n].Identifier)
	return Undefined, stuck
}

// testOperand reads the nth operand of the terminal.
func (m *Machine) testOperand(a *activation, reg int32, n int) (Value, status) {
	v := &a.r[reg]
	if v.stamp() == a.stamp {
		return *v, ok
	}
	if v.stamp() == a.stamp|stampCell {
		return m.readCell(v)
	}
	m.undefined(a, a.b.src.Term.ID, a.b.src.Term.Operands[n].Identifier)
	return Undefined, stuck
}

func (m *Machine) undefined(a *activation, instr hir.InstructionID, id hir.IdentifierID) {
	m.stuck = &StuckError{
		Function: a.fn.src.Name(), Block: a.b.src.ID, Instr: instr,
		Identifier: id, Name: m.identifierName(id), Reason: ReasonUndefined,
	}
}

func (m *Machine) stuckAt(a *activation, instr hir.InstructionID, reason, detail string) status {
	m.stuck = &StuckError{
		Function: a.fn.src.Name(), Block: a.b.src.ID, Instr: instr,
		Identifier: hir.NoIdentifier, Reason: reason, Detail: detail,
	}
	return stuck
}

func (m *Machine) identifierName(id hir.IdentifierID) string {
	return m.env.Ident(id).Name + "$" + string(hir.AppendNumber(nil, float64(id)))
}
