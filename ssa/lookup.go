package ssa

import "assay/hir"

// incompletePhi is a phi reserved in a block that still waits for
// predecessors: its result has an identifier, its operands are looked up when
// the block is sealed.
type incompletePhi struct {
	next     int32 // in construction.incomplete; 0 ends the list
	variable int32
	place    hir.Place // as it was used first, before renaming
	id       hir.IdentifierID
}

// lookupFrame is a look-up that waits for the look-up at a predecessor. If next
// is negative, the block has one predecessor and the answer is the same there.
// Else it is a phi being built, and next counts the operands found.
type lookupFrame struct {
	block    int32
	next     int32
	operands int32 // first of its operands in construction.operands
	id       hir.IdentifierID
}

// lookUp returns the version of a variable at the (present) end of a block.
// place is the use, before renaming, that asks for it.
//
// This is the recursive look-up of Braun et al., with the recursion on an
// explicit stack. New identifiers are numbered in the order in which the
// recursion meets them; a phi takes its number when it is met, and its place in
// its block when all its operands are found.
func (c *construction) lookUp(place hir.Place, variable, block int32) hir.IdentifierID {
	c.lookups = c.lookups[:0]
	return c.resolve(place, variable, block)
}

// completePhis gives the phis reserved in a block their operands.
func (c *construction) completePhis(block int32) {
	for i := c.blocks[block].first; i != 0; i = c.incomplete[i].next {
		inc := c.incomplete[i]
		c.lookups = c.lookups[:0]
		c.pushPhi(block, inc.id)
		c.resolve(inc.place, inc.variable, c.preds[c.blocks[block].preds])
	}
}

// resolve looks the variable up at block and then answers the look-ups on the
// stack with what it finds, the innermost first. It returns the last answer.
func (c *construction) resolve(place hir.Place, variable, block int32) hir.IdentifierID {
	for {
		id, found := c.step(place, variable, block)
		if !found {
			// A look-up was pushed that asks its first predecessor next.
			top := c.lookups[len(c.lookups)-1]
			block = c.preds[c.blocks[top.block].preds]
			continue
		}
		more := false
		for len(c.lookups) > 0 && !more {
			top := &c.lookups[len(c.lookups)-1]
			if top.next < 0 {
				c.versions.set(top.block, variable, int32(id)+1)
				c.lookups = c.lookups[:len(c.lookups)-1]
				continue
			}
			b := &c.blocks[top.block]
			op := &c.operands[top.operands+top.next]
			op.Place = place
			op.Place.Identifier = id
			top.next++
			if top.next < b.npreds {
				block = c.preds[b.preds+top.next]
				more = true
				continue
			}
			id = top.id
			phi := madePhi{block: top.block, place: place, first: top.operands, size: b.npreds}
			phi.place.Identifier = id
			c.made = append(c.made, phi)
			b.phis++
			c.lookups = c.lookups[:len(c.lookups)-1]
		}
		if !more {
			return id
		}
	}
}

// step answers a look-up from the block itself, or pushes it on the stack.
func (c *construction) step(place hir.Place, variable, block int32) (id hir.IdentifierID, found bool) {
	if id := c.versions.get(block, variable); id != 0 {
		return hir.IdentifierID(id - 1), true
	}
	b := &c.blocks[block]
	if b.root != notRoot {
		if id, found := c.root(block, place, variable); found {
			return id, true
		}
	}
	if b.unsealed > 0 {
		id = c.env.NewVersion(place.Identifier)
		i := int32(len(c.incomplete))
		c.incomplete = append(c.incomplete, incompletePhi{variable: variable, place: place, id: id})
		if b.first == 0 {
			b.first = i
		} else {
			c.incomplete[b.last].next = i
		}
		b.last = i
		c.versions.set(block, variable, int32(id)+1)
		return id, true
	}
	if b.npreds == 1 {
		c.lookups = append(c.lookups, lookupFrame{block: block, next: -1})
		return 0, false
	}
	id = c.env.NewVersion(place.Identifier)
	// Recorded before the operands are looked up, so that a look-up that comes
	// back here around a loop ends.
	c.versions.set(block, variable, int32(id)+1)
	c.pushPhi(block, id)
	return 0, false
}

// pushPhi puts a phi to be built on the stack and makes room for its operands.
func (c *construction) pushPhi(block int32, id hir.IdentifierID) {
	b := &c.blocks[block]
	first := len(c.operands)
	for _, p := range c.preds[b.preds : b.preds+b.npreds] {
		c.operands = append(c.operands, hir.PhiOperand{Pred: c.blocks[p].block.ID})
	}
	c.lookups = append(c.lookups, lookupFrame{block: block, operands: int32(first), id: id})
}
