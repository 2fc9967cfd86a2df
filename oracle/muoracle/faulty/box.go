package faulty

import (
	"slices"

	"assay/mu"
	"assay/mu/convert"
)

// insertBox adds the instruction that gives a variable the default of tagref64.
// For an edge too it stands before the terminator: the variable has no value
// there, so none is lost.
func (b *block) insertBox(v mu.VarID, x value, in mu.Instruction, place convert.Place) mu.Value {
	switch {
	case b.is(boxAfterTerminator) && place == convert.PlaceEdge:
		d := b.define(mu.Def{Var: v}, x.typ, convert.FromDefault)
		in.Results = []mu.Def{d}
		b.late = append(b.late, in)
		return mu.LocalValue(d.Var)
	case b.is(boxInFirstBlock) && len(b.result.Blocks) > 0:
		d := b.define(mu.Def{Var: v}, x.typ, convert.FromDefault)
		in.Results = []mu.Def{d}
		first := &b.result.Blocks[0]
		first.Instrs = slices.Insert(first.Instrs, len(first.Instrs)-1, in)
		return mu.LocalValue(d.Var)
	}
	return b.insert(v, x, in, convert.FromDefault)
}
