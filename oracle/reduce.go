package oracle

import (
	"github.com/leanovate/gopter"
	"github.com/leanovate/gopter/prop"

	"assay/gen"
	"assay/js"
)

// maxReductions bounds the cuts that ReduceProgram takes.
const maxReductions = 10000

// ReduceProgram returns a program to which no cut of gen.Shrink can be made
// without that fails becomes false. fails must be true for p. Gopter does the
// work, as it does for its own properties.
func ReduceProgram(p *js.Program, fails func(*js.Program) bool) *js.Program {
	return reduceGenerated(gen.Generated{Program: p}, func(g gen.Generated) bool { return fails(g.Program) }).Program
}

// reduceGenerated is ReduceProgram for a program with a plan of scopes: no cut of
// gen.ShrinkScopes can be made either.
func reduceGenerated(p gen.Generated, fails func(gen.Generated) bool) gen.Generated {
	holds := prop.ForAll(func(g gen.Generated) bool { return !fails(g) }, gen.GopterJust(p))
	params := gopter.DefaultGenParameters()
	params.MaxShrinkCount = maxReductions
	res := holds(params)
	if len(res.Args) == 0 {
		return p
	}
	return res.Args[0].Arg.(gen.Generated)
}

// Reduce returns a failure of the same kind on a smaller program: one that no
// single cut, of the program or of its plan of scopes, makes smaller still. It
// returns f itself if the case has no program. opt must be the options of the check
// that found f.
func Reduce(f *Failure, opt CheckOptions) *Failure {
	if f.Case.Source == nil {
		return f
	}
	k := NewChecker(opt)
	g := NewGenerator()
	check := func(p gen.Generated) *Failure {
		c, err := g.FromProgram(p.Program)
		if err != nil {
			return nil
		}
		c.Name, c.Replay, c.Scopes = f.Case.Name, f.Case.Replay, p.Scopes
		smaller := k.Check(c)
		if smaller == nil || smaller.Kind() != f.Kind() {
			return nil
		}
		return smaller
	}
	start := gen.Generated{Program: f.Case.Source, Scopes: f.Case.Scopes}
	if check(start) == nil {
		return f
	}
	return check(reduceGenerated(start, func(p gen.Generated) bool { return check(p) != nil }))
}
