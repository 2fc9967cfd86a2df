// Package js is the source language: a syntax tree of the JavaScript that can be
// lowered to HIR, a reader and a printer of its text, and the lowering itself.
//
// [Parse] reads a file with goja's parser and maps what it finds to the tree; what
// the tree cannot hold is an error with its place. [Print] writes a tree in one
// canonical form, which Parse reads back to an equal tree ([Equal]). [Walk] visits
// a tree, [Clone] copies one.
//
// # Lowering
//
// [Lower] makes the HIR of one top-level function, [LowerProgram] that of all of
// them; a [Lowerer] keeps its working memory from one to the next. Blocks,
// identifiers and instructions are made in the order of the React Compiler 1.0.0,
// so that all ids agree with its own dumps. The function
//
//	function f(a) {
//	  let x = 1;
//	  while (a) {
//	    x = x + a;
//	  }
//	  return x;
//	}
//
// lowers to
//
//	f(<unknown> a$0): <unknown> $11
//	bb0 (block):
//	  [1] <unknown> $1 = 1
//	  [2] <unknown> $3 = StoreLocal Let <unknown> x$2 = <unknown> $1
//	  [3] While test=bb1 loop=bb3 fallthrough=bb2
//	bb1 (loop):
//	  predecessor blocks: bb0 bb3
//	  [4] <unknown> $8 = LoadLocal <unknown> a$0
//	  [5] Branch (<unknown> $8) then:bb3 else:bb2 fallthrough:bb1
//	bb3 (block):
//	  predecessor blocks: bb1
//	  [6] <unknown> $4 = LoadLocal <unknown> x$2
//	  [7] <unknown> $5 = LoadLocal <unknown> a$0
//	  [8] <unknown> $6 = Binary <unknown> $4 + <unknown> $5
//	  [9] <unknown> $7 = StoreLocal Reassign <unknown> x$2 = <unknown> $6
//	  [10] Goto(Continue) bb1
//	bb2 (block):
//	  predecessor blocks: bb1
//	  [11] <unknown> $9 = LoadLocal <unknown> x$2
//	  [12] Return Explicit <unknown> $9
//
// The body was lowered before the test: its temporaries have smaller numbers.
//
// Lowering scans a function twice. The first scan, in source order, makes scopes
// and bindings, and finds which variables each nested function captures, which
// live in cells (context variables) and which need a hoisted declaration. The
// second makes blocks and instructions. At the end the blocks are put in reverse
// postorder, what cannot be reached is dropped, instructions are numbered and
// predecessors listed.
//
// Precondition: the tree is that of a valid program, as Parse gives it or as built
// by hand; positions may be 0. Postcondition: hir.Check finds nothing, the blocks
// are in reverse postorder, Preds are those of hir.Function.MarkPreds, instructions
// are numbered 1, 2, ... in each function, effects are unknown, and the tree is as
// it was. What cannot be lowered gives an *[Error] "unsupported: ...", with its
// place.
//
// By default the result is what the React Compiler makes, but where that is at odds
// with JavaScript or with the rules of HIR; [LowerOptions] lists the differences.
// Before SSA construction the React Compiler runs hir.Function.PruneMaybeThrows and
// hir.Function.MergeConsecutiveBlocks.
package js
