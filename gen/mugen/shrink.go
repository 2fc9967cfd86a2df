package mugen

import (
	"iter"

	"assay/mu"
)

// Shrink yields bundles that are smaller than b by one cut each, the large cuts
// first:
//
//  1. top-level definitions are dropped;
//  2. blocks that control cannot reach are dropped, other blocks are passed by,
//     terminators become jumps or returns;
//  3. runs of instructions are dropped, the long ones first;
//  4. clauses, parameters, names and results are dropped, and constants replace
//     variables.
//
// What is yielded is as valid as b: if mu.CheckSSA finds no errors in b at
// mu.LevelFull it finds none there, and else mu.Check none. It was read from its
// text. To reduce a bundle, take the first one that still fails and start again
// from there; that ends, as every cut makes the bundle smaller.
func Shrink(b *mu.Bundle) iter.Seq[*mu.Bundle] {
	return func(yield func(*mu.Bundle) bool) {
		s := newShrinker(b)
		for _, c := range s.cuts() {
			if x := s.make(c); x != nil && !yield(x) {
				return
			}
		}
	}
}

// shrinker makes cuts of a bundle.
type shrinker struct {
	b      *mu.Bundle
	ssa    bool
	weight int
	// types are those of the variables of a version.
	typesOf *mu.Function
	types   []mu.TypeID
}

func newShrinker(b *mu.Bundle) *shrinker {
	return &shrinker{b: b, ssa: !mu.HasErrors(mu.CheckSSA(b, mu.LevelFull)), weight: weight(b)}
}

// cut is a way to make the bundle smaller: bundle changes a clone of it, or edit a
// copy of a version. They return false if there is nothing to change.
type cut struct {
	version int
	bundle  func(*mu.Bundle) bool
	edit    func(*mu.Function) bool
}

// make returns the bundle after a cut, or nil if it is not valid or not smaller.
func (s *shrinker) make(c cut) *mu.Bundle {
	b := s.b.Clone()
	if c.bundle != nil {
		if !c.bundle(b) {
			return nil
		}
	} else {
		f := cloneFunction(b.Versions[c.version])
		if !c.edit(f) {
			return nil
		}
		b.SetVersion(c.version, f)
	}
	small, err := mu.Read("", mu.Print(b, mu.PrintOptions{}), mu.ReadOptions{Prelude: b.Prelude})
	if err != nil || weight(small) >= s.weight {
		return nil
	}
	ps := mu.Check(small, mu.LevelFull)
	if s.ssa {
		ps = mu.CheckSSA(small, mu.LevelFull)
	}
	if mu.HasErrors(ps) {
		return nil
	}
	return small
}

// cuts lists the cuts, the large ones first.
func (s *shrinker) cuts() []cut {
	var cs []cut
	cs = append(cs, cut{bundle: dropUnused})
	for i := range s.b.Defs {
		cs = append(cs, cut{bundle: func(b *mu.Bundle) bool { return dropDefinition(b, i) }})
	}
	for v := range s.b.Versions {
		cs = append(cs, s.blockCuts(v)...)
	}
	for v := range s.b.Versions {
		cs = append(cs, s.instructionCuts(v)...)
	}
	for v := range s.b.Versions {
		cs = append(cs, s.partCuts(v)...)
	}
	return cs
}

// dropDefinition drops a top-level definition, which nothing may mention.
func dropDefinition(b *mu.Bundle, i int) bool {
	d := b.Defs[i]
	if d.Kind == mu.DefVersion && b.Funcs[b.Versions[d.Index].Func].Name == Entry && len(b.Funcs[b.Versions[d.Index].Func].Versions) == 1 {
		return false
	}
	b.Defs = append(append([]mu.DefRef(nil), b.Defs[:i]...), b.Defs[i+1:]...)
	return true
}

// dropUnused drops all types, signatures, constants and globals that nothing
// mentions.
func dropUnused(b *mu.Bundle) bool {
	used := newMentions(b)
	var defs []mu.DefRef
	for _, d := range b.Defs {
		if used.has(d) {
			defs = append(defs, d)
		}
	}
	changed := len(defs) < len(b.Defs)
	b.Defs = defs
	return changed
}

// mentions tells which top-level definitions a bundle needs.
type mentions struct {
	b        *mu.Bundle
	types    []bool
	sigs     []bool
	entities []bool
}

func newMentions(b *mu.Bundle) *mentions {
	m := &mentions{b, make([]bool, len(b.Types)), make([]bool, len(b.Sigs)), make([]bool, len(b.Entities))}
	for _, d := range b.Defs {
		switch d.Kind {
		case mu.DefDecl:
			m.sig(b.Decls[d.Index].Sig.ID)
		case mu.DefExpose:
			m.entity(b.Exposes[d.Index].Func.ID)
			m.entity(b.Exposes[d.Index].Cookie.ID)
		case mu.DefVersion:
			m.function(b.Versions[d.Index])
		}
	}
	return m
}

func (m *mentions) has(d mu.DefRef) bool {
	switch d.Kind {
	case mu.DefType:
		return m.types[d.Index]
	case mu.DefSig:
		return m.sigs[d.Index]
	case mu.DefConst, mu.DefGlobal:
		for id, e := range m.b.Entities {
			if m.entities[id] && e.Index == d.Index && (e.Kind == mu.EntityConst) == (d.Kind == mu.DefConst) &&
				(e.Kind == mu.EntityConst || e.Kind == mu.EntityGlobal) {
				return true
			}
		}
		return false
	}
	return true
}

func (m *mentions) typ(t mu.TypeID) {
	if t == mu.NoType || m.types[t] {
		return
	}
	m.types[t] = true
	for _, e := range m.b.Types[t].Elems {
		m.typ(e.ID)
	}
	if k := m.b.Types[t].Kind; k == mu.KindFuncRef || k == mu.KindUFuncPtr {
		m.sig(m.b.Types[t].Sig.ID)
	}
}

func (m *mentions) sig(s mu.SigID) {
	if s == mu.NoSig || m.sigs[s] {
		return
	}
	m.sigs[s] = true
	for _, t := range m.b.Sigs[s].Params {
		m.typ(t.ID)
	}
	for _, t := range m.b.Sigs[s].Returns {
		m.typ(t.ID)
	}
}

func (m *mentions) entity(e mu.EntityID) {
	if e == mu.NoEntity || m.entities[e] {
		return
	}
	m.entities[e] = true
	switch x := m.b.Entities[e]; x.Kind {
	case mu.EntityConst:
		m.typ(m.b.Consts[x.Index].Type.ID)
		for _, k := range m.b.Consts[x.Index].Elems {
			m.entity(k.ID)
		}
	case mu.EntityGlobal:
		m.typ(m.b.Globals[x.Index].Type.ID)
	}
}

func (m *mentions) function(f *mu.Function) {
	m.sig(f.Sig.ID)
	operand := func(o mu.Operand) {
		if !o.IsLocal() {
			m.entity(o.Entity())
		}
	}
	for i := range f.Blocks {
		for _, p := range f.Blocks[i].Params {
			m.typ(p.Type.ID)
		}
		for j := range f.Blocks[i].Instrs {
			in := &f.Blocks[i].Instrs[j]
			m.sig(in.Sig.ID)
			for _, t := range in.Types {
				m.typ(t.ID)
			}
			in.Uses(func(o *mu.Operand) { operand(*o) })
			for _, d := range in.Dests {
				for _, o := range d.Args {
					operand(o)
				}
				if d.Kind == mu.EdgeCase {
					operand(d.Case)
				}
			}
			if in.Extra != nil {
				for _, s := range in.Extra.Sigs {
					m.sig(s.ID)
				}
				for _, x := range in.Extra.Incoming {
					operand(x.Value)
				}
			}
		}
	}
}

// weight tells how large a bundle is. Variables weigh more than constants.
func weight(b *mu.Bundle) int {
	w := 0
	for _, d := range b.Defs {
		w += 4
		switch d.Kind {
		case mu.DefType:
			w += len(b.Types[d.Index].Elems)
		case mu.DefSig:
			w += len(b.Sigs[d.Index].Params) + len(b.Sigs[d.Index].Returns)
		case mu.DefConst:
			w += len(b.Consts[d.Index].Elems)
		case mu.DefVersion:
			w += functionWeight(b.Versions[d.Index])
		}
	}
	return w
}

func functionWeight(f *mu.Function) int {
	w := 0
	operands := func(os []mu.Operand) {
		for _, o := range os {
			w++
			if o.IsLocal() {
				w++
			}
			if o.Full {
				w++
			}
		}
	}
	for i := range f.Blocks {
		b := &f.Blocks[i]
		w += 4 + 3*len(b.Params)
		if b.HasExc {
			w += 2
		}
		for j := range b.Instrs {
			in := &b.Instrs[j]
			w += 8 + 2*len(in.Results) + len(in.Types) + 2*len(in.Dests)
			if in.Name != "" {
				w++
			}
			if in.Flags&mu.FlagKeepAlive != 0 {
				w++
			}
			operands(in.Args)
			operands(in.KeepAlive)
			for _, d := range in.Dests {
				operands(d.Args)
				if d.HasArgs {
					w++
				}
			}
			if in.Extra != nil {
				for _, x := range in.Extra.Incoming {
					operands([]mu.Operand{x.Value})
					w++
				}
			}
		}
	}
	return w
}

// cloneFunction returns a copy of a function of which everything can be changed.
func cloneFunction(f *mu.Function) *mu.Function {
	g := *f
	g.Header = append([]mu.Def(nil), f.Header...)
	g.Vars = append([]mu.Variable(nil), f.Vars...)
	g.Blocks = append([]mu.Block(nil), f.Blocks...)
	for i := range g.Blocks {
		b := &g.Blocks[i]
		b.Params = append([]mu.Param(nil), b.Params...)
		b.Instrs = append([]mu.Instruction(nil), b.Instrs...)
		for j := range b.Instrs {
			in := &b.Instrs[j]
			in.Results = append([]mu.Def(nil), in.Results...)
			in.Types = append([]mu.TypeRef(nil), in.Types...)
			in.Args = append([]mu.Operand(nil), in.Args...)
			in.KeepAlive = append([]mu.Operand(nil), in.KeepAlive...)
			in.Dests = append([]mu.Dest(nil), in.Dests...)
			for k := range in.Dests {
				in.Dests[k].Args = append([]mu.Operand(nil), in.Dests[k].Args...)
			}
			if in.Extra != nil {
				x := *in.Extra
				x.Incoming = append([]mu.Incoming(nil), x.Incoming...)
				in.Extra = &x
			}
		}
	}
	return &g
}
