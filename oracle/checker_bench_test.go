package oracle

import "testing"

// BenchmarkCheck measures one whole check of a generated program: decode,
// lower, verify, both passes with their verification and validation, and nine
// runs. "all" are the programs of assay fuzz, "median" those of 25 to 35
// instructions and terminals.
func BenchmarkCheck(b *testing.B) {
	for _, bench := range []struct {
		name     string
		min, max int
	}{{"all", 0, 1 << 30}, {"median", 25, 35}} {
		b.Run(bench.name, func(b *testing.B) {
			g := NewGenerator()
			k := NewChecker(CheckOptions{})
			var seeds []uint64
			for seed := uint64(0); len(seeds) < 1024; seed++ {
				c, err := g.FromSeed(seed)
				if err != nil {
					b.Fatal(err)
				}
				if n := c.Func.Size(); n >= bench.min && n <= bench.max {
					seeds = append(seeds, seed)
				}
			}
			b.ReportAllocs()
			size, n := 0, 0
			for b.Loop() {
				c, err := g.FromSeed(seeds[n%len(seeds)])
				if err != nil {
					b.Fatal(err)
				}
				if f := k.Check(c); f != nil {
					b.Fatal(f)
				}
				size += c.Func.Size()
				g.Recycle(c)
				n++
			}
			b.ReportMetric(float64(size)/float64(n), "instrs/program")
		})
	}
}
