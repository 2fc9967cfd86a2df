package campaign

// Score says which oracles caught a fault that was planted.
type Score[F any] struct {
	// After gives, for each oracle, the number of the first program at which it
	// alone would have caught the fault, counted from 1; 0 means never.
	After []int
	// Failure is the first failure, or the first that is preferred as an example; nil
	// if the fault was never caught.
	Failure *F
}

// Caught reports whether any oracle caught the fault.
func (s *Score[F]) Caught() bool { return s.Failure != nil }

// First returns the number of the first program at which some oracle caught the
// fault, or 0.
func (s *Score[F]) First() int {
	first := 0
	for _, n := range s.After {
		if n > 0 && (first == 0 || n < first) {
			first = n
		}
	}
	return first
}

// MeasureOptions says how to measure oracles by a fault.
type MeasureOptions struct {
	// Seed is that of the first program, Programs how many there are.
	Seed     uint64
	Programs int
	// First ends the work when one oracle has caught the fault.
	First bool
	// Patience ends it so many programs after that; 0 is no end.
	Patience int
}

// Measure checks programs until every oracle but the first, that of crashes, has
// caught the fault, or the options end it. check returns what each oracle found by
// itself in the program of a seed; prefers, if not nil, reports whether a failure is
// preferred as an example.
func Measure[F any](opt MeasureOptions, check func(seed uint64) []*F, prefers func(*F) bool) Score[F] {
	var s Score[F]
	last := opt.Programs
	for i := 0; i < last; i++ {
		missing := false
		for o, f := range check(opt.Seed + uint64(i)) {
			if o == len(s.After) {
				s.After = append(s.After, 0)
			}
			if f != nil && s.After[o] == 0 {
				s.After[o] = i + 1
				if s.Failure == nil && opt.Patience > 0 {
					last = min(last, i+1+opt.Patience)
				}
				if s.Failure == nil || prefers != nil && prefers(f) && !prefers(s.Failure) {
					s.Failure = f
				}
			}
			missing = missing || o > 0 && s.After[o] == 0
		}
		if len(s.After) > 0 && !missing || opt.First && s.Failure != nil {
			break
		}
	}
	return s
}

// First returns the first failure that a check reports, and ends it there; nil if
// there is none. A check hands each failure to what it is given, which says whether
// to go on.
func First[F any](check func(report func(*F) bool)) *F {
	var first *F
	check(func(f *F) bool {
		first = f
		return false
	})
	return first
}

// FirstOfEach returns the first failure of each of n oracles that a check reports.
func FirstOfEach[F any](found []*F, oracle func(*F) int, check func(report func(*F) bool)) {
	check(func(f *F) bool {
		if o := oracle(f); found[o] == nil {
			found[o] = f
		}
		return true
	})
}
