package interp

import (
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"assay/mu"
)

// seeds returns the programs of testdata, here and of the language.
func seeds(t testing.TB) [][]byte {
	t.Helper()
	var all [][]byte
	for _, pattern := range []string{"testdata/*.uir", "testdata/pairs/*.uir", "../testdata/*.uir"} {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			t.Fatalf("expected files %s, found none (%v)", pattern, err)
		}
		for _, file := range files {
			src, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if !strings.HasPrefix(pattern, "..") {
				src = append([]byte(header), src...)
			}
			all = append(all, src)
		}
	}
	return all
}

// runAll runs the functions of a program, be it valid or not, in both forms, and
// checks that a machine that is used again does what a new one does.
func runAll(t *testing.T, src []byte) {
	b, err := mu.Read("fuzz.uir", src, mu.ReadOptions{})
	if err != nil {
		return
	}
	m := NewMachine(b)
	for f := range min(len(b.Funcs), 50) {
		args := RandomArgs(b, b.Funcs[f].Sig.ID, uint64(f))
		for _, pre := range []bool{false, true} {
			opt := Options{PreSSA: pre, Seed: uint64(f), Fuel: 500, MaxDepth: 20, MaxCells: 5000}
			kept := m.Run(mu.FuncID(f), args, opt)
			opt.Record = true
			opt.AtOSRPoint = func(fr *Frame) {
				for v := range fr.Function.Vars {
					_ = fr.Value(mu.LocalValue(mu.VarID(v))).String()
				}
			}
			fresh := Run(b, mu.FuncID(f), args, opt)
			if d := Difference(kept, fresh); d != "" || kept.Outcome != fresh.Outcome || kept.Steps != fresh.Steps {
				t.Errorf("%s, pre-SSA %v: a machine used again %s after %d steps, a new one %s after %d: %s", b.Funcs[f].Name, pre, kept.String(), kept.Steps, fresh.String(), fresh.Steps, d)
			}
		}
	}
}

// FuzzRun runs programs that need not be valid.
func FuzzRun(f *testing.F) {
	for _, src := range seeds(f) {
		f.Add(src)
	}
	f.Fuzz(runAll)
}

// TestMutatedPrograms runs programs from which single words were taken, or
// doubled, or exchanged.
func TestMutatedPrograms(t *testing.T) {
	r := random(7)
	for _, src := range seeds(t) {
		words := strings.SplitAfter(string(src), " ")
		for range 150 {
			w := append([]string(nil), words...)
			for range 1 + r.intn(3) {
				i, j := r.intn(len(w)), r.intn(len(w))
				switch r.intn(4) {
				case 0:
					w[i] = ""
				case 1:
					w[i] += w[i]
				case 2:
					w[i] = w[j]
				default:
					w[i], w[j] = w[j], w[i]
				}
			}
			runAll(t, []byte(strings.Join(w, "")))
		}
	}
}

// TestConcurrentRuns runs one bundle on several goroutines.
func TestConcurrentRuns(t *testing.T) {
	b := read(t, loopProgram)
	f := fn(t, b, "@traps")
	want := make([]Result, 50)
	for i := range want {
		want[i] = Run(b, f, []Value{IntValue(64, 3)}, Options{Seed: uint64(i)})
	}
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for i := range want {
				if d := Difference(want[i], Run(b, f, []Value{IntValue(64, 3)}, Options{Seed: uint64(i)})); d != "" {
					t.Errorf("seed %d: %s", i, d)
				}
			}
		})
	}
	wg.Wait()
}
