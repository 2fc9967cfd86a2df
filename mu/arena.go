package mu

// arena hands out slices of one kind from large pieces.
type arena[T any] struct {
	piece []T
	next  int
}

// keep returns a copy of s; nil if s is empty.
func (a *arena[T]) keep(s []T) []T {
	n := len(s)
	if n == 0 {
		return nil
	}
	if cap(a.piece)-len(a.piece) < n {
		if a.next == 0 {
			a.next = 16
		}
		a.piece = make([]T, 0, max(a.next, n))
		a.next = min(2*a.next, 4096)
	}
	i := len(a.piece)
	a.piece = append(a.piece, s...)
	return a.piece[i:len(a.piece):len(a.piece)]
}
