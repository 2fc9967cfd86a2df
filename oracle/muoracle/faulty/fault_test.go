package faulty_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"assay/mu"
	"assay/mu/convert"
	"assay/oracle/muoracle/faulty"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write the expected texts")

// program reads the program that shows a fault. All have the same prelude.
func program(t *testing.T, name string) *mu.Bundle {
	t.Helper()
	head := filepath.Join("testdata", "head.uir")
	file := filepath.Join("testdata", name+".uir")
	b, err := mu.Read(file, read(t, file), mu.ReadOptions{Prelude: parse(t, head, read(t, head))})
	if err != nil {
		t.Fatal(err)
	}
	if ps := mu.Check(b, mu.LevelFull); mu.HasErrors(ps) {
		t.Fatal(ps)
	}
	return b
}

func converted(t *testing.T, b *mu.Bundle, f faulty.Fault) (text, maps string, r *convert.Result) {
	t.Helper()
	r, err := faulty.Convert(b, f)
	if err != nil {
		t.Fatal(err)
	}
	return string(mu.Print(r.Bundle, mu.PrintOptions{})), dump(r), r
}

// TestFaults checks that each fault spoils the program that shows it, does the harm
// that it is said to do, and that the program is converted right without it.
func TestFaults(t *testing.T) {
	for _, f := range faulty.All() {
		t.Run(f.Name, func(t *testing.T) {
			b := program(t, f.Name)
			text, maps, _ := converted(t, b, faulty.None)
			badText, badMaps, bad := converted(t, b, f)
			show := "correct:\n\n" + text + "\n" + f.What + ":\n\n" + badText
			if f.Harm == faulty.MapOnly {
				show = text + "\ncorrect map:\n\n" + maps + "\n" + f.What + ":\n\n" + badMaps
			}
			golden(t, f.Name, show)
			if (text == badText) != (f.Harm == faulty.MapOnly) {
				t.Errorf("expected harm %s, but the text is\n%s", f.Harm, badText)
			}
			if f.Harm == faulty.MapOnly && maps == badMaps {
				t.Error("the map is right")
			}
			if ps := mu.CheckSSA(bad.Bundle, mu.LevelFull); mu.HasErrors(ps) != (f.Harm == faulty.Invalid) {
				t.Errorf("expected harm %s, but mu.CheckSSA finds %v", f.Harm, ps)
			}
		})
	}
}

// golden compares a text with the one that is expected.
func golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name+".txt")
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if d := cmp.Diff(string(read(t, file)), got); d != "" {
		t.Error(d)
	}
}

// TestNames checks that faults have names of their own, which Named finds.
func TestNames(t *testing.T) {
	for _, f := range faulty.All() {
		if g, ok := faulty.Named(f.Name); !ok || g != f {
			t.Errorf("%s: Named finds %v", f.Name, g)
		}
		if f.What == "" || strings.HasSuffix(f.What, ".") {
			t.Errorf("%s: %q", f.Name, f.What)
		}
	}
	if f, ok := faulty.Named("no-such-fault"); ok {
		t.Errorf("Named finds %v", f)
	}
}
