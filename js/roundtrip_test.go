package js

import (
	"bytes"
	"encoding/json"
	"os/exec"
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
	n := uint64(8000)
	if testing.Short() || raced {
		n = 1000
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

// TestNodeTakesPrinted has V8 parse the printed programs, and those of the table.
// V8 of Node 20 refuses a few programs that are right, with patterns in assignments
// deep within the arguments of calls; so a program counts as refused only if acorn,
// which node has within it, refuses it too.
func TestNodeTakesPrinted(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("node is not installed")
	}
	var texts []string
	for _, c := range parseTests {
		texts = append(texts, c.want)
	}
	n := uint64(3000)
	if testing.Short() || raced {
		n = 300
	}
	for seed := range n {
		texts = append(texts, Print(randomProgram(1<<32+seed, 10+int(seed%90), false)))
	}
	input, err := json.Marshal(texts)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(node, "--expose-internals", "-e", `
		const vm = require("vm");
		const { parse } = require("internal/deps/acorn/acorn/dist/acorn");
		for (const text of JSON.parse(require("fs").readFileSync(0, "utf8"))) {
			try { new vm.Script(text) } catch (e) {
				try { parse(text, { ecmaVersion: "latest", sourceType: "script" }) } catch (e2) {
					console.log(e.message + "\n" + e2.message + "\n" + text)
				}
			}
		}`)
	cmd.Stdin = bytes.NewReader(input)
	out, err := cmd.CombinedOutput()
	if err != nil || len(out) > 0 {
		t.Errorf("node does not take what is printed: %v\n%s", err, out)
	}
}
