package convert

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"assay/mu"
)

var update = flag.Bool("update", false, "write the golden files anew")

// golden compares a text with a file in testdata.
func golden(t *testing.T, file string, got []byte) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(string(want), string(got)); d != "" {
		t.Errorf("%s: -expected +found:\n%s", file, d)
	}
}

func readFile(t *testing.T, file string) *mu.Bundle {
	t.Helper()
	src, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	b, err := mu.Read(filepath.Base(file), src, mu.ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func read(t testing.TB, src string) *mu.Bundle {
	t.Helper()
	b, err := mu.Read("t.uir", []byte(src), mu.ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func text(b *mu.Bundle) string { return string(mu.Print(b, mu.PrintOptions{})) }

// mustConvert converts a bundle and checks what holds of every conversion.
func mustConvert(t *testing.T, b *mu.Bundle, opt Options) *Result {
	t.Helper()
	before := text(b)
	r, err := Bundle(b, opt)
	if err != nil {
		t.Fatal(err)
	}
	if after := text(b); after != before {
		t.Errorf("the bundle that was converted is another now:\n%s", cmp.Diff(before, after))
	}
	out := text(r.Bundle)
	again, err := mu.Read("out.uir", []byte(out), mu.ReadOptions{Prelude: b.Prelude})
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, p := range mu.CheckSSA(again, opt.Level) {
		if p.Severity == mu.Error {
			t.Errorf("%v\n%s", p, out)
		}
	}
	for _, p := range mu.CheckSSA(r.Bundle, opt.Level) {
		if p.Severity == mu.Error {
			t.Error(p)
		}
	}
	twice, err := Bundle(again, Options{Level: opt.Level})
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(out, text(twice.Bundle)); d != "" {
		t.Errorf("converted again it is another:\n%s", d)
	}
	return r
}

// TestGolden converts the programs in testdata, to both forms, and
// prints the maps.
func TestGolden(t *testing.T) {
	files, _ := filepath.Glob("testdata/*/*.uir")
	if len(files) < 20 {
		t.Fatalf("expected at least 20 programs, found %d", len(files))
	}
	for _, file := range files {
		name := strings.TrimSuffix(file, ".uir")
		t.Run(filepath.Base(name), func(t *testing.T) {
			r := mustConvert(t, readFile(t, file), Options{Level: mu.LevelFull})
			golden(t, name+".ssa.txt", mu.Print(r.Bundle, mu.PrintOptions{}))
			golden(t, name+".phi.txt", mu.Print(mustConvertPHI(t, readFile(t, file)).Bundle, mu.PrintOptions{PHI: true}))
			var js, txt bytes.Buffer
			if err := r.WriteJSON(&js); err != nil {
				t.Fatal(err)
			}
			golden(t, name+".map.json", js.Bytes())
			if err := r.WriteText(&txt); err != nil {
				t.Fatal(err)
			}
			for _, w := range r.Warnings() {
				txt.WriteString(w.Error() + "\n")
			}
			golden(t, name+".map.txt", txt.Bytes())
		})
	}
}
