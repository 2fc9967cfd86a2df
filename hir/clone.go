package hir

import "slices"

// Clone returns a deep copy of f, everything nested in it, and its Env.
// Payloads (Aux) and effect texts, which are immutable, are shared.
func (f *Function) Clone() *Function {
	return new(Cloner).Clone(f)
}

// Cloner makes copies in memory that it uses again: each Clone invalidates the
// copy made before. The zero value is ready; it is not safe for concurrent use.
type Cloner struct {
	env    Env
	sizes  cloneSizes
	places []Place
	ids    []BlockID
	instrs []Instruction
	blocks []Block
	lists  []*Block
	phis   []Phi
	phiOps []PhiOperand
	params []Param
	tables []int32
	funcs  []Function
}

// cloneSizes counts what a function tree is made of.
type cloneSizes struct {
	places, ids, instrs, blocks, phis, phiOps, params, tables, funcs int
}

// Clone returns a deep copy of f, as Function.Clone does. It is valid until the
// next Clone.
func (c *Cloner) Clone(f *Function) *Function {
	c.sizes = cloneSizes{}
	c.sizes.count(f)
	s := &c.sizes
	// A slice that grew while it is carved up would leave the pieces before it
	// behind, so each is made large enough first.
	c.places = atLeast(c.places, s.places)
	c.ids = atLeast(c.ids, s.ids)
	c.instrs = atLeast(c.instrs, s.instrs)
	c.blocks = atLeast(c.blocks, s.blocks)
	c.lists = atLeast(c.lists, s.blocks)
	c.phis = atLeast(c.phis, s.phis)
	c.phiOps = atLeast(c.phiOps, s.phiOps)
	c.params = atLeast(c.params, s.params)
	c.tables = atLeast(c.tables, s.tables)
	c.funcs = atLeast(c.funcs, s.funcs)
	c.env.Identifiers = append(c.env.Identifiers[:0], f.Env.Identifiers...)
	c.env.Scopes = append(c.env.Scopes[:0], f.Env.Scopes...)
	c.env.NextBlock = f.Env.NextBlock
	return c.function(f)
}

func atLeast[T any](s []T, n int) []T { return slices.Grow(s[:0], n) }

func (s *cloneSizes) count(f *Function) {
	s.funcs++
	s.places += len(f.Context)
	s.params += len(f.Params)
	s.blocks += len(f.Blocks)
	s.tables += len(f.index.table)
	for _, b := range f.Blocks {
		s.ids += len(b.Preds) + len(b.Term.Targets)
		s.places += len(b.Term.Operands)
		s.instrs += len(b.Instrs)
		s.phis += len(b.Phis)
		for i := range b.Phis {
			s.phiOps += len(b.Phis[i].Operands)
		}
		for i := range b.Instrs {
			in := &b.Instrs[i]
			s.places += len(in.Operands) + len(in.Defs)
			if in.Func != nil {
				s.count(in.Func)
			}
		}
	}
}

// carve copies s to the end of a pool. The copy is cut with its capacity, so
// that appending to it cannot touch its neighbour.
func carve[T any](pool *[]T, s []T) []T {
	if len(s) == 0 {
		return nil
	}
	n := len(*pool)
	*pool = append(*pool, s...)
	return (*pool)[n:len(*pool):len(*pool)]
}

func (c *Cloner) function(f *Function) *Function {
	c.funcs = append(c.funcs, *f)
	g := &c.funcs[len(c.funcs)-1]
	g.Env = &c.env
	g.Params = carve(&c.params, f.Params)
	g.Context = carve(&c.places, f.Context)
	g.Blocks = carve(&c.lists, f.Blocks)
	g.index.table = carve(&c.tables, f.index.table)
	if f.index.m != nil {
		g.index.build(g.Blocks)
	}
	for i, b := range f.Blocks {
		c.blocks = append(c.blocks, *b)
		n := &c.blocks[len(c.blocks)-1]
		g.Blocks[i] = n
		n.Preds = carve(&c.ids, b.Preds)
		n.Term.Targets = carve(&c.ids, b.Term.Targets)
		n.Term.Operands = carve(&c.places, b.Term.Operands)
		n.Instrs = carve(&c.instrs, b.Instrs)
		n.Phis = carve(&c.phis, b.Phis)
		for j := range n.Phis {
			n.Phis[j].Operands = carve(&c.phiOps, n.Phis[j].Operands)
		}
		for j := range n.Instrs {
			in := &n.Instrs[j]
			in.Operands = carve(&c.places, in.Operands)
			in.Defs = carve(&c.places, in.Defs)
			if in.Func != nil {
				in.Func = c.function(in.Func)
			}
		}
	}
	return g
}
