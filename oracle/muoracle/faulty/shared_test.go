package faulty_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"assay/mu"
	"assay/oracle/muoracle/faulty"

	"github.com/google/go-cmp/cmp"
)

// shared holds files of others that the tests use if they are there.
const shared = "../../../../shared/mu"

// files returns the shared files of a pattern, and skips the test if there are
// none.
func files(t *testing.T, pattern string) []string {
	names, err := filepath.Glob(filepath.Join(shared, pattern))
	if err != nil {
		t.Fatal(err)
	}
	if len(names) == 0 {
		t.Skipf("no files %s", pattern)
	}
	return names
}

func read(t *testing.T, file string) []byte {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func parse(t *testing.T, file string, text []byte) *mu.Bundle {
	t.Helper()
	b, err := mu.Read(file, text, mu.ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// TestPrototype compares the functions of the examples with those that a
// prototype made. Definitions that it made have other names.
func TestPrototype(t *testing.T) {
	names := strings.NewReplacer("@presse.t4", "@__presse.t1", "@presse.zero.presse.t0", "@__presse.zero.__presse.t0", "@presse.", "@__presse.")
	for _, file := range files(t, "examples/*.pre.uir") {
		t.Run(filepath.Base(file), func(t *testing.T) {
			want, _, _ := bytes.Cut(read(t, strings.TrimSuffix(file, ".pre.uir")+".out.txt"), []byte("\n}\n"))
			r, err := faulty.Convert(parse(t, file, read(t, file)), faulty.None)
			if err != nil {
				t.Fatal(err)
			}
			text := mu.Print(r.Bundle, mu.PrintOptions{})
			got, _, _ := bytes.Cut(text[bytes.Index(text, []byte(".funcdef")):], []byte("\n}\n"))
			if d := cmp.Diff(names.Replace(string(want)), string(got)); d != "" {
				t.Error(d)
			}
		})
	}
}
