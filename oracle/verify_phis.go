package oracle

// verifyPhis checks that each phi has an operand for each predecessor its block
// lists and none for other blocks, that blocks without predecessors have no phis,
// and that a phi and its operands have one declaration.
//
// That no predecessor and no operand is listed twice is part of being well-formed.
func (v *Verifier) verifyPhis() {
	g, s := &v.flow, &v.ssa
	env := g.fns[0].f.Env
	// Marks are the number of the block or phi, so that nothing has to be cleared
	// between them.
	s.preds, s.covered = cleared(s.preds, g.nblocks()), cleared(s.covered, g.nblocks())
	blocks, phis := int32(0), int32(0)
	for bi := range int32(g.nblocks()) {
		b, fn := g.blocks[bi].b, g.blocks[bi].fn
		if len(b.Phis) == 0 {
			continue
		}
		blocks++
		for _, p := range b.Preds {
			s.preds[g.blockOf(fn, p)] = blocks
		}
		for i := range b.Phis {
			phi := &b.Phis[i]
			id := phi.Place.Identifier
			if len(b.Preds) == 0 {
				v.report(KindPhiWithoutPreds, bi, atHead, id, "no phi", "a phi with "+itoa(len(phi.Operands))+" operands")
			}
			phis++
			covered := 0
			for k := range phi.Operands {
				op := &phi.Operands[k]
				if p := g.blockOf(fn, op.Pred); s.preds[p] == blocks {
					s.covered[p] = phis
					covered++
				} else if len(b.Preds) > 0 {
					v.report(KindPhiOperandStray, bi, atHead, id, "operands for "+blockList(b.Preds), "one for "+op.Pred.String())
				}
				if d := env.Ident(id).Decl; d != env.Ident(op.Place.Identifier).Decl && d != id {
					v.report(KindPhiDeclaration, bi, atHead, id, "versions of "+identOf(env, d),
						identOf(env, op.Place.Identifier)+" from "+op.Pred.String()+", a version of "+identOf(env, env.Ident(op.Place.Identifier).Decl))
				}
			}
			if covered < len(b.Preds) {
				for _, p := range b.Preds {
					if s.covered[g.blockOf(fn, p)] != phis {
						v.report(KindPhiOperandMissing, bi, atHead, id, "an operand for "+p.String(), "none")
					}
				}
			}
		}
	}
}
