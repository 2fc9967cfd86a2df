package faulty

import (
	"assay/hir"
	"assay/scopes"
)

// scopeKind is the switch of a fault of a pass over scopes.
type scopeKind uint8

const (
	noScopeFault scopeKind = iota

	// In alignment.
	startKeptInSwitch
	labelForgotten
	tryForgotten
	breakEndOnly
	breakStartOnly
	breakOneLevel
	innermostValue
	valueNodeLost
	valueStartOnly
	droppedLate
	endAtTerminal
	endOneLateAfterLoop
	startBeforeLoop
	sequenceIsStatement
	loopIsStatement
	outerForgotten

	// In merging.
	touchingJoined
	joinedWithNext
	readersMovedOnly
	movedOneStep
	rangeOfLastJoined
	shorterOpenedFirst
	outerClosedFirst
	lvaluesNoMutation
	capturesNoMutation
	joinedAboveOnly
	topClosed
	oneClosed

	// In the building of terminals.
	endOneLate
	startOneEarly
	phiOperandAtEnd
	phiOperandFirstPiece
	phiOperandBackEdge
	phiOperandKeepsPlace
	innerStartsFirst
	outerEndsFirst
	sharedFallthrough
	gotoLastScope
	nestedRangeStale
	rangeEndAtGoto
	unreachableDropped
	unreachableNotMarked
	handlerPredsKept
	predsInListOrder
	orderKept
	idOfEmptyPiece
	emptyPieceDropped
	pieceIsBlock
	phisOnLastPiece
	terminalNotCut
	startsBeforeEnds
	gotoPastEnd
	constructEndsAfterScope
)

// Scopes returns all faults of the passes over scopes, in a fixed order.
func Scopes() []Fault {
	align := func(k scopeKind, name, what string) Fault {
		run := func(f *hir.Function, opt scopes.AlignOptions) error { return align(f, opt, k) }
		return Fault{
			Name: name, Pass: "align", What: what, Align: run,
			Run: func(f *hir.Function) error { return run(f, scopes.AlignOptions{}) },
		}
	}
	merge := func(k scopeKind, name, what string) Fault {
		return Fault{Name: name, Pass: "merge", What: what, Run: func(f *hir.Function) error { return merge(f, k) }}
	}
	build := func(k scopeKind, name, what string) Fault {
		return Fault{Name: name, Pass: "build", What: what, Run: func(f *hir.Function) error { return build(f, k) }}
	}
	return []Fault{
		align(startKeptInSwitch, "start-kept-in-switch",
			"a scope that starts in a switch and lasts beyond it keeps its start"),
		align(labelForgotten, "label-forgotten",
			"a labelled block is taken for no construct: scopes start and end in it, and breaks out of it widen nothing"),
		align(tryForgotten, "try-forgotten",
			"a scope that is live where a try begins need not reach to its end"),
		align(breakEndOnly, "break-end-only",
			"a scope that a break leaves over more than one construct reaches to the end of the outer one, not back to its start"),
		align(breakStartOnly, "break-start-only",
			"a scope that a break leaves over more than one construct reaches back to the start of the outer one, not to its end"),
		align(breakOneLevel, "break-one-level",
			"a break that leaves more than two constructs widens nothing"),
		align(innermostValue, "innermost-value",
			"a scope first mentioned in nested conditional expressions holds the innermost one, not the outermost"),
		align(valueNodeLost, "value-node-lost",
			"what follows an inner conditional expression within an outer one is taken to be in none"),
		align(valueStartOnly, "value-start-only",
			"a scope first mentioned in a conditional expression or a loop's head reaches back to its start, not to its end"),
		align(droppedLate, "dropped-late",
			"a scope that ends just where a construct does is widened to hold all of it"),
		align(endAtTerminal, "end-at-terminal",
			"a scope that ends just before the terminal of a construct is widened to the construct's end"),
		align(endOneLateAfterLoop, "end-one-late-after-loop",
			"a scope that is live where a loop begins ends one instruction after the loop"),
		align(startBeforeLoop, "start-before-loop",
			"a scope that lasts beyond the loop it starts in starts with the instruction before the loop"),
		align(sequenceIsStatement, "sequence-is-statement",
			"the blocks of a sequence expression are taken for those of statements"),
		align(loopIsStatement, "loop-is-statement",
			"the head of a loop is taken for a statement, so that a scope can start within it"),
		align(outerForgotten, "outer-forgotten",
			"where a construct ends, those around it are forgotten, so that scopes that start in them later keep their start"),

		merge(touchingJoined, "touching-joined",
			"scopes that start where another ends are opened before that one is closed, and so joined with it"),
		merge(joinedWithNext, "joined-with-next",
			"a scope that ends before ones that started later, or is mutated while they are open, is joined with the next of them only"),
		merge(readersMovedOnly, "readers-moved-only",
			"identifiers that no instruction reads keep the scope that was joined to another"),
		merge(movedOneStep, "moved-one-step",
			"of three scopes joined in turn, identifiers of the first joined move to the second, not the third"),
		merge(rangeOfLastJoined, "range-of-last-joined",
			"joined scopes end where the last of them to start ends"),
		merge(shorterOpenedFirst, "shorter-opened-first",
			"of scopes with the same start the shorter is opened first"),
		merge(outerClosedFirst, "outer-closed-first",
			"of scopes with the same end the one that started first is closed first"),
		merge(lvaluesNoMutation, "lvalues-no-mutation",
			"that an instruction assigns to an identifier of an outer scope does not join it with the inner ones"),
		merge(capturesNoMutation, "captures-no-mutation",
			"that a function captures an identifier of an outer scope does not join it with the inner ones"),
		merge(joinedAboveOnly, "joined-above-only",
			"the scopes above an outer one that is mutated are joined with each other, but not with it"),
		merge(topClosed, "top-closed",
			"where a scope ends, the last one opened is closed in its place"),
		merge(oneClosed, "one-closed",
			"of scopes with the same end only one is closed; the others stay open"),

		build(endOneLate, "end-one-late",
			"a scope that ends within a block it did not start in ends one instruction late"),
		build(startOneEarly, "start-one-early",
			"a scope of one instruction starts with the instruction before"),
		build(phiOperandAtEnd, "phi-operand-at-end",
			"an operand of a phi stays under its block if that was cut for ends of scopes only"),
		build(phiOperandFirstPiece, "phi-operand-first-piece",
			"an operand of a phi is put under the second piece of its block even if that was cut more than once"),
		build(phiOperandBackEdge, "phi-operand-back-edge",
			"operands of phis for back edges stay under the block that was cut"),
		build(phiOperandKeepsPlace, "phi-operand-keeps-place",
			"an operand of a phi that is put under another block keeps its place among the operands"),
		build(innerStartsFirst, "inner-starts-first",
			"of scopes with the same start the inner one is opened first"),
		build(outerEndsFirst, "outer-ends-first",
			"of scopes with the same end the outer one is closed first"),
		build(sharedFallthrough, "shared-fallthrough",
			"a scope that ends with the scope around it has that one's fallthrough"),
		build(gotoLastScope, "goto-last-scope",
			"the end of a scope with two or more scopes in it goes to the fallthrough of the last of them"),
		build(nestedRangeStale, "nested-range-stale",
			"the ranges of scopes within others are not updated"),
		build(rangeEndAtGoto, "range-end-at-goto",
			"the range of a scope that ends at the start of a block ends before the goto that leaves the scope"),
		build(unreachableDropped, "unreachable-dropped",
			"fallthroughs that control does not get to are dropped when the blocks are put in order"),
		build(unreachableNotMarked, "unreachable-not-marked",
			"the fallthrough of a scope or construct that cannot be reached is kept with its goto"),
		build(handlerPredsKept, "handler-preds-kept",
			"the predecessors of handlers stay as they were before blocks were cut"),
		build(predsInListOrder, "preds-in-list-order",
			"three or more predecessors are listed in the order of the blocks, not in that of a walk along the edges"),
		build(orderKept, "order-kept",
			"new blocks are put after the ones they were cut from, and the blocks not put in order anew"),
		build(idOfEmptyPiece, "id-of-empty-piece",
			"the terminal of a piece without instructions has the id of the terminal before it"),
		build(emptyPieceDropped, "empty-piece-dropped",
			"a scope that ends at the start of a block has that block as its fallthrough"),
		build(pieceIsBlock, "piece-is-block",
			"later pieces of a block are of kind block, whatever the block is"),
		build(phisOnLastPiece, "phis-on-last-piece",
			"where a scope ends at the start of a block, the block's phis move to the fallthrough"),
		build(terminalNotCut, "terminal-not-cut",
			"a scope that ends at a terminal ends at the start of the next block"),
		build(startsBeforeEnds, "starts-before-ends",
			"a scope that starts where another ends is opened before that one is closed"),
		build(gotoPastEnd, "goto-past-end",
			"a goto to a block at whose start a scope ends goes to the scope's fallthrough"),
		build(constructEndsAfterScope, "construct-ends-after-scope",
			"a construct whose fallthrough starts with the end of a scope gets the scope's fallthrough"),
	}
}

// AlignReactiveScopesToBlockScopes aligns scopes without any fault. See package
// scopes for what it does.
func AlignReactiveScopesToBlockScopes(f *hir.Function, opt scopes.AlignOptions) error {
	return align(f, opt, noScopeFault)
}

// MergeOverlappingReactiveScopes merges scopes without any fault.
func MergeOverlappingReactiveScopes(f *hir.Function) error { return merge(f, noScopeFault) }

// BuildReactiveScopeTerminals builds scope terminals without any fault. It
// refuses functions of more than MaxBlocks blocks.
func BuildReactiveScopeTerminals(f *hir.Function) error { return build(f, noScopeFault) }
