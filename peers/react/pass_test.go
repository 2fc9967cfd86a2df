package react

import (
	"context"
	"testing"

	"assay/gen"
	"assay/hir"
	"assay/oracle"
	"assay/peers/command"
)

// The compiler's own passes hold on the IR of generated programs, in the places of
// ours. (Graphs without fallthroughs are not among them: the compiler has none, and
// the adapter refuses them.)
func TestPassesOnIR(t *testing.T) {
	compiler(t) // or skip
	n := uint64(120)
	if testing.Short() {
		n = 20
	}
	for _, pass := range oracle.ConformPasses() {
		t.Run(pass, func(t *testing.T) {
			p := command.New([]string{"node", "adapter.js"}, command.Options{})
			defer p.Close()
			opt, err := oracle.CheckOptions{}.WithPass(pass, func() func(*hir.Function) error { return p.Pass(context.Background(), pass) })
			if err != nil {
				t.Fatal(err)
			}
			k, g := oracle.NewChecker(opt), oracle.NewGenerator()
			for seed := range n {
				ch := gen.FromSeed(seed)
				c, err := g.FromProgram(gen.Program(ch, gen.Config{}))
				if err != nil {
					t.Fatal(err)
				}
				c.Scopes = gen.Scopes(ch)
				c.Scopes.WholeDoWhile = false // which the compiler does not do
				if f := k.Check(c); f != nil {
					t.Fatalf("seed %d: %v", seed, f)
				}
			}
			if s := k.Stats; s.Cases != int(n) || s.Refused > 0 || pass != "ssa" && pass != "eliminate" && s.Unfit*2 > s.Cases {
				t.Errorf("found %+v", s)
			}
		})
	}
	// A pass that is not known, and text that is no HIR, are errors.
	p := command.New([]string{"node", "adapter.js"}, command.Options{})
	defer p.Close()
	for _, r := range []*command.Request{{Pass: "none", HIR: "f(): <unknown> $0\nbb0 (block):\n  [1] Unreachable\n"}, {Pass: "ssa", HIR: "nonsense"}} {
		a, err := p.Do(context.Background(), r)
		if err != nil || a.Error == nil {
			t.Errorf("pass %s: found %+v, %v", r.Pass, a, err)
		}
	}
}
