package hir

import (
	"errors"
	"testing"
)

func TestPruneMaybeThrows(t *testing.T) {
	runPassTests(t, []passTest{
		{
			"a try that cannot throw is no try, and what is numbered anew is joined",
			`
f(<unknown> a$0): <unknown> $5
bb0 (block):
  [1] Try block=bb4 handler=bb2 fallthrough=bb1
bb4 (block):
  predecessor blocks: bb0
  [2] <unknown> $2 = 1
  [3] MaybeThrow continuation=bb5 handler=bb2
bb5 (block):
  predecessor blocks: bb4
  [4] Goto bb1
bb2 (catch):
  predecessor blocks: bb4
  [5] <unknown> $1 = 2
  [6] Return Explicit <unknown> $1
bb1 (block):
  predecessor blocks: bb5
  [7] <unknown> $3 = 3
  [8] Return Explicit <unknown> $3
`, `
f(<unknown> a$0): <unknown> $5
bb0 (block):
  [2] <unknown> $2 = 1
  [5] <unknown> $3 = 3
  [6] Return Explicit <unknown> $3
`,
		},
		{
			"a try with a call keeps its handler",
			`
f(<unknown> a$0): <unknown> $9
bb0 (block):
  [1] Try block=bb3 handler=bb2 fallthrough=bb1
bb3 (block):
  predecessor blocks: bb0
  [2] <unknown> $1 = Object {  }
  [3] MaybeThrow continuation=bb4 handler=bb2
bb4 (block):
  predecessor blocks: bb3
  [4] <unknown> $2 = Call <unknown> a$0(<unknown> $1)
  [5] MaybeThrow continuation=bb5 handler=bb2
bb5 (block):
  predecessor blocks: bb4
  [6] Goto bb1
bb2 (catch):
  predecessor blocks: bb3 bb4
  [7] Goto bb1
bb1 (block):
  predecessor blocks: bb5 bb2
  [8] <unknown> $3 = <undefined>
  [9] Return Void <unknown> $3
`, `
f(<unknown> a$0): <unknown> $9
bb0 (block):
  [1] Try block=bb3 handler=bb2 fallthrough=bb1
bb3 (block):
  predecessor blocks: bb0
  [2] <unknown> $1 = Object {  }
  [4] <unknown> $2 = Call <unknown> a$0(<unknown> $1)
  [5] MaybeThrow continuation=bb5 handler=bb2
bb5 (block):
  predecessor blocks: bb3
  [6] Goto bb1
bb2 (catch):
  predecessor blocks: bb3
  [7] Goto bb1
bb1 (block):
  predecessor blocks: bb5 bb2
  [8] <unknown> $3 = <undefined>
  [9] Return Void <unknown> $3
`,
		},
		{
			"an end that only the handler went to goes with it; loops lose what was only reached from it",
			`
f(<unknown> a$0): <unknown> $9
bb0 (block):
  [1] For init=bb3 test=bb1 loop=bb5 update=bb4 fallthrough=bb2
bb3 (loop):
  predecessor blocks: bb0
  [2] Goto bb1
bb1 (loop):
  predecessor blocks: bb3 bb4
  [3] Branch (<unknown> a$0) then:bb5 else:bb2 fallthrough:bb2
bb5 (block):
  predecessor blocks: bb1
  [4] Try block=bb8 handler=bb7 fallthrough=bb6
bb8 (block):
  predecessor blocks: bb5
  [5] <unknown> $1 = Array []
  [6] MaybeThrow continuation=bb9 handler=bb7
bb9 (block):
  predecessor blocks: bb8
  [7] Return Explicit <unknown> $1
bb7 (catch):
  predecessor blocks: bb8
  [8] Goto bb6
bb6 (block):
  predecessor blocks: bb7
  [9] Goto(Continue) bb4
bb4 (loop):
  predecessor blocks: bb6
  [10] Goto bb1
bb2 (block):
  predecessor blocks: bb1
  [11] Return Explicit <unknown> a$0
`, `
f(<unknown> a$0): <unknown> $9
bb0 (block):
  [1] For init=bb3 test=bb1 loop=bb5 update=bbnull fallthrough=bb2
bb3 (loop):
  predecessor blocks: bb0
  [2] Goto bb1
bb1 (loop):
  predecessor blocks: bb3
  [3] Branch (<unknown> a$0) then:bb5 else:bb2 fallthrough:bb2
bb5 (block):
  predecessor blocks: bb1
  [5] <unknown> $1 = Array []
  [7] Return Explicit <unknown> $1
bb2 (block):
  predecessor blocks: bb1
  [8] Return Explicit <unknown> a$0
`,
		},
		{
			"a phi has its operand from the block that the goto was joined to",
			`
f(<unknown> a$0): <unknown> $9
bb0 (block):
  [1] Try block=bb3 handler=bb2 fallthrough=bb1
bb3 (block):
  predecessor blocks: bb0
  [2] <unknown> $1 = Call <unknown> a$0()
  [3] MaybeThrow continuation=bb4 handler=bb2
bb4 (block):
  predecessor blocks: bb3
  [4] <unknown> $2 = 1
  [5] MaybeThrow continuation=bb5 handler=bb2
bb5 (block):
  predecessor blocks: bb4
  [6] Goto bb1
bb2 (catch):
  predecessor blocks: bb3 bb4
  [7] Goto bb1
bb1 (block):
  predecessor blocks: bb5 bb2
  <unknown> x$3: phi(bb5: <unknown> $2, bb2: <unknown> a$0)
  [8] Return Explicit <unknown> x$3
`, `
f(<unknown> a$0): <unknown> $9
bb0 (block):
  [1] Try block=bb3 handler=bb2 fallthrough=bb1
bb3 (block):
  predecessor blocks: bb0
  [2] <unknown> $1 = Call <unknown> a$0()
  [3] MaybeThrow continuation=bb4 handler=bb2
bb4 (block):
  predecessor blocks: bb3
  [4] <unknown> $2 = 1
  [6] Goto bb1
bb2 (catch):
  predecessor blocks: bb3
  [7] Goto bb1
bb1 (block):
  predecessor blocks: bb4 bb2
  <unknown> x$3: phi(bb2: <unknown> a$0, bb4: <unknown> $2)
  [8] Return Explicit <unknown> x$3
`,
		},
	}, func(f *Function) error { return f.PruneMaybeThrows(CleanupOptions{}) })
}

// doWhileWithoutTest is a do-while whose test can only be reached from the
// handler of a try that cannot throw.
const doWhileWithoutTest = `
f(<unknown> a$0): <unknown> $9
bb0 (block):
  [1] DoWhile loop=bb3 test=bb1 fallthrough=bb2
bb3 (block):
  predecessor blocks: bb0 bb1
  [2] Try block=bb6 handler=bb5 fallthrough=bb4
bb6 (block):
  predecessor blocks: bb3
  [3] <unknown> $1 = 1
  [4] MaybeThrow continuation=bb7 handler=bb5
bb7 (block):
  predecessor blocks: bb6
  [5] Return Explicit <unknown> $1
bb5 (catch):
  predecessor blocks: bb6
  [6] Goto(Continue) bb1
bb4 (block):
  [7] Unreachable
bb1 (loop):
  predecessor blocks: bb5
  [8] Branch (<unknown> a$0) then:bb3 else:bb2 fallthrough:bb1
bb2 (block):
  predecessor blocks: bb1
  [9] Return Explicit <unknown> a$0
`

// doWhileLeftBehind is the same, but two blocks go to the end of the loop.
const doWhileLeftBehind = `
f(a$0): $7
bb0 (block):
  [1] DoWhile loop=bb3 test=bb1 fallthrough=bb2
bb3 (block):
  predecessor blocks: bb0 bb1
  [2] Try block=bb11 handler=bb5 fallthrough=bb4
bb11 (block):
  predecessor blocks: bb3
  [3] $2 = 1
  [4] MaybeThrow continuation=bb12 handler=bb5
bb12 (block):
  predecessor blocks: bb11
  [5] $3 = 2
  [6] MaybeThrow continuation=bb13 handler=bb5
bb13 (block):
  predecessor blocks: bb12
  [7] Return Explicit $3
bb5 (catch):
  predecessor blocks: bb12 bb11
  [8] $1 = LoadLocal a$0
  [9] If ($1) then:bb7 else:bb9 fallthrough=bb6
bb7 (block):
  predecessor blocks: bb5
  [10] Goto bb2
bb9 (block):
  predecessor blocks: bb5
  [11] Goto(Continue) bb1
bb6 (block):
  [12] Unreachable
bb4 (block):
  [13] Unreachable
bb1 (loop):
  predecessor blocks: bb9
  [14] $4 = LoadLocal a$0
  [15] Branch ($4) then:bb3 else:bb2 fallthrough:bb1
bb2 (block):
  predecessor blocks: bb7 bb1
  [16] $5 = LoadLocal a$0
  [17] Return Explicit $5
`

// TestPruneOrders: the React Compiler leaves the fallthroughs of the terminals
// that became gotos behind, and then misses a predecessor of one.
func TestPruneOrders(t *testing.T) {
	f := readText(t, doWhileWithoutTest)
	var e *PassError
	if err := f.PruneMaybeThrows(CleanupOptions{React: true}); !errors.As(err, &e) ||
		e.Reason != "Expected predecessor 1 to exist" {
		t.Errorf("got %v", err)
	}
	runPassTests(t, []passTest{{"React", doWhileLeftBehind, `
f(a$0): $7
bb0 (block):
  [1] Goto bb3
bb3 (block):
  predecessor blocks: bb0
  [3] $2 = 1
  [5] $3 = 2
  [7] Return Explicit $3
bb4 (block):
  [8] Unreachable
bb2 (block):
  [9] Unreachable
`}}, func(f *Function) error { return f.PruneMaybeThrows(CleanupOptions{React: true}) })
	runPassTests(t, []passTest{{"default", doWhileWithoutTest, `
f(<unknown> a$0): <unknown> $9
bb0 (block):
  [1] Goto bb3
bb3 (block):
  predecessor blocks: bb0
  [3] <unknown> $1 = 1
  [5] Return Explicit <unknown> $1
`}, {"default, left behind", doWhileLeftBehind, `
f(a$0): $7
bb0 (block):
  [1] Goto bb3
bb3 (block):
  predecessor blocks: bb0
  [3] $2 = 1
  [5] $3 = 2
  [7] Return Explicit $3
`}}, func(f *Function) error { return f.PruneMaybeThrows(CleanupOptions{}) })
}

func TestPruneMaybeThrowsErrors(t *testing.T) {
	f := graph(Terminal{Kind: MaybeThrow, Targets: []BlockID{7, 0}})
	var missing *MissingBlockError
	if err := f.PruneMaybeThrows(CleanupOptions{}); !errors.As(err, &missing) || missing.To != 7 {
		t.Errorf("got %v", err)
	}
}
