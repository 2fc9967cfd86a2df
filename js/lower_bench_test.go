package js

import (
	"strconv"
	"strings"
	"testing"
)

// benchmarkSource is a program of about thirty instructions with a loop, a
// condition and a function.
const benchmarkSource = `function f(a, b) {
  let x = a + 1;
  let y = 0;
  while (x < 10) {
    if (x % 2) {
      y = y + x * 3;
    } else {
      b(y);
    }
    x = x + 1;
  }
  return [x, y];
}
`

const benchmarkClosures = `function f(a, b) {
  let n = 0;
  const inc = (d) => {
    n = n + d;
    return n;
  };
  for (let i = 0; i < 3; i++) {
    b(inc(i), a?.p);
  }
  return a ? n : inc;
}
`

func benchmarkLower(b *testing.B, src string, recycle bool) {
	p, err := Parse("bench.js", []byte(src))
	if err != nil {
		b.Fatal(err)
	}
	fn := p.Body[0].(*FunctionDecl)
	var l Lowerer
	f, err := l.Lower(p, fn, LowerOptions{})
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		f, err := l.Lower(p, fn, LowerOptions{})
		if err != nil {
			b.Fatal(err)
		}
		if recycle {
			l.Recycle(f)
		}
	}
	b.ReportMetric(float64(f.Size()), "instructions")
}

func BenchmarkLower(b *testing.B)         { benchmarkLower(b, benchmarkSource, false) }
func BenchmarkLowerRecycle(b *testing.B)  { benchmarkLower(b, benchmarkSource, true) }
func BenchmarkLowerClosures(b *testing.B) { benchmarkLower(b, benchmarkClosures, true) }

// BenchmarkLowerSize lowers programs of growing size; the time should double.
func BenchmarkLowerSize(b *testing.B) {
	for _, n := range []int{1000, 2000, 4000, 8000, 16000} {
		var s strings.Builder
		s.WriteString("function f(a, b) {\nlet x = 0;\n")
		for i := range n {
			s.WriteString("if (a) { x = x + " + strconv.Itoa(i) + "; } else { b(x); }\n")
		}
		s.WriteString("}\n")
		b.Run(strconv.Itoa(n), func(b *testing.B) { benchmarkLower(b, s.String(), false) })
	}
}
