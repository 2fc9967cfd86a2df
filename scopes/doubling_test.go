//go:build unix

package scopes

import (
	"runtime"
	"runtime/debug"
	"syscall"
	"testing"
	"time"
)

// cpuTime returns the processor time that the process has used.
func cpuTime(b *testing.B) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// BenchmarkDoubling reports how much longer a pass takes when the function
// doubles, the worst over 1e5 to 8e5 instructions of the shape.
//
// It is processor time that counts, without the garbage collector's, so that
// what else the machine does matters little.
func BenchmarkDoubling(b *testing.B) {
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	for _, p := range benchPasses {
		for _, s := range shapes {
			b.Run(p.name+"/"+s.name, func(b *testing.B) {
				worst := 0.0
				last := time.Duration(0)
				for n := 100_000; n <= 800_000; n *= 2 {
					f := input(b, s.build(n), p.before)
					best := time.Duration(0)
					for range 5 {
						g := f.Clone()
						runtime.GC()
						start := cpuTime(b)
						if err := p.run(g); err != nil {
							b.Fatal(err)
						}
						if d := cpuTime(b) - start; best == 0 || d < best {
							best = d
						}
					}
					if last > 0 {
						worst = max(worst, float64(best)/float64(last))
					}
					last = best
				}
				b.ReportMetric(worst, "ratio")
				b.ReportMetric(0, "ns/op")
			})
		}
	}
}
