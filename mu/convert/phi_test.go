package convert

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"assay/mu"
	"assay/ssa/dataflow"
)

// mustConvertPHI converts a bundle to the older form and checks what holds of it.
func mustConvertPHI(t *testing.T, b *mu.Bundle) *Result {
	t.Helper()
	r, err := Bundle(b, Options{Level: mu.LevelDefs, PHI: true})
	if err != nil {
		t.Fatal(err)
	}
	out := string(mu.Print(r.Bundle, mu.PrintOptions{PHI: true}))
	again, err := mu.Read("out.uir", []byte(out), mu.ReadOptions{Prelude: b.Prelude})
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, p := range mu.Check(again, mu.LevelDefs) {
		if p.Severity == mu.Error {
			t.Errorf("%v\n%s", p, out)
		}
	}
	for _, m := range r.Map.Functions {
		if err := dominance(m.Out); err != nil {
			t.Errorf("%v\n%s", err, out)
		}
	}
	for _, f := range again.Versions {
		if err := dominance(f); err != nil {
			t.Errorf("%v\n%s", err, out)
		}
	}
	twice, err := Bundle(again, Options{Level: mu.LevelDefs, PHI: true})
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(out, string(mu.Print(twice.Bundle, mu.PrintOptions{PHI: true}))); d != "" {
		t.Errorf("converted again it is another:\n%s", d)
	}
	return r
}

// dominance checks a function in the older form: each variable has one
// definition, which dominates its uses; those of PHIs are at the ends of
// predecessors. Results of terminators are defined on edges.
func dominance(f *mu.Function) error {
	var c dataflow.Code
	c.Reset(len(f.Vars))
	type place struct{ block, instr int }
	defs := make([]*place, len(f.Vars))
	var err error
	define := func(v mu.VarID, at place) {
		if defs[v] != nil && err == nil {
			err = fmt.Errorf("%s is defined twice", f.Vars[v].Name)
		}
		defs[v] = &at
	}
	n := len(f.Blocks)
	edges := 0
	for b := range f.Blocks {
		c.Block()
		t := f.Blocks[b].Terminator()
		for k := range t.Dests {
			c.Edge(int32(n + edges + k)) // each edge is a block too
		}
		edges += len(t.Dests)
	}
	edges = 0
	for b := range f.Blocks {
		blk := &f.Blocks[b]
		for _, d := range f.Header {
			if b == 0 {
				define(d.Var, place{b, -1})
			}
		}
		for _, p := range blk.Params {
			define(p.Var, place{b, -1})
		}
		if blk.HasExc {
			define(blk.Exc.Var, place{b, -1})
		}
		last := len(blk.Instrs) - 1
		for i := range blk.Instrs {
			in := &blk.Instrs[i]
			at := place{b, i}
			if in.Op == mu.PHI || in.Op == mu.LANDINGPAD {
				at.instr = -1
			}
			for j, d := range in.Results {
				if i == last {
					for k := range in.Dests {
						if len(in.ResultsOn(k)) > 0 {
							at = place{n + edges + k, -1}
						}
					}
				}
				_ = j
				define(d.Var, at)
			}
		}
		for _, d := range blk.Instrs[last].Dests {
			c.Block()
			c.Edge(int32(d.Block))
			edges++
		}
	}
	if err != nil {
		return err
	}
	c.Done()
	var doms dataflow.Dominators
	doms.Compute(&c)
	use := func(o mu.Operand, b, i int) {
		if !o.IsLocal() || !doms.In(int32(b)) || err != nil {
			return
		}
		d := defs[o.Var()]
		if d == nil || d.block == b && d.instr >= i || d.block != b && !doms.Dominates(int32(d.block), int32(b)) {
			err = fmt.Errorf("block %s, instruction %d: %s is not defined on all ways here", f.Blocks[min(b, n-1)].Name, i, f.Vars[o.Var()].Name)
		}
	}
	edges = 0
	edgeOf := map[[2]int]int{}
	for b := range f.Blocks {
		for _, d := range f.Blocks[b].Destinations() {
			edgeOf[[2]int{b, int(d.Block)}] = n + edges
			edges++
		}
	}
	for b := range f.Blocks {
		for i := range f.Blocks[b].Instrs {
			in := &f.Blocks[b].Instrs[i]
			in.Uses(func(o *mu.Operand) { use(*o, b, i) })
			if in.Op == mu.PHI {
				for _, x := range in.Extra.Incoming {
					use(x.Value, edgeOf[[2]int{int(x.Pred.Block), b}], 0)
				}
			}
			for k := range in.Dests {
				if in.Dests[k].HasArgs {
					return fmt.Errorf("an edge with arguments")
				}
			}
		}
	}
	return err
}
