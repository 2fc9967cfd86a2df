package mugen

import "assay/mu"

// refValue returns an instruction that yields a ref.
func (g *generator) refValue(s shapeID, b int) mu.Instruction {
	t := g.shapes[s].elems[0]
	if b%4 == 3 || s == excRef && b%2 == 1 {
		for i := range g.menu {
			from := g.menu[(b/4+i)%len(g.menu)]
			if from != s && g.kind(from) == mu.KindRef {
				return g.one(mu.REFCAST, g.use(from), from, s)
			}
		}
	}
	if g.kind(t) == mu.KindVoid || g.kind(t) == mu.KindHybrid {
		return g.anyValue(s, b)
	}
	return mu.Instruction{Op: mu.NEW, Types: g.types(t)}
}

// location returns a location of a shape that is not NULL, if there is one.
func (g *generator) location(t shapeID) (mu.Operand, bool) {
	ref, iref := g.shapes[t].ref, g.shapes[t].iref
	if iref != noShape {
		for _, v := range g.cells {
			if g.vars[v].shape == iref && (!g.ssa || g.assignedHere(v)) {
				return g.local(v), true
			}
		}
	}
	if ref != noShape {
		for _, v := range g.cells {
			if g.vars[v].shape == ref && !g.ssa {
				d := g.target(g.irefTo(t), nil)
				g.emitTo(d, g.one(mu.GETIREF, g.local(v), t))
				return g.local(d), true
			}
		}
	}
	if g.isCell(t) && g.c.Bool() {
		return mu.Global(g.global(t)), true
	}
	if g.has(FeatureUndefined) && g.c.Chance(16) {
		return g.use(g.irefTo(t)), true
	}
	return mu.Operand{}, false
}

// irefValue returns an instruction that yields an iref.
func (g *generator) irefValue(s shapeID, b int) mu.Instruction {
	t := g.shapes[s].elems[0]
	switch b % 4 {
	case 1:
		for _, u := range g.structs {
			for i, e := range g.shapes[u].elems[:g.shapes[u].n] {
				if e != t {
					continue
				}
				if at, ok := g.location(u); ok {
					in := g.one(mu.GETFIELDIREF, at, u)
					in.Extra = g.extra(mu.Extra{Index: mu.IntLit{Lo: uint64(i)}})
					return in
				}
			}
		}
	case 2:
		for _, u := range g.sequences {
			if g.shapes[u].elems[0] != t {
				continue
			}
			if at, ok := g.location(u); ok {
				return g.two(mu.GETELEMIREF, at, g.index(u), u, i64)
			}
		}
	case 3:
		if at, ok := g.location(t); ok && at.IsLocal() {
			return g.killDependency(s, at)
		}
	}
	if k := g.kind(t); k == mu.KindVoid || k == mu.KindHybrid {
		return g.anyValue(s, b)
	}
	return mu.Instruction{Op: mu.ALLOCA, Types: g.types(t)}
}

// load returns an instruction that loads a value of a shape.
func (g *generator) load(s shapeID) (mu.Instruction, bool) {
	for i := range g.targets {
		t := g.targets[(i+int(s))%len(g.targets)]
		if g.strong(t) != s {
			continue
		}
		at, ok := g.location(t)
		if !ok {
			continue
		}
		return g.access(t, at), true
	}
	return mu.Instruction{}, false
}

// access returns an instruction that reads a location, and may write it.
func (g *generator) access(t shapeID, at mu.Operand) mu.Instruction {
	order := [...]mu.MemOrder{mu.NoOrder, mu.NotAtomic, mu.SeqCst, mu.Acquire}[g.c.Intn(4)]
	if g.kind(t) == mu.KindInt && (t == i64 || t == i32) {
		switch b := g.c.Byte(); {
		case b >= 224:
			in := g.two(mu.ATOMICRMW, at, g.use(t), t)
			in.Order, in.RMW = mu.SeqCst, rmwOps[int(b)%len(rmwOps)]
			return in
		}
	}
	if order != mu.NoOrder && order != mu.NotAtomic && g.kind(t) != mu.KindInt {
		order = mu.NoOrder
	}
	in := g.one(mu.LOAD, at, t)
	in.Order = order
	return in
}

// store returns a STORE.
func (g *generator) store() (mu.Instruction, bool) {
	if len(g.targets) == 0 {
		return mu.Instruction{}, false
	}
	t := g.targets[g.c.Intn(len(g.targets))]
	at, ok := g.location(t)
	if !ok {
		return mu.Instruction{}, false
	}
	in := g.two(mu.STORE, at, g.use(g.strong(t)), t)
	if g.kind(t) == mu.KindInt && g.c.Bool() {
		in.Order = mu.SeqCst
	}
	return in, true
}

// exchange returns a CMPXCHG, which has two results.
func (g *generator) exchange() (mu.Instruction, bool) {
	at, ok := g.location(i64)
	if !ok {
		return mu.Instruction{}, false
	}
	in := mu.Instruction{Op: mu.CMPXCHG, Order: mu.SeqCst, Order2: mu.SeqCst, Types: g.types(i64)}
	in.Args = g.operands.list(at, g.use(i64), g.use(i64))
	return in, true
}
