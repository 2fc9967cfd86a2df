package hir

// Two orders of an instruction's definitions exist, and they differ.

// RenamedDefs calls yield for each place that SSA construction renames: the
// value's own definitions, then the lvalue. A DeclareContext's variable is not
// among them.
func (in *Instruction) RenamedDefs(yield func(*Place) bool) {
	if in.Kind != DeclareContext {
		for i := range in.Defs {
			if !yield(&in.Defs[i]) {
				return
			}
		}
	}
	if in.HasLvalue() {
		yield(&in.Lvalue)
	}
}

// Lvalues calls yield for all lvalues, in the order of the scope passes and of
// redundant-phi elimination: the instruction's lvalue, then the value's
// definitions; the variables of DeclareContext and StoreContext are included.
func (in *Instruction) Lvalues(yield func(*Place) bool) {
	if in.HasLvalue() && !yield(&in.Lvalue) {
		return
	}
	if in.Kind == StoreContext {
		if len(in.Operands) > 0 {
			yield(&in.Operands[0])
		}
		return
	}
	for i := range in.Defs {
		if !yield(&in.Defs[i]) {
			return
		}
	}
}
