package interp

import (
	"fmt"
	"reflect"
	"runtime"
	"strings"
	"testing"

	"assay/mu"
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

// TestFrames looks at variables at OSR points.
func TestFrames(t *testing.T) {
	const body = `
.funcdecl @out <@i_i>
.funcdef @f VERSION %v1 <@ii_i> {
    %entry(<@i64> %n <@i64> %m):
        %x = ADD <@i64> %n @c1
        [%first] TRAP <>
        %n = TRAP <@i64> KEEPALIVE(%x)
        BRANCH %next(%n)
    %next(<@i64> %n):
        %y = CALL <@i_i> @g (%n) EXC(%ok(%y) %bad())
    %ok(<@i64> %z):
        %k = COMMINST @uvm.kill_dependency <@i64> (%z) KEEPALIVE(%z)
        RET %k
    %bad() [%e]:
        TRAP <> KEEPALIVE(%e)
        RET @c0
}
.funcdef @g VERSION %v1 <@i_i> {
    %entry(<@i64> %n):
        %r = CALL <@i_i> @out (%n)
        RET %r
}`
	b := read(t, body)
	tests := []struct {
		pre     bool
		answers []string
		want    []string
	}{
		{true, []string{"", "7", "9"}, []string{
			"@f.v1 %entry 1 depth 0 serial 1: n=5 m=6 x=6 y? z? k? e?",
			"@f.v1 %entry 2 depth 0 serial 1: n=5 m=6 x=6 y? z? k? e?",
			"@f.v1 %next 0 depth 0 serial 1: n=7 m=6 x=6 y? z? k? e?",
			"@g.v1 %entry 0 depth 1 serial 2: n=7 r?",
			"@f.v1 %ok 0 depth 0 serial 1: n=7 m=6 x=6 y=9 z=9 k? e?",
		}},
		{false, []string{"", "7", "9"}, []string{
			"@f.v1 %entry 1 depth 0 serial 1: n=5 m=6 x=6 y? z? k? e?",
			"@f.v1 %entry 2 depth 0 serial 1: n=5 m=6 x=6 y? z? k? e?",
			"@f.v1 %next 0 depth 0 serial 1: n=7 m? x? y? z? k? e?",
			"@g.v1 %entry 0 depth 1 serial 2: n=7 r?",
			"@f.v1 %ok 0 depth 0 serial 1: n? m? x? y? z=9 k? e?",
		}},
		{false, []string{"", "7", "throw"}, []string{
			"@f.v1 %entry 1 depth 0 serial 1: n=5 m=6 x=6 y? z? k? e?",
			"@f.v1 %entry 2 depth 0 serial 1: n=5 m=6 x=6 y? z? k? e?",
			"@f.v1 %next 0 depth 0 serial 1: n=7 m? x? y? z? k? e?",
			"@g.v1 %entry 0 depth 1 serial 2: n=7 r?",
			"@f.v1 %bad 0 depth 0 serial 1: n? m? x? y? z? k? e=NULL",
		}},
	}
	for _, tt := range tests {
		var got []string
		look := func(f *Frame) {
			p := f.Place()
			s := fmt.Sprintf("%s %s %d depth %d serial %d:", p.Version(), p.BlockName(), f.Instr, f.Depth, f.Serial)
			for v, x := range f.Function.Vars {
				value, ok := f.Var(mu.VarID(v))
				if !ok && !tt.pre || tt.pre && !f.Assigned(mu.VarID(v)) {
					s += " " + x.Name[1:] + "?"
				} else {
					s += " " + x.Name[1:] + "=" + strings.TrimSuffix(value.String(), ":i64")
				}
				if tt.pre && (!ok || value.Kind() == None) {
					t.Errorf("expected a value of %s, found none", x.Name)
				}
				if ok && !f.Value(mu.LocalValue(mu.VarID(v))).Equal(value) {
					t.Errorf("Value and Var of %s differ", x.Name)
				}
			}
			e, _ := f.Bundle.Lookup("@c3")
			if v := f.Value(mu.GlobalValue(e)); !v.Equal(IntValue(64, 3)) {
				t.Errorf("expected @c3 to be 3, found %v", v)
			}
			if _, ok := f.Var(mu.VarID(len(f.Function.Vars))); ok {
				t.Error("expected no variable of that number")
			}
			got = append(got, s)
		}
		opt := Options{PreSSA: tt.pre, AtOSRPoint: look, Client: &script{t: t, b: b, answers: tt.answers}}
		args := []Value{IntValue(64, 5), IntValue(64, 6)}
		m := NewMachine(b)
		for range 2 { // marks of an earlier run do not show
			got = nil
			opt.Client = &script{t: t, b: b, answers: tt.answers}
			m.Run(fn(t, b, "@f"), args, opt)
			order := func(s string) string { // variables in the order of the expected text
				head, tail, _ := strings.Cut(s, ": ")
				vars := map[string]string{}
				for _, w := range strings.Fields(tail) {
					vars[strings.TrimRight(strings.SplitN(w, "=", 2)[0], "?")] = w
				}
				for _, n := range []string{"n", "m", "x", "y", "z", "k", "r", "e"} {
					if w, ok := vars[n]; ok {
						head += " " + w
					}
				}
				return head
			}
			for i := range got {
				got[i] = order(got[i])
			}
			var want []string
			for _, w := range tt.want {
				want = append(want, order(w))
			}
			if !reflect.DeepEqual(got, want) {
				t.Errorf("pre-SSA %v: expected\n  %s\nfound\n  %s", tt.pre, strings.Join(want, "\n  "), strings.Join(got, "\n  "))
			}
		}
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

// TestDifference checks what can be told apart.
func TestDifference(t *testing.T) {
	ret := func(vs ...Value) Result { return Result{Values: vs} }
	traced := func(r Result, hs ...uint64) Result {
		r.TraceHashes, r.Events = hs, len(hs)
		return r
	}
	fuel := Result{Outcome: OutOfFuel, Code: "steps"}
	deep := Result{Outcome: StackOverflow, Code: "depth"}
	nan := Value{kind: Double, bits: nan64 + 5}
	div := Result{Outcome: UndefinedBehaviour, Code: ubDiv}
	tests := []struct {
		name string
		a, b Result
		same bool
	}{
		{"values", ret(IntValue(8, 1)), ret(IntValue(8, 1)), true},
		{"other values", ret(IntValue(8, 1)), ret(IntValue(8, 2)), false},
		{"other widths", ret(IntValue(8, 1)), ret(IntValue(16, 1)), false},
		{"number of values", ret(IntValue(8, 1)), ret(), false},
		{"NaN", ret(nan), ret(Value{kind: Double, bits: nan64}), true},
		{"zeros", ret(DoubleValue(0)), ret(Value{kind: Double, bits: 1 << 63}), false},
		{"returned and threw", ret(Null(Ref)), Result{Outcome: Threw, Values: []Value{Null(Ref)}}, false},
		{"undefined behaviour", div, div, true},
		{"other undefined behaviour", div, Result{Outcome: UndefinedBehaviour, Code: ubNull}, false},
		{"stuck", Result{Outcome: Stuck, Code: "unassigned"}, ret(), false},
		{"unsupported", ret(), Result{Outcome: Unsupported, Code: "threads"}, false},
		{"thread_exit", ret(), Result{Code: "thread_exit"}, false},
		{"events", traced(ret(), 1, 2), traced(ret(), 1, 2), true},
		{"other events", traced(ret(), 1, 2), traced(ret(), 1, 3), false},
		{"first event", traced(ret(), 3, 2), traced(ret(), 1, 3), false},
		{"fewer events", traced(ret(), 1, 2), traced(ret(), 1), false},
		{"more events", traced(ret(), 1), traced(ret(), 1, 2), false},
		{"cut", traced(fuel, 1), traced(ret(), 1, 2), true},
		{"cut later", traced(ret(), 1), traced(fuel, 1, 2), true},
		{"cut behind another event", traced(fuel, 1, 3), traced(ret(), 1, 2), false},
		{"deep", deep, Result{Outcome: Stuck, Code: "type"}, true},
		{"cut twice", traced(deep, 1, 2), traced(fuel, 1), true},
	}
	for _, tt := range tests {
		for range 2 {
			if d := Difference(tt.a, tt.b); (d == "") != tt.same {
				t.Errorf("%s: expected the same %v, found %q", tt.name, tt.same, d)
			}
			tt.a, tt.b = tt.b, tt.a
		}
	}
}

// TestEqualHasEqualHash checks equality and hashes of values against each other.
func TestEqualHasEqualHash(t *testing.T) {
	o := func(n int32) *object { return &object{num: n} }
	f := func(n string) *object { return &object{name: n} }
	agg := func(vs ...Value) Value { return Value{kind: Aggregate, obj: &object{cells: vs}} }
	values := []Value{
		{}, IntValue(8, 1), IntValue(8, 2), IntValue(16, 1), FloatValue(1), DoubleValue(1), DoubleValue(0),
		{kind: Double, bits: 1 << 63}, {kind: Double, bits: nan64}, {kind: Double, bits: nan64 | 1}, {kind: Float, bits: nan32}, PtrValue(0), PtrValue(1),
		Null(Ref), Null(IRef), Null(Func), Null(Stack), {kind: Stack, bits: 1}, {kind: Ref, obj: o(1)}, {kind: Ref, obj: o(2)},
		{kind: IRef, obj: o(1)}, iref(o(1), 1, 0, 0), iref(o(1), 1, 1, 5), {kind: Func, obj: f("@a")}, {kind: Func, obj: f("@b")},
		{kind: Tag}, {kind: Tag, width: tagInt}, {kind: Tag, width: tagRef}, {kind: Tag, width: tagRef, obj: o(1)}, {kind: Tag, width: tagRef, obj: o(1), bits: 1},
		agg(), agg(IntValue(8, 1)), agg(IntValue(8, 2)), agg(IntValue(8, 1), IntValue(8, 1)),
	}
	same := map[[2]int]bool{{8, 9}: true, {21, 22}: true}
	for i, v := range values {
		for j, w := range values {
			want := i == j || same[[2]int{min(i, j), max(i, j)}]
			if v.Equal(w) != want {
				t.Errorf("%v and %v: expected equal %v", v, w, want)
			}
			if (v.hash() == w.hash()) != want {
				t.Errorf("%v and %v: expected equal hashes %v", v, w, want)
			}
		}
	}
}

// TestAllocations bounds what a run costs that is prepared.
func TestAllocations(t *testing.T) {
	b := read(t, loopProgram)
	m := NewMachine(b)
	f := fn(t, b, "@sum")
	args := []Value{IntValue(64, 1000)}
	opt := Options{Fuel: 100_000}
	m.Run(f, args, opt)
	if n := testing.AllocsPerRun(50, func() { m.Run(f, args, opt) }); n > 2 {
		t.Errorf("expected at most 2 allocations of a run, found %v", n)
	}
	runtime.KeepAlive(m)
}

const loopProgram = `
.funcdef @sum VERSION %v1 <@i_i> {
    %entry(<@i64> %n):
        BRANCH %head(%n @c0)
    %head(<@i64> %n <@i64> %s):
        %t = ADD <@i64> %s %n
        %u = XOR <@i64> %t @c3
        %m = SUB <@i64> %n @c1
        %c = SGT <@i64> %m @c0
        BRANCH2 %c %head(%m %u) %exit(%u)
    %exit(<@i64> %s):
        RET %s
}
.funcdef @traps VERSION %v1 <@i_i> {
    %entry(<@i64> %n):
        %x = TRAP <@i64> KEEPALIVE(%n)
        %y = TRAP <@i64> KEEPALIVE(%x %n)
        %c = SLT <@i64> %x %y
        BRANCH2 %c %less(%x %y) %exit(%y)
    %less(<@i64> %x <@i64> %y):
        %r = [%w] WATCHPOINT 3 <@i64> %exit(%x) %exit(%r) WPEXC(%bad()) KEEPALIVE(%x %y)
    %bad() [%e]:
        THROW %e
    %exit(<@i64> %r):
        %q = SDIV <@i64> %r @c3 EXC(%out(%q) %out(%r))
    %out(<@i64> %r):
        RET %r
}
.funcdef @memory VERSION %v1 <@i_i> {
    %entry(<@i64> %n):
        %a = ALLOCA <@i64>
        BRANCH %head(%a %n)
    %head(<@ir64> %a <@i64> %n):
        %x = LOAD <@i64> %a
        %y = ADD <@i64> %x %n
        STORE <@i64> %a %y
        %m = SUB <@i64> %n @c1
        %c = SGT <@i64> %m @c0
        BRANCH2 %c %head(%a %m) %exit(%y)
    %exit(<@i64> %r):
        RET %r
}
.funcdef @fib VERSION %v1 <@i_i> {
    %entry(<@i64> %n):
        %c = SLE <@i64> %n @c1
        BRANCH2 %c %one(%n) %notone(%n)
    %one(<@i64> %n):
        RET %n
    %notone(<@i64> %n):
        %a = SUB <@i64> %n @c1
        %b = SUB <@i64> %n @c2
        %x = CALL <@i_i> @fib (%a)
        %y = CALL <@i_i> @fib (%b)
        %r = ADD <@i64> %x %y
        RET %r
}
`

// BenchmarkInstructions runs loops and gives the time for each instruction.
func BenchmarkInstructions(b *testing.B) {
	bundle := read(b, loopProgram)
	for _, name := range []string{"@sum", "@memory", "@fib"} {
		for _, pre := range []bool{false, true} {
			b.Run(fmt.Sprintf("%s/pre=%v", name[1:], pre), func(b *testing.B) {
				m := NewMachine(bundle)
				args := []Value{IntValue(64, 10_000)}
				if name == "@fib" {
					args[0] = IntValue(64, 18)
				}
				f := fn(b, bundle, name)
				steps := 0
				b.ReportAllocs()
				for b.Loop() {
					r := m.Run(f, args, Options{PreSSA: pre, Fuel: 1 << 30})
					steps += r.Steps
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(steps), "ns/step")
			})
		}
	}
}

// BenchmarkSmallRun prepares a small bundle and runs a function with traps once,
// and runs it with a machine that is prepared.
func BenchmarkSmallRun(b *testing.B) {
	bundle := read(b, loopProgram)
	f := fn(b, bundle, "@traps")
	args := []Value{IntValue(64, 10)}
	b.Run("prepare", func(b *testing.B) {
		m := NewMachine(bundle)
		b.ReportAllocs()
		for b.Loop() {
			m.Reset(bundle)
			m.Run(f, args, Options{Seed: 1})
		}
	})
	b.Run("prepared", func(b *testing.B) {
		m := NewMachine(bundle)
		b.ReportAllocs()
		for b.Loop() {
			m.Run(f, args, Options{Seed: 1})
		}
	})
}
