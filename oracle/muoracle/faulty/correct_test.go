package faulty_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"assay/mu"
	"assay/mu/convert"
	"assay/oracle/muoracle/faulty"

	"github.com/google/go-cmp/cmp"
)

// convertAgain checks what has to hold of all results, and returns how often the
// bundle was refused: 0 or 1.
func convertAgain(t *testing.T, b *mu.Bundle) (refused int) {
	t.Helper()
	before := string(mu.Print(b, mu.PrintOptions{}))
	ssa := !mu.HasErrors(mu.CheckSSA(b, mu.LevelDefs))
	r, err := faulty.Convert(b, faulty.None)
	if d := compare(b, r, err); d != "" {
		t.Errorf("%s\n%s", d, before)
	}
	if after := string(mu.Print(b, mu.PrintOptions{})); after != before {
		t.Errorf("the bundle is changed: %s", cmp.Diff(before, after))
	}
	var ps convert.Problems
	if errors.As(err, &ps) {
		if !mu.HasErrors(ps) || ssa {
			t.Errorf("refused for %v", ps)
		}
		return 1
	}
	if err != nil {
		t.Fatal(err)
	}
	text := string(mu.Print(r.Bundle, mu.PrintOptions{}))
	again, err := mu.Read("result.uir", []byte(text), mu.ReadOptions{Prelude: b.Prelude})
	if err != nil {
		t.Fatal(err)
	}
	if ps := mu.CheckSSA(again, mu.LevelDefs); mu.HasErrors(ps) {
		t.Errorf("%v\n%s", ps, text)
	}
	if full := mu.HasErrors(mu.Check(b, mu.LevelFull)); !full {
		if ps := mu.CheckSSA(again, mu.LevelFull); mu.HasErrors(ps) {
			t.Errorf("%v\n%s", ps, text)
		}
	}
	if ssa && text != before {
		t.Errorf("SSA form is changed: %s", cmp.Diff(before, text))
	}
	r, err = faulty.Convert(again, faulty.None)
	if err != nil {
		t.Fatal(err)
	}
	if twice := string(mu.Print(r.Bundle, mu.PrintOptions{})); twice != text {
		t.Errorf("converted again it differs: %s", cmp.Diff(text, twice))
	}
	return 0
}

// compare returns how a result differs from that of package convert.
func compare(b *mu.Bundle, r *convert.Result, err error) string {
	want, wantErr := convert.Bundle(b, convert.DefaultOptions())
	if err != nil || wantErr != nil {
		return cmp.Diff(codes(wantErr), codes(err))
	}
	text := func(r *convert.Result) string { return string(mu.Print(r.Bundle, mu.PrintOptions{})) }
	if d := cmp.Diff(text(want), text(r)); d != "" {
		return "text: " + d
	}
	if d := cmp.Diff(dump(want), dump(r)); d != "" {
		return "map: " + d
	}
	return ""
}

// codes returns the errors of a bundle that is refused.
func codes(err error) (errs []string) {
	var ps convert.Problems
	errors.As(err, &ps)
	for _, p := range ps {
		if p.Severity == mu.Error {
			code, _, _ := strings.Cut(p.Error(), ": expected")
			errs = append(errs, code)
		}
	}
	return errs
}

// TestShared converts real bundles.
func TestShared(t *testing.T) {
	for _, pattern := range []string{"uir/*/*.uir", "examples/*.pre.uir"} {
		for _, file := range files(t, pattern) {
			t.Run(filepath.Base(filepath.Dir(file))+"/"+filepath.Base(file), func(t *testing.T) {
				// Some of the files use what others define.
				for _, preludes := range [][]string{nil, {"primitives"}, {"primitives", "redef-file1"}} {
					b := parseShared(t, file, preludes)
					if b != nil && !mu.HasErrors(mu.Check(b, mu.LevelDefs)) {
						convertAgain(t, b)
						return
					}
				}
				t.Skip("mu.Check finds errors in it")
			})
		}
	}
}

// parseShared reads a file with others of its directory as preludes, each that of
// the next. It returns nil if there is no such bundle.
func parseShared(t *testing.T, file string, preludes []string) *mu.Bundle {
	opt := mu.ReadOptions{}
	for _, name := range preludes {
		text, err := os.ReadFile(filepath.Join(filepath.Dir(file), "uvm-refimpl-test__"+name+".uir"))
		if err != nil {
			return nil
		}
		b, err := mu.Read(name, text, opt)
		if err != nil {
			return nil
		}
		opt.Prelude = b
	}
	b, err := mu.Read(file, read(t, file), opt)
	if err != nil {
		return nil
	}
	return b
}
