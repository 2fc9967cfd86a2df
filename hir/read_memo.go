package hir

// memoDeps reads the dependencies of a StartMemoize.
func (r *reader) memoDeps(in *Instruction) {
	m := &MemoDeps{}
	in.Aux = m
	if r.accept("(none)") {
		return
	}
	m.Known = true
	effect := EffectUnknown
	if in.Lvalue.Effect == EffectNone {
		effect = EffectNone
	}
	for r.pos < r.lim && !isSpace(r.src[r.pos]) {
		if len(m.Deps) > 0 {
			r.expect(",")
		}
		var d MemoDep
		name, id, scope, end := scanIdentifier(r.src[:r.lim], r.pos, r.limit)
		if end >= 0 && id <= r.limit && scope <= r.limit {
			// Whether this is a local or a global whose name looks like one shows
			// when all places are known.
			r.memos = append(r.memos, pendingMemo{deps: m, dep: len(m.Deps), name: name, id: id, scope: scope, text: r.src[r.pos:end]})
			r.ops = append(r.ops, Place{Identifier: IdentifierID(id), Effect: effect})
			r.pos = end
		} else {
			d.Global = r.name("a dependency")
		}
		for {
			if r.accept("?.") {
				d.Path = append(d.Path, PathEntry{r.propertyName(false), true})
			} else if r.accept(".") {
				d.Path = append(d.Path, PathEntry{r.propertyName(false), false})
			} else {
				break
			}
		}
		m.Deps = append(m.Deps, d)
	}
}

// resolveMemos settles which dependencies of StartMemoize are locals: those
// whose identifier some place mentions by the same name. The others are
// globals that have a name like that of an identifier.
func (r *reader) resolveMemos(f *Function) {
	for i := range r.memos {
		m := &r.memos[i]
		if m.local {
			r.localMemo(m)
			continue
		}
		if m.id < len(r.idents) && r.idents[m.id]&identPlaced != 0 {
			if id := &r.env.Identifiers[m.id]; id.Name == m.name && int(id.Scope) == m.scope {
				continue
			}
		}
		m.deps.Deps[m.dep].Global = m.text
		m.global = true
	}
	r.dropGlobals(f)
}

// localMemo handles a dependency that is annotated as a local. Its identifier
// is what the dependency says, if no place mentions it.
func (r *reader) localMemo(m *pendingMemo) {
	if m.id >= len(r.idents) {
		r.growIdentifiers(m.id)
	}
	r.maxIdent = max(r.maxIdent, m.id)
	if r.idents[m.id]&(identPlaced|identRef) != 0 {
		return
	}
	r.idents[m.id] |= identRef
	id := &r.env.Identifiers[m.id]
	id.Name = m.name
	if m.scope >= 0 {
		id.Scope = r.scope(m.scope, r.topPos)
		id.RangeScope = id.Scope
	}
}

// dropGlobals takes from the operands of StartMemoize instructions those that
// have turned out to be globals.
func (r *reader) dropGlobals(f *Function) {
	global := map[*MemoDeps][]bool{}
	for _, m := range r.memos {
		if m.global && global[m.deps] == nil {
			global[m.deps] = []bool{}
		}
	}
	if len(global) == 0 {
		return
	}
	for _, m := range r.memos {
		if isGlobal, ok := global[m.deps]; ok {
			global[m.deps] = append(isGlobal, m.global)
		}
	}
	for work := []*Function{f}; len(work) > 0; {
		g := work[len(work)-1]
		work = work[:len(work)-1]
		for _, b := range g.Blocks {
			for i := range b.Instrs {
				in := &b.Instrs[i]
				if in.Func != nil {
					work = append(work, in.Func)
				}
				m, ok := in.Aux.(*MemoDeps)
				if !ok {
					continue
				}
				isGlobal := global[m]
				kept := in.Operands[:0]
				for j, p := range in.Operands {
					if isGlobal == nil || !isGlobal[j] {
						kept = append(kept, p)
					}
				}
				in.Operands = kept
				if len(kept) == 0 {
					in.Operands = nil
				}
			}
		}
	}
}

// pendingMemo is a dependency of a StartMemoize that is a local, or a global
// with a name like one.
type pendingMemo struct {
	deps      *MemoDeps
	dep       int
	name      string
	id, scope int
	text      string
	// global and local say that the question is settled.
	global, local bool
}
