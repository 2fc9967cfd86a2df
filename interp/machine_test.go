package interp

import (
	"strings"
	"testing"

	"assay/hir"
)

func TestFuelIsExact(t *testing.T) {
	for _, text := range []string{hotLoop, hotLoopSSA} {
		f := read(t, text)
		args := []Value{Number(3)}
		whole := Run(f, Options{Args: args})
		if whole.Outcome != Returned || whole.Value.String() != "3" || whole.Steps != 3+4*3+3*8+1 {
			t.Fatalf("%s after %d steps", ending(whole), whole.Steps)
		}
		for fuel := 1; fuel <= whole.Steps+1; fuel++ {
			r := Run(f, Options{Args: args, Fuel: fuel})
			want := OutOfFuel
			if fuel >= whole.Steps {
				want = Returned
			}
			if r.Outcome != want || r.Steps != min(fuel, whole.Steps) {
				t.Errorf("fuel %d: %s after %d steps, want that it %s", fuel, ending(r), r.Steps, want)
			}
		}
	}
}

func TestLoopWithoutInstructionsEnds(t *testing.T) {
	r := Run(read(t, "f(): $0\nbb0 (block):\n  [1] Goto bb1\nbb1 (block):\n  predecessor blocks: bb0 bb1\n  [2] Goto bb1"), Options{Fuel: 100})
	if r.Outcome != OutOfFuel || r.Steps != 0 {
		t.Errorf("%s after %d steps", ending(r), r.Steps)
	}
}

// recursive calls itself for ever.
const recursive = `f(): $9
bb0 (block):
  [1] $1 = DeclareContext HoistedConst g$0
  [2] $2 = Function g @context[g$0] @aliasingEffects=[]
      g(): $8
      bb1 (block):
        [1] $3 = LoadContext g$0
        [2] $4 = Call $3()
        [3] Return Explicit $4
  [3] $5 = StoreContext Const g$0 = $2
  [4] $6 = Call $2()
  [5] Return Explicit $6`

func TestRecursionEnds(t *testing.T) {
	r := Run(read(t, recursive), Options{})
	if r.Outcome != OutOfFuel || r.Steps != 4+2*(MaxDepth-1) {
		t.Errorf("%s after %d steps", ending(r), r.Steps)
	}
}

// Ten calls deep, the registers of all activations are apart.
func TestRecursionHasOwnRegisters(t *testing.T) {
	const text = `f(n$20): $19
bb0 (block):
  [1] $1 = DeclareContext HoistedConst g$0
  [2] $2 = Function g @context[g$0] @aliasingEffects=[]
      g(n$3): $18
      bb1 (block):
        [1] $4 = 2
        [2] $5 = Binary n$3 < $4
        [3] If ($5) then:bb2 else:bb3 fallthrough=bb3
      bb2 (block):
        predecessor blocks: bb1
        [4] Return Explicit n$3
      bb3 (block):
        predecessor blocks: bb1
        [5] $6 = LoadContext g$0
        [6] $7 = 1
        [7] $8 = Binary n$3 - $7
        [8] $9 = Call $6($8)
        [9] $10 = Binary n$3 - $4
        [10] $11 = Call $6($10)
        [11] $12 = Binary $9 + $11
        [12] Return Explicit $12
  [3] $13 = StoreContext Const g$0 = $2
  [4] $14 = Call $2(n$20)
  [5] Return Explicit $14`
	if got := ret(t, text, Number(15)); got != "610" {
		t.Errorf("the 15th Fibonacci number is %s", got)
	}
}

func TestLongStringsThrow(t *testing.T) {
	const text = `f(s$0): $9
bb0 (block):
  [1] $1 = StoreLocal Let x$2 = s$0
  [2] Goto bb1
bb1 (block):
  predecessor blocks: bb0 bb1
  [3] $3 = Binary x$2 + x$2
  [4] $4 = StoreLocal Reassign x$2 = $3
  [5] Goto bb1`
	r := Run(read(t, text), Options{Args: []Value{String("ab")}, Record: true})
	if got := ending(r); got != "threw RangeError" || r.Steps != 1+2*15+1 {
		t.Errorf("%s after %d steps", got, r.Steps)
	}
}

func TestStuck(t *testing.T) {
	const head = "f(): $9\nbb0 (block):\n"
	for _, tt := range []struct{ text, want string }{
		{head + "  [1] $1 = LoadLocal x$0\n  [2] Return Explicit $1",
			"function f, block bb0, instruction 1: stuck: the program reads an identifier that was not defined: x$0"},
		{head + "  [1] Return Explicit $1",
			"function f, block bb0, instruction 1: stuck: the program reads an identifier that was not defined: $1"},
		{head + "  [1] Unreachable",
			"function f, block bb0, instruction 1: stuck: the program reaches a block marked as unreachable"},
		{head + "  [1] Unsupported",
			"function f, block bb0, instruction 1: stuck: the program reaches code the lowering did not understand"},
		{head + "  [1] $1 = UnsupportedNode Foo\n  [2] Return Explicit $1",
			"function f, block bb0, instruction 1: stuck: the program reaches code the lowering did not understand: Foo"},
		{head + "  [1] Goto bb1\nbb1 (block):\n  predecessor blocks: bb0\n  x$1: phi(bb1: x$1)\n  [2] Return Explicit x$1",
			"function f, block bb1: stuck: the program has a phi without an operand for the edge that was taken: x$1: from bb0"},
	} {
		r := Run(read(t, tt.text), Options{})
		if r.Outcome != Stuck || r.Stuck.Error() != tt.want {
			t.Errorf("got %s\nwant %s", ending(r), tt.want)
		}
	}
	// What hir.Check refuses must not panic either.
	f := read(t, head+"  [1] Goto bb0")
	f.Blocks[0].Term.Targets[0] = 7
	if r := Run(f, Options{}); r.Stuck == nil || r.Stuck.Reason != ReasonNoBlock || r.Stuck.Detail != "bb7" {
		t.Errorf("missing block: %s", ending(r))
	}
	f.Blocks[0].Term = hir.Terminal{Fallthrough: hir.NoBlock}
	if r := Run(f, Options{}); r.Stuck == nil || r.Stuck.Reason != ReasonNoTerminal {
		t.Errorf("no terminal: %s", ending(r))
	}
	f.Blocks[0].Instrs = []hir.Instruction{{Kind: hir.Elision}}
	if r := Run(f, Options{}); r.Stuck == nil || r.Stuck.Reason != ReasonElision {
		t.Errorf("elision: %s", ending(r))
	}
	f.Entry = 9
	if r := Run(f, Options{}); r.Stuck == nil || r.Stuck.Reason != ReasonNoBlock {
		t.Errorf("no entry: %s", ending(r))
	}
}

func TestMachineDoesNotAllocate(t *testing.T) {
	programs := map[string]string{"loop": hotLoop, "loop in SSA form": hotLoopSSA, "swap": swapLoop, "closures": recursive, "try": tryCall}
	m := NewMachine()
	for name, text := range programs {
		f := read(t, text)
		seed := uint64(0)
		run := func() {
			m.Load(f)
			for range 4 {
				m.Run(Options{Seed: seed % 32, Fuel: 500})
				seed++
			}
		}
		for range 32 {
			run()
		}
		limit := 0.0
		if name == "closures" {
			limit = 3 // the program has context variables: tables by identifier
		}
		if n := testing.AllocsPerRun(100, run); n > limit {
			t.Errorf("%s: %v allocations", name, n)
		}
	}
}

// Stamps are used up after two billion calls; then the registers are cleared.
func TestStampsRunOut(t *testing.T) {
	m := NewMachine()
	f := read(t, swapLoop)
	m.Load(f)
	for range 3 {
		m.Run(Options{Args: []Value{Number(3)}})
		m.stamp = maxStamp - 1
		r := m.Run(Options{Args: []Value{Number(3)}})
		if r.Outcome != Returned || r.Value.String() != "21" || m.stamp > 10 {
			t.Fatalf("%s, stamp %d", ending(r), m.stamp)
		}
	}
}

// A difference never shows one text twice as if it were two.
func TestDifferenceOfEqualTexts(t *testing.T) {
	f, err := hir.ReadFunction("f.hir", []byte("f(<unknown> a$0, <unknown> b$1): <unknown> $4\nbb0 (block):\n"+
		"  [1] <unknown> $2 = Array [<unknown> a$0]\n  [2] Return Explicit <unknown> $2\n"), hir.ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	g := f.Clone()
	g.Blocks[0].Instrs[0].Operands[0].Identifier = g.Params[1].Identifier
	opt := Options{Record: true, Fuel: 100}
	const want = `effect 1 is "returned(ArrayExpression#1)" in both runs, but its values were made from others`
	if got := Difference(Run(f, opt), Run(g, opt)); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestDifference(t *testing.T) {
	ret := func(v Value, events ...string) Result { return recorded(Returned, v, events...) }
	cut := func(events ...string) Result { return recorded(OutOfFuel, Undefined, events...) }
	stuckRun := func(events ...string) Result {
		r := recorded(Stuck, Undefined, events...)
		r.Stuck = &StuckError{Function: "f", Reason: ReasonUnreachable}
		return r
	}
	bare := func(r Result) Result { r.Trace = nil; return r }
	one, two := Number(1), Number(2)
	tests := []struct {
		a, b Result
		want string // a part of the sentence
	}{
		{ret(one, "x", "y"), ret(one, "x", "y"), ""},
		{ret(one), ret(two), "the first run returned 1, the second returned 2"},
		{ret(one), recorded(Threw, one), "the first run returned 1, the second threw 1"},
		{ret(one, "x", "y"), ret(one, "x", "z"), `effect 2 is "y" in the first run, "z" in the second`},
		{ret(one, "x"), ret(one, "x", "z"), `effect 2 is missing in the first run, "z" in the second`},
		{ret(one, "x", "z"), ret(one, "x"), `effect 2 is "z" in the first run, missing in the second`},
		{bare(ret(one, "x", "y")), bare(ret(one, "x", "z")), "the 2 effects differ: trace hash"},
		{bare(ret(one, "x")), bare(ret(one, "x", "z")), "the first run has 1 effects, the second 2"},
		{cut("x"), cut("x"), ""},
		{cut("x"), cut("y"), `effect 1 is "x" in the first run, "y" in the second`},
		{cut("x"), cut("x", "y"), ""},
		{cut("x"), cut("z", "y"), `effect 1 is "x"`},
		{bare(cut("x")), bare(cut("z")), "the 1 effects differ"},
		{bare(cut("x")), bare(cut("z", "y")), ""},
		{cut("x"), ret(one, "x", "y"), ""},
		{cut("x", "y"), ret(one, "x"), `effect 2 is "y" in the first run, missing in the second`},
		{ret(one, "x"), cut("x", "y"), `effect 2 is missing in the first run, "y" in the second`},
		{bare(cut("x", "y")), ret(one, "x"), "the first run goes on after 2 effects, the second returned after 1"},
		{ret(one, "x"), bare(cut("x", "y")), "the second run goes on after 2 effects, the first returned after 1"},
		{stuckRun("x"), stuckRun("x"), ""},
		{stuckRun("x"), stuckRun("y"), `effect 1`},
		{stuckRun("x"), ret(one, "x"), "the first run got stuck (function f"},
		{ret(one, "x"), stuckRun("x"), "the second run got stuck (function f"},
		{cut("x"), stuckRun("x"), ""},
		{cut("x", "y"), stuckRun("x"), "the second run got stuck"},
	}
	for i, tt := range tests {
		got := Difference(tt.a, tt.b)
		if tt.want == "" && got != "" || !strings.Contains(got, tt.want) {
			t.Errorf("%d: got %q, want %q", i, got, tt.want)
		}
	}
}

// recorded makes the result of a run with these effects.
func recorded(o Outcome, v Value, events ...string) Result {
	r := Result{Outcome: o, Value: v, Effects: len(events)}
	for _, e := range events {
		h := hashString(e)
		r.Hash = mix(r.Hash, h)
		r.Trace = append(r.Trace, Event{Hash: h, Text: e})
	}
	return r
}
