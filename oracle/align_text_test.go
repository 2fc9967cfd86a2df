package oracle

import (
	"testing"

	"assay/hir"
)

func TestTerminalText(t *testing.T) {
	for _, tt := range []struct {
		term hir.Terminal
		want string
	}{
		{hir.Terminal{Kind: hir.Goto, Targets: []hir.BlockID{1}, Fallthrough: hir.NoBlock}, "goto bb1"},
		{hir.Terminal{Kind: hir.Goto, Variant: hir.GotoContinue, Targets: []hir.BlockID{1}, Fallthrough: hir.NoBlock}, "goto (Continue) bb1"},
		{hir.Terminal{Kind: hir.Goto, Variant: hir.GotoTry, Targets: []hir.BlockID{1}, Fallthrough: hir.NoBlock}, "goto (Try) bb1"},
		{hir.Terminal{Kind: hir.Return, Variant: hir.ReturnImplicit, Fallthrough: hir.NoBlock}, "return (Implicit)"},
		{hir.Terminal{Kind: hir.Goto, Variant: 9, Targets: []hir.BlockID{1}, Fallthrough: hir.NoBlock}, "goto (variant 9) bb1"},
		{hir.Terminal{Kind: hir.If, Targets: []hir.BlockID{1, 2}, Fallthrough: 3}, "if bb1 bb2 fallthrough bb3"},
	} {
		if got := terminalText(&tt.term); got != tt.want {
			t.Errorf("got %q, want %q", got, tt.want)
		}
	}
}
