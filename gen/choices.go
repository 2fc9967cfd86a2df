package gen

import (
	fuzz "github.com/AdaLogics/go-fuzz-headers"
)

// Choices is the stream of bytes that a generator turns into a program. Each
// local decision takes one byte, so a small change of the bytes is a small
// change of the program. After its end the stream goes on with zeros for ever,
// and zero always stands for the smallest alternative, so every byte string
// gives a program and a shorter one tends to give a smaller program.
//
// A stream comes from bytes (FromBytes) or from a seed (FromSeed). Record gives
// the bytes that were taken, and a stream of those decodes to the same program.
//
// A Choices is not safe for concurrent use.
type Choices struct {
	// Exactly one of the two is the source: fuzz data, or the state of the
	// generator that extends data.
	fuzz *fuzz.ConsumeFuzzer
	seed uint64

	data []byte
	pos  int // bytes of data taken; it stays at the end once there
}

// FromBytes returns the stream of the given bytes, followed by zeros. The bytes
// must not change while the stream is in use.
//
// The bytes are taken through go-fuzz-headers, one at a time: its larger reads
// fail or skip bytes near the end of the data, so they do not fit a decoder that
// must accept everything.
func FromBytes(data []byte) *Choices {
	return &Choices{fuzz: fuzz.NewConsumer(data), data: data}
}

// FromSeed returns an endless stream that depends on the seed alone. It is the
// output of SplitMix64 started at the seed, each 64-bit number giving eight bytes,
// the least significant first.
func FromSeed(seed uint64) *Choices {
	c := &Choices{data: make([]byte, 0, 256)}
	c.Reseed(seed)
	return c
}

// Reseed makes c the stream of FromSeed(seed), keeping its memory. What Record
// returned before is overwritten.
func (c *Choices) Reseed(seed uint64) {
	c.fuzz, c.seed, c.data, c.pos = nil, seed, c.data[:0], 0
}

// Record returns the bytes taken so far. FromBytes(Record()) decodes to what c was
// decoded to. Zeros at the end are left out, as the stream supplies them.
//
// The result is only valid until the next Reseed.
func (c *Choices) Record() []byte {
	n := c.pos
	for n > 0 && c.data[n-1] == 0 {
		n--
	}
	return c.data[:n:n]
}

// Taken returns the number of bytes taken so far, zeros after the end not
// counted.
func (c *Choices) Taken() int { return c.pos }

// Byte takes one byte.
func (c *Choices) Byte() byte {
	if c.fuzz == nil && c.pos < len(c.data) {
		b := c.data[c.pos]
		c.pos++
		return b
	}
	return c.more()
}

// more takes one byte from the fuzz data, or from what it first extends.
func (c *Choices) more() byte {
	if c.fuzz == nil {
		c.extend()
		return c.Byte()
	}
	b, err := c.fuzz.GetByte()
	if err != nil {
		return 0
	}
	c.pos++
	return b
}

// extend appends the next 64 bytes of the seed's stream to data.
func (c *Choices) extend() {
	for range 8 {
		c.seed += 0x9e3779b97f4a7c15
		z := c.seed
		z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
		z = (z ^ z>>27) * 0x94d049bb133111eb
		z ^= z >> 31
		c.data = append(c.data, byte(z), byte(z>>8), byte(z>>16), byte(z>>24),
			byte(z>>32), byte(z>>40), byte(z>>48), byte(z>>56))
	}
}

// Intn takes one byte and returns a number in [0, n), for 1 <= n <= 256. The byte
// is the number itself where it is less than n.
func (c *Choices) Intn(n int) int {
	if n <= 1 {
		// Only one alternative: there is no decision to take a byte for.
		return 0
	}
	return int(c.Byte()) % n
}

// Bool takes one byte and returns its lowest bit.
func (c *Choices) Bool() bool { return c.Byte()&1 != 0 }

// Chance takes one byte and returns true for about n of 256 values, never for
// zero (so n = 0 is never, n = 255 all but zero).
func (c *Choices) Chance(n int) bool { return int(c.Byte()) > 255-n }

// Pick takes one byte and returns the alternative the table gives for it.
func (c *Choices) Pick(t *Table) int { return int(t[c.Byte()]) }

// Table is a weighted choice: the alternative for each value of a byte.
type Table [256]uint8

// NewTable returns a table in which each alternative i has a share proportional
// to weights[i], at least one byte if the weight is not zero, and in which lower
// bytes stand for lower alternatives. At least one weight must be positive, and
// at most 256 may be.
func NewTable(weights ...int) *Table {
	t := new(Table)
	var d dial
	d.set(weights)
	for b := range t {
		t[b] = uint8(d.at(byte(b)))
	}
	return t
}

// dial is a weighted choice that is quicker to make than a Table: cut i is the
// first byte above the share of alternative i. It serves for the choices of one
// program, whose weights depend on the program's features.
type dial struct {
	cut [32]uint8
	n   int
}

// set gives each alternative its share, as NewTable says.
func (d *dial) set(weights []int) {
	total, left := 0, 0
	for _, w := range weights {
		if w > 0 {
			total += w
			left++
		}
	}
	// The shares are cut at the running sum, so rounding never adds up; the
	// alternatives still to come keep one byte each. The last one ends at 256, which
	// is left out.
	d.n = 0
	sum, at := 0, 0
	scale := (256<<32 + total - 1) / total // rounded up, so that sum = total gives 256
	for i, w := range weights {
		if w > 0 {
			sum += w
			left--
			at = max(at+1, min(sum*scale>>32, 256-left))
			if left == 0 {
				return
			}
		}
		d.cut[i] = uint8(at)
		d.n = i + 1
	}
}

// at returns the alternative for a byte.
func (d *dial) at(b byte) int {
	for i, c := range d.cut[:d.n] {
		if b < c {
			return i
		}
	}
	return d.n
}
