package interp

import (
	"math/rand/v2"
	"testing"

	"assay/hir"
)

// swapLoop exchanges two variables n times. In SSA form both are phis of the
// loop's header, each with the other as operand: they must be read together.
const swapLoop = `f(n$0): $30
bb0 (block):
  [1] $1 = 1
  [2] $3 = StoreLocal Let a$2 = $1
  [3] $4 = 2
  [4] $6 = StoreLocal Let b$5 = $4
  [5] $7 = 0
  [6] $9 = StoreLocal Let i$8 = $7
  [7] While test=bb1 loop=bb2 fallthrough=bb3
bb1 (loop):
  predecessor blocks: bb0 bb2
  a$10: phi(bb0: a$2, bb2: b$11)
  b$11: phi(bb0: b$5, bb2: a$10)
  i$12: phi(bb0: i$8, bb2: i$17)
  [8] $13 = Binary i$12 < n$0
  [9] Branch ($13) then:bb2 else:bb3 fallthrough:bb1
bb2 (block):
  predecessor blocks: bb1
  [10] $16 = PostfixUpdate i$17 = i$12 ++
  [11] Goto(Continue) bb1
bb3 (block):
  predecessor blocks: bb1
  [12] $18 = 10
  [13] $19 = Binary a$10 * $18
  [14] $20 = Binary $19 + b$11
  [15] Return Explicit $20`

// lostCopy returns the value that a variable had before the last turn of a loop:
// after the loop the phi must still be that of the last turn.
const lostCopy = `f(n$0): $30
bb0 (block):
  [1] $1 = 1
  [2] $3 = StoreLocal Let x$2 = $1
  [3] DoWhile loop=bb1 test=bb2 fallthrough=bb3
bb1 (block):
  predecessor blocks: bb0 bb2
  x$4: phi(bb0: x$2, bb2: x$6)
  [4] $5 = PrefixUpdate x$6 = ++ x$4
  [5] Goto bb2
bb2 (loop):
  predecessor blocks: bb1
  [6] $7 = Binary x$6 < n$0
  [7] Branch ($7) then:bb1 else:bb3 fallthrough:bb2
bb3 (block):
  predecessor blocks: bb2
  [8] Return Explicit x$4`

func TestPhis(t *testing.T) {
	tests := []struct {
		name, text string
		arg        float64
		want       float64
		sequential float64 // what phis one after the other give
	}{
		{"swap 0", swapLoop, 0, 12, 12},
		{"swap 1", swapLoop, 1, 21, 22},
		{"swap 2", swapLoop, 2, 12, 22},
		{"swap 7", swapLoop, 7, 21, 22},
		{"lost copy 1", lostCopy, 1, 1, 1},
		{"lost copy 5", lostCopy, 5, 4, 4},
	}
	for _, tt := range tests {
		f := read(t, tt.text)
		args := []Value{Number(tt.arg)}
		if r := Run(f, Options{Args: args}); r.Outcome != Returned || !r.Value.Equal(Number(tt.want)) {
			t.Errorf("%s: %s %v, want %v", tt.name, r.Outcome, r.Value, tt.want)
		}
		if r := Run(f, Options{Args: args, SequentialPhis: true}); !r.Value.Equal(Number(tt.sequential)) {
			t.Errorf("%s: sequential phis give %v, want %v", tt.name, r.Value, tt.sequential)
		}
	}
}

// A phi copies a variable that was never set; only its use is an error.
func TestPhiOfUnsetVariable(t *testing.T) {
	const text = `f(use$0): $9
bb0 (block):
  [1] If (use$0) then:bb1 else:bb2 fallthrough=bb2
bb1 (block):
  predecessor blocks: bb0
  [2] $2 = 7
  [3] $3 = StoreLocal Let x$1 = $2
  [4] Goto bb2
bb2 (block):
  predecessor blocks: bb1 bb0
  x$4: phi(bb1: x$1, bb0: x$5)
  y$6: phi(bb1: x$1, bb0: x$5)
  [5] If (use$0) then:bb3 else:bb4 fallthrough=bb4
bb3 (block):
  predecessor blocks: bb2
  [6] $7 = LoadLocal x$4
  [7] Return Explicit $7
bb4 (block):
  predecessor blocks: bb2
  [8] Return Explicit use$0`
	f := read(t, text)
	if r := Run(f, Options{Args: []Value{Bool(true)}}); r.Value.String() != "7" {
		t.Errorf("got %v %v, want 7", r.Outcome, r.Value)
	}
	if r := Run(f, Options{Args: []Value{Bool(false)}}); r.Value.String() != "false" {
		t.Errorf("got %v %v, want false", r.Outcome, r.Value)
	}
	f.Block(2).Term.Targets[1] = 3
	r := Run(f, Options{Args: []Value{Bool(false)}})
	if r.Outcome != Stuck || r.Stuck.Reason != ReasonUndefined || r.Stuck.Name != "x$4" || r.Stuck.Block != 3 || r.Stuck.Instr != 6 {
		t.Errorf("got %v %v, want stuck at the use of x$4", r.Outcome, r.Stuck)
	}
}

// TestParallelPhis permutes and copies variables in a loop, in all ways that phis
// can, and compares with what reading all before writing any gives.
func TestParallelPhis(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	place := func(id hir.IdentifierID) hir.Place { return hir.Place{Identifier: id} }
	for range 500 {
		n := 1 + rng.IntN(6)
		turns := rng.IntN(4)
		env := &hir.Env{}
		f := hir.NewFunction(env, "f")
		f.Entry = 0
		entry, loop := f.AddBlock(0, hir.BlockStatement), f.AddBlock(1, hir.BlockLoop)
		exit := f.AddBlock(2, hir.BlockStatement)
		temporary := func(b *hir.Block, in hir.Instruction) hir.IdentifierID {
			id := env.NewTemporary()
			in.Lvalue = place(id)
			b.Instrs = append(b.Instrs, in)
			return id
		}
		number := func(b *hir.Block, x int) hir.IdentifierID {
			return temporary(b, hir.Instruction{Kind: hir.Primitive, Aux: &hir.Literal{Kind: hir.LiteralNumber, Num: float64(x)}})
		}
		binary := func(b *hir.Block, x hir.IdentifierID, op string, y hir.IdentifierID) hir.IdentifierID {
			return temporary(b, hir.Instruction{Kind: hir.BinaryExpression, Text: op, Operands: []hir.Place{place(x), place(y)}})
		}
		vars := make([]hir.IdentifierID, n+1) // the last counts the turns
		for i := range vars {
			vars[i] = env.NewNamed("v")
		}
		values, from := make([]int, n), make([]int, n)
		for i := range n {
			values[i], from[i] = i+1, rng.IntN(n)
			loop.Phis = append(loop.Phis, hir.Phi{Place: place(vars[i]), Operands: []hir.PhiOperand{
				{Pred: 0, Place: place(number(entry, i+1))}, {Pred: 1, Place: place(vars[from[i]])}}})
		}
		counter := number(entry, 0)
		next := binary(loop, vars[n], "+", number(loop, 1))
		loop.Phis = append(loop.Phis, hir.Phi{Place: place(vars[n]), Operands: []hir.PhiOperand{
			{Pred: 0, Place: place(counter)}, {Pred: 1, Place: place(next)}}})
		again := binary(loop, vars[n], "<", number(loop, turns))
		none := hir.Terminal{Fallthrough: hir.NoBlock, Scope: hir.NoScope}
		entry.Term, loop.Term, exit.Term = none, none, none
		entry.Term.Kind, entry.Term.Targets = hir.Goto, []hir.BlockID{1}
		loop.Term.Kind, loop.Term.Targets, loop.Term.Operands = hir.Branch, []hir.BlockID{1, 2}, []hir.Place{place(again)}
		result := number(exit, 0)
		for i := range n {
			result = binary(exit, binary(exit, result, "*", number(exit, 10)), "+", vars[i])
		}
		exit.Term.Kind, exit.Term.Operands = hir.Return, []hir.Place{place(result)}

		want := 0
		for range turns {
			old := append([]int(nil), values...)
			for i := range values {
				values[i] = old[from[i]]
			}
		}
		for _, v := range values {
			want = want*10 + v
		}
		if r := Run(f, Options{}); r.Outcome != Returned || r.Value.Num() != float64(want) {
			t.Fatalf("operands %v, %d turns: %s, want %d", from, turns, ending(r), want)
		}
	}
}
