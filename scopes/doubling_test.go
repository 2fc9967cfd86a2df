//go:build unix

package scopes

import (
	"runtime"
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
// doubles, from 1e5 over 2e5 and 4e5 to 8e5 instructions of the shape: the
// worst of the three ratios.
//
// It is processor time that counts, so that what else the machine does matters
// little; each time is the mean of enough runs to be measured, after one that
// does not count.
func BenchmarkDoubling(b *testing.B) {
	const enough = 200 * time.Millisecond
	for _, p := range benchPasses {
		for _, s := range shapes {
			b.Run(p.name+"/"+s.name, func(b *testing.B) {
				worst := 0.0
				last := time.Duration(0)
				for n := 100_000; n <= 800_000; n *= 2 {
					f := input(b, s.build(n), p.before)
					run := func() time.Duration {
						g := f.Clone()
						runtime.GC()
						start := cpuTime(b)
						if err := p.run(g); err != nil {
							b.Fatal(err)
						}
						return cpuTime(b) - start
					}
					run()
					sum, runs := time.Duration(0), 0
					for sum < enough && runs < 20 {
						sum += run()
						runs++
					}
					mean := sum / time.Duration(runs)
					if last > 0 {
						worst = max(worst, float64(mean)/float64(last))
					}
					last = mean
				}
				b.ReportMetric(worst, "ratio")
				b.ReportMetric(float64(last)/800_000, "ns/instr")
				b.ReportMetric(0, "ns/op")
			})
		}
	}
}
