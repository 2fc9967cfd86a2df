package gen

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"assay/hir"
	"assay/js"
)

var update = flag.Bool("update", false, "write golden files")

// lower lowers the main function of a program.
func lower(t testing.TB, p *js.Program) *hir.Function {
	t.Helper()
	f, err := js.Lower(p, p.Body[0].(*js.FunctionDecl))
	if err != nil {
		t.Fatalf("%s\n%v", js.Print(p), err)
	}
	return f
}

// instructions returns the number of instructions of f and all nested in it.
func instructions(f *hir.Function) int {
	var now [numMarks]int32
	return new(graphCounter).count(&now, f)
}

// configs are the configurations that tests go over.
var configs = []struct {
	name string
	cfg  Config
	n    int
}{
	{"default", Config{}, 2000},
	{"tiny", Config{Size: 4}, 500},
	{"large", Config{Size: 1500}, 20},
	{"all features", Config{NoSwarm: true}, 600},
	{"hoisting", Config{Extra: Optional}, 600},
	{"hoisting, all features", Config{Extra: Optional, NoSwarm: true}, 400},
	{"for the React Compiler", Config{React: true}, 600},
	{"for the React Compiler, all features", Config{React: true, NoSwarm: true}, 400},
	{"no features", Config{Off: All}, 500},
	{"few steps", Config{Steps: 50}, 500},
	{"infinite", Config{Infinite: 255}, 600},
}

// All that the generator promises of a program, but for how it runs.
func TestPrograms(t *testing.T) {
	globals := map[string]bool{"undefined": true}
	for _, g := range Globals() {
		globals[g] = true
	}
	for _, tt := range configs {
		t.Run(tt.name, func(t *testing.T) {
			endless := 0
			for seed := range uint64(tt.n) {
				p := Program(FromSeed(seed), tt.cfg)
				if err := Valid(p); err != nil {
					t.Fatalf("seed %d: %v\n%s", seed, err, js.Print(p))
				}
				if err := Terminates(p); err != nil {
					endless++
					if tt.cfg.Infinite == 0 {
						t.Fatalf("seed %d: %v\n%s", seed, err, js.Print(p))
					}
				}
				for name := range freeNames(p) {
					if !globals[name] {
						t.Fatalf("seed %d: uses the global %s\n%s", seed, name, js.Print(p))
					}
				}
				f, err := js.LowerWith(p, p.Body[0].(*js.FunctionDecl), js.LowerOptions{React: tt.cfg.React})
				if err != nil {
					t.Fatalf("seed %d: %v\n%s", seed, err, js.Print(p))
				}
				if errs := hir.Check(f); len(errs) > 0 {
					t.Fatalf("seed %d: %v\n%s\n%s", seed, errs[0], js.Print(p), f.Text())
				}
			}
			if tt.cfg.Infinite > 0 && endless == 0 {
				t.Error("expected some programs with loops that nothing leaves, found none")
			}
		})
	}
}

// What is printed is JavaScript, and reads back to the same program.
func TestProgramsPrintAndParse(t *testing.T) {
	for seed := range uint64(800) {
		p := Program(FromSeed(seed), Config{Extra: Optional})
		src := js.Print(p)
		q, err := js.Parse("p.js", []byte(src))
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, src)
		}
		if !js.Equal(p, q) {
			t.Fatalf("seed %d: reads back to another program\n%s\n%s", seed, src, js.Print(q))
		}
	}
}

// The program depends on the bytes alone: not on the source they come from, nor on
// what was made before.
func TestProgramIsDeterministic(t *testing.T) {
	c := FromSeed(0)
	for seed := range uint64(800) {
		cfg := configs[seed%uint64(len(configs))].cfg
		cfg.Size = min(cfg.Size, 100)
		c.Reseed(seed)
		p := Program(c, cfg)
		rec := slices.Clone(c.Record())
		Program(FromSeed(seed+1), Config{})
		if q := Program(FromSeed(seed), cfg); !js.Equal(p, q) {
			t.Fatalf("seed %d: found two programs\n%s\n%s", seed, js.Print(p), js.Print(q))
		}
		if q := Program(FromBytes(rec), cfg); !js.Equal(p, q) {
			t.Fatalf("seed %d: its record %x gives another program\n%s\n%s", seed, rec, js.Print(p), js.Print(q))
		}
		if q := Program(FromBytes(append(rec, 0, 0, 0)), cfg); !js.Equal(p, q) {
			t.Fatalf("seed %d: zeros after its record give another program\n%s\n%s", seed, js.Print(p), js.Print(q))
		}
	}
}

// Programs and graphs may be made by several goroutines at once.
func TestProgramsInParallel(t *testing.T) {
	const n = 200
	want := make([]string, n)
	for seed := range uint64(n) {
		want[seed] = js.Print(Program(FromSeed(seed), Config{})) + Graph(FromSeed(seed), GraphConfig{}).Text()
	}
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for seed := range uint64(n) {
				got := js.Print(Program(FromSeed(seed), Config{})) + Graph(FromSeed(seed), GraphConfig{}).Text()
				if got != want[seed] {
					t.Errorf("seed %d: expected\n%s\nfound\n%s", seed, want[seed], got)
				}
			}
		})
	}
	wg.Wait()
}

func TestZerosGiveTheSmallestProgram(t *testing.T) {
	want := "function main(a) {\n  return a;\n}\n"
	for _, data := range [][]byte{nil, {0}, make([]byte, 1000)} {
		if got := js.Print(Program(FromBytes(data), Config{})); got != want {
			t.Errorf("%d zeros: expected\n%s\nfound\n%s", len(data), want, got)
		}
	}
	// Cutting bytes off makes programs smaller, on the whole.
	longer := 0
	for seed := range uint64(500) {
		c := FromSeed(seed)
		p := Program(c, Config{})
		rec := c.Record()
		q := Program(FromBytes(rec[:len(rec)/2]), Config{})
		if len(js.Print(q)) > len(js.Print(p)) {
			longer++
		}
	}
	if longer > 25 {
		t.Errorf("half of the bytes gave a longer program in %d of 500 cases", longer)
	}
}

func TestSizes(t *testing.T) {
	for _, tt := range []struct{ size, n int }{{0, 2000}, {100, 600}, {1500, 80}} {
		var sizes []int
		for seed := range uint64(tt.n) {
			sizes = append(sizes, instructions(lower(t, Program(FromSeed(seed), Config{Size: tt.size}))))
		}
		slices.Sort(sizes)
		size := tt.size
		if size == 0 {
			size = DefaultSize
		}
		q := func(percent int) int { return sizes[len(sizes)*percent/100] }
		t.Logf("size %d: 5%% %d, 25%% %d, 50%% %d, 75%% %d, 95%% %d, largest %d", size, q(5), q(25), q(50), q(75), q(95), sizes[len(sizes)-1])
		if m := q(50); m < size*2/3 || m > size*3/2 {
			t.Errorf("size %d: expected about that in the median, found %d", size, m)
		}
		if q(95) < 2*q(50) {
			t.Errorf("size %d: expected a tail of larger programs, found 95%% of at most %d", size, q(95))
		}
	}
}

// A feature that is off does not occur.
func TestFeaturesOff(t *testing.T) {
	v := func(k hir.ValueKind) mark { return markValue + mark(k) }
	marks := map[Feature][]mark{
		FeatureIf: {markIf}, FeatureWhile: {markWhile}, FeatureDoWhile: {markDoWhile}, FeatureFor: {markFor},
		FeatureForOf: {markForOf}, FeatureForIn: {markForIn}, FeatureSwitch: {markSwitch}, FeatureLabel: {markLabel},
		FeatureBreak: {markBreak}, FeatureContinue: {markContinue}, FeatureReturn: {markEarlyReturn},
		FeatureThrow: {markThrow}, FeatureTry: {markTry}, FeatureShadow: {markShadow}, FeatureDead: {markDeadCode},
		FeatureCompound: {markCompound, markLogicalAssign}, FeatureUpdate: {markUpdate},
		FeatureAssignExpr: {markAssignInExpr}, FeatureLogical: {markAnd, markOr, markNullish},
		FeatureTernary: {markTernary}, FeatureSequence: {markSequence}, FeatureGlobal: {markGlobalStore},
		FeatureStore: {markStore, markIndexStore, markDelete}, FeatureOptional: {markOptional},
		FeatureTemplate: {markTemplate}, FeatureTagged: {markTagged}, FeatureSpread: {markSpread},
		FeatureDestructure: {markDestructure, markPatternAssign}, FeatureNew: {markNew}, FeatureRegExp: {markRegExp},
		FeatureClosure: {markArrow, markFunctionExpr}, FeatureFunction: {markFunctionDecl},
		FeatureContext: {v(hir.StoreContext), v(hir.LoadContext)}, FeatureParameter: {markPatternParam},
		FeatureMethod: {markMethod}, FeatureEmpty: {markEmptyStmt, markDebugger},
	}
	for f, ms := range marks {
		var c Census
		for seed := range uint64(150) {
			// An object method is a function expression in the tree, and an
			// immediately called one a call.
			p := Program(FromSeed(seed), Config{Off: Features(f), NoSwarm: seed%2 == 0})
			c.Add(p, lower(t, p), nil)
		}
		for _, m := range ms {
			if n := c.programs.Total(int(m)); n > 0 {
				t.Errorf("without %v: found %d of %v", f, n, m)
			}
		}
	}
}

func TestFeatureNames(t *testing.T) {
	for f := range numFeatures {
		if got, err := ParseFeature(f.String()); err != nil || got != f {
			t.Errorf("expected %v, found %v, %v", f, got, err)
		}
	}
	if _, err := ParseFeature("goto"); err == nil || !strings.Contains(err.Error(), "do-while") {
		t.Errorf("expected an error that lists the known features, found %v", err)
	}
	if s := Features(FeatureIf, FeatureDead); s.String() != "if dead" || s.Len() != 2 || !s.Has(FeatureDead) || s.Has(FeatureFor) {
		t.Errorf("expected the set of if and dead, found %v", s)
	}
}

// Golden files: what a decoder makes of seeds should not change unnoticed, as
// corpora of bytes depend on it.
func TestGoldenPrograms(t *testing.T) {
	doc, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	example := strings.ReplaceAll("\n"+strings.TrimSpace(js.Print(Program(FromSeed(5), Config{}))), "\n", "\n//\t")
	if !strings.Contains(string(doc), example) {
		t.Errorf("doc.go: expected the program of seed 5,%s", example)
	}

	var b bytes.Buffer
	for seed := range uint64(12) {
		c := FromSeed(seed)
		p := Program(c, Config{})
		b.WriteString("// seed ")
		b.WriteByte("0123456789ab"[seed])
		b.WriteString("\n")
		b.WriteString(js.Print(p))
		b.WriteString("\n")
	}
	golden(t, "seeds.js", b.Bytes())
}

func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(want, got) {
		t.Errorf("%s: expected\n%s\nfound\n%s\n(-update writes it anew)", path, want, got)
	}
}

// FuzzProgram: every byte string is a program, and its record is the same one.
func FuzzProgram(f *testing.F) {
	for seed := range uint64(20) {
		c := FromSeed(seed)
		Program(c, Config{})
		f.Add(slices.Clone(c.Record()))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		c := FromBytes(data)
		p := Program(c, Config{})
		if err := Valid(p); err != nil {
			t.Fatalf("%v\n%s", err, js.Print(p))
		}
		if err := Terminates(p); err != nil {
			t.Fatalf("%v\n%s", err, js.Print(p))
		}
		if q := Program(FromBytes(c.Record()), Config{}); !js.Equal(p, q) {
			t.Fatalf("the record gives another program\n%s\n%s", js.Print(p), js.Print(q))
		}
		lower(t, p)
	})
}

func BenchmarkProgram(b *testing.B) {
	b.ReportAllocs()
	c := FromSeed(0)
	for seed := uint64(0); b.Loop(); seed++ {
		c.Reseed(seed % 4096)
		Program(c, Config{})
	}
}

// BenchmarkProgram30 makes programs of about 30 instructions.
func BenchmarkProgram30(b *testing.B) {
	var seeds []uint64
	for seed := uint64(0); len(seeds) < 256; seed++ {
		if n := instructions(lower(b, Program(FromSeed(seed), Config{}))); n >= 27 && n <= 33 {
			seeds = append(seeds, seed)
		}
	}
	b.ReportAllocs()
	c := FromSeed(0)
	for i := 0; b.Loop(); i++ {
		c.Reseed(seeds[i%len(seeds)])
		Program(c, Config{})
	}
}

func BenchmarkValid(b *testing.B) {
	p := Program(FromSeed(44), Config{})
	for b.Loop() {
		Valid(p)
	}
}
