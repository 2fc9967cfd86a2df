package oracle

import (
	"context"
	"strings"
	"testing"

	"assay/hir"
	"assay/ssa"
)

// The failure of a caller's own pass is replayed by its seed, since no command
// knows the pass; that of a named faulty pass by a command.
func TestReplayOfOwnPasses(t *testing.T) {
	own := CheckOptions{Passes: func() []Pass {
		return []Pass{{Name: "Own", Verify: VerifySSA, Validate: ValidateSSA, Run: func(f *hir.Function) error {
			if err := ssa.EnterSSA(f); err != nil {
				return err
			}
			for _, b := range f.Blocks {
				if len(b.Phis) > 0 && len(b.Phis[0].Operands) > 2 {
					b.Phis[0].Operands = b.Phis[0].Operands[:1]
					break
				}
			}
			return nil
		}}}
	}}
	r := Fuzz(context.Background(), FuzzOptions{Seed: 100, Count: 64, Check: own})
	if len(r.Failures) == 0 {
		t.Fatal("the faulty pass is not caught")
	}
	first := r.Failures[0].Example
	_, seed, found := strings.Cut(first.Case.Replay, "Seed: ")
	seed, _, _ = strings.Cut(seed, ",")
	if !found || seed != itoa(100+r.Failures[0].FirstIndex) || !strings.Contains(first.Case.Replay, "oracle.Fuzz") {
		t.Errorf("program %d: replay %q", r.Failures[0].FirstIndex, first.Case.Replay)
	}
	again := Fuzz(context.Background(), FuzzOptions{Seed: 100 + uint64(r.Failures[0].FirstIndex), Count: 1, Check: own})
	if len(again.Failures) != 1 || again.Failures[0].Example.Error() != first.Error() {
		t.Error("the replay fails in another way, or not at all")
	}

	named, err := CheckOptions{}.WithFault("operands-swapped")
	if err != nil {
		t.Fatal(err)
	}
	r = Fuzz(context.Background(), FuzzOptions{Count: 64, Check: named})
	if len(r.Failures) == 0 || !strings.HasPrefix(r.Failures[0].Example.Case.Replay, "assay check --seed ") {
		t.Error("no command replays the failure of a named fault")
	}
}
