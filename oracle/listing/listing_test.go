package listing

import (
	"strings"
	"testing"
)

func TestProgram(t *testing.T) {
	for _, tt := range []struct{ in, want string }{
		{"a\n\n  b\n\n", "  a\n\n    b"},
		{strings.Repeat("x\n", 121), strings.Repeat("  x\n", 120) + "  ... and 1 more lines"},
		{strings.Repeat("é", 201), "  " + strings.Repeat("é", 200) + " ..."},
	} {
		if got := Program(tt.in); got != tt.want {
			t.Errorf("expected\n%q, found\n%q", tt.want, got)
		}
	}
	if got := Rest("a\nb\n"); got != "a\n  b" {
		t.Errorf("found %q", got)
	}
}
