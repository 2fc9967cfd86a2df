// Package faulty has a second implementation of EnterSSA and
// EliminateRedundantPhis, and ways to make it wrong.
//
// The implementation is written for itself, without a look at package ssa: short,
// recursive, with maps. With no fault it gives the same functions, byte for byte,
// so it is also an independent judge of the fast one ([EnterSSA],
// [EliminateRedundantPhis]).
//
// [All] lists the faults. Each is a mistake that a person could make and that
// spoils few programs: a loop with a continue, a closure made twice in a block, a
// handler of exceptions. They measure the oracles: an oracle is as good as the
// faults it finds. Take the fault stale-after-break. For
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
// Faults of the passes "ssa" and "eliminate" come with the faulty pass. The fault
// of "interp" is the interpreter's own (interp.Options.SequentialPhis).
package faulty
