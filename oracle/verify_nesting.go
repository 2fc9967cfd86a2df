package oracle

import "assay/hir"

// nestingScratch belongs to verifyNesting.
type nestingScratch struct {
	owner    []int32 // by identifier: the function that defines it, plus one; -1 if several do
	captured []int32 // by identifier: the last function that captures it, plus one
}

// verifyNesting checks what functions capture: a top-level function nothing,
// a nested one each variable once, and all those that it reads and an enclosing
// function defines or declares.
func (v *Verifier) verifyNesting() {
	g, s := &v.flow, &v.nesting
	if f := g.fns[0].f; len(f.Context) > 0 {
		v.reportFunction(KindOuterContext, 0, f.Context[0].Identifier, "no captured variables", itoa(len(f.Context)))
	}
	if len(g.fns) == 1 {
		return
	}
	v.findOwners()
	s.captured = cleared(s.captured, len(s.owner))
	for fi := range g.fns {
		fn := &g.fns[fi]
		for _, place := range fn.f.Context {
			id := place.Identifier
			if s.captured[id] == int32(fi)+1 {
				v.reportFunction(KindContextTwice, int32(fi), id, "each captured variable once", identOf(fn.f.Env, id)+" again")
			}
			s.captured[id] = int32(fi) + 1
		}
		for bi := fn.block0; bi < fn.block0+fn.nblock; bi++ {
			b := g.blocks[bi].b
			for i := range b.Instrs {
				uses := b.Instrs[i].Uses()
				for k := range uses {
					v.verifyCaptured(bi, i, uses[k].Identifier)
				}
			}
			for k := range b.Term.Operands {
				v.verifyCaptured(bi, len(b.Instrs), b.Term.Operands[k].Identifier)
			}
		}
	}
}

// verifyCaptured checks that an identifier that is read, and that one of the
// enclosing functions owns, is captured.
func (v *Verifier) verifyCaptured(block int32, instr int, id hir.IdentifierID) {
	g, s := &v.flow, &v.nesting
	fn := g.blocks[block].fn
	owner := s.owner[id] - 1
	if owner < 0 || owner == fn || s.captured[id] == fn+1 {
		return
	}
	for f := g.fns[fn].parent; f >= 0; f = g.fns[f].parent {
		if f == owner {
			s.captured[id] = fn + 1 // once a function
			v.report(KindContextMissing, block, instr, id, "a captured variable", "a variable of "+g.functionName(owner)+" that is not captured")
			return
		}
	}
}

// findOwners finds which function defines or declares each identifier. Phis do
// not count: SSA construction makes phis of a nested function's own context
// variables in the functions around it.
func (v *Verifier) findOwners() {
	g, s := &v.flow, &v.nesting
	s.owner = cleared(s.owner, len(g.fns[0].f.Env.Identifiers))
	for fi := range g.fns {
		fn := &g.fns[fi]
		own := func(id hir.IdentifierID) {
			switch s.owner[id] {
			case 0:
				s.owner[id] = int32(fi) + 1
			case int32(fi) + 1:
			default:
				s.owner[id] = -1
			}
		}
		for i := range fn.f.Params {
			own(fn.f.Params[i].Identifier)
		}
		for _, b := range fn.f.Blocks {
			for i := range b.Instrs {
				in := &b.Instrs[i]
				for k := range in.Defs {
					own(in.Defs[k].Identifier)
				}
				if in.HasLvalue() {
					own(in.Lvalue.Identifier)
				}
			}
		}
	}
}
