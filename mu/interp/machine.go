package interp

import (
	"sync"

	"assay/mu"
)

// Machine runs the functions of a bundle. It prepares a function when it is
// first called, and keeps what it prepared and its memory from run to run. One
// goroutine at a time may use it.
type Machine struct {
	b *mu.Bundle

	// What is known of the bundle: shapes by class of type; values of entities
	// (slots holds one more than their place in consts); functions.
	shapes      []*shape
	vectors     []*shape
	zeroCells   int64
	slots       []int32
	consts      []Value
	constShapes []*shape
	globals     []*object
	funcs       []funcState
	lower       lowerer

	shapeArena  arena[shape]
	shapeList   arena[*shape]
	codeArena   arena[code]
	detailArena arena[detail]
	instArena   arena[inst]
	edgeArena   arena[edge]
	moveArena   arena[move]
	intArena    arena[int32]
	valueArena  arena[Value]

	run
}

// run is the state of a run.
type run struct {
	opt    Options
	client Client
	seeded seededClient
	// fuel is what is left, steps what was executed.
	fuel, steps int
	frames      []Frame
	// regs holds the registers of all frames, top is behind those of the last.
	// marks, if OSR points are observed, holds the epochs of the last assignments.
	regs  []Value
	marks []uint64
	// high is the highest top there was.
	top, high int
	epoch     uint64
	// allocas holds the stack cells of all frames.
	allocas []*object
	cells   int // that are in use
	objects int32
	serial  int
	// threadLocal is the thread-local object.
	threadLocal Value
	scratch     []Value
	result      Result
	hash        uint64
	event       Event
	arguments   []Value
}

// NewMachine returns a machine for a bundle.
func NewMachine(b *mu.Bundle) *Machine {
	m := new(Machine)
	m.Reset(b)
	return m
}

// Reset makes the machine one for a bundle, or for the same one that was
// changed. Earlier results stay as they are. A nil bundle lets go of the last.
func (m *Machine) Reset(b *mu.Bundle) {
	m.b = b
	clear(m.shapes)
	m.shapes, m.vectors, m.zeroCells = m.shapes[:0], m.vectors[:0], 0
	clear(m.consts)
	clear(m.globals)
	m.consts, m.constShapes, m.globals = m.consts[:0], m.constShapes[:0], m.globals[:0]
	m.shapeArena.reset()
	m.shapeList.reset()
	m.codeArena.reset()
	m.detailArena.reset()
	m.instArena.reset()
	m.edgeArena.reset()
	m.moveArena.reset()
	m.intArena.reset()
	m.valueArena.reset()
	if b == nil {
		m.slots, m.funcs = m.slots[:0], m.funcs[:0]
		return
	}
	m.slots = grow(m.slots, len(b.Entities))
	clear(m.slots)
	m.funcs = grow(m.funcs, len(b.Funcs))
	clear(m.funcs)
	m.anonymous(Null(Ref), shapeRef) // see nullRef
}

// machines holds machines that are not in use.
var machines = sync.Pool{New: func() any { return new(Machine) }}

// Run calls a function of a bundle: the version in force, the last one. The
// bundle need not be checked, but the outcome is Stuck where it is not valid; of
// operands, an int of another width than demanded is truncated or zero-extended.
//
// The bundle is not changed, so that several goroutines may run one. To run it
// many times use a Machine.
func Run(b *mu.Bundle, fn mu.FuncID, args []Value, opt Options) Result {
	m := machines.Get().(*Machine)
	m.Reset(b)
	r := m.Run(fn, args, opt)
	m.Reset(nil)
	machines.Put(m)
	return r
}

// maxRegisters bounds the registers of all frames together.
const maxRegisters = 1 << 22

// Run is the function Run on the machine's bundle.
func (m *Machine) Run(fn mu.FuncID, args []Value, opt Options) Result {
	m.start(opt)
	if m.begin(fn, args) {
		m.loop()
	}
	r := m.result
	r.Steps, r.Events = m.steps, len(r.TraceHashes)
	m.finish()
	return r
}

// start makes everything ready for a run.
func (m *Machine) start(opt Options) {
	if opt.Fuel <= 0 {
		opt.Fuel = DefaultFuel
	}
	if opt.MaxDepth <= 0 {
		opt.MaxDepth = DefaultMaxDepth
	}
	if opt.MaxCells <= 0 {
		opt.MaxCells = DefaultMaxCells
	}
	opt.MaxCells = min(opt.MaxCells, 1<<31) // places in objects have 32 bits
	r := &m.run
	r.opt, r.client = opt, opt.Client
	if r.client == nil {
		r.seeded.seed = opt.Seed
		r.client = &r.seeded
	}
	r.fuel, r.steps, r.top, r.cells, r.serial, r.high = opt.Fuel, 0, 0, 0, 0, 0
	r.objects = int32(len(m.b.Globals))
	r.threadLocal = Null(Ref)
	r.result, r.hash = Result{}, 0
	for _, g := range m.globals {
		m.copyZero(g.cells, g.shape)
	}
}

// finish lets go of what the run made, and of very large memory.
func (m *Machine) finish() {
	r := &m.run
	if cap(r.regs) > most {
		r.regs, r.marks = nil, nil
	}
	clear(r.regs[:min(r.high, len(r.regs))])
	clear(r.frames)
	clear(r.allocas)
	clear(r.scratch)
	clear(r.arguments)
	clear(r.seeded.values)
	r.frames, r.allocas, r.scratch, r.arguments = r.frames[:0], r.allocas[:0], r.scratch[:0], r.arguments[:0]
	r.opt, r.client, r.result, r.event = Options{}, nil, Result{}, Event{}
	r.threadLocal = Value{}
}

// begin calls the first function, and reports whether there is something to
// run.
func (m *Machine) begin(fn mu.FuncID, args []Value) bool {
	if uint(fn) >= uint(len(m.funcs)) {
		m.stop(Stuck, "undefined", "call of a function that the bundle does not have")
		return false
	}
	sig := m.sigOf(m.b.Funcs[fn].Sig.ID)
	if sig == nil || len(sig.Params) != len(args) {
		m.stop(Stuck, "arguments", "call without the arguments of the signature")
		return false
	}
	for i := range args {
		v, ok := m.argument(args, i)
		if ok {
			v, ok = m.conform(v, m.shape(sig.Params[i].ID))
		}
		if !ok {
			m.stop(Stuck, "arguments", "call with an argument of another type than the signature has, or of another run")
			return false
		}
		m.arguments = append(m.arguments, v)
	}
	if len(m.b.Funcs[fn].Versions) == 0 {
		m.callNowhere(fn, sig)
		return false
	}
	return m.push(fn, nil)
}

// argument returns an argument as a value of this run: with a new object in the
// place of NewObject's, the same one for the same value, and this bundle's
// function of the same name. Objects of other runs are refused.
func (m *Machine) argument(args []Value, i int) (Value, bool) {
	v := args[i]
	switch {
	case v.obj == nil:
		return v, true
	case v.kind == Aggregate:
		for _, c := range v.obj.cells {
			if c.obj != nil {
				return v, false
			}
		}
		return v, true
	case v.kind == Func:
		e, ok := m.b.Lookup(v.obj.name)
		if !ok || m.b.Entities[e].Kind != mu.EntityFunc {
			return v, false
		}
		return Value{kind: Func, obj: m.function(mu.FuncID(m.b.Entities[e].Index))}, true
	}
	for j := range i {
		if args[j].obj == v.obj {
			return Value{kind: v.kind, obj: m.arguments[j].obj}, true
		}
	}
	return m.instantiate(v)
}

// instantiate returns a reference with a new object in the place of NewObject's.
func (m *Machine) instantiate(v Value) (Value, bool) {
	if v.obj.state != template || v.obj.num < 0 || int(v.obj.num) >= len(m.b.Types) {
		return v, false
	}
	s := m.shape(mu.TypeID(v.obj.num))
	if !s.allocatable() {
		return v, false
	}
	o := m.allocate(s, 0)
	return Value{kind: v.kind, obj: o}, o != nil
}

// stop ends the run.
func (m *Machine) stop(o Outcome, code, message string) {
	m.result.Outcome, m.result.Code, m.result.Message = o, code, message
	m.result.Values = nil
}

// stopAt ends the run at an instruction of the last frame.
func (m *Machine) stopAt(in *inst, o Outcome, code, message string) {
	m.stop(o, code, message)
	fr := &m.frames[len(m.frames)-1]
	m.result.Where = Place{m.b, fr.Function, mu.BlockID(in.block), int(in.index), 0}
	if in.more != nil && in.more.place.Function != nil {
		m.result.Where.Rank = in.more.place.Rank
	}
}
