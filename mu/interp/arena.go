package interp

// arena hands out zeroed memory in pieces, which are used again after reset.
type arena[T any] struct {
	pieces [][]T
	// at is the piece that is handed out, used how much of it is.
	at, used int
}

// take returns n zero values.
func (a *arena[T]) take(n int) []T {
	if n == 0 {
		return nil
	}
	for a.at < len(a.pieces) {
		if p := a.pieces[a.at]; len(p)-a.used >= n {
			s := p[a.used : a.used+n : a.used+n]
			a.used += n
			clear(s)
			return s
		}
		a.at, a.used = a.at+1, 0
	}
	a.pieces = append(a.pieces, make([]T, max(n, 64<<min(len(a.pieces), 6))))
	a.used = n
	return a.pieces[a.at][:n:n]
}

// one returns a zero value.
func (a *arena[T]) one() *T { return &a.take(1)[0] }

// keep returns a copy of s.
func (a *arena[T]) keep(s []T) []T {
	t := a.take(len(s))
	copy(t, s)
	return t
}

// most is how many values an arena keeps between bundles.
const most = 1 << 16

// reset takes everything back.
func (a *arena[T]) reset() {
	n := 0
	for i, p := range a.pieces {
		if n += len(p); n > most {
			a.pieces = a.pieces[:i]
			break
		}
	}
	a.at, a.used = 0, 0
}
