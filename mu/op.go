package mu

// Op is the operation of an instruction.
type Op uint8

// The operations. NEWSTACK is of the old language; PHI, LANDINGPAD and ID are
// of the pre-SSA form.
const (
	NoOp Op = iota
	ADD
	SUB
	MUL
	UDIV
	SDIV
	UREM
	SREM
	SHL
	LSHR
	ASHR
	AND
	OR
	XOR
	FADD
	FSUB
	FMUL
	FDIV
	FREM
	EQ
	NE
	SGT
	SLT
	SGE
	SLE
	UGT
	ULT
	UGE
	ULE
	FTRUE
	FFALSE
	FUNO
	FUEQ
	FUNE
	FUGT
	FULT
	FUGE
	FULE
	FORD
	FOEQ
	FONE
	FOGT
	FOLT
	FOGE
	FOLE
	TRUNC
	ZEXT
	SEXT
	FPTRUNC
	FPEXT
	FPTOUI
	FPTOSI
	UITOFP
	SITOFP
	BITCAST
	REFCAST
	PTRCAST
	SELECT
	BRANCH
	BRANCH2
	SWITCH
	CALL
	TAILCALL
	RET
	THROW
	EXTRACTVALUE
	INSERTVALUE
	EXTRACTELEMENT
	INSERTELEMENT
	SHUFFLEVECTOR
	NEW
	NEWHYBRID
	ALLOCA
	ALLOCAHYBRID
	GETIREF
	GETFIELDIREF
	GETELEMIREF
	SHIFTIREF
	GETVARPARTIREF
	LOAD
	STORE
	CMPXCHG
	ATOMICRMW
	FENCE
	TRAP
	WATCHPOINT
	WPBRANCH
	CCALL
	NEWTHREAD
	SWAPSTACK
	COMMINST
	NEWSTACK
	PHI
	LANDINGPAD
	ID
	// NumOps is the number of ops, NoOp among them.
	NumOps int = iota
)

// String returns the word of the op.
func (op Op) String() string {
	if int(op) < NumOps {
		return opTable[op].name
	}
	return "<op?>"
}

// LookupOp returns the op of a word, or NoOp.
func LookupOp(word string) Op { return opWords[word] }

var opWords = func() map[string]Op {
	m := make(map[string]Op, NumOps)
	for op := NoOp + 1; int(op) < NumOps; op++ {
		m[opTable[op].name] = op
	}
	return m
}()

// Form returns what follows the word of the op in the text, one byte for each
// part:
//
//	<  >  these characters
//	t     a type                      s  a signature
//	i     an integer literal (Index)  n  the same, as a watchpoint's number
//	*     any number of types         v  an operand
//	a     a list of arguments         d  a destination
//	C     { constant destination ... }
//	e     EXC clause, if any          x  WPEXC clause, if any
//	k     KEEPALIVE clause, if any    c  calling convention
//	p     PTR, if any                 w  WEAK, if any
//	o     memory order, if any        O  memory order
//	Q     the second memory order     r  values of RET
//	m     operation of ATOMICRMW
//	L     THREADLOCAL, if any         S  RET_WITH or KILL_OLD
//	N     PASS_VALUES or THROW_EXC    M  name and lists of COMMINST
//	P     { block: value; ... }       I  <type>, if any
func (op Op) Form() string { return opTable[op].form }

// IsBinary reports whether the op takes two operands of its type argument and
// yields that type: arithmetic, logic and shifts.
func (op Op) IsBinary() bool { return op >= ADD && op <= FREM }

// IsCompare reports whether the op is a comparison.
func (op Op) IsCompare() bool { return op >= EQ && op <= FOLE }

// IsConversion reports whether the op is a conversion.
func (op Op) IsConversion() bool { return op >= TRUNC && op <= PTRCAST }
