package interp

import "assay/hir"

// Context variables are captured by reference: each is a cell, which its
// register points to. SSA does not version them, so every mention is the
// original identifier, but for the phis that EnterSSA makes where control
// joins: their operands are the identifier itself, or such phis. They are other
// names of the variable, not values taken at the join: a loop that declares the
// variable anew in each turn has the phi in its header, before the cell of the
// turn exists. So they get the variable's own register.
//
// The binding of a catch is another such variable: the try names it, and an
// exception sets it on an edge, where no phi stands in for the definition. A loop
// inside the try has a phi of it in its header, taken before the exception. A
// throw statement inside the try assigns it, so it can have several versions;
// they are known by their name.

// Flags of an identifier.
const (
	idContext  uint8 = 1 << iota // a context variable, or another name of one
	idPhi                        // defined by a phi
	idCatch                      // the binding of a catch
	idVersions                   // of a web: several members that no phi defines, of one name
)

// noLeaf and manyLeaves are states of a web besides its one leaf.
const (
	noLeaf     hir.IdentifierID = -1
	manyLeaves hir.IdentifierID = -2
)

// findAliases finds the context variables and the bindings of catches of a tree
// that has some, and the phis that are other names of one.
//
// Phis and their operands are joined to webs. A web in which some member is
// used as a context variable, and which has one member that no phi defines, is
// that variable under all its names; so is a web with a binding, in which all
// members that no phi defines have the binding's name.
func (m *Machine) findAliases() {
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
			if b.Term.Kind == hir.Try && len(b.Term.Operands) > 0 {
				m.idFlags[b.Term.Operands[0].Identifier] |= idCatch
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
	used := make([]uint8, n) // idContext and idCatch of any member, and idVersions
	for i := range m.alias {
		root := m.web(hir.IdentifierID(i))
		if m.idFlags[i]&idPhi == 0 {
			switch l := leaf[root]; {
			case l == noLeaf:
				leaf[root] = hir.IdentifierID(i)
			case l == manyLeaves:
			case m.env.Identifiers[i].Name != m.env.Identifiers[l].Name:
				leaf[root] = manyLeaves
			default:
				used[root] |= idVersions
			}
		}
		used[root] |= m.idFlags[i] & (idContext | idCatch)
	}
	names := make([]hir.IdentifierID, n)
	for i := range names {
		names[i] = hir.IdentifierID(i)
		root := m.web(hir.IdentifierID(i))
		if u := used[root]; leaf[root] >= 0 && (u&idCatch != 0 || u == idContext) {
			names[i] = leaf[root]
			m.idFlags[i] |= u
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
	if m.hasAliases {
		return m.alias[id]
	}
	return id
}

// isContext reports whether id is a context variable.
func (m *Machine) isContext(id hir.IdentifierID) bool {
	return m.hasAliases && m.idFlags[id]&idContext != 0
}
