package faulty

import (
	"slices"

	"assay/mu"
)

// findLive finds for each block the variables that are live when control enters
// it, going over the blocks until nothing changes.
//
// Liveness is that of values. An ID hands it on: the source is read if something
// reads the destination.
func (w *function) findLive() {
	for _, n := range w.nodes {
		n.live = set{}
	}
	for changed := true; changed; {
		changed = false
		for _, n := range slices.Backward(w.nodes) {
			live := w.liveBefore(n)
			changed = changed || len(live) != len(n.live)
			n.live = live
		}
		if w.is(liveOnce) {
			return
		}
	}
}

// liveBefore returns the variables that are live before the head of a block.
func (w *function) liveBefore(n *node) set {
	live := set{}
	if w.is(noLiveness) {
		for v := range w.f.Vars {
			live[mu.VarID(v)] = true
		}
	}
	for _, e := range n.edges {
		if !e.hidden {
			w.liveOn(e, live)
		}
	}
	for i := range slices.Backward(n.body) {
		w.liveThrough(&n.body[i], i == len(n.body)-1, live)
	}
	for _, d := range w.head(n) {
		delete(live, d)
	}
	if w.is(definedAnywhere) {
		for i := range n.body {
			for _, d := range n.body[i].Results {
				delete(live, d.Var)
			}
		}
	}
	return live
}

// liveOn adds what an edge and what is behind it read, but for results of the
// terminator that exist on the edge.
func (w *function) liveOn(e *edge, live set) {
	read := set{}
	for v := range e.to.live {
		read[v] = true
	}
	for i, o := range w.explicitArgs(e) {
		bare := !e.dest.HasArgs && i < e.to.labels
		if o.IsLocal() && !w.is(argumentsNotUses) && !(bare && w.is(bareEdgeNotUse)) {
			read[o.Var()] = true
		}
	}
	results := w.resultsOn(e)
	if w.is(killedOnAllEdges) {
		results = e.from.term.Results
	}
	if !w.is(resultsLiveBefore) {
		for _, d := range results {
			delete(read, d.Var)
		}
	}
	for v := range read {
		live[v] = true
	}
}

// liveThrough goes back over an instruction.
func (w *function) liveThrough(in *mu.Instruction, last bool, live set) {
	if w.isCopy(in) {
		for _, d := range in.Results {
			used := live[d.Var] || w.is(deadCopyIsUse)
			if !w.is(selfCopyKills) {
				delete(live, d.Var)
			}
			if o := in.Args[0]; used && o.IsLocal() {
				live[o.Var()] = true
			}
			if w.is(selfCopyKills) {
				delete(live, d.Var)
			}
		}
		return
	}
	kill := func() {
		for _, d := range in.Results {
			if !last { // else they exist on edges only
				delete(live, d.Var)
			}
		}
	}
	if !w.is(killedAfterUse) {
		kill()
	}
	for i, o := range in.Args {
		switch {
		case w.is(excOperandsNotUses) && in.Flags&mu.FlagExc != 0,
			w.is(calleeNotUse) && in.Op == mu.CALL && i == 0:
			continue
		}
		if o.IsLocal() {
			live[o.Var()] = true
		}
	}
	for _, o := range in.KeepAlive {
		if o.IsLocal() && !w.is(keepAliveNotUse) {
			live[o.Var()] = true
		}
	}
	if w.is(killedAfterUse) {
		kill()
	}
}

// isCopy reports whether an instruction is an ID that is left out. One with a name
// stays.
func (w *function) isCopy(in *mu.Instruction) bool {
	return in.Op == mu.ID && (in.Name == "" || w.is(namedCopyLost))
}

// head returns what the head of a block defines.
func (w *function) head(n *node) []mu.VarID {
	var vars []mu.VarID
	for _, p := range n.params {
		vars = append(vars, p.Var)
	}
	if n.exc != nil {
		vars = append(vars, n.exc.Var)
	}
	return vars
}
