package faulty

import (
	"slices"

	"assay/mu"
	"assay/mu/convert"
)

// This file holds faults that spoil a function when it is converted.

// withoutDollars returns a function in which $x is %x.
func withoutDollars(in *mu.Function) *mu.Function {
	f := *in
	twin := make([]mu.VarID, len(f.Vars))
	byName := map[string]mu.VarID{}
	for v := range f.Vars {
		twin[v] = mu.VarID(v)
		byName[f.Vars[v].Name] = mu.VarID(v)
	}
	for v := range f.Vars {
		if w, ok := byName["%"+f.Vars[v].Name[1:]]; ok && f.Vars[v].Name[0] == '$' {
			twin[v] = w
		}
	}
	f.Header = mapDefs(f.Header, twin)
	f.Blocks = slices.Clone(f.Blocks)
	for i := range f.Blocks {
		b := &f.Blocks[i]
		b.Params = slices.Clone(b.Params)
		for j := range b.Params {
			b.Params[j].Var = twin[b.Params[j].Var]
		}
		b.Exc.Var = twin[b.Exc.Var]
		b.Instrs = slices.Clone(b.Instrs)
		for j := range b.Instrs {
			mapInstruction(&b.Instrs[j], twin)
		}
	}
	return &f
}

// mapInstruction puts other variables in the place of those of an instruction.
func mapInstruction(in *mu.Instruction, twin []mu.VarID) {
	in.Results = mapDefs(in.Results, twin)
	in.Args, in.KeepAlive = mapOperands(in.Args, twin), mapOperands(in.KeepAlive, twin)
	in.Dests = slices.Clone(in.Dests)
	for k := range in.Dests {
		in.Dests[k].Args = mapOperands(in.Dests[k].Args, twin)
	}
	if in.Op == mu.PHI {
		x := *in.Extra
		x.Incoming = slices.Clone(x.Incoming)
		for k := range x.Incoming {
			x.Incoming[k].Value = mapOperands([]mu.Operand{x.Incoming[k].Value}, twin)[0]
		}
		in.Extra = &x
	}
}

func mapDefs(ds []mu.Def, twin []mu.VarID) []mu.Def {
	ds = slices.Clone(ds)
	for i := range ds {
		ds[i].Var = twin[ds[i].Var]
	}
	return ds
}

func mapOperands(os []mu.Operand, twin []mu.VarID) []mu.Operand {
	os = slices.Clone(os)
	for i := range os {
		if os[i].IsLocal() {
			os[i].Value = mu.LocalValue(twin[os[i].Var()])
		}
	}
	return os
}

// spoilFunction spoils the result.
func (w *function) spoilFunction() {
	if w.is(unreachableLost) {
		w.dropUnreachable()
	}
	for i := range w.result.Blocks {
		b := &w.result.Blocks[i]
		switch w.fault {
		case deadLost:
			b.Instrs = slices.DeleteFunc(b.Instrs, func(in mu.Instruction) bool {
				return isArithmetic(&in) && !uses(b, in.Results)
			})
		case comparisonSunk:
			sink(b)
		}
		for j := range b.Instrs {
			w.spoilInstruction(&b.Instrs[j])
		}
		if w.is(fullNamesLost) {
			b.Exc.Full = false
			for j := range b.Params {
				b.Params[j].Full = false
			}
		}
	}
}

func (w *function) spoilInstruction(in *mu.Instruction) {
	switch w.fault {
	case parenthesesLost:
		in.Flags &^= mu.FlagParenResults | mu.FlagParenValue
	case emptyListLost:
		if len(in.KeepAlive) == 0 {
			in.Flags &^= mu.FlagKeepAlive
		}
	case fullNamesLost:
		in.Uses(func(o *mu.Operand) { o.Full = false })
		for k := range in.Results {
			in.Results[k].Full = false
		}
		for k := range in.Dests {
			for l := range in.Dests[k].Args {
				in.Dests[k].Args[l].Full = false
			}
		}
	}
}

func isArithmetic(in *mu.Instruction) bool {
	return (in.Op.IsBinary() || in.Op.IsCompare() || in.Op.IsConversion()) && !in.IsTerminator() && in.Name == "" && len(in.Results) > 0
}

// uses reports whether a block reads one of some variables.
func uses(b *mu.Block, ds []mu.Def) bool {
	found := false
	see := func(o *mu.Operand) {
		found = found || slices.ContainsFunc(ds, func(d mu.Def) bool { return o.Value == mu.LocalValue(d.Var) })
	}
	for i := range b.Instrs {
		b.Instrs[i].Uses(see)
		for k := range b.Instrs[i].Dests {
			for l := range b.Instrs[i].Dests[k].Args {
				see(&b.Instrs[i].Dests[k].Args[l])
			}
		}
	}
	return found
}

// sink moves the comparison that the BRANCH2 of a block depends on before it, if
// nothing else reads it.
func sink(b *mu.Block) {
	n := len(b.Instrs)
	if t := &b.Instrs[n-1]; t.Op == mu.BRANCH2 && t.Args[0].IsLocal() {
		for i := range n - 1 {
			in := b.Instrs[i]
			if in.Op.IsCompare() && len(in.Results) == 1 && t.Args[0].Value == mu.LocalValue(in.Results[0].Var) {
				rest := mu.Block{Instrs: b.Instrs[i+1 : n-1]}
				if !uses(&rest, in.Results) {
					copy(b.Instrs[i:], b.Instrs[i+1:n-1])
					b.Instrs[n-2] = in
				}
				return
			}
		}
	}
}

// dropUnreachable leaves out blocks that control cannot reach.
func (w *function) dropUnreachable() {
	index := make([]mu.BlockID, len(w.nodes))
	var blocks []mu.Block
	var maps []convert.BlockMap
	for i, n := range w.nodes {
		if n.reachable {
			index[i] = mu.BlockID(len(blocks))
			blocks, maps = append(blocks, w.result.Blocks[i]), append(maps, w.fm.Blocks[i])
		}
	}
	for i := range blocks {
		t := blocks[i].Terminator()
		for k := range t.Dests {
			t.Dests[k].Block = index[t.Dests[k].Block]
		}
	}
	w.result.Blocks, w.fm.Blocks = blocks, maps
}
