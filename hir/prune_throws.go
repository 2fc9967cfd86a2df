package hir

import "slices"

// CleanupOptions chooses how clean-ups of the control flow graph go about it.
type CleanupOptions struct {
	// React does exactly what the React Compiler 1.0.0 does:
	//
	//   - It does not order blocks anew after it has dropped the unreachable parts of
	//     constructs. The fallthrough of a do-while or try that is no more may then
	//     stay as an unreachable block, and the list is no reverse postorder. If the
	//     only predecessor of such a block is gone, it gives up with an invariant.
	//   - It inlines functions into a try without a way from their instructions to
	//     the handler, and leaves terminals as they are when their parts cannot be
	//     reached after inlining. By default there is no inlining into a try.
	React bool
}

// PruneMaybeThrows makes a goto of every maybe-throw terminal of f whose block
// cannot throw, that is, has only literals, arrays and objects. If there is one,
// it drops what can no longer be reached, numbers the instructions anew and
// joins consecutive blocks. Nested functions are left alone, but for the joining
// of blocks.
//
// Preconditions: the blocks are in reverse postorder, and Preds are those of
// MarkPreds. Postcondition: so they are again (see CleanupOptions for the
// exception).
//
//	bb4 (block):
//	  [3] <unknown> $2 = 1                       bb4 (block):
//	  [4] MaybeThrow continuation=bb5 handler=…    [3] <unknown> $2 = 1
//	bb5 (block):                              →    [5] Return Explicit <unknown> $2
//	  predecessor blocks: bb4
//	  [5] Return Explicit <unknown> $2
//
// It returns a *MissingBlockError or *PassError if f is not well-formed.
func (f *Function) PruneMaybeThrows(opt CleanupOptions) error {
	var source []BlockID // by position of a continuation: the block whose edge to it is now a goto
	for _, b := range f.Blocks {
		if b.Term.Kind != MaybeThrow || mayThrow(b) {
			continue
		}
		if source == nil {
			source = make([]BlockID, len(f.Blocks))
			for i := range source {
				source[i] = NoBlock
			}
		}
		from := b.ID
		if s := source[f.BlockPos(b.ID)]; s != NoBlock {
			from = s
		}
		next := b.Term.Targets[ThrowContinuation]
		pos := f.BlockPos(next)
		if pos < 0 {
			return &MissingBlockError{Function: f, From: b.ID, To: next}
		}
		source[pos] = from
		b.Term = Terminal{
			ID: b.Term.ID, Kind: Goto, Variant: GotoBreak, Targets: b.Term.Targets[:1:1],
			Fallthrough: NoBlock, Scope: NoScope,
		}
	}
	if source == nil {
		return nil
	}
	var sources map[BlockID]BlockID // only phis ask for it, which there are none of before SSA
	if slices.ContainsFunc(f.Blocks, func(b *Block) bool { return len(b.Phis) > 0 }) {
		sources = map[BlockID]BlockID{}
		for i, b := range f.Blocks {
			if source[i] != NoBlock {
				sources[b.ID] = source[i]
			}
		}
	}
	if err := f.ReversePostorder(); err != nil {
		return err
	}
	if f.dropDeadParts() && !opt.React {
		if err := f.ReversePostorder(); err != nil {
			return err
		}
	}
	f.NumberInstructions()
	if err := f.mergeNested(); err != nil {
		return err
	}
	if err := f.mergeBlocks(!opt.React); err != nil {
		return err
	}
	if err := f.MarkPreds(); err != nil {
		return err
	}
	// A phi may have had its operand from a block that became part of another.
	for _, b := range f.Blocks {
		for i := range b.Phis {
			ops := b.Phis[i].Operands
			for j := range ops {
				if s, ok := sources[ops[j].Pred]; ok && !b.HasPred(ops[j].Pred) {
					ops[j].Pred = s
				}
			}
		}
	}
	return nil
}

// mayThrow reports whether a block has an instruction that may throw.
func mayThrow(b *Block) bool {
	for i := range b.Instrs {
		switch b.Instrs[i].Kind {
		case Primitive, ArrayExpression, ObjectExpression:
		default:
			return true
		}
	}
	return false
}

// dropDeadParts adapts terminals to blocks that are gone: a for loses its
// update; a do-while without its test and a try without its handler become a
// goto to their body. Where the handler was the only way to the end of such a
// try, that block goes too. It reports whether a terminal became a goto.
//
// Preds must be those from before the blocks went.
func (f *Function) dropDeadParts() bool {
	changed := false
	var dead map[BlockID]bool
	for _, b := range f.Blocks {
		t := &b.Term
		switch t.Kind {
		case For:
			if u := t.Targets[ForUpdate]; u != NoBlock && f.BlockPos(u) < 0 {
				t.Targets[ForUpdate] = NoBlock
			}
		case DoWhile:
			if f.BlockPos(t.Targets[DoWhileTest]) < 0 {
				changed = true
				t.becomeGoto()
			}
		case Try:
			handler := t.Targets[TryHandler]
			if f.BlockPos(handler) >= 0 {
				continue
			}
			changed = true
			end := f.Block(t.Fallthrough)
			t.becomeGoto()
			if end == nil {
				continue
			}
			if len(end.Preds) == 1 && end.Preds[0] == handler {
				if dead == nil {
					dead = map[BlockID]bool{}
				}
				dead[end.ID] = true
				continue
			}
			for i, p := range end.Preds {
				if p == handler {
					end.Preds = append(end.Preds[:i], end.Preds[i+1:]...)
					break
				}
			}
		}
	}
	if dead != nil {
		out := make([]*Block, 0, len(f.Blocks))
		for _, b := range f.Blocks {
			if !dead[b.ID] {
				out = append(out, b)
			}
		}
		f.SetBlocks(out)
	}
	return changed
}

// becomeGoto makes a terminal a goto to its first target.
func (t *Terminal) becomeGoto() {
	*t = Terminal{
		ID: t.ID, Kind: Goto, Variant: GotoBreak, Targets: t.Targets[:1:1], Fallthrough: NoBlock, Scope: NoScope,
	}
}
