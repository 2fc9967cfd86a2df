package gen

import (
	"github.com/leanovate/gopter"

	"assay/js"
)

// Generated is a program as gopter passes it to properties. It prints as its
// JavaScript text.
type Generated struct {
	Program *js.Program
}

// String returns the program's text on lines of its own.
func (g Generated) String() string { return "\n" + js.Print(g.Program) }

// GopterProgram returns a gopter generator of programs, as Generated. It draws a
// seed, from which Program makes the program, and shrinks what fails by Shrink. (To
// put programs together from gopter's combinators would leave them without a
// shrinker.)
func GopterProgram(cfg Config) gopter.Gen {
	return func(params *gopter.GenParameters) *gopter.GenResult {
		p := Program(FromSeed(params.NextUint64()), cfg)
		return gopter.NewGenResult(Generated{p}, gopterShrink)
	}
}

// GopterJust returns a gopter generator of one program, which shrinks like those of
// GopterProgram. A property over it that fails has the reduced program as its
// argument.
func GopterJust(p *js.Program) gopter.Gen {
	return func(*gopter.GenParameters) *gopter.GenResult {
		return gopter.NewGenResult(Generated{p}, gopterShrink)
	}
}

// gopterShrink is the shrinker of Generated. Gopter takes candidates one at a time
// and drops the rest as soon as one fails, without saying so; a suspended iterator
// would then never end. So the cuts, which are cheap, are made at once, and checked
// one at a time.
func gopterShrink(v any) gopter.Shrink {
	p := v.(Generated).Program
	keep := shrinkFilter(p)
	var all []*js.Program
	cuts(p, func(q *js.Program) bool {
		all = append(all, q)
		return true
	})
	return func() (any, bool) {
		for len(all) > 0 {
			q := all[0]
			all = all[1:]
			if keep(q) {
				return Generated{q}, true
			}
		}
		return nil, false
	}
}
