package faulty

import (
	"assay/mu"
	"assay/mu/convert"
)

// copy makes the result of an ID hold what its operand does at this place. If
// nothing has assigned the operand, nothing has assigned the result.
func (b *block) copy(i int) {
	in := &b.n.body[i]
	if len(in.Results) == 0 {
		return
	}
	v, o := in.Results[0].Var, in.Args[0]
	x := b.valueOf(o)
	if b.is(copiesAtOnce) && o.IsLocal() {
		x = b.beforeRun(i)
	}
	if b.is(defaultAtCopy) {
		b.read(in, o, convert.PlaceUse, 0)
	}
	b.cur[v] = x
	x.copied = x.copied || x.never == v
	now := x.now
	if x.dead && now == convert.Unassigned {
		now = convert.Unknown
	}
	b.step(v, now, convert.FromCopy, 0)
	if b.is(copyByName) {
		delete(b.alias, v)
		if o.IsLocal() && o.Var() != v {
			b.alias[v] = o.Var()
		}
	}
}

// beforeRun returns what the operand of an ID held before the IDs that stand
// directly before this one; for a fault.
func (b *block) beforeRun(i int) *value {
	if i == 0 || !b.isCopy(&b.n.body[i-1]) {
		b.run = map[mu.VarID]*value{}
		for v, x := range b.cur {
			b.run[v] = x
		}
	}
	v := b.n.body[i].Args[0].Var()
	if x, ok := b.run[v]; ok {
		return x
	}
	return &value{now: convert.Unassigned, never: v, typ: b.types[v]}
}

// keepCopy makes an ID that has a name an instruction of SSA form. Its operand is
// in its place already; source is what it held.
func (b *block) keepCopy(out *mu.Instruction, source *value) {
	in := *out
	t := mu.NoType
	switch {
	case len(in.Types) > 0:
		t = in.Types[0].ID
	case len(in.Results) > 0:
		t = b.typeOf(in.Results[0].Var, source)
	default:
		t = source.typ
	}
	if t == mu.NoType {
		b.problem(b.n, out, "E-TYPE-UNKNOWN", in.Pos, "expected an operand whose type is known, found one of ID whose is not")
		return
	}
	k := b.killDependency(t, in.Args[0].Value)
	out.Op, out.Flags, out.Extra, out.Types, out.Sig = k.Op, in.Flags|k.Flags, k.Extra, k.Types, k.Sig
}
