package scopes

import (
	"slices"

	"assay/hir"
)

// AssertValidMutableRanges returns an error if the range of a scope of f, or the
// mutable range of an identifier mentioned in f, is not a range of its
// instructions. The range 0:0 is that of nothing, and valid; any other must not
// be empty, must start at an id from 1 on, must end no later than one after the
// last id, and must hold the id of an instruction or terminal.
//
// The passes of this package do without: they take ranges as they are, and
// refuse only what would keep them from a result. It is for programs from
// outside.
//
// Precondition: f is well formed (hir.Check). It changes nothing. Time is
// O(n log n).
func AssertValidMutableRanges(f *hir.Function) error {
	if err := checkOrder(passRanges, f); err != nil {
		return err
	}
	var ids []hir.InstructionID
	for _, b := range f.Blocks {
		for i := range b.Instrs {
			if in := &b.Instrs[i]; in.Kind != hir.Elision {
				ids = append(ids, in.ID)
			}
		}
		ids = append(ids, b.Term.ID)
	}
	last := lastID(f)
	valid := func(r hir.Range) bool {
		if r == (hir.Range{}) {
			return true
		}
		i, _ := slices.BinarySearch(ids, r.Start)
		return r.Start > 0 && r.Start < r.End && r.End <= last+1 && i < len(ids) && ids[i] < r.End
	}

	env := f.Env
	check := func(b *hir.Block, id hir.InstructionID, p *hir.Place) error {
		if p.Identifier == hir.NoIdentifier {
			return nil
		}
		ident := &env.Identifiers[p.Identifier]
		r, what := env.MutableRange(p.Identifier), "identifier "+ident.Name+"$"+idText(hir.InstructionID(p.Identifier))
		if valid(r) {
			if ident.Scope == hir.NoScope {
				return nil
			}
			r, what = env.Scopes[ident.Scope].Range, "scope "+scopeText(ident.Scope)
			if valid(r) {
				return nil
			}
		}
		return &hir.PassError{
			Pass: passRanges, Category: hir.CategoryInvariant, Function: f.Name(), Block: b.ID, Instr: id,
			Reason: "Invalid mutable range: [" + rangeText(r) + "]",
			Detail: what,
		}
	}
	for _, b := range f.Blocks {
		for i := range b.Instrs {
			in := &b.Instrs[i]
			for p := range in.Lvalues {
				if err := check(b, in.ID, p); err != nil {
					return err
				}
			}
			uses := in.Uses()
			for j := range uses {
				if err := check(b, in.ID, &uses[j]); err != nil {
					return err
				}
			}
		}
		for j := range b.Term.Operands {
			if err := check(b, b.Term.ID, &b.Term.Operands[j]); err != nil {
				return err
			}
		}
	}
	return nil
}
