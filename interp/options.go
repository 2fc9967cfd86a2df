package interp

import (
	"assay/hir"
)

// The limits of a run.
const (
	// DefaultFuel is the fuel of a run whose Options give none.
	DefaultFuel = 20_000
	// MaxDepth is how deep calls of the program's functions may nest. A deeper
	// call ends the run as if its fuel were exhausted. It bounds the stack that a
	// run takes.
	MaxDepth = 200
	// MaxString is the length in bytes of the longest string a program can make.
	// A longer one throws, as in JavaScript, which only has another limit.
	MaxString = 1 << 16

	// maxEmptyMoves is how many moves to another block fuel for one instruction
	// pays for. It ends loops that have no instruction.
	maxMovesPerFuel = 16
	// maxRegisters bounds the registers of all activations together.
	maxRegisters = 1 << 22
	// maxCallbackDepth is how deep unknown functions may nest that call back.
	maxCallbackDepth = 3
	// maxEscaped is how many escaped functions the world keeps to call later.
	maxEscaped = 64
	// maxEpilogue is how many escaped functions are called after the end.
	maxEpilogue = 16
)

// Options say how to run a program.
type Options struct {
	// Seed chooses the world: what unknown functions do, and which way branches
	// on opaque values go.
	Seed uint64
	// Fuel is the number of instructions the run may execute. 0 means
	// DefaultFuel.
	Fuel int
	// Args are the arguments. If it is nil they are DefaultArgs(Seed, n) for n
	// parameters.
	Args []Value
	// Record keeps a readable trace of effects in the result.
	Record bool
	// SequentialPhis executes the phis of a block one after the other, so that a
	// phi reads what an earlier phi of its block wrote. That is wrong; it is the
	// classic mistake, here to measure the oracles with.
	SequentialPhis bool
	// OnBlock, if not nil, is called whenever control enters a block, with the
	// scopes of that activation that are then open, the innermost last. It must not
	// keep open.
	OnBlock func(f *hir.Function, b *hir.Block, open []hir.ScopeID)
}

// Outcome is how a run ended.
type Outcome uint8

// The outcomes.
const (
	// Returned: the function returned Result.Value.
	Returned Outcome = iota
	// Threw: the exception Result.Value left the function.
	Threw
	// OutOfFuel: the run was cut because a limit was reached: fuel, moves between
	// blocks, depth of calls, or registers.
	OutOfFuel
	// Stuck: the program is broken, as Result.Stuck tells. It is never a
	// program's own exception.
	Stuck
)

// String returns the outcome in words.
func (o Outcome) String() string {
	switch o {
	case Returned:
		return "returned"
	case Threw:
		return "threw"
	case OutOfFuel:
		return "ran out of fuel"
	}
	return "got stuck"
}

// Result is what can be told of a run.
type Result struct {
	Outcome Outcome
	// Value is the returned value or the exception; undefined in other outcomes.
	Value Value
	// Hash is the hash of all effects and their operands, in order.
	Hash uint64
	// Effects is the number of effects.
	Effects int
	// Steps is the number of instructions executed. Phis and terminals do not
	// count, so that it is the same before and after a pass that adds them.
	Steps int
	// Trace holds the effects if Options.Record was set.
	Trace []Event
	// Text is Value in readable form if Options.Record was set.
	Text string
	// Stuck says why the run is stuck, if it is.
	Stuck *StuckError
}

// Event is one recorded effect.
type Event struct {
	// Hash is the hash of the effect and its operands, without their order in the
	// trace.
	Hash uint64
	// Text is the effect in readable form.
	Text string
}

// StuckError says where and why a program cannot go on.
type StuckError struct {
	Function string
	Block    hir.BlockID
	Instr    hir.InstructionID // 0: at the block's phis
	// Identifier is the identifier that was read without having been defined, or
	// the phi that lacks an operand; else NoIdentifier.
	Identifier hir.IdentifierID
	// Name is the identifier as it is printed.
	Name string
	// Reason is one of the Reason constants.
	Reason string
	// Detail names what is missing, or is "".
	Detail string
}

// The reasons of StuckError.
const (
	ReasonUndefined   = "reads an identifier that was not defined"
	ReasonNoBlock     = "goes to a block that does not exist"
	ReasonNoOperand   = "has a phi without an operand for the edge that was taken"
	ReasonElision     = "has instructions left out of the listing"
	ReasonNoTerminal  = "ends in a block without a terminal"
	ReasonUnsupported = "reaches code the lowering did not understand"
	ReasonUnreachable = "reaches a block marked as unreachable"
)

// Error says where the run got stuck, and why.
func (e *StuckError) Error() string {
	s := hir.Location(e.Function, e.Block, e.Instr) + ": stuck: the program " + e.Reason
	if e.Name != "" {
		s += ": " + e.Name
	}
	if e.Detail != "" {
		s += ": " + e.Detail
	}
	return s
}
