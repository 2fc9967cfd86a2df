package faulty

import (
	"strconv"

	"assay/mu"
)

// owner tells what has a global name: a local name of a block, or, if that is "",
// something else.
type owner struct {
	block string // the block's global name
	local string
}

// findNames collects the global names of all things of the bundle.
func (c *converter) findNames() {
	c.taken, c.zeros = map[string]owner{}, map[int]bool{}
	for _, e := range c.in.Entities {
		if e.Kind != mu.EntityUndefined {
			c.taken[e.Name] = owner{}
		}
	}
	for _, f := range c.in.Versions {
		c.taken[c.in.VersionName(f)] = owner{}
		for i := range f.Blocks {
			scope := c.in.BlockName(f, mu.BlockID(i))
			c.taken[scope] = owner{}
			for _, in := range f.Blocks[i].Instrs {
				if in.Name != "" {
					c.taken[mu.GlobalName(scope, in.Name)] = owner{}
				}
			}
			f.EachDefIn(mu.BlockID(i), func(_ *mu.Instruction, d mu.Def) {
				if name := f.Vars[d.Var].Name; name[0] == '%' {
					c.taken[mu.GlobalName(scope, name)] = owner{scope, name}
				}
			})
		}
	}
}

// freeGlobal takes a global name that nothing has: the given one, or that with a
// number.
func (c *converter) freeGlobal(name string) string {
	for k := 0; ; k++ {
		n := numbered(name, k)
		if _, ok := c.taken[n]; !ok {
			c.taken[n] = owner{}
			return n
		}
	}
}

// freeBlock returns the name of a new block of the function.
func (w *function) freeBlock(name string) string {
	version := w.in.VersionName(w.f)
	for k := 0; ; k++ {
		n := numbered(name, k)
		if g := mu.GlobalName(version, n); w.taken[g] == (owner{}) {
			if _, ok := w.taken[g]; !ok {
				w.taken[g] = owner{}
				return n
			}
		}
	}
}

// numbered returns a name with a number, unless that is zero.
func numbered(name string, k int) string {
	if k == 0 {
		return name
	}
	return name + "." + strconv.Itoa(k)
}

// name returns the variable of the result for the next definition of a variable in
// the block. Its name is that of the variable, with a % for a $, and from the
// second definition on with a number; names that are taken are left out.
func (b *block) name(v mu.VarID) mu.VarID {
	name := printed(b.f.Vars[v].Name)
	for {
		k := b.count[v]
		if b.is(numberedPerFunction) {
			k = b.definitions[v]
		}
		b.count[v]++
		b.definitions[v]++
		if n := numbered(name, k); b.take(v, n) {
			return b.outVar(n, b.f.Vars[v].Pos)
		}
	}
}

// take reports whether a name is free in the block for a definition of v, and
// takes it.
func (b *block) take(v mu.VarID, name string) bool {
	if b.is(numbersCollide) && b.count[v] > 1 {
		return true
	}
	if b.used[name] {
		return false
	}
	if b.f.Vars[v].Name != name && b.isOther(v, name) {
		return false
	}
	scope := mu.GlobalName(b.in.VersionName(b.f), b.n.src.Name)
	for _, in := range b.n.src.Instrs {
		if in.Name != "" && mu.GlobalName(scope, in.Name) == mu.GlobalName(scope, name) && !b.is(instructionsCollide) {
			return false
		}
	}
	g, own := mu.GlobalName(scope, name), owner{scope, name}
	if o, ok := b.taken[g]; ok && o != own && !b.is(instructionsCollide) && !b.is(scopesCollide) {
		return false
	}
	b.taken[g] = own
	b.used[name] = true
	return true
}

// printed returns a name of a variable with a % for a $.
func printed(name string) string {
	if name[0] == '$' {
		return "%" + name[1:]
	}
	return name
}

// isOther reports whether a name is that of another variable than v.
func (w *function) isOther(v mu.VarID, name string) bool {
	for u, x := range w.f.Vars {
		dollar := w.is(dollarTakesName) && printed(w.f.Vars[v].Name) == name
		if mu.VarID(u) != v && printed(x.Name) == name && !dollar {
			return true
		}
	}
	return false
}

// outVar returns the variable of the result that has a name.
func (w *function) outVar(name string, pos mu.Pos) mu.VarID {
	v, ok := w.outVars[name]
	if !ok {
		v = w.result.AddVar(name, pos)
		w.outVars[name] = v
	}
	return v
}
