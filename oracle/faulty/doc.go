// Package faulty has a second implementation of the passes under test, and ways
// to make it wrong.
//
// The implementation is written for itself, without a look at packages ssa and
// scopes: short, recursive, with maps. With no fault it gives the same functions,
// byte for byte, so it is also an independent judge of the fast one ([EnterSSA],
// [EliminateRedundantPhis]; [AlignReactiveScopesToBlockScopes],
// [MergeOverlappingReactiveScopes], [BuildReactiveScopeTerminals]).
//
// [All] lists the faults of SSA form, [Scopes] those of the passes over scopes.
// Each is a mistake that a person could make and that spoils some programs only: a
// loop with a continue, a closure made twice in a block, a handler of exceptions.
// They measure the oracles: an oracle is as good as the faults it finds. Take the
// fault stale-after-break. For
//
//	let x = 1;
//	while (a) {
//	  x = 2;
//	  if (b) { x = 3; break; }
//	}
//	return x;
//
// it makes the phi after the loop out of the test's values alone, as if the break
// came from there:
//
//	x$29: phi(bb5: x$30, bb1: x$30)      without the fault: phi(bb5: x$27, bb1: x$30)
//
// Or take phi-operand-first-piece. Where a scope starts and ends in the branch bb1
// of an if, that block becomes bb1, bb3 and bb4, of which bb4 goes to the end of the
// if; the fault leaves the phi there with an operand for bb3, which does not:
//
//	$4: phi(bb0: $6, bb3: $5)            without the fault: phi(bb0: $6, bb4: $5)
//
// A Fault's Pass says what it is a fault of: "ssa", "eliminate", "align", "merge"
// and "build" come with the faulty pass. The fault of "interp" is the
// interpreter's own (interp.Options.SequentialPhis).
package faulty
