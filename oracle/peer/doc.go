// Package peer checks compilers that are not ours: for each program that a compiler
// is given it looks at what the compiler made of it, pass by pass, and at what the
// compiled program does.
//
// A [Finding] has a kind, by which findings are counted:
//
//	wrong output      a render of the compiled program gives something else than the
//	                  source
//	invariant         the compiler's own invariants do not hold, or it throws
//	crash, hang, rubbish   it ends, does not answer, or answers no protocol
//	unreadable        what it prints after a pass is not HIR
//	pass              a conversion (SSA, EliminateRedundantPhi, scope terminals) is
//	                  rejected by the oracles of package oracle: an invariant is
//	                  violated, or a place reads something else
//	differs           our pass makes something else of the same input than the
//	                  compiler's, byte for byte
//
// What the compiler documents that it does not take is counted, and is no finding.
// The guilty pass of a wrong output is SSA or EliminateRedundantPhi if the program
// behaves otherwise after it in the worlds of package interp. Of later passes it is
// only told whether the first render is wrong ("transformation") or one that takes
// from the cache ("memoization").
package peer
