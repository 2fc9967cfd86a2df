package muoracle

import (
	"fmt"

	"assay/mu"
)

// dominance checks a function in the older form: each variable is defined once, and
// what is read was defined on all ways to there. Results of a terminator with
// several edges are defined on one of them.
func (x *check) dominance(b *mu.Bundle, f *mu.Function) {
	n := len(f.Blocks)
	var succ, pred [][]int32
	for range n {
		succ, pred = append(succ, nil), append(pred, nil)
	}
	arc := func(a, b int32) { succ[a], pred[b] = append(succ[a], b), append(pred[b], a) }
	type place struct{ node, index int32 }
	defs := make([]place, len(f.Vars))
	for i := range defs {
		defs[i].node = -1
	}
	version := b.VersionName(f)
	bad := func(code string, block int, in *mu.Instruction, format string, args ...any) {
		v := x.violate(OracleValid, code, fmt.Sprintf(format, args...))
		v.Function, v.Block = version, f.Blocks[block].Name
		if in != nil {
			v.Instr = string(b.AppendInstruction(nil, f, mu.BlockID(block), in))
		}
	}
	define := func(block int, in *mu.Instruction, v mu.VarID, at place) {
		if defs[v].node >= 0 {
			bad("defined again", block, in, "expected one definition of %s in the function, found another", f.Vars[v].Name)
			return
		}
		defs[v] = at
	}
	// edgeNode is the node of the edge that defines the results of a block.
	edgeNode := make([]int32, n)
	for bl := range f.Blocks {
		edgeNode[bl] = -1
		for i := range f.NumParams(mu.BlockID(bl)) {
			define(bl, nil, f.Param(mu.BlockID(bl), i), place{int32(bl), -1})
		}
		blk := &f.Blocks[bl]
		if blk.HasExc {
			define(bl, nil, blk.Exc.Var, place{int32(bl), -1})
		}
		for i := range blk.Instrs {
			in := &blk.Instrs[i]
			at := place{int32(bl), int32(i)}
			for k := range in.Dests {
				to := int32(in.Dests[k].Block)
				if len(in.ResultsOn(k)) == 0 {
					arc(int32(bl), to)
					continue
				}
				node := int32(len(succ))
				succ, pred = append(succ, nil), append(pred, nil)
				arc(int32(bl), node)
				arc(node, to)
				edgeNode[bl] = node
				at = place{node, -1}
			}
			if in.Op == mu.PHI || in.Op == mu.LANDINGPAD {
				at.index = -1 // all at once
			}
			for _, d := range in.Results {
				define(bl, in, d.Var, at)
			}
		}
	}
	idom, order := dominators(succ, pred)
	depth := make([]int32, len(succ))
	for i := len(order) - 2; i >= 0; i-- {
		depth[order[i]] = depth[idom[order[i]]] + 1
	}
	dominates := func(a, b int32) bool {
		for depth[b] > depth[a] {
			b = idom[b]
		}
		return a == b
	}
	use := func(block int, in *mu.Instruction, o mu.Operand, node, index int32) {
		if !o.IsLocal() || idom[node] < 0 {
			return
		}
		d := defs[o.Var()]
		name := f.Vars[o.Var()].Name
		switch {
		case d.node < 0:
			bad("undefined", block, in, "expected a definition of %s, found none", name)
		case d.node == node:
			if d.index >= index {
				bad("dominance", block, in, "expected %s to be defined before it is read, found it defined after", name)
			}
		case idom[d.node] < 0 || !dominates(d.node, node):
			bad("dominance", block, in, "expected %s to be defined on all ways to here, found ways on which it is not", name)
		}
	}
	for bl := range f.Blocks {
		for i := range f.Blocks[bl].Instrs {
			in := &f.Blocks[bl].Instrs[i]
			if in.Op == mu.PHI {
				for _, p := range in.Extra.Incoming {
					node, index := int32(p.Pred.Block), int32(len(f.Blocks[p.Pred.Block].Instrs))
					if e := edgeNode[node]; e >= 0 && onlyEdge(f, p.Pred.Block, mu.BlockID(bl)) {
						node, index = e, 0
					}
					use(bl, in, p.Value, node, index)
				}
				continue
			}
			in.Uses(func(o *mu.Operand) { use(bl, in, *o, int32(bl), int32(i)) })
			for _, d := range in.Dests {
				for _, o := range d.Args {
					use(bl, in, o, int32(bl), int32(i))
				}
			}
		}
	}
}

// onlyEdge reports whether all edges from one block to another define the results of
// the terminator.
func onlyEdge(f *mu.Function, from, to mu.BlockID) bool {
	t := f.Blocks[from].Terminator()
	for k := range t.Dests {
		if t.Dests[k].Block == to && len(t.ResultsOn(k)) == 0 {
			return false
		}
	}
	return true
}
