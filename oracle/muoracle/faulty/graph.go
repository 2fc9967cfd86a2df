package faulty

import "assay/mu"

// node is a block of the result.
type node struct {
	id mu.BlockID
	// from is the block that it is made from, or mu.NoBlock of a new first block.
	from mu.BlockID
	src  *mu.Block
	// params holds the explicit parameters: those that are written, at the label
	// or behind the signature, and then what PHIs define. The first labels ones
	// are written.
	params []mu.Param
	labels int
	phis   []*mu.Instruction
	exc    *mu.Def
	// body holds the instructions but for PHI and LANDINGPAD, the terminator among
	// them; first is the index of the first one.
	body  []mu.Instruction
	first int

	term      *mu.Instruction
	edges     []*edge
	preds     []*edge
	reachable bool

	// live holds the variables that are read in the block or behind it before
	// anything assigns them; what the block's head defines is not among them.
	live set
	// assigned holds the variables that may be assigned when control enters.
	assigned set
}

// edge is one destination of a terminator.
type edge struct {
	from, to *node
	rank     int
	dest     *mu.Dest
	// hidden says that a fault overlooks the edge.
	hidden bool
}

// set is a set of variables.
type set map[mu.VarID]bool

// newEntry is the name of a first block that is put before the one there is.
const newEntry = "%__presse.entry"

// build makes the blocks of the result, with their edges.
func (w *function) build() {
	entered := w.is(trampolineAlways)
	for i := range w.f.Blocks {
		for _, d := range w.f.Blocks[i].Destinations() {
			entered = entered || d.Block == 0 && !(w.is(switchDefaultToEntry) && d.Kind == mu.EdgeDefault)
		}
	}
	if entered && !w.is(noTrampoline) {
		w.nodes = append(w.nodes, w.trampoline())
	}
	shift := mu.BlockID(len(w.nodes))
	for i := range w.f.Blocks {
		w.nodes = append(w.nodes, w.node(mu.BlockID(i)))
	}
	for i, n := range w.nodes {
		n.id = mu.BlockID(i)
		n.term = &n.body[len(n.body)-1]
		for k := range n.term.Dests {
			d := &n.term.Dests[k]
			e := &edge{from: n, to: w.nodes[d.Block+shift], rank: k, dest: d}
			if n.from == mu.NoBlock {
				e.to = w.nodes[1]
			}
			e.hidden = w.is(switchDefaultForgotten) && d.Kind == mu.EdgeDefault
			n.edges = append(n.edges, e)
			e.to.preds = append(e.to.preds, e)
		}
	}
	reach(w.nodes[0])
}

// reach marks what control can reach.
func reach(n *node) {
	n.reachable = true
	for work := []*node{n}; len(work) > 0; {
		n, work = work[len(work)-1], work[:len(work)-1]
		for _, e := range n.edges {
			if !e.to.reachable && !e.hidden {
				e.to.reachable = true
				work = append(work, e.to)
			}
		}
	}
}

// node makes the node of a block, without edges.
func (w *function) node(id mu.BlockID) *node {
	src := &w.f.Blocks[id]
	n := &node{from: id, src: src}
	n.params = append(n.params, src.Params...)
	if id == 0 && w.f.HasHeader {
		n.params = w.headerParams()
	}
	n.labels = len(n.params)
	if src.HasExc {
		n.exc = &src.Exc
	}
	for i := range src.Instrs {
		in := &src.Instrs[i]
		switch {
		case in.Op == mu.PHI && len(in.Results) > 0:
			n.phis = append(n.phis, in)
			d := in.Results[0]
			n.params = append(n.params, mu.Param{Var: d.Var, Type: in.Types[0], Pos: d.Pos, Full: d.Full})
		case in.Op == mu.LANDINGPAD && len(in.Results) > 0:
			n.exc = &in.Results[0]
		case in.Op != mu.PHI && in.Op != mu.LANDINGPAD:
			n.body, n.first = src.Instrs[i:], i
			if w.is(noExceptionParam) {
				n.exc = nil
			}
			return n
		}
	}
	return n
}

// headerParams returns the parameters behind the signature as those of a label.
func (w *function) headerParams() []mu.Param {
	var params []mu.Param
	for i, d := range w.f.Header {
		t := mu.TypeRef{ID: w.in.Sigs[w.f.Sig.ID].Params[i].ID}
		params = append(params, mu.Param{Var: d.Var, Type: t, Pos: d.Pos, Full: d.Full})
	}
	return params
}

// trampoline makes a first block that has the parameters of the function and
// branches to the block that was the first.
func (w *function) trampoline() *node {
	n := w.node(0)
	entry := mu.Dest{Kind: mu.EdgeBranch, HasArgs: true}
	for i := range n.params {
		n.params[i].Full = false
		entry.Args = append(entry.Args, mu.Local(n.params[i].Var))
	}
	if a := entry.Args; w.is(trampolineReversed) {
		for i, o := range a[:len(a)/2] {
			a[i], a[len(a)-1-i] = a[len(a)-1-i], o
		}
	}
	src := &mu.Block{Name: w.freeBlock(newEntry), HasParams: true}
	src.Instrs = []mu.Instruction{{Op: mu.BRANCH, Sig: mu.SigRef{ID: mu.NoSig}, Dests: []mu.Dest{entry}}}
	return &node{from: mu.NoBlock, src: src, params: n.params, labels: n.labels, body: src.Instrs}
}

// resultsOn returns the results of its terminator that are defined on an edge.
func (w *function) resultsOn(e *edge) []mu.Def {
	switch op := e.from.term.Op; {
	case w.is(resultsOnBothEdges) && op != mu.WATCHPOINT,
		w.is(watchpointDisabled) && e.dest.Kind == mu.EdgeDisabled,
		w.is(watchpointException) && op == mu.WATCHPOINT && e.dest.Kind == mu.EdgeExceptional:
		return e.from.term.Results
	}
	return e.from.term.ResultsOn(e.rank)
}

// explicitArgs returns the values of the target's explicit parameters, as they are
// written: the arguments, or the variables of the same names as the parameters,
// and the values of PHIs.
func (w *function) explicitArgs(e *edge) []mu.Operand {
	var args []mu.Operand
	for i, p := range e.to.params[:e.to.labels] {
		if e.dest.HasArgs {
			args = append(args, e.dest.Args[i])
		} else {
			args = append(args, mu.Operand{Value: mu.LocalValue(p.Var), Pos: e.dest.Pos})
		}
	}
	var values []mu.Operand
	for _, in := range e.to.phis {
		o := w.incoming(e, in)
		if w.is(sequentialPhis) && o.IsLocal() {
			for j := range values {
				if e.to.phis[j].Results[0].Var == o.Var() {
					o = values[j]
				}
			}
		}
		values = append(values, o)
	}
	if w.is(phisFirst) {
		return append(values, args...)
	}
	return append(args, values...)
}

// incoming returns the value of a PHI for an edge.
func (w *function) incoming(e *edge, in *mu.Instruction) mu.Operand {
	for i, x := range in.Extra.Incoming {
		pred := x.Pred.Block
		if w.is(phiByPosition) {
			pred = e.to.preds[min(i, len(e.to.preds)-1)].from.from
		}
		if pred == e.from.from {
			return x.Value
		}
	}
	panic("mu.Check: a PHI has no value for a predecessor")
}
