package oracle

import (
	"testing"

	"github.com/leanovate/gopter"
	"github.com/leanovate/gopter/prop"

	"assay/gen"
	"assay/js"
)

// gopterSeed makes the gopter properties the same in every run.
const gopterSeed = 1

// property returns a gopter property of generated programs: check finds
// nothing.
func property(check func(Case) error) gopter.Prop {
	g := NewGenerator()
	return prop.ForAll(func(p gen.Generated) (bool, error) {
		c, err := g.FromProgram(p.Program)
		if err != nil {
			return false, err
		}
		c.Name, c.Scopes = "generated program", p.Scopes
		if err := check(c); err != nil {
			return false, err
		}
		return true, nil
	}, gen.GopterProgram(gen.Config{}))
}

func TestGopterProperties(t *testing.T) {
	params := gopter.DefaultTestParametersWithSeed(gopterSeed)
	params.MinSuccessfulTests = 500
	ps := gopter.NewProperties(params)
	k := NewChecker(CheckOptions{Only: ConvertSSA})
	ps.Property("conversion to SSA form keeps meaning and invariants", property(func(c Case) error {
		if f := k.Check(c); f != nil {
			return f
		}
		return nil
	}))
	scoped := NewChecker(CheckOptions{Only: ConvertScopes})
	ps.Property("conversion to scope terminals keeps meaning and invariants", property(func(c Case) error {
		if f := scoped.Check(c); f != nil {
			return f
		}
		return nil
	}))
	ps.Property("printed programs read back to the same", property(CheckText))
	ps.Property("what a pair of functions means is compared up to numbering", property(checkPairOfForms))
	ps.TestingRun(t)
}

// checkPairOfForms checks that every two forms of a case, before and after each
// pass, are accepted as a pair.
func checkPairOfForms(c Case) error {
	k := NewChecker(CheckOptions{Seeds: 1, Only: ConvertSSA})
	if f := k.Check(c); f != nil {
		return f
	}
	for i, before := range k.snaps {
		for _, after := range k.snaps[max(i, 1):] {
			if err := CheckPair(before.Func, after.Func, PairOptions{Seeds: 2}).Err(); err != nil {
				return err
			}
		}
	}
	return nil
}

// A property that fails is shrunk by gopter to a program from which nothing can
// be cut.
func TestGopterShrinks(t *testing.T) {
	loops := func(p *js.Program) int {
		n := 0
		for _, s := range p.Body {
			js.Walk(s, func(x js.Node) bool {
				switch x.(type) {
				case *js.While, *js.DoWhile, *js.For, *js.ForOf, *js.ForIn:
					n++
				}
				return true
			})
		}
		return n
	}
	fails := func(p *js.Program) bool { return loops(p) >= 2 }
	shrunk := 0
	for seed := range uint64(200) {
		p := gen.Program(gen.FromSeed(seed), gen.Config{})
		if !fails(p) {
			continue
		}
		shrunk++
		small := ReduceProgram(p, fails)
		if !fails(small) {
			t.Fatalf("seed %d: the reduced program does not fail:\n%s", seed, js.Print(small))
		}
		for q := range gen.Shrink(small) {
			if fails(q) {
				t.Fatalf("seed %d: the reduced program can be cut further:\n%s\nto\n%s", seed, js.Print(small), js.Print(q))
			}
		}
	}
	if shrunk < 20 {
		t.Fatalf("only %d programs have two loops", shrunk)
	}
}
