package peer

import (
	"context"
	"fmt"
	"sync"
	"time"

	"assay/gen"
	"assay/js"
	"assay/oracle/campaign"
	"assay/peers/command"
)

// Config returns the configuration of programs that keep the Rules of React: a
// render does not change its arguments or anything outside, and calls nothing that
// could.
func Config() gen.Config {
	return gen.Config{
		React: true,
		Off: gen.Features(gen.FeatureGlobal, gen.FeatureStore, gen.FeatureMethod, gen.FeatureNew, gen.FeatureTagged,
			gen.FeatureRegExp, gen.FeatureHoist),
	}
}

// Source returns the program of a seed.
func Source(seed uint64) string { return js.Print(gen.Program(gen.FromSeed(seed), Config())) }

// FuzzOptions says how to fuzz a compiler.
type FuzzOptions struct {
	campaign.Options
	// New starts a compiler, one for each job; Close ends it.
	New   func() (Compiler, error)
	Close func(Compiler)
}

// FuzzReport is the result of Fuzz.
type FuzzReport struct {
	Stats Stats
	// Findings is sorted by the index of the first program.
	Findings []campaign.Bucket[*Finding]
	Elapsed  time.Duration
	Jobs     int
}

type worker struct {
	checker *Checker
	close   func()
	found   campaign.Buckets[*Finding]
}

// Fuzz has generated programs compiled and checked, and goes on after a finding. The
// error says that a compiler cannot be started.
func Fuzz(ctx context.Context, opt FuzzOptions) (*FuzzReport, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var mu sync.Mutex
	var broken error
	fail := func(err error) {
		mu.Lock()
		defer mu.Unlock()
		if broken == nil && ctx.Err() == nil {
			broken = err
		}
		cancel()
	}
	workers, elapsed := campaign.Run(ctx, opt.Options, func() *worker {
		c, err := opt.New()
		if err != nil {
			fail(err)
			return &worker{close: func() {}}
		}
		return &worker{checker: NewChecker(c), close: func() { opt.Close(c) }}
	}, func(w *worker, index int, seed uint64) {
		if ctx.Err() != nil || w.checker == nil {
			return
		}
		found, err := w.checker.Check(ctx, Source(seed), "main")
		if err != nil {
			fail(err)
			return
		}
		for _, f := range found {
			f.Replay = fmt.Sprintf("assay check --peer react --seed %d", seed)
			w.found.Add(f.Bucket(), index, f)
		}
	})
	rep := &FuzzReport{Elapsed: elapsed, Jobs: len(workers)}
	var all campaign.Buckets[*Finding]
	for _, w := range workers {
		if w.checker != nil {
			rep.Stats.Add(w.checker.Stats)
		}
		all.Merge(&w.found)
		w.close()
	}
	rep.Findings = all.Sorted()
	return rep, broken
}

// maxReductions bounds how many programs Reduce has compiled; one that is not answered
// in time counts as hangCost.
const (
	maxReductions = 1500
	hangCost      = 200
)

// Reduce returns a finding of the same bucket on a smaller program, as far as so many
// compilations get.
func Reduce(ctx context.Context, c Compiler, f *Finding) *Finding {
	p, err := js.Parse("program.js", []byte(f.Program))
	if err != nil {
		return f
	}
	k := NewChecker(c)
	k.Outside = f.Kind == "wrong output" || f.Kind == "invariant"
	tries := 0
	for {
		smaller := false
		for q := range gen.Shrink(p) {
			if tries++; tries > maxReductions || ctx.Err() != nil {
				return f
			}
			found, err := k.Check(ctx, js.Print(q), "main")
			if err != nil {
				return f
			}
			for _, g := range found {
				if g.Kind == command.Hang.String() {
					tries += hangCost
				}
				if g.Bucket() == f.Bucket() {
					g.Replay = f.Replay
					f, p, smaller = g, q, true
					break
				}
			}
			if smaller {
				break
			}
		}
		if !smaller {
			return f
		}
	}
}
