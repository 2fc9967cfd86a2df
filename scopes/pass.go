package scopes

import (
	"strconv"

	"assay/hir"
)

// The names of the passes in errors.
const (
	passAlign   = "AlignReactiveScopesToBlockScopes"
	passMerge   = "MergeOverlappingReactiveScopes"
	passNesting = "AssertValidBlockNesting"
	passBuild   = "BuildReactiveScopeTerminals"
	passRanges  = "AssertValidMutableRanges"
)

// checkOrder returns an error if an instruction or terminal of f has an id
// that is less than that of the one before it. Equal ids are let through: a phi
// that was turned into a load shares the id of its neighbour.
func checkOrder(pass string, f *hir.Function) error {
	last := hir.InstructionID(0)
	for _, b := range f.Blocks {
		for i := range b.Instrs {
			in := &b.Instrs[i]
			if in.Kind == hir.Elision {
				continue
			}
			if in.ID < last {
				return orderError(pass, f, b.ID, last, in.ID)
			}
			last = in.ID
		}
		if b.Term.ID < last {
			return orderError(pass, f, b.ID, last, b.Term.ID)
		}
		last = b.Term.ID
	}
	return nil
}

func orderError(pass string, f *hir.Function, b hir.BlockID, last, id hir.InstructionID) error {
	return &hir.PassError{
		Pass: pass, Category: hir.CategoryInvariant, Function: f.Name(), Block: b, Instr: id,
		Reason:      "Expected instruction ids to increase in block order",
		Description: "Id " + idText(id) + " comes after id " + idText(last),
	}
}

func idText(id hir.InstructionID) string { return strconv.Itoa(int(id)) }

func rangeText(r hir.Range) string { return idText(r.Start) + ":" + idText(r.End) }

func scopeText(s hir.ScopeID) string { return "@" + strconv.Itoa(int(s)) }

// lastID returns the greatest id of a function whose ids do not decrease, or 0.
func lastID(f *hir.Function) hir.InstructionID {
	if len(f.Blocks) == 0 {
		return 0
	}
	return f.Blocks[len(f.Blocks)-1].Term.ID
}

// blockAt returns the block that holds the first instruction or terminal whose
// id is not less than id, or NoBlock. It is for messages.
func blockAt(f *hir.Function, id hir.InstructionID) hir.BlockID {
	for _, b := range f.Blocks {
		if b.Term.ID >= id {
			return b.ID
		}
	}
	return hir.NoBlock
}

// scopesOf returns the scopes of f with a range that is not empty, in the order
// in which a walk over lvalues, operands and terminal operands first meets
// them. Nested functions are not entered: what they capture from here are
// operands here.
func scopesOf(f *hir.Function) []hir.ScopeID {
	env := f.Env
	seen := make([]bool, len(env.Scopes))
	var list []hir.ScopeID
	visit := func(p *hir.Place) {
		if p.Identifier == hir.NoIdentifier {
			return // an lvalue that an abridged listing leaves out
		}
		s := env.Identifiers[p.Identifier].Scope
		if s == hir.NoScope || seen[s] {
			return
		}
		seen[s] = true
		if r := env.Scopes[s].Range; r.Start != r.End {
			list = append(list, s)
		}
	}
	for _, b := range f.Blocks {
		for i := range b.Instrs {
			in := &b.Instrs[i]
			for p := range in.Lvalues {
				visit(p)
			}
			uses := in.Uses()
			for j := range uses {
				visit(&uses[j])
			}
		}
		for j := range b.Term.Operands {
			visit(&b.Term.Operands[j])
		}
	}
	return list
}
