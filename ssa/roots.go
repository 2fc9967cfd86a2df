package ssa

import (
	"slices"

	"assay/hir"
)

// rootKind says whether, and how, look-ups end at a block.
type rootKind uint8

const (
	// notRoot: look-ups go on to the predecessors.
	notRoot rootKind = iota
	// rootNoPreds: the entry of the top function, or a block that nothing leads to.
	// No variable has a value at its start.
	rootNoPreds
	// rootRegion: a block of a region. See rootRegions.
	rootRegion
)

// rootRegions holds what is needed for graphs that no JavaScript has: entries
// with predecessors and unreachable cycles. It is empty for all others.
//
// A region is a set of blocks that all lead to its head:
//   - all blocks that lead to the entry of the top function, if the entry has
//     predecessors, but for those of regions of the other kind. Its head is the
//     entry.
//   - a cycle (strongly connected component) that nothing else leads to, not
//     even the entry. Its head is the first of its blocks.
//
// A variable that no block of the region defines has the same version all over
// the region: that of the function's start, or none. Look-ups end at once; going
// around would make phis that have no operand but themselves. A variable that
// the region defines is looked up as usual on a cycle that nothing leads to. At
// the entry it would need a phi with one operand more than there are
// predecessors, for the start of the function, which HIR cannot express.
type rootRegions struct {
	// region tells the region of a block.
	region map[int32]*region
	// ignored holds the blocks whose edges no predecessor list mentions.
	ignored map[int32]struct{}
}

type region struct {
	head    int32
	isEntry bool
	// defined holds the variables that the region's blocks define.
	defined map[hir.IdentifierID]struct{}
}

func (r *rootRegions) reset() {
	clear(r.region)
	clear(r.ignored)
}

// hasEntryLoop reports whether the entry has predecessors.
func (r *rootRegions) hasEntryLoop(entry int32) bool {
	g := r.region[entry]
	return g != nil && g.isEntry
}

// defines reports whether the block is in a region that defines the variable.
func (r *rootRegions) defines(block int32, id hir.IdentifierID) bool {
	g := r.region[block]
	if g == nil {
		return false
	}
	_, ok := g.defined[id]
	return ok
}

func (r *rootRegions) edgesIgnored(block int32) bool {
	if len(r.ignored) == 0 {
		return false
	}
	_, ok := r.ignored[block]
	return ok
}

func (r *rootRegions) ignoreEdges(block int32) {
	if r.ignored == nil {
		r.ignored = make(map[int32]struct{})
	}
	r.ignored[block] = struct{}{}
}

// addRegion makes a region of the given block positions of a function.
func (c *construction) addRegion(fn funcState, head int, isEntry bool, members []int) *region {
	if c.roots.region == nil {
		c.roots.region = make(map[int32]*region)
	}
	g := &region{head: fn.base + int32(head), isEntry: isEntry, defined: make(map[hir.IdentifierID]struct{})}
	for _, pos := range members {
		state := fn.base + int32(pos)
		if c.blocks[state].root == notRoot {
			c.blocks[state].root = rootRegion
			c.roots.region[state] = g
		}
		block := fn.f.Blocks[pos]
		for i := range block.Instrs {
			block.Instrs[i].RenamedDefs(func(p *hir.Place) bool {
				g.defined[p.Identifier] = struct{}{}
				return true
			})
		}
	}
	return g
}

// root answers a look-up of a variable at a block that is a root.
func (c *construction) root(block int32, place hir.Place, variable int32) (id hir.IdentifierID, found bool) {
	if c.blocks[block].root == rootRegion {
		g := c.roots.region[block]
		_, defined := g.defined[place.Identifier]
		switch {
		case !defined && g.isEntry:
			if v := c.versions.get(g.head, variable); v != 0 { // a parameter
				return hir.IdentifierID(v - 1), true
			}
		case !defined:
		case g.isEntry && block == g.head:
			if c.failed == nil {
				c.failed = &hir.PassError{
					Pass: enterPass, Category: hir.CategoryInvariant,
					Reason: "Expected the entry block to need no phi",
					Description: "Identifier " + identifierText(c.env, place.Identifier) + " has one value at the start of the function and others on the edges back to " +
						c.blocks[block].block.ID.String(),
				}
			}
		default:
			return 0, false
		}
	}
	c.unknown[variable] = true
	return place.Identifier, true
}

// cutEntry makes a region of the blocks that lead to the entry. If unreachable
// blocks are among them, these bring parameters without a value to the entry;
// that counts as a definition.
func (c *construction) cutEntry(fn funcState, entry int) {
	members := c.leadingTo(fn, entry)
	unreachable := false
	for _, pos := range members {
		unreachable = unreachable || c.blocks[fn.base+int32(pos)].root != notRoot
	}
	g := c.addRegion(fn, entry, true, members)
	if unreachable {
		for i := range fn.f.Params {
			g.defined[fn.f.Params[i].Identifier] = struct{}{}
		}
	}
}

// leadingTo returns the given block and all that lead to it.
func (c *construction) leadingTo(fn funcState, to int) []int {
	seen := make([]bool, len(fn.f.Blocks))
	seen[to] = true
	found := []int{to}
	for i := 0; i < len(found); i++ {
		for _, p := range c.predsOf(&c.blocks[int(fn.base)+found[i]]) {
			if q := int(p - fn.base); !seen[q] {
				seen[q] = true
				found = append(found, q)
			}
		}
	}
	return found
}

// cutCycles finds the blocks to which no path leads from the entry or from a
// block without predecessors, and makes a region of each cycle of them to which
// nothing else leads.
func (c *construction) cutCycles(fn funcState, entry int) {
	a := &c.adjacency
	n := len(fn.f.Blocks)
	reached := make([]bool, n)
	var work []int
	reach := func(from int) {
		work = append(work, from)
		reached[from] = true
		for len(work) > 0 {
			pos := work[len(work)-1]
			work = work[:len(work)-1]
			for _, h := range a.heads[a.starts[pos]:a.starts[pos+1]] {
				if !reached[h] {
					reached[h] = true
					work = append(work, int(h))
				}
			}
		}
	}
	for pos, b := range fn.f.Blocks {
		if (pos == entry || len(b.Preds) == 0) && !reached[pos] {
			reach(pos)
		}
	}

	// Of the unreached blocks, the one that a depth-first walk over all of them
	// leaves last lies on a cycle that no other leads to. So does, when all that it
	// reaches is set aside, the one of the rest that was left last, and so on.
	type frame struct{ pos, next int }
	seen := make([]bool, n)
	var stack []frame
	var left []int
	for pos := range fn.f.Blocks {
		if reached[pos] || seen[pos] {
			continue
		}
		seen[pos] = true
		stack = append(stack, frame{pos, int(a.starts[pos])})
		for len(stack) > 0 {
			fr := &stack[len(stack)-1]
			if fr.next == int(a.starts[fr.pos+1]) {
				left = append(left, fr.pos)
				stack = stack[:len(stack)-1]
				continue
			}
			h := int(a.heads[fr.next])
			fr.next++
			if !seen[h] && !reached[h] {
				seen[h] = true
				stack = append(stack, frame{h, int(a.starts[h])})
			}
		}
	}
	for i := len(left) - 1; i >= 0; i-- {
		if !reached[left[i]] {
			cycle := c.leadingTo(fn, left[i])
			c.addRegion(fn, slices.Min(cycle), false, cycle)
			reach(left[i])
		}
	}
}

// reachable tells which blocks, by position, edges lead to from the entry. It
// leaves out edges to blocks that do not exist.
func reachable(f *hir.Function) []bool {
	seen := make([]bool, len(f.Blocks))
	work := []int{f.BlockPos(f.Entry)}
	seen[work[0]] = true
	for len(work) > 0 {
		pos := work[len(work)-1]
		work = work[:len(work)-1]
		for _, id := range f.Blocks[pos].Term.Successors() {
			if t := f.BlockPos(id); t >= 0 && !seen[t] {
				seen[t] = true
				work = append(work, t)
			}
		}
	}
	return seen
}
