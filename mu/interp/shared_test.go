package interp

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"assay/mu"
)

// sharedFiles is where real bundles are, if they are there.
const sharedFiles = "../../../shared/mu"

func readShared(t *testing.T, name string, prelude *mu.Bundle) *mu.Bundle {
	t.Helper()
	src, err := os.ReadFile(filepath.Join(sharedFiles, name))
	if err != nil {
		t.Skipf("the real bundles are not here: %v", err)
	}
	b, err := mu.Read(name, src, mu.ReadOptions{Prelude: prelude})
	if err != nil {
		t.Fatal(err)
	}
	return b
}

type test struct {
	b    *mu.Bundle
	run  string
	want string // the end of the run
	last string // what the last event contains, or ""
}

// TestRealPrograms runs functions of real bundles, in both of their forms, that
// have known answers.
func TestRealPrograms(t *testing.T) {
	for _, dir := range []string{"uir/gwv/", "uir/phi/"} {
		opt := Options{PreSSA: dir == "uir/phi/", Record: true, MaxDepth: 1000}
		prims := readShared(t, dir+"uvm-refimpl-test__primitives.uir", nil)
		simple := readShared(t, dir+"uvm-refimpl-test__simple-tests.uir", prims)
		sum := readShared(t, dir+"uvm-refimpl-test__simple-sum.uir", prims)
		fac := readShared(t, dir+"extra-progs__factorial.uir", nil)
		tests := []test{
			{simple, "@factorial_rec 10", "returned (3628800:i64)", ""},
			{simple, "@factorial_rec 20", "returned (2432902008176640000:i64)", ""},
			{simple, "@factorial_iter 10", "returned (3628800:i64)", ""},
			{simple, "@factorial_tailrec 10 1", "returned (3628800:i64)", ""},
			{simple, "@fibonacci_rec 15", "returned (610:i64)", ""},
			{simple, "@fibonacci_mat 10", "returned (55:i64)", "(1597:i64 987:i64 987:i64 610:i64 89:i64 55:i64 55:i64 34:i64 0:i64)"},
			{simple, "@fibonacci_mat 90", "returned (2880067194370816120:i64)", ""},
			{simple, "@test_fac", "returned () (thread_exit)", "(3628800:i64 3628800:i64 3628800:i64)"},
			{simple, "@test_fib", "returned () (thread_exit)", "(55:i64 55:i64)"},
			{sum, "@simplesum 1 100", "returned () (thread_exit)", "(5050:i64)"},
			{fac, "@fac 10", "returned (3628800:i64)", ""},
		}
		if dir == "uir/gwv/" {
			// A redefined function has its last version.
			redef := readShared(t, dir+"uvm-refimpl-test__redef-file1.uir", prims)
			again := readShared(t, dir+"uvm-refimpl-test__redef-file3.uir", redef)
			tests = append(tests, []test{
				{fac, "@main", "returned () (thread_exit)", "(3628800:i64)"},
				{redef, "@meaning_of_life", "returned (42:i64)", ""},
				{again, "@meaning_of_life", "returned (43:i64)", ""},
			}...)
		}
		for _, tt := range tests {
			words := strings.Fields(tt.run)
			f := fn(t, tt.b, words[0])
			o := opt
			o.Client = &script{t: t, b: tt.b}
			r := Run(tt.b, f, parseArgs(t, tt.b, f, words[1:]), o)
			if got := r.String(); got != tt.want {
				t.Errorf("%s%s: expected %s, found %s", dir, tt.run, tt.want, got)
			}
			if n := len(r.Trace); tt.last != "" && (n == 0 || !strings.Contains(r.Trace[n-1].String(), tt.last)) {
				t.Errorf("%s%s: expected the last event to be with %s, found %v", dir, tt.run, tt.last, r.Trace)
			}
		}
	}
}

// TestRealBundles runs all functions of all real bundles: nothing panics, and
// what is not supported is of few kinds.
func TestRealBundles(t *testing.T) {
	files, _ := filepath.Glob(filepath.Join(sharedFiles, "uir/*/*.uir"))
	if len(files) == 0 {
		t.Skip("the real bundles are not here")
	}
	outcomes := map[string]int{}
	for _, file := range files {
		dir := filepath.Dir(file)
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var b *mu.Bundle
		for _, p := range []string{"", "primitives", "redef-file1"} {
			if p == "primitives" && !strings.Contains(string(src), "require") && !strings.Contains(file, "redef") {
				continue
			}
			if p == "redef-file1" && !strings.Contains(file, "redef-file") {
				continue
			}
			text := []byte(nil)
			if p != "" {
				if text, err = os.ReadFile(filepath.Join(dir, "uvm-refimpl-test__"+p+".uir")); err != nil {
					t.Fatal(err)
				}
			}
			if b, err = mu.Read(p, text, mu.ReadOptions{Prelude: b}); err != nil {
				break
			}
		}
		if err == nil && !strings.Contains(file, "redef-file1") {
			b, err = mu.Read(file, src, mu.ReadOptions{Prelude: b})
		}
		if err != nil {
			continue // some are wrong on purpose
		}
		m := NewMachine(b)
		for f := range b.Funcs {
			for seed := range uint64(10) {
				args := RandomArgs(b, b.Funcs[f].Sig.ID, seed)
				r := m.Run(mu.FuncID(f), args, Options{Seed: seed, Fuel: 20_000, PreSSA: strings.Contains(dir, "phi")})
				outcomes[r.Outcome.String()+" "+r.Code]++
				if r.Outcome == Stuck && !strings.Contains(file, "parsing") {
					t.Errorf("%s: %s %v: %s", filepath.Base(file), b.Funcs[f].Name, args, r.String())
				}
			}
		}
	}
	t.Log(outcomes)
	if outcomes["returned "] == 0 {
		t.Error("expected runs that return, found none")
	}
}

// TestConvertedExamples runs examples of conversion, before and after.
func TestConvertedExamples(t *testing.T) {
	files, _ := filepath.Glob(filepath.Join(sharedFiles, "examples/*.pre.uir"))
	if len(files) == 0 {
		t.Skip("the examples are not here")
	}
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		out, err := os.ReadFile(strings.Replace(file, ".pre.uir", ".out.txt", 1))
		if err != nil {
			t.Fatal(err)
		}
		// The output is without what it was converted with.
		var defs strings.Builder
		for line := range strings.Lines(string(src)) {
			if strings.HasPrefix(line, ".funcdef") {
				break
			}
			defs.WriteString(line)
		}
		after := string(out)
		if !strings.Contains(after, ".typedef @i64") {
			tail := ""
			if strings.Contains(string(src), "@TRUE <@i1>") {
				tail = "\n.const @TRUE <@i1> = 1\n"
			}
			after = defs.String() + tail + after
		}
		comparePair(t, filepath.Base(file), string(src), after)
	}
}

// TestPairs runs programs before and after conversion.
func TestPairs(t *testing.T) {
	files, _ := filepath.Glob("testdata/pairs/*.pre.uir")
	if len(files) < 3 {
		t.Fatalf("expected pairs of programs, found %v", files)
	}
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		out, err := os.ReadFile(strings.Replace(file, ".pre.", ".ssa.", 1))
		if err != nil {
			t.Fatal(err)
		}
		comparePair(t, filepath.Base(file), header+string(src), header+string(out))
	}
}

// comparePair runs all functions of two programs with the same seeds, in
// pre-SSA form and in SSA form.
func comparePair(t *testing.T, name, before, after string) {
	t.Helper()
	b, err := mu.Read(name, []byte(before), mu.ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	a, err := mu.Read(name+" converted", []byte(after), mu.ReadOptions{})
	if err != nil {
		t.Fatalf("%v\n%s", err, after)
	}
	if ps := mu.CheckSSA(a, mu.LevelDefs); mu.HasErrors(ps) {
		t.Fatalf("%s: %s", name, ps[0].Error())
	}
	before1, after1 := NewMachine(b), NewMachine(a)
	ended := map[Outcome]int{}
	events := 0
	for f := range b.Funcs {
		if len(b.Funcs[f].Versions) == 0 {
			continue
		}
		for seed := range uint64(200) {
			args := RandomArgs(b, b.Funcs[f].Sig.ID, seed)
			opt := Options{Seed: seed, Fuel: 1000, Record: true}
			opt.PreSSA = true
			x := before1.Run(mu.FuncID(f), args, opt)
			opt.PreSSA = false
			y := after1.Run(fn(t, a, b.Funcs[f].Name), args, opt)
			if d := Difference(x, y); d != "" {
				t.Errorf("%s: %s %v, seed %d: %s", name, b.Funcs[f].Name, args, seed, d)
				return
			}
			ended[x.Outcome]++
			events += x.Events
		}
	}
	t.Logf("%s: %v, %d events", name, ended, events)
	if ended[Stuck]+ended[Unsupported] > 0 || ended[Returned]+ended[Threw] == 0 {
		t.Errorf("%s: expected runs that end, found %v", name, ended)
	}
}
