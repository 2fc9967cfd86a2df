package dataflow

// Dominators is the dominator tree of a code: block a dominates b if each path from
// the entry to b goes through a. Blocks that control cannot reach are not in it.
//
// It is found by semidominators (Georgiadis, Tarjan and Werneck: Finding
// Dominators in Practice, 2006; the algorithm they call SEMI-NCA), with path
// compression.
type Dominators struct {
	// Idom holds the immediate dominator of each block, -1 of the entry and of
	// blocks that are not in the tree.
	Idom []int32
	// Order lists the blocks of the tree: each after its immediate dominator, and
	// all blocks that one dominates directly behind it (preorder).
	Order []int32
	// first and last of a block are its place in Order, and that of the last block
	// that it dominates; first is -1 if it is not in the tree.
	first, last []int32
	// depth is the distance from the entry in the tree.
	depth []int32
	// children lists the blocks by their immediate dominators.
	children, childStart []int32
}

// Compute finds the dominators of a code.
func (d *Dominators) Compute(c *Code) {
	n := len(c.blocks)
	number, vertex, parent := depthFirst(c)
	m := len(vertex)
	// All of what follows is by number, in depth-first order.
	semi, label, ancestor, idom := make([]int32, m), make([]int32, m), make([]int32, m), make([]int32, m)
	for i := range m {
		semi[i], label[i], ancestor[i], idom[i] = int32(i), int32(i), -1, parent[i]
	}
	var path []int32
	// least returns the vertex with the least semidominator on the path from v
	// up to, and without, the root of its tree in the forest of those processed.
	least := func(v int32) int32 {
		if ancestor[v] < 0 {
			return v
		}
		path = path[:0]
		for ancestor[ancestor[v]] >= 0 {
			path = append(path, v)
			v = ancestor[v]
		}
		for i := len(path) - 1; i >= 0; i-- {
			u := path[i]
			if a := ancestor[u]; semi[label[a]] < semi[label[u]] {
				label[u] = label[a]
			}
			ancestor[u] = ancestor[v]
			v = u
		}
		return label[v]
	}
	for i := int32(m) - 1; i > 0; i-- {
		for _, e := range c.In(vertex[i]) {
			p := number[c.edges[e].From]
			if p < 0 {
				continue
			}
			if s := semi[least(p)]; s < semi[i] {
				semi[i] = s
			}
		}
		label[i] = i
		ancestor[i] = parent[i]
	}
	for i := int32(1); i < int32(m); i++ {
		for idom[i] > semi[i] {
			idom[i] = idom[idom[i]]
		}
	}
	d.Idom = make([]int32, n)
	for b := range d.Idom {
		d.Idom[b] = -1
	}
	for i := 1; i < m; i++ {
		d.Idom[vertex[i]] = vertex[idom[i]]
	}
	d.tree(n, m)
}

// depthFirst numbers the blocks that control can reach in depth-first order:
// number by block (-1 if there is none), the block of each number, and the number
// of the block that each was found from.
func depthFirst(c *Code) (number, vertex, parent []int32) {
	number = make([]int32, len(c.blocks))
	for b := range number {
		number[b] = -1
	}
	if len(c.blocks) == 0 {
		return number, nil, nil
	}
	type frame struct{ b, next int32 }
	visit := func(b, from int32) frame {
		number[b] = int32(len(vertex))
		vertex, parent = append(vertex, b), append(parent, from)
		first, _ := c.OutRange(b)
		return frame{b, first}
	}
	stack := []frame{visit(0, -1)}
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		if _, end := c.OutRange(top.b); top.next == end {
			stack = stack[:len(stack)-1]
			continue
		}
		to := c.edges[top.next].To
		top.next++
		if number[to] < 0 {
			stack = append(stack, visit(to, number[top.b]))
		}
	}
	return number, vertex, parent
}

// tree orders the blocks by the tree, which has m of n.
func (d *Dominators) tree(n, m int) {
	d.childStart = make([]int32, n+1)
	d.children = make([]int32, max(m-1, 0))
	for _, p := range d.Idom {
		if p >= 0 {
			d.childStart[p+1]++
		}
	}
	for b := range n {
		d.childStart[b+1] += d.childStart[b]
	}
	next := append([]int32(nil), d.childStart[:n]...)
	for b, p := range d.Idom {
		if p >= 0 {
			d.children[next[p]] = int32(b)
			next[p]++
		}
	}
	d.first, d.last, d.depth = make([]int32, n), make([]int32, n), make([]int32, n)
	for b := range d.first {
		d.first[b] = -1
	}
	d.Order = make([]int32, 0, m)
	if m == 0 {
		return
	}
	stack := []int32{0}
	for len(stack) > 0 {
		b := stack[len(stack)-1]
		if d.first[b] >= 0 { // all below it is done
			d.last[b] = int32(len(d.Order)) - 1
			stack = stack[:len(stack)-1]
			continue
		}
		d.first[b] = int32(len(d.Order))
		d.Order = append(d.Order, b)
		kids := d.Children(b)
		for i := len(kids) - 1; i >= 0; i-- {
			d.depth[kids[i]] = d.depth[b] + 1
			stack = append(stack, kids[i])
		}
	}
}

// Children returns the blocks of which a block is the immediate dominator, in
// order of their numbers.
func (d *Dominators) Children(b int32) []int32 { return d.children[d.childStart[b]:d.childStart[b+1]] }

// In reports whether a block is in the tree: whether control can reach it.
func (d *Dominators) In(b int32) bool { return d.first[b] >= 0 }

// Dominates reports whether a dominates b, both in the tree. A block dominates
// itself.
func (d *Dominators) Dominates(a, b int32) bool {
	return d.first[a] <= d.first[b] && d.first[b] <= d.last[a]
}
