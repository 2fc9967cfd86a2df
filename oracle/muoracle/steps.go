package muoracle

import (
	"assay/mu"
	"assay/mu/convert"
)

// expected is a step that must be in the map. If it is not known what is assigned,
// nothing reads it.
type expected struct {
	convert.Step
	known bool
}

// expect notes that a step must be in the map.
func (s *simulation) expect(v mu.VarID, x symbol, from convert.Source, instr, result int) {
	y := x.value
	if x.def || !x.known {
		y = convert.Unassigned
	}
	s.steps = append(s.steps, expected{convert.Step{Binding: convert.Binding{Var: v, Value: y, Source: from}, Instr: int32(instr), Result: int32(result)}, x.known})
}

// point checks what the map says of an instruction at which a frame can be
// inspected.
func (s *simulation) point(bm *convert.BlockMap, from, in *mu.Instruction, i, at, n int) {
	if n >= len(bm.Points) {
		s.bad(OracleMap, "point", in, "expected a point in the map, found none")
		return
	}
	p := bm.Points[n]
	if int(p.Out) != i || int(p.In) != at {
		s.bad(OracleMap, "point", in, "expected a point of instruction %d, %d in the input, found %d and %d", i, at, p.Out, p.In)
		return
	}
	if int(p.Steps) > len(bm.Steps) {
		s.bad(OracleMap, "point", in, "expected at most %d steps, found %d", len(bm.Steps), p.Steps)
		return
	}
	s.compareState(bm, int(p.Steps), in)
}

// compareState checks that the map says after so many steps what variables hold.
func (s *simulation) compareState(bm *convert.BlockMap, steps int, in *mu.Instruction) {
	seen := map[mu.VarID]bool{}
	for _, x := range bm.Values(steps) {
		seen[x.Var] = true
		// What is not known is never read.
		if v := s.env[x.Var]; v.known && !s.holdsFor(x.Var, v, x.Value) {
			s.bad(OracleMap, "state", in, "expected that %s holds %s here, found %s in the map", s.f.Vars[x.Var].Name, s.symbolName(v), s.valueName(x.Value))
		}
	}
	for v := range s.env {
		if s.env[v].known && !seen[mu.VarID(v)] {
			s.bad(OracleMap, "state", in, "expected that %s holds %s here, found nothing in the map", s.f.Vars[v].Name, s.symbolName(s.env[v]))
		}
	}
}

// compareSteps checks that the steps of a block are its assignments, and the
// instructions that were added.
func (s *simulation) compareSteps(bm *convert.BlockMap) {
	want := s.steps
	made := s.addedHere
	for _, x := range bm.Steps {
		if x.Source == convert.FromDefault || x.Source == convert.FromMaterialized {
			made--
			is := s.out.Blocks[s.block].Instrs
			if int(x.Instr) >= len(is) || !passesOn(&is[x.Instr]) || is[x.Instr].Results[0].Var != x.Value.Var() {
				s.bad(OracleMap, "step", nil, "expected an added instruction for %s at %d, found none", s.f.Vars[x.Var].Name, x.Instr)
			}
			continue
		}
		if len(want) == 0 {
			s.bad(OracleMap, "step", nil, "expected no further assignment, found %s = %s in the map", s.f.Vars[x.Var].Name, s.valueName(x.Value))
			return
		}
		y := want[0]
		want = want[1:]
		same := x.Var == y.Var && x.Source == y.Source && x.Result == y.Result && (x.Instr == y.Instr || s.onlyAdded(y, x.Instr))
		if !y.known {
			same = same && x.Value == convert.Unknown
		} else if same && x.Value != y.Value {
			a, b := symbol{known: true, value: y.Value}, x.Value
			if y.Value == convert.Unassigned {
				same = b == convert.Unassigned || s.madeTag[b.Var()] || !b.IsLocal() || s.root(b) != b
			} else {
				same = b != convert.Unassigned && s.holds(a, b)
			}
		}
		if !same {
			s.bad(OracleMap, "step", nil, "expected %s = %s (%s) of instruction %d, found %s = %s (%s) of %d in the map",
				s.f.Vars[y.Var].Name, s.valueName(y.Value), y.Source, y.Instr, s.f.Vars[x.Var].Name, s.valueName(x.Value), x.Source, x.Instr)
			return
		}
	}
	if made != 0 && !s.phi {
		s.bad(OracleMap, "step", nil, "expected %d steps for instructions that were added, found %d", s.addedHere, s.addedHere-made)
	}
	if len(want) > 0 {
		s.bad(OracleMap, "step", nil, "expected %s = %s (%s) in the map, found no further assignment", s.f.Vars[want[0].Var].Name, s.valueName(want[0].Value), want[0].Source)
	}
}

// onlyAdded reports whether a copy may stand before another instruction of the older
// form: only such that were added are between.
func (s *simulation) onlyAdded(y expected, at int32) bool {
	is := s.out.Blocks[s.block].Instrs
	if !s.phi || y.Source != convert.FromCopy || at < y.Instr || int(at) > len(is) {
		return false
	}
	for i := y.Instr; i < at; i++ {
		if !passesOn(&is[i]) {
			return false
		}
	}
	return true
}
