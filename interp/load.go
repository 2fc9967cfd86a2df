package interp

import (
	"math"

	"assay/hir"
)

// Load prepares a function, and everything nested in it, to be run any number
// of times. The function must be well-formed (hir.Check finds nothing) and must
// not change while it is loaded. Time is linear in the size of the function and
// the number of its identifiers.
func (m *Machine) Load(f *hir.Function) {
	m.env = f.Env
	m.functions = append(m.functions[:0], function{src: f})
	m.code, m.blocks, m.edges = m.code[:0], m.blocks[:0], m.edges[:0]
	m.copies, m.pool = m.copies[:0], m.pool[:0]

	// All functions of the tree, breadth first: a function's own nested
	// functions stand together, in the order of their instructions.
	m.hasAliases = false
	for i := 0; i < len(m.functions); i++ {
		for _, b := range m.functions[i].src.Blocks {
			for j := range b.Instrs {
				switch in := &b.Instrs[j]; in.Kind {
				case hir.FunctionExpression, hir.ObjectMethod:
					m.functions = append(m.functions, function{src: in.Func})
				case hir.DeclareContext, hir.LoadContext, hir.StoreContext:
					m.hasAliases = true
				}
			}
			m.hasAliases = m.hasAliases || b.Term.Kind == hir.Try && len(b.Term.Operands) > 0
		}
	}
	if m.hasAliases {
		m.findAliases()
	}
	m.registerOf = resize(m.registerOf, len(m.env.Identifiers))

	l := loader{Machine: m, nested: 1}
	for i := range m.functions {
		l.function(&m.functions[i])
	}
	m.loaded = true
}

// loader loads the functions of one tree.
type loader struct {
	*Machine
	nested int32 // index of the next nested function to be met

	fn        *function
	registers int32
}

// register says that an identifier has register reg in the function that was
// the markth to be loaded.
type register struct{ mark, reg int32 }

func (l *loader) function(fn *function) {
	f := fn.src
	l.fn, l.registers = fn, 0
	if l.mark++; l.mark < 0 {
		clear(l.registerOf[:cap(l.registerOf)])
		l.mark = 1
	}
	fn.firstBlock = int32(len(l.blocks))
	fn.entry = -1
	if p := f.BlockPos(f.Entry); p >= 0 {
		fn.entry = fn.firstBlock + int32(p)
	}
	fn.returnsTerm = f.Async || f.Generator
	fn.params, fn.nparams = int32(len(l.pool)), int32(len(f.Params))
	for i := range f.Params {
		l.pool = append(l.pool, l.register(f.Params[i].Identifier))
		fn.rest = f.Params[i].Spread // the last one decides
	}
	fn.boxes = int32(len(l.pool))
	for i := range f.Params {
		if l.isContext(f.Params[i].Identifier) {
			l.pool = append(l.pool, l.register(f.Params[i].Identifier))
		}
	}
	fn.nboxes = int32(len(l.pool)) - fn.boxes
	fn.context, fn.ncontext = l.places(f.Context)

	firstEdge := len(l.edges)
	handlers, shortCircuits := false, false
	for _, b := range f.Blocks {
		l.block(b)
		switch b.Term.Kind {
		case hir.Try, hir.MaybeThrow:
			handlers = true
		case hir.Logical, hir.Optional:
			shortCircuits = true
		}
	}
	if handlers {
		l.handlers()
	}
	if shortCircuits {
		l.questions()
	}
	l.phis(firstEdge)
	fn.registers = l.registers
}

// register returns the register of an identifier in the present function.
func (l *loader) register(id hir.IdentifierID) int32 {
	r := &l.registerOf[l.canonical(id)]
	if r.mark != l.mark {
		*r = register{l.mark, l.registers}
		l.registers++
	}
	return r.reg
}

// hidden returns a register that is no identifier's.
func (l *loader) hidden() int32 {
	l.registers++
	return l.registers - 1
}

// places appends the registers of ps to the pool.
func (l *loader) places(ps []hir.Place) (first, n int32) {
	first = int32(len(l.pool))
	for i := range ps {
		l.pool = append(l.pool, l.register(ps[i].Identifier))
	}
	return first, int32(len(ps))
}

func (l *loader) block(b *hir.Block) {
	first := int32(len(l.code))
	for i := range b.Instrs {
		l.code = append(l.code, instr{})
		l.instr(&l.code[len(l.code)-1], &b.Instrs[i])
	}
	self := int32(len(l.blocks))
	l.blocks = append(l.blocks, block{first: first, end: int32(len(l.code)), src: b})
	lb := &l.blocks[self]
	t := &b.Term
	lb.term, lb.test, lb.tests, lb.hidden = t.Kind, -1, -1, -1
	if len(t.Operands) > 0 {
		lb.test = l.register(t.Operands[0].Identifier)
	}
	switch t.Kind {
	case hir.If, hir.Branch, hir.Switch:
		lb.hidden = l.hidden()
	}
	if t.Kind == hir.Switch {
		lb.tests = int32(len(l.pool))
		next := 1
		for i := range t.Targets {
			r := int32(-1)
			if t.HasTest[i] {
				r = l.register(t.Operands[next].Identifier)
				next++
			}
			l.pool = append(l.pool, r)
		}
	}
	lb.edge = int32(len(l.edges))
	for _, s := range t.Successors() {
		to := int32(-1)
		if p := l.fn.src.BlockPos(s); p >= 0 {
			to = l.fn.firstBlock + int32(p)
		}
		l.edges = append(l.edges, edge{from: self, to: to})
	}
	lb.nedges = int32(len(l.edges)) - lb.edge
}

func (l *loader) instr(c *instr, in *hir.Instruction) {
	c.op, c.src = in.Kind, in
	if in.Kind == hir.Elision {
		return
	}
	c.sub = uint8(in.LKind)
	switch in.Kind {
	case hir.LoadLocal, hir.LoadContext, hir.TypeCastExpression, hir.Await, hir.StoreGlobal,
		hir.PropertyLoad, hir.PropertyDelete, hir.TaggedTemplateExpression, hir.FinishMemoize:
		c.a = l.register(in.Operands[0].Identifier)
	case hir.UnaryExpression:
		c.a = l.register(in.Operands[0].Identifier)
		c.sub = uint8(unaryOperator(in.Text))
		c.c = l.hidden()
	case hir.BinaryExpression:
		c.a = l.register(in.Operands[0].Identifier)
		c.b = l.register(in.Operands[1].Identifier)
		c.sub = uint8(binaryOperator(in.Text))
		c.c = l.hidden()
	case hir.PropertyStore, hir.ComputedLoad, hir.ComputedDelete, hir.StoreContext, hir.IteratorNext:
		c.a = l.register(in.Operands[0].Identifier)
		c.b = l.register(in.Operands[1].Identifier)
	case hir.GetIterator, hir.NextPropertyOf:
		c.a = l.register(in.Operands[0].Identifier)
		c.b = l.hidden()
	case hir.StoreLocal, hir.PrefixUpdate, hir.PostfixUpdate:
		c.a = l.register(in.Operands[0].Identifier)
		c.c = l.register(in.Defs[0].Identifier)
		if in.Text == "--" {
			c.sub = uint8(opSub)
		} else if in.Kind != hir.StoreLocal {
			c.sub = uint8(opAdd)
		}
	case hir.DeclareLocal, hir.DeclareContext:
		c.c = l.register(in.Defs[0].Identifier)
	case hir.Destructure:
		c.a = l.register(in.Operands[0].Identifier)
		c.c, c.b = l.places(in.Defs)
	case hir.FunctionExpression, hir.ObjectMethod:
		c.a, c.b = l.places(in.Func.Context)
		c.c = l.nested
		l.nested++
	case hir.Primitive:
		l.literal(c, in.Aux.(*hir.Literal))
	case hir.JSXText:
		c.imm = hashString(in.Text)
	case hir.LoadGlobal:
		if v, isConst := globalConstant(in.Aux.(*hir.Binding)); isConst {
			c.op, c.sub, c.imm = hir.Primitive, uint8(v.kind()), v.bits
		}
	default:
		c.a, c.b = l.places(in.Operands)
	}
	if !in.HasLvalue() {
		c.dst = l.hidden()
	} else {
		c.dst = l.register(in.Lvalue.Identifier)
	}
	if !plain[c.op] {
		c.imm = operationHash(in)
	}
}

// plain tells the kinds that need no hash of what they are: they make no term.
var plain = [hir.NumValueKinds]bool{
	hir.LoadLocal: true, hir.LoadContext: true, hir.StoreLocal: true, hir.DeclareLocal: true,
	hir.DeclareContext: true, hir.StoreContext: true, hir.TypeCastExpression: true,
	hir.FunctionExpression: true, hir.ObjectMethod: true, hir.Primitive: true, hir.JSXText: true,
}

func (l *loader) literal(c *instr, lit *hir.Literal) {
	switch lit.Kind {
	case hir.LiteralUndefined:
		c.sub = uint8(KindUndefined)
	case hir.LiteralNull:
		c.sub = uint8(KindNull)
	case hir.LiteralBool:
		c.sub, c.imm = uint8(KindBool), Bool(lit.Bool).bits
	case hir.LiteralNumber:
		c.sub, c.imm = uint8(KindNumber), math.Float64bits(lit.Num)
	case hir.LiteralString:
		c.sub, c.imm = uint8(KindString), hashString(lit.Str)
	}
}

// operationHash hashes all that an instruction is besides its places: two
// instructions with the same hash and the same operands do the same.
func operationHash(in *hir.Instruction) uint64 {
	h := mix(saltOperation+uint64(in.Kind), uint64(in.LKind))
	if in.Text != "" {
		h = mix(h, hashString(in.Text))
	}
	switch aux := in.Aux.(type) {
	case hir.Elements:
		for _, e := range aux {
			h = mix(h, uint64(e))
		}
	case hir.Properties:
		for i := range aux {
			h = mix(h, flag(aux[i].Spread))
			h = hashKey(h, &aux[i].Key)
		}
	case *hir.Pattern:
		h = mix(h, flag(aux.Object))
		for i := range aux.Items {
			it := &aux.Items[i]
			h = mix(h, flag(it.Hole)<<1|flag(it.Spread))
			h = hashKey(h, &it.Key)
		}
	case *hir.Jsx:
		h = mix(h, flag(aux.TagIsPlace)<<1|flag(aux.HasChildren))
		h = mix(h, hashString(aux.Tag))
		for i := range aux.Attributes {
			h = mix(h, flag(aux.Attributes[i].Spread))
			h = mix(h, hashString(aux.Attributes[i].Name))
		}
	case hir.Template:
		for i := range aux {
			h = mix(h, hashString(aux[i].Raw))
		}
	case *hir.MemoDeps:
		h = mix(h, flag(aux.Known))
		for i := range aux.Deps {
			h = mix(h, hashString(aux.Deps[i].Global))
			for _, p := range aux.Deps[i].Path {
				h = mix(h, hashString(p.Name)<<1|flag(p.Optional))
			}
		}
	case hir.Pruned:
		h = mix(h, 1)
	case hir.RegExpFlags:
		h = mix(h, hashString(string(aux)))
	case hir.MetaName:
		h = mix(h, hashString(string(aux)))
	case *hir.Binding:
		h = mix(h, uint64(aux.Kind))
		h = mix(h, hashString(aux.Name))
		h = mix(h, hashString(aux.Module))
		h = mix(h, hashString(aux.Imported))
	}
	return h
}

func hashKey(h uint64, k *hir.Key) uint64 {
	return mix(h, mix(flag(k.Kind == hir.KeyComputed), hashString(k.Text)))
}

func flag(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// resize returns s with length n, reusing its memory if there is enough. The
// contents are unspecified.
func resize[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n, n+n/4)
	}
	return s[:n]
}
