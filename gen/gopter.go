package gen

import (
	"fmt"
	"slices"

	"github.com/leanovate/gopter"

	"assay/js"
)

// Generated is a program as gopter passes it to properties, with a plan of scopes for
// its SSA form. It prints as its JavaScript text, and the plan if it has scopes.
type Generated struct {
	Program *js.Program
	Scopes  ScopePlan
}

// String returns the program's text on lines of its own.
func (g Generated) String() string {
	text := "\n" + js.Print(g.Program)
	if len(g.Scopes.Scopes) > 0 {
		text += fmt.Sprintf("%+v\n", g.Scopes)
	}
	return text
}

// GopterProgram returns a gopter generator of programs, as Generated. It draws a
// seed, from which Program and Scopes make the program and the plan, and shrinks what fails by Shrink. (To
// put programs together from gopter's combinators would leave them without a
// shrinker.)
func GopterProgram(cfg Config) gopter.Gen {
	return func(params *gopter.GenParameters) *gopter.GenResult {
		c := FromSeed(params.NextUint64())
		p := Program(c, cfg)
		return gopter.NewGenResult(Generated{p, Scopes(c)}, gopterShrink)
	}
}

// GopterJust returns a gopter generator of one program, which shrinks like those of
// GopterProgram. A property over it that fails has the reduced program as its
// argument.
func GopterJust(g Generated) gopter.Gen {
	return func(*gopter.GenParameters) *gopter.GenResult {
		return gopter.NewGenResult(g, gopterShrink)
	}
}

// gopterShrink is the shrinker of Generated. Gopter takes candidates one at a time
// and drops the rest as soon as one fails, without saying so; a suspended iterator
// would then never end. So the cuts, which are cheap, are made at once, and checked
// one at a time.
func gopterShrink(v any) gopter.Shrink {
	g := v.(Generated)
	p := g.Program
	plans := slices.Collect(ShrinkScopes(g.Scopes))
	keep := shrinkFilter(p)
	var all []*js.Program
	cuts(p, func(q *js.Program) bool {
		all = append(all, q)
		return true
	})
	return func() (any, bool) {
		if len(plans) > 0 {
			q := plans[0]
			plans = plans[1:]
			return Generated{p, q}, true
		}
		for len(all) > 0 {
			q := all[0]
			all = all[1:]
			if keep(q) {
				return Generated{q, g.Scopes}, true
			}
		}
		return nil, false
	}
}
