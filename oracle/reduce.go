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
	holds := prop.ForAll(func(g gen.Generated) bool { return !fails(g.Program) }, gen.GopterJust(p))
	params := gopter.DefaultGenParameters()
	params.MaxShrinkCount = maxReductions
	res := holds(params)
	if len(res.Args) == 0 {
		return p
	}
	return res.Args[0].Arg.(gen.Generated).Program
}

// Reduce returns a failure of the same kind on a smaller program: one that no
// single cut makes smaller still. It returns f itself if the case has no
// program. opt must be the options of the check that found f.
func Reduce(f *Failure, opt CheckOptions) *Failure {
	if f.Case.Source == nil {
		return f
	}
	k := NewChecker(opt)
	g := NewGenerator()
	check := func(p *js.Program) *Failure {
		c, err := g.FromProgram(p)
		if err != nil {
			return nil
		}
		c.Name, c.Replay = f.Case.Name, f.Case.Replay
		smaller := k.Check(c)
		if smaller == nil || smaller.Kind() != f.Kind() {
			return nil
		}
		return smaller
	}
	if check(f.Case.Source) == nil {
		return f
	}
	return check(ReduceProgram(f.Case.Source, func(p *js.Program) bool { return check(p) != nil }))
}
