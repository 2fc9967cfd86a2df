package oracle

import "assay/hir"

// shapeScratch belongs to verifyFallthroughs.
type shapeScratch struct {
	owner []int32 // by block: the block whose terminal names it, plus one
}

// verifyFallthroughs checks that no two terminals other than branches share a
// fallthrough. A branch shares that of the construct whose test it ends.
func (v *Verifier) verifyFallthroughs() {
	g := &v.flow
	v.shape.owner = cleared(v.shape.owner, g.nblocks())
	for bi := range int32(g.nblocks()) {
		t := &g.blocks[bi].b.Term
		if t.Fallthrough == hir.NoBlock || t.Kind == hir.Branch {
			continue
		}
		ft := g.fallthroughOf(bi)
		if ft < 0 {
			continue
		}
		if o := v.shape.owner[ft]; o > 0 {
			v.report(KindFallthroughShared, bi, len(g.blocks[bi].b.Instrs), hir.NoIdentifier,
				"a fallthrough of its own", t.Fallthrough.String()+", which is that of "+g.blocks[o-1].b.ID.String()+" too")
			continue
		}
		v.shape.owner[ft] = bi + 1
	}
}
