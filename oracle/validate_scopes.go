package oracle

import (
	"slices"

	"assay/hir"
)

// ValidateScopes proves that after is before with scope terminals, or says where
// it is not: if the scope terminals and the gotos at the ends of scopes are
// taken out, and the blocks that they cut are put together again, the result is
// before, with its phis, and blocks are cut exactly where the ranges of before
// have their scopes start and end.
//
// Control flow is the same then: a scope terminal goes to its block, and a goto
// to the block after the scope, and both are pieces of one block that nothing
// else leads to. Together with [VerifyScopes], which says that the result is
// well made, this covers all that scopes.BuildReactiveScopeTerminals and
// scopes.FlattenReactiveLoops promise, on all paths.
//
// At one place, scopes that end come first, the inner before the outer, and
// then those that start, the outer before the inner.
//
// Blocks of before that cannot be reached must be gone, or be left as the
// fallthrough of something. It takes near-linear time.
func ValidateScopes(before, after *hir.Function) []*Violation {
	v := verifiers.Get().(*Verifier)
	defer verifiers.Put(v)
	if !v.bothWellFormed(before, after) {
		return v.end()
	}
	c := scopeCheck{before: before, after: after}
	c.validate()
	return c.out
}

// cut is a place where a scope starts or ends: before an instruction of a block
// of the input.
type cut struct {
	block int // position of the block in before
	index int // of the instruction, or their number
	start bool
}

// observed is a cut found in after.
type observed struct {
	cut
	scope hir.ScopeID
	piece *hir.Block // that ends with it
}

// rejoiner puts the blocks that were cut together again.
type rejoiner struct {
	*scopeCheck
	reached []bool
	// owner gives, for the position of a block in after, one more than the
	// position of the block in before that it is a piece of, or 0.
	owner []int32
	// lastPiece is the id of the last piece of each block of before.
	lastPiece []hir.BlockID
	// endOf gives, for the position of a block in after, one more than the scope
	// whose fallthrough it is, or 0.
	endOf []int32
	cuts  []observed
	// known says that a chain of pieces was cut off by a violation, so that more
	// violations would follow from it.
	broken bool
}

func (c *scopeCheck) validate() {
	r := rejoiner{
		scopeCheck: c,
		reached:    reachableBlocks(c.before),
		owner:      make([]int32, len(c.after.Blocks)),
		endOf:      make([]int32, len(c.after.Blocks)),
		lastPiece:  make([]hir.BlockID, len(c.before.Blocks)),
	}
	c.sameHeads(c.before, c.after)
	for _, b := range c.after.Blocks {
		if b.Term.Kind != hir.ScopeTerm && b.Term.Kind != hir.PrunedScope {
			continue
		}
		p := c.after.BlockPos(b.Term.Fallthrough)
		if r.endOf[p] != 0 {
			c.report(KindScopePiece, c.after, b.ID, b.Term.ID, "a fallthrough of its own", b.Term.Fallthrough.String()+", which is that of "+scopeText(hir.ScopeID(r.endOf[p]-1))+" too")
		}
		r.endOf[p] = int32(b.Term.Scope) + 1
	}
	for pos := range c.before.Blocks {
		r.rejoin(pos)
	}
	r.others()
	if !r.broken {
		for pos := range c.before.Blocks {
			r.phis(pos)
		}
		r.places()
	}
	ms := mentions(c.before)
	c.sameIdentifiers(ms, func(id hir.IdentifierID) hir.ScopeID { return c.before.Env.Identifiers[id].Scope })
	if !r.broken {
		has := make([]bool, len(c.after.Env.Scopes))
		for _, o := range r.cuts {
			has[o.scope] = true
		}
		c.sameRanges(func(s hir.ScopeID) bool { return has[s] })
	}
}

// piece reports whether a block of after is one that before does not have.
func (r *rejoiner) fresh(id hir.BlockID) bool { return r.before.BlockPos(id) < 0 }

// rejoin follows the pieces of one block of before and compares what they hold
// with it.
func (r *rejoiner) rejoin(pos int) {
	b := r.before.Blocks[pos]
	r.lastPiece[pos] = b.ID
	first := r.after.BlockPos(b.ID)
	if !r.reached[pos] {
		if first >= 0 {
			r.owner[first] = int32(pos) + 1
			r.stub(r.after.Blocks[first])
		}
		return
	}
	if first < 0 {
		r.broken = true
		r.report(KindBlockLost, r.before, b.ID, 0, "block "+b.ID.String(), "")
		return
	}
	i := 0
	piece := r.after.Blocks[first]
	r.owner[first] = int32(pos) + 1
	for {
		if piece.Kind != b.Kind {
			r.report(KindBlockChanged, r.after, piece.ID, 0, "kind "+b.Kind.String(), piece.Kind.String())
		}
		for k := range piece.Instrs {
			in := &piece.Instrs[k]
			if i == len(b.Instrs) {
				r.broken = true
				r.report(KindInstructionAdded, r.after, piece.ID, in.ID, "", instructionText(in))
				return
			}
			if r.sameInstructions(r.after, piece.ID, &b.Instrs[i], in) && in.Func != nil {
				r.sameFunctions(b.Instrs[i].Func, in.Func)
			}
			i++
		}
		next, ok := r.cut(pos, i, piece)
		if !ok {
			break
		}
		if r.owner[next] != 0 {
			r.broken = true
			r.report(KindScopePiece, r.after, piece.ID, piece.Term.ID, "a block that is a piece of "+b.ID.String()+" only", r.after.Blocks[next].ID.String())
			return
		}
		r.owner[next] = int32(pos) + 1
		was := piece
		piece = r.after.Blocks[next]
		if len(piece.Phis) > 0 {
			r.report(KindScopePiece, r.after, piece.ID, 0, "no phis in a later piece of "+b.ID.String(), itoa(len(piece.Phis)))
		}
		if len(piece.Preds) != 1 || piece.Preds[0] != was.ID {
			r.report(KindScopePiece, r.after, piece.ID, 0, "the predecessor "+was.ID.String(), blockList(piece.Preds))
		}
	}
	r.lastPiece[pos] = piece.ID
	if i < len(b.Instrs) {
		r.broken = true
		r.report(KindInstructionLost, r.before, b.ID, b.Instrs[i].ID, instructionText(&b.Instrs[i]), "")
		return
	}
	r.sameTerminals(r.after, piece.ID, &b.Term, &piece.Term)
}

// cut reports whether a piece ends at a cut, and notes the cut. It returns the
// position of the next piece.
func (r *rejoiner) cut(pos, index int, piece *hir.Block) (next int, ok bool) {
	t := &piece.Term
	o := observed{cut: cut{pos, index, true}, piece: piece}
	switch t.Kind {
	case hir.ScopeTerm, hir.PrunedScope:
		o.scope = t.Scope
	case hir.Goto:
		if t.Variant != hir.GotoBreak || !r.fresh(t.Targets[0]) {
			return 0, false
		}
		o.start = false
		s := r.endOf[r.after.BlockPos(t.Targets[0])]
		if s == 0 {
			r.report(KindScopePiece, r.after, piece.ID, t.ID, "a goto to the fallthrough of a scope", "one to "+t.Targets[0].String())
			o.scope = hir.NoScope
		} else {
			o.scope = hir.ScopeID(s - 1)
		}
	default:
		return 0, false
	}
	next = r.after.BlockPos(t.Targets[0])
	if !r.fresh(t.Targets[0]) {
		r.report(KindScopePiece, r.after, piece.ID, t.ID, "a new block", t.Targets[0].String()+", which is there before")
	}
	if o.scope != hir.NoScope {
		r.cuts = append(r.cuts, o)
	}
	return next, true
}

// stub checks a block that is kept though it cannot be reached.
func (r *rejoiner) stub(b *hir.Block) {
	if b.Term.Kind != hir.Unreachable || len(b.Instrs) > 0 {
		r.report(KindFallthroughNotEmpty, r.after, b.ID, b.Term.ID, "no instructions, and unreachable", itoa(len(b.Instrs))+" instructions, and "+b.Term.Kind.String())
	}
}

// others checks the blocks of after that are pieces of no block: they are the
// fallthroughs of scopes that control leaves in other ways.
func (r *rejoiner) others() {
	for p, b := range r.after.Blocks {
		switch {
		case r.owner[p] != 0:
		case r.endOf[p] == 0 && !r.broken:
			r.report(KindBlockAdded, r.after, b.ID, 0, "", "block "+b.ID.String())
		case r.endOf[p] != 0:
			r.stub(b)
		}
	}
}

// phis compares the phis of one block of before with those of its first piece.
func (r *rejoiner) phis(pos int) {
	b := r.before.Blocks[pos]
	first := r.after.BlockPos(b.ID)
	if first < 0 || !r.reached[pos] {
		return
	}
	d := r.after.Blocks[first]
	if len(b.Phis) != len(d.Phis) {
		r.report(KindPhiChanged, r.after, d.ID, 0, itoa(len(b.Phis))+" phis", itoa(len(d.Phis)))
		return
	}
	for i := range b.Phis {
		p, q := &b.Phis[i], &d.Phis[i]
		r.samePlaces(r.after, d.ID, 0, []hir.Place{p.Place}, []hir.Place{q.Place})
		if len(p.Operands) != len(q.Operands) {
			r.identifier(KindPhiChanged, r.after, d.ID, 0, q.Place.Identifier, operandText(r.before.Env, p.Operands), operandText(r.after.Env, q.Operands))
			continue
		}
		for k := range p.Operands {
			op := &p.Operands[k]
			under := op.Pred
			if was := r.before.BlockPos(op.Pred); was >= 0 {
				under = r.lastPiece[was]
			}
			now := q.Operand(under)
			if now == nil {
				r.identifier(KindPhiOperandBlock, r.after, d.ID, 0, q.Place.Identifier, "an operand under "+under.String()+", where "+op.Pred.String()+" ends now", operandText(r.after.Env, q.Operands))
				continue
			}
			r.samePlaces(r.after, d.ID, 0, []hir.Place{op.Place}, []hir.Place{now.Place})
		}
		r.operandOrder(d, p, q)
	}
}

// operandOrder compares the order of the operands of a phi before and after:
// those under blocks that were cut were taken out and put in again.
func (r *rejoiner) operandOrder(d *hir.Block, p, q *hir.Phi) {
	var order, moved []hir.BlockID
	for _, op := range p.Operands {
		if was := r.before.BlockPos(op.Pred); was >= 0 && r.lastPiece[was] != op.Pred {
			moved = append(moved, r.lastPiece[was])
		} else {
			order = append(order, op.Pred)
		}
	}
	order = append(order, moved...)
	if !slices.EqualFunc(order, q.Operands, func(id hir.BlockID, op hir.PhiOperand) bool { return id == op.Pred }) {
		r.identifier(KindPhiOperandOrder, r.after, d.ID, 0, q.Place.Identifier, "operands under "+blockList(order), operandText(r.after.Env, q.Operands))
	}
}

// places compares the cuts found with those that the ranges of before demand.
func (r *rejoiner) places() {
	// expected gives, by scope, where it starts and ends; block is -1 for an end
	// that is not there because its block cannot be reached.
	type bounds struct{ from, to cut }
	expected := make([]bounds, max(len(r.before.Env.Scopes), len(r.after.Env.Scopes)))
	for i := range expected {
		expected[i] = bounds{cut{block: -1}, cut{block: -1}}
	}
	at := func(id hir.InstructionID, start bool) cut {
		pos := cutBlock(r.before, id)
		if pos < 0 || !r.reached[pos] {
			return cut{block: -1}
		}
		b := r.before.Blocks[pos]
		index, _ := slices.BinarySearchFunc(b.Instrs, id, func(in hir.Instruction, id hir.InstructionID) int { return int(in.ID) - int(id) })
		return cut{pos, index, start}
	}
	wanted := r.wanted()
	for _, s := range wanted {
		rng := r.before.Env.Scopes[s].Range
		expected[s] = bounds{at(rng.Start, true), at(rng.End, false)}
	}
	const started, ended = 1, 2
	marks := make([]uint8, len(expected))
	began := make([]int32, len(expected)) // in which order scopes start
	for i, o := range r.cuts {
		want, mark := expected[o.scope].from, uint8(started)
		if !o.start {
			want, mark = expected[o.scope].to, ended
		}
		if o.cut != want {
			r.report(KindScopeCut, r.after, o.piece.ID, o.piece.Term.ID, r.cutText(o.scope, want), r.cutText(o.scope, o.cut))
		}
		marks[o.scope] |= mark
		if o.start {
			began[o.scope] = int32(i)
		}
	}
	for _, s := range wanted {
		if want := expected[s].from; marks[s]&started == 0 && want.block >= 0 {
			r.report(KindScopeCut, r.before, r.before.Blocks[want.block].ID, 0, r.cutText(s, want), "no cut")
		}
		if want := expected[s].to; marks[s]&ended == 0 && want.block >= 0 {
			r.report(KindScopeCut, r.before, r.before.Blocks[want.block].ID, 0, r.cutText(s, want), "no cut")
		}
	}
	for i := 1; i < len(r.cuts); i++ {
		a, b := &r.cuts[i-1], &r.cuts[i]
		if a.block != b.block || a.index != b.index {
			continue
		}
		wrong := ""
		switch {
		case a.start && !b.start:
			wrong = scopeText(b.scope) + " to end before " + scopeText(a.scope) + " starts"
		case a.start && r.before.Env.Scopes[a.scope].Range.End < r.before.Env.Scopes[b.scope].Range.End:
			wrong = scopeText(b.scope) + ", which is longer, to start before " + scopeText(a.scope)
		case !a.start && !b.start && began[a.scope] < began[b.scope]:
			wrong = scopeText(b.scope) + ", which started later, to end before " + scopeText(a.scope)
		}
		if wrong != "" {
			r.report(KindScopeCut, r.after, b.piece.ID, b.piece.Term.ID, wrong, "the other order")
		}
	}
}

func (r *rejoiner) cutText(s hir.ScopeID, c cut) string {
	text := scopeText(s) + " to end"
	if c.start {
		text = scopeText(s) + " to start"
	}
	if c.block < 0 {
		return text + " nowhere"
	}
	b := r.before.Blocks[c.block]
	id := b.Term.ID
	if c.index < len(b.Instrs) {
		id = b.Instrs[c.index].ID
	}
	return text + " before what was instruction " + itoa(int(id)) + " in " + b.ID.String()
}
