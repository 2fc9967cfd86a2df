package oracle

import (
	"slices"

	"assay/hir"
)

// eliminateScratch belongs to validation of phi elimination.
type eliminateScratch struct {
	// replaced is, by identifier of before, what stands for it in after, plus one.
	replaced []int32
	// removed says which identifiers are phis that after lacks.
	removed []bool
}

// ValidateEliminate proves that an elimination of redundant phis kept the
// meaning of a function in SSA form, or says where it did not; see
// [Verifier.Eliminate].
func ValidateEliminate(before, after *hir.Function) []*Violation {
	v := verifiers.Get().(*Verifier)
	defer verifiers.Put(v)
	if !v.bothWellFormed(before, after) {
		return v.end()
	}
	return v.Eliminate(before, after)
}

// Eliminate proves that after is before without some phis that were redundant.
// It lists what contradicts that, of both functions and every function nested in
// them, ordered by place, and returns nil if nothing does.
//
// Proved for all paths from the entry:
//   - the two have the same blocks, edges, instructions, payloads and heads;
//   - each place reads, on every path, what it reads in before.
//
// And, since elimination is to do nothing else:
//   - each phi of after is one of before, with the same identifier, and the phis of
//     a block keep their order;
//   - every mention of a removed phi became a mention of one and the same
//     identifier, and all other identifiers stay as they are;
//   - no phi is left whose operands are but one identifier and the phi itself.
//
// The last is what elimination reaches on every graph. On irreducible ones, phis
// that are only redundant as a group may be left.
//
// Both functions must be well-formed: hir.Check finds nothing.
func (v *Verifier) Eliminate(before, after *hir.Function) []*Violation {
	v.out, v.names = nil, after.Env
	v.flow.build(before)
	if v.align(after) {
		v.flow.analyze()
		v.values.strict = true
		if !v.values.run() {
			v.reportValues()
		}
		if v.pairPhis() {
			v.verifyReplacements()
		}
		v.verifyPhisLeft()
	}
	return v.end()
}

// pairPhis finds the removed phis, and checks that the others are those of
// before. It reports whether all identifiers of after exist in before.
func (v *Verifier) pairPhis() bool {
	g, s := &v.flow, &v.elim
	n := len(g.fns[0].f.Env.Identifiers)
	s.removed = cleared(s.removed, n)
	ok := true
	for bi := range int32(g.nblocks()) {
		x, y := g.blocks[bi].b.Phis, v.aligned.blocks[bi].Phis
		k := 0
		for i := range x {
			if k < len(y) && y[k].Place.Identifier == x[i].Place.Identifier {
				k++
				continue
			}
			s.removed[x[i].Place.Identifier] = true
		}
		if k == len(y) {
			continue
		}
		for ; k < len(y); k++ {
			id := y[k].Place.Identifier
			expected := "no phi that is not in the input"
			if slices.ContainsFunc(x, func(p hir.Phi) bool { return p.Place.Identifier == id }) {
				expected = "phis in the order of the input"
			}
			v.report(KindPhiChanged, bi, atHead, id, expected, "phi "+identOf(v.aligned.fns[0].Env, id))
		}
		ok = false
	}
	return ok
}

// verifyReplacements checks that each identifier is replaced everywhere by the
// same one, and only removed phis are.
func (v *Verifier) verifyReplacements() {
	g, a, s := &v.flow, &v.aligned, &v.elim
	s.replaced = cleared(s.replaced, len(s.removed))
	for fi := range g.fns {
		fn := &g.fns[fi]
		for i := range fn.f.Params {
			v.replaced(location{int32(fi), -1, atHead}, fn.f.Params[i].Identifier, a.fns[fi].Params[i].Identifier)
		}
		for bi := fn.block0; bi < fn.block0+fn.nblock; bi++ {
			b, d := g.blocks[bi].b, a.blocks[bi]
			v.verifyKeptPhis(bi, b.Phis, d.Phis)
			for i := range b.Instrs {
				p, q := &b.Instrs[i], &d.Instrs[i]
				at := location{int32(fi), bi, int32(i)}
				t := q.Uses()
				for k, use := range p.Uses() {
					v.replaced(at, use.Identifier, t[k].Identifier)
				}
				for k := range p.Defs {
					v.replaced(at, p.Defs[k].Identifier, q.Defs[k].Identifier)
				}
				if p.HasLvalue() {
					v.replaced(at, p.Lvalue.Identifier, q.Lvalue.Identifier)
				}
			}
			for k := range b.Term.Operands {
				v.replaced(location{int32(fi), bi, int32(len(b.Instrs))}, b.Term.Operands[k].Identifier, d.Term.Operands[k].Identifier)
			}
		}
	}
}

// verifyKeptPhis compares the operands of the phis that are left in a block.
func (v *Verifier) verifyKeptPhis(bi int32, x, y []hir.Phi) {
	at := location{v.flow.blocks[bi].fn, bi, atHead}
	k := 0
	for i := range x {
		if k == len(y) || y[k].Place.Identifier != x[i].Place.Identifier {
			continue
		}
		if len(x[i].Operands) != len(y[k].Operands) {
			v.report(KindPhiChanged, bi, atHead, y[k].Place.Identifier, itoa(len(x[i].Operands))+" operands", itoa(len(y[k].Operands)))
			k++
			continue
		}
		for j := range x[i].Operands {
			p, q := &x[i].Operands[j], &y[k].Operands[j]
			if p.Pred != q.Pred {
				v.report(KindPhiChanged, bi, atHead, y[k].Place.Identifier, "operand "+itoa(j+1)+" for "+p.Pred.String(), q.Pred.String())
				continue
			}
			v.replaced(at, p.Place.Identifier, q.Place.Identifier)
		}
		k++
	}
}

// replaced notes that y stands where x stood.
func (v *Verifier) replaced(at location, x, y hir.IdentifierID) {
	s := &v.elim
	if x == y && !s.removed[x] {
		return
	}
	r := &s.replaced[x]
	if s.removed[x] && (*r == 0 || *r == int32(y)+1) {
		*r = int32(y) + 1
		return
	}
	env := v.flow.fns[0].f.Env
	expected := identOf(env, x) + ", which is no removed phi"
	if s.removed[x] {
		expected = identOf(v.aligned.fns[0].Env, hir.IdentifierID(*r-1)) + ", which replaces the phi " + identOf(env, x) + " elsewhere"
	}
	v.reportAt(KindReplacement, at, y, expected, identOf(v.aligned.fns[0].Env, y))
}

// verifyPhisLeft checks that every phi that is left has two operands besides
// itself.
func (v *Verifier) verifyPhisLeft() {
	for bi := range int32(v.flow.nblocks()) {
		phis := v.aligned.blocks[bi].Phis
		for i := range phis {
			if one, ok := onlyOperand(&phis[i]); ok {
				found := "none"
				if one != hir.NoIdentifier {
					found = "only " + identOf(v.aligned.fns[0].Env, one)
				}
				v.report(KindPhiLeft, bi, atHead, phis[i].Place.Identifier, "two different operands", found)
			}
		}
	}
}

// onlyOperand reports whether a phi has at most one operand besides itself, and
// returns it, or NoIdentifier.
func onlyOperand(phi *hir.Phi) (hir.IdentifierID, bool) {
	one := hir.NoIdentifier
	for k := range phi.Operands {
		id := phi.Operands[k].Place.Identifier
		if id == phi.Place.Identifier || id == one {
			continue
		}
		if one != hir.NoIdentifier {
			return hir.NoIdentifier, false
		}
		one = id
	}
	return one, true
}
