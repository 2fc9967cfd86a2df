package interp

import (
	"fmt"
	"slices"
)

// Difference compares two runs with the same arguments and options, but for
// Options.PreSSA, as far as they went. It returns "" if they cannot be told
// apart, else a sentence that says what was expected, by the first run, and what
// was found in the second.
//
// A run that was cut, by fuel or by the depth of calls, is only compared by its
// events as far as both go. Otherwise events, outcomes, codes and values must be
// the same; of floats that are NaN any two are.
func Difference(a, b Result) string {
	n := min(len(a.TraceHashes), len(b.TraceHashes))
	if n > 0 && a.TraceHashes[n-1] != b.TraceHashes[n-1] {
		i := 0
		for a.TraceHashes[i] == b.TraceHashes[i] {
			i++
		}
		return fmt.Sprintf("expected event %d to be %s, found %s", i, eventText(a, i), eventText(b, i))
	}
	if a.cut() || b.cut() {
		return ""
	}
	switch {
	case a.Events > n:
		return fmt.Sprintf("expected event %d to be %s, found that the run %s", n, eventText(a, n), b.String())
	case b.Events > n:
		return fmt.Sprintf("expected that the run %s, found event %d: %s", a.String(), n, eventText(b, n))
	case a.Outcome != b.Outcome || a.Code != b.Code || !slices.EqualFunc(a.Values, b.Values, Value.Equal):
		return fmt.Sprintf("expected that the run %s, found that it %s", a.String(), b.String())
	}
	return ""
}

func (r *Result) cut() bool { return r.Outcome == OutOfFuel || r.Outcome == StackOverflow }

// eventText describes an event, by its hash if the run was not recorded.
func eventText(r Result, i int) string {
	if i < len(r.Trace) {
		return r.Trace[i].String()
	}
	return fmt.Sprintf("hash %016x", r.TraceHashes[i])
}
