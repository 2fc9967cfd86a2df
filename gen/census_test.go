package gen

import (
	"strings"
	"testing"

	"assay/hir"
	"assay/js"
	"assay/ssa"
)

// taken returns a census of the programs of some seeds.
func taken(t testing.TB, from, to uint64) *Census {
	t.Helper()
	var c Census
	for seed := from; seed < to; seed++ {
		add(t, &c, Program(FromSeed(seed), Config{}), nil)
		if seed%4 == 0 {
			add(t, &c, nil, Graph(FromSeed(seed), GraphConfig{}))
		}
	}
	return &c
}

func add(t testing.TB, c *Census, p *js.Program, f *hir.Function) {
	t.Helper()
	if f == nil {
		f = lower(t, p)
	}
	g := f.Clone()
	if err := ssa.EnterSSA(g); err != nil {
		t.Fatal(err)
	}
	c.Add(p, f, g)
}

func TestFloors(t *testing.T) {
	c := taken(t, 0, 5000)
	for _, low := range c.CheckFloors() {
		t.Error(low)
	}
	t.Logf("%s\n%s", c.Summary(), c)
}

// Without a construct, its floor is not met.
func TestFloorsFail(t *testing.T) {
	var c Census
	for seed := range uint64(floorPrograms) {
		add(t, &c, Program(FromSeed(seed), Config{Off: Features(FeatureSwitch)}), nil)
	}
	low := strings.Join(c.CheckFloors(), "\n")
	for _, want := range []string{"programs: switch: expected in at least 6.0%", "programs: empty case:"} {
		if !strings.Contains(low, want) {
			t.Errorf("expected %q, found\n%s", want, low)
		}
	}
	var few Census
	add(t, &few, Program(FromSeed(1), Config{}), nil)
	if low := few.CheckFloors(); len(low) > 0 {
		t.Errorf("expected floors to say nothing of one program, found %v", low)
	}
}

func TestCensusMerge(t *testing.T) {
	all, a, b := taken(t, 0, 400), taken(t, 0, 150), taken(t, 150, 400)
	a.Merge(b)
	if a.String() != all.String() || a.Summary() != all.Summary() {
		t.Errorf("expected\n%s\nfound\n%s", all, a)
	}
	if a.Programs() != 400 || a.Graphs() != 100 {
		t.Errorf("expected 400 programs and 100 graphs, found %d and %d", a.Programs(), a.Graphs())
	}
	var empty Census
	if s := empty.String(); s != "" {
		t.Errorf("expected nothing of an empty census, found %q", s)
	}
	if s := empty.Summary(); s != "no programs" {
		t.Errorf("expected \"no programs\", found %q", s)
	}
}

// Each thing is counted where it is, and nowhere else.
func TestCensusOfSource(t *testing.T) {
	tests := []struct {
		name, body string
		want       map[mark]int64
	}{
		{"while", "while (a) f(b);", map[mark]int64{markWhile: 1, markLoop: 1, markLoopDepth2: 0, markCall: 1}},
		{"nested", "for (;;) { for (;;) { for (;;) { for (;;) {} } } }", map[mark]int64{
			markFor: 4, markLoop: 4, markLoopDepth2: 3, markLoopDepth3: 2, markLoopDepth4: 1, markEmptyLoop: 1, markEmptyBlock: 1}},
		{"function in a loop", "for (;;) { f(() => { for (;;) f(1); }); }", map[mark]int64{
			markClosureInLoop: 1, markArrow: 1, markLoop: 2, markLoopDepth2: 0, markNestedClosure: 0}},
		{"function in a function", "f(() => () => a);", map[mark]int64{markArrow: 2, markNestedClosure: 1, markClosureInLoop: 0}},
		{"levels", "L: for (;;) { for (;;) { if (a) break L; if (b) continue L; break; } break L; }", map[mark]int64{
			markBreak: 3, markContinue: 1, markLabelledBreak: 2, markLabelledContinue: 1, markTwoLevels: 2, markLabel: 1}},
		{"through a switch", "L: for (;;) { switch (a) { case 1: continue L; case 2: continue; } }", map[mark]int64{
			markContinue: 2, markTwoLevels: 1, markNoDefault: 1}},
		{"switch", "switch (a) { case 1: case 2: f(a); default: f(b); break; case 3: }", map[mark]int64{
			markSwitch: 1, markEmptyCase: 2, markFallsThrough: 1, markDefaultNotLast: 1, markNoDefault: 0}},
		{"assignments", "a = b; a += 1; a ??= 2; a++; let x = a; f(a = 3); if (a = b) f(b && (a = 1), [1][a++]);", map[mark]int64{
			markAssign: 4, markCompound: 1, markLogicalAssign: 1, markUpdate: 2, markAssignInExpr: 4, markAssignInTest: 1,
			markAssignInArm: 1, markUpdateInIndex: 1, markCopy: 3}},
		{"try", "for (;;) { try { if (a) break; else return 1; } catch (e) { continue; } }", map[mark]int64{
			markTry: 1, markTryInLoop: 1, markExitFromTry: 2, markReturnInLoop: 1, markEarlyReturn: 1, markElse: 1}},
		{"jump within a try", "try { for (;;) { break; } } catch (e) {}", map[mark]int64{markExitFromTry: 0}},
		{"dead", "return 1; f(a); f(b);", map[mark]int64{markDeadCode: 2, markReturn: 1, markEarlyReturn: 0}},
		{"names", "let x = 1; { let x = 2; { const a = 3; } } for (const y of b) {} { let y; }", map[mark]int64{
			markShadow: 2, markLet: 3, markConst: 1}},
		{"stores", "a.x = 1; a[b] = 2; G = 3; a.x += 4; a.x++;", map[mark]int64{
			markStore: 3, markIndexStore: 1, markGlobalStore: 1, markAssign: 3, markCompound: 1, markUpdate: 1}},
		{"chains", "f(a?.x, a?.[b]?.(1), G.m(2), a.x, a[b]);", map[mark]int64{
			markOptional: 2, markMethodCall: 2, markMember: 2, markIndex: 1, markCall: 1}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var c Census
			c.Add(parse(t, inMain(tt.body)), nil, nil)
			for m, want := range tt.want {
				if got := c.programs.Total(int(m)); got != want {
					t.Errorf("%v: expected %d, found %d", m, want, got)
				}
			}
		})
	}
}

func readHIR(t *testing.T, text string) *hir.Function {
	t.Helper()
	f, err := hir.ReadFunction("t.hir", []byte(text), hir.ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestCensusOfGraph(t *testing.T) {
	tests := []struct {
		name, text string
		want       map[mark]int64
	}{
		{"irreducible", `
bb0:
  [1] $1 = 1
  [2] If ($1) then:bb1 else:bb2
bb1:
  predecessor blocks: bb0 bb2
  [3] $2 = 2
  [4] If ($2) then:bb2 else:bb3
bb2:
  predecessor blocks: bb1 bb0
  [5] $3 = 3
  [6] If ($3) then:bb1 else:bb3
bb3:
  predecessor blocks: bb2 bb1
  [7] $4 = 4
  [8] Return Explicit $4
`, map[mark]int64{markIrreducible: 1, markBackEdge: 1, markCriticalEdge: 6, markNoExit: 0, markSelfLoop: 0}},
		{"loop", `
bb0:
  [1] Goto bb1
bb1:
  predecessor blocks: bb0 bb1
  [2] $2 = 2
  [3] If ($2) then:bb1 else:bb2
bb2:
  predecessor blocks: bb1
  [4] $3 = 3
  [5] Return Explicit $3
`, map[mark]int64{markIrreducible: 0, markBackEdge: 1, markSelfLoop: 1, markCriticalEdge: 1, markNoExit: 0}},
		{"no exit", `
bb0:
  [1] $1 = 2
  [2] If ($1) then:bb1 else:bb1
bb1:
  predecessor blocks: bb0 bb2
  [3] Goto bb2
bb2:
  predecessor blocks: bb1
  [4] Goto bb1
`, map[mark]int64{markNoExit: 3, markDuplicateEdge: 1, markBackEdge: 1, markIrreducible: 0, markEmptyJoin: 1}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var c Census
			c.Add(nil, readHIR(t, tt.text), nil)
			for m, want := range tt.want {
				if got := c.graphs.Total(int(m)); got != want {
					t.Errorf("%v: expected %d, found %d", m, want, got)
				}
			}
		})
	}
}

// A block order that is none of the graph's gives no wrong figures, and an end.
func TestCensusOfAnyOrder(t *testing.T) {
	c := FromSeed(1)
	for seed := range uint64(200) {
		f := Graph(FromSeed(seed), GraphConfig{})
		for i := range f.Blocks {
			j := i + c.Intn(len(f.Blocks)-i)
			f.Blocks[i], f.Blocks[j] = f.Blocks[j], f.Blocks[i]
		}
		f.SetBlocks(f.Blocks)
		var census Census
		census.Add(nil, f, nil)
	}
}

func BenchmarkCensus(b *testing.B) {
	p := Program(FromSeed(44), Config{})
	f := lower(b, p)
	g := f.Clone()
	if err := ssa.EnterSSA(g); err != nil {
		b.Fatal(err)
	}
	var c Census
	b.ReportAllocs()
	for b.Loop() {
		c.Add(p, f, g)
	}
}
