package ssa_test

import (
	"testing"
	"time"

	"assay/hir"
	"assay/ssa"
)

// TestLarge runs both passes on functions so large that recursion, or anything
// quadratic, would not end well, and checks the number of phis.
func TestLarge(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a while")
	}
	shape := func(name string, n int) func() *hir.Function {
		return func() *hir.Function { f, _ := shapes[name](n); return f }
	}
	tests := []struct {
		name       string
		build      func() *hir.Function
		blocks     int // at least
		made, left func(blocks int) int
	}{
		// A chain of n ifs has 2n+1 blocks and four variables, one of them assigned in
		// each arm.
		{"ifs in a row", shape("chain", 700_000), 190_000,
			func(b int) int { return 4 * (b / 2) }, func(b int) int { return b / 2 }},
		{"a variable read far away", shape("longvar", 160_000), 100_000,
			func(b int) int { return 3 * (b / 2) }, func(b int) int { return b / 2 }},
		// A ladder of n loops has 3n+1 blocks; the other counts were computed by the
		// literal passes on small ladders.
		{"loops in a row", shape("ladder", 700_000), 120_000,
			func(b int) int { return 16 * (b / 3) }, nil},
		{"ifs in ifs", shape("nest", 720_000), 100_000, nil, nil},
		{"a wide switch", shape("switch", 520_000), 100_000,
			func(int) int { return 16 }, func(int) int { return 16 }},
		{"one block", shape("line", 1_000_000), 1,
			func(int) int { return 0 }, func(int) int { return 0 }},
		{"loops in loops", func() *hir.Function { f, _ := shapeLoopNest(300); return f }, 901,
			func(int) int { return 45_150 }, func(int) int { return 300 }},
		{"functions in functions", func() *hir.Function { return nestedFunctions(100_000) }, 1,
			func(int) int { return 0 }, func(int) int { return 0 }},
		{"functions in a row", func() *hir.Function { return functionsInARow(50_000) }, 1,
			func(int) int { return 100_000 }, func(int) int { return 50_000 }},
		{"an unreachable cycle", func() *hir.Function { return unreachableCycle(100_000) }, 100_001,
			func(int) int { return 1 }, func(int) int { return 0 }},
		{"unreachable blocks", func() *hir.Function { return unreachableBlocks(100_000) }, 100_001,
			func(int) int { return 0 }, func(int) int { return 0 }},
		{"blocks in reverse", func() *hir.Function { return reversed(100_000) }, 100_000, nil, func(int) int { return 0 }},
	}
	var b ssa.Builder
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			f := test.build()
			n := len(f.Blocks)
			if n < test.blocks {
				t.Fatalf("%d blocks, expected at least %d", n, test.blocks)
			}
			count := func(pass string, run func(*hir.Function) error, want func(int) int) {
				start := time.Now()
				if err := run(f); err != nil {
					t.Fatal(err)
				}
				took := time.Since(start)
				phis := 0
				for work := []*hir.Function{f}; len(work) > 0; {
					g := work[len(work)-1]
					work = work[:len(work)-1]
					for _, block := range g.Blocks {
						phis += len(block.Phis)
					}
					g.Nested(func(_ *hir.Block, _ *hir.Instruction, h *hir.Function) { work = append(work, h) })
				}
				t.Logf("%s: %d blocks, %d phis, %v", pass, n, phis, took)
				if want != nil && phis != want(n) {
					t.Errorf("%s: %d phis, expected %d", pass, phis, want(n))
				}
				if took > time.Minute {
					t.Errorf("%s took %v", pass, took)
				}
			}
			count("EnterSSA", b.EnterSSA, test.made)
			count("EliminateRedundantPhis", b.EliminateRedundantPhis, test.left)
		})
	}
}

// nestedFunctions makes a function in a function in a function, which all read
// and capture one variable.
func nestedFunctions(depth int) *hir.Function {
	env := &hir.Env{}
	v := env.NewNamed("v")
	var f *hir.Function
	for i := range depth {
		g := hir.NewFunction(env, "f")
		g.Returns = at(env.NewTemporary())
		b := g.AddBlock(env.NewBlockID(), hir.BlockStatement)
		g.Entry = b.ID
		outermost := i == depth-1
		if outermost {
			g.Params = []hir.Param{{Place: at(v)}}
		} else {
			g.Context = []hir.Place{at(v)}
			g.Params = []hir.Param{{Place: at(env.NewNamed("p"))}}
		}
		load := env.NewTemporary()
		b.Instrs = append(b.Instrs, hir.Instruction{Kind: hir.LoadLocal, Lvalue: at(load), Operands: []hir.Place{at(v)}})
		if f != nil {
			b.Instrs = append(b.Instrs, hir.Instruction{Kind: hir.FunctionExpression, Lvalue: at(env.NewTemporary()), Func: f})
		}
		b.Term = hir.Terminal{Kind: hir.Return, Operands: []hir.Place{at(load)}, Fallthrough: hir.NoBlock, Scope: hir.NoScope}
		f = g
	}
	return f
}

// functionsInARow makes a function with n nested ones in one block, each with an
// if and a phi of its own and one of the outer variable.
func functionsInARow(n int) *hir.Function {
	env := &hir.Env{}
	v := env.NewNamed("v")
	f := hir.NewFunction(env, "f")
	f.Returns = at(env.NewTemporary())
	f.Params = []hir.Param{{Place: at(v)}}
	outer := f.AddBlock(env.NewBlockID(), hir.BlockStatement)
	f.Entry = outer.ID
	for range n {
		s := &shapeMaker{f: hir.NewFunction(env, "g")}
		p := env.NewNamed("p")
		s.f.Params = []hir.Param{{Place: at(p)}}
		s.f.Returns = at(env.NewTemporary())
		s.vars = []hir.IdentifierID{v, p}
		s.cur = s.block()
		s.f.Entry = s.cur.ID
		then, join := s.block(), s.block()
		s.branch(then, join)
		s.start(then)
		s.assign(1, s.load(0))
		s.jump(join)
		s.start(join)
		g, _ := s.finish()
		outer.Instrs = append(outer.Instrs, hir.Instruction{Kind: hir.FunctionExpression, Lvalue: at(env.NewTemporary()), Func: g})
	}
	outer.Term = hir.Terminal{Kind: hir.Return, Operands: []hir.Place{at(v)}, Fallthrough: hir.NoBlock, Scope: hir.NoScope}
	return f
}

// unreachableCycle makes a cycle of n blocks that nothing leads to, the last of
// which defines what the first uses.
func unreachableCycle(n int) *hir.Function {
	s := newShape(1)
	s.terminal(hir.Return, []hir.IdentifierID{s.load(0)})
	blocks := make([]*hir.Block, n)
	for i := range blocks {
		blocks[i] = s.block()
	}
	for i, b := range blocks {
		s.start(b)
		switch i {
		case 0:
			s.load(0)
		case n - 1:
			s.assign(0, s.constant())
		}
		s.jump(blocks[(i+1)%n])
		b.Preds = []hir.BlockID{blocks[(i+n-1)%n].ID}
	}
	s.list()
	s.f.SetBlocks(s.f.Blocks)
	s.f.NumberInstructions()
	return s.f
}

// unreachableBlocks makes n blocks in a row that nothing leads to, without
// predecessors, though each has an edge to the next.
func unreachableBlocks(n int) *hir.Function {
	s := newShape(1)
	s.terminal(hir.Return, []hir.IdentifierID{s.load(0)})
	for range n {
		s.start(s.block())
		next := s.cur
		s.f.Blocks[len(s.f.Blocks)-1].Preds = nil
		if len(s.f.Blocks) > 1 {
			s.f.Blocks[len(s.f.Blocks)-1].Term = hir.Terminal{Kind: hir.Goto, Targets: []hir.BlockID{next.ID}, Fallthrough: hir.NoBlock, Scope: hir.NoScope}
		}
	}
	s.terminal(hir.Unreachable, nil)
	s.list()
	s.f.SetBlocks(s.f.Blocks)
	if err := s.f.MarkPreds(); err != nil {
		panic(err)
	}
	return s.f
}

// reversed makes a chain of ifs with the blocks listed last to first.
func reversed(n int) *hir.Function {
	s := newShape(1)
	for i := 0; i < n/2; i++ {
		then, join := s.block(), s.block()
		s.terminal(hir.If, []hir.IdentifierID{s.constant()}, then, join)
		s.start(then)
		s.jump(join)
		s.start(join)
	}
	f, _ := s.finish()
	for i, j := 0, len(f.Blocks)-1; i < j; i, j = i+1, j-1 {
		f.Blocks[i], f.Blocks[j] = f.Blocks[j], f.Blocks[i]
	}
	f.SetBlocks(f.Blocks)
	return f
}

// TestAllocations checks that a kept Builder allocates only what stays in the
// function.
func TestAllocations(t *testing.T) {
	for _, name := range []string{"chain", "ladder", "random"} {
		f, _ := shapes[name](200)
		var b ssa.Builder
		clone := testing.AllocsPerRun(20, func() { f.Clone() })
		enter := testing.AllocsPerRun(20, func() {
			if err := b.EnterSSA(f.Clone()); err != nil {
				t.Fatal(err)
			}
		})
		both := testing.AllocsPerRun(20, func() {
			g := f.Clone()
			if err := b.EnterSSA(g); err != nil {
				t.Fatal(err)
			}
			if err := b.EliminateRedundantPhis(g); err != nil {
				t.Fatal(err)
			}
		})
		// Identifiers, which may grow twice, phis, operands.
		if enter-clone > 5 || both > enter {
			t.Errorf("%s: EnterSSA makes %v allocations, elimination %v", name, enter-clone, both-enter)
		}
	}
}
