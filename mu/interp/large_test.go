package interp

import (
	"fmt"
	"strings"
	"testing"
)

// TestLargeFunctions runs functions in which anything that is not linear takes
// too long.
func TestLargeFunctions(t *testing.T) {
	const n = 100_000
	var chain, join, cases strings.Builder
	chain.WriteString(".funcdef @chain VERSION %v1 <@i_i> (%n) { %b0: %x = ID %n BRANCH %b1\n")
	for i := 1; i < n; i++ {
		fmt.Fprintf(&chain, "%%b%d: %%x = ADD <@i64> %%x @c1 BRANCH %%b%d\n", i, i+1)
	}
	fmt.Fprintf(&chain, "%%b%d: RET %%x }\n", n)

	// A block with many predecessors, with PHIs; a SWITCH to all of them.
	const m = 20_000
	for i := range m {
		fmt.Fprintf(&cases, ".const @k%d <@i64> = %d\n", i, i)
	}
	join.WriteString(".funcdef @join VERSION %v1 <@i_i> (%n) { %e: SWITCH <@i64> %n %b0 {")
	for i := range m {
		fmt.Fprintf(&join, " @k%d %%b%d", i, i)
	}
	join.WriteString(" }\n")
	for i := range m {
		fmt.Fprintf(&join, "%%b%d: BRANCH %%join\n", i)
	}
	join.WriteString("%join: %x = PHI <@i64> {")
	for i := range m {
		fmt.Fprintf(&join, " %%b%d: @k%d;", i, m-1-i)
	}
	join.WriteString(" } %y = PHI <@i64> {")
	for i := range m {
		fmt.Fprintf(&join, " %%b%d: %%n;", i)
	}
	join.WriteString(" } %r = ADD <@i64> %x %y RET %r }\n")

	// A long chain of copies against the order of blocks, types nested deep.
	join.WriteString(".funcdef @copies VERSION %v1 <@i_i> (%n) { %e:\n")
	for i := range m {
		fmt.Fprintf(&join, "%%x%d = ID %%x%d\n", i, i+1)
	}
	fmt.Fprintf(&join, "%%x%d = ID %%n RET %%x%d }\n.typedef @t0 = struct<@i64>\n", m, m)
	for i := range m {
		fmt.Fprintf(&join, ".typedef @t%d = struct<@t%d>\n", i+1, i)
	}
	fmt.Fprintf(&join, ".funcsig @v_t = () -> (@t%[1]d)\n.funcdef @deep VERSION %%v1 <@v_t> { %%e(): %%a = ALLOCA <@t%[1]d> %%x = LOAD <@t%[1]d> %%a RET %%x }\n", m)

	b := read(t, chain.String()+cases.String()+join.String())
	for _, tt := range []struct{ run, want string }{
		{"@chain 1", "(100000:i64)"}, {"@join 7", "(19999:i64)"}, {"@join 19999", "(19999:i64)"}, {"@join -1", "(19998:i64)"},
		{"@copies 5", "(5:i64)"}, {"@deep", "({0:i64})"},
	} {
		w := strings.Fields(tt.run)
		if got := call(t, b, Options{PreSSA: true, Fuel: 10_000_000, MaxCells: 100_000}, w[0], w[1:]...); got != "returned "+tt.want {
			t.Errorf("%s: expected %s, found %s", tt.run, tt.want, got)
		}
	}
}
