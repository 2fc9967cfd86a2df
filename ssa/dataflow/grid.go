package dataflow

// cell is what is known of a variable in a block.
type cell struct {
	// exit tells what the variable holds when control leaves the block, apart
	// from what edges define: passedOn if the block does not assign it, assigned,
	// or firstRoot plus a variable whose value at the block's entry it has.
	exit int32
	// edge is one more than the edge of the block that defines the variable, 0 if
	// none does, or severalEdges.
	edge  int32
	flags uint8
}

const (
	passedOn int32 = iota
	assigned
	firstRoot
)

const severalEdges int32 = -1

const (
	// live says that something reads the value that the variable has at the
	// block's entry.
	live uint8 = 1 << iota
	// may says that the variable may be assigned when control enters the block.
	may
)

// grid holds cells by block and variable: in a table while that is small, else
// only those that differ from zero.
type grid struct {
	vars  int
	dense []cell
	keys  []uint64 // one more than block and variable; 0 is free
	cells []cell
	used  int
}

// maxDense is how many cells a table may have.
const maxDense = 1 << 20

func (g *grid) reset(blocks, vars int) {
	g.vars, g.used = vars, 0
	if n := blocks * vars; n <= maxDense {
		if cap(g.dense) < n {
			g.dense = make([]cell, n)
		}
		g.dense = g.dense[:n]
		clear(g.dense)
		g.keys, g.cells = nil, nil
		return
	}
	g.dense = nil
	g.keys, g.cells = make([]uint64, 1<<12), make([]cell, 1<<12)
}

// get returns the cell of a variable in a block.
func (g *grid) get(b, v int32) cell {
	if g.dense != nil {
		return g.dense[int(b)*g.vars+int(v)]
	}
	if i, ok := g.find(b, v); ok {
		return g.cells[i]
	}
	return cell{}
}

// at returns the place of a cell, which is good until the next call.
func (g *grid) at(b, v int32) *cell {
	if g.dense != nil {
		return &g.dense[int(b)*g.vars+int(v)]
	}
	i, ok := g.find(b, v)
	if !ok {
		if 2*g.used >= len(g.keys) {
			g.grow()
			i, _ = g.find(b, v)
		}
		g.keys[i] = key(b, v)
		g.used++
	}
	return &g.cells[i]
}

func key(b, v int32) uint64 { return uint64(b)<<32 + uint64(v) + 1 }

// find returns the place of a cell, or a free one.
func (g *grid) find(b, v int32) (int, bool) {
	k := key(b, v)
	mask := len(g.keys) - 1
	// Fibonacci hashing: the high bits of the product depend on all of the key.
	i := int(k*0x9e3779b97f4a7c15>>32) & mask
	for g.keys[i] != 0 {
		if g.keys[i] == k {
			return i, true
		}
		i = (i + 1) & mask
	}
	return i, false
}

func (g *grid) grow() {
	keys, cells := g.keys, g.cells
	g.keys, g.cells = make([]uint64, 2*len(keys)), make([]cell, 2*len(keys))
	for i, k := range keys {
		if k != 0 {
			j, _ := g.find(int32((k-1)>>32), int32(uint32(k-1)))
			g.keys[j], g.cells[j] = k, cells[i]
		}
	}
}
