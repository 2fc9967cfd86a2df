package mu

// instruction reads an instruction, in the order that its form gives.
func (r *reader) instruction() {
	var in Instruction
	in.Pos = r.here()
	in.Sig.ID = NoSig
	r.args, r.types, r.dests = r.args[:0], r.types[:0], r.dests[:0]
	r.resultList(&in)
	if r.accept('[') {
		if r.tok.kind == tokLocal || r.tok.kind == tokGlobal {
			in.Name, in.NamePos = r.text(), r.here()
			r.advance()
		} else {
			r.expected("the name of the instruction")
		}
		r.punct(']')
	}
	in.OpPos = r.here()
	if r.tok.kind == tokWord {
		in.Op = LookupOp(r.text())
		if in.Op == NoOp && r.text() == "RETVOID" { // of the old language
			in.Op, r.b.oldWords = RET, true
			r.advance()
			r.addInstruction(&in)
			return
		}
	}
	if in.Op == NoOp {
		r.expected("an instruction")
		return
	}
	r.advance()
	edges := 0
	form := opTable[in.Op].form
	for i := 0; i < len(form) && !r.failed; i++ {
		if form[i] == 'd' {
			r.dest(opTable[in.Op].edges[edges])
			edges++
			continue
		}
		r.part(&in, form[i])
	}
	r.addInstruction(&in)
}

// addInstruction keeps an instruction that is complete.
func (r *reader) addInstruction(in *Instruction) {
	if r.failed {
		return
	}
	in.Args = r.operandArena.keep(r.args)
	in.Types = r.typeArena.keep(r.types)
	in.Dests = r.destArena.keep(r.dests)
	at := instructionAt{BlockID(len(r.blocks)), int32(len(r.instrs))}
	if len(in.Dests) > 0 || in.Op == PHI {
		r.edges = append(r.edges, at)
	}
	if len(in.Results) > 0 || len(in.Types) > 0 {
		switch in.Op {
		case CALL, CCALL, TRAP, WATCHPOINT, SWAPSTACK:
			r.mayBeVoid(in, at)
		}
	}
	r.instrs = append(r.instrs, *in)
}

// resultList reads "x =" or "(x y) =", if there is one.
func (r *reader) resultList(in *Instruction) {
	r.results = r.results[:0]
	switch {
	case r.isName():
		r.results = append(r.results, r.def())
	case r.accept('('):
		for r.isName() {
			r.results = append(r.results, r.def())
		}
		r.punct(')')
		if len(r.results) < 2 {
			in.Flags |= FlagParenResults
		}
	default:
		return
	}
	in.Results = r.defArena.keep(r.results)
	r.punct('=')
}

// part reads one part of a form; Op.Form tells what they are.
func (r *reader) part(in *Instruction, part byte) {
	switch part {
	case '<', '>':
		r.punct(part)
	case 't':
		r.types = append(r.types, r.typeRef())
	case '*':
		for r.tok.kind == tokGlobal {
			r.types = append(r.types, r.typeRef())
		}
	case 's':
		in.Sig = r.sigRef()
	case 'i', 'n':
		r.extra(in).Index = r.intLit()
	case 'v':
		r.args = append(r.args, r.operand())
	case 'a':
		r.args = append(r.args, r.operands()...)
	case 'C':
		r.cases()
	case 'e':
		r.excClause(in)
	case 'x':
		if r.acceptWord("WPEXC") {
			in.Flags |= FlagExc
			r.punct('(')
			r.dest(EdgeExceptional)
			r.punct(')')
		}
	case 'k':
		if r.acceptWord("KEEPALIVE") {
			in.Flags |= FlagKeepAlive
			in.KeepAlive = r.operandArena.keep(r.operands())
		}
	case 'c':
		r.extra(in).Conv = []string{r.flag()}
	case 'p':
		if r.acceptWord("PTR") {
			in.Flags |= FlagPtr
		}
	case 'w':
		if r.acceptWord("WEAK") {
			in.Flags |= FlagWeak
		}
	case 'o', 'O':
		r.order(&in.Order, part == 'o')
	case 'Q':
		r.order(&in.Order2, false)
	case 'm':
		r.rmwOp(in)
	case 'r':
		r.returned(in)
	case 'L':
		if r.acceptWord("THREADLOCAL") {
			in.Flags |= FlagThreadLocal
			r.punct('(')
			r.args = append(r.args, r.operand())
			r.punct(')')
		}
	case 'S':
		r.currentStack(in)
	case 'N':
		r.newStack(in)
	case 'M':
		r.commInst(in)
	case 'P':
		r.incoming(in)
	case 'I':
		if r.isPunct('<') {
			r.types = append(r.types, r.typeArg())
		}
	}
}

// extra returns the Extra of an instruction.
func (r *reader) extra(in *Instruction) *Extra {
	if in.Extra == nil {
		in.Extra = &Extra{}
	}
	return in.Extra
}

// dest reads a destination.
func (r *reader) dest(kind EdgeKind) {
	d := Dest{Kind: kind, BlockRef: r.blockRef()}
	if r.isPunct('(') {
		d.HasArgs = true
		d.Args = r.operandArena.keep(r.operands())
	}
	r.dests = append(r.dests, d)
}

// blockRef reads a mention of a block, which is its symbol until the function
// ends.
func (r *reader) blockRef() BlockRef {
	if r.tok.kind != tokLocal && r.tok.kind != tokGlobal {
		r.expected("a block")
		return BlockRef{}
	}
	ref := BlockRef{Block: BlockID(r.symbol(r.text())), Pos: r.here()}
	r.advance()
	return ref
}

// cases reads { constant destination ... }; the old language has a colon and a
// semicolon.
func (r *reader) cases() {
	r.punct('{')
	for r.isName() {
		c := r.operand()
		colon := r.accept(':')
		r.dest(EdgeCase)
		if r.accept(';') || colon {
			r.b.oldWords = true
		}
		if r.failed {
			return
		}
		r.dests[len(r.dests)-1].Case = c
	}
	r.punct('}')
}

func (r *reader) excClause(in *Instruction) {
	if r.acceptWord("EXC") {
		in.Flags |= FlagExc
		r.punct('(')
		r.dest(EdgeNormal)
		r.dest(EdgeExceptional)
		r.punct(')')
	}
}

// order reads a memory order.
func (r *reader) order(order *MemOrder, optional bool) {
	if r.tok.kind == tokWord {
		for o := NotAtomic; o <= SeqCst; o++ {
			if r.acceptWord(orderNames[o]) {
				*order = o
				return
			}
		}
	}
	if !optional {
		r.expected("a memory order such as SEQ_CST")
	}
}

func (r *reader) rmwOp(in *Instruction) {
	for i, w := range rmwNames {
		if r.acceptWord(w) {
			in.RMW = RMWOp(i)
			return
		}
	}
	r.expected("an operation of ATOMICRMW such as XCHG")
}

// returned reads the values of RET; the old language has their type first.
func (r *reader) returned(in *Instruction) {
	if r.isPunct('<') {
		r.types = append(r.types, r.typeArg())
		r.b.oldWords = true
	}
	if !r.isPunct('(') {
		r.args = append(r.args, r.operand())
		return
	}
	r.args = append(r.args, r.operands()...)
	if len(r.args) == 1 {
		in.Flags |= FlagParenValue
	}
}

// currentStack reads RET_WITH <type*> or KILL_OLD.
func (r *reader) currentStack(in *Instruction) {
	switch {
	case r.acceptWord("RET_WITH"):
		r.typeArgs()
		r.extra(in).NumRetTypes = len(r.types)
	case r.acceptWord("KILL_OLD"):
		in.Flags |= FlagKillOld
		r.extra(in)
	default:
		r.expected("RET_WITH or KILL_OLD")
	}
}

// newStack reads PASS_VALUES <type*> (value*) or THROW_EXC value; of the old
// language, PASS_VALUE <type> value and PASS_VOID.
func (r *reader) newStack(in *Instruction) {
	switch {
	case r.acceptWord("PASS_VALUES"):
		r.typeArgs()
		r.args = append(r.args, r.operands()...)
	case r.acceptWord("PASS_VALUE"):
		r.b.oldWords = true
		r.types = append(r.types, r.typeArg())
		r.args = append(r.args, r.operand())
	case r.acceptWord("PASS_VOID"):
		r.b.oldWords = true
	case r.acceptWord("THROW_EXC"):
		in.Flags |= FlagThrowExc
		r.args = append(r.args, r.operand())
	default:
		r.expected("PASS_VALUES or THROW_EXC")
	}
}

// typeArgs reads <type*>.
func (r *reader) typeArgs() {
	r.punct('<')
	for r.tok.kind == tokGlobal {
		r.types = append(r.types, r.typeRef())
	}
	r.punct('>')
}

// commInst reads the name of a common instruction and its lists, all of which
// may be absent.
func (r *reader) commInst(in *Instruction) {
	x := r.extra(in)
	x.CommInst, x.CommInstPos = r.globalName("the name of a common instruction")
	if c := r.peek(); r.isPunct('[') && (c == '#' || c == ']') {
		in.Flags |= FlagFlags
		r.advance()
		for r.tok.kind == tokFlag {
			x.Conv = append(x.Conv, r.flag())
		}
		r.punct(']')
	}
	if r.isPunct('<') && r.peek() != '[' {
		in.Flags |= FlagTypes
		r.typeArgs()
	}
	if r.isPunct('<') {
		in.Flags |= FlagSigs
		r.advance()
		r.punct('[')
		for r.tok.kind == tokGlobal {
			x.Sigs = append(x.Sigs, r.sigRef())
		}
		r.punct(']')
		r.punct('>')
	}
	if r.isPunct('(') && !r.listBeforeEquals() {
		in.Flags |= FlagArgs
		r.args = append(r.args, r.operands()...)
	}
}

// incoming reads { block: value; ... }.
func (r *reader) incoming(in *Instruction) {
	x := r.extra(in)
	r.punct('{')
	for r.tok.kind == tokLocal || r.tok.kind == tokGlobal {
		pred := r.blockRef()
		r.punct(':')
		v := r.operand()
		r.punct(';')
		x.Incoming = append(x.Incoming, Incoming{pred, v})
	}
	r.punct('}')
}
