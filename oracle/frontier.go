package oracle

import "math"

// frontier finds iterated dominance frontiers: the nodes where values of
// several definitions can meet.
//
// An edge is a join edge if its source is not the immediate dominator of its
// target. The frontier of a node x is the set of targets of join edges that
// leave the dominator subtree of x and whose target is not deeper in the tree
// than x (Sreedhar and Gao, "A linear time algorithm for placing phi-nodes",
// 1995). Sources are ordered by their preorder number, so that a subtree is an
// interval, and a tournament tree over the targets' depths finds the edges of
// an interval that qualify in logarithmic time each. A found edge is switched
// off while the same set is computed, which makes the cost proportional to the
// edges into the result, however large the graph is and however many
// definitions there are.
type frontier struct {
	first  []int32 // by preorder number: the first join edge from there or later
	target []int32 // by join edge: its target, a node
	depth  []int32 // by join edge: the target's level
	tree   []int32 // tournament tree of the depths that are switched on
	base   int32   // the first leaf
	off    []int32 // edges switched off
}

const switchedOff = math.MaxInt32

// build lists the join edges of g, whose dominators must be known.
func (x *frontier) build(g *flow) {
	d := &g.dom
	x.first, x.target, x.depth, x.off = x.first[:0], x.target[:0], x.depth[:0], x.off[:0]
	for _, node := range d.order {
		x.first = append(x.first, int32(len(x.target)))
		for i := int32(0); ; i++ {
			to, ok := g.nextNode(node, i)
			if !ok {
				break
			}
			if d.idom[to] != node {
				x.target = append(x.target, to)
				x.depth = append(x.depth, d.level[to])
			}
		}
	}
	n := int32(len(x.target))
	x.first = append(x.first, n)
	x.base = 1
	for x.base < n {
		x.base *= 2
	}
	x.tree = filled(x.tree, int(2*x.base), switchedOff)
	copy(x.tree[x.base:], x.depth)
	for i := x.base - 1; i > 0; i-- {
		x.tree[i] = min(x.tree[2*i], x.tree[2*i+1])
	}
}

// set changes the depth of a join edge in the tournament tree.
func (x *frontier) set(edge, depth int32) {
	i := x.base + edge
	x.tree[i] = depth
	for i /= 2; i > 0; i /= 2 {
		x.tree[i] = min(x.tree[2*i], x.tree[2*i+1])
	}
}

// find returns the first join edge of [lo, hi) whose target is at the given
// level or above, or -1.
func (x *frontier) find(lo, hi, level int32) int32 {
	if lo >= hi {
		return -1
	}
	i := x.base + lo
	for x.tree[i] > level {
		for i&1 == 1 {
			i /= 2
		}
		if i == 0 {
			return -1
		}
		i++
	}
	for i < x.base {
		i *= 2
		if x.tree[i] > level {
			i++
		}
	}
	if i -= x.base; i < hi {
		return i
	}
	return -1
}

// each calls yield for every node of the frontier of node, but for those found
// since the last call of reset.
func (x *frontier) each(d *dominators, node int32, yield func(int32)) {
	lo, hi := x.first[d.pre[node]], x.first[d.last[node]+1]
	for {
		e := x.find(lo, hi, d.level[node])
		if e < 0 {
			return
		}
		x.set(e, switchedOff)
		x.off = append(x.off, e)
		yield(x.target[e])
		lo = e + 1
	}
}

// reset switches all edges on again.
func (x *frontier) reset() {
	for _, e := range x.off {
		x.set(e, x.depth[e])
	}
	x.off = x.off[:0]
}
