package oracle

import (
	"strings"

	"assay/hir"
)

// PropagateCopies makes every use of a copy a use of what it copies: of the
// temporary that LoadLocal makes, the variable; of the variable that StoreLocal
// defines, the stored value. The copies stay.
//
// It exists for the phis it makes. In the result of EnterSSA the operands of a
// phi are versions of the phi's own variable, so that phis of one block never
// read each other. With copies propagated, a = b; b = a in a loop makes phis
// that do, as optimizing compilers do: the swap problem of Briggs et al. (1998),
// which shows whether phis are executed in parallel.
//
// Precondition: f is in SSA form. Postcondition: it is, and means the same.
func PropagateCopies(f *hir.Function) error {
	c := copies{env: f.Env, item: hir.NoIdentifier, of: make([]hir.IdentifierID, len(f.Env.Identifiers))}
	for i := range c.of {
		c.of[i] = hir.NoIdentifier
	}
	// Function by function: what a nested function captures keeps its identifier.
	each(f, func(g *hir.Function) {
		c.collect(g)
		c.rewrite(g)
		for _, id := range c.known {
			c.of[id] = hir.NoIdentifier
		}
		c.known = c.known[:0]
	})
	return nil
}

// each calls visit for f and every function nested in it.
func each(f *hir.Function, visit func(*hir.Function)) {
	work := []*hir.Function{f}
	for len(work) > 0 {
		g := work[len(work)-1]
		work = work[:len(work)-1]
		visit(g)
		g.Nested(func(_ *hir.Block, _ *hir.Instruction, h *hir.Function) { work = append(work, h) })
	}
}

type copies struct {
	env *hir.Env
	of  []hir.IdentifierID // what an identifier is a copy of, or NoIdentifier
	// known are the identifiers with an entry in of.
	known []hir.IdentifierID
	// item is the last result of IteratorNext or NextPropertyOf. It is stored at once
	// and not read again.
	item hir.IdentifierID
}

func (c *copies) collect(f *hir.Function) {
	for _, b := range f.Blocks {
		for i := range b.Instrs {
			switch in := &b.Instrs[i]; in.Kind {
			case hir.IteratorNext, hir.NextPropertyOf:
				// A branch on it asks whether there is a next item, and a branch on a
				// variable that has it whether the item is true.
				c.item = in.Lvalue.Identifier
			case hir.LoadLocal:
				if !in.HasLvalue() {
					continue
				}
				c.add(in.Lvalue.Identifier, in.Operands[0].Identifier)
			case hir.StoreLocal:
				if in.HasLvalue() {
					c.add(in.Lvalue.Identifier, in.Operands[0].Identifier)
				}
				c.add(in.Defs[0].Identifier, in.Operands[0].Identifier)
			}
		}
	}
}

// add notes a copy, but for the binding of a catch, on either side: exceptions
// set it again and again, and so it is a variable still. The lowering promotes
// its temporary, which nothing else of the kind is assigned to.
func (c *copies) add(id, of hir.IdentifierID) {
	if of != c.item && !strings.HasPrefix(c.env.Ident(of).Name, "#") && !strings.HasPrefix(c.env.Ident(id).Name, "#") {
		c.of[id] = of
		c.known = append(c.known, id)
	}
}

func (c *copies) rewrite(f *hir.Function) {
	for _, b := range f.Blocks {
		for i := range b.Phis {
			for j := range b.Phis[i].Operands {
				c.use(&b.Phis[i].Operands[j].Place)
			}
		}
		for i := range b.Instrs {
			in := &b.Instrs[i]
			if in.Func != nil {
				continue // see PropagateCopies
			}
			uses := in.Uses()
			for j := range uses {
				c.use(&uses[j])
			}
		}
		for i := range b.Term.Operands {
			c.use(&b.Term.Operands[i])
		}
	}
}

// use replaces a place's identifier by what it copies in the end.
func (c *copies) use(p *hir.Place) {
	id := p.Identifier
	for c.of[id] != hir.NoIdentifier {
		id = c.of[id]
	}
	p.Identifier = id
}
