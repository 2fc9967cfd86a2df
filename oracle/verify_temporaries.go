package oracle

import "assay/hir"

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

// verifyTemporariesDefined checks that each temporary that an instruction or a
// terminal reads is defined somewhere in the tree. It needs the lvalues in
// ssa.defs, and adds the other definitions.
func (v *Verifier) verifyTemporariesDefined() {
	g, defs := &v.flow, v.ssa.defs
	env := g.fns[0].f.Env
	for fi := range g.fns {
		for i := range g.fns[fi].f.Params {
			defs[g.fns[fi].f.Params[i].Identifier].found = true
		}
	}
	for bi := range g.nblocks() {
		b := g.blocks[bi].b
		for i := range b.Phis {
			defs[b.Phis[i].Place.Identifier].found = true
		}
		for i := range b.Instrs {
			for k := range b.Instrs[i].Defs {
				defs[b.Instrs[i].Defs[k].Identifier].found = true
			}
		}
	}
	check := func(block int32, instr int, uses []hir.Place) {
		for k := range uses {
			if id := uses[k].Identifier; !defs[id].found && env.Ident(id).Name == "" && !v.abridged() {
				v.report(KindUseNotDominated, block, instr, id, "a definition on every path to here", "none")
			}
		}
	}
	for bi := range int32(g.nblocks()) {
		b := g.blocks[bi].b
		for i := range b.Instrs {
			check(bi, i, b.Instrs[i].Uses())
		}
		check(bi, len(b.Instrs), b.Term.Operands)
	}
}
