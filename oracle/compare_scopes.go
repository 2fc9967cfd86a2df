package oracle

import "assay/hir"

// CompareScopes decides whether after is before with scope terminals, whoever made
// it (scopes.BuildReactiveScopeTerminals, with or without FlattenReactiveLoops):
// before must satisfy [VerifyScopeInput], and the pair [VerifyScopes] and
// [ValidateScopes]. Weak violations are listed in Notes.
func CompareScopes(before, after *hir.Function, opt CompareOptions) *Report {
	r := &Report{Conversion: ToScopes}
	r.Input = r.sort(VerifyScopeInput(before), "of the input: ", opt)
	r.Violations = r.sort(VerifyScopes(before, after), "", opt)
	if !anyMalformed(r.Input) && !anyMalformed(r.Violations) {
		r.Violations = append(r.Violations, r.sort(ValidateScopes(before, after), "", opt)...)
	}
	r.judge()
	return r
}

// VerifyScopeForm lists the violated invariants of a function with scope
// terminals that can be seen without the function they were made from: those of
// [VerifyScopes], but for what must be as before.
func VerifyScopeForm(f *hir.Function) []*Violation { return VerifyScopes(f, f) }
