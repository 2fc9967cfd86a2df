package interp

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"assay/mu"
)

// opProgram returns a program with a function for each op and type: binary ops,
// comparisons, and conversions between two types.
func opProgram(ops []string) string {
	var s strings.Builder
	s.WriteString(".typedef @int7 = int<7>\n.typedef @i16 = int<16>\n")
	for i, op := range ops {
		word, types, _ := strings.Cut(op, " ")
		from, to, conversion := strings.Cut(types, " ")
		result := from
		switch {
		case conversion:
			fmt.Fprintf(&s, ".funcsig @s%d = (@%s) -> (@%s)\n.funcdef @f%d VERSION %%v <@s%d> { %%e(<@%s> %%a): %%r = %s <@%s @%s> %%a RET %%r }\n",
				i, from, to, i, i, from, word, from, to)
			continue
		case mu.LookupOp(word).IsCompare():
			result = "i1"
		}
		fmt.Fprintf(&s, ".funcsig @s%d = (@%s @%s) -> (@%s)\n.funcdef @f%d VERSION %%v <@s%d> { %%e(<@%s> %%a <@%s> %%b): %%r = %s <@%s> %%a %%b RET %%r }\n",
			i, from, from, result, i, i, from, from, word, from)
	}
	return s.String()
}

// TestOps checks edge cases of ops, one program for all.
func TestOps(t *testing.T) {
	tests := []struct{ op, args, want string }{
		{"ADD i8", "127 1", "-128:i8"}, {"ADD i1", "1 1", "0:i1"}, {"ADD i33", "0xffffffff 1", "-4294967296:i33"},
		{"ADD i64", "-1 1", "0:i64"}, {"SUB i8", "-128 1", "127:i8"}, {"SUB i6", "0 1", "-1:i6"},
		{"MUL i31", "65536 65536", "0:i31"}, {"MUL i52", "0x4000000000000 2", "-2251799813685248:i52"}, {"MUL i64", "-9223372036854775808 -1", "-9223372036854775808:i64"},
		{"SDIV i64", "-9223372036854775808 -1", "-9223372036854775808:i64"}, {"SDIV i8", "-128 -1", "-128:i8"}, {"SDIV i8", "-7 2", "-3:i8"},
		{"SDIV i1", "1 1", "1:i1"}, {"SREM i8", "-128 -1", "0:i8"}, {"SREM i8", "-7 2", "-1:i8"}, {"SREM i8", "7 -2", "1:i8"}, {"SREM i1", "1 1", "0:i1"},
		{"UDIV i8", "-1 2", "127:i8"}, {"UDIV i33", "-1 2", "4294967295:i33"}, {"UREM i8", "-1 10", "5:i8"},
		// The count of a shift is taken modulo 2^m >= the width.
		{"SHL i8", "1 7", "-128:i8"}, {"SHL i8", "1 8", "1:i8"}, {"SHL i8", "1 -1", "-128:i8"}, {"SHL i1", "1 1", "1:i1"},
		{"SHL i33", "1 32", "-4294967296:i33"}, {"SHL i33", "1 33", "0:i33"}, {"SHL i33", "1 64", "1:i33"}, {"SHL i6", "1 6", "0:i6"}, {"SHL i6", "1 8", "1:i6"},
		{"SHL i64", "1 63", "-9223372036854775808:i64"}, {"SHL i64", "1 64", "1:i64"},
		{"LSHR i8", "-1 1", "127:i8"}, {"LSHR i31", "-1 31", "0:i31"}, {"LSHR i52", "-1 51", "1:i52"}, {"LSHR i52", "-1 60", "0:i52"}, {"LSHR i1", "1 1", "1:i1"},
		{"ASHR i8", "-128 7", "-1:i8"}, {"ASHR i52", "-1 60", "-1:i52"}, {"ASHR i33", "-4294967296 40", "-1:i33"}, {"ASHR i33", "4294967295 40", "0:i33"}, {"ASHR i64", "-2 64", "-2:i64"},
		{"AND i6", "0x2a 0x0f", "10:i6"}, {"OR i6", "0x2a 0x0f", "-17:i6"}, {"XOR i1", "1 1", "0:i1"},

		{"EQ i8", "-1 255", "1:i1"}, {"NE i8", "1 2", "1:i1"}, {"SLT i8", "-128 127", "1:i1"}, {"ULT i8", "-128 127", "0:i1"},
		{"SGT i1", "0 1", "1:i1"}, {"UGT i1", "0 1", "0:i1"}, {"SGE i33", "-1 -1", "1:i1"}, {"SLE i52", "1 -1", "0:i1"},
		{"UGE i64", "-1 1", "1:i1"}, {"ULE i64", "-1 1", "0:i1"}, {"EQ p64", "1 1", "1:i1"}, {"ULT p64", "1 0xffffffffffffffff", "1:i1"},
		{"EQ rv", "NULL NULL", "1:i1"}, {"EQ rv", "new NULL", "0:i1"}, {"NE rv", "new new", "1:i1"}, {"EQ ir64", "NULL NULL", "1:i1"},
		{"ULT ir64", "NULL new", "1:i1"}, {"UGE ir64", "new new", "0:i1"},

		{"FADD double", "0.1 0.2", "0.30000000000000004d"}, {"FADD float", "16777216 1", "1.6777216e+07f"}, {"FADD double", "+inf -inf", "nand"},
		{"FSUB double", "0 0", "0.0d"}, {"FSUB double", "-0.0 0", "-0.0d"}, {"FMUL float", "3e38 10", "+inff"}, {"FDIV double", "1 0", "+infd"},
		{"FDIV double", "1 -0.0", "-infd"}, {"FDIV float", "0 0", "nanf"}, {"FDIV float", "1 3", "0.33333334f"},
		{"FREM double", "7.5 2", "1.5d"}, {"FREM double", "-7.5 2", "-1.5d"}, {"FREM double", "1 0", "nand"}, {"FREM double", "3 +inf", "3.0d"},
		{"FREM float", "-5 3", "-2.0f"}, {"FREM double", "nan 2", "nand"},

		{"TRUNC i64 i8", "255", "-1:i8"}, {"TRUNC i8 i1", "2", "0:i1"}, {"ZEXT i8 i64", "-1", "255:i64"}, {"ZEXT i1 i33", "1", "1:i33"},
		{"SEXT i1 i64", "1", "-1:i64"}, {"SEXT i6 i8", "0x20", "-32:i8"}, {"SEXT i31 i33", "-1", "-1:i33"}, {"SEXT i31 i33", "5", "5:i33"},
		{"FPTRUNC double float", "0.1", "0.1f"}, {"FPTRUNC double float", "1e39", "+inff"}, {"FPTRUNC double float", "nan", "nanf"}, {"FPEXT float double", "0.1", "0.10000000149011612d"},
		{"FPTOUI double i8", "255.9", "-1:i8"}, {"FPTOUI double i8", "256", "-1:i8"}, {"FPTOUI double i8", "-1", "0:i8"}, {"FPTOUI double i8", "-0.9", "0:i8"},
		{"FPTOUI double i8", "nan", "0:i8"}, {"FPTOUI double i64", "1e30", "-1:i64"}, {"FPTOUI double i64", "9223372036854775808", "-9223372036854775808:i64"}, {"FPTOUI double i64", "18446744073709549568", "-2048:i64"},
		{"FPTOUI float i1", "0.5", "0:i1"}, {"FPTOUI float i1", "+inf", "1:i1"}, {"FPTOUI double i64", "-inf", "0:i64"},
		{"FPTOSI double i8", "127.9", "127:i8"}, {"FPTOSI double i8", "128", "127:i8"}, {"FPTOSI double i8", "-128.9", "-128:i8"}, {"FPTOSI double i8", "-129", "-128:i8"},
		{"FPTOSI double i8", "nan", "0:i8"}, {"FPTOSI double i64", "1e30", "9223372036854775807:i64"}, {"FPTOSI double i64", "-1e30", "-9223372036854775808:i64"}, {"FPTOSI float i1", "-1", "1:i1"},
		{"FPTOSI double i33", "4294967295.5", "4294967295:i33"}, {"FPTOSI float i52", "-2.5", "-2:i52"}, {"FPTOSI float i1", "1", "0:i1"},
		{"UITOFP i8 float", "-1", "255.0f"}, {"SITOFP i8 float", "-1", "-1.0f"}, {"UITOFP i64 double", "-1", "1.8446744073709552e+19d"}, {"UITOFP i64 float", "0x8000008000000001", "9.223373e+18f"},
		{"SITOFP i64 double", "9007199254740993", "9.007199254740992e+15d"}, {"SITOFP i1 double", "1", "-1.0d"}, {"UITOFP i1 double", "1", "1.0d"},
		{"BITCAST i32 float", "0x3fc00000", "1.5f"}, {"BITCAST double i64", "-0.0", "-9223372036854775808:i64"}, {"BITCAST float i32", "1.5", "1069547520:i32"}, {"BITCAST i64 double", "0x7ff8000000000001", "nand"},
		{"REFCAST r64 rv", "NULL", "NULL"}, {"REFCAST r64 rv", "new", "#1"}, {"PTRCAST p64 i8", "0x1ff", "-1:i8"}, {"PTRCAST i8 p64", "-1", "ptr:0xff"}, {"PTRCAST p64 i64", "5", "5:i64"},
	}
	ops := make([]string, len(tests))
	for i, tt := range tests {
		ops[i] = tt.op
	}
	b := read(t, opProgram(ops))
	if ps := mu.Check(b, mu.LevelFull); mu.HasErrors(ps) {
		t.Fatal(ps[0].Error())
	}
	seen := map[mu.Op]bool{}
	for i, tt := range tests {
		word, _, _ := strings.Cut(tt.op, " ")
		seen[mu.LookupOp(word)] = true
		for _, pre := range []bool{false, true} {
			want := "returned (" + tt.want + ")"
			if got := call(t, b, Options{PreSSA: pre}, fmt.Sprintf("@f%d", i), strings.Fields(tt.args)...); got != want {
				t.Errorf("%s %s: expected %s, found %s", tt.op, tt.args, want, got)
			}
		}
	}
	for op := mu.NoOp + 1; int(op) < mu.NumOps; op++ {
		if (op.IsBinary() || op.IsConversion() || op >= mu.EQ && op <= mu.ULE) && !seen[op] {
			t.Errorf("expected cases of %s, found none", op)
		}
	}
}

// TestFloatComparisons compares all ops on all pairs of less, equal, greater and
// unordered with a definition by what the comparison is called.
func TestFloatComparisons(t *testing.T) {
	var ops []string
	for op := mu.FTRUE; op <= mu.FOLE; op++ {
		ops = append(ops, op.String()+" float", op.String()+" double")
	}
	b := read(t, opProgram(ops))
	for i, op := range ops {
		word, _, _ := strings.Cut(op, " ")
		for _, pair := range [][2]float64{{1, 2}, {2, 1}, {1, 1}, {math.NaN(), 1}, {1, math.NaN()}, {math.NaN(), math.NaN()}, {0, math.Copysign(0, -1)}} {
			x, y := pair[0], pair[1]
			nan := math.IsNaN(x) || math.IsNaN(y)
			var want bool
			switch word[2:] {
			case "RUE":
				want = true
			case "ALSE":
				want = false
			case "NO": // FUNO
				want = nan
			case "RD": // FORD
				want = !nan
			default:
				if nan {
					want = word[1] == 'U'
					break
				}
				want = map[string]bool{"EQ": x == y, "NE": x != y, "GT": x > y, "LT": x < y, "GE": x >= y, "LE": x <= y}[word[2:]]
			}
			text := "0:i1"
			if want {
				text = "1:i1"
			}
			if got := call(t, b, Options{}, fmt.Sprintf("@f%d", i), fmt.Sprint(x), fmt.Sprint(y)); got != "returned ("+text+")" {
				t.Errorf("%s %v %v: expected %s, found %s", op, x, y, text, got)
			}
		}
	}
}

// edgeInts are ints with which operations of a width are interesting.
func edgeInts(w uint8) []uint64 {
	m := mask(w)
	return []uint64{0, 1 & m, 2 & m, 3 & m, m, m - 1&m, m >> 1, m>>1 + 1, uint64(w) & m, uint64(w-1) & m}
}

// TestIntegersAgainstBig compares all operations on ints of all widths with
// arithmetic of unlimited precision.
func TestIntegersAgainstBig(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for w := uint8(1); w <= 64; w++ {
		values := edgeInts(w)
		for range 10 {
			values = append(values, r.Uint64()&mask(w))
		}
		for _, x := range values {
			for _, y := range values {
				checkInts(t, w, x, y)
			}
		}
	}
}

func checkInts(t *testing.T, w uint8, x, y uint64) {
	t.Helper()
	unsigned := func(v uint64) *big.Int { return new(big.Int).SetUint64(v) }
	modulus := new(big.Int).Lsh(big.NewInt(1), uint(w))
	signedOf := func(v uint64) *big.Int {
		n := unsigned(v)
		if n.Bit(int(w)-1) == 1 {
			n.Sub(n, modulus)
		}
		return n
	}
	// 2^m >= w
	m := uint(0)
	for 1<<m < int(w) {
		m++
	}
	count := uint(new(big.Int).Mod(unsigned(y), new(big.Int).Lsh(big.NewInt(1), m)).Uint64())
	ux, uy, sx, sy := unsigned(x), unsigned(y), signedOf(x), signedOf(y)
	z := new(big.Int)
	for op := mu.ADD; op <= mu.XOR; op++ {
		wantOK := true
		switch op {
		case mu.ADD:
			z.Add(ux, uy)
		case mu.SUB:
			z.Sub(ux, uy)
		case mu.MUL:
			z.Mul(ux, uy)
		case mu.UDIV, mu.UREM, mu.SDIV, mu.SREM:
			if wantOK = y != 0; !wantOK {
				break
			}
			switch op {
			case mu.UDIV:
				z.Quo(ux, uy)
			case mu.UREM:
				z.Rem(ux, uy)
			case mu.SDIV:
				z.Quo(sx, sy)
			case mu.SREM:
				z.Rem(sx, sy)
			}
		case mu.SHL:
			z.Lsh(ux, count)
		case mu.LSHR:
			z.Rsh(ux, count)
		case mu.ASHR:
			z.Rsh(sx, count)
		case mu.AND:
			z.And(ux, uy)
		case mu.OR:
			z.Or(ux, uy)
		case mu.XOR:
			z.Xor(ux, uy)
		}
		want := new(big.Int).Mod(z, modulus).Uint64()
		got, ok := intBinary(op, w, x, y)
		if ok != wantOK || ok && got != want {
			t.Errorf("%s on int<%d> %#x %#x: expected %#x %v, found %#x %v", op, w, x, y, want, wantOK, got, ok)
		}
	}
	for op := mu.EQ; op <= mu.ULE; op++ {
		c := ux.Cmp(uy)
		if op >= mu.SGT && op <= mu.SLE {
			c = sx.Cmp(sy)
		}
		want := map[mu.Op]bool{mu.EQ: c == 0, mu.NE: c != 0, mu.SGT: c > 0, mu.UGT: c > 0, mu.SLT: c < 0, mu.ULT: c < 0,
			mu.SGE: c >= 0, mu.UGE: c >= 0, mu.SLE: c <= 0, mu.ULE: c <= 0}[op]
		if got := intCompare(op, w, x, y); got != want {
			t.Errorf("%s on int<%d> %#x %#x: expected %v, found %v", op, w, x, y, want, got)
		}
	}
	for op := mu.RMWXchg; op <= mu.RMWUMin; op++ {
		pick := func(first bool) {
			z.Set(uy)
			if first {
				z.Set(ux)
			}
		}
		switch op {
		case mu.RMWXchg:
			z.Set(uy)
		case mu.RMWAdd:
			z.Add(ux, uy)
		case mu.RMWSub:
			z.Sub(ux, uy)
		case mu.RMWAnd:
			z.And(ux, uy)
		case mu.RMWNand:
			z.Not(z.And(ux, uy))
		case mu.RMWOr:
			z.Or(ux, uy)
		case mu.RMWXor:
			z.Xor(ux, uy)
		case mu.RMWMax:
			pick(sx.Cmp(sy) > 0)
		case mu.RMWMin:
			pick(sx.Cmp(sy) < 0)
		case mu.RMWUMax:
			pick(ux.Cmp(uy) > 0)
		case mu.RMWUMin:
			pick(ux.Cmp(uy) < 0)
		}
		if got, want := rmw(op, w, x, y), new(big.Int).Mod(z, modulus).Uint64(); got != want {
			t.Errorf("ATOMICRMW %s on int<%d> %#x %#x: expected %#x, found %#x", op, w, x, y, want, got)
		}
	}
}

// TestConversionsAgainstBig compares conversions between ints and floats with
// ones of unlimited precision.
func TestConversionsAgainstBig(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for w := uint8(1); w <= 64; w++ {
		modulus := new(big.Int).Lsh(big.NewInt(1), uint(w))
		half := new(big.Int).Rsh(modulus, 1)
		ints := edgeInts(w)
		for range 60 {
			ints = append(ints, r.Uint64()&mask(w)>>r.UintN(uint(w)))
		}
		s := intShape(w)
		flt := &shape{kind: Float}
		var floats []float64
		for _, x := range ints {
			n := new(big.Int).SetUint64(x)
			for _, op := range []mu.Op{mu.UITOFP, mu.SITOFP} {
				if op == mu.SITOFP && n.Cmp(half) >= 0 {
					n.Sub(n, modulus)
				}
				f64, _ := new(big.Float).SetInt(n).Float64()
				f32, _ := new(big.Float).SetInt(n).Float32()
				if got := convert(op, s, shapeDbl, x); got != math.Float64bits(f64) {
					t.Errorf("%s int<%d> %#x to double: expected %v, found %v", op, w, x, f64, math.Float64frombits(got))
				}
				if got := convert(op, s, flt, x); got != uint64(math.Float32bits(f32)) {
					t.Errorf("%s int<%d> %#x to float: expected %v, found %v", op, w, x, f32, math.Float32frombits(uint32(got)))
				}
				floats = append(floats, f64, f64+0.5, f64-0.5, math.Nextafter(f64, math.Inf(1)), math.Nextafter(f64, math.Inf(-1)), 2*f64, -f64)
			}
		}
		floats = append(floats, math.Inf(1), math.Inf(-1), 1e300, -1e300, 5e-324, math.Copysign(0, -1))
		for _, f := range floats {
			var n *big.Int
			if math.IsInf(f, 0) {
				n = new(big.Int).Lsh(big.NewInt(int64(math.Copysign(1, f))), 100)
			} else {
				n, _ = big.NewFloat(f).Int(nil)
			}
			saturate := func(lo, hi *big.Int) uint64 {
				z := n
				if n.Cmp(lo) < 0 {
					z = lo
				} else if n.Cmp(hi) > 0 {
					z = hi
				}
				return new(big.Int).Mod(z, modulus).Uint64()
			}
			one := big.NewInt(1)
			if got, want := toUint(f, w), saturate(new(big.Int), new(big.Int).Sub(modulus, one)); got != want {
				t.Errorf("FPTOUI %v to int<%d>: expected %#x, found %#x", f, w, want, got)
			}
			if got, want := toInt(f, w), saturate(new(big.Int).Neg(half), new(big.Int).Sub(half, one)); got != want {
				t.Errorf("FPTOSI %v to int<%d>: expected %#x, found %#x", f, w, want, got)
			}
		}
	}
}

// TestFloatsAgainstBig compares the four operations with ones of high precision,
// rounded once, and FREM with what it is defined as.
func TestFloatsAgainstBig(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	number := func() float64 {
		switch r.IntN(3) {
		case 0:
			return float64(r.IntN(64)-32) / 8
		case 1:
			return math.Ldexp(r.Float64()-0.5, r.IntN(60)-30)
		}
		return math.Ldexp(r.Float64()-0.5, r.IntN(250)-125)
	}
	for range 20000 {
		x, y := number(), number()
		x32, y32 := float32(x), float32(y)
		for op := mu.FADD; op <= mu.FDIV; op++ {
			if op == mu.FDIV && (y == 0 || y32 == 0) {
				continue
			}
			exact := func(x, y float64) *big.Float {
				a, b := new(big.Float).SetPrec(2200).SetFloat64(x), new(big.Float).SetPrec(2200).SetFloat64(y)
				z := new(big.Float).SetPrec(2200)
				switch op {
				case mu.FADD:
					return z.Add(a, b)
				case mu.FSUB:
					return z.Sub(a, b)
				case mu.FMUL:
					return z.Mul(a, b)
				}
				return z.Quo(a, b)
			}
			want, _ := exact(x, y).Float64()
			if got := math.Float64frombits(floatBinary(op, Double, math.Float64bits(x), math.Float64bits(y))); got != want {
				t.Fatalf("%s %v %v: expected %v, found %v", op, x, y, want, got)
			}
			want32, _ := exact(float64(x32), float64(y32)).Float32()
			if got := math.Float32frombits(uint32(floatBinary(op, Float, uint64(math.Float32bits(x32)), uint64(math.Float32bits(y32))))); got != want32 {
				t.Fatalf("%s %v %v: expected %v, found %v", op, x32, y32, want32, got)
			}
		}
		if y32 == 0 {
			continue
		}
		// x - y*trunc(x/y), which is a number of the format.
		a, b := new(big.Rat).SetFloat64(float64(x32)), new(big.Rat).SetFloat64(float64(y32))
		q := new(big.Rat).Quo(a, b)
		n := new(big.Int).Quo(q.Num(), q.Denom())
		want, exactly := a.Sub(a, b.Mul(b, new(big.Rat).SetInt(n))).Float32()
		got := math.Float32frombits(uint32(floatBinary(mu.FREM, Float, uint64(math.Float32bits(x32)), uint64(math.Float32bits(y32)))))
		if got != want || !exactly {
			t.Fatalf("FREM %v %v: expected %v (exact %v), found %v", x32, y32, want, exactly, got)
		}
	}
}

// TestAtomicRMW runs ATOMICRMW in a program, for ints of several widths.
func TestAtomicRMW(t *testing.T) {
	var s strings.Builder
	for op := mu.RMWXchg; op <= mu.RMWUMin; op++ {
		for _, w := range []int{8, 33, 64} {
			fmt.Fprintf(&s, `
.funcsig @s%[1]s%[2]d = (@i%[2]d @i%[2]d) -> (@i%[2]d @i%[2]d)
.funcdef @f%[1]s%[2]d VERSION %%v <@s%[1]s%[2]d> {
    %%e(<@i%[2]d> %%a <@i%[2]d> %%b):
        %%c = ALLOCA <@i%[2]d>
        STORE <@i%[2]d> %%c %%a
        %%old = ATOMICRMW SEQ_CST %[1]s <@i%[2]d> %%c %%b
        %%new = LOAD <@i%[2]d> %%c
        RET (%%old %%new)
}`, op, w)
		}
	}
	b := read(t, s.String())
	for op := mu.RMWXchg; op <= mu.RMWUMin; op++ {
		for _, w := range []uint8{8, 33, 64} {
			for _, x := range edgeInts(w) {
				for _, y := range edgeInts(w) {
					args := []Value{IntValue(int(w), x), IntValue(int(w), y)}
					r := Run(b, fn(t, b, fmt.Sprintf("@f%s%d", op, w)), args, Options{})
					if len(r.Values) != 2 || !r.Values[0].Equal(args[0]) || !r.Values[1].Equal(IntValue(int(w), rmw(op, w, x, y))) {
						t.Errorf("%s of int<%d> %#x %#x: found %s", op, w, x, y, r.String())
					}
				}
			}
		}
	}
}
