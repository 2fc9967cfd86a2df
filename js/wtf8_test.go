package js

import (
	"math"
	"slices"
	"strconv"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/dop251/goja"
)

func TestWTF8(t *testing.T) {
	for _, c := range []struct {
		units []uint16
		want  string
	}{
		{nil, ""},
		{[]uint16{'a', 0, 0x7F, 0x80, 0x7FF, 0x800, 0xFFFF}, "a\x00\x7f\u0080\u07ff\u0800\uffff"},
		{[]uint16{0xD83D, 0xDE00}, "\U0001F600"},
		{[]uint16{0xD83D}, "\xed\xa0\xbd"},
		{[]uint16{0xDE00, 0xD83D}, "\xed\xb8\x80\xed\xa0\xbd"},
		{[]uint16{0xD83D, 0xD83D, 0xDE00, 0xDE00}, "\xed\xa0\xbd\U0001F600\xed\xb8\x80"},
		{[]uint16{0xDBFF, 0xDFFF, 0xD7FF, 0xE000}, "\U0010FFFF\ud7ff\ue000"},
	} {
		got := FromUTF16(c.units)
		if got != c.want {
			t.Errorf("%x gives %q, not %q", c.units, got, c.want)
		}
		if back := ToUTF16(got); !slices.Equal(back, c.units) {
			t.Errorf("%q gives %x, not %x", got, back, c.units)
		}
	}
}

// FuzzWTF8 converts any code units and any bytes there and back.
func FuzzWTF8(f *testing.F) {
	f.Add([]byte("\xd8\x3d\xde\x00a\x00"))
	f.Add([]byte("\xed\xa0\x80\xed\xb0\x80\xff"))
	f.Fuzz(func(t *testing.T, b []byte) {
		// Any bytes become code units, and these become WTF-8 that stays as it is.
		if s := FromUTF16(ToUTF16(string(b))); FromUTF16(ToUTF16(s)) != s {
			t.Errorf("%q changes once more", s)
		}
		var units []uint16
		for ; len(b) >= 2; b = b[2:] {
			units = append(units, uint16(b[0])<<8|uint16(b[1]))
		}
		s := FromUTF16(units)
		if back := ToUTF16(s); !slices.Equal(back, units) {
			t.Errorf("%x becomes %q and %x", units, s, back)
		}
		if !slices.Contains(surrogates(units), true) && (!utf8.ValidString(s) || s != string(utf16.Decode(units))) {
			t.Errorf("%x becomes %q", units, s)
		}
		// A piece of it is put together again to the same.
		var dst []byte
		for rest := s; rest != ""; {
			r, n := DecodeWTF8(rest)
			dst = AppendWTF8(dst, r)
			rest = rest[n:]
		}
		if string(dst) != s {
			t.Errorf("%q becomes %q", s, dst)
		}
	})
}

// surrogates tells which code units are lone surrogates.
func surrogates(units []uint16) []bool {
	out := make([]bool, len(units))
	for i := 0; i < len(units); i++ {
		if u := rune(units[i]); utf16.IsSurrogate(u) {
			if i+1 < len(units) && utf16.DecodeRune(u, rune(units[i+1])) != utf8.RuneError {
				i++
				continue
			}
			out[i] = true
		}
	}
	return out
}

// TestStringsAsGoja prints strings and has goja evaluate them, in literals and in
// templates.
func TestStringsAsGoja(t *testing.T) {
	vm := goja.New()
	units := func(src string) []uint16 {
		v, err := vm.RunString("var s = " + src + "; var u = []; for (var i = 0; i < s.length; i++) u.push(s.charCodeAt(i)); u.join()")
		if err != nil {
			t.Fatalf("%s: %v", src, err)
		}
		var out []uint16
		for _, f := range splitComma(v.String()) {
			n, _ := strconv.ParseUint(f, 10, 16)
			out = append(out, uint16(n))
		}
		return out
	}
	m := &treeMaker{}
	m.Rand = newRand(7)
	for range 3000 {
		var want []uint16
		for range m.IntN(6) {
			want = append(want, pick(m, uint16(m.IntN(128)), uint16(m.IntN(1<<16)), 0xD800, 0xDC00, 0xDBFF, 0xDFFF, 0x2028, '`', '$', '{', '\\', '\r', '\n', 0, '1', '"', '<', '/'))
		}
		s := FromUTF16(want)
		if got := units(PrintExpr(&StringLit{Value: s})); !slices.Equal(got, want) {
			t.Fatalf("%q: %x, not %x", PrintExpr(&StringLit{Value: s}), got, want)
		}
		text := PrintExpr(&Template{Quasis: []Quasi{NewQuasi(s)}})
		if got := units(text); !slices.Equal(got, want) {
			t.Fatalf("%q: %x, not %x", text, got, want)
		}
	}
}

func splitComma(s string) (out []string) {
	for start, i := 0, 0; i <= len(s); i++ {
		if i == len(s) || s[i] == ',' {
			if i > start {
				out = append(out, s[start:i])
			}
			start = i + 1
		}
	}
	return out
}

// TestNumberTextAsGoja compares number text with goja's, and reads it back.
func TestNumberTextAsGoja(t *testing.T) {
	vm := goja.New()
	check := func(v float64) {
		want := vm.ToValue(v).String()
		if v != math.Trunc(v) || math.Abs(v) >= 1<<53 { // goja takes others for integers
			r, err := vm.RunString("String(" + strconv.FormatFloat(v, 'e', -1, 64) + ")")
			if err != nil {
				t.Fatal(err)
			}
			want = r.String()
		}
		got := NumberText(v)
		if got != want {
			t.Errorf("%v prints as %s, not %s", v, got, want)
		}
		p, err := Parse("", []byte("x = "+PrintExpr(&NumberLit{Value: v})))
		if err != nil {
			t.Fatal(err)
		}
		if back := p.Body[0].(*ExprStmt).X.(*Assign).Value.(*NumberLit).Value; back != v {
			t.Errorf("%v reads back as %v", v, back)
		}
	}
	m := &treeMaker{Rand: newRand(9)}
	for range 5000 {
		if v := m.numberNotNaN(); !math.IsInf(v, 0) {
			check(v)
		}
	}
	for e := -30; e < 30; e++ {
		check(math.Pow(10, float64(e)))
		check(1.5 * math.Pow(10, float64(e)))
	}
	for _, c := range []struct {
		v    float64
		want string
	}{{math.NaN(), "NaN"}, {math.Inf(1), "Infinity"}, {math.Inf(-1), "-Infinity"}, {math.Copysign(0, -1), "0"}, {-1.5, "-1.5"}, {-1e21, "-1e+21"}, {5e-324, "5e-324"}} {
		if got := NumberText(c.v); got != c.want {
			t.Errorf("%v prints as %s, not %s", c.v, got, c.want)
		}
	}
}
