package scopestest

import "assay/hir"

// AddScope gives f a new scope with the given range, and makes the lvalues of
// the instructions with the given ids belong to it. As after scope inference,
// their mutable range is the scope's.
func AddScope(f *hir.Function, r hir.Range, at ...hir.InstructionID) hir.ScopeID {
	s := f.Env.NewScope(r)
	for _, id := range at {
		in := Instruction(f, id)
		if in == nil {
			panic("scopestest: no such instruction")
		}
		Join(f, s, in.Lvalue.Identifier)
	}
	return s
}

// Join makes an identifier belong to the scope s.
func Join(f *hir.Function, s hir.ScopeID, id hir.IdentifierID) {
	i := f.Env.Ident(id)
	i.Scope, i.RangeScope = s, s
}

// Instruction returns the instruction of f with the given id, or nil.
func Instruction(f *hir.Function, id hir.InstructionID) *hir.Instruction {
	for _, b := range f.Blocks {
		for i := range b.Instrs {
			if b.Instrs[i].ID == id {
				return &b.Instrs[i]
			}
		}
	}
	return nil
}

// AddPhis gives every block with more than one pred a phi whose operands are
// new identifiers, each made by an instruction appended to the pred, and
// numbers the instructions anew. The program is then in SSA form with a phi at
// each join.
func AddPhis(f *hir.Function) {
	value := make(map[hir.BlockID]hir.IdentifierID)
	for _, b := range f.Blocks {
		if len(b.Preds) < 2 {
			continue
		}
		phi := hir.Phi{Place: place(f.Env.NewTemporary())}
		for _, p := range b.Preds {
			v, ok := value[p]
			if !ok {
				v = f.Env.NewTemporary()
				value[p] = v
				pred := f.Block(p)
				pred.Instrs = append(pred.Instrs, hir.Instruction{Kind: hir.ArrayExpression, Lvalue: place(v)})
			}
			phi.Operands = append(phi.Operands, hir.PhiOperand{Pred: p, Place: place(v)})
		}
		b.Phis = append(b.Phis, phi)
	}
	f.NumberInstructions()
}
