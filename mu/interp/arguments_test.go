package interp

import (
	"strings"
	"testing"

	"assay/mu"
)

// TestParseValue reads values, and writes them again.
func TestParseValue(t *testing.T) {
	b := read(t, `.typedef @pair = struct<@i8 @double> .typedef @arr = array<@pair 2> .typedef @hyb = hybrid<@i8> .typedef @rh = ref<@hyb>
.typedef @fi = funcref<@i_i> .typedef @big = array<@i64 100000> .typedef @v8 = vector<@i8 2>`)
	tests := []struct{ typ, text, want string }{ // want starts with "!" for an error
		{"@i8", "127", "127:i8"}, {"@i8", "-128", "-128:i8"}, {"@i8", "255", "-1:i8"}, {"@i8", "0xff", "-1:i8"}, {"@i8", "-1:i8", "-1:i8"},
		{"@i8", "256", "!at most 8 bits"}, {"@i8", "-129", "!at most 8 bits"}, {"@i8", "1:i16", "!suffix"}, {"@i8", "x", "!integer"}, {"@i8", "", "!integer"},
		{"@i64", "18446744073709551615", "-1:i64"}, {"@i64", "99999999999999999999", "!at most 64"}, {"@i1", "1", "1:i1"}, {"@i128", "1", "!wide-int"},
		{"@float", "1.5f", "1.5f"}, {"@float", "0.1", "0.1f"}, {"@double", "-0.0d", "-0.0d"}, {"@double", "nan", "nand"}, {"@double", "+inf", "+infd"},
		{"@float", "-inff", "-inff"}, {"@float", "inf", "+inff"}, {"@float", "1e99", "+inff"}, {"@double", "x", "!floating"}, {"@double", "0x1p3", "!floating"},
		{"@p64", "0x10", "ptr:0x10"}, {"@p64", "ptr:0x10", "ptr:0x10"}, {"@r64", "NULL", "NULL"}, {"@r64", "new", "new"}, {"@ir64", "new", "new+0"}, {"@r64", "5", "!NULL"},
		{"@rh", "new", "!allocated"}, {"@rh", "NULL", "NULL"}, {"@fi", "NULL", "NULL"}, {"@tag", "1", "!no text"}, {"@void", "1", "!no-value"},
		{"@pair", "{1 2.5}", "{1:i8 2.5d}"}, {"@arr", "{{1 2.5} {3 4.5}}", "{1:i8 2.5d 3:i8 4.5d}"}, {"@v8", "{1:i8 -1}", "{1:i8 -1:i8}"},
		{"@pair", "{1}", "!2 scalars"}, {"@pair", "1 2.5", "!2 scalars"}, {"@pair", "{1 x}", "!floating"}, {"@big", "{}", "!large-value"},
	}
	for _, tt := range tests {
		e, _ := b.Lookup(tt.typ)
		v, err := ParseValue(b, mu.TypeID(b.Entities[e].Index), tt.text)
		want, failed := strings.CutPrefix(tt.want, "!")
		switch {
		case failed && (err == nil || !strings.Contains(err.Error(), want)):
			t.Errorf("%s %q: expected an error with %q, found %v, %v", tt.typ, tt.text, want, v, err)
		case !failed && (err != nil || v.String() != want):
			t.Errorf("%s %q: expected %s, found %v, %v", tt.typ, tt.text, want, v, err)
		}
	}
}

// TestZero checks zero values of all kinds of types.
func TestZero(t *testing.T) {
	b := read(t, `.typedef @pair = struct<@i8 @r64> .typedef @arr = array<@pair 2> .typedef @weak = weakref<@i64> .typedef @s = struct<@arr @tag @weak>
.typedef @big = array<@i64 100000> .typedef @endless = struct<@endless> .typedef @stack = stackref .typedef @wide = struct<@i128>`)
	for typ, want := range map[string]string{"@i33": "0:i33", "@float": "0.0f", "@double": "0.0d", "@r64": "NULL", "@ir64": "NULL", "@p64": "ptr:0x0", "@tag": "tag(0.0d)",
		"@s": "{0:i8 NULL 0:i8 NULL tag(0.0d) NULL}", "@void": "none", "@big": "wide int", "@endless": "wide int", "@stack": "NULL", "@i128": "wide int", "@wide": "wide int"} {
		e, _ := b.Lookup(typ)
		if got := Zero(b, mu.TypeID(b.Entities[e].Index)).String(); got != want {
			t.Errorf("%s: expected %s, found %s", typ, want, got)
		}
	}
}

// TestRandomArgs checks that arguments fit and vary, and that each run starts
// from the same memory.
func TestRandomArgs(t *testing.T) {
	b := read(t, `
.typedef @pair = struct<@i8 @double> .typedef @fi = funcref<@i_i>
.funcsig @sig = (@i8 @double @r64 @ir64 @pair @tag @fi @p64) -> (@i64)
.funcdef @f VERSION %v1 <@sig> {
    %e(<@i8> %a <@double> %b <@r64> %c <@ir64> %d <@pair> %p <@tag> %t <@fi> %f <@p64> %q):
        %x = LOAD <@i64> %d EXC(%ok(%d %x) %null())
    %ok(<@ir64> %d <@i64> %x):
        %y = ADD <@i64> %x @c1
        STORE <@i64> %d %y
        %z = LOAD <@i64> %d
        RET %z
    %null():
        RET @c10
}`)
	f := fn(t, b, "@f")
	sig := b.Funcs[f].Sig.ID
	seen := map[string]bool{}
	for seed := range uint64(500) {
		args := RandomArgs(b, sig, seed)
		for range 2 {
			r := Run(b, f, args, Options{})
			seen[r.String()] = true
		}
		for i, v := range args {
			if again := RandomArgs(b, sig, seed)[i]; again.String() != v.String() {
				t.Errorf("seed %d: expected %v again, found %v", seed, v, again)
			}
		}
	}
	if len(seen) != 2 || !seen["returned (1:i64)"] || !seen["returned (10:i64)"] {
		t.Errorf("expected runs that return 1 and 10, found %v", seen)
	}
	if got := Run(b, f, nil, Options{}); got.Outcome != Stuck || got.Code != "arguments" {
		t.Errorf("without arguments: found %s", got.String())
	}
	// The same object for two parameters; one of another run.
	b = read(t, `.funcsig @two = (@r64 @ir64) -> (@ir64 @ir64 @r64)
.funcdef @f VERSION %v1 <@two> { %e(<@r64> %a <@ir64> %b): %c = GETIREF <@i64> %a RET (%c %b %a) }`)
	e, _ := b.Lookup("@i64")
	o := NewObject(mu.TypeID(b.Entities[e].Index), false)
	in := o
	in.kind = IRef
	r := Run(b, fn(t, b, "@f"), []Value{o, in}, Options{})
	if got := r.String(); got != "returned (#1+0 #1+0 #1)" {
		t.Errorf("found %s", got)
	}
	r = Run(b, fn(t, b, "@f"), []Value{r.Values[2], r.Values[1]}, Options{})
	if r.Outcome != Stuck || r.Code != "arguments" {
		t.Errorf("objects of another run: found %s", r.String())
	}
}
