package mu

// opInfo describes an instruction form.
type opInfo struct {
	name string
	// form is what Op.Form documents.
	form string
	// operands holds the type of each single operand:
	//
	//	A B  the first, second type argument
	//	a    the first type argument, a weakref as the ref it yields
	//	1    int<1>
	//	i    an int of any width
	//	n    int<1>, or a vector of it as long as the first type argument
	//	l    a location: iref of A, or uptr of A with PTR
	//	r    ref<A>
	//	R    ref to anything
	//	f    the type of the field of A that Index names
	//	e    the element type of A
	//	s    funcref<Sig>
	//	k    stackref
	//	.    anything
	operands string
	// results holds the type of each result, as in operands, and besides:
	//
	//	L  iref<A>                        q  iref or uptr of A
	//	F  iref or uptr of the field      E  iref or uptr of the element
	//	V  iref or uptr of the varying part
	//	m  a vector of the elements of A that is as long as B
	//	h  threadref                      x  ref<void>
	//	S  the returns of Sig             *  the type arguments
	//	W  the types of RET_WITH          M  by the common instruction
	//	=  the type of the operand
	results string
	// req is what the type arguments must be.
	req [2]typeReq
	// edges holds the kinds of the destinations, 'd' in form.
	edges [2]EdgeKind
	// terminator is set if the op ends a block even without an EXC clause.
	terminator bool
	osr        bool
}

// typeReq is a demand on a type argument.
type typeReq uint8

const (
	reqNone      typeReq = iota
	reqInt               // int, or a vector of it
	reqFP                // float or double, or a vector of it
	reqEq                // comparable with EQ
	reqOrder             // comparable with ULT
	reqScalarInt         // int
	reqStruct
	reqSeq // array or vector
	reqVector
	reqHybrid
	reqCond  // int<1>, or a vector of it
	reqFixed // anything that NEW and ALLOCA can allocate
	reqMem   // anything that LOAD and STORE can move
	reqFuncPtr
	reqField // a struct or hybrid, whose fields have addresses
	reqArith // int, ref, pointers...: what CMPXCHG compares
)

func arithmetic(name string, req typeReq) opInfo {
	return opInfo{name: name, form: "<t>vv", operands: "AA", results: "A", req: [2]typeReq{req}}
}

func division(name string) opInfo {
	return opInfo{name: name, form: "<t>vve", operands: "AA", results: "A", req: [2]typeReq{reqInt}}
}

func comparison(name string, req typeReq) opInfo {
	return opInfo{name: name, form: "<t>vv", operands: "AA", results: "n", req: [2]typeReq{req}}
}

func conversion(name string, from, to typeReq) opInfo {
	return opInfo{name: name, form: "<tt>v", operands: "A", results: "B", req: [2]typeReq{from, to}}
}

// opTable has one row for each instruction form; the reader, the printer, the
// checker and the result types follow it.
var opTable = [NumOps]opInfo{
	NoOp: {name: "<none>"},
	ADD:  arithmetic("ADD", reqInt), SUB: arithmetic("SUB", reqInt), MUL: arithmetic("MUL", reqInt),
	UDIV: division("UDIV"), SDIV: division("SDIV"), UREM: division("UREM"), SREM: division("SREM"),
	SHL: arithmetic("SHL", reqInt), LSHR: arithmetic("LSHR", reqInt), ASHR: arithmetic("ASHR", reqInt),
	AND: arithmetic("AND", reqInt), OR: arithmetic("OR", reqInt), XOR: arithmetic("XOR", reqInt),
	FADD: arithmetic("FADD", reqFP), FSUB: arithmetic("FSUB", reqFP), FMUL: arithmetic("FMUL", reqFP),
	FDIV: arithmetic("FDIV", reqFP), FREM: arithmetic("FREM", reqFP),

	EQ: comparison("EQ", reqEq), NE: comparison("NE", reqEq),
	SGT: comparison("SGT", reqInt), SLT: comparison("SLT", reqInt),
	SGE: comparison("SGE", reqInt), SLE: comparison("SLE", reqInt),
	UGT: comparison("UGT", reqOrder), ULT: comparison("ULT", reqOrder),
	UGE: comparison("UGE", reqOrder), ULE: comparison("ULE", reqOrder),
	FTRUE: comparison("FTRUE", reqFP), FFALSE: comparison("FFALSE", reqFP),
	FUNO: comparison("FUNO", reqFP), FUEQ: comparison("FUEQ", reqFP), FUNE: comparison("FUNE", reqFP),
	FUGT: comparison("FUGT", reqFP), FULT: comparison("FULT", reqFP),
	FUGE: comparison("FUGE", reqFP), FULE: comparison("FULE", reqFP),
	FORD: comparison("FORD", reqFP), FOEQ: comparison("FOEQ", reqFP), FONE: comparison("FONE", reqFP),
	FOGT: comparison("FOGT", reqFP), FOLT: comparison("FOLT", reqFP),
	FOGE: comparison("FOGE", reqFP), FOLE: comparison("FOLE", reqFP),

	TRUNC: conversion("TRUNC", reqInt, reqInt), ZEXT: conversion("ZEXT", reqInt, reqInt),
	SEXT: conversion("SEXT", reqInt, reqInt), FPTRUNC: conversion("FPTRUNC", reqFP, reqFP),
	FPEXT: conversion("FPEXT", reqFP, reqFP), FPTOUI: conversion("FPTOUI", reqFP, reqInt),
	FPTOSI: conversion("FPTOSI", reqFP, reqInt), UITOFP: conversion("UITOFP", reqInt, reqFP),
	SITOFP: conversion("SITOFP", reqInt, reqFP), BITCAST: conversion("BITCAST", reqNone, reqNone),
	REFCAST: conversion("REFCAST", reqNone, reqNone), PTRCAST: conversion("PTRCAST", reqNone, reqNone),
	SELECT: {name: "SELECT", form: "<tt>vvv", operands: "ABB", results: "B", req: [2]typeReq{reqCond}},

	BRANCH: {name: "BRANCH", form: "d", edges: [2]EdgeKind{EdgeBranch}, terminator: true},
	BRANCH2: {name: "BRANCH2", form: "vdd", operands: "1", edges: [2]EdgeKind{EdgeTrue, EdgeFalse},
		terminator: true},
	SWITCH: {name: "SWITCH", form: "<t>vdC", operands: "A", req: [2]typeReq{reqEq},
		edges: [2]EdgeKind{EdgeDefault}, terminator: true},

	CALL:     {name: "CALL", form: "<s>vaek", operands: "s", results: "S", osr: true},
	TAILCALL: {name: "TAILCALL", form: "<s>va", operands: "s", terminator: true},
	RET:      {name: "RET", form: "r", terminator: true},
	THROW:    {name: "THROW", form: "v", operands: "R", terminator: true},

	EXTRACTVALUE: {name: "EXTRACTVALUE", form: "<ti>v", operands: "A", results: "f", req: [2]typeReq{reqStruct}},
	INSERTVALUE:  {name: "INSERTVALUE", form: "<ti>vv", operands: "Af", results: "A", req: [2]typeReq{reqStruct}},
	EXTRACTELEMENT: {name: "EXTRACTELEMENT", form: "<tt>vv", operands: "AB", results: "e",
		req: [2]typeReq{reqSeq, reqScalarInt}},
	INSERTELEMENT: {name: "INSERTELEMENT", form: "<tt>vvv", operands: "ABe", results: "A",
		req: [2]typeReq{reqSeq, reqScalarInt}},
	SHUFFLEVECTOR: {name: "SHUFFLEVECTOR", form: "<tt>vvv", operands: "AAB", results: "m",
		req: [2]typeReq{reqVector, reqVector}},

	NEW: {name: "NEW", form: "<t>e", results: "r", req: [2]typeReq{reqFixed}},
	NEWHYBRID: {name: "NEWHYBRID", form: "<tt>ve", operands: "B", results: "r",
		req: [2]typeReq{reqHybrid, reqScalarInt}},
	ALLOCA: {name: "ALLOCA", form: "<t>e", results: "L", req: [2]typeReq{reqFixed}},
	ALLOCAHYBRID: {name: "ALLOCAHYBRID", form: "<tt>ve", operands: "B", results: "L",
		req: [2]typeReq{reqHybrid, reqScalarInt}},
	GETIREF:      {name: "GETIREF", form: "<t>v", operands: "r", results: "L"},
	GETFIELDIREF: {name: "GETFIELDIREF", form: "p<ti>v", operands: "l", results: "F", req: [2]typeReq{reqField}},
	GETELEMIREF: {name: "GETELEMIREF", form: "p<tt>vv", operands: "lB", results: "E",
		req: [2]typeReq{reqSeq, reqScalarInt}},
	SHIFTIREF: {name: "SHIFTIREF", form: "p<tt>vv", operands: "lB", results: "q",
		req: [2]typeReq{reqNone, reqScalarInt}},
	GETVARPARTIREF: {name: "GETVARPARTIREF", form: "p<t>v", operands: "l", results: "V",
		req: [2]typeReq{reqHybrid}},
	LOAD:  {name: "LOAD", form: "po<t>ve", operands: "l", results: "a", req: [2]typeReq{reqMem}},
	STORE: {name: "STORE", form: "po<t>vve", operands: "la", req: [2]typeReq{reqMem}},
	CMPXCHG: {name: "CMPXCHG", form: "pwOQ<t>vvve", operands: "laa", results: "a1",
		req: [2]typeReq{reqArith}},
	ATOMICRMW: {name: "ATOMICRMW", form: "pOm<t>vve", operands: "la", results: "a", req: [2]typeReq{reqMem}},
	FENCE:     {name: "FENCE", form: "O"},

	TRAP: {name: "TRAP", form: "<*>ek", results: "*", osr: true},
	WATCHPOINT: {name: "WATCHPOINT", form: "n<*>ddxk", results: "*",
		edges: [2]EdgeKind{EdgeDisabled, EdgeEnabled}, terminator: true, osr: true},
	WPBRANCH: {name: "WPBRANCH", form: "ndd", edges: [2]EdgeKind{EdgeDisabled, EdgeEnabled}, terminator: true},
	CCALL: {name: "CCALL", form: "c<ts>vaek", operands: "A", results: "S", req: [2]typeReq{reqFuncPtr},
		osr: true},
	NEWTHREAD: {name: "NEWTHREAD", form: "vLNe", operands: "k", results: "h"},
	SWAPSTACK: {name: "SWAPSTACK", form: "vSNek", operands: "k", results: "W", osr: true},
	COMMINST:  {name: "COMMINST", form: "Mek", results: "M"},

	NEWSTACK:   {name: "NEWSTACK", form: "<s>vae", operands: "s", results: "k"},
	PHI:        {name: "PHI", form: "<t>P", results: "A"},
	LANDINGPAD: {name: "LANDINGPAD", form: "", results: "x"},
	ID:         {name: "ID", form: "Iv", operands: "=", results: "="},
}
