package interp

import "assay/hir"

// Context variables are captured by reference: each is a cell, which its
// register points to. SSA does not version them, so every mention is the
// original identifier, but for the phis that EnterSSA makes where control
// joins: their operands are the identifier itself, or such phis. They are other
// names of the variable, not values taken at the join: a loop that declares the
// variable anew in each turn has the phi in its header, before the cell of the
// turn exists. So they get the variable's own register.

// Flags of an identifier.
const (
	idContext uint8 = 1 << iota // a context variable, or another name of one
	idPhi                       // defined by a phi
)

// noLeaf and manyLeaves are states of a web besides its one leaf.
const (
	noLeaf     hir.IdentifierID = -1
	manyLeaves hir.IdentifierID = -2
)

// findContext finds the context variables of a tree that has some, and the phis
// that are other names of one.
//
// Phis and their operands are joined to webs. A web in which some member is
// used as a context variable, and which has one member that no phi defines, is
// that variable under all its names.
func (m *Machine) findContext() {
	n := len(m.env.Identifiers)
	m.idFlags = resize(m.idFlags, n)
	m.alias = resize(m.alias, n)
	clear(m.idFlags)
	for i := range m.alias {
		m.alias[i] = hir.IdentifierID(i)
	}
	phis := false
	for i := range m.functions {
		for _, b := range m.functions[i].src.Blocks {
			for j := range b.Phis {
				phis = true
				p := b.Phis[j].Place.Identifier
				m.idFlags[p] |= idPhi
				for _, o := range b.Phis[j].Operands {
					m.alias[m.web(o.Place.Identifier)] = m.web(p)
				}
			}
			for j := range b.Instrs {
				switch in := &b.Instrs[j]; in.Kind {
				case hir.DeclareContext:
					m.idFlags[in.Defs[0].Identifier] |= idContext
				case hir.LoadContext, hir.StoreContext:
					m.idFlags[in.Operands[0].Identifier] |= idContext
				}
			}
		}
	}
	if !phis {
		return
	}
	leaf := make([]hir.IdentifierID, n)
	for i := range leaf {
		leaf[i] = noLeaf
	}
	used := make([]bool, n)
	for i := range m.alias {
		root := m.web(hir.IdentifierID(i))
		if m.idFlags[i]&idPhi == 0 {
			if leaf[root] == noLeaf {
				leaf[root] = hir.IdentifierID(i)
			} else {
				leaf[root] = manyLeaves
			}
		}
		used[root] = used[root] || m.idFlags[i]&idContext != 0
	}
	names := make([]hir.IdentifierID, n)
	for i := range names {
		names[i] = hir.IdentifierID(i)
		if root := m.web(hir.IdentifierID(i)); used[root] && leaf[root] >= 0 {
			names[i] = leaf[root]
			m.idFlags[i] |= idContext
		}
	}
	m.alias = names
}

// web returns the representative of the web that id is in.
func (m *Machine) web(id hir.IdentifierID) hir.IdentifierID {
	for m.alias[id] != id {
		m.alias[id] = m.alias[m.alias[id]]
		id = m.alias[id]
	}
	return id
}

// canonical returns the identifier whose register id has.
func (m *Machine) canonical(id hir.IdentifierID) hir.IdentifierID {
	if m.hasContext {
		return m.alias[id]
	}
	return id
}

// isContext reports whether id is a context variable.
func (m *Machine) isContext(id hir.IdentifierID) bool {
	return m.hasContext && m.idFlags[id]&idContext != 0
}
