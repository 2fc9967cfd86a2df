// Package interp is the reference interpreter of HIR. It runs a function before
// SSA construction, in SSA form and with scope terminals, all by the same rules,
// so that two forms of one program can be compared by what they do.
//
// # The opaque world
//
// Only operations of primitives on primitives are computed, as in JavaScript:
// numbers, strings, booleans, null, undefined. All else is an uninterpreted
// function. Its result is a term: a 64-bit hash of the operation, its operands
// and, where JavaScript lets it depend on state, the number of effects so far.
// What may run foreign code or be seen by it is an effect, and appended to the
// trace with its operands: calls, stores, deletes, await, iteration, spreads,
// operators and templates that convert an opaque value, memo markers. So any
// change of operands, order or path shows in the trace or in the result.
//
// Questions about terms are answered by their hash and Options.Seed: is it true,
// is it === 1, is it nullish, what is its typeof, how many items has it (0 to 4),
// does the call throw, does it call back. Each seed is another world and takes
// another path; in a quarter of them nothing unknown throws. The answer to a
// question is the same throughout straight code; asked by the same instruction
// again, in a loop, it may be another, or a loop on a value that does not change
// would not end.
//
// An unknown function may call closures it has been given, now or earlier (as an
// argument, in an object, by a store). When the program has ended, each closure
// that has escaped is called once more, so that what it captured is seen.
//
//	f(x$0): $9
//	bb0 (block):
//	  [1] $1 = PropertyLoad x$0.foo
//	  [2] $2 = LoadGlobal(module) log
//	  [3] If ($1) then:bb1 else:bb2 fallthrough=bb2
//	bb1 (block):
//	  predecessor blocks: bb0
//	  [4] $3 = 1
//	  [5] $4 = Binary $1 + $3
//	  [6] $5 = Call $2($4)
//	  [7] Goto bb2
//	bb2 (block):
//	  predecessor blocks: bb1 bb0
//	  [8] $6 = Array [$1]
//	  [9] Return Explicit $6
//
// has these two traces, among others:
//
//	seed 0: returned ArrayExpression#1 after 6 steps
//	  BinaryExpression +(arg0.foo, 1)
//	  CallExpression(log, BinaryExpression#1)
//	  returned(ArrayExpression#1)
//	seed 2: returned ArrayExpression#1 after 3 steps
//	  returned(ArrayExpression#1)
//
// # Variables
//
// A register holds what an identifier was last given in this activation. Reading
// one that was given nothing is no exception of the program but a defect of it:
// the outcome is [Stuck]. Phis, and closures when they are created, copy a register as
// it is, set or not: only a use of an unset one is an error. (SSA construction
// makes phi operands of variables that no path to them defines, for code that
// never reads them.) The phis of a block are all read before any is written. On
// entry to a function no edge is taken, so phis of its entry block are unset.
//
// A closure captures its context places: the values of the registers at the time
// it is created. Context variables, those that DeclareContext, StoreContext or
// LoadContext mention, are cells, and captured by reference. A DeclareContext makes
// a new cell, and so does a StoreContext that declares (all kinds but Reassign),
// unless the variable was hoisted (HoistedConst and so on) and awaits its
// declaration: then that cell is used. Reading or assigning a hoisted const or
// let before its declaration throws. A phi of a context variable is another name
// of it.
//
// # Exceptions
//
// A block that ends in a maybe-throw terminal with a handler raises exceptions at
// its end: the instruction that threw gives undefined, the rest of the block is
// executed, and then control goes to the handler. That is what SSA construction takes for
// granted, since it gives the handler the definitions at the block's end. (In
// what JavaScript lowers to, such a block has nothing after an instruction that
// can throw.) Where scope terminals cut the block, its pieces still count as one. In any other
// block an exception leaves the function at once. A maybe-throw terminal may also
// raise an exception by itself, so that each edge to a handler is taken in some
// world. The exception is written to the operand of the try that was executed
// last for this handler; the handler reads that identifier, or its phis do.
//
// # Branches
//
// The branch of a logical expression goes to its consequent to keep the left
// operand, whatever the operator is: so for && it asks whether the operand is
// false, for || whether it is true, for ?? whether it is not nullish. The branch of
// an optional access asks whether there is an object. All others, and if, ask
// whether the value is true. See branch.go.
//
// # Loops over collections
//
// The React Compiler lowers for-of and for-in so that the branch tests the item
// itself and every turn goes through the init block. See iterate.go for how the
// loop nevertheless has one iterator, and false items.
//
// # Limits
//
// Fuel counts instructions, not phis and terminals, so that it is used up at the
// same instruction before and after a pass. Moves from block to block have a
// limit of their own, for loops without instructions; so have the depth of calls
// (MaxDepth, which bounds the Go stack too) and the registers in use. All of them
// cut the run: outcome [OutOfFuel].
//
// # Pre- and postconditions
//
// Load and Run want a function for which hir.Check finds nothing; then they do not
// panic, whatever the function does. A run changes nothing in the function. Its
// result depends on the function and the options only, and not on ids and names
// of identifiers, ids of blocks, or the order of blocks.
//
// # Files
//
// load.go, phis.go, handlers.go, branch.go and context.go bring a function into the form of
// program.go. machine.go, registers.go and execute.go run it, with closure.go
// and cells.go for captured variables; primitive.go, number.go and string.go are
// JavaScript's primitive operations. world.go, operations.go, calls.go and
// iterate.go are the opaque world: another world would have other methods for what is
// in them. difference.go compares results; record.go makes traces readable;
// scopes.go follows open scopes.
package interp
