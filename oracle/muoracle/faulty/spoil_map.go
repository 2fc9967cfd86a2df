package faulty

import (
	"slices"

	"assay/mu"
	"assay/mu/convert"
)

// This file holds faults of the map.

// spoilMap spoils the map of a function.
func (w *function) spoilMap() {
	for i := range w.fm.Blocks {
		w.spoilBlockMap(mu.BlockID(i), &w.fm.Blocks[i])
	}
	switch w.fault {
	case mapEdgeInitsLost:
		w.fm.Inits = slices.DeleteFunc(w.fm.Inits, func(x convert.Init) bool { return x.Place == convert.PlaceEdge })
	case mapInitBlock:
		for i := range w.fm.Inits {
			if x := &w.fm.Inits[i]; x.Place == convert.PlaceEdge {
				x.Block = w.result.Blocks[x.Block].Instrs[x.Instr].Dests[x.Edge].Block
			}
		}
	}
}

func (w *function) spoilBlockMap(id mu.BlockID, m *convert.BlockMap) {
	b := &w.result.Blocks[id]
	lost := func(s convert.Source) {
		m.Entry = slices.DeleteFunc(m.Entry, func(x convert.Binding) bool { return x.Source == s })
	}
	switch w.fault {
	case mapAfter:
		for i := range m.Points {
			m.Points[i].Steps += int32(len(b.Instrs[m.Points[i].Out].Results))
		}
	case mapResultsLost:
		dropSteps(m, func(s convert.Step) bool { return int(s.Instr) == len(b.Instrs)-1 && s.Source == convert.FromResult })
	case mapImplicitLost:
		lost(convert.FromImplicit)
	case mapExceptionLost:
		lost(convert.FromException)
	case mapUnassignedLost:
		lost(convert.FromNothing)
	case mapConstantForParam:
		for i := range m.Entry {
			if x := &m.Entry[i]; x.Source == convert.FromImplicit {
				x.Value = w.firstPassed(id, i, x.Value)
			}
		}
	case mapCopyLost:
		dropSteps(m, func(s convert.Step) bool { return s.Source == convert.FromCopy })
	case mapCopyFollows:
		w.follow(m)
	case mapMaterializedLost:
		dropSteps(m, func(s convert.Step) bool {
			return s.Source == convert.FromDefault || s.Source == convert.FromMaterialized
		})
	case mapRankLost:
		for i := range m.Steps {
			m.Steps[i].Result = 0
		}
	case mapStepShifted:
		added := int32(0)
		for i := range m.Steps {
			m.Steps[i].Instr -= added
			if s := m.Steps[i].Source; s == convert.FromDefault || s == convert.FromMaterialized {
				added++
			}
		}
	case mapPointIn:
		for i := range m.Points {
			m.Points[i].In = m.Points[i].Out
		}
	case mapPointOut:
		for i := range m.Points {
			for _, s := range m.Steps[:m.Points[i].Steps] {
				if s.Source == convert.FromDefault || s.Source == convert.FromMaterialized {
					m.Points[i].Out--
				}
			}
		}
	case mapFromShifted:
		m.From = min(id, mu.BlockID(len(w.f.Blocks)-1))
	}
}

// dropSteps leaves out steps.
func dropSteps(m *convert.BlockMap, drop func(convert.Step) bool) {
	var steps []convert.Step
	points := slices.Clone(m.Points)
	for i, s := range m.Steps {
		if !drop(s) {
			steps = append(steps, s)
			continue
		}
		for j := range points {
			if i < int(m.Points[j].Steps) {
				points[j].Steps--
			}
		}
	}
	m.Steps, m.Points = steps, points
}

// firstPassed returns what the first edge to a block passes for a parameter, if
// that is a constant.
func (w *function) firstPassed(id mu.BlockID, param int, otherwise mu.Value) mu.Value {
	for i := range w.result.Blocks {
		for _, d := range w.result.Blocks[i].Destinations() {
			if d.Block == id {
				if v := d.Args[param].Value; !v.IsLocal() {
					return v
				}
				return otherwise
			}
		}
	}
	return otherwise
}

// follow has copies change with what they are of.
func (w *function) follow(m *convert.BlockMap) {
	holds := map[mu.VarID]mu.Value{}
	for _, x := range m.Entry {
		holds[x.Var] = x.Value
	}
	for i := range m.Steps {
		s := &m.Steps[i]
		for j := range m.Steps[:i] {
			c := &m.Steps[j]
			if c.Source == convert.FromCopy && s.Source == convert.FromResult && c.Value == holds[s.Var] && c.Var != s.Var {
				c.Value = s.Value
			}
		}
		holds[s.Var] = s.Value
	}
}
