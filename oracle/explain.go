package oracle

import "assay/hir"

// maxPaths bounds how many violations of one validation get a path, and
// maxPathEdges how many phis a path may lead through: finding a path takes a
// search of the graph for each.
const (
	maxPaths     = 8
	maxPathEdges = 64
)

// reportValues reports the unequal pairs that values.run has found, each place
// once.
func (v *Verifier) reportValues() {
	c := &v.values
	seen := map[use]bool{}
	paths := 0
	for _, p := range c.fails {
		if seen[p.use] {
			continue
		}
		seen[p.use] = true
		block := c.g.nodes[p.use.node].block
		place := c.placeAfter(p.use)
		x := v.report(KindWrongValue, block, int(p.use.instr), place.Identifier, c.describe(&c.before, p.before), c.describe(&c.after, p.after))
		if paths < maxPaths {
			paths++
			x.Path = c.path(p)
		}
	}
	for _, f := range c.fixed {
		v.reportAt(KindFixedPlace, f.at, f.after, identOf(c.before.env, f.before), identOf(c.after.env, f.after))
	}
}

// placeAfter returns the place of a use in the function after.
func (c *values) placeAfter(u use) hir.Place {
	b := c.aligned.blocks[c.g.nodes[u.node].block]
	if int(u.instr) == len(b.Instrs) {
		return b.Term.Operands[u.operand]
	}
	return b.Instrs[u.instr].Uses()[u.operand]
}

// describe says what a value is.
func (c *values) describe(s *valueSide, val int32) string {
	shared := int32(len(c.node))
	fn := int32(0)
	text := ""
	switch {
	case val == noValue:
		return "no operand of the phi"
	case val <= initialValue:
		return identOf(s.env, hir.IdentifierID(initialValue-val)) + " without a definition"
	case val >= shared:
		phi := &s.phis[val-shared]
		fb := &c.g.blocks[phi.block]
		fn = fb.fn
		text = identOf(s.env, hir.IdentifierID(phi.id)) + " as merged in " + fb.b.ID.String()
	default:
		fb := &c.g.blocks[c.g.nodes[c.node[val]].block]
		fn = fb.fn
		text = identOf(s.env, hir.IdentifierID(s.id[val])) + " as defined by "
		if i := c.instr[val]; i == atParams {
			text += "a parameter"
		} else {
			text += "instruction " + itoa(int(fb.b.Instrs[i].ID)) + " in " + fb.b.ID.String()
		}
	}
	if fn != 0 {
		text += " of " + c.g.functionName(fn)
	}
	return text
}

// path returns the blocks of a path from the entry to the use of an unequal
// pair, on which the values differ. It leads over the edges on which the pair
// came up, and between them on shortest ways. It is nil if there are too many.
func (c *values) path(p valuePair) []hir.BlockID {
	// A pair came up on an edge into the block of its parent's phi, which is passed
	// after it; so going from parent to parent goes forward to the use.
	type leg struct{ from, to int32 }
	var legs []leg
	from := c.g.walk[0]
	for p.parent >= 0 {
		if len(legs) == maxPathEdges {
			return nil
		}
		parent := c.pairs[p.parent]
		block := c.laterBlock(parent)
		if pred := c.g.preds(block)[p.slot]; pred >= 0 {
			legs = append(legs, leg{from, pred})
		}
		from = c.g.blocks[block].node0
		p = parent
	}
	legs = append(legs, leg{from, p.use.node})
	var out []hir.BlockID
	lastNode := int32(-1)
	for _, l := range legs {
		for _, n := range c.g.shortestPath(l.from, l.to) {
			// A block that was cut at a nested function is one block still.
			nd := &c.g.nodes[n]
			if n != c.g.blocks[nd.block].node0 && lastNode == n-1 {
				lastNode = n
				continue
			}
			out = append(out, c.g.blocks[nd.block].b.ID)
			lastNode = n
		}
	}
	return out
}

// laterBlock returns the block of the phi that solve replaced in a pair.
func (c *values) laterBlock(p valuePair) int32 {
	shared := int32(len(c.node))
	if c.depth(&c.before, p.before) >= c.depth(&c.after, p.after) {
		return c.before.phis[p.before-shared].block
	}
	return c.after.phis[p.after-shared].block
}

// shortestPath returns the nodes of a shortest path, its ends included.
func (g *flow) shortestPath(from, to int32) []int32 {
	if from == to {
		return []int32{from}
	}
	came := filled(nil, len(g.nodes), -1)
	came[from] = from
	queue := []int32{from}
	for len(queue) > 0 && came[to] < 0 {
		n := queue[0]
		queue = queue[1:]
		for i := int32(0); ; i++ {
			next, ok := g.nextNode(n, i)
			if !ok {
				break
			}
			if came[next] < 0 {
				came[next] = n
				queue = append(queue, next)
			}
		}
	}
	if came[to] < 0 {
		return nil
	}
	var path []int32
	for n := to; n != from; n = came[n] {
		path = append(path, n)
	}
	path = append(path, from)
	for i, j := 0, len(path)-1; i < j; i, j = i+1, j-1 {
		path[i], path[j] = path[j], path[i]
	}
	return path
}
