package convert

import (
	"strings"

	"assay/mu"
)

// spelled holds the global names of all things of a bundle, with what has them.
// Names that are only local differ from all others of the bundle as a rule; nil
// says that they do.
type spelled map[string]named

// owner is the block that a local name belongs to.
type owner struct {
	version int32
	block   mu.BlockID
}

// named is what has a global name: a local name in a block, or, if that is "",
// something else.
type named struct {
	owner
	local string
}

// take gives a name of a block its global name, unless another thing has that.
func (s spelled) take(scope, local string, o owner) bool {
	g := mu.GlobalName(scope, local)
	if other, ok := s[g]; ok {
		return other == named{o, local}
	}
	s[g] = named{o, local}
	return true
}

// spell returns the global names of a bundle, or nil if those of local things
// cannot be those of other things.
//
// A local name in block %b of version %v of @f is @f.v.b.x. It can be another
// thing's name only if that begins with the global name of the block and a dot:
// a top-level name, a block whose name begins with that of another one and a dot,
// or what was given a global name inside of a function.
func spell(b *mu.Bundle) spelled {
	if !ambiguous(b) {
		return nil
	}
	s := spelled{}
	none := owner{-1, mu.NoBlock}
	for i := range b.Entities {
		if e := &b.Entities[i]; e.Kind != mu.EntityUndefined {
			s[e.Name] = named{none, ""}
		}
	}
	for i, f := range b.Versions {
		version := b.VersionName(f)
		s[version] = named{none, ""}
		for j := range f.Blocks {
			scope := mu.GlobalName(version, f.Blocks[j].Name)
			s[scope] = named{none, ""}
			f.EachDefIn(mu.BlockID(j), func(_ *mu.Instruction, d mu.Def) {
				if name := f.Vars[d.Var].Name; name[0] == '%' {
					s.take(scope, name, owner{int32(i), mu.BlockID(j)})
				}
			})
			for k := range f.Blocks[j].Instrs {
				if name := f.Blocks[j].Instrs[k].Name; name != "" {
					s[mu.GlobalName(scope, name)] = named{none, ""}
				}
			}
		}
	}
	return s
}

func ambiguous(b *mu.Bundle) bool {
	dots := 3
	for _, f := range b.Versions {
		if f.Name[0] == '@' {
			dots = 2
		}
		if strings.Contains(f.Name, ".") && f.Name[0] != '@' || inFunction(f) {
			return true
		}
	}
	for i := range b.Entities {
		if e := &b.Entities[i]; e.Kind != mu.EntityUndefined && strings.Count(e.Name, ".") >= dots {
			return true
		}
	}
	return false
}

// inFunction reports whether there are global names inside of a function, or
// blocks of which one's name begins with that of another.
func inFunction(f *mu.Function) bool {
	for i := range f.Vars {
		if f.Vars[i].Name[0] == '@' {
			return true
		}
	}
	var blocks map[string]bool
	for i := range f.Blocks {
		name := f.Blocks[i].Name
		if name[0] == '@' {
			return true
		}
		for j := range f.Blocks[i].Instrs {
			if n := f.Blocks[i].Instrs[j].Name; n != "" && n[0] == '@' {
				return true
			}
		}
		for k := 1; k < len(name); k++ {
			if name[k] != '.' {
				continue
			}
			if blocks == nil {
				blocks = make(map[string]bool, len(f.Blocks))
				for j := range f.Blocks {
					blocks[f.Blocks[j].Name] = true
				}
			}
			if blocks[name[:k]] {
				return true
			}
		}
	}
	return false
}
