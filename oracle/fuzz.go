package oracle

import (
	"context"
	"fmt"
	"time"

	"assay/gen"
	"assay/oracle/campaign"
	"assay/oracle/guard"
)

// FuzzOptions says how long and how to fuzz.
type FuzzOptions struct {
	// Seed is the seed of the first program; each next program has the next seed.
	Seed uint64
	// Count ends the run after so many programs; 0 is no limit.
	Count int
	// Time ends the run after a duration; 0 is no limit. One of the two must be
	// given.
	Time time.Duration
	// Jobs is the number of programs checked at the same time; default 1.
	Jobs  int
	Check CheckOptions
	// Progress, if not nil, is called now and then with the number of programs
	// checked so far. It is never called twice at the same time.
	Progress func(done int)
}

// FailureBucket counts the failures of one kind. Its example is of the programs in
// JavaScript if there are any, since these can be read and reduced.
type FailureBucket = campaign.Bucket[*Failure]

// FuzzReport is the result of Fuzz.
type FuzzReport struct {
	Programs int
	Stats    Stats
	Census   gen.Census
	// Failures is sorted by the index of the first failure.
	Failures []FailureBucket
	Elapsed  time.Duration
	Jobs     int // as many as were used
}

// Fuzz checks generated programs. It goes on after a failure. With a Count the
// report, but for Elapsed and Jobs, depends on the options alone. The line that
// replays a failure is an assay command, unless Check.Passes are the caller's own.
func Fuzz(ctx context.Context, opt FuzzOptions) *FuzzReport {
	workers, elapsed := campaign.Run(ctx, campaign.Options{
		Seed: opt.Seed, Count: opt.Count, Time: opt.Time, Jobs: opt.Jobs, Progress: opt.Progress,
	}, func() *fuzzWorker { return newFuzzWorker(opt) }, (*fuzzWorker).check)
	rep := &FuzzReport{Jobs: len(workers), Elapsed: elapsed}
	failures := newBuckets()
	for _, w := range workers {
		rep.Programs += w.checker.Stats.Cases + w.unlowered
		rep.Stats.Add(w.checker.Stats)
		rep.Census.Merge(&w.census)
		failures.Merge(&w.failures)
	}
	rep.Failures = failures.Sorted()
	return rep
}

func newBuckets() campaign.Buckets[*Failure] {
	return campaign.Buckets[*Failure]{Prefers: func(f *Failure) bool { return f.Case.Source != nil }}
}

// fuzzWorker checks programs one after another.
type fuzzWorker struct {
	gen       *Generator
	checker   *Checker
	census    gen.Census
	failures  campaign.Buckets[*Failure]
	unlowered int
	// ownPasses says that no command knows the passes that are checked.
	ownPasses bool
}

func newFuzzWorker(opt FuzzOptions) *fuzzWorker {
	return &fuzzWorker{
		gen: NewGenerator(), checker: NewChecker(opt.Check), failures: newBuckets(),
		ownPasses: opt.Check.Passes != nil && opt.Check.Fault == "" && opt.Check.Flags == "",
	}
}

func (w *fuzzWorker) check(index int, seed uint64) {
	var c Case
	var f *Failure
	err := guard.Call(func() (err error) {
		c, err = w.gen.FromSeed(seed)
		return err
	})
	if err != nil {
		w.unlowered++
		c.Replay = seedReplay(seed)
		f = &Failure{Case: c, Pass: "lowering", Oracle: OracleCrash, Err: err}
	} else {
		if w.ownPasses {
			c.Replay = fmt.Sprintf("oracle.Fuzz with the same CheckOptions and Seed: %d, Count: 1", seed)
		}
		f = w.checker.Check(c)
		w.census.Add(c.Source, c.Func, w.checker.Form("EnterSSA"))
	}
	if f == nil {
		w.gen.Recycle(c)
		return
	}
	w.failures.Add(f.Kind(), index, f)
}
