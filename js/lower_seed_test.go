package js_test

import (
	"os"
	"strings"
	"testing"

	"assay/hir"
	"assay/js"
	"assay/ssa"
)

// TestLowerSeeds lowers the two examples of the document on SSA construction and
// compares with its listings. Those leave out effects, the function's first
// line, the return at the end of a function and the fallthrough of a branch.
func TestLowerSeeds(t *testing.T) {
	for _, tt := range []struct {
		name   string
		before bool // there is a listing of the form before SSA
		more   int  // lines that the listing leaves out at the end
	}{
		{"seed_if", true, 2},
		{"seed_while", false, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			src, err := os.ReadFile("testdata/" + tt.name + ".js")
			if err != nil {
				t.Fatal(err)
			}
			p, err := js.Parse(tt.name+".js", src)
			if err != nil {
				t.Fatal(err)
			}
			f, err := js.Lower(p, p.Body[0].(*js.FunctionDecl))
			if err != nil {
				t.Fatal(err)
			}
			if tt.before {
				compareListing(t, "testdata/"+tt.name+".hir", f, tt.more)
			}
			if err := f.PruneMaybeThrows(hir.CleanupOptions{}); err != nil {
				t.Fatal(err)
			}
			if err := f.MergeConsecutiveBlocks(); err != nil {
				t.Fatal(err)
			}
			if err := ssa.EnterSSA(f); err != nil {
				t.Fatal(err)
			}
			compareListing(t, "testdata/"+tt.name+".ssa.hir", f, tt.more)
		})
	}
}

func compareListing(t *testing.T, file string, f *hir.Function, more int) {
	t.Helper()
	listing, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	want := nonEmptyLines(string(listing))
	got := nonEmptyLines(strings.ReplaceAll(f.Text(), "<unknown> ", ""))[1:] // without the first line
	if len(got) != len(want)+more {
		t.Errorf("%s: %d lines, want %d and %d that are left out", file, len(got), len(want), more)
	}
	for i := range min(len(want), len(got)) {
		g := got[i]
		if strings.Contains(g, "Branch") {
			g, _, _ = strings.Cut(g, " fallthrough")
		}
		if g != want[i] {
			t.Errorf("%s: %q, want %q", file, g, want[i])
		}
	}
}

func nonEmptyLines(s string) []string {
	var lines []string
	for _, l := range strings.Split(s, "\n") {
		if l = strings.TrimSpace(l); l != "" {
			lines = append(lines, l)
		}
	}
	return lines
}
