package interp

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"assay/mu"
)

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
