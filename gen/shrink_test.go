package gen

import (
	"strings"
	"testing"

	"github.com/leanovate/gopter"
	"github.com/leanovate/gopter/prop"

	"assay/js"
)

// weight is a measure that every cut makes smaller.
func weight(p *js.Program) int {
	n := 0
	for _, s := range p.Body {
		js.Walk(s, func(m js.Node) bool {
			n += 4
			switch m := m.(type) {
			case *js.NumberLit:
				if m.Value != 0 {
					n++
				}
			case *js.Ident:
				n += 2 // above 0
			case *js.FunctionExpr:
				n += 100 + len(m.Func.Name)
			case *js.FunctionDecl:
				n += 100
			case *js.Break:
				n += 1 + len(m.Label)
			case *js.Continue:
				n += 1 + len(m.Label)
			case *js.ArrayPattern:
				n += len(m.Elems) // holes
			case *js.If, *js.While, *js.DoWhile, *js.For, *js.ForOf, *js.ForIn, *js.Switch:
				n += 12 // above the condition as a statement and a block
			case *js.RegExpLit, *js.Template, *js.ArrayLit, *js.ObjectLit, *js.StringLit, *js.BoolLit, *js.NullLit, *js.ThisExpr:
				n += 2
			}
			return true
		})
	}
	return n
}

// All cuts of programs of all kinds are programs of the same kind, smaller, and
// written with the same names.
func TestShrinkKeepsThePromises(t *testing.T) {
	cuts := 0
	for _, cfg := range []Config{{}, {NoSwarm: true}, {Extra: Optional, NoSwarm: true}, {React: true}} {
		for seed := range uint64(12) {
			p := Program(FromSeed(seed), cfg)
			before := js.Print(p)
			w := weight(p)
			for q := range Shrink(p) {
				cuts++
				if err := Valid(q); err != nil {
					t.Fatalf("%v\n%s\nfrom\n%s", err, js.Print(q), before)
				}
				if err := Terminates(q); err != nil {
					t.Fatalf("%v\n%s\nfrom\n%s", err, js.Print(q), before)
				}
				if v := weight(q); v >= w {
					t.Fatalf("not smaller (%d, before %d):\n%s\nfrom\n%s", v, w, js.Print(q), before)
				}
				if _, err := js.LowerWith(q, q.Body[0].(*js.FunctionDecl), js.LowerOptions{React: cfg.React}); err != nil {
					t.Fatalf("%v\n%s\nfrom\n%s", err, js.Print(q), before)
				}
				if r, err := js.Parse("q.js", []byte(js.Print(q))); err != nil {
					t.Fatalf("%v\n%s", err, js.Print(q))
				} else if !js.Equal(q, r) {
					t.Fatalf("reads back to another program:\n%s\n%s", js.Print(q), js.Print(r))
				}
			}
			if after := js.Print(p); after != before {
				t.Fatalf("the program that was cut has changed:\n%s\n%s", before, after)
			}
		}
	}
	t.Logf("%d cuts", cuts)
}

// reduce takes the first cut that fails as long as there is one, as gopter does, and
// returns the number of tries.
func reduce(p *js.Program, fails func(*js.Program) bool) (*js.Program, int) {
	tries := 0
again:
	for q := range Shrink(p) {
		tries++
		if fails(q) {
			p = q
			goto again
		}
	}
	return p, tries
}

// count returns how many nodes of a program a function accepts.
func count(p *js.Program, ok func(js.Node) bool) int {
	n := 0
	for _, s := range p.Body {
		js.Walk(s, func(m js.Node) bool {
			if ok(m) {
				n++
			}
			return true
		})
	}
	return n
}

// Programs that have something shrink to the smallest program that has it.
func TestShrinkIsMinimal(t *testing.T) {
	tests := []struct {
		name  string
		fails func(*js.Program) bool
		want  string
	}{
		{
			"any program",
			func(*js.Program) bool { return true },
			"function main() {}\n",
		},
		{
			"a switch",
			func(p *js.Program) bool {
				return count(p, func(n js.Node) bool { _, ok := n.(*js.Switch); return ok }) > 0
			},
			"function main() {\n  switch (0) {}\n}\n",
		},
		{
			"a while with a break in an if",
			func(p *js.Program) bool {
				return count(p, func(n js.Node) bool {
					w, ok := n.(*js.While)
					if !ok {
						return false
					}
					b, ok := w.Body.(*js.Block)
					if !ok {
						return false
					}
					for _, s := range b.Body {
						if i, ok := s.(*js.If); ok {
							return strings.Contains(js.PrintStmt(i.Then), "break")
						}
					}
					return false
				}) > 0
			},
			"",
		},
		{
			"two multiplications",
			func(p *js.Program) bool {
				return count(p, func(n js.Node) bool { b, ok := n.(*js.Binary); return ok && b.Op == "*" }) >= 2
			},
			"",
		},
		{
			"a function that assigns to what it captures",
			func(p *js.Program) bool {
				f, err := js.Lower(p, p.Body[0].(*js.FunctionDecl))
				return err == nil && strings.Contains(f.Text(), "StoreContext Reassign")
			},
			"",
		},
	}
	// Lines of the result, where there is more than one smallest program.
	largest := map[string]int{
		"a while with a break in an if": 9, "two multiplications": 4, "a function that assigns to what it captures": 9,
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			cases, tries, lines := 0, 0, 0
			for seed := uint64(0); cases < 8 && seed < 3000; seed++ {
				p := Program(FromSeed(seed), Config{})
				if !tt.fails(p) {
					continue
				}
				cases++
				q, n := reduce(p, tt.fails)
				tries += n
				text := js.Print(q)
				lines = max(lines, strings.Count(text, "\n"))
				if most := largest[tt.name]; most > 0 {
					if strings.Count(text, "\n") > most {
						t.Errorf("seed %d: expected at most %d lines, found\n%s", seed, most, text)
					}
				} else if text != tt.want {
					t.Errorf("seed %d: expected\n%s\nfound\n%s", seed, tt.want, text)
				}
			}
			if cases == 0 {
				t.Fatal("no program has it")
			}
			t.Logf("%d programs, %d tries each, at most %d lines", cases, tries/cases, lines)
		})
	}
}

// A program that is not valid, or does not end, still shrinks.
func TestShrinkOfOtherPrograms(t *testing.T) {
	endless := parse(t, "function main(a) { while (true) { f(a); g(a); } }")
	found := false
	for q := range Shrink(endless) {
		if js.Print(q) == js.Print(parse(t, "function main(a) { while (true) { f(a); } }")) {
			found = true
		}
	}
	if !found {
		t.Error("expected a cut with the loop, found none")
	}
	invalid := parse(t, "function main(a) { const x = 1; x = 2; f(a); }")
	found = false
	for q := range Shrink(invalid) {
		if js.Print(q) == js.Print(parse(t, "function main(a) { const x = 1; x = 2; }")) {
			found = true
		}
	}
	if !found {
		t.Error("expected a cut that keeps what is wrong, found none")
	}
}

func TestGopterShrinks(t *testing.T) {
	params := gopter.DefaultTestParametersWithSeed(1)
	params.MinSuccessfulTests = 300
	properties := gopter.NewProperties(params)
	isFor := func(n js.Node) bool { _, ok := n.(*js.For); return ok }
	properties.Property("no for", prop.ForAll(func(g Generated) bool {
		return count(g.Program, isFor) == 0
	}, GopterProgram(Config{})))
	var out strings.Builder
	if properties.Run(gopter.NewFormatedReporter(false, 200, &out)) {
		t.Fatal("expected a failure, found none")
	}
	// One loop, with its counter, and nothing else.
	i := strings.Index(out.String(), "ARG_0:")
	j := strings.Index(out.String(), "ARG_0_ORIGINAL")
	if i < 0 || j < i {
		t.Fatalf("expected the argument and the original, found\n%s", out.String())
	}
	small := out.String()[i:j]
	if strings.Count(small, "\n") > 6 || strings.Count(small, "for (") != 1 {
		t.Errorf("expected a function with one loop, found\n%s", small)
	}
}

func BenchmarkShrink(b *testing.B) {
	p := Program(FromSeed(44), Config{})
	b.ReportAllocs()
	for b.Loop() {
		for range Shrink(p) {
		}
	}
}
