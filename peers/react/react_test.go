package react

import (
	"context"
	"errors"
	"strings"
	"testing"

	"assay/peers/command"
)

// compiler returns the installed compiler; without one the test is skipped, with
// the reason.
func compiler(t *testing.T) *Compiler {
	t.Helper()
	c, err := New(Options{Dir: "."})
	if errors.Is(err, ErrNotInstalled) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

func compile(t *testing.T, c *Compiler, js string) *command.Answer {
	t.Helper()
	a, err := c.Compile(context.Background(), js, nil, "main")
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func TestCompile(t *testing.T) {
	c := compiler(t)
	a := compile(t, c, "function main(a, b) { const x = [a]; if (b) f(x); return {x, y: g(b)}; }\n")
	if a.Error != nil || !strings.Contains(a.JS, "react/compiler-runtime") {
		t.Fatalf("found %v\n%s", a.Error, a.JS)
	}
	passes := map[string]bool{}
	for i := range a.Snapshots {
		f, err := a.Snapshots[i].Read()
		if err != nil {
			t.Fatal(err)
		}
		if f.Name() != "main" {
			t.Errorf("after %s: found function %s", a.Snapshots[i].Pass, f.Name())
		}
		passes[a.Snapshots[i].Pass] = true
	}
	for _, want := range []string{"HIR", "MergeConsecutiveBlocks", "SSA", "EliminateRedundantPhi", "AlignReactiveScopesToBlockScopesHIR", "BuildReactiveScopeTerminalsHIR"} {
		if !passes[want] {
			t.Errorf("found no snapshot after %s", want)
		}
	}
	renders := ""
	for _, r := range a.Runs {
		renders += r.Render + "|"
		if r.Source != r.Compiled || r.SourceCalls != r.CompiledCalls || !strings.HasPrefix(r.Source, "returns {x:[") {
			t.Errorf("render %s: found %q and %q", r.Render, r.Source, r.Compiled)
		}
	}
	if renders != "A|B|C|D|A|A A|A A B|A A B A|D|D B|D B D|D B D C|D B D C D|" {
		t.Errorf("found renders %s", renders)
	}
}

// What the program does is told by value: exceptions, what is not finite, what never
// ends.
func TestRuns(t *testing.T) {
	c := compiler(t)
	for js, want := range map[string]string{
		"function main(a) { throw [a, -0]; }":                    "throws [1,-0]",
		"function main(a) { return a.x.y; }":                     "throws TypeError",
		"function main(a) { while (true) { f(); } return a; }":   "throws RangeError",
		"function main(a) { for (;;) {} return a; }":             "does not end",
		"function main(a, b, c) { c.x = 1; return c; }":          "throws TypeError",
		"function main(a) { return [NaN, undefined, () => a]; }": "returns [NaN,undefined,function]",
	} {
		a := compile(t, c, js)
		if len(a.Runs) == 0 {
			if a.Error == nil {
				t.Errorf("%s: found no run and no error", js)
			}
			continue
		}
		if got := a.Runs[0].Source; got != want {
			t.Errorf("%s: expected %q, found %q", js, want, got)
		}
	}
}

// Errors have kinds: what is not taken, and what the compiler did not expect.
func TestErrors(t *testing.T) {
	c := compiler(t)
	for js, want := range map[string]string{
		"function main(a) { try { f(); } finally { g(); } return a; }":                   command.Unsupported,
		"function main(a { return a; }":                                                  command.Unsupported,
		"function main(a) { try { const b = {x: 1}?.z; } catch { throw a; } return a; }": "invariant",
	} {
		if a := compile(t, c, js); a.Error == nil || a.Error.Kind != want {
			t.Errorf("%s: expected an error of kind %s, found %v", js, want, a.Error)
		}
	}
	// And it goes on.
	if a := compile(t, c, "function main(a) { return a; }"); a.Error != nil {
		t.Errorf("found %v", a.Error)
	}
}

func TestNotInstalled(t *testing.T) {
	if _, err := New(Options{Dir: t.TempDir()}); !errors.Is(err, ErrNotInstalled) {
		t.Errorf("found %v", err)
	}
}
