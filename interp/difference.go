package interp

import "fmt"

// Difference compares two runs with the same options as far as can be
// observed. It returns "" if they are the same, else one sentence that says what
// differs first.
//
// A run that was cut is compared up to the cut: what it did must be the
// beginning of what the other did. If the cuts are at different effects that
// takes the traces of both (Options.Record); without them nothing is said.
func Difference(a, b Result) string {
	if a.Outcome == Stuck || b.Outcome == Stuck {
		if d := stuckDifference(a, b); d != "" {
			return d
		}
	}
	if a.Effects != b.Effects || a.Hash != b.Hash {
		if d := traceDifference(a, b); d != "" {
			return d
		}
	}
	aCut, bCut := a.Outcome == OutOfFuel, b.Outcome == OutOfFuel
	switch {
	case a.Effects == b.Effects && a.Hash != b.Hash:
		return fmt.Sprintf("the %d effects differ: trace hash %016x against %016x", a.Effects, a.Hash, b.Hash)
	case aCut && bCut:
		return ""
	case aCut && a.Effects > b.Effects:
		return fmt.Sprintf("the first run goes on after %d effects, the second %s after %d", a.Effects, b.Outcome, b.Effects)
	case bCut && b.Effects > a.Effects:
		return fmt.Sprintf("the second run goes on after %d effects, the first %s after %d", b.Effects, a.Outcome, a.Effects)
	case aCut || bCut:
		return ""
	case a.Effects != b.Effects:
		return fmt.Sprintf("the first run has %d effects, the second %d", a.Effects, b.Effects)
	case a.Outcome != b.Outcome || !a.Value.Equal(b.Value):
		return fmt.Sprintf("the first run %s, the second %s", ending(a), ending(b))
	}
	return ""
}

// stuckDifference compares runs of which at least one is stuck.
func stuckDifference(a, b Result) string {
	switch {
	case a.Outcome == b.Outcome:
		return ""
	case a.Outcome == Stuck && (b.Outcome != OutOfFuel || b.Effects > a.Effects):
		return fmt.Sprintf("the first run %s, the second %s", ending(a), ending(b))
	case b.Outcome == Stuck && (a.Outcome != OutOfFuel || a.Effects > b.Effects):
		return fmt.Sprintf("the second run %s, the first %s", ending(b), ending(a))
	}
	return ""
}

// traceDifference finds the first effect that differs, if both runs were
// recorded.
func traceDifference(a, b Result) string {
	n := min(len(a.Trace), len(b.Trace))
	for i := range n {
		switch {
		case a.Trace[i].Hash == b.Trace[i].Hash:
		case a.Trace[i].Text == b.Trace[i].Text:
			// The text of a value that an operation made names only the operation.
			return fmt.Sprintf("effect %d is %q in both runs, but its values were made from others", i+1, a.Trace[i].Text)
		default:
			return fmt.Sprintf("effect %d is %q in the first run, %q in the second", i+1, a.Trace[i].Text, b.Trace[i].Text)
		}
	}
	switch {
	case len(a.Trace) < a.Effects || len(b.Trace) < b.Effects:
		return "" // one was not recorded
	case len(a.Trace) > n && b.Outcome != OutOfFuel:
		return fmt.Sprintf("effect %d is %q in the first run, missing in the second", n+1, a.Trace[n].Text)
	case len(b.Trace) > n && a.Outcome != OutOfFuel:
		return fmt.Sprintf("effect %d is missing in the first run, %q in the second", n+1, b.Trace[n].Text)
	}
	return ""
}

func ending(r Result) string {
	switch r.Outcome {
	case Returned, Threw:
		text := r.Text
		if text == "" {
			text = r.Value.String()
		}
		return r.Outcome.String() + " " + text
	case Stuck:
		return r.Outcome.String() + " (" + r.Stuck.Error() + ")"
	}
	return r.Outcome.String()
}
