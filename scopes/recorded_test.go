package scopes

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"os"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"

	"assay/hir"
)

// recordedCases is a file of runs of the real compiler's passes, one JSON object
// a line. It is not part of the project.
const recordedCases = "../../shared/react/cases-open.jsonl.gz"

type recordedCase struct {
	Name, Pass string
	Before     struct {
		Text        string
		Next        *hir.Counters
		ScopeRanges map[string][2]hir.InstructionID
	}
	After struct{ Text string }
}

// input returns the function before the pass.
func (c *recordedCase) input() (*hir.Function, error) {
	opt := hir.ReadOptions{Next: c.Before.Next, ScopeRanges: map[hir.ScopeID]hir.Range{}}
	for s, r := range c.Before.ScopeRanges {
		id, err := strconv.Atoi(s)
		if err != nil {
			return nil, err
		}
		opt.ScopeRanges[hir.ScopeID(id)] = hir.Range{Start: r[0], End: r[1]}
	}
	return hir.ReadFunction(c.Name, []byte(c.Before.Text), opt)
}

// forRecorded calls test for each recorded run of a pass.
func forRecorded(t *testing.T, pass string, test func(t *testing.T, c *recordedCase, f *hir.Function)) {
	file, err := os.Open(recordedCases)
	if err != nil {
		t.Skipf("the recorded cases are not here: %v", err)
	}
	defer file.Close()
	z, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(z)
	lines.Buffer(nil, 1<<26)
	n := 0
	for lines.Scan() {
		var c recordedCase
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			t.Fatal(err)
		}
		if c.Pass != pass {
			continue
		}
		n++
		t.Run(c.Name, func(t *testing.T) {
			f, err := c.input()
			if err != nil {
				t.Fatal(err)
			}
			test(t, &c, f)
		})
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	if n == 0 {
		t.Fatalf("no case of pass %s", pass)
	}
	t.Logf("%d cases", n)
}

// The passes make of each recorded input, byte for byte, what the real ones did.
func TestRecorded(t *testing.T) {
	for _, p := range []struct {
		name string
		run  func(*hir.Function) error
	}{
		{"align", AlignReactiveScopesToBlockScopes},
		{"merge", MergeOverlappingReactiveScopes},
		{"build", BuildReactiveScopeTerminals},
	} {
		t.Run(p.name, func(t *testing.T) {
			forRecorded(t, p.name, func(t *testing.T, c *recordedCase, f *hir.Function) {
				if err := p.run(f); err != nil {
					t.Fatal(err)
				}
				if d := cmp.Diff(c.After.Text, f.Text()); d != "" {
					t.Errorf("-recorded +ours\n%s", d)
				}
			})
		})
	}
}

// The real compiler's functions nest before and after scopes become terminals.
func TestRecordedNesting(t *testing.T) {
	forRecorded(t, "build", func(t *testing.T, c *recordedCase, f *hir.Function) {
		if err := AssertValidMutableRanges(f); err != nil {
			t.Error(err)
		}
		if err := AssertValidBlockNesting(f); err != nil {
			t.Error(err)
		}
		if err := BuildReactiveScopeTerminals(f); err != nil {
			t.Fatal(err)
		}
		if err := AssertValidBlockNesting(f); err != nil {
			t.Error(err)
		}
	})
}
