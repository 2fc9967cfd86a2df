package interp

import (
	"fmt"
	"strings"
	"testing"
)

// logicalText is `a op b`.
const logicalText = `f(a$0, b$1): $30
bb0 (block):
  [1] Logical OP test:bb1 fallthrough=bb4
bb1 (value):
  predecessor blocks: bb0
  [2] $2 = LoadLocal a$0
  [3] Branch ($2) then:bb2 else:bb3 fallthrough:bb4
bb2 (value):
  predecessor blocks: bb1
  [4] $4 = StoreLocal Const $3 = $2
  [5] Goto bb4
bb3 (value):
  predecessor blocks: bb1
  [6] $5 = LoadLocal b$1
  [7] $6 = StoreLocal Const $3 = $5
  [8] Goto bb4
bb4 (block):
  predecessor blocks: bb2 bb3
  [9] Return Explicit $3`

// optionalText is a?.p, or in a chain an access that is not optional itself.
const optionalText = `f(a$0): $30
bb0 (block):
  [1] Optional (optional=OP) test:bb1 fallthrough=bb4
bb1 (value):
  predecessor blocks: bb0
  [2] $2 = LoadLocal a$0
  [3] Branch ($2) then:bb2 else:bb3 fallthrough:bb4
bb2 (value):
  predecessor blocks: bb1
  [4] $7 = PropertyLoad $2.p
  [5] $8 = "accessed"
  [6] $4 = StoreLocal Const $3 = $8
  [7] Goto bb4
bb3 (value):
  predecessor blocks: bb1
  [8] $5 = <undefined>
  [9] $6 = StoreLocal Const $3 = $5
  [10] Goto bb4
bb4 (block):
  predecessor blocks: bb2 bb3
  [11] Return Explicit $3`

func TestBranchesOfValueConstructs(t *testing.T) {
	values := []Value{Undefined, Null, Bool(false), Bool(true), Number(0), Number(1), String(""), String("a")}
	for _, op := range []string{"&&", "||", "??"} {
		f := read(t, strings.Replace(logicalText, "OP", op, 1))
		for _, a := range values {
			nullish := a.Kind() == KindUndefined || a.Kind() == KindNull
			keep := map[string]bool{"&&": !primitiveTruth(&a), "||": primitiveTruth(&a), "??": !nullish}[op]
			want := "7"
			if keep {
				want = a.String()
			}
			if got := Run(f, Options{Args: []Value{a, Number(7)}}).Value.String(); got != want {
				t.Errorf("%v %s 7 is %s, want %s", a, op, got, want)
			}
		}
		both := map[string]int{}
		for seed := range uint64(200) {
			both[Run(f, Options{Seed: seed, Args: []Value{Opaque("a"), Number(7)}}).Value.Kind().String()]++
		}
		if both["number"] < 25 || both["opaque"] < 25 {
			t.Errorf("opaque %s 7: %v", op, both)
		}
	}
	for _, optional := range []bool{true, false} {
		f := read(t, strings.Replace(optionalText, "OP", fmt.Sprint(optional), 1))
		for _, a := range values {
			want := `returned "accessed"`
			if a.Kind() == KindUndefined || a.Kind() == KindNull {
				if want = "returned undefined"; !optional {
					want = "threw TypeError"
				}
			}
			r := Run(f, Options{Args: []Value{a}, Record: true})
			if got := ending(r); got != want {
				t.Errorf("optional %v access of %v %s, want %s", optional, a, got, want)
			}
		}
	}
}
