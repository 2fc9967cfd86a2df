// Package oracle decides whether a conversion of HIR is right: it verifies the
// invariants of each form, validates what a pass made of a function, compares any
// two functions one of which is to be the other in SSA form, and runs them.
//
// # Invariants
//
// [VerifyPre] and [VerifySSA] list what violates the form before SSA and SSA form.
// Each invariant has its [Kind]; a [Violation] says where it is violated, what was
// expected and what was found. Everything is listed, not only the first. Kinds are
// weak where only order, numbering or annotation differ from what the React
// Compiler makes; the function then still means the same.
//
//	function f, block bb6: phi-operand-missing: x$56: expected an operand for bb5, found none
//
// The checks are written to be independent of the passes. Orders, predecessors and
// dominators are computed here again, in another way.
//
// # Validation
//
// [ValidateSSA] and [ValidateEliminate] prove for one run of a pass, not for the
// pass, that it kept the meaning on all paths. Blocks and instructions are paired,
// and every place must read, whichever way control comes to it, what it read in the
// input. Given
//
//	bb6 (block):
//	  predecessor blocks: bb4 bb5
//	  x$56: phi(bb4: x$46, bb5: x$43)
//
// the use of x$56 in the output and that of x in the input are equal if x$46 and x
// are at the end of bb4, and x$43 and x at the end of bb5; and so on until the same
// instruction defines both. A pair that comes up again closes a loop. Nothing is
// approximated: if a place is rejected, there is a path on which it reads another
// value, and the violation names it.
//
//	function f, block bb1, instruction 6: wrong-value: x$37: expected x$2 as defined by
//	instruction 14 in bb4, found x$43 as defined by instruction 11 in bb2, on the path
//	bb0 bb1 bb2 bb4 bb6 bb1
//
// Time is near-linear: functions of 100,000 blocks take about a second, and those
// of 30 instructions some microseconds with a [Verifier], which keeps its memory.
//
// # Comparison
//
// [CompareSSA] accepts the work of any compiler: identifiers may have any numbers
// and names, and there may be more or fewer phis than the React Compiler makes. What
// differs without doing harm becomes a [Note] with the reason: a phi that nothing
// reads, a phi that always equals something else, another order of operands.
//
// [CheckPair] runs the two as well.
//
// # Scopes
//
// [VerifyAlign], [VerifyMerge], [VerifyScopes] and [VerifyFlatten] say what is wrong
// with the result of a pass over scopes, [ValidateScopes] proves that taking scope
// terminals out gives the input, and [VerifyScopeInput] says which functions scope
// terminals are defined for. [CompareScopes] and [CheckScopePair] accept the work of
// any compiler. Some of these take time that is quadratic in the number of scopes.
//
// # Whole checks
//
// A [Checker] puts a [Case] through a list of passes ([Pass]), and after each verifies the
// invariants, validates the step, and runs the function in several worlds of package
// interp to compare it with the input. A [Failure] names the first pass whose result
// is wrong, the oracle that objects, and the command that replays the case; [Reduce]
// makes its program as small as can be. [Fuzz] does this for generated programs on
// many goroutines, and its report does not depend on how many. CheckX functions
// ([CheckSSA], [CheckScopes], [CheckText], [CheckHIRText], [CheckAnyHIR]) are the properties that
// fuzz targets, gopter, tests and the command line share.
//
// [Conform] compares our passes with recorded runs of another compiler's. [Corrupt]
// makes the mistakes that comparison must find, package faulty those that checks must
// find, and [ScoreMutant] measures which oracle finds them.
package oracle
