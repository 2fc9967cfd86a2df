package hir

// shareRanges finds the identifiers without a scope whose mutable range is
// nevertheless the range object of a scope, so that it moves with that scope.
//
// The React Compiler takes the scope, but not the range, from the property of a
// method call whose result needs none:
//
//	[4] $29[1:24] = PropertyLoad $28_@0[1:24].push
//	[7] $32 = MethodCall $28_@0[1:24].$29[1:24]($31)
//
// The text does not tell; it is inferred. Such an identifier is the property of
// a MethodCall and has a range of more than one instruction, and it shares that
// of a scope with the same range if an instruction mentions both it and an
// identifier of that scope. (Other identifiers without a scope can have the
// range of a scope too, as the variable of a DeclareLocal, but not its object.)
//
// Where scopes have been merged, one scope stands for several former ones, and
// only the range object of one of them lives on. The identifiers that a scope
// had from the start are connected: an instruction mentions two of them, or a
// phi of the scope merges one with another or has the same name. So the
// identifier must be mentioned together with one that is connected with the
// scope's first.
//
// An annotation of the identifier overrides all this.
func (r *reader) shareRanges(f *Function) {
	e := r.env
	found := false
	eachFunction(f, func(g *Function) {
		for _, b := range g.Blocks {
			for i := range b.Instrs {
				if in := &b.Instrs[i]; in.Kind == MethodCall && len(in.Operands) > 1 {
					id := in.Operands[1].Identifier
					r.idents[id] |= identProperty
					found = found || r.mayShare(id)
				}
			}
		}
	})
	if !found {
		return
	}
	c := scopeComponents{
		env:    e,
		parent: make([]IdentifierID, len(e.Identifiers)),
		first:  make([]IdentifierID, len(e.Scopes)),
		met:    make([]metScope, len(e.Scopes)),
	}
	for i := range c.parent {
		c.parent[i] = IdentifierID(i)
	}
	for s := range c.first {
		c.first[s] = NoIdentifier
	}
	eachFunction(f, c.connect)
	eachFunction(f, func(g *Function) {
		for _, b := range g.Blocks {
			for i := range b.Instrs {
				r.shareIn(&c, &b.Instrs[i])
			}
		}
	})
}

// mayShare reports whether an identifier may share the range of a scope it
// does not belong to.
func (r *reader) mayShare(id IdentifierID) bool {
	i := &r.env.Identifiers[id]
	return i.Scope == NoScope && i.RangeScope == NoScope && i.Range.End > i.Range.Start+1 &&
		r.idents[id]&(identProperty|identShareNoted) == identProperty
}

// shareIn looks at the places of one instruction for identifiers that share a
// range.
func (r *reader) shareIn(c *scopeComponents, in *Instruction) {
	c.places = c.places[:0]
	for p := range in.Lvalues {
		c.places = append(c.places, p.Identifier)
	}
	for _, p := range in.Uses() {
		c.places = append(c.places, p.Identifier)
	}
	for _, id := range c.places {
		if id == NoIdentifier || !r.mayShare(id) {
			continue
		}
		for _, other := range c.places {
			if other == NoIdentifier {
				continue
			}
			s := r.env.Identifiers[other].Scope
			if s != NoScope && r.env.Scopes[s].Range == r.env.Identifiers[id].Range && c.find(other) == c.find(c.first[s]) {
				r.env.Identifiers[id].RangeScope = s
				break
			}
		}
	}
}

// scopeComponents connects the identifiers of each scope that are mentioned
// together.
type scopeComponents struct {
	env    *Env
	parent []IdentifierID // a disjoint set forest
	first  []IdentifierID // by scope: the identifier met first
	// met gives, by scope, the identifier of it that the present instruction or
	// phi mentioned last.
	met  []metScope
	turn int32 // the number of the instruction or phi
	// merged holds the phis of the function at hand that have a scope and a name.
	merged map[scopeVariable]IdentifierID
	places []IdentifierID
}

type scopeVariable struct {
	scope ScopeID
	name  string
}

type metScope struct {
	turn int32
	id   IdentifierID
}

func (c *scopeComponents) find(x IdentifierID) IdentifierID {
	for c.parent[x] != x {
		c.parent[x] = c.parent[c.parent[x]]
		x = c.parent[x]
	}
	return x
}

// mention connects an identifier with those of its scope that the present
// instruction or phi has mentioned.
func (c *scopeComponents) mention(id IdentifierID) {
	if id == NoIdentifier {
		return
	}
	s := c.env.Identifiers[id].Scope
	if s == NoScope {
		return
	}
	if m := c.met[s]; m.turn == c.turn {
		c.parent[c.find(id)] = c.find(m.id)
	}
	c.met[s] = metScope{c.turn, id}
}

// connect connects what the instructions and phis of f mention together.
func (c *scopeComponents) connect(f *Function) {
	c.merged = nil
	for _, b := range f.Blocks {
		for i := range b.Phis {
			phi := &b.Phis[i]
			if phi.Place.Identifier == NoIdentifier || c.env.Identifiers[phi.Place.Identifier].Scope == NoScope {
				// Its operands are merged, but not mutated after, and so not joined.
				continue
			}
			c.turn++
			c.mention(phi.Place.Identifier)
			for j := range phi.Operands {
				c.mention(phi.Operands[j].Place.Identifier)
			}
			if v, ok := c.variable(phi.Place.Identifier); ok {
				if c.merged == nil {
					c.merged = map[scopeVariable]IdentifierID{}
				}
				c.merged[v] = phi.Place.Identifier
			}
		}
		for i := range b.Instrs {
			c.turn++
			c.instruction(&b.Instrs[i])
		}
	}
	if c.merged == nil {
		return
	}
	for _, b := range f.Blocks {
		for i := range b.Phis {
			c.joinMerged(b.Phis[i].Place.Identifier)
		}
		for i := range b.Instrs {
			for p := range b.Instrs[i].Lvalues {
				c.joinMerged(p.Identifier)
			}
		}
	}
}

func (c *scopeComponents) instruction(in *Instruction) {
	see := func(id IdentifierID) {
		if id == NoIdentifier {
			return
		}
		c.mention(id)
		if s := c.env.Identifiers[id].Scope; s != NoScope && c.first[s] == NoIdentifier {
			c.first[s] = id
		}
	}
	for p := range in.Lvalues {
		see(p.Identifier)
	}
	for _, p := range in.Uses() {
		see(p.Identifier)
	}
}

// variable returns the scope and name of an identifier that has both.
func (c *scopeComponents) variable(id IdentifierID) (scopeVariable, bool) {
	if id == NoIdentifier {
		return scopeVariable{}, false
	}
	i := &c.env.Identifiers[id]
	return scopeVariable{i.Scope, i.Name}, i.Scope != NoScope && i.Name != ""
}

// joinMerged connects an identifier with the phi of its scope and name.
func (c *scopeComponents) joinMerged(id IdentifierID) {
	if v, ok := c.variable(id); ok {
		if phi, ok := c.merged[v]; ok {
			c.parent[c.find(id)] = c.find(phi)
		}
	}
}

// eachFunction calls visit for f and everything nested in it, outer functions
// first.
func eachFunction(f *Function, visit func(*Function)) {
	for work := []*Function{f}; len(work) > 0; {
		g := work[0]
		work = work[1:]
		visit(g)
		g.Nested(func(_ *Block, _ *Instruction, h *Function) { work = append(work, h) })
	}
}
