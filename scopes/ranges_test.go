package scopes

import (
	"strings"
	"testing"

	"assay/hir"
	"assay/scopes/scopestest"
)

func TestAssertValidMutableRanges(t *testing.T) {
	for _, tc := range []struct {
		name  string
		scope scopeSpec
		own   hir.Range // of instruction 3's temporary, if not empty
		gap   bool      // the ids 3 to 6 are 13 to 16
		want  string
	}{
		{name: "in the function", scope: scope(1, 4, 1)},
		{name: "the whole function", scope: scope(1, 9, 1)},
		{name: "nothing at all", scope: scope(0, 0, 1)},
		{name: "one instruction", scope: scope(6, 7, 6)},
		{name: "an own range", scope: scope(1, 4, 1), own: rng(3, 5)},
		{name: "empty", scope: scope(3, 3, 3), want: "[3:3] (identifier $2)"},
		{name: "reversed", scope: scope(4, 2, 3), want: "[4:2] (identifier $2)"},
		{name: "before the first id", scope: scope(0, 2, 3), want: "[0:2] (identifier $2)"},
		{name: "beyond the end", scope: scope(1, 10, 3), want: "[1:10] (identifier $2)"},
		{name: "far beyond the end", scope: scope(1, 1<<30, 3), want: "[1:1073741824] (identifier $2)"},
		{name: "an own range beyond the end", scope: scope(1, 4, 1), own: rng(3, 30), want: "[3:30] (identifier $2)"},
		{name: "on no instruction", scope: scope(4, 9, 3), gap: true, want: "[4:9] (identifier $2)"},
		{name: "on one instruction after a gap", scope: scope(4, 14, 3), gap: true},
	} {
		t.Run(tc.name, func(t *testing.T) {
			f := function(t, line(6), []scopeSpec{tc.scope})
			id := scopestest.Instruction(f, 3).Lvalue.Identifier
			if tc.own != (hir.Range{}) {
				f.Env.Ident(id).Range = tc.own
			}
			block := f.Blocks[0]
			if tc.gap {
				for i := range block.Instrs {
					if in := &block.Instrs[i]; in.ID >= 3 {
						in.ID += 10
					}
				}
				block.Term.ID += 10
			}
			got := ""
			if err := AssertValidMutableRanges(f); err != nil {
				got = err.Error()
			}
			want := ""
			if tc.want != "" {
				want = "AssertValidMutableRanges: function f, block bb0, instruction " + idText(definedAt(f, id)) + ": Invariant: Invalid mutable range: " + tc.want
			}
			if got != want {
				t.Errorf("error %q\nwant  %q", got, want)
			}
		})
	}
	// The range of a scope can be wrong where that of the identifier is not.
	f := function(t, line(3), []scopeSpec{scope(2, 9, 2)})
	id := f.Env.Ident(scopestest.Instruction(f, 2).Lvalue.Identifier)
	id.RangeScope, id.Range = hir.NoScope, rng(2, 3)
	const want = "AssertValidMutableRanges: function f, block bb0, instruction 2: Invariant: Invalid mutable range: [2:9] (scope @0)"
	if err := AssertValidMutableRanges(f); err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
	// Ids that decrease are found before ranges are looked at.
	f.Blocks[0].Instrs[0].ID = 3
	if err := AssertValidMutableRanges(f); err == nil || !strings.Contains(err.Error(), "Id 2 comes after id 3") {
		t.Errorf("error %v", err)
	}
}

// definedAt returns the id of the instruction that defines an identifier.
func definedAt(f *hir.Function, id ident) hir.InstructionID {
	for _, b := range f.Blocks {
		for i := range b.Instrs {
			if b.Instrs[i].Lvalue.Identifier == id {
				return b.Instrs[i].ID
			}
		}
	}
	return 0
}
