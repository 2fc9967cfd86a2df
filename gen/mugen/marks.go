package mugen

import "assay/mu"

// The marks: ops, kinds of edges and types, and others.
const (
	markOp   mark = 0
	markEdge      = markOp + mark(mu.NumOps)
	markType      = markEdge + mark(mu.EdgeExceptional) + 1

	markFunctions = markType + mark(mu.NumTypeKinds) + iota - 3
	markDeclared
	markTwoVersions
	markRecursion
	markIndirect
	markParams
	markEmptyParams
	markBareEdge
	markPad
	markEmptyBlock
	markUnreachable
	markLoop
	markIrreducible
	markSelfLoop
	markEntryEdge
	markDuplicate
	markLostResults
	markManyResults
	markReassigned
	markTwiceInBlock
	markRedefine
	markReadFirst
	markReadAcross
	markConstant
	markKeepAlive
	markNamed
	markNamedCopy
	markDollar
	markGlobalName
	markFullName
	markSugar
	numMarks
)

var markNames = [...]string{
	"several functions", "declared functions", "two versions", "recursion", "calls through variables", "parameters",
	"empty lists of parameters", "edges without lists", "exception parameters", "blocks that only jump",
	"unreachable blocks", "loops", "irreducible loops", "edges of a block to itself", "edges to the entry",
	"edges to one block", "edges without the results", "several results", "variables assigned again",
	"assignments again in a block", "x = op x", "reads before any assignment", "reads across blocks", "constants",
	"kept alive", "named instructions", "named copies", "variables with $", "variables with @", "names in full",
	"results in parentheses",
}

var typeNames = [mu.NumTypeKinds]string{
	mu.KindInt: "int", mu.KindFloat: "float", mu.KindDouble: "double", mu.KindRef: "ref", mu.KindIRef: "iref",
	mu.KindWeakRef: "weakref", mu.KindStruct: "struct", mu.KindArray: "array", mu.KindHybrid: "hybrid",
	mu.KindVoid: "void", mu.KindFuncRef: "funcref", mu.KindTagRef64: "tagref64", mu.KindVector: "vector",
	mu.KindUPtr: "uptr",
}

// String returns what the mark is called in the table.
func (m mark) String() string {
	switch {
	case m >= markFunctions:
		return markNames[m-markFunctions]
	case m >= markType:
		return "type " + typeNames[m-markType]
	case m >= markEdge:
		return mu.EdgeKind(m-markEdge).String() + " edges"
	}
	return mu.Op(m).String()
}
