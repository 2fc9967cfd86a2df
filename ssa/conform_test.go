package ssa_test

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"strings"
	"testing"

	"assay/hir"
	"assay/ssa"

	"github.com/google/go-cmp/cmp"
)

// recordedCase is what the real compiler made of one function.
type recordedCase struct {
	Name, Pass string
	Before     struct {
		Text string
		Next hir.Counters
	}
	After struct {
		Text  string
		Error *struct{ Category, Reason, Description string }
	}
}

const recordedCases = "../../shared/react/cases-open.jsonl.gz"

// readCases returns the recorded cases of one pass, or skips the test where
// there are none.
func readCases(t testing.TB, pass string) []recordedCase {
	file, err := os.Open(recordedCases)
	if errors.Is(err, fs.ErrNotExist) {
		t.Skipf("no recorded cases: %v", err)
	}
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	z, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	var out []recordedCase
	d := json.NewDecoder(bufio.NewReaderSize(z, 1<<16))
	for d.More() {
		var c recordedCase
		if err := d.Decode(&c); err != nil {
			t.Fatal(err)
		}
		if c.Pass == pass {
			out = append(out, c)
		}
	}
	return out
}

func (c *recordedCase) read(t testing.TB) *hir.Function {
	f, err := hir.ReadFunction(c.Name, []byte(c.Before.Text), hir.ReadOptions{Next: &c.Before.Next})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// TestConform compares both passes with the recorded ones, byte by byte.
func TestConform(t *testing.T) {
	passes := []struct {
		name string
		run  func(*ssa.Builder, *hir.Function) error
		slow func(*hir.Function) error
	}{
		{"ssa", (*ssa.Builder).EnterSSA, func(f *hir.Function) error {
			crashed, err := literalEnterSSA(f)
			if crashed != "" {
				return errors.New(string(crashed))
			}
			return err
		}},
		{"eliminate", (*ssa.Builder).EliminateRedundantPhis, func(f *hir.Function) error { return literalEliminate(f, nil) }},
	}
	for _, p := range passes {
		t.Run(p.name, func(t *testing.T) {
			var b ssa.Builder
			equal := 0
			cases := readCases(t, p.name)
			for i := range cases {
				c := &cases[i]
				f, slow := c.read(t), c.read(t)
				if d := c.compare(f, p.run(&b, f)); d != "" {
					t.Errorf("%s: %s", c.Name, d)
					continue
				}
				if d := c.compare(slow, p.slow(slow)); d != "" {
					t.Errorf("%s: the literal pass: %s", c.Name, d)
				}
				equal++
			}
			t.Logf("%d/%d", equal, len(cases))
		})
	}
}

// compare returns how the result differs from the recorded one.
func (c *recordedCase) compare(f *hir.Function, err error) string {
	if c.After.Error == nil {
		if err != nil {
			return err.Error()
		}
		return cmp.Diff(strings.Split(c.After.Text, "\n"), strings.Split(f.Text(), "\n"))
	}
	var e *hir.PassError
	if !errors.As(err, &e) {
		return "no error, expected " + c.After.Error.Reason
	}
	got := *c.After.Error
	got.Category, got.Reason, got.Description = e.Category, e.Reason, e.Description
	return cmp.Diff(*c.After.Error, got)
}
