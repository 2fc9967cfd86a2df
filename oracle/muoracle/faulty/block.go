package faulty

import (
	"assay/mu"
	"assay/mu/convert"
)

// value is what a variable holds at a place. A variable and its copies share one,
// so that a constant or a default that is made a variable is so for all of them.
type value struct {
	// now is a variable of the result, a top-level entity, or convert.Unassigned.
	now mu.Value
	// never is the variable that nothing can have assigned, whose default this
	// is, or mu.NoVar.
	never mu.VarID
	// typ is the type, or mu.NoType if it is not known.
	typ mu.TypeID
	// dead says that nothing but copies reads the variable here: it may hold
	// anything.
	dead bool
	// copied says that the variable never was assigned since, by a copy of its default.
	copied bool
}

// block is a block under conversion.
type block struct {
	*function
	n   *node
	out mu.Block
	bm  convert.BlockMap
	// cur holds the values of variables at the present place. A variable that is
	// not in it has not been assigned.
	cur map[mu.VarID]*value
	// missed holds the variables that are read though nothing has assigned them.
	missed set
	// used and count are what names are chosen by.
	used  map[string]bool
	count map[mu.VarID]int

	// What follows is for faults only. alias holds the sources of IDs, kept what
	// was materialised; late holds instructions behind the terminator.
	alias map[mu.VarID]mu.VarID
	kept  map[mu.VarID]mu.Value
	late  []mu.Instruction
	run   map[mu.VarID]*value
}

// convert makes the block of the result for a node, and its part of the map.
func (w *function) convert(n *node) {
	b := &block{function: w, n: n, cur: map[mu.VarID]*value{}, missed: set{}, used: map[string]bool{}, count: map[mu.VarID]int{},
		alias: map[mu.VarID]mu.VarID{}, kept: map[mu.VarID]mu.Value{}}
	b.out = mu.Block{Name: n.src.Name, Pos: n.src.Pos, HasParams: true}
	b.bm.From = n.from
	for _, p := range n.params {
		b.param(p, convert.FromParam)
	}
	for _, v := range w.implicit(n) {
		t := w.types[v]
		if t == mu.NoType {
			w.typeUnknown(n, nil, v)
			continue
		}
		b.param(mu.Param{Var: v, Type: mu.TypeRef{ID: w.named(t)}}, convert.FromImplicit)
	}
	if d := n.exc; d != nil {
		t := w.bundle.RefType(w.bundle.PlainType(mu.KindVoid))
		b.out.HasExc, b.out.Exc = true, b.define(*d, t, convert.FromException)
	}
	for _, v := range w.unassigned(n) {
		b.missed[v] = true
		b.bm.Entry = append(b.bm.Entry, convert.Binding{Var: v, Value: convert.Unassigned, Source: convert.FromNothing})
	}
	for i := range n.body {
		b.instruction(i)
	}
	b.out.Instrs = append(b.out.Instrs, b.late...)
	w.result.Blocks = append(w.result.Blocks, b.out)
	w.fm.Blocks = append(w.fm.Blocks, b.bm)
}

// param adds a parameter.
func (b *block) param(p mu.Param, from convert.Source) {
	p.Var = b.define(mu.Def{Var: p.Var}, p.Type.ID, from).Var
	b.out.Params = append(b.out.Params, p)
}

// define gives a variable a value of its own, with a name that is free, and
// returns its definition in the result. What the head defines goes into the map.
func (b *block) define(d mu.Def, t mu.TypeID, from convert.Source) mu.Def {
	o := b.name(d.Var)
	b.cur[d.Var] = &value{now: mu.LocalValue(o), never: mu.NoVar, typ: t}
	delete(b.alias, d.Var)
	switch from {
	case convert.FromParam, convert.FromImplicit, convert.FromException:
		b.bm.Entry = append(b.bm.Entry, convert.Binding{Var: d.Var, Value: mu.LocalValue(o), Source: from})
	}
	return mu.Def{Var: o, Pos: d.Pos, Full: d.Full}
}

// step notes what a variable is assigned.
func (b *block) step(v mu.VarID, x mu.Value, from convert.Source, result int) {
	b.bm.Steps = append(b.bm.Steps, convert.Step{Binding: convert.Binding{Var: v, Value: x, Source: from},
		Instr: int32(len(b.out.Instrs)), Result: int32(result)})
}

// isDefault reports whether a value is a default that is no variable yet.
func (x *value) isDefault() bool { return x.never != mu.NoVar && !x.now.IsLocal() }

// value returns what a variable holds.
func (b *block) value(v mu.VarID) *value {
	seen := set{}
	for src, ok := b.alias[v]; ok && !seen[v]; src, ok = b.alias[v] {
		seen[v], v = true, src
	}
	if b.cur[v] == nil {
		b.cur[v] = &value{now: convert.Unassigned, never: v, typ: b.types[v], dead: !b.missed[v]}
	}
	return b.cur[v]
}

// valueOf returns what an operand is.
func (b *block) valueOf(o mu.Operand) *value {
	if o.IsLocal() {
		return b.value(o.Var())
	}
	return &value{now: o.Value, never: mu.NoVar, typ: b.bundle.EntityType(o.Entity())}
}

// instruction converts an instruction.
func (b *block) instruction(i int) {
	in := &b.n.body[i]
	if b.isCopy(in) {
		b.copy(i)
		return
	}
	inits := len(b.fm.Inits)
	out := *in
	source := &value{}
	if in.Op == mu.ID {
		source = b.valueOf(in.Args[0])
	}
	out.Args = b.operands(in)
	out.KeepAlive = b.keepAlive(in)
	if in.Op == mu.ID {
		b.keepCopy(&out, source)
	}
	last := i == len(b.n.body)-1
	var args [][]mu.Operand
	if last {
		args = b.edgeArgs(in)
	}
	if in.IsOSRPoint() {
		b.bm.Points = append(b.bm.Points, convert.Point{In: int32(b.n.first + i), Out: int32(len(b.out.Instrs)), Steps: int32(len(b.bm.Steps))})
	}
	out.Results = nil
	types, _ := b.bundle.AppendResultTypes(nil, &out, func(mu.Operand) mu.TypeID { return source.typ })
	for j, d := range in.Results {
		t := mu.NoType
		if j < len(types) {
			t = types[j]
		}
		out.Results = append(out.Results, b.define(d, t, convert.FromResult))
		b.step(d.Var, b.cur[d.Var].now, convert.FromResult, j)
	}
	if last {
		out.Dests = b.dests(args)
	}
	for j := range b.fm.Inits[inits:] {
		b.fm.Inits[inits+j].Instr = int32(len(b.out.Instrs))
	}
	b.out.Instrs = append(b.out.Instrs, out)
}

// operands returns the operands of an instruction.
func (b *block) operands(in *mu.Instruction) []mu.Operand {
	var args []mu.Operand
	for _, o := range in.Args {
		args = append(args, b.read(in, o, convert.PlaceUse, 0))
	}
	return args
}

// read returns what an operand is, the default if nothing has assigned it.
func (b *block) read(in *mu.Instruction, o mu.Operand, place convert.Place, rank int) mu.Operand {
	if !o.IsLocal() {
		return o
	}
	x := b.value(o.Var())
	if x.isDefault() {
		d, ok := b.defaultOf(in, o, x, place)
		if !ok {
			return o
		}
		b.init(x.never, place, rank, d)
		x.now = d
	}
	return mu.Operand{Value: x.now, Pos: o.Pos, Full: o.Full && x.now.IsLocal()}
}

// init notes that a default stands somewhere in the next instruction. Which one
// that is is known when it is there.
func (b *block) init(v mu.VarID, place convert.Place, rank int, x mu.Value) {
	b.fm.Inits = append(b.fm.Inits, convert.Init{Var: v, Block: b.n.id, Edge: int32(rank), Place: place, Value: x})
}

// typeOf returns the type of a variable that holds a value. Where one name stands
// for variables of several types in several blocks, the value tells which.
func (b *block) typeOf(v mu.VarID, x *value) mu.TypeID {
	t := b.types[v]
	if x.typ != mu.NoType && (t == mu.NoType || !b.bundle.SameType(t, x.typ)) {
		return x.typ
	}
	return t
}

// typeUnknown reports that a type is needed and not known.
func (w *function) typeUnknown(n *node, in *mu.Instruction, v mu.VarID) {
	name := w.f.Vars[v].Name
	w.problem(n, in, "E-TYPE-UNKNOWN", w.f.Vars[v].Pos, "expected a definition of "+name+" that gives it a type, found none")
}

// insert adds an instruction that makes the value of a variable a variable of the
// result.
func (b *block) insert(v mu.VarID, x *value, in mu.Instruction, from convert.Source) {
	in.Results = []mu.Def{{Var: b.name(v)}}
	x.now = mu.LocalValue(in.Results[0].Var)
	b.step(v, x.now, from, 0)
	b.out.Instrs = append(b.out.Instrs, in)
}

// commonInstruction returns an instruction with the name of a common instruction
// and one operand.
func commonInstruction(name string, arg mu.Value) mu.Instruction {
	return mu.Instruction{Op: mu.COMMINST, Flags: mu.FlagArgs, Extra: &mu.Extra{CommInst: name},
		Args: []mu.Operand{{Value: arg}}, Sig: mu.SigRef{ID: mu.NoSig}}
}

// killDependency returns an instruction that yields its operand.
func (b *block) killDependency(t mu.TypeID, arg mu.Value) mu.Instruction {
	in := commonInstruction("@uvm.kill_dependency", arg)
	in.Flags |= mu.FlagTypes
	in.Types = []mu.TypeRef{{ID: b.named(t)}}
	return in
}
