package oracle

import (
	"fmt"

	"assay/hir"
)

// CompareOptions says what the two functions of a comparison are.
type CompareOptions struct {
	// FromText says that one of them was read from text. Then details that the
	// printed form does not show may differ: the operator of a UnaryExpression,
	// the sign of zero, and the like.
	FromText bool
}

// Verdict is the outcome of a comparison.
type Verdict uint8

// The verdicts.
const (
	// Accepted: after is in SSA form and means what before means.
	Accepted Verdict = iota
	// Rejected: it is not, or does not.
	Rejected
	// InvalidInput: before itself violates invariants, so that nothing can be said
	// of the conversion.
	InvalidInput
)

var verdictText = [...]string{"accepted", "rejected", "invalid input"}

// String returns the verdict in words: accepted, rejected, invalid input.
func (v Verdict) String() string { return verdictText[v] }

// Conversion says what a comparison takes the step from before to after for.
type Conversion uint8

// The conversions.
const (
	// ToSSA: before has no phis.
	ToSSA Conversion = iota
	// OfSSA: before has phis; after is another SSA form of it.
	OfSSA
	// ToScopes: before has scopes that nest; after has terminals for them.
	ToScopes
)

var conversionText = [...]string{"conversion to SSA form", "conversion of SSA form", "conversion to scope terminals"}

// String returns the name of the conversion, as reports print it.
func (c Conversion) String() string { return conversionText[c] }

// Report is what is known of a pair of functions, one of which is to be the
// other in SSA form.
type Report struct {
	Verdict    Verdict
	Conversion Conversion
	// Input lists the invariants that before violates.
	Input []*Violation
	// Violations lists the invariants of SSA form that after violates, and the
	// contradictions to the claim that it means the same.
	Violations []*Violation
	// Differences lists what running the two has shown, if they were run.
	Differences []string
	// Notes lists differences that do no harm, each with the reason.
	Notes []*Note
}

// Err returns nil if after was accepted and no run differs, else an error that
// lists what is wrong.
func (r *Report) Err() error {
	if r.Verdict == Accepted && len(r.Differences) == 0 {
		return nil
	}
	text := r.Verdict.String()
	for _, v := range r.Input {
		text += "\ninput: " + v.Message()
	}
	for _, v := range r.Violations {
		text += "\n" + v.Message()
	}
	for _, d := range r.Differences {
		text += "\n" + d
	}
	return fmt.Errorf("%s", text)
}

// sort makes weak violations notes, with the words of where before them, and returns
// the others.
func (r *Report) sort(vs []*Violation, where string, opt CompareOptions) (strong []*Violation) {
	for _, x := range vs {
		if x.Kind.Weak() && (x.Kind != KindUnprinted || opt.FromText) {
			r.Notes = append(r.Notes, noteFromWeak(x, where))
		} else {
			strong = append(strong, x)
		}
	}
	return strong
}

// judge sets the verdict that the violations give.
func (r *Report) judge() {
	switch {
	case len(r.Input) > 0:
		r.Verdict = InvalidInput
	case len(r.Violations) > 0:
		r.Verdict = Rejected
	}
}

// CompareSSA decides whether after is before in SSA form, whoever made it: the
// result of EnterSSA, of EnterSSA and the elimination of redundant phis, of
// elimination alone if before has phis already, or of another compiler.
// Identifiers may have any numbers and names, and there may be more or fewer
// phis; but blocks, instructions and terminals must be those of before, by block
// id and position.
//
// It checks the invariants of both functions ([Verifier.Pre], [Verifier.SSA]) and
// proves that each place reads, on every path, what it reads in before. After is
// rejected for every violation that is not weak (see [Kind.Weak]) and for every
// place with another value. What differs without doing harm is listed in Notes.
func CompareSSA(before, after *hir.Function, opt CompareOptions) *Report {
	v := verifiers.Get().(*Verifier)
	defer verifiers.Put(v)
	return v.Compare(before, after, opt)
}

// Compare is CompareSSA with v's memory.
func (v *Verifier) Compare(before, after *hir.Function, opt CompareOptions) *Report {
	r := &Report{}
	weak := func(vs []*Violation, where string) []*Violation { return r.sort(vs, where, opt) }
	if hasPhis(before) {
		r.Conversion = OfSSA
		r.Input = weak(v.SSA(before), "of the input: ")
	} else {
		r.Input = weak(v.Pre(before), "of the input: ")
	}
	r.Violations = weak(v.SSA(after), "")
	if !anyMalformed(r.Input) && !anyMalformed(r.Violations) {
		vs, notes := v.compare(before, after)
		r.Violations = append(r.Violations, weak(vs, "")...)
		r.Notes = append(r.Notes, notes...)
	}
	r.judge()
	return r
}

// compare is Validate up to the numbers of identifiers and the choice of phis.
func (v *Verifier) compare(before, after *hir.Function) (vs []*Violation, notes []*Note) {
	v.out, v.names = nil, after.Env
	v.flow.build(before)
	notes = v.noteAbridged(nil)
	if !v.align(after) {
		return v.end(), notes
	}
	v.flow.analyze()
	v.values.strict = false
	if !v.values.run() {
		v.reportValues()
	} else {
		notes = append(notes, v.notes()...)
	}
	v.reportNames()
	return v.end(), notes
}

// hasPhis reports whether there is a phi in f or in a function nested in it.
func hasPhis(f *hir.Function) bool {
	work := []*hir.Function{f}
	for len(work) > 0 {
		f := work[len(work)-1]
		work = work[:len(work)-1]
		for _, b := range f.Blocks {
			if len(b.Phis) > 0 {
				return true
			}
			for i := range b.Instrs {
				if b.Instrs[i].Func != nil {
					work = append(work, b.Instrs[i].Func)
				}
			}
		}
	}
	return false
}

func anyMalformed(vs []*Violation) bool {
	for _, v := range vs {
		if v.Kind == KindMalformed {
			return true
		}
	}
	return false
}
