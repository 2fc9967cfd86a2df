package mugen

import "assay/mu"

// nameMix says how a function names its variables: how many of 256 have a $, a
// global name, a suffix, and how many mentions are in full.
type nameMix struct {
	dollar, global, suffix, full int
}

// drawNames decides how a function names its variables.
func (g *generator) drawNames() nameMix {
	var m nameMix
	if g.ssa {
		if g.has(FeatureFullName) {
			m.full = g.c.Intn(64)
		}
		return m
	}
	if g.has(FeatureDollar) {
		m.dollar = int(g.c.Byte())
	}
	if g.has(FeatureGlobalName) {
		m.global = g.c.Intn(64)
	}
	if g.has(FeatureCollision) {
		m.suffix = g.c.Intn(128)
	}
	if g.has(FeatureFullName) {
		m.full = g.c.Intn(64)
	}
	return m
}

// freeName returns a name that is not taken.
func (g *generator) freeName() nameID {
	sigil, suffix := percentName, 0
	if g.names.dollar > 0 && g.c.Chance(g.names.dollar) {
		sigil = dollarName
	}
	if g.names.global > 0 && g.c.Chance(g.names.global) {
		sigil = globalName
	}
	if g.names.suffix > 0 && g.c.Chance(g.names.suffix) {
		suffix = 1 + g.c.Intn(numSuffixes-1)
	}
	// A suffix is of more use on a name that exists without.
	first := len(g.vars)
	if suffix > 0 {
		first = 0
	}
	for i := range numLetters {
		if n := makeName(sigil, (first+i)%numLetters, suffix); !g.used.has(n) {
			return n
		}
	}
	for n := range nameID(numNames) {
		if !g.used.has(n) {
			return n
		}
	}
	return numNames
}

// named adds a variable of a name, or returns mu.NoVar if the name is taken. One
// without shape is in no list.
func (g *generator) named(n nameID, s shapeID) mu.VarID {
	if n >= numNames || g.used.has(n) {
		return mu.NoVar
	}
	g.used.add(n)
	v := mu.VarID(len(g.vars))
	g.vars = append(g.vars, variable{name: n, shape: s})
	if s != noShape {
		g.needShape(s)
		g.byShape[s] = append(g.byShape[s], v)
	}
	return v
}

// needShape makes sure that there is a list of the variables of a shape.
func (g *generator) needShape(s shapeID) {
	for len(g.byShape) <= int(s) {
		g.byShape = append(g.byShape, nil)
	}
}

// newVariable adds a variable, or returns an old one when there are no more names.
func (g *generator) newVariable(s shapeID) mu.VarID {
	if v := g.named(g.freeName(), s); v != mu.NoVar {
		return v
	}
	panic("gen/mugen: out of names")
}

// assignable returns a variable of a shape that any instruction may assign, or
// mu.NoVar if there is none; none of the given ones, nor, if fresh is set, one
// that the block assigned.
func (g *generator) assignable(s shapeID, others []mu.Def, fresh bool) mu.VarID {
	g.needShape(s)
	vs := g.byShape[s]
	if len(vs) == 0 {
		return mu.NoVar
	}
	k := g.c.Intn(min(len(vs), 256))
	for i := range vs {
		v := vs[(k+i)%len(vs)]
		if !g.vars[v].fixed && !contains(others, v) && !(fresh && g.assignedHere(v)) {
			return v
		}
	}
	return mu.NoVar
}

// maxPerShape bounds the variables of one shape that instructions bring up.
const maxPerShape = 6

// target returns a variable of a shape to assign, other than those given.
func (g *generator) target(s shapeID, others []mu.Def) mu.VarID {
	if g.ssa {
		return g.ssaVariable(s)
	}
	v := g.assignable(s, others, false)
	if v == mu.NoVar || len(g.byShape[s]) < maxPerShape && g.c.Chance(64) {
		return g.newVariable(s)
	}
	return v
}

func contains(ds []mu.Def, v mu.VarID) bool {
	for _, d := range ds {
		if d.Var == v {
			return true
		}
	}
	return false
}

// assigned takes notice of an assignment in the block under way.
func (g *generator) assigned(v mu.VarID) {
	if g.ssa && !g.assignedHere(v) {
		s := g.vars[v].shape
		g.needShape(s)
		g.byShape[s] = append(g.byShape[s], v)
	}
	g.vars[v].block = g.cur + 1
}

// assignedHere reports whether the block under way assigned a variable.
func (g *generator) assignedHere(v mu.VarID) bool { return g.vars[v].block == g.cur+1 }

// full reports whether a mention of a variable is to be written in full.
func (g *generator) full(v mu.VarID) bool {
	return g.names.full > 0 && g.vars[v].name < dollarName && g.c.Chance(g.names.full)
}

// def returns a mention of a variable that is assigned.
func (g *generator) def(v mu.VarID) mu.Def { return mu.Def{Var: v, Full: g.full(v)} }

// local returns a mention of a variable that is read. Full names are of variables
// that the block defines.
func (g *generator) local(v mu.VarID) mu.Operand {
	o := mu.Local(v)
	o.Full = g.assignedHere(v) && g.full(v)
	return o
}

// use returns an operand of a shape.
func (g *generator) use(s shapeID) mu.Operand { return g.useBut(s, nil) }

// useBut returns an operand of a shape that is none of the given results, unless
// the block assigned it before.
func (g *generator) useBut(s shapeID, results []mu.Def) mu.Operand {
	if g.has(FeatureConstant) && g.c.Chance(48) {
		if e, ok := g.constant(s); ok {
			return mu.Global(e)
		}
	}
	g.needShape(s)
	if vs := g.byShape[s]; len(vs) > 0 {
		k := g.c.Intn(min(len(vs), 256))
		for i := range vs {
			if v := vs[(k+i)%len(vs)]; !contains(results, v) || g.assignedHere(v) {
				return g.local(v)
			}
		}
	}
	if g.ssa || g.c.Bool() {
		if e, ok := g.constant(s); ok {
			return mu.Global(e)
		}
	}
	if g.ssa {
		// Only an instruction can make such a value.
		v := g.ssaVariable(s)
		g.emitTo(v, mu.Instruction{Op: mu.TRAP, Types: g.types(s)})
		return g.local(v)
	}
	v := g.newVariable(s)
	if !g.has(FeatureUninit) || g.c.Bool() {
		g.inits = append(g.inits, v)
	}
	return g.local(v)
}

// anyVariable returns a variable of any shape, or mu.NoVar.
func (g *generator) anyVariable() mu.VarID {
	if len(g.vars) == 0 {
		return mu.NoVar
	}
	k := g.c.Intn(min(len(g.vars), 256))
	for i := range g.vars {
		v := mu.VarID((k + i) % len(g.vars))
		if g.vars[v].shape == noShape || g.ssa && !g.assignedHere(v) {
			continue
		}
		return v
	}
	return mu.NoVar
}
