package scopes

import "assay/hir"

// BuildReactiveScopeTerminals makes the scopes of f part of its control flow:
// where a scope starts, the block is cut and ends in a scope terminal that goes
// to a new block; where the scope ends, the block is cut and goes to the new
// block that is the scope terminal's fallthrough.
//
// Preconditions: f is well formed (hir.Check), its blocks are in reverse
// postorder, its ids do not decrease in block order, and its scopes form a tree
// (AssertValidBlockNesting). It is an error if a scope ends before it starts, or
// starts or ends after the last terminal, where no block can be cut.
//
// Postconditions: the blocks are in reverse postorder, preds are computed anew,
// ids are 1, 2, ... in block order; an operand of a phi stands under the block
// that now ends in the edge; the range of each scope with a terminal is
// [terminal id, first id of the fallthrough). A fallthrough that control cannot
// get to is there with an unreachable terminal. Nested functions are not
// entered. On an error f is unchanged.
//
// A scope that starts or ends in a block that cannot be reached loses its
// terminal, or its goto, with the block.
//
// Time is O(n + s log s) for n instructions and s scopes.
func BuildReactiveScopeTerminals(f *hir.Function) error {
	if err := checkOrder(passBuild, f); err != nil {
		return err
	}
	scopes := scopesOf(f)
	if err := checkCuttable(f, scopes); err != nil {
		return err
	}
	rewrites, err := collectRewrites(f, scopes)
	if err != nil {
		return err
	}
	applyRewrites(f, rewrites)
	if err := f.ReversePostorder(); err != nil {
		return missingBlock(f, err)
	}
	if err := f.MarkPreds(); err != nil {
		return missingBlock(f, err)
	}
	f.NumberInstructions()
	for _, b := range f.Blocks {
		if t := &b.Term; t.Kind == hir.ScopeTerm || t.Kind == hir.PrunedScope {
			f.Env.Scopes[t.Scope].Range = hir.Range{Start: t.ID, End: f.Block(t.Fallthrough).FirstID()}
		}
	}
	return nil
}

// missingBlock turns the error of an order of blocks into this pass's. A well
// formed function gives none.
func missingBlock(f *hir.Function, err error) error {
	e := &hir.PassError{
		Pass: passBuild, Category: hir.CategoryInvariant, Function: f.Name(), Block: hir.NoBlock,
		Reason: "[HIRBuilder] Unexpected null block",
	}
	if m, ok := err.(*hir.MissingBlockError); ok {
		e.Block = m.From
		e.Description = "expected block " + idText(hir.InstructionID(m.To)) + " to exist"
	}
	return e
}

// checkCuttable returns an error if a scope has a range at whose start or end no
// block can be cut.
func checkCuttable(f *hir.Function, scopes []hir.ScopeID) error {
	last := lastID(f)
	for _, s := range scopes {
		r := f.Env.Scopes[s].Range
		if r.Start > r.End || r.End > last {
			return &hir.PassError{
				Pass: passBuild, Category: hir.CategoryInvariant, Function: f.Name(),
				Block: blockAt(f, r.Start), Instr: r.Start,
				Reason: "Invalid mutable range for scope",
				Description: "Scope " + scopeText(s) + " has range [" + rangeText(r) +
					"], which must start in the function and end no later than at its last id " + idText(last),
			}
		}
	}
	return nil
}

// rewrite is one cut: the start of a scope, or its end.
type rewrite struct {
	id    hir.InstructionID
	start bool
	scope hir.ScopeID
	block hir.BlockID // the scope's block, if start
	after hir.BlockID
}

// collectRewrites lists the cuts in the order of the instruction ids they stand
// before. At one id, scopes that end come before scopes that start, the inner
// ones first; of those that start the outer ones come first.
func collectRewrites(f *hir.Function, scopes []hir.ScopeID) ([]rewrite, error) {
	items := scopeItems(make([]item, 0, len(scopes)), f, scopes)
	sortItems(items)
	firstNew := f.Env.NextBlock
	rewrites := make([]rewrite, 0, 2*len(items))
	outer, inner, ok := traverse(items,
		func(i int) {
			// The scope's block takes its id before the fallthrough does.
			block := f.Env.NewBlockID()
			rewrites = append(rewrites, rewrite{
				id: items[i].r.Start, start: true, scope: items[i].scope,
				block: block, after: f.Env.NewBlockID(),
			})
		},
		func(i int) {
			rewrites = append(rewrites, rewrite{
				id: items[i].r.End, after: firstNew + hir.BlockID(2*i) + 1,
			})
		})
	if !ok {
		f.Env.NextBlock = firstNew
		return nil, nestingError(passBuild, f, items[outer], items[inner])
	}
	return rewrites, nil
}

// applyRewrites cuts the blocks of f and puts phi operands under the block that
// now ends in their edge.
func applyRewrites(f *hir.Function, rewrites []rewrite) {
	if len(rewrites) == 0 {
		return
	}
	c := cutter{
		pieces:  make([]hir.Block, 0, len(rewrites)+min(len(rewrites), len(f.Blocks))),
		targets: make([]hir.BlockID, 0, len(rewrites)),
		onePred: make([]hir.BlockID, len(rewrites)),
		blocks:  make([]*hir.Block, 0, len(rewrites)+len(f.Blocks)),
	}
	lastPiece := make([]hir.BlockID, len(f.Blocks)) // by position; the block itself if not cut
	for pos, b := range f.Blocks {
		lastPiece[pos] = b.ID
		if len(rewrites) == 0 || rewrites[0].id > b.Term.ID {
			c.blocks = append(c.blocks, b)
			continue
		}
		c.begin(b)
		for i := 0; i <= len(b.Instrs); i++ {
			id := b.Term.ID
			if i < len(b.Instrs) {
				id = b.Instrs[i].ID
			}
			for len(rewrites) > 0 && rewrites[0].id <= id {
				c.cut(b, i, &rewrites[0])
				rewrites = rewrites[1:]
			}
		}
		lastPiece[pos] = c.end(b)
	}
	var moved []hir.PhiOperand
	for _, b := range f.Blocks {
		for i := range b.Phis {
			moved = moveOperands(f, &b.Phis[i], lastPiece, moved)
		}
	}
	f.SetBlocks(c.blocks)
}

// cutter cuts blocks into pieces.
type cutter struct {
	pieces  []hir.Block // the storage of all pieces
	targets []hir.BlockID
	onePred []hir.BlockID // the storage of the predecessors of later pieces
	blocks  []*hir.Block  // the new block list

	// The block that is being cut: what its next piece starts with.
	nextID hir.BlockID
	from   int
	phis   []hir.Phi
	preds  []hir.BlockID
}

func (c *cutter) begin(b *hir.Block) {
	c.nextID, c.from, c.phis, c.preds = b.ID, 0, b.Phis, b.Preds
}

// cut ends a piece before instruction i of b.
func (c *cutter) cut(b *hir.Block, i int, r *rewrite) {
	target := r.after
	term := hir.Terminal{Kind: hir.Goto, Variant: hir.GotoBreak, ID: r.id, Fallthrough: hir.NoBlock, Scope: hir.NoScope}
	if r.start {
		target = r.block
		term.Kind, term.Variant, term.Fallthrough, term.Scope = hir.ScopeTerm, 0, r.after, r.scope
	}
	n := len(c.targets)
	c.targets = append(c.targets, target)
	term.Targets = c.targets[n : n+1 : n+1]
	c.piece(b, i, term)
	// The next piece has no phis and one predecessor, which is marked when the
	// blocks are in order.
	c.nextID, c.from, c.phis = target, i, nil
	c.preds, c.onePred = c.onePred[:0:1], c.onePred[1:]
}

// end makes the last piece of b and returns its id.
func (c *cutter) end(b *hir.Block) hir.BlockID {
	c.piece(b, len(b.Instrs), b.Term)
	return c.nextID
}

func (c *cutter) piece(b *hir.Block, to int, term hir.Terminal) {
	c.pieces = append(c.pieces, hir.Block{
		ID: c.nextID, Kind: b.Kind, Preds: c.preds, Phis: c.phis,
		Instrs: b.Instrs[c.from:to:to], Term: term,
	})
	c.blocks = append(c.blocks, &c.pieces[len(c.pieces)-1])
}

// moveOperands puts the operands of a phi that stand under a block that was cut
// under its last piece. They come after the operands that stay, as they are
// deleted and inserted again. buf is storage to use, and is returned.
func moveOperands(f *hir.Function, phi *hir.Phi, lastPiece []hir.BlockID, buf []hir.PhiOperand) []hir.PhiOperand {
	moved := buf[:0]
	kept := 0
	for i, op := range phi.Operands {
		if pos := f.BlockPos(op.Pred); pos >= 0 && lastPiece[pos] != op.Pred {
			op.Pred = lastPiece[pos]
			moved = append(moved, op)
			continue
		}
		if kept != i {
			phi.Operands[kept] = op
		}
		kept++
	}
	copy(phi.Operands[kept:], moved)
	return moved
}
