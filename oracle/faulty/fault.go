package faulty

import (
	"assay/hir"
	"assay/scopes"
)

// Fault is a faulty version of a pass.
type Fault struct {
	Name string
	// Pass is the pass that the fault is in: "ssa", "eliminate", or "interp", and
	// for the faults of Scopes "align", "merge" or "build".
	Pass string
	// What says in one line what is wrong.
	What string
	// Run is the faulty pass. It is nil for a fault of the interpreter.
	Run func(f *hir.Function) error
	// Align is the faulty pass with options, and nil unless Pass is "align".
	Align func(f *hir.Function, opt scopes.AlignOptions) error

	kind kind
}

// kind is a fault's switch.
type kind uint8

const (
	noFault kind = iota

	// In the construction of SSA form.
	operandsByPosition
	forgottenIncompletePhi
	sealedByFirstLatch
	leakOutOfInnerLoop
	leakPastReturn
	switchFallthroughLost
	contextRedefined
	nestedReadsBlockStart
	staleAfterBreak
	selfReferenceLost
	operandsSwapped
	manyOperandsFromThird
	restParamNotRenamed
	destructureIDReused
	updateReadsItself
	testFromEntry
	handlerSeesLater
	handlerSeesTry
	switchDefaultEdge
	declarationIgnored
	copyIsAlias
	paramConstantInLoop
	latchBringsFirst

	// In the elimination of redundant phis.
	oneRound
	nestedNotRewritten
	terminalsNotRewritten
	contextNotRewritten
	latchOperandsNotRewritten
	rewrittenOnce
	comparedByDeclaration
	constantsEqual
	outerPhiSkipped
	firstOperandSkipped
	deletedByIndex
	rewrittenUpToReturn

	// In the interpreter.
	sequentialPhis
)

// All returns all faults of SSA form, in a fixed order. Scopes returns those of
// the passes over scopes.
func All() []Fault {
	ssa := func(k kind, name, what string) Fault {
		return Fault{Name: name, Pass: "ssa", What: what, kind: k, Run: func(f *hir.Function) error { return enter(f, k) }}
	}
	eliminate := func(k kind, name, what string) Fault {
		return Fault{Name: name, Pass: "eliminate", What: what, kind: k, Run: func(f *hir.Function) error { return eliminate(f, k) }}
	}
	return []Fault{
		ssa(operandsByPosition, "operands-by-position",
			"the operands of a phi of three or more are put to the predecessors in the order of the block list, not in their own"),
		ssa(forgottenIncompletePhi, "forgotten-incomplete-phi",
			"of four or more phis reserved in a loop header, the last is never completed"),
		ssa(sealedByFirstLatch, "sealed-by-first-latch",
			"a loop with several back edges is completed at the first; the others bring the header's own value"),
		ssa(leakOutOfInnerLoop, "leak-out-of-inner-loop",
			"what the last block of an inner loop defines is seen after that loop without going through its header"),
		ssa(leakPastReturn, "leak-past-return",
			"what a block that ends in a return defines is seen by the block listed next"),
		ssa(switchFallthroughLost, "switch-fallthrough-lost",
			"a case that the one before falls through to sees the values before the switch only"),
		ssa(contextRedefined, "context-redefined",
			"StoreContext in a nested function defines its variable anew"),
		ssa(nestedReadsBlockStart, "nested-reads-block-start",
			"a nested function made after the first block sees the outer variables as of the start of its block"),
		ssa(staleAfterBreak, "stale-after-break",
			"after a loop that is left by a break too, that break brings the header's values"),
		ssa(selfReferenceLost, "self-reference-lost",
			"a phi is recorded after its operands are found; a way back to it finds its first operand"),
		ssa(operandsSwapped, "operands-swapped",
			"the two operands of a phi after a logical expression are swapped"),
		ssa(manyOperandsFromThird, "many-operands-from-third",
			"the fourth operand of a phi and all later ones repeat the third"),
		ssa(restParamNotRenamed, "rest-param-not-renamed",
			"the rest parameter of a nested function keeps its old identifier, and its uses get a new one"),
		ssa(destructureIDReused, "destructure-id-reused",
			"the second variable of a destructuring gets the identifier of the first"),
		ssa(updateReadsItself, "update-reads-itself",
			"the operand of a prefix update is renamed after the variable is defined"),
		ssa(testFromEntry, "test-from-entry",
			"the test of a do-while is renamed as of the start of its block, and so reads what the last round computed"),
		ssa(handlerSeesLater, "handler-sees-later",
			"the handler of a try sees, for an instruction that throws, the state after the next one too"),
		ssa(handlerSeesTry, "handler-sees-try",
			"the handler of a try sees, for the first instruction that throws, the state before the try"),
		ssa(switchDefaultEdge, "switch-default-edge",
			"where no case applies, the block after a switch gets the values of the case before"),
		ssa(declarationIgnored, "declaration-ignored",
			"a declaration without a value in a loop does not define: the last round's value is seen"),
		ssa(copyIsAlias, "copy-is-alias",
			"after x = y, x stands for y to the end of the block, even where y is assigned"),
		ssa(paramConstantInLoop, "param-constant-in-loop",
			"a loop in a nested function takes the function's parameters as constant"),
		ssa(latchBringsFirst, "latch-brings-first",
			"the back edge from a block that defines a variable twice brings the first of the two values"),
		eliminate(oneRound, "one-round",
			"phis that become redundant by the elimination of later ones stay"),
		eliminate(nestedNotRewritten, "nested-not-rewritten",
			"uses of an eliminated phi inside nested functions stay"),
		eliminate(terminalsNotRewritten, "terminals-not-rewritten",
			"uses of an eliminated phi in terminals stay"),
		eliminate(contextNotRewritten, "context-not-rewritten",
			"uses of an eliminated phi in the context lists of nested functions stay"),
		eliminate(latchOperandsNotRewritten, "latch-operands-not-rewritten",
			"uses of an eliminated phi in operands of phis for back edges stay"),
		eliminate(rewrittenOnce, "rewritten-once",
			"a use of a phi is replaced by what that phi was replaced by, though this one was eliminated too"),
		eliminate(comparedByDeclaration, "compared-by-declaration",
			"two operands that are phis of the same variable count as equal"),
		eliminate(constantsEqual, "constants-equal",
			"two operands that were each assigned a literal of the same type count as equal"),
		eliminate(outerPhiSkipped, "outer-phi-skipped",
			"a phi of an inner loop counts as redundant if one operand is the outer loop's phi, which has it as its operand"),
		eliminate(firstOperandSkipped, "first-operand-skipped",
			"the first of three or more operands is not compared"),
		eliminate(deletedByIndex, "deleted-by-index",
			"three or more redundant phis of a loop header are deleted by positions that earlier deletions have moved"),
		eliminate(rewrittenUpToReturn, "rewritten-up-to-return",
			"uses of an eliminated phi after the next block that returns or throws stay"),
		{Name: "sequential-phis", Pass: "interp", kind: sequentialPhis,
			What: "the interpreter executes the phis of a block one after another, so that a swap loses a value"},
	}
}

// EnterSSA converts f to SSA form without any fault. See package ssa for what
// it does; this one refuses functions of more than MaxBlocks blocks, entries
// with predecessors, and cycles that nothing leads to.
func EnterSSA(f *hir.Function) error { return enter(f, noFault) }

// EliminateRedundantPhis removes redundant phis from f without any fault.
func EliminateRedundantPhis(f *hir.Function) error { return eliminate(f, noFault) }

// MaxBlocks is how many blocks a function may have, with those nested in it: the
// construction is recursive.
const MaxBlocks = 10_000

// countBlocks returns the number of blocks of f and all functions nested in it.
func countBlocks(f *hir.Function) int {
	n := 0
	for work := []*hir.Function{f}; len(work) > 0; {
		g := work[len(work)-1]
		work = work[:len(work)-1]
		n += len(g.Blocks)
		g.Nested(func(_ *hir.Block, _ *hir.Instruction, h *hir.Function) { work = append(work, h) })
	}
	return n
}
