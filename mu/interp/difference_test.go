package interp

import (
	"testing"
)

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
