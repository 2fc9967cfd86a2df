package gen

import "assay/hir"

// mark is a thing that a census counts.
type mark int

// What is counted in the source.
const (
	markLet mark = iota
	markConst
	markAssign
	markCompound
	markLogicalAssign
	markUpdate
	markAssignInExpr
	markAssignInTest
	markAssignInArm
	markUpdateInIndex
	markCopy
	markIf
	markElse
	markElseIf
	markWhile
	markDoWhile
	markFor
	markForOf
	markForIn
	markEmptyLoop
	markSwitch
	markDefaultNotLast
	markNoDefault
	markFallsThrough
	markEmptyCase
	markLabel
	markBreak
	markContinue
	markLabelledBreak
	markLabelledContinue
	markTwoLevels
	markReturn
	markEarlyReturn
	markReturnInLoop
	markThrow
	markTry
	markTryInLoop
	markExitFromTry
	markBlock
	markEmptyBlock
	markEmptyStmt
	markDebugger
	markShadow
	markDeadCode
	markFunctionDecl
	markFunctionExpr
	markArrow
	markMethod
	markClosureInLoop
	markNestedClosure
	markPatternParam
	markDestructure
	markPatternAssign
	markNumber
	markString
	markBool
	markNull
	markUndefined
	markRegExp
	markTemplate
	markTagged
	markArray
	markObject
	markSpread
	markUnary
	markTypeof
	markDelete
	markBinary
	markCompare
	markAnd
	markOr
	markNullish
	markTernary
	markOptional
	markSequence
	markCall
	markMethodCall
	markNew
	markMember
	markIndex
	markStore
	markIndexStore
	markGlobalStore
	markLoop
	markLoopDepth2
	markLoopDepth3
	markLoopDepth4

	numSourceMarks
)

// What is counted in the HIR follows, one for each kind, and then the rest.
const (
	markTerm      = numSourceMarks
	markValue     = markTerm + mark(hir.NumTermKinds)
	markBlockKind = markValue + mark(hir.NumValueKinds)
	firstShape    = markBlockKind + mark(hir.BlockCatch) + 1
)

// Shapes of graphs, and what is counted after SSA construction.
const (
	markBackEdge = firstShape + iota
	markSelfLoop
	markCriticalEdge
	markDuplicateEdge
	markUnreachable
	markIrreducible
	markNoExit
	markManyPreds
	markEmptyJoin
	markCaptures
	markSharedTemporary

	markPhi
	markPhi2
	markPhi3
	markPhi5
	markLoopPhi

	numMarks
)

var sourceMarkName = [numSourceMarks]string{
	markLet: "let", markConst: "const", markAssign: "assignment", markCompound: "compound assignment",
	markLogicalAssign: "logical assignment", markUpdate: "++ and --",
	markAssignInExpr: "assignment in an expression", markAssignInTest: "assignment in a condition",
	markAssignInArm: "assignment in a short-circuit arm", markUpdateInIndex: "++ in an index",
	markCopy: "copy of a variable", markIf: "if", markElse: "else", markElseIf: "else if",
	markWhile: "while", markDoWhile: "do-while", markFor: "for", markForOf: "for-of", markForIn: "for-in",
	markEmptyLoop: "loop with an empty body", markSwitch: "switch", markDefaultNotLast: "default before other cases",
	markNoDefault: "switch without default", markFallsThrough: "case that falls through", markEmptyCase: "empty case",
	markLabel: "labelled statement", markBreak: "break", markContinue: "continue",
	markLabelledBreak: "labelled break", markLabelledContinue: "labelled continue",
	markTwoLevels: "jump across two levels", markReturn: "return", markEarlyReturn: "early return",
	markReturnInLoop: "return in a loop", markThrow: "throw", markTry: "try", markTryInLoop: "try in a loop",
	markExitFromTry: "jump out of a try", markBlock: "block", markEmptyBlock: "empty block",
	markEmptyStmt: "empty statement", markDebugger: "debugger", markShadow: "shadowed name",
	markDeadCode: "code after a jump", markFunctionDecl: "nested function declaration",
	markFunctionExpr: "function expression", markArrow: "arrow", markMethod: "object method",
	markClosureInLoop: "function in a loop", markNestedClosure: "function in a nested function",
	markPatternParam: "pattern or default parameter", markDestructure: "destructuring declaration",
	markPatternAssign: "destructuring assignment", markNumber: "number", markString: "string",
	markBool: "boolean", markNull: "null", markUndefined: "undefined", markRegExp: "regular expression",
	markTemplate: "template", markTagged: "tagged template", markArray: "array", markObject: "object",
	markSpread: "spread", markUnary: "unary operator", markTypeof: "typeof", markDelete: "delete",
	markBinary: "binary operator", markCompare: "comparison", markAnd: "&&", markOr: "||", markNullish: "??",
	markTernary: "? :", markOptional: "optional chain", markSequence: "comma operator", markCall: "call",
	markMethodCall: "method call", markNew: "new", markMember: "property load", markIndex: "computed load",
	markStore: "property store", markIndexStore: "computed store", markGlobalStore: "global store",
	markLoop: "loop", markLoopDepth2: "loop in a loop", markLoopDepth3: "loops three deep",
	markLoopDepth4: "loops four or more deep",
}

var shapeMarkName = [numMarks - firstShape]string{
	markBackEdge - firstShape: "back edge", markSelfLoop - firstShape: "edge from a block to itself",
	markCriticalEdge - firstShape: "critical edge", markDuplicateEdge - firstShape: "two edges between two blocks",
	markUnreachable - firstShape: "unreachable block", markIrreducible - firstShape: "irreducible loop",
	markNoExit - firstShape:    "block that no exit can be reached from",
	markManyPreds - firstShape: "join of three or more edges", markEmptyJoin - firstShape: "join without instructions",
	markCaptures - firstShape:        "function that captures variables",
	markSharedTemporary - firstShape: "temporary with several definitions",

	markPhi - firstShape: "phi", markPhi2 - firstShape: "phi of two", markPhi3 - firstShape: "phi of three or four",
	markPhi5 - firstShape: "phi of five or more", markLoopPhi - firstShape: "phi at a loop header",
}

// String returns the name of what is counted.
func (m mark) String() string {
	switch {
	case m < markTerm:
		return sourceMarkName[m]
	case m < markValue:
		return hir.TermKind(m - markTerm).String()
	case m < markBlockKind:
		return hir.ValueKind(m - markValue).String()
	case m < firstShape:
		return hir.BlockKind(m - markBlockKind).String()
	}
	return shapeMarkName[m-firstShape]
}

// markGroup returns the heading that m stands under.
func markGroup(m mark) string {
	switch {
	case m < markTerm:
		return "source"
	case m < markValue:
		return "terminals"
	case m < markBlockKind:
		return "instructions"
	case m < firstShape:
		return "blocks"
	case m < markPhi:
		return "graph"
	}
	return "after SSA construction"
}
