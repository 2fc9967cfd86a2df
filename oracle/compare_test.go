package oracle

import (
	"math/rand/v2"
	"testing"

	"assay/hir"
)

// chooser makes a Chooser of a seed.
type chooser struct{ *rand.Rand }

func newChooser(seed uint64) chooser { return chooser{rand.New(rand.NewPCG(seed, 0))} }

func (c chooser) Intn(n int) int { return c.IntN(n) }

// TestRecordedCompare compares every recorded pair, and every pair that two
// recorded passes make together.
func TestRecordedCompare(t *testing.T) {
	input := map[string]*hir.Function{}
	for _, p := range recordedPairs(t, "ssa") {
		input[p.name] = p.before
		if err := CompareSSA(p.before, p.after, CompareOptions{}).Err(); err != nil {
			t.Errorf("%s: ssa: %v", p.name, err)
		}
	}
	for _, p := range recordedPairs(t, "eliminate") {
		if err := CompareSSA(p.before, p.after, CompareOptions{}).Err(); err != nil {
			t.Errorf("%s: eliminate: %v", p.name, err)
		}
		if err := CompareSSA(input[p.name], p.after, CompareOptions{}).Err(); err != nil {
			t.Errorf("%s: both: %v", p.name, err)
		}
	}
}

// TestRecordedCorruptions corrupts recorded results at random. Each corruption
// must be rejected, or be harmless by the reference and come with a reason.
func TestRecordedCorruptions(t *testing.T) {
	score := newCorruptionScore()
	for _, pass := range []string{"ssa", "eliminate"} {
		for i, p := range recordedPairs(t, pass) {
			if p.after.Size() > 150 || testing.Short() && i%10 > 0 {
				continue // the reference is slow
			}
			score.try(t, p.name, p.before, p.after, newChooser(uint64(i)))
		}
	}
	score.log(t)
}
