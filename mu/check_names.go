package mu

import "strings"

// names checks that no two things have one global name: top-level entities,
// versions, blocks, and in each block its parameters, results and instructions.
//
// A local name is short for a global one, and so things of different levels can
// clash: %b.c in block %a with %c in block %a.b. That takes a name that begins
// with that of a block, and a dot; only the blocks that there is such a name for
// are looked at closely.
//
// Global names are compared by their hashes, which go on from those of their
// scopes, and put together only when the hashes agree.
func (c *checker) names() {
	n := nameChecker{checker: c, things: map[nameHash]thing{}, blocks: map[nameHash]thing{}}
	first := len(c.b.Versions)
	for _, d := range c.b.Defs {
		if d.Kind == DefVersion {
			first = min(first, int(d.Index))
		}
	}
	n.scopes()
	for _, f := range c.b.Versions[first:] {
		n.instructionNames(f)
	}
	n.acrossLevels()
	c.f, c.in = nil, nil
}

// nameHash is the hash of a global name without its sigil (FNV-1a).
type nameHash uint64

const noName nameHash = 14695981039346656037

func (h nameHash) extend(s string) nameHash {
	for i := range len(s) {
		h = (h ^ nameHash(s[i])) * 1099511628211
	}
	return h
}

// in returns the hash of a local name in the scope that h is the hash of, or of
// a global name.
func (h nameHash) in(name string) nameHash {
	if name[0] == '@' {
		return noName.extend(name[1:])
	}
	return h.extend(".").extend(name[1:])
}

// thing is what a global name names.
type thing struct {
	f     *Function // nil of a top-level entity
	b     BlockID   // -1 of an entity or version
	local string    // the name in the block, or of an entity; else ""
	pos   Pos
}

func (b *Bundle) nameOf(t thing) string {
	switch {
	case t.f == nil:
		return t.local
	case t.b < 0:
		return b.VersionName(t.f)
	case t.local == "":
		return b.BlockName(t.f, t.b)
	}
	return GlobalName(b.BlockName(t.f, t.b), t.local)
}

// nameChecker finds names that two things have.
type nameChecker struct {
	*checker
	// things holds entities, versions and blocks, and what is in the blocks that
	// need a closer look; blocks holds the blocks.
	things, blocks map[nameHash]thing
	// globals lists variables and instructions with global names.
	globals []thing
	// suspects lists the blocks that need a closer look, isSuspect holds them.
	suspects  []thing
	isSuspect map[nameHash]bool
}

// enter takes notice of a thing with a global name.
func (n *nameChecker) enter(h nameHash, t thing) {
	other, ok := n.things[h]
	if !ok {
		n.things[h] = t
		return
	}
	if name := n.b.nameOf(t); name == n.b.nameOf(other) {
		n.f, n.blk = t.f, t.b
		n.bad("E-NAME-CONFLICT", t.pos, "expected a name of its own, found "+name+", which names what is at "+n.b.Position(other.pos).String()+" too")
	}
}

func (b *Bundle) versionHash(f *Function) nameHash {
	return noName.extend(b.Funcs[f.Func].Name[1:]).in(f.Name)
}

// scopes enters entities, versions and blocks.
func (n *nameChecker) scopes() {
	for i := range n.b.Entities {
		if e := &n.b.Entities[i]; e.Kind != EntityUndefined {
			n.enter(noName.in(e.Name), thing{nil, -1, e.Name, e.Pos})
		}
	}
	for _, f := range n.b.Versions {
		v := n.b.versionHash(f)
		n.enter(v, thing{f, -1, "", f.VersionPos})
		for i := range f.Blocks {
			h := v.in(f.Blocks[i].Name)
			t := thing{f, BlockID(i), "", f.Blocks[i].Pos}
			n.enter(h, t)
			if _, ok := n.blocks[h]; !ok {
				n.blocks[h] = t
			}
		}
	}
}

// instructionNames checks that instructions of a block have names that no other
// instruction and no variable defined in the block has. It also collects
// variables and instructions with global names.
func (n *nameChecker) instructionNames(f *Function) {
	n.f = f
	var byName map[string]VarID // of the variables, when needed
	named := map[string]BlockID{}
	defined := make([]BlockID, len(f.Vars)) // the last block with a definition, plus one
	for b := range f.Blocks {
		n.blk = BlockID(b)
		stamp := BlockID(b + 1)
		f.EachDefIn(BlockID(b), func(_ *Instruction, d Def) {
			if name := f.Vars[d.Var].Name; name[0] == '@' && defined[d.Var] != stamp && (n.ssa || defined[d.Var] == 0) {
				n.globals = append(n.globals, thing{f, BlockID(b), name, d.Pos})
			}
			defined[d.Var] = stamp
		})
		blk := &f.Blocks[b]
		for i := range blk.Instrs {
			in := &blk.Instrs[i]
			if in.Name == "" {
				continue
			}
			if byName == nil {
				byName = make(map[string]VarID, len(f.Vars))
				for v := range f.Vars {
					byName[f.Vars[v].Name] = VarID(v)
				}
			}
			n.in = in
			local := in.Name
			if local[0] == '@' {
				if rest, ok := strings.CutPrefix(local, n.b.BlockName(f, BlockID(b))+"."); ok && rest != "" {
					local = "%" + rest
				} else {
					n.globals = append(n.globals, thing{f, BlockID(b), local, in.NamePos})
				}
			}
			v, isVar := byName[local]
			switch {
			case named[local] == stamp:
				n.bad("E-NAME-CONFLICT", in.NamePos, "expected a name of its own, found "+in.Name+", which another instruction of the block has too")
			case isVar && local[0] == '%' && defined[v] == stamp:
				n.bad("E-NAME-CONFLICT", in.NamePos, "expected a name of its own, found "+in.Name+", which a variable of the block has too")
			}
			named[local] = stamp
			n.in = nil
		}
	}
}

// EachDefIn visits the definitions of a block in order; those of the header are
// in the entry. in is nil for parameters.
func (f *Function) EachDefIn(b BlockID, visit func(in *Instruction, d Def)) {
	blk := &f.Blocks[b]
	if b == 0 {
		for _, d := range f.Header {
			visit(nil, d)
		}
	}
	for i := range blk.Params {
		p := &blk.Params[i]
		visit(nil, Def{p.Var, p.Pos, p.Full})
	}
	if blk.HasExc {
		visit(nil, blk.Exc)
	}
	for i := range blk.Instrs {
		for _, d := range blk.Instrs[i].Results {
			visit(&blk.Instrs[i], d)
		}
	}
}

// suspect looks for blocks whose name is what h is the hash of and a beginning
// of rest, up to a dot, and reports whether there is one.
func (n *nameChecker) suspect(h nameHash, rest string) bool {
	found := false
	for i := range len(rest) {
		if rest[i] == '.' {
			if t, ok := n.blocks[h]; ok {
				found = true
				n.look(h, t)
			}
		}
		h = (h ^ nameHash(rest[i])) * 1099511628211
	}
	return found
}

// look says that a block needs a closer look.
func (n *nameChecker) look(h nameHash, t thing) {
	if n.isSuspect == nil {
		n.isSuspect = map[nameHash]bool{}
	}
	if !n.isSuspect[h] {
		n.isSuspect[h] = true
		n.suspects = append(n.suspects, t)
	}
}

// acrossLevels looks at the blocks whose global name, with a dot, some other
// global name begins with, and at the blocks with such other names.
func (n *nameChecker) acrossLevels() {
	for i := range n.b.Entities {
		if e := &n.b.Entities[i]; e.Kind != EntityUndefined {
			n.suspect(noName, e.Name[1:])
		}
	}
	local := func(scope nameHash, name string) bool {
		if name[0] == '@' {
			return n.suspect(noName, name[1:])
		}
		return n.suspect(scope.extend("."), name[1:])
	}
	for _, f := range n.b.Versions {
		// What the scopes' own names begin with is looked at once.
		all := n.suspect(noName, n.b.VersionName(f)[1:]+".")
		v := n.b.versionHash(f)
		for i := range f.Blocks {
			if name := f.Blocks[i].Name; local(v, name) || all {
				n.look(v.in(name), thing{f, BlockID(i), "", f.Blocks[i].Pos})
			}
		}
	}
	for _, g := range n.globals {
		n.suspect(noName, g.local[1:])
	}
	for _, t := range n.suspects {
		n.locals(t)
	}
	for _, g := range n.globals {
		n.enter(noName.in(g.local), g)
	}
}

// locals enters the local names of a block.
func (n *nameChecker) locals(at thing) {
	f, h := at.f, n.b.versionHash(at.f).in(at.f.Blocks[at.b].Name)
	seen := map[string]bool{}
	enter := func(name string, pos Pos) {
		if !seen[name] && name[0] == '%' { // one with a $ gets its name from the converter
			seen[name] = true
			n.enter(h.in(name), thing{f, at.b, name, pos})
		}
	}
	f.EachDefIn(at.b, func(_ *Instruction, d Def) { enter(f.Vars[d.Var].Name, d.Pos) })
	for i := range f.Blocks[at.b].Instrs {
		if in := &f.Blocks[at.b].Instrs[i]; in.Name != "" {
			enter(in.Name, in.NamePos)
		}
	}
}
