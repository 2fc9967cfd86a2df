package convert

import (
	"slices"
	"strconv"

	"assay/mu"
)

// phiFinisher turns blocks with parameters into blocks with PHIs, and gives
// variables their names.
type phiFinisher struct {
	*renamer
	s *simplifier
	// kept holds, for each block, the indices of the parameters that stay.
	kept [][]int32
	// gone holds the types of the others.
	gone map[mu.VarID]mu.TypeRef
	// name holds the variable of the output for each of those so far.
	name []mu.VarID
	// shift is where the instructions of the block under way have gone.
	shift []int32
}

func (r *renamer) finishPHI(s *simplifier) {
	f := phiFinisher{renamer: r, s: s, kept: make([][]int32, len(r.out.Blocks)), gone: map[mu.VarID]mu.TypeRef{}}
	for b := range r.out.Blocks {
		f.keptParams(b)
	}
	for b := range r.out.Blocks {
		f.body(b)
	}
	f.makePHIs()
	f.chooseNames()
	f.rewrite()
	slices.SortStableFunc(r.fm.Inits, func(x, y Init) int {
		if x.Block != y.Block {
			return int(x.Block) - int(y.Block)
		}
		return int(x.Instr) - int(y.Instr)
	})
}

func (f *phiFinisher) keptParams(b int) {
	blk := &f.out.Blocks[b]
	for i, p := range blk.Params {
		if k := f.s.at[p.Var]; b == 0 || k < 0 || !f.s.params[k].gone {
			f.kept[b] = append(f.kept[b], int32(i))
		} else {
			f.gone[p.Var] = p.Type
		}
	}
}

// body replaces values in a block by what stands for them. KEEPALIVE takes
// variables only, and so a global value goes through an instruction.
func (f *phiFinisher) body(b int) {
	blk := &f.out.Blocks[b]
	params := len(f.kept[b])
	if b == 0 {
		params = 0
	}
	f.shift = f.shift[:0]
	made := map[mu.Value]mu.VarID{}
	instrs := blk.Instrs[:0:0]
	for i := range blk.Instrs {
		in := &blk.Instrs[i]
		for j := range in.Args {
			f.find(&in.Args[j])
		}
		for j := range in.KeepAlive {
			o := &in.KeepAlive[j]
			was := o.Var()
			f.find(o)
			if o.IsLocal() {
				continue
			}
			x, ok := made[o.Value]
			if !ok {
				x = f.define(f.phi.origin[was])
				made[o.Value] = x
				instrs = append(instrs, mu.Instruction{Op: mu.COMMINST, Flags: mu.FlagArgs | mu.FlagTypes, Extra: &mu.Extra{CommInst: killDependency},
					Types: []mu.TypeRef{f.gone[was]}, Args: []mu.Operand{{Value: o.Value}}, Results: []mu.Def{{Var: x}}})
			}
			o.Value = mu.LocalValue(x)
		}
		for j := range in.Dests {
			d := &in.Dests[j]
			args := make([]mu.Operand, len(f.kept[d.Block]))
			for k, at := range f.kept[d.Block] {
				args[k] = d.Args[at]
				f.find(&args[k])
			}
			d.Args = args
		}
		f.shift = append(f.shift, int32(params+len(instrs)))
		instrs = append(instrs, *in)
	}
	blk.Instrs = instrs
	blk.Params = keepIndices(blk.Params, f.kept[b])
	bm := &f.fm.Blocks[b]
	for i := range bm.Steps {
		bm.Steps[i].Instr = f.shifted(bm.Steps[i].Instr)
	}
	for i := range bm.Points {
		bm.Points[i].Out = f.shifted(bm.Points[i].Out)
	}
	for i := range f.fm.Inits {
		if x := &f.fm.Inits[i]; int(x.Block) == b {
			x.Instr = f.shifted(x.Instr)
		}
	}
}

func (f *phiFinisher) shifted(i int32) int32 { return f.shift[i] }

func keepIndices(params []mu.Param, at []int32) []mu.Param {
	kept := make([]mu.Param, len(at))
	for i, k := range at {
		kept[i] = params[k]
	}
	return kept
}

// find replaces an operand by what stands for it.
func (f *phiFinisher) find(o *mu.Operand) {
	if o.IsLocal() && int(o.Var()) < len(f.s.rep) {
		o.Value = f.s.find(o.Value)
		o.Full = o.Full && o.IsLocal()
	}
}

// makePHIs makes parameters PHIs. A PHI tells edges by the blocks they come from:
// of several edges from one block that pass different values, all but the first
// get a block of their own.
func (f *phiFinisher) makePHIs() {
	n := len(f.out.Blocks)
	into := make([][]*mu.Dest, n)
	from := make([][]mu.BlockID, n)
	for b := range n {
		t := f.out.Blocks[b].Terminator()
		for k := range t.Dests {
			d := &t.Dests[k]
			into[d.Block] = append(into[d.Block], d)
			from[d.Block] = append(from[d.Block], mu.BlockID(b))
		}
	}
	names := f.blockNames()
	first := make([]*mu.Dest, n)
	var split []mu.Block
	for b := 1; b < n; b++ {
		blk := &f.out.Blocks[b]
		phis := make([]mu.Instruction, len(blk.Params))
		for i, p := range blk.Params {
			phis[i] = mu.Instruction{Op: mu.PHI, Pos: p.Pos, OpPos: p.Pos, Types: []mu.TypeRef{p.Type}, Results: []mu.Def{{Var: p.Var, Pos: p.Pos, Full: p.Full}}, Extra: &mu.Extra{}}
		}
		incoming := func(pred mu.BlockID, args []mu.Operand) {
			for i := range phis {
				x := phis[i].Extra
				x.Incoming = append(x.Incoming, mu.Incoming{Pred: mu.BlockRef{Block: pred}, Value: args[i]})
			}
		}
		for k, d := range into[b] {
			p := from[b][k]
			switch {
			case first[p] == nil:
				first[p] = d
				incoming(p, d.Args)
			case !slices.EqualFunc(first[p].Args, d.Args, func(x, y mu.Operand) bool { return x.Value == y.Value }):
				id := mu.BlockID(n + len(split))
				split = append(split, mu.Block{Name: names.next(), Instrs: []mu.Instruction{{Op: mu.BRANCH,
					Dests: []mu.Dest{{Kind: mu.EdgeBranch, BlockRef: mu.BlockRef{Block: mu.BlockID(b)}}}}}})
				incoming(id, d.Args)
				d.BlockRef = mu.BlockRef{Block: id}
			}
		}
		for _, p := range from[b] {
			first[p] = nil
		}
		for i := range phis {
			slices.SortFunc(phis[i].Extra.Incoming, func(x, y mu.Incoming) int { return int(x.Pred.Block) - int(y.Pred.Block) })
		}
		blk.Instrs = append(phis, blk.Instrs...)
		blk.Params, blk.HasParams = nil, false
	}
	for b := range n {
		t := f.out.Blocks[b].Terminator()
		for k := range t.Dests {
			t.Dests[k].Args, t.Dests[k].HasArgs = nil, false
		}
	}
	for range split {
		f.fm.Blocks = append(f.fm.Blocks, BlockMap{From: mu.NoBlock})
	}
	f.out.Blocks = append(f.out.Blocks, split...)
}

// newBlockNames makes names for new blocks.
type newBlockNames struct {
	used map[string]bool
	n    int
}

func (f *phiFinisher) blockNames() *newBlockNames {
	names := &newBlockNames{used: map[string]bool{}}
	for i := range f.out.Blocks {
		names.used[f.out.Blocks[i].Name] = true
	}
	return names
}

func (n *newBlockNames) next() string {
	for {
		name := "%__presse.edge." + strconv.Itoa(n.n)
		n.n++
		if !n.used[name] {
			return name
		}
	}
}

// chooseNames gives variables names, in the order of their definitions: in this
// form each is that of one value in the whole function.
func (f *phiFinisher) chooseNames() {
	f.name = make([]mu.VarID, len(f.out.Vars))
	f.names.start(f.b, f.version, f.f, f.out, f.spelled)
	f.names.wholeFunction(f.b)
	def := func(o mu.VarID) { f.name[o] = f.names.define(f.phi.origin[o]) }
	for b := range f.out.Blocks {
		blk := &f.out.Blocks[b]
		f.names.at(f.b, f.fm.Blocks[b].From, blk.Name)
		for _, p := range blk.Params {
			def(p.Var)
		}
		if blk.HasExc {
			def(blk.Exc.Var)
		}
		for i := range blk.Instrs {
			for _, d := range blk.Instrs[i].Results {
				def(d.Var)
			}
		}
	}
}

// rewrite puts the chosen names in the place of variables.
func (f *phiFinisher) rewrite() {
	// A name in full has the block in it, and so is for variables of the block.
	block := 0
	home := f.homes()
	operand := func(o *mu.Operand) {
		if o.IsLocal() {
			o.Full = o.Full && home[o.Var()] == int32(block)
			o.Value = mu.LocalValue(f.name[o.Var()])
		}
	}
	for b := range f.out.Blocks {
		block = b
		blk := &f.out.Blocks[b]
		for i := range blk.Params {
			blk.Params[i].Var = f.name[blk.Params[i].Var]
		}
		if blk.HasExc {
			blk.Exc.Var = f.name[blk.Exc.Var]
		}
		for i := range blk.Instrs {
			in := &blk.Instrs[i]
			in.Uses(operand)
			for j := range in.Results {
				in.Results[j].Var = f.name[in.Results[j].Var]
			}
			if in.Op == mu.PHI {
				for j := range in.Extra.Incoming {
					operand(&in.Extra.Incoming[j].Value)
				}
			}
		}
		bm := &f.fm.Blocks[b]
		for i := range bm.Entry {
			x := &bm.Entry[i]
			if x.Value.IsLocal() && f.s.find(x.Value) != x.Value {
				x.Source = FromAbove // a parameter that is gone
			}
			x.Value = f.final(x.Value)
		}
		for i := range bm.Steps {
			bm.Steps[i].Value = f.final(bm.Steps[i].Value)
		}
	}
	for i := range f.fm.Inits {
		x := &f.fm.Inits[i]
		x.Value = f.final(x.Value)
	}
}

// homes returns the block that defines each variable.
func (f *phiFinisher) homes() []int32 {
	home := make([]int32, len(f.name))
	for b := range f.out.Blocks {
		blk := &f.out.Blocks[b]
		for _, p := range blk.Params {
			home[p.Var] = int32(b)
		}
		if blk.HasExc {
			home[blk.Exc.Var] = int32(b)
		}
		for i := range blk.Instrs {
			for _, d := range blk.Instrs[i].Results {
				home[d.Var] = int32(b)
			}
		}
	}
	return home
}

// final returns what a value is in the end.
func (f *phiFinisher) final(x mu.Value) mu.Value {
	if x.IsLocal() && int(x.Var()) < len(f.s.rep) {
		x = f.s.find(x)
	}
	if x.IsLocal() {
		x = mu.LocalValue(f.name[x.Var()])
	}
	return x
}
