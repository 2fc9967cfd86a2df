package oracle

import (
	"slices"
	"testing"
)

func TestUndefinedIdentifiers(t *testing.T) {
	for _, test := range []struct {
		name  string
		edits []string
		want  []string
	}{
		{name: "context variable", want: []string{
			"function f, block bb0, instruction 4: initial-value: c$5: nothing defines it: it is a context variable",
		}},
		{
			name:  "read before its definition",
			edits: []string{"LoadLocal <unknown> x$37\n  [11]", "LoadLocal <unknown> y$99\n  [11]"},
			want: []string{
				"function f, block bb0, instruction 4: initial-value: c$5: nothing defines it: it is a context variable",
				"function f, block bb2, instruction 10: initial-value: y$99: nothing defines it: it is read before its definition, or belongs to an outer scope",
			},
		},
	} {
		var got []string
		for _, n := range UndefinedIdentifiers(readTestFile(t, "entered.hir", test.edits...)) {
			got = append(got, n.Message())
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%s: got %q, want %q", test.name, got, test.want)
		}
	}
}
