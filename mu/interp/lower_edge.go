package interp

import (
	"cmp"
	"slices"

	"assay/mu"
)

// nullRef is the operand of the constant NULL of type ref<void>.
const nullRef = ^int32(0)

// collectPHIs lists the moves that the PHIs of the function make, by the blocks
// that edges come from and lead to.
func (l *lowerer) collectPHIs() {
	l.phis = l.phis[:0]
	for b := range l.f.Blocks {
		for i := range l.f.Blocks[b].Instrs {
			in := &l.f.Blocks[b].Instrs[i]
			if in.Op == mu.LANDINGPAD {
				continue
			}
			if in.Op != mu.PHI || in.Extra == nil {
				break
			}
			for _, x := range in.Extra.Incoming {
				if len(in.Results) > 0 {
					l.phis = append(l.phis, phiValue{x.Pred.Block, mu.BlockID(b), in.Results[0].Var, x.Value})
				}
			}
		}
	}
	slices.SortStableFunc(l.phis, phiValue.compare)
}

func (p phiValue) compare(q phiValue) int {
	return cmp.Or(cmp.Compare(p.from, q.from), cmp.Compare(p.to, q.to))
}

// edgesOf prepares the edges of the instruction and returns the place of the
// first.
func (l *lowerer) edgesOf() int32 {
	at := int32(len(l.edges))
	for i := range l.in.Dests {
		l.edges = append(l.edges, l.edgeTo(i))
	}
	return at
}

// edgeTo prepares an edge. What is wrong with it ends the run only if control
// takes it.
func (l *lowerer) edgeTo(i int) edge {
	f, d := l.f, &l.in.Dests[i]
	e := edge{block: int32(d.Block), results: l.in.ResultsOn(i)}
	if uint(d.Block) >= uint(len(f.Blocks)) {
		e.stop = l.stopDetail(Stuck, "malformed", "an edge to "+d.Name+", which is no block")
		return e
	}
	l.edgeStamp++
	for _, r := range e.results {
		if uint(r.Var) < uint(len(l.vars)) {
			l.vars[r.Var].onEdge = l.edgeStamp
		}
	}
	l.moves = l.moves[:0]
	l.arguments(d, &e)
	l.exception(d, &e)
	l.phiMoves(d, &e)
	if l.failed {
		e.stop, l.failed = l.stopping, false
		return e
	}
	e.moves = l.moveArena.keep(l.moves)
	return e
}

// arguments adds the moves to the explicit parameters.
func (l *lowerer) arguments(d *mu.Dest, e *edge) {
	n := l.f.NumParams(d.Block)
	if !d.HasArgs {
		// Each parameter gets the value it has.
		for i := range n {
			l.read(mu.Local(l.f.Param(d.Block, i)))
		}
		return
	}
	if len(d.Args) != n {
		l.fail(Stuck, "malformed", "an edge that does not have the arguments "+l.f.Blocks[d.Block].Name+" has parameters")
		return
	}
	for i, o := range d.Args {
		l.move(e, l.f.Param(d.Block, i), o, l.paramShape(d.Block, i))
	}
}

// exception adds the move to the exception parameter.
func (l *lowerer) exception(d *mu.Dest, e *edge) {
	src := nullRef
	if d.Kind == mu.EdgeExceptional {
		src = l.code.exc
	}
	blk := &l.f.Blocks[d.Block]
	if blk.HasExc {
		l.assign(e, blk.Exc.Var, src, nil)
	}
	for i := range blk.Instrs {
		switch in := &blk.Instrs[i]; in.Op {
		case mu.LANDINGPAD:
			for _, r := range in.Results {
				l.assign(e, r.Var, src, nil)
			}
		case mu.PHI:
		default:
			return
		}
	}
}

// phiMoves adds the moves that the PHIs of the target make.
func (l *lowerer) phiMoves(d *mu.Dest, e *edge) {
	blk := &l.f.Blocks[d.Block]
	want := 0
	for i := range blk.Instrs {
		op := blk.Instrs[i].Op
		if op == mu.PHI && len(blk.Instrs[i].Results) > 0 {
			want++
		} else if op != mu.LANDINGPAD && op != mu.PHI {
			break
		}
	}
	if want == 0 {
		return
	}
	key := phiValue{from: mu.BlockID(l.blk), to: d.Block}
	at, _ := slices.BinarySearchFunc(l.phis, key, phiValue.compare)
	for ; at < len(l.phis) && l.phis[at].compare(key) == 0 && !l.failed; at++ {
		p := &l.phis[at]
		if uint(p.dst) < uint(len(l.vars)) {
			want--
			l.move(e, p.dst, p.value, l.initial(p.dst))
		}
	}
	if want != 0 {
		l.fail(Stuck, "malformed", "an edge for which a PHI does not have one value")
	}
}

// move adds the assignment of an operand to a variable.
func (l *lowerer) move(e *edge, dst mu.VarID, o mu.Operand, want *shape) {
	src := l.read(o)
	if l.failed {
		return
	}
	if have := l.have(o); want.code == codeWide || want.code == codeLarge || have != nil && have.fits(want) {
		want = nil
	}
	l.assign(e, dst, src, want)
}

func (l *lowerer) assign(e *edge, dst mu.VarID, src int32, want *shape) {
	if uint(dst) >= uint(len(l.vars)) {
		l.fail(Stuck, "malformed", "a variable that the function does not have")
		return
	}
	if src == int32(dst) && want == nil {
		// Writes what is there, but what reads it later must read it before
		// another write.
		return
	}
	if src >= 0 && src < int32(len(l.vars)) && l.vars[src].written == l.edgeStamp {
		e.conflict = true
	}
	l.vars[dst].written = l.edgeStamp
	l.moves = append(l.moves, move{int32(dst), src, want})
}
