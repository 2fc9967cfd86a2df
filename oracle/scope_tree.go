package oracle

import (
	"slices"

	"assay/hir"
)

// interval is a stretch of instruction ids: a scope, or what lies between a
// terminal and its fallthrough.
type interval struct {
	r     hir.Range
	scope hir.ScopeID // or NoScope
	block *hir.Block  // that a construct's terminal ends
}

func (x interval) String() string {
	if x.scope != hir.NoScope {
		return scopeText(x.scope) + " " + rangeText(x.r)
	}
	return x.block.Term.Kind.String() + " of " + x.block.ID.String() + " " + rangeText(x.r)
}

// intervals lists the given scopes of f and its constructs. Scope terminals are
// no constructs, since they are the scopes. A branch whose fallthrough comes
// first is none either.
func intervals(f *hir.Function, scopes []hir.ScopeID) []interval {
	var list []interval
	for _, s := range scopes {
		list = append(list, interval{r: f.Env.Scopes[s].Range, scope: s})
	}
	for _, b := range f.Blocks {
		t := &b.Term
		if t.Fallthrough == hir.NoBlock || t.Kind == hir.ScopeTerm || t.Kind == hir.PrunedScope {
			continue
		}
		r := hir.Range{Start: t.ID, End: f.Block(t.Fallthrough).FirstID()}
		if r.Start < r.End {
			list = append(list, interval{r: r, scope: hir.NoScope, block: b})
		}
	}
	return list
}

func crosses(a, b hir.Range) bool {
	overlap := max(a.Start, b.Start) < min(a.End, b.End)
	inside := a.Start <= b.Start && b.End <= a.End || b.Start <= a.Start && a.End <= b.End
	return overlap && !inside
}

// maxPairs bounds the number of intervals of which every pair is looked at.
const maxPairs = 300

// crossing returns the first two intervals that overlap without one holding the
// other, or false.
func crossing(list []interval) (a, b interval, found bool) {
	if len(list) > maxPairs && !crossingInLarge(list) {
		return a, b, false
	}
	for i, a := range list {
		for _, b := range list[i+1:] {
			if crosses(a.r, b.r) {
				return a, b, true
			}
		}
	}
	return a, b, false
}

// crossingInLarge reports whether two of many intervals cross: whether one
// starts within another, not with it, and ends after it. For each interval it
// looks up the greatest end of those that start within.
func crossingInLarge(list []interval) bool {
	sorted := slices.Clone(list)
	slices.SortFunc(sorted, func(a, b interval) int { return int(a.r.Start) - int(b.r.Start) })
	// best[k][i] is the greatest end of sorted[i : i+1<<k].
	best := [][]hir.InstructionID{make([]hir.InstructionID, len(sorted))}
	for i, x := range sorted {
		best[0][i] = x.r.End
	}
	for k := 1; 1<<k <= len(sorted); k++ {
		row := make([]hir.InstructionID, len(sorted)-1<<k+1)
		for i := range row {
			row[i] = max(best[k-1][i], best[k-1][i+1<<(k-1)])
		}
		best = append(best, row)
	}
	startsAt := func(id hir.InstructionID) int {
		i, _ := slices.BinarySearchFunc(sorted, id, func(x interval, id hir.InstructionID) int { return int(x.r.Start) - int(id) })
		return i
	}
	for _, x := range list {
		lo, hi := startsAt(x.r.Start+1), startsAt(x.r.End)
		if lo >= hi {
			continue
		}
		k := 0
		for 2<<k <= hi-lo {
			k++
		}
		if max(best[k][lo], best[k][hi-1<<k]) > x.r.End {
			return true
		}
	}
	return false
}
