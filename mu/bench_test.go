package mu

import (
	"bytes"
	"fmt"
	"testing"
	"time"
)

const benchHead = `.typedef @i1 = int<1>
.typedef @i64 = int<64>
.const @one <@i64> = 1
.funcsig @i_i = (@i64) -> (@i64)
.funcdecl @g <@i_i>
`

// ssaText returns a function with n blocks of ten instructions.
func ssaText(n int) []byte {
	var b bytes.Buffer
	b.WriteString(benchHead)
	b.WriteString(".funcdef @f VERSION %v <@i_i> {\n    %entry(<@i64> %a):\n        BRANCH %b0(%a)\n")
	for i := range n {
		fmt.Fprintf(&b, "\n    %%b%d(<@i64> %%a):\n", i)
		for j := range 8 {
			fmt.Fprintf(&b, "        %%x.%d = ADD <@i64> %%a @one\n", j)
		}
		b.WriteString("        %c = SLT <@i64> %x.1 %x.2\n")
		fmt.Fprintf(&b, "        BRANCH2 %%c %%b%d(%%x.3) %%b%d(%%x.4)\n", min(i+1, n-1), i/2)
	}
	b.WriteString("}\n")
	return b.Bytes()
}

// preText returns a function of the same size in pre-SSA form, with calls and
// keepalives.
func preText(n int) []byte {
	var b bytes.Buffer
	b.WriteString(benchHead)
	b.WriteString(".funcdef @f VERSION %v <@i_i> ($a) {\n    %entry:\n        BRANCH %b0\n")
	for i := range n {
		fmt.Fprintf(&b, "\n    %%b%d:\n", i)
		for j := range 7 {
			fmt.Fprintf(&b, "        $x%d = ADD <@i64> $a @one\n", (i+j)%1000)
		}
		fmt.Fprintf(&b, "        $a = ID $x%d\n        [%%t%d] TRAP <> KEEPALIVE($a)\n", i%1000, i)
		fmt.Fprintf(&b, "        $a = CALL <@i_i> @g ($a) EXC(%%b%d %%b%d)\n", min(i+1, n-1), i/2)
	}
	b.WriteString("}\n")
	return b.Bytes()
}

// chainText returns n types each of which refers to the next.
func chainText(n int) []byte {
	var b bytes.Buffer
	for i := range n {
		fmt.Fprintf(&b, ".typedef @t%d = ref<@t%d>\n", i, i+1)
	}
	fmt.Fprintf(&b, ".typedef @t%d = int<8>\n", n)
	return b.Bytes()
}

func BenchmarkRead(b *testing.B) {
	for _, n := range []int{3, 12500, 25000, 50000, 100000} {
		src := ssaText(n)
		b.Run(fmt.Sprintf("%d", 10*n), func(b *testing.B) {
			b.SetBytes(int64(len(src)))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := Read("", src, ReadOptions{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkPrint(b *testing.B) {
	for _, n := range []int{3, 12500, 25000, 50000, 100000} {
		bundle := mustRead(b, "", ssaText(n), nil)
		var dst []byte
		b.Run(fmt.Sprintf("%d", 10*n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				dst = AppendText(dst[:0], bundle, PrintOptions{})
			}
		})
	}
}

func BenchmarkCheck(b *testing.B) {
	for _, form := range []string{"ssa", "pre"} {
		for _, n := range []int{3, 12500, 25000, 50000, 100000} {
			src, check := ssaText(n), CheckSSA
			if form == "pre" {
				src, check = preText(n), Check
			}
			bundle := mustRead(b, "", src, nil)
			b.Run(fmt.Sprintf("%s/%d", form, 10*n), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					if ps := check(bundle, LevelFull); len(ps) > 0 {
						b.Fatal(ps[0])
					}
				}
			})
		}
	}
}

func BenchmarkClassify(b *testing.B) {
	for _, n := range []int{12500, 25000, 50000, 100000} {
		bundle := mustRead(b, "", chainText(n), nil)
		b.Run(fmt.Sprintf("%d", n), func(b *testing.B) {
			for b.Loop() {
				bundle.Classify()
			}
		})
	}
}

// TestLarge checks texts that are large in each way they can be.
func TestLarge(t *testing.T) {
	n := 40000
	if testing.Short() {
		n = 5000
	}
	repeat := func(format string, n int) []byte {
		var b bytes.Buffer
		for i := range n {
			fmt.Fprintf(&b, format, i)
		}
		return b.Bytes()
	}
	long := string(bytes.Repeat([]byte("a."), 200000))
	fn := func(body []byte) []byte {
		return append(append([]byte(benchHead+".funcsig @n_n = () -> ()\n.funcdef @f VERSION %v <@n_n> {\n%entry:\n"), body...), "RET ()\n}\n"...)
	}
	for name, src := range map[string][]byte{
		"ssa":        ssaText(n / 10),
		"pre":        preText(n / 10),
		"types":      chainText(n),
		"copies":     fn(repeat("%%x%[1]d = ID %%y%[1]d %%y%[1]d = ID @one\n", n)),
		"copychain":  fn(append(repeat("%%x%d = ID %%x\n", n), "%x = ID @one\n"...)),
		"keepalive":  fn([]byte("%x = TRAP <@i64> TRAP <> KEEPALIVE(" + string(bytes.Repeat([]byte("%x "), n)) + ")\n")),
		"switch":     append([]byte(benchHead+string(repeat(".const @c%[1]d <@i64> = %[1]d\n", n))), []byte(".funcdef @f VERSION %v <@i_i> (%x) { %e: SWITCH <@i64> %x %r { "+string(repeat("@c%d %%r ", n))+"} %r: RET %x }")...),
		"phi":        fn([]byte("BRANCH %b %b: %x = PHI <@i64> { " + string(repeat("%%p%d: @one; ", n)) + "%entry: @one; } RET ()\n" + string(repeat("%%p%d: BRANCH %%b\n", n)) + "%end: ")),
		"longnames":  fn([]byte("BRANCH %" + long + " " + string(repeat("%%b%d: [@"+"q%[1]d] TRAP <> RET ()\n", n/10)) + "%" + long + ": ")),
		"longscope":  bytes.ReplaceAll(fn(repeat("BRANCH %%b%[1]d\n%%b%[1]d: ", n/10)), []byte("@f "), []byte("@"+long+" ")),
		"longunkown": bytes.ReplaceAll(fn(repeat("BRANCH %%c%[1]d\n%%b%[1]d: ", n/10)), []byte("@f "), []byte("@"+long+" ")),
		"errors":     fn(repeat("%%x%d = FOO\n", n)),
		"unclosed":   []byte(string(bytes.Repeat([]byte("COMMINST @a (%a "), n))),
		"lists":      fn(repeat("COMMINST @a (%%a) = TRAP <@i64> COMMINST @b%d (%%a)\n", n)),
		"struct":     []byte(".typedef @a = struct<" + string(bytes.Repeat([]byte("@a "), n)) + ">"),
		"nested":     append(repeat(".typedef @t%[1]d = struct<@t%[1]d. @t%[1]d.>\n.typedef @t%[1]d. = struct<@i>\n", n), ".typedef @i = int<8>"...),
		"digits":     []byte(".const @c <@i> = " + string(bytes.Repeat([]byte("9"), maxDigits)) + "\n.typedef @i = int<64>"),
	} {
		start := time.Now()
		if err := CheckText(src); err != nil {
			s := err.Error()
			t.Errorf("%s: %s", name, s[:min(len(s), 400)])
		}
		t.Logf("%s: %d bytes in %v", name, len(src), time.Since(start).Round(time.Millisecond))
		if d := time.Since(start); d > time.Minute {
			t.Errorf("%s: expected time that grows with the length, found %v for %d bytes", name, d, len(src))
		}
	}
}
