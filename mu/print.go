package mu

import "strconv"

// PrintOptions says how a bundle is printed.
type PrintOptions struct {
	// PHI asks for the older form: the parameters of the entry stand after the
	// signature, empty lists are left out, and exception parameters are
	// LANDINGPADs. Blocks and edges with parameters print as they are.
	PHI bool
	// Preludes asks for the definitions of the preludes too, before the others.
	Preludes bool
}

// Print returns the text of a bundle in canonical layout.
func Print(b *Bundle, opt PrintOptions) []byte { return AppendText(nil, b, opt) }

// AppendText appends the text of a bundle. Read reads it as the same bundle, and
// what Read reads prints token for token as it was, but for comments and the
// words and layouts that only the old language has.
func AppendText(dst []byte, b *Bundle, opt PrintOptions) []byte {
	p := printer{b: b, dst: dst, opt: opt}
	start := len(dst)
	emit := func(d DefRef) {
		if d.Kind == DefVersion && len(p.dst) > start {
			p.str("\n")
		}
		p.definition(d)
		p.str("\n")
		p.afterVersion = d.Kind == DefVersion
	}
	if opt.Preludes {
		b.eachDef(emit)
	} else {
		for _, d := range b.Defs {
			emit(d)
		}
	}
	return p.dst
}

// AppendInstruction appends the text of an instruction of a block.
func (b *Bundle) AppendInstruction(dst []byte, f *Function, block BlockID, in *Instruction) []byte {
	p := printer{b: b, dst: dst, f: f, block: block}
	p.instruction(in)
	return p.dst
}

// printer appends text to dst.
type printer struct {
	b   *Bundle
	dst []byte
	opt PrintOptions
	// f and block are what is printed.
	f     *Function
	block BlockID
	// afterVersion says that the last definition was a .funcdef.
	afterVersion bool
	// last says that the instruction is the last of its block. Behind others an
	// empty list must stand, lest what follows is read as the list.
	last bool
	// noSpace says that no space is to precede the next part.
	noSpace bool
}

func (p *printer) str(s string) { p.dst = append(p.dst, s...) }

// word appends a space and a word.
func (p *printer) word(s string) {
	p.space()
	p.str(s)
}

// space appends a space, unless what follows stands first in brackets.
func (p *printer) space() {
	if p.noSpace {
		p.noSpace = false
		return
	}
	p.dst = append(p.dst, ' ')
}

func (p *printer) definition(d DefRef) {
	b := p.b
	if p.afterVersion && d.Kind != DefVersion {
		p.str("\n")
	}
	switch d.Kind {
	case DefType:
		t := &b.Types[d.Index]
		p.str(".typedef " + t.Name + " = ")
		p.dst = b.appendConstructor(p.dst, t)
	case DefSig:
		s := &b.Sigs[d.Index]
		p.str(".funcsig " + s.Name + " = ")
		p.dst = b.appendSig(p.dst, s)
	case DefConst:
		c := &b.Consts[d.Index]
		p.str(".const " + c.Name + " <")
		p.typ(c.Type)
		p.str("> = ")
		p.dst = b.appendConst(p.dst, c)
	case DefGlobal:
		g := &b.Globals[d.Index]
		p.str(".global " + g.Name + " <")
		p.typ(g.Type)
		p.str(">")
	case DefDecl:
		x := &b.Decls[d.Index]
		p.str(".funcdecl " + b.Funcs[x.Func].Name + " <")
		p.sig(x.Sig)
		p.str(">")
	case DefVersion:
		p.version(b.Versions[d.Index])
	case DefExpose:
		x := &b.Exposes[d.Index]
		p.str(".expose " + x.Name + " = " + b.Entities[x.Func.ID].Name + " " + x.Conv + " " + b.Entities[x.Cookie.ID].Name)
	}
}

// appendConstructor appends what the type is made of.
func (b *Bundle) appendConstructor(dst []byte, t *Type) []byte {
	dst = append(dst, t.Kind.String()...)
	size := t.Kind == KindInt || t.Kind == KindArray || t.Kind == KindVector
	if t.Kind == KindFuncRef || t.Kind == KindUFuncPtr {
		return append(append(append(dst, '<'), b.Sigs[t.Sig.ID].Name...), '>')
	}
	if len(t.Elems) == 0 && !size {
		return dst
	}
	dst = append(dst, '<')
	for i, e := range t.Elems {
		if i > 0 {
			dst = append(dst, ' ')
		}
		dst = b.AppendType(dst, e.ID)
	}
	if size {
		if len(t.Elems) > 0 {
			dst = append(dst, ' ')
		}
		if t.SizeText != "" {
			dst = append(dst, t.SizeText...)
		} else {
			dst = strconv.AppendUint(dst, t.Size, 10)
		}
	}
	return append(dst, '>')
}

// AppendType appends the name of a type. One without a name appears as its
// constructor, which no text may have but messages do.
func (b *Bundle) AppendType(dst []byte, id TypeID) []byte {
	if id == NoType {
		return append(dst, "<unknown>"...)
	}
	if t := &b.Types[id]; t.Name != "" {
		return append(dst, t.Name...)
	}
	return b.appendConstructor(dst, &b.Types[id])
}

// TypeString returns the name of a type, as AppendType appends it.
func (b *Bundle) TypeString(id TypeID) string { return string(b.AppendType(nil, id)) }

func (b *Bundle) appendSig(dst []byte, s *Sig) []byte {
	dst = b.appendTypes(append(dst, '('), s.Params)
	dst = b.appendTypes(append(dst, ") -> ("...), s.Returns)
	return append(dst, ')')
}

func (b *Bundle) appendTypes(dst []byte, ts []TypeRef) []byte {
	for i, t := range ts {
		if i > 0 {
			dst = append(dst, ' ')
		}
		dst = b.AppendType(dst, t.ID)
	}
	return dst
}

func (b *Bundle) appendConst(dst []byte, c *Const) []byte {
	switch c.Kind {
	case ConstInt:
		return c.Int.AppendText(dst)
	case ConstFloat, ConstDouble:
		if c.Text != "" {
			return append(dst, c.Text...)
		}
		return appendFP(dst, c.Bits, c.Kind == ConstDouble)
	case ConstList:
		dst = append(dst, '{')
		for i, e := range c.Elems {
			if i > 0 {
				dst = append(dst, ' ')
			}
			dst = append(dst, b.Entities[e.ID].Name...)
		}
		return append(dst, '}')
	}
	return append(dst, "NULL"...)
}

// list appends items with spaces between, in brackets.
func list[T any](p *printer, open string, items []T, item func(T), end string) {
	p.str(open)
	for i, x := range items {
		if i > 0 {
			p.str(" ")
		}
		item(x)
	}
	p.str(end)
}

func (p *printer) typ(t TypeRef) { p.dst = p.b.AppendType(p.dst, t.ID) }

func (p *printer) sig(s SigRef) { p.str(p.b.Sigs[s.ID].Name) }

func (p *printer) version(f *Function) {
	p.f = f
	p.str(".funcdef " + p.b.Funcs[f.Func].Name + " VERSION " + f.Name + " <")
	p.sig(f.Sig)
	p.str(">")
	p.block = 0
	switch entry := &f.Blocks[0]; {
	case f.HasHeader:
		p.str(" ")
		list(p, "(", f.Header, p.def, ")")
	case p.opt.PHI && entry.HasParams:
		p.str(" ")
		list(p, "(", entry.Params, func(d Param) { p.variable(d.Var, d.Full) }, ")")
	}
	p.str(" {\n")
	for i := range f.Blocks {
		if i > 0 {
			p.str("\n")
		}
		p.block = BlockID(i)
		p.label(&f.Blocks[i])
		for j := range f.Blocks[i].Instrs {
			p.last = j == len(f.Blocks[i].Instrs)-1
			p.str("        ")
			p.instruction(&f.Blocks[i].Instrs[j])
			p.str("\n")
		}
	}
	p.str("}\n")
	p.dst = p.dst[:len(p.dst)-1]
}

func (p *printer) label(b *Block) {
	p.str("    " + b.Name)
	if b.HasParams && !(p.opt.PHI && (len(b.Params) == 0 || p.block == 0 && !p.f.HasHeader)) {
		p.str("(")
		for i := range b.Params {
			q := &b.Params[i]
			if i > 0 {
				p.str(" ")
			}
			p.str("<")
			p.typ(q.Type)
			p.str("> ")
			p.variable(q.Var, q.Full)
		}
		p.str(")")
	}
	if b.HasExc && !p.opt.PHI {
		p.str(" [")
		p.def(b.Exc)
		p.str("]")
	}
	p.str(":\n")
	if b.HasExc && p.opt.PHI {
		p.str("        ")
		p.def(b.Exc)
		p.str(" = LANDINGPAD\n")
	}
}

func (p *printer) def(d Def) { p.variable(d.Var, d.Full) }

// variable appends the name of a variable.
func (p *printer) variable(v VarID, full bool) {
	if full {
		p.str(GlobalName(p.b.BlockName(p.f, p.block), p.f.Vars[v].Name))
		return
	}
	p.str(p.f.Vars[v].Name)
}

// operand appends a space and an operand.
func (p *printer) operand(o Operand) {
	p.space()
	if o.IsLocal() {
		p.variable(o.Var(), o.Full)
		return
	}
	p.str(p.b.Entities[o.Entity()].Name)
}

func (p *printer) operands(os []Operand) {
	p.str("(")
	p.noSpace = true
	for _, o := range os {
		p.operand(o)
	}
	p.noSpace = false
	p.str(")")
}

func (p *printer) blockRef(r *BlockRef) {
	if r.Name != "" {
		p.str(r.Name)
		return
	}
	p.str(p.f.Blocks[r.Block].Name)
}

// dest appends a space and a destination.
func (p *printer) dest(d *Dest) {
	p.space()
	p.blockRef(&d.BlockRef)
	if d.HasArgs && !(p.opt.PHI && len(d.Args) == 0 && p.last) {
		p.operands(d.Args)
	}
}
