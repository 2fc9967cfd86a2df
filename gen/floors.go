package gen

import (
	"fmt"

	"assay/gen/tally"
	"assay/hir"
)

// floorTable holds for each mark the least share of programs that must have it, in
// thousandths; 0 is none.
type floorTable [numMarks]int

// programFloors are for programs of the default configuration. They stand at about
// half of what was measured when they were set, so they fail when a construct gets
// rare or is lost, and not when a weight is tuned.
var programFloors = floorTable{
	markLet: 500, markConst: 200, markAssign: 500, markCompound: 130, markLogicalAssign: 15, markUpdate: 130,
	markAssignInExpr: 200, markAssignInTest: 120, markAssignInArm: 30, markUpdateInIndex: 4, markCopy: 400,
	markIf: 250, markElse: 40, markElseIf: 15, markWhile: 120, markDoWhile: 60, markFor: 100, markForOf: 50,
	markForIn: 25, markEmptyLoop: 12, markSwitch: 60, markDefaultNotLast: 20, markNoDefault: 35,
	markFallsThrough: 20, markEmptyCase: 25, markLabel: 60, markBreak: 100, markContinue: 30,
	markLabelledBreak: 15, markLabelledContinue: 6, markTwoLevels: 17, markReturn: 950, markEarlyReturn: 130,
	markReturnInLoop: 35, markThrow: 40, markTry: 50, markTryInLoop: 18, markExitFromTry: 16, markBlock: 50,
	markEmptyBlock: 40, markEmptyStmt: 3, markDebugger: 3, markShadow: 120, markDeadCode: 12,
	markFunctionDecl: 30, markFunctionExpr: 25, markArrow: 70, markMethod: 8, markClosureInLoop: 40,
	markNestedClosure: 20, markPatternParam: 90, markDestructure: 20, markPatternAssign: 20,
	markNumber: 600, markString: 8, markBool: 30, markNull: 2, markUndefined: 2, markRegExp: 5,
	markTemplate: 25, markTagged: 4, markArray: 400, markObject: 150, markSpread: 15, markUnary: 60,
	markTypeof: 2, markDelete: 4, markBinary: 400, markCompare: 300, markAnd: 100, markOr: 40, markNullish: 40,
	markTernary: 100, markOptional: 40, markSequence: 70, markCall: 300, markMethodCall: 45, markNew: 18,
	markMember: 70, markIndex: 50, markStore: 25, markIndexStore: 7, markGlobalStore: 25,
	markLoop: 300, markLoopDepth2: 100, markLoopDepth3: 35, markLoopDepth4: 8,

	markTerm + mark(hir.Goto): 500, markTerm + mark(hir.If): 200, markTerm + mark(hir.Branch): 350, markTerm + mark(hir.Switch): 60, markTerm + mark(hir.Logical): 150,
	markTerm + mark(hir.Ternary): 120, markTerm + mark(hir.Optional): 40, markTerm + mark(hir.Sequence): 60, markTerm + mark(hir.Label): 50,
	markTerm + mark(hir.While): 120, markTerm + mark(hir.DoWhile): 55, markTerm + mark(hir.For): 100, markTerm + mark(hir.ForOf): 50, markTerm + mark(hir.ForIn): 25,
	markTerm + mark(hir.Try): 50, markTerm + mark(hir.MaybeThrow): 50, markTerm + mark(hir.Return): 950, markTerm + mark(hir.Throw): 35,
	markTerm + mark(hir.Unreachable): 5,

	markValue + mark(hir.LoadLocal): 900, markValue + mark(hir.LoadContext): 60, markValue + mark(hir.StoreLocal): 900, markValue + mark(hir.DeclareLocal): 50,
	markValue + mark(hir.DeclareContext): 1, markValue + mark(hir.StoreContext): 60, markValue + mark(hir.Destructure): 70,
	markValue + mark(hir.PrefixUpdate): 70, markValue + mark(hir.PostfixUpdate): 70, markValue + mark(hir.BinaryExpression): 500,
	markValue + mark(hir.UnaryExpression): 70, markValue + mark(hir.NextPropertyOf): 25, markValue + mark(hir.StoreGlobal): 25,
	markValue + mark(hir.NewExpression): 18, markValue + mark(hir.CallExpression): 300, markValue + mark(hir.MethodCall): 45,
	markValue + mark(hir.PropertyLoad): 120, markValue + mark(hir.PropertyDelete): 1, markValue + mark(hir.PropertyStore): 25,
	markValue + mark(hir.ComputedLoad): 25, markValue + mark(hir.ComputedDelete): 1, markValue + mark(hir.ComputedStore): 6,
	markValue + mark(hir.ArrayExpression): 400, markValue + mark(hir.ObjectExpression): 150, markValue + mark(hir.FunctionExpression): 110,
	markValue + mark(hir.ObjectMethod): 8, markValue + mark(hir.TaggedTemplateExpression): 4, markValue + mark(hir.TemplateLiteral): 25,
	markValue + mark(hir.GetIterator): 50, markValue + mark(hir.IteratorNext): 50, markValue + mark(hir.Primitive): 600,
	markValue + mark(hir.RegExpLiteral): 5, markValue + mark(hir.LoadGlobal): 300, markValue + mark(hir.Debugger): 3,

	markBlockKind + mark(hir.BlockStatement): 1000, markBlockKind + mark(hir.BlockValue): 250, markBlockKind + mark(hir.BlockLoop): 250,
	markBlockKind + mark(hir.BlockSequence): 60, markBlockKind + mark(hir.BlockCatch): 50,

	markBackEdge: 250, markCriticalEdge: 220, markUnreachable: 5, markManyPreds: 80, markEmptyJoin: 200,
	markCaptures: 100, markSharedTemporary: 250,

	markPhi: 400, markPhi2: 400, markPhi3: 40, markPhi5: 40, markLoopPhi: 250,
}

// graphFloors are for bare graphs of the default configuration.
var graphFloors = floorTable{
	markTerm + mark(hir.Goto): 350, markTerm + mark(hir.If): 300, markTerm + mark(hir.Branch): 250, markTerm + mark(hir.Switch): 200, markTerm + mark(hir.Return): 200,
	markTerm + mark(hir.Throw): 80, markTerm + mark(hir.Unreachable): 80,

	markValue + mark(hir.LoadLocal): 900, markValue + mark(hir.StoreLocal): 900, markValue + mark(hir.PostfixUpdate): 150,
	markValue + mark(hir.BinaryExpression): 350, markValue + mark(hir.CallExpression): 400,

	markBackEdge: 350, markSelfLoop: 200, markCriticalEdge: 300, markDuplicateEdge: 300, markUnreachable: 80,
	markIrreducible: 150, markNoExit: 100, markManyPreds: 200, markEmptyJoin: 60, markSharedTemporary: 200,

	markPhi: 350, markPhi2: 300, markPhi3: 200, markPhi5: 10, markLoopPhi: 300,
}

// The least numbers of programs and graphs that floors say something about. Below
// that, the rarest kinds might be missed by chance.
const (
	floorPrograms = 5000
	floorGraphs   = 1000
)

// CheckFloors returns what programs, or bare graphs, have too rarely, one line for
// each; nothing if all floors are met. The programs must be of the default
// configuration, and come with HIR and SSA form. Of fewer than 5,000 programs or
// 1,000 graphs, floors say nothing.
func (c *Census) CheckFloors() []string {
	var low []string
	check := func(t *tally.Tally, floors *floorTable, least int64, what string) {
		if int64(t.Programs()) < least {
			return
		}
		for m := range numMarks {
			if t.Below(int(m), floors[m]) {
				low = append(low, fmt.Sprintf("%s: %s: expected in at least %.1f%% of %d, found in %.2f%%",
					what, m, float64(floors[m])/10, t.Programs(), t.Share(int(m))))
			}
		}
	}
	check(&c.programs, &programFloors, floorPrograms, "programs")
	check(&c.graphs, &graphFloors, floorGraphs, "bare graphs")
	return low
}
