package oracle

import "assay/hir"

// ValidateSSA proves that a conversion to SSA form kept the meaning of a
// function, or says where it did not; see [Verifier.Validate].
func ValidateSSA(before, after *hir.Function) []*Violation {
	v := verifiers.Get().(*Verifier)
	defer verifiers.Put(v)
	if !v.bothWellFormed(before, after) {
		return v.end()
	}
	return v.Validate(before, after)
}

// bothWellFormed reports what hir.Check finds in the two, and whether that is
// nothing.
func (v *Verifier) bothWellFormed(before, after *hir.Function) bool {
	v.out = nil
	ok := v.wellFormed(before)
	return v.wellFormed(after) && ok
}

// Validate proves that after is before in SSA form: EnterSSA's result, or that of
// EnterSSA and EliminateRedundantPhis. It lists what contradicts that, of both
// functions and every function nested in them, ordered by place, and returns nil
// if nothing does.
//
// Proved for all paths from the entry, however often they go round:
//   - the two have the same blocks, edges, instructions, payloads and heads;
//   - each place reads, on every path, what it reads in before;
//   - an identifier of after stands for one variable of before, that is, erasing
//     the versions and the phis gives before;
//   - an identifier that is read before any definition, or has none (as context
//     variables), is the same as in before, and so are the places that SSA
//     construction leaves alone: a function's place of its returned value, and the
//     variable of a DeclareContext.
//
// A nested function starts in the state at the instruction that makes it, after
// that instruction's definitions. Places in blocks that cannot be reached read
// nothing, but are still versions of their variables.
//
// Validate does not assume that after is in SSA form, and [Verifier.SSA] does not
// look at before: a conversion is right if both find nothing.
//
// Both functions must be well-formed: hir.Check finds nothing.
func (v *Verifier) Validate(before, after *hir.Function) []*Violation {
	v.out, v.names = nil, after.Env
	v.flow.build(before)
	if v.align(after) {
		v.flow.analyze()
		v.values.strict = true
		if !v.values.run() {
			v.reportValues()
		} else {
			v.verifyErasure()
		}
		v.reportNames()
	}
	return v.end()
}
