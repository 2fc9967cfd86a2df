package muoracle

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/leanovate/gopter"
	"github.com/leanovate/gopter/prop"

	"assay/gen"
	"assay/gen/mugen"
	"assay/mu"
	"assay/mu/convert"
	"assay/oracle/campaign"
	"assay/oracle/muoracle/faulty"
)

// programs is how many programs a test looks at.
func programs(n int) int {
	if testing.Short() {
		return n / 10
	}
	return n
}

func report(t *testing.T, rep *FuzzReport) {
	t.Helper()
	for _, b := range rep.Failures {
		t.Errorf("%s: %d programs, the first %d\n%v", b.Kind, b.Count, b.FirstIndex, b.Example)
	}
}

// The converter holds on random bundles, and what is counted is worth it.
func TestSmoke(t *testing.T) {
	n := programs(3000)
	rep := Fuzz(context.Background(), FuzzOptions{Options: campaign.Options{Count: n, Jobs: 2}})
	report(t, rep)
	s := rep.Stats
	if s.Cases != n || s.Refused != 0 || s.Runs < 6*n || s.Points < 3*n || s.Defaults < 10*n || s.SSA*20 < n || s.Undefined*50 > s.Runs || s.OutOfFuel*20 > s.Runs {
		t.Errorf("found %+v", s)
	}
	// Another number of workers finds the same.
	one := Fuzz(context.Background(), FuzzOptions{Options: campaign.Options{Count: 300}})
	two := Fuzz(context.Background(), FuzzOptions{Options: campaign.Options{Count: 300, Jobs: 3}})
	if one.Stats != two.Stats || one.Census.String() != two.Census.String() {
		t.Errorf("one worker found %+v, three found %+v", one.Stats, two.Stats)
	}
}

// The simple converter holds too: that its faults are found says something.
func TestSimpleConverter(t *testing.T) {
	rep := Fuzz(context.Background(), FuzzOptions{
		Options: campaign.Options{Count: programs(1000), Jobs: 2}, Check: Options{}.withFault(faulty.None),
	})
	report(t, rep)
}

// Each fault is caught by its example, and within 2,000 random programs.
func TestFaults(t *testing.T) {
	for _, f := range faulty.All() {
		t.Run(f.Name, func(t *testing.T) {
			t.Parallel()
			k := NewChecker(Options{}.withFault(f))
			c := file(t, filepath.Join("faulty", "testdata", f.Name+".uir"))
			if k.Check(c) == nil {
				t.Error("the example is not caught")
			}
			if testing.Short() {
				return
			}
			if s := ScoreMutant(f, MutantOptions{First: true}); !s.Caught() {
				t.Errorf("not caught within %d programs: %s", DefaultMutantPrograms, f.What)
			}
		})
	}
}

func file(t *testing.T, name string) Case {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	b, err := mu.Read(name, text, mu.ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return Case{Name: name, Bundle: b, SSA: !mu.HasErrors(mu.CheckSSA(b, mu.LevelFull))}
}

// What is in the converter's golden tests holds.
func TestFiles(t *testing.T) {
	var files []string
	for _, dir := range []string{"examples", "cases"} {
		more, _ := filepath.Glob(filepath.Join("..", "..", "mu", "convert", "testdata", dir, "*.uir"))
		files = append(files, more...)
	}
	if len(files) < 20 {
		t.Fatalf("found %d files", len(files))
	}
	for _, name := range files {
		c := file(t, name)
		for v := range c.Bundle.Versions {
			c.Entry = c.Bundle.Funcs[c.Bundle.Versions[v].Func].Name
			if err := CheckMu(c); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}

// Gopter finds a fault, and reduces the program.
func TestGopter(t *testing.T) {
	property := func(opt Options) gopter.Prop {
		k := NewChecker(opt)
		return prop.ForAll(func(g mugen.Generated) bool {
			return k.Check(Case{Bundle: g.Bundle, Entry: mugen.Entry}) == nil
		}, mugen.GopterBundle(mugen.Config{}))
	}
	params := gopter.DefaultTestParametersWithSeed(3)
	params.MinSuccessfulTests = programs(300)
	if r := property(Options{}).Check(params); r.Status != gopter.TestPassed {
		t.Errorf("found %v: %v", r.Status, r.Args)
	}
	f, _ := faulty.Named("copy-by-name")
	r := property(Options{}.withFault(f)).Check(params)
	if r.Status != gopter.TestFailed {
		t.Fatalf("expected a failure of copy-by-name, found %v", r.Status)
	}
	n := 0
	for _, f := range r.Args[0].Arg.(mugen.Generated).Bundle.Versions {
		for i := range f.Blocks {
			n += len(f.Blocks[i].Instrs)
		}
	}
	if n > 8 {
		t.Errorf("%d instructions are left: %v", n, r.Args[0].Arg)
	}
}

// A reduced failure is small, and says what is wrong and how to see it again.
func TestReduce(t *testing.T) {
	f, _ := faulty.Named("arguments-before-results")
	s := ScoreMutant(f, MutantOptions{First: true, Reduce: true})
	text := s.Failure.Error()
	for _, want := range []string{"violated by the conversion to block parameters: ", "function @", "program:", "replay: assay check --lang mu --seed ", " --fault arguments-before-results"} {
		if !strings.Contains(text, want) {
			t.Errorf("expected %q in\n%s", want, text)
		}
	}
	if lines := strings.Count(s.Failure.Case.Text(), "\n"); lines > 25 {
		t.Errorf("%d lines are left:\n%s", lines, s.Failure.Case.Text())
	}
}

// A conversion that panics, or refuses, is a failure and not the end.
func TestCrash(t *testing.T) {
	k := NewChecker(Options{Convert: func(*mu.Bundle, convert.Options) (*convert.Result, error) { panic("broken") }})
	f := k.Check(FromSeed(1, mugen.Config{}))
	if f == nil || f.Oracle != OracleCrash || !strings.Contains(f.Error(), "panic: broken") {
		t.Errorf("found %v", f)
	}
	k = NewChecker(Options{Convert: func(b *mu.Bundle, opt convert.Options) (*convert.Result, error) {
		opt.StrictEntry = true
		return convert.Bundle(b, opt)
	}})
	for seed := range uint64(500) {
		if f := k.Check(FromSeed(seed, mugen.Config{})); f != nil {
			if f.Kind() != "conversion to block parameters: crash: refused: E-ENTRY-TARGET" {
				t.Errorf("found %s", f.Kind())
			}
			return
		}
	}
	t.Error("found no refusal")
}

// FuzzMuConvert checks the conversion of the bundle that bytes stand for.
func FuzzMuConvert(f *testing.F) {
	f.Add([]byte{})
	for seed := range uint64(40) {
		c := gen.FromSeed(seed)
		fromChoices(c, mugen.Config{})
		f.Add(bytes.Clone(c.Record()))
	}
	k := NewChecker(Options{})
	f.Fuzz(func(t *testing.T, data []byte) {
		if f := k.Check(FromBytes(data, mugen.Config{})); f != nil {
			t.Fatal(f)
		}
	})
}

func BenchmarkCheck(b *testing.B) {
	k := NewChecker(Options{})
	cases := make([]Case, 200)
	for i := range cases {
		cases[i] = FromSeed(uint64(i), mugen.Config{})
	}
	b.Run("convert", func(b *testing.B) {
		for i := range b.N {
			if _, err := convert.Bundle(cases[i%len(cases)].Bundle, convert.Options{Level: mu.LevelFull}); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("check", func(b *testing.B) {
		for i := range b.N {
			if f := k.Check(cases[i%len(cases)]); f != nil {
				b.Fatal(f)
			}
		}
	})
}
