package mu

import "strings"

// names checks that no two things have one global name: top-level entities,
// versions, blocks, and in each block its parameters, results and instructions.
//
// A local name is short for a global one, and so things of different levels can
// clash: %b.c in block %a with %c in block %a.b. That takes a name that begins
// with that of a block, and a dot; only the blocks that there is such a name for
// are looked at closely.
func (c *checker) names() {
	n := nameChecker{checker: c, things: map[string]Pos{}, blocks: map[string]blockAt{}}
	own := map[*Function]bool{}
	for _, d := range c.b.Defs {
		if d.Kind == DefVersion {
			own[c.b.Versions[d.Index]] = true
		}
	}
	for i := range c.b.Entities {
		if e := &c.b.Entities[i]; e.Kind != EntityUndefined {
			n.enter(e.Name, e.Pos)
		}
	}
	for _, f := range c.b.Versions {
		c.f, c.blk = f, -1
		version := c.b.VersionName(f)
		n.enter(version, f.VersionPos)
		for i := range f.Blocks {
			name := GlobalName(version, f.Blocks[i].Name)
			n.enter(name, f.Blocks[i].Pos)
			if _, ok := n.blocks[name]; !ok {
				n.blocks[name] = blockAt{f, BlockID(i)}
			}
		}
	}
	for _, f := range c.b.Versions {
		if own[f] {
			n.instructionNames(f)
		}
	}
	n.acrossLevels()
	c.f = nil
}

// nameChecker finds names that two things have.
type nameChecker struct {
	*checker
	// things holds the global names of entities, versions and blocks, and of
	// what is in the blocks that need a closer look.
	things map[string]Pos
	blocks map[string]blockAt
	// globals lists definitions of variables with global names.
	globals []globalDef
}

type blockAt struct {
	f *Function
	b BlockID
}

type globalDef struct {
	at   blockAt
	name string
	pos  Pos
}

// enter takes notice of a thing with a global name.
func (n *nameChecker) enter(name string, pos Pos) {
	if other, ok := n.things[name]; ok {
		n.bad("E-NAME-CONFLICT", pos, "expected a name of its own, found "+name+", which names what is at "+n.b.Position(other).String()+" too")
		return
	}
	n.things[name] = pos
}

// instructionNames checks that instructions of a block have names that no other
// instruction and no variable defined in the block has. It also collects
// variables with global names.
func (n *nameChecker) instructionNames(f *Function) {
	n.f = f
	byName := map[string]VarID{} // of the variables, when needed
	named := map[string]BlockID{}
	defined := make([]BlockID, len(f.Vars)) // the last block with a definition, plus one
	for b := range f.Blocks {
		n.blk = BlockID(b)
		stamp := BlockID(b + 1)
		def := func(d Def) {
			if name := f.Vars[d.Var].Name; name[0] == '@' && defined[d.Var] != stamp && (n.ssa || defined[d.Var] == 0) {
				n.globals = append(n.globals, globalDef{blockAt{f, BlockID(b)}, name, d.Pos})
			}
			defined[d.Var] = stamp
		}
		f.eachDefIn(BlockID(b), func(_ *Instruction, d Def) { def(d) })
		blk := &f.Blocks[b]
		for i := range blk.Instrs {
			in := &blk.Instrs[i]
			if in.Name == "" {
				continue
			}
			if len(byName) == 0 {
				for v := range f.Vars {
					byName[f.Vars[v].Name] = VarID(v)
				}
			}
			local := in.Name
			if local[0] == '@' {
				if rest, ok := strings.CutPrefix(local, n.b.BlockName(f, BlockID(b))+"."); ok {
					local = "%" + rest
				} else {
					n.globals = append(n.globals, globalDef{blockAt{f, BlockID(b)}, local, in.NamePos})
				}
			}
			n.in = in
			if named[local] == stamp {
				n.bad("E-NAME-CONFLICT", in.NamePos, "expected a name of its own, found "+in.Name+", which another instruction of the block has too")
			}
			named[local] = stamp
			if v, ok := byName[local]; ok && defined[v] == stamp {
				n.bad("E-NAME-CONFLICT", in.NamePos, "expected a name of its own, found "+in.Name+", which a variable of the block has too")
			}
			n.in = nil
		}
	}
}

// eachDefIn visits the definitions of a block in order; those of the header are
// in the entry. in is nil for parameters.
func (f *Function) eachDefIn(b BlockID, visit func(in *Instruction, d Def)) {
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

// acrossLevels looks at the blocks whose global name, with a dot, some other
// global name begins with.
func (n *nameChecker) acrossLevels() {
	suspects := map[blockAt]bool{}
	var order []blockAt
	suspect := func(name string) {
		for i := len(name) - 1; i > 0; i-- {
			if name[i] != '.' {
				continue
			}
			if at, ok := n.blocks[name[:i]]; ok && !suspects[at] {
				suspects[at] = true
				order = append(order, at)
			}
		}
	}
	for i := range n.b.Entities {
		if n.b.Entities[i].Kind != EntityUndefined {
			suspect(n.b.Entities[i].Name)
		}
	}
	for _, f := range n.b.Versions {
		version := n.b.VersionName(f)
		suspect(version)
		if len(n.blocks) == 0 {
			continue
		}
		for i := range f.Blocks {
			suspect(GlobalName(version, f.Blocks[i].Name))
		}
	}
	for _, g := range n.globals {
		suspect(g.name)
	}
	for _, at := range order {
		n.f, n.blk = at.f, at.b
		n.locals(at)
	}
	for _, g := range n.globals {
		n.f, n.blk = g.at.f, g.at.b
		n.enter(g.name, g.pos)
	}
}

// locals enters the local names of a block.
func (n *nameChecker) locals(at blockAt) {
	name := n.b.BlockName(at.f, at.b)
	seen := map[VarID]bool{}
	at.f.eachDefIn(at.b, func(_ *Instruction, d Def) {
		// A variable with a $ gets its name from the converter.
		if v := at.f.Vars[d.Var].Name; !seen[d.Var] && v[0] == '%' {
			seen[d.Var] = true
			n.enter(GlobalName(name, v), d.Pos)
		}
	})
	blk := &at.f.Blocks[at.b]
	for i := range blk.Instrs {
		if in := &blk.Instrs[i]; in.Name != "" && in.Name[0] == '%' {
			if full := GlobalName(name, in.Name); n.things[full] == NoPos {
				n.enter(full, in.NamePos)
			}
		}
	}
}
