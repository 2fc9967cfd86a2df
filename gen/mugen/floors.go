package mugen

import "assay/mu"

// floors holds for each mark the least share of bundles that must have it, in
// thousandths. They stand at about half of what was measured when they were set, so
// they fail when a construct gets rare or is lost, and not when a weight is tuned.
var floors = [numMarks]int{
	markOp + mark(mu.ADD): 415, markOp + mark(mu.SUB): 152, markOp + mark(mu.MUL): 121, markOp + mark(mu.UDIV): 70,
	markOp + mark(mu.SDIV): 66, markOp + mark(mu.UREM): 68, markOp + mark(mu.SREM): 65, markOp + mark(mu.SHL): 117,
	markOp + mark(mu.LSHR): 118, markOp + mark(mu.ASHR): 122, markOp + mark(mu.AND): 120, markOp + mark(mu.OR): 117,
	markOp + mark(mu.XOR): 122, markOp + mark(mu.FADD): 66, markOp + mark(mu.FSUB): 62, markOp + mark(mu.FMUL): 62,
	markOp + mark(mu.FDIV): 63, markOp + mark(mu.FREM): 58, markOp + mark(mu.EQ): 151, markOp + mark(mu.NE): 122,
	markOp + mark(mu.SGT): 136, markOp + mark(mu.SLT): 304, markOp + mark(mu.SGE): 81, markOp + mark(mu.SLE): 293,
	markOp + mark(mu.UGT): 97, markOp + mark(mu.ULT): 134, markOp + mark(mu.UGE): 93, markOp + mark(mu.ULE): 128,
	markOp + mark(mu.FTRUE): 10, markOp + mark(mu.FFALSE): 17, markOp + mark(mu.FUNO): 17, markOp + mark(mu.FUEQ): 21,
	markOp + mark(mu.FUNE): 11, markOp + mark(mu.FUGT): 19, markOp + mark(mu.FULT): 11, markOp + mark(mu.FUGE): 17,
	markOp + mark(mu.FULE): 20, markOp + mark(mu.FORD): 10, markOp + mark(mu.FOEQ): 20, markOp + mark(mu.FONE): 11,
	markOp + mark(mu.FOGT): 10, markOp + mark(mu.FOLT): 10, markOp + mark(mu.FOGE): 10, markOp + mark(mu.FOLE): 19,
	markOp + mark(mu.TRUNC): 59, markOp + mark(mu.ZEXT): 95, markOp + mark(mu.SEXT): 106,
	markOp + mark(mu.FPTRUNC): 29, markOp + mark(mu.FPEXT): 29, markOp + mark(mu.FPTOUI): 40,
	markOp + mark(mu.FPTOSI): 42, markOp + mark(mu.UITOFP): 27, markOp + mark(mu.SITOFP): 30,
	markOp + mark(mu.BITCAST): 74, markOp + mark(mu.REFCAST): 130, markOp + mark(mu.PTRCAST): 149,
	markOp + mark(mu.SELECT): 231, markOp + mark(mu.BRANCH): 464, markOp + mark(mu.BRANCH2): 464,
	markOp + mark(mu.SWITCH): 203, markOp + mark(mu.CALL): 284, markOp + mark(mu.TAILCALL): 75,
	markOp + mark(mu.RET): 490, markOp + mark(mu.THROW): 97, markOp + mark(mu.EXTRACTVALUE): 175,
	markOp + mark(mu.INSERTVALUE): 274, markOp + mark(mu.EXTRACTELEMENT): 57, markOp + mark(mu.INSERTELEMENT): 191,
	markOp + mark(mu.SHUFFLEVECTOR): 55, markOp + mark(mu.NEW): 261, markOp + mark(mu.ALLOCA): 268,
	markOp + mark(mu.GETIREF): 47, markOp + mark(mu.GETFIELDIREF): 31, markOp + mark(mu.GETELEMIREF): 8,
	markOp + mark(mu.LOAD): 96, markOp + mark(mu.STORE): 195, markOp + mark(mu.CMPXCHG): 88,
	markOp + mark(mu.ATOMICRMW): 4, markOp + mark(mu.TRAP): 483, markOp + mark(mu.WATCHPOINT): 207,
	markOp + mark(mu.WPBRANCH): 133, markOp + mark(mu.COMMINST): 332, markOp + mark(mu.PHI): 311,
	markOp + mark(mu.LANDINGPAD): 160, markOp + mark(mu.ID): 494, markEdge + mark(mu.EdgeBranch): 464,
	markEdge + mark(mu.EdgeTrue): 464, markEdge + mark(mu.EdgeFalse): 464, markEdge + mark(mu.EdgeDefault): 203,
	markEdge + mark(mu.EdgeCase): 203, markEdge + mark(mu.EdgeDisabled): 246, markEdge + mark(mu.EdgeEnabled): 246,
	markEdge + mark(mu.EdgeNormal): 269, markEdge + mark(mu.EdgeExceptional): 285, markType + mark(mu.KindInt): 500,
	markType + mark(mu.KindFloat): 327, markType + mark(mu.KindDouble): 373, markType + mark(mu.KindRef): 473,
	markType + mark(mu.KindIRef): 302, markType + mark(mu.KindWeakRef): 84, markType + mark(mu.KindStruct): 426,
	markType + mark(mu.KindArray): 303, markType + mark(mu.KindVoid): 371, markType + mark(mu.KindFuncRef): 222,
	markType + mark(mu.KindTagRef64): 270, markType + mark(mu.KindVector): 304, markType + mark(mu.KindUPtr): 284,
	markFunctions: 274, markDeclared: 266, markTwoVersions: 23, markRecursion: 46, markIndirect: 83, markParams: 318,
	markEmptyParams: 325, markBareEdge: 293, markPad: 212, markEmptyBlock: 407, markUnreachable: 333, markLoop: 347,
	markIrreducible: 44, markSelfLoop: 115, markEntryEdge: 84, markDuplicate: 281, markLostResults: 323,
	markManyResults: 322, markReassigned: 485, markTwiceInBlock: 438, markRedefine: 476, markReadFirst: 465,
	markReadAcross: 490, markConstant: 496, markKeepAlive: 376, markNamed: 426, markNamedCopy: 298, markDollar: 334,
	markGlobalName: 308, markFullName: 280, markSugar: 324,
}
