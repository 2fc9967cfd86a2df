package hir

import "strings"

// terminal reads a terminal whose id has been read. It returns false, with
// nothing read, if no terminal stands here.
func (r *reader) terminal(b *Block, id InstructionID) bool {
	t := &b.Term
	start := r.pos
	word := r.word()
	r.skipSpaces()
	effects := false
	r.blockIDs = r.blockIDs[:0]
	switch word {
	case "Goto":
		t.Kind = Goto
		if r.accept("(Continue)") {
			t.Variant = GotoContinue
			r.skipSpaces()
		}
		r.blockIDs = append(r.blockIDs, r.blockID())
	case "If", "Branch":
		t.Kind = If
		if word == "Branch" {
			t.Kind = Branch
		}
		r.test()
		r.target("then")
		r.target("else")
		r.skipSpaces()
		if r.pos < r.lim && !r.atComment() {
			r.fallthroughTo(t)
		}
	case "Switch":
		t.ID = id
		r.switchCases(t)
		return true
	case "Logical":
		t.Kind = Logical
		t.Text = r.operator()
		r.target("test")
		r.fallthroughTo(t)
	case "Ternary":
		t.Kind = Ternary
		r.target("test")
		r.fallthroughTo(t)
	case "Optional":
		t.Kind = Optional
		switch {
		case r.accept("(optional=true)"):
			t.Variant = 1
		case r.accept("(optional=false)"):
		default:
			r.expected(`"(optional=true)" or "(optional=false)"`)
		}
		r.target("test")
		r.fallthroughTo(t)
	case "Sequence":
		t.Kind = Sequence
		r.target("block")
		r.fallthroughTo(t)
	case "Label":
		t.Kind = Label
		r.target("block")
		r.truthyFallthrough(t)
	case "While":
		t.Kind = While
		r.target("test")
		r.target("loop")
		r.truthyFallthrough(t)
	case "DoWhile":
		t.Kind = DoWhile
		r.target("loop")
		r.target("test")
		r.fallthroughTo(t)
	case "For":
		t.Kind = For
		r.target("init")
		r.target("test")
		r.target("loop")
		r.target("update")
		// Targets has the update before the loop.
		r.blockIDs[ForUpdate], r.blockIDs[ForLoop] = r.blockIDs[ForLoop], r.blockIDs[ForUpdate]
		r.fallthroughTo(t)
	case "ForOf":
		t.Kind = ForOf
		r.target("init")
		r.target("test")
		r.target("loop")
		r.blockIDs[ForOfLoop], r.blockIDs[ForOfTest] = r.blockIDs[ForOfTest], r.blockIDs[ForOfLoop]
		r.fallthroughTo(t)
	case "ForIn":
		t.Kind = ForIn
		r.target("init")
		r.target("loop")
		r.fallthroughTo(t)
	case "Try":
		t.Kind = Try
		r.target("block")
		r.target("handler")
		r.skipSpaces()
		if r.accept("handlerBinding=(") {
			r.operand()
			r.expect(")")
		}
		r.fallthroughTo(t)
	case "MaybeThrow":
		t.Kind = MaybeThrow
		r.target("continuation")
		r.skipSpaces()
		if r.accept("handler=(none)") {
			r.blockIDs = append(r.blockIDs, NoBlock)
		} else {
			r.target("handler")
		}
		effects = true
	case "Scope":
		t.Kind = ScopeTerm
		r.scopeTerminal(t)
	case "Return":
		t.Kind = Return
		switch {
		case r.accept("Void "):
			t.Variant = ReturnVoid
		case r.accept("Implicit "):
			t.Variant = ReturnImplicit
		case r.accept("Explicit "):
			t.Variant = ReturnExplicit
		}
		r.skipSpaces()
		r.operand()
		effects = true
	case "Throw":
		t.Kind = Throw
		r.operand()
	case "Unreachable":
		t.Kind = Unreachable
	case "Unsupported":
		t.Kind = Unsupported
	case "":
		if !r.accept("<pruned> Scope ") {
			return false
		}
		t.Kind = PrunedScope
		r.scopeTerminal(t)
	default:
		r.pos = start
		return false
	}
	t.ID = id
	r.finishTerminal(t)
	if effects {
		t.Effects = r.effects()
	}
	return true
}

// finishTerminal moves the buffers into t and reads the end of the line.
func (r *reader) finishTerminal(t *Terminal) {
	t.Operands = cut(&r.placeSlab, r.ops, 2*r.size)
	t.Targets = cut(&r.idSlab, r.blockIDs, r.size/2)
	r.terminalNotes(t)
}

// label reads name= or name:.
func (r *reader) label(name string) {
	r.skipSpaces()
	start := r.pos
	if !r.accept(name) || !r.accept("=") && !r.accept(":") {
		r.pos = start
		r.expected(`"` + name + `="`)
	}
}

func (r *reader) target(name string) {
	r.label(name)
	r.blockIDs = append(r.blockIDs, r.blockID())
}

func (r *reader) fallthroughTo(t *Terminal) {
	r.label("fallthrough")
	t.Fallthrough = r.blockID()
}

// truthyFallthrough reads a fallthrough that is not printed if its number is
// zero.
func (r *reader) truthyFallthrough(t *Terminal) {
	r.label("fallthrough")
	if r.pos == r.lim || isSpace(r.peek()) {
		t.Fallthrough = 0
		r.maxBlock = max(r.maxBlock, 0)
		return
	}
	t.Fallthrough = r.blockID()
}

// test reads (P).
func (r *reader) test() {
	r.expect("(")
	r.operand()
	r.expect(")")
}

// switchCases reads a switch, whose cases and fallthrough stand in lines of
// their own.
func (r *reader) switchCases(t *Terminal) {
	t.Kind = Switch
	r.test()
	r.terminalNotes(t)
	for r.bodyLine() {
		start := r.pos
		if r.accept("Case ") && r.scanPlace(r.pos) >= 0 {
			r.operand()
			r.token(":")
			t.HasTest = append(t.HasTest, true)
		} else if r.accept("Default:") {
			r.skipSpaces()
			t.HasTest = append(t.HasTest, false)
		} else {
			if r.accept("Fallthrough:") {
				r.skipSpaces()
				t.Fallthrough = r.blockID()
				r.endItem()
			} else {
				r.pos = start
			}
			break
		}
		r.blockIDs = append(r.blockIDs, r.blockID())
		r.lineNotes()
	}
	t.Operands = cut(&r.placeSlab, r.ops, 2*r.size)
	t.Targets = cut(&r.idSlab, r.blockIDs, r.size/2)
}

// scopeTerminal reads a scope terminal after the word Scope.
func (r *reader) scopeTerminal(t *Terminal) {
	brief := !r.accept("scope ")
	r.skipSpaces()
	pos := r.pos
	r.expect("@")
	t.Scope = r.scope(r.number("a scope id"), pos)
	r.skipSpaces()
	rng := r.rangeText()
	r.scopeRange(t.Scope, rng, true, pos)
	r.skipSpaces()
	if brief {
		t.Variant = ScopeBrief
	} else {
		r.scopeLists(t.Scope)
	}
	r.target("block")
	r.fallthroughTo(t)
}

// scopeLists reads dependencies and so on. Should two terminals have the same
// scope, they must say the same.
func (r *reader) scopeLists(id ScopeID) {
	start := r.pos
	var s Scope
	s.Dependencies = r.scopeText("dependencies=[", "] declarations=[")
	s.Declarations = r.scopeText("declarations=[", "] reassignments=[")
	s.Reassignments = r.scopeText("reassignments=[", "] block=", "] earlyReturn={")
	if strings.HasPrefix(r.src[r.pos:r.lim], "earlyReturn={") {
		if s.EarlyReturn = r.scopeText("earlyReturn={", "}} block="); s.EarlyReturn == nil {
			s.EarlyReturn = RefText{}
		}
	}
	text := r.src[start:r.pos]
	if r.scopes[id]&scopeTerm != 0 {
		if have := r.scopeLines[id]; have != text {
			r.failf(start, "scope @%d: expected %q as in its other terminal, found %q", id, have, text)
		}
		return
	}
	r.scopes[id] |= scopeTerm
	if r.scopeLines == nil {
		r.scopeLines = map[ScopeID]string{}
	}
	r.scopeLines[id] = text
	have := &r.env.Scopes[id]
	have.Dependencies, have.Declarations = s.Dependencies, s.Declarations
	have.Reassignments, have.EarlyReturn = s.Reassignments, s.EarlyReturn
}

// scopeText reads the text between open and the first of the given ends. The
// place of reading is then at what follows the bracket and the space.
func (r *reader) scopeText(open string, ends ...string) RefText {
	r.expect(open)
	s := r.src[r.pos:r.lim]
	end, skip := -1, 0
	for _, e := range ends {
		if i := strings.Index(s, e); i >= 0 && (end < 0 || i < end) {
			end, skip = i, strings.IndexByte(e, ' ')+1
		}
	}
	if end < 0 {
		r.expected("the end of a list, \"" + ends[0] + "\"")
	}
	r.pos += end + skip
	return r.refText(s[:end])
}
