package oracle

import "assay/hir"

// CompareScopes decides whether after is before with scope terminals, whoever made
// it (scopes.BuildReactiveScopeTerminals, with or without FlattenReactiveLoops):
// before must satisfy [VerifyScopeInput], and the pair [VerifyScopes] and
// [ValidateScopes]. Weak violations are listed in Notes.
func CompareScopes(before, after *hir.Function, opt CompareOptions) *Report {
	r := &Report{Conversion: ToScopes}
	weak := func(vs []*Violation, where string) (strong []*Violation) {
		for _, x := range vs {
			if x.Kind.Weak() && (x.Kind != KindUnprinted || opt.FromText) {
				r.Notes = append(r.Notes, noteFromWeak(x, where))
			} else {
				strong = append(strong, x)
			}
		}
		return strong
	}
	r.Input = weak(VerifyScopeInput(before), "of the input: ")
	r.Violations = weak(VerifyScopes(before, after), "")
	if !anyMalformed(r.Input) && !anyMalformed(r.Violations) {
		r.Violations = append(r.Violations, weak(ValidateScopes(before, after), "")...)
	}
	switch {
	case len(r.Input) > 0:
		r.Verdict = InvalidInput
	case len(r.Violations) > 0:
		r.Verdict = Rejected
	}
	return r
}

// VerifyScopeForm lists the violated invariants of a function with scope
// terminals that can be seen without the function they were made from: those of
// [VerifyScopes], but for what must be as before.
func VerifyScopeForm(f *hir.Function) []*Violation { return VerifyScopes(f, f) }
