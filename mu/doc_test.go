package mu

import (
	"bytes"
	"os"
	"regexp"
	"strings"
	"testing"
)

// TestDoc checks that the texts in the documentation of the package are right:
// that they print as they stand there, that the second says what the first does,
// and that all codes of the checker are in the list.
func TestDoc(t *testing.T) {
	src, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	var dumps []string
	for line := range strings.Lines(string(src)) {
		line, ok := strings.CutPrefix(line, "//")
		indented, isDump := strings.CutPrefix(line, "\t")
		switch {
		case ok && isDump:
			text.WriteString(indented)
		case ok && strings.TrimSpace(line) == "" && text.Len() > 0:
			text.WriteString("\n")
		case text.Len() > 0:
			dumps = append(dumps, strings.TrimRight(text.String(), "\n")+"\n")
			text.Reset()
		}
	}
	ssa := mustRead(t, "doc.go", []byte(dumps[0]), nil)
	if got := string(Print(ssa, PrintOptions{})); got != dumps[0] {
		t.Errorf("expected as in the documentation, found\n%s", got)
	}
	if ps := CheckSSA(ssa, LevelFull); len(ps) > 0 {
		t.Error(ps)
	}
	head, _, _ := strings.Cut(dumps[0], "\n.funcdef")
	pre := mustRead(t, "doc.go", []byte(head+"\n"+dumps[1]), nil)
	if got := Print(pre, PrintOptions{}); !bytes.HasSuffix(got, []byte(dumps[1])) {
		t.Errorf("expected as in the documentation, found\n%s", got)
	}
	if ps := Check(pre, LevelFull); len(ps) > 0 {
		t.Error(ps)
	}
	for _, c := range checkCases {
		if !regexp.MustCompile(c.code + `\b`).Match(src) {
			t.Errorf("expected the code %s in the documentation", c.code)
		}
	}
}
