package oracle

// liveRanges finds the nodes at whose start an identifier is live: from which a
// read of it can be reached without a definition. Where it is not, definitions
// that meet need no implied phi, since nothing reads what it would merge.
//
// It serves the functions with many more joins than definitions, such as
// conditional expressions in each other: each of their results is live in one
// block only, but the definitions of all of them meet in every block around it.
type liveRanges struct {
	// head, by identifier, and next chain its entries in node: a node that reads it
	// before it defines it, or the complement of one at whose end a phi reads it.
	head, next, node []int32

	defined []int32 // by identifier, while reads are listed: the last node that defined it
	killed  []int32 // by node: the identifier it defines whose range was found last
	live    []int32 // by node: the identifier live at its start whose range was found last
	work    []int32

	always bool // find them however few joins there are
}

// A live range of more nodes than minLiveBudget and liveBudgetPerPlace times
// the places that read or define the identifier is not followed to its end, so
// that many long ones do not take more time than the phis they would save.
const (
	minLiveBudget      = 1024
	liveBudgetPerPlace = 16
)

// manyJoins reports whether a side has so many implied phis that it pays to
// find live ranges.
func (c *values) manyJoins(s *valueSide) bool {
	return c.ranges.always || len(s.phis)-s.explicit > 4*(len(c.node)+len(c.g.nodes))
}

// listReads lists the nodes that read each identifier with many definitions on
// one side.
func (c *values) listReads(s *valueSide) {
	g, l := c.g, &c.ranges
	l.head = filled(l.head, len(s.state), -1)
	l.defined = filled(l.defined, len(s.state), -1)
	l.killed = filled(l.killed, len(g.nodes), -1)
	l.live = filled(l.live, len(g.nodes), -1)
	l.next, l.node = l.next[:0], l.node[:0]
	shared := int32(len(c.node))
	for bi := range int32(g.nblocks()) {
		b := g.blocks[bi].b
		if s == &c.after {
			b = c.aligned.blocks[bi]
		}
		for j := s.head[bi]; j >= 0; j = s.phis[j].next {
			l.defined[s.phis[j].id] = g.blocks[bi].node0
		}
		if fi := g.blocks[bi].fn; g.fns[fi].entry == bi {
			for k := c.firstParam[fi]; k < shared && c.instr[k] == atParams && c.node[k] == g.blocks[bi].node0; k++ {
				l.defined[s.id[k]] = c.node[k]
			}
		}
		for node := g.blocks[bi].node0; node <= g.lastNode(bi); node++ {
			nd := &g.nodes[node]
			def := c.firstDef[node] // the next one that stands here
			for i := nd.lo; i < nd.hi; i++ {
				uses := b.Instrs[i].Uses()
				for k := range uses {
					l.read(s, int32(uses[k].Identifier), node)
				}
				for ; def < shared && c.node[def] == node && c.instr[def] == i; def++ {
					l.defined[s.id[def]] = node
				}
			}
			if node == g.lastNode(bi) {
				for k := range b.Term.Operands {
					l.read(s, int32(b.Term.Operands[k].Identifier), node)
				}
			}
		}
		// What phis read at the end of their predecessors. Whether these define it
		// is known once the range is found.
		preds := g.preds(bi)
		for j := s.head[bi]; j >= 0; j = s.phis[j].next {
			if int(j) >= s.explicit {
				continue // an implied phi reads only what is live where it stands
			}
			for slot, p := range preds {
				if id := s.opID[s.phis[j].base+int32(slot)]; id >= 0 && p >= 0 && s.state[id] == definedOften {
					l.next, l.node = append(l.next, l.head[id]), append(l.node, ^p)
					l.head[id] = int32(len(l.node)) - 1
				}
			}
		}
	}
}

// read notes that a node reads an identifier, unless it defined it before.
func (l *liveRanges) read(s *valueSide, id, node int32) {
	if s.state[id] != definedOften || l.defined[id] == node {
		return
	}
	if k := l.head[id]; k >= 0 && l.node[k] == node {
		return
	}
	l.next, l.node = append(l.next, l.head[id]), append(l.node, node)
	l.head[id] = int32(len(l.node)) - 1
}

// liveRange marks the nodes at whose start an identifier is live. defs are the
// nodes that define it. It reports whether it found all of them.
func (c *values) liveRange(id int32, defs []int32) bool {
	g, l := c.g, &c.ranges
	for _, node := range defs {
		l.killed[node] = id
	}
	l.work = l.work[:0]
	budget := minLiveBudget + liveBudgetPerPlace*len(defs)
	mark := func(node int32) {
		if l.live[node] != id {
			l.live[node] = id
			l.work = append(l.work, node)
		}
	}
	for k := l.head[id]; k >= 0; k = l.next[k] {
		budget += liveBudgetPerPlace
		switch node := l.node[k]; {
		case node >= 0:
			mark(node)
		case l.killed[^node] != id:
			mark(^node)
		}
	}
	for ; len(l.work) > 0; budget-- {
		if budget < 0 {
			return false
		}
		node := l.work[len(l.work)-1]
		l.work = l.work[:len(l.work)-1]
		block := g.nodes[node].block
		if node > g.blocks[block].node0 {
			if l.killed[node-1] != id {
				mark(node - 1)
			}
			continue
		}
		for _, p := range g.preds(block) {
			if p >= 0 && l.killed[p] != id {
				mark(p)
			}
		}
		budget -= len(g.preds(block))
	}
	return true
}
