package muoracle

import (
	"slices"
	"strings"

	"assay/mu"
	"assay/mu/convert"
)

const (
	killDependency = "@uvm.kill_dependency"
	fromFP         = "@uvm.tr64.from_fp"
)

// passesOn reports whether an instruction is one that a conversion adds: it has no
// name, and passes on what is global.
func passesOn(in *mu.Instruction) bool {
	return in.Op == mu.COMMINST && in.Name == "" && len(in.Args) == 1 && !in.Args[0].IsLocal() && len(in.Results) == 1 &&
		in.Flags&(mu.FlagExc|mu.FlagKeepAlive) == 0 && (in.Extra.CommInst == killDependency || in.Extra.CommInst == fromFP)
}

// findAliases finds what the instructions of the result pass on, before the blocks
// are walked over.
func (s *simulation) findAliases() {
	for b := range s.out.Blocks {
		s.match(mu.BlockID(b), func(i int, from *mu.Instruction) { s.noteAlias(&s.out.Blocks[b].Instrs[i], from) })
	}
}

// noteAlias takes notice of an instruction that only passes on a value: one that
// was added, or stands for an ID.
func (s *simulation) noteAlias(in, from *mu.Instruction) {
	switch {
	case len(in.Results) != 1: // a BRANCH that was added
	case from == nil && in.Extra.CommInst == fromFP:
		s.madeTag[in.Results[0].Var] = true
	case from == nil || from.Op == mu.ID:
		s.alias[in.Results[0].Var] = in.Args[0].Value
	}
}

// match pairs the instructions of a block of the result, behind PHIs and
// LANDINGPAD, with those that they come from; nil stands for none, if the
// instruction was added. It returns false if they do not fit, after reporting it.
func (s *simulation) match(b mu.BlockID, visit func(i int, from *mu.Instruction)) bool {
	out := &s.out.Blocks[b]
	from := s.fm.Blocks[b].From
	if from == mu.NoBlock {
		last := len(out.Instrs) - 1
		for i := range out.Instrs {
			if in := &out.Instrs[i]; i < last && !passesOn(in) || i == last && in.Op != mu.BRANCH {
				s.block = b
				s.bad(OracleShape, "new block", in, "expected a new block to have a BRANCH, and before it only what makes defaults, found another instruction")
				return false
			}
			visit(i, nil)
		}
		return true
	}
	src := s.f.Blocks[from].Instrs
	j := 0
	skip := func() {
		for j < len(src) && (src[j].Op == mu.PHI || src[j].Op == mu.LANDINGPAD || s.flow.copies(&src[j])) {
			j++
		}
	}
	for i := range out.Instrs {
		in := &out.Instrs[i]
		if in.Op == mu.PHI || in.Op == mu.LANDINGPAD {
			continue
		}
		skip()
		if j < len(src) && s.comesFrom(in, &src[j]) {
			visit(i, &src[j])
			j++
			continue
		}
		if passesOn(in) {
			visit(i, nil)
			continue
		}
		s.block = b
		want := "none"
		if j < len(src) {
			want = string(s.c.Bundle.AppendInstruction(nil, s.f, from, &src[j]))
		}
		s.bad(OracleShape, "instruction", in, "expected what becomes of %s, found another instruction", want)
		return false
	}
	skip()
	if j < len(src) {
		s.block = b
		s.bad(OracleShape, "instruction lost", nil, "expected what becomes of %s, found the end of the block",
			s.c.Bundle.AppendInstruction(nil, s.f, from, &src[j]))
		return false
	}
	return true
}

// comesFrom reports whether an instruction of the result can be what becomes of one
// of the input.
func (s *simulation) comesFrom(in, from *mu.Instruction) bool {
	op, flags := from.Op, from.Flags
	x := from.Extra
	name := from.Name
	if op == mu.ID {
		op, flags = mu.COMMINST, flags|mu.FlagArgs|mu.FlagTypes
	} else if !slices.EqualFunc(in.Types, from.Types, func(a, b mu.TypeRef) bool { return a.ID == b.ID }) {
		return false
	}
	if name == "" && in.Name != "" && s.c.Options.NameOSR != convert.NameNone && from.IsOSRPoint() {
		name = in.Name
	}
	if in.Op != op || in.Flags != flags || in.Order != from.Order || in.Order2 != from.Order2 || in.RMW != from.RMW ||
		in.Sig.ID != from.Sig.ID || in.Name != name || len(in.Args) != len(from.Args) ||
		len(in.KeepAlive) != len(from.KeepAlive) || len(in.Results) != len(from.Results) || len(in.Dests) != len(from.Dests) {
		return false
	}
	if from.Op == mu.ID {
		return in.Extra != nil && in.Extra.CommInst == killDependency
	}
	if (in.Extra == nil) != (x == nil) {
		return false
	}
	return x == nil || in.Extra.CommInst == x.CommInst && in.Extra.Index.Lo == x.Index.Lo && in.Extra.NumRetTypes == x.NumRetTypes
}

// root returns what a value of the result stands for.
func (s *simulation) root(x mu.Value) mu.Value {
	for x != convert.Unassigned && x.IsLocal() {
		y, ok := s.alias[x.Var()]
		if !ok {
			return x
		}
		x = y
	}
	return x
}

// holds reports whether a value of the result is what a symbol says.
func (s *simulation) holds(v symbol, x mu.Value) bool {
	x = s.root(x)
	if !v.def {
		return s.root(v.value) == x
	}
	return s.isDefault(v.unassigned, x)
}

// holdsFor is holds for what the map says of a variable.
func (s *simulation) holdsFor(w mu.VarID, v symbol, x mu.Value) bool {
	if x == convert.Unassigned {
		return v.def || s.isDefault(w, s.root(v.value))
	}
	return s.holds(v, x)
}

// isDefault reports whether a value that stands for itself is the default of a
// variable.
func (s *simulation) isDefault(v mu.VarID, x mu.Value) bool {
	t := s.types[v]
	b := s.result.Bundle
	if x.IsLocal() {
		return s.madeTag[x.Var()] && t != mu.NoType && b.Types[t].Kind == mu.KindTagRef64
	}
	e := b.Entities[x.Entity()]
	return e.Kind == mu.EntityConst && isZero(b, &b.Consts[e.Index]) && t != mu.NoType && b.SameType(t, b.Consts[e.Index].Type.ID)
}

func (s *simulation) valueName(x mu.Value) string {
	switch {
	case x == convert.Unassigned:
		return "nothing"
	case x == convert.Unknown:
		return "what is not known"
	case x.IsLocal():
		return s.out.Vars[x.Var()].Name
	}
	return s.result.Bundle.Entities[x.Entity()].Name
}

func (s *simulation) symbolName(v symbol) string {
	switch {
	case !v.known:
		return "a value that is not known"
	case v.def:
		return "the default of " + s.f.Vars[v.unassigned].Name
	}
	return s.valueName(v.value)
}

// read returns what an operand of the input holds.
func (s *simulation) read(o mu.Operand) symbol {
	if !o.IsLocal() {
		return symbol{known: true, value: o.Value}
	}
	return s.env[o.Var()]
}

func (s *simulation) set(v mu.VarID, x symbol) {
	s.env[v] = x
	delete(s.kept, v)
}

func local(v mu.VarID) symbol { return symbol{known: true, value: mu.LocalValue(v)} }

// simulate walks over a block of the result.
func (s *simulation) simulate(b mu.BlockID) {
	s.block = b
	bm := &s.fm.Blocks[b]
	if bm.From == mu.NoBlock && b > 0 {
		return // on an edge: seen there
	}
	if !s.phi {
		clear(s.alias)
		clear(s.madeTag)
	}
	clear(s.kept)
	clear(s.made)
	s.env = append(s.env[:0], make([]symbol, len(s.f.Vars))...)
	s.entry(b)
	if s.phi && !s.reach[b] {
		return // such blocks read defaults
	}
	s.steps, s.addedHere = s.steps[:0], 0
	src := []mu.Instruction(nil)
	if bm.From != mu.NoBlock {
		src = s.f.Blocks[bm.From].Instrs
	}
	at := 0 // the next instruction of the input
	points := 0
	var added []int // instructions that were added since the last of the input
	out := &s.out.Blocks[b]
	s.match(b, func(i int, from *mu.Instruction) {
		s.block = b
		in := &out.Instrs[i]
		if bm.From == mu.NoBlock && in.Op == mu.BRANCH {
			s.edge(b, nil, in, 0)
			return
		}
		if from == nil {
			s.noteAlias(in, nil)
			s.addedHere++
			added = append(added, i)
			return
		}
		// Copies before the instruction.
		first := i - len(added)
		for ; &src[at] != from; at++ {
			s.copy(&src[at], first)
		}
		s.added(added, in, from, i)
		added = added[:0]
		s.instruction(b, bm, in, from, i, at, &points)
		at++
	})
	if points < len(bm.Points) {
		s.bad(OracleMap, "point", nil, "expected %d points in the map, found %d", points, len(bm.Points))
	}
	if bm.From != mu.NoBlock {
		s.compareSteps(bm)
	}
}

// entry sets what variables hold at the entry of a block by what the map says, and
// checks what can be checked here.
func (s *simulation) entry(b mu.BlockID) {
	bm := &s.fm.Blocks[b]
	out := &s.out.Blocks[b]
	ps := s.paramsOf(b)
	n := 0
	isParam := func(x mu.Value) bool { return n < len(ps) && x == mu.LocalValue(ps[n]) }
	for _, x := range bm.Entry {
		if s.env[x.Var].known {
			s.bad(OracleMap, "entry", nil, "expected %s once in the map at the entry, found it again", s.f.Vars[x.Var].Name)
		}
		y := symbol{known: true, value: x.Value}
		if x.Value == convert.Unassigned {
			y = symbol{known: true, def: true, unassigned: x.Var}
		}
		switch x.Source {
		case convert.FromParam, convert.FromImplicit:
			switch {
			case isParam(x.Value):
				s.name(x.Var, ps[n])
				n++
			case s.phi:
				// It went: something else stands for it.
			default:
				s.bad(OracleMap, "entry", nil, "expected parameter %d next in the map, found %s = %s", n+1, s.f.Vars[x.Var].Name, s.valueName(x.Value))
			}
		case convert.FromException:
			exc, ok := s.exception(out)
			if !ok || x.Value != mu.LocalValue(exc) {
				s.bad(OracleMap, "exception", nil, "expected the exception parameter, found %s = %s", s.f.Vars[x.Var].Name, s.valueName(x.Value))
			}
		case convert.FromNothing:
			if x.Value != convert.Unassigned {
				s.bad(OracleMap, "entry", nil, "expected nothing as the value of %s, found %s", s.f.Vars[x.Var].Name, s.valueName(x.Value))
			}
		case convert.FromAbove:
			if !s.phi {
				s.bad(OracleMap, "entry", nil, "expected no value of another block, found %s = %s", s.f.Vars[x.Var].Name, s.valueName(x.Value))
			}
		default:
			s.bad(OracleMap, "entry", nil, "expected a source of values at the entry of a block, found %s", x.Source)
		}
		s.env[x.Var] = y
	}
	if n != len(ps) {
		s.bad(OracleMap, "entry", nil, "expected the %d parameters of the block in the map, found %d", len(ps), n)
	}
	if _, ok := s.exception(out); ok && bm.From != mu.NoBlock {
		if v, ok := s.exceptionVar(bm.From); ok && !s.env[v].known {
			s.bad(OracleMap, "exception", nil, "expected the exception parameter in the map, found none")
		}
	}
	if b == 0 {
		// At the entry of the function nothing is assigned but its parameters.
		from := max(bm.From, 0)
		for _, x := range bm.Entry {
			isParam := false
			for i := range s.f.NumParams(from) {
				if s.f.Param(from, i) == x.Var {
					isParam = true
					if i >= len(ps) || x.Value != mu.LocalValue(ps[i]) {
						s.bad(OracleValidator, "entry", nil, "expected parameter %d of the function as %s, found %s", i+1, s.f.Vars[x.Var].Name, s.valueName(x.Value))
					}
				}
			}
			if !isParam && x.Value != convert.Unassigned {
				s.bad(OracleValidator, "entry", nil, "expected %s to be unassigned at the entry of the function, found %s", s.f.Vars[x.Var].Name, s.valueName(x.Value))
			}
		}
	}
}

// paramsOf returns the parameters of a block of the result, or the results of its
// PHIs.
func (s *simulation) paramsOf(b mu.BlockID) []mu.VarID {
	var ps []mu.VarID
	if b == 0 && s.out.HasHeader {
		for _, d := range s.out.Header {
			ps = append(ps, d.Var)
		}
		return ps
	}
	for _, p := range s.out.Blocks[b].Params {
		ps = append(ps, p.Var)
	}
	for i := range s.out.Blocks[b].Instrs {
		in := &s.out.Blocks[b].Instrs[i]
		if in.Op == mu.PHI {
			ps = append(ps, in.Results[0].Var)
		} else if in.Op != mu.LANDINGPAD {
			break
		}
	}
	return ps
}

// exception returns the exception parameter of a block.
func (s *simulation) exception(b *mu.Block) (mu.VarID, bool) {
	if b.HasExc {
		return b.Exc.Var, true
	}
	for i := range b.Instrs {
		switch in := &b.Instrs[i]; in.Op {
		case mu.LANDINGPAD:
			if len(in.Results) > 0 {
				return in.Results[0].Var, true
			}
			return 0, false
		case mu.PHI:
		default:
			return 0, false
		}
	}
	return 0, false
}

func (s *simulation) exceptionVar(b mu.BlockID) (mu.VarID, bool) { return s.exception(&s.f.Blocks[b]) }

// copy makes the result of an ID hold what its operand does.
func (s *simulation) copy(in *mu.Instruction, next int) {
	if !s.flow.copies(in) {
		return // PHI, LANDINGPAD
	}
	x := s.read(in.Args[0])
	for _, d := range in.Results {
		if !x.known {
			// Nothing needs it; what is copied is a default or is never read.
			x = symbol{}
		}
		s.set(d.Var, x)
		s.expect(d.Var, x, convert.FromCopy, next, 0)
	}
}

// expected is a step that must be in the map. If it is not known what is assigned,
// nothing reads it.
type expected struct {
	convert.Step
	known bool
}

// expect notes that a step must be in the map.
func (s *simulation) expect(v mu.VarID, x symbol, from convert.Source, instr, result int) {
	y := x.value
	if x.def || !x.known {
		y = convert.Unassigned
	}
	s.steps = append(s.steps, expected{convert.Step{Binding: convert.Binding{Var: v, Value: y, Source: from}, Instr: int32(instr), Result: int32(result)}, x.known})
}

// added checks the instructions that were added before one of the input: it needs
// them.
func (s *simulation) added(added []int, in, from *mu.Instruction, i int) {
	for _, j := range added {
		made := &s.out.Blocks[s.block].Instrs[j]
		v := made.Results[0].Var
		used := false
		for k, o := range in.KeepAlive {
			if o.Value != mu.LocalValue(v) || !from.KeepAlive[k].IsLocal() {
				continue
			}
			used = true
			w := from.KeepAlive[k].Var()
			if old, ok := s.kept[w]; ok && old != v {
				s.bad(OracleShape, "added again", made, "expected the instruction that %s was given before in the block, found another", s.f.Vars[w].Name)
			}
			s.kept[w] = v
		}
		tag := made.Extra.CommInst == fromFP
		for _, o := range in.Args {
			used = used || tag && o.Value == mu.LocalValue(v)
		}
		for _, d := range in.Dests {
			for _, o := range d.Args {
				used = used || tag && o.Value == mu.LocalValue(v)
			}
			used = used || tag && s.phi
		}
		for _, l := range added {
			used = used || l > j && s.out.Blocks[s.block].Instrs[l].Args[0].Value == mu.LocalValue(v)
		}
		if !used {
			s.bad(OracleShape, "added", made, "expected no further instruction but for KEEPALIVE and defaults of tagref64, found one that the next does not need")
		}
	}
	// What was kept alive with an added instruction stays so.
	for k, o := range in.KeepAlive {
		if w := from.KeepAlive[k]; w.IsLocal() && o.IsLocal() {
			if _, ok := s.alias[o.Var()]; ok && s.kept[w.Var()] == 0 {
				s.kept[w.Var()] = o.Var()
			}
		}
	}
}

// instruction checks that an instruction reads what it read in the input, and
// assigns its results.
func (s *simulation) instruction(b mu.BlockID, bm *convert.BlockMap, in, from *mu.Instruction, i, at int, points *int) {
	operand := func(o, was mu.Operand, place convert.Place, code string) {
		x := s.read(was)
		if x.known && s.holds(x, o.Value) {
			if x.def {
				s.init(convert.Init{Var: x.unassigned, Block: b, Instr: int32(i), Place: place, Value: o.Value})
			}
			return
		}
		s.bad(OracleValidator, code, in, "expected %s, which %s holds in the input, found %s", s.symbolName(x), s.operandName(was), s.valueName(o.Value))
	}
	for k := range in.Args {
		operand(in.Args[k], from.Args[k], convert.PlaceUse, "operand")
	}
	for k := range in.KeepAlive {
		operand(in.KeepAlive[k], from.KeepAlive[k], convert.PlaceKeepAlive, "keepalive")
		if !in.KeepAlive[k].IsLocal() {
			s.bad(OracleValidator, "keepalive", in, "expected a variable to be kept alive, found %s", s.valueName(in.KeepAlive[k].Value))
		}
	}
	if from.IsOSRPoint() {
		s.point(bm, from, in, i, at, *points)
		*points++
	}
	for k := range in.Dests {
		s.edgeOf(b, bm, from, in, i, k)
	}
	if from.Op == mu.ID && len(in.Results) == 1 {
		s.alias[in.Results[0].Var] = in.Args[0].Value
	}
	for k, d := range from.Results {
		s.name(d.Var, in.Results[k].Var)
		x := local(in.Results[k].Var)
		s.set(d.Var, x)
		s.expect(d.Var, x, convert.FromResult, i, k)
	}
}

// init notes that an initialisation must be in the map. Where an instruction makes
// the default, that is the first place that reads it.
func (s *simulation) init(i convert.Init) {
	if i.Value.IsLocal() {
		if s.made[i.Value.Var()] {
			return
		}
		s.made[i.Value.Var()] = true
	}
	s.inits[i]++
}

func (s *simulation) operandName(o mu.Operand) string {
	if o.IsLocal() {
		return s.f.Vars[o.Var()].Name
	}
	return s.c.Bundle.Entities[o.Entity()].Name
}

// edgeOf checks an edge, with the results that exist on it.
func (s *simulation) edgeOf(b mu.BlockID, bm *convert.BlockMap, from, in *mu.Instruction, i, k int) {
	if in.Dests[k].Kind != from.Dests[k].Kind || in.Dests[k].Case.Value != from.Dests[k].Case.Value {
		s.bad(OracleShape, "edge", in, "expected the %s edge as number %d, found the %s edge", from.Dests[k].Kind, k+1, in.Dests[k].Kind)
		return
	}
	var saved []symbol
	rs := from.ResultsOn(k)
	for j, d := range rs {
		saved = append(saved, s.env[d.Var])
		s.env[d.Var] = local(in.Results[j].Var)
	}
	s.edge(b, from, in, k)
	for j, d := range rs {
		s.env[d.Var] = saved[j]
	}
}

// edge checks that what the map says of the target holds, when control takes an
// edge. from is the terminator in the input, nil if the block was added.
func (s *simulation) edge(b mu.BlockID, from, in *mu.Instruction, k int) {
	d := &in.Dests[k]
	t, pred := d.Block, b
	if s.fm.Blocks[t].From == mu.NoBlock && t > 0 {
		// A block on the edge.
		pred = t
		t = s.out.Blocks[t].Instrs[0].Dests[0].Block
	}
	tm := &s.fm.Blocks[t]
	if from == nil {
		// The new first block goes to the old one, with the parameters.
		if tm.From != 0 {
			s.bad(OracleShape, "edge", in, "expected an edge to the first block of the input, found one to %s", s.out.Blocks[t].Name)
			return
		}
	} else if tm.From != from.Dests[k].Block {
		s.bad(OracleShape, "edge", in, "expected the %s edge to lead to %s, found %s", d.Kind, s.f.Blocks[from.Dests[k].Block].Name, s.out.Blocks[t].Name)
		return
	}
	// Control never takes the edge: it only has to have arguments.
	dead := !s.reach[b] && s.reach[t]
	ps := s.paramsOf(t)
	instr := int32(len(s.out.Blocks[b].Instrs) - 1)
	assigned := s.assignments(b, t, from, k)
	for _, x := range tm.Entry {
		v, explicit := assigned[x.Var]
		if !explicit {
			v = s.env[x.Var]
		}
		if x.Source == convert.FromException {
			continue
		}
		value := x.Value
		if i := paramIndex(ps, value); i >= 0 {
			arg, ok := s.argument(t, pred, d, i)
			if !ok {
				s.bad(OracleValidator, "argument", in, "expected an argument for %s of %s, found none", s.valueName(value), s.out.Blocks[t].Name)
				continue
			}
			value = arg
		}
		if dead && value == convert.Unassigned {
			continue
		}
		if !v.known {
			s.bad(OracleValidator, "argument", in, "expected to know what %s holds on the %s edge to %s, found nothing in the map", s.f.Vars[x.Var].Name, d.Kind, s.out.Blocks[t].Name)
			continue
		}
		if !s.holdsFor(x.Var, v, value) {
			s.bad(OracleValidator, "argument", in, "expected %s on the %s edge to %s, which %s holds in the input, found %s",
				s.symbolName(v), d.Kind, s.out.Blocks[t].Name, s.f.Vars[x.Var].Name, s.valueName(value))
			continue
		}
		if v.def && value != convert.Unassigned && !s.phi {
			s.init(convert.Init{Var: v.unassigned, Block: b, Instr: instr, Edge: int32(k), Place: convert.PlaceEdge, Value: value})
		}
	}
}

func paramIndex(ps []mu.VarID, x mu.Value) int {
	if x == convert.Unassigned || !x.IsLocal() {
		return -1
	}
	return slices.Index(ps, x.Var())
}

// assignments returns what an edge of the input assigns: the parameters of its
// target.
func (s *simulation) assignments(b, t mu.BlockID, from *mu.Instruction, k int) map[mu.VarID]symbol {
	if from == nil {
		// The parameters of the function.
		return nil
	}
	var m map[mu.VarID]symbol
	e := flowEdge{from: s.fm.Blocks[b].From, k: k, dest: &from.Dests[k], defines: len(from.ResultsOn(k)) > 0}
	s.flow.eachArgument(&e, func(o mu.Operand, to mu.VarID) {
		if to == mu.NoVar {
			return
		}
		if m == nil {
			m = map[mu.VarID]symbol{}
		}
		m[to] = s.read(o)
	})
	return m
}

// argument returns the value of the i-th parameter of a block when control comes
// along an edge.
func (s *simulation) argument(t, pred mu.BlockID, d *mu.Dest, i int) (mu.Value, bool) {
	if !s.phi {
		if i < len(d.Args) {
			return d.Args[i].Value, true
		}
		return 0, false
	}
	is := s.out.Blocks[t].Instrs
	for j := range is {
		if is[j].Op == mu.LANDINGPAD {
			continue
		}
		if is[j].Op != mu.PHI {
			break
		}
		if i > 0 {
			i--
			continue
		}
		for _, x := range is[j].Extra.Incoming {
			if x.Pred.Block == pred {
				return x.Value.Value, true
			}
		}
		break
	}
	return 0, false
}

// point checks what the map says of an instruction at which a frame can be
// inspected.
func (s *simulation) point(bm *convert.BlockMap, from, in *mu.Instruction, i, at, n int) {
	if n >= len(bm.Points) {
		s.bad(OracleMap, "point", in, "expected a point in the map, found none")
		return
	}
	p := bm.Points[n]
	if int(p.Out) != i || int(p.In) != at {
		s.bad(OracleMap, "point", in, "expected a point of instruction %d, %d in the input, found %d and %d", i, at, p.Out, p.In)
		return
	}
	if int(p.Steps) > len(bm.Steps) {
		s.bad(OracleMap, "point", in, "expected at most %d steps, found %d", len(bm.Steps), p.Steps)
		return
	}
	s.compareState(bm, int(p.Steps), in)
}

// compareState checks that the map says after so many steps what variables hold.
func (s *simulation) compareState(bm *convert.BlockMap, steps int, in *mu.Instruction) {
	seen := map[mu.VarID]bool{}
	for _, x := range bm.Values(steps) {
		seen[x.Var] = true
		// What is not known is never read.
		if v := s.env[x.Var]; v.known && !s.holdsFor(x.Var, v, x.Value) {
			s.bad(OracleMap, "state", in, "expected that %s holds %s here, found %s in the map", s.f.Vars[x.Var].Name, s.symbolName(v), s.valueName(x.Value))
		}
	}
	for v := range s.env {
		if s.env[v].known && !seen[mu.VarID(v)] {
			s.bad(OracleMap, "state", in, "expected that %s holds %s here, found nothing in the map", s.f.Vars[v].Name, s.symbolName(s.env[v]))
		}
	}
}

// compareSteps checks that the steps of a block are its assignments, and the
// instructions that were added.
func (s *simulation) compareSteps(bm *convert.BlockMap) {
	want := s.steps
	made := s.addedHere
	for _, x := range bm.Steps {
		if x.Source == convert.FromDefault || x.Source == convert.FromMaterialized {
			made--
			is := s.out.Blocks[s.block].Instrs
			if int(x.Instr) >= len(is) || !passesOn(&is[x.Instr]) || is[x.Instr].Results[0].Var != x.Value.Var() {
				s.bad(OracleMap, "step", nil, "expected an added instruction for %s at %d, found none", s.f.Vars[x.Var].Name, x.Instr)
			}
			continue
		}
		if len(want) == 0 {
			s.bad(OracleMap, "step", nil, "expected no further assignment, found %s = %s in the map", s.f.Vars[x.Var].Name, s.valueName(x.Value))
			return
		}
		y := want[0]
		want = want[1:]
		same := x.Var == y.Var && x.Source == y.Source && x.Result == y.Result && (x.Instr == y.Instr || s.onlyAdded(y, x.Instr))
		if !y.known {
			same = same && x.Value == convert.Unknown
		} else if same && x.Value != y.Value {
			a, b := symbol{known: true, value: y.Value}, x.Value
			if y.Value == convert.Unassigned {
				same = b == convert.Unassigned || s.madeTag[b.Var()] || !b.IsLocal() || s.root(b) != b
			} else {
				same = b != convert.Unassigned && s.holds(a, b)
			}
		}
		if !same {
			s.bad(OracleMap, "step", nil, "expected %s = %s (%s) of instruction %d, found %s = %s (%s) of %d in the map",
				s.f.Vars[y.Var].Name, s.valueName(y.Value), y.Source, y.Instr, s.f.Vars[x.Var].Name, s.valueName(x.Value), x.Source, x.Instr)
			return
		}
	}
	if made != 0 && !s.phi {
		s.bad(OracleMap, "step", nil, "expected %d steps for instructions that were added, found %d", s.addedHere, s.addedHere-made)
	}
	if len(want) > 0 {
		s.bad(OracleMap, "step", nil, "expected %s = %s (%s) in the map, found no further assignment", s.f.Vars[want[0].Var].Name, s.valueName(want[0].Value), want[0].Source)
	}
}

// name checks the name of a value of a variable: that of the variable, perhaps with
// numbers. $x has no name of %x.
func (s *simulation) name(v, o mu.VarID) {
	name := s.f.Vars[v].Name
	base := name
	if name[0] == '$' {
		base = "%" + name[1:]
	}
	found := s.out.Vars[o].Name
	switch {
	case !suffixed(found, base):
		s.bad(OracleShape, "name", nil, "expected a value of %s to be %s, perhaps with numbers, found %s", name, base, found)
	case name[0] == '$' && found == base && s.percent[base]:
		s.bad(OracleShape, "name", nil, "expected a value of %s to have another name than %s, which is a variable of the input, found %s", name, base, found)
	}
}

// onlyAdded reports whether a copy may stand before another instruction of the older
// form: only such that were added are between.
func (s *simulation) onlyAdded(y expected, at int32) bool {
	is := s.out.Blocks[s.block].Instrs
	if !s.phi || y.Source != convert.FromCopy || at < y.Instr || int(at) > len(is) {
		return false
	}
	for i := y.Instr; i < at; i++ {
		if !passesOn(&is[i]) {
			return false
		}
	}
	return true
}

// suffixed reports whether a name is a base with numbers behind it.
func suffixed(name, base string) bool {
	rest, ok := strings.CutPrefix(name, base)
	if !ok {
		return false
	}
	for rest != "" {
		if rest[0] != '.' || len(rest) == 1 {
			return false
		}
		i := 1
		for i < len(rest) && rest[i] >= '0' && rest[i] <= '9' {
			i++
		}
		if i == 1 {
			return false
		}
		rest = rest[i:]
	}
	return true
}
