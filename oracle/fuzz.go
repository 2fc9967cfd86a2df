package oracle

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"assay/gen"
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

// FailureBucket counts the failures of one kind.
type FailureBucket struct {
	Kind  string
	Count int
	// FirstIndex is the lowest index of a program that fails so.
	FirstIndex int
	// Example is the failure to show: that of the lowest index, of the programs in
	// JavaScript if there are any, since these can be read and reduced.
	Example      *Failure
	exampleIndex int
}

// add counts another bucket of the same kind. What comes of it does not depend on
// the order.
func (b *FailureBucket) add(o *FailureBucket) {
	b.Count += o.Count
	b.FirstIndex = min(b.FirstIndex, o.FirstIndex)
	readable, better := b.Example.Case.Source != nil, o.Example.Case.Source != nil
	if better && !readable || better == readable && o.exampleIndex < b.exampleIndex {
		b.Example, b.exampleIndex = o.Example, o.exampleIndex
	}
}

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

// fuzzBatch is how many programs a worker takes at a time.
const fuzzBatch = 64

// Fuzz checks generated programs. It goes on after a failure. With a Count the
// report, but for Elapsed and Jobs, depends on the options alone. The line that
// replays a failure is an assay command, unless Check.Passes are the caller's own.
func Fuzz(ctx context.Context, opt FuzzOptions) *FuzzReport {
	opt.Jobs = max(opt.Jobs, 1)
	if opt.Count > 0 {
		opt.Jobs = min(opt.Jobs, (opt.Count+fuzzBatch-1)/fuzzBatch)
	}
	start := time.Now()
	if opt.Time > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, opt.Time)
		defer cancel()
	}
	var next, done atomic.Int64
	var mu sync.Mutex
	workers := make([]*fuzzWorker, opt.Jobs)
	var wg sync.WaitGroup
	for i := range workers {
		w := newFuzzWorker(opt)
		workers[i] = w
		wg.Go(func() {
			for ctx.Err() == nil {
				from := int(next.Add(fuzzBatch)) - fuzzBatch
				to := from + fuzzBatch
				if opt.Count > 0 {
					to = min(to, opt.Count)
				}
				if from >= to {
					return
				}
				for j := from; j < to; j++ {
					w.check(j, opt.Seed+uint64(j))
				}
				n := done.Add(int64(to - from))
				if opt.Progress != nil && mu.TryLock() {
					opt.Progress(int(n))
					mu.Unlock()
				}
			}
		})
	}
	wg.Wait()
	rep := &FuzzReport{Jobs: opt.Jobs, Elapsed: time.Since(start)}
	buckets := map[string]*FailureBucket{}
	for _, w := range workers {
		rep.Programs += w.checker.Stats.Cases + w.unlowered
		rep.Stats.Add(w.checker.Stats)
		rep.Census.Merge(&w.census)
		for kind, b := range w.failures {
			if t := buckets[kind]; t != nil {
				t.add(b)
			} else {
				buckets[kind] = b
			}
		}
	}
	for _, b := range buckets {
		rep.Failures = append(rep.Failures, *b)
	}
	slices.SortFunc(rep.Failures, func(a, b FailureBucket) int {
		return cmp.Or(cmp.Compare(a.FirstIndex, b.FirstIndex), cmp.Compare(a.Kind, b.Kind))
	})
	return rep
}

// fuzzWorker checks programs one after another.
type fuzzWorker struct {
	gen       *Generator
	checker   *Checker
	census    gen.Census
	failures  map[string]*FailureBucket
	unlowered int
	// ownPasses says that no command knows the passes that are checked.
	ownPasses bool
}

func newFuzzWorker(opt FuzzOptions) *fuzzWorker {
	return &fuzzWorker{
		gen: NewGenerator(), checker: NewChecker(opt.Check), failures: map[string]*FailureBucket{},
		ownPasses: opt.Check.Passes != nil && opt.Check.Fault == "",
	}
}

func (w *fuzzWorker) check(index int, seed uint64) {
	var c Case
	var f *Failure
	err := protect(func() (err error) {
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
	found := &FailureBucket{Kind: f.Kind(), Count: 1, FirstIndex: index, Example: f, exampleIndex: index}
	if b := w.failures[found.Kind]; b != nil {
		b.add(found)
	} else {
		w.failures[found.Kind] = found
	}
}
