// Package faulty holds wrong versions of the passes that build SSA form, each
// with one subtle mistake of the kind that real implementations have had. They
// measure the oracles: an oracle that does not catch them is not worth its time.
//
// They share one plain implementation of both passes, recursive and with maps,
// that has nothing in common with package ssa. Without a fault it gives byte for
// byte what ssa gives, so that it serves as a second implementation too
// ([EnterSSA], [EliminateRedundantPhis]).
//
//	y$27: phi(bb2: y$22, bb3: y$25)   right
//	y$27: phi(bb2: y$25, bb3: y$22)   with the fault operands-swapped
package faulty
