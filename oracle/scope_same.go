package oracle

import (
	"slices"

	"assay/hir"
)

// same reports every difference between the functions before and after in what
// passes over scopes leave alone: all but ranges and scopes of identifiers. It
// says whether there is none.
func (c *scopeCheck) same() bool {
	n := len(c.out)
	c.sameFunctions(c.before, c.after)
	return len(c.out) == n
}

// sameFunctions compares two functions and what is nested in them.
func (c *scopeCheck) sameFunctions(x, y *hir.Function) {
	type pair struct{ x, y *hir.Function }
	for work := []pair{{x, y}}; len(work) > 0; {
		p := work[len(work)-1]
		work = work[:len(work)-1]
		x, y := p.x, p.y
		c.sameHeads(x, y)
		if len(x.Blocks) != len(y.Blocks) {
			c.report(KindBlockLost, y, hir.NoBlock, 0, itoa(len(x.Blocks))+" blocks", itoa(len(y.Blocks)))
			continue
		}
		for i, b := range x.Blocks {
			d := y.Blocks[i]
			if b.ID != d.ID || b.Kind != d.Kind {
				c.report(KindBlockChanged, y, d.ID, 0, b.ID.String()+" ("+b.Kind.String()+")", d.ID.String()+" ("+d.Kind.String()+")")
				continue
			}
			if !slices.Equal(b.Preds, d.Preds) {
				c.report(KindPredOrder, y, d.ID, 0, blockList(b.Preds), blockList(d.Preds))
			}
			c.samePhis(y, b, d)
			for k := range max(len(b.Instrs), len(d.Instrs)) {
				switch {
				case k >= len(b.Instrs):
					c.report(KindInstructionAdded, y, d.ID, d.Instrs[k].ID, "", d.Instrs[k].Kind.String())
				case k >= len(d.Instrs):
					c.report(KindInstructionLost, y, d.ID, b.Instrs[k].ID, b.Instrs[k].Kind.String(), "")
				default:
					if b.Instrs[k].ID != d.Instrs[k].ID {
						c.report(KindInstructionID, y, d.ID, d.Instrs[k].ID, itoa(int(b.Instrs[k].ID)), itoa(int(d.Instrs[k].ID)))
					}
					if c.sameInstructions(y, d.ID, &b.Instrs[k], &d.Instrs[k]) && b.Instrs[k].Func != nil {
						work = append(work, pair{b.Instrs[k].Func, d.Instrs[k].Func})
					}
				}
			}
			if b.Term.ID != d.Term.ID {
				c.report(KindInstructionID, y, d.ID, d.Term.ID, itoa(int(b.Term.ID)), itoa(int(d.Term.ID)))
			}
			c.sameTerminals(y, d.ID, &b.Term, &d.Term)
		}
	}
}

func (c *scopeCheck) sameHeads(x, y *hir.Function) {
	places := func(f *hir.Function) []hir.Place {
		ps := []hir.Place{f.Returns}
		for _, p := range f.Params {
			ps = append(ps, p.Place)
		}
		return append(ps, f.Context...)
	}
	switch {
	case x.ID != y.ID || x.NameHint != y.NameHint:
		c.report(KindFunctionChanged, y, hir.NoBlock, 0, "function "+x.Name(), "function "+y.Name())
	case x.Entry != y.Entry:
		c.report(KindFunctionChanged, y, hir.NoBlock, 0, "entry "+x.Entry.String(), "entry "+y.Entry.String())
	case x.Type != y.Type || x.Async != y.Async || x.Generator != y.Generator || !slices.Equal(x.Directives, y.Directives),
		len(x.Params) != len(y.Params) || len(x.Context) != len(y.Context),
		!slices.EqualFunc(x.Params, y.Params, func(p, q hir.Param) bool { return p.Spread == q.Spread }):
		c.report(KindFunctionChanged, y, hir.NoBlock, 0, "the same parameters, context and directives", "others")
	default:
		c.samePlaces(y, hir.NoBlock, 0, places(x), places(y))
	}
}

func (c *scopeCheck) samePhis(f *hir.Function, b, d *hir.Block) {
	if len(b.Phis) != len(d.Phis) {
		c.report(KindPhiChanged, f, d.ID, 0, itoa(len(b.Phis))+" phis", itoa(len(d.Phis)))
		return
	}
	for i := range b.Phis {
		p, q := &b.Phis[i], &d.Phis[i]
		c.samePlaces(f, d.ID, 0, []hir.Place{p.Place}, []hir.Place{q.Place})
		if !slices.EqualFunc(p.Operands, q.Operands, func(s, t hir.PhiOperand) bool {
			return s.Pred == t.Pred && s.Place.Identifier == t.Place.Identifier
		}) {
			c.identifier(KindPhiChanged, f, d.ID, 0, q.Place.Identifier, operandText(f.Env, p.Operands), operandText(f.Env, q.Operands))
		}
	}
}

func operandText(env *hir.Env, ops []hir.PhiOperand) string {
	s := "phi("
	for i, op := range ops {
		if i > 0 {
			s += ", "
		}
		s += op.Pred.String() + ": " + identOf(env, op.Place.Identifier)
	}
	return s + ")"
}

// sameInstructions compares two instructions, but not the functions in them.
func (c *scopeCheck) sameInstructions(f *hir.Function, block hir.BlockID, a, b *hir.Instruction) bool {
	n := len(c.out)
	switch compareInstructions(a, b) {
	case different:
		c.report(KindInstructionChanged, f, block, b.ID, instructionText(a), instructionText(b))
		return false
	case sameInPrint:
		c.report(KindUnprinted, f, block, b.ID, instructionText(a), instructionText(b))
	}
	c.samePlace(f, block, b.ID, a.Lvalue, b.Lvalue)
	c.samePlaces(f, block, b.ID, a.Defs, b.Defs)
	c.samePlaces(f, block, b.ID, a.Operands, b.Operands)
	if !slices.EqualFunc(a.Effects, b.Effects, sameRefText) || (a.Effects == nil) != (b.Effects == nil) {
		c.report(KindAnnotation, f, block, b.ID, "the same effects", "others")
	}
	return len(c.out) == n
}

func sameRefText(a, b hir.RefText) bool { return slices.Equal(a, b) }

// sameTerminals compares two terminals but for their ids.
func (c *scopeCheck) sameTerminals(f *hir.Function, block hir.BlockID, a, b *hir.Terminal) {
	switch compareTerminals(a, b) {
	case different:
		c.report(KindTerminalChanged, f, block, b.ID, terminalText(a), terminalText(b))
		return
	case sameInPrint:
		c.report(KindUnprinted, f, block, b.ID, terminalText(a), terminalText(b))
	}
	c.samePlaces(f, block, b.ID, a.Operands, b.Operands)
	if !slices.EqualFunc(a.Effects, b.Effects, sameRefText) {
		c.report(KindAnnotation, f, block, b.ID, "the same effects", "others")
	}
}

func (c *scopeCheck) samePlaces(f *hir.Function, block hir.BlockID, instr hir.InstructionID, a, b []hir.Place) {
	if len(a) != len(b) {
		c.report(KindPlaceChanged, f, block, instr, itoa(len(a))+" places", itoa(len(b)))
		return
	}
	for i := range a {
		c.samePlace(f, block, instr, a[i], b[i])
	}
}

func (c *scopeCheck) samePlace(f *hir.Function, block hir.BlockID, instr hir.InstructionID, a, b hir.Place) {
	switch {
	case a.Identifier != b.Identifier:
		c.report(KindPlaceChanged, f, block, instr, identOf(f.Env, a.Identifier), identOf(f.Env, b.Identifier))
	case a != b:
		c.identifier(KindAnnotation, f, block, instr, b.Identifier, "the same effect and reactive mark", "another")
	}
}

// sameIdentifiers compares names and types of all identifiers, and their scopes
// with what scope says they must be. It reports an identifier where it is first
// mentioned, or else without a place.
func (c *scopeCheck) sameIdentifiers(ms []mention, scope func(id hir.IdentifierID) hir.ScopeID) {
	x, y := c.before.Env, c.after.Env
	for i := range min(len(x.Identifiers), len(y.Identifiers)) {
		id := hir.IdentifierID(i)
		a, b := &x.Identifiers[i], &y.Identifiers[i]
		if want := scope(id); b.Scope != want {
			c.reportIdentifier(ms, id, scopeText(want), scopeText(b.Scope))
		}
		if a.Name != b.Name || a.Type != b.Type {
			c.reportIdentifier(ms, id, "name "+a.Name+" and type "+a.Type, "name "+b.Name+" and type "+b.Type)
		}
	}
}

func (c *scopeCheck) reportIdentifier(ms []mention, id hir.IdentifierID, expected, found string) {
	block, instr := hir.NoBlock, hir.InstructionID(0)
	if i := slices.IndexFunc(ms, func(m mention) bool { return m.id == id }); i >= 0 {
		block, instr = c.before.Blocks[ms[i].block].ID, ms[i].instr
	}
	c.identifier(KindIdentifierChanged, c.before, block, instr, id, expected, found)
}

// sameRanges reports scopes whose range differs, but for those that changed says
// may.
func (c *scopeCheck) sameRanges(changed func(s hir.ScopeID) bool) {
	for i := range min(len(c.before.Env.Scopes), len(c.after.Env.Scopes)) {
		if s := hir.ScopeID(i); !changed(s) {
			c.sameRange(s, c.before.Env.Scopes[i].Range)
		}
	}
}

// sameRange reports a scope of after whose range is not want. That of a scope
// which no identifier belongs to is not printed.
func (c *scopeCheck) sameRange(s hir.ScopeID, want hir.Range) {
	is := c.after.Env.Scopes[s].Range
	if is == want {
		return
	}
	if c.belongs == nil {
		c.belongs = make([]bool, len(c.after.Env.Scopes))
		for i := range c.after.Env.Identifiers {
			if s := c.after.Env.Identifiers[i].Scope; s != hir.NoScope {
				c.belongs[s] = true
			}
		}
	}
	kind := KindRangeChanged
	if !c.belongs[s] {
		kind = KindUnprinted
	}
	c.report(kind, c.after, hir.NoBlock, 0, scopeText(s)+" with "+rangeText(want), rangeText(is))
}
