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
//	pass              after a pass an invariant of HIR, or of SSA form, is violated for
//	                  the first time; or a conversion (to SSA form, to scope terminals)
//	                  is rejected by the oracles of package oracle
//	differs           our pass makes something else of the same input than the
//	                  compiler's, byte for byte
//
// What the compiler documents that it does not take is counted, and is no finding.
// The guilty pass of a wrong output is the first after which the function, run as it
// is then, does something else than the source. If there is none, it is "memoization"
// where only a render from the cache is wrong, else "code generation", which stands
// for all passes that do not work on HIR.
package peer
