package hir

import (
	"encoding/json"
	"math"
	"slices"
	"strconv"
	"testing"
	"unicode/utf16"
	"unicode/utf8"
)

func TestAppendNumber(t *testing.T) {
	for _, tc := range []struct {
		v    float64
		want string
	}{
		{0, "0"}, {math.Copysign(0, -1), "0"}, {1, "1"}, {-1, "-1"}, {42, "42"}, {0.1, "0.1"}, {-1.5, "-1.5"},
		{100, "100"}, {1e20, "100000000000000000000"}, {123456789012345680000, "123456789012345680000"},
		{1e21, "1e+21"}, {1.5e21, "1.5e+21"}, {-1e22, "-1e+22"}, {1.7976931348623157e308, "1.7976931348623157e+308"},
		{0.001, "0.001"}, {0.000001, "0.000001"}, {0.0000012, "0.0000012"}, {1e-7, "1e-7"}, {1.25e-7, "1.25e-7"}, {5e-324, "5e-324"},
		{1 << 53, "9007199254740992"}, {1<<53 + 2, "9007199254740994"}, {4.35, "4.35"}, {123.456, "123.456"},
		{math.NaN(), "NaN"}, {math.Inf(1), "Infinity"}, {math.Inf(-1), "-Infinity"},
	} {
		if got := string(AppendNumber(nil, tc.v)); got != tc.want {
			t.Errorf("%g: got %s, want %s", tc.v, got, tc.want)
		}
	}
}

func FuzzAppendNumber(f *testing.F) {
	f.Add(uint64(1))
	f.Add(math.Float64bits(1e21))
	f.Add(math.Float64bits(123456.789))
	f.Fuzz(func(t *testing.T, bits uint64) {
		v := math.Float64frombits(bits)
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return
		}
		s := string(AppendNumber(nil, v))
		if back, err := strconv.ParseFloat(s, 64); err != nil || back != v {
			t.Errorf("%b: printed %s, which is %b (%v)", v, s, back, err)
		}
	})
}

func TestAppendJSONString(t *testing.T) {
	for _, tc := range []struct{ s, want string }{
		{"", `""`}, {"abc", `"abc"`}, {`"\`, `"\"\\"`}, {"\b\f\n\r\t\v\x00\x1f", `"\b\f\n\r\t\u000b\u0000\u001f"`},
		{"\x7f\u0080é<>&'/", "\"\x7f\u0080é<>&'/\""}, {"\u2028\u2029", "\"\u2028\u2029\""}, {"😀", `"😀"`},
		{"\xED\xA0\xBD", `"\ud83d"`}, {"a\xED\xB8\x80b", `"a\ude00b"`}, {"\xED\xB8\x80\xED\xA0\xBD", `"\ude00\ud83d"`},
		{"\xED\xA0\xBD\xED\xB8\x80", `"😀"`}, // a pair that should have been one character
		{"a\xffb", "\"a\uFFFDb\""}, {"\xED\xA0", "\"\uFFFD\uFFFD\""},
	} {
		if got := string(AppendJSONString(nil, tc.s)); got != tc.want {
			t.Errorf("%q: got %s, want %s", tc.s, got, tc.want)
		}
	}
}

// Strings of JavaScript are sequences of 16-bit units. Each must survive the
// way through WTF-8 and JSON.
func FuzzJSONString(f *testing.F) {
	f.Add([]byte("a\x00\x00\xd8\x00\xdc"))
	f.Add([]byte("\x00\xdc\x00\xd8\x00\xd8\x00\xdcx\x00"))
	f.Fuzz(func(t *testing.T, data []byte) {
		var units []uint16
		var s []byte
		for i := 0; i+1 < len(data); i += 2 {
			u := uint16(data[i]) | uint16(data[i+1])<<8
			units = append(units, u)
			s = AppendUTF16(s, u)
		}
		if got := slices.Collect(UTF16(string(s))); !slices.Equal(got, units) {
			t.Fatalf("units %x became %x", units, got)
		}
		if !isText(string(s)) {
			t.Fatalf("%q is not WTF-8", s)
		}
		text := AppendJSONString(nil, string(s))
		if !utf8.Valid(text) {
			t.Fatalf("%q is not UTF-8", text)
		}
		got, n := unescape(string(text[1:]), 0)
		if n != len(text)-1 || got != string(s) {
			t.Fatalf("%q printed as %s reads as %q", s, text, got)
		}
		var decoded string
		if err := json.Unmarshal(text, &decoded); err != nil {
			t.Fatalf("%s is not JSON: %v", text, err)
		}
		if want := string(utf16.Decode(units)); decoded != want {
			t.Fatalf("%s decodes to %q, want %q", text, decoded, want)
		}
	})
}
