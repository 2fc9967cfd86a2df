package interp

import (
	"strings"
	"testing"
)

// ret returns the value of a program that must return.
func ret(t *testing.T, text string, args ...Value) string {
	t.Helper()
	r := Run(read(t, text), Options{Args: args, Record: true})
	if r.Outcome != Returned {
		t.Fatalf("%s %s %v", r.Outcome, r.Text, r.Stuck)
	}
	return r.Text
}

func TestContextVariables(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"closure changes the variable", `f(): $30
bb0 (block):
  [1] $1 = 1
  [2] $2 = StoreContext Let x$0 = $1
  [3] $3 = Function @context[x$0] @aliasingEffects=[]
      inc(): $9
      bb1 (block):
        [1] $4 = LoadContext x$0
        [2] $5 = 10
        [3] $6 = Binary $4 + $5
        [4] $7 = StoreContext Reassign x$0 = $6
        [5] $8 = undefined
        [6] Return Void $8
  [4] $10 = Call $3()
  [5] $11 = Call $3()
  [6] $12 = LoadContext x$0
  [7] Return Explicit $12`, "21"},

		{"variable changes after capture", `f(): $30
bb0 (block):
  [1] $1 = 1
  [2] $2 = StoreContext Let x$0 = $1
  [3] $3 = Function @context[x$0] @aliasingEffects=[]
      get(): $9
      bb1 (block):
        [1] $4 = LoadContext x$0
        [2] Return Explicit $4
  [4] $5 = 5
  [5] $6 = StoreContext Reassign x$0 = $5
  [6] $10 = Call $3()
  [7] Return Explicit $10`, "5"},

		{"other variables are captured by value", `f(): $30
bb0 (block):
  [1] $1 = 1
  [2] $2 = StoreLocal Let x$0 = $1
  [3] $3 = Function @context[x$0] @aliasingEffects=[]
      get(): $9
      bb1 (block):
        [1] $4 = LoadLocal x$0
        [2] Return Explicit $4
  [4] $5 = 5
  [5] $6 = StoreLocal Reassign x$0 = $5
  [6] $10 = Call $3()
  [7] Return Explicit $10`, "1"},

		{"hoisted, then declared with a value", `f(): $30
bb0 (block):
  [1] $1 = DeclareContext HoistedConst x$0
  [2] $3 = Function @context[x$0] @aliasingEffects=[]
      get(): $9
      bb1 (block):
        [1] $4 = LoadContext x$0
        [2] Return Explicit $4
  [3] $5 = 5
  [4] $6 = StoreContext Const x$0 = $5
  [5] $10 = Call $3()
  [6] Return Explicit $10`, "5"},

		{"hoisted, then declared without a value", `f(): $30
bb0 (block):
  [1] $1 = DeclareContext HoistedLet x$0
  [2] $3 = Function @context[x$0] @aliasingEffects=[]
      get(): $9
      bb1 (block):
        [1] $4 = LoadContext x$0
        [2] Return Explicit $4
  [3] $6 = DeclareContext Let x$0
  [4] $10 = Call $3()
  [5] Return Explicit $10`, "undefined"},

		{"parameter that a closure changes", `f(x$0): $30
bb0 (block):
  [1] $3 = Function @context[x$0] @aliasingEffects=[]
      set(): $9
      bb1 (block):
        [1] $4 = 3
        [2] $5 = StoreContext Reassign x$0 = $4
        [3] Return Explicit $5
  [2] $10 = Call $3()
  [3] $11 = LoadContext x$0
  [4] Return Explicit $11`, "3"},

		{"each turn of a loop has its own variable", `f(): $60
bb0 (block):
  [1] $1 = 0
  [2] $2 = StoreLocal Let i$3 = $1
  [3] $4 = StoreLocal Let g$5 = $1
  [4] $6 = StoreLocal Let h$7 = $1
  [5] While test=bb1 loop=bb2 fallthrough=bb3
bb1 (loop):
  predecessor blocks: bb0 bb2
  [6] $8 = 2
  [7] $9 = Binary i$3 < $8
  [8] Branch ($9) then:bb2 else:bb3 fallthrough:bb1
bb2 (block):
  predecessor blocks: bb1
  [9] $10 = StoreContext Let x$11 = i$3
  [10] $12 = StoreLocal Reassign h$7 = g$5
  [11] $13 = Function @context[x$11] @aliasingEffects=[]
      bump(): $20
      bb5 (block):
        [1] $14 = LoadContext x$11
        [2] $15 = 10
        [3] $16 = Binary $14 + $15
        [4] $17 = StoreContext Reassign x$11 = $16
        [5] Return Explicit $17
  [12] $21 = StoreLocal Reassign g$5 = $13
  [13] $22 = PostfixUpdate i$3 = i$3 ++
  [14] Goto(Continue) bb1
bb3 (block):
  predecessor blocks: bb1
  [15] $23 = Call h$7()
  [16] $24 = Call g$5()
  [17] $25 = Call h$7()
  [18] $26 = Call g$5()
  [19] $27 = 100
  [20] $28 = Binary $25 * $27
  [21] $29 = Binary $28 + $26
  [22] Return Explicit $29`, "2021"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			text := strings.ReplaceAll(tt.text, "= undefined", "= <undefined>")
			if got := ret(t, text, Number(0)); got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
		})
	}
}

// Phis of context variables, which EnterSSA makes and elimination removes, are
// other names of the variable. The header's phi is executed before the variable
// of the turn is declared.
func TestContextPhis(t *testing.T) {
	const text = `f(): $60
bb0 (block):
  [1] $1 = 0
  [2] $2 = StoreLocal Let i$3 = $1
  [3] While test=bb1 loop=bb2 fallthrough=bb3
bb1 (loop):
  predecessor blocks: bb0 bb4
  i$30: phi(bb0: i$3, bb4: i$31)
  x$32: phi(bb0: x$11, bb4: x$33)
  [4] $8 = 3
  [5] $9 = Binary i$30 < $8
  [6] Branch ($9) then:bb2 else:bb3 fallthrough:bb1
bb2 (block):
  predecessor blocks: bb1
  [7] $10 = StoreContext Let x$32 = i$30
  [8] $13 = Function @context[x$32] @aliasingEffects=[]
      bump(): $20
      bb5 (block):
        [1] $14 = LoadContext x$32
        [2] If ($14) then:bb6 else:bb7 fallthrough=bb7
      bb6 (block):
        predecessor blocks: bb5
        [3] Goto bb7
      bb7 (block):
        predecessor blocks: bb6 bb5
        x$34: phi(bb6: x$32, bb5: x$32)
        [4] $15 = 10
        [5] $18 = LoadContext x$34
        [6] $16 = Binary $18 + $15
        [7] $17 = StoreContext Reassign x$34 = $16
        [8] Return Explicit $17
  [9] $22 = Call $13()
  [10] If ($22) then:bb8 else:bb4 fallthrough=bb4
bb8 (block):
  predecessor blocks: bb2
  [11] Goto bb4
bb4 (block):
  predecessor blocks: bb8 bb2
  x$33: phi(bb8: x$32, bb2: x$32)
  [12] $23 = PostfixUpdate i$31 = i$30 ++
  [13] Goto(Continue) bb1
bb3 (block):
  predecessor blocks: bb1
  [14] $24 = LoadContext x$32
  [15] Return Explicit $24`
	if got := ret(t, text); got != "12" {
		t.Errorf("got %s, want 12", got)
	}
}

func TestReadBeforeDeclaration(t *testing.T) {
	for _, tt := range []struct{ body, want string }{
		{"  [1] $1 = DeclareContext HoistedConst x$0\n  [2] $2 = LoadContext x$0\n  [3] Return Explicit $2", "threw ReferenceError"},
		{"  [1] $1 = DeclareContext HoistedLet x$0\n  [2] $2 = StoreContext Reassign x$0 = $1\n  [3] Return Explicit $2", "threw ReferenceError"},
		{"  [1] $1 = DeclareContext Let x$0\n  [2] $2 = LoadContext x$0\n  [3] Return Explicit $2", "returned undefined"},
		{"  [1] $2 = LoadContext x$0\n  [2] Return Explicit $2", "got stuck (function f, block bb0, instruction 1: stuck: the program reads an identifier that was not defined: x$0)"},
		{"  [1] $2 = DeclareLocal Let x$0\n  [2] $3 = LoadLocal x$0\n  [3] Return Explicit $3", "returned undefined"},
	} {
		r := Run(read(t, "f(): $9\nbb0 (block):\n"+tt.body), Options{Record: true})
		if got := ending(r); got != tt.want {
			t.Errorf("%s\ngot %s, want %s", tt.body, got, tt.want)
		}
	}
}
