package interp

import "assay/mu"

// variables finds the shapes of the variables of a function. A variable that
// only copies define has the shape of what is copied, through any number of
// copies: copies put variables in one group.
func (l *lowerer) variables() {
	f := l.f
	l.vars = grow(l.vars, len(f.Vars))
	l.shapes = grow(l.shapes, len(f.Vars))
	for v := range l.vars {
		l.vars[v] = varInfo{group: mu.VarID(v)}
	}
	l.stamp, l.edgeStamp = 0, 0
	for i, d := range f.Header {
		l.defined(d.Var, l.paramShape(0, i))
	}
	for b := range f.Blocks {
		blk := &f.Blocks[b]
		for i := range blk.Params {
			l.defined(blk.Params[i].Var, l.shape(blk.Params[i].Type.ID))
		}
		if blk.HasExc {
			l.defined(blk.Exc.Var, shapeRef)
		}
		for i := range blk.Instrs {
			in := &blk.Instrs[i]
			for j, d := range in.Results {
				if in.Op == mu.ID && len(in.Types) == 0 {
					l.copied(d.Var, in.Args)
					continue
				}
				l.defined(d.Var, l.resultShape(in, j))
			}
		}
	}
	for v := range l.vars {
		g := &l.vars[l.group(mu.VarID(v))]
		l.shapes[v] = g.all
		if g.mixed {
			l.shapes[v] = nil
		}
	}
}

// grow returns a slice of length n, with anything in it.
func grow[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n, 2*n)
	}
	return s[:n]
}

// defined takes notice of a definition.
func (l *lowerer) defined(v mu.VarID, s *shape) {
	if uint(v) >= uint(len(l.vars)) {
		return
	}
	if l.vars[v].own == nil {
		l.vars[v].own = s
	}
	l.vars[l.group(v)].join(s)
}

func (g *varInfo) join(s *shape) {
	if g.all == nil {
		g.all = s
	} else if !g.all.fits(s) {
		g.mixed = true
	}
}

// copied takes notice of a definition by ID.
func (l *lowerer) copied(v mu.VarID, args []mu.Operand) {
	if uint(v) >= uint(len(l.vars)) || len(args) == 0 {
		return
	}
	if !args[0].IsLocal() {
		if _, s := l.entity(args[0].Entity()); s != nil {
			l.vars[l.group(v)].join(s)
		}
		return
	}
	if uint(args[0].Var()) >= uint(len(l.vars)) {
		return
	}
	a, b := l.group(v), l.group(args[0].Var())
	if a == b {
		return
	}
	l.vars[b].group = a
	if s := l.vars[b].all; s != nil {
		l.vars[a].join(s)
	}
	l.vars[a].mixed = l.vars[a].mixed || l.vars[b].mixed
}

// group returns the variable that stands for the group of a variable.
func (l *lowerer) group(v mu.VarID) mu.VarID {
	for l.vars[v].group != v {
		next := l.vars[v].group
		l.vars[v].group = l.vars[next].group
		v = next
	}
	return v
}

// initial returns the shape of what a variable is before it is assigned.
func (l *lowerer) initial(v mu.VarID) *shape {
	if s := l.vars[v].own; s != nil {
		return s
	}
	if s := l.vars[l.group(v)].all; s != nil {
		return s
	}
	return shapeBad
}

// resultShape returns the shape of a result.
func (l *lowerer) resultShape(in *mu.Instruction, i int) *shape {
	arg := func(j int) *shape {
		if j < len(in.Types) {
			return l.shape(in.Types[j].ID)
		}
		return shapeBad
	}
	switch op := in.Op; {
	case op.IsCompare():
		if s := arg(0); s.con == mu.KindVector {
			return l.boolVector(s.n)
		}
		return shapeI1
	case op.IsConversion(), op == mu.SELECT:
		return arg(1)
	}
	switch in.Op {
	case mu.CALL, mu.CCALL:
		if sig := l.sigOf(in.Sig.ID); sig != nil && i < len(sig.Returns) {
			return l.shape(sig.Returns[i].ID)
		}
		return shapeBad
	case mu.TRAP, mu.WATCHPOINT, mu.SWAPSTACK:
		return arg(i)
	case mu.EXTRACTVALUE:
		if s := arg(0); in.Extra != nil {
			if k := index(&in.Extra.Index); k < len(s.fields) {
				return s.fields[k]
			}
		}
		return shapeBad
	case mu.EXTRACTELEMENT:
		if s := arg(0); s.elem != nil {
			return s.elem
		}
		return shapeBad
	case mu.SHUFFLEVECTOR:
		if a, b := arg(0), arg(1); a.con == mu.KindVector && b.con == mu.KindVector {
			return l.vectorOf(a.elem, b.n)
		}
		return shapeBad
	case mu.NEW, mu.NEWHYBRID, mu.LANDINGPAD:
		return shapeRef
	case mu.ALLOCA, mu.ALLOCAHYBRID, mu.GETIREF, mu.GETFIELDIREF, mu.GETELEMIREF, mu.SHIFTIREF, mu.GETVARPARTIREF:
		if in.Flags&mu.FlagPtr != 0 {
			return shapePtr
		}
		return shapeIRef
	case mu.CMPXCHG:
		if i == 1 {
			return shapeI1
		}
	case mu.NEWSTACK:
		return shapeStack
	case mu.NEWTHREAD:
		return shapeThread
	case mu.COMMINST:
		return l.commonResult(in)
	}
	return arg(0)
}

// index returns an index that an instruction names, one that nothing has if it
// is negative or large.
func index(x *mu.IntLit) int {
	if x.Neg && x.Lo != 0 || len(x.High) > 0 || x.Lo >= manyCells {
		return manyCells
	}
	return int(x.Lo)
}

// boolVector returns the shape of vector<int<1> n>.
func (m *Machine) boolVector(n int64) *shape { return m.vectorOf(shapeI1, n) }

// vectorOf returns the shape of a vector that need not be a type of the bundle.
func (m *Machine) vectorOf(elem *shape, n int64) *shape {
	for _, s := range m.vectors {
		if s.elem == elem && s.n == n {
			return s
		}
	}
	s := m.shapeArena.one()
	*s = shape{kind: Aggregate, con: mu.KindVector, elem: elem, n: n, cells: product(n, elem.cells), refers: mu.NoType, code: elem.code}
	m.bound(s)
	m.vectors = append(m.vectors, s)
	return s
}
