package faulty

import (
	"slices"

	"assay/hir"
)

// This file holds what only faults of the construction need.

// kinds says what a block is in the constructs around it.
type kinds struct {
	caseOf   *node // the block that ends in the switch
	handler  *node // the block that ends in the try
	afterIs  hir.TermKind
	header   bool // it has a predecessor that is listed later, or itself
	inLoop   int  // loops around it
	position int
	exitOf   *node // the test of the loop that it follows
	doWhile  bool  // it starts the test of a do-while
}

// classify notes what faults go by.
func (b *builder) classify(f *hir.Function) {
	for _, block := range f.Blocks {
		n := b.nodes[block]
		t := &block.Term
		after := b.nodes[f.Block(t.Fallthrough)]
		if after != nil && t.Kind != hir.Branch && t.Kind != hir.If {
			after.kinds.afterIs = t.Kind
		}
		switch t.Kind {
		case hir.Switch:
			for _, id := range t.Targets {
				if s := b.nodes[f.Block(id)]; s != after {
					s.kinds.caseOf = n
				}
			}
		case hir.Try:
			b.nodes[f.Block(t.Targets[hir.TryHandler])].kinds.handler = n
		case hir.While, hir.DoWhile, hir.For, hir.ForOf, hir.ForIn:
			if t.Kind == hir.DoWhile {
				b.nodes[f.Block(t.Targets[hir.DoWhileTest])].kinds.doWhile = true
			}
			if after == nil {
				break
			}
			for _, m := range f.Blocks[n.kinds.position+1 : max(n.kinds.position+1, after.kinds.position)] {
				b.nodes[m].kinds.inLoop++
			}
			for _, p := range after.preds {
				if p.block.Term.Kind == hir.Branch {
					after.kinds.exitOf = p
				}
			}
		}
	}
}

// source returns the node at which the operand of the i-th predecessor is
// looked up: that predecessor, without a fault.
func (b *builder) source(n *node, i int) *node {
	p := n.preds[i]
	switch b.fault {
	case staleAfterBreak:
		if n.kinds.exitOf != nil && p.block.Term.Kind == hir.Goto {
			return n.kinds.exitOf
		}
	case handlerSeesLater:
		if n.kinds.handler != nil && p.block.Term.Kind == hir.MaybeThrow {
			next := b.nodes[n.fn.Block(p.block.Term.Targets[hir.ThrowContinuation])]
			if next.filled && next.block.Term.Kind == hir.MaybeThrow {
				return next
			}
		}
	case handlerSeesTry:
		if n.kinds.handler != nil && i == 0 {
			return n.kinds.handler
		}
	case switchDefaultEdge:
		if p.block.Term.Kind == hir.Switch && p.block.Term.Fallthrough == n.block.ID && len(n.preds) > 1 {
			if i > 0 {
				return n.preds[i-1]
			}
			return n.preds[1]
		}
	}
	return p
}

// loaded returns which variable, before renaming, the LoadLocal at i read.
func (b *builder) loaded(n *node, i int) hir.IdentifierID {
	read := n.block.Instrs[i].Operands[0].Identifier
	decl := b.env.Ident(read).Decl
	if _, ok := n.defs[decl]; ok && b.env.Ident(read).Name != "" && n.defs[decl] == read {
		return decl
	}
	return hir.NoIdentifier
}

// atStart returns the version of an identifier at the start of a block.
func (b *builder) atStart(old hir.Place, n *node) hir.IdentifierID {
	if !n.own[old.Identifier] {
		return b.lookUp(old, n)
	}
	id := n.defs[old.Identifier]
	delete(n.defs, old.Identifier)
	start := b.lookUp(old, n)
	n.defs[old.Identifier] = id
	return start
}

// isParam reports whether a variable is a parameter of a function.
func (b *builder) isParam(f *hir.Function, id hir.IdentifierID) bool {
	return slices.ContainsFunc(f.Params, func(p hir.Param) bool {
		return b.env.Ident(p.Identifier).Decl == b.env.Ident(id).Decl
	})
}

// definedTwice reports whether a block defines a variable more than once.
func (b *builder) definedTwice(n *node, id hir.IdentifierID) bool {
	count := 0
	b.definitions(n, id, func(hir.IdentifierID) { count++ })
	return count > 1
}

func (b *builder) firstDefinition(n *node, id hir.IdentifierID) hir.IdentifierID {
	first := hir.NoIdentifier
	b.definitions(n, id, func(d hir.IdentifierID) {
		if first == hir.NoIdentifier {
			first = d
		}
	})
	return first
}

func (b *builder) definitions(n *node, id hir.IdentifierID, visit func(hir.IdentifierID)) {
	decl := b.env.Ident(id).Decl
	for i := range n.block.Instrs {
		n.block.Instrs[i].RenamedDefs(func(p *hir.Place) bool {
			if b.env.Ident(p.Identifier).Decl == decl {
				visit(p.Identifier)
			}
			return true
		})
	}
}
