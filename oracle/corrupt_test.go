package oracle

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"assay/hir"
	"assay/ssa"
)

// corruptionScore counts what became of corruptions, by kind.
type corruptionScore struct {
	rejected, harmless map[string]int
	notes              map[string]int
}

func newCorruptionScore() *corruptionScore {
	return &corruptionScore{map[string]int{}, map[string]int{}, map[string]int{}}
}

// try corrupts a copy of after, which must be accepted, and checks the verdict
// against the reference: rejected if and only if the copy is no SSA form or reads
// another value on some path.
func (s *corruptionScore) try(t *testing.T, name string, before, after *hir.Function, c Chooser) {
	t.Helper()
	bad := after.Clone()
	x, ok := corrupt(bad, c)
	if !ok {
		return
	}
	if bad.Text() == after.Text() && x.kind != "change-payload" {
		t.Errorf("%s: %s: %s: the text is unchanged", name, x.kind, x.detail)
	}
	r := CompareSSA(before, bad, CompareOptions{})
	reason := ""
	malformed := len(hir.Check(bad)) > 0
	if malformed {
		reason = "malformed"
	} else if same, why := meansTheSame(before, bad); !same {
		reason = why[0]
	} else if ok, why := isSSA(bad); !ok {
		reason = why
	}
	fail := func(format string, args ...any) {
		t.Helper()
		t.Errorf("%s: %s: %s: %s\n%v\nbefore:\n%s\nafter:\n%s", name, x.kind, x.detail, fmt.Sprintf(format, args...), r.Err(), before.Text(), bad.Text())
	}
	switch r.Verdict {
	case Rejected:
		s.rejected[x.kind]++
		if len(r.Violations) == 0 {
			fail("rejected without a violation")
		}
		if reason == "" && !onlyForm(r.Violations) {
			fail("rejected, but the reference finds nothing")
		}
		for _, v := range r.Violations {
			if v.Kind == KindWrongValue && v.Path != nil && !differsOn(before, bad, v.Path) {
				fail("the path %v shows no difference", v.Path)
			}
		}
	case Accepted:
		s.harmless[x.kind]++
		if reason != "" {
			fail("accepted, but: %s", reason)
		}
		if e := before.Clone(); ssa.EnterSSA(e) == nil && e.Text() == bad.Text() {
			break // it has become what EnterSSA makes of the input
		}
		i := slices.IndexFunc(r.Notes, func(n *Note) bool { return gives(n, x) })
		if i < 0 {
			fail("accepted without a reason; notes: %v", noteKinds(r.Notes))
		} else {
			s.notes[x.kind+": "+string(r.Notes[i].Kind)]++
		}
	default:
		fail("verdict %v", r.Verdict)
	}
}

// onlyForm reports whether all violations are of invariants of form that the
// reference does not know: it knows values, definitions, preds and ids.
func onlyForm(vs []*Violation) bool {
	for _, v := range vs {
		switch v.Kind {
		case KindNotReversePostorder, KindBlockUnreachable, KindFallthroughShared, KindFallthroughNotEmpty, KindUnprinted, KindInstructionChanged:
		default:
			return false
		}
	}
	return true
}

func noteKinds(ns []*Note) []string {
	var out []string
	for _, n := range ns {
		out = append(out, n.Message())
	}
	return out
}

func (s *corruptionScore) log(t *testing.T) {
	t.Helper()
	var b strings.Builder
	total := 0
	for _, k := range CorruptionKinds() {
		fmt.Fprintf(&b, "\n%-24s rejected %5d, harmless %4d", k, s.rejected[k], s.harmless[k])
		total += s.rejected[k] + s.harmless[k]
	}
	var reasons []string
	for k, n := range s.notes {
		reasons = append(reasons, fmt.Sprintf("\n  %s %d", k, n))
	}
	slices.Sort(reasons)
	t.Logf("%d corruptions%s\nreasons:%s", total, b.String(), strings.Join(reasons, ""))
}

// reasons are the notes that can explain why a corruption does no harm.
var reasons = map[string][]NoteKind{
	// A use in code that does not matter, or of a phi that equals something else.
	"other-version":     {NoteRedundantPhi, NoteDeadPhi, NoteUnreachable, NoteRenamedInitial},
	"other-variable":    {NoteRedundantPhi, NoteDeadPhi, NoteUnreachable, NoteRenamedInitial},
	"nested-use":        {NoteRedundantPhi, NoteDeadPhi, NoteUnreachable, NoteRenamedInitial},
	"phi-of-itself":     {NoteRedundantPhi, NoteDeadPhi},
	"swap-phi-operands": {NoteRedundantPhi, NoteDeadPhi},
	"swap-phis":         {NoteRedundantPhi, NoteDeadPhi, NoteNumbering},
	"add-phi":           {NoteRedundantPhi, NoteDeadPhi},
	// What is gone was not read; its number is left out.
	"drop-phi":        {NoteNumbering, NotePhiOmitted, NoteDeadPhi},
	"lose-definition": {NoteNumbering},
	// Both are read nowhere or in phis that do not matter.
	"swap-definitions": {NoteNumbering},
	"move-instruction": {NoteNumbering},
	"reorder-operands": {NoteOperandOrder},
	"reorder-preds":    {NoteKind(KindPredOrder.String())},
	"exchange-blocks":  {NoteKind(KindBlockOrder.String())},
	"renumber":         {NoteKind(KindInstructionID.String())},
}

// gives reports whether a note gives a reason for a corruption: it is of a kind
// that can, and speaks of the block or of an identifier that was changed, or of
// the numbering of all.
func gives(n *Note, c corruption) bool {
	if !slices.Contains(reasons[c.kind], n.Kind) {
		return false
	}
	if n.Kind == NoteNumbering || n.Block == c.block && c.block != hir.NoBlock || slices.Contains(c.ids, n.Identifier) {
		return true
	}
	return slices.ContainsFunc(c.ids, func(id hir.IdentifierID) bool {
		return strings.Contains(n.Reason, fmt.Sprintf("$%d ", id))
	})
}
