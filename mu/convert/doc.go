// Package convert turns Mu IR from pre-SSA form, in which variables belong to the
// whole function and may be assigned many times, into SSA form, and tells where
// the values of variables went.
//
// [Bundle] converts
//
//	.funcdef @f VERSION %v1 <@i_i> (%n) {
//	    %entry:
//	        BRANCH %head
//
//	    %head:
//	        %acc = ADD <@i64> %acc %n
//	        %n = SUB <@i64> %n @one
//	        %c = SGT <@i64> %n @zero
//	        BRANCH2 %c %head %exit
//
//	    %exit:
//	        RET %acc
//	}
//
// to today's form, in which a variable is known in its block only
//
//	.funcdef @f VERSION %v1 <@i_i> {
//	    %entry(<@i64> %n):
//	        BRANCH %head(%n @zero)
//
//	    %head(<@i64> %n <@i64> %acc):
//	        %acc.1 = ADD <@i64> %acc %n
//	        %n.1 = SUB <@i64> %n @one
//	        %c = SGT <@i64> %n.1 @zero
//	        BRANCH2 %c %head(%n.1 %acc.1) %exit(%acc.1)
//
//	    %exit(<@i64> %acc):
//	        RET %acc
//	}
//
// or, with Options.PHI, to the older form, in which it is known wherever its
// definition dominates
//
//	.funcdef @f VERSION %v1 <@i_i> (%n) {
//	    %entry:
//	        BRANCH %head
//
//	    %head:
//	        %n.1 = PHI <@i64> { %entry: %n; %head: %n.2; }
//	        %acc = PHI <@i64> { %entry: @zero; %head: %acc.1; }
//	        %acc.1 = ADD <@i64> %acc %n.1
//	        %n.2 = SUB <@i64> %n.1 @one
//	        %c = SGT <@i64> %n.2 @zero
//	        BRANCH2 %c %head %exit
//
//	    %exit:
//	        RET %acc.1
//	}
//
// # Parameters
//
// A block needs a variable as a parameter if something reads the value that the
// variable has at its entry (liveness, backwards) and something may have assigned
// it before (forwards). That is least: without the first nothing would miss it,
// and without the second the value is known. (Blocks that control cannot reach may
// get more.) Both are computed in package ssa/dataflow on values, not names: a copy
// that nothing reads keeps nothing alive. New parameters follow the explicit ones, in the order in which variables
// are mentioned first. A walk over each block then replaces variables by what they
// hold. Copies (ID) disappear, except for those with a name.
//
// Results of an instruction with EXC exist on its normal edge only, those of
// WATCHPOINT on the enabled edge only; other edges pass what the variable held
// before.
//
// In the older form PHIs stand at iterated dominance frontiers of definitions
// where the variable is live, and those that choose from one value and themselves
// are taken out, one after another. Their number is that of LLVM's mem2reg. Of
// several edges from one block to another that pass different values, which a PHI
// cannot tell apart, all but one get a block of their own.
//
// # Defaults
//
// A variable that is read where nothing can have assigned it has the default of its
// type: 0, +0.0, NULL, or an aggregate of defaults. A constant stands in its place,
// as an operand or as an argument of an edge: on the very edges from which the
// variable comes unassigned, so that no assignment is overwritten. A constant of
// the bundle is taken if there is one. KEEPALIVE takes local variables only, and so
// the constant goes through COMMINST @uvm.kill_dependency before the instruction.
// The type tagref64 has no constants; COMMINST @uvm.tr64.from_fp makes its default
// where it is needed, for an edge before the terminator. Aggregates with a tagref64
// inside, and types without values, have no default (E-DEFAULT).
//
// # The map
//
// [Map] tells for each block what variables hold at its entry and how that changes,
// and for each instruction at which a frame can be inspected (calls, traps,
// watchpoints) how far the changes have come and what KEEPALIVE lists.
// [Result.WriteText] prints it for people:
//
//	function @f.v1
//	  block %entry
//	    entry: %n = %n (param)
//	    entry: %acc = - (unassigned)
//	    init: %acc is @zero on the branch edge to %head
//	  block %head
//	    entry: %n = %n (implicit)
//	    entry: %acc = %acc (implicit)
//	    %acc = %acc.1 (result 1 of ADD)
//	    %n = %n.1 (result 1 of SUB)
//	    %c = %c (result 1 of SGT)
//	  block %exit
//	    entry: %acc = %acc (implicit)
//
// [Result.WriteJSON] writes it for programs, with global names:
//
//	functions   for each version of a function:
//	  function    its global name
//	  vars        each variable: var, type, and names: its values in order, each with
//	              name, block, kind (a Source) and, of a result, inst and result: the
//	              index of the instruction in its block and the rank of the result
//	  blocks      each block: block, from (its name before, null if it is new), entry
//	              and exit: what variables hold there, by variable
//	  insts       each instruction at which a frame can be inspected: name (or null),
//	              op, block, inst, line and col (in the text before), results, before
//	              (what variables hold there) and keepalive (its list: var and name)
//	  reverse     by the name of an SSA value, the variables that it stands for
//	  inits       each default: var, block, inst, place (use, edge or keepalive), edge
//	              and to (of an edge), and name: what stands there
//	types       names of the types that were made
//	consts      names of the constants that were made
//
// A name of null is the default of a variable that nothing has assigned. A variable
// that is not mentioned has no value there that anything reads later.
//
// What was in SSA form comes back as it was, token for token, and what was converted
// once stays as it is when it is converted again.
package convert
