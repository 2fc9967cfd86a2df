package muoracle

import (
	"slices"

	"assay/mu"
)

// flow tells, for a function in pre-SSA form, which variables are live and which
// may be assigned at the entry of each block, and where their values meet. It finds
// each by the plainest way: following a read backwards until an assignment, and
// passing assignments forwards until nothing changes. A copy (ID) reads only if
// something reads what it assigns.
type flow struct {
	f    *mu.Function
	keep bool // IDs are instructions like others
	vars int
	// edges lists all edges, in the order of blocks; into those that lead to each
	// block.
	edges     []flowEdge
	into      [][]int32
	first     []int32 // the first edge of each block
	reachable []bool
	// live and may are matrices of blocks and variables.
	live, may []bool
	at        []bool // variables assigned at the place under way
	work      []flowPlace
}

// flowEdge is an edge of a terminator.
type flowEdge struct {
	from mu.BlockID
	k    int
	dest *mu.Dest
	// defines says that the results of the terminator exist on it.
	defines bool
}

type flowPlace struct {
	b mu.BlockID
	v mu.VarID
}

// copies reports whether an instruction is a copy that disappears.
func (w *flow) copies(in *mu.Instruction) bool { return in.Op == mu.ID && in.Name == "" && !w.keep }

func resize[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n)
	}
	s = s[:n]
	clear(s)
	return s
}

// compute looks at a function.
func (w *flow) compute(f *mu.Function, keep bool) {
	n := len(f.Blocks)
	w.f, w.keep, w.vars = f, keep, len(f.Vars)
	w.edges, w.first = w.edges[:0], resize(w.first, n+1)
	for len(w.into) < n {
		w.into = append(w.into, nil)
	}
	for b := range n {
		w.into[b] = w.into[b][:0]
	}
	for b := range n {
		w.first[b] = int32(len(w.edges))
		t := f.Blocks[b].Terminator()
		for k := range t.Dests {
			d := &t.Dests[k]
			w.into[d.Block] = append(w.into[d.Block], int32(len(w.edges)))
			w.edges = append(w.edges, flowEdge{mu.BlockID(b), k, d, len(t.ResultsOn(k)) > 0})
		}
	}
	w.first[n] = int32(len(w.edges))
	w.reach()
	w.findLive()
	w.findMay()
}

func (w *flow) out(b mu.BlockID) []flowEdge { return w.edges[w.first[b]:w.first[b+1]] }

func (w *flow) reach() {
	w.reachable = resize(w.reachable, len(w.f.Blocks))
	w.reachable[0] = true
	stack := []mu.BlockID{0}
	for len(stack) > 0 {
		b := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, e := range w.out(b) {
			if t := e.dest.Block; !w.reachable[t] {
				w.reachable[t] = true
				stack = append(stack, t)
			}
		}
	}
}

// headDefines reports whether a block assigns a variable at its start.
func (w *flow) headDefines(b mu.BlockID, v mu.VarID) bool {
	blk := &w.f.Blocks[b]
	for i := range w.f.NumParams(b) {
		if w.f.Param(b, i) == v {
			return true
		}
	}
	if blk.HasExc && blk.Exc.Var == v {
		return true
	}
	for i := range blk.Instrs {
		in := &blk.Instrs[i]
		if in.Op != mu.PHI && in.Op != mu.LANDINGPAD {
			return false
		}
		for _, d := range in.Results {
			if d.Var == v {
				return true
			}
		}
	}
	return false
}

// eachArgument visits the explicit arguments of an edge, whether written or not, and
// the values that PHIs of its target have for it, with what they are assigned to.
func (w *flow) eachArgument(e *flowEdge, visit func(o mu.Operand, to mu.VarID)) {
	f, t := w.f, e.dest.Block
	for i := range f.NumParams(t) {
		p := f.Param(t, i)
		if e.dest.HasArgs {
			visit(e.dest.Args[i], p)
		} else {
			visit(mu.Local(p), p)
		}
	}
	for i := range f.Blocks[t].Instrs {
		in := &f.Blocks[t].Instrs[i]
		switch in.Op {
		case mu.PHI:
			for _, x := range in.Extra.Incoming {
				if x.Pred.Block == e.from {
					to := mu.NoVar
					if len(in.Results) > 0 {
						to = in.Results[0].Var
					}
					visit(x.Value, to)
				}
			}
		case mu.LANDINGPAD:
		default:
			return
		}
	}
}

func defines(in *mu.Instruction, v mu.VarID) bool {
	for _, d := range in.Results {
		if d.Var == v {
			return true
		}
	}
	return false
}

// findLive follows each read back to where its value comes from.
func (w *flow) findLive() {
	f := w.f
	w.live = resize(w.live, len(f.Blocks)*w.vars)
	w.work = w.work[:0]
	for b := range f.Blocks {
		id := mu.BlockID(b)
		blk := &f.Blocks[b]
		for i := range blk.Instrs {
			in := &blk.Instrs[i]
			if w.copies(in) || in.Op == mu.PHI {
				continue
			}
			in.Uses(func(o *mu.Operand) {
				if o.IsLocal() {
					w.back(id, i, o.Var())
				}
			})
		}
		for k := range w.out(id) {
			e := &w.out(id)[k]
			w.eachArgument(e, func(o mu.Operand, _ mu.VarID) {
				if o.IsLocal() {
					w.backEdge(e, o.Var())
				}
			})
		}
	}
	for len(w.work) > 0 {
		p := w.work[len(w.work)-1]
		w.work = w.work[:len(w.work)-1]
		for _, i := range w.into[p.b] {
			w.backEdge(&w.edges[i], p.v)
		}
	}
}

// backEdge follows a variable back over an edge.
func (w *flow) backEdge(e *flowEdge, v mu.VarID) {
	n := len(w.f.Blocks[e.from].Instrs)
	if e.defines && defines(&w.f.Blocks[e.from].Instrs[n-1], v) {
		return
	}
	w.back(e.from, n-1, v)
}

// back follows a variable back from before instruction i of a block.
func (w *flow) back(b mu.BlockID, i int, v mu.VarID) {
	blk := &w.f.Blocks[b]
	for i--; i >= 0; i-- {
		in := &blk.Instrs[i]
		if in.Op == mu.PHI || in.Op == mu.LANDINGPAD {
			break
		}
		if !defines(in, v) {
			continue
		}
		if !w.copies(in) || !in.Args[0].IsLocal() {
			return
		}
		v = in.Args[0].Var()
	}
	if w.headDefines(b, v) {
		return
	}
	if at := int(b)*w.vars + int(v); !w.live[at] {
		w.live[at] = true
		w.work = append(w.work, flowPlace{b, v})
	}
}

// findMay passes assignments forwards. What blocks that control cannot reach assign
// counts among themselves only.
func (w *flow) findMay() {
	f := w.f
	w.may = resize(w.may, len(f.Blocks)*w.vars)
	for again := true; again; {
		again = false
		for b := range f.Blocks {
			id := mu.BlockID(b)
			w.atEnd(id)
			for k := range w.out(id) {
				e := &w.out(id)[k]
				t := e.dest.Block
				if !w.reachable[id] && w.reachable[t] {
					continue
				}
				row := w.may[int(t)*w.vars : int(t+1)*w.vars]
				for v := range row {
					if !row[v] && (w.at[v] || e.defines && defines(f.Blocks[b].Terminator(), mu.VarID(v))) {
						row[v], again = true, true
					}
				}
			}
		}
	}
}

// atEnd sets at to what may be assigned before the terminator of a block.
func (w *flow) atEnd(b mu.BlockID) {
	f := w.f
	w.at = append(w.at[:0], w.may[int(b)*w.vars:int(b+1)*w.vars]...)
	for i := range f.NumParams(b) {
		w.at[f.Param(b, i)] = true
	}
	blk := &f.Blocks[b]
	if blk.HasExc {
		w.at[blk.Exc.Var] = true
	}
	for i := range blk.Instrs {
		in := &blk.Instrs[i]
		if i == len(blk.Instrs)-1 {
			break
		}
		for _, d := range in.Results {
			w.at[d.Var] = true
		}
	}
}

// needed returns the variables that a block must have as further parameters, in
// order: live, perhaps assigned, and not assigned at its start.
func (w *flow) needed(b mu.BlockID) []mu.VarID {
	var vs []mu.VarID
	for v := range mu.VarID(w.vars) {
		if at := int(b)*w.vars + int(v); w.live[at] && w.may[at] {
			vs = append(vs, v)
		}
	}
	return vs
}

// frontiers returns, for each block that control can reach, the variables whose
// values may meet there and are live: pruned iterated dominance frontiers of their
// assignments, the entry being one. Dominators and frontiers are those of Cooper,
// Harvey and Kennedy, "A Simple, Fast Dominance Algorithm". An edge with results
// counts as a block, since the results exist there only.
func (w *flow) frontiers() [][]mu.VarID {
	n := len(w.f.Blocks)
	var succ [][]int32
	var pred [][]int32
	grow := func() int32 {
		succ, pred = append(succ, nil), append(pred, nil)
		return int32(len(succ) - 1)
	}
	for range n {
		grow()
	}
	arc := func(a, b int32) { succ[a], pred[b] = append(succ[a], b), append(pred[b], a) }
	edgeNode := map[int32]mu.BlockID{}
	for i := range w.edges {
		e := &w.edges[i]
		if !w.reachable[e.from] {
			continue
		}
		if !e.defines {
			arc(int32(e.from), int32(e.dest.Block))
			continue
		}
		x := grow()
		edgeNode[x] = e.from
		arc(int32(e.from), x)
		arc(x, int32(e.dest.Block))
	}
	idom, _ := dominators(succ, pred)
	df := make([][]int32, len(succ))
	for b := range succ {
		if len(pred[b]) < 2 && !(b == 0 && len(pred[b]) > 0) || idom[b] < 0 {
			continue
		}
		for _, p := range pred[b] {
			for r := p; r >= 0; r = idom[r] {
				if b > 0 && r == idom[b] {
					break
				}
				if !slices.Contains(df[r], int32(b)) {
					df[r] = append(df[r], int32(b))
				}
				if r == 0 {
					break
				}
			}
		}
	}
	meet := make([][]mu.VarID, n)
	var defs []int32
	in := make([]bool, len(succ))
	for v := range mu.VarID(w.vars) {
		defs = append(defs[:0], 0)
		for b := range n {
			if w.reachable[b] && w.assigns(mu.BlockID(b), v) {
				defs = append(defs, int32(b))
			}
		}
		for x, from := range edgeNode {
			if defines(w.f.Blocks[from].Terminator(), v) {
				defs = append(defs, x)
			}
		}
		if len(defs) == 1 {
			continue
		}
		clear(in)
		for len(defs) > 0 {
			d := defs[len(defs)-1]
			defs = defs[:len(defs)-1]
			for _, b := range df[d] {
				if in[b] {
					continue
				}
				in[b] = true
				defs = append(defs, b)
				if int(b) < n && w.live[int(b)*w.vars+int(v)] {
					meet[b] = append(meet[b], v)
				}
			}
		}
	}
	for b := range meet {
		slices.Sort(meet[b])
	}
	return meet
}

// assigns reports whether a block assigns a variable, other than on an edge.
func (w *flow) assigns(b mu.BlockID, v mu.VarID) bool {
	if w.headDefines(b, v) {
		return true
	}
	is := w.f.Blocks[b].Instrs
	for i := range is[:len(is)-1] {
		if defines(&is[i], v) {
			return true
		}
	}
	return false
}

// dominators returns the immediate dominator of each node that node 0 reaches, 0 for
// itself, and -1 for others; and those nodes in postorder.
func dominators(succ, pred [][]int32) (idom, order []int32) {
	n := len(succ)
	order = make([]int32, 0, n)
	number := make([]int32, n)
	next := make([]int32, n)
	for i := range number {
		number[i] = -1
	}
	seen := make([]bool, n)
	seen[0] = true
	path := []int32{0}
	for len(path) > 0 {
		b := path[len(path)-1]
		if int(next[b]) < len(succ[b]) {
			t := succ[b][next[b]]
			next[b]++
			if !seen[t] {
				seen[t] = true
				path = append(path, t)
			}
			continue
		}
		number[b] = int32(len(order))
		order = append(order, b)
		path = path[:len(path)-1]
	}
	idom = make([]int32, n)
	for i := range idom {
		idom[i] = -1
	}
	idom[0] = 0
	for again := true; again; {
		again = false
		for i := len(order) - 2; i >= 0; i-- {
			b := order[i]
			d := int32(-1)
			for _, p := range pred[b] {
				if idom[p] < 0 {
					continue
				}
				if d < 0 {
					d = p
					continue
				}
				for x := p; x != d; {
					if number[x] < number[d] {
						x = idom[x]
					} else {
						d = idom[d]
					}
				}
			}
			if idom[b] != d {
				idom[b], again = d, true
			}
		}
	}
	return idom, order
}
