package convert

import "assay/mu"

// The common instructions that make values.
const (
	killDependency = "@uvm.kill_dependency"
	fromFP         = "@uvm.tr64.from_fp"
)

// defaultValue returns the default that a variable holds, by its node: a constant,
// or, as tagref64 has no constants, the result of an instruction that is put here.
// The variable need not be the one that nothing has assigned: it may be a copy, and
// the other have a value now.
func (r *renamer) defaultValue(in *mu.Instruction, v mu.VarID, n int32, pos mu.Pos) mu.Value {
	x := &r.nodes[n]
	if x.value != Unassigned {
		return x.value
	}
	t := r.typeOf(x.origin, in)
	e, bad := r.defaults.constant(t)
	switch {
	case bad != nil:
		if pos == mu.NoPos {
			pos = r.f.Vars[x.origin].Pos
		}
		r.problem(mu.Error, bad.code, in, pos, r.f.Vars[x.origin].Name+", which nothing can have assigned here: "+bad.msg)
		x.value = mu.GlobalValue(0) // what is made now is not used
	case e != mu.NoEntity:
		x.value = mu.GlobalValue(e)
	default:
		zero, _ := r.defaults.constant(r.b.PlainType(mu.KindDouble))
		made := r.insert(v, fromFP, nil, zero, FromDefault)
		r.setLocal(v, n, made)
		return made
	}
	return x.value
}

// setLocal makes all variables that hold a node hold the result of an instruction
// that was put here. In the older form the node is known in other blocks too, which
// do not see the result, and so only the variable does.
func (r *renamer) setLocal(v mu.VarID, n int32, x mu.Value) {
	if r.phi != nil {
		r.nodes = append(r.nodes, node{value: x, origin: r.nodes[n].origin, typ: r.nodes[n].typ, by: r.nodes[n].by, rank: r.nodes[n].rank})
		r.setNode(v, int32(len(r.nodes)-1))
	} else {
		r.nodes[n].value = x
	}
}

// insert puts a common instruction here that makes a value for a variable from a
// top-level entity.
func (r *renamer) insert(v mu.VarID, name string, types []mu.TypeRef, e mu.EntityID, from Source) mu.Value {
	in := mu.Instruction{Op: mu.COMMINST, Flags: mu.FlagArgs, Types: types, Extra: &mu.Extra{CommInst: name}}
	if len(types) > 0 {
		in.Flags |= mu.FlagTypes
	}
	in.Args = r.room(1)
	in.Args[0] = mu.Global(e)
	o := r.define(v)
	start := len(r.defs)
	r.defs = append(r.defs, mu.Def{Var: o})
	in.Results = keep(r.defs, start)
	r.step(v, mu.LocalValue(o), from, r.next(), 0)
	r.instrs = append(r.instrs, in)
	return mu.LocalValue(o)
}

// local returns what an operand of KEEPALIVE holds, as a variable: KEEPALIVE takes
// no others. Its value goes through an instruction if it is a global one, and the
// variable has the result from here on.
func (r *renamer) local(in *mu.Instruction, o mu.Operand) mu.Value {
	v := o.Var()
	n := r.node(v)
	if r.nodes[n].value.IsLocal() {
		return r.nodes[n].value
	}
	origin, from := r.nodes[n].origin, FromMaterialized
	x := r.nodes[n].value
	if origin != mu.NoVar {
		x, from = r.defaultValue(in, v, n, o.Pos), FromDefault
	}
	if !x.IsLocal() {
		x = r.insert(v, killDependency, []mu.TypeRef{{ID: r.typeHere(v, in)}}, x.Entity(), from)
		r.setLocal(v, n, x)
	} else if r.phi != nil {
		r.setLocal(v, n, x)
	}
	if origin != mu.NoVar {
		r.init(origin, PlaceKeepAlive, 0, x)
	}
	return x
}

// typeOf returns a type with a name that is equal to that of a variable.
func (r *renamer) typeOf(v mu.VarID, in *mu.Instruction) mu.TypeID {
	t := r.types[v]
	if t == mu.NoType {
		if !r.untyped[v] {
			r.untyped[v] = true
			r.problem(mu.Error, "E-TYPE-UNKNOWN", in, r.f.Vars[v].Pos, "expected a definition of "+r.f.Vars[v].Name+
				" that gives it a type, since its value crosses blocks or is a default; found none")
		}
		return 0 // what is made now is not used
	}
	return r.defaults.named(t)
}

// typeHere returns a type with a name that is equal to that of what a variable
// holds. A variable whose value crosses no blocks may have another in each.
func (r *renamer) typeHere(v mu.VarID, in *mu.Instruction) mu.TypeID {
	if t := r.nodeType(r.node(v)); t != mu.NoType && (r.types[v] == mu.NoType || !r.b.SameType(t, r.types[v])) {
		return r.defaults.named(t)
	}
	return r.typeOf(v, in)
}

// nodeType returns the type of what a node stands for, or mu.NoType.
func (r *renamer) nodeType(n int32) mu.TypeID {
	x := &r.nodes[n]
	switch {
	case x.origin != mu.NoVar:
		return r.types[x.origin]
	case x.typ == exceptionType:
		return r.b.RefType(r.b.PlainType(mu.KindVoid))
	case x.typ != mu.NoType || x.by == nil:
		return x.typ
	case x.by.Op == mu.ID && len(x.by.Types) == 0:
		if o := x.by.Args[0]; !o.IsLocal() {
			return r.b.EntityType(o.Entity())
		}
		return mu.NoType
	}
	types, _ := r.b.AppendResultTypes(nil, x.by, func(mu.Operand) mu.TypeID { return mu.NoType })
	if int(x.rank) < len(types) {
		return types[x.rank]
	}
	return mu.NoType
}

// operandType returns the type of the operand of an ID.
func (r *renamer) operandType(in *mu.Instruction) mu.TypeID {
	if o := in.Args[0]; !o.IsLocal() {
		if t := r.b.EntityType(o.Entity()); t != mu.NoType {
			return r.defaults.named(t)
		}
		for _, d := range in.Results {
			return r.typeOf(d.Var, in)
		}
		return 0
	}
	return r.typeHere(in.Args[0].Var(), in)
}
