package interp

// registerStack holds the registers of all activations. It is a list of chunks,
// so that an activation's registers never move while it runs.
type registerStack struct {
	chunks [][]Value
	chunk  int // the chunk in use
	top    int // registers in use in it
	inUse  int // registers in use in all
}

// registerMark is the state that pop goes back to.
type registerMark struct{ chunk, top, inUse int }

// The chunks grow from the least to the largest size.
const (
	leastChunk   = 128
	largestChunk = 8192
)

func (s *registerStack) reset() { s.chunk, s.top, s.inUse = 0, 0, 0 }

// wipe makes all registers unset for every stamp.
func (s *registerStack) wipe() {
	for _, c := range s.chunks {
		clear(c)
	}
}

// push returns n registers that hold anything, or nil if there would be too
// many registers in use; the outermost activation always gets its own.
func (s *registerStack) push(n int) ([]Value, registerMark) {
	mark := registerMark{s.chunk, s.top, s.inUse}
	if s.inUse > 0 && s.inUse+n > maxRegisters {
		return nil, mark
	}
	s.inUse += n
	for {
		if s.chunk == len(s.chunks) {
			s.chunks = append(s.chunks, make([]Value, max(n, min(leastChunk<<min(len(s.chunks), 16), largestChunk))))
		}
		if c := s.chunks[s.chunk]; s.top+n <= len(c) {
			r := c[s.top : s.top+n : s.top+n]
			s.top += n
			return r, mark
		}
		s.chunk++
		s.top = 0
	}
}

func (s *registerStack) pop(m registerMark) { s.chunk, s.top, s.inUse = m.chunk, m.top, m.inUse }
