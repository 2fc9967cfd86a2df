package oracle

import "assay/hir"

// eraseScratch maps the identifiers of a function after a conversion to the
// variables of before that they stand for.
type eraseScratch struct {
	before, after *hir.Env
	// variable is, by identifier after, the variable of before, plus one.
	variable []int32
	// twice are the places where an identifier stands for another variable than
	// at an earlier place.
	twice []fixedPlace
	// renamed are places of identifiers with another name than their variable's.
	renamed []fixedPlace
	// group is a disjoint set over the identifiers after: those that phis join.
	group []int32
}

func (s *eraseScratch) begin(before, after *hir.Env) {
	s.before, s.after = before, after
	s.variable = cleared(s.variable, len(after.Identifiers))
	s.twice, s.renamed = s.twice[:0], s.renamed[:0]
}

// note notes that y stands for x, which has not been noted last.
func (s *eraseScratch) note(at location, x, y hir.IdentifierID) {
	if s.variable[y] != 0 {
		s.twice = append(s.twice, fixedPlace{at, x, y})
		return
	}
	s.variable[y] = int32(x) + 1
	if s.before.Identifiers[x].Name != s.after.Identifiers[y].Name {
		s.renamed = append(s.renamed, fixedPlace{at, x, y})
	}
}

// reportNames reports identifiers with another name than their variable.
func (v *Verifier) reportNames() {
	s := &v.erase
	for _, p := range s.renamed {
		v.reportAt(KindName, p.at, p.after, identOf(s.before, p.before), identOf(s.after, p.after))
	}
}

// verifyErasure checks that each identifier of after stands for one variable of
// before: at all positions and, if before has no phis, through phis. Equal values
// imply it where values are read; this adds phis that nothing reads and blocks
// that cannot be reached.
func (v *Verifier) verifyErasure() {
	s := &v.erase
	for _, p := range s.twice {
		v.reportAt(KindVersionOfTwo, p.at, p.after, "a version of "+identOf(s.before, p.before),
			identOf(s.after, p.after)+", a version of "+identOf(s.before, hir.IdentifierID(s.variable[p.after]-1)))
	}
	if v.values.before.explicit == 0 && v.values.after.explicit > 0 {
		v.eraseThroughPhis()
	}
}

// eraseThroughPhis checks that phis join versions of one variable. A phi and
// its operands form a group, and all known variables of a group must be one.
// Initial values may appear in phis alone; they are their own variables.
func (v *Verifier) eraseThroughPhis() {
	g, a, s := &v.flow, &v.aligned, &v.erase
	s.group = resize(s.group, len(s.variable))
	for i := range s.group {
		s.group[i] = int32(i)
	}
	for bi := range int32(g.nblocks()) {
		phis := a.blocks[bi].Phis
		for i := range phis {
			phi := phis[i].Place.Identifier
			to := s.find(int32(phi))
			for k := range phis[i].Operands {
				op := phis[i].Operands[k].Place.Identifier
				if s.variable[op] == 0 && v.values.after.state[op] == undefined && int(op) < len(s.before.Identifiers) {
					s.variable[op] = int32(op) + 1
				}
				if s.after.Identifiers[op].Name != s.after.Identifiers[phi].Name {
					v.report(KindName, bi, atHead, phi, "the name of its operand "+identOf(s.after, op), identOf(s.after, phi))
				}
				from := s.find(int32(op))
				if from == to {
					continue
				}
				x, y := s.variable[to], s.variable[from]
				if x != 0 && y != 0 && x != y {
					v.report(KindVersionOfTwo, bi, atHead, phi, "versions of "+identOf(s.before, hir.IdentifierID(x-1)),
						identOf(s.after, op)+" from "+phis[i].Operands[k].Pred.String()+", a version of "+identOf(s.before, hir.IdentifierID(y-1)))
					continue
				}
				s.group[from] = to
				s.variable[to] = max(x, y)
			}
		}
	}
}

func (s *eraseScratch) find(x int32) int32 {
	for s.group[x] != x {
		s.group[x] = s.group[s.group[x]]
		x = s.group[x]
	}
	return x
}
