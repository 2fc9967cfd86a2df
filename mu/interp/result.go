package interp

import (
	"strconv"

	"assay/mu"
)

// The limits of a run whose Options give none.
const (
	DefaultFuel     = 100_000
	DefaultMaxDepth = 1_000
	DefaultMaxCells = 1 << 20
)

// Options say how to run a program.
type Options struct {
	// PreSSA says that variables belong to the whole function and are zero when it
	// is called. Otherwise they belong to their block, and are not assigned when
	// control enters it.
	PreSSA bool
	// Fuel is the number of steps the run may take; 0 means DefaultFuel.
	Fuel int
	// MaxDepth is how deep calls may nest; 0 means DefaultMaxDepth.
	MaxDepth int
	// MaxCells is how many scalars all objects that exist may have together; 0
	// means DefaultMaxCells. An allocation beyond it ends the run as if its fuel
	// were exhausted.
	MaxCells int
	// Seed chooses what the default client answers, and which watchpoints are
	// enabled.
	Seed uint64
	// Client answers traps and external calls; nil means SeededClient(Seed).
	Client Client
	// Record keeps a readable trace in the result.
	Record bool
	// AtOSRPoint, if not nil, is called before each OSR point is executed, with its
	// frame, which it must not keep.
	AtOSRPoint func(*Frame)
}

// Outcome is how a run ended.
type Outcome uint8

// The outcomes.
const (
	// Returned: the function returned Result.Values; or the thread ended, by
	// @uvm.thread_exit, which Result.Code tells.
	Returned Outcome = iota
	// Threw: the exception Result.Values[0] left the function.
	Threw
	// OutOfFuel: a limit was reached, of steps or, as Result.Code tells, of memory.
	OutOfFuel
	// UndefinedBehaviour: the program did what the language does not define;
	// Result.Code tells what.
	UndefinedBehaviour
	// Stuck: the program is broken, as Result.Code and Result.Message tell.
	Stuck
	// Unsupported: the program did what the interpreter does not know.
	Unsupported
	// StackOverflow: calls nested too deep.
	StackOverflow
)

var outcomeNames = [...]string{"returned", "threw", "ran out of fuel", "undefined behaviour", "stuck", "unsupported", "stack overflow"}

// String returns the outcome in words.
func (o Outcome) String() string { return outcomeNames[o] }

// The codes of undefined behaviour.
const (
	ubDiv       = "UB:div0"      // division by zero without EXC
	ubNull      = "UB:null"      // access through NULL without EXC, addressing or call with NULL
	ubIndex     = "UB:index"     // an index outside of its array or vector
	ubBounds    = "UB:bounds"    // access outside of an object
	ubDead      = "UB:dead"      // access to a stack cell whose frame is gone
	ubType      = "UB:type"      // access to memory that holds something of another type
	ubSignature = "UB:signature" // call with another signature than the function has
	ubTag       = "UB:tag"       // tagref64 does not hold what is asked for
	ubFutex     = "UB:futex"     // a negative number of threads
)

// Result is what can be told of a run.
type Result struct {
	Outcome Outcome
	// Values are the returned values, or the exception.
	Values []Value
	// Where is the instruction at which a run ended that did not return or throw.
	Where Place
	// Code tells kinds of one outcome apart; Message explains.
	Code, Message string
	// Steps is the number of instructions executed, without PHIs.
	Steps int
	// Events is the number of events; TraceHashes holds for each the hash of all up
	// to it.
	Events      int
	TraceHashes []uint64
	// Trace holds the events if Options.Record was set.
	Trace []Event
}

// String returns the outcome, its values or code, and where it was.
func (r *Result) String() string {
	dst := append([]byte(nil), r.Outcome.String()...)
	if r.Outcome == Returned || r.Outcome == Threw {
		dst = append(dst, ' ')
		dst = appendValues(dst, r.Values)
	}
	if r.Code != "" {
		dst = append(append(append(dst, " ("...), r.Code...), ')')
	}
	if r.Where.Function != nil {
		dst = append(dst, " at "...)
		dst = append(dst, r.Where.String()...)
	}
	if r.Message != "" {
		dst = append(append(dst, ": "...), r.Message...)
	}
	return string(dst)
}

func appendValues(dst []byte, vs []Value) []byte {
	dst = append(dst, '(')
	for i, v := range vs {
		if i > 0 {
			dst = append(dst, ' ')
		}
		dst = v.AppendText(dst)
	}
	return append(dst, ')')
}

// Place is where an instruction stands. An instruction without a name of its
// own is known by its rank among the OSR points of its block that are no
// COMMINST, counted from 0.
type Place struct {
	Bundle   *mu.Bundle
	Function *mu.Function // or nil: nowhere
	Block    mu.BlockID
	// Index is the place of the instruction in its block.
	Index int
	Rank  int
}

// Version returns the global name of the version of the function, or "".
func (p *Place) Version() string {
	if p.Function == nil {
		return ""
	}
	return p.Bundle.VersionName(p.Function)
}

// BlockName returns the name of the block.
func (p *Place) BlockName() string {
	if p.Function == nil || int(p.Block) >= len(p.Function.Blocks) {
		return ""
	}
	return p.Function.Blocks[p.Block].Name
}

// Instruction returns the instruction, or nil if there is none: at the end of
// a block without terminator, and in a function without version.
func (p *Place) Instruction() *mu.Instruction {
	if p.Function == nil || int(p.Block) >= len(p.Function.Blocks) {
		return nil
	}
	if is := p.Function.Blocks[p.Block].Instrs; p.Index < len(is) {
		return &is[p.Index]
	}
	return nil
}

// String returns "@f.v %block 2: [%name] TRAP": version, block, index of the
// instruction, its name and op.
func (p *Place) String() string {
	if p.Function == nil {
		return "nowhere"
	}
	s := p.Version() + " " + p.BlockName() + " " + strconv.Itoa(p.Index) + ":"
	in := p.Instruction()
	switch {
	case in == nil:
		return s + " the end of the block"
	case in.Name != "":
		s += " [" + in.Name + "]"
	}
	return s + " " + in.Op.String()
}

// appendGlobal appends the global name of what is called name in a scope.
func appendGlobal[T string | []byte](dst []byte, scope T, name string) []byte {
	if name == "" || name[0] == '@' {
		return append(dst, name...)
	}
	dst = append(dst, scope...)
	dst = append(dst, '.')
	return append(dst, name[1:]...)
}

// place fills in the place of the instruction under way. Its hash is made of
// names, which conversion keeps.
func (l *lowerer) place(d *detail) {
	d.place = Place{l.b, l.f, mu.BlockID(l.blk), int(l.idx), l.rank}
	h := hashBytes(l.scope)
	l.text = appendGlobal(l.text[:0], l.scope, l.f.Blocks[l.blk].Name)
	h = mix(h, hashBytes(l.text))
	if l.in.Name == "" {
		d.hash = mix(h, uint64(l.rank))
		return
	}
	n := len(l.text)
	l.text = appendGlobal(l.text, l.text[:n:n], l.in.Name)
	d.hash = mix(h, hashBytes(l.text[n:]))
}
