package convert

import "assay/mu"

// Warnings returns what is suspect in the bundle that was converted, in the order
// of places: what mu.Check warns of, and
//
//	W-UNINIT       a variable is read that nothing can have assigned on the way
//	W-UNREACHABLE  control cannot reach a block
//	W-ANON-OSR     a TRAP or WATCHPOINT has no name by which a client could tell it
//	W-EXC-OLD      an argument names a result on an edge where it does not exist
//
// There are at most mu.MaxProblems.
func (r *Result) Warnings() []*mu.Problem {
	ps := append([]*mu.Problem(nil), r.warnings...)
	warn := func(code string, at mu.At, pos mu.Pos, msg string) {
		if len(ps) < mu.MaxProblems {
			ps = append(ps, r.in.NewProblem(mu.Warning, code, at, pos, msg))
		}
	}
	for _, f := range r.Map.Functions {
		reachable := make([]bool, len(f.In.Blocks))
		reach(f.In, reachable)
		for b := range f.In.Blocks {
			blk := &f.In.Blocks[b]
			if !reachable[b] {
				warn("W-UNREACHABLE", mu.At{Function: f.In, Block: mu.BlockID(b)}, blk.Pos, "expected a block that control can reach, found "+blk.Name)
			}
			for i := range blk.Instrs {
				if in := &blk.Instrs[i]; in.Name == "" && (in.Op == mu.TRAP || in.Op == mu.WATCHPOINT) {
					warn("W-ANON-OSR", mu.At{Function: f.In, Block: mu.BlockID(b), Instr: in}, in.Pos,
						"expected a name, [%name], by which the client can tell the instruction, found none")
				}
			}
		}
		for i := range f.Inits {
			x := &f.Inits[i]
			if i > 0 && *x == f.Inits[i-1] {
				continue // read twice by one instruction
			}
			at := mu.At{Function: f.In, Block: f.Blocks[x.Block].From}
			out := &f.Out.Blocks[x.Block].Instrs[x.Instr]
			where := out.Op.String()
			switch x.Place {
			case PlaceEdge:
				d := &out.Dests[x.Edge]
				where = "the block " + f.Out.Blocks[d.Block].Name + " behind the " + d.Kind.String() + " edge of " + where
			case PlaceKeepAlive:
				where = "KEEPALIVE of " + where
			}
			pos := out.Pos
			if pos == mu.NoPos {
				pos = f.In.Vars[x.Var].Pos
			}
			warn("W-UNINIT", at, pos, "expected a variable that something has assigned, found "+f.In.Vars[x.Var].Name+", which has its default in "+where)
		}
	}
	mu.SortProblems(ps)
	return ps
}
