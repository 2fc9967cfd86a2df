package hir

import "fmt"

// MergeConsecutiveBlocks joins blocks with the only block that goes to them, in
// f and all functions nested in it. A block is joined if it is of kind block,
// has one predecessor, which is of kind block too and ends in a goto, and is not
// the fallthrough of a terminal that stands before it in the list: the blocks
// of statements stay apart where a construct ends. The entry is never joined.
//
// Precondition: Preds are those that MarkPreds finds. Postcondition: they are so
// again, the order of the remaining blocks is the same, and instructions keep
// their ids, so that the ids of the gotos that went are missing. A phi of a
// joined block, which has one operand, becomes a LoadLocal.
//
//	bb0 (block):                        bb0 (block):
//	  [1] <unknown> $0 = 1                [1] <unknown> $0 = 1
//	  [2] Goto bb1                  →     [3] Return Explicit <unknown> $0
//	bb1 (block):
//	  predecessor blocks: bb0
//	  [3] Return Explicit <unknown> $0
//
// It returns a *PassError, the React Compiler's invariant, if a predecessor does
// not exist or such a phi has not one operand.
func (f *Function) MergeConsecutiveBlocks() error {
	if err := f.mergeNested(); err != nil {
		return err
	}
	return f.mergeBlocks(false)
}

// mergeNested joins the blocks of all functions nested in f.
func (f *Function) mergeNested() error {
	var work []*Function
	push := func(_ *Block, _ *Instruction, h *Function) { work = append(work, h) }
	f.Nested(push)
	for len(work) > 0 {
		g := work[len(work)-1]
		work = work[:len(work)-1]
		g.Nested(push)
		if err := g.mergeBlocks(false); err != nil {
			return err
		}
	}
	return nil
}

// merger tells for the blocks of a function which block each became part of.
type merger struct {
	f    *Function
	into []int32 // by position; -1 for a block of its own
}

func (m *merger) find(pos int32) int32 {
	root := pos
	for m.into[root] >= 0 {
		root = m.into[root]
	}
	for m.into[pos] >= 0 {
		pos, m.into[pos] = m.into[pos], root
	}
	return root
}

// id returns the block that the block with the given id is part of now.
func (m *merger) id(id BlockID) BlockID {
	if pos := m.f.BlockPos(id); pos >= 0 {
		return m.f.Blocks[m.find(int32(pos))].ID
	}
	return id
}

// isPlain reports whether blocks of this kind may be joined.
func (k BlockKind) isPlain() bool { return k == BlockStatement || k == BlockUnspecified }

// mergeBlocks joins the blocks of f alone. Preds may be those from before a
// change of the graph; they only change the names of joined blocks, which keeps
// them in the order of MarkPreds if they were so before. stale says that a
// predecessor may be gone.
func (f *Function) mergeBlocks(stale bool) error {
	n := len(f.Blocks)
	tables := make([]int32, 4*n)
	for i := range tables {
		tables[i] = -1
	}
	m := &merger{f: f, into: tables[:n]}
	// The blocks joined to a root are a list through next, from head on.
	head, tail, next := tables[n:2*n], tables[2*n:3*n], tables[3*n:]
	fallthroughs := make([]bool, n)
	joined, instrs := 0, 0
	for pos, b := range f.Blocks {
		if b.Term.Fallthrough != NoBlock {
			if p := f.BlockPos(b.Term.Fallthrough); p >= 0 {
				fallthroughs[p] = true
			}
		}
		if len(b.Preds) != 1 || fallthroughs[pos] || !b.Kind.isPlain() || b.ID == f.Entry {
			continue
		}
		p := f.BlockPos(b.Preds[0])
		if p < 0 && stale {
			continue
		}
		if p < 0 {
			return f.mergeError(b, fmt.Sprintf("Expected predecessor %d to exist", b.Preds[0]))
		}
		root := m.find(int32(p))
		r := f.Blocks[root]
		if r.Term.Kind != Goto || !r.Kind.isPlain() || int(root) == pos {
			continue
		}
		for i := range b.Phis {
			if k := len(b.Phis[i].Operands); k != 1 {
				return f.mergeError(b, fmt.Sprintf(
					"Found a block with a single predecessor but where a phi has multiple (%d) operands", k))
			}
		}
		// A root's instructions count when it gets its first block.
		if head[root] < 0 {
			head[root] = int32(pos)
			instrs += len(r.Instrs)
		} else {
			next[tail[root]] = int32(pos)
		}
		// The blocks joined to this one come along, behind it.
		if h := head[pos]; h >= 0 {
			next[pos], tail[root] = h, tail[pos]
		} else {
			tail[root] = int32(pos)
			instrs += len(b.Instrs)
		}
		instrs += len(b.Phis)
		m.into[pos] = root
		joined++
		r.Term, b.Term = b.Term, r.Term // the joined block keeps the goto
	}
	if joined == 0 {
		return nil
	}
	slab := make([]Instruction, 0, instrs)
	out := make([]*Block, 0, n-joined)
	for pos, b := range f.Blocks {
		if m.into[pos] >= 0 {
			continue
		}
		out = append(out, b)
		for i, p := range b.Preds {
			b.Preds[i] = m.id(p)
		}
		for i := range b.Phis {
			m.renameOperands(&b.Phis[i])
		}
		if b.Term.Fallthrough != NoBlock {
			b.Term.Fallthrough = m.id(b.Term.Fallthrough)
		}
		if head[pos] < 0 {
			continue
		}
		first := len(slab)
		slab = append(slab, b.Instrs...)
		for j := head[pos]; j >= 0; j = next[j] {
			c := f.Blocks[j]
			for i := range c.Phis {
				slab = append(slab, phiLoad(&c.Phis[i], c.Term.ID))
			}
			slab = append(slab, c.Instrs...)
		}
		b.Instrs = slab[first:len(slab):len(slab)]
	}
	f.SetBlocks(out)
	return nil
}

func (f *Function) mergeError(b *Block, reason string) error {
	return &PassError{
		Pass: "MergeConsecutiveBlocks", Category: CategoryInvariant, Reason: reason, Function: f.Name(), Block: b.ID,
	}
}

// renameOperands gives a phi's operands the predecessors they come from now. An
// operand whose predecessor changed goes to the end.
func (m *merger) renameOperands(phi *Phi) {
	moved := 0
	n := len(phi.Operands)
	for i := 0; i < n-moved; {
		if id := m.id(phi.Operands[i].Pred); id != phi.Operands[i].Pred {
			o := PhiOperand{Pred: id, Place: phi.Operands[i].Place}
			copy(phi.Operands[i:], phi.Operands[i+1:])
			phi.Operands[n-1] = o
			moved++
			continue
		}
		i++
	}
}

// phiLoad is the load that a phi with one operand becomes. The effects are those
// that the React Compiler gives it.
func phiLoad(phi *Phi, id InstructionID) Instruction {
	lvalue := phi.Place
	lvalue.Effect = EffectConditionallyMutate
	operand := phi.Operands[0].Place
	operand.Effect = EffectRead
	return Instruction{ID: id, Kind: LoadLocal, Lvalue: lvalue, Operands: []Place{operand}}
}
