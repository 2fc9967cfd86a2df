// Package mugen makes Mu IR from choices: bundles in pre-SSA form and in SSA form.
// See package gen for choices.
//
// [Bundle] makes bundles in pre-SSA form. Their functions are structured, or have
// edges that go anywhere; variables are assigned many times, or on some paths
// only, copied, exchanged, passed on edges in all the ways that the language has,
// and shown to the world by traps that keep them alive. [SSABundle] makes bundles
// in SSA form. The entry is @main. No bytes at all give
//
//	.typedef @i64 = int<64>
//	.funcsig @sig0 = (@i64) -> (@i64)
//
//	.funcdef @main VERSION %v1 <@sig0> (%a) {
//	    %entry:
//	        RET %a
//	}
//
// Both are valid by construction (mu.Check at mu.LevelFull), and nearly all runs
// end: loops and recursion are bounded by counters, but for some that only an
// interpreter's fuel ends, and little is undefined. Swarm testing: each bundle
// leaves out a random part of the features ([Feature]), so that the others meet
// more often.
//
// What is generated is printed and read again, so it has places in a text, and is
// nothing that a text could not be.
//
// [Shrink] makes smaller bundles of one, [Census] counts what bundles consist of
// and has floors.
//
//	config.go      features, swarm
//	bundle.go      types, signatures and functions of a bundle
//	shape.go       types, constant.go constants
//	function.go    entry, blocks; variable.go names and variables
//	statement.go   what stays in a block, compound.go what does not
//	value.go       instructions by what they yield, memory.go those on memory
//	edge.go        edges and terminators
//	graph.go       bodies with edges that go anywhere, ssa.go those in SSA form
//	finish.go      PHIs, missing definitions, the order of blocks
package mugen
