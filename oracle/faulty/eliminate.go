package faulty

import "assay/hir"

// eliminator is the state of one run of EliminateRedundantPhis.
type eliminator struct {
	fault    fault
	env      *hir.Env
	rewrites map[hir.IdentifierID]hir.IdentifierID

	// What only faults look at: which identifiers are phis, and of which block;
	// which are number constants; which are read by something other than a phi.
	phiBlock map[hir.IdentifierID]*hir.Block
	position map[*hir.Block]int
	number   map[hir.IdentifierID]bool
	read     map[hir.IdentifierID]bool
}

func eliminate(f *hir.Function, fault fault) (err error) {
	e := &eliminator{
		fault: fault, env: f.Env, rewrites: map[hir.IdentifierID]hir.IdentifierID{},
		phiBlock: map[hir.IdentifierID]*hir.Block{}, position: map[*hir.Block]int{},
		number: map[hir.IdentifierID]bool{}, read: map[hir.IdentifierID]bool{},
	}
	e.survey(f)
	defer func() {
		if r := recover(); r != nil {
			stop, ok := r.(bail)
			if !ok {
				panic(r)
			}
			err = stop.err
		}
	}()
	e.function(f)
	return nil
}

// survey collects what faults look at.
func (e *eliminator) survey(f *hir.Function) {
	literal := map[hir.IdentifierID]bool{}
	for _, b := range f.Blocks {
		e.position[b] = len(e.position)
		for i := range b.Phis {
			e.phiBlock[b.Phis[i].Place.Identifier] = b
		}
		for i := range b.Instrs {
			in := &b.Instrs[i]
			if l, ok := in.Aux.(*hir.Literal); ok && l.Kind == hir.LiteralNumber {
				literal[in.Lvalue.Identifier] = true
			}
			if in.Kind == hir.StoreLocal && literal[in.Operands[0].Identifier] {
				e.number[in.Defs[0].Identifier] = true
			}
			for _, p := range in.Uses() {
				e.read[p.Identifier] = true
			}
			if in.Func != nil {
				e.survey(in.Func)
			}
		}
		for _, p := range b.Term.Operands {
			e.read[p.Identifier] = true
		}
	}
}

func (e *eliminator) rewrite(ps []hir.Place) {
	for i := range ps {
		if to, ok := e.rewrites[ps[i].Identifier]; ok {
			ps[i].Identifier = to
		}
	}
}

// function goes over the blocks until a round finds nothing more to rewrite.
func (e *eliminator) function(f *hir.Function) {
	visited := map[hir.BlockID]bool{}
	backEdge := false
	for {
		known := len(e.rewrites)
		for _, b := range f.Blocks {
			if !visited[b.ID] {
				for _, p := range b.Preds {
					backEdge = backEdge || !visited[p]
				}
			}
			visited[b.ID] = true
			e.block(b)
		}
		if len(e.rewrites) == known || !backEdge || e.fault == oneRoundOnly {
			return
		}
	}
}

func (e *eliminator) block(b *hir.Block) {
	kept := b.Phis[:0]
	for _, phi := range b.Phis {
		for i := range phi.Operands {
			if to, ok := e.rewrites[phi.Operands[i].Place.Identifier]; ok {
				phi.Operands[i].Place.Identifier = to
			}
		}
		if same := e.same(b, &phi); same != hir.NoIdentifier {
			e.rewrites[phi.Place.Identifier] = same
		} else {
			kept = append(kept, phi)
		}
	}
	b.Phis = kept
	for i := range b.Instrs {
		in := &b.Instrs[i]
		for p := range in.Lvalues {
			if to, ok := e.rewrites[p.Identifier]; ok {
				p.Identifier = to
			}
		}
		if in.Func == nil {
			e.rewrite(in.Operands)
			continue
		}
		if e.fault != contextNotRewritten {
			e.rewrite(in.Func.Context)
		}
		if e.fault != nestedNotRewritten {
			e.function(in.Func)
		}
	}
	if e.fault != terminalNotRewritten {
		e.rewrite(b.Term.Operands)
	}
}

// same returns the only value that a phi merges besides itself, or NoIdentifier
// if there are two.
func (e *eliminator) same(b *hir.Block, phi *hir.Phi) hir.IdentifierID {
	self := phi.Place.Identifier
	same := hir.NoIdentifier
	for i, o := range phi.Operands {
		id := o.Place.Identifier
		switch {
		case id == self || id == same:
			continue
		case same == hir.NoIdentifier:
			same = id
			continue
		case e.takenForSame(b, phi, i, id, same):
			continue
		case e.fault == usedByPhisOnly && !e.read[self] && e.isPhiOperand(self):
			return same
		}
		return hir.NoIdentifier
	}
	if same == hir.NoIdentifier {
		panic(bail{&hir.PassError{Pass: "EliminateRedundantPhis", Category: hir.CategoryInvariant, Reason: "Expected phis to be non-empty", Block: b.ID}})
	}
	if e.fault == lastOperandSurvives && len(phi.Operands) >= 3 {
		return phi.Operands[len(phi.Operands)-1].Place.Identifier
	}
	return same
}

// takenForSame applies the faults that take a second operand, the i-th, for no
// other than the candidate.
func (e *eliminator) takenForSame(b *hir.Block, phi *hir.Phi, i int, id, same hir.IdentifierID) bool {
	self := phi.Place.Identifier
	of := e.phiBlock[id]
	sameVariable := e.env.Ident(id).Decl == e.env.Ident(self).Decl
	switch e.fault {
	case phiOperandTakenForSame:
		return i >= 2 && of != nil && sameVariable
	case outerLoopTakenForSelf:
		return of != nil && sameVariable && of != b && of.Kind == hir.BlockLoop && e.position[of] < e.position[b]
	case constantsConfused:
		return len(phi.Operands) == 2 && e.number[id] && e.number[same]
	case twoOfThreeSame:
		return len(phi.Operands) == 3 && i == 2 && phi.Operands[0].Place.Identifier == phi.Operands[1].Place.Identifier
	}
	return false
}

// isPhiOperand reports whether an identifier is an operand of some phi other
// than its own.
func (e *eliminator) isPhiOperand(id hir.IdentifierID) bool {
	for of, b := range e.phiBlock {
		if of == id {
			continue
		}
		for i := range b.Phis {
			if b.Phis[i].Place.Identifier != of {
				continue
			}
			for _, o := range b.Phis[i].Operands {
				if o.Place.Identifier == id {
					return true
				}
			}
		}
	}
	return false
}
