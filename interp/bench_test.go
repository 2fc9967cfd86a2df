package interp

import (
	"testing"
	"time"

	"assay/hir"
)

func read(t testing.TB, text string) *hir.Function {
	t.Helper()
	f, err := hir.ReadFunction("test", []byte(text), hir.ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// hotLoop is a loop of nine instructions a turn.
const hotLoop = `f(n$0): $20
bb0 (block):
  [1] $1 = 0
  [2] $3 = StoreLocal Let i$2 = $1
  [3] $5 = StoreLocal Let s$4 = $1
  [4] While test=bb1 loop=bb2 fallthrough=bb3
bb1 (loop):
  predecessor blocks: bb0 bb2
  [5] $6 = LoadLocal i$2
  [6] $7 = LoadLocal n$0
  [7] $8 = Binary $6 < $7
  [8] Branch ($8) then:bb2 else:bb3 fallthrough:bb1
bb2 (block):
  predecessor blocks: bb1
  [9] $9 = LoadLocal s$4
  [10] $10 = LoadLocal i$2
  [11] $11 = Binary $9 + $10
  [12] $12 = StoreLocal Reassign s$4 = $11
  [13] $13 = LoadLocal i$2
  [14] $14 = 1
  [15] $15 = Binary $13 + $14
  [16] $16 = StoreLocal Reassign i$2 = $15
  [17] Goto(Continue) bb1
bb3 (block):
  predecessor blocks: bb1
  [18] $17 = LoadLocal s$4
  [19] Return Explicit $17`

// hotLoopSSA is hotLoop in SSA form.
const hotLoopSSA = `f(n$21): $20
bb0 (block):
  [1] $22 = 0
  [2] $24 = StoreLocal Let i$23 = $22
  [3] $26 = StoreLocal Let s$25 = $22
  [4] While test=bb1 loop=bb2 fallthrough=bb3
bb1 (loop):
  predecessor blocks: bb0 bb2
  i$27: phi(bb0: i$23, bb2: i$37)
  s$32: phi(bb0: s$25, bb2: s$34)
  [5] $28 = LoadLocal i$27
  [6] $29 = LoadLocal n$21
  [7] $30 = Binary $28 < $29
  [8] Branch ($30) then:bb2 else:bb3 fallthrough:bb1
bb2 (block):
  predecessor blocks: bb1
  [9] $31 = LoadLocal s$32
  [10] $33 = LoadLocal i$27
  [11] $41 = Binary $31 + $33
  [12] $35 = StoreLocal Reassign s$34 = $41
  [13] $36 = LoadLocal i$27
  [14] $42 = 1
  [15] $38 = Binary $36 + $42
  [16] $39 = StoreLocal Reassign i$37 = $38
  [17] Goto(Continue) bb1
bb3 (block):
  predecessor blocks: bb1
  [18] $40 = LoadLocal s$32
  [19] Return Explicit $40`

// report adds the processor time a unit of work took.
func report(b *testing.B, t timer, work int, unit string) {
	b.ReportMetric(float64(t.stop().Nanoseconds())/float64(work), "cpu-ns/"+unit)
}

func benchmarkLoop(b *testing.B, text string, opt Options) {
	m := NewMachine()
	m.Load(read(b, text))
	const turns = 10_000
	opt.Fuel = 1 << 30
	opt.Args = []Value{Number(turns)}
	b.ReportAllocs()
	b.ResetTimer()
	t := startTimer()
	steps := 0
	for range b.N {
		r := m.Run(opt)
		if r.Outcome != Returned || r.Value.Num() != turns*(turns-1)/2 {
			b.Fatal(ending(r))
		}
		steps += r.Steps
	}
	report(b, t, steps, "instr")
}

func BenchmarkLoop(b *testing.B)    { benchmarkLoop(b, hotLoop, Options{}) }
func BenchmarkLoopSSA(b *testing.B) { benchmarkLoop(b, hotLoopSSA, Options{}) }

// BenchmarkTiny is of a program of 20 instructions: mostly set-up.
func BenchmarkTiny(b *testing.B) {
	f := read(b, hotLoopSSA)
	for _, bb := range []struct {
		name      string
		load, run bool
		turns     float64
	}{
		{"Load", true, false, 0}, {"Run/8steps", false, true, 0}, {"Run/32steps", false, true, 2}, {"Run/104steps", false, true, 8}, {"LoadAndRun/32steps", true, true, 2},
	} {
		b.Run(bb.name, func(b *testing.B) {
			m := NewMachine()
			m.Load(f)
			args := []Value{Number(bb.turns)}
			b.ReportAllocs()
			b.ResetTimer()
			t := startTimer()
			for i := range b.N {
				if bb.load {
					m.Load(f)
				}
				if bb.run {
					m.Run(Options{Seed: uint64(i), Args: args})
				}
			}
			report(b, t, b.N, "op")
		})
	}
}

// BenchmarkRecorded is of the recorded functions of the real compiler, each in
// four worlds.
func BenchmarkRecorded(b *testing.B) {
	var fs []*hir.Function
	size := 0
	eachDump(b, []string{"ssa"}, func(_ *dump, before, after *hir.Function) {
		fs = append(fs, before, after)
		size += before.Size() + after.Size()
	})
	m := NewMachine()
	b.Run("Load", func(b *testing.B) {
		b.ReportAllocs()
		t := startTimer()
		for range b.N {
			for _, f := range fs {
				m.Load(f)
			}
		}
		report(b, t, b.N*size, "instr")
	})
	b.Run("Run", func(b *testing.B) {
		b.ReportAllocs()
		steps, runs := 0, 0
		spent := time.Duration(0)
		for i := range b.N {
			for _, f := range fs {
				m.Load(f)
				t := startTimer()
				for seed := range 4 {
					steps += m.Run(Options{Seed: uint64(i*4 + seed), Fuel: 2000}).Steps
					runs++
				}
				spent += t.stop()
			}
		}
		b.ReportMetric(float64(spent.Nanoseconds())/float64(steps), "cpu-ns/step")
		b.ReportMetric(float64(spent.Nanoseconds())/float64(runs), "cpu-ns/run")
		b.ReportMetric(float64(steps)/float64(runs), "steps/run")
	})
}
