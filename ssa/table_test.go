package ssa

import (
	"math/rand/v2"
	"testing"
)

// TestVersionTable compares both forms with a map.
func TestVersionTable(t *testing.T) {
	for _, test := range []struct {
		name                    string
		blocks, variables, size int
		sparse                  bool
	}{
		{"none", 1, 0, 0, false},
		{"small", 10, 20, 30, false},
		{"dense", 1000, 16, 5000, false},
		{"many variables", 1000, 3000, 5000, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			var table versionTable
			for round := range uint64(3) { // the same table again
				r := rand.New(rand.NewPCG(round, 1))
				table.reset(test.blocks, test.variables, test.size)
				if sparse := table.stride == 0; sparse != test.sparse {
					t.Fatalf("sparse = %v", sparse)
				}
				if test.variables == 0 {
					return
				}
				type key struct{ block, variable int32 }
				want := map[key]int32{}
				check := func(k key) {
					if got := table.get(k.block, k.variable); got != want[k] {
						t.Fatalf("round %d: %v is %d, expected %d", round, k, got, want[k])
					}
				}
				random := func() key {
					// Some blocks get many variables, most few.
					return key{int32(r.IntN(1 + r.IntN(test.blocks))), int32(r.IntN(test.variables))}
				}
				for range 4 * test.size {
					k := random()
					check(k)
					want[k] = int32(r.IntN(1000)) // 0, which is as none, among them
					table.set(k.block, k.variable, want[k])
					check(k)
					check(random())
				}
				for k := range want {
					check(k)
				}
			}
		})
	}
}
