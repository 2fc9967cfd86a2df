package oracle

import "assay/hir"

// wellFormed reports what hir.Check finds in f, and whether that is nothing.
func (v *Verifier) wellFormed(f *hir.Function) bool {
	errs := hir.Check(f)
	for _, e := range errs {
		v.out = append(v.out, malformed(e))
	}
	return len(errs) == 0
}

// verifyNoPhis checks that there are no phis.
func (v *Verifier) verifyNoPhis() {
	g := &v.flow
	env := g.fns[0].f.Env
	for bi := range int32(g.nblocks()) {
		phis := g.blocks[bi].b.Phis
		for i := range phis {
			v.report(KindPhiBeforeSSA, bi, atHead, phis[i].Place.Identifier, "no phis", "a phi that defines "+identOf(env, phis[i].Place.Identifier))
		}
	}
}

func malformed(e *hir.FormError) *Violation {
	return &Violation{
		Kind: KindMalformed, Function: e.Function, Block: e.Block, Instr: e.Instr, Identifier: hir.NoIdentifier,
		Expected: "a well-formed function", Found: "one that is not: " + e.Msg,
	}
}
