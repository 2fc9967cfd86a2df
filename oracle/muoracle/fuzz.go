package muoracle

import (
	"context"
	"fmt"
	"time"

	"assay/gen/mugen"
	"assay/mu"
	"assay/mu/convert"
	"assay/oracle/campaign"
	"assay/oracle/muoracle/faulty"
)

// FuzzOptions says how long and how to fuzz.
type FuzzOptions struct {
	campaign.Options
	Config mugen.Config
	Check  Options
}

// FailureBucket counts the failures of one kind.
type FailureBucket = campaign.Bucket[*Failure]

// FuzzReport is the result of Fuzz.
type FuzzReport struct {
	Stats  Stats
	Census mugen.Census
	// Failures is sorted by the index of the first failure.
	Failures []FailureBucket
	Elapsed  time.Duration
	Jobs     int // as many as were used
}

type fuzzWorker struct {
	cfg     mugen.Config
	checker *Checker
	census  mugen.Census
	buckets campaign.Buckets[*Failure]
}

func (w *fuzzWorker) check(index int, seed uint64) {
	c := FromSeed(seed, w.cfg)
	if !c.SSA {
		w.census.Add(c.Bundle)
	}
	if f := w.checker.Check(c); f != nil {
		w.buckets.Add(f.Kind(), index, f)
	}
}

// Fuzz checks generated bundles. It goes on after a failure. With a Count the
// report, but for Elapsed and Jobs, depends on the options alone.
func Fuzz(ctx context.Context, opt FuzzOptions) *FuzzReport {
	workers, elapsed := campaign.Run(ctx, opt.Options, func() *fuzzWorker {
		return &fuzzWorker{cfg: opt.Config, checker: NewChecker(opt.Check)}
	}, (*fuzzWorker).check)
	rep := &FuzzReport{Jobs: len(workers), Elapsed: elapsed}
	var all campaign.Buckets[*Failure]
	for _, w := range workers {
		rep.Stats.Add(w.checker.Stats)
		rep.Census.Merge(&w.census)
		all.Merge(&w.buckets)
	}
	rep.Failures = all.Sorted()
	return rep
}

// WithFault returns options with the conversion of package faulty in the place of
// the right one, with the named fault.
func (o Options) WithFault(name string) (Options, error) {
	f, ok := faulty.Named(name)
	if !ok {
		return o, fmt.Errorf("no fault is named %q; assay mutants --lang=mu lists them all", name)
	}
	return o.withFault(f), nil
}

func (o Options) withFault(f faulty.Fault) Options {
	o.Fault, o.Plain, o.ParamsOnly = f.Name, true, true
	o.Convert = func(b *mu.Bundle, _ convert.Options) (*convert.Result, error) { return faulty.Convert(b, f) }
	return o
}

// MutantOptions says how to measure the oracles.
type MutantOptions struct {
	// Seed is that of the first program, as in FuzzOptions.
	Seed uint64
	// Programs is how many programs each fault gets; default 2000.
	Programs int
	Config   mugen.Config
	// First ends the work on a fault when one oracle has caught it.
	First bool
	// Reduce asks for the smallest program that shows the fault.
	Reduce bool
}

// DefaultMutantPrograms is the default of MutantOptions.Programs.
const DefaultMutantPrograms = 2000

// MutantScore says which oracles caught a fault. Its failure is reduced if that was
// asked for.
type MutantScore struct {
	Fault faulty.Fault
	campaign.Score[Failure]
}

// mutantPatience is for how many programs after the first failure a fault is tried
// on, to see whether other oracles see it too.
const mutantPatience = 100

// ScoreMutant has a faulty conversion checked on the same programs as Fuzz checks.
// When an oracle has caught it, it goes on for a while to see which others do.
func ScoreMutant(fault faulty.Fault, opt MutantOptions) *MutantScore {
	if opt.Programs == 0 {
		opt.Programs = DefaultMutantPrograms
	}
	check := Options{}.withFault(fault)
	k := NewChecker(check)
	s := &MutantScore{Fault: fault}
	s.Score = campaign.Measure(campaign.MeasureOptions{
		Seed: opt.Seed, Programs: opt.Programs, First: opt.First, Patience: mutantPatience,
	}, func(seed uint64) []*Failure {
		found := k.CheckAll(FromSeed(seed, opt.Config))
		return found[:]
	}, nil)
	if s.Failure != nil && opt.Reduce {
		s.Failure = Reduce(s.Failure, check)
	}
	return s
}

// Reduce returns a failure of the same kind on a smaller bundle: one that no single
// cut of mugen.Shrink makes smaller still. opt must be the options of the check that
// found f.
func Reduce(f *Failure, opt Options) *Failure {
	k := NewChecker(opt)
	for {
		smaller := false
		for b := range mugen.Shrink(f.Case.Bundle) {
			c := f.Case
			c.Bundle = b
			if g := k.Check(c); g != nil && g.Kind() == f.Kind() {
				f, smaller = g, true
				break
			}
		}
		if !smaller {
			return f
		}
	}
}
