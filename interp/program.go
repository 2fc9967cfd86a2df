package interp

import "assay/hir"

// The loaded form of a program: what the interpreter needs of each instruction
// stands in 40 bytes, identifiers are numbered anew per function (so that an
// activation has a small frame of registers), and phis are lists of copies on
// the edges. All of it lies in a few slices of the Machine, which a later Load
// uses again.

// instr is one instruction.
type instr struct {
	op  hir.ValueKind
	sub uint8 // an operator; the kind of a literal; an LvalueKind
	// dst is the register of the lvalue.
	dst int32
	// a and b are operand registers, or for kinds with a list of operands a is
	// the position in Machine.pool of the first and b their number.
	a, b int32
	// c is one more register, or position in the pool, or index of a function. Of
	// operators it is the register that counts its questions, see Machine.asks.
	c int32
	// imm is the bits of a literal, or the hash of all the instruction is but for
	// its operands: kind, text and payload.
	imm uint64
	src *hir.Instruction
}

// block is one block.
type block struct {
	first, end int32 // instructions in Machine.code
	term       hir.TermKind
	question   question // of an if or branch
	// test is the register of the terminal's first operand, else -1.
	test int32
	// edge is the first of the terminal's edges in Machine.edges. The edges stand
	// in the order of the successors.
	edge, nedges int32
	// tests is the position in Machine.pool of a switch's case tests: a register
	// a case, -1 for the default.
	tests int32
	// hidden is the register that counts the questions of an if, branch or switch,
	// see Machine.asks. For a try and a maybe-throw with a handler, it is the register
	// that holds which register the handler's binding is, or -1.
	hidden int32
	// holds says that an exception raised here is held until a maybe-throw
	// terminal takes it to its handler; else it leaves the function at once.
	holds bool
	src   *hir.Block
}

// edge is an edge from one block to another.
type edge struct {
	from, to int32 // positions in Machine.blocks; to is -1 if the block is missing
	// copies is the position in Machine.copies of the first copy that the phis
	// of the target make on this edge.
	copies, ncopies int32
	// parallel says that some copy reads what an earlier one writes, so that all
	// have to be read before any is written.
	parallel bool
	// lacks says that some phi of the target has no operand for this edge.
	lacks bool
}

// phiCopy is what a phi does on one edge.
type phiCopy struct{ dst, src int32 }

// function is a function of the tree.
type function struct {
	src         *hir.Function
	firstBlock  int32 // position in Machine.blocks of src.Blocks[0]
	entry       int32 // position in Machine.blocks, -1 if missing
	registers   int32
	params      int32 // position in the pool: a register a parameter
	nparams     int32
	boxes       int32 // position in the pool: registers of parameters that are cells
	nboxes      int32
	context     int32 // position in the pool: a register a context place
	ncontext    int32
	rest        bool // the last parameter takes the rest of the arguments
	returnsTerm bool // async or a generator: the caller gets an opaque value
}
