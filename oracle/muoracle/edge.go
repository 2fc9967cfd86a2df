package muoracle

import (
	"slices"

	"assay/mu"
	"assay/mu/convert"
)

// edgeOf checks an edge, with the results that exist on it.
func (s *simulation) edgeOf(b mu.BlockID, bm *convert.BlockMap, from, in *mu.Instruction, i, k int) {
	if in.Dests[k].Kind != from.Dests[k].Kind || in.Dests[k].Case.Value != from.Dests[k].Case.Value {
		s.bad(OracleShape, "edge", in, "expected the %s edge as number %d, found the %s edge", from.Dests[k].Kind, k+1, in.Dests[k].Kind)
		return
	}
	var saved []symbol
	rs := from.ResultsOn(k)
	for j, d := range rs {
		saved = append(saved, s.env[d.Var])
		s.env[d.Var] = local(in.Results[j].Var)
	}
	s.edge(b, from, in, k)
	for j, d := range rs {
		s.env[d.Var] = saved[j]
	}
}

// edge checks that what the map says of the target holds, when control takes an
// edge. from is the terminator in the input, nil if the block was added.
func (s *simulation) edge(b mu.BlockID, from, in *mu.Instruction, k int) {
	d := &in.Dests[k]
	t, pred := d.Block, b
	if s.fm.Blocks[t].From == mu.NoBlock && t > 0 {
		// A block on the edge.
		pred = t
		t = s.out.Blocks[t].Instrs[0].Dests[0].Block
	}
	tm := &s.fm.Blocks[t]
	if from == nil {
		// The new first block goes to the old one, with the parameters.
		if tm.From != 0 {
			s.bad(OracleShape, "edge", in, "expected an edge to the first block of the input, found one to %s", s.out.Blocks[t].Name)
			return
		}
	} else if tm.From != from.Dests[k].Block {
		s.bad(OracleShape, "edge", in, "expected the %s edge to lead to %s, found %s", d.Kind, s.f.Blocks[from.Dests[k].Block].Name, s.out.Blocks[t].Name)
		return
	}
	// Control never takes the edge: it only has to have arguments.
	dead := !s.reach[b] && s.reach[t]
	ps := s.paramsOf(t)
	instr := int32(len(s.out.Blocks[b].Instrs) - 1)
	assigned := s.assignments(b, t, from, k)
	for _, x := range tm.Entry {
		v, explicit := assigned[x.Var]
		if !explicit {
			v = s.env[x.Var]
		}
		if x.Source == convert.FromException {
			continue
		}
		value := x.Value
		if i := paramIndex(ps, value); i >= 0 {
			arg, ok := s.argument(t, pred, d, i)
			if !ok {
				s.bad(OracleValidator, "argument", in, "expected an argument for %s of %s, found none", s.valueName(value), s.out.Blocks[t].Name)
				continue
			}
			value = arg
		}
		if dead && value == convert.Unassigned {
			continue
		}
		if !v.known {
			s.bad(OracleValidator, "argument", in, "expected to know what %s holds on the %s edge to %s, found nothing in the map", s.f.Vars[x.Var].Name, d.Kind, s.out.Blocks[t].Name)
			continue
		}
		if !s.holdsFor(x.Var, v, value) {
			s.bad(OracleValidator, "argument", in, "expected %s on the %s edge to %s, which %s holds in the input, found %s",
				s.symbolName(v), d.Kind, s.out.Blocks[t].Name, s.f.Vars[x.Var].Name, s.valueName(value))
			continue
		}
		if v.def && value != convert.Unassigned && !s.phi {
			s.init(convert.Init{Var: v.unassigned, Block: b, Instr: instr, Edge: int32(k), Place: convert.PlaceEdge, Value: value})
		}
	}
}

func paramIndex(ps []mu.VarID, x mu.Value) int {
	if x == convert.Unassigned || !x.IsLocal() {
		return -1
	}
	return slices.Index(ps, x.Var())
}

// assignments returns what an edge of the input assigns: the parameters of its
// target.
func (s *simulation) assignments(b, t mu.BlockID, from *mu.Instruction, k int) map[mu.VarID]symbol {
	if from == nil {
		// The parameters of the function.
		return nil
	}
	var m map[mu.VarID]symbol
	e := flowEdge{from: s.fm.Blocks[b].From, k: k, dest: &from.Dests[k], defines: len(from.ResultsOn(k)) > 0}
	s.flow.eachArgument(&e, func(o mu.Operand, to mu.VarID) {
		if to == mu.NoVar {
			return
		}
		if m == nil {
			m = map[mu.VarID]symbol{}
		}
		m[to] = s.read(o)
	})
	return m
}

// argument returns the value of the i-th parameter of a block when control comes
// along an edge.
func (s *simulation) argument(t, pred mu.BlockID, d *mu.Dest, i int) (mu.Value, bool) {
	if !s.phi {
		if i < len(d.Args) {
			return d.Args[i].Value, true
		}
		return 0, false
	}
	is := s.out.Blocks[t].Instrs
	for j := range is {
		if is[j].Op == mu.LANDINGPAD {
			continue
		}
		if is[j].Op != mu.PHI {
			break
		}
		if i > 0 {
			i--
			continue
		}
		for _, x := range is[j].Extra.Incoming {
			if x.Pred.Block == pred {
				return x.Value.Value, true
			}
		}
		break
	}
	return 0, false
}
