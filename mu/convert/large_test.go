package convert

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"assay/mu"
)

const largeHead = ".typedef @i1 = int<1>\n.typedef @i64 = int<64>\n.const @one <@i64> = 1\n.const @zero <@i64> = 0\n.funcsig @i_i = (@i64) -> (@i64)\n.funcdef @f VERSION %v <@i_i> (%n) {\n"

// shapes are programs of n instructions or so.
var shapes = []struct {
	name string
	size int
	make func(n int) string
}{
	// One variable goes through a chain of blocks.
	{"chain", 100_000, func(n int) string {
		var s strings.Builder
		s.WriteString(largeHead)
		for i := range n {
			fmt.Fprintf(&s, "%%b%d: BRANCH %%b%d\n", i, i+1)
		}
		fmt.Fprintf(&s, "%%b%d: RET %%n }\n", n)
		return s.String()
	}},
	// Each block has a variable of its own, which the next one reads.
	{"relay", 100_000, func(n int) string {
		var s strings.Builder
		s.WriteString(largeHead + "%b0: %x0 = ADD <@i64> %n @one BRANCH %b1\n")
		for i := 1; i < n; i++ {
			fmt.Fprintf(&s, "%%b%d: %%x%d = ADD <@i64> %%x%d @one BRANCH %%b%d\n", i, i, i-1, i+1)
		}
		fmt.Fprintf(&s, "%%b%d: RET %%x%d }\n", n, n-1)
		return s.String()
	}},
	// One block defines one variable again and again.
	{"block", 1_000_000, func(n int) string {
		var s strings.Builder
		s.WriteString(largeHead + "%b0:\n")
		for range n {
			s.WriteString("%n = ADD <@i64> %n @one\n")
		}
		s.WriteString("RET %n }\n")
		return s.String()
	}},
	// Variables that are read where nothing can have assigned them, and copies.
	{"copies", 300_000, func(n int) string {
		var s strings.Builder
		s.WriteString(largeHead + "%b0: BRANCH %b1\n%b1:\n")
		for i := range n / 3 {
			fmt.Fprintf(&s, "%%y%d = ID %%x%d\n%%z%d = ADD <@i64> %%y%d %%n\n%%x%d = ID %%z%d\n", i, i, i, i, i, i)
		}
		s.WriteString("BRANCH2 @yes %b1 %b2\n%b2: RET %n }\n.const @yes <@i1> = 1\n")
		return s.String()
	}},
	// A switch with many cases to one block and to blocks of their own.
	{"switch", 100_000, func(n int) string {
		var s strings.Builder
		s.WriteString(largeHead + "%b0: %x = ADD <@i64> %n @one SWITCH <@i64> %n %join {\n")
		for i := range n / 2 {
			fmt.Fprintf(&s, "@c%d %%join @d%d %%b%d\n", i, i, i+1)
		}
		s.WriteString("}\n")
		for i := range n / 2 {
			fmt.Fprintf(&s, "%%b%d: BRANCH %%join\n", i+1)
		}
		s.WriteString("%join: RET %x }\n")
		for i := range n / 2 {
			fmt.Fprintf(&s, ".const @c%d <@i64> = %d\n.const @d%d <@i64> = -%d\n", i, i+2, i, i+2)
		}
		return s.String()
	}},
	// Nested loops, each with a variable that goes around it.
	{"loops", 40_000, func(n int) string {
		var s strings.Builder
		s.WriteString(largeHead + "%entry: %c = SLT <@i64> %n @one BRANCH %h0\n")
		d := n / 4
		for i := range d {
			fmt.Fprintf(&s, "%%h%d: %%i%d = ADD <@i64> %%n @one BRANCH %%h%d\n", i, i, i+1)
		}
		fmt.Fprintf(&s, "%%h%d: BRANCH %%t%d\n", d, d-1)
		for i := d - 1; i >= 0; i-- {
			next := "%exit"
			if i > 0 {
				next = "%t" + strconv.Itoa(i-1)
			}
			fmt.Fprintf(&s, "%%t%d: BRANCH2 %%c %%h%d %s\n", i, i, next)
		}
		s.WriteString("%exit: RET %n }\n")
		return s.String()
	}},
}

// matrix is a function of b blocks in a ring through all of which v variables
// live: the output has a parameter for each pair.
func matrix(b, v int) string {
	var s strings.Builder
	s.WriteString(largeHead + "%entry:\n")
	for i := range v {
		fmt.Fprintf(&s, "%%x%d = ADD <@i64> %%n @zero\n", i)
	}
	s.WriteString("BRANCH %b0\n")
	for i := range b {
		fmt.Fprintf(&s, "%%b%d: %%x%d = ADD <@i64> %%x%d %%x%d %%c = SLT <@i64> %%x%d %%n BRANCH2 %%c %%b%d %%exit\n", i, i%v, i%v, (i+1)%v, i%v, (i+1)%b)
	}
	s.WriteString("%exit: RET %n }\n")
	return s.String()
}

// TestLarge converts large functions and checks what comes of them.
func TestLarge(t *testing.T) {
	for _, s := range shapes {
		t.Run(s.name, func(t *testing.T) {
			n := s.size
			if testing.Short() {
				n /= 10
			}
			r := mustConvert(t, read(t, s.make(n)), DefaultOptions())
			if len(r.Map.Functions) != 1 || len(r.Map.Functions[0].Out.Blocks) != len(r.Map.Functions[0].In.Blocks) {
				t.Error("expected as many blocks as before")
			}
		})
	}
	t.Run("matrix", func(t *testing.T) {
		b, v := 2000, 200
		if testing.Short() {
			b, v = 200, 50
		}
		r := mustConvert(t, read(t, matrix(b, v)), DefaultOptions())
		// All variables and %n in the ring's blocks, %n in the last one.
		if n, want := implicitParams(r), b*(v+1)+1; n != want {
			t.Errorf("expected %d parameters, found %d", want, n)
		}
	})
}

func mustBundle(b *testing.B, src string) *mu.Bundle {
	bundle, err := mu.Read("t.uir", []byte(src), mu.ReadOptions{})
	if err != nil {
		b.Fatal(err)
	}
	return bundle
}

// outputSize counts the operands and parameters of what a conversion yields.
func outputSize(r *Result) int {
	n := 0
	for _, f := range r.Map.Functions {
		for i := range f.Out.Blocks {
			blk := &f.Out.Blocks[i]
			n += len(blk.Params)
			for j := range blk.Instrs {
				n += 1 + len(blk.Instrs[j].Args)
				for k := range blk.Instrs[j].Dests {
					n += len(blk.Instrs[j].Dests[k].Args)
				}
			}
		}
	}
	return n
}

// BenchmarkDoubling measures how the time of a conversion (without the checks
// before it) grows when the program is twice as large: the ratio for each unit of
// the output's size, which is 1 if the time is linear in it.
func BenchmarkDoubling(b *testing.B) {
	measure := func(b *testing.B, small, large *mu.Bundle) {
		once := func(x *mu.Bundle) (time.Duration, int) {
			best, size := time.Duration(0), 0
			for range 3 {
				start := time.Now()
				r, err := Bundle(x, Options{})
				if err != nil {
					b.Fatal(err)
				}
				if d := time.Since(start); best == 0 || d < best {
					best = d
				}
				size = outputSize(r)
			}
			return best, size
		}
		for b.Loop() {
			d, n := once(small)
			e, m := once(large)
			b.ReportMetric(float64(e)/float64(d)/(float64(m)/float64(n)), "ratio/unit")
			b.ReportMetric(float64(e.Nanoseconds())/float64(m), "ns/unit")
			b.ReportMetric(0, "ns/op")
		}
	}
	for _, s := range shapes {
		b.Run(s.name, func(b *testing.B) { measure(b, mustBundle(b, s.make(s.size/2)), mustBundle(b, s.make(s.size))) })
	}
	b.Run("matrix", func(b *testing.B) { measure(b, mustBundle(b, matrix(1000, 200)), mustBundle(b, matrix(2000, 200))) })
}
