package ssa

import (
	"sync"

	"assay/hir"
)

// Builder holds the scratch memory of the passes. Its zero value is ready for
// use. A caller that runs many functions keeps one and calls its methods: apart
// from what stays in the function (new identifiers, phis), they then allocate
// nothing. A Builder must not be used by two goroutines at a time.
type Builder struct {
	construction
	elimination
}

// builders keeps scratch memory between calls of the plain functions.
var builders = sync.Pool{New: func() any { return new(Builder) }}

// EnterSSA converts f and all functions nested in it to SSA form in place. See
// the package comment for pre- and postconditions. The error is a
// *hir.PassError; f is then partly converted and of no further use.
func EnterSSA(f *hir.Function) error {
	b := builders.Get().(*Builder)
	err := b.EnterSSA(f)
	builders.Put(b)
	return err
}

// EliminateRedundantPhis removes the phis of f, and of all functions nested in
// it, that merge a single value. See the package comment for pre- and
// postconditions. The error is a *hir.PassError; f is then unchanged.
func EliminateRedundantPhis(f *hir.Function) error {
	b := builders.Get().(*Builder)
	err := b.EliminateRedundantPhis(f)
	builders.Put(b)
	return err
}

// resize returns s with length n and all elements zero, reusing its memory if
// it is large enough.
func resize[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n, n+n/4)
	}
	s = s[:n]
	clear(s)
	return s
}
