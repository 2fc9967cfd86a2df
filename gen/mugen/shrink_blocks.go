package mugen

import (
	"slices"

	"assay/mu"
)

// blockCuts lists the cuts of a version that change its graph.
func (s *shrinker) blockCuts(version int) []cut {
	f := s.b.Versions[version]
	cs := []cut{{version: version, edit: dropUnreachable}}
	for i := 1; i < len(f.Blocks); i++ {
		cs = append(cs, cut{version: version, edit: func(f *mu.Function) bool { return dropBlock(f, mu.BlockID(i)) }})
		for k := range f.Blocks[i].Destinations() {
			cs = append(cs, cut{version: version, edit: func(f *mu.Function) bool { return passBy(f, mu.BlockID(i), k) }})
		}
	}
	for i := range f.Blocks {
		for k := range f.Blocks[i].Destinations() {
			cs = append(cs, cut{version: version, edit: func(f *mu.Function) bool { return jump(f, i, k) }})
		}
		cs = append(cs, cut{version: version, edit: func(f *mu.Function) bool { return returnEarly(f, i) }})
		cs = append(cs, cut{version: version, edit: func(f *mu.Function) bool { return join(f, i) }})
	}
	return cs
}

// removeBlocks drops blocks to which no edge leads, and what PHIs have for them.
func removeBlocks(f *mu.Function, gone []bool) bool {
	to := make([]mu.BlockID, len(f.Blocks))
	n := mu.BlockID(0)
	for i := range f.Blocks {
		to[i] = n
		if !gone[i] {
			f.Blocks[n] = f.Blocks[i]
			n++
		}
	}
	if int(n) == len(f.Blocks) {
		return false
	}
	f.Blocks = f.Blocks[:n]
	for i := range f.Blocks {
		for j := range f.Blocks[i].Instrs {
			in := &f.Blocks[i].Instrs[j]
			for k := range in.Dests {
				in.Dests[k].BlockRef = mu.BlockRef{Block: to[in.Dests[k].Block]}
			}
			if in.Extra != nil {
				in.Extra.Incoming = slices.DeleteFunc(in.Extra.Incoming, func(x mu.Incoming) bool { return gone[x.Pred.Block] })
				for k := range in.Extra.Incoming {
					in.Extra.Incoming[k].Pred = mu.BlockRef{Block: to[in.Extra.Incoming[k].Pred.Block]}
				}
			}
		}
	}
	return true
}

func dropUnreachable(f *mu.Function) bool {
	gone := make([]bool, len(f.Blocks))
	for i := range gone {
		gone[i] = i > 0
	}
	work := []mu.BlockID{0}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		for _, d := range f.Blocks[b].Destinations() {
			if gone[d.Block] {
				gone[d.Block] = false
				work = append(work, d.Block)
			}
		}
	}
	return removeBlocks(f, gone)
}

// dropBlock drops a block to which no other leads.
func dropBlock(f *mu.Function, b mu.BlockID) bool {
	for i := range f.Blocks {
		for _, d := range f.Blocks[i].Destinations() {
			if d.Block == b && mu.BlockID(i) != b {
				return false
			}
		}
	}
	gone := make([]bool, len(f.Blocks))
	gone[b] = true
	return removeBlocks(f, gone)
}

// passBy has the edges to a block go where its k-th edge goes, and drops it.
func passBy(f *mu.Function, b mu.BlockID, k int) bool {
	d := f.Blocks[b].Destinations()[k]
	if d.Block == b {
		return false
	}
	d.Args = nil
	for i := range f.Blocks {
		for j := range f.Blocks[i].Instrs {
			in := &f.Blocks[i].Instrs[j]
			for k := range in.Dests {
				if e := &in.Dests[k]; e.Block == b {
					e.BlockRef, e.Args, e.HasArgs = mu.BlockRef{Block: d.Block}, nil, false
				}
			}
			if in.Extra != nil && mu.BlockID(i) == d.Block {
				// The predecessors of the block are those of the other now.
				in.Extra.Incoming = passIncoming(f, in.Extra.Incoming, b, d.Block)
			}
		}
	}
	gone := make([]bool, len(f.Blocks))
	gone[b] = true
	return removeBlocks(f, gone)
}

// passIncoming gives the predecessors of the target of a block that is passed by
// the value that it had.
func passIncoming(f *mu.Function, xs []mu.Incoming, b, target mu.BlockID) []mu.Incoming {
	at := slices.IndexFunc(xs, func(x mu.Incoming) bool { return x.Pred.Block == b })
	if at < 0 {
		return xs
	}
	value := xs[at].Value
	for i := range f.Blocks {
		for _, d := range f.Blocks[i].Destinations() {
			known := slices.ContainsFunc(xs, func(x mu.Incoming) bool { return x.Pred.Block == mu.BlockID(i) })
			if (d.Block == b || d.Block == target) && !known && mu.BlockID(i) != b {
				xs = append(xs, mu.Incoming{Pred: mu.BlockRef{Block: mu.BlockID(i)}, Value: value})
			}
		}
	}
	return xs
}

// jump makes the terminator of a block a jump along its k-th edge.
func jump(f *mu.Function, i, k int) bool {
	b := &f.Blocks[i]
	t := b.Terminator()
	d := t.Dests[k]
	d.Kind, d.Case = mu.EdgeBranch, mu.Operand{}
	if t.Op == mu.BRANCH {
		return false
	}
	old := t.Dests
	*t = mu.Instruction{Op: mu.BRANCH, Sig: mu.SigRef{ID: mu.NoSig}, Dests: []mu.Dest{d}}
	forget(f, i, old)
	return true
}

// forget drops what PHIs have for a block, if it has no edge to theirs any more.
func forget(f *mu.Function, i int, old []mu.Dest) {
	for _, d := range old {
		if slices.ContainsFunc(f.Blocks[i].Destinations(), func(e mu.Dest) bool { return e.Block == d.Block }) {
			continue
		}
		for j := range f.Blocks[d.Block].Instrs {
			if x := f.Blocks[d.Block].Instrs[j].Extra; x != nil {
				x.Incoming = slices.DeleteFunc(x.Incoming, func(x mu.Incoming) bool { return x.Pred.Block == mu.BlockID(i) })
			}
		}
	}
}

// returnEarly makes the terminator of a block a return as another block has it.
func returnEarly(f *mu.Function, i int) bool {
	b := &f.Blocks[i]
	t := b.Terminator()
	if t.Op == mu.RET {
		return false
	}
	for j := range f.Blocks {
		if r := f.Blocks[j].Terminator(); r.Op == mu.RET {
			old := t.Dests
			*t = *r
			t.Name = ""
			t.Args = slices.Clone(r.Args)
			forget(f, i, old)
			return true
		}
	}
	return false
}

// join appends the block to which a block jumps, if nothing else goes there.
func join(f *mu.Function, i int) bool {
	t := f.Blocks[i].Terminator()
	if t.Op != mu.BRANCH || t.Dests[0].Block == 0 || int(t.Dests[0].Block) == i {
		return false
	}
	to := t.Dests[0].Block
	n := 0
	for j := range f.Blocks {
		for _, d := range f.Blocks[j].Destinations() {
			if d.Block == to {
				n++
			}
		}
	}
	c := &f.Blocks[to]
	if n != 1 || len(c.Params) > 0 || c.HasExc || c.Instrs[0].Op == mu.PHI {
		return false
	}
	b := &f.Blocks[i]
	b.Instrs = append(b.Instrs[:len(b.Instrs)-1], c.Instrs...)
	for j := range f.Blocks {
		for k := range f.Blocks[j].Instrs {
			if x := f.Blocks[j].Instrs[k].Extra; x != nil {
				for l := range x.Incoming {
					if x.Incoming[l].Pred.Block == to {
						x.Incoming[l].Pred.Block = mu.BlockID(i)
					}
				}
			}
		}
	}
	gone := make([]bool, len(f.Blocks))
	gone[to] = true
	c.Instrs = nil
	return removeBlocks(f, gone)
}
