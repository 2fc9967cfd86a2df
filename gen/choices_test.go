package gen

import (
	"bytes"
	"slices"
	"testing"
)

func take(c *Choices, n int) []byte {
	var out []byte
	for range n {
		out = append(out, c.Byte())
	}
	return out
}

func TestFromBytesGoesOnWithZeros(t *testing.T) {
	c := FromBytes([]byte{7, 0, 255})
	if got, want := take(c, 6), []byte{7, 0, 255, 0, 0, 0}; !bytes.Equal(got, want) {
		t.Errorf("bytes: expected %v, found %v", want, got)
	}
	if c.Taken() != 3 {
		t.Errorf("taken: expected 3, found %d", c.Taken())
	}
}

// The first number of SplitMix64 from state 0 is e220a8397b1dcdaf.
func TestFromSeedIsSplitMix64(t *testing.T) {
	c := FromSeed(0)
	first := take(c, 8)
	// The least significant byte comes first.
	if want := []byte{0xaf, 0xcd, 0x1d, 0x7b, 0x39, 0xa8, 0x20, 0xe2}; !bytes.Equal(first, want) {
		t.Errorf("first number: expected %x, found %x", want, first)
	}
	c.Reseed(0)
	if again := take(c, 8); !bytes.Equal(first, again) {
		t.Errorf("after Reseed: expected %x, found %x", first, again)
	}
}

func TestRecord(t *testing.T) {
	for _, n := range []int{0, 1, 63, 64, 65, 300} {
		c := FromSeed(uint64(n))
		all := take(c, n)
		rec := slices.Clone(c.Record())
		if got := take(FromBytes(rec), n); !bytes.Equal(got, all) {
			t.Errorf("%d bytes: expected the record to give %x, found %x", n, all, got)
		}
	}
	c := FromBytes([]byte{1, 2, 0, 0, 3})
	take(c, 4)
	if got, want := c.Record(), []byte{1, 2}; !bytes.Equal(got, want) {
		t.Errorf("expected the record without zeros at its end, %v, found %v", want, got)
	}
}

func TestZeroIsTheSmallestAlternative(t *testing.T) {
	c := FromBytes(nil)
	if n := c.Intn(200); n != 0 {
		t.Errorf("Intn: expected 0, found %d", n)
	}
	if c.Bool() {
		t.Error("Bool: expected false")
	}
	if c.Chance(255) {
		t.Error("Chance(255): expected false for zero")
	}
	if n := c.Pick(NewTable(0, 1, 1)); n != 1 {
		t.Errorf("Pick: expected the first alternative that can be, 1, found %d", n)
	}
}

func TestIntn(t *testing.T) {
	for n := 1; n <= 256; n++ {
		seen := make([]bool, n)
		for b := range 256 {
			i := FromBytes([]byte{byte(b)}).Intn(n)
			if i < 0 || i >= n || b < n && n > 1 && i != b {
				t.Fatalf("Intn(%d) of byte %d: found %d", n, b, i)
			}
			seen[i] = true
		}
		if slices.Contains(seen, false) {
			t.Errorf("Intn(%d): some numbers never come", n)
		}
	}
}

func TestChance(t *testing.T) {
	for _, n := range []int{0, 1, 100, 255} {
		hits := 0
		for b := range 256 {
			if FromBytes([]byte{byte(b)}).Chance(n) {
				hits++
			}
		}
		if hits != n {
			t.Errorf("Chance(%d): expected %d of 256 bytes, found %d", n, n, hits)
		}
	}
}

func TestTableShares(t *testing.T) {
	tests := []struct {
		weights []int
		shares  []int
	}{
		{[]int{1}, []int{256}},
		{[]int{1, 1}, []int{128, 128}},
		{[]int{3, 0, 1}, []int{192, 0, 64}},
		{[]int{0, 0, 5}, []int{0, 0, 256}},
		{[]int{1_000_000, 1, 1}, []int{254, 1, 1}},
		{[]int{1, 1, 1_000_000}, []int{1, 1, 254}},
	}
	for _, tt := range tests {
		shares := make([]int, len(tt.weights))
		table := NewTable(tt.weights...)
		last := 0
		for b := range 256 {
			i := int(table[b])
			shares[i]++
			if i < last {
				t.Errorf("weights %v: byte %d gives %d, a lower byte %d", tt.weights, b, i, last)
			}
			last = i
		}
		if !slices.Equal(shares, tt.shares) {
			t.Errorf("weights %v: expected shares %v, found %v", tt.weights, tt.shares, shares)
		}
	}
}

// A seed's stream and the bytes in it are the same to a decoder.
func FuzzChoices(f *testing.F) {
	f.Add(uint64(1), []byte{3, 200, 9})
	f.Fuzz(func(t *testing.T, seed uint64, ops []byte) {
		if len(ops) > 1000 {
			return
		}
		run := func(c *Choices) []int {
			var out []int
			table := NewTable(5, 1, 9)
			for _, op := range ops {
				switch op % 4 {
				case 0:
					out = append(out, int(c.Byte()))
				case 1:
					out = append(out, c.Intn(int(op)+1))
				case 2:
					out = append(out, c.Pick(table))
				case 3:
					if c.Chance(int(op)) {
						out = append(out, 1)
					} else {
						out = append(out, 0)
					}
				}
			}
			return out
		}
		c := FromSeed(seed)
		first := run(c)
		if second := run(FromBytes(c.Record())); !slices.Equal(first, second) {
			t.Errorf("seed %d: found %v from the seed and %v from its record", seed, first, second)
		}
	})
}

func BenchmarkByte(b *testing.B) {
	data := make([]byte, 1<<20)
	c := FromBytes(data)
	for b.Loop() {
		if c.Byte(); c.pos == len(data) {
			c = FromBytes(data)
		}
	}
}
