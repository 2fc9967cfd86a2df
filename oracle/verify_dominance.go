package oracle

import "assay/hir"

// verifyDominance checks that each definition dominates the uses of its
// identifier. It needs ssa.defs and the flow's dominators.
func (v *Verifier) verifyDominance() {
	g := &v.flow
	for bi := range int32(g.nblocks()) {
		b, node := g.blocks[bi].b, g.blocks[bi].node0
		for i := range b.Phis {
			v.verifyPhiOperands(bi, &b.Phis[i])
		}
		for i := range b.Instrs {
			in := &b.Instrs[i]
			uses := in.Uses()
			for k := range uses {
				v.verifyUse(uses[k].Identifier, bi, node, i)
			}
			if in.Func != nil {
				node++
			}
		}
		for k := range b.Term.Operands {
			v.verifyUse(b.Term.Operands[k].Identifier, bi, node, len(b.Instrs))
		}
	}
}

// verifyUse checks a use at an instruction (or the terminal) of a block, in
// the given node of it.
func (v *Verifier) verifyUse(id hir.IdentifierID, block, node int32, instr int) {
	g := &v.flow
	d := &v.ssa.defs[id]
	switch {
	case !d.found:
		v.verifyUndefined(id, block, node, instr)
	case d.node == node && int(d.instr) < instr, !g.reachable(node):
	case d.node != node && g.reachable(d.node) && g.dom.dominates(d.node, node):
	default:
		v.report(KindUseNotDominated, block, instr, id, "a definition on every path to here", v.definitionText(*d))
	}
}

func (v *Verifier) verifyPhiOperands(block int32, phi *hir.Phi) {
	g := &v.flow
	env := g.fns[0].f.Env
	for k := range phi.Operands {
		op := &phi.Operands[k]
		id := op.Place.Identifier
		d := &v.ssa.defs[id]
		if !d.found {
			v.verifyUndefined(id, block, g.blocks[block].node0, atHead)
			continue
		}
		end := g.lastNode(g.blockOf(g.blocks[block].fn, op.Pred))
		if !g.reachable(end) || d.node == end || g.reachable(d.node) && g.dom.dominates(d.node, end) {
			continue
		}
		v.report(KindPhiOperandNotDominated, block, atHead, phi.Place.Identifier,
			"a definition of "+identOf(env, id)+" on every path to the end of "+op.Pred.String(), v.definitionText(*d))
	}
}

// verifyUndefined checks a use, in the given node, of an identifier that has no
// definition. Only variables may be left without one, and only as what they were
// declared as: a temporary is read after the instruction that makes it, or not at
// all. Text does not say what is a version of what, and a short one may leave out
// the instruction. A phi may name one that has no value on its edge, if nothing
// reads the phi.
func (v *Verifier) verifyUndefined(id hir.IdentifierID, block, node int32, instr int) {
	env := v.flow.fns[0].f.Env
	switch ident := env.Ident(id); {
	case ident.Decl != id:
		v.report(KindUndefinedVersion, block, instr, id, "a definition of this version of "+identOf(env, ident.Decl), "none")
	case ident.Name == "" && instr != atHead && v.flow.reachable(node) && !v.abridged():
		v.report(KindUseNotDominated, block, instr, id, "a definition on every path to here", "none")
	}
}

// abridged reports whether a text in the short form leaves out something that
// may define a temporary.
func (v *Verifier) abridged() bool {
	g := &v.flow
	for _, fb := range g.blocks[:g.nblocks()] {
		for i := range fb.b.Instrs {
			if !fb.b.Instrs[i].HasLvalue() {
				return true
			}
		}
	}
	return false
}
