package js

import (
"fmt";"os"
	"strings"
	"testing"

	"github.com/dop251/goja"
	"github.com/google/go-cmp/cmp"
)

// checkRoundTrip checks that a program reads back from its text as it is, and that
// the text is the canonical one.
func checkRoundTrip(t *testing.T, p *Program) (text string) {
	t.Helper()
	text = Print(p)
	q, err := Parse("printed.js", []byte(text))
	if err != nil {
		t.Fatalf("the printed program does not parse: %v\n%s", err, text)
	}
	if !Equal(p, q) {
		t.Fatalf("the printed program reads back as another one:\n%s\n%s", text, cmp.Diff(p, q, ignorePlaces))
	}
	if again := Print(q); again != text {
		t.Fatalf("printed differently the second time:\n%s", cmp.Diff(text, again))
	}
	return text
}

// ignorePlaces compares syntax trees without places.
var ignorePlaces = cmp.Options{
	cmp.FilterPath(func(p cmp.Path) bool {
		last := p.Last().String()
		return last == ".Pos" || last == ".Lines" || last == ".File"
	}, cmp.Ignore()),
}

func TestRandomProgramsRoundTrip(t *testing.T) {
	n := uint64(20000)
	if testing.Short() {
		n = 2000
	}
	for seed := range n {
		ascii := seed%4 == 0
		p := randomProgram(seed, 10+int(seed%90), ascii)
		text := checkRoundTrip(t, p)
		if ascii {
			if err := gojaCompile(text); err != nil {
				t.Fatalf("seed %d: goja does not compile the printed program: %v\n%s", seed, err, text)
			}
		}
		if t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
}

// gojaCompile tells what goja's compiler says against a program, but for what are
// its own faults.
func gojaCompile(text string) error {
	_, err := goja.Compile("", text, false)
	if err != nil && strings.Contains(err.Error(), "Compiler bug") {
		return nil
	}
	return err
}

func TestTmpNode(t *testing.T) {
	for seed := range uint64(5000) {
		p := randomProgram(seed, 10+int(seed%90), false)
		os.WriteFile(fmt.Sprintf("/tmp/h3/node/%d.js", seed), []byte(Print(p)), 0o666)
	}
}
