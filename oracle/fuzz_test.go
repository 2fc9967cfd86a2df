package oracle

import (
	"os"
	"testing"

	"assay/gen"
	"assay/hir"
	"assay/js"
	"assay/scopes"
)

// faultVariable names the environment variable that switches a faulty pass into
// FuzzSSA, so that a test can see the fuzzer find it.
const faultVariable = "ASSAY_FAULT"

// checkOptionsForFuzzing returns the options of FuzzSSA, with the fault of the
// environment if there is one.
func checkOptionsForFuzzing(t testing.TB) CheckOptions {
	var opt CheckOptions
	if name := os.Getenv(faultVariable); name != "" {
		var err error
		if opt, err = opt.WithFault(name); err != nil {
			t.Fatal(err)
		}
	}
	return opt
}

// FuzzSSA puts the program that the bytes decode to through the conversion to
// SSA form and every check.
func FuzzSSA(f *testing.F) { fuzzConversion(f, ConvertSSA, nil) }

// FuzzScopes gives the SSA form of the program that the bytes decode to scopes, and
// puts it through the conversion to scope terminals and every check.
func FuzzScopes(f *testing.F) { fuzzConversion(f, ConvertScopes, nil) }

// FuzzAlignMerge is FuzzScopes for alignment and merging alone, of scopes that need
// not be fit to be made terminals.
func FuzzAlignMerge(f *testing.F) {
	fuzzConversion(f, ConvertScopes, func(ps []Pass) []Pass { return ps[:len(ps)-2] })
}

// fuzzConversion checks one conversion. choose, if not nil, says which of the
// passes over scopes are to be run.
func fuzzConversion(f *testing.F, only Conversions, choose func([]Pass) []Pass) {
	opt := checkOptionsForFuzzing(f)
	opt.Only = only
	if choose != nil {
		all := opt.ScopePasses
		if all == nil {
			all = ScopePasses
		}
		opt.ScopePasses = func(from Stage, align scopes.AlignOptions) []Pass { return choose(all(from, align)) }
	}
	k := NewChecker(opt)
	fuzzCases(f, func(c Case) error {
		if fail := k.Check(c); fail != nil {
			return fail
		}
		return nil
	})
}

// fuzzCases checks the cases that bytes decode to.
func fuzzCases(f *testing.F, check func(Case) error) {
	for seed := range uint64(16) {
		f.Add(recordedBytes(seed))
	}
	g := NewGenerator()
	f.Fuzz(func(t *testing.T, data []byte) {
		c, err := g.FromBytes(data)
		if err != nil {
			t.Fatalf("%v\nreplay: %s", err, c.Replay)
		}
		if err := check(c); err != nil {
			t.Fatal(err)
		}
	})
}

// recordedBytes returns the bytes that decode to the program of a seed.
func recordedBytes(seed uint64) []byte {
	c := gen.FromSeed(seed)
	var g Generator
	if _, err := g.fromChoices(c); err != nil {
		panic(err)
	}
	return c.Record()
}

// FuzzHIRText gives the reader of HIR any bytes.
func FuzzHIRText(f *testing.F) {
	g := NewGenerator()
	for seed := range uint64(16) {
		c, err := g.FromSeed(seed)
		if err != nil {
			f.Fatal(err)
		}
		f.Add([]byte(c.Func.Text()))
		f.Add(hir.AppendText(nil, c.Func, hir.PrintOptions{Annotate: true}))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if err := CheckHIRText(data); err != nil {
			t.Fatal(err)
		}
	})
}

// FuzzText checks the readers and printers of both languages on generated
// programs.
func FuzzText(f *testing.F) { fuzzCases(f, CheckText) }

// FuzzJS puts any text that is a JavaScript program of the supported subset
// through every check.
func FuzzJS(f *testing.F) {
	g := NewGenerator()
	for seed := range uint64(16) {
		c, err := g.FromSeed(seed)
		if err != nil {
			f.Fatal(err)
		}
		if c.Source != nil {
			f.Add([]byte(js.Print(c.Source)))
		}
	}
	k := NewChecker(CheckOptions{})
	f.Fuzz(func(t *testing.T, data []byte) {
		p, err := js.Parse("input.js", data)
		if err != nil {
			return
		}
		fs, _ := js.LowerProgram(p)
		for _, fn := range fs {
			if fail := k.Check(Case{Name: "input.js", Source: p, Func: fn}); fail != nil {
				t.Fatal(fail)
			}
		}
	})
}

// FuzzAnyHIR gives every checker and pass any program in HIR.
func FuzzAnyHIR(f *testing.F) {
	g := NewGenerator()
	for seed := range uint64(16) {
		c, err := g.FromSeed(seed)
		if err != nil {
			f.Fatal(err)
		}
		f.Add([]byte(c.Func.Text()))
		after := c.Func.Clone()
		if err := SSAPasses()[0].Run(after); err == nil {
			f.Add([]byte(after.Text()))
		}
	}
	f.Add([]byte("f(a$0): $9\nbb0 (block):\n  [1] $1 = LoadLocal a$0\n  [2] StoreLocal x$2 = $1\n  [3] $3 = LoadLocal x$2\n  [4] Return $3\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		if err := CheckAnyHIR(data); err != nil {
			t.Fatal(err)
		}
	})
}
