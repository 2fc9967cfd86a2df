package js

import (
	"fmt"
	"testing"
)

// The benchmarks work on random programs of about a thousand nodes, and give the
// time per node beside that per program.

func benchmarkPrograms() (programs []*Program, sources [][]byte, nodes int) {
	for i := range uint64(20) {
		p := &Program{}
		for j := range uint64(20) {
			p.Body = append(p.Body, randomProgram(100*i+j, 50, true).Body...)
		}
		programs = append(programs, p)
		sources = append(sources, AppendProgram(nil, p))
		WalkProgram(p, func(Node) bool { nodes++; return true })
	}
	return programs, sources, nodes / 20
}

func perNode(b *testing.B, nodes int) {
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(nodes), "ns/node")
}

func BenchmarkParse(b *testing.B) {
	_, sources, nodes := benchmarkPrograms()
	b.ReportAllocs()
	size := 0
	for _, s := range sources {
		size += len(s)
	}
	b.SetBytes(int64(size / len(sources)))
	for i := 0; b.Loop(); i++ {
		if _, err := Parse("", sources[i%len(sources)]); err != nil {
			b.Fatal(err)
		}
	}
	perNode(b, nodes)
}

// BenchmarkScan is the part of parsing that precedes goja's.
func BenchmarkScan(b *testing.B) {
	_, sources, nodes := benchmarkPrograms()
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		scan("", string(sources[i%len(sources)]))
	}
	perNode(b, nodes)
}

func BenchmarkPrint(b *testing.B) {
	programs, _, nodes := benchmarkPrograms()
	b.ReportAllocs()
	var dst []byte
	for i := 0; b.Loop(); i++ {
		dst = AppendProgram(dst[:0], programs[i%len(programs)])
	}
	perNode(b, nodes)
}

func BenchmarkEqual(b *testing.B) {
	programs, _, nodes := benchmarkPrograms()
	clones := make([]*Program, len(programs))
	for i, p := range programs {
		clones[i] = Clone(p)
	}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		if !Equal(programs[i%len(programs)], clones[i%len(programs)]) {
			b.Fatal("not equal")
		}
	}
	perNode(b, nodes)
}

func BenchmarkClone(b *testing.B) {
	programs, _, nodes := benchmarkPrograms()
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		Clone(programs[i%len(programs)])
	}
	perNode(b, nodes)
}

func BenchmarkWalk(b *testing.B) {
	programs, _, nodes := benchmarkPrograms()
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		n := 0
		WalkProgram(programs[i%len(programs)], func(Node) bool { n++; return true })
	}
	perNode(b, nodes)
}

// BenchmarkParseLong shows that the time is linear in the length of the source,
// also where the parser has to be kept from exhausting the stack.
func BenchmarkParseLong(b *testing.B) {
	for _, n := range []int{1_000, 10_000, 100_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			src := []byte("function f() {\n")
			for range n {
				src = append(src, "  x = (a / b) | 0; if (x) { y(x); } else z = `${x}`;\n"...)
			}
			src = append(src, "}\n"...)
			b.SetBytes(int64(len(src)))
			for b.Loop() {
				if _, err := Parse("", src); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
