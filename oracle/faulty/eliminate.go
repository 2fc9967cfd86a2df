package faulty

import (
	"slices"

	"assay/hir"
)

const eliminatePass = "EliminateRedundantPhis"

// eliminator removes redundant phis: it first finds which phi stands for which
// identifier, then renames.
type eliminator struct {
	env     *hir.Env
	fault   kind
	rename  names
	defined map[hir.IdentifierID]*hir.Phi
	place   map[hir.IdentifierID]blockAt
	values  map[hir.IdentifierID]*hir.Instruction // what a StoreLocal of a literal stored
}

type blockAt struct {
	f   *hir.Function
	pos int
}

func eliminate(f *hir.Function, fault kind) (err error) {
	defer catch(&err)
	e := &eliminator{env: f.Env, fault: fault, rename: names{}, defined: map[hir.IdentifierID]*hir.Phi{},
		place: map[hir.IdentifierID]blockAt{}, values: map[hir.IdentifierID]*hir.Instruction{}}
	e.collect(f)
	for e.round(f) && fault != oneRound {
	}
	e.rewrite(f)
	return nil
}

// final follows replacements to the end.
func (e *eliminator) final(id hir.IdentifierID) hir.IdentifierID {
	for {
		to, ok := e.rename[id]
		if !ok {
			return id
		}
		id = to
	}
}

func (e *eliminator) collect(f *hir.Function) {
	for pos, block := range f.Blocks {
		for i := range block.Phis {
			phi := &block.Phis[i]
			e.defined[phi.Place.Identifier] = phi
			e.place[phi.Place.Identifier] = blockAt{f, pos}
		}
		literal := map[hir.IdentifierID]*hir.Instruction{}
		for i := range block.Instrs {
			in := &block.Instrs[i]
			switch in.Kind {
			case hir.Primitive:
				literal[in.Lvalue.Identifier] = in
			case hir.StoreLocal:
				if v := literal[in.Operands[0].Identifier]; v != nil {
					e.values[in.Defs[0].Identifier] = v
				}
			}
			if in.Func != nil {
				e.collect(in.Func)
			}
		}
	}
}

// round looks at all phis once and reports whether it replaced one.
func (e *eliminator) round(f *hir.Function) bool {
	changed := false
	for _, block := range f.Blocks {
		for i := range block.Phis {
			phi := &block.Phis[i]
			if _, gone := e.rename[phi.Place.Identifier]; gone {
				continue
			}
			if same, redundant := e.single(f, block, phi); redundant {
				e.rename[phi.Place.Identifier] = same
				changed = true
			}
		}
		for i := range block.Instrs {
			if g := block.Instrs[i].Func; g != nil {
				changed = e.round(g) || changed
			}
		}
	}
	return changed
}

// single returns the one identifier, other than its own, that a phi merges, and
// whether there is one only.
func (e *eliminator) single(f *hir.Function, block *hir.Block, phi *hir.Phi) (hir.IdentifierID, bool) {
	same, skipped := hir.NoIdentifier, hir.NoIdentifier
	for i := range phi.Operands {
		id := e.final(phi.Operands[i].Place.Identifier)
		switch {
		case id == phi.Place.Identifier || id == same:
		case e.passedOver(phi, i, id, same):
			skipped = id
		case same == hir.NoIdentifier:
			same = id
		default:
			return hir.NoIdentifier, false
		}
	}
	if same == hir.NoIdentifier {
		same = skipped
	}
	if same == hir.NoIdentifier {
		refuse(eliminatePass, hir.CategoryInvariant, "Expected phis to be non-empty", "", f, block, 0)
	}
	if e.fault == outerPhiSkipped && skipped != hir.NoIdentifier {
		same = skipped
	}
	return same, true
}

// passedOver implements the faults that do not compare an operand.
func (e *eliminator) passedOver(phi *hir.Phi, i int, id, same hir.IdentifierID) bool {
	switch e.fault {
	case firstOperandSkipped:
		return i == 0 && len(phi.Operands) >= 3
	case comparedByDeclaration:
		return same != hir.NoIdentifier && e.defined[id] != nil && e.defined[same] != nil &&
			e.env.Ident(id).Decl == e.env.Ident(same).Decl
	case constantsEqual:
		if same == hir.NoIdentifier {
			return false
		}
		a, b := e.values[id], e.values[same]
		if a == nil || b == nil {
			return false
		}
		x, xok := a.Aux.(*hir.Literal)
		y, yok := b.Aux.(*hir.Literal)
		return xok && yok && x.Kind == y.Kind
	case outerPhiSkipped:
		outer := e.defined[id]
		if outer == nil || len(phi.Operands) != 2 || i != 0 {
			return false
		}
		return slices.ContainsFunc(outer.Operands, func(o hir.PhiOperand) bool { return o.Place.Identifier == phi.Place.Identifier })
	}
	return false
}

// rewrite drops the replaced phis and renames their uses.
func (e *eliminator) rewrite(f *hir.Function) {
	for pos, block := range f.Blocks {
		e.dropPhis(f, block)
		rename := func(p *hir.Place) {
			to, ok := e.rename[p.Identifier]
			if !ok {
				return
			}
			switch at := e.place[p.Identifier]; {
			case e.fault == rewrittenUpToReturn && at.f == f && returnsBetween(f, at.pos, pos):
			case e.fault == rewrittenOnce:
				p.Identifier = to
			default:
				p.Identifier = e.final(p.Identifier)
			}
		}
		for i := range block.Phis {
			for j := range block.Phis[i].Operands {
				o := &block.Phis[i].Operands[j]
				if e.fault == latchOperandsNotRewritten && f.BlockPos(o.Pred) >= pos {
					continue
				}
				rename(&o.Place)
			}
		}
		for i := range block.Instrs {
			in := &block.Instrs[i]
			in.Lvalues(func(p *hir.Place) bool { rename(p); return true })
			if in.Func == nil || e.fault != contextNotRewritten {
				for j := range in.Uses() {
					rename(&in.Uses()[j])
				}
			}
			switch {
			case in.Func == nil:
			case e.fault == nestedNotRewritten:
				e.dropAllPhis(in.Func)
			default:
				e.rewrite(in.Func)
			}
		}
		if e.fault != terminalsNotRewritten {
			for i := range block.Term.Operands {
				rename(&block.Term.Operands[i])
			}
		}
	}
}

// returnsBetween reports whether a block from from on and before to returns or
// throws.
func returnsBetween(f *hir.Function, from, to int) bool {
	for _, b := range f.Blocks[from:max(from, to)] {
		if b.Term.Kind == hir.Return || b.Term.Kind == hir.Throw {
			return true
		}
	}
	return false
}

// dropPhis removes the replaced phis of a block.
func (e *eliminator) dropPhis(f *hir.Function, block *hir.Block) {
	header := slices.ContainsFunc(block.Preds, func(p hir.BlockID) bool { return f.BlockPos(p) >= f.BlockPos(block.ID) })
	var gone []int
	for i := range block.Phis {
		if _, ok := e.rename[block.Phis[i].Place.Identifier]; ok {
			gone = append(gone, i)
		}
	}
	if e.fault == deletedByIndex && header && len(gone) >= 3 {
		for _, i := range gone {
			if i < len(block.Phis) {
				block.Phis = slices.Delete(block.Phis, i, i+1)
			}
		}
		return
	}
	block.Phis = slices.DeleteFunc(block.Phis, func(p hir.Phi) bool {
		_, ok := e.rename[p.Place.Identifier]
		return ok
	})
}

// dropAllPhis removes the replaced phis of a function and all in it, and renames
// nothing.
func (e *eliminator) dropAllPhis(f *hir.Function) {
	for _, block := range f.Blocks {
		e.dropPhis(f, block)
		for i := range block.Instrs {
			if g := block.Instrs[i].Func; g != nil {
				e.dropAllPhis(g)
			}
		}
	}
}
