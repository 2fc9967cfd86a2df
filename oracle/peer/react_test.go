package peer

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"assay/peers/command"
	"assay/peers/react"
)

// reactCompiler returns the installed React Compiler; without one the test is
// skipped, with the reason.
func reactCompiler(t *testing.T, opt command.Options) *react.Compiler {
	t.Helper()
	c, err := react.New(react.Options{Dir: filepath.Join("..", "..", "peers", "react"), Process: opt})
	if errors.Is(err, react.ErrNotInstalled) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

// buckets returns the buckets of what is found in a program.
func buckets(t *testing.T, c Compiler, program string) []string {
	t.Helper()
	found, err := NewChecker(c).Check(context.Background(), program, "main")
	if err != nil {
		t.Fatal(err)
	}
	var bs []string
	for _, f := range found {
		bs = append(bs, f.Bucket())
	}
	return bs
}

// A function that is compiled right does what its source does after each pass as
// well: so no pass is called guilty that is not.
func TestForms(t *testing.T) {
	c := reactCompiler(t, command.Options{})
	n, right := 20, 0
	if testing.Short() {
		n = 8
	}
	for seed := range uint64(n) {
		js := Source(seed)
		a, err := c.Do(context.Background(), &command.Request{JS: js, Want: []string{"none"}, Run: "main", Bisect: true})
		if err != nil {
			t.Fatal(err)
		}
		wrong := len(a.Runs) == 0
		for _, r := range a.Runs {
			wrong = wrong || r.Source != r.Compiled || r.SourceCalls != r.CompiledCalls
		}
		if wrong {
			continue
		}
		right++
		if a.Guilty != "" {
			t.Errorf("seed %d: found %s guilty of nothing\n%s", seed, a.Guilty, js)
		}
	}
	if right < n/2 {
		t.Errorf("only %d of %d programs were compiled right", right, n)
	}
}

// The pass that changes what a function does is named.
func TestGuilty(t *testing.T) {
	c := reactCompiler(t, command.Options{})
	for js, want := range map[string]string{
		"function main(a, b, c) { let d = a; f(d); [d, c] = [c, d]; return [d, c]; }": "wrong output: code generation: throws ReferenceError where the source returns",
		"function main(a, b) { b.x; return a; }":                                      "wrong output: DeadCodeElimination: returns where the source throws TypeError",
		"function main(a, b) { const k = ({ x: i }) => 3; return [k(b), a]; }":        "wrong output: AnalyseFunctions: returns where the source throws TypeError",
		"function main(a) { return [a, a = 2]; }":                                     "wrong output: memoization: another value, from the cache",
		"function main(a) { return [a, a++]; }":                                       "wrong output: code generation: another value",
		"function main(a) { do { a = g(a); } while (f(a)); return a; }":               "invariant: AssertValidBlockNesting: Invariant: Invalid nesting in program blocks or scopes. Items overlap but are not nested: #:#(#:#)",
	} {
		if got := strings.Join(buckets(t, c, js), "|"); got != want {
			t.Errorf("expected %q, found %q for\n%s", want, got, js)
		}
	}
}

// What is written of the compiler is so.
func TestPages(t *testing.T) {
	// One page is of a hang.
	c := reactCompiler(t, command.Options{Limit: 4 * time.Second, Start: 10 * time.Second})
	buckets(t, c, program) // starts it
	files, err := filepath.Glob(filepath.Join("..", "..", "docs", "findings", "*.js"))
	if err != nil || len(files) == 0 {
		t.Fatalf("found no programs: %v", err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		page, err := os.ReadFile(strings.TrimSuffix(file, ".js") + ".md")
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(page), "```js\n"+string(text)+"```") {
			t.Errorf("%s: the page shows another program", file)
		}
		if n := strings.Count(string(text), "\n"); n > 15 {
			t.Errorf("%s has %d lines", file, n)
		}
		if testing.Short() && strings.Contains(string(page), "does not answer") {
			continue
		}
		if len(buckets(t, c, string(text))) == 0 {
			t.Errorf("%s: nothing is found", file)
		}
	}
}
