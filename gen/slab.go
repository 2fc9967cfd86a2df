package gen

// slab hands out nodes of one type from chunks, so that a program of sixty nodes
// does not cost sixty allocations. Programs share no chunks: a chunk lives as long
// as any pointer into it, and through nodes of other programs in it one program
// would keep all that were made before it alive.
type slab[T any] struct {
	free  []T
	chunk int // the size of the next chunk
}

// reset starts a program that will need about n nodes of this type, and takes the
// given ones first.
func (s *slab[T]) reset(free []T, n int) {
	s.free = free
	s.chunk = max(1, min(n, 64))
}

func (s *slab[T]) grow(n int) {
	s.free = make([]T, max(s.chunk, n))
	s.chunk = min(s.chunk*2, 64)
}

// new returns a node set to v.
func (s *slab[T]) new(v T) *T {
	if len(s.free) == 0 {
		s.grow(1)
	}
	p := &s.free[0]
	s.free = s.free[1:]
	*p = v
	return p
}

// list returns a copy of src that is as long as its capacity, so that appending
// to it cannot touch a neighbour; nil if src is empty.
func (s *slab[T]) list(src []T) []T {
	n := len(src)
	if n == 0 {
		return nil
	}
	if n > len(s.free) {
		if n > 16 {
			return append(make([]T, 0, n), src...)
		}
		s.grow(n)
	}
	l := s.free[:n:n]
	s.free = s.free[n:]
	copy(l, src)
	return l
}
