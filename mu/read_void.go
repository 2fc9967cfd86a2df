package mu

// voidAt is an instruction that may have a value of type void. In the old
// language every instruction has one value, and those without a result have
// one of type void, which can be named and kept alive: the name is that of the
// instruction.
type voidAt struct {
	f *Function
	instructionAt
}

// mayBeVoid takes notice of an instruction for dropVoid.
func (r *reader) mayBeVoid(in *Instruction, at instructionAt) {
	switch {
	case in.Op == CALL || in.Op == CCALL:
		if len(in.Results) != 1 {
			return
		}
	case len(in.Types) == 0 || in.Op != SWAPSTACK && len(in.Types) != 1:
		return
	}
	r.voids = append(r.voids, voidAt{r.f, at})
}

// dropVoid reads values of type void, as the old language has, as today's has
// it: "%x = TRAP <@void>" is "[%x] TRAP <>". Mentions of them in KEEPALIVE
// clauses go.
func (r *reader) dropVoid() {
	b := r.b
	void := func(t TypeRef) bool { return b.Types[t.ID].Kind == KindVoid }
	for i := range b.Sigs {
		if s := &b.Sigs[i]; s.old && len(s.Returns) == 1 {
			if s.old = void(s.Returns[0]); s.old {
				s.Returns = nil
			}
		}
	}
	gone := map[*Function][]VarID{}
	for _, at := range r.voids {
		in := &at.f.Blocks[at.block].Instrs[at.instr]
		switch in.Op {
		case CALL, CCALL:
			if !b.Sigs[in.Sig.ID].old {
				continue
			}
		case SWAPSTACK:
			if in.Extra.NumRetTypes != 1 || !void(in.Types[0]) {
				continue
			}
			in.Types, in.Extra.NumRetTypes = in.Types[1:], 0
		default:
			if !void(in.Types[0]) {
				continue
			}
			in.Types = nil
		}
		b.oldWords = true
		if len(in.Results) == 1 && in.Flags&FlagParenResults == 0 {
			d := in.Results[0]
			in.Results = nil
			gone[at.f] = append(gone[at.f], d.Var)
			if name := at.f.Vars[d.Var].Name; in.Name == "" && name[0] != '$' {
				in.Name, in.NamePos = name, d.Pos
			}
		}
	}
	for _, f := range b.Versions {
		if vars := gone[f]; len(vars) > 0 {
			f.forget(vars)
		}
	}
}

// forget takes variables that nothing defines out of KEEPALIVE clauses.
func (f *Function) forget(vars []VarID) {
	gone := make([]bool, len(f.Vars))
	for _, v := range vars {
		gone[v] = true
	}
	f.eachDef(func(_ BlockID, d Def) { gone[d.Var] = false })
	for b := range f.Blocks {
		for i := range f.Blocks[b].Instrs {
			in := &f.Blocks[b].Instrs[i]
			kept := in.KeepAlive[:0]
			for _, o := range in.KeepAlive {
				if !o.IsLocal() || !gone[o.Var()] {
					kept = append(kept, o)
				}
			}
			in.KeepAlive = kept
		}
	}
}

// eachDef visits all definitions of variables: header and block parameters,
// exception parameters and results.
func (f *Function) eachDef(visit func(b BlockID, d Def)) {
	for _, d := range f.Header {
		visit(0, d)
	}
	for b := range f.Blocks {
		blk := &f.Blocks[b]
		for _, p := range blk.Params {
			visit(BlockID(b), Def{p.Var, p.Pos, p.Full})
		}
		if blk.HasExc {
			visit(BlockID(b), blk.Exc)
		}
		for i := range blk.Instrs {
			for _, d := range blk.Instrs[i].Results {
				visit(BlockID(b), d)
			}
		}
	}
}
