package scopes

import (
	"fmt"
	"strings"
	"testing"

	"assay/hir"
	"assay/scopes/scopestest"
)

// kinds lists the scopes of the terminals of f in block order, the pruned ones
// in brackets.
func kinds(f *hir.Function) string {
	var list []string
	for _, b := range f.Blocks {
		switch b.Term.Kind {
		case hir.ScopeTerm:
			list = append(list, fmt.Sprint(b.Term.Scope))
		case hir.PrunedScope:
			list = append(list, fmt.Sprintf("(%d)", b.Term.Scope))
		}
	}
	return strings.Join(list, " ")
}

func TestFlattenReactiveLoops(t *testing.T) {
	three := func(loop func(b *builder, body func())) func(b *builder) {
		return func(b *builder) {
			b.Op()
			loop(b, func() { b.Op() })
			b.Op()
		}
	}
	for _, tc := range []struct {
		name  string
		build func(b *builder)
		want  string
	}{
		{"no loop", line(3), "0 1 2"},
		{"while", three(func(b *builder, body func()) { b.While("l", op(b), body) }), "0 (2) 3"},
		{"do-while", three(func(b *builder, body func()) { b.DoWhile("l", body, op(b)) }), "0 (1) 3"},
		{"for", three(func(b *builder, body func()) { b.For("l", func() { b.Op() }, op(b), nil, body) }), "0 (3) 4"},
		{"for-of", three(func(b *builder, body func()) { b.ForOf("l", b.Op(), func(ident) { body() }) }), "0 1 (5) 6"},
		{"for-in", three(func(b *builder, body func()) { b.ForIn("l", b.Op(), func(ident) { body() }) }), "0 1 (4) 5"},
		{"a loop in a loop, and code after the inner one", func(b *builder) {
			b.While("o", op(b), func() {
				b.Op()
				b.While("i", op(b), func() { b.Op() })
				b.Op()
			})
			b.Op()
		}, "(1) (3) (4) 5"},
		{"an if in a loop and a label around it", func(b *builder) {
			x := b.Op()
			b.Label("l", func() {
				b.Op()
				b.While("w", op(b), func() { b.If(x, func() { b.Op(); b.Break("l") }, nil) })
				b.Op()
			})
			b.Op()
		}, "0 1 (3) 4 5"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			b := scopestest.New("f")
			tc.build(b)
			f := b.Finish()
			// One scope for each array outside of value and loop blocks.
			for _, blk := range f.Blocks {
				for i := range blk.Instrs {
					if in := &blk.Instrs[i]; in.Kind != hir.Primitive {
						s := f.Env.NewScope(rng(in.ID, in.ID+1))
						if blk.Kind == hir.BlockStatement {
							scopestest.Join(f, s, in.Lvalue.Identifier)
						}
					}
				}
			}
			if err := BuildReactiveScopeTerminals(f); err != nil {
				t.Fatal(err)
			}
			before := f.Text()
			if err := FlattenReactiveLoops(f); err != nil {
				t.Fatal(err)
			}
			if got := kinds(f); got != tc.want {
				t.Errorf("scopes %q, want %q\n%s", got, tc.want, f.Text())
			}
			// Nothing but kinds has changed.
			for _, blk := range f.Blocks {
				if blk.Term.Kind == hir.PrunedScope {
					blk.Term.Kind = hir.ScopeTerm
				}
			}
			if f.Text() != before {
				t.Errorf("more has changed:\n%s\nto\n%s", before, f.Text())
			}
		})
	}
}
