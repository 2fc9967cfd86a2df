package hir

// Identifier is what a place refers to: before SSA a variable or temporary,
// after it one version of that.
type Identifier struct {
	// Decl is the identifier that all SSA versions of one source variable or
	// temporary go back to. It is not printed: a reader sets it to the
	// identifier itself.
	Decl IdentifierID
	// Name is the source name, "" for a temporary. Promoted temporaries are
	// named #t<decl> or #T<decl>.
	Name string
	// Type is the text printed after the place, colon included; "" is the
	// unknown type. No pass interprets it.
	Type string
	// Range is the mutable range, if RangeScope is NoScope.
	Range Range
	// RangeScope is the scope whose range object this identifier shares as its
	// mutable range, or NoScope. Merging scopes moves Scope but not RangeScope.
	RangeScope ScopeID
	// Scope is the reactive scope the identifier belongs to, or NoScope.
	Scope ScopeID
}

// Scope is a reactive scope: a range of instructions that is memoized as one.
type Scope struct {
	Range Range
	// Dependencies, Declarations, Reassignments and EarlyReturn are the texts
	// printed in a scope terminal, with the identifiers in them kept apart.
	// No pass here interprets them.
	Dependencies, Declarations, Reassignments, EarlyReturn RefText
}

// Env holds what a top-level function and all functions nested in it share:
// the identifiers, the scopes, and the counters that new ids are taken from.
type Env struct {
	// Identifiers is indexed by IdentifierID; its length is the next
	// identifier id. Entries of ids that the text never mentions are unused.
	Identifiers []Identifier
	// Scopes is indexed by ScopeID; its length is the next scope id.
	Scopes []Scope
	// NextBlock is the next block id.
	NextBlock BlockID
}

// Ident returns the identifier named id. It must be in the table.
func (e *Env) Ident(id IdentifierID) *Identifier { return &e.Identifiers[id] }

// NewTemporary returns a new unnamed identifier, which is its own declaration.
func (e *Env) NewTemporary() IdentifierID { return e.NewNamed("") }

// NewNamed returns a new identifier with the given name, which is its own
// declaration.
func (e *Env) NewNamed(name string) IdentifierID {
	id := IdentifierID(len(e.Identifiers))
	e.Identifiers = append(e.Identifiers, Identifier{Decl: id, Name: name, RangeScope: NoScope, Scope: NoScope})
	return id
}

// NewVersion returns a new identifier that is a version of old: it has old's
// declaration and name, an empty range, no scope and an unknown type.
func (e *Env) NewVersion(old IdentifierID) IdentifierID {
	id := IdentifierID(len(e.Identifiers))
	o := e.Identifiers[old]
	e.Identifiers = append(e.Identifiers, Identifier{Decl: o.Decl, Name: o.Name, RangeScope: NoScope, Scope: NoScope})
	return id
}

// NewBlockID returns the next block id.
func (e *Env) NewBlockID() BlockID {
	id := e.NextBlock
	e.NextBlock++
	return id
}

// NewScope returns a new scope with the given range.
func (e *Env) NewScope(r Range) ScopeID {
	id := ScopeID(len(e.Scopes))
	e.Scopes = append(e.Scopes, Scope{Range: r})
	return id
}

// GrowIdentifiers makes the table at least n long; new entries are unnamed
// and their own declarations.
func (e *Env) GrowIdentifiers(n int) {
	for i := len(e.Identifiers); i < n; i++ {
		e.Identifiers = append(e.Identifiers, Identifier{Decl: IdentifierID(i), RangeScope: NoScope, Scope: NoScope})
	}
}

// GrowScopes makes the scope table at least n long.
func (e *Env) GrowScopes(n int) {
	for len(e.Scopes) < n {
		e.Scopes = append(e.Scopes, Scope{})
	}
}

// MutableRange returns the mutable range of id: its own, or that of the scope
// whose range object it shares.
func (e *Env) MutableRange(id IdentifierID) Range {
	i := &e.Identifiers[id]
	if i.RangeScope != NoScope {
		return e.Scopes[i.RangeScope].Range
	}
	return i.Range
}

// PrintedRange returns the range printed after a place: that of the
// identifier's scope if it has one, else its mutable range.
func (e *Env) PrintedRange(id IdentifierID) Range {
	if s := e.Identifiers[id].Scope; s != NoScope {
		return e.Scopes[s].Range
	}
	return e.MutableRange(id)
}

// RefPart is a piece of a RefText: literal text, or (if Identifier is not
// NoIdentifier) a reference to an identifier, printed as name$id_@scope. A
// reference with Text prints that in place of the identifier's scope: the
// declarations of a scope name the scope that declares them.
type RefPart struct {
	Text       string
	Identifier IdentifierID
}

// RefText is text that mentions identifiers. It is carried along uninterpreted,
// but the identifiers in it print with their present name and scope.
type RefText []RefPart
