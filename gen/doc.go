// Package gen makes programs from choices: JavaScript programs as syntax trees of
// package js, and bare control flow graphs as HIR.
//
// # Choices
//
// All randomness comes from a [Choices], a stream of bytes. The bytes are the input
// of a fuzzer, or the output of a seeded generator, and the decoder does not see the
// difference. It is total: every byte string is a program, one byte is one local
// decision, zero is the smallest alternative, and after the end of the bytes
// everything is zero. So tools that work on bytes (mutators, minimizers, corpora)
// work on programs, and [Choices.Record] turns the program of a seed into bytes.
//
// # Programs
//
// [Program] makes one function, main, of the constructs that package js can lower.
// No bytes at all give the smallest one, main(a) { return a; }. Seed 5 gives
//
//	function main(a, b, c) {
//	  let d = 0;
//	  while (d++ < 6) {
//	    const b = a;
//	    a = c;
//	    c = b;
//	    a += { x: a, b }.z;
//	  }
//	  return [d, c, b, a];
//	}
//
// A program is valid and ends by construction; scope.go and loop.go say how. It is
// made to show wrong values rather than to look like what people write: variables
// are copied, swapped and rotated around loops, sums are weighted, unknown functions
// are called with the variables, and every return gives a combination of them.
// Swarm testing: each program leaves out a random part of the features ([Feature]), so that
// the others meet more often.
//
// [Graph] makes control flow graphs that no structured program has.
//
// # Checks
//
// [Valid] and [Terminates] check any program for what the generator promises. They
// share no code with it: they test it, and they keep [Shrink] from leaving the set of
// such programs. A [Census] counts what programs consist of, and has floors.
package gen
