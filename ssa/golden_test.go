package ssa_test

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"assay/hir"
	"assay/ssa"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// TestGolden runs the passes on the first section of each file in testdata and
// compares what each makes of it with the sections after it. A first section
// "phis" is in SSA form already, and goes through the elimination only. An error
// stands as its text.
func TestGolden(t *testing.T) {
	files, err := filepath.Glob("testdata/*.hir")
	if err != nil || len(files) == 0 {
		t.Fatalf("no golden files: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".hir"), func(t *testing.T) {
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			input := want
			if i := bytes.Index(input[1:], []byte("\n=====")); i >= 0 {
				input = input[:i+2]
			}
			heading, _, _ := strings.Cut(string(input), "\n")
			f, err := hir.ReadFunction(file, input, hir.ReadOptions{})
			if err != nil {
				t.Fatal(err)
			}
			got := append([]byte(nil), input...)
			if heading != "===== phis" {
				err = ssa.EnterSSA(f)
				got = appendResult(got, "EnterSSA", f, err)
			}
			if err == nil {
				err = ssa.EliminateRedundantPhis(f)
				got = appendResult(got, "EliminateRedundantPhis", f, err)
			}
			if *update {
				if err := os.WriteFile(file, got, 0o666); err != nil {
					t.Fatal(err)
				}
				return
			}
			if d := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(string(got), "\n")); d != "" {
				t.Error(d)
			}
		})
	}
}

func appendResult(dst []byte, pass string, f *hir.Function, err error) []byte {
	dst = append(dst, "===== "+pass+"\n"...)
	if err != nil {
		return append(dst, err.Error()+"\n"...)
	}
	return append(dst, f.Text()+"\n"...)
}
