package oracle

import (
	"fmt"
	"testing"
	"time"

	"assay/hir"
	"assay/ssa"
)

// largeShapes make functions of about n blocks whose shape is hard on some
// algorithm: deep recursion, walks up the dominator tree, dense tables, or
// searches of predecessor lists.
var largeShapes = []struct {
	name  string
	build func(b *shapeBuilder, n int)
}{
	{"ifs in a row", func(b *shapeBuilder, n int) {
		for range n / 3 {
			then, join := b.id(), b.id()
			b.end(hir.Terminal{Kind: hir.If, Operands: b.read(0), Targets: []hir.BlockID{then, join}, Fallthrough: join})
			b.begin(then)
			b.write(0)
			b.goTo(join)
			b.begin(join)
		}
	}},
	{"ifs in each other", func(b *shapeBuilder, n int) {
		var joins []hir.BlockID
		for range n / 2 {
			then, join := b.id(), b.id()
			b.end(hir.Terminal{Kind: hir.If, Operands: b.read(0), Targets: []hir.BlockID{then, join}, Fallthrough: join})
			joins = append(joins, join)
			b.begin(then)
			b.write(0)
		}
		for i := len(joins) - 1; i >= 0; i-- {
			b.goTo(joins[i])
			b.begin(joins[i])
		}
	}},
	{"conditional expressions in each other", func(b *shapeBuilder, n int) {
		// As a ? 1 : a ? 1 : ..., each with a variable of its own for its result.
		var joins []hir.BlockID
		for range n / 3 {
			then, other, join := b.id(), b.id(), b.id()
			b.end(hir.Terminal{Kind: hir.If, Operands: b.read(0), Targets: []hir.BlockID{then, other}, Fallthrough: join})
			joins = append(joins, join)
			b.begin(then)
			b.vars = append(b.vars, b.f.Env.NewNamed("v"))
			b.write(len(joins))
			b.goTo(join)
			b.begin(other)
		}
		b.write(0)
		for i := len(joins) - 1; i >= 0; i-- {
			b.write(i + 1)
			b.goTo(joins[i])
			b.begin(joins[i])
			b.read(i + 1)
		}
	}},
	{"loops in each other", func(b *shapeBuilder, n int) {
		type loop struct{ test, exit hir.BlockID }
		var loops []loop
		for range n / 3 {
			test, body, exit := b.id(), b.id(), b.id()
			b.end(hir.Terminal{Kind: hir.While, Targets: []hir.BlockID{test, body}, Fallthrough: exit})
			b.begin(test)
			b.end(hir.Terminal{Kind: hir.Branch, Operands: b.read(0), Targets: []hir.BlockID{body, exit}, Fallthrough: exit})
			b.begin(body)
			loops = append(loops, loop{test, exit})
		}
		b.write(0)
		for i := len(loops) - 1; i >= 0; i-- {
			b.goTo(loops[i].test)
			b.begin(loops[i].exit)
		}
	}},
	{"do-while loops in each other", func(b *shapeBuilder, n int) {
		type loop struct{ body, exit hir.BlockID }
		var loops []loop
		for range n / 2 {
			body, exit := b.id(), b.id()
			b.goTo(body)
			b.begin(body)
			loops = append(loops, loop{body, exit})
		}
		b.write(0)
		for i := len(loops) - 1; i >= 0; i-- {
			b.end(hir.Terminal{Kind: hir.Branch, Operands: b.read(0), Targets: []hir.BlockID{loops[i].body, loops[i].exit}, Fallthrough: loops[i].exit})
			b.begin(loops[i].exit)
		}
	}},
	{"one handler", func(b *shapeBuilder, n int) {
		handler := b.id()
		for range n {
			next := b.id()
			b.write(0)
			b.end(hir.Terminal{Kind: hir.MaybeThrow, Targets: []hir.BlockID{next, handler}, Fallthrough: hir.NoBlock})
			b.begin(next)
		}
		b.goTo(handler)
		b.begin(handler)
	}},
	{"one switch", func(b *shapeBuilder, n int) {
		t := hir.Terminal{Kind: hir.Switch, Operands: b.read(0), Fallthrough: b.id()}
		for range n {
			t.Targets = append(t.Targets, b.id())
			t.HasTest = append(t.HasTest, false)
		}
		b.end(t)
		for _, id := range t.Targets {
			b.begin(id)
			b.write(0)
			b.goTo(t.Fallthrough)
		}
		b.begin(t.Fallthrough)
	}},
	{"many variables", func(b *shapeBuilder, n int) {
		for i := range n / 3 {
			v := b.variable()
			then, join := b.id(), b.id()
			b.end(hir.Terminal{Kind: hir.If, Operands: b.read(0), Targets: []hir.BlockID{then, join}, Fallthrough: join})
			b.begin(then)
			b.write(v)
			b.goTo(join)
			b.begin(join)
			b.read(v)
			if i%7 == 0 {
				b.write(v)
			}
		}
	}},
	{"straight line", func(b *shapeBuilder, n int) {
		for range n {
			b.write(0)
		}
	}},
	{"nested functions", func(b *shapeBuilder, n int) {
		for range n {
			g := hir.NewFunction(b.f.Env, "")
			inner := &shapeBuilder{f: g, vars: b.vars}
			g.Entry = inner.id()
			inner.begin(g.Entry)
			inner.end(hir.Terminal{Kind: hir.Return, Operands: inner.read(0), Fallthrough: hir.NoBlock})
			g.Context = []hir.Place{place(b.vars[0])}
			g.NumberInstructions()
			b.emit(hir.Instruction{Kind: hir.FunctionExpression, Func: g})
			b.write(0)
		}
	}},
}

// shapeBuilder makes a function block by block.
type shapeBuilder struct {
	f    *hir.Function
	b    *hir.Block
	vars []hir.IdentifierID
}

func (b *shapeBuilder) id() hir.BlockID      { return b.f.Env.NewBlockID() }
func (b *shapeBuilder) begin(id hir.BlockID) { b.b = b.f.AddBlock(id, hir.BlockStatement) }
func (b *shapeBuilder) end(t hir.Terminal)   { b.b.Term = t }
func (b *shapeBuilder) goTo(to hir.BlockID) {
	b.end(hir.Terminal{Kind: hir.Goto, Targets: []hir.BlockID{to}, Fallthrough: hir.NoBlock})
}

func (b *shapeBuilder) emit(in hir.Instruction) hir.Place {
	in.Lvalue = place(b.f.Env.NewTemporary())
	b.b.Instrs = append(b.b.Instrs, in)
	return in.Lvalue
}

// variable declares another variable.
func (b *shapeBuilder) variable() int {
	b.vars = append(b.vars, b.f.Env.NewNamed("v"))
	b.write(len(b.vars) - 1)
	return len(b.vars) - 1
}

func (b *shapeBuilder) read(v int) []hir.Place {
	return []hir.Place{b.emit(hir.Instruction{Kind: hir.LoadLocal, Operands: []hir.Place{place(b.vars[v])}})}
}

func (b *shapeBuilder) write(v int) {
	x := b.emit(hir.Instruction{Kind: hir.Primitive, Aux: &hir.Literal{Kind: hir.LiteralNumber, Num: 1}})
	b.emit(hir.Instruction{Kind: hir.StoreLocal, LKind: hir.LvalueLet, Operands: []hir.Place{x}, Defs: []hir.Place{place(b.vars[v])}})
}

// largeFunction makes a function of a shape and its SSA forms.
func largeFunction(t testing.TB, build func(*shapeBuilder, int), n int) (before, entered, eliminated *hir.Function) {
	t.Helper()
	b := &shapeBuilder{f: hir.NewFunction(&hir.Env{}, "f")}
	b.f.Entry = b.id()
	b.begin(b.f.Entry)
	b.variable()
	build(b, n)
	b.end(hir.Terminal{Kind: hir.Return, Operands: b.read(0), Fallthrough: hir.NoBlock})
	b.f.Returns = place(b.f.Env.NewTemporary())
	if err := b.f.ReversePostorder(); err != nil {
		t.Fatal(err)
	}
	if err := b.f.MarkPreds(); err != nil {
		t.Fatal(err)
	}
	b.f.NumberInstructions()
	before = b.f
	entered = before.Clone()
	if err := ssa.EnterSSA(entered); err != nil {
		t.Fatal(err)
	}
	eliminated = entered.Clone()
	if err := ssa.EliminateRedundantPhis(eliminated); err != nil {
		t.Fatal(err)
	}
	return before, entered, eliminated
}

// checkLarge applies every static check, and returns the time each took.
func checkLarge(t testing.TB, v *Verifier, before, entered, eliminated *hir.Function) (times [5]time.Duration) {
	t.Helper()
	for i, check := range []func() []*Violation{
		func() []*Violation { return v.Pre(before) },
		func() []*Violation { return v.SSA(eliminated) },
		func() []*Violation { return v.Validate(before, entered) },
		func() []*Violation { return v.Validate(before, eliminated) },
		func() []*Violation { return v.Eliminate(entered, eliminated) },
	} {
		start := time.Now()
		vs := check()
		times[i] = time.Since(start)
		if len(vs) > 0 {
			t.Fatalf("check %d: %v", i, vs[0].Message())
		}
	}
	return times
}

// TestLarge checks functions of every hard shape with so many blocks that a
// quadratic algorithm would take minutes, or recursion a deep stack.
func TestLarge(t *testing.T) {
	n := 20_000
	if testing.Short() {
		n = 3_000
	}
	for _, shape := range largeShapes {
		t.Run(shape.name, func(t *testing.T) {
			before, entered, eliminated := largeFunction(t, shape.build, n)
			var v Verifier
			if r := v.Compare(before, eliminated, CompareOptions{}); r.Verdict != Accepted {
				t.Fatal(r.Err())
			}
			t.Logf("%d blocks: pre, ssa, validate entered, validate eliminated, eliminate: %v", len(before.Blocks), checkLarge(t, &v, before, entered, eliminated))
		})
	}
}

// BenchmarkStaticLarge shows the growth with the size: each size is twice the
// one before.
func BenchmarkStaticLarge(b *testing.B) {
	for _, shape := range largeShapes {
		for _, n := range []int{12_500, 25_000, 50_000, 100_000} {
			before, _, eliminated := largeFunction(b, shape.build, n)
			b.Run(fmt.Sprintf("%s/%d", shape.name, n), func(b *testing.B) {
				var v Verifier
				for b.Loop() {
					if vs := v.Validate(before, eliminated); len(vs) > 0 {
						b.Fatal(vs[0])
					}
				}
			})
		}
	}
}
