package hir

// target prints a label and the i-th target.
func (p *printer) target(label string, t *Terminal, i int) {
	p.str(label)
	if i < len(t.Targets) {
		p.block(t.Targets[i])
	} else {
		p.str("<missing>")
	}
}

func (p *printer) termOperand(t *Terminal, i int) {
	if i < len(t.Operands) {
		p.place(t.Operands[i])
	} else {
		p.str("<missing>")
	}
}

func (p *printer) fallthroughTo(label string, b BlockID) {
	p.str(label)
	p.block(b)
}

// truthyFallthrough prints a label and a fallthrough; React leaves the block
// out where its number is zero.
func (p *printer) truthyFallthrough(b BlockID) {
	p.str(" fallthrough=")
	if b > 0 {
		p.block(b)
	}
}

func (p *printer) terminal(t *Terminal) {
	p.instructionID(t.ID)
	if p.notes != nil {
		p.noteTerminal(t)
	}
	p.terminalText(t)
	p.endLine()
	p.effects(t.Effects)
}

func (p *printer) terminalText(t *Terminal) {
	switch t.Kind {
	case Goto:
		p.str("Goto")
		if t.Variant == GotoContinue {
			p.str("(Continue)")
		}
		p.target(" ", t, 0)
	case If:
		p.str("If (")
		p.termOperand(t, 0)
		p.target(") then:", t, ThenTarget)
		p.target(" else:", t, ElseTarget)
		if t.Fallthrough > 0 {
			p.fallthroughTo(" fallthrough=", t.Fallthrough)
		}
	case Branch:
		p.str("Branch (")
		p.termOperand(t, 0)
		p.target(") then:", t, ThenTarget)
		p.target(" else:", t, ElseTarget)
		if t.Fallthrough != NoBlock {
			p.fallthroughTo(" fallthrough:", t.Fallthrough)
		}
	case Switch:
		p.switchCases(t)
	case Logical:
		p.str("Logical ")
		p.str(t.Text)
		p.target(" test:", t, 0)
		p.fallthroughTo(" fallthrough=", t.Fallthrough)
	case Ternary:
		p.target("Ternary test:", t, 0)
		p.fallthroughTo(" fallthrough=", t.Fallthrough)
	case Optional:
		p.str("Optional (optional=")
		if t.Variant != 0 {
			p.str("true)")
		} else {
			p.str("false)")
		}
		p.target(" test:", t, 0)
		p.fallthroughTo(" fallthrough=", t.Fallthrough)
	case Sequence:
		p.target("Sequence block=", t, 0)
		p.fallthroughTo(" fallthrough=", t.Fallthrough)
	case Label:
		p.target("Label block=", t, 0)
		p.truthyFallthrough(t.Fallthrough)
	case While:
		p.target("While test=", t, WhileTest)
		p.target(" loop=", t, WhileLoop)
		p.truthyFallthrough(t.Fallthrough)
	case DoWhile:
		p.target("DoWhile loop=", t, DoWhileLoop)
		p.target(" test=", t, DoWhileTest)
		p.fallthroughTo(" fallthrough=", t.Fallthrough)
	case For:
		p.target("For init=", t, ForInit)
		p.target(" test=", t, ForTest)
		p.target(" loop=", t, ForLoop)
		p.target(" update=", t, ForUpdate)
		p.fallthroughTo(" fallthrough=", t.Fallthrough)
	case ForOf:
		p.target("ForOf init=", t, ForOfInit)
		p.target(" test=", t, ForOfTest)
		p.target(" loop=", t, ForOfLoop)
		p.fallthroughTo(" fallthrough=", t.Fallthrough)
	case ForIn:
		p.target("ForIn init=", t, ForInInit)
		p.target(" loop=", t, ForInLoop)
		p.fallthroughTo(" fallthrough=", t.Fallthrough)
	case Try:
		p.target("Try block=", t, TryBlock)
		p.target(" handler=", t, TryHandler)
		if len(t.Operands) > 0 {
			p.str(" handlerBinding=(")
			p.place(t.Operands[0])
			p.str(")")
		}
		p.fallthroughTo(" fallthrough=", t.Fallthrough)
	case MaybeThrow:
		p.target("MaybeThrow continuation=", t, ThrowContinuation)
		if len(t.Targets) > ThrowHandlerTarget && t.Targets[ThrowHandlerTarget] == NoBlock {
			p.str(" handler=(none)")
		} else {
			p.target(" handler=", t, ThrowHandlerTarget)
		}
	case ScopeTerm:
		p.scope(t)
	case PrunedScope:
		p.str("<pruned> ")
		p.scope(t)
	case Return:
		p.str("Return ")
		switch t.Variant {
		case ReturnVoid:
			p.str("Void ")
		case ReturnImplicit:
			p.str("Implicit ")
		case ReturnExplicit:
			p.str("Explicit ")
		}
		p.termOperand(t, 0)
	case Throw:
		p.str("Throw ")
		p.termOperand(t, 0)
	case Unreachable:
		p.str("Unreachable")
	case Unsupported:
		p.str("Unsupported")
	default:
		p.str("<invalid>")
	}
}

func (p *printer) switchCases(t *Terminal) {
	p.str("Switch (")
	p.termOperand(t, 0)
	p.str(")")
	p.endLine()
	n := 1
	for i, target := range t.Targets {
		if i < len(t.HasTest) && t.HasTest[i] {
			p.newline(4)
			p.str("Case ")
			p.termOperand(t, n)
			p.str(": ")
			n++
		} else {
			p.newline(4)
			p.str("Default: ")
		}
		p.block(target)
		p.endLine()
	}
	if t.Fallthrough > 0 {
		p.newline(4)
		p.fallthroughTo("Fallthrough: ", t.Fallthrough)
	}
}

func (p *printer) scope(t *Terminal) {
	p.str("Scope ")
	var s Scope
	if uint(t.Scope) < uint(len(p.env.Scopes)) {
		s = p.env.Scopes[t.Scope]
	}
	if t.Variant != ScopeBrief {
		p.str("scope ")
	}
	p.str("@")
	p.int(int(t.Scope))
	p.str(" ")
	p.rangeText(s.Range)
	if p.once && uint(t.Scope) < uint(len(p.scopesDone)) {
		p.scopesDone[t.Scope] = true
	}
	if t.Variant != ScopeBrief {
		p.str(" dependencies=[")
		p.refText(s.Dependencies)
		p.str("] declarations=[")
		p.refText(s.Declarations)
		p.str("] reassignments=[")
		p.refText(s.Reassignments)
		p.str("]")
		if s.EarlyReturn != nil {
			p.str(" earlyReturn={")
			p.refText(s.EarlyReturn)
			p.str("}}")
		}
	}
	p.target(" block=", t, 0)
	p.fallthroughTo(" fallthrough=", t.Fallthrough)
}
