package hir

import "slices"

// Clone returns a deep copy of f, everything nested in it, and its Env.
// Payloads (Aux) and effect texts, which are immutable, are shared.
func (f *Function) Clone() *Function {
	e := &Env{
		Identifiers: slices.Clone(f.Env.Identifiers),
		Scopes:      slices.Clone(f.Env.Scopes),
		NextBlock:   f.Env.NextBlock,
	}
	var c cloner
	c.count(f)
	c.places = make([]Place, 0, c.nplaces)
	c.blockIDs = make([]BlockID, 0, c.nblockIDs)
	c.instrs = make([]Instruction, 0, c.ninstrs)
	c.blocks = make([]Block, c.nblocks)
	return c.function(f, e)
}

// cloner carves the slices of a copy out of a few large ones. Each is cut with
// its capacity, so that appending to one cannot touch its neighbour.
type cloner struct {
	nplaces, nblockIDs, ninstrs, nblocks int

	places   []Place
	blockIDs []BlockID
	instrs   []Instruction
	blocks   []Block
}

func (c *cloner) count(f *Function) {
	c.nplaces += len(f.Context)
	c.nblocks += len(f.Blocks)
	for _, b := range f.Blocks {
		c.nblockIDs += len(b.Preds) + len(b.Term.Targets)
		c.nplaces += len(b.Term.Operands)
		c.ninstrs += len(b.Instrs)
		for i := range b.Instrs {
			in := &b.Instrs[i]
			c.nplaces += len(in.Operands) + len(in.Defs)
			if in.Func != nil {
				c.count(in.Func)
			}
		}
	}
}

func carve[T any](pool *[]T, s []T) []T {
	if len(s) == 0 {
		return nil
	}
	n := len(*pool)
	*pool = append(*pool, s...)
	return (*pool)[n:len(*pool):len(*pool)]
}

func (c *cloner) function(f *Function, e *Env) *Function {
	g := *f
	g.Env = e
	g.index = blockIndex{}
	g.Params = slices.Clone(f.Params)
	g.Context = carve(&c.places, f.Context)
	blocks := make([]*Block, len(f.Blocks))
	for i, b := range f.Blocks {
		n := &c.blocks[0]
		c.blocks = c.blocks[1:]
		*n = *b
		n.Preds = carve(&c.blockIDs, b.Preds)
		n.Term.Targets = carve(&c.blockIDs, b.Term.Targets)
		n.Term.Operands = carve(&c.places, b.Term.Operands)
		n.Instrs = carve(&c.instrs, b.Instrs)
		if len(b.Phis) > 0 {
			n.Phis = slices.Clone(b.Phis)
			for j := range n.Phis {
				n.Phis[j].Operands = slices.Clone(n.Phis[j].Operands)
			}
		}
		blocks[i] = n
		for j := range n.Instrs {
			in := &n.Instrs[j]
			in.Operands = carve(&c.places, in.Operands)
			in.Defs = carve(&c.places, in.Defs)
			if in.Func != nil {
				in.Func = c.function(in.Func, e)
			}
		}
	}
	g.SetBlocks(blocks)
	return &g
}
