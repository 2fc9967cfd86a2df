package js

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"assay/hir"
)

var updateLower = flag.Bool("update-lower", false, "rewrite the golden files of the default lowering")

// lowerFixtures returns the programs of a folder below testdata, by name.
func lowerFixtures(t testing.TB, dir string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("testdata", dir, "*.js"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no programs in testdata/%s: %v", dir, err)
	}
	return files
}

func parseFixture(t *testing.T, file string) *Program {
	t.Helper()
	src, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	p, err := Parse(filepath.ToSlash(file), src)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// functionTexts prints functions, with an empty line between two.
func functionTexts(fs []*hir.Function) string {
	var texts []string
	for _, f := range fs {
		texts = append(texts, strings.TrimSuffix(f.Text(), "\n")+"\n")
	}
	return strings.Join(texts, "\n")
}

// enterForm brings functions into the form in which they enter SSA.
func enterForm(t *testing.T, fs []*hir.Function, opt hir.CleanupOptions) {
	t.Helper()
	for _, f := range fs {
		if err := f.PruneMaybeThrows(opt); err != nil {
			t.Fatal(err)
		}
		if err := f.InlineImmediateCalls(opt); err != nil {
			t.Fatal(err)
		}
		if err := f.MergeConsecutiveBlocks(); err != nil {
			t.Fatal(err)
		}
	}
}

func compareGolden(t *testing.T, file, got string) {
	t.Helper()
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if line, w, g := firstDifference(string(want), got); line > 0 {
		t.Errorf("%s:%d:\n want %s\n got  %s", file, line, w, g)
	}
}

// firstDifference returns the first line in which two texts differ, or 0.
func firstDifference(want, got string) (line int, w, g string) {
	if want == got {
		return 0, "", ""
	}
	ws, gs := strings.Split(want, "\n"), strings.Split(got, "\n")
	for i := 0; ; i++ {
		w, g = "(end)", "(end)"
		if i < len(ws) {
			w = ws[i]
		}
		if i < len(gs) {
			g = gs[i]
		}
		if w != g {
			return i + 1, w, g
		}
	}
}

// TestLowerReact compares the lowering, and then pruning and joining of blocks,
// with recorded output of the React Compiler.
func TestLowerReact(t *testing.T) {
	for _, file := range lowerFixtures(t, "lower") {
		name := strings.TrimSuffix(file, ".js")
		t.Run(filepath.Base(name), func(t *testing.T) {
			fs, errs := LowerProgramWith(parseFixture(t, file), LowerOptions{React: true})
			if len(errs) > 0 {
				t.Fatal(errs)
			}
			compareGolden(t, name+".hir", functionTexts(fs))
			if filepath.Base(name) == "react_refused" {
				return // after lowering
			}
			enterForm(t, fs, hir.CleanupOptions{React: true})
			compareGolden(t, name+".merged.hir", functionTexts(fs))
		})
	}
}

// TestLowerDefaultSame checks that by default the same functions are lowered to
// the same HIR, but for those that stand for departures.
func TestLowerDefaultSame(t *testing.T) {
	for _, file := range lowerFixtures(t, "lower") {
		if strings.HasPrefix(filepath.Base(file), "react_") {
			continue
		}
		t.Run(filepath.Base(file), func(t *testing.T) {
			p := parseFixture(t, file)
			react, _ := LowerProgramWith(p, LowerOptions{React: true})
			fs, errs := LowerProgram(p)
			if len(errs) > 0 {
				t.Fatal(errs)
			}
			if line, w, g := firstDifference(functionTexts(react), functionTexts(fs)); line > 0 {
				t.Errorf("line %d:\n want %s\n got  %s", line, w, g)
			}
		})
	}
}

// TestLowerDefault checks what the default lowering makes of programs that the
// React Compiler refuses or gets wrong.
func TestLowerDefault(t *testing.T) {
	for _, file := range lowerFixtures(t, "lower_default") {
		name := strings.TrimSuffix(file, ".js")
		t.Run(filepath.Base(name), func(t *testing.T) {
			p := parseFixture(t, file)
			fs, errs := LowerProgram(p)
			got := functionTexts(fs)
			for _, err := range errs {
				got += "\n" + strings.TrimPrefix(err.Error(), filepath.ToSlash(name)) + "\n"
			}
			if *updateLower {
				if err := os.WriteFile(name+".hir", []byte(got), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			compareGolden(t, name+".hir", got)
		})
	}
}
