package oracle

import (
	"slices"

	"assay/hir"
)

// CorruptScopes makes one random change to f, a function with scope terminals,
// such as a faulty pass might: a scope ends one instruction later, two exchange
// their fallthroughs, an operand of a phi stays under the block that was cut,
// and so on. In half of the cases it then puts blocks, predecessors, ids and
// ranges in order again, so that only the change itself is left to find. It
// returns what kind of change it made; ok is false, and f is unchanged, if f is
// too small for any.
//
// The changed function is never f's input with scope terminals.
func CorruptScopes(f *hir.Function, c Chooser) (kind string, ok bool) {
	k := newScopeCorruptor(f, c)
	first := c.Intn(len(scopeCorruptions))
	for i := range scopeCorruptions {
		x := &scopeCorruptions[(first+i)%len(scopeCorruptions)]
		if x.make(k) {
			if !x.raw && c.Intn(2) == 0 {
				k.repair()
				return x.kind + ", repaired", true
			}
			return x.kind, true
		}
	}
	return "", false
}

// ScopeCorruptionKinds lists the kinds of change that CorruptScopes makes.
func ScopeCorruptionKinds() []string {
	var kinds []string
	for _, k := range scopeCorruptions {
		kinds = append(kinds, k.kind)
	}
	return kinds
}

// scopeCorruptions are the kinds of change. Each makes one change, if it can.
// One that is raw would be undone if the function were put in order.
var scopeCorruptions = []struct {
	kind string
	make func(*scopeCorruptor) bool
	raw  bool
}{
	{"end-later", (*scopeCorruptor).endLater, false},
	{"end-earlier", (*scopeCorruptor).endEarlier, false},
	{"start-later", (*scopeCorruptor).startLater, false},
	{"start-earlier", (*scopeCorruptor).startEarlier, false},
	{"exchange-fallthroughs", (*scopeCorruptor).exchangeFallthroughs, false},
	{"exchange-scopes", (*scopeCorruptor).exchangeScopes, false},
	{"end-elsewhere", (*scopeCorruptor).endElsewhere, false},
	{"skip-scope", (*scopeCorruptor).skipScope, false},
	{"lose-terminal", (*scopeCorruptor).loseTerminal, false},
	{"keep-phi-operand", (*scopeCorruptor).keepPhiOperand, false},
	{"move-phis", (*scopeCorruptor).movePhis, false},
	{"change-piece-kind", (*scopeCorruptor).changePieceKind, false},
	{"lose-member", (*scopeCorruptor).loseMember, false},
	{"lose-pieces-instruction", (*scopeCorruptor).loseInstruction, false},
	{"range-off", (*scopeCorruptor).rangeOff, true},
	{"id-off", (*scopeCorruptor).idOff, true},
	{"pred-of-cut-block", (*scopeCorruptor).predOfCutBlock, true},
	{"exchange-pieces", (*scopeCorruptor).exchangePieces, true},
}

type scopeCorruptor struct {
	Chooser
	f *hir.Function
	// starts are the blocks that end with a scope terminal, ends those that end
	// with the goto at the end of a scope.
	starts, ends []*hir.Block
}

func newScopeCorruptor(f *hir.Function, c Chooser) *scopeCorruptor {
	k := &scopeCorruptor{Chooser: c, f: f}
	after := map[hir.BlockID]bool{}
	for _, b := range f.Blocks {
		if b.Term.Kind == hir.ScopeTerm || b.Term.Kind == hir.PrunedScope {
			k.starts = append(k.starts, b)
			after[b.Term.Fallthrough] = true
		}
	}
	for _, b := range f.Blocks {
		if b.Term.Kind == hir.Goto && after[b.Term.Targets[0]] {
			k.ends = append(k.ends, b)
		}
	}
	return k
}

// repair orders the blocks, computes predecessors and ids anew, and gives scopes
// the ranges of their terminals.
func (k *scopeCorruptor) repair() {
	if k.f.ReversePostorder() != nil || k.f.MarkPreds() != nil {
		return
	}
	k.f.NumberInstructions()
	for _, b := range k.f.Blocks {
		if t := &b.Term; t.Kind == hir.ScopeTerm || t.Kind == hir.PrunedScope {
			k.f.Env.Scopes[t.Scope].Range = hir.Range{Start: t.ID, End: k.f.Block(t.Fallthrough).FirstID()}
		}
	}
}

func (k *scopeCorruptor) pick(blocks []*hir.Block, fits func(b *hir.Block) bool) *hir.Block {
	var list []*hir.Block
	for _, b := range blocks {
		if fits(b) {
			list = append(list, b)
		}
	}
	if len(list) == 0 {
		return nil
	}
	return list[k.Intn(len(list))]
}

// next returns the block that a scope terminal or the goto of an end leads to.
func (k *scopeCorruptor) next(b *hir.Block) *hir.Block { return k.f.Block(b.Term.Targets[0]) }

// forward moves the first instruction of the piece after one of blocks to it.
func (k *scopeCorruptor) forward(blocks []*hir.Block) bool {
	b := k.pick(blocks, func(b *hir.Block) bool { return len(k.next(b).Instrs) > 0 })
	if b == nil {
		return false
	}
	n := k.next(b)
	b.Instrs = append(slices.Clip(b.Instrs), n.Instrs[0])
	n.Instrs = n.Instrs[1:]
	return true
}

// backward moves the last instruction of one of blocks to the next piece.
func (k *scopeCorruptor) backward(blocks []*hir.Block) bool {
	b := k.pick(blocks, func(b *hir.Block) bool { return len(b.Instrs) > 0 })
	if b == nil {
		return false
	}
	n, last := k.next(b), len(b.Instrs)-1
	n.Instrs = append([]hir.Instruction{b.Instrs[last]}, n.Instrs...)
	b.Instrs = b.Instrs[:last]
	return true
}

func (k *scopeCorruptor) endLater() bool     { return k.forward(k.ends) }
func (k *scopeCorruptor) endEarlier() bool   { return k.backward(k.ends) }
func (k *scopeCorruptor) startLater() bool   { return k.forward(k.starts) }
func (k *scopeCorruptor) startEarlier() bool { return k.backward(k.starts) }

// two returns two different scope terminals.
func (k *scopeCorruptor) two() (a, b *hir.Terminal) {
	if len(k.starts) < 2 {
		return nil, nil
	}
	i := k.Intn(len(k.starts))
	j := (i + 1 + k.Intn(len(k.starts)-1)) % len(k.starts)
	return &k.starts[i].Term, &k.starts[j].Term
}

func (k *scopeCorruptor) exchangeFallthroughs() bool {
	a, b := k.two()
	if a == nil || k.twins(a, b) {
		return false
	}
	a.Fallthrough, b.Fallthrough = b.Fallthrough, a.Fallthrough
	return true
}

func (k *scopeCorruptor) exchangeScopes() bool {
	a, b := k.two()
	if a == nil || k.twins(a, b) {
		return false
	}
	a.Scope, b.Scope = b.Scope, a.Scope
	return true
}

// twins reports whether two scopes may be in each other and hold the same, or be
// both without an end, so that either could be the outer one.
func (k *scopeCorruptor) twins(a, b *hir.Terminal) bool {
	empty := func(t *hir.Terminal) bool {
		n := k.f.Block(t.Targets[0])
		return len(n.Instrs) == 0 && (n.Term.Kind == hir.ScopeTerm || n.Term.Kind == hir.PrunedScope)
	}
	return empty(a) || empty(b)
}

func (k *scopeCorruptor) endElsewhere() bool {
	b := k.pick(k.ends, func(*hir.Block) bool { return true })
	if b == nil {
		return false
	}
	to := k.f.Blocks[k.Intn(len(k.f.Blocks))].ID
	if to == b.Term.Targets[0] {
		return false
	}
	b.Term.Targets = []hir.BlockID{to}
	return true
}

// skipScope makes a scope terminal lead to the fallthrough.
func (k *scopeCorruptor) skipScope() bool {
	b := k.pick(k.starts, func(*hir.Block) bool { return true })
	if b == nil {
		return false
	}
	b.Term.Targets = []hir.BlockID{b.Term.Fallthrough}
	return true
}

// loseTerminal makes a goto of a scope terminal.
func (k *scopeCorruptor) loseTerminal() bool {
	b := k.pick(k.starts, func(*hir.Block) bool { return true })
	if b == nil {
		return false
	}
	b.Term = hir.Terminal{Kind: hir.Goto, ID: b.Term.ID, Targets: b.Term.Targets, Fallthrough: hir.NoBlock, Scope: hir.NoScope}
	return true
}

// keepPhiOperand puts an operand that is under the last piece of a block under
// the piece before it.
func (k *scopeCorruptor) keepPhiOperand() bool {
	from := map[hir.BlockID]hir.BlockID{}
	for _, b := range slices.Concat(k.starts, k.ends) {
		from[b.Term.Targets[0]] = b.ID
	}
	var found []*hir.PhiOperand
	for _, b := range k.f.Blocks {
		for i := range b.Phis {
			for j := range b.Phis[i].Operands {
				op := &b.Phis[i].Operands[j]
				if was, ok := from[op.Pred]; ok && b.Phis[i].Operand(was) == nil {
					found = append(found, op)
				}
			}
		}
	}
	if len(found) == 0 {
		return false
	}
	op := found[k.Intn(len(found))]
	op.Pred = from[op.Pred]
	return true
}

func (k *scopeCorruptor) movePhis() bool {
	b := k.pick(slices.Concat(k.starts, k.ends), func(b *hir.Block) bool { return len(b.Phis) > 0 })
	if b == nil {
		return false
	}
	n := k.next(b)
	n.Phis, b.Phis = b.Phis, nil
	return true
}

func (k *scopeCorruptor) changePieceKind() bool {
	b := k.pick(slices.Concat(k.starts, k.ends), func(*hir.Block) bool { return true })
	if b == nil {
		return false
	}
	n := k.next(b)
	if n.Kind = hir.BlockValue; b.Kind == hir.BlockValue {
		n.Kind = hir.BlockStatement
	}
	return true
}

func (k *scopeCorruptor) loseMember() bool {
	var found []hir.IdentifierID
	for _, m := range mentions(k.f) {
		if k.f.Env.Identifiers[m.id].Scope != hir.NoScope {
			found = append(found, m.id)
		}
	}
	if len(found) == 0 {
		return false
	}
	k.f.Env.Identifiers[found[k.Intn(len(found))]].Scope = hir.NoScope
	return true
}

func (k *scopeCorruptor) loseInstruction() bool {
	b := k.pick(k.ends, func(b *hir.Block) bool { return len(b.Instrs) > 0 })
	if b == nil {
		return false
	}
	i := k.Intn(len(b.Instrs))
	b.Instrs = slices.Delete(slices.Clone(b.Instrs), i, i+1)
	return true
}

func (k *scopeCorruptor) rangeOff() bool {
	b := k.pick(k.starts, func(*hir.Block) bool { return true })
	if b == nil {
		return false
	}
	r := &k.f.Env.Scopes[b.Term.Scope].Range
	switch k.Intn(4) {
	case 0:
		r.Start--
	case 1:
		r.Start++
	case 2:
		r.End--
	default:
		r.End++
	}
	return true
}

func (k *scopeCorruptor) idOff() bool {
	b := k.pick(slices.Concat(k.starts, k.ends), func(*hir.Block) bool { return true })
	if b == nil {
		return false
	}
	b.Term.ID++
	return true
}

// predOfCutBlock leaves the block that was cut among the predecessors of where
// its last piece goes.
func (k *scopeCorruptor) predOfCutBlock() bool {
	b := k.pick(slices.Concat(k.starts, k.ends), func(b *hir.Block) bool { return len(k.next(b).Term.Successors()) > 0 })
	if b == nil {
		return false
	}
	n := k.next(b)
	to := k.f.Block(n.Term.Successors()[0])
	i := slices.Index(to.Preds, n.ID)
	if i < 0 || b.ID == n.ID {
		return false
	}
	to.Preds = slices.Clone(to.Preds)
	to.Preds[i] = b.ID
	return true
}

// exchangePieces exchanges two blocks in the list, and numbers them in that
// order.
func (k *scopeCorruptor) exchangePieces() bool {
	b := k.pick(slices.Concat(k.starts, k.ends), func(*hir.Block) bool { return true })
	if b == nil {
		return false
	}
	i, j := k.f.BlockPos(b.ID), k.f.BlockPos(b.Term.Targets[0])
	blocks := slices.Clone(k.f.Blocks)
	blocks[i], blocks[j] = blocks[j], blocks[i]
	k.f.SetBlocks(blocks)
	k.f.NumberInstructions()
	return true
}
