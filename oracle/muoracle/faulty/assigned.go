package faulty

import (
	"slices"
	"strings"

	"assay/mu"
)

// findAssigned finds for each block the variables that may be assigned when
// control enters it, going over the blocks until nothing changes. A block that
// control cannot reach adds nothing to those that it can reach.
func (w *function) findAssigned() {
	for _, n := range w.nodes {
		n.assigned = set{}
		if w.is(notAssignedOnAllPaths) && n != w.nodes[0] {
			n.assigned = w.all()
		}
	}
	for changed := true; changed; {
		changed = false
		for _, n := range w.nodes {
			assigned := w.assignedBefore(n)
			changed = changed || len(assigned) != len(n.assigned)
			n.assigned = assigned
		}
	}
}

// assignedBefore returns the variables that may be assigned before the head of a
// block.
func (w *function) assignedBefore(n *node) set {
	assigned := set{}
	switch {
	case w.is(neverAssignedParam) && n != w.nodes[0], w.is(defaultAtEntry) && n != w.nodes[0]:
		return w.all()
	}
	first := true
	for _, e := range n.preds {
		switch {
		case e.hidden, n.reachable && !e.from.reachable && !w.is(unreachableCounted),
			w.is(backEdgesIgnored) && e.from.id >= n.id:
			continue
		}
		on := w.assignedOn(e)
		if w.is(notAssignedOnAllPaths) && !first {
			for v := range assigned {
				if !on[v] {
					delete(assigned, v)
				}
			}
			continue
		}
		first = false
		for v := range on {
			assigned[v] = true
		}
	}
	return assigned
}

// all returns all variables.
func (w *function) all() set {
	s := set{}
	for v := range w.f.Vars {
		s[mu.VarID(v)] = true
	}
	return s
}

// assignedOn returns the variables that may be assigned on an edge.
func (w *function) assignedOn(e *edge) set {
	s := set{}
	for v := range e.from.assigned {
		s[v] = true
	}
	if !(w.is(paramNotDefinition) && e.from != w.nodes[0]) {
		for _, v := range w.head(e.from) {
			s[v] = true
		}
	}
	for i := range e.from.body[:len(e.from.body)-1] {
		in := &e.from.body[i]
		for _, d := range in.Results {
			if w.is(copyOfNothing) && w.isCopy(in) && in.Args[0].IsLocal() && !s[in.Args[0].Var()] {
				delete(s, d.Var)
				continue
			}
			s[d.Var] = true
		}
	}
	results := w.resultsOn(e)
	if w.is(resultAssignedOnAllEdges) {
		results = e.from.term.Results
	}
	for _, d := range results {
		s[d.Var] = true
	}
	return s
}

// implicit returns the parameters that a block gets beside those that it has: the
// variables that are live and may be assigned when control enters it, in order.
func (w *function) implicit(n *node) []mu.VarID {
	var vars []mu.VarID
	for v := range n.live {
		if n.assigned[v] || w.is(defaultIsEntryParam) && n == w.nodes[0] {
			vars = append(vars, v)
		}
	}
	slices.Sort(vars)
	if w.is(paramsByName) {
		w.sortByName(vars)
	}
	return vars
}

func (w *function) sortByName(vars []mu.VarID) {
	slices.SortFunc(vars, func(u, v mu.VarID) int {
		return strings.Compare(w.f.Vars[u].Name[1:], w.f.Vars[v].Name[1:])
	})
}

// unassigned returns the variables that are live when control enters a block but
// cannot be assigned, in order.
func (w *function) unassigned(n *node) []mu.VarID {
	var vars []mu.VarID
	for v := range n.live {
		if !n.assigned[v] {
			vars = append(vars, v)
		}
	}
	slices.Sort(vars)
	return vars
}
