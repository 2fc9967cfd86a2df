package js

import (
	"errors"
	"os"
	"slices"
	"strings"
	"testing"

	"assay/hir"
)

func mustParse(t testing.TB, src string) *Program {
	t.Helper()
	p, err := Parse("test.js", []byte(src))
	if err != nil {
		t.Fatalf("%v in:\n%s", err, src)
	}
	return p
}

// checkLowered checks what must hold of every lowered function.
func checkLowered(t *testing.T, f *hir.Function, opt LowerOptions, src string) {
	t.Helper()
	for _, e := range hir.Check(f) {
		t.Errorf("not well-formed: %v\n%s", e, src)
	}
	inNestedFunctions(f, func(g *hir.Function) {
		if g.Env != f.Env {
			t.Errorf("%s has an Env of its own", g.Name())
		}
		next := hir.InstructionID(1)
		dead := false
		for _, b := range g.Blocks {
			for i := range b.Instrs {
				if b.Instrs[i].ID != next {
					t.Errorf("%s: instruction %d has number %d\n%s", g.Name(), next, b.Instrs[i].ID, src)
				}
				next++
			}
			if b.Term.ID != next {
				t.Errorf("%s: terminal %d has number %d\n%s", g.Name(), next, b.Term.ID, src)
			}
			next++
			dead = dead || b.Term.Kind == hir.Unreachable
		}
		if int(g.Returns.Identifier) >= len(f.Env.Identifiers) {
			t.Errorf("%s: no identifier for what it returns", g.Name())
		}
	})
	// The orders are those that the general algorithms find. Blocks that are only
	// kept as a fallthrough had successors when the order was made, so there is no
	// telling then.
	again := f.Clone()
	inNestedFunctions(again, func(g *hir.Function) {
		var before []hir.BlockID
		var preds [][]hir.BlockID
		dead := false
		for _, b := range g.Blocks {
			before = append(before, b.ID)
			preds = append(preds, slices.Clone(b.Preds))
			dead = dead || b.Term.Kind == hir.Unreachable
		}
		if err := g.MarkPreds(); err != nil {
			t.Fatal(err)
		}
		for i, b := range g.Blocks {
			if !slices.Equal(preds[i], b.Preds) {
				t.Errorf("%s: %v has predecessors %v, want %v\n%s", g.Name(), b.ID, preds[i], b.Preds, src)
			}
		}
		if dead {
			return
		}
		if err := g.ReversePostorder(); err != nil {
			t.Fatal(err)
		}
		var after []hir.BlockID
		for _, b := range g.Blocks {
			after = append(after, b.ID)
		}
		if !slices.Equal(before, after) {
			t.Errorf("%s: blocks stand as %v, in reverse postorder they are %v\n%s", g.Name(), before, after, src)
		}
	})
}

func TestLowerRandom(t *testing.T) {
	count := 3000
	if testing.Short() {
		count = 500
	}
	var reused Lowerer
	lowered, refused := 0, 0
	for seed := range count {
		src := randomSource(uint64(seed), seed%2 == 1)
		p, err := Parse("random.js", []byte(src))
		if err != nil {
			continue // a pattern that goja does not read
		}
		before := Clone(p)
		for _, opt := range []LowerOptions{{}, {React: true}} {
			fs, errs := LowerProgramWith(p, opt)
			for _, f := range fs {
				lowered++
				checkLowered(t, f, opt, src)
				again, err := reused.Lower(p, p.Body[1].(*FunctionDecl), opt)
				if err != nil {
					t.Fatal(err)
				}
				if line, w, g := firstDifference(f.Text(), again.Text()); line > 0 {
					t.Fatalf("a used Lowerer lowers otherwise, line %d:\n want %s\n got  %s\n%s", line, w, g, src)
				}
				if seed%3 == 0 {
					reused.Recycle(again)
				}
			}
			for _, err := range errs {
				refused++
				var e *Error
				if !errors.As(err, &e) || e.Line == 0 || e.File != "random.js" || !strings.HasPrefix(e.Msg, "unsupported: ") {
					t.Errorf("error %v is not located\n%s", err, src)
				}
			}
		}
		if !Equal(before, p) {
			t.Fatalf("lowering changed the program:\n%s", src)
		}
		if t.Failed() {
			t.FailNow()
		}
	}
	if lowered < count || refused == 0 {
		t.Errorf("%d functions lowered, %d refused", lowered, refused)
	}
}

// TestLowererResults checks that results of one Lowerer share nothing, and that
// recycling one leaves a copy of it as it was.
func TestLowererResults(t *testing.T) {
	p := mustParse(t, benchmarkClosures+"\n"+strings.Replace(benchmarkSource, "f(", "g(", 1))
	f, g := p.Body[0].(*FunctionDecl), p.Body[1].(*FunctionDecl)
	var l Lowerer
	lower := func(fn *FunctionDecl) *hir.Function {
		h, err := l.Lower(p, fn, LowerOptions{})
		if err != nil {
			t.Fatal(err)
		}
		return h
	}
	a := lower(f)
	text := a.Text()
	b := lower(g)
	for _, block := range b.Blocks {
		block.Instrs = append(block.Instrs, block.Instrs...)
		block.Preds = append(block.Preds, 7)
		block.Term.Targets = append(block.Term.Targets, 7)
		block.Term.Operands = append(block.Term.Operands, hir.Place{})
	}
	if a.Text() != text {
		t.Error("one result changed with another")
	}
	c := lower(f)
	l.Recycle(a) // not the last one
	if lower(g); c.Text() != text {
		t.Error("recycling an older result had an effect")
	}
	for range 3 {
		d := lower(f)
		copied := d.Clone()
		l.Recycle(d)
		lower(g)
		if copied.Text() != text {
			t.Error("a copy changed when the original was recycled")
		}
	}
}

// TestLowerSyntaxTrees lowers trees that no source gives.
func TestLowerSyntaxTrees(t *testing.T) {
	fn := func(body ...Stmt) *Program {
		return &Program{Body: []Stmt{&FunctionDecl{Func: &Function{Name: "f", Body: body}}}}
	}
	for name, p := range map[string]*Program{
		"break outside of loops":    fn(&Break{}),
		"break to no label":         fn(&While{Test: id("a"), Body: &Break{Label: "l"}}),
		"continue outside of loops": fn(&Labeled{Label: "l", Body: &Continue{Label: "l"}}),
		"try without catch":         fn(&Try{Block: &Block{}}),
		"empty sequence":            fn(exprStmt(&Sequence{})),
		"constant without value":    fn(&VarDecl{Kind: Const, Decls: []Declarator{{Target: id("a")}}}),
		"pattern without value":     fn(&VarDecl{Kind: Let, Decls: []Declarator{{Target: &ArrayPattern{}}}}),
		"twice the same name":       fn(let("a", id("b")), let("a", id("b"))),
		"spread as a value":         fn(exprStmt(&Spread{X: id("a")})),
		"optional outside of chain": fn(exprStmt(&Member{X: id("a"), Name: "b", Optional: true})),
		"optional call":             fn(exprStmt(&Call{Callee: id("a"), Optional: true})),
		"unknown operator":          fn(exprStmt(&Assign{Op: "~=", Target: id("a"), Value: id("a")})),
		"update of a call":          fn(exprStmt(&Update{Op: "++", X: callOf("a")})),
		"function as a body":        fn(&If{Test: id("a"), Then: &FunctionDecl{Func: &Function{Name: "g"}}}),
		"method without function":   fn(exprStmt(&ObjectLit{Props: []Prop{{Key: "a", Method: true, Value: id("a")}}})),
		"no statement":              fn(nil),
		"no expression":             fn(&ExprStmt{}),
		"no body":                   fn(&While{Test: id("a")}),
		"no target":                 fn(exprStmt(&Assign{Op: "=", Value: id("a")})),
		"template without text":     fn(exprStmt(&Template{})),
		"tag without text":          fn(exprStmt(&TaggedTemplate{Tag: id("a"), Template: &Template{}})),
		"two defaults":              fn(&Switch{Disc: id("a"), Cases: []Case{{}, {}}}),
	} {
		_, errs := LowerProgram(p)
		if len(errs) != 1 || !strings.HasPrefix(errs[0].Error(), ":0:0: unsupported: ") {
			t.Errorf("%s: %v", name, errs)
		}
	}
	// A tree may hold the same node in two places.
	shared := &Block{Body: []Stmt{let("x", id("a")), exprStmt(&FunctionExpr{Func: &Function{Arrow: true, ExprBody: id("x")}})}}
	p := fn(shared, shared)
	fs, errs := LowerProgram(p)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	checkLowered(t, fs[0], LowerOptions{}, "shared block")
}

// TestLowerNumbers checks what the text form does not show.
func TestLowerNumbers(t *testing.T) {
	p := mustParse(t, "async function* useF() { useG(); return [-0, 255, 256, !1, {0x10: 1}, 'a\\n']; }")
	f, err := Lower(p, p.Body[0].(*FunctionDecl))
	if err != nil {
		t.Fatal(err)
	}
	if !f.Async || !f.Generator || f.Type != hir.FnHook {
		t.Errorf("async %v, generator %v, type %v", f.Async, f.Generator, f.Type)
	}
	var got []string
	for i := range f.Blocks[0].Instrs {
		in := &f.Blocks[0].Instrs[i]
		switch in.Kind {
		case hir.Primitive:
			lit := in.Aux.(*hir.Literal)
			if lit.Kind == hir.LiteralString {
				got = append(got, lit.Str)
			} else {
				got = append(got, numberText(lit.Num))
			}
		case hir.UnaryExpression:
			got = append(got, in.Text)
		case hir.ObjectExpression:
			got = append(got, in.Aux.(hir.Properties)[0].Key.Text)
		}
	}
	if want := []string{"0", "-", "255", "256", "1", "!", "1", "16", "a\n"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func FuzzLower(f *testing.F) {
	for _, dir := range []string{"lower", "lower_default"} {
		for _, file := range lowerFixtures(f, dir) {
			src, err := os.ReadFile(file)
			if err != nil {
				f.Fatal(err)
			}
			f.Add(src)
		}
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		p, err := Parse("fuzz.js", src)
		if err != nil {
			return
		}
		for _, opt := range []LowerOptions{{}, {React: true}} {
			fs, _ := LowerProgramWith(p, opt)
			for _, f := range fs {
				if !opt.React {
					checkLowered(t, f, opt, string(src))
				}
			}
		}
	})
}

func inNestedFunctions(f *hir.Function, do func(*hir.Function)) {
	do(f)
	f.Nested(func(_ *hir.Block, _ *hir.Instruction, g *hir.Function) { inNestedFunctions(g, do) })
}
