package oracle

// dominators is the dominator tree of a flow. Nodes that cannot be reached are
// not in it.
//
// It is computed with the algorithm of Lengauer and Tarjan ("A fast algorithm
// for finding dominators in a flowgraph", 1979) with path compression, which is
// near-linear on every graph: chains, ladders, and the one handler that a
// hundred thousand throwing instructions share.
type dominators struct {
	// idom is the immediate dominator of each node; -1 for the root and what
	// cannot be reached.
	idom []int32
	// level is the depth in the tree; the root's is 0.
	level []int32
	// pre numbers the nodes of the tree in preorder, and last is the largest
	// number in the node's subtree. pre is -1 for what cannot be reached.
	pre, last []int32
	// order lists the reachable nodes by pre.
	order []int32

	// Scratch, indexed by position in the depth-first walk.
	semi, label, ancestor, dom, bucket, next, size, free []int32
	path                                                 []int32
}

// dominates reports whether every path from the entry to b passes a. Both must
// be reachable. A node dominates itself.
func (d *dominators) dominates(a, b int32) bool {
	return d.pre[a] <= d.pre[b] && d.pre[b] <= d.last[a]
}

// compute needs g's walk and preds.
func (d *dominators) compute(g *flow) {
	n := len(g.walk)
	d.semi, d.label = resize(d.semi, n), resize(d.label, n)
	d.ancestor, d.dom = filled(d.ancestor, n, -1), resize(d.dom, n)
	d.bucket, d.next = filled(d.bucket, n, -1), resize(d.next, n)
	for i := range int32(n) {
		d.semi[i], d.label[i] = i, i
	}
	for w := int32(n) - 1; w > 0; w-- {
		node := g.walk[w]
		block := g.nodes[node].block
		if node == g.blocks[block].node0 {
			for _, p := range g.preds(block) {
				if p >= 0 {
					d.semi[w] = min(d.semi[w], d.semi[d.eval(g.walkPos[p])])
				}
			}
		} else {
			d.semi[w] = min(d.semi[w], d.semi[d.eval(g.walkPos[node-1])])
		}
		s := d.semi[w]
		d.next[w] = d.bucket[s]
		d.bucket[s] = w
		p := g.parent[w]
		d.ancestor[w] = p
		for v := d.bucket[p]; v >= 0; v = d.next[v] {
			u := d.eval(v)
			if d.semi[u] < d.semi[v] {
				d.dom[v] = u
			} else {
				d.dom[v] = p
			}
		}
		d.bucket[p] = -1
	}
	for w := 1; w < n; w++ {
		if d.dom[w] != d.semi[w] {
			d.dom[w] = d.dom[d.dom[w]]
		}
	}
	d.number(g)
}

// eval returns the position with the least semidominator on the way from v up
// to, but without, the root of the forest linked so far.
func (d *dominators) eval(v int32) int32 {
	a := d.ancestor[v]
	if a < 0 {
		return v
	}
	if d.ancestor[a] < 0 {
		return d.label[v]
	}
	d.path = d.path[:0]
	for u := v; d.ancestor[d.ancestor[u]] >= 0; u = d.ancestor[u] {
		d.path = append(d.path, u)
	}
	for i := len(d.path) - 1; i >= 0; i-- {
		u := d.path[i]
		a := d.ancestor[u]
		if d.semi[d.label[a]] < d.semi[d.label[u]] {
			d.label[u] = d.label[a]
		}
		d.ancestor[u] = d.ancestor[a]
	}
	return d.label[v]
}

// number derives the tables by node from dom. An immediate dominator stands
// before its node in the walk, so that no recursion is needed.
func (d *dominators) number(g *flow) {
	n := len(g.walk)
	nodes := len(g.nodes)
	d.idom, d.pre = filled(d.idom, nodes, -1), filled(d.pre, nodes, -1)
	d.last, d.level = resize(d.last, nodes), resize(d.level, nodes)
	d.order = resize(d.order, n)
	d.size, d.free = filled(d.size, n, 1), resize(d.free, n)
	for w := n - 1; w > 0; w-- {
		d.size[d.dom[w]] += d.size[w]
	}
	for w := range int32(n) {
		node := g.walk[w]
		pre := int32(0)
		if w > 0 {
			p := d.dom[w]
			pre = d.free[p]
			d.free[p] += d.size[w]
			d.idom[node] = g.walk[p]
			d.level[node] = d.level[g.walk[p]] + 1
		} else {
			d.level[node] = 0
		}
		d.free[w] = pre + 1
		d.pre[node] = pre
		d.last[node] = pre + d.size[w] - 1
		d.order[pre] = node
	}
}
