package convert

import (
	"slices"

	"assay/mu"
)

// String returns what the source is called in the map's texts.
func (s Source) String() string {
	return [...]string{"param", "implicit", "exception", "result", "copy", "default", "materialized", "above", "unassigned"}[s]
}

// String returns what the place is called in the map's texts.
func (p Place) String() string { return [...]string{"use", "edge", "keepalive"}[p] }

// Exit returns the number of steps before the terminator: what holds when control
// leaves the block, without the results of the terminator, which exist on some
// edges only.
func (b *BlockMap) Exit(out *mu.Block) int {
	n := len(b.Steps)
	for n > 0 && int(b.Steps[n-1].Instr) == len(out.Instrs)-1 && b.Steps[n-1].Source == FromResult {
		n--
	}
	return n
}

// Values returns what variables hold after so many steps, in the order in which
// they are mentioned first, but for what is not known.
func (b *BlockMap) Values(steps int) []Binding {
	held := append([]Binding(nil), b.Entry...)
	at := make(map[mu.VarID]int, len(held))
	for i := range held {
		at[held[i].Var] = i
	}
	for i := range b.Steps[:steps] {
		s := &b.Steps[i]
		if k, ok := at[s.Var]; ok {
			held[k] = s.Binding
		} else {
			at[s.Var] = len(held)
			held = append(held, s.Binding)
		}
	}
	return slices.DeleteFunc(held, func(x Binding) bool { return x.Value == Unknown })
}

// KeepAlive returns the variables that the KEEPALIVE of a point lists, and what
// stands for each of them in the output.
func (f *FunctionMap) KeepAlive(block mu.BlockID, p Point) []Binding {
	b := &f.Blocks[block]
	in, out := f.In.Blocks[b.From].Instrs[p.In].KeepAlive, f.Out.Blocks[block].Instrs[p.Out].KeepAlive
	kept := make([]Binding, len(in))
	for i := range in {
		kept[i] = Binding{Var: in[i].Var(), Value: out[i].Value}
	}
	return kept
}
