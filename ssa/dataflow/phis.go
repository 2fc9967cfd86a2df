package dataflow

import "slices"

// Phis tells where phis are needed: pruned SSA form by iterated dominance
// frontiers (Cytron et al.: Efficiently Computing Static Single Assignment Form
// and the Control Dependence Graph, 1991). The entry counts as a definition of all
// variables. Blocks that control cannot reach have none, and their edges do not
// count.
//
// The frontiers are not made: for each variable the dominator tree is walked below
// the definitions, deepest first (Sreedhar and Gao: A Linear Time Algorithm for
// Placing φ-nodes, 1995), and only where the variable is live. That misses
// nothing: if control comes from a definition to the start of a block, and no
// definition or phi of the variable lies between them in the tree, the variable is
// live in all blocks between them if it is in that one.
type Phis struct {
	list, start []int32
}

// At returns the variables for which a block needs phis, in order.
func (p *Phis) At(b int32) []int32 { return p.list[p.start[b]:p.start[b+1]] }

// Place computes where phis are needed.
//
// Preconditions: live and doms are of the code c. No edge leads to the entry, and
// no edges define variables; a
// block of its own on the edge can.
func (p *Phis) Place(c *Code, live *Liveness, doms *Dominators) {
	n := len(c.blocks)
	defs := newByVariable(c, live, doms)
	var pairs []pair
	hasPhi, isRoot, walked := make([]int32, n), make([]int32, n), make([]int32, n)
	var heap rootHeap
	var stack []int32
	for v := range int32(c.vars) {
		stamp := v + 1
		heap.depth = doms.depth
		for _, b := range defs.of(v) {
			if isRoot[b] != stamp {
				isRoot[b] = stamp
				heap.push(b)
			}
		}
		if len(heap.blocks) == 0 {
			continue
		}
		if isRoot[0] != stamp {
			isRoot[0] = stamp
			heap.push(0)
		}
		for len(heap.blocks) > 0 {
			root := heap.pop()
			stack = append(stack[:0], root)
			walked[root] = stamp
			for len(stack) > 0 {
				b := stack[len(stack)-1]
				stack = stack[:len(stack)-1]
				for _, e := range c.Out(b) {
					y := e.To
					// In the frontier of the root if the root is no deeper.
					if doms.Idom[y] != b && doms.depth[y] <= doms.depth[root] && hasPhi[y] != stamp && live.isLive(y, v) {
						hasPhi[y] = stamp
						pairs = append(pairs, pair{y, v})
						if isRoot[y] != stamp {
							isRoot[y] = stamp
							heap.push(y)
						}
					}
				}
				for _, k := range doms.Children(b) {
					if walked[k] != stamp && live.isLive(k, v) {
						walked[k] = stamp
						stack = append(stack, k)
					}
				}
			}
		}
	}
	p.start = make([]int32, n+1)
	for _, x := range pairs {
		p.start[x.b+1]++
	}
	for b := range n {
		p.start[b+1] += p.start[b]
	}
	p.list = make([]int32, len(pairs))
	next := append([]int32(nil), p.start[:n]...)
	for _, x := range pairs {
		p.list[next[x.b]] = x.v
		next[x.b]++
	}
	for b := range int32(n) {
		slices.Sort(p.At(b))
	}
}

// byVariable lists the blocks that define each variable which is live somewhere.
type byVariable struct{ blocks, start []int32 }

func (d *byVariable) of(v int32) []int32 { return d.blocks[d.start[v]:d.start[v+1]] }

func newByVariable(c *Code, live *Liveness, doms *Dominators) byVariable {
	d := byVariable{start: make([]int32, c.vars+1)}
	each := func(visit func(b, v int32)) {
		for b := range int32(len(c.blocks)) {
			if !doms.In(b) {
				continue
			}
			for _, e := range c.body(b) {
				if e.what != use && live.crosses[e.v] {
					visit(b, e.v)
				}
			}
		}
	}
	each(func(_, v int32) { d.start[v+1]++ })
	for v := range c.vars {
		d.start[v+1] += d.start[v]
	}
	d.blocks = make([]int32, d.start[c.vars])
	next := append([]int32(nil), d.start[:c.vars]...)
	each(func(b, v int32) {
		d.blocks[next[v]] = b
		next[v]++
	})
	return d
}

// rootHeap holds blocks, the deepest in the dominator tree first.
type rootHeap struct {
	blocks []int32
	depth  []int32
}

func (h *rootHeap) push(b int32) {
	h.blocks = append(h.blocks, b)
	i := len(h.blocks) - 1
	for i > 0 {
		up := (i - 1) / 2
		if h.depth[h.blocks[up]] >= h.depth[h.blocks[i]] {
			break
		}
		h.blocks[up], h.blocks[i] = h.blocks[i], h.blocks[up]
		i = up
	}
}

func (h *rootHeap) pop() int32 {
	top := h.blocks[0]
	last := len(h.blocks) - 1
	h.blocks[0] = h.blocks[last]
	h.blocks = h.blocks[:last]
	for i := 0; ; {
		kid := 2*i + 1
		if kid >= last {
			break
		}
		if kid+1 < last && h.depth[h.blocks[kid+1]] > h.depth[h.blocks[kid]] {
			kid++
		}
		if h.depth[h.blocks[i]] >= h.depth[h.blocks[kid]] {
			break
		}
		h.blocks[i], h.blocks[kid] = h.blocks[kid], h.blocks[i]
		i = kid
	}
	return top
}
