package scopes

import (
	"cmp"
	"slices"

	"assay/hir"
)

// item is an interval of instruction ids that must nest with all others: a
// scope, or what lies between a terminal and its fallthrough.
type item struct {
	r     hir.Range
	scope hir.ScopeID // or NoScope
	block hir.BlockID // of a construct: the block whose terminal begins it
}

// sortItems puts items in preorder: by start, the longer first. The sort is
// stable.
func sortItems(items []item) {
	slices.SortStableFunc(items, func(a, b item) int {
		return cmp.Or(cmp.Compare(a.r.Start, b.r.Start), cmp.Compare(b.r.End, a.r.End))
	})
}

// traverse walks sorted items as the tree that they form by inclusion, and
// calls enter and leave with their positions. An item that only touches the end
// of another is not in it. If two items overlap and neither holds the other, it
// returns their positions and false.
func traverse(items []item, enter, leave func(i int)) (outer, inner int, ok bool) {
	var open []int
	for i := range items {
		for len(open) > 0 {
			top := open[len(open)-1]
			if items[i].r.Start < items[top].r.End {
				if items[i].r.End > items[top].r.End {
					return top, i, false
				}
				break
			}
			leave(top)
			open = open[:len(open)-1]
		}
		enter(i)
		open = append(open, i)
	}
	for len(open) > 0 {
		leave(open[len(open)-1])
		open = open[:len(open)-1]
	}
	return 0, 0, true
}

// nestingError says that two items overlap without one holding the other.
func nestingError(pass string, f *hir.Function, outer, inner item) error {
	return &hir.PassError{
		Pass: pass, Category: hir.CategoryInvariant, Function: f.Name(),
		Block: inner.startBlock(f), Instr: inner.r.Start,
		Reason:      "Invalid nesting in program blocks or scopes",
		Description: "Items overlap but are not nested: " + rangeText(outer.r) + "(" + rangeText(inner.r) + ")",
		Detail:      outer.describe(f) + " and " + inner.describe(f),
	}
}

func (x item) startBlock(f *hir.Function) hir.BlockID {
	if x.scope == hir.NoScope {
		return x.block
	}
	return blockAt(f, x.r.Start)
}

func (x item) describe(f *hir.Function) string {
	at := " [" + rangeText(x.r) + "] from block " + x.startBlock(f).String()
	if x.scope != hir.NoScope {
		return "scope " + scopeText(x.scope) + at
	}
	return f.Block(x.block).Term.Kind.String() + at
}

// AssertValidBlockNesting returns an error if the scopes of f and its
// constructs, taken as intervals of instruction ids, do not form a tree: if two
// of them overlap and neither holds the other. The interval of a construct is
// [terminal id, first id of the fallthrough). An interval may be empty or end
// before it starts, as that of the branch of a loop's test does, whose
// fallthrough comes first.
//
// Precondition: f is well formed (hir.Check). It changes nothing. Time is
// O(n log n).
func AssertValidBlockNesting(f *hir.Function) error {
	scopes := scopesOf(f)
	items := make([]item, 0, len(scopes)+len(f.Blocks))
	items = scopeItems(items, f, scopes)
	for _, b := range f.Blocks {
		if b.Term.Fallthrough != hir.NoBlock {
			end := f.Block(b.Term.Fallthrough).FirstID()
			items = append(items, item{r: hir.Range{Start: b.Term.ID, End: end}, scope: hir.NoScope, block: b.ID})
		}
	}
	sortItems(items)
	nothing := func(int) {}
	if outer, inner, ok := traverse(items, nothing, nothing); !ok {
		return nestingError(passNesting, f, items[outer], items[inner])
	}
	return nil
}

func scopeItems(items []item, f *hir.Function, scopes []hir.ScopeID) []item {
	for _, s := range scopes {
		items = append(items, item{r: f.Env.Scopes[s].Range, scope: s, block: hir.NoBlock})
	}
	return items
}
