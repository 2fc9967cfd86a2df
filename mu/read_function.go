package mu

import "strings"

// functionReader is the part of the reader for the function under way.
type functionReader struct {
	f *Function
	// number tells functions apart in symbols.
	number int32
	// version is the global name of the version, with a dot; block is the name
	// of the block under way, as it was written.
	version, block string
	// fullLabels holds the blocks whose labels are global names that begin as
	// those of local names do, by the local name without its sigil.
	fullLabels map[string]BlockID
	// globalVars says that variables of the function have global names, and
	// fullNames that some local names were written as global ones.
	globalVars, fullNames bool
	// edges lists the instructions with edges or incoming values, whose blocks
	// are known when the function ends. Until then a BlockRef holds the symbol of
	// the block.
	edges []instructionAt

	blocks  []Block
	instrs  []Instruction
	params  []Param
	types   []TypeRef
	args    []Operand
	list    []Operand
	dests   []Dest
	results []Def

	instrArena   arena[Instruction]
	paramArena   arena[Param]
	typeArena    arena[TypeRef]
	operandArena arena[Operand]
	destArena    arena[Dest]
	defArena     arena[Def]

	// voids lists what may have a value of type void, as the old language has.
	voids []voidAt
}

// instructionAt is the place of an instruction in a function.
type instructionAt struct {
	block BlockID
	instr int32
}

func (r *reader) funcDef() {
	name, pos := r.globalName("the name of a function")
	if !r.acceptWord("VERSION") {
		r.expected("VERSION")
	}
	f := &Function{Pos: pos, VersionPos: r.here()}
	r.f, r.number = f, r.number+1
	r.globalVars, r.fullNames = false, false
	r.edges, r.blocks, r.fullLabels = r.edges[:0], r.blocks[:0], nil
	if r.tok.kind == tokGlobal || r.tok.kind == tokLocal {
		f.Name = r.text()
		r.version = GlobalName(name, f.Name) + "."
		r.advance()
	} else {
		r.expected("the name of a version")
	}
	f.Sig = r.sigArg()
	if r.accept('(') {
		f.HasHeader = true
		r.block = ""
		r.results = r.results[:0]
		for r.isName() {
			r.results = append(r.results, r.def())
		}
		f.Header = r.defArena.keep(r.results)
		r.punct(')')
	}
	r.punct('{')
	for !r.failed && !r.isPunct('}') && r.tok.kind != tokEOF {
		r.blockDef()
	}
	if len(r.blocks) == 0 {
		r.expected("a block")
	}
	r.punct('}')
	f.Blocks = append([]Block(nil), r.blocks...)
	r.finishFunction()
	if !r.failed {
		r.b.DefineVersion(name, f)
	}
}

// blockDef reads a label and the instructions up to the next label.
func (r *reader) blockDef() {
	if r.tok.kind != tokLocal && r.tok.kind != tokGlobal {
		r.expected("the label of a block")
		return
	}
	start := r.tok.start
	b := Block{Name: r.text(), Pos: r.here()}
	r.block = b.Name
	if len(r.blocks) == 0 {
		r.headerNames()
	}
	s := &r.symbols[r.symbol(b.Name)]
	if s.blockIn != r.number { // else the second of this name
		s.blockIn, s.block = r.number, BlockID(len(r.blocks))
		if rest, ok := strings.CutPrefix(b.Name, r.version); ok {
			if r.fullLabels == nil {
				r.fullLabels = map[string]BlockID{}
			}
			r.fullLabels[rest] = s.block
		}
	}
	r.advance()
	if r.accept('(') {
		b.HasParams = true
		r.params = r.params[:0]
		for r.accept('<') {
			t := r.typeRef()
			r.punct('>')
			if !r.isName() {
				r.expected("the name of a parameter")
				break
			}
			d := r.def()
			r.params = append(r.params, Param{d.Var, t, d.Pos, d.Full})
		}
		b.Params = r.paramArena.keep(r.params)
		r.punct(')')
	}
	if r.accept('[') {
		b.HasExc = true
		if r.isName() {
			b.Exc = r.def()
		} else {
			r.expected("the name of an exception parameter")
		}
		r.punct(']')
	}
	r.punct(':')
	r.instrs = r.instrs[:0]
	for {
		if r.failed { // inside the function: go on with the next line
			r.sync(start, r.atLineStart)
			if r.tok.kind == tokEOF || r.tok.kind == tokDirective {
				r.failed, r.resume = true, r.tok.start
				r.tok = token{tokEOF, len(r.src), len(r.src)}
				break
			}
		}
		if !r.atInstruction() {
			break
		}
		start = r.tok.start
		r.instruction()
	}
	if len(r.instrs) == 0 {
		r.expected("an instruction")
	}
	b.Instrs = r.instrArena.keep(r.instrs)
	r.blocks = append(r.blocks, b)
}

// atLineStart reports whether the present token can start an instruction or
// label, or end the function.
func (r *reader) atLineStart() bool {
	if r.tok.kind == tokDirective || r.isPunct('}') {
		return r.atDirective() || r.firstOnLine()
	}
	return r.firstOnLine() && (r.isName() || r.isPunct('(') || r.isPunct('[') || r.tok.kind == tokWord)
}

// atInstruction reports whether the present token starts an instruction, not a
// label, nor the end of the function.
func (r *reader) atInstruction() bool {
	switch r.tok.kind {
	case tokWord, tokPre:
		return true
	case tokPunct:
		return r.isPunct('(') || r.isPunct('[')
	case tokLocal, tokGlobal:
		c := r.peek()
		return c != ':' && c != '(' && c != '['
	}
	return false
}

// def reads the name of a variable where it is defined.
func (r *reader) def() Def {
	name, pos := r.text(), r.here()
	d := Def{Pos: pos}
	if r.tok.kind == tokGlobal {
		if local, ok := r.localName(name); ok {
			d.Var, d.Full = r.variable(local, pos), true
			r.advance()
			return d
		}
		r.globalVars = true
	}
	d.Var = r.variable(name, pos)
	r.advance()
	return d
}

// localName returns the local name of what the present block calls by a global
// name: %x for @f.v.b.x.
func (r *reader) localName(name string) (string, bool) {
	if r.block == "" {
		return "", false
	}
	rest, ok := name, true
	block := r.block
	if block[0] != '@' {
		rest, ok = strings.CutPrefix(rest, r.version)
		block = block[1:]
	}
	if ok {
		rest, ok = strings.CutPrefix(rest, block)
	}
	if !ok || len(rest) < 2 || rest[0] != '.' {
		return "", false
	}
	return "%" + rest[1:], true
}

// variable returns the variable of a name.
func (r *reader) variable(name string, pos Pos) VarID {
	s := &r.symbols[r.symbol(name)]
	if s.varIn != r.number {
		s.varIn, s.v = r.number, r.f.AddVar(name, pos)
	}
	return s.v
}

// operand reads a mention of a value. Whether a global name is that of a
// variable is known when the function ends.
func (r *reader) operand() Operand {
	switch r.tok.kind {
	case tokLocal, tokPre:
		o := Operand{LocalValue(r.variable(r.text(), r.here())), r.here(), false}
		r.advance()
		return o
	case tokGlobal:
		name, pos := r.text(), r.here()
		r.advance()
		if local, ok := r.localName(name); ok {
			r.fullNames = true
			return Operand{LocalValue(r.variable(local, pos)), pos, true}
		}
		return Operand{GlobalValue(r.entity(name, pos)), pos, false}
	}
	r.expected("a value")
	return Operand{}
}

// operands reads (value*) and returns it; the slice is the reader's.
func (r *reader) operands() []Operand {
	r.list = r.list[:0]
	r.punct('(')
	for r.isName() {
		r.list = append(r.list, r.operand())
	}
	r.punct(')')
	return r.list
}

// headerNames finds parameters in the header that were written with their
// global names, now that the name of the entry is known.
func (r *reader) headerNames() {
	for i := range r.f.Header {
		d := &r.f.Header[i]
		if local, ok := r.localName(r.f.Vars[d.Var].Name); ok {
			d.Var, d.Full = r.variable(local, d.Pos), true
		}
	}
}

// finishFunction finds out which blocks and variables names mean that stood
// before what they mean.
func (r *reader) finishFunction() {
	if r.failed {
		return
	}
	f := r.f
	for _, at := range r.edges {
		in := &f.Blocks[at.block].Instrs[at.instr]
		for i := range in.Dests {
			r.resolveBlock(&in.Dests[i].BlockRef)
		}
		if in.Extra != nil {
			for i := range in.Extra.Incoming {
				r.resolveBlock(&in.Extra.Incoming[i].Pred)
			}
		}
	}
	if r.globalVars {
		r.resolveGlobalVars()
	}
	if r.fullNames {
		r.resolveFullNames()
	}
}

// resolveBlock finds the block whose symbol stands in ref.
func (r *reader) resolveBlock(ref *BlockRef) {
	name := r.symbols[ref.Block].name
	if s := &r.symbols[ref.Block]; s.blockIn == r.number {
		ref.Block = s.block
		return
	}
	ref.Block, ref.Name = NoBlock, name
	if name[0] != '@' {
		if b, ok := r.fullLabels[name[1:]]; ok {
			ref.Block = b
		}
		return
	}
	if rest, ok := strings.CutPrefix(name, r.version); ok && rest != "" {
		if s := &r.symbols[r.symbol("%"+rest)]; s.blockIn == r.number {
			ref.Block = s.block
		}
	}
}

// eachOperand visits all operands of a function: those that instructions read,
// arguments of edges and incoming values.
func (f *Function) eachOperand(visit func(b BlockID, o *Operand)) {
	for b := range f.Blocks {
		for i := range f.Blocks[b].Instrs {
			in := &f.Blocks[b].Instrs[i]
			for j := range in.Args {
				visit(BlockID(b), &in.Args[j])
			}
			for j := range in.KeepAlive {
				visit(BlockID(b), &in.KeepAlive[j])
			}
			for j := range in.Dests {
				for k := range in.Dests[j].Args {
					visit(BlockID(b), &in.Dests[j].Args[k])
				}
			}
			if in.Extra != nil {
				for j := range in.Extra.Incoming {
					visit(BlockID(b), &in.Extra.Incoming[j].Value)
				}
			}
		}
	}
}

// resolveGlobalVars makes operands mean the variables of the function that have
// global names.
func (r *reader) resolveGlobalVars() {
	r.f.eachOperand(func(_ BlockID, o *Operand) {
		if o.IsLocal() {
			return
		}
		s := &r.symbols[r.symbol(r.b.Entities[o.Entity()].Name)]
		if s.varIn == r.number {
			o.Value = LocalValue(s.v)
		}
	})
}

// resolveFullNames makes global names such as @f.v.b.x mean top-level entities
// where block %b defines no %x.
func (r *reader) resolveFullNames() {
	f := r.f
	defined := map[instructionAt]bool{} // by block and variable
	add := func(b int, v VarID) { defined[instructionAt{BlockID(b), int32(v)}] = true }
	for _, d := range f.Header {
		add(0, d.Var)
	}
	for b := range f.Blocks {
		blk := &f.Blocks[b]
		for _, p := range blk.Params {
			add(b, p.Var)
		}
		if blk.HasExc {
			add(b, blk.Exc.Var)
		}
		for i := range blk.Instrs {
			for _, d := range blk.Instrs[i].Results {
				add(b, d.Var)
			}
		}
	}
	f.eachOperand(func(b BlockID, o *Operand) {
		if o.Full && !defined[instructionAt{b, int32(o.Var())}] {
			block := GlobalName(r.version[:len(r.version)-1], f.Blocks[b].Name)
			name := GlobalName(block, f.Vars[o.Var()].Name)
			*o = Operand{GlobalValue(r.entity(name, o.Pos)), o.Pos, false}
		}
	})
}
