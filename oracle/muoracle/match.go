package muoracle

import (
	"slices"

	"assay/mu"
	"assay/mu/convert"
)

const (
	killDependency = "@uvm.kill_dependency"
	fromFP         = "@uvm.tr64.from_fp"
)

// passesOn reports whether an instruction is one that a conversion adds: it has no
// name, and passes on what is global.
func passesOn(in *mu.Instruction) bool {
	return in.Op == mu.COMMINST && in.Name == "" && len(in.Args) == 1 && !in.Args[0].IsLocal() && len(in.Results) == 1 &&
		in.Flags&(mu.FlagExc|mu.FlagKeepAlive) == 0 && (in.Extra.CommInst == killDependency || in.Extra.CommInst == fromFP)
}

// match pairs the instructions of a block of the result, behind PHIs and
// LANDINGPAD, with those that they come from; nil stands for none, if the
// instruction was added. It returns false if they do not fit, after reporting it.
func (s *simulation) match(b mu.BlockID, visit func(i int, from *mu.Instruction)) bool {
	out := &s.out.Blocks[b]
	from := s.fm.Blocks[b].From
	if from == mu.NoBlock {
		last := len(out.Instrs) - 1
		for i := range out.Instrs {
			if in := &out.Instrs[i]; i < last && !passesOn(in) || i == last && in.Op != mu.BRANCH {
				s.block = b
				s.bad(OracleShape, "new block", in, "expected a new block to have a BRANCH, and before it only what makes defaults, found another instruction")
				return false
			}
			visit(i, nil)
		}
		return true
	}
	src := s.f.Blocks[from].Instrs
	j := 0
	skip := func() {
		for j < len(src) && (src[j].Op == mu.PHI || src[j].Op == mu.LANDINGPAD || s.flow.copies(&src[j])) {
			j++
		}
	}
	for i := range out.Instrs {
		in := &out.Instrs[i]
		if in.Op == mu.PHI || in.Op == mu.LANDINGPAD {
			continue
		}
		skip()
		if j < len(src) && s.comesFrom(in, &src[j]) {
			visit(i, &src[j])
			j++
			continue
		}
		if passesOn(in) {
			visit(i, nil)
			continue
		}
		s.block = b
		want := "none"
		if j < len(src) {
			want = string(s.c.Bundle.AppendInstruction(nil, s.f, from, &src[j]))
		}
		s.bad(OracleShape, "instruction", in, "expected what becomes of %s, found another instruction", want)
		return false
	}
	skip()
	if j < len(src) {
		s.block = b
		s.bad(OracleShape, "instruction lost", nil, "expected what becomes of %s, found the end of the block",
			s.c.Bundle.AppendInstruction(nil, s.f, from, &src[j]))
		return false
	}
	return true
}

// comesFrom reports whether an instruction of the result can be what becomes of one
// of the input.
func (s *simulation) comesFrom(in, from *mu.Instruction) bool {
	op, flags := from.Op, from.Flags
	x := from.Extra
	name := from.Name
	if op == mu.ID {
		op, flags = mu.COMMINST, flags|mu.FlagArgs|mu.FlagTypes
	} else if !slices.EqualFunc(in.Types, from.Types, func(a, b mu.TypeRef) bool { return a.ID == b.ID }) {
		return false
	}
	if name == "" && in.Name != "" && s.c.Options.NameOSR != convert.NameNone && from.IsOSRPoint() {
		name = in.Name
	}
	if in.Op != op || in.Flags != flags || in.Order != from.Order || in.Order2 != from.Order2 || in.RMW != from.RMW ||
		in.Sig.ID != from.Sig.ID || in.Name != name || len(in.Args) != len(from.Args) ||
		len(in.KeepAlive) != len(from.KeepAlive) || len(in.Results) != len(from.Results) || len(in.Dests) != len(from.Dests) {
		return false
	}
	if from.Op == mu.ID {
		return in.Extra != nil && in.Extra.CommInst == killDependency
	}
	if (in.Extra == nil) != (x == nil) {
		return false
	}
	return x == nil || in.Extra.CommInst == x.CommInst && in.Extra.Index.Lo == x.Index.Lo && in.Extra.NumRetTypes == x.NumRetTypes
}
