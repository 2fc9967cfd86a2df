package faulty

import (
	"slices"

	"assay/mu"
	"assay/mu/convert"
)

// keepAlive returns the operands of KEEPALIVE. They have to be variables. What is
// a constant or another top-level entity becomes one by an instruction, once for
// each variable in a block unless it is assigned anew.
func (b *block) keepAlive(in *mu.Instruction) []mu.Operand {
	var kept []mu.Operand
	list := in.KeepAlive
	if b.is(keepAliveSorted) {
		list = slices.Clone(list)
		slices.SortFunc(list, func(o, p mu.Operand) int { return int(o.Value - p.Value) })
	}
	seen := set{}
	for _, o := range list {
		if b.is(keepAliveUnique) && seen[o.Var()] {
			continue
		}
		seen[o.Var()] = true
		x := b.value(o.Var())
		if b.is(keepAliveDrops) && x.now == convert.Unassigned {
			continue
		}
		v := x.now
		if old, ok := b.kept[o.Var()]; ok && b.is(keepAliveStale) && !v.IsLocal() {
			v = old
		} else if !v.IsLocal() || b.is(keepAliveAlways) {
			if v = b.local(in, o, x); v == convert.Unassigned {
				continue
			}
		}
		kept = append(kept, mu.Operand{Value: v, Pos: o.Pos, Full: o.Full && v.IsLocal()})
	}
	return kept
}

// local returns a variable that has the value of a variable which is not local
// now, or convert.Unassigned if there is none.
func (b *block) local(in *mu.Instruction, o mu.Operand, x value) mu.Value {
	v, from, arg := o.Var(), convert.FromMaterialized, x.now
	if x.now == convert.Unassigned {
		d, ok := b.defaultOf(in, o, x, convert.PlaceKeepAlive)
		if !ok {
			return convert.Unassigned
		}
		if d.IsLocal() {
			b.init(x.never, convert.PlaceKeepAlive, 0, d)
			return d
		}
		from, arg = convert.FromDefault, d
	}
	if b.is(keepAliveConstant) {
		return arg
	}
	t := b.typeOf(v, x)
	if t == mu.NoType {
		b.typeUnknown(b.n, in, v)
		return convert.Unassigned
	}
	x.typ = t
	before, had := b.cur[v]
	k := b.insert(v, x, b.killDependency(t, arg), from)
	if from == convert.FromDefault {
		b.init(x.never, convert.PlaceKeepAlive, 0, k)
	}
	b.kept[v] = k
	if b.is(keepAliveEachTime) {
		b.cur[v] = before
		if !had {
			delete(b.cur, v)
		}
	}
	return k
}
