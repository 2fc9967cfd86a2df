package interp

// phis turns the phis of the present function into copies on its edges, which
// are those from firstEdge on. Time is linear in the number of edges and phi
// operands.
func (l *loader) phis(firstEdge int) {
	blocks := l.blocks[l.fn.firstBlock:]
	edges := l.edges[firstEdge:]
	any := false
	for i := range blocks {
		any = any || len(blocks[i].src.Phis) > 0
	}
	if !any {
		return
	}
	// incoming[start[b]:start[b+1]] are the edges to block b.
	n := len(blocks)
	l.edgeStart = resize(l.edgeStart, n+2)
	clear(l.edgeStart)
	l.incoming = resize(l.incoming, len(edges))
	start := l.edgeStart
	for i := range edges {
		if edges[i].to >= 0 {
			start[edges[i].to-l.fn.firstBlock+2]++
		}
	}
	for i := 2; i < len(start); i++ {
		start[i] += start[i-1]
	}
	for i := range edges {
		if edges[i].to >= 0 {
			p := &start[edges[i].to-l.fn.firstBlock+1]
			l.incoming[*p] = int32(i)
			*p++
		}
	}
	l.lists = resize(l.lists, n)
	clear(l.lists)
	for i := range blocks {
		if len(blocks[i].src.Phis) > 0 {
			l.blockPhis(int32(i), edges, l.incoming[start[i]:start[i+1]])
		}
	}
}

// copyList is the list of copies for one predecessor of the block whose phis
// are being loaded.
type copyList struct {
	of     int32 // 1 + position of the block whose phis are counted here
	phis   int32 // phis that have an operand for the predecessor
	copies int32 // those that copy one register to another
	first  int32 // position in Machine.copies
	fill   int32
	last   int32 // 1 + index of the phi met last, for phis with two operands for one edge
}

func (l *loader) blockPhis(pos int32, edges []edge, incoming []int32) {
	phis := l.fn.src.Blocks[pos].Phis
	for _, e := range incoming {
		l.lists[edges[e].from-l.fn.firstBlock] = copyList{of: pos + 1, first: -1}
	}
	// Twice over the operands: to count, and to fill in.
	for fill := range 2 {
		for i := range phis {
			dst := l.register(phis[i].Place.Identifier)
			for _, o := range phis[i].Operands {
				p := l.fn.src.BlockPos(o.Pred)
				if p < 0 {
					continue
				}
				list := &l.lists[p]
				if list.of != pos+1 {
					continue // no predecessor
				}
				if list.last == int32(i+1+fill*len(phis)) {
					continue // the first operand counts
				}
				list.last = int32(i + 1 + fill*len(phis))
				src := l.register(o.Place.Identifier)
				switch {
				case fill == 0:
					list.phis++
					if src != dst {
						list.copies++
					}
				case src != dst:
					l.copies[list.first+list.fill] = phiCopy{dst: dst, src: src}
					list.fill++
				}
			}
		}
		if fill == 1 {
			l.findParallel(edges, incoming)
			return
		}
		for _, e := range incoming {
			list := &l.lists[edges[e].from-l.fn.firstBlock]
			if list.first < 0 { // once for two edges from one block
				list.first = int32(len(l.copies))
				for range list.copies {
					l.copies = append(l.copies, phiCopy{})
				}
			}
			ed := &edges[e]
			ed.copies, ed.ncopies = list.first, list.copies
			ed.lacks = int(list.phis) < len(phis)
			l.maxCopies = max(l.maxCopies, int(list.copies))
		}
	}
}

// findParallel finds the edges whose copies cannot be made one after the other.
func (l *loader) findParallel(edges []edge, incoming []int32) {
	for _, e := range incoming {
		ed := &edges[e]
		if ed.ncopies < 2 {
			continue
		}
		l.written = resize(l.written, int(l.registers))
		if l.writtenMark++; l.writtenMark < 0 {
			clear(l.written[:cap(l.written)])
			l.writtenMark = 1
		}
		for _, c := range l.copies[ed.copies:][:ed.ncopies] {
			if l.written[c.src] == l.writtenMark {
				ed.parallel = true
				break
			}
			l.written[c.dst] = l.writtenMark
		}
	}
}
