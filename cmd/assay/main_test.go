package main

import (
	"bytes"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// assay runs a command line and returns its exit code and outputs.
func assay(stdin string, args ...string) (code int, stdout, stderr string) {
	var out, err bytes.Buffer
	code = run(args, strings.NewReader(stdin), &out, &err)
	return code, out.String(), err.String()
}

// golden compares got with a file below testdata.
func golden(t *testing.T, file, got string) {
	t.Helper()
	path := filepath.Join("testdata", file)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(string(want), got); d != "" {
		t.Errorf("%s (-want +got):\n%s", path, d)
	}
}

func TestCommands(t *testing.T) {
	tests := []struct {
		name  string
		args  string
		stdin string
		code  int
	}{
		{"lower_if", "lower testdata/seed_if.js", "", 0},
		{"lower_while", "lower testdata/seed_while.js", "", 0},
		{"ssa_if", "ssa testdata/seed_if.js", "", 0},
		{"ssa_while", "ssa testdata/seed_while.js", "", 0},
		{"verify_short", "verify testdata/short.hir", "", 0},
		{"ssa_short", "ssa --eliminate testdata/short.hir", "", 0},
		{"check_short", "check testdata/short.hir", "", 0},
		{"ssa_eliminate", "ssa --eliminate testdata/join.js", "", 0},
		{"fmt_js", "fmt --lang=js -", "function f(a){if(a)return 1;else{return [a,,2]}}", 0},
		{"fmt_hir", "fmt testdata/before.hir", "", 0},
		{"mu", "mu testdata/pre.uir", "", 0},
		{"mu_phi", "mu --form=phi --keep-copies --name-osr=all testdata/pre.uir", "", 0},
		{"mu_count", "mu testdata/count.uir", "", 0},
		{"fmt_mu", "fmt --form=phi testdata/pre.uir", "", 0},
		{"verify_mu", "verify testdata/pre.uir", "", 0},
		{"verify_mu_ssa", "verify --stage=ssa testdata/pre.uir", "", 1},
		{"run_mu", "run --args [12,18] testdata/pre.uir", "", 0},
		{"verify_pre", "verify testdata/before.hir", "", 0},
		{"verify_ssa_bad", "verify --stage=ssa testdata/bad.hir", "", 1},
		{"scopes_if", "scopes --from=build testdata/scopes_if.hir", "", 0},
		{"check_scopes", "check --from=align testdata/scopes_if.hir", "", 0},
		{"verify_scopes", "verify --stage=scopes testdata/scopes_if.golden", "", 0},
		{"compare_scopes", "compare --stage=scopes testdata/scopes_if.hir testdata/scopes_if.golden", "", 0},
		{"fuzz_scope_fault", "fuzz --fault phi-operand-first-piece --count 40", "", 1},
		{"run", "run --args [1,5] testdata/join.js", "", 0},
		{"run_stuck", "run testdata/stuck.hir", "", 1},
		{"check", "check testdata/seed_if.js testdata/seed_while.js testdata/join.js", "", 0},
		{"compare", "compare --notes testdata/before.hir testdata/after.hir", "", 0},
		{"compare_wrong", "compare testdata/before.hir testdata/wrong.hir", "", 1},
		{"gen", "gen --seed 3 --count 2", "", 0},
		{"gen_mu", "gen --lang=mu --seed 3 --count 2", "", 0},
		{"gen_mu_ssa", "gen --lang=mu --ssa --seed 3", "", 0},
		{"gen_ssa_not_mu", "gen --ssa", "", 2},
		{"fuzz", "fuzz --count 200 --seed 10", "", 0},
		{"fuzz_fault", "fuzz --fault operands-swapped --count 20", "", 1},
		{"mutants", "mutants --count 100 --examples operands-swapped sequential-phis", "", 0},
		{"check_mu", "check testdata/pre.uir testdata/join.js", "", 0},
		{"check_mu_seed", "check --lang=mu --seed 3 --bytes 00", "", 0},
		{"fuzz_mu", "fuzz --lang=mu --count 100 --seed 10", "", 0},
		{"fuzz_mu_fault", "fuzz --lang=mu --count 20 --fault arguments-before-results --max 1", "", 1},
		{"mutants_mu", "mutants --lang=mu --count 100 --examples copy-by-name no-reuse", "", 0},
		{"conform", "conform --pass=ssa testdata/cases.jsonl", "", 0},
		{"conform_wrong", "conform --pass=ssa testdata/cases_wrong.jsonl", "", 1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			code, out, errs := assay(tt.stdin, strings.Fields(tt.args)...)
			if code != tt.code {
				t.Errorf("assay %s: exit code %d, want %d\n%s%s", tt.args, code, tt.code, out, errs)
			}
			golden(t, tt.name+".golden", out)
		})
	}
}

// Errors of usage and of inputs have exit code 2, say where, and print nothing
// on standard output that could be taken for a result.
func TestUsageAndInputErrors(t *testing.T) {
	tests := []struct {
		name  string
		args  []string
		stdin string
		want  string // in standard error
	}{
		{"unknown command", []string{"frobnicate"}, "", "frobnicate"},
		{"unknown flag", []string{"fuzz", "--frob"}, "", "--frob"},
		{"no file", []string{"verify"}, "", "<file>"},
		{"missing file", []string{"verify", "testdata/none.hir"}, "", "testdata/none.hir"},
		{"syntax error in HIR", []string{"verify", "--lang=hir", "-"}, "bb0 (block):\n  [1] oops\n", "<stdin>:2:"},
		{"syntax error in JavaScript", []string{"lower", "-"}, "function f() {\n  let = ;\n}\n", "<stdin>:2:"},
		{"unsupported JavaScript", []string{"lower", "-"}, "function f() {\n  var x = 1;\n}\n", "<stdin>:2:3: unsupported"},
		{"no function", []string{"check", "-"}, "1;\n", "no function"},
		{"empty HIR to verify", []string{"verify", "--lang=hir", "-"}, "", "<stdin>: no function"},
		{"empty HIR to check", []string{"check", "--lang=hir", "-"}, "\n\n", "<stdin>: no function"},
		{"empty HIR to convert", []string{"ssa", "--lang=hir", "-"}, "", "<stdin>: no function"},
		{"empty HIR to run", []string{"run", "--lang=hir", "-"}, "", "<stdin>: no function"},
		{"nothing to compare", []string{"compare", os.DevNull, os.DevNull}, "", "no function"},
		{"negative count", []string{"fuzz", "--count=-1"}, "", "--count"},
		{"no programs", []string{"fuzz", "--count=0"}, "", "--count"},
		{"no time", []string{"fuzz", "--time=0s"}, "", "--time"},
		{"no worlds", []string{"fuzz", "--seeds=0", "--count=1"}, "", "--seeds"},
		{"too many jobs", []string{"fuzz", "--jobs=1000000", "--count=1"}, "", "--jobs"},
		{"no worlds to check in", []string{"check", "--seeds=0", "testdata/join.js"}, "", "--seeds"},
		{"no fuel to check with", []string{"check", "--fuel=-1", "testdata/join.js"}, "", "--fuel"},
		{"bad bytes", []string{"check", "--bytes", "xyz"}, "", "--bytes"},
		{"nothing to check", []string{"check"}, "", "name a file"},
		{"no peer to check", []string{"check", "--peer=react", "--peer-dir=testdata", "testdata/join.js"}, "", "is not installed"},
		{"no peer to fuzz", []string{"fuzz", "--peer=react", "--peer-dir=testdata", "--count=1"}, "", "is not installed"},
		{"another peer", []string{"fuzz", "--peer=vue", "--count=1"}, "", "--peer"},
		{"JSON without peer", []string{"fuzz", "--json", "--count=1"}, "", "--peer"},
		{"a peer with a fault", []string{"check", "--peer=react", "--fault=operands-swapped", "testdata/join.js"}, "", "--seed and files only"},
		{"a command for Mu IR", []string{"fuzz", "--lang=mu", "--command=cat", "--pass=ssa", "--count=1"}, "", "--command"},
		{"a command for a peer", []string{"check", "--peer=react", "--command=cat", "--pass=ssa", "testdata/join.js"}, "", "--command"},
		{"a command without pass", []string{"fuzz", "--command=cat", "--count=1"}, "", "--pass"},
		{"no versions", []string{"bisect", "--versions=testdata/none", "testdata/join.js"}, "", "no versions are installed"},
		{"Mu IR that is not valid to check", []string{"check", "--lang=mu", "-"}, ".funcsig @s = () -> ()\n.funcdef @f VERSION %v <@s> {\n%e:\nRET @x\n}\n", "<stdin>:4:5: error E-UNDEF-GLOBAL"},
		{"no fault of Mu IR", []string{"fuzz", "--lang=mu", "--fault=operands-swapped", "--count=1"}, "", "assay mutants --lang=mu"},
		{"no fault of Mu IR to measure", []string{"mutants", "--lang=mu", "operands-swapped"}, "", "assay mutants --lang=mu"},
		{"bad bytes of Mu IR", []string{"check", "--lang=mu", "--bytes", "xyz"}, "", "--bytes"},
		{"Mu IR has no scopes", []string{"check", "--from=align", "testdata/pre.uir"}, "", "--from=align"},
		{"bad arguments", []string{"run", "--args", "[{}]", "testdata/join.js"}, "", "argument 0"},
		{"arguments without array", []string{"run", "--args", "{}", "testdata/join.js"}, "", "expected a JSON array"},
		{"null arguments", []string{"run", "--args", "null", "testdata/join.js"}, "", "expected a JSON array"},
		{"two arrays", []string{"run", "--args", "[] []", "testdata/join.js"}, "", "nothing after"},
		{"no program at all", []string{"check", "-"}, strings.Repeat("\xff ", 1000), "and 900 more"},
		{"not a case", []string{"conform", "--pass=ssa", "-"}, "{}\n", "-:1:1: not a recorded case"},
		{"not JSON", []string{"conform", "--pass=ssa", "-"}, "\n{\"name\": }\n", "-:2:"},
		{"no case of the pass", []string{"conform", "--pass=eliminate", "testdata/cases.jsonl"}, "", "no case of pass eliminate in testdata/cases.jsonl"},
		{"overlapping scopes", []string{"scopes", "--from=build", "testdata/scopes_overlap.hir"}, "", "block bb0"},
		{"overlapping scopes to check", []string{"check", "--from=build", "testdata/scopes_overlap.hir"}, "", "scope @0 [1:4]"},
		{"range out of bounds", []string{"scopes", "-"}, "f(): $9\nbb0 (block):\n  [1] $1_@0[1:40] = Array []\n  [2] Return Explicit $1_@0[1:40]\n", "range: [1:40]"},
		{"ids out of order", []string{"scopes", "-"}, "f(): $9\nbb0 (block):\n  [5] $1_@0[1:3] = Array []\n  [2] Return Explicit $1_@0[1:3]\n", "block bb0"},
		{"uninitialised variable of Mu", []string{"mu", "--uninit=error", "testdata/pre.uir"}, "", "testdata/pre.uir:8:36: error E-UNINIT"},
		{"unknown names in Mu", []string{"mu", "testdata/bad.uir"}, "", "testdata/bad.uir:5:22: error E-UNDEF: function @f.v1, block %entry"},
		{"unknown block in Mu", []string{"mu", "testdata/bad.uir"}, "", "testdata/bad.uir:6:10: error E-UNDEF-BLOCK"},
		{"syntax error in Mu", []string{"fmt", "testdata/syntax.uir"}, "", "testdata/syntax.uir:1:21: expected"},
		{"second syntax error in Mu", []string{"mu", "testdata/syntax.uir"}, "", "testdata/syntax.uir:5:1: expected"},
		{"branch to the entry in Mu", []string{"mu", "--strict-entry", "testdata/pre.uir"}, "", "E-ENTRY-TARGET"},
		{"empty Mu", []string{"mu", "-"}, "// nothing\n", "<stdin>: no definition found"},
		{"missing prelude", []string{"fmt", "--prelude", "none.uir", "testdata/pre.uir"}, "", "none.uir"},
		{"map of two files", []string{"mu", "--map", "m.json", "testdata/pre.uir", "testdata/pre.uir"}, "", "--map is for one file"},
		{"Mu where JavaScript is expected", []string{"ssa", "testdata/pre.uir"}, "", "found Mu IR"},
		{"too few arguments of Mu", []string{"run", "--args", "[1]", "testdata/pre.uir"}, "", "expected 2 values, found 1"},
		{"an argument that does not fit", []string{"run", "--args", "[1,0.5]", "testdata/pre.uir"}, "", "value 2"},
		{"a function that is not there", []string{"run", "--func", "@none", "testdata/pre.uir"}, "", "@none"},
		{"unknown pass", []string{"conform", "--pass=nonsense", "testdata/cases.jsonl"}, "", "nonsense"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			code, out, errs := assay(tt.stdin, tt.args...)
			if code != exitUsage {
				t.Errorf("exit code %d, want %d", code, exitUsage)
			}
			if !strings.Contains(errs, tt.want) {
				t.Errorf("standard error %q does not mention %q", errs, tt.want)
			}
			if strings.Contains(out, "holds") || strings.Contains(out, "no violation") {
				t.Errorf("standard output claims a result: %q", out)
			}
		})
	}
}

// A file with an unsupported function is reported, and the other functions are
// dealt with all the same.
func TestUnsupportedFunctionDoesNotHideOthers(t *testing.T) {
	code, out, errs := assay("function f() { var x; }\nfunction g() { return 1; }\n", "lower", "-")
	if code != exitUsage || !strings.Contains(out, "g(): ") || !strings.Contains(errs, "unsupported") {
		t.Errorf("exit code %d, output %q, errors %q", code, out, errs)
	}
}

// failingWriter fails after some bytes, as a full disk does.
type failingWriter struct{ left int }

func (w *failingWriter) Write(b []byte) (int, error) {
	if len(b) > w.left {
		return 0, errors.New("no space left")
	}
	w.left -= len(b)
	return len(b), nil
}

// Output that cannot be written is an error of every command, whatever it had
// to say.
func TestOutputThatCannotBeWritten(t *testing.T) {
	for _, args := range []string{
		"fmt testdata/join.js", "lower testdata/join.js", "ssa testdata/join.js", "verify testdata/join.js", "run testdata/join.js",
		"check testdata/join.js", "compare testdata/before.hir testdata/after.hir", "compare testdata/before.hir testdata/wrong.hir",
		"conform --pass=ssa testdata/cases.jsonl", "gen --count 3", "fuzz --count 20", "fuzz --count 20 --fault operands-swapped",
		"mutants --count 20 operands-swapped", "--help",
	} {
		for _, left := range []int{0, 5} {
			var errs bytes.Buffer
			code := run(strings.Fields(args), strings.NewReader(""), &failingWriter{left}, &errs)
			if code != exitUsage || !strings.Contains(errs.String(), "standard output: no space left") {
				t.Errorf("assay %s: exit code %d, errors %q", args, code, errs.String())
			}
		}
	}
}

// The line that replays a failure has every flag that the failure needs, and
// fails with the same report.
func TestReplayLineFailsAgain(t *testing.T) {
	program := filepath.Join(t.TempDir(), "program.txt")
	const text = "function f(a, b) { let x = 0; while (x < 3) { x = a && b ? x + 1 : x; h(x); } return x; }\n"
	if err := os.WriteFile(program, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{
		{"fuzz", "--count=20", "--fault=operands-swapped", "--no-reduce", "--seeds=40"},
		{"check", "--fault=operands-swapped", "--seeds=3", "--fuel=77", "--lang=js", program},
		{"check", "--fault=operands-swapped", "-"},
		{"compare", "--seeds=20", "--fuel=99", "testdata/before.hir", "testdata/wrong.hir"},
		{"fuzz", "--lang=mu", "--count=20", "--fault=arguments-before-results", "--no-reduce", "--max=1", "--seeds=40"},
		{"check", "--lang=mu", "--fault=copy-by-name", "--seeds=3", "testdata/pre.uir"},
	} {
		code, out, errs := assay(text, args...)
		_, replay, found := strings.Cut(out, "\nreplay: assay ")
		if code != exitViolated || !found {
			t.Errorf("assay %v: exit code %d\n%s%s", args, code, out, errs)
			continue
		}
		replay, _, _ = strings.Cut(replay, "\n")
		for _, flag := range args {
			flag, value, _ := strings.Cut(flag, "=")
			if flag != "--count" && flag != "--max" && strings.HasPrefix(flag, "--") && value != "" && !strings.Contains(replay, flag+" "+value) {
				t.Errorf("assay %v: replay %q lacks %s %s", args, replay, flag, value)
			}
		}
		code, again, _ := assay(text, strings.Fields(replay)...)
		if i := strings.Index(again, "violated "); i > 0 {
			again = again[i:]
		}
		again, _, _ = strings.Cut(again, "\nreplay: ")
		if code != exitViolated || !strings.Contains(out, again) {
			t.Errorf("assay %v: replay %q: exit code %d, and prints something else:\n%s", args, replay, code, cmp.Diff(out, again))
		}
	}
}

// In text nothing tells a version that lost its phi from a variable that is read
// before its definition; verify notes it. A temporary without a definition is wrong.
func TestVerifyShowsWhatNothingDefines(t *testing.T) {
	text, err := os.ReadFile("testdata/after.hir")
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitAfter(string(text), "\n")
	for _, tt := range []struct {
		drop string // the line without which something has no definition
		code int
		want string
	}{
		{"a$34: phi(", exitHolds, "block bb3, instruction 12: initial-value: a$34: nothing defines it"},
		{"a$41 = ", exitHolds, "block bb3: initial-value: a$41: nothing defines it"},
		{"$38 = LoadLocal", exitViolated, "block bb5, instruction 18: use-not-dominated: $38: expected a definition on every path to here, found none"},
		{"\x00", exitHolds, ""},
	} {
		less := strings.Join(slices.DeleteFunc(slices.Clone(lines), func(l string) bool { return strings.Contains(l, tt.drop) }), "")
		code, out, errs := assay(less, "verify", "--stage=ssa", "-")
		if code != tt.code || !strings.Contains(out, tt.want) || strings.Contains(out, "note:") != (tt.code == exitHolds && tt.want != "") {
			t.Errorf("without %q: exit code %d\n%s%s", tt.drop, code, out, errs)
		}
	}
}

// The output of fuzz does not depend on the number of jobs.
func TestFuzzIsDeterministic(t *testing.T) {
	_, one, _ := assay("", "fuzz", "--count=300", "--jobs=1", "--census")
	_, four, _ := assay("", "fuzz", "--count=300", "--jobs=4", "--census")
	if d := cmp.Diff(one, four); d != "" {
		t.Errorf("one job and four print different things (-1 +4):\n%s", d)
	}
}

func TestHelp(t *testing.T) {
	for _, args := range [][]string{{}, {"--help"}, {"fmt", "--help"}, {"lower", "--help"}, {"ssa", "--help"}, {"scopes", "--help"},
		{"verify", "--help"}, {"run", "--help"}, {"check", "--help"}, {"compare", "--help"},
		{"conform", "--help"}, {"gen", "--help"}, {"fuzz", "--help"}, {"mutants", "--help"}} {
		code, out, errs := assay("", args...)
		if code != 0 || errs != "" {
			t.Errorf("assay %v: exit code %d, errors %q", args, code, errs)
		}
		if len(args) == 2 && !strings.Contains(out, "Example") {
			t.Errorf("assay %v shows no example", args)
		}
	}
}
