package oracle

import (
	"math"
	"slices"

	"assay/hir"
)

// Chooser makes the choices of [Corrupt]: Intn returns a number from 0 to n-1,
// and n is at least 1. Both *rand.Rand and the generator's choices are Choosers.
type Chooser interface{ Intn(n int) int }

// Corrupt makes one random change to f, a function in SSA form, such as a faulty
// conversion might: it exchanges operands of phis, reads another version, loses
// an instruction, and so on. It returns what kind of change it made and where; ok
// is false, and f is unchanged, if f is too small for any.
//
// The text of f always changes, but not always what f means: an operand may be
// replaced by a phi that equals it. Telling these cases apart is what CompareSSA
// is for, and corrupted functions are there to test it.
func Corrupt(f *hir.Function, c Chooser) (kind, detail string, ok bool) {
	x, ok := corrupt(f, c)
	return x.kind, x.detail, ok
}

// corruption says what corrupt has changed.
type corruption struct {
	kind, detail string
	block        hir.BlockID // or NoBlock
	// ids are the identifiers that stood or now stand at the changed places.
	ids []hir.IdentifierID
}

// corruptions are the kinds of change. Each makes one change, if it can.
var corruptions = []struct {
	kind string
	make func(*corruptor) (corruption, bool)
}{
	{"swap-phi-operands", (*corruptor).swapPhiOperands},
	{"swap-phis", (*corruptor).swapPhis},
	{"other-version", (*corruptor).otherVersion},
	{"other-variable", (*corruptor).otherVariable},
	{"nested-use", (*corruptor).nestedUse},
	{"drop-phi", (*corruptor).dropPhi},
	{"add-phi", (*corruptor).addPhi},
	{"drop-operand", (*corruptor).dropOperand},
	{"repoint-operand", (*corruptor).repointOperand},
	{"reorder-operands", (*corruptor).reorderOperands},
	{"phi-of-itself", (*corruptor).phiOfItself},
	{"duplicate-definition", (*corruptor).duplicateDefinition},
	{"swap-definitions", (*corruptor).swapDefinitions},
	{"lose-definition", (*corruptor).loseDefinition},
	{"drop-pred", (*corruptor).dropPred},
	{"add-pred", (*corruptor).addPred},
	{"reorder-preds", (*corruptor).reorderPreds},
	{"exchange-blocks", (*corruptor).exchangeBlocks},
	{"lose-block", (*corruptor).loseBlock},
	{"lose-instruction", (*corruptor).loseInstruction},
	{"duplicate-instruction", (*corruptor).duplicateInstruction},
	{"move-instruction", (*corruptor).moveInstruction},
	{"change-payload", (*corruptor).changePayload},
	{"renumber", (*corruptor).renumber},
	{"swap-targets", (*corruptor).swapTargets},
	{"redirect-edge", (*corruptor).redirectEdge},
	{"change-fallthrough", (*corruptor).changeFallthrough},
}

// CorruptionKinds lists the kinds of change that Corrupt makes.
func CorruptionKinds() []string {
	var kinds []string
	for _, k := range corruptions {
		kinds = append(kinds, k.kind)
	}
	return kinds
}

func corrupt(f *hir.Function, c Chooser) (corruption, bool) {
	k := newCorruptor(f, c)
	first := c.Intn(len(corruptions))
	for i := range corruptions {
		kind := &corruptions[(first+i)%len(corruptions)]
		if x, ok := kind.make(k); ok {
			x.kind = kind.kind
			return x, true
		}
	}
	return corruption{}, false
}

// corruptor lists the parts of a function tree that can be changed.
type corruptor struct {
	c      Chooser
	env    *hir.Env
	fns    []*hir.Function
	blocks []corruptBlock
	uses   []corruptPlace
	defs   []corruptPlace // of instructions and parameters
	phis   []corruptPhi
	// variable is a disjoint set over the identifiers: those that are versions of
	// one variable, as far as can be known. members lists by group, and all lists
	// altogether, the identifiers that are defined.
	variable []int32
	members  map[int32][]hir.IdentifierID
	all      []hir.IdentifierID
}

type corruptBlock struct {
	b  *hir.Block
	fn int // position in fns
}

type corruptPlace struct {
	place *hir.Place
	block hir.BlockID // NoBlock for a parameter
	instr hir.InstructionID
	fn    int
}

type corruptPhi struct {
	b     *hir.Block
	index int
	fn    int
}

func (p corruptPhi) phi() *hir.Phi { return &p.b.Phis[p.index] }

func newCorruptor(f *hir.Function, c Chooser) *corruptor {
	k := &corruptor{c: c, env: f.Env, fns: []*hir.Function{f}}
	for fn := 0; fn < len(k.fns); fn++ {
		g := k.fns[fn]
		for i := range g.Params {
			k.defs = append(k.defs, corruptPlace{&g.Params[i].Place, hir.NoBlock, 0, fn})
		}
		for _, b := range g.Blocks {
			k.blocks = append(k.blocks, corruptBlock{b, fn})
			for i := range b.Phis {
				k.phis = append(k.phis, corruptPhi{b, i, fn})
				for j := range b.Phis[i].Operands {
					k.uses = append(k.uses, corruptPlace{&b.Phis[i].Operands[j].Place, b.ID, 0, fn})
				}
			}
			for i := range b.Instrs {
				in := &b.Instrs[i]
				uses := in.Uses()
				for j := range uses {
					k.uses = append(k.uses, corruptPlace{&uses[j], b.ID, in.ID, fn})
				}
				in.RenamedDefs(func(p *hir.Place) bool {
					k.defs = append(k.defs, corruptPlace{p, b.ID, in.ID, fn})
					return true
				})
				if in.Func != nil {
					k.fns = append(k.fns, in.Func)
				}
			}
			for i := range b.Term.Operands {
				k.uses = append(k.uses, corruptPlace{&b.Term.Operands[i], b.ID, b.Term.ID, fn})
			}
		}
	}
	k.groupVersions()
	return k
}

// groupVersions finds which identifiers are versions of one variable: those
// with one declaration, or with one name, or that a phi joins.
func (k *corruptor) groupVersions() {
	k.variable = make([]int32, len(k.env.Identifiers))
	for i := range k.variable {
		k.variable[i] = int32(i)
	}
	join := func(x, y int32) { k.variable[k.group(hir.IdentifierID(x))] = k.group(hir.IdentifierID(y)) }
	named := map[string]int32{}
	for i := range k.variable {
		id := &k.env.Identifiers[i]
		join(int32(i), int32(id.Decl))
		if id.Name == "" {
			continue
		}
		if first, ok := named[id.Name]; ok {
			join(int32(i), first)
		} else {
			named[id.Name] = int32(i)
		}
	}
	for _, p := range k.phis {
		k.all = append(k.all, p.phi().Place.Identifier)
		for _, op := range p.phi().Operands {
			join(int32(op.Place.Identifier), int32(p.phi().Place.Identifier))
		}
	}
	for _, d := range k.defs {
		k.all = append(k.all, d.place.Identifier)
	}
	k.members = map[int32][]hir.IdentifierID{}
	for _, id := range k.all {
		g := k.group(id)
		k.members[g] = append(k.members[g], id)
	}
}

func (k *corruptor) group(id hir.IdentifierID) int32 {
	x := int32(id)
	for k.variable[x] != x {
		k.variable[x] = k.variable[k.variable[x]]
		x = k.variable[x]
	}
	return x
}

// pick returns one of the items that are fit for a change.
func pick[T any](c Chooser, items []T, fit func(T) bool) (T, bool) {
	var fits []T
	for _, x := range items {
		if fit(x) {
			fits = append(fits, x)
		}
	}
	if len(fits) == 0 {
		var zero T
		return zero, false
	}
	return fits[c.Intn(len(fits))], true
}

// pickTwo returns two different positions below n, which is at least 2, in
// order.
func pickTwo(c Chooser, n int) (int, int) {
	i := c.Intn(n)
	j := c.Intn(n - 1)
	if j >= i {
		j++
	}
	return min(i, j), max(i, j)
}

func (k *corruptor) name(id hir.IdentifierID) string { return identOf(k.env, id) }

// at describes a place.
func (k *corruptor) at(p corruptPlace) string {
	s := hir.Location(k.fns[p.fn].ID, p.block, p.instr)
	if p.block != hir.NoBlock && p.instr == 0 {
		s += ", phi operand"
	}
	return s
}

// replace makes a place mention another identifier.
func (k *corruptor) replace(p corruptPlace, id hir.IdentifierID, what string) (corruption, bool) {
	old := p.place.Identifier
	p.place.Identifier = id
	return corruption{
		detail: k.at(p) + ": " + what + " " + k.name(old) + " is now " + k.name(id),
		block:  p.block, ids: []hir.IdentifierID{old, id},
	}, true
}

func (k *corruptor) swapPhiOperands() (corruption, bool) {
	p, ok := pick(k.c, k.phis, func(p corruptPhi) bool {
		ops := p.phi().Operands
		return slices.ContainsFunc(ops, func(o hir.PhiOperand) bool { return o.Place.Identifier != ops[0].Place.Identifier })
	})
	if !ok {
		return corruption{}, false
	}
	ops := p.phi().Operands
	i := k.c.Intn(len(ops))
	others := make([]int, 0, len(ops))
	for j := range ops {
		if ops[j].Place.Identifier != ops[i].Place.Identifier {
			others = append(others, j)
		}
	}
	j := others[k.c.Intn(len(others))]
	x, y := &ops[i].Place.Identifier, &ops[j].Place.Identifier
	*x, *y = *y, *x
	return corruption{
		detail: p.b.ID.String() + ": the operands of " + k.name(p.phi().Place.Identifier) + " for " + ops[i].Pred.String() + " and " + ops[j].Pred.String() + " are swapped",
		block:  p.b.ID, ids: []hir.IdentifierID{*x, *y, p.phi().Place.Identifier},
	}, true
}

// swapPhis exchanges the results of two phis of a block.
func (k *corruptor) swapPhis() (corruption, bool) {
	p, ok := pick(k.c, k.blocks, func(b corruptBlock) bool { return len(b.b.Phis) >= 2 })
	if !ok {
		return corruption{}, false
	}
	i, j := pickTwo(k.c, len(p.b.Phis))
	x, y := &p.b.Phis[i].Place.Identifier, &p.b.Phis[j].Place.Identifier
	*x, *y = *y, *x
	return corruption{
		detail: p.b.ID.String() + ": the phis " + k.name(*x) + " and " + k.name(*y) + " have each other's operands",
		block:  p.b.ID, ids: []hir.IdentifierID{*x, *y},
	}, true
}

// hasOtherVersion reports whether there is another version of id's variable.
func (k *corruptor) hasOtherVersion(id hir.IdentifierID) bool {
	for _, m := range k.members[k.group(id)] {
		if m != id {
			return true
		}
	}
	return false
}

// another returns another version of id's variable, or a version of another
// variable.
func (k *corruptor) another(id hir.IdentifierID, sameVariable bool) (hir.IdentifierID, bool) {
	g := k.group(id)
	ids := k.all
	if sameVariable {
		ids = k.members[g]
	}
	if len(ids) == 0 {
		return id, false
	}
	// The first that fits, from a random one on.
	first := k.c.Intn(len(ids))
	for i := range ids {
		if x := ids[(first+i)%len(ids)]; x != id && (k.group(x) == g) == sameVariable {
			return x, true
		}
	}
	return id, false
}

func (k *corruptor) otherVersion() (corruption, bool) {
	p, ok := pick(k.c, k.uses, func(p corruptPlace) bool { return k.hasOtherVersion(p.place.Identifier) })
	if !ok {
		return corruption{}, false
	}
	id, _ := k.another(p.place.Identifier, true)
	return k.replace(p, id, "the version")
}

func (k *corruptor) otherVariable() (corruption, bool) {
	if len(k.uses) == 0 {
		return corruption{}, false
	}
	p := k.uses[k.c.Intn(len(k.uses))]
	id, ok := k.another(p.place.Identifier, false)
	if !ok {
		return corruption{}, false
	}
	return k.replace(p, id, "the variable")
}

func (k *corruptor) nestedUse() (corruption, bool) {
	p, ok := pick(k.c, k.uses, func(p corruptPlace) bool { return p.fn > 0 })
	if !ok {
		return corruption{}, false
	}
	id, ok := k.another(p.place.Identifier, k.c.Intn(2) == 0)
	if !ok {
		return corruption{}, false
	}
	return k.replace(p, id, "the nested use of")
}

func (k *corruptor) dropPhi() (corruption, bool) {
	if len(k.phis) == 0 {
		return corruption{}, false
	}
	p := k.phis[k.c.Intn(len(k.phis))]
	x := corruption{detail: p.b.ID.String() + ": the phi " + k.name(p.phi().Place.Identifier) + " is gone", block: p.b.ID, ids: []hir.IdentifierID{p.phi().Place.Identifier}}
	for _, op := range p.phi().Operands {
		x.ids = append(x.ids, op.Place.Identifier)
	}
	p.b.Phis = slices.Delete(p.b.Phis, p.index, p.index+1)
	return x, true
}

// addPhi adds a phi that nothing reads. Its operands are those of another phi
// of the block, one of them perhaps replaced by any identifier.
func (k *corruptor) addPhi() (corruption, bool) {
	if len(k.phis) == 0 {
		return corruption{}, false
	}
	p := k.phis[k.c.Intn(len(k.phis))]
	phi := hir.Phi{Place: p.phi().Place, Operands: slices.Clone(p.phi().Operands)}
	phi.Place.Identifier = k.env.NewVersion(p.phi().Place.Identifier)
	if len(phi.Operands) > 0 && k.c.Intn(2) == 0 {
		op := &phi.Operands[k.c.Intn(len(phi.Operands))]
		op.Place.Identifier, _ = k.another(op.Place.Identifier, true)
	}
	p.b.Phis = append(p.b.Phis, phi)
	return corruption{
		detail: p.b.ID.String() + ": a phi " + k.name(phi.Place.Identifier) + " is added",
		block:  p.b.ID, ids: []hir.IdentifierID{phi.Place.Identifier},
	}, true
}

func (k *corruptor) dropOperand() (corruption, bool) {
	p, ok := pick(k.c, k.phis, func(p corruptPhi) bool { return len(p.phi().Operands) > 0 })
	if !ok {
		return corruption{}, false
	}
	ops := &p.phi().Operands
	i := k.c.Intn(len(*ops))
	op := (*ops)[i]
	*ops = slices.Delete(slices.Clone(*ops), i, i+1)
	return corruption{
		detail: p.b.ID.String() + ": the operand of " + k.name(p.phi().Place.Identifier) + " for " + op.Pred.String() + " is gone",
		block:  p.b.ID, ids: []hir.IdentifierID{op.Place.Identifier, p.phi().Place.Identifier},
	}, true
}

func (k *corruptor) repointOperand() (corruption, bool) {
	p, ok := pick(k.c, k.phis, func(p corruptPhi) bool { return len(p.phi().Operands) > 0 && len(k.fns[p.fn].Blocks) > 1 })
	if !ok {
		return corruption{}, false
	}
	op := &p.phi().Operands[k.c.Intn(len(p.phi().Operands))]
	b, _ := pick(k.c, k.fns[p.fn].Blocks, func(b *hir.Block) bool { return b.ID != op.Pred })
	x := corruption{
		detail: p.b.ID.String() + ": the operand of " + k.name(p.phi().Place.Identifier) + " for " + op.Pred.String() + " is now for " + b.ID.String(),
		block:  p.b.ID, ids: []hir.IdentifierID{op.Place.Identifier, p.phi().Place.Identifier},
	}
	op.Pred = b.ID
	return x, true
}

func (k *corruptor) reorderOperands() (corruption, bool) {
	p, ok := pick(k.c, k.phis, func(p corruptPhi) bool { return len(p.phi().Operands) > 1 })
	if !ok {
		return corruption{}, false
	}
	ops := p.phi().Operands
	i, j := pickTwo(k.c, len(ops))
	ops[i], ops[j] = ops[j], ops[i]
	return corruption{
		detail: p.b.ID.String() + ": the operands " + itoa(i+1) + " and " + itoa(j+1) + " of " + k.name(p.phi().Place.Identifier) + " stand in another order",
		block:  p.b.ID, ids: []hir.IdentifierID{p.phi().Place.Identifier},
	}, true
}

func (k *corruptor) phiOfItself() (corruption, bool) {
	p, ok := pick(k.c, k.phis, func(p corruptPhi) bool {
		return slices.ContainsFunc(p.phi().Operands, func(o hir.PhiOperand) bool { return o.Place.Identifier != p.phi().Place.Identifier })
	})
	if !ok {
		return corruption{}, false
	}
	id := p.phi().Place.Identifier
	var fit []*hir.PhiOperand
	for i := range p.phi().Operands {
		if p.phi().Operands[i].Place.Identifier != id {
			fit = append(fit, &p.phi().Operands[i])
		}
	}
	op := fit[k.c.Intn(len(fit))]
	return k.replace(corruptPlace{&op.Place, p.b.ID, 0, p.fn}, id, "the operand")
}

func (k *corruptor) duplicateDefinition() (corruption, bool) {
	if len(k.defs) < 2 {
		return corruption{}, false
	}
	i, j := pickTwo(k.c, len(k.defs))
	if k.defs[i].place.Identifier == k.defs[j].place.Identifier {
		return corruption{}, false
	}
	return k.replace(k.defs[j], k.defs[i].place.Identifier, "the definition of")
}

func (k *corruptor) swapDefinitions() (corruption, bool) {
	if len(k.defs) < 2 {
		return corruption{}, false
	}
	i, j := pickTwo(k.c, len(k.defs))
	x, y := &k.defs[i].place.Identifier, &k.defs[j].place.Identifier
	if *x == *y {
		return corruption{}, false
	}
	*x, *y = *y, *x
	return corruption{
		detail: k.at(k.defs[i]) + " and " + k.at(k.defs[j]) + ": the definitions of " + k.name(*y) + " and " + k.name(*x) + " are swapped",
		block:  k.defs[j].block, ids: []hir.IdentifierID{*x, *y},
	}, true
}

func (k *corruptor) loseDefinition() (corruption, bool) {
	if len(k.defs) == 0 {
		return corruption{}, false
	}
	d := k.defs[k.c.Intn(len(k.defs))]
	return k.replace(d, k.env.NewVersion(d.place.Identifier), "the definition of")
}

func (k *corruptor) dropPred() (corruption, bool) {
	p, ok := pick(k.c, k.blocks, func(b corruptBlock) bool { return len(b.b.Preds) > 0 })
	if !ok {
		return corruption{}, false
	}
	i := k.c.Intn(len(p.b.Preds))
	x := corruption{detail: p.b.ID.String() + ": the predecessor " + p.b.Preds[i].String() + " is gone", block: p.b.ID}
	p.b.Preds = slices.Delete(slices.Clone(p.b.Preds), i, i+1)
	return x, true
}

func (k *corruptor) addPred() (corruption, bool) {
	p := k.blocks[k.c.Intn(len(k.blocks))]
	b, ok := pick(k.c, k.fns[p.fn].Blocks, func(b *hir.Block) bool { return !p.b.HasPred(b.ID) })
	if !ok {
		return corruption{}, false
	}
	p.b.Preds = append(slices.Clone(p.b.Preds), b.ID)
	return corruption{detail: p.b.ID.String() + ": " + b.ID.String() + " is added to the predecessors", block: p.b.ID}, true
}

func (k *corruptor) reorderPreds() (corruption, bool) {
	p, ok := pick(k.c, k.blocks, func(b corruptBlock) bool { return len(b.b.Preds) > 1 })
	if !ok {
		return corruption{}, false
	}
	i, j := pickTwo(k.c, len(p.b.Preds))
	p.b.Preds = slices.Clone(p.b.Preds)
	p.b.Preds[i], p.b.Preds[j] = p.b.Preds[j], p.b.Preds[i]
	return corruption{detail: p.b.ID.String() + ": the predecessors stand in another order", block: p.b.ID}, true
}

func (k *corruptor) exchangeBlocks() (corruption, bool) {
	f, ok := pick(k.c, k.fns, func(f *hir.Function) bool { return len(f.Blocks) > 1 })
	if !ok {
		return corruption{}, false
	}
	i, j := pickTwo(k.c, len(f.Blocks))
	bs := slices.Clone(f.Blocks)
	bs[i], bs[j] = bs[j], bs[i]
	f.SetBlocks(bs)
	return corruption{detail: "function " + f.Name() + ": " + bs[i].ID.String() + " and " + bs[j].ID.String() + " are exchanged", block: bs[i].ID}, true
}

func (k *corruptor) loseBlock() (corruption, bool) {
	f, ok := pick(k.c, k.fns, func(f *hir.Function) bool { return len(f.Blocks) > 1 })
	if !ok {
		return corruption{}, false
	}
	i := k.c.Intn(len(f.Blocks))
	x := corruption{detail: "function " + f.Name() + ": " + f.Blocks[i].ID.String() + " is gone", block: f.Blocks[i].ID}
	f.SetBlocks(slices.Delete(slices.Clone(f.Blocks), i, i+1))
	return x, true
}

func (k *corruptor) loseInstruction() (corruption, bool) {
	p, ok := pick(k.c, k.blocks, func(b corruptBlock) bool { return len(b.b.Instrs) > 0 })
	if !ok {
		return corruption{}, false
	}
	i := k.c.Intn(len(p.b.Instrs))
	x := corruption{detail: p.b.ID.String() + ": instruction " + itoa(int(p.b.Instrs[i].ID)) + " is gone", block: p.b.ID}
	p.b.Instrs = slices.Delete(slices.Clone(p.b.Instrs), i, i+1)
	return x, true
}

// duplicateInstruction inserts a copy of an instruction that holds no nested
// function, whose blocks would have to be copied too.
func (k *corruptor) duplicateInstruction() (corruption, bool) {
	plain := func(in hir.Instruction) bool { return in.Func == nil }
	p, ok := pick(k.c, k.blocks, func(b corruptBlock) bool { return slices.ContainsFunc(b.b.Instrs, plain) })
	if !ok {
		return corruption{}, false
	}
	in, _ := pick(k.c, p.b.Instrs, plain)
	in.Operands, in.Defs = slices.Clone(in.Operands), slices.Clone(in.Defs)
	at := k.c.Intn(len(p.b.Instrs) + 1)
	p.b.Instrs = slices.Insert(slices.Clone(p.b.Instrs), at, in)
	return corruption{detail: p.b.ID.String() + ": instruction " + itoa(int(in.ID)) + " is there twice", block: p.b.ID}, true
}

// moveInstruction exchanges two neighbours but leaves the instruction ids.
func (k *corruptor) moveInstruction() (corruption, bool) {
	p, ok := pick(k.c, k.blocks, func(b corruptBlock) bool { return len(b.b.Instrs) > 1 })
	if !ok {
		return corruption{}, false
	}
	i := k.c.Intn(len(p.b.Instrs) - 1)
	p.b.Instrs = slices.Clone(p.b.Instrs)
	x, y := &p.b.Instrs[i], &p.b.Instrs[i+1]
	*x, *y = *y, *x
	x.ID, y.ID = y.ID, x.ID
	return corruption{
		detail: p.b.ID.String() + ": instructions " + itoa(int(x.ID)) + " and " + itoa(int(y.ID)) + " are exchanged",
		block:  p.b.ID, ids: []hir.IdentifierID{x.Lvalue.Identifier, y.Lvalue.Identifier},
	}, true
}

// changePayload changes an operator, a literal, a name or the kind of a
// definition.
func (k *corruptor) changePayload() (corruption, bool) {
	p := k.blocks[k.c.Intn(len(k.blocks))]
	i := k.c.Intn(len(p.b.Instrs) + 1)
	if i == len(p.b.Instrs) {
		return k.changeTerminal(p.b)
	}
	in := &p.b.Instrs[i]
	was := instructionText(in)
	switch {
	case in.LKind == hir.LvalueLet:
		in.LKind = hir.LvalueConst
	case in.LKind != hir.LvalueNone:
		in.LKind = hir.LvalueLet
	case in.Kind == hir.BinaryExpression:
		in.Text = map[bool]string{true: "-", false: "+"}[in.Text == "+"]
	case in.Kind == hir.Primitive:
		l, ok := in.Aux.(*hir.Literal)
		if !ok {
			return corruption{}, false
		}
		m := *l
		switch l.Kind {
		case hir.LiteralNumber:
			m.Num++
			if m.Num == l.Num || math.IsNaN(l.Num) {
				m.Num = 0
			}
		case hir.LiteralString:
			m.Str += "x"
		case hir.LiteralBool:
			m.Bool = !m.Bool
		default:
			m = hir.Literal{Kind: hir.LiteralNumber}
		}
		in.Aux = &m
	case in.Kind == hir.LoadLocal:
		in.Kind = hir.LoadContext
	case in.Kind == hir.LoadGlobal:
		b, ok := in.Aux.(*hir.Binding)
		if !ok {
			return corruption{}, false
		}
		c := *b
		c.Name += "x"
		in.Aux = &c
	case in.Kind == hir.PropertyLoad || in.Kind == hir.PropertyStore:
		in.Text += "x"
	case in.Kind == hir.CallExpression:
		in.Kind = hir.NewExpression
	default:
		return corruption{}, false
	}
	return corruption{detail: hir.Location("", p.b.ID, in.ID) + ": " + was + " is now " + instructionText(in), block: p.b.ID}, true
}

func (k *corruptor) changeTerminal(b *hir.Block) (corruption, bool) {
	t := &b.Term
	was := terminalText(t)
	switch t.Kind {
	case hir.If:
		t.Kind = hir.Branch
	case hir.Goto:
		t.Variant = map[bool]uint8{true: hir.GotoBreak, false: hir.GotoContinue}[t.Variant == hir.GotoContinue]
	case hir.Return:
		t.Kind, t.Variant = hir.Throw, 0
	case hir.Logical:
		t.Text = map[bool]string{true: "||", false: "&&"}[t.Text == "&&"]
	case hir.Optional:
		t.Variant = 1 - t.Variant&1
	default:
		return corruption{}, false
	}
	return corruption{detail: hir.Location("", b.ID, t.ID) + ": " + was + " is now " + terminalText(t), block: b.ID}, true
}

// renumber gives an instruction or terminal another id.
func (k *corruptor) renumber() (corruption, bool) {
	p := k.blocks[k.c.Intn(len(k.blocks))]
	i := k.c.Intn(len(p.b.Instrs) + 1)
	id := &p.b.Term.ID
	if i < len(p.b.Instrs) {
		id = &p.b.Instrs[i].ID
	}
	was := *id
	if *id += hir.InstructionID(1 + k.c.Intn(2)); k.c.Intn(4) == 0 {
		*id = max(was-1, 0)
	}
	if *id == was {
		return corruption{}, false
	}
	return corruption{detail: p.b.ID.String() + ": instruction " + itoa(int(was)) + " has the id " + itoa(int(*id)), block: p.b.ID}, true
}

func (k *corruptor) swapTargets() (corruption, bool) {
	p, ok := pick(k.c, k.blocks, func(b corruptBlock) bool {
		return slices.ContainsFunc(b.b.Term.Targets, func(t hir.BlockID) bool { return t != b.b.Term.Targets[0] })
	})
	if !ok {
		return corruption{}, false
	}
	t := slices.Clone(p.b.Term.Targets)
	i, j := pickTwo(k.c, len(t))
	if t[i] == t[j] {
		return corruption{}, false
	}
	t[i], t[j] = t[j], t[i]
	p.b.Term.Targets = t
	return corruption{detail: p.b.ID.String() + ": the targets " + t[i].String() + " and " + t[j].String() + " are swapped", block: p.b.ID}, true
}

// redirectEdge makes a terminal go elsewhere; predecessors are left alone, or
// follow.
func (k *corruptor) redirectEdge() (corruption, bool) {
	p, ok := pick(k.c, k.blocks, func(b corruptBlock) bool { return len(b.b.Term.Targets) > 0 && len(k.fns[b.fn].Blocks) > 1 })
	if !ok {
		return corruption{}, false
	}
	t := slices.Clone(p.b.Term.Targets)
	i := k.c.Intn(len(t))
	b, _ := pick(k.c, k.fns[p.fn].Blocks, func(b *hir.Block) bool { return b.ID != t[i] })
	x := corruption{detail: p.b.ID.String() + ": the target " + t[i].String() + " is now " + b.ID.String(), block: p.b.ID}
	t[i] = b.ID
	p.b.Term.Targets = t
	if k.c.Intn(2) == 0 {
		if err := k.fns[p.fn].MarkPreds(); err != nil {
			x.detail += ", which leaves a missing block"
		}
	}
	return x, true
}

func (k *corruptor) changeFallthrough() (corruption, bool) {
	p, ok := pick(k.c, k.blocks, func(b corruptBlock) bool { return b.b.Term.Fallthrough != hir.NoBlock && len(k.fns[b.fn].Blocks) > 1 })
	if !ok {
		return corruption{}, false
	}
	t := &p.b.Term
	b, _ := pick(k.c, k.fns[p.fn].Blocks, func(b *hir.Block) bool { return b.ID != t.Fallthrough })
	x := corruption{detail: p.b.ID.String() + ": the fallthrough " + t.Fallthrough.String() + " is now " + b.ID.String(), block: p.b.ID}
	t.Fallthrough = b.ID
	return x, true
}
