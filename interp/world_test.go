package interp

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"assay/hir"
)

// manySeeds runs a program in many worlds and returns how often each ending came
// up.
func manySeeds(t *testing.T, text string, args ...Value) map[string]int {
	t.Helper()
	f := read(t, text)
	m := NewMachine()
	m.Load(f)
	count := map[string]int{}
	for seed := range uint64(1000) {
		r := m.Run(Options{Seed: seed, Args: args})
		if r.Outcome == OutOfFuel || r.Outcome == Stuck {
			t.Fatalf("seed %d: %s", seed, ending(r))
		}
		count[ending(r)]++
	}
	return count
}

func TestForOf(t *testing.T) {
	// Counts the turns of a loop over an unknown collection; the items are false as
	// often as true, and the loop goes on all the same.
	const text = `f(xs$0): $30
bb0 (block):
  [1] $1 = 0
  [2] $2 = StoreLocal Let n$3 = $1
  [3] $4 = StoreLocal Let k$5 = $1
  [4] ForOf init=bb1 test=bb2 loop=bb3 fallthrough=bb6
bb1 (loop):
  predecessor blocks: bb0 bb5
  [5] $6 = GetIterator collection=xs$0
  [6] Goto bb2
bb2 (loop):
  predecessor blocks: bb1
  [7] $7 = IteratorNext iterator=$6 collection=xs$0
  [8] $8 = StoreLocal Let item$9 = $7
  [9] Branch ($8) then:bb3 else:bb6 fallthrough:bb6
bb3 (block):
  predecessor blocks: bb2
  [10] $10 = PostfixUpdate n$3 = n$3 ++
  [11] $11 = LoadLocal item$9
  [12] If ($11) then:bb4 else:bb5 fallthrough=bb5
bb4 (block):
  predecessor blocks: bb3
  [13] $12 = PostfixUpdate k$5 = k$5 ++
  [14] Goto bb5
bb5 (block):
  predecessor blocks: bb4 bb3
  [15] Goto(Continue) bb1
bb6 (block):
  predecessor blocks: bb2
  [16] $13 = 10
  [17] $14 = Binary n$3 * $13
  [18] $15 = Binary $14 + k$5
  [19] Return Explicit $15`
	count := manySeeds(t, text, Opaque("xs"))
	for n := range 5 {
		for k := range n + 1 {
			if e := fmt.Sprintf("returned %d", n*10+k); count[e] < 3 {
				t.Errorf("%d turns with %d true items: %d times", n, k, count[e])
			}
		}
	}
	for e := range count {
		if strings.HasPrefix(e, "returned 5") {
			t.Errorf("%s", e)
		}
	}
	for _, v := range []Value{Undefined, Null, Number(3), Bool(true)} {
		if r := Run(read(t, text), Options{Args: []Value{v}}); r.Outcome != Threw {
			t.Errorf("a loop over %v %s", v, r.Outcome)
		}
	}
}

// A loop that is left by a break begins anew when it is entered again.
func TestForInEnteredAgain(t *testing.T) {
	const text = `f(x$0): $30
bb0 (block):
  [1] $1 = 0
  [2] $2 = StoreLocal Let n$3 = $1
  [3] $4 = StoreLocal Let k$5 = $1
  [4] Goto bb1
bb1 (block):
  predecessor blocks: bb0 bb4
  [5] ForIn init=bb2 loop=bb3 fallthrough=bb4
bb2 (loop):
  predecessor blocks: bb1
  [6] $6 = NextPropertyOf x$0
  [7] $7 = StoreLocal Let key$8 = $6
  [8] Branch ($7) then:bb3 else:bb4 fallthrough:bb4
bb3 (block):
  predecessor blocks: bb2
  [9] $9 = PostfixUpdate k$5 = k$5 ++
  [10] Goto bb4
bb4 (block):
  predecessor blocks: bb3 bb2
  [11] $10 = PrefixUpdate n$3 = ++ n$3
  [12] $11 = 8
  [13] $12 = Binary n$3 < $11
  [14] Branch ($12) then:bb1 else:bb5 fallthrough:bb5
bb5 (block):
  predecessor blocks: bb4
  [15] Return Explicit k$5`
	count := manySeeds(t, text, Opaque("x"))
	// Each of the eight loops has an item in four worlds of five.
	if count["returned 8"] < 30 || count["returned 6"] < 20 {
		t.Errorf("endings: %v", count)
	}
	if got := ret(t, text, Null); got != "0" {
		t.Errorf("null has %s properties", got)
	}
}

func TestUnknownFunctionCallsBack(t *testing.T) {
	const text = `f(g$0): $30
bb0 (block):
  [1] $1 = 0
  [2] $2 = StoreContext Let n$3 = $1
  [3] $4 = Function @context[n$3] @aliasingEffects=[]
      cb(): $9
      bb1 (block):
        [1] $5 = LoadContext n$3
        [2] $6 = 1
        [3] $7 = Binary $5 + $6
        [4] $8 = StoreContext Reassign n$3 = $7
        [5] Return Explicit $8
  [4] $10 = Call g$0($4)
  [5] $11 = LoadContext n$3
  [6] Return Explicit $11`
	count := manySeeds(t, text, Opaque("g"))
	for _, e := range []string{"returned 0", "returned 1", "returned 2"} {
		if count[e] < 40 {
			t.Errorf("%s: %d times of 1000", e, count[e])
		}
	}
	// After the end the closure is called once more.
	r := Run(read(t, text), Options{Args: []Value{Opaque("g")}, Record: true})
	last := r.Trace[len(r.Trace)-1].Text
	if !strings.Contains(last, "return from fn#1") {
		t.Errorf("the last effect is %s", last)
	}
}

// Operands, order and path show in the trace or the result.
func TestSensitivity(t *testing.T) {
	const base = `f(x$0, y$1): $30
bb0 (block):
  [1] $2 = LoadGlobal(module) g
  [2] $3 = Call $2(x$0, y$1)
  [3] $4 = PropertyLoad $3.p
  [4] $5 = Binary $4 + x$0
  [5] $6 = Array [$4, $5]
  [6] $7 = Object { a: $6, b: y$1 }
  [7] $8 = PropertyStore $3.q = $7
  [8] $9 = JSX <div a={$7} >{$5}</div>
  [9] Return Explicit $9`
	opt := Options{Seed: 3, Args: []Value{Opaque("x"), Opaque("y")}, Record: true}
	a := Run(read(t, base), opt)
	if a.Outcome != Returned {
		t.Fatal(ending(a))
	}
	for _, change := range [][2]string{
		{"Call $2(x$0, y$1)", "Call $2(y$1, x$0)"},
		{"Call $2(x$0, y$1)", "Call $2(x$0, x$0)"},
		{"Call $2(x$0, y$1)", "Call $2(x$0)"},
		{"Call $2(x$0, y$1)", "Call $2(x$0, ...y$1)"},
		{"Call $2(x$0, y$1)", "New $2(x$0, y$1)"},
		{"$3.p", "$3.q"},
		{"$3.p", "$2.p"},
		{"$4 + x$0", "x$0 + $4"},
		{"$4 + x$0", "$4 - x$0"},
		{"[$4, $5]", "[$5, $4]"},
		{"[$4, $5]", "[$4, <hole>, $5]"},
		{"{ a: $6, b: y$1 }", "{ b: $6, a: y$1 }"},
		{"{ a: $6, b: y$1 }", "{ a: $6, ...y$1 }"},
		{"$3.q = $7", "$3.r = $7"},
		{"$3.q = $7", "$3.q = $6"},
		{"<div a={$7} >{$5}</div>", "<div b={$7} >{$5}</div>"},
		{"<div a={$7} >{$5}</div>", "<p a={$7} >{$5}</p>"},
		{"<div a={$7} >{$5}</div>", "<div a={$5} >{$7}</div>"},
		{"LoadGlobal(module) g", "LoadGlobal(module) h"},
	} {
		text := strings.Replace(base, change[0], change[1], 1)
		if text == base {
			t.Fatalf("%s is not in the program", change[0])
		}
		if d := Difference(a, Run(read(t, text), opt)); d == "" {
			t.Errorf("%s instead of %s does not show", change[1], change[0])
		}
	}
}

// What is computed does not depend on ids, names and the order of blocks.
func TestIdsDoNotMatter(t *testing.T) {
	n := 0
	eachDump(t, []string{"ssa", "build"}, func(d *dump, before, after *hir.Function) {
		n++
		for _, f := range []*hir.Function{before, after} {
			g := renumbered(f)
			for seed := range uint64(3) {
				a, b := Run(f, Options{Seed: seed}), Run(g, Options{Seed: seed})
				if diff := Difference(a, b); diff != "" && a.Outcome != Stuck || a.Steps != b.Steps {
					t.Errorf("%s %s seed %d: %s", d.Pass, d.Name, seed, diff)
				}
			}
		}
	})
	t.Logf("%d pairs", n)
}

// renumbered returns a copy of f with other identifiers, without names, and with
// other block ids in the reverse order.
func renumbered(f *hir.Function) *hir.Function {
	g := f.Clone()
	n := len(g.Env.Identifiers)
	to := func(id hir.IdentifierID) hir.IdentifierID {
		if id == hir.NoIdentifier {
			return id
		}
		return hir.IdentifierID(2*n-1) - id
	}
	block := func(id *hir.BlockID) {
		if *id != hir.NoBlock {
			*id = *id*3 + 5
		}
	}
	g.Env.Identifiers = nil
	g.Env.GrowIdentifiers(2 * n)
	places := func(ps []hir.Place) {
		for i := range ps {
			ps[i].Identifier = to(ps[i].Identifier)
		}
	}
	var walk func(g *hir.Function)
	walk = func(g *hir.Function) {
		for i := range g.Params {
			g.Params[i].Identifier = to(g.Params[i].Identifier)
		}
		places(g.Context)
		block(&g.Entry)
		for _, b := range g.Blocks {
			block(&b.ID)
			for i := range b.Preds {
				block(&b.Preds[i])
			}
			for i := range b.Phis {
				p := &b.Phis[i]
				p.Place.Identifier = to(p.Place.Identifier)
				for j := range p.Operands {
					block(&p.Operands[j].Pred)
					p.Operands[j].Place.Identifier = to(p.Operands[j].Place.Identifier)
				}
			}
			for i := range b.Instrs {
				in := &b.Instrs[i]
				in.ID += 1000
				in.Lvalue.Identifier = to(in.Lvalue.Identifier)
				places(in.Operands)
				places(in.Defs)
				if in.Func != nil {
					walk(in.Func)
				}
			}
			places(b.Term.Operands)
			for i := range b.Term.Targets {
				block(&b.Term.Targets[i])
			}
			block(&b.Term.Fallthrough)
		}
		slices.Reverse(g.Blocks)
		g.SetBlocks(g.Blocks)
	}
	walk(g)
	return g
}

func TestDefaultArgs(t *testing.T) {
	kinds := map[Kind]int{}
	for seed := range uint64(100) {
		vs := DefaultArgs(seed, 10)
		for i, v := range vs {
			kinds[v.Kind()]++
			if !v.Equal(DefaultArgs(seed, i+1)[i]) {
				t.Fatal("an argument depends on how many there are")
			}
		}
	}
	for k, least := range map[Kind]int{KindUndefined: 30, KindNull: 30, KindBool: 30, KindNumber: 150, KindString: 30, KindOpaque: 400} {
		if kinds[k] < least {
			t.Errorf("%v: %d of 1000", k, kinds[k])
		}
	}
}
