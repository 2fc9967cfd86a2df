// Package faulty has a second implementation of the conversion of Mu IR to SSA
// form, and ways to make it wrong.
//
// The implementation is written for itself, after the rules and not after package
// convert: with maps and sets, going over all blocks until nothing changes, and
// asking again rather than remembering. Without a fault [Convert] gives the same
// bundles, byte for byte, and the same maps, so it is also an independent judge of
// the fast one.
//
// [All] lists the faults. Each is a mistake that a person could make, and some are
// those of a converter that there was; each spoils some programs only. They
// measure the oracles: an oracle is as good as the faults it finds. Take the fault
// copy-by-name. For
//
//	%a:
//	    %y = ID %x
//	    %x = ADD <@i64> %x @one
//	    %z = SUB <@i64> %x %y
//	    RET %z
//
// it takes %y for another name of %x, where it has to be the value that %x has at
// the ID:
//
//	%a(<@i64> %x):
//	    %x.1 = ADD <@i64> %x @one
//	    %z = SUB <@i64> %x.1 %x.1             without the fault: SUB <@i64> %x.1 %x
//	    RET %z
//
// A Fault's Harm says how it shows: the result is not SSA form, or does something
// else, or is more or less than what was asked for, or is right with a map that is
// wrong. Directory testdata has for each fault a program that shows it, NAME.uir,
// and what becomes of it with the fault and without, NAME.txt.
package faulty
