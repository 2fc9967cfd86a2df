package interp

import "assay/mu"

// step is what an instruction of prepared code does.
type step uint8

const (
	doStop step = iota // ends the run as its detail says
	doConform
	doMove
	doNothing
	doIntBinary
	doDivide
	doFloatBinary
	doVectorBinary
	doIntCompare
	doFloatCompare
	doSame
	doOrder
	doVectorCompare
	doConvert
	doVectorConvert
	doBitcast
	doSelect
	doVectorSelect
	doBranch
	doBranch2
	doSwitch
	doCall
	doTailCall
	doReturn
	doThrow
	doExtract
	doInsert
	doExtractElement
	doInsertElement
	doShuffle
	doNew
	doNewHybrid
	doAlloca
	doAllocaHybrid
	doGetIRef
	doField
	doElement
	doShift
	doVarPart
	doLoad
	doStore
	doExchange
	doRMW
	doTrap
	doWatchpoint
	doWatchBranch
	doNativeCall
	doTagTest
	doTagMake
	doTagRef
	doTagGet
	doThreadLocal
	doSetThreadLocal
	doExit
	doFutexWait
	doFutexWake
)

// The flags of an inst.
const (
	// hasExc says that the instruction has an EXC clause: its first edge is the
	// normal one, its second the exceptional one. Of a watchpoint, that it has a
	// third edge.
	hasExc = 1 << iota
	// isOSR is set if the instruction is an OSR point.
	isOSR
	// isPart says that the inst does only a part of the instruction that comes
	// before the rest.
	isPart
)

// inst is an instruction of prepared code. Operands are registers of the frame
// if they are not negative, else entries ^i of Machine.consts.
type inst struct {
	do    step
	op    mu.Op
	flags uint8
	width uint8
	kind  Kind
	rmw   mu.RMWOp
	// dst is the register of the first result.
	dst     int32
	a, b, c int32
	// block and index tell which instruction this is.
	block, index int32
	// edge is the place in code.edges of the first edge.
	edge int32
	// n is an index, offset, size or number.
	n int64
	// shape is that of the result, or what the step is about; from is the shape of
	// the operand of a conversion.
	shape, from *shape
	more        *detail
}

// detail is what few instructions have.
type detail struct {
	args, keep, results []int32
	// types are the types of the results of a trap, a watchpoint or an external
	// call, and want their shapes.
	types []mu.TypeRef
	want  []*shape
	place Place
	hash  uint64 // of the place
	// fn is the function that is called if that is known, else -1; sig the
	// signature.
	fn  mu.FuncID
	sig mu.SigID
	// cases holds the constants of a SWITCH, byInt finds the edges of many ints.
	cases []int32
	byInt map[uint64]int32
	// outcome, code and message are those of a stop.
	outcome       Outcome
	code, message string
}

// edge is a prepared edge.
type edge struct {
	block int32
	// conflict says that a move writes what a later one reads.
	conflict bool
	moves    []move
	// results are assigned when control takes the edge: those of a TRAP and the
	// like are written already.
	results []mu.Def
	// stop, if not nil, says why control cannot take the edge.
	stop *detail
}

// move is one of the assignments that an edge makes at once.
type move struct {
	dst, src int32
	// want is the shape to which the value must be made to conform, or nil.
	want *shape
}

// code is a prepared version of a function.
type code struct {
	fn    *mu.Function
	insts []inst
	edges []edge
	// start holds the places of the blocks in insts.
	start []int32
	// params are the registers of the parameters.
	params []int32
	// size is the number of registers; exc the one for the exception.
	size, exc int32
	// zeros holds what the variables are when a function is called in pre-SSA form.
	zeros []Value
	// stop, if not nil, says why the function cannot be called.
	stop *detail
}

// funcState is what a machine knows of a function.
type funcState struct {
	// codes are those of the last version for SSA and pre-SSA form.
	codes [2]*code
	// value is the function as a value.
	value *object
}
