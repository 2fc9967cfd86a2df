package mu

import "strconv"

// functionChecker is the part of the checker for the function under way.
type functionChecker struct {
	f   *Function
	blk BlockID // or -1
	in  *Instruction
	// vars holds what is known of the variables.
	vars []varState
	// resultTypes holds the types of all results in order, as far as they do not
	// depend on operands; next is the place of those of the next instruction.
	resultTypes []TypeID
	next        int
	// preds lists predecessors, if the function has PHIs.
	preds *adjacency
	// scratch
	types []TypeID
}

// varState is what the checker knows of a variable.
type varState struct {
	// defined says that the function defines the variable somewhere.
	defined bool
	// crosses says that some block uses the variable before it defines it, so
	// that the value comes from another block.
	crosses bool
	// typ is the type of the first definition that is no ID, or of what an ID
	// copies.
	typ TypeID
	// copied says that an ID defines the variable; excused that its type may be
	// unknown since something else is wrong.
	copied, excused bool
	// block is the block under way, plus one, if it defined the variable so far;
	// here is the type it has there, at the place of the definition.
	block BlockID
	here  TypeID
	at    Pos
	// first and firstPos are the type and place of the first definition.
	first    TypeID
	firstPos Pos
	hasFirst bool
}

func (c *checker) version(f *Function) {
	c.f, c.blk, c.in = f, -1, nil
	c.sig(f.Sig)
	c.sameSig(f.Func, f.Sig)
	c.vars = append(c.vars[:0], make([]varState, len(f.Vars))...)
	for v := range c.vars {
		c.vars[v].typ = NoType
	}
	if len(f.Blocks) == 0 {
		c.bad("E-TERM-MISSING", f.Pos, "expected at least one block, found none")
		c.f = nil
		return
	}
	c.header()
	c.collect()
	for v := range c.vars {
		c.vars[v].block = 0
	}
	c.next = 0
	for b := range f.Blocks {
		c.block(BlockID(b))
	}
	c.f = nil
}

// header checks that the parameters of the function fit its signature.
func (c *checker) header() {
	f, entry := c.f, &c.f.Blocks[0]
	sig := &c.b.Sigs[f.Sig.ID]
	n := len(sig.Params)
	switch {
	case f.HasHeader && entry.HasParams && len(f.Header)+len(entry.Params) > 0:
		c.bad("E-HEADER-BOTH", entry.Pos, "expected parameters after the signature or at the first label, found both")
	case sig.Bad:
	case f.HasHeader && len(f.Header) != n:
		c.bad("E-PARAM-COUNT", f.Pos, "expected "+strconv.Itoa(n)+" parameters as "+sig.Name+" has, found "+strconv.Itoa(len(f.Header)))
	case !f.HasHeader && entry.HasParams && len(entry.Params) != n:
		c.bad("E-PARAM-COUNT", entry.Pos, "expected "+strconv.Itoa(n)+" parameters as "+sig.Name+" has, found "+strconv.Itoa(len(entry.Params)))
	case !f.HasHeader && !entry.HasParams && n > 0:
		c.bad("E-HEADER-MISSING", entry.Pos, "expected "+strconv.Itoa(n)+" parameters as "+sig.Name+" has, found no list of parameters")
	case !f.HasHeader && c.level >= LevelDefs:
		for i := range entry.Params {
			p := &entry.Params[i]
			if !c.b.SameType(p.Type.ID, sig.Params[i].ID) {
				c.bad("E-PARAM-TYPE", p.Pos, "expected "+f.Vars[p.Var].Name+" to have type "+c.b.TypeString(sig.Params[i].ID)+
					" as "+sig.Name+" has, found "+c.b.TypeString(p.Type.ID))
			}
		}
	}
	if f.hasExc(0) {
		c.bad("E-ENTRY-EXC", entry.Pos, "expected no exception parameter of the first block, found one")
	}
	if c.ssa && f.HasHeader {
		c.bad("E-SSA-FORM", f.Pos, "expected parameters at the first label, found a list after the signature")
	}
}

// hasExc reports whether a block has an exception parameter, or LANDINGPAD.
func (f *Function) hasExc(b BlockID) bool {
	blk := &f.Blocks[b]
	if blk.HasExc {
		return true
	}
	for i := range blk.Instrs {
		switch blk.Instrs[i].Op {
		case LANDINGPAD:
			return true
		case PHI:
			continue
		}
		break
	}
	return false
}

// headerType returns the type of a header parameter.
func (c *checker) headerType(i int) TypeID {
	if ps := c.b.Sigs[c.f.Sig.ID].Params; i < len(ps) {
		return ps[i].ID
	}
	return NoType
}

// collect goes over the function and finds out which variables are defined, of
// which types, and which cross blocks.
func (c *checker) collect() {
	f := c.f
	c.resultTypes = c.resultTypes[:0]
	var copies []idCopy
	phis := false
	excType := NoType
	exc := func() TypeID {
		if excType == NoType {
			excType = c.b.RefType(c.b.PlainType(KindVoid))
		}
		return excType
	}
	for b := range f.Blocks {
		blk := &f.Blocks[b]
		stamp := BlockID(b + 1)
		def := func(v VarID, t TypeID) {
			s := &c.vars[v]
			s.defined, s.block = true, stamp
			if s.typ == NoType {
				s.typ = t
			}
			s.excused = s.excused || t == NoType
		}
		use := func(o Operand) {
			if o.IsLocal() && c.vars[o.Var()].block != stamp {
				c.vars[o.Var()].crosses = true
			}
		}
		if b == 0 {
			for i, d := range f.Header {
				def(d.Var, c.headerType(i))
			}
		}
		for i := range blk.Params {
			def(blk.Params[i].Var, blk.Params[i].Type.ID)
		}
		if blk.HasExc {
			def(blk.Exc.Var, exc())
		}
		for i := range blk.Instrs {
			in := &blk.Instrs[i]
			for _, o := range in.Args {
				use(o)
			}
			for _, o := range in.KeepAlive {
				use(o)
			}
			for j := range in.Dests {
				if len(in.ResultsOn(j)) == 0 {
					c.useEdge(&in.Dests[j], use)
				}
			}
			if in.Op == PHI {
				phis = true
				for _, x := range in.Extra.Incoming {
					// Read at the end of another block.
					if x.Value.IsLocal() {
						c.vars[x.Value.Var()].crosses = true
					}
				}
			}
			start := len(c.resultTypes)
			c.resultTypes, _ = c.b.AppendResultTypes(c.resultTypes, in, func(Operand) TypeID { return NoType })
			for len(c.resultTypes)-start < len(in.Results) {
				c.resultTypes = append(c.resultTypes, NoType)
			}
			c.resultTypes = c.resultTypes[:start+len(in.Results)]
			for j, d := range in.Results {
				if in.Op == ID && len(in.Types) == 0 {
					s := &c.vars[d.Var]
					s.defined, s.copied, s.block = true, true, stamp
					copies = append(copies, idCopy{d.Var, in.Args[0]})
					continue
				}
				def(d.Var, c.resultTypes[start+j])
			}
			for j := range in.Dests {
				if len(in.ResultsOn(j)) > 0 {
					c.useEdge(&in.Dests[j], use)
				}
			}
		}
	}
	if len(copies) > 0 {
		c.propagate(copies)
	}
	c.preds = nil
	if phis {
		c.preds = f.predecessors()
	}
}

// VariableTypes returns the types of the variables of a function by VarID: that
// of a variable's first definition that has one, an ID giving the type of what it
// copies; NoType if there is none. If Check at LevelDefs finds no errors, all
// definitions of a variable whose value crosses blocks have equal types.
func (b *Bundle) VariableTypes(f *Function) []TypeID {
	c := checker{b: b}
	c.f, c.vars = f, make([]varState, len(f.Vars))
	for v := range c.vars {
		c.vars[v].typ = NoType
	}
	c.collect()
	types := make([]TypeID, len(f.Vars))
	for v := range types {
		types[v] = c.vars[v].typ
	}
	return types
}

// useEdge visits the arguments of an edge, those that are not written too.
func (c *checker) useEdge(d *Dest, use func(Operand)) {
	if d.HasArgs || d.Block == NoBlock {
		for _, o := range d.Args {
			use(o)
		}
		return
	}
	for i := range c.f.NumParams(d.Block) {
		use(Operand{Value: LocalValue(c.f.Param(d.Block, i)), Pos: d.Pos})
	}
}

// idCopy is dst = ID src.
type idCopy struct {
	dst VarID
	src Operand
}

// propagate finds the types of variables that only IDs define.
func (c *checker) propagate(copies []idCopy) {
	from := make([]int32, len(copies))
	for i, k := range copies {
		from[i] = int32(len(c.vars)) // a global: of no variable
		if k.src.IsLocal() {
			from[i] = int32(k.src.Var())
		}
	}
	uses := newAdjacency(from, len(c.vars)+1)
	var work []VarID
	for i, k := range copies {
		d := &c.vars[k.dst]
		if k.src.IsLocal() {
			if !c.vars[from[i]].defined {
				d.excused = true
			}
			continue
		}
		if t := c.b.EntityType(k.src.Entity()); t == NoType {
			d.excused = true
		} else if d.typ == NoType {
			d.typ = t
		}
	}
	for v := range c.vars {
		if c.vars[v].typ != NoType || c.vars[v].excused {
			work = append(work, VarID(v))
		}
	}
	for len(work) > 0 {
		v := work[len(work)-1]
		work = work[:len(work)-1]
		for _, i := range uses.of(int32(v)) {
			d, s := &c.vars[copies[i].dst], &c.vars[v]
			if d.typ == NoType && s.typ != NoType || s.typ == NoType && s.excused && !d.excused {
				if d.typ == NoType {
					d.typ = s.typ
				}
				d.excused = d.excused || s.typ == NoType
				work = append(work, copies[i].dst)
			}
		}
	}
}

// predecessors lists the blocks with an edge to each block, one for each edge.
func (f *Function) predecessors() *adjacency {
	var to []int32
	var from []int32
	for b := range f.Blocks {
		for i := range f.Blocks[b].Instrs {
			for j := range f.Blocks[b].Instrs[i].Dests {
				if t := f.Blocks[b].Instrs[i].Dests[j].Block; t != NoBlock {
					to, from = append(to, int32(t)), append(from, int32(b))
				}
			}
		}
	}
	a := newAdjacency(to, len(f.Blocks))
	for i, e := range a.list {
		a.list[i] = from[e]
	}
	return a
}

// typeOf returns the type of an operand at the present place, or NoType.
func (c *checker) typeOf(o Operand) TypeID {
	if !o.IsLocal() {
		return c.b.EntityType(o.Entity())
	}
	s := &c.vars[o.Var()]
	if s.block == c.blk+1 {
		return s.here
	}
	return s.typ
}

// define takes notice of a definition of a variable. Those of one group
// (parameters, or results of one instruction) happen at once: group is the place
// of the first.
func (c *checker) define(d Def, t TypeID, group Pos) {
	s := &c.vars[d.Var]
	name := c.f.Vars[d.Var].Name
	c.valueType(t, d.Pos, name)
	if c.ssa && name[0] == '$' {
		c.bad("E-SSA-FORM", d.Pos, "expected a name that starts with % or @, found "+name)
	}
	again := s.block == c.blk+1
	switch {
	case again && c.ssa:
		c.bad("E-MULTI-DEF", d.Pos, "expected one definition of "+name+" in the block, found another at "+c.b.Position(s.at).String())
	case again && s.at >= group && group != NoPos:
		c.bad("E-MULTI-DEF", d.Pos, "expected variables that differ, found "+name+" twice")
	}
	if c.level >= LevelDefs && !c.ssa {
		if again && s.here != NoType && t != NoType && !c.b.SameType(s.here, t) {
			c.mix(name, d.Pos, t, s.here, s.at)
		} else if s.hasFirst && s.first != NoType && t != NoType && (name[0] == '$' || s.crosses) && !c.b.SameType(s.first, t) {
			c.mix(name, d.Pos, t, s.first, s.firstPos)
		}
	}
	if !s.hasFirst || s.first == NoType {
		s.hasFirst, s.first, s.firstPos = true, t, d.Pos
	}
	s.block, s.here, s.at = c.blk+1, t, d.Pos
}

func (c *checker) mix(name string, pos Pos, t, first TypeID, firstPos Pos) {
	c.bad("E-TYPE-MIX", pos, "expected "+name+" to have type "+c.b.TypeString(first)+" as at "+c.b.Position(firstPos).String()+
		", found "+c.b.TypeString(t))
}

func (c *checker) block(id BlockID) {
	f := c.f
	b := &f.Blocks[id]
	c.blk, c.in = id, nil
	if c.ssa && !b.HasParams {
		c.bad("E-SSA-FORM", b.Pos, "expected a list of parameters at the label, found none")
	}
	group := NoPos
	if id == 0 {
		for i, d := range f.Header {
			if i == 0 {
				group = d.Pos
			}
			c.define(d, c.headerType(i), group)
		}
	}
	for i := range b.Params {
		p := &b.Params[i]
		if group == NoPos {
			group = p.Pos
		}
		c.typ(p.Type)
		c.define(Def{p.Var, p.Pos, p.Full}, p.Type.ID, group)
	}
	if b.HasExc {
		if group == NoPos {
			group = b.Exc.Pos
		}
		c.define(b.Exc, c.b.RefType(c.b.PlainType(KindVoid)), group)
	}
	head, pad := true, b.HasExc
	for i := range b.Instrs {
		if c.full() {
			return
		}
		in := &b.Instrs[i]
		c.in = in
		switch last := i == len(b.Instrs)-1; {
		case !last && in.IsTerminator():
			c.bad("E-TERM-MIDDLE", in.Pos, "expected instructions that end a block only at its end, found "+in.Op.String()+" before it")
		case last && !in.IsTerminator():
			c.bad("E-TERM-MISSING", in.Pos, "expected an instruction that ends the block at its end, found "+in.Op.String())
		}
		switch in.Op {
		case PHI, LANDINGPAD:
			if in.Op == PHI && id == 0 {
				c.bad("E-PHI-PLACE", in.Pos, "expected no PHI in the first block, where control comes from no block at first, found one")
			}
			if !head {
				c.bad("E-PHI-PLACE", in.Pos, "expected "+in.Op.String()+" only at the start of a block, found it behind another instruction")
			}
			if in.Op == LANDINGPAD {
				if pad {
					c.bad("E-PHI-PLACE", in.Pos, "expected one exception parameter, found LANDINGPAD as another")
				}
				pad = true
			} else {
				c.phi(in)
			}
			if group == NoPos {
				group = in.Pos
			}
		default:
			head = false
		}
		if !head {
			group = NoPos
		}
		c.instruction(in, group)
	}
	if len(b.Instrs) == 0 {
		c.in = nil
		c.bad("E-TERM-MISSING", b.Pos, "expected an instruction that ends the block, found none")
	}
}

// phi checks that a PHI has one value for each predecessor.
func (c *checker) phi(in *Instruction) {
	seen := map[BlockID]int{}
	preds := c.preds.of(int32(c.blk))
	for _, p := range preds {
		seen[BlockID(p)] = 1
	}
	for _, x := range in.Extra.Incoming {
		name := c.blockName(&x.Pred)
		if x.Pred.Block == NoBlock {
			c.bad("E-UNDEF-BLOCK", x.Pred.Pos, "expected a block of the function, found "+name)
			continue
		}
		switch seen[x.Pred.Block] {
		case 0:
			c.bad("E-PHI-PREDS", x.Pred.Pos, "expected predecessors of the block, found "+name+", which is none")
		case 2:
			c.bad("E-PHI-PREDS", x.Pred.Pos, "expected each predecessor once, found "+name+" again")
		default:
			seen[x.Pred.Block] = 2
		}
	}
	for _, p := range preds {
		if seen[BlockID(p)] == 1 {
			seen[BlockID(p)] = 2
			c.bad("E-PHI-PREDS", in.Pos, "expected a value for each predecessor, found none for "+c.f.Blocks[p].Name)
		}
	}
}

func (c *checker) blockName(r *BlockRef) string {
	if r.Name != "" || r.Block == NoBlock {
		return r.Name
	}
	return c.f.Blocks[r.Block].Name
}
