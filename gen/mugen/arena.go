package mugen

// arena hands out slices of one kind from large pieces. They live until the next
// bundle is begun.
type arena[T any] struct {
	pieces [][]T
	cur    int
}

// list returns a copy of s whose capacity is its length; nil if s is empty.
func (a *arena[T]) list(s ...T) []T {
	n := len(s)
	if n == 0 {
		return nil
	}
	for a.cur < len(a.pieces) && cap(a.pieces[a.cur])-len(a.pieces[a.cur]) < n {
		a.cur++
	}
	if a.cur == len(a.pieces) {
		a.pieces = append(a.pieces, make([]T, 0, max(256, n)))
	}
	p := &a.pieces[a.cur]
	i := len(*p)
	*p = append(*p, s...)
	return (*p)[i:len(*p):len(*p)]
}

// reset starts a bundle. The first piece is kept.
func (a *arena[T]) reset() {
	if len(a.pieces) == 0 {
		return
	}
	clear(a.pieces[0])
	a.pieces[0] = a.pieces[0][:0]
	clear(a.pieces[1:])
	a.pieces, a.cur = a.pieces[:1], 0
}
