package campaign

import (
	"context"
	"fmt"
	"reflect"
	"testing"
	"time"
)

type worker struct {
	seen    []int
	buckets Buckets[int]
}

func run(opt Options) (seen map[int]int, found []Bucket[int]) {
	prefers := func(seed int) bool { return seed%5 == 0 }
	ws, _ := Run(context.Background(), opt, func() *worker { return &worker{buckets: Buckets[int]{Prefers: prefers}} },
		func(w *worker, index int, seed uint64) {
			w.seen = append(w.seen, index)
			if seed%3 == 0 {
				w.buckets.Add(fmt.Sprint("kind ", seed%2), index, int(seed))
			}
		})
	seen = map[int]int{}
	all := Buckets[int]{Prefers: prefers}
	for _, w := range ws {
		for _, i := range w.seen {
			seen[i]++
		}
		all.Merge(&w.buckets)
	}
	return seen, all.Sorted()
}

// Each program is checked once, and what is found does not depend on the number of
// workers.
func TestRun(t *testing.T) {
	for _, jobs := range []int{0, 1, 2, 7} {
		seen, found := run(Options{Seed: 10, Count: 1000, Jobs: jobs})
		if len(seen) != 1000 {
			t.Errorf("%d jobs: %d programs checked", jobs, len(seen))
		}
		for i, n := range seen {
			if n != 1 || i < 0 || i >= 1000 {
				t.Errorf("%d jobs: program %d checked %d times", jobs, i, n)
			}
		}
		want := []Bucket[int]{{"kind 0", 167, 2, 30, 20}, {"kind 1", 166, 5, 15, 5}}
		if !reflect.DeepEqual(found, want) {
			t.Errorf("%d jobs: expected %v, found %v", jobs, want, found)
		}
	}
}

// Time, or the context, ends a run without count.
func TestEnd(t *testing.T) {
	last := 0
	opt := Options{Time: 10 * time.Millisecond, Jobs: 2, Progress: func(done int) { last = done }}
	if seen, _ := run(opt); len(seen) == 0 || len(seen)%batch != 0 {
		t.Errorf("found %d programs checked", len(seen))
	}
	if last == 0 {
		t.Error("found no progress")
	}
}
