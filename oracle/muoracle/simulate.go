package muoracle

import (
	"assay/mu"
	"assay/mu/convert"
)

// simulate walks over a block of the result.
func (s *simulation) simulate(b mu.BlockID) {
	s.block = b
	bm := &s.fm.Blocks[b]
	if bm.From == mu.NoBlock && b > 0 {
		return // on an edge: seen there
	}
	if !s.phi {
		clear(s.alias)
		clear(s.madeTag)
	}
	clear(s.kept)
	clear(s.made)
	s.env = append(s.env[:0], make([]symbol, len(s.f.Vars))...)
	s.entry(b)
	if s.phi && !s.reach[b] {
		return // such blocks read defaults
	}
	s.steps, s.addedHere = s.steps[:0], 0
	src := []mu.Instruction(nil)
	if bm.From != mu.NoBlock {
		src = s.f.Blocks[bm.From].Instrs
	}
	at := 0 // the next instruction of the input
	points := 0
	var added []int // instructions that were added since the last of the input
	out := &s.out.Blocks[b]
	s.match(b, func(i int, from *mu.Instruction) {
		s.block = b
		in := &out.Instrs[i]
		if bm.From == mu.NoBlock && in.Op == mu.BRANCH {
			s.edge(b, nil, in, 0)
			return
		}
		if from == nil {
			s.noteAlias(in, nil)
			s.addedHere++
			added = append(added, i)
			return
		}
		// Copies before the instruction.
		first := i - len(added)
		for ; &src[at] != from; at++ {
			s.copy(&src[at], first)
		}
		s.added(added, in, from, i)
		added = added[:0]
		s.instruction(b, bm, in, from, i, at, &points)
		at++
	})
	if points < len(bm.Points) {
		s.bad(OracleMap, "point", nil, "expected %d points in the map, found %d", points, len(bm.Points))
	}
	if bm.From != mu.NoBlock {
		s.compareSteps(bm)
	}
}

// copy makes the result of an ID hold what its operand does.
func (s *simulation) copy(in *mu.Instruction, next int) {
	if !s.flow.copies(in) {
		return // PHI, LANDINGPAD
	}
	x := s.read(in.Args[0])
	for _, d := range in.Results {
		if !x.known {
			// Nothing needs it; what is copied is a default or is never read.
			x = symbol{}
		}
		s.set(d.Var, x)
		s.expect(d.Var, x, convert.FromCopy, next, 0)
	}
}

// added checks the instructions that were added before one of the input: it needs
// them.
func (s *simulation) added(added []int, in, from *mu.Instruction, i int) {
	for _, j := range added {
		made := &s.out.Blocks[s.block].Instrs[j]
		v := made.Results[0].Var
		used := false
		for k, o := range in.KeepAlive {
			if o.Value != mu.LocalValue(v) || !from.KeepAlive[k].IsLocal() {
				continue
			}
			used = true
			w := from.KeepAlive[k].Var()
			if old, ok := s.kept[w]; ok && old != v {
				s.bad(OracleShape, "added again", made, "expected the instruction that %s was given before in the block, found another", s.f.Vars[w].Name)
			}
			s.kept[w] = v
		}
		tag := made.Extra.CommInst == fromFP
		for _, o := range in.Args {
			used = used || tag && o.Value == mu.LocalValue(v)
		}
		for _, d := range in.Dests {
			for _, o := range d.Args {
				used = used || tag && o.Value == mu.LocalValue(v)
			}
			used = used || tag && s.phi
		}
		for _, l := range added {
			used = used || l > j && s.out.Blocks[s.block].Instrs[l].Args[0].Value == mu.LocalValue(v)
		}
		if !used {
			s.bad(OracleShape, "added", made, "expected no further instruction but for KEEPALIVE and defaults of tagref64, found one that the next does not need")
		}
	}
	// What was kept alive with an added instruction stays so.
	for k, o := range in.KeepAlive {
		if w := from.KeepAlive[k]; w.IsLocal() && o.IsLocal() {
			if _, ok := s.alias[o.Var()]; ok && s.kept[w.Var()] == 0 {
				s.kept[w.Var()] = o.Var()
			}
		}
	}
}

// instruction checks that an instruction reads what it read in the input, and
// assigns its results.
func (s *simulation) instruction(b mu.BlockID, bm *convert.BlockMap, in, from *mu.Instruction, i, at int, points *int) {
	operand := func(o, was mu.Operand, place convert.Place, code string) {
		x := s.read(was)
		if x.known && s.holds(x, o.Value) {
			if x.def {
				s.init(convert.Init{Var: x.unassigned, Block: b, Instr: int32(i), Place: place, Value: o.Value})
			}
			return
		}
		s.bad(OracleValidator, code, in, "expected %s, which %s holds in the input, found %s", s.symbolName(x), s.operandName(was), s.valueName(o.Value))
	}
	for k := range in.Args {
		operand(in.Args[k], from.Args[k], convert.PlaceUse, "operand")
	}
	for k := range in.KeepAlive {
		operand(in.KeepAlive[k], from.KeepAlive[k], convert.PlaceKeepAlive, "keepalive")
		if !in.KeepAlive[k].IsLocal() {
			s.bad(OracleValidator, "keepalive", in, "expected a variable to be kept alive, found %s", s.valueName(in.KeepAlive[k].Value))
		}
	}
	if from.IsOSRPoint() {
		s.point(bm, from, in, i, at, *points)
		*points++
	}
	for k := range in.Dests {
		s.edgeOf(b, bm, from, in, i, k)
	}
	if from.Op == mu.ID && len(in.Results) == 1 {
		s.alias[in.Results[0].Var] = in.Args[0].Value
	}
	for k, d := range from.Results {
		s.name(d.Var, in.Results[k].Var)
		x := local(in.Results[k].Var)
		s.set(d.Var, x)
		s.expect(d.Var, x, convert.FromResult, i, k)
	}
}

// init notes that an initialisation must be in the map. Where an instruction makes
// the default, that is the first place that reads it.
func (s *simulation) init(i convert.Init) {
	if i.Value.IsLocal() {
		if s.made[i.Value.Var()] {
			return
		}
		s.made[i.Value.Var()] = true
	}
	s.inits[i]++
}
