package oracle

import "assay/hir"

// UndefinedIdentifiers notes each identifier that f, or a function nested in it,
// reads and nothing defines, at the first place that reads it, in the order of
// these places. In SSA form that is no violation: context variables keep their
// identifiers, and so does a variable where it is read before its definition. f
// must be well-formed.
func UndefinedIdentifiers(f *hir.Function) []*Note {
	v := verifiers.Get().(*Verifier)
	defer verifiers.Put(v)
	v.names = f.Env
	v.flow.build(f)
	v.verifyDefinitions()
	v.out = nil // identifiers defined twice are for VerifySSA to report
	g := &v.flow

	// A cell is what a context instruction reads, stores to or declares.
	cell := make([]bool, len(f.Env.Identifiers))
	for bi := range g.nblocks() {
		for i := range g.blocks[bi].b.Instrs {
			switch in := &g.blocks[bi].b.Instrs[i]; in.Kind {
			case hir.DeclareContext:
				cell[in.Defs[0].Identifier] = true
			case hir.LoadContext, hir.StoreContext:
				cell[in.Operands[0].Identifier] = true
			}
		}
	}
	var out []*Note
	noted := make([]bool, len(f.Env.Identifiers))
	read := func(block int32, instr int, id hir.IdentifierID) {
		if noted[id] || v.ssa.defs[id].found {
			return
		}
		noted[id] = true
		why := "nothing defines it: it is read before its definition, or belongs to an outer scope"
		if cell[id] {
			why = "nothing defines it: it is a context variable"
		}
		out = append(out, v.note(NoteInitialValue, location{g.blocks[block].fn, block, int32(instr)}, f.Env, id, why))
	}
	for bi := range int32(g.nblocks()) {
		b := g.blocks[bi].b
		for i := range b.Phis {
			for k := range b.Phis[i].Operands {
				read(bi, atHead, b.Phis[i].Operands[k].Place.Identifier)
			}
		}
		for i := range b.Instrs {
			for _, use := range b.Instrs[i].Uses() {
				read(bi, i, use.Identifier)
			}
		}
		for k := range b.Term.Operands {
			read(bi, len(b.Instrs), b.Term.Operands[k].Identifier)
		}
	}
	return out
}
