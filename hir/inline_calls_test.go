package hir

import "testing"

const callInTry = `
f(a$0): $9
bb0 (block):
  [1] Try block=bb3 handler=bb2 fallthrough=bb1
bb3 (block):
  predecessor blocks: bb0
  [2] $1 = Function  @context[a$0] @aliasingEffects=[]
      <<anonymous>>(): $4
      bb4 (block):
        [1] $2 = LoadLocal a$0
        [2] $3 = Call $2()
        [3] Return Implicit $3
  [3] MaybeThrow continuation=bb5 handler=bb2
bb5 (block):
  predecessor blocks: bb3
  [4] $5 = Call $1()
  [5] MaybeThrow continuation=bb6 handler=bb2
bb6 (block):
  predecessor blocks: bb5
  [6] Goto bb1
bb2 (catch):
  predecessor blocks: bb5 bb3
  [7] Goto bb1
bb1 (block):
  predecessor blocks: bb6 bb2
  [8] Return Explicit a$0
`

func TestInlineImmediateCalls(t *testing.T) {
	inline := func(f *Function) error { return f.InlineImmediateCalls(CleanupOptions{}) }
	runPassTests(t, []passTest{
		{
			"one return, and a call after it",
			`
f(a$0): $9
bb0 (block):
  [1] $1 = Function  @context[a$0] @aliasingEffects=[]
      <<anonymous>>(): $3
      bb1 (block):
        [1] $2 = LoadLocal a$0
        [2] Return Implicit $2
  [2] $4 = Call $1()
  [3] $5 = Function  @context[] @aliasingEffects=[]
      <<anonymous>>(): $7
      bb2 (block):
        [1] $6 = 1
        [2] Return Explicit $6
  [4] $8 = Call $5()
  [5] Return Explicit $8
`, `
f(a$0): $9
bb0 (block):
  [2] $2 = LoadLocal a$0
  [3] $4 = LoadLocal $2
  [6] $6 = 1
  [7] $8 = LoadLocal $6
  [9] Return Explicit $8
`,
		},
		{
			"two returns make a label",
			`
f(a$0): $9
bb0 (block):
  [1] $1 = Function g @context[a$0] @aliasingEffects=[]
      g(): $5
      bb1 (block):
        [1] If (a$0) then:bb3 else:bb2 fallthrough=bb2
      bb3 (block):
        predecessor blocks: bb1
        [2] $2 = 1
        [3] Return Explicit $2
      bb2 (block):
        predecessor blocks: bb1
        [4] $3 = 2
        [5] Return Explicit $3
  [2] $4 = Call $1()
  [3] Return Explicit $4
`, `
f(a$0): $9
bb0 (block):
  [1] <unknown> $10 = DeclareLocal Let #t4$4
  [2] Label block=bb1 fallthrough=bb4
bb1 (block):
  predecessor blocks: bb0
  [3] If (a$0) then:bb3 else:bb2 fallthrough=bb2
bb3 (block):
  predecessor blocks: bb1
  [4] $2 = 1
  [5] <unknown> $11 = StoreLocal Reassign #t4$4 = $2
  [6] Goto bb4
bb2 (block):
  predecessor blocks: bb1
  [7] $3 = 2
  [8] <unknown> $12 = StoreLocal Reassign #t4$4 = $3
  [9] Goto bb4
bb4 (block):
  predecessor blocks: bb3 bb2
  [10] Return Explicit #t4$4
`,
		},
		{
			"a loop whose test the body never comes to becomes a goto",
			`
f(a$0): $9
bb0 (block):
  [1] DoWhile loop=bb3 test=bb1 fallthrough=bb2
bb3 (block):
  predecessor blocks: bb0 bb1
  [2] $1 = Function  @context[a$0] @aliasingEffects=[]
      <<anonymous>>(): $3
      bb4 (block):
        [1] Throw a$0
  [3] $2 = Call $1()
  [4] Goto(Continue) bb1
bb1 (loop):
  predecessor blocks: bb3
  [5] Branch (a$0) then:bb3 else:bb2 fallthrough:bb1
bb2 (block):
  predecessor blocks: bb1
  [6] Return Explicit a$0
`, `
f(a$0): $9
bb0 (block):
  [2] <unknown> $10 = DeclareLocal Let #t2$2
  [3] Label block=bb4 fallthrough=bb5
bb4 (block):
  predecessor blocks: bb0
  [4] Throw a$0
bb5 (block):
  [5] Unreachable
`,
		},
		{"not within a try", callInTry, callInTry},
		{"not with parameters, arguments, or another use", notInlined, notInlined},
	}, inline)
	runPassTests(t, []passTest{{"React puts it into a try", callInTry, `
f(a$0): $9
bb0 (block):
  [1] Try block=bb3 handler=bb2 fallthrough=bb1
bb3 (block):
  predecessor blocks: bb0
  [2] MaybeThrow continuation=bb5 handler=bb2
bb5 (block):
  predecessor blocks: bb3
  [4] $2 = LoadLocal a$0
  [5] $3 = Call $2()
  [6] $5 = LoadLocal $3
  [8] MaybeThrow continuation=bb6 handler=bb2
bb6 (block):
  predecessor blocks: bb5
  [9] Goto bb1
bb2 (catch):
  predecessor blocks: bb5 bb3
  [10] Goto bb1
bb1 (block):
  predecessor blocks: bb6 bb2
  [11] Return Explicit a$0
`}}, func(f *Function) error { return f.InlineImmediateCalls(CleanupOptions{React: true}) })
}

const notInlined = `
f(a$0): $20
bb0 (block):
  [1] $1 = Function  @context[] @aliasingEffects=[]
      <<anonymous>>(b$2): $3
      bb1 (block):
        [1] Return Explicit b$2
  [2] $4 = Call $1()
  [3] $5 = Function  @context[a$0] @aliasingEffects=[]
      <<anonymous>>(): $6
      bb2 (block):
        [1] Return Explicit a$0
  [4] $7 = Call $5(a$0)
  [5] $8 = Function  @context[a$0] @aliasingEffects=[]
      <<anonymous>>(): $9
      bb3 (block):
        [1] Return Explicit a$0
  [6] $11 = StoreLocal Const g$10 = $8
  [7] $12 = Call $8()
  [8] If ($12) then:bb4 else:bb5 fallthrough=bb5
bb4 (value):
  predecessor blocks: bb0
  [9] $13 = Function  @context[a$0] @aliasingEffects=[]
      <<anonymous>>(): $14
      bb6 (block):
        [1] Return Explicit a$0
  [10] $15 = Call $13()
  [11] Goto bb5
bb5 (block):
  predecessor blocks: bb4 bb0
  [12] Return Explicit a$0
`
