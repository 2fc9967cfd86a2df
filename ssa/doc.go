// Package ssa converts HIR to static single assignment form.
//
// # EnterSSA
//
// [EnterSSA] gives every definition an identifier of its own, and every use the
// one that reaches it; where different ones meet, it puts a phi. It is the
// construction of Braun et al. (Simple and Efficient Construction of Static
// Single Assignment Form, 2013) as the React Compiler has it: phis are made on
// demand, redundant ones too. For
//
//	let y = 2; if (y > 1) { y = 1 } else { y = 2 } let x = y;
//
// it takes
//
//	bb0 (block):
//	  [1] $0 = 2
//	  [2] $2 = StoreLocal Let y$1 = $0
//	  [3] $7 = LoadLocal y$1
//	  [4] $8 = 1
//	  [5] $9 = Binary $7 > $8
//	  [6] If ($9) then:bb2 else:bb3 fallthrough=bb1
//	bb2 (block):
//	  predecessor blocks: bb0
//	  [7] $3 = 1
//	  [8] $4 = StoreLocal Reassign y$1 = $3
//	  [9] Goto bb1
//	bb3 (block):
//	  predecessor blocks: bb0
//	  [10] $5 = 2
//	  [11] $6 = StoreLocal Reassign y$1 = $5
//	  [12] Goto bb1
//	bb1 (block):
//	  predecessor blocks: bb2 bb3
//	  [13] $10 = LoadLocal y$1
//	  [14] $12 = StoreLocal Let x$11 = $10
//
// and leaves
//
//	bb0 (block):
//	  [1] $15 = 2
//	  [2] $17 = StoreLocal Let y$16 = $15
//	  [3] $18 = LoadLocal y$16
//	  [4] $19 = 1
//	  [5] $20 = Binary $18 > $19
//	  [6] If ($20) then:bb2 else:bb3 fallthrough=bb1
//	bb2 (block):
//	  predecessor blocks: bb0
//	  [7] $21 = 1
//	  [8] $23 = StoreLocal Reassign y$22 = $21
//	  [9] Goto bb1
//	bb3 (block):
//	  predecessor blocks: bb0
//	  [10] $24 = 2
//	  [11] $26 = StoreLocal Reassign y$25 = $24
//	  [12] Goto bb1
//	bb1 (block):
//	  predecessor blocks: bb2 bb3
//	  y$27: phi(bb2: y$22, bb3: y$25)
//	  [13] $28 = LoadLocal y$27
//	  [14] $30 = StoreLocal Let x$29 = $28
//
// Preconditions, which the pass checks (the error is a *hir.PassError of category
// Invariant with the place):
//   - the function is top-level: it has no context;
//   - block ids are unique, and no block has phis;
//   - every target of a terminal exists;
//   - the predecessors of a block are the blocks with an edge to it, each once.
//     Blocks that the entry does not reach may be left out, with all their edges,
//     as hir.Function.MarkPreds does;
//   - the entry of a nested function has no predecessors;
//   - every place names an identifier of the environment.
//
// Beyond that the pass relies on hir.Check. It does not rely on the order of
// blocks: a block may precede all its predecessors. That only costs phis.
//
// Postconditions:
//   - every identifier is defined once: by a parameter, an instruction or a phi.
//     All are new, numbered from the environment's next id on, and have the
//     declaration and the name of the identifier they are versions of;
//   - a use has the version that reaches it on every path from the entry, a phi's
//     operand the version that reaches the end of the predecessor;
//   - a phi has one operand for each predecessor, in the order of the predecessors;
//     a block has at most one phi of a variable, and none without a use;
//   - what stays as it was: Returns, the variable of a DeclareContext, and each use
//     that no definition reaches. Such uses keep the old identifier, which nothing
//     defines. Variables shared with nested functions (StoreContext) are never
//     defined, so their uses are always of this kind, or phis of nothing else;
//   - nested functions see outer variables as they are at the instruction that
//     holds the function.
//
// A definition of a variable that a use was met of, in the order of blocks, before
// any definition reached it, is refused: category Todo, "[hoisting] EnterSSA:
// Expected identifier to be defined before being used". If the definition comes
// first in that order but does not reach the use (a let in one case of a switch
// that the next case reads), the use silently has no value, or is a phi with an
// operand of the old identifier. The React Compiler does the same.
//
// # Differences from the React Compiler
//
// On every graph that JavaScript lowers to, and on all others on which the React
// Compiler works, the result is the same, down to the identifiers. It crashes, does
// not end, or gives wrong code for some graphs that no JavaScript has:
//   - a block that precedes all its predecessors; an edge from an unreachable block;
//     two edges from one block to a loop's header, which make it take the header
//     for sealed too early. Here all these are converted as said above. (With two
//     edges to a block that is its own successor it can come out right by luck, and
//     then numbers the phis in another order.)
//   - an entry with predecessors. It is the start of the function as well, and so a
//     variable that has one value there and another on an edge back would need a
//     phi with an operand for no predecessor: "Expected the entry block to need no
//     phi". Any other variable is converted.
//   - a cycle that nothing leads to, not even from an unreachable block. A variable
//     that the cycle does not define has no value in it; the look-up of the React
//     Compiler goes round for ever, or makes a phi of itself.
//   - a nested function's parameter that is used outside of it. There it has no
//     value, where the React Compiler finds the nested function's.
//
// # EliminateRedundantPhis
//
// [EliminateRedundantPhis] removes each phi that merges one value, not counting
// itself, and puts that value for its uses, until no such phi is left.
//
// Precondition: SSA form, as EnterSSA leaves it. Checked are only that phis define
// different identifiers and name identifiers of the environment.
//
// Postconditions:
//   - every phi has two different operands other than itself; phis keep their
//     order, and their operands theirs;
//   - no use of a removed phi is left, in nested functions and their contexts
//     neither;
//   - on reducible graphs the phis left are the least possible (pruned and minimal).
//     On others, groups of phis that merge one value together can be left.
//
// A phi that has no operand but itself and phis like it is refused: "Expected phis
// to be non-empty". EnterSSA makes none.
//
// The result is that of the React Compiler, on every function in which each block
// with predecessors follows one of them; on others it is right where the React
// Compiler can leave uses of removed phis. Why, see the type elimination.
//
// # Cost
//
// Both take time near-linear in the number of instructions and of phis that
// EnterSSA makes, which are up to one for each variable and block. Neither recurses.
// For many small functions keep a [Builder].
package ssa
