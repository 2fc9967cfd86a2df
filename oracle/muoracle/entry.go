package muoracle

import (
	"assay/mu"
	"assay/mu/convert"
)

// entry sets what variables hold at the entry of a block by what the map says, and
// checks what can be checked here.
func (s *simulation) entry(b mu.BlockID) {
	bm := &s.fm.Blocks[b]
	out := &s.out.Blocks[b]
	ps := s.paramsOf(b)
	n := 0
	isParam := func(x mu.Value) bool { return n < len(ps) && x == mu.LocalValue(ps[n]) }
	for _, x := range bm.Entry {
		if s.env[x.Var].known {
			s.bad(OracleMap, "entry", nil, "expected %s once in the map at the entry, found it again", s.f.Vars[x.Var].Name)
		}
		y := symbol{known: true, value: x.Value}
		if x.Value == convert.Unassigned {
			y = symbol{known: true, def: true, unassigned: x.Var}
		}
		switch x.Source {
		case convert.FromParam, convert.FromImplicit:
			switch {
			case isParam(x.Value):
				s.name(x.Var, ps[n])
				n++
			case s.phi:
				// It went: something else stands for it.
			default:
				s.bad(OracleMap, "entry", nil, "expected parameter %d next in the map, found %s = %s", n+1, s.f.Vars[x.Var].Name, s.valueName(x.Value))
			}
		case convert.FromException:
			exc, ok := s.exception(out)
			if !ok || x.Value != mu.LocalValue(exc) {
				s.bad(OracleMap, "exception", nil, "expected the exception parameter, found %s = %s", s.f.Vars[x.Var].Name, s.valueName(x.Value))
			}
		case convert.FromNothing:
			if x.Value != convert.Unassigned {
				s.bad(OracleMap, "entry", nil, "expected nothing as the value of %s, found %s", s.f.Vars[x.Var].Name, s.valueName(x.Value))
			}
		case convert.FromAbove:
			if !s.phi {
				s.bad(OracleMap, "entry", nil, "expected no value of another block, found %s = %s", s.f.Vars[x.Var].Name, s.valueName(x.Value))
			}
		default:
			s.bad(OracleMap, "entry", nil, "expected a source of values at the entry of a block, found %s", x.Source)
		}
		s.env[x.Var] = y
	}
	if n != len(ps) {
		s.bad(OracleMap, "entry", nil, "expected the %d parameters of the block in the map, found %d", len(ps), n)
	}
	if _, ok := s.exception(out); ok && bm.From != mu.NoBlock {
		if v, ok := s.exceptionVar(bm.From); ok && !s.env[v].known {
			s.bad(OracleMap, "exception", nil, "expected the exception parameter in the map, found none")
		}
	}
	if b == 0 {
		// At the entry of the function nothing is assigned but its parameters.
		from := max(bm.From, 0)
		for _, x := range bm.Entry {
			isParam := false
			for i := range s.f.NumParams(from) {
				if s.f.Param(from, i) == x.Var {
					isParam = true
					if i >= len(ps) || x.Value != mu.LocalValue(ps[i]) {
						s.bad(OracleValidator, "entry", nil, "expected parameter %d of the function as %s, found %s", i+1, s.f.Vars[x.Var].Name, s.valueName(x.Value))
					}
				}
			}
			if !isParam && x.Value != convert.Unassigned {
				s.bad(OracleValidator, "entry", nil, "expected %s to be unassigned at the entry of the function, found %s", s.f.Vars[x.Var].Name, s.valueName(x.Value))
			}
		}
	}
}

// paramsOf returns the parameters of a block of the result, or the results of its
// PHIs.
func (s *simulation) paramsOf(b mu.BlockID) []mu.VarID {
	var ps []mu.VarID
	if b == 0 && s.out.HasHeader {
		for _, d := range s.out.Header {
			ps = append(ps, d.Var)
		}
		return ps
	}
	for _, p := range s.out.Blocks[b].Params {
		ps = append(ps, p.Var)
	}
	for i := range s.out.Blocks[b].Instrs {
		in := &s.out.Blocks[b].Instrs[i]
		if in.Op == mu.PHI {
			ps = append(ps, in.Results[0].Var)
		} else if in.Op != mu.LANDINGPAD {
			break
		}
	}
	return ps
}

// exception returns the exception parameter of a block.
func (s *simulation) exception(b *mu.Block) (mu.VarID, bool) {
	if b.HasExc {
		return b.Exc.Var, true
	}
	for i := range b.Instrs {
		switch in := &b.Instrs[i]; in.Op {
		case mu.LANDINGPAD:
			if len(in.Results) > 0 {
				return in.Results[0].Var, true
			}
			return 0, false
		case mu.PHI:
		default:
			return 0, false
		}
	}
	return 0, false
}

func (s *simulation) exceptionVar(b mu.BlockID) (mu.VarID, bool) { return s.exception(&s.f.Blocks[b]) }
