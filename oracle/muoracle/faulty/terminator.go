package faulty

import (
	"assay/mu"
	"assay/mu/convert"
)

// edgeArgs returns the arguments of all edges of a block: those of the explicit
// parameters of the target, then those of the implicit ones. An argument that is a
// result of the terminator stays as it is; dests puts in its place what it becomes.
func (b *block) edgeArgs(in *mu.Instruction) [][]mu.Operand {
	var all [][]mu.Operand
	for k, e := range b.n.edges {
		args := []mu.Operand{}
		for i, o := range b.wanted(e) {
			written := e.dest.HasArgs && i < e.to.labels
			switch {
			case b.isResultOn(e, o):
			case b.overwrites(e, i, o):
				o = b.spoiledDefault(in, o)
			default:
				if written && b.isResult(in, o) && b.value(o.Var()).never == o.Var() && !b.value(o.Var()).copied {
					b.problem(b.n, in, "E-EXC-RESULT", o.Pos, "expected a value that is defined on the "+e.dest.Kind.String()+
						" edge, found the result "+b.f.Vars[o.Var()].Name+", which has no value before")
				}
				o = b.read(in, o, convert.PlaceEdge, k)
			}
			args = append(args, o)
		}
		all = append(all, args)
	}
	return all
}

// wanted returns what an edge is to pass, in terms of the input.
func (b *block) wanted(e *edge) []mu.Operand {
	args := b.explicitArgs(e)
	implicit := b.implicit(e.to)
	switch {
	case b.is(unreachableArgsMissing) && !b.n.reachable && e.to.reachable,
		b.is(repeatedCaseMissing) && e.dest.Kind == mu.EdgeCase && b.firstTo(e) != e,
		b.is(defaultIsEntryParam) && e.to == b.nodes[0]:
		implicit = nil
	}
	if b.is(argumentsByName) {
		b.sortByName(implicit)
	}
	for _, v := range implicit {
		args = append(args, mu.Local(v))
	}
	return args
}

// firstTo returns the first edge of the block that leads where e does.
func (b *block) firstTo(e *edge) *edge {
	for _, f := range b.n.edges {
		if f.to == e.to {
			return f
		}
	}
	return e
}

// isResult reports whether an operand is a result of the terminator.
func (b *block) isResult(in *mu.Instruction, o mu.Operand) bool {
	for _, d := range in.Results {
		if o.IsLocal() && d.Var == o.Var() {
			return true
		}
	}
	return false
}

// isResultOn reports whether an operand is a result of the terminator that is
// defined on the edge.
func (b *block) isResultOn(e *edge, o mu.Operand) bool {
	if b.is(argumentsBeforeResults) && e.dest.Kind == mu.EdgeNormal {
		return false
	}
	return len(b.resultsOn(e)) > 0 && b.isResult(b.n.term, o)
}

// dests returns the destinations of the terminator, whose results have their names
// now.
func (b *block) dests(args [][]mu.Operand) []mu.Dest {
	var dests []mu.Dest
	for k, e := range b.n.edges {
		d := *e.dest
		d.Block, d.HasArgs, d.Args = e.to.id, true, args[k]
		for i, o := range b.wanted(e) {
			if b.isResultOn(e, o) {
				d.Args[i] = mu.Operand{Value: b.value(o.Var()).now, Pos: o.Pos, Full: o.Full}
			}
		}
		if first := b.firstTo(e); b.is(parallelShared) && first != e {
			d.Args = dests[first.rank].Args
		}
		dests = append(dests, d)
	}
	return dests
}

// overwrites reports whether a fault has an edge pass a default though the
// variable is assigned: since a block before needs the default there.
func (b *block) overwrites(e *edge, i int, o mu.Operand) bool {
	if !b.is(defaultOverwrites) || i < len(e.to.params) || !b.assignedOn(e)[o.Var()] {
		return false
	}
	for _, other := range e.to.preds {
		if other.from.id < b.n.id && !b.assignedOn(other)[o.Var()] {
			return true
		}
	}
	return false
}

// spoiledDefault is the argument that overwrites asks for.
func (b *block) spoiledDefault(in *mu.Instruction, o mu.Operand) mu.Operand {
	x := &value{now: convert.Unassigned, never: o.Var(), typ: b.types[o.Var()]}
	if d, ok := b.defaultOf(in, o, x, convert.PlaceEdge); ok {
		return mu.Operand{Value: d, Pos: o.Pos}
	}
	return o
}
