package dataflow

// Code is a view of a function: what its blocks and edges do to variables, in
// order. Variables are numbered from 0, blocks too, and block 0 is the entry.
//
// It is made with Block, Edge, Use, Define and Copy, in the order of the code.
type Code struct {
	vars    int
	blocks  []block
	edges   []Edge
	events  []event
	in      []int32 // edges by target
	inStart []int32
}

// block tells where the events and edges of a block start. Its own events come
// before those of its edges.
type block struct{ events, edges int32 }

// Edge is an edge from one block to another.
type Edge struct {
	From, To int32
	events   int32 // where they start; they end where those of the next edge or block start
}

// event is a use of variable v, a definition of it, or a copy to it.
type event struct {
	v    int32
	what int32 // use, define, or the variable that is copied
}

const (
	use    int32 = -1
	define int32 = -2
)

// Reset makes the code empty, for a function with so many variables.
func (c *Code) Reset(vars int) {
	*c = Code{vars: vars, blocks: c.blocks[:0], edges: c.edges[:0], events: c.events[:0], in: c.in[:0], inStart: c.inStart[:0]}
}

// Block starts the next block.
func (c *Code) Block() {
	c.blocks = append(c.blocks, block{int32(len(c.events)), int32(len(c.edges))})
}

// Edge starts the next edge of the present block. What follows happens when
// control takes the edge: first Defines, then Uses; there are no Copies.
func (c *Code) Edge(to int32) {
	c.edges = append(c.edges, Edge{int32(len(c.blocks) - 1), to, int32(len(c.events))})
}

// Use reads a variable.
func (c *Code) Use(v int32) { c.events = append(c.events, event{v, use}) }

// Define gives a variable a new value.
func (c *Code) Define(v int32) { c.events = append(c.events, event{v, define}) }

// Copy gives a variable the value that another one has.
func (c *Code) Copy(to, from int32) { c.events = append(c.events, event{to, from}) }

// Done says that the code is whole.
func (c *Code) Done() {
	n := len(c.blocks)
	c.inStart = append(c.inStart, make([]int32, n+1)...)
	c.in = append(c.in, make([]int32, len(c.edges))...)
	for i := range c.edges {
		c.inStart[c.edges[i].To+1]++
	}
	for i := range n {
		c.inStart[i+1] += c.inStart[i]
	}
	next := append([]int32(nil), c.inStart[:n]...)
	for i := range c.edges {
		t := c.edges[i].To
		c.in[next[t]] = int32(i)
		next[t]++
	}
}

// Blocks returns the number of blocks.
func (c *Code) Blocks() int { return len(c.blocks) }

// In returns the edges that lead to a block, as indices of AllEdges.
func (c *Code) In(b int32) []int32 { return c.in[c.inStart[b]:c.inStart[b+1]] }

// Out returns the edges that leave a block.
func (c *Code) Out(b int32) []Edge {
	first, end := c.OutRange(b)
	return c.edges[first:end]
}

// OutRange returns the first of the edges that leave a block, and the one behind
// the last, as indices of AllEdges.
func (c *Code) OutRange(b int32) (first, end int32) {
	if int(b)+1 < len(c.blocks) {
		return c.blocks[b].edges, c.blocks[b+1].edges
	}
	return c.blocks[b].edges, int32(len(c.edges))
}

// AllEdges returns all edges by blocks.
func (c *Code) AllEdges() []Edge { return c.edges }

// body returns the events of a block, without those of its edges.
func (c *Code) body(b int32) []event {
	first, end := c.OutRange(b)
	if first < end {
		return c.events[c.blocks[b].events:c.edges[first].events]
	}
	return c.events[c.blocks[b].events:c.blockEnd(b)]
}

func (c *Code) blockEnd(b int32) int32 {
	if int(b)+1 < len(c.blocks) {
		return c.blocks[b+1].events
	}
	return int32(len(c.events))
}

// onEdge returns the events of an edge.
func (c *Code) onEdge(e int32) []event {
	from := c.edges[e].From
	if _, end := c.OutRange(from); e+1 < end {
		return c.events[c.edges[e].events:c.edges[e+1].events]
	}
	return c.events[c.edges[e].events:c.blockEnd(from)]
}

// Reachable returns which blocks control can reach from the entry.
func (c *Code) Reachable() []bool {
	seen := make([]bool, len(c.blocks))
	if len(seen) == 0 {
		return seen
	}
	seen[0] = true
	work := []int32{0}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		for _, e := range c.Out(b) {
			if !seen[e.To] {
				seen[e.To] = true
				work = append(work, e.To)
			}
		}
	}
	return seen
}
