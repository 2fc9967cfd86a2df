// Package muoracle decides whether a conversion of Mu IR from pre-SSA form to SSA
// form is right. [CheckMu] applies all oracles to a bundle, in both forms of the
// result; a [Checker] does so for many, [Fuzz] for generated ones.
//
// # Oracles
//
//	crash         a valid bundle is converted, without panic
//	valid         the result is in SSA form (mu.CheckSSA at mu.LevelFull), and what is
//	              read from its text prints as it; in the older form definitions
//	              dominate what reads them
//	shape         blocks, instructions, names and top-level definitions of the input
//	              are there in their order; what was added had to be
//	identity      a bundle in SSA form comes back token for token, and the result
//	              converted again is the same
//	minimal       a block has the parameters that it must have: for variables that
//	              are live and perhaps assigned at its entry, found here by following
//	              each read backwards and each assignment forwards. Pruned iterated
//	              dominance frontiers are among them; in the older form there are no
//	              other PHIs
//	validator     every place reads what it reads in the input, on all paths
//	map           convert.Map says what variables hold, at entries, after each
//	              assignment and at each OSR point, and where defaults stand
//	differential  input and result behave alike when they are run in several worlds,
//	              and at each OSR point of a run variables hold what the map says
//
// The oracles share no code with package mu/convert.
//
// # Validation
//
// The map says what variables of the input hold at the entry of each block of the
// result. The validator takes that as a claim and proves it by induction: it walks
// over each block of both with what is claimed, pairing the instructions, and at
// each edge what is claimed of the target must hold for what the edge passes. With
// it is proved that each operand is what the input's operand is. So what it accepts
// is right whatever the map says, and a wrong map makes it reject.
//
// A conversion that takes a copy for another name of the variable (fault
// copy-by-name) is found so:
//
//	violated by the conversion to block parameters: validator oracle
//	  function @main.v1, block %b11, instruction PTRCAST <@i64 @ptr1> %a: expected the default of $a, which %q holds in the input, found %a
//
//	program:
//	  ...
//	      %b11:
//	          %q = ID $a
//	          $a = UDIV <@i64> @c2 @c2
//	          PTRCAST <@i64 @ptr1> %q
//	          RET @c2
//
//	result:
//	  ...
//	      %b11():
//	          %a = UDIV <@i64> @c2 @c2
//	          PTRCAST <@i64 @ptr1> %a
//	          RET @c2
//
//	replay: assay check --lang mu --seed 0 --fault copy-by-name
//
// # Preconditions
//
// Cases are valid: mu.Check finds no error at mu.LevelFull, and what variables need
// a default have one. [Options].Convert is a conversion as convert.Bundle documents
// it; its map is checked too. Package faulty has 89 conversions that are wrong in
// one way each, by which the oracles are measured ([ScoreMutant]): all are caught
// within 2,000 programs.
//
//	case.go checker.go fuzz.go failure.go   what is checked, how, what is found
//	flow.go                                 liveness, assignments, frontiers
//	dominance.go                            the older form
//	static.go match.go name.go              shape
//	simulate.go symbol.go entry.go edge.go  validator
//	steps.go                                map
//	run.go                                  differential runs
package muoracle
