package mu

import "strconv"

// instruction checks an instruction. group is the place of the first
// definition at the start of the block if this is a PHI or LANDINGPAD.
func (c *checker) instruction(in *Instruction, group Pos) {
	b := c.b
	for _, t := range in.Types {
		c.typ(t)
	}
	if in.Sig.ID != NoSig {
		c.sig(in.Sig)
	}
	if c.ssa {
		switch in.Op {
		case PHI, LANDINGPAD, ID:
			c.bad("E-SSA-FORM", in.OpPos, "expected an instruction of SSA form, found "+in.Op.String())
		}
	}
	for _, o := range in.Args {
		c.use(o)
	}
	if in.Extra != nil {
		c.extra(in)
	}
	for _, o := range in.KeepAlive {
		if c.use(o) && !o.IsLocal() {
			c.bad("E-KEEPALIVE", o.Pos, "expected local variables in KEEPALIVE, found "+b.Entities[o.Entity()].Name)
		}
	}
	c.counts(in)
	if c.level >= LevelDefs {
		c.typeArgs(in)
	}
	if c.level == LevelFull {
		c.operandTypes(in)
	}
	for i := range in.Dests {
		if len(in.ResultsOn(i)) == 0 {
			c.edge(in, i)
		}
	}
	c.results(in, group)
	for i := range in.Dests {
		if len(in.ResultsOn(i)) > 0 {
			c.edge(in, i)
		}
	}
	if in.Op == SWITCH {
		c.cases(in)
	}
}

// use checks a mention of a value, and reports whether there is such a value.
func (c *checker) use(o Operand) bool {
	if !o.IsLocal() {
		return c.entity(o.Entity(), o.Pos, "a value", EntityConst, EntityGlobal, EntityFunc, EntityExpose)
	}
	s := &c.vars[o.Var()]
	name := c.f.Vars[o.Var()].Name
	switch {
	case !s.defined:
		c.bad("E-UNDEF", o.Pos, "expected a variable, found "+name+", which the function never defines")
		return false
	case c.ssa && s.block != c.blk+1:
		c.bad("E-UNDEF", o.Pos, "expected a variable that the block defines before, found "+name)
		return false
	}
	return true
}

// extra checks what few instructions have.
func (c *checker) extra(in *Instruction) {
	x := in.Extra
	for _, s := range x.Sigs {
		c.sig(s)
	}
	for i := range x.Incoming {
		o := x.Incoming[i].Value
		if !o.IsLocal() || !c.vars[o.Var()].defined {
			c.use(o)
		}
		if c.level == LevelFull && len(in.Types) > 0 {
			t := NoType
			if !o.IsLocal() {
				t = c.b.EntityType(o.Entity())
			} else {
				t = c.vars[o.Var()].typ
			}
			c.same("value "+ordinal(i), in.Types[0].ID, t, o)
		}
	}
	if in.Op == COMMINST && commonInsts[x.CommInst] == nil {
		c.warn("W-COMMINST", x.CommInstPos, "expected a common instruction that is known, found "+x.CommInst)
	}
}

// ordinal returns the number of the i-th of several things, counted from 1.
func ordinal(i int) string { return strconv.Itoa(i + 1) }

// number checks that there are as many things as there have to be.
func (c *checker) number(pos Pos, what string, want, found int) {
	if want != found {
		c.bad("E-ARG-COUNT", pos, "expected "+strconv.Itoa(want)+" "+what+", found "+strconv.Itoa(found))
	}
}

// counts checks the lengths of lists of arguments.
func (c *checker) counts(in *Instruction) {
	b := c.b
	switch in.Op {
	case CALL, TAILCALL, CCALL, NEWSTACK:
		if s := &b.Sigs[in.Sig.ID]; !s.Bad {
			c.number(in.OpPos, "arguments as "+s.Name+" has", len(s.Params), len(in.Args)-1)
		}
	case RET:
		if s := &b.Sigs[c.f.Sig.ID]; !s.Bad {
			c.number(in.OpPos, "values as "+s.Name+" returns", len(s.Returns), len(in.Args))
		}
	case NEWTHREAD, SWAPSTACK:
		if in.Flags&FlagThrowExc == 0 {
			ts, args := passed(in)
			c.number(in.OpPos, "values as PASS_VALUES has types", len(ts), len(args))
		}
	case COMMINST:
		if k := commonInsts[in.Extra.CommInst]; k != nil {
			name := in.Extra.CommInst
			c.number(in.OpPos, "type arguments of "+name, k.types, len(in.Types))
			c.number(in.OpPos, "signature arguments of "+name, k.sigs, len(in.Extra.Sigs))
			if len(in.Args) < len(k.operands) || !k.variadic {
				c.number(in.OpPos, "arguments of "+name, len(k.operands), len(in.Args))
			}
		}
	}
}

// passed returns the types and values of PASS_VALUES.
func passed(in *Instruction) ([]TypeRef, []Operand) {
	types, args := in.Types, in.Args[1:]
	if in.Op == SWAPSTACK {
		types = types[in.Extra.NumRetTypes:]
	}
	if in.Flags&FlagThreadLocal != 0 {
		args = args[1:]
	}
	return types, args
}

// results checks the results of an instruction, and defines them.
func (c *checker) results(in *Instruction, group Pos) {
	var known bool
	c.types, known = c.b.AppendResultTypes(c.types[:0], in, c.typeOf)
	written := len(in.Results) > 0 || in.Flags&FlagParenResults != 0
	if known && written && len(c.types) != len(in.Results) {
		c.bad("E-RESULT-COUNT", in.Pos, "expected "+strconv.Itoa(len(c.types))+" results of "+in.Op.String()+", found "+strconv.Itoa(len(in.Results)))
	}
	if group == NoPos && len(in.Results) > 1 {
		group = in.Results[0].Pos
	}
	for i, d := range in.Results {
		t := NoType
		if i < len(c.types) {
			t = c.types[i]
		}
		if s := &c.vars[d.Var]; t == NoType && in.Op == ID && c.level >= LevelDefs && s.typ == NoType && !s.excused {
			s.excused = true // report once
			c.bad("E-TYPE-UNKNOWN", d.Pos, "expected a definition of "+c.f.Vars[d.Var].Name+" that gives it a type, found only copies")
		}
		c.define(d, t, group)
	}
}

// excGivers holds the ops whose exceptional edge carries an exception.
func givesException(op Op) bool {
	switch op {
	case CALL, CCALL, TRAP, WATCHPOINT, SWAPSTACK, NEWTHREAD, NEWSTACK, COMMINST:
		return true
	}
	return false
}

// edge checks a destination. The results that are defined on the edge must be
// defined before, the others after.
func (c *checker) edge(in *Instruction, i int) {
	d, f := &in.Dests[i], c.f
	if d.Block == NoBlock {
		c.bad("E-UNDEF-BLOCK", d.Pos, "expected a block of the function, found "+d.Name)
	} else {
		c.target(in, d)
	}
	if c.ssa && !d.HasArgs {
		c.bad("E-SSA-FORM", d.Pos, "expected a list of arguments, found none")
	}
	onEdge := len(in.ResultsOn(i)) > 0
	for j, o := range d.Args {
		if c.ssa && !onEdge && o.IsLocal() && c.vars[o.Var()].block != c.blk+1 && hasResult(in, o.Var()) {
			c.bad("E-EXC-RESULT", o.Pos, "expected a value that is defined on the "+d.Kind.String()+" edge, found the result "+f.Vars[o.Var()].Name)
			continue
		}
		if c.use(o) && c.level == LevelFull && d.Block != NoBlock && j < f.NumParams(d.Block) {
			var want TypeID
			if d.Block == 0 && f.HasHeader {
				want = c.headerType(j)
			} else {
				want = f.Blocks[d.Block].Params[j].Type.ID
			}
			c.same("argument "+ordinal(j)+" of "+c.blockName(&d.BlockRef), want, c.typeOf(o), o)
		}
	}
}

func hasResult(in *Instruction, v VarID) bool {
	for _, d := range in.Results {
		if d.Var == v {
			return true
		}
	}
	return false
}

// target checks that an edge may lead to its block.
func (c *checker) target(in *Instruction, d *Dest) {
	f := c.f
	name := c.blockName(&d.BlockRef)
	if d.HasArgs {
		if want := f.NumParams(d.Block); want != len(d.Args) {
			c.bad("E-ARG-COUNT", d.Pos, "expected "+strconv.Itoa(want)+" arguments as "+name+" has parameters, found "+strconv.Itoa(len(d.Args)))
		}
	}
	if d.Block == 0 {
		msg := "expected a block other than the first, found " + name
		if c.ssa {
			c.bad("E-ENTRY-TARGET", d.Pos, msg)
		} else {
			c.warn("W-ENTRY-TARGET", d.Pos, msg)
		}
	}
	if !f.hasExc(d.Block) {
		return
	}
	if d.Kind != EdgeExceptional {
		c.bad("E-EXC-NORMAL", d.Pos, "expected a block without exception parameter as "+d.Kind.String()+" destination, found "+name)
	} else if !givesException(in.Op) {
		c.warn("W-EXC-VALUE", d.Pos, "expected an exceptional destination without exception parameter, as "+in.Op.String()+
			" gives no exception, found "+name)
	}
}

// cases checks that the cases of a SWITCH are constants, and distinct.
func (c *checker) cases(in *Instruction) {
	seen := map[uint64]bool{}
	entities := map[EntityID]bool{}
	for i := range in.Dests {
		d := &in.Dests[i]
		if d.Kind != EdgeCase {
			continue
		}
		if d.Case.IsLocal() {
			c.bad("E-CASE", d.Case.Pos, "expected a constant, found "+c.f.Vars[d.Case.Var()].Name)
			continue
		}
		e := d.Case.Entity()
		if !c.entity(e, d.Case.Pos, "a constant", EntityConst) {
			continue
		}
		k := &c.b.Consts[c.b.Entities[e].Index]
		again := entities[e]
		entities[e] = true
		if t := &c.b.Types[k.Type.ID]; k.Kind == ConstInt && !(t.Kind == KindInt && t.Size > 64) {
			v := k.Int.Uint64()
			if t.Kind == KindInt && t.Size < 64 {
				v &= 1<<t.Size - 1
			}
			again = again || seen[v]
			seen[v] = true
		}
		if again {
			c.bad("E-CASE-DUP", d.Case.Pos, "expected cases that differ, found the value of "+k.Name+" again")
		}
		if c.level == LevelFull {
			c.same("case", in.Types[0].ID, k.Type.ID, d.Case)
		}
	}
}
