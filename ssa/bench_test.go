package ssa_test

import (
	"fmt"
	"testing"

	"assay/hir"
	"assay/ssa"
)

// restore makes dst equal to src again without allocating where it can: a clone
// a run would measure the cloning's garbage as well.
func measured(b *testing.B, f *hir.Function, size int, prepare, run func(*hir.Function) error) {
	b.ReportAllocs()
	b.StopTimer()
	phis := 0
	for range b.N {
		g := f.Clone()
		if err := prepare(g); err != nil {
			b.Fatal(err)
		}
		b.StartTimer()
		err := run(g)
		b.StopTimer()
		if err != nil {
			b.Fatal(err)
		}
		phis = countPhis(g)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(size), "ns/instr")
	b.ReportMetric(float64(size), "instrs")
	b.ReportMetric(float64(phis), "phis")
}

func benchmarkShapes(b *testing.B, run func(b *testing.B, f *hir.Function, size int)) {
	for _, shape := range []string{"line", "chain", "longvar", "ladder", "nest", "switch", "random"} {
		for _, n := range []int{100, 1000, 10_000, 100_000, 1_000_000} {
			b.Run(fmt.Sprintf("%s/%d", shape, n), func(b *testing.B) {
				f, size := shapes[shape](n)
				run(b, f, size)
			})
		}
	}
	for _, depth := range []int{30, 100, 300, 1000} {
		b.Run(fmt.Sprintf("loopnest/%d", depth), func(b *testing.B) {
			f, size := shapeLoopNest(depth)
			run(b, f, size)
		})
	}
}

func BenchmarkEnterSSA(b *testing.B) {
	var builder ssa.Builder
	benchmarkShapes(b, func(b *testing.B, f *hir.Function, size int) {
		measured(b, f, size, func(*hir.Function) error { return nil }, builder.EnterSSA)
	})
}

func BenchmarkEliminateRedundantPhis(b *testing.B) {
	var builder ssa.Builder
	benchmarkShapes(b, func(b *testing.B, f *hir.Function, size int) {
		measured(b, f, size, builder.EnterSSA, builder.EliminateRedundantPhis)
	})
}

// BenchmarkRecorded runs both passes on the recorded functions of the real
// compiler, in the median some twenty instructions each.
func BenchmarkRecorded(b *testing.B) {
	var fs []*hir.Function
	instrs := 0
	for _, c := range readCases(b, "ssa") {
		if c.After.Error == nil {
			f := c.read(b)
			fs = append(fs, f)
			instrs += f.Size()
		}
	}
	var builder ssa.Builder
	for name, passes := range map[string]struct{ before, run func(*hir.Function) error }{
		"EnterSSA":               {func(*hir.Function) error { return nil }, builder.EnterSSA},
		"EliminateRedundantPhis": {builder.EnterSSA, builder.EliminateRedundantPhis},
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for range b.N {
				b.StopTimer()
				gs := make([]*hir.Function, len(fs))
				for i, f := range fs {
					gs[i] = f.Clone()
					if err := passes.before(gs[i]); err != nil {
						b.Fatal(err)
					}
				}
				b.StartTimer()
				for _, g := range gs {
					if err := passes.run(g); err != nil {
						b.Fatal(err)
					}
				}
			}
			perFunction := float64(b.Elapsed().Nanoseconds()) / float64(b.N) / float64(len(fs))
			b.ReportMetric(perFunction, "ns/function")
			b.ReportMetric(perFunction*float64(len(fs))/float64(instrs), "ns/instr")
		})
	}
}
