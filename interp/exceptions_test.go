package interp

import (
	"strings"
	"testing"
)

// A call of undefined throws, in a try whose handler returns the binding and a
// variable.
const tryCall = `f(g$0): $30
bb0 (block):
  [1] $1 = 1
  [2] $2 = StoreLocal Let x$3 = $1
  [3] $4 = DeclareLocal Catch #t5$5
  [4] Try block=bb1 handler=bb3 handlerBinding=(#t5$5) fallthrough=bb4
bb1 (block):
  predecessor blocks: bb0
  [5] $6 = Call g$0()
  [6] $7 = 2
  [7] $8 = StoreLocal Reassign x$3 = $7
  [8] MaybeThrow continuation=bb2 handler=bb3
bb2 (block):
  predecessor blocks: bb1
  [9] $9 = 3
  [10] $10 = StoreLocal Reassign x$3 = $9
  [11] MaybeThrow continuation=bb5 handler=bb3
bb5 (block):
  predecessor blocks: bb2
  [12] Return Explicit x$3
bb3 (catch):
  predecessor blocks: bb1 bb2
  [13] $11 = StoreLocal Catch e$12 = #t5$5
  [14] $13 = Array [e$12, x$3]
  [15] $14 = LoadGlobal(global) seen
  [16] $15 = Call $14(e$12, x$3)
  [17] Return Explicit x$3
bb4 (block):
  [18] Unreachable`

const tryCallSSA = `f(g$40): $30
bb0 (block):
  [1] $41 = 1
  [2] $42 = StoreLocal Let x$43 = $41
  [3] $44 = DeclareLocal Catch #t5$45
  [4] Try block=bb1 handler=bb3 handlerBinding=(#t5$45) fallthrough=bb4
bb1 (block):
  predecessor blocks: bb0
  [5] $46 = Call g$40()
  [6] $47 = 2
  [7] $48 = StoreLocal Reassign x$49 = $47
  [8] MaybeThrow continuation=bb2 handler=bb3
bb2 (block):
  predecessor blocks: bb1
  [9] $50 = 3
  [10] $51 = StoreLocal Reassign x$52 = $50
  [11] MaybeThrow continuation=bb5 handler=bb3
bb5 (block):
  predecessor blocks: bb2
  [12] Return Explicit x$52
bb3 (catch):
  predecessor blocks: bb1 bb2
  #t5$53: phi(bb1: #t5$45, bb2: #t5$45)
  x$54: phi(bb1: x$49, bb2: x$52)
  [13] $55 = StoreLocal Catch e$56 = #t5$53
  [14] $57 = Array [e$56, x$54]
  [15] $58 = LoadGlobal(global) seen
  [16] $59 = Call $58(e$56, x$54)
  [17] Return Explicit x$54
bb4 (block):
  [18] Unreachable`

// throwsNothing reports whether the world has no exceptions of its own.
func throwsNothing(seed uint64) bool {
	var w world
	w.reset(seed)
	return w.rate == 0
}

func TestExceptionReachesHandler(t *testing.T) {
	for _, text := range []string{tryCall, tryCallSSA} {
		f := read(t, text)
		for seed := range uint64(40) {
			if throwsNothing(seed) { // only the call does
				r := Run(f, Options{Seed: seed, Args: []Value{Undefined}, Record: true})
				if r.Outcome != Returned || r.Value.String() != "2" {
					t.Errorf("seed %d: %s, want that all of the block is done: 2", seed, ending(r))
				}
				if call := r.Trace[0].Text; call != "CallExpression(seen, TypeError, 2)" {
					t.Errorf("seed %d: the handler did %s", seed, call)
				}
			}
		}
	}
	difference := 0
	for seed := range uint64(200) {
		for _, arg := range []Value{Undefined, Opaque("g")} {
			opt := Options{Seed: seed, Args: []Value{arg}, Record: true}
			a, b := Run(read(t, tryCall), opt), Run(read(t, tryCallSSA), opt)
			if d := Difference(a, b); d != "" {
				t.Errorf("seed %d: %s", seed, d)
			}
			if a.Value.String() == "3" && len(a.Trace) > 2 {
				difference++ // the second maybe-throw went to the handler
			}
		}
	}
	if difference < 5 {
		t.Errorf("the second exception edge was taken %d times", difference)
	}
}

// An exception outside of a try leaves the function at once.
func TestExceptionLeavesFunction(t *testing.T) {
	r := Run(read(t, `f(g$0): $30
bb0 (block):
  [1] $1 = Call g$0()
  [2] $2 = LoadGlobal(global) h
  [3] $3 = Call $2()
  [4] Return Explicit $3`), Options{Args: []Value{Null}, Record: true})
	if got := ending(r); got != "threw TypeError" || r.Steps != 1 {
		t.Errorf("%s after %d steps", got, r.Steps)
	}
}

// A block that a scope cuts keeps its exception edge.
func TestExceptionInScope(t *testing.T) {
	const text = `f(g$0): $30
bb0 (block):
  [1] Try block=bb1 handler=bb3 fallthrough=bb4
bb1 (block):
  predecessor blocks: bb0
  [2] Scope scope @0 [2:5] dependencies=[] declarations=[] reassignments=[] block=bb6 fallthrough=bb7
bb6 (block):
  predecessor blocks: bb1
  [3] $6 = Call g$0()
  [4] Goto bb7
bb7 (block):
  predecessor blocks: bb6
  [5] MaybeThrow continuation=bb2 handler=bb3
bb2 (block):
  predecessor blocks: bb7
  [6] $7 = "no exception"
  [7] Return Explicit $7
bb3 (catch):
  predecessor blocks: bb7
  [8] $8 = "exception"
  [9] Return Explicit $8
bb4 (block):
  [10] Unreachable`
	if got := ret(t, text, Undefined); got != `"exception"` {
		t.Errorf("got %s", got)
	}
}

func TestExceptionOfClosure(t *testing.T) {
	const text = `f(): $30
bb0 (block):
  [1] $1 = Function @context[] @aliasingEffects=[]
      g(): $9
      bb1 (block):
        [1] $2 = 7
        [2] Throw $2
  [2] Try block=bb2 handler=bb4 handlerBinding=(e$3) fallthrough=bb5
bb2 (block):
  predecessor blocks: bb0
  [3] $6 = Call $1()
  [4] MaybeThrow continuation=bb3 handler=bb4
bb3 (block):
  predecessor blocks: bb2
  [5] Return Explicit $6
bb4 (catch):
  predecessor blocks: bb2
  [6] Return Explicit e$3
bb5 (block):
  [7] Unreachable`
	if got := ret(t, text); got != "7" {
		t.Errorf("got %s, want 7", got)
	}
	outer := strings.Replace(text, "MaybeThrow continuation=bb3 handler=bb4", "Goto bb3", 1)
	r := Run(read(t, outer), Options{})
	if r.Outcome != Threw || r.Value.String() != "7" {
		t.Errorf("%s, want that 7 leaves the function", ending(r))
	}
}
