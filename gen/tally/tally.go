// Package tally sums up what programs have: how many have each thing, how often it
// occurs, and how large they are.
package tally

// maxSize is the largest size that is told from others.
const maxSize = 4095

// Tally sums up programs. The zero Tally is empty.
type Tally struct {
	n, instructions int64
	total, with     []int64
	// sizes counts programs by their number of instructions; the last entry stands
	// for all above.
	sizes []int64
}

func (t *Tally) grow(things int) {
	if len(t.total) < things {
		t.total = append(t.total, make([]int64, things-len(t.total))...)
		t.with = append(t.with, make([]int64, things-len(t.with))...)
	}
	if t.sizes == nil {
		t.sizes = make([]int64, maxSize+1)
	}
}

// Add counts a program: how often it has each thing, and its number of instructions.
func (t *Tally) Add(has []int32, size int) {
	t.grow(len(has))
	t.n++
	t.instructions += int64(size)
	t.sizes[min(size, maxSize)]++
	for i, n := range has {
		if n != 0 {
			t.total[i] += int64(n)
			t.with[i]++
		}
	}
}

// Merge adds what another tally has counted.
func (t *Tally) Merge(o *Tally) {
	t.grow(len(o.total))
	t.n += o.n
	t.instructions += o.instructions
	for i := range o.total {
		t.total[i] += o.total[i]
		t.with[i] += o.with[i]
	}
	for i := range o.sizes {
		t.sizes[i] += o.sizes[i]
	}
}

// Programs returns the number of programs.
func (t *Tally) Programs() int { return int(t.n) }

// Total returns how often a thing occurs.
func (t *Tally) Total(thing int) int64 {
	if thing >= len(t.total) {
		return 0
	}
	return t.total[thing]
}

// Each returns how often a thing occurs in a program on average.
func (t *Tally) Each(thing int) float64 { return float64(t.Total(thing)) / float64(max(t.n, 1)) }

// Share returns the percentage of programs that have a thing.
func (t *Tally) Share(thing int) float64 {
	if thing >= len(t.with) {
		return 0
	}
	return 100 * float64(t.with[thing]) / float64(max(t.n, 1))
}

// Below reports whether fewer programs have a thing than a floor, in thousandths.
func (t *Tally) Below(thing, floor int) bool {
	with := int64(0)
	if thing < len(t.with) {
		with = t.with[thing]
	}
	return with*1000 < int64(floor)*t.n
}

// Size returns the size that the given share of the programs, in percent, does not
// exceed.
func (t *Tally) Size(percent int64) int {
	seen := int64(0)
	for size, n := range t.sizes {
		seen += n
		if n > 0 && seen*100 >= t.n*percent {
			return size
		}
	}
	return 0
}

// MeanSize returns the number of instructions of a program on average.
func (t *Tally) MeanSize() float64 { return float64(t.instructions) / float64(max(t.n, 1)) }
