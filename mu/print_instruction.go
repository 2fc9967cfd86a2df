package mu

// instruction appends an instruction, in the order that its form gives.
func (p *printer) instruction(in *Instruction) {
	switch {
	case len(in.Results) > 1 || in.Flags&FlagParenResults != 0:
		list(p, "(", in.Results, p.def, ") = ")
	case len(in.Results) == 1:
		p.def(in.Results[0])
		p.str(" = ")
	}
	if in.Name != "" {
		p.str("[" + in.Name + "] ")
	}
	p.str(in.Op.String())
	form := opTable[in.Op].form
	args, types, dests := in.Args, in.Types, in.Dests
	p.noSpace = false
	for i := range len(form) {
		switch form[i] {
		case '<':
			p.space()
			p.str("<")
			p.noSpace = true
		case '>':
			p.str(">")
			p.noSpace = false
		case 't':
			p.space()
			p.typ(types[0])
			types = types[1:]
		case 'v':
			p.operand(args[0])
			args = args[1:]
		case 'a':
			p.space()
			p.operands(args)
		case 'd':
			p.dest(&dests[0])
			dests = dests[1:]
		default:
			p.part(in, form[i], args, dests)
			if form[i] == 'L' && in.Flags&FlagThreadLocal != 0 {
				args = args[1:]
			}
		}
	}
}

// part appends one part of a form; Op.Form tells what they are. args and dests
// are those that have not been printed yet.
func (p *printer) part(in *Instruction, part byte, args []Operand, dests []Dest) {
	switch part {
	case '*':
		for _, t := range in.Types {
			p.space()
			p.typ(t)
		}
	case 's':
		p.space()
		p.sig(in.Sig)
	case 'i', 'n':
		p.space()
		p.dst = in.Extra.Index.AppendText(p.dst)
	case 'C':
		p.str(" {")
		for i := range dests {
			p.operand(dests[i].Case)
			p.dest(&dests[i])
		}
		p.str(" }")
	case 'e':
		if in.Flags&FlagExc != 0 {
			d := in.Dests[len(in.Dests)-2:]
			p.str(" EXC(")
			p.noSpace = true
			p.dest(&d[0])
			p.dest(&d[1])
			p.str(")")
		}
	case 'x':
		if in.Flags&FlagExc != 0 {
			p.str(" WPEXC(")
			p.noSpace = true
			p.dest(&in.Dests[len(in.Dests)-1])
			p.str(")")
		}
	case 'k':
		if in.Flags&FlagKeepAlive != 0 {
			p.str(" KEEPALIVE")
			p.operands(in.KeepAlive)
		}
	case 'c':
		p.word(in.Extra.Conv[0])
	case 'p':
		if in.Flags&FlagPtr != 0 {
			p.word("PTR")
		}
	case 'w':
		if in.Flags&FlagWeak != 0 {
			p.word("WEAK")
		}
	case 'o':
		if in.Order != NoOrder {
			p.word(in.Order.String())
		}
	case 'O':
		p.word(in.Order.String())
	case 'Q':
		p.word(in.Order2.String())
	case 'm':
		p.word(in.RMW.String())
	case 'r':
		p.space()
		if len(in.Args) != 1 || in.Flags&FlagParenValue != 0 {
			p.operands(in.Args)
			return
		}
		p.noSpace = true
		p.operand(in.Args[0])
	case 'L':
		if in.Flags&FlagThreadLocal != 0 {
			p.str(" THREADLOCAL(")
			p.noSpace = true
			p.operand(args[0])
			p.str(")")
		}
	case 'S':
		if in.Flags&FlagKillOld != 0 {
			p.word("KILL_OLD")
			return
		}
		p.word("RET_WITH ")
		p.typeArgs(in.Types[:in.Extra.NumRetTypes])
	case 'N':
		p.newStack(in, args)
	case 'M':
		p.commInst(in)
	case 'P':
		p.str(" {")
		for i := range in.Extra.Incoming {
			x := &in.Extra.Incoming[i]
			p.space()
			p.blockRef(&x.Pred)
			p.str(":")
			p.operand(x.Value)
			p.str(";")
		}
		p.str(" }")
	case 'I':
		if len(in.Types) > 0 {
			p.str(" ")
			p.typeArgs(in.Types)
		}
	}
}

func (p *printer) typeArgs(ts []TypeRef) {
	p.str("<")
	p.dst = p.b.appendTypes(p.dst, ts)
	p.str(">")
}

func (p *printer) newStack(in *Instruction, args []Operand) {
	if in.Flags&FlagThrowExc != 0 {
		p.word("THROW_EXC")
		p.operand(args[0])
		return
	}
	p.word("PASS_VALUES ")
	n := 0
	if in.Op == SWAPSTACK {
		n = in.Extra.NumRetTypes
	}
	p.typeArgs(in.Types[n:])
	p.str(" ")
	p.operands(args)
}

func (p *printer) commInst(in *Instruction) {
	x := in.Extra
	p.word(x.CommInst)
	if in.Flags&FlagFlags != 0 {
		list(p, " [", x.Conv, p.str, "]")
	}
	if in.Flags&FlagTypes != 0 {
		p.str(" ")
		p.typeArgs(in.Types)
	}
	if in.Flags&FlagSigs != 0 {
		list(p, " <[", x.Sigs, p.sig, "]>")
	}
	if in.Flags&FlagArgs != 0 {
		p.str(" ")
		p.operands(in.Args)
	}
}
