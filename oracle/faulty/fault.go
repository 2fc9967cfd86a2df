package faulty

import "assay/hir"

// The passes that a fault can be in.
const (
	PassSSA       = "ssa"
	PassEliminate = "eliminate"
	// PassInterp is for the fault of the interpreter: SequentialPhis.
	PassInterp = "interp"
)

// Fault is a pass with one mistake.
type Fault struct {
	// Name names the fault, Pass is one of the Pass constants, and What says in one
	// line what goes wrong.
	Name, Pass, What string
	// Run is the faulty pass; nil for PassInterp.
	Run func(*hir.Function) error
}

// fault numbers the mistakes; noFault is none.
type fault uint8

const (
	noFault fault = iota

	// In EnterSSA.
	operandsByPosition
	forgottenIncomplete
	sealedTooEarly
	loopDefinitionLeaks
	switchFallThroughLost
	contextRedefined
	nestedAtBlockStart
	staleAfterBreak
	operandsSwapped
	firstPredOnly
	nestedParameterKept
	destructureReused
	updateReadsItself
	handlerSeesLastThrow
	copyAliases
	continueForgotten
	logicalArmLost
	middlePredLost
	headerDefinitionSkipped
	updateBlockFirstPred
	incompleteOfOther

	// In EliminateRedundantPhis.
	oneRoundOnly
	nestedNotRewritten
	terminalNotRewritten
	phiOperandTakenForSame
	outerLoopTakenForSelf
	lastOperandSurvives
	usedByPhisOnly
	contextNotRewritten
	constantsConfused
	twoOfThreeSame
)

var faults = []struct {
	fault
	name, pass, what string
}{
	{operandsByPosition, "operand-order-by-position", PassSSA, "phi operands are paired with the predecessors sorted by id, not with the predecessor each was found in"},
	{forgottenIncomplete, "forgotten-incomplete-phi", PassSSA, "the last of three or more phis reserved in a loop header is not completed"},
	{sealedTooEarly, "back-edge-sealed", PassSSA, "a loop header with three or more predecessors counts as sealed when one of them is still missing"},
	{loopDefinitionLeaks, "definition-leaks-from-loop", PassSSA, "after a loop a variable has the version that the loop's last block gave it"},
	{switchFallThroughLost, "switch-fall-through-lost", PassSSA, "in a case reached by fall-through too, only the switch counts as predecessor"},
	{contextRedefined, "context-variable-redefined", PassSSA, "an assignment to a captured variable in a nested function makes a version of it"},
	{nestedAtBlockStart, "closure-reads-block-start", PassSSA, "a nested function sees outer variables as they were at the start of the block that makes it"},
	{staleAfterBreak, "stale-after-break", PassSSA, "on the edge of a break, a variable has the version from the start of the block that breaks"},
	{operandsSwapped, "operands-swapped", PassSSA, "the operands of a phi are swapped if both predecessors assign the variable themselves"},
	{firstPredOnly, "first-predecessor-only", PassSSA, "in a join of four or more blocks only the first is looked at"},
	{nestedParameterKept, "nested-parameter-kept", PassSSA, "the second and later parameters of a nested function keep their names, but their uses are renamed"},
	{destructureReused, "destructure-reuses-version", PassSSA, "the last of two or more variables of a pattern gets the version of the one before"},
	{updateReadsItself, "update-reads-itself", PassSSA, "the operand of ++ or -- is renamed after the definition"},
	{handlerSeesLastThrow, "handler-sees-last-throw", PassSSA, "a catch handler sees variables as at the last place that can throw"},
	{copyAliases, "copy-aliases-variable", PassSSA, "after x = y, x is read as y until the end of the block, even when y is assigned"},
	{continueForgotten, "continue-forgotten", PassSSA, "with two or more continue edges, what was assigned before the last of them is forgotten"},
	{logicalArmLost, "value-arm-lost", PassSSA, "where the arms of a value construct within another meet, the second arm's value is taken for the first's"},
	{middlePredLost, "middle-predecessor-lost", PassSSA, "in a join of three blocks, the second has the first's version"},
	{headerDefinitionSkipped, "header-definition-skipped", PassSSA, "a block after a loop header sees the header's phi instead of what the header assigned after it"},
	{updateBlockFirstPred, "for-update-first-predecessor", PassSSA, "the update of a for loop sees only the end of the body, or only the first continue"},
	{incompleteOfOther, "incomplete-phi-of-other-variable", PassSSA, "the last of two or more phis reserved in a loop header reads the variable of the first on the back edge"},

	{oneRoundOnly, "one-round-only", PassEliminate, "the pass stops after one round, before back edges have been rewritten"},
	{nestedNotRewritten, "nested-uses-kept", PassEliminate, "uses of a removed phi in nested functions are not rewritten"},
	{terminalNotRewritten, "terminal-uses-kept", PassEliminate, "uses of a removed phi by terminals are not rewritten"},
	{phiOperandTakenForSame, "phi-operand-taken-for-same", PassEliminate, "a third operand that is another phi of the same variable counts as equal to the candidate"},
	{outerLoopTakenForSelf, "outer-loop-taken-for-self", PassEliminate, "the phi of the same variable in an earlier loop header counts as the phi itself"},
	{lastOperandSurvives, "last-operand-survives", PassEliminate, "a removed phi with three or more operands is replaced by the last, even if that is the phi itself"},
	{usedByPhisOnly, "phi-used-by-phis-removed", PassEliminate, "a phi that only other phis read is removed as if it were dead"},
	{contextNotRewritten, "captured-variable-kept", PassEliminate, "a removed phi stays in the list of a nested function's captured variables"},
	{constantsConfused, "constants-confused", PassEliminate, "a phi of two number constants is replaced by the first"},
	{twoOfThreeSame, "two-of-three-same", PassEliminate, "a phi of three operands is removed when the first two are the same"},
}

// All returns all faults, in a fixed order.
func All() []Fault {
	out := make([]Fault, 0, len(faults)+1)
	for _, f := range faults {
		run := func(fn *hir.Function) error { return enterSSA(fn, f.fault) }
		if f.pass == PassEliminate {
			run = func(fn *hir.Function) error { return eliminate(fn, f.fault) }
		}
		out = append(out, Fault{f.name, f.pass, f.what, run})
	}
	return append(out, Fault{"sequential-phis", PassInterp, "the phis of a block are executed one after the other, so that one reads what another wrote", nil})
}

// EnterSSA converts a function to SSA form in place, without a fault. It is
// recursive, and returns an error for functions of more than maxBlocks blocks.
func EnterSSA(f *hir.Function) error { return enterSSA(f, noFault) }

// EliminateRedundantPhis removes redundant phis in place, without a fault.
func EliminateRedundantPhis(f *hir.Function) error { return eliminate(f, noFault) }
