package hir

import "fmt"

// MissingBlockError says that a terminal names a block that does not exist. It
// is an invariant of the React Compiler's HIRBuilder.
type MissingBlockError struct {
	Function *Function
	From, To BlockID
}

// Error names the function, the block, and the block that does not exist.
func (e *MissingBlockError) Error() string {
	return fmt.Sprintf("function %s, block %v: names block %v, which does not exist", e.Function.Name(), e.From, e.To)
}

// ReversePostorder puts the blocks in the order of the React Compiler's
// getReversePostorderedBlocks and drops the blocks that cannot be reached.
//
// It is a depth-first walk from the entry. A fallthrough is walked before the
// successors, though it is no edge, so that it comes after the construct's
// body; successors are walked last to first. A block met only as the
// fallthrough of a reachable construct is kept without its instructions and
// with an Unreachable terminal. Preds and instruction ids are left alone.
//
// It returns a *MissingBlockError, and changes nothing, if a walked terminal
// names a missing block. Time is linear, and depth of the graph does not
// matter.
func (f *Function) ReversePostorder() error {
	const (
		visited = 1 << iota
		used
		usedFallthrough
	)
	n := len(f.Blocks)
	marks := make([]uint8, n)
	type frame struct {
		pos  int32
		next int32 // -1: the fallthrough; then the successors still to walk, from the last
		used bool
		post bool // append when done
	}
	var stack []frame
	postorder := make([]int32, 0, n)

	enter := func(from, id BlockID, use bool) error {
		pos := f.BlockPos(id)
		if pos < 0 {
			return &MissingBlockError{Function: f, From: from, To: id}
		}
		was := marks[pos]
		marks[pos] |= visited
		if use {
			marks[pos] |= used
		}
		if was&visited != 0 && (was&used != 0 || !use) {
			return nil
		}
		stack = append(stack, frame{pos: int32(pos), next: -1, used: use, post: was&visited == 0})
		return nil
	}
	if err := enter(f.Entry, f.Entry, true); err != nil {
		return err
	}
	for len(stack) > 0 {
		fr := &stack[len(stack)-1]
		b := f.Blocks[fr.pos]
		succ := b.Term.Successors()
		if fr.next < 0 {
			fr.next = int32(len(succ))
			if ft := b.Term.Fallthrough; ft != NoBlock {
				if fr.used {
					if p := f.BlockPos(ft); p >= 0 {
						marks[p] |= usedFallthrough
					}
				}
				if err := enter(b.ID, ft, false); err != nil {
					return err
				}
				continue
			}
		}
		if fr.next > 0 {
			fr.next--
			if err := enter(b.ID, succ[fr.next], fr.used); err != nil {
				return err
			}
			continue
		}
		if fr.post {
			postorder = append(postorder, fr.pos)
		}
		stack = stack[:len(stack)-1]
	}

	out := make([]*Block, 0, len(postorder))
	for i := len(postorder) - 1; i >= 0; i-- {
		pos := postorder[i]
		b := f.Blocks[pos]
		switch {
		case marks[pos]&used != 0:
			out = append(out, b)
		case marks[pos]&usedFallthrough != 0:
			out = append(out, &Block{
				ID: b.ID, Kind: b.Kind, Preds: b.Preds, Phis: b.Phis,
				Term: Terminal{Kind: Unreachable, ID: b.Term.ID, Fallthrough: NoBlock, Scope: NoScope},
			})
		}
	}
	f.SetBlocks(out)
	return nil
}

// MarkPreds computes every block's Preds anew. They stand in the order in
// which a depth-first walk from the entry over the successors meets the edges.
// An edge from a block to itself counts, a second edge from the same block
// does not.
//
// It returns a *MissingBlockError if a successor does not exist; Preds are then
// incomplete.
func (f *Function) MarkPreds() error {
	for _, b := range f.Blocks {
		b.Preds = b.Preds[:0]
	}
	entry := f.BlockPos(f.Entry)
	if entry < 0 {
		return &MissingBlockError{Function: f, From: f.Entry, To: f.Entry}
	}
	type frame struct {
		block *Block
		succ  []BlockID // still to walk, without duplicates
	}
	visited := make([]bool, len(f.Blocks))
	var unique uniqueSuccessors
	stack := []frame{{f.Blocks[entry], unique.of(f, f.Blocks[entry])}}
	visited[entry] = true
	for len(stack) > 0 {
		fr := &stack[len(stack)-1]
		if len(fr.succ) == 0 {
			stack = stack[:len(stack)-1]
			continue
		}
		id := fr.succ[0]
		fr.succ = fr.succ[1:]
		pos := f.BlockPos(id)
		if pos < 0 {
			return &MissingBlockError{Function: f, From: fr.block.ID, To: id}
		}
		t := f.Blocks[pos]
		t.Preds = append(t.Preds, fr.block.ID)
		if !visited[pos] {
			visited[pos] = true
			stack = append(stack, frame{t, unique.of(f, t)})
		}
	}
	return nil
}

// uniqueSuccessors lists the successors of blocks without duplicates, in
// linear time however wide a switch is.
type uniqueSuccessors struct {
	stamp []int32 // by block position: the last list that has it
	list  int32
}

func (u *uniqueSuccessors) of(f *Function, b *Block) []BlockID {
	succ := b.Term.Successors()
	switch {
	case len(succ) < 2 || len(succ) == 2 && succ[0] != succ[1]:
		return succ
	case len(succ) == 2:
		return succ[:1]
	}
	if u.stamp == nil {
		u.stamp = make([]int32, len(f.Blocks))
	}
	u.list++
	out := make([]BlockID, 0, len(succ))
	for _, s := range succ {
		// A missing block is kept, for the caller to report.
		if pos := f.BlockPos(s); pos < 0 || u.stamp[pos] != u.list {
			out = append(out, s)
			if pos >= 0 {
				u.stamp[pos] = u.list
			}
		}
	}
	return out
}

// NumberInstructions gives instructions and terminals the ids 1, 2, ... in
// block order.
func (f *Function) NumberInstructions() {
	id := InstructionID(1)
	for _, b := range f.Blocks {
		for i := range b.Instrs {
			b.Instrs[i].ID = id
			id++
		}
		b.Term.ID = id
		id++
	}
}
