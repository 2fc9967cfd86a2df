package oracle

import "testing"

// BenchmarkCheck measures one whole check of a generated program: decode,
// lower, verify, both passes with their verification and validation, and nine
// runs.
func BenchmarkCheck(b *testing.B) {
	g := NewGenerator()
	k := NewChecker(CheckOptions{})
	b.ReportAllocs()
	size := 0
	seed := uint64(0)
	for b.Loop() {
		c, err := g.FromSeed(seed % 4096)
		if err != nil {
			b.Fatal(err)
		}
		if f := k.Check(c); f != nil {
			b.Fatal(f)
		}
		size += c.Func.Size()
		g.Recycle(c)
		seed++
	}
	b.ReportMetric(float64(size)/float64(seed), "instrs/program")
}
