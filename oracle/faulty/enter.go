package faulty

import (
	"cmp"
	"fmt"
	"slices"

	"assay/hir"
)

// maxBlocks bounds the blocks of a function tree, and so the depth of the
// recursion.
const maxBlocks = 10000

// enter is the state of one run of EnterSSA.
type enter struct {
	fault   fault
	env     *hir.Env
	blocks  map[hir.BlockID]*blockState
	unknown map[hir.IdentifierID]bool
	current *blockState
	nested  int // depth of nested functions
}

// blockState is what is known about a block.
type blockState struct {
	*hir.Block
	defs     map[hir.IdentifierID]hir.IdentifierID
	reserved []reservedPhi
	unsealed int
	touched  bool // unsealed is set
	visited  bool
	aliases  map[hir.IdentifierID]hir.IdentifierID // of the fault copyAliases
}

// reservedPhi is a phi whose operands are not known yet.
type reservedPhi struct{ old, new hir.Place }

// bail ends the construction with an error.
type bail struct{ err *hir.PassError }

func enterSSA(f *hir.Function, fault fault) (err error) {
	b := &enter{fault: fault, env: f.Env, blocks: map[hir.BlockID]*blockState{}, unknown: map[hir.IdentifierID]bool{}}
	defer func() {
		if r := recover(); r != nil {
			stop, ok := r.(bail)
			if !ok {
				panic(r)
			}
			err = stop.err
		}
	}()
	b.register(f)
	if len(f.Context) != 0 {
		b.fail(hir.CategoryInvariant, "Expected function context to be empty for outer function declarations", "")
	}
	b.function(f, true)
	return nil
}

func (b *enter) fail(category, reason, description string) {
	e := &hir.PassError{Pass: "EnterSSA", Category: category, Reason: reason, Description: description, Block: hir.NoBlock}
	if b.current != nil {
		e.Block = b.current.ID
	}
	panic(bail{e})
}

func (b *enter) register(f *hir.Function) {
	for _, block := range f.Blocks {
		b.blocks[block.ID] = &blockState{Block: block}
	}
	if len(b.blocks) > maxBlocks {
		b.fail(hir.CategoryInvariant, fmt.Sprintf("Expected at most %d blocks", maxBlocks), "")
	}
}

// function walks the blocks of a function in order.
func (b *enter) function(f *hir.Function, top bool) {
	for _, block := range f.Blocks {
		s := b.blocks[block.ID]
		if s.visited {
			b.fail(hir.CategoryInvariant, fmt.Sprintf("found a cycle! visiting %v again", block.ID), "")
		}
		s.visited = true
		s.defs = map[hir.IdentifierID]hir.IdentifierID{}
		b.current = s
		if top && block.ID == f.Entry {
			for i := range f.Params {
				b.define(&f.Params[i].Place)
			}
		}
		for i := range block.Instrs {
			b.instruction(&block.Instrs[i])
		}
		for i := range block.Term.Operands {
			b.use(&block.Term.Operands[i])
		}
		b.seal(s)
	}
}

// seal tells the successors of a finished block that one more predecessor is
// known.
func (b *enter) seal(s *blockState) {
	for _, id := range s.Term.Successors() {
		t := b.blocks[id]
		if !t.touched {
			t.touched, t.unsealed = true, len(t.Preds)
		}
		t.unsealed--
		if t.unsealed != 0 || !t.visited {
			continue
		}
		for i, r := range t.reserved {
			last := i == len(t.reserved)-1
			if b.fault == forgottenIncomplete && last && i >= 2 {
				break
			}
			if b.fault == incompleteOfOther && last && i >= 1 {
				b.phiWithBackEdgeOf(t, r, t.reserved[0])
				continue
			}
			b.phi(t, r.old, r.new)
		}
	}
}

// phiWithBackEdgeOf is phi, but on the last edge it reads another variable.
func (b *enter) phiWithBackEdgeOf(t *blockState, r, other reservedPhi) {
	b.phi(t, r.old, r.new)
	ops := t.Phis[len(t.Phis)-1].Operands
	ops[len(ops)-1].Place.Identifier = b.lookup(other.old, b.blocks[ops[len(ops)-1].Pred])
}

func (b *enter) instruction(in *hir.Instruction) {
	update := b.fault == updateReadsItself && (in.Kind == hir.PrefixUpdate || in.Kind == hir.PostfixUpdate)
	var before map[hir.IdentifierID]hir.IdentifierID
	copyOf := hir.NoIdentifier
	uses := in.Uses()
	if b.fault == copyAliases && in.Kind == hir.StoreLocal && in.LKind == hir.LvalueReassign {
		copyOf = b.copied(in)
	}
	if in.Func != nil && b.fault == nestedAtBlockStart {
		before = map[hir.IdentifierID]hir.IdentifierID{}
	}
	for i := range uses {
		if b.fault == contextRedefined && in.Kind == hir.StoreContext && i == 0 && b.nested > 0 && in.LKind == hir.LvalueReassign {
			defer b.define(&uses[0])
			continue
		}
		if !update {
			b.use(&uses[i])
		}
	}
	n := 0
	var previous hir.IdentifierID
	for p := range in.RenamedDefs {
		old := p.Identifier
		if b.fault == destructureReused && in.Kind == hir.Destructure && n > 0 && n == len(in.Defs)-1 {
			b.current.defs[old] = previous
			p.Identifier = previous
			n++
			continue
		}
		if b.current.aliases != nil {
			delete(b.current.aliases, old)
		}
		b.define(p)
		previous = p.Identifier
		n++
		if copyOf != hir.NoIdentifier && n == 1 {
			if b.current.aliases == nil {
				b.current.aliases = map[hir.IdentifierID]hir.IdentifierID{}
			}
			b.current.aliases[old] = copyOf
		}
	}
	if update {
		for i := range uses {
			b.use(&uses[i])
		}
	}
	if in.Func != nil {
		b.nestedFunction(in.Func, before)
	}
}

// copied returns the variable that a StoreLocal copies, if the value is loaded
// from one by the instruction before it.
func (b *enter) copied(in *hir.Instruction) hir.IdentifierID {
	for i := range b.current.Instrs {
		if &b.current.Instrs[i] != in || i == 0 {
			continue
		}
		load := &b.current.Instrs[i-1]
		if load.Kind != hir.LoadLocal || b.current.defs[in.Operands[0].Identifier] != load.Lvalue.Identifier {
			return hir.NoIdentifier
		}
		for old, now := range b.current.defs {
			if now == load.Operands[0].Identifier && old != in.Defs[0].Identifier {
				return old
			}
		}
	}
	return hir.NoIdentifier
}

func (b *enter) nestedFunction(f *hir.Function, atStart map[hir.IdentifierID]hir.IdentifierID) {
	entry := f.EntryBlock()
	if len(entry.Preds) != 0 {
		b.fail(hir.CategoryInvariant, "Expected function expression entry block to have zero predecessors", "")
	}
	outer := b.current
	entry.Preds = append(entry.Preds, outer.ID)
	b.register(f)
	saved := outer.defs
	if atStart != nil && len(outer.Preds) == 1 {
		outer.defs = atStart
	}
	for i := range f.Params {
		p := &f.Params[i].Place
		old := p.Identifier
		b.define(p)
		if b.fault == nestedParameterKept && i > 0 {
			p.Identifier = old
		}
	}
	b.nested++
	b.function(f, false)
	b.nested--
	outer.defs = saved
	b.current = outer
	entry.Preds = nil
}

func (b *enter) define(p *hir.Place) {
	old := p.Identifier
	if b.unknown[old] {
		b.fail(hir.CategoryTodo, "[hoisting] EnterSSA: Expected identifier to be defined before being used",
			fmt.Sprintf("Identifier %s$%d is undefined", b.env.Ident(old).Name, old))
	}
	p.Identifier = b.env.NewVersion(old)
	b.current.defs[old] = p.Identifier
}

func (b *enter) use(p *hir.Place) {
	old := *p
	if to, ok := b.current.aliases[old.Identifier]; ok {
		old.Identifier = to
	}
	p.Identifier = b.lookup(old, b.current)
}

// lookup returns the version of old at the present end of a block.
func (b *enter) lookup(old hir.Place, at *blockState) hir.IdentifierID {
	if at.defs == nil {
		b.fail(hir.CategoryInvariant, fmt.Sprintf("Expected predecessor %v to be visited", at.ID), "")
	}
	if id, ok := at.defs[old.Identifier]; ok {
		return id
	}
	return b.lookupPreds(old, at)
}

// lookupPreds returns the version of old at the start of a block.
func (b *enter) lookupPreds(old hir.Place, at *blockState) hir.IdentifierID {
	if len(at.Preds) == 0 {
		b.unknown[old.Identifier] = true
		return old.Identifier
	}
	unsealed := at.touched && at.unsealed > 0
	if unsealed && b.fault == sealedTooEarly && at.unsealed == 1 && len(at.Preds) >= 3 {
		at.defs[old.Identifier] = b.lookup(old, b.blocks[at.Preds[0]])
		return at.defs[old.Identifier]
	}
	if !unsealed {
		if p, ok := b.onlyPred(old.Identifier, at); ok {
			id := b.lookup(old, p)
			if b.fault == headerDefinitionSkipped && p.Kind == hir.BlockLoop {
				for _, r := range p.reserved {
					if r.old.Identifier == old.Identifier {
						id = r.new.Identifier
					}
				}
			}
			at.defs[old.Identifier] = id
			return id
		}
	}
	place := old
	place.Identifier = b.env.NewVersion(old.Identifier)
	at.defs[old.Identifier] = place.Identifier
	if unsealed {
		at.reserved = append(at.reserved, reservedPhi{old, place})
	} else {
		b.phi(at, old, place)
	}
	return place.Identifier
}

// onlyPred returns the predecessor to look in, if there is but one.
func (b *enter) onlyPred(old hir.IdentifierID, at *blockState) (*blockState, bool) {
	first := b.blocks[at.Preds[0]]
	switch n := len(at.Preds); {
	case n == 1:
		if b.fault == loopDefinitionLeaks && first.Kind == hir.BlockLoop && len(first.Preds) == 2 && at.Kind != hir.BlockLoop {
			// The header is followed by the loop's exit if its last predecessor, the
			// end of the body, is done; else by the body.
			latch := b.blocks[first.Preds[len(first.Preds)-1]]
			if latch.defs != nil && latch != first && latch != at {
				if _, ok := latch.defs[old]; ok {
					return latch, true
				}
			}
		}
		return first, true
	case b.fault == firstPredOnly && n >= 4 && at.Kind != hir.BlockCatch,
		b.fault == switchFallThroughLost && n == 2 && first.Term.Kind == hir.Switch && b.blocks[at.Preds[1]].Term.Kind == hir.Goto && first.Term.Fallthrough != at.ID:
		return first, true
	case b.fault == handlerSeesLastThrow && at.Kind == hir.BlockCatch && n >= 3:
		return b.blocks[at.Preds[n-1]], true
	case b.fault == updateBlockFirstPred && n >= 2 && at.Kind == hir.BlockLoop && first.Term.Variant == hir.GotoContinue && !slices.ContainsFunc(at.Preds, func(p hir.BlockID) bool {
		return b.blocks[p].Term.Kind != hir.Goto || b.blocks[p].Term.Variant != hir.GotoContinue
	}):
		return first, true
	}
	return nil, false
}

// phi appends a phi to a block once its operands are known.
func (b *enter) phi(at *blockState, old, place hir.Place) {
	phi := hir.Phi{Place: place}
	var first hir.IdentifierID
	continues := 0
	for i, id := range at.Preds {
		p := b.blocks[id]
		operand := old
		isGoto := p.Term.Kind == hir.Goto
		if isGoto && p.Term.Variant == hir.GotoContinue {
			continues++
		}
		switch {
		case b.fault == staleAfterBreak && isGoto && p.Term.Variant == hir.GotoBreak && len(at.Preds) >= 3 && len(p.Preds) == 1:
			operand.Identifier = b.lookup(old, b.blocks[p.Preds[0]])
		case b.fault == middlePredLost && i == 1 && len(at.Preds) == 3:
			operand.Identifier = first
		case b.fault == logicalArmLost && i == 1 && len(at.Preds) == 2 && at.Kind == hir.BlockValue && b.env.Ident(old.Identifier).Name == "":
			operand.Identifier = first
		case b.fault == continueForgotten && continues >= 2 && i == len(at.Preds)-1 && isGoto && p.Term.Variant == hir.GotoContinue && len(p.Preds) == 1:
			operand.Identifier = b.lookup(old, b.blocks[p.Preds[0]])
		default:
			operand.Identifier = b.lookup(old, p)
		}
		if i == 0 {
			first = operand.Identifier
		}
		phi.Operands = append(phi.Operands, hir.PhiOperand{Pred: id, Place: operand})
	}
	b.spoil(&phi, at, old.Identifier)
	at.Phis = append(at.Phis, phi)
}

// spoil applies the faults that change a finished phi.
func (b *enter) spoil(phi *hir.Phi, at *blockState, old hir.IdentifierID) {
	ops := phi.Operands
	switch b.fault {
	case operandsByPosition:
		ids := slices.Clone(at.Preds)
		slices.SortFunc(ids, cmp.Compare[hir.BlockID])
		for i := range ops {
			ops[i].Pred = ids[i]
		}
	case operandsSwapped:
		if len(ops) != 2 {
			return
		}
		for _, o := range ops {
			if _, ok := b.blocks[o.Pred].defs[old]; !ok || len(b.blocks[o.Pred].Preds) != 1 {
				return
			}
		}
		ops[0].Place, ops[1].Place = ops[1].Place, ops[0].Place
	}
}
