package oracle

// verifyLvaluesUnnamed checks that the lvalue of each instruction is an unnamed
// temporary.
func (v *Verifier) verifyLvaluesUnnamed() {
	g := &v.flow
	env := g.fns[0].f.Env
	for bi := range int32(g.nblocks()) {
		instrs := g.blocks[bi].b.Instrs
		for i := range instrs {
			in := &instrs[i]
			if in.HasLvalue() && env.Ident(in.Lvalue.Identifier).Name != "" {
				v.report(KindLvalueNamed, bi, i, in.Lvalue.Identifier, "an unnamed temporary", identOf(env, in.Lvalue.Identifier))
			}
		}
	}
}

// verifyLvaluesOnce checks that no two instructions of the tree have the same
// lvalue.
func (v *Verifier) verifyLvaluesOnce() {
	g, s := &v.flow, &v.ssa
	env := g.fns[0].f.Env
	s.defs = cleared(s.defs, len(env.Identifiers))
	for bi := range int32(g.nblocks()) {
		instrs := g.blocks[bi].b.Instrs
		for i := range instrs {
			in := &instrs[i]
			if !in.HasLvalue() {
				continue
			}
			d := &s.defs[in.Lvalue.Identifier]
			if d.found {
				v.report(KindLvalueReassigned, bi, i, in.Lvalue.Identifier, "the only instruction with this lvalue", v.definitionText(*d)+" before it")
				continue
			}
			*d = definition{found: true, block: bi, instr: int32(i)}
		}
	}
}
