package hir

import (
	"strings"
	"testing"
)

// The identifiers without a scope that share the range of one must be found.
func TestReadSharedRanges(t *testing.T) {
	const (
		no   = NoScope
		tail = "\n  [9] Return Explicit read $1\n"
	)
	for _, tc := range []struct {
		name string
		body string
		want map[IdentifierID]ScopeID
	}{
		{
			"the object of the property is in the scope",
			"  [1] $1_@0[1:5] = Array []\n  [2] $2[1:5] = PropertyLoad $1_@0[1:5].push\n  [3] $3 = MethodCall $1_@0[1:5].$2[1:5]()",
			map[IdentifierID]ScopeID{1: 0, 2: 0, 3: no},
		},
		{
			"an argument of the call is in the scope",
			"  [1] $5 = LoadGlobal(global) fbt\n  [2] $2[2:5] = PropertyLoad $5.plural\n  [3] $1_@0[2:5] = Array []\n  [4] $3 = MethodCall $5.$2[2:5]($1_@0[2:5])",
			map[IdentifierID]ScopeID{2: 0, 5: no},
		},
		{
			"another range than the scope's",
			"  [1] $1_@0[1:6] = Array []\n  [2] $2[1:5] = PropertyLoad $1_@0[1:6].push\n  [3] $3 = MethodCall $1_@0[1:6].$2[1:5]()",
			map[IdentifierID]ScopeID{2: no},
		},
		{
			"no instruction mentions both",
			"  [1] $1_@0[1:6] = Array []\n  [2] $2[1:6] = PropertyLoad $4.push\n  [3] $3 = MethodCall $4.$2[1:6]()",
			map[IdentifierID]ScopeID{2: no},
		},
		{
			"a scope that was merged into another of the same range",
			"  [1] $1_@0[1:6] = Array []\n  [2] $2[1:6] = PropertyLoad $1_@0[1:6].push\n  [3] $4_@0[1:6] = Array []\n  [4] $5[1:6] = PropertyLoad $4_@0[1:6].push\n  [5] $6 = MethodCall $1_@0[1:6].$2[1:6]()\n  [6] $7 = MethodCall $4_@0[1:6].$5[1:6]()",
			map[IdentifierID]ScopeID{2: 0, 5: no},
		},
		{
			"two parts of a scope that one instruction connects",
			"  [1] $1_@0[1:6] = Array []\n  [2] $4_@0[1:6] = Array []\n  [3] $5[1:6] = PropertyLoad $4_@0[1:6].push\n  [4] $6 = Array [$1_@0[1:6], $4_@0[1:6]]\n  [5] $7 = MethodCall $4_@0[1:6].$5[1:6]()",
			map[IdentifierID]ScopeID{5: 0},
		},
		{
			"no property of a method call",
			"  [1] $1_@0[1:5] = DeclareLocal Let x$2[1:5]",
			map[IdentifierID]ScopeID{1: 0, 2: no},
		},
		{
			"an annotation says no",
			"  [1] $1_@0[1:5] = Array [] //@ $2.rscope=-\n  [2] $2[1:5] = PropertyLoad $1_@0[1:5].push\n  [3] $3 = MethodCall $1_@0[1:5].$2[1:5]()",
			map[IdentifierID]ScopeID{2: no},
		},
		{
			"an annotation says another",
			"  [1] $1_@0[1:5] = Array [] //@ $2.rscope=@1\n  [2] $2[1:5] = PropertyLoad $1_@0[1:5].push\n  [3] $4_@1[1:5] = Array []",
			map[IdentifierID]ScopeID{2: 1},
		},
	} {
		t.Run(tc.name, func(t *testing.T) {
			f, err := ReadFunction("f.hir", []byte("f(): $0\nbb0 (block):\n"+tc.body+strings.Replace(tail, "$1", "$9", 1)), ReadOptions{})
			if err != nil {
				t.Fatal(err)
			}
			for id, want := range tc.want {
				if got := f.Env.Ident(id).RangeScope; got != want {
					t.Errorf("$%d shares the range of scope %d, want %d", id, got, want)
				}
			}
		})
	}
}

// A phi of a scope connects the versions of its variable, one without does not.
func TestReadSharedRangesOfPhis(t *testing.T) {
	for _, tc := range []struct {
		phi  string
		want ScopeID
	}{
		{"x$7_@0[1:20][1:20]: phi(bb1: x$2_@0[1:20], bb2: x$4_@0[1:20])", 0},
		{"x$7: phi(bb1: x$2_@0[1:20], bb2: x$4_@0[1:20])", NoScope},
	} {
		text := "f(): $0\nbb0 (block):\n  [1] If ($9) then:bb1 else:bb2 fallthrough=bb3\n" +
			"bb1 (block):\n  predecessor blocks: bb0\n" +
			"  [2] $1_@0[1:20] = Array []\n  [3] $10_@0[1:20] = StoreLocal Let x$2_@0[1:20] = $1_@0[1:20]\n  [4] Goto bb3\n" +
			"bb2 (block):\n  predecessor blocks: bb0\n" +
			"  [5] $3_@0[1:20] = Array []\n  [6] $11_@0[1:20] = StoreLocal Let x$4_@0[1:20] = $3_@0[1:20]\n" +
			"  [7] $5[1:20] = PropertyLoad $3_@0[1:20].push\n  [8] $12 = MethodCall $3_@0[1:20].$5[1:20]()\n  [8] Goto bb3\n" +
			"bb3 (block):\n  predecessor blocks: bb1 bb2\n  " + tc.phi + "\n  [9] Return Explicit $9\n"
		f, err := ReadFunction("f.hir", []byte(text), ReadOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if got := f.Env.Ident(5).RangeScope; got != tc.want {
			t.Errorf("%s: $5 shares the range of scope %d, want %d", tc.phi, got, tc.want)
		}
	}
}
