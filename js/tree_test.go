package js

import (
	"math"
	"math/rand/v2"
	"reflect"
	"testing"
)

func newRand(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 2)) }

// field is a settable part of a syntax tree that is no place.
type field struct {
	v     reflect.Value
	where string
}

// fields lists all settable parts of a syntax tree that hold no other part: names,
// flags, numbers, and the lists and interfaces themselves. It shares nothing with
// the functions under test but the data model.
func fields(v reflect.Value, where string, nodes map[any]bool, out *[]field) {
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() {
			return
		}
		if n, ok := v.Interface().(Node); ok {
			nodes[n] = true
		}
		fields(v.Elem(), where+"*"+v.Elem().Type().Name(), nodes, out)
	case reflect.Interface:
		if !v.IsNil() {
			*out = append(*out, field{v, where})
			fields(v.Elem(), where, nodes, out)
		}
	case reflect.Struct:
		if v.CanAddr() {
			switch n := v.Addr().Interface().(type) {
			case *Declarator, *Case, *Prop, *PatternProp:
				nodes[n] = true
			}
		}
		for i := range v.NumField() {
			switch f := v.Type().Field(i); f.Name {
			case "Pos", "Lines", "File":
			default:
				fields(v.Field(i), where+"."+f.Name, nodes, out)
			}
		}
	case reflect.Slice:
		*out = append(*out, field{v, where})
		for i := range v.Len() {
			fields(v.Index(i), where, nodes, out)
		}
	default:
		*out = append(*out, field{v, where})
	}
}

// change makes another value of a field, and gives a function that undoes it.
func (f field) change() (undo func()) {
	old := reflect.New(f.v.Type()).Elem()
	old.Set(f.v)
	undo = func() { f.v.Set(old) }
	switch f.v.Kind() {
	case reflect.String:
		f.v.SetString(f.v.String() + "x")
	case reflect.Bool:
		f.v.SetBool(!f.v.Bool())
	case reflect.Uint8:
		f.v.SetUint(f.v.Uint() ^ 1)
	case reflect.Float64:
		f.v.SetFloat(math.Float64frombits(math.Float64bits(f.v.Float()) ^ 1))
	case reflect.Slice:
		longer := reflect.MakeSlice(f.v.Type(), f.v.Len()+1, f.v.Len()+1)
		reflect.Copy(longer, f.v)
		if f.v.Len() > 0 {
			longer.Index(f.v.Len()).Set(f.v.Index(0))
		}
		f.v.Set(longer)
	case reflect.Interface:
		for _, n := range []any{&ThisExpr{}, &Debugger{}, &ArrayPattern{Rest: &Ident{Name: "other"}}} {
			if v := reflect.ValueOf(n); v.Type().Implements(f.v.Type()) {
				f.v.Set(v)
				if f.v.Elem().Type() == old.Elem().Type() {
					f.v.Set(reflect.Zero(f.v.Type()))
				}
				return undo
			}
		}
		panic("no other value for a " + f.v.Type().String())
	}
	return undo
}

// TestEqualSeesEachField changes each field of random programs in turn: Equal must
// see it, but for what its documentation leaves out.
func TestEqualSeesEachField(t *testing.T) {
	seen := map[string]bool{}
	for seed := range uint64(400) {
		p := randomProgram(seed, 60, false)
		q := Clone(p)
		if !Equal(p, q) {
			t.Fatalf("seed %d: the clone differs", seed)
		}
		var all []field
		fields(reflect.ValueOf(q), "", map[any]bool{}, &all)
		for _, f := range all {
			undo := f.change()
			equal, reverse := Equal(p, q), Equal(q, p)
			undo()
			if equal != reverse {
				t.Errorf("seed %d: Equal is not symmetric after a change of %s", seed, f.where)
			}
			if equal && !ignored(f.where) {
				t.Errorf("seed %d: Equal does not see a change of %s", seed, f.where)
			}
			seen[lastPart(f.where)] = true
		}
		if !Equal(p, q) {
			t.Fatalf("seed %d: undoing failed", seed)
		}
	}
	for _, want := range []string{"*VarDecl.Kind", "*Function.Directives", "*Member.Optional", "*Try.Param", "*Quasi.Invalid", "*TaggedTemplate.Tag"} {
		if want == "*Quasi.Invalid" {
			want = "*Template.Quasis.Invalid"
		}
		if !seen[want] {
			t.Errorf("no program has a %s", want)
		}
	}
}

// ignored tells whether a field means nothing in some trees: the kind of a for that
// declares nothing, and all but the value of a spread.
func ignored(where string) bool {
	switch lastPart(where) {
	case "*ForOf.Kind", "*ForIn.Kind",
		"*ObjectLit.Props.Key", "*ObjectLit.Props.KeyKind", "*ObjectLit.Props.Shorthand", "*ObjectLit.Props.Method":
		return true
	}
	return false
}

// lastPart gives the part of a path from the last pointer on.
func lastPart(where string) string {
	for i := len(where) - 1; i > 0; i-- {
		if where[i] == '*' {
			return where[i:]
		}
	}
	return where
}

// TestSpreadFields checks the exceptions of the test before: they hold for spreads and
// for loops that declare nothing only.
func TestSpreadFields(t *testing.T) {
	x, y := &Ident{Name: "x"}, &Ident{Name: "y"}
	for _, c := range []struct {
		a, b Prop
		want bool
	}{
		{Prop{Key: "a", Value: x}, Prop{Key: "b", Value: x}, false},
		{Prop{Key: "a", Value: x}, Prop{Key: "a", KeyKind: KeyString, Value: x}, false},
		{Prop{Key: "x", Value: x, Shorthand: true}, Prop{Key: "x", Value: x}, false},
		{Prop{Key: "x", Value: x, Method: true}, Prop{Key: "x", Value: x}, false},
		{Prop{Spread: true, Key: "a", Value: x}, Prop{Spread: true, Value: x}, true},
		{Prop{Spread: true, Value: x}, Prop{Spread: true, Value: y}, false},
		{Prop{Spread: true, Value: x}, Prop{Value: x}, false},
	} {
		if got := EqualExpr(&ObjectLit{Props: []Prop{c.a}}, &ObjectLit{Props: []Prop{c.b}}); got != c.want {
			t.Errorf("%+v and %+v: %v", c.a, c.b, got)
		}
	}
	loop := func(declares bool, kind VarKind) Stmt {
		return &ForOf{Declares: declares, Kind: kind, Target: x, Right: y, Body: &Empty{}}
	}
	if !EqualStmt(loop(false, Let), loop(false, Var)) || EqualStmt(loop(true, Let), loop(true, Var)) {
		t.Error("the kind of a for matters exactly if it declares")
	}
}

// TestCloneSharesNothing checks that no part of a clone is one of the original.
func TestCloneSharesNothing(t *testing.T) {
	for seed := range uint64(400) {
		p := randomProgram(seed, 80, false)
		q := Clone(p)
		ours, theirs := map[any]bool{}, map[any]bool{}
		var fp, fq []field
		fields(reflect.ValueOf(p), "", ours, &fp)
		fields(reflect.ValueOf(q), "", theirs, &fq)
		if len(ours) != len(theirs) || len(fp) != len(fq) {
			t.Fatalf("seed %d: %d nodes, %d in the clone", seed, len(ours), len(theirs))
		}
		for n := range theirs {
			if ours[n] {
				t.Errorf("seed %d: %T is shared", seed, n)
			}
		}
		for i := range fp {
			if a, b := fp[i].v, fq[i].v; a.Kind() == reflect.Slice && a.Len() > 0 && a.Pointer() == b.Pointer() {
				t.Errorf("seed %d: the list %s is shared", seed, fp[i].where)
			}
		}
	}
}

// TestWalkVisitsAll compares the nodes that Walk visits with those found by
// reflection, and checks the order in programs that have places.
func TestWalkVisitsAll(t *testing.T) {
	for seed := range uint64(400) {
		p := randomProgram(seed, 80, false)
		want := map[any]bool{}
		var all []field
		fields(reflect.ValueOf(p), "", want, &all)
		got := map[any]bool{}
		WalkProgram(p, func(n Node) bool {
			if got[n] {
				// A shorthand property holds one variable only in programs that were read.
				t.Errorf("seed %d: %T is visited twice", seed, n)
			}
			got[n] = true
			return true
		})
		for n := range want {
			if !got[n] {
				t.Errorf("seed %d: %T is not visited", seed, n)
			}
		}
		for n := range got {
			if !want[n] {
				t.Errorf("seed %d: %T is visited, but not in the program", seed, n)
			}
		}
	}
	p, err := Parse("", []byte("a = {b: c}; function f(x = 1) { return x + g(h, [i]) } if (j) k; else l"))
	if err != nil {
		t.Fatal(err)
	}
	last := Pos(0)
	WalkProgram(p, func(n Node) bool {
		if pos := n.Position(); pos < last {
			t.Errorf("%T at %d comes after %d", n, pos, last)
		} else {
			last = pos
		}
		return true
	})
	// What visit refuses is left out.
	count := 0
	WalkProgram(p, func(n Node) bool {
		count++
		_, fn := n.(*FunctionDecl)
		return !fn
	})
	if count != 13 {
		t.Errorf("%d nodes outside of the function", count)
	}
	count = 0
	WalkFunction(p.Body[1].(*FunctionDecl).Func, func(Node) bool { count++; return true })
	if count != 11 {
		t.Errorf("%d nodes in the function", count)
	}
}
