// Package campaign runs checks of many seeds at the same time, and counts what
// fails by kind.
//
// [Run] hands out seeds to workers, each of which has its own state; [Buckets]
// collects the failures of one worker, and merges those of several. What comes of
// it does not depend on the number of workers, nor on which of them is faster:
//
//	input: differential (12 programs, the first at program 3)
//	EnterSSA: invariant: dominance (1 program, the first at program 871)
package campaign

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// Options says how long and how to run.
type Options struct {
	// Seed is the seed of the first program; each next program has the next seed.
	Seed uint64
	// Count ends the run after so many programs; 0 is no limit.
	Count int
	// Time ends the run after a duration; 0 is no limit.
	Time time.Duration
	// Jobs is the number of workers; default 1.
	Jobs int
	// Progress, if not nil, is called now and then with the number of programs
	// checked so far. It is never called twice at the same time.
	Progress func(done int)
}

// batch is how many programs a worker takes at a time.
const batch = 64

// jobs returns how many workers there is work for.
func (o Options) jobs() int {
	n := max(o.Jobs, 1)
	if o.Count > 0 {
		n = min(n, (o.Count+batch-1)/batch)
	}
	return n
}

// Run starts workers and returns what they are, and how long they took. newWorker
// makes a worker, check has it check the program of a seed, the index-th of the
// run.
func Run[W any](ctx context.Context, opt Options, newWorker func() W, check func(w W, index int, seed uint64)) ([]W, time.Duration) {
	start := time.Now()
	if opt.Time > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, opt.Time)
		defer cancel()
	}
	var next, done atomic.Int64
	var mu sync.Mutex
	workers := make([]W, opt.jobs())
	var wg sync.WaitGroup
	for i := range workers {
		w := newWorker()
		workers[i] = w
		wg.Go(func() {
			for ctx.Err() == nil {
				from := int(next.Add(batch)) - batch
				to := from + batch
				if opt.Count > 0 {
					to = min(to, opt.Count)
				}
				if from >= to {
					return
				}
				for j := from; j < to; j++ {
					check(w, j, opt.Seed+uint64(j))
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
	return workers, time.Since(start)
}

// Bucket counts the failures of one kind.
type Bucket[F any] struct {
	Kind  string
	Count int
	// FirstIndex is the lowest index of a program that fails so.
	FirstIndex int
	// Example is the failure to show, that of the program ExampleIndex: of the
	// lowest index, of those that are preferred if there are any.
	Example      F
	ExampleIndex int
}

// Buckets collects failures by kind.
type Buckets[F any] struct {
	// Prefers reports whether a failure is preferred as an example; nil if none is.
	Prefers func(F) bool
	kinds   map[string]*Bucket[F]
}

// Add counts a failure of the program with an index.
func (b *Buckets[F]) Add(kind string, index int, f F) {
	b.merge(&Bucket[F]{kind, 1, index, f, index})
}

// Merge counts what another has counted. What comes of it does not depend on the
// order.
func (b *Buckets[F]) Merge(o *Buckets[F]) {
	for _, x := range o.kinds {
		b.merge(x)
	}
}

func (b *Buckets[F]) merge(o *Bucket[F]) {
	x := b.kinds[o.Kind]
	if x == nil {
		if b.kinds == nil {
			b.kinds = map[string]*Bucket[F]{}
		}
		c := *o
		b.kinds[o.Kind] = &c
		return
	}
	x.Count += o.Count
	x.FirstIndex = min(x.FirstIndex, o.FirstIndex)
	prefers := func(f F) bool { return b.Prefers != nil && b.Prefers(f) }
	old, better := prefers(x.Example), prefers(o.Example)
	if better && !old || better == old && o.ExampleIndex < x.ExampleIndex {
		x.Example, x.ExampleIndex = o.Example, o.ExampleIndex
	}
}

// Sorted returns the buckets by the index of the first failure.
func (b *Buckets[F]) Sorted() []Bucket[F] {
	var list []Bucket[F]
	for _, x := range b.kinds {
		list = append(list, *x)
	}
	slices.SortFunc(list, func(a, b Bucket[F]) int {
		return cmp.Or(cmp.Compare(a.FirstIndex, b.FirstIndex), cmp.Compare(a.Kind, b.Kind))
	})
	return list
}
