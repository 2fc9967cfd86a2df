package js

import "assay/hir"

// memory is what results are made of. It is given out once, unless the caller
// hands a result back with Recycle.
type memory struct {
	instrs      pool[hir.Instruction]
	places      pool[hir.Place]
	ids         pool[hir.BlockID]
	blocks      pool[hir.Block]
	lists       pool[*hir.Block]
	identifiers pool[hir.Identifier]
	// last is the function that all that has been given out belongs to.
	last *hir.Function
}

// pool gives out slices: parts of base as long as that lasts, then new ones.
type pool[T any] struct {
	base   []T
	used   int
	missed int // given out beyond base
}

// take returns a slice of n zero values that nothing else has, and that does
// not grow into its neighbour.
func (p *pool[T]) take(n int) []T {
	if n <= len(p.base)-p.used {
		p.used += n
		return p.base[p.used-n : p.used : p.used]
	}
	p.missed += n
	return make([]T, n)
}

// forget leaves all that was given out to those who have it.
func (p *pool[T]) forget() {
	if p.used > 0 {
		p.base = nil
	}
	p.used, p.missed = 0, 0
}

// recycle takes back all that was given out. Base grows to what was needed.
func (p *pool[T]) recycle() {
	if p.missed > 0 {
		p.base = make([]T, 2*(p.used+p.missed))
	} else {
		clear(p.base[:p.used])
	}
	p.used, p.missed = 0, 0
}

// begin starts a new result.
func (m *memory) begin() {
	m.instrs.forget()
	m.places.forget()
	m.ids.forget()
	m.blocks.forget()
	m.lists.forget()
	m.identifiers.forget()
	m.last = nil
}

// Recycle hands the memory of a function back to the Lowerer that made it, for
// the next one. Nothing may use the function, or what it is nested of, after;
// copies that Clone made stay good. It has no effect on any function but the
// one that was lowered last.
func (l *Lowerer) Recycle(f *hir.Function) {
	if f != nil && f == l.memory.last {
		l.memory.reclaim()
	}
}

// reclaim takes back all that was given out for the last result.
func (m *memory) reclaim() {
	m.instrs.recycle()
	m.places.recycle()
	m.ids.recycle()
	m.blocks.recycle()
	m.lists.recycle()
	m.identifiers.recycle()
	m.last = nil
}
