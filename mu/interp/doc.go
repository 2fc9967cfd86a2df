// Package interp is the reference interpreter of Mu IR. It runs functions in
// pre-SSA form and in SSA form, so that a program can be compared with what a
// conversion made of it.
//
// # What a run shows
//
// [Run] calls a function; the last version is in force. What is outside of the
// program is a [Client]: it handles traps, decides which watchpoints are
// enabled, and answers calls of functions that are declared but have no version,
// and CCALL. All that the client sees is an [Event], in order and with the values
// that are kept alive. The default client ([SeededClient]) answers from a seed,
// the number of the event and its values, so each seed is another world, and the
// same for both forms of a program.
//
// A [Result] has an outcome, values, and for each event a hash of all up to it;
// [Difference] compares two. Hashes are made of what a conversion keeps: names of
// versions, blocks and instructions, values, numbers of objects. An instruction
// without name is known by its rank among the OSR points of its block that are no
// COMMINST. For instance (this is the package's example),
//
//	.funcdecl @ask <@i_i>
//	.funcdef @f VERSION %v1 <@i_i> ($n) {
//	    %entry:
//	        $c = SLT <@i64> $n @ten
//	        BRANCH2 $c %small %end
//	    %small:
//	        $x = CALL <@i_i> @ask ($n) EXC(%end %failed)
//	    %failed [$e]:
//	        TRAP <> KEEPALIVE($x $e)
//	        THROW $e
//	    %end:
//	        RET $x
//	}
//
// called with 3 does this in two worlds:
//
//	call @ask at @f.v1 %small 0: CALL (3:i64) -> (6:i64)
//	returned (6:i64)
//
//	call @ask at @f.v1 %small 0: CALL (3:i64) -> throw NULL
//	trap at @f.v1 %failed 0: TRAP (0:i64 NULL) -> throw NULL
//	threw (NULL)
//
// and in SSA form, which it is not in,
//
//	stuck (unassigned) at @f.v1 %small 0: CALL: read of $n, which its block has not assigned
//
// # Variables
//
// In pre-SSA form (Options.PreSSA) the variables belong to the call of their
// function, and are zero at first: 0, +0.0, NULL, the tagref64 of +0.0, a struct
// of zeros. In SSA form they belong to their block and are forgotten when control
// comes to one, but for its parameters; reading one that is not assigned is
// [Stuck]. In both forms:
//
//   - The arguments of an edge and the values of PHIs are all read before a
//     parameter is written. An edge without a list changes no parameter.
//   - The results of an instruction with EXC are assigned on the normal edge only,
//     those of WATCHPOINT on the enabled edge, before the edge's arguments are read.
//   - The exception parameter (or LANDINGPAD) is NULL on edges that carry no
//     exception: normal ones, and the exceptional ones of division and memory.
//
// # Semantics
//
// Ints have 1 to 64 bits. Wider ones may be copied, as what nobody looks at; any
// other use is [Unsupported]. The count of a shift is the lowest m bits, 2^m >=
// the width. FREM is C's fmod. The NaN that operations yield is always the same
// one, and all are equal to [Difference]. Comparison of places in different
// objects goes by their numbers.
//
// Memory is a list of objects, an object a list of its scalars ("cells"). They
// are numbered as they are allocated, globals first. A reference is an object's
// number and a cell. Memory has types: access as something else is undefined.
// WEAK exchanges never fail without reason, weak references are never cleared.
// SHIFTIREF may not leave the array, vector or varying part that it started in.
//
// Undefined behaviour ends the run, with one of these codes:
//
//	UB:div0       division by zero without EXC
//	UB:null       NULL as a location without EXC, in addressing, or as callee
//	UB:index      an index outside of its array, vector or varying part
//	UB:bounds     access outside of an object
//	UB:dead       access to a stack cell whose frame is gone
//	UB:type       access to memory that holds something of another type
//	UB:signature  a call, or TAILCALL, with a signature that does not fit
//	UB:tag        a tagref64 that does not hold what is asked for
//	UB:futex      a negative number of threads
//
// There is one thread and one stack. NEWTHREAD, SWAPSTACK, new_stack, native
// memory (PTR, pin), exposed functions and @uvm.meta are [Unsupported].
// Futexes, kill_dependency, tr64, the thread-local reference and current_stack
// are there. @uvm.thread_exit ends the run: it has returned nothing, with code
// "thread_exit".
//
// An exception that the client gives goes to the instruction's exceptional edge;
// without one it unwinds. A call of a function without version does what a trap
// does that keeps the arguments alive, with the values as what it returns and the
// exception as what it throws. A client that redefines functions meanwhile is not
// there: the call is not made again.
//
// # Programs that are not valid
//
// A bundle need not be checked. What is wrong ends a run when control comes to
// it ([Stuck]). Since checks below mu.LevelFull do not look at operands, an int of
// another width than demanded is truncated or zero-extended, and a double constant
// of type float is rounded.
//
// # Limits
//
// Fuel bounds steps; work that is not one step's (large values, many arguments
// of an edge, many variables of a function) takes more of it. Too many cells of
// memory are like an end of fuel too ([OutOfFuel], code "memory"). Calls do not
// nest on Go's stack; too many are [StackOverflow]. Values of more than 65536
// cells are not supported, but objects may be larger.
//
// # How it works
//
// A [Machine] prepares a function when it is first called: operands become
// registers and places in a table of constants, types become shapes (the kinds of
// their scalars), edges become lists of moves, and each read of a variable that
// its block has not assigned becomes an end of the run, so that nothing need be
// looked for while it runs. Where the types of operands are not known to fit, an
// instruction that makes a value conform is put before. A machine can be used for
// many runs and, after Reset, for many bundles without new memory.
//
//	*mu.Bundle -> lower*.go: code -> loop.go, call.go, trap.go,
//	memory.go, vector.go -> Result -> difference.go
//
// Precondition of a run: one goroutine uses the machine. Postcondition: the
// bundle is as it was; the result's values belong to the caller.
package interp
