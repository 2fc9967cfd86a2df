package mugen

import (
	"slices"

	"assay/mu"
)

// instructionCuts lists the cuts of a version that drop instructions.
func (s *shrinker) instructionCuts(version int) []cut {
	var cs []cut
	f := s.b.Versions[version]
	longest := 0
	for i := range f.Blocks {
		longest = max(longest, len(f.Blocks[i].Instrs)-1)
	}
	for n := longest; n > 0; n /= 2 {
		for i := range f.Blocks {
			body := len(f.Blocks[i].Instrs) - 1
			for at := 0; at < body; at += n {
				if n > body {
					continue
				}
				end := min(at+n, body)
				cs = append(cs, cut{version: version, edit: func(f *mu.Function) bool {
					b := &f.Blocks[i]
					b.Instrs = slices.Delete(b.Instrs, at, end)
					return true
				}})
			}
		}
	}
	for v := range f.Vars {
		cs = append(cs, cut{version: version, edit: func(f *mu.Function) bool { return dropCopies(f, mu.VarID(v)) }})
	}
	return cs
}

// dropCopies drops the IDs that assign or read a variable.
func dropCopies(f *mu.Function, v mu.VarID) bool {
	changed := false
	for i := range f.Blocks {
		b := &f.Blocks[i]
		n := len(b.Instrs)
		b.Instrs = slices.DeleteFunc(b.Instrs, func(in mu.Instruction) bool {
			return in.Op == mu.ID && (in.Args[0].IsLocal() && in.Args[0].Var() == v || len(in.Results) > 0 && in.Results[0].Var == v)
		})
		changed = changed || len(b.Instrs) < n
	}
	return changed
}

// partCuts lists the cuts of a version that drop parts of instructions and blocks.
func (s *shrinker) partCuts(version int) []cut {
	var cs []cut
	add := func(edit func(*mu.Function) bool) { cs = append(cs, cut{version: version, edit: edit}) }
	f := s.b.Versions[version]
	for i := range f.Blocks {
		b := &f.Blocks[i]
		if i > 0 {
			for k := range b.Params {
				add(func(f *mu.Function) bool { return dropParam(f, mu.BlockID(i), k) })
			}
			if b.HasExc {
				add(func(f *mu.Function) bool { f.Blocks[i].HasExc = false; return true })
			}
		}
		if b.HasParams && len(b.Params) == 0 && !s.ssa {
			add(func(f *mu.Function) bool { f.Blocks[i].HasParams = false; return true })
		}
		for j := range b.Instrs {
			s.instructionParts(f, i, j, add)
		}
	}
	return cs
}

// instructionParts adds the cuts of an instruction.
func (s *shrinker) instructionParts(f *mu.Function, i, j int, add func(func(*mu.Function) bool)) {
	in := &f.Blocks[i].Instrs[j]
	at := func(edit func(in *mu.Instruction)) {
		add(func(f *mu.Function) bool { edit(&f.Blocks[i].Instrs[j]); return true })
	}
	if in.Flags&mu.FlagExc != 0 && in.Op != mu.WATCHPOINT {
		add(func(f *mu.Function) bool { return dropExc(f, i) })
	}
	if in.Flags&mu.FlagExc != 0 && in.Op == mu.WATCHPOINT {
		add(func(f *mu.Function) bool {
			in := &f.Blocks[i].Instrs[j]
			old := in.Dests
			in.Flags &^= mu.FlagExc
			in.Dests = in.Dests[:2]
			forget(f, i, old)
			return true
		})
	}
	if in.Flags&mu.FlagKeepAlive != 0 {
		at(func(in *mu.Instruction) { in.Flags, in.KeepAlive = in.Flags&^mu.FlagKeepAlive, nil })
	}
	for k := range in.KeepAlive {
		at(func(in *mu.Instruction) { in.KeepAlive = slices.Delete(in.KeepAlive, k, k+1) })
	}
	if len(in.Results) > 0 {
		at(func(in *mu.Instruction) { in.Results = nil })
	}
	if (in.Op == mu.TRAP || in.Op == mu.WATCHPOINT) && len(in.Results) == len(in.Types) {
		for k := range in.Types {
			at(func(in *mu.Instruction) {
				in.Types, in.Results = slices.Delete(in.Types, k, k+1), slices.Delete(in.Results, k, k+1)
			})
		}
	}
	if in.Name != "" {
		at(func(in *mu.Instruction) { in.Name = "" })
	}
	if in.Op == mu.SWITCH {
		for k := 1; k < len(in.Dests); k++ {
			add(func(f *mu.Function) bool {
				in := &f.Blocks[i].Instrs[j]
				old := slices.Clone(in.Dests)
				in.Dests = slices.Delete(in.Dests, k, k+1)
				forget(f, i, old)
				return true
			})
		}
	}
	constant := func(o mu.Operand, set func(in *mu.Instruction, o mu.Operand)) {
		if !o.IsLocal() {
			return
		}
		for _, e := range s.constants(f, o) {
			at(func(in *mu.Instruction) { set(in, mu.Global(e)) })
		}
	}
	for k, o := range in.Args {
		constant(o, func(in *mu.Instruction, o mu.Operand) { in.Args[k] = o })
		if o.Full {
			at(func(in *mu.Instruction) { in.Args[k].Full = false })
		}
	}
	for d := range in.Dests {
		for k, o := range in.Dests[d].Args {
			constant(o, func(in *mu.Instruction, o mu.Operand) { in.Dests[d].Args[k] = o })
		}
		if in.Dests[d].HasArgs && !s.ssa {
			at(func(in *mu.Instruction) { in.Dests[d].HasArgs, in.Dests[d].Args = false, nil })
		}
	}
	if in.Extra != nil {
		for k, x := range in.Extra.Incoming {
			constant(x.Value, func(in *mu.Instruction, o mu.Operand) { in.Extra.Incoming[k].Value = o })
		}
	}
}

// constants returns up to two constants that can stand for a variable.
func (s *shrinker) constants(f *mu.Function, o mu.Operand) []mu.EntityID {
	if s.typesOf != f {
		s.typesOf, s.types = f, s.b.VariableTypes(f)
	}
	t := s.types[o.Var()]
	if t == mu.NoType {
		return nil
	}
	var es []mu.EntityID
	for id, e := range s.b.Entities {
		if e.Kind == mu.EntityConst && s.b.SameType(t, s.b.EntityType(mu.EntityID(id))) {
			if es = append(es, mu.EntityID(id)); len(es) == 2 {
				break
			}
		}
	}
	return es
}

// dropParam drops a parameter of a block, and its arguments.
func dropParam(f *mu.Function, b mu.BlockID, k int) bool {
	f.Blocks[b].Params = slices.Delete(f.Blocks[b].Params, k, k+1)
	for i := range f.Blocks {
		for j := range f.Blocks[i].Instrs {
			for d := range f.Blocks[i].Instrs[j].Dests {
				if e := &f.Blocks[i].Instrs[j].Dests[d]; e.Block == b && e.HasArgs {
					e.Args = slices.Delete(e.Args, k, k+1)
				}
			}
		}
	}
	return true
}

// dropExc takes the EXC clause from the terminator of a block, which goes on along
// its normal edge.
func dropExc(f *mu.Function, i int) bool {
	b := &f.Blocks[i]
	t := b.Terminator()
	old := t.Dests
	nor := t.Dests[len(t.Dests)-2]
	nor.Kind = mu.EdgeBranch
	t.Flags &^= mu.FlagExc
	t.Dests = nil
	b.Instrs = append(b.Instrs, mu.Instruction{Op: mu.BRANCH, Sig: mu.SigRef{ID: mu.NoSig}, Dests: []mu.Dest{nor}})
	forget(f, i, old)
	return true
}
