// Package scopes holds the passes that make reactive scopes part of the control
// flow, as the React Compiler has them, on functions in SSA form.
//
// A reactive scope is a set of identifiers and a range of instruction ids: the
// instructions that are memoized together. Inference makes ranges without
// regard to control flow. The passes here give each scope a place in it:
//
//  1. [AlignReactiveScopesToBlockScopes] widens ranges to whole constructs.
//  2. [MergeOverlappingReactiveScopes] joins scopes that cannot nest.
//  3. [AssertValidBlockNesting] checks that scopes and constructs form a tree.
//  4. [BuildReactiveScopeTerminals] cuts blocks where scopes start and end.
//  5. [FlattenReactiveLoops] prunes the scopes within loops.
//
// Each works in place, takes linear or near-linear time however deep scopes and
// constructs nest, and returns a *hir.PassError, with the React Compiler's
// texts, for a function that it refuses; the function is then unchanged.
//
// For an array that is filled in one branch,
//
//	bb0 (block):
//	  [1] $1_@0[1:5] = Array []
//	  [2] If ($0) then:bb1 else:bb2 fallthrough=bb2
//	bb1 (block):
//	  predecessor blocks: bb0
//	  [3] $2_@0[1:5] = Call $3($1_@0[1:5])
//	  [4] Goto bb2
//	bb2 (block):
//	  predecessor blocks: bb1 bb0
//	  [5] Return Explicit $1_@0[1:5]
//
// the range [1:4] of inference has been widened to [1:5], since the scope may
// not end within the if, and the scope becomes
//
//	bb0 (block):
//	  [1] Scope scope @0 [1:7] dependencies=[] declarations=[] reassignments=[] block=bb3 fallthrough=bb4
//	bb3 (block):
//	  predecessor blocks: bb0
//	  [2] $1_@0[1:7] = Array []
//	  [3] If ($0) then:bb1 else:bb2 fallthrough=bb2
//	bb1 (block):
//	  predecessor blocks: bb3
//	  [4] $2_@0[1:7] = Call $3($1_@0[1:7])
//	  [5] Goto bb2
//	bb2 (block):
//	  predecessor blocks: bb1 bb3
//	  [6] Goto bb4
//	bb4 (block):
//	  predecessor blocks: bb2
//	  [7] Return Explicit $1_@0[1:7]
//
// # What merging joins
//
// Were all ids of starts and ends those of instructions or terminals, merging
// would join exactly the transitive closure of three relations between scopes:
//
//   - their ranges overlap, and neither holds the other;
//   - their ranges are equal;
//   - an instruction mentions an identifier of the one, where that identifier
//     is mutable, while the other is open within it.
//
// So it joins more than what overlaps. It can also join less or other scopes
// where ids have gaps, since at each id it closes only the scopes with one end
// and opens only those with one start; the others that are due wait for the
// next id.
//
// Merging twice can join more than merging once, for two reasons, neither of
// which occurs in any recorded run of the React Compiler: a mention that was
// after the end of its scope lies within it once the scope has grown, and so
// counts as a mutation; and the range of joined scopes can come to equal that
// of another. The scopes nest after one run nevertheless. Aligning twice changes
// nothing if no scope is mentioned before its start, nor does aligning what
// has been aligned and merged.
//
// # What a tree is not enough for
//
// AssertValidBlockNesting lets some scopes pass that inference does not make,
// and that BuildReactiveScopeTerminals then cuts in a way that does not nest. A
// scope that starts within a construct and ends at its fallthrough's first id
// is cut after the start of the fallthrough, and so outside. A scope that
// starts at a construct's terminal, but ends within the construct, is cut
// before the terminal, and so outside too. And an edge may lead into the middle
// of a scope, as into the second branch of an if where a scope reaches from
// the first one into it: control is then in a scope that it never entered.
//
// # A defect
//
// The React Compiler (1.0.0) leaves a scope alone that starts in the body of a
// do-while loop and ends in the loop's test, or at it, as in
//
//	let x;
//	do { x = []; } while (mutate(x) + other());
//
// The branch that ends the test has the test block itself as its fallthrough.
// Once the test is cut, the reverse postorder puts the block after the cut
// before the one that leads to it, numbers are given in that order, and the
// scope's range no longer holds the test's instructions. The React Compiler
// ends in an invariant error then, "Expected a break target". The passes here
// do the same up to that point; [AlignOptions] has an option that widens such
// scopes to the whole loop.
package scopes
