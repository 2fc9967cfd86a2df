package mu

// Flags are what an instruction is beside its op.
type Flags uint16

// The flags.
const (
	// FlagPtr is PTR: the location is a uptr, not an iref.
	FlagPtr Flags = 1 << iota
	// FlagWeak is WEAK of CMPXCHG.
	FlagWeak
	// FlagExc says that there is an EXC clause (of WATCHPOINT: WPEXC), whose
	// destinations are the last ones.
	FlagExc
	// FlagKeepAlive says that there is a KEEPALIVE clause, perhaps an empty one.
	FlagKeepAlive
	// FlagParenResults says that the results were written in parentheses though
	// there is just one, or though there is none: "() = TRAP <>".
	FlagParenResults
	// FlagParenValue says that RET has its one value in parentheses.
	FlagParenValue
	// FlagKillOld is KILL_OLD of SWAPSTACK; otherwise it has RET_WITH.
	FlagKillOld
	// FlagThrowExc is THROW_EXC of SWAPSTACK and NEWTHREAD, whose last argument
	// is the exception; otherwise they have PASS_VALUES.
	FlagThrowExc
	// FlagThreadLocal says that the second argument of NEWTHREAD is a
	// THREADLOCAL.
	FlagThreadLocal
	// FlagArgs says that COMMINST has a list of arguments, perhaps an empty one;
	// FlagTypes, FlagSigs and FlagFlags say so of its other lists.
	FlagArgs
	FlagTypes
	FlagSigs
	FlagFlags
)

// MemOrder is a memory order.
type MemOrder uint8

// The memory orders.
const (
	// NoOrder says that none was written, which means NOT_ATOMIC.
	NoOrder MemOrder = iota
	NotAtomic
	Relaxed
	Consume
	Acquire
	Release
	AcqRel
	SeqCst
)

var orderNames = [...]string{"", "NOT_ATOMIC", "RELAXED", "CONSUME", "ACQUIRE", "RELEASE", "ACQ_REL", "SEQ_CST"}

// String returns the word that Mu IR has for the order.
func (o MemOrder) String() string { return orderNames[o] }

// RMWOp is the operation of ATOMICRMW.
type RMWOp uint8

// The operations of ATOMICRMW.
const (
	RMWXchg RMWOp = iota
	RMWAdd
	RMWSub
	RMWAnd
	RMWNand
	RMWOr
	RMWXor
	RMWMax
	RMWMin
	RMWUMax
	RMWUMin
)

var rmwNames = [...]string{"XCHG", "ADD", "SUB", "AND", "NAND", "OR", "XOR", "MAX", "MIN", "UMAX", "UMIN"}

// String returns the word that Mu IR has for the operation.
func (o RMWOp) String() string { return rmwNames[o] }

// Instruction is one instruction. Which fields mean something depends on Op:
// Op.Form tells, and Form says in which order they stand in the text.
type Instruction struct {
	Op     Op
	Order  MemOrder // of CMPXCHG: on success
	Order2 MemOrder // of CMPXCHG: on failure
	RMW    RMWOp
	Flags  Flags
	Pos    Pos // of the first token, be it a result
	OpPos  Pos // of the op's word
	// Name is the own name of the instruction, [%name], with its sigil, or "".
	Name    string
	NamePos Pos
	// Results holds the variables that the instruction defines. Those of a
	// terminator exist on some edges only (ResultsOn).
	Results []Def
	// Types holds the type arguments in order. Of SWAPSTACK: first those of
	// RET_WITH, Extra.NumRetTypes many, then those of PASS_VALUES.
	Types []TypeRef
	// Sig is the signature argument of calls.
	Sig SigRef
	// Args holds the operands in order: single ones, then those of the list of
	// arguments. Neither keepalives nor arguments of edges are among them, nor
	// the incoming values of a PHI.
	Args []Operand
	// Dests holds the edges in the order in which they stand in the text.
	Dests []Dest
	// KeepAlive holds the operands of the KEEPALIVE clause.
	KeepAlive []Operand
	// Extra holds what few ops have, or is nil.
	Extra *Extra
}

// Extra is what few instructions have.
type Extra struct {
	// Index is the literal of EXTRACTVALUE, INSERTVALUE and GETFIELDIREF, and
	// the number of a WATCHPOINT or WPBRANCH.
	Index IntLit
	// NumRetTypes counts the leading Types of SWAPSTACK that RET_WITH has.
	NumRetTypes int
	// CommInst is the name of the common instruction, with its "@".
	CommInst    string
	CommInstPos Pos
	// Conv holds the flags of COMMINST, and the one of CCALL, with their "#".
	Conv []string
	// Sigs holds the signature arguments of COMMINST.
	Sigs []SigRef
	// Incoming holds the values of a PHI.
	Incoming []Incoming
}

// Incoming is the value that a PHI has when control comes from Pred.
type Incoming struct {
	Pred  BlockRef
	Value Operand
}

// BlockRef is a mention of a block.
type BlockRef struct {
	Block BlockID
	// Name is the name as it was written if the function has no such block, or
	// if it differs from the name at the label; else "".
	Name string
	Pos  Pos
}

// EdgeKind tells when control takes an edge.
type EdgeKind uint8

// The kinds of edges.
const (
	EdgeBranch      EdgeKind = iota // of BRANCH
	EdgeTrue                        // of BRANCH2
	EdgeFalse                       // of BRANCH2
	EdgeDefault                     // of SWITCH
	EdgeCase                        // of SWITCH
	EdgeDisabled                    // of WATCHPOINT and WPBRANCH
	EdgeEnabled                     // of WATCHPOINT and WPBRANCH
	EdgeNormal                      // of EXC
	EdgeExceptional                 // of EXC and WPEXC
)

var edgeNames = [...]string{"branch", "true", "false", "default", "case", "disabled", "enabled", "normal", "exceptional"}

// String returns what the edge is called in messages.
func (k EdgeKind) String() string { return edgeNames[k] }

// Dest is an edge to a block.
type Dest struct {
	Kind EdgeKind
	// HasArgs says that a list of arguments was written, perhaps an empty one.
	// Without one, the arguments are the variables of the same names as the
	// block's explicit parameters.
	HasArgs bool
	BlockRef
	Args []Operand
	// Case is the constant of an EdgeCase.
	Case Operand
}

// IsTerminator reports whether the instruction can only be the last of a
// block: it always ends one, or it has an EXC clause, or it does not return.
func (in *Instruction) IsTerminator() bool {
	return opTable[in.Op].terminator || in.Flags&(FlagExc|FlagKillOld) != 0 ||
		in.Op == COMMINST && in.Extra.CommInst == "@uvm.thread_exit"
}

// ResultsOn returns the results that are defined when control takes edge i:
// those of an instruction with EXC on the normal edge, those of WATCHPOINT on
// the enabled edge.
func (in *Instruction) ResultsOn(i int) []Def {
	switch in.Dests[i].Kind {
	case EdgeNormal, EdgeEnabled:
		return in.Results
	}
	return nil
}

// IsOSRPoint reports whether the program can be stopped at the instruction and
// its frame inspected: calls, traps, watchpoints, swaps of stacks, and common
// instructions that keep variables alive.
func (in *Instruction) IsOSRPoint() bool {
	return opTable[in.Op].osr || in.Op == COMMINST && in.Flags&FlagKeepAlive != 0
}

// Uses calls visit for all operands that the instruction itself reads: its
// arguments, then its keepalives. Arguments of edges and incoming values of a
// PHI are read elsewhere. visit may change what it is given.
func (in *Instruction) Uses(visit func(*Operand)) {
	for i := range in.Args {
		visit(&in.Args[i])
	}
	for i := range in.KeepAlive {
		visit(&in.KeepAlive[i])
	}
}
