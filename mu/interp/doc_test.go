package interp

import (
	"os"
	"strings"
	"testing"
)

// TestDocumentation checks that what the documentation of the package shows is
// what the example prints, and that it names all codes of undefined behaviour.
func TestDocumentation(t *testing.T) {
	doc, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	example, err := os.ReadFile("example_test.go")
	if err != nil {
		t.Fatal(err)
	}
	_, output, ok := strings.Cut(string(example), "// Output:\n")
	if !ok {
		t.Fatal("expected the output of the example, found none")
	}
	for line := range strings.Lines(output) {
		line = strings.TrimPrefix(strings.TrimSpace(line), "// ")
		if line != "}" && !strings.HasPrefix(line, "difference") && !strings.Contains(string(doc), "//\t"+line+"\n") {
			t.Errorf("expected %q in the documentation", line)
		}
	}
	for code := range ubMessages {
		if !strings.Contains(string(doc), "//\t"+code+" ") {
			t.Errorf("expected %s in the documentation", code)
		}
	}
}
