package faulty

import (
	"slices"

	"assay/mu"
	"assay/mu/convert"
)

// insertBox adds the instruction that gives a variable the default of tagref64.
// For an edge too it stands before the terminator: the variable has no value
// there, so none is lost.
func (b *block) insertBox(v mu.VarID, x *value, in mu.Instruction, place convert.Place) {
	late := b.is(boxAfterTerminator) && place == convert.PlaceEdge
	early := b.is(boxInFirstBlock) && len(b.result.Blocks) > 0
	if !late && !early {
		b.insert(v, x, in, convert.FromDefault)
		return
	}
	in.Results = []mu.Def{{Var: b.name(v)}}
	x.now = mu.LocalValue(in.Results[0].Var)
	if late {
		b.late = append(b.late, in)
		return
	}
	first := &b.result.Blocks[0]
	first.Instrs = slices.Insert(first.Instrs, len(first.Instrs)-1, in)
}
