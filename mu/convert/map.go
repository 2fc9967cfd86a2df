package convert

import (
	"math"

	"assay/mu"
)

// Unassigned stands for the value of a variable that nothing can have assigned
// yet: the default of its type.
const Unassigned = mu.Value(math.MinInt32)

// Unknown is what a variable holds after a copy of one that has no value there
// which anything reads: nothing reads this one either.
const Unknown = mu.Value(math.MinInt32 + 1)

// Map tells where the values of variables are after conversion. Ids of functions
// and blocks refer to what it was made from and to what it was made to.
type Map struct {
	// Functions has one entry for each version that was converted, in order.
	Functions []*FunctionMap
	// NewTypes and NewConsts list the top-level definitions that were made.
	NewTypes  []mu.TypeID
	NewConsts []mu.EntityID
}

// FunctionMap is the map of one version of a function.
type FunctionMap struct {
	// Version is the index into Bundle.Versions, before and after.
	Version int32
	// In is the function in pre-SSA form, Out the one in SSA form.
	In, Out *mu.Function
	// Blocks has one entry for each block of Out.
	Blocks []BlockMap
	// Inits lists the places where a variable is read that nothing can have
	// assigned, in the order of Out.
	Inits []Init
}

// BlockMap is the part of the map for one block. What variables hold at a place
// in the block is what Entry says, changed by the Steps before that place. A
// variable that is in neither has no value there that anything later reads.
type BlockMap struct {
	// From is the block of In, or mu.NoBlock if the block was generated.
	From mu.BlockID
	// Entry lists what variables hold when control enters the block: first the
	// parameters in order, then the exception parameter, then variables that are
	// read in the block or behind it though nothing can have assigned them.
	Entry []Binding
	// Steps lists what variables are assigned in the block, in order. The
	// results of the terminator come last; they exist on some edges only.
	Steps []Step
	// Points lists the instructions at which a frame can be inspected, in order
	// (mu.Instruction.IsOSRPoint).
	Points []Point
}

// Source tells where a value comes from.
type Source uint8

// The sources of values.
const (
	// FromParam is an explicit parameter of the block: of its label, of the
	// function, or what was a PHI.
	FromParam Source = iota
	// FromImplicit is a parameter that the conversion added.
	FromImplicit
	// FromException is an exception parameter.
	FromException
	// FromResult is a result of an instruction.
	FromResult
	// FromCopy is an ID: the variable shares the value of another, or is a
	// global.
	FromCopy
	// FromDefault is an instruction that was added to make a default.
	FromDefault
	// FromMaterialized is an instruction that was added to make a global a local
	// variable, for KEEPALIVE.
	FromMaterialized
	// FromAbove is a value of a block that dominates this one, in the older form.
	FromAbove
	// FromNothing is the source of Unassigned.
	FromNothing
)

// Binding says that a variable of In has a value of Out.
type Binding struct {
	Var mu.VarID
	// Value is a local variable of Out, or a top-level entity, or Unassigned; in a
	// Step perhaps Unknown.
	Value  mu.Value
	Source Source
}

// Step is an assignment.
type Step struct {
	Binding
	// Instr is the index in Out's block of the instruction that yields the value,
	// or of the next one if the value is no result (FromCopy).
	Instr int32
	// Result is the rank of the result.
	Result int32
}

// Point is an instruction at which a frame can be inspected.
type Point struct {
	// In is the index in the block of FunctionMap.In, Out that in the block of
	// FunctionMap.Out. The operands of their KEEPALIVEs correspond by position.
	In, Out int32
	// Steps counts the Steps of the block that come before.
	Steps int32
}

// Place tells what reads a variable that nothing can have assigned.
type Place uint8

// The places of initialisation.
const (
	// PlaceUse is an operand of an instruction.
	PlaceUse Place = iota
	// PlaceEdge is an argument of an edge.
	PlaceEdge
	// PlaceKeepAlive is a KEEPALIVE.
	PlaceKeepAlive
)

// Init is a safe initialisation: the place where a default stands instead of a
// variable.
type Init struct {
	// Var is the variable of In that nothing can have assigned.
	Var mu.VarID
	// Block and Instr are where in Out, Edge the rank of the edge of a PlaceEdge.
	Block       mu.BlockID
	Instr, Edge int32
	Place       Place
	// Value is what stands there: a constant, or the variable of an instruction
	// that was added.
	Value mu.Value
}
