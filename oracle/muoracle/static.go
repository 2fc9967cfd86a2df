package muoracle

import (
	"fmt"
	"slices"
	"strings"

	"assay/mu"
	"assay/mu/convert"
)

// static checks the result without running it, function by function.
func (x *check) static() {
	in, out := x.c.Bundle, x.result.Bundle
	if !x.definitions() {
		return
	}
	if len(x.result.Map.Functions) != len(in.Versions)-x.firstVersion() {
		x.violate(OracleMap, "functions", fmt.Sprintf("expected %d functions in the map, found %d", len(in.Versions)-x.firstVersion(), len(x.result.Map.Functions)))
		return
	}
	for i, fm := range x.result.Map.Functions {
		v := x.firstVersion() + i
		if int(fm.Version) != v || fm.Out != out.Versions[v] {
			x.violate(OracleMap, "functions", fmt.Sprintf("expected version %d in the map, found %d", v, fm.Version))
			return
		}
		x.sim.function(x, fm)
	}
}

// firstVersion is the first version that is not of a prelude.
func (x *check) firstVersion() int {
	if p := x.c.Bundle.Prelude; p != nil {
		return len(p.Versions)
	}
	return 0
}

// definitions checks the top level: what was there is there in its order, and what
// was added is needed, was not there, and comes before the function that needs it.
func (x *check) definitions() bool {
	in, out := x.c.Bundle, x.result.Bundle
	ok := true
	bad := func(code, format string, args ...any) {
		x.violate(OracleShape, code, fmt.Sprintf(format, args...))
		ok = false
	}
	var old, added []mu.DefRef
	for _, d := range out.Defs {
		isNew := d.Kind == mu.DefConst && int(d.Index) >= len(in.Consts) ||
			d.Kind == mu.DefType && slices.Contains(x.result.Map.NewTypes, mu.TypeID(d.Index))
		if isNew {
			added = append(added, d)
		} else {
			old = append(old, d)
		}
	}
	if !slices.Equal(old, in.Defs) {
		bad("definitions", "expected the top-level definitions of the input in their order, found others")
		return false
	}
	if len(added) != len(x.result.Map.NewTypes)+len(x.result.Map.NewConsts) {
		bad("definitions", "expected %d new definitions as the map lists, found %d", len(x.result.Map.NewTypes)+len(x.result.Map.NewConsts), len(added))
	}
	for _, d := range added {
		switch d.Kind {
		case mu.DefConst:
			k := &out.Consts[d.Index]
			for j := range out.Consts[:d.Index] {
				if out.SameType(out.Consts[j].Type.ID, k.Type.ID) && isZero(out, &out.Consts[j]) {
					bad("new constant", "expected no new constant %s, as %s is the same", k.Name, out.Consts[j].Name)
				}
			}
			if !isZero(out, k) {
				bad("new constant", "expected new constants to be defaults, found %s, which is not", k.Name)
			}
		case mu.DefType:
			name := out.Types[d.Index].Name
			if !strings.HasPrefix(name, "@__presse.") {
				bad("new type", "expected new types to have names of the conversion, found %s", name)
			}
		}
	}
	return ok
}

// isZero reports whether a constant is the default of its type.
func isZero(b *mu.Bundle, k *mu.Const) bool {
	switch k.Kind {
	case mu.ConstInt:
		return k.Int.IsZero()
	case mu.ConstFloat, mu.ConstDouble:
		return k.Bits == 0
	case mu.ConstNull:
		return true
	}
	for _, e := range k.Elems {
		x := b.Entities[e.ID]
		if x.Kind != mu.EntityConst || !isZero(b, &b.Consts[x.Index]) {
			return false
		}
	}
	return true
}

// symbol is what a variable of the input holds at a place: a value of the result, or
// the default of a variable that nothing has assigned.
type symbol struct {
	known bool
	// unassigned is the variable whose default it is, if def is set.
	def        bool
	unassigned mu.VarID
	value      mu.Value
}

// simulation proves that a function does what the input's does. It takes from the
// map what variables hold at the entry of each block, and proves it on the way: it
// walks over each block with what is said there, and at each edge what is said of
// the target must hold. So by induction what is said holds whenever control comes to
// the block, and with it all that was read on the way is what the input reads. It
// is sound whatever the map says; a wrong map makes it fail.
type simulation struct {
	*check
	fm      *convert.FunctionMap
	f, out  *mu.Function
	types   []mu.TypeID
	version string
	phi     bool
	// reach tells which blocks of the result control can reach.
	reach []bool

	env []symbol
	// alias leads from results of instructions that only pass on a value to it;
	// madeTag holds those that make the default of tagref64.
	alias   map[mu.VarID]mu.Value
	madeTag map[mu.VarID]bool
	// kept holds the instructions that were added for KEEPALIVE in the block, by
	// variable of the input.
	kept map[mu.VarID]mu.VarID
	// made holds the results of added instructions that were read, in the block.
	made map[mu.VarID]bool
	// block is the block of the result under way.
	block mu.BlockID
	inits map[convert.Init]int
	steps []expected
	// addedHere counts the instructions that were added to the block.
	addedHere int
	// percent holds the names of the input's variables with a %.
	percent map[string]bool
}

func (s *simulation) bad(o Oracle, code string, in *mu.Instruction, format string, args ...any) {
	v := s.violate(o, code, fmt.Sprintf(format, args...))
	v.Function = s.version
	if int(s.block) < len(s.out.Blocks) {
		v.Block = s.out.Blocks[s.block].Name
	}
	if in != nil {
		v.Instr = string(s.result.Bundle.AppendInstruction(nil, s.out, s.block, in))
	}
}

func (s *simulation) function(x *check, fm *convert.FunctionMap) {
	*s = simulation{check: x, fm: fm, f: x.c.Bundle.Versions[fm.Version], out: fm.Out, phi: x.form == FormPHI, env: s.env,
		alias: map[mu.VarID]mu.Value{}, madeTag: map[mu.VarID]bool{}, kept: map[mu.VarID]mu.VarID{}, made: map[mu.VarID]bool{}, inits: map[convert.Init]int{}, steps: s.steps}
	s.version = x.c.Bundle.VersionName(s.f)
	s.types = x.result.Bundle.VariableTypes(s.f)
	s.flow.compute(s.f, x.c.Options.KeepCopies)
	if !s.blocks() {
		return
	}
	s.percent = map[string]bool{}
	for _, v := range s.f.Vars {
		if v.Name[0] == '%' {
			s.percent[v.Name] = true
		}
	}
	s.parameters()
	n := len(s.out.Blocks)
	s.reach = make([]bool, n)
	s.reach[0] = true
	work := []mu.BlockID{0}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		for _, d := range s.out.Blocks[b].Destinations() {
			if !s.reach[d.Block] {
				s.reach[d.Block] = true
				work = append(work, d.Block)
			}
		}
	}
	if s.phi {
		// Aliases hold in the blocks that are dominated.
		s.findAliases()
	}
	for b := range n {
		s.simulate(mu.BlockID(b))
	}
	if !s.phi {
		for _, i := range fm.Inits {
			s.inits[i]--
		}
		for _, i := range sortedInits(s.inits) {
			if n := s.inits[i]; n > 0 {
				s.block = i.Block
				s.bad(OracleMap, "init missing", nil, "expected an initialisation of %s (%s), found none", s.f.Vars[i.Var].Name, i.Place)
			} else if n < 0 {
				s.block = i.Block
				s.bad(OracleMap, "init", nil, "expected no initialisation of %s at instruction %d (%s), found one", s.f.Vars[i.Var].Name, i.Instr, i.Place)
			}
		}
	}
	s.Stats.Defaults += len(fm.Inits)
}

func sortedInits(m map[convert.Init]int) []convert.Init {
	var is []convert.Init
	for i, n := range m {
		if n != 0 {
			is = append(is, i)
		}
	}
	slices.SortFunc(is, func(a, b convert.Init) int {
		if a.Block != b.Block {
			return int(a.Block) - int(b.Block)
		}
		if a.Instr != b.Instr {
			return int(a.Instr) - int(b.Instr)
		}
		if a.Var != b.Var {
			return int(a.Var) - int(b.Var)
		}
		return int(a.Edge) - int(b.Edge)
	})
	return is
}

// blocks checks that the blocks are those of the input, in order and by name, behind
// a new first one if there are edges to the first, and in the older form before those
// on edges.
func (s *simulation) blocks() bool {
	f, out, fm := s.f, s.out, s.fm
	s.block = 0
	if len(fm.Blocks) != len(out.Blocks) {
		s.bad(OracleMap, "blocks", nil, "expected %d blocks in the map, found %d", len(out.Blocks), len(fm.Blocks))
		return false
	}
	if out.Name != f.Name || s.result.Bundle.Funcs[out.Func].Name != s.c.Bundle.Funcs[f.Func].Name || out.Sig.ID != f.Sig.ID {
		s.bad(OracleShape, "function", nil, "expected version %s, found %s", f.Name, out.Name)
		return false
	}
	entryEdge := false
	reachable := s.flow.reachable
	for b := range f.Blocks {
		for _, d := range f.Blocks[b].Destinations() {
			entryEdge = entryEdge || d.Block == 0 && (reachable[b] || !s.c.Options.DropUnreachable)
		}
	}
	at := 0
	if entryEdge {
		if fm.Blocks[0].From != mu.NoBlock {
			s.bad(OracleShape, "entry", nil, "expected a new first block, as there are edges to the first, found none")
			return false
		}
		at = 1
	} else if fm.Blocks[0].From == mu.NoBlock {
		s.bad(OracleShape, "entry", nil, "expected no new first block, as there are no edges to the first, found one")
		return false
	}
	for b := range f.Blocks {
		if s.c.Options.DropUnreachable && !reachable[b] {
			continue
		}
		if at >= len(out.Blocks) || out.Blocks[at].Name != f.Blocks[b].Name || fm.Blocks[at].From != mu.BlockID(b) {
			found := "none"
			if at < len(out.Blocks) {
				found = out.Blocks[at].Name
			}
			s.bad(OracleShape, "blocks", nil, "expected block %s next, found %s", f.Blocks[b].Name, found)
			return false
		}
		at++
	}
	for ; at < len(out.Blocks); at++ {
		if b := &out.Blocks[at]; !s.phi || fm.Blocks[at].From != mu.NoBlock || len(b.Instrs) != 1 || b.Instrs[0].Op != mu.BRANCH {
			s.block = mu.BlockID(at)
			s.bad(OracleShape, "blocks", nil, "expected no further blocks, found %s", b.Name)
			return false
		}
	}
	return true
}

// parameters checks which parameters were added, and their order.
func (s *simulation) parameters() {
	meet := s.flow.frontiers()
	for b := range s.out.Blocks {
		s.block = mu.BlockID(b)
		bm := &s.fm.Blocks[b]
		var added []mu.VarID
		for _, x := range bm.Entry {
			if x.Source == convert.FromImplicit {
				added = append(added, x.Var)
			}
		}
		if bm.From == mu.NoBlock {
			if len(added) > 0 {
				s.bad(OracleMinimal, "parameters", nil, "expected no further parameters of a new block, found %s", s.names(added))
			}
			continue
		}
		blk := &s.f.Blocks[bm.From]
		explicit := s.f.NumParams(bm.From)
		if b == 0 && s.phi {
			explicit = len(s.out.Header)
		}
		phis := 0
		for i := range blk.Instrs {
			if blk.Instrs[i].Op == mu.PHI {
				phis++
			} else if blk.Instrs[i].Op != mu.LANDINGPAD {
				break
			}
		}
		if s.phi {
			s.Stats.PHIs += len(added)
			if !s.flow.reachable[bm.From] {
				continue
			}
			for _, v := range added {
				if !slices.Contains(meet[bm.From], v) {
					s.bad(OracleMinimal, "phi", nil, "expected no PHI of %s, of which no two values meet here, found one", s.f.Vars[v].Name)
				}
			}
			continue
		}
		s.Stats.Parameters += len(added)
		want := s.flow.needed(bm.From)
		if !slices.Equal(added, want) {
			code := "order"
			for _, v := range added {
				if !slices.Contains(want, v) {
					code = "not needed"
				}
			}
			for _, v := range want {
				if !slices.Contains(added, v) {
					code = "missing"
				}
			}
			s.bad(OracleMinimal, code, nil, "expected the parameters %s, which are live and perhaps assigned, found %s", s.names(want), s.names(added))
		}
		if n := len(s.out.Blocks[b].Params); n != explicit+phis+len(added) {
			s.bad(OracleMinimal, "count", nil, "expected %d parameters, found %d", explicit+phis+len(added), n)
		}
		for _, v := range meet[bm.From] {
			if s.flow.reachable[bm.From] && !slices.Contains(added, v) && s.flow.may[int(bm.From)*s.flow.vars+int(v)] && !s.flow.headDefines(bm.From, v) {
				s.bad(OracleMinimal, "frontier", nil, "expected a parameter for %s, of which several values meet here, found none", s.f.Vars[v].Name)
			}
		}
	}
}

func (s *simulation) names(vs []mu.VarID) string {
	var names []string
	for _, v := range vs {
		names = append(names, s.f.Vars[v].Name)
	}
	return "(" + strings.Join(names, " ") + ")"
}
