package oracle

import (
	"strconv"

	"assay/hir"
)

// verifyNumbering checks that the ids of the instructions and terminals of each
// function are at least 1 and increase over the block list. Gaps are allowed:
// merging blocks removes gotos after the numbering.
func (v *Verifier) verifyNumbering() {
	g := &v.flow
	fn, last := int32(-1), hir.InstructionID(0)
	for bi := range int32(g.nblocks()) {
		b := g.blocks[bi].b
		if g.blocks[bi].fn != fn {
			fn, last = g.blocks[bi].fn, 0
		}
		for i := range b.Instrs {
			in := &b.Instrs[i]
			if in.Kind == hir.Elision {
				continue
			}
			if in.ID <= last {
				v.outOfOrder(bi, i, in.ID, last)
			}
			last = max(last, in.ID)
		}
		if b.Term.ID <= last {
			v.outOfOrder(bi, len(b.Instrs), b.Term.ID, last)
		}
		last = max(last, b.Term.ID)
	}
}

func (v *Verifier) outOfOrder(bi int32, instr int, id, last hir.InstructionID) {
	v.report(KindInstructionOrder, bi, instr, hir.NoIdentifier, "an id above "+itoa(int(last)), itoa(int(id)))
}

func itoa(n int) string { return strconv.Itoa(n) }
