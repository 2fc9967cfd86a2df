package oracle

import (
	"fmt"
	"math"
	"reflect"
	"testing"

	"assay/hir"
)

// payloads has one payload of each type, with all fields set.
func payloads() []hir.Aux {
	key := hir.Key{Kind: hir.KeyString, Text: "k"}
	return []hir.Aux{
		hir.Elements{hir.ElementPlace, hir.ElementSpread},
		hir.Properties{{Key: key}, {Spread: true}},
		&hir.Pattern{Object: true, Items: []hir.PatternItem{{Key: hir.Key{Kind: hir.KeyComputed}, KeyPlace: hir.Place{Identifier: 3}}, {Spread: true}}},
		&hir.Jsx{Tag: "a", Attributes: []hir.JsxAttribute{{Name: "b"}, {Spread: true}}, HasChildren: true},
		hir.Template{{Raw: "a", Cooked: "a", HasCooked: true}, {Raw: "b"}},
		&hir.MemoDeps{Known: true, Deps: []hir.MemoDep{{Global: "g"}, {Path: []hir.PathEntry{{Name: "p"}, {Name: "q", Optional: true}}}}},
		hir.Pruned{},
		hir.RegExpFlags("g"),
		hir.MetaName("url"),
		&hir.Binding{Kind: hir.BindingImportSpecifier, Name: "n", Module: "m", Imported: "i"},
		&hir.Literal{Kind: hir.LiteralNumber, Num: 1},
		&hir.Literal{Kind: hir.LiteralString, Str: "s"},
		&hir.Literal{Kind: hir.LiteralBool, Bool: true},
	}
}

// leaves calls visit for each field and element in v that holds a plain value,
// with its path.
func leaves(v reflect.Value, path string, visit func(path string, leaf reflect.Value)) {
	switch v.Kind() {
	case reflect.Pointer:
		leaves(v.Elem(), path, visit)
	case reflect.Struct:
		for i := range v.NumField() {
			leaves(v.Field(i), path+"."+v.Type().Field(i).Name, visit)
		}
	case reflect.Slice:
		for i := range v.Len() {
			leaves(v.Index(i), fmt.Sprintf("%s[%d]", path, i), visit)
		}
	default:
		visit(path, v)
	}
}

// change gives a leaf another value.
func change(leaf reflect.Value) {
	switch leaf.Kind() {
	case reflect.Bool:
		leaf.SetBool(!leaf.Bool())
	case reflect.String:
		leaf.SetString(leaf.String() + "x")
	case reflect.Float64:
		leaf.SetFloat(leaf.Float() + 1)
	case reflect.Uint8:
		leaf.SetUint((leaf.Uint() + 1) % 3)
	case reflect.Int32:
		leaf.SetInt(leaf.Int() + 1)
	default:
		panic("unknown kind of field: " + leaf.Kind().String())
	}
}

// TestPayloadFields changes each field of each payload. Every change must be
// noticed, but for fields that mean nothing in that payload.
func TestPayloadFields(t *testing.T) {
	// Fields that do not count: of a literal of another type, and the annotations
	// of a pattern's key, and its identifier where the key is not computed.
	ignored := map[string]bool{
		"*hir.Literal.Bool": true, "*hir.Literal.Str": true, "*hir.Literal.Num": true,
		"*hir.Pattern.Items[0].KeyPlace.Effect": true, "*hir.Pattern.Items[0].KeyPlace.Reactive": true,
		"*hir.Pattern.Items[1].KeyPlace.Effect": true, "*hir.Pattern.Items[1].KeyPlace.Reactive": true, "*hir.Pattern.Items[1].KeyPlace.Identifier": true,
		"hir.Template[1].Cooked": true,
	}
	unprinted := map[string]bool{
		"hir.Properties[0].Method": true, "hir.Properties[1].Method": true,
		"hir.Template[0].HasCooked": true, "hir.Template[1].HasCooked": true,
	}
	for i, a := range payloads() {
		if d := comparePayloads(a, payloads()[i]); d != same {
			t.Errorf("%T differs from itself: %d", a, d)
		}
		for k, b := range payloads() {
			if i != k && comparePayloads(a, b) == same {
				t.Errorf("%#v is the same as %#v", a, b)
			}
		}
		var paths []string
		count := func(v hir.Aux) (n int) {
			leaves(reflect.ValueOf(v), fmt.Sprintf("%T", v), func(path string, _ reflect.Value) { paths = append(paths, path); n++ })
			return n
		}
		for n := range count(a) {
			b := payloads()[i]
			if reflect.TypeOf(b).Kind() == reflect.String {
				continue // flags and names, which are compared as wholes
			}
			at := 0
			leaves(reflect.ValueOf(b), "", func(_ string, leaf reflect.Value) {
				if at == n {
					change(leaf)
				}
				at++
			})
			want := different
			switch {
			case unprinted[paths[n]]:
				want = sameInPrint
			case ignored[paths[n]]:
				// A field of the literal's own type counts.
				if d := comparePayloads(a, b); d != same && reflect.TypeOf(a) != reflect.TypeOf(&hir.Literal{}) {
					t.Errorf("%s: changed to %#v: %d, want same", paths[n], b, d)
				}
				continue
			}
			if d := comparePayloads(a, b); d != want {
				t.Errorf("%s: changed to %#v: %d, want %d", paths[n], b, d, want)
			}
		}
	}
}

func TestLiterals(t *testing.T) {
	number := func(x float64) *hir.Literal { return &hir.Literal{Kind: hir.LiteralNumber, Num: x} }
	null := &hir.Literal{Kind: hir.LiteralNull}
	for _, test := range []struct {
		a, b *hir.Literal
		want difference
	}{
		{number(1), number(1), same},
		{number(1), number(2), different},
		{number(math.NaN()), number(math.NaN()), same},
		{number(0), number(math.Copysign(0, -1)), sameInPrint},
		{number(math.NaN()), null, sameInPrint},
		{number(math.Inf(1)), number(math.Inf(-1)), sameInPrint},
		{number(0), null, different},
		{null, null, same},
		{null, &hir.Literal{}, different},
		{number(1), &hir.Literal{Kind: hir.LiteralString, Str: "1"}, different},
		{&hir.Literal{Kind: hir.LiteralString, Str: "1"}, &hir.Literal{Kind: hir.LiteralString, Str: "2"}, different},
		{&hir.Literal{Kind: hir.LiteralBool}, &hir.Literal{Kind: hir.LiteralBool, Bool: true}, different},
	} {
		if got := compareLiterals(test.a, test.b); got != test.want {
			t.Errorf("%s and %s: %d, want %d", payloadText(test.a), payloadText(test.b), got, test.want)
		}
		if got := compareLiterals(test.b, test.a); got != test.want {
			t.Errorf("%s and %s: %d, want %d", payloadText(test.b), payloadText(test.a), got, test.want)
		}
	}
}

// TestFields checks that the comparison knows every field of the model: a field
// that is added to it must be compared, or be listed here as one that need not be.
func TestFields(t *testing.T) {
	text := []hir.RefText{{{Text: "effect", Identifier: hir.NoIdentifier}}}
	// For each field: what is changed in the result, or nil if the field is none
	// that a conversion must keep as it is.
	instruction := map[string]func(in *hir.Instruction){
		"ID":       nil, // weak: see TestInvariants
		"Kind":     func(in *hir.Instruction) { in.Kind = hir.LoadContext },
		"Lvalue":   nil,
		"LKind":    func(in *hir.Instruction) { in.LKind = hir.LvalueConst },
		"Operands": func(in *hir.Instruction) { in.Operands = append(in.Operands, in.Operands...) },
		"Defs":     func(in *hir.Instruction) { in.Defs = append(in.Defs, in.Lvalue) },
		"Text":     func(in *hir.Instruction) { in.Text = "x" },
		"Aux":      func(in *hir.Instruction) { in.Aux = hir.MetaName("x") },
		"Func":     func(in *hir.Instruction) { in.Func = hir.NewFunction(&hir.Env{}, "") },
		"Effects":  func(in *hir.Instruction) { in.Effects = text },
	}
	terminal := map[string]func(t *hir.Terminal){
		"ID":          nil, // weak
		"Kind":        func(t *hir.Terminal) { t.Kind = hir.Branch },
		"Variant":     func(t *hir.Terminal) { t.Variant = 1 },
		"Fallthrough": func(t *hir.Terminal) { t.Fallthrough = 0 },
		"Scope":       nil, // of scope terminals only
		"Operands":    func(t *hir.Terminal) { t.Operands = nil },
		"Targets":     func(t *hir.Terminal) { t.Targets = []hir.BlockID{5, 4} },
		"HasTest":     func(t *hir.Terminal) { t.HasTest = []bool{true} },
		"Text":        func(t *hir.Terminal) { t.Text = "x" },
		"Effects":     func(t *hir.Terminal) { t.Effects = text },
	}
	block := map[string]func(b *hir.Block){
		"ID":     func(b *hir.Block) { b.ID = 77 },
		"Kind":   func(b *hir.Block) { b.Kind = hir.BlockCatch },
		"Preds":  nil, // a matter of VerifySSA
		"Phis":   nil,
		"Instrs": func(b *hir.Block) { b.Instrs = b.Instrs[:1] },
		"Term":   func(b *hir.Block) { b.Term.Kind = hir.Branch },
	}
	function := map[string]func(f *hir.Function){
		"ID":            func(f *hir.Function) { f.ID = "h" },
		"NameHint":      func(f *hir.Function) { f.NameHint = "h" },
		"Type":          func(f *hir.Function) { f.Type = hir.FnHook },
		"Params":        func(f *hir.Function) { f.Params[0].Spread = true },
		"Returns":       func(f *hir.Function) { f.Returns.Identifier = 2 },
		"Context":       func(f *hir.Function) { f.Context = []hir.Place{{}} },
		"Generator":     func(f *hir.Function) { f.Generator = true },
		"Async":         func(f *hir.Function) { f.Async = true },
		"Directives":    func(f *hir.Function) { f.Directives = []string{"use memo"} },
		"Effects":       func(f *hir.Function) { f.Effects = text },
		"HeaderOmitted": nil, // a matter of printing
		"RangesOnce":    nil, // likewise
		"Entry":         func(f *hir.Function) { f.Entry = 4 },
		"Blocks":        func(f *hir.Function) { f.SetBlocks(f.Blocks[:len(f.Blocks)-1]) },
		"Env":           nil,
		"index":         nil,
	}
	before := readTestFile(t, "before.hir")
	try := func(what string, change func(f *hir.Function)) {
		t.Helper()
		after := readTestFile(t, "entered.hir")
		change(after)
		var v Verifier
		if len(v.Validate(before, after)) == 0 {
			t.Errorf("%s: the change is not noticed", what)
		}
	}
	checkFields(t, hir.Instruction{}, instruction, func(name string, change func(*hir.Instruction)) {
		try("instruction "+name, func(f *hir.Function) { change(&f.Block(4).Instrs[1]) })
	})
	checkFields(t, hir.Terminal{}, terminal, func(name string, change func(*hir.Terminal)) {
		try("terminal "+name, func(f *hir.Function) { change(&f.Block(2).Term) })
	})
	checkFields(t, hir.Block{}, block, func(name string, change func(*hir.Block)) {
		try("block "+name, func(f *hir.Function) { change(f.Block(2)); f.SetBlocks(f.Blocks) })
	})
	checkFields(t, hir.Function{}, function, func(name string, change func(*hir.Function)) {
		try("function "+name, change)
	})
}

// checkFields calls try for the change of each field of a type, and complains of
// fields without an entry.
func checkFields[T any](t *testing.T, zero any, changes map[string]func(*T), try func(name string, change func(*T))) {
	t.Helper()
	typ := reflect.TypeOf(zero)
	for i := range typ.NumField() {
		name := typ.Field(i).Name
		change, ok := changes[name]
		if !ok {
			t.Errorf("%v.%s is unknown to the comparison", typ, name)
		}
		if change != nil {
			try(name, change)
		}
	}
}
