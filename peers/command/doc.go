// Package command talks to compilers under test that are programs of their own: any
// command that speaks the protocol below, in any language.
//
// # Protocol
//
// The command is started once and answers requests until its input ends. A request
// is a line of JSON on its standard input, an answer one on its standard output;
// what it writes to standard error is kept for reports. For each request there is
// one answer, with the request's id, in the same order:
//
//	{"id":1,"js":"function f(a) { return a; }","want":["HIR","SSA"]}
//	{"id":1,"snapshots":[{"pass":"HIR","hir":"f(<unknown> a$0): ..."},{"pass":"SSA","hir":"..."}]}
//
// A request has
//
//	id      a number
//	js      a program in JavaScript to compile, or
//	hir     a function in HIR to which a pass is to be applied
//	pass    the pass to apply to hir, "" if the command has only one
//	want    the passes after which snapshots are wanted; none means all
//	next    of hir: the counters that new ids are taken from
//	ranges  of hir: the ranges of scopes whose range the text does not show
//	run     the function of js to run before and after, if the command can do that
//	bisect  true to ask for guilty even if no run differs
//
// An answer has
//
//	id         the request's
//	snapshots  functions as they were after passes, in order: pass, hir (text as the
//	           React Compiler prints it), and if known function (its name), next and
//	           ranges
//	js         the compiled program, if the command makes one
//	error      if it could not do it all: kind, message, and the pass if known. The
//	           kind is "unsupported" for programs that the compiler documents it
//	           does not take, else what it calls the error
//	errors     all errors, if there are several; each may name its function
//	runs       what the function does when it is called: render (how), source and
//	           compiled, and perhaps sourceCalls and compiledCalls, the calls of
//	           unknown functions
//	guilty     the first pass after which the function does something else than the
//	           source where the first run that differs does, if the command can tell
//
// Unknown fields are ignored. A command that ends, that does not answer in time, or
// whose answer is none, has failed on the request: [Failure]. It is started again
// for the next one.
package command
