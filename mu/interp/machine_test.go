package interp

import (
	"fmt"
	"strings"
	"testing"
)

// TestTailCallsUseNoMemory runs a million tail calls in one frame.
func TestTailCallsUseNoMemory(t *testing.T) {
	b := read(t, `
.funcdef @loop VERSION %v1 <@ii_i> {
    %entry(<@i64> %n <@i64> %s):
        %cell = ALLOCA <@i64>
        STORE <@i64> %cell %s
        %c = EQ <@i64> %n @c0
        BRANCH2 %c %done(%s) %more(%n %cell)
    %done(<@i64> %s):
        RET %s
    %more(<@i64> %n <@ir64> %cell):
        %s = LOAD <@i64> %cell
        %t = ADD <@i64> %s %n
        %m = SUB <@i64> %n @c1
        TAILCALL <@ii_i> @loop (%m %t)
}`)
	m := NewMachine(b)
	args := []Value{IntValue(64, 1_000_000), IntValue(64, 0)}
	for _, pre := range []bool{false, true} {
		r := m.Run(fn(t, b, "@loop"), args, Options{PreSSA: pre, Fuel: 20_000_000, MaxDepth: 2, MaxCells: 10})
		if got, want := r.String(), "returned (500000500000:i64)"; got != want {
			t.Fatalf("expected %s, found %s", want, got)
		}
		if len(m.regs) > 1000 || cap(m.frames) > 10 || cap(m.allocas) > 10 {
			t.Errorf("expected one frame, found room for %d frames, %d registers, %d stack cells", cap(m.frames), len(m.regs), cap(m.allocas))
		}
	}
}

// TestDeepCalls nests calls deeper than Go's stack would like.
func TestDeepCalls(t *testing.T) {
	b := read(t, `
.funcdef @deep VERSION %v1 <@i_i> {
    %entry(<@i64> %n):
        %c = EQ <@i64> %n @c0
        BRANCH2 %c %done(%n) %more(%n)
    %done(<@i64> %n):
        RET %n
    %more(<@i64> %n):
        %m = SUB <@i64> %n @c1
        %r = CALL <@i_i> @deep (%m)
        %s = ADD <@i64> %r @c1
        RET %s
}
.funcdef @throws VERSION %v1 <@i_i> {
    %entry(<@i64> %n):
        %c = EQ <@i64> %n @c0
        BRANCH2 %c %done() %more(%n)
    %done():
        THROW @nullv
    %more(<@i64> %n):
        %m = SUB <@i64> %n @c1
        %r = CALL <@i_i> @throws (%m)
        RET %r
}`)
	m := NewMachine(b)
	opt := Options{Fuel: 10_000_000, MaxDepth: 300_000}
	r := m.Run(fn(t, b, "@deep"), []Value{IntValue(64, 200_000)}, opt)
	if got := r.String(); got != "returned (200000:i64)" {
		t.Errorf("found %s", got)
	}
	r = m.Run(fn(t, b, "@throws"), []Value{IntValue(64, 200_000)}, opt)
	if got := r.String(); got != "threw (NULL)" {
		t.Errorf("found %s", got)
	}
	r = m.Run(fn(t, b, "@deep"), []Value{IntValue(64, 400_000)}, opt)
	if r.Outcome != StackOverflow || r.Code != "depth" {
		t.Errorf("found %s", r.String())
	}
}

// TestReuse runs functions with one machine in any order: what is left of one
// run does not show in the next, and results of earlier runs stay.
func TestReuse(t *testing.T) {
	b := read(t, `
.global @g <@i64>
.funcsig @v_r = () -> (@r64)
.funcdef @count VERSION %v1 <@v_i> {
    %entry():
        %a = LOAD <@i64> @g
        %b = ADD <@i64> %a @c1
        STORE <@i64> @g %b
        RET %b
}
.funcdef @fresh VERSION %v1 <@v_r> {
    %entry():
        %r = NEW <@i64>
        RET %r
}
.funcdef @zero VERSION %v1 <@v_i> {
    %entry():
        %r = ADD <@i64> %r %s
        %s = ADD <@i64> %r @c1
        RET %r
}
.funcdef @last VERSION %v1 <@v_r> {
    %entry():
        COMMINST @uvm.set_threadlocal (@null)
        %r = COMMINST @uvm.get_threadlocal
        RET %r
}`)
	m := NewMachine(b)
	var kept []Result
	for range 3 {
		for _, name := range []string{"@count", "@fresh", "@zero", "@last"} {
			f := fn(t, b, name)
			r := m.Run(f, nil, Options{PreSSA: true})
			kept = append(kept, r)
			if d := Difference(Run(b, f, nil, Options{PreSSA: true}), r); d != "" {
				t.Errorf("%s: %s", name, d)
			}
		}
		m.Reset(b)
	}
	for i, want := range []string{"1:i64", "#2", "0:i64", "NULL"} {
		for j := i; j < len(kept); j += 4 {
			if got := kept[j].String(); got != "returned ("+want+")" {
				t.Errorf("run %d: expected %s, found %s", j, want, got)
			}
		}
	}
	// Another version is seen after Reset.
	f := fn(t, b, "@count")
	v := b.Funcs[f].Versions[0]
	b.SetVersion(int(v), b.Versions[b.Funcs[fn(t, b, "@zero")].Versions[0]])
	m.Reset(b)
	if r := m.Run(f, nil, Options{PreSSA: true}); r.String() != "returned (0:i64)" {
		t.Errorf("found %s", r.String())
	}
}

// TestPlacesKeepTheirHash compares traces of a program with one that has other
// blocks, instructions and definitions around the same events.
func TestPlacesKeepTheirHash(t *testing.T) {
	before := read(t, `
.funcdecl @out <@i_i>
.funcdef @f VERSION %v1 <@i_i> (%n) {
    %head:
        %x = ID %n
        TRAP <> KEEPALIVE(%x)
        %n = CALL <@i_i> @out (%n)
        [%named] TRAP <> KEEPALIVE(%n %x)
        WPBRANCH 3 %head %end
    %end:
        RET %n
}`)
	after := read(t, `
.const @other <@i64> = 17
.funcsig @other_sig = (@i8) -> ()
.funcdecl @first <@other_sig>
.funcdecl @out <@i_i>
.funcdef @f VERSION %v1 <@i_i> {
    %before(<@i64> %n):
        BRANCH @f.v1.head(%n)
    @f.v1.head(<@i64> %n):
        %x = COMMINST @uvm.kill_dependency <@i64> (%n) KEEPALIVE(%n)
        TRAP <> KEEPALIVE(%x)
        %n.1 = CALL <@i_i> @out (%x)
        [%named] TRAP <> KEEPALIVE(%n.1 %x)
        WPBRANCH 3 @f.v1.head(%n.1) %end(%n.1)
    %end(<@i64> %n):
        RET %n
}`)
	for seed := range uint64(50) {
		args := []Value{IntValue(64, seed)}
		x := Run(before, fn(t, before, "@f"), args, Options{PreSSA: true, Seed: seed, Record: true})
		y := Run(after, fn(t, after, "@f"), args, Options{Seed: seed, Record: true})
		if d := Difference(x, y); d != "" || x.Events < 4 && x.Outcome == Returned {
			t.Fatalf("seed %d: %s; %s", seed, x.String(), d)
		}
	}
}

// TestDeterminism runs the same thing again, and with a client of its own for the
// same seed.
func TestDeterminism(t *testing.T) {
	b := read(t, `
.typedef @pair = struct<@i64 @float>
.funcsig @many = (@i64 @r64 @double) -> (@i64 @r64 @double @pair @tag)
.funcdecl @g <@many>
.funcdef @f VERSION %v1 <@many> {
    %e(<@i64> %a <@r64> %b <@double> %c):
        (%p %q %r %s %t) = CALL <@many> @g (%a %b %c) EXC(%ok(%p %q %r) %ok(%a %b %c)) KEEPALIVE(%b)
    %ok(<@i64> %a <@r64> %b <@double> %c):
        TAILCALL <@many> @g (%a %b %c)
}`)
	f := fn(t, b, "@f")
	seen := map[string]int{}
	for seed := range uint64(300) {
		args := RandomArgs(b, b.Funcs[f].Sig.ID, seed)
		x := Run(b, f, args, Options{Seed: seed, Record: true})
		y := Run(b, f, args, Options{Seed: seed, Client: SeededClient(seed)})
		if d := Difference(x, y); d != "" {
			t.Fatal(d)
		}
		seen[x.Outcome.String()]++
		if x.Outcome == Returned && x.Values[1].Object() == 1 {
			seen["kept reference"]++
		}
		for i := range x.Trace {
			if x.Trace[i].Answer().Throw {
				seen["exception"]++
			}
		}
	}
	for _, what := range []string{"returned", "threw", "kept reference", "exception"} {
		if seen[what] == 0 {
			t.Errorf("expected some of %q, found %v", what, seen)
		}
	}
}

// TestLargeObjects allocates objects that are larger than values may be.
func TestLargeObjects(t *testing.T) {
	b := read(t, `
.typedef @big = array<@i64 70000> .typedef @wrap = struct<@i8 @big @i8 @double> .typedef @rows = array<@wrap 2>
.typedef @hyb = hybrid<@i8 @big> .typedef @sig = funcref<@v_v>
.const @k69999 <@i64> = 69999
.funcdef @f VERSION %v1 <@v_i> {
    %e():
        %a = ALLOCA <@rows>
        %b = GETELEMIREF <@rows @i64> %a @c1
        %c = GETFIELDIREF <@wrap 1> %b
        %d = GETELEMIREF <@big @i64> %c @k69999
        STORE <@i64> %d @c10
        %x = LOAD <@i64> %d
        %h = NEWHYBRID <@hyb @i64> @c2
        %i = GETIREF <@hyb> %h
        %v = GETVARPARTIREF <@hyb> %i
        %w = SHIFTIREF <@big @i64> %v @c1
        %z = GETELEMIREF <@big @i64> %w @k69999
        %y = LOAD <@i64> %z
        %f = GETFIELDIREF <@wrap 3> %b
        %g = LOAD <@double> %f
        %n = FPTOSI <@double @i64> %g
        %s = ADD <@i64> %x %y
        %r = ADD <@i64> %s %n
        RET %r
}
.funcdef @g VERSION %v1 <@v_v> {
    %e():
        %a = ALLOCA <@big>
        %x = LOAD <@big> %a
        RET ()
}`)
	if got := call(t, b, Options{}, "@f"); got != "returned (10:i64)" {
		t.Errorf("found %s", got)
	}
	if got := call(t, b, Options{}, "@g"); got != "unsupported (large-value) at @g.v1 %e 1: LOAD: a value of a type that is not supported" {
		t.Errorf("found %s", got)
	}
}

// TestManyLargeTypes has more large types than zero values are kept of.
func TestManyLargeTypes(t *testing.T) {
	var s strings.Builder
	const n = 100
	for i := range n {
		fmt.Fprintf(&s, ".typedef @t%d = array<@i64 %d>\n", i, 60_000+i)
	}
	s.WriteString(".funcdef @f VERSION %v1 <@v_v> { %e():\n")
	for i := range n {
		fmt.Fprintf(&s, "%%a%d = ALLOCA <@t%d> %%x%d = LOAD <@t%d> %%a%d STORE <@t%d> %%a%d %%x%d\n", i, i, i, i, i, i, i, i)
	}
	s.WriteString("RET () }\n")
	b := read(t, s.String())
	for _, pre := range []bool{false, true} {
		if r := Run(b, fn(t, b, "@f"), nil, Options{PreSSA: pre, MaxCells: 1 << 24, Fuel: 1 << 30}); r.Outcome != Unsupported || r.Code != codeLarge {
			t.Errorf("found %s", r.String())
		}
	}
}

// TestRegisters bounds the variables of all frames.
func TestRegisters(t *testing.T) {
	var s strings.Builder
	s.WriteString(".funcdef @f VERSION %v1 <@v_v> () { %e:\n")
	for i := range 10_000 {
		fmt.Fprintf(&s, "%%x%d = ID @c1\n", i)
	}
	s.WriteString("CALL <@v_v> @f () RETVOID }\n")
	b := read(t, s.String())
	if r := Run(b, fn(t, b, "@f"), nil, Options{PreSSA: true, MaxDepth: 1 << 30, Fuel: 1 << 30}); r.Outcome != StackOverflow || r.Code != "registers" {
		t.Errorf("found %s", r.String())
	}
}

// TestClientRefuses gives answers that the program cannot take.
func TestClientRefuses(t *testing.T) {
	b := read(t, `.funcdef @f VERSION %v1 <@v_i> { %e(): %r = TRAP <@i64> RET %r }
.funcdecl @g <@v_i>
.typedef @wide = struct<@i128> .funcsig @v_w = () -> (@wide)
.funcdecl @w <@v_w>
.funcdef @h VERSION %v1 <@v_v> { %e(): CALL <@v_w> @w () RET () }`)
	tests := []struct {
		fn     string
		answer Answer
		want   string
	}{
		{"@f", Answer{Values: []Value{FloatValue(1)}}, "stuck (client)"},
		{"@f", Answer{}, "stuck (client)"},
		{"@f", Answer{Throw: true, Exception: IntValue(8, 1)}, "stuck (client)"},
		{"@f", Answer{Throw: true, Exception: NewObject(1<<20, false)}, "stuck (client)"},
		{"@f", Answer{Values: []Value{IntValue(8, 200)}}, "returned (200:i64)"},
		{"@g", Answer{Values: []Value{FloatValue(1)}}, "stuck (client)"},
		{"@g", Answer{Values: []Value{IntValue(64, 1)}}, "returned (1:i64)"},
		{"@g", Answer{Throw: true, Exception: NewObject(0, false)}, "threw (#1)"},
		{"@h", Answer{Values: []Value{{}}}, "unsupported (wide-int)"},
	}
	for _, tt := range tests {
		for range 2 {
			r := Run(b, fn(t, b, tt.fn), nil, Options{Client: answers{tt.answer}})
			if got := r.String(); !strings.HasPrefix(got, tt.want) {
				t.Errorf("%s %v: expected %s, found %s", tt.fn, tt.answer, tt.want, got)
			}
		}
	}
}

// answers is a client that always gives the same answer.
type answers struct{ a Answer }

func (answers) Enabled(*Event) bool    { return true }
func (c answers) Answer(*Event) Answer { return c.a }

// TestValues looks at values by their methods.
func TestValues(t *testing.T) {
	type look struct {
		width, object, offset int
		uint                  uint64
		int                   int64
		null                  bool
		function              string
		cells                 int
	}
	for _, tt := range []struct {
		v    Value
		want look
	}{
		{IntValue(8, 0x1ff), look{width: 8, uint: 255, int: -1}},
		{PtrValue(0), look{null: true}},
		{Null(Ref), look{null: true}},
		{Null(Stack), look{null: true}},
		{iref(&object{num: 4}, 3, 0, 0), look{object: 4, offset: 3, uint: 3}},
		{Value{kind: Func, obj: &object{name: "@f"}}, look{function: "@f"}},
		{Value{kind: Aggregate, obj: newAggregate(3)}, look{cells: 3}},
	} {
		got := look{tt.v.Width(), tt.v.Object(), tt.v.Offset(), tt.v.Uint(), 0, tt.v.IsNull(), tt.v.Function(), len(tt.v.Cells())}
		if tt.v.Kind() == Int {
			got.int = tt.v.Int()
		}
		if got != tt.want {
			t.Errorf("%v: expected %+v, found %+v", tt.v, tt.want, got)
		}
	}
	if FloatValue(1.5).Float() != 1.5 || DoubleValue(-2).Float() != -2 {
		t.Error("expected floats to be what they are made of")
	}
}
