package oracle

import (
	"testing"

	"assay/ssa"
)

// BenchmarkStatic measures what one program costs: the invariants before and
// after EnterSSA, and the proof that it kept the meaning.
func BenchmarkStatic(b *testing.B) {
	pairs := recordedPairs(b, "ssa")
	var mid []recordedPair
	for _, p := range pairs {
		if s := p.before.Size(); s >= 25 && s <= 35 {
			p.after = p.before.Clone() // shares payloads, as in a pipeline
			if err := ssa.EnterSSA(p.after); err != nil {
				b.Fatal(err)
			}
			mid = append(mid, p)
		}
	}
	if len(mid) == 0 {
		b.Fatal("no function of the size wanted")
	}
	var v Verifier
	bench := func(name string, f func(p *recordedPair) []*Violation) {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				if vs := f(&mid[i%len(mid)]); vs != nil {
					b.Fatal(vs[0])
				}
			}
		})
	}
	bench("pre", func(p *recordedPair) []*Violation { return v.Pre(p.before) })
	bench("ssa", func(p *recordedPair) []*Violation { return v.SSA(p.after) })
	bench("validate", func(p *recordedPair) []*Violation { return v.Validate(p.before, p.after) })
}
