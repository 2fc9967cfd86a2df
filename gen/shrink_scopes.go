package gen

import (
	"iter"
	"slices"
)

// ShrinkScopes yields the plans that differ from p by one cut: a scope left out, or
// one of its numbers or choices made smaller. No chain of cuts is endless.
func ShrinkScopes(p ScopePlan) iter.Seq[ScopePlan] {
	return func(yield func(ScopePlan) bool) {
		for i := range p.Scopes {
			q := p
			q.Scopes = slices.Delete(slices.Clone(p.Scopes), i, i+1)
			if !yield(q) {
				return
			}
		}
		for i, s := range p.Scopes {
			smaller := make([]ScopeSpec, 0, 12)
			add := func(change func(*ScopeSpec)) {
				t := s
				if change(&t); t != s {
					smaller = append(smaller, t)
				}
			}
			add(func(t *ScopeSpec) { t.Fit = ScopeFree })
			add(func(t *ScopeSpec) { t.Shape = 0 })
			add(func(t *ScopeSpec) { t.At = 0 })
			add(func(t *ScopeSpec) { t.At /= 2 })
			add(func(t *ScopeSpec) { t.At -= min(t.At, 1) })
			add(func(t *ScopeSpec) { t.Len = 0 })
			add(func(t *ScopeSpec) { t.Len /= 2 })
			add(func(t *ScopeSpec) { t.Len -= min(t.Len, 1) })
			add(func(t *ScopeSpec) { t.Mask = 0 })
			add(func(t *ScopeSpec) { t.Mask &= t.Mask - 1 })
			for _, t := range smaller {
				q := p
				q.Scopes = slices.Clone(p.Scopes)
				q.Scopes[i] = t
				if !yield(q) {
					return
				}
			}
		}
		if p.WholeDoWhile {
			q := p
			q.WholeDoWhile = false
			yield(q)
		}
	}
}
