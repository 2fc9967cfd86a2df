package faulty

import (
	"slices"
	"sort"
	"strconv"

	"assay/hir"
)

// names maps an identifier before SSA to its version.
type names map[hir.IdentifierID]hir.IdentifierID

// reserved is a phi whose operands are still to come.
type reserved struct {
	old hir.Place
	id  hir.IdentifierID
}

// node is a block under construction.
type node struct {
	fn      *hir.Function
	block   *hir.Block
	preds   []*node
	waiting map[*node]bool // predecessors not filled yet
	defs    names
	phis    []reserved
	started bool
	filled  bool
	sealed  bool // for the fault sealedByFirstLatch

	kinds kinds
	own   map[hir.IdentifierID]bool // what the block itself has defined so far
	alias names                     // for copyIsAlias
	// building says what a look-up finds that comes back to a phi whose operands
	// are being looked up (selfReferenceLost).
	building names
}

type builder struct {
	env     *hir.Env
	fault   kind
	nodes   map[*hir.Block]*node
	unknown map[hir.IdentifierID]bool
	current *node
	depth   int // of nested functions
	pending int // look-ups that wait for another
}

// refusal is the panic by which the construction ends.
type refusal struct{ err *hir.PassError }

func refuse(pass, category, reason, description string, f *hir.Function, block *hir.Block, at hir.InstructionID) {
	e := &hir.PassError{Pass: pass, Category: category, Reason: reason, Description: description,
		Function: f.Name(), Block: hir.NoBlock, Instr: at}
	if block != nil {
		e.Block = block.ID
	}
	panic(refusal{e})
}

func catch(err *error) {
	switch r := recover().(type) {
	case nil:
	case refusal:
		*err = r.err
	default:
		panic(r)
	}
}

const enterPass = "EnterSSA"

func enter(f *hir.Function, fault kind) (err error) {
	defer catch(&err)
	if n := countBlocks(f); n > MaxBlocks {
		refuse(enterPass, hir.CategoryTodo, "Expected at most "+strconv.Itoa(MaxBlocks)+" blocks", strconv.Itoa(n)+" blocks", f, nil, 0)
	}
	b := &builder{env: f.Env, fault: fault, nodes: map[*hir.Block]*node{}, unknown: map[hir.IdentifierID]bool{}}
	b.register(f, nil)
	entry := f.EntryBlock()
	switch {
	case len(f.Context) > 0:
		refuse(enterPass, hir.CategoryInvariant, "Expected function context to be empty for outer function declarations", "", f, entry, 0)
	case len(entry.Preds) > 0:
		refuse(enterPass, hir.CategoryInvariant, "Expected the entry block to have no predecessors", "", f, entry, 0)
	}
	b.current = b.nodes[entry]
	b.params(f, b.current)
	b.function(f)
	return nil
}

// register makes the nodes of a function. outer is the node that holds it.
func (b *builder) register(f *hir.Function, outer *node) {
	for i, block := range f.Blocks {
		b.nodes[block] = &node{fn: f, block: block, waiting: map[*node]bool{}, defs: names{}, alias: names{},
			building: names{}, own: map[hir.IdentifierID]bool{}, kinds: kinds{position: i}}
	}
	reached := map[*node]bool{}
	var reach func(n *node)
	for _, block := range f.Blocks {
		n := b.nodes[block]
		for _, id := range block.Preds {
			p := b.nodes[f.Block(id)]
			n.preds = append(n.preds, p)
			n.waiting[p] = true
			n.kinds.header = n.kinds.header || p.kinds.position >= n.kinds.position
		}
	}
	reach = func(n *node) {
		if reached[n] {
			return
		}
		reached[n] = true
		for _, id := range n.block.Term.Successors() {
			if s := b.nodes[f.Block(id)]; slices.Contains(s.preds, n) {
				reach(s)
			}
		}
	}
	for _, block := range f.Blocks {
		if len(block.Preds) == 0 || block.ID == f.Entry {
			reach(b.nodes[block])
		}
	}
	for _, block := range f.Blocks {
		if !reached[b.nodes[block]] {
			refuse(enterPass, hir.CategoryInvariant, "Expected no cycle that nothing leads to", "", f, block, 0)
		}
	}
	if b.fault != noFault {
		b.classify(f)
	}
	if outer != nil {
		entry := b.nodes[f.EntryBlock()]
		if len(entry.preds) > 0 {
			refuse(enterPass, hir.CategoryInvariant, "Expected function expression entry block to have zero predecessors", "", f, entry.block, 0)
		}
		entry.preds = []*node{outer} // outer is not filled, but what it has so far is what counts
	}
}

func (b *builder) version(old hir.IdentifierID) hir.IdentifierID { return b.env.NewVersion(old) }

// define renames a definition at node n.
func (b *builder) define(p *hir.Place, n *node, at hir.InstructionID) {
	old := p.Identifier
	if b.unknown[old] {
		ident := b.env.Ident(old)
		text := ident.Name + "$" + strconv.Itoa(int(old))
		if ident.Scope != hir.NoScope {
			text += "_@" + strconv.Itoa(int(ident.Scope))
		}
		refuse(enterPass, hir.CategoryTodo, "[hoisting] EnterSSA: Expected identifier to be defined before being used",
			"Identifier "+text+" is undefined", n.fn, n.block, at)
	}
	p.Identifier = b.version(old)
	n.defs[old] = p.Identifier
	n.own[old] = true
	delete(n.alias, old)
}

func (b *builder) use(p *hir.Place) {
	if y, ok := b.current.alias[p.Identifier]; ok {
		p.Identifier = y
	}
	p.Identifier = b.lookUp(*p, b.current)
}

func (b *builder) params(f *hir.Function, n *node) {
	for i := range f.Params {
		p := &f.Params[i]
		old := p.Identifier
		b.define(&p.Place, n, 0)
		if b.fault == restParamNotRenamed && p.Spread && b.depth > 0 {
			p.Identifier = old
		}
	}
}

// lookUp returns the version of an identifier at the end of what n has so far.
func (b *builder) lookUp(old hir.Place, n *node) hir.IdentifierID {
	if b.pending++; b.pending > 4*MaxBlocks {
		// Only a fault can send a look-up round in circles.
		refuse(enterPass, hir.CategoryInvariant, "Expected the look-up of an identifier to end", "", n.fn, n.block, 0)
	}
	defer func() { b.pending-- }()
	if id, ok := n.defs[old.Identifier]; ok {
		return id
	}
	if id, ok := n.building[old.Identifier]; ok {
		return id
	}
	if len(n.preds) == 0 {
		b.unknown[old.Identifier] = true
		return old.Identifier
	}
	if b.fault == nestedReadsBlockStart && b.isOuterEntry(n) && n.preds[0].block.ID != n.preds[0].fn.Entry {
		return b.atStart(old, n.preds[0])
	}
	if len(n.waiting) > 0 && !n.sealed && !b.isOuterEntry(n) {
		if b.fault == paramConstantInLoop && b.depth > 0 && b.isParam(n.fn, old.Identifier) {
			return b.lookUp(old, n.preds[0])
		}
		id := b.version(old.Identifier)
		n.phis = append(n.phis, reserved{old, id})
		n.defs[old.Identifier] = id
		return id
	}
	single := len(n.preds) == 1
	from := b.source(n, 0)
	if b.fault == switchFallthroughLost && len(n.preds) == 2 && n.kinds.caseOf != nil && slices.Contains(n.preds, n.kinds.caseOf) {
		single, from = true, n.kinds.caseOf
	}
	if single {
		id := b.lookUp(old, from)
		n.defs[old.Identifier] = id
		return id
	}
	id := b.version(old.Identifier)
	if b.fault == selfReferenceLost {
		n.building[old.Identifier] = id
	} else {
		n.defs[old.Identifier] = id
	}
	b.build(n, old, id)
	n.defs[old.Identifier] = id
	return id
}

// isOuterEntry reports whether n is the entry of a nested function.
func (b *builder) isOuterEntry(n *node) bool {
	return len(n.preds) == 1 && n.preds[0].fn != n.fn
}

// build adds the phi of an identifier to a block.
func (b *builder) build(n *node, old hir.Place, id hir.IdentifierID) {
	phi := hir.Phi{Place: old}
	phi.Place.Identifier = id
	for i, p := range n.preds {
		operand := old
		switch {
		case b.fault == manyOperandsFromThird && i >= 3:
			operand = phi.Operands[2].Place
		case b.fault == sealedByFirstLatch && n.sealed && !p.filled:
			operand.Identifier = id
		case b.fault == latchBringsFirst && p.kinds.position > n.kinds.position && b.definedTwice(p, old.Identifier):
			operand.Identifier = b.firstDefinition(p, old.Identifier)
		default:
			operand.Identifier = b.lookUp(old, b.source(n, i))
		}
		if b.fault == selfReferenceLost && i == 0 {
			n.building[old.Identifier] = operand.Identifier
		}
		phi.Operands = append(phi.Operands, hir.PhiOperand{Pred: p.block.ID, Place: operand})
	}
	delete(n.building, old.Identifier)
	switch {
	case b.fault == operandsByPosition && len(n.preds) > 2:
		sorted := slices.Clone(n.preds)
		sort.Slice(sorted, func(i, j int) bool { return sorted[i].kinds.position < sorted[j].kinds.position })
		for i, p := range sorted {
			phi.Operands[i].Pred = p.block.ID
		}
	case b.fault == operandsSwapped && len(n.preds) == 2 && n.kinds.afterIs == hir.Logical:
		o := phi.Operands
		o[0].Place, o[1].Place = o[1].Place, o[0].Place
	}
	n.block.Phis = append(n.block.Phis, phi)
}

// function renames all blocks of a function.
func (b *builder) function(f *hir.Function) {
	var last *node
	for _, block := range f.Blocks {
		n := b.nodes[block]
		b.current = n
		n.started = true
		if b.fault == leakPastReturn && last != nil && last.block.Term.Kind == hir.Return && last.kinds.inLoop > 0 && len(n.preds) == 1 {
			for old, id := range last.defs {
				n.defs[old] = id
			}
		}
		for i := range block.Instrs {
			b.instruction(n, i)
		}
		b.terminal(n)
		n.filled = true
		b.finish(n)
		last = n
	}
}

func (b *builder) instruction(n *node, i int) {
	in := &n.block.Instrs[i]
	var updated hir.IdentifierID
	late := b.fault == updateReadsItself && in.Kind == hir.PrefixUpdate && in.Operands[0].Identifier == in.Defs[0].Identifier
	if late {
		updated = in.Operands[0].Identifier
	}
	var copied, target hir.IdentifierID
	isCopy := b.fault == copyIsAlias && in.Kind == hir.StoreLocal && in.LKind == hir.LvalueReassign && i > 0 &&
		n.block.Instrs[i-1].Kind == hir.LoadLocal && n.block.Instrs[i-1].Lvalue.Identifier == n.defs[in.Operands[0].Identifier]
	if isCopy {
		copied, target = b.loaded(n, i-1), in.Defs[0].Identifier
	}
	context := hir.NoIdentifier
	if in.Kind == hir.StoreContext {
		context = in.Operands[0].Identifier
	}
	for j := range in.Uses() {
		b.use(&in.Uses()[j])
	}
	if b.fault == contextRedefined && b.depth > 0 && context != hir.NoIdentifier {
		p := hir.Place{Identifier: context}
		delete(b.unknown, context)
		b.define(&p, n, in.ID)
		in.Operands[0].Identifier = p.Identifier
	}
	k := 0
	in.RenamedDefs(func(p *hir.Place) bool {
		old := p.Identifier
		b.define(p, n, in.ID)
		switch {
		case b.fault == destructureIDReused && in.Kind == hir.Destructure && k == 1 && p != &in.Lvalue:
			p.Identifier = in.Defs[0].Identifier
			n.defs[old] = p.Identifier
		case b.fault == declarationIgnored && in.Kind == hir.DeclareLocal && n.kinds.inLoop > 0 && p != &in.Lvalue:
			delete(n.defs, old)
		}
		k++
		return true
	})
	if late {
		in.Operands[0].Identifier = n.defs[updated]
	}
	if isCopy && copied != hir.NoIdentifier && copied != target {
		n.alias[target] = copied
	}
	if in.Func != nil {
		b.nestedFunction(in.Func, n)
	}
}

func (b *builder) nestedFunction(f *hir.Function, outer *node) {
	b.register(f, outer)
	b.depth++
	entry := b.nodes[f.EntryBlock()]
	b.params(f, entry)
	b.function(f)
	b.depth--
	b.current = outer
}

func (b *builder) terminal(n *node) {
	ops := n.block.Term.Operands
	for i := range ops {
		if b.fault == testFromEntry && n.kinds.doWhile && n.block.Term.Kind == hir.Branch {
			ops[i].Identifier = b.atStart(ops[i], n)
			continue
		}
		b.use(&ops[i])
	}
}

// finish tells the successors that n is filled, and completes the phis of those
// that waited for it alone.
func (b *builder) finish(n *node) {
	for _, id := range n.block.Term.Successors() {
		s := b.nodes[n.fn.Block(id)]
		if !s.waiting[n] {
			continue
		}
		delete(s.waiting, n)
		if b.fault == sealedByFirstLatch && s.started && len(s.waiting) > 0 {
			s.sealed = true
		} else if len(s.waiting) > 0 || !s.started {
			continue
		}
		phis := s.phis
		s.phis = nil
		if b.fault == forgottenIncompletePhi && len(phis) >= 4 {
			phis = phis[:len(phis)-1]
		}
		for _, r := range phis {
			b.build(s, r.old, r.id)
		}
		if b.fault == leakOutOfInnerLoop && s.kinds.inLoop > 1 {
			for _, r := range phis {
				if id, ok := n.defs[r.old.Identifier]; ok {
					s.defs[r.old.Identifier] = id
				}
			}
		}
	}
}
