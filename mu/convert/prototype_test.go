package convert

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"assay/mu"
)

// shared holds material that is not part of the project.
const shared = "../../../shared/mu/"

// TestPrototype compares with the outputs of a prototype, token for token. They
// differ in
//
//   - the prefix of generated names;
//   - the place of new definitions, which the prototype prints last, and the
//     numbers of new types, with which it counts constants too: so ex10.
//
// The comments of those outputs list initialisations. Ours are the same but in
// ex12, where the prototype takes a default at an ID, and we where the value is
// read.
func TestPrototype(t *testing.T) {
	files, _ := filepath.Glob(shared + "examples/*.pre.uir")
	if len(files) == 0 {
		t.Skip("the prototype's examples are not here")
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".pre.uir")
		out, err := os.ReadFile(strings.TrimSuffix(file, ".pre.uir") + ".out.txt")
		if err != nil {
			t.Fatal(err)
		}
		r := mustConvert(t, readFile(t, file), DefaultOptions())
		want := strings.ReplaceAll(string(out), "@presse.", "@__presse.")
		want = strings.NewReplacer("presse.zero.presse.", "presse.zero.__presse.", "presse.t4", "presse.t1").Replace(want)
		var versions strings.Builder
		for _, d := range r.Bundle.Defs {
			if d.Kind == mu.DefVersion {
				b := *r.Bundle
				b.Defs = []mu.DefRef{d}
				versions.Write(mu.Print(&b, mu.PrintOptions{}))
			}
		}
		if !mu.SameTokens([]byte(functions(want)), []byte(versions.String())) {
			t.Errorf("%s: expected\n%s\nfound\n%s", name, functions(want), versions.String())
		}
		inits := 0
		for line := range strings.Lines(want) {
			if strings.HasPrefix(line, "// init") && !strings.Contains(line, " ID ") {
				inits++
			}
		}
		found := 0
		for _, f := range r.Map.Functions {
			found += len(f.Inits)
		}
		if name == "ex12_mixed_explicit" {
			inits++ // %i holds the default of %b at the edge
		}
		if found != inits {
			t.Errorf("%s: expected %d initialisations, found %d", name, inits, found)
		}
	}
}

// functions returns the functions of a text.
func functions(text string) string {
	var s strings.Builder
	in := false
	for line := range strings.Lines(text) {
		in = in || strings.HasPrefix(line, ".funcdef")
		if in {
			s.WriteString(line)
		}
		in = in && !strings.HasPrefix(line, "}")
	}
	return s.String()
}
