package oracle

import "assay/hir"

// ssaScratch belongs to the checks of SSA form.
type ssaScratch struct {
	defs    []definition // by identifier
	preds   []int32      // by block: the last block that lists it as a predecessor
	covered []int32      // by block: the last phi with an operand for it
}

// definition says where an identifier is defined.
type definition struct {
	found bool
	block int32 // the function's entry block for a parameter
	node  int32
	instr int32 // position in the block, or atHead for a phi, or atParams
}

// atParams is the position of parameters, which are defined before all else in
// the entry block.
const atParams = -2

// verifyDefinitions checks that each identifier has at most one definition in
// the tree, and fills ssa.defs with the first definition of each.
//
// The variable of a DeclareContext is not defined by it, since SSA construction
// leaves context variables alone.
func (v *Verifier) verifyDefinitions() {
	g, s := &v.flow, &v.ssa
	s.defs = cleared(s.defs, len(g.fns[0].f.Env.Identifiers))
	for fi := range g.fns {
		fn := &g.fns[fi]
		for i := range fn.f.Params {
			v.define(fn.f.Params[i].Identifier, fn.entry, g.blocks[fn.entry].node0, atParams)
		}
		for bi := fn.block0; bi < fn.block0+fn.nblock; bi++ {
			b, node := g.blocks[bi].b, g.blocks[bi].node0
			for i := range b.Phis {
				v.define(b.Phis[i].Place.Identifier, bi, node, atHead)
			}
			for i := range b.Instrs {
				in := &b.Instrs[i]
				if in.Kind == hir.Elision {
					continue
				}
				if in.Kind != hir.DeclareContext {
					for k := range in.Defs {
						v.define(in.Defs[k].Identifier, bi, node, int32(i))
					}
				}
				if in.HasLvalue() {
					v.define(in.Lvalue.Identifier, bi, node, int32(i))
				}
				if in.Func != nil {
					node++
				}
			}
		}
	}
}

func (v *Verifier) define(id hir.IdentifierID, block, node, instr int32) {
	d := &v.ssa.defs[id]
	if !d.found {
		*d = definition{true, block, node, instr}
		return
	}
	if instr == atParams {
		v.reportFunction(KindDefinedTwice, v.flow.blocks[block].fn, id, "one definition", "a parameter, after "+v.definitionText(*d))
		return
	}
	v.report(KindDefinedTwice, block, int(instr), id, "one definition", "another, after "+v.definitionText(*d))
}

// definitionText says where a definition stands: "instruction 3 in bb1", "a
// phi in bb2" or "a parameter", and in which function, if there are several.
func (v *Verifier) definitionText(d definition) string {
	g := &v.flow
	fb := &g.blocks[d.block]
	s := ""
	switch {
	case d.instr == atParams:
		s = "a parameter"
	case d.instr == atHead:
		s = "a phi in " + fb.b.ID.String()
	default:
		s = "instruction " + itoa(int(fb.b.Instrs[d.instr].ID)) + " in " + fb.b.ID.String()
	}
	if len(g.fns) > 1 {
		s += " of " + g.functionName(fb.fn)
	}
	return s
}
