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

// A fault is tried on programs until all oracles but that of crashes have caught it,
// or until patience, or one, or the programs are at an end.
func TestMeasure(t *testing.T) {
	type failure struct{ oracle, seed int }
	// Oracle 1 finds multiples of 7, oracle 2 multiples of 30, oracle 0 nothing.
	n := 0
	check := func(seed uint64) []*failure {
		n++
		found := make([]*failure, 3)
		FirstOfEach(found, func(f *failure) int { return f.oracle }, func(report func(*failure) bool) {
			for o, m := range map[int]uint64{1: 7, 2: 30} {
				if seed%m == 0 {
					report(&failure{o, int(seed)})
					report(&failure{o, -1})
				}
			}
		})
		return found
	}
	for _, tt := range []struct {
		opt           MeasureOptions
		after         []int
		first, checks int
	}{
		{MeasureOptions{Seed: 1, Programs: 100}, []int{0, 7, 30}, 7, 30},
		{MeasureOptions{Seed: 1, Programs: 20}, []int{0, 7, 0}, 7, 20},
		{MeasureOptions{Seed: 1, Programs: 100, First: true}, []int{0, 7, 0}, 7, 7},
		{MeasureOptions{Seed: 1, Programs: 100, Patience: 5}, []int{0, 7, 0}, 7, 12},
		{MeasureOptions{Seed: 1, Programs: 5}, []int{0, 0, 0}, 0, 5},
	} {
		n = 0
		s := Measure(tt.opt, check, nil)
		if !reflect.DeepEqual(s.After, tt.after) || s.First() != tt.first || s.Caught() != (tt.first > 0) || n != tt.checks {
			t.Errorf("%+v: expected %v after %d programs, found %v after %d", tt.opt, tt.after, tt.checks, s.After, n)
		}
	}
	s := Measure(MeasureOptions{Seed: 1, Programs: 100}, check, func(f *failure) bool { return f.oracle == 2 })
	if *s.Failure != (failure{2, 30}) {
		t.Errorf("found %v as the example", *s.Failure)
	}
	if f := First(func(report func(*failure) bool) { _ = report(&failure{1, 1}) && report(&failure{2, 2}) }); *f != (failure{1, 1}) {
		t.Errorf("found %v first", *f)
	}
}
