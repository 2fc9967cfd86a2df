package scopes

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"assay/hir"
	"assay/scopes/scopestest"
)

var update = flag.Bool("update", false, "write the golden files anew")

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("got\n%s\nwant (%s)\n%s", got, path, want)
	}
}

// The example of the pass's documentation, with the parts it leaves out.
func TestBuildReactiveScopesIf(t *testing.T) {
	const name = "reactive-scopes-if.before.hir"
	src, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	f, err := hir.ReadFunction(name, src, hir.ReadOptions{Next: &hir.Counters{Block: 9}})
	if err != nil {
		t.Fatal(err)
	}
	if err := BuildReactiveScopeTerminals(f); err != nil {
		t.Fatal(err)
	}
	text := f.Text() + "\n"
	golden(t, "reactive-scopes-if.after.hir", text)
	for _, line := range []string{
		"  [1] Scope scope @0 [1:28] dependencies=[] declarations=[] reassignments=[] block=bb9 fallthrough=bb10",
		"  [5] If ($32) then:bb2 else:bb3 fallthrough=bb1",
		"  [6] Scope scope @1 [6:14] dependencies=[] declarations=[] reassignments=[] block=bb11 fallthrough=bb12",
		"  [13] Goto bb12",
		"  [27] Goto bb10",
		"  [28] $50 = LoadLocal x$30_@0[1:28]",
		"  [29] Return Explicit $50",
	} {
		if !strings.Contains(text, "\n"+line+"\n") {
			t.Errorf("there is no line %q", line)
		}
	}
}

// Each case is a file: what stands before and after, for scopes at all kinds of
// place.
func TestBuild(t *testing.T) {
	for _, tc := range []struct {
		name   string
		build  func(b *builder)
		scopes []scopeSpec
		phis   bool
	}{
		{"one instruction", line(3), []scopeSpec{scope(2, 3, 2)}, false},
		{"adjacent scopes", line(4), []scopeSpec{scope(1, 3, 1), scope(3, 5, 3)}, false},
		{"nested with the same start", line(4), []scopeSpec{scope(1, 3, 1), scope(1, 4, 3)}, false},
		{"nested with the same end", line(4), []scopeSpec{scope(1, 4, 1), scope(2, 4, 2)}, false},
		{"same range twice", line(3), []scopeSpec{scope(1, 3, 1), scope(1, 3, 2)}, false},
		{"ends and starts at one id", line(5), []scopeSpec{
			scope(1, 4, 1), scope(2, 4, 2), scope(4, 6, 4), scope(4, 5, 5)}, false},
		{"whole function but its return", line(2), []scopeSpec{scope(1, 4, 1)}, false},
		{"six deep", line(7), []scopeSpec{
			scope(1, 8, 1), scope(2, 8, 2), scope(3, 7, 3), scope(4, 7, 4), scope(5, 7, 5), scope(6, 7, 6)}, false},
		{"around an if with phis", func(b *builder) {
			x := b.Op()
			b.If(x, func() { b.Op() }, func() { b.Op() })
			b.Op()
		}, []scopeSpec{scope(1, 9, 1), scope(3, 4, 3)}, true},
		{"at the start of a join: phis stay in the first piece", func(b *builder) {
			x := b.Op()
			b.If(x, func() { b.Op() }, func() { b.Op() })
			b.Op()
			b.Op()
		}, []scopeSpec{scope(9, 10, 9)}, true},
		{"phi operands of cut blocks come last", func(b *builder) {
			v := b.Op()
			b.Switch("s", v,
				func() { b.Op(); b.Op(); b.Break("s") },
				func() { b.Op(); b.Break("s") },
				func() { b.Op(); b.Op(); b.Break("s") },
				func() { b.Op(); b.Break("s") })
			b.Op()
		}, []scopeSpec{scope(3, 4, 3), scope(10, 11, 10)}, true},
		{"a return leaves a fallthrough that is unreachable", func(b *builder) {
			x := b.Op() // 1, If 2
			b.If(x, func() { b.Return(b.Op()) /* 3, Return 4 */ }, func() { b.Return(b.Op()) /* 5, Return 6 */ })
		}, []scopeSpec{scope(1, 7, 1)}, false},
		{"an early return in one branch", func(b *builder) {
			x := b.Op()
			b.If(x, func() { b.Return(b.Op()) }, nil)
			b.Op()
		}, []scopeSpec{scope(1, 6, 1)}, false},
		{"around a ternary", func(b *builder) {
			b.Op()
			b.Ternary(op(b), op(b), op(b))
			b.Op()
		}, []scopeSpec{scope(2, 11, 5)}, false},
		{"around a while, and in its body", func(b *builder) {
			b.Op()
			b.While("w", op(b), func() { b.Op(); b.Op() })
			b.Op()
		}, []scopeSpec{scope(3, 10, 4), scope(7, 8, 7)}, true},
		{"around a break out of a label", func(b *builder) {
			x := b.Op()
			b.Label("l", func() {
				b.If(x, func() { b.Op(); b.Break("l") }, nil)
				b.Op()
			})
			b.Op()
		}, []scopeSpec{scope(2, 10, 7), scope(4, 5, 4)}, true},
		{"in a try and its handler", func(b *builder) {
			b.Op()
			b.Try(func() { b.Op(); b.Op() }, func(ident) { b.Op() })
			b.Op()
		}, []scopeSpec{scope(3, 15, 1), scope(4, 5, 4), scope(12, 13, 12)}, true},
		{"in the cases of a switch", func(b *builder) {
			v := b.Op()
			b.Switch("s", v, func() { b.Op() }, func() { b.Op(); b.Break("s") }, func() { b.Op() })
			b.Op()
		}, []scopeSpec{scope(3, 4, 3), scope(5, 6, 5), scope(7, 8, 7)}, false},
		{"before the first id", line(2), []scopeSpec{scope(0, 2, 1)}, false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			b := scopestest.New("f")
			tc.build(b)
			f := b.Finish()
			if tc.phis {
				scopestest.AddPhis(f)
			}
			for _, s := range tc.scopes {
				scopestest.AddScope(f, s.Range, s.at...)
			}
			text := f.Text() + "\n\n"
			if err := BuildReactiveScopeTerminals(f); err != nil {
				t.Fatalf("%v\n%s", err, text)
			}
			if err := AssertValidBlockNesting(f); err != nil {
				t.Error(err)
			}
			golden(t, strings.ReplaceAll(strings.ReplaceAll(tc.name, " ", "-"), ":", "")+".build.hir", text+f.Text()+"\n")
		})
	}
}

// The React Compiler's defect: a scope from the body of a do-while into its
// test. The test block comes to stand after the block that it leads to.
func TestBuildDoWhileDefect(t *testing.T) {
	loop := func(b *builder) {
		b.Op()
		b.DoWhile("l", func() { b.Op() }, func() ident { b.Op(); return b.Op() })
		b.Op()
	}
	f := function(t, loop, []scopeSpec{scope(3, 6, 3, 5)})
	if err := BuildReactiveScopeTerminals(f); err != nil {
		t.Fatal(err)
	}
	golden(t, "do-while-defect.build.hir", f.Text()+"\n")
	position := map[hir.BlockID]int{}
	for i, b := range f.Blocks {
		position[b.ID] = i
	}
	backward := false
	for _, b := range f.Blocks {
		t := &b.Term
		backward = backward || t.Kind == hir.Goto && t.Variant == hir.GotoBreak && position[t.Targets[0]] < position[b.ID]
	}
	if !backward {
		t.Errorf("no block goes back to one that stands before it: the defect is gone\n%s", f.Text())
	}

	f = function(t, loop, []scopeSpec{scope(3, 6, 3, 5)})
	if err := Align(f, AlignOptions{WholeDoWhile: true}); err != nil {
		t.Fatal(err)
	}
	if err := BuildReactiveScopeTerminals(f); err != nil {
		t.Fatal(err)
	}
	golden(t, "do-while-whole.build.hir", f.Text()+"\n")
}

func TestBuildErrors(t *testing.T) {
	for _, tc := range []struct {
		name   string
		scopes []scopeSpec
		want   string
	}{
		{"overlap", []scopeSpec{scope(1, 4, 1), scope(2, 6, 2)},
			"BuildReactiveScopeTerminals: function f, block bb0, instruction 2: Invariant: Invalid nesting in program blocks or scopes. " +
				"Items overlap but are not nested: 1:4(2:6) (scope @0 [1:4] from block bb0 and scope @1 [2:6] from block bb0)"},
		{"an end after the last id", []scopeSpec{scope(1, 99, 1)},
			"BuildReactiveScopeTerminals: function f, block bb0, instruction 1: Invariant: Invalid mutable range for scope. " +
				"Scope @0 has range [1:99], which must start in the function and end no later than at its last id 8"},
		{"the return in the scope", []scopeSpec{scope(1, 9, 1)},
			"BuildReactiveScopeTerminals: function f, block bb0, instruction 1: Invariant: Invalid mutable range for scope. " +
				"Scope @0 has range [1:9], which must start in the function and end no later than at its last id 8"},
		{"an end before the start", []scopeSpec{scope(4, 2, 4)},
			"BuildReactiveScopeTerminals: function f, block bb0, instruction 4: Invariant: Invalid mutable range for scope. " +
				"Scope @0 has range [4:2], which must start in the function and end no later than at its last id 8"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			f := function(t, line(6), tc.scopes)
			before, blocks := f.Text(), f.Env.NextBlock
			err := BuildReactiveScopeTerminals(f)
			if err == nil || err.Error() != tc.want {
				t.Errorf("error %v\nwant  %s", err, tc.want)
			}
			if f.Text() != before || f.Env.NextBlock != blocks {
				t.Error("an error changed the function")
			}
		})
	}
	f := function(t, line(6), nil)
	f.Blocks[0].Instrs[0].ID = 5
	if err := BuildReactiveScopeTerminals(f); err == nil {
		t.Error("ids that decrease are accepted")
	}
}

// A function without scopes only gets new numbers.
func TestBuildWithoutScopes(t *testing.T) {
	f := function(t, line(3), nil)
	before := f.Text()
	if err := BuildReactiveScopeTerminals(f); err != nil {
		t.Fatal(err)
	}
	if f.Text() != before {
		t.Errorf("got\n%s\nwant\n%s", f.Text(), before)
	}
}
