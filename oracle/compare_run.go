package oracle

import (
	"fmt"

	"assay/hir"
	"assay/interp"
)

// PairOptions says how to check a pair.
type PairOptions struct {
	CompareOptions
	// Seeds is how many worlds the two are run in; default 16.
	Seeds int
	// Fuel is the number of instructions one run may execute; default 10000.
	Fuel int
}

const (
	defaultPairSeeds = 16
	defaultPairFuel  = 10000
)

// CheckPair applies every oracle to a pair of functions that any compiler may
// have written: CompareSSA, and runs of both in several worlds, whose
// differences it adds to the report. Functions that are ill-formed or abridged
// are not run.
func CheckPair(before, after *hir.Function, opt PairOptions) *Report {
	r := CompareSSA(before, after, opt.CompareOptions)
	runPair(r, before, after, opt)
	return r
}

// CheckScopePair is CheckPair for a function with scopes, and the same with scope
// terminals: it applies CompareScopes and runs both.
func CheckScopePair(before, after *hir.Function, opt PairOptions) *Report {
	r := CompareScopes(before, after, opt.CompareOptions)
	runPair(r, before, after, opt)
	return r
}

// runPair runs a pair and adds to its report how the runs differ.
func runPair(r *Report, before, after *hir.Function, opt PairOptions) {
	if opt.Seeds == 0 {
		opt.Seeds = defaultPairSeeds
	}
	if opt.Fuel == 0 {
		opt.Fuel = defaultPairFuel
	}
	if anyMalformed(r.Input) || anyMalformed(r.Violations) || isAbridged(r) {
		return
	}
	a, b := interp.NewMachine(), interp.NewMachine()
	a.Load(before)
	b.Load(after)
	for seed := range uint64(opt.Seeds) {
		o := interp.Options{Seed: seed, Fuel: opt.Fuel, Record: true}
		if d := interp.Difference(a.Run(o), b.Run(o)); d != "" {
			r.Differences = append(r.Differences, fmt.Sprintf("with seed %d: %s", seed, d))
			if r.Verdict == Accepted {
				r.Verdict = Rejected
			}
			break
		}
	}
}

func isAbridged(r *Report) bool {
	for _, n := range r.Notes {
		if n.Kind == NoteAbridged {
			return true
		}
	}
	return false
}
