package ssa_test

import (
	"fmt"
	"testing"
	"time"

	"assay/hir"
	"assay/ssa"
)

// measured times run on copies of f. Small functions are copied and run in
// batches, for starting and stopping the clock takes longer than they do.
func measured(b *testing.B, f *hir.Function, size int, prepare, run func(*hir.Function) error) {
	b.ReportAllocs()
	b.StopTimer()
	b.ResetTimer()
	batch := make([]*hir.Function, min(b.N, max(1, 20_000/size)))
	var elapsed time.Duration
	for done := 0; done < b.N; {
		n := min(len(batch), b.N-done)
		for i := range batch[:n] {
			batch[i] = f.Clone()
			if err := prepare(batch[i]); err != nil {
				b.Fatal(err)
			}
		}
		b.StartTimer()
		watch := startWatch()
		for _, g := range batch[:n] {
			if err := run(g); err != nil {
				b.Fatal(err)
			}
		}
		elapsed += watch.stop()
		b.StopTimer()
		done += n
	}
	b.ReportMetric(float64(elapsed.Nanoseconds())/float64(b.N)/float64(size), "cpu-ns/instr")
	b.ReportMetric(float64(size), "instrs")
	b.ReportMetric(float64(countPhis(batch[0])), "phis")
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
			var elapsed time.Duration
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
				watch := startWatch()
				for _, g := range gs {
					if err := passes.run(g); err != nil {
						b.Fatal(err)
					}
				}
				elapsed += watch.stop()
			}
			perFunction := float64(elapsed.Nanoseconds()) / float64(b.N) / float64(len(fs))
			b.ReportMetric(perFunction, "cpu-ns/function")
			b.ReportMetric(perFunction*float64(len(fs))/float64(instrs), "cpu-ns/instr")
		})
	}
}
