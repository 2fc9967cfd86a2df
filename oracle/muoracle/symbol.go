package muoracle

import (
	"assay/mu"
	"assay/mu/convert"
)

// findAliases finds what the instructions of the result pass on, before the blocks
// are walked over.
func (s *simulation) findAliases() {
	for b := range s.out.Blocks {
		s.match(mu.BlockID(b), func(i int, from *mu.Instruction) { s.noteAlias(&s.out.Blocks[b].Instrs[i], from) })
	}
}

// noteAlias takes notice of an instruction that only passes on a value: one that
// was added, or stands for an ID.
func (s *simulation) noteAlias(in, from *mu.Instruction) {
	switch {
	case len(in.Results) != 1: // a BRANCH that was added
	case from == nil && in.Extra.CommInst == fromFP:
		s.madeTag[in.Results[0].Var] = true
	case from == nil || from.Op == mu.ID:
		s.alias[in.Results[0].Var] = in.Args[0].Value
	}
}

// root returns what a value of the result stands for.
func (s *simulation) root(x mu.Value) mu.Value {
	for x != convert.Unassigned && x.IsLocal() {
		y, ok := s.alias[x.Var()]
		if !ok {
			return x
		}
		x = y
	}
	return x
}

// holds reports whether a value of the result is what a symbol says.
func (s *simulation) holds(v symbol, x mu.Value) bool {
	x = s.root(x)
	if !v.def {
		return s.root(v.value) == x
	}
	return s.isDefault(v.unassigned, x)
}

// holdsFor is holds for what the map says of a variable.
func (s *simulation) holdsFor(w mu.VarID, v symbol, x mu.Value) bool {
	if x == convert.Unassigned {
		return v.def || s.isDefault(w, s.root(v.value))
	}
	return s.holds(v, x)
}

// isDefault reports whether a value that stands for itself is the default of a
// variable.
func (s *simulation) isDefault(v mu.VarID, x mu.Value) bool {
	t := s.types[v]
	b := s.result.Bundle
	if x.IsLocal() {
		return s.madeTag[x.Var()] && t != mu.NoType && b.Types[t].Kind == mu.KindTagRef64
	}
	e := b.Entities[x.Entity()]
	return e.Kind == mu.EntityConst && isZero(b, &b.Consts[e.Index]) && t != mu.NoType && b.SameType(t, b.Consts[e.Index].Type.ID)
}

func (s *simulation) valueName(x mu.Value) string {
	switch {
	case x == convert.Unassigned:
		return "nothing"
	case x == convert.Unknown:
		return "what is not known"
	case x.IsLocal():
		return s.out.Vars[x.Var()].Name
	}
	return s.result.Bundle.Entities[x.Entity()].Name
}

func (s *simulation) symbolName(v symbol) string {
	switch {
	case !v.known:
		return "a value that is not known"
	case v.def:
		return "the default of " + s.f.Vars[v.unassigned].Name
	}
	return s.valueName(v.value)
}

// read returns what an operand of the input holds.
func (s *simulation) read(o mu.Operand) symbol {
	if !o.IsLocal() {
		return symbol{known: true, value: o.Value}
	}
	return s.env[o.Var()]
}

func (s *simulation) set(v mu.VarID, x symbol) {
	s.env[v] = x
	delete(s.kept, v)
}

func local(v mu.VarID) symbol { return symbol{known: true, value: mu.LocalValue(v)} }

func (s *simulation) operandName(o mu.Operand) string {
	if o.IsLocal() {
		return s.f.Vars[o.Var()].Name
	}
	return s.c.Bundle.Entities[o.Entity()].Name
}
