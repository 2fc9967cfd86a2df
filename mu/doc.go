// Package mu is Mu IR, the intermediate representation of the Mu micro virtual
// machine, and its pre-SSA form: the data model, its text form, types and
// checks.
//
// # Concepts
//
// A [Bundle] holds top-level definitions: types, signatures, constants, globals,
// functions and their versions. A version is a [Function]: basic blocks, the
// first of which is the entry. A [Block] may have parameters and an exception
// parameter; its last [Instruction] is a terminator, with edges ([Dest]) that
// give the parameters of their targets their values. In SSA form a local
// variable lives in its block only, so that everything a block uses comes in as
// a parameter:
//
//	.typedef @i1 = int<1>
//	.typedef @i64 = int<64>
//	.const @one <@i64> = 1
//	.funcsig @i_i = (@i64) -> (@i64)
//
//	.funcdef @sum VERSION %v1 <@i_i> {
//	    %entry(<@i64> %n):
//	        BRANCH %head(%n @one)
//
//	    %head(<@i64> %n <@i64> %s):
//	        %t = MUL <@i64> %s %n
//	        %c = SGT <@i64> %n @one
//	        BRANCH2 %c %next(%n %t) %exit(%t)
//
//	    %next(<@i64> %n <@i64> %s):
//	        %m = SUB <@i64> %n @one
//	        BRANCH %head(%m %s)
//
//	    %exit(<@i64> %r):
//	        RET %r
//	}
//
// Pre-SSA form is what programs that make Mu IR like to write. Variables belong
// to the whole function and may be assigned many times; parameters and arguments
// may be left out; ID copies a value; a name may have a $, which is not the
// variable of the same name with a %. The same function in it, with the
// parameters after the signature as the older language has them:
//
//	.funcdef @sum VERSION %v1 <@i_i> ($n) {
//	    %entry:
//	        $s = ID @one
//	        BRANCH %head
//
//	    %head:
//	        $s = MUL <@i64> $s $n
//	        $c = SGT <@i64> $n @one
//	        BRANCH2 $c %next %exit
//
//	    %next:
//	        $n = SUB <@i64> $n @one
//	        BRANCH %head
//
//	    %exit:
//	        RET $s
//	}
//
// The results of an instruction with an EXC clause exist on its normal edge
// only, those of WATCHPOINT on its enabled edge only ([Instruction.ResultsOn]).
//
// # Representation
//
// Ids are small integers and index tables. An operand ([Value]) is a variable of
// the function or a top-level entity; a variable is one entry of Function.Vars
// however often and wherever it is defined. What was written is kept: whether a
// list is absent or empty, parentheses around one value, names that are spelled
// out in full. One table, with a row for each instruction form, drives the
// reader, the printer, the checker and the types of results ([Op.Form],
// [Bundle.AppendResultTypes]).
//
// Each .typedef is a node of the type graph of its own; Bundle.SameType tells
// whether two nodes are the same type. Types are equal if their structure is,
// through names, and recursive types if nothing tells them apart: the classes of
// equal types are found once, as the states of a minimal automaton
// ([Bundle.Classify]), and new types join them one by one ([Bundle.Derive]).
//
// # Text
//
// [Read] takes today's form, the older form with PHI, LANDINGPAD and parameters
// after the signature, and pre-SSA form, in any mixture. [Print] prints the same
// tokens in canonical layout, or with PrintOptions.PHI the older form's header,
// bare labels and LANDINGPAD. Words and layouts that only the old language has
// are replaced:
//
//	RET <@t> v, RETVOID                RET v, RET ()
//	.funcsig @s = @ret (@p)            .funcsig @s = (@p) -> (@ret)
//	func stack thread ptr funcptr      funcref stackref threadref uptr ufuncptr
//	SWITCH ... { @c: %b; }             SWITCH ... { @c %b }
//	PASS_VALUE <@t> v, PASS_VOID       PASS_VALUES <@t> (v), PASS_VALUES <> ()
//	VEC {@a @b}                        {@a @b}
//	%x = TRAP <@void>                  [%x] TRAP <>
//
// The last is so for all instructions: a value of type void, which the old
// language has, is none, its name becomes that of the instruction, and it goes
// from KEEPALIVE clauses. Bundles may be read with a prelude, whose names they
// see.
//
// Errors are an [ErrorList] with file, line and column. Columns count bytes from
// 1. What is read need not mean anything.
//
// # Checks
//
// [Check] finds what is wrong with pre-SSA form, [CheckSSA] with SSA form. Each
// [Problem] has a code:
//
//	E-NAME-CONFLICT   two things have one global name
//	E-UNDEF-GLOBAL    a global name is not defined     E-KIND  it names something else
//	E-UNDEF           a variable is not defined: in the function, in SSA form in the block before
//	E-UNDEF-BLOCK     a block is not in the function
//	E-TYPE-SIZE, E-TYPE-MEMBER, E-TYPE-INFINITE        a type that cannot be
//	E-VALUE-TYPE      a type that variables cannot have
//	E-CONST-TYPE (W-CONST-TYPE below LevelFull), E-CONST-CYCLE, W-CONST-RANGE  a constant
//	E-SIG-MIX         a function has two signatures
//	E-HEADER-BOTH, E-HEADER-MISSING, E-PARAM-COUNT, E-PARAM-TYPE  parameters of a function
//	E-ENTRY-EXC, E-ENTRY-TARGET (W-ENTRY-TARGET in pre-SSA form)  the entry
//	E-TERM-MISSING, E-TERM-MIDDLE                      terminators
//	E-RESULT-COUNT, E-ARG-COUNT                        numbers of results, of arguments
//	E-KEEPALIVE       a value that is no variable is kept alive
//	E-CASE, E-CASE-DUP                                 cases of SWITCH
//	E-EXC-NORMAL      a block with exception parameter is not an exceptional destination
//	E-EXC-RESULT      a result is used on an edge where it does not exist
//	W-EXC-VALUE       an instruction gives no exception to a block that takes one
//	E-PHI-PLACE, E-PHI-PREDS                           PHI and LANDINGPAD
//	E-MULTI-DEF       a variable is defined twice at once, in SSA form twice in a block
//	E-SSA-FORM        SSA form does not have this
//	E-TYPE-MIX, E-TYPE-UNKNOWN                         the type of a variable
//	E-TYPE-ARG, E-INDEX, E-OPERAND-TYPE, E-ORDER       an instruction
//	W-COMMINST        a common instruction that is not known
//
// The results of an instruction may be left unnamed.
package mu
