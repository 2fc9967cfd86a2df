// Package feature is sets of features: of what generated programs may have, whatever
// the language. A feature is a small number with a name, such as "switch".
package feature

import (
	"fmt"
	"math/bits"
	"strings"
)

// Feature is a kind of features.
type Feature interface {
	~uint8
	fmt.Stringer
}

// Set is a set of features, of which there are at most 64.
type Set[F Feature] uint64

// Of returns the set of the given features.
func Of[F Feature](fs ...F) Set[F] {
	var s Set[F]
	for _, f := range fs {
		s |= 1 << f
	}
	return s
}

// Has reports whether f is in the set.
func (s Set[F]) Has(f F) bool { return s>>f&1 != 0 }

// Len returns the number of features in the set.
func (s Set[F]) Len() int { return bits.OnesCount64(uint64(s)) }

// String returns the names of the features in the set, with spaces between.
func (s Set[F]) String() string {
	var names []string
	for ; s != 0; s &= s - 1 {
		names = append(names, F(bits.TrailingZeros64(uint64(s))).String())
	}
	return strings.Join(names, " ")
}

// Parse returns the feature of a name, given the names of all. The error lists them.
func Parse[F Feature](name string, names []string) (F, error) {
	for i, n := range names {
		if n == name {
			return F(i), nil
		}
	}
	return 0, fmt.Errorf("unknown feature %q (known: %s)", name, strings.Join(names, " "))
}
