package mugen

import (
	"strings"
	"testing"

	"assay/gen"
)

// The default configuration meets the floors, and a census of parts is that of the
// whole.
func TestFloors(t *testing.T) {
	if testing.Short() {
		t.Skip("floors need many bundles")
	}
	var all, a, b Census
	for seed := range uint64(6000) {
		x := Bundle(gen.FromSeed(seed), Config{})
		all.Add(x)
		if seed%3 == 0 {
			a.Add(x)
		} else {
			b.Add(x)
		}
	}
	for _, low := range all.CheckFloors() {
		t.Error(low)
	}
	a.Merge(&b)
	if a.String() != all.String() {
		t.Errorf("merged:\n%s\nat once:\n%s", a.String(), all.String())
	}
	if a.Bundles() != 6000 || !strings.HasPrefix(a.Summary(), "6000 bundles of ") {
		t.Errorf("found %d bundles; %s", a.Bundles(), a.Summary())
	}
	t.Logf("\n%s", all.String())
}

// Floors find what is missing.
func TestMissing(t *testing.T) {
	var c Census
	for range 3000 {
		c.Add(Bundle(gen.FromBytes(nil), Config{}))
	}
	low := strings.Join(c.CheckFloors(), "\n")
	for _, want := range []string{"PHI: expected in", "irreducible loops: expected in", "exceptional edges: expected in"} {
		if !strings.Contains(low, want) {
			t.Errorf("expected %q in\n%s", want, low)
		}
	}
	if strings.Contains(low, "RET:") {
		t.Errorf("found RET too rare:\n%s", low)
	}
}
