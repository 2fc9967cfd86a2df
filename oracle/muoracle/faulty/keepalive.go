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
		if b.is(keepAliveDrops) && x.isDefault() {
			continue
		}
		v := x.now
		if old, ok := b.kept[o.Var()]; ok && b.is(keepAliveStale) && !v.IsLocal() {
			v = old
		} else if !v.IsLocal() || b.is(keepAliveAlways) {
			var ok bool
			if v, ok = b.local(in, o, x); !ok {
				continue
			}
		}
		kept = append(kept, mu.Operand{Value: v, Pos: o.Pos, Full: o.Full && v.IsLocal()})
	}
	return kept
}

// local makes the value of a variable a variable of the result, and returns that.
func (b *block) local(in *mu.Instruction, o mu.Operand, x *value) (mu.Value, bool) {
	v, from, before := o.Var(), convert.FromMaterialized, x.now
	arg := before
	if x.isDefault() {
		d, ok := b.defaultOf(in, o, x, convert.PlaceKeepAlive)
		if !ok {
			return 0, false
		}
		from, arg = convert.FromDefault, d
	}
	if b.is(keepAliveConstant) {
		return arg, true
	}
	if !arg.IsLocal() || b.is(keepAliveAlways) {
		t := b.typeOf(v, x)
		if t == mu.NoType {
			b.typeUnknown(b.n, in, v)
			return 0, false
		}
		b.insert(v, x, b.killDependency(t, arg), from)
	}
	if from == convert.FromDefault {
		b.init(x.never, convert.PlaceKeepAlive, 0, x.now)
	}
	kept := x.now
	b.kept[v] = kept
	if b.is(keepAliveEachTime) {
		x.now = before
	}
	return kept, true
}
