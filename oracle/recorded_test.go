package oracle

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
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
	z, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	var pairs []recordedPair
	sc := bufio.NewScanner(z)
	sc.Buffer(nil, 1<<26)
	for sc.Scan() {
		var line struct {
			Name, Pass    string
			Before, After struct {
				Text string
				Next struct{ Identifier, Block, Scope int }
			}
		}
		if err := json.Unmarshal(sc.Bytes(), &line); err != nil {
			t.Fatal(err)
		}
		if line.Pass != pass || line.After.Text == "" {
			continue
		}
		next := hir.Counters(line.Before.Next)
		before, err := hir.ReadFunction(line.Name, []byte(line.Before.Text), hir.ReadOptions{Next: &next})
		if err != nil {
			t.Fatal(err)
		}
		after, err := hir.ReadFunction(line.Name, []byte(line.After.Text), hir.ReadOptions{})
		if err != nil {
			t.Fatal(err)
		}
		pairs = append(pairs, recordedPair{line.Name, pass, before, after})
	}
	if err := sc.Err(); err != nil {
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
