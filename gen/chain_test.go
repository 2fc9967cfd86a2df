package gen

import (
	"slices"
	"testing"

	"assay/hir"
	"assay/interp"
	"assay/js"
	"assay/ssa"
)

// The programs go through the whole chain: they get into SSA form, run to an end
// in every world, and the SSA form does the same. (That the passes are right is
// for package oracle to check; here it is that programs exercise them.)
func TestProgramsRun(t *testing.T) {
	var before, after interp.Machine
	outcomes := map[interp.Outcome]int{}
	executed, loops := 0, 0
	var steps []int
	for seed := range uint64(2000) {
		p := Program(FromSeed(seed), Config{})
		f := lower(t, p)
		g := f.Clone()
		if err := ssa.EnterSSA(g); err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, js.Print(p))
		}
		if err := ssa.EliminateRedundantPhis(g); err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, js.Print(p))
		}
		headers := loopHeaders(f)
		loops += len(headers)
		entered := make([]bool, f.Env.NextBlock)
		before.Load(f)
		after.Load(g)
		for world := range uint64(3) {
			a := before.Run(interp.Options{Seed: world, OnBlock: func(_ *hir.Function, b *hir.Block, _ []hir.ScopeID) {
				entered[b.ID] = true
			}})
			b := after.Run(interp.Options{Seed: world})
			if d := interp.Difference(a, b); d != "" {
				t.Fatalf("seed %d, world %d: before and after SSA construction: %s\n%s", seed, world, d, js.Print(p))
			}
			// The fuel is spent only by programs whose functions the world calls back from
			// within each other, which the generator cannot foresee.
			if a.Outcome == interp.Stuck || a.Outcome == interp.OutOfFuel && nestedIn(f) == 0 {
				t.Fatalf("seed %d, world %d: expected it to end, found that it %v after %d steps (%v)\n%s",
					seed, world, a.Outcome, a.Steps, a.Stuck, js.Print(p))
			}
			outcomes[a.Outcome]++
			steps = append(steps, a.Steps)
		}
		for _, h := range headers {
			if entered[h] {
				executed++
			}
		}
	}
	slices.Sort(steps)
	t.Logf("outcomes %v; steps: %d in the median, 95%% %d, at most %d; %d of %d loops executed",
		outcomes, steps[len(steps)/2], steps[len(steps)*95/100], steps[len(steps)-1], executed, loops)
	if executed*2 < loops {
		t.Errorf("expected most loops to be executed in one of three worlds, found %d of %d", executed, loops)
	}
	if outcomes[interp.OutOfFuel]*200 > len(steps) {
		t.Errorf("expected at most one of 200 runs to be cut, found %v", outcomes)
	}
	if outcomes[interp.Returned] < outcomes[interp.Threw] {
		t.Errorf("expected most programs to return, found outcomes %v", outcomes)
	}
}

// nestedIn returns how many functions f has nested in it.
func nestedIn(f *hir.Function) int {
	n := 0
	f.Nested(func(*hir.Block, *hir.Instruction, *hir.Function) { n++ })
	return n
}

// loopHeaders returns the targets of edges back in the order, in f and all nested
// functions.
func loopHeaders(f *hir.Function) []hir.BlockID {
	var out []hir.BlockID
	for pos, b := range f.Blocks {
		for _, p := range b.Preds {
			if f.BlockPos(p) >= pos {
				out = append(out, b.ID)
				break
			}
		}
	}
	f.Nested(func(_ *hir.Block, _ *hir.Instruction, g *hir.Function) { out = append(out, loopHeaders(g)...) })
	return out
}

// Programs that need not end are cut by the fuel and not by anything else.
func TestInfinitePrograms(t *testing.T) {
	cut := 0
	for seed := range uint64(300) {
		p := Program(FromSeed(seed), Config{Infinite: 255})
		r := interp.Run(lower(t, p), interp.Options{Seed: seed, Fuel: 2000})
		switch {
		case r.Outcome == interp.Stuck:
			t.Fatalf("seed %d: %v\n%s", seed, r.Stuck, js.Print(p))
		case r.Outcome == interp.OutOfFuel && Terminates(p) == nil && nestedIn(lower(t, p)) == 0:
			t.Fatalf("seed %d: a program that terminates ran out of fuel\n%s", seed, js.Print(p))
		case r.Outcome == interp.OutOfFuel:
			cut++
		}
	}
	if cut < 5 {
		t.Errorf("expected some runs to be cut by the fuel, found %d of 300", cut)
	}
}

func TestGraphsRun(t *testing.T) {
	outcomes := map[interp.Outcome]int{}
	for seed := range uint64(1200) {
		f := Graph(FromSeed(seed), GraphConfig{})
		g := f.Clone()
		if err := ssa.EnterSSA(g); err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, f.Text())
		}
		if err := ssa.EliminateRedundantPhis(g); err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, f.Text())
		}
		opt := interp.Options{Seed: seed, Fuel: 1000}
		a, b := interp.Run(f, opt), interp.Run(g, opt)
		if d := interp.Difference(a, b); d != "" || a.Outcome == interp.Stuck {
			t.Fatalf("seed %d: %s (%v)\n%s", seed, d, a.Outcome, f.Text())
		}
		outcomes[a.Outcome]++
	}
	for _, o := range []interp.Outcome{interp.Returned, interp.Threw, interp.OutOfFuel} {
		if outcomes[o] < 100 {
			t.Errorf("expected at least 100 of 1200 graphs that %v, found %v", o, outcomes)
		}
	}
	t.Log(outcomes)
}

// version is a use in an SSA form and the other versions of its variable.
type version struct {
	place  *hir.Place
	others []hir.IdentifierID
}

// versions lists the uses of variables with more than one version. Operands of phis
// are uses, nested functions are left alone.
func versions(f *hir.Function) []version {
	byDecl := map[hir.IdentifierID][]hir.IdentifierID{}
	def := func(p hir.Place) {
		d := f.Env.Ident(p.Identifier).Decl
		byDecl[d] = append(byDecl[d], p.Identifier)
	}
	for _, p := range f.Params {
		def(p.Place)
	}
	for _, b := range f.Blocks {
		for i := range b.Phis {
			def(b.Phis[i].Place)
		}
		for i := range b.Instrs {
			for _, d := range b.Instrs[i].Defs {
				def(d)
			}
		}
	}
	var out []version
	use := func(p *hir.Place) {
		var others []hir.IdentifierID
		for _, v := range byDecl[f.Env.Ident(p.Identifier).Decl] {
			if v != p.Identifier {
				others = append(others, v)
			}
		}
		if len(others) > 0 {
			out = append(out, version{p, others})
		}
	}
	for _, b := range f.Blocks {
		for i := range b.Phis {
			for j := range b.Phis[i].Operands {
				use(&b.Phis[i].Operands[j].Place)
			}
		}
		for i := range b.Instrs {
			in := &b.Instrs[i]
			if in.Func == nil && in.Kind != hir.StoreContext && in.Kind != hir.LoadContext {
				for j := range in.Operands {
					use(&in.Operands[j])
				}
			}
		}
		for i := range b.Term.Operands {
			use(&b.Term.Operands[i])
		}
	}
	return out
}

// A use that is given another version of its variable shows in the run of most
// programs. That is what the values in programs are for: where sums of everything
// collapse, or values are not looked at, a wrong value hides.
func TestSensitivity(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	measure := func(next func(seed uint64) *hir.Function) (seen, all, programsSeen, programs int) {
		c := FromSeed(1)
		for seed := range uint64(500) {
			f := next(seed)
			if err := ssa.EnterSSA(f); err != nil {
				t.Fatal(err)
			}
			if err := ssa.EliminateRedundantPhis(f); err != nil {
				t.Fatal(err)
			}
			vs := versions(f)
			if len(vs) == 0 {
				continue
			}
			programs++
			var want [4]interp.Result
			run := func(world int) interp.Result {
				return interp.Run(f, interp.Options{Seed: uint64(world), Fuel: 3000})
			}
			for w := range want {
				want[w] = run(w)
			}
			any := false
			for range 6 {
				v := vs[(c.Intn(256)<<8|c.Intn(256))%len(vs)]
				was := v.place.Identifier
				v.place.Identifier = v.others[c.Intn(256)%len(v.others)]
				all++
				for w := range want {
					if interp.Difference(want[w], run(w)) != "" {
						seen++
						any = true
						break
					}
				}
				v.place.Identifier = was
			}
			if any {
				programsSeen++
			}
		}
		return
	}
	seen, all, ps, n := measure(func(seed uint64) *hir.Function { return lower(t, Program(FromSeed(seed), Config{})) })
	t.Logf("programs: %d of %d wrong versions show (%d%%); at least one of six in %d of %d programs", seen, all, seen*100/all, ps, n)
	if seen*100 < all*60 {
		t.Errorf("programs: expected 60%% of the wrong versions to show, found %d of %d", seen, all)
	}
	seen, all, ps, n = measure(func(seed uint64) *hir.Function { return Graph(FromSeed(seed), GraphConfig{}) })
	t.Logf("graphs: %d of %d wrong versions show (%d%%); at least one of six in %d of %d graphs", seen, all, seen*100/all, ps, n)
	if seen*100 < all*40 {
		t.Errorf("graphs: expected 40%% of the wrong versions to show, found %d of %d", seen, all)
	}
}
