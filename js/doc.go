// Package js is the source language: a syntax tree of the JavaScript that can be
// lowered to HIR, a reader and a printer of its text, and the lowering itself.
//
// [Parse] reads a file with goja's parser and maps what it finds to the tree; what
// the tree cannot hold is an error with its place. [Print] writes a tree in one
// canonical form, which Parse reads back to an equal tree ([Equal]). [Walk] visits
// a tree, [Clone] copies one.
//
// # Reading
//
// Before goja's parser, a scan of our own splits the source into tokens. What it
// gives goja is as long as the source and has the same tokens at the same offsets,
// but is plain: names are ASCII, and strings, templates, regular expressions and
// comments are x's and spaces. So goja has the last word on grammar, and nothing on
// the spelling of names, strings and numbers, where it has faults. The scan also
// follows brackets and statements. From that come
//
//   - the limit on nesting: what exhausts the stack ends a Go process, and goja's
//     parser recurses. Brackets may nest 25,000 deep, operators and statements
//     250,000; a large file is given to goja in parts, so that not even its search for
//     a way to go on after an error can nest deeper. Arrow functions within
//     parameters of others, which take goja exponential time, are limited too;
//   - the places where top-level statements start: an error spoils the statement it
//     is in and no other, and import and export declarations are left out as a whole;
//   - the parentheses, which goja's tree does not keep, and which matter in a < b < c,
//     ("use strict") and in some errors.
//
// [ParsePartial] leaves out what has errors, and reports the first syntax error of
// each top-level statement, or all that is unsupported in it: classes, getters and
// setters, with, yield, super, new.target, private names, BigInt literals, for
// await, import and export. The source
//
//	import {x} from "y";
//	let a = ;
//	function f({b = 1, ...c}) { return a?.b.c < (b, c) }
//
// read as file.js gives the errors
//
//	file.js:1:1: unsupported: import declaration
//	file.js:2:9: unexpected token ;
//
// and a program that prints as
//
//	function f({ b = 1, ...c }) {
//	  return a?.b.c < (b, c);
//	}
//
// Programs are read as scripts in sloppy mode, as CommonJS files are, but for a
// return at top level.
//
// # Trees
//
// Print and Parse are inverse, Parse(Print(p)) equal to p, for every tree that Parse
// gives. A tree that was built keeps to the following for that:
//
//   - Names, also of properties after a dot and of KeyName, are identifier names;
//     names of variables and labels are not reserved, nor await in an async function,
//     yield in a generator, or let in a let or const.
//   - A NumberLit is neither negative (nor -0) nor NaN. The Key of a KeyNumber is the
//     [NumberText] of such a number.
//   - Strings are WTF-8, as [FromUTF16] gives them. Raw and Cooked of a Quasi agree, as
//     [NewQuasi] makes them; it is Invalid, with Cooked "", only in a TaggedTemplate.
//     A directive has no line break, and not both kinds of quote unescaped.
//   - A RegExpLit has a pattern and valid flags.
//   - A Member or Call is Optional only on the spine of a Chain, where at least one is:
//     the spine goes from the Chain's X through the X of a Member and the Callee of a
//     Call. A Chain is not the X of a Chain.
//   - Only the operator = assigns to a pattern. Members are targets of assignments and
//     of a for that declares nothing, not of declarations. A DefaultPattern is an
//     element of a pattern or a parameter. The Rest of an ObjectPattern is no pattern.
//     A for in or of that declares nothing has Kind Let.
//   - A Spread is an argument or an element of an array; an AwaitExpr is in the body of
//     an async function; an Update has an *Ident or *Member; a Sequence two or more
//     expressions.
//   - const, and every pattern but in a for in or of, has an Init. A Switch has one
//     default at most. A Try has a Handler or Finally, and a Param only with the first.
//   - The Value of a Shorthand is its Key as a variable. The Value of a Method is a
//     FunctionExpr without a name that is no arrow function. An ObjectLit has one
//     __proto__: at most. Arrow functions are no generators and have no name.
//   - The body of a loop, label or if is no let or const, and no function but in an if
//     or label, where it is neither async nor a generator. The Then of an If with an
//     Else does not end with an If without: that needs a Block. (Print puts braces
//     around such statements, which keeps the meaning, but the tree read back has a
//     Block more.)
//   - Break, Continue and Return are where JavaScript allows them.
//   - And, as goja's parser cannot read them: no method is both async and a generator;
//     an array pattern with a default, within an object pattern of a declaration or
//     among parameters, has no elements with defaults; and no await is within
//     parameters, not even in the body of an arrow function without braces.
//
// # Where goja's parser departs from JavaScript
//
// Besides those three, these are refused though they are right: the initializer in
// for (var a = 1 in b), a statement that starts with let as a name before in or
// instanceof, the operator in within the parameters of arrow functions and the
// defaults of declared patterns in the head of a for, comments like those of HTML,
// and import and export but at top level.
//
// These are taken though they are wrong: what only strict mode forbids; names
// declared twice; regular expressions with an error in the pattern.
//
// goja's compiler, which runs printed programs, has faults that do not concern
// Parse: it groups a < b < c to the right, for which Print always writes the
// parentheses of comparisons within comparisons; takes a string in parentheses for a
// directive; and fails on "\u{10FFFF}" and on rest elements that end with a name
// outside ASCII.
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
