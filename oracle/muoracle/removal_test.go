package muoracle

import (
	"slices"
	"testing"

	"assay/gen/mugen"
	"assay/mu"
	"assay/mu/convert"
)

// Without any one of the parameters that were inferred, and what edges pass to it,
// the result is not valid. (Blocks that control cannot reach may have more: what they
// pass on to others may not be taken there.)
func TestInferredParametersAreNeeded(t *testing.T) {
	removed := 0
	for seed := range uint64(programs(300)) {
		c := FromSeed(seed, mugen.Config{Size: 6})
		res, err := convert.Bundle(c.Bundle, convert.Options{Level: mu.LevelFull})
		if err != nil {
			t.Fatal(err)
		}
		var w flow
		for _, fm := range res.Map.Functions {
			w.compute(fm.In, false)
			for b := range fm.Blocks {
				if from := fm.Blocks[b].From; from == mu.NoBlock || !w.reachable[from] {
					continue
				}
				n := 0
				for _, x := range fm.Blocks[b].Entry {
					if x.Source != convert.FromParam && x.Source != convert.FromImplicit {
						continue
					}
					if x.Source == convert.FromImplicit {
						removed++
						without := res.Bundle.Clone()
						without.SetVersion(int(fm.Version), withoutParam(fm.Out, mu.BlockID(b), n))
						if !mu.HasErrors(mu.CheckSSA(without, mu.LevelFull)) {
							t.Fatalf("seed %d: %s of block %s can go:\n%s", seed, fm.In.Vars[x.Var].Name, fm.Out.Blocks[b].Name, mu.Print(res.Bundle, mu.PrintOptions{}))
						}
					}
					n++
				}
			}
		}
	}
	if removed < 2000 && !testing.Short() {
		t.Errorf("only %d parameters were removed", removed)
	}
}

// withoutParam returns a copy of a function without a parameter.
func withoutParam(f *mu.Function, b mu.BlockID, n int) *mu.Function {
	g := *f
	g.Blocks = slices.Clone(f.Blocks)
	g.Blocks[b].Params = slices.Delete(slices.Clone(g.Blocks[b].Params), n, n+1)
	for i := range g.Blocks {
		g.Blocks[i].Instrs = slices.Clone(g.Blocks[i].Instrs)
		for j := range g.Blocks[i].Instrs {
			in := &g.Blocks[i].Instrs[j]
			in.Dests = slices.Clone(in.Dests)
			for k := range in.Dests {
				if d := &in.Dests[k]; d.Block == b {
					d.Args = slices.Delete(slices.Clone(d.Args), n, n+1)
				}
			}
		}
	}
	return &g
}
