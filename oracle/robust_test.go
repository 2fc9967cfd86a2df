package oracle

import (
	"testing"

	"assay/hir"
)

// TestUnrelated compares functions that have nothing to do with each other, and
// results of many corruptions in a row. Nothing may panic, and what is equal by
// the reference is all that may be accepted.
func TestUnrelated(t *testing.T) {
	var last map[string]*hir.Function
	accepted := 0
	for seed := range seeds(1500) {
		before, forms := randomForms(t, seed, randomConfigs[seed%uint64(len(randomConfigs))])
		if before == nil {
			continue
		}
		c := newChooser(seed)
		after := forms[[]string{"entered", "eliminated", "naive"}[c.Intn(3)]]
		if last != nil && c.Intn(3) == 0 {
			after = last["eliminated"]
		}
		after = after.Clone()
		for range c.Intn(6) {
			Corrupt(after, c)
		}
		last = forms
		ValidateSSA(before, after)
		ValidateEliminate(before, after)
		ValidateEliminate(forms["entered"], after)
		r := CompareSSA(before, after, CompareOptions{FromText: c.Intn(2) == 0})
		if (r.Verdict == Accepted) != (r.Err() == nil) {
			t.Fatalf("seed %d: verdict %v, error %v", seed, r.Verdict, r.Err())
		}
		if r.Verdict != Accepted {
			continue
		}
		accepted++
		if ok, why := meansTheSame(before, after); !ok {
			t.Fatalf("seed %d: accepted, but: %v\nbefore:\n%s\nafter:\n%s", seed, why, before.Text(), after.Text())
		}
		if ok, why := isSSA(after); !ok {
			t.Fatalf("seed %d: accepted, but: %v\nafter:\n%s", seed, why, after.Text())
		}
	}
	t.Logf("accepted %d", accepted)
}

// TestMalformed gives ill-formed functions to every check. Each must say so, on
// whichever side they stand.
func TestMalformed(t *testing.T) {
	breaks := map[string]func(f *hir.Function){
		"no entry":       func(f *hir.Function) { f.Entry = 99 },
		"no blocks":      func(f *hir.Function) { f.SetBlocks(nil) },
		"block twice":    func(f *hir.Function) { f.SetBlocks(append(f.Blocks, f.Blocks[1])) },
		"no target":      func(f *hir.Function) { f.Blocks[0].Term.Targets = nil },
		"no terminal":    func(f *hir.Function) { f.Blocks[0].Term = hir.Terminal{} },
		"missing target": func(f *hir.Function) { f.Blocks[0].Term.Targets[0] = 99 },
		"missing pred":   func(f *hir.Function) { f.Blocks[1].Preds[0] = 99 },
		"no operand":     func(f *hir.Function) { f.Blocks[0].Instrs[1].Operands = nil },
		"no identifier":  func(f *hir.Function) { f.Blocks[0].Instrs[1].Operands[0].Identifier = 9999 },
		"negative":       func(f *hir.Function) { f.Blocks[0].Instrs[1].Lvalue.Identifier = -5 },
		"no kind":        func(f *hir.Function) { f.Blocks[0].Instrs[1].Kind = hir.InvalidValue },
		"no env":         func(f *hir.Function) { f.Env = nil },
	}
	for name, change := range breaks {
		t.Run(name, func(t *testing.T) {
			good, bad := readTestFile(t, "entered.hir"), readTestFile(t, "entered.hir")
			change(bad)
			for what, vs := range map[string][]*Violation{
				"VerifyPre":                VerifyPre(bad),
				"VerifySSA":                VerifySSA(bad),
				"ValidateSSA":              ValidateSSA(good, bad),
				"ValidateSSA, before":      ValidateSSA(bad, good),
				"ValidateEliminate":        ValidateEliminate(good, bad),
				"ValidateEliminate before": ValidateEliminate(bad, good),
				"CompareSSA":               CompareSSA(good, bad, CompareOptions{}).Violations,
				"CompareSSA, before":       CompareSSA(bad, good, CompareOptions{}).Input,
			} {
				if !anyMalformed(vs) {
					t.Errorf("%s finds %v", what, Violations(vs))
				}
			}
		})
	}
}

// TestFromText compares a function in memory with one read from its text, which
// does not tell everything.
func TestFromText(t *testing.T) {
	unary := func(op string, num float64) *hir.Function {
		f := hir.NewFunction(&hir.Env{}, "f")
		f.Entry = f.Env.NewBlockID()
		b := f.AddBlock(f.Entry, hir.BlockStatement)
		x, y := place(f.Env.NewTemporary()), place(f.Env.NewTemporary())
		b.Instrs = []hir.Instruction{
			{Kind: hir.Primitive, Lvalue: x, Aux: &hir.Literal{Kind: hir.LiteralNumber, Num: num}},
			{Kind: hir.UnaryExpression, Text: op, Lvalue: y, Operands: []hir.Place{x}},
		}
		b.Term = hir.Terminal{Kind: hir.Return, Variant: hir.ReturnExplicit, Operands: []hir.Place{y}, Fallthrough: hir.NoBlock}
		f.Returns = place(f.Env.NewTemporary())
		f.NumberInstructions()
		return f
	}
	before := unary("!", 0)
	for _, test := range []struct {
		name           string
		after          *hir.Function
		memory, onText Verdict
	}{
		{"the same", unary("!", 0), Accepted, Accepted},
		{"no operator", unary("", 0), Rejected, Accepted},
		{"another operator", unary("-", 0), Rejected, Rejected},
		{"another number", unary("!", 1), Rejected, Rejected},
	} {
		for _, fromText := range []bool{false, true} {
			want := test.memory
			if fromText {
				want = test.onText
			}
			if r := CompareSSA(before, test.after, CompareOptions{FromText: fromText}); r.Verdict != want {
				t.Errorf("%s, from text %v: %v, want %v: %v", test.name, fromText, r.Verdict, want, r.Err())
			}
		}
	}
}
