package mugen

import (
	"github.com/leanovate/gopter"

	"assay/gen"
	"assay/mu"
)

// Generated is a bundle as gopter passes it to properties. It prints as its text.
type Generated struct{ Bundle *mu.Bundle }

// String returns the bundle's text on lines of its own.
func (g Generated) String() string {
	return "\n" + string(mu.Print(g.Bundle, mu.PrintOptions{}))
}

// GopterBundle returns a gopter generator of bundles in pre-SSA form, as Generated.
// It draws a seed, from which Bundle makes the bundle, and shrinks what fails by
// Shrink.
func GopterBundle(cfg Config) gopter.Gen {
	return func(params *gopter.GenParameters) *gopter.GenResult {
		return gopter.NewGenResult(Generated{Bundle(gen.FromSeed(params.NextUint64()), cfg)}, gopterShrink)
	}
}

// GopterJust returns a gopter generator of one bundle, which shrinks like those of
// GopterBundle.
func GopterJust(g Generated) gopter.Gen {
	return func(*gopter.GenParameters) *gopter.GenResult {
		return gopter.NewGenResult(g, gopterShrink)
	}
}

// gopterShrink is the shrinker of Generated. Gopter takes candidates one at a time
// and may drop the rest, so no iterator can wait for it: the list of cuts, which is
// cheap, is made at once, and each cut when it is its turn.
func gopterShrink(v any) gopter.Shrink {
	s := newShrinker(v.(Generated).Bundle)
	cuts := s.cuts()
	return func() (any, bool) {
		for len(cuts) > 0 {
			c := cuts[0]
			cuts = cuts[1:]
			if b := s.make(c); b != nil {
				return Generated{b}, true
			}
		}
		return nil, false
	}
}
