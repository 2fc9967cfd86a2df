package oracle

import (
	"fmt"
	"slices"
	"testing"

	"assay/hir"
	"assay/ssa"
)

// TestLiveRangesChangeNothing: leaving out the implied phis of identifiers that
// are not live changes neither what is accepted nor where what is rejected
// stands, whichever graph, and however wrong the conversion.
func TestLiveRangesChangeNothing(t *testing.T) {
	n := uint64(6_000)
	if testing.Short() {
		n = 1_500
	}
	accepted, rejected, fewer := 0, 0, 0
	plain, pruned := &Verifier{}, &Verifier{}
	pruned.values.ranges.always = true
	for seed := range n {
		c := newChooser(seed)
		before := randomFunction(c, randomConfig{blocks: 10, vars: 4, instrs: 4, nested: 2, context: true})
		after := before.Clone()
		if ssa.EnterSSA(after) != nil {
			continue
		}
		switch {
		case seed%2 == 0:
			// Some phis are left, and read identifiers with many definitions.
			phis := map[hir.IdentifierID]bool{}
			eachPhi(after, func(p *hir.Phi) { phis[p.Place.Identifier] = c.Intn(2) == 0 })
			mergeVersions(after, phis)
		case seed%3 > 0:
			Corrupt(after, c)
		}
		if seed%3 == 1 {
			// Neither side is in SSA form.
			before, after = after, before
		}
		if len(hir.Check(before))+len(hir.Check(after)) > 0 {
			continue
		}
		want := places(plain.Validate(before, after))
		got := places(pruned.Validate(before, after))
		if got != want {
			t.Fatalf("seed %d: with live ranges:\n%s\nwithout:\n%s\nbefore:\n%s\nafter:\n%s", seed, got, want, before.Text(), after.Text())
		}
		if want == "" {
			accepted++
		} else {
			rejected++
		}
		if len(pruned.values.before.phis)+len(pruned.values.after.phis) < len(plain.values.before.phis)+len(plain.values.after.phis) {
			fewer++
		}
	}
	t.Logf("%d accepted, %d rejected, %d with fewer implied phis", accepted, rejected, fewer)
	if least := int(n) / 10; accepted < least || rejected < least || fewer < least {
		t.Errorf("expected at least %d of each", least)
	}
}

// eachPhi calls visit for the phis of a function and those nested in it.
func eachPhi(f *hir.Function, visit func(*hir.Phi)) {
	for _, b := range f.Blocks {
		for i := range b.Phis {
			visit(&b.Phis[i])
		}
	}
	f.Nested(func(_ *hir.Block, _ *hir.Instruction, g *hir.Function) { eachPhi(g, visit) })
}

// mergeVersions takes back the renaming of all identifiers but those given, and
// deletes the phis of others.
func mergeVersions(f *hir.Function, keep map[hir.IdentifierID]bool) {
	merge := func(ps []hir.Place) {
		for i := range ps {
			if !keep[ps[i].Identifier] {
				ps[i].Identifier = f.Env.Ident(ps[i].Identifier).Decl
			}
		}
	}
	for i := range f.Params {
		f.Params[i].Identifier = f.Env.Ident(f.Params[i].Identifier).Decl
	}
	for _, b := range f.Blocks {
		b.Phis = slices.DeleteFunc(b.Phis, func(p hir.Phi) bool { return !keep[p.Place.Identifier] })
		for i := range b.Phis {
			for k := range b.Phis[i].Operands {
				if op := &b.Phis[i].Operands[k].Place; !keep[op.Identifier] {
					op.Identifier = f.Env.Ident(op.Identifier).Decl
				}
			}
		}
		for i := range b.Instrs {
			in := &b.Instrs[i]
			merge(in.Uses())
			merge(in.Defs)
			in.Lvalue.Identifier = f.Env.Ident(in.Lvalue.Identifier).Decl
			if in.Func != nil {
				mergeVersions(in.Func, keep)
			}
		}
		merge(b.Term.Operands)
	}
}

// places lists the kinds and places of violations.
func places(vs []*Violation) string {
	s := ""
	for _, v := range vs {
		s += fmt.Sprintln(v.Kind, v.Function, v.Block, v.Instr, v.Identifier)
	}
	return s
}
