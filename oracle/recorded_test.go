package oracle

import (
	"os"
	"testing"

	"assay/hir"
)

// recordedFile holds recorded runs of the React Compiler's passes. It is no
// part of the project.
const recordedFile = "../../shared/react/cases-open.jsonl.gz"

// recordedPair is a recorded run that ended well.
type recordedPair struct {
	name          string
	pass          string
	before, after *hir.Function
}

// recordedPairs reads the recorded runs of a pass, or skips the test.
func recordedPairs(t testing.TB, pass string) []recordedPair {
	t.Helper()
	file, err := os.Open(recordedFile)
	if err != nil {
		t.Skipf("no recorded runs: %v", err)
	}
	defer file.Close()
	var pairs []recordedPair
	err = ReadCases(recordedFile, file, func(c *RecordedCase) error {
		if c.Pass != pass || c.After.Error != nil {
			return nil
		}
		// Ranges that the text does not show are inferred on both sides alike: the
		// recording has the true ones of the input only.
		c.Before.ScopeRanges = nil
		before, err := c.Input()
		if err != nil {
			return err
		}
		after, err := c.Output()
		if err != nil {
			return err
		}
		pairs = append(pairs, recordedPair{c.Name, pass, before, after})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return pairs
}

// TestRecordedSSA checks every recorded run of EnterSSA: what it was given and
// what it made.
func TestRecordedSSA(t *testing.T) {
	pairs := recordedPairs(t, "ssa")
	for _, p := range pairs {
		reportAll(t, p.name+": before", VerifyPre(p.before))
		reportAll(t, p.name+": after", VerifySSA(p.after))
		reportAll(t, p.name+": pair", ValidateSSA(p.before, p.after))
	}
	t.Logf("%d runs", len(pairs))
}

// TestRecordedEliminate checks every recorded run of the elimination of phis.
func TestRecordedEliminate(t *testing.T) {
	pairs := recordedPairs(t, "eliminate")
	for _, p := range pairs {
		reportAll(t, p.name+": before", VerifySSA(p.before))
		reportAll(t, p.name+": after", VerifySSA(p.after))
		reportAll(t, p.name+": pair", ValidateEliminate(p.before, p.after))
	}
	t.Logf("%d runs", len(pairs))
}

func reportAll(t *testing.T, what string, vs []*Violation) {
	t.Helper()
	for _, v := range vs {
		t.Errorf("%s: %s", what, v.Message())
	}
}
