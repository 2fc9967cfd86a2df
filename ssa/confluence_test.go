package ssa_test

import (
	"fmt"
	"testing"

	"assay/hir"
	"assay/ssa"
)

// TestConfluence eliminates phis with random operands, in forms that no
// construction makes: much entangled, and often without a candidate. It compares
// with a slow elimination that looks at the phis in another order each time.
func TestConfluence(t *testing.T) {
	n := uint64(20_000)
	if testing.Short() {
		n = 3000
	}
	var b ssa.Builder
	refused, left := 0, 0
	for seed := range n {
		f := randomPhis(seeded(seed))
		want, ok := slowReplacements(seeded(seed+1), f)
		phis := map[hir.IdentifierID]hir.Phi{}
		for _, phi := range f.Blocks[0].Phis {
			phis[phi.Place.Identifier] = phi
		}
		before := f.Clone()
		err := b.EliminateRedundantPhis(f)
		if (err == nil) != ok {
			t.Fatalf("seed %d: %v, expected success: %v\n%s", seed, err, ok, before.Text())
		}
		if err != nil {
			refused++
			continue
		}
		left += len(f.Blocks[0].Phis)
		for i := range f.Blocks[0].Phis {
			phi := &f.Blocks[0].Phis[i]
			id := phi.Place.Identifier
			if _, gone := want[id]; gone {
				t.Fatalf("seed %d: $%d is left\n%s", seed, id, before.Text())
			}
			for j, op := range before.Block(0).Phis[indexOf(before, id)].Operands {
				if got := phi.Operands[j].Place.Identifier; got != final(want, op.Place.Identifier) {
					t.Fatalf("seed %d: operand %d of $%d is $%d, expected $%d\n%s", seed, j, id, got, final(want, op.Place.Identifier), before.Text())
				}
			}
		}
		if len(f.Blocks[0].Phis)+len(want) != len(phis) {
			t.Fatalf("seed %d: %d phis left, %d replaced, of %d\n%s", seed, len(f.Blocks[0].Phis), len(want), len(phis), before.Text())
		}
		for i, p := range f.Blocks[0].Term.Operands {
			if got := final(want, before.Blocks[0].Term.Operands[i].Identifier); p.Identifier != got {
				t.Fatalf("seed %d: use %d is $%d, expected $%d\n%s", seed, i, p.Identifier, got, before.Text())
			}
		}
	}
	t.Logf("%d functions, %d refused, %d phis left", n, refused, left)
	if refused < int(n)/100 || refused > int(n)*9/10 || left == 0 {
		t.Errorf("of %d functions %d were refused and %d phis left", n, refused, left)
	}
}

func indexOf(f *hir.Function, id hir.IdentifierID) int {
	for i := range f.Blocks[0].Phis {
		if f.Blocks[0].Phis[i].Place.Identifier == id {
			return i
		}
	}
	panic(fmt.Sprintf("no phi $%d", id))
}

// randomPhis makes a block whose phis merge each other and a few parameters, and
// whose terminal uses them all.
func randomPhis(c chooser) *hir.Function {
	env := &hir.Env{}
	f := hir.NewFunction(env, "f")
	b := f.AddBlock(env.NewBlockID(), hir.BlockStatement)
	f.Entry = b.ID
	params, phis := 1+c.Intn(3), 1+c.Intn(12)
	for range params {
		f.Params = append(f.Params, hir.Param{Place: at(env.NewNamed("p"))})
	}
	for range phis {
		b.Phis = append(b.Phis, hir.Phi{Place: at(env.NewNamed("x"))})
	}
	narrow := 1 + c.Intn(4) // operands are near by, so that they meet
	for i := range b.Phis {
		for j := range 1 + c.Intn(4) {
			id := hir.IdentifierID(c.Intn(params))
			if c.Intn(3) > 0 {
				id = hir.IdentifierID(params + (i+c.Intn(2*narrow+1)+phis*narrow-narrow)%phis)
			}
			b.Phis[i].Operands = append(b.Phis[i].Operands, hir.PhiOperand{Pred: hir.BlockID(j), Place: at(id)})
		}
	}
	b.Term = hir.Terminal{Kind: hir.Return, Fallthrough: hir.NoBlock, Scope: hir.NoScope}
	for id := range env.Identifiers {
		b.Term.Operands = append(b.Term.Operands, at(hir.IdentifierID(id)))
	}
	return f
}

func final(replaced map[hir.IdentifierID]hir.IdentifierID, id hir.IdentifierID) hir.IdentifierID {
	for {
		to, ok := replaced[id]
		if !ok {
			return id
		}
		id = to
	}
}

// slowReplacements returns what replaces each redundant phi, and false if one has
// no candidate.
func slowReplacements(c chooser, f *hir.Function) (replaced map[hir.IdentifierID]hir.IdentifierID, ok bool) {
	replaced = map[hir.IdentifierID]hir.IdentifierID{}
	phis := f.Blocks[0].Phis
	for changed := true; changed; {
		changed = false
		start := c.Intn(len(phis))
		for i := range phis {
			phi := &phis[(start+i)%len(phis)]
			self := phi.Place.Identifier
			if _, gone := replaced[self]; gone {
				continue
			}
			others := map[hir.IdentifierID]bool{}
			same := hir.NoIdentifier
			for _, op := range phi.Operands {
				if id := final(replaced, op.Place.Identifier); id != self {
					others[id] = true
					same = id
				}
			}
			switch len(others) {
			case 0:
				return nil, false
			case 1:
				replaced[self] = same
				changed = true
			}
		}
	}
	return replaced, true
}
