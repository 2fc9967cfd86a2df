package oracle

import (
	"math"
	"slices"
	"strings"

	"assay/hir"
)

// NoteKind names a difference between a function and its conversion that does
// no harm. The names of weak Kinds are NoteKinds too.
type NoteKind string

// The kinds of note.
const (
	// NoteRedundantPhi: a phi always has the value of something defined before it,
	// so that it makes no difference whether that or the phi is read.
	NoteRedundantPhi NoteKind = "redundant-phi"
	// NoteDeadPhi: nothing reads a phi, directly or through other phis, so that its
	// operands do not matter.
	NoteDeadPhi NoteKind = "dead-phi"
	// NotePhiOmitted: definitions of a variable meet in a block, but nothing reads
	// the result, so that no phi is needed.
	NotePhiOmitted NoteKind = "phi-omitted"
	// NoteOperandOrder: the operands of a phi do not stand in the order of the
	// predecessors. They are matched by predecessor.
	NoteOperandOrder NoteKind = "operand-order"
	// NoteNumbering: identifiers are not numbered as the React Compiler would.
	NoteNumbering NoteKind = "numbering"
	// NoteInitialValue: a place reads an identifier that nothing has defined: a
	// context variable, or a variable that is read before its definition.
	NoteInitialValue NoteKind = "initial-value"
	// NoteRenamedInitial: an identifier without a definition has another number.
	NoteRenamedInitial NoteKind = "renamed-initial"
	// NoteUnreachable: a block cannot be reached, so that what it reads does not
	// matter.
	NoteUnreachable NoteKind = "unreachable"
	// NoteAbridged: the listing leaves instructions out. What they define is
	// unknown.
	NoteAbridged NoteKind = "abridged"
)

// Note is a harmless difference and the reason why it does no harm.
type Note struct {
	Kind       NoteKind
	Function   string
	Block      hir.BlockID       // or NoBlock
	Instr      hir.InstructionID // or 0
	Identifier hir.IdentifierID  // or NoIdentifier
	Name       string            // of Identifier
	Reason     string
}

// Message returns "function f, block bb1: dead-phi: x$5: reason".
func (n *Note) Message() string {
	var b strings.Builder
	b.WriteString(hir.Location(n.Function, n.Block, n.Instr))
	b.WriteString(": ")
	b.WriteString(string(n.Kind))
	b.WriteString(": ")
	if n.Identifier != hir.NoIdentifier {
		b.WriteString(identifierText(n.Name, n.Identifier))
		b.WriteString(": ")
	}
	b.WriteString(n.Reason)
	return b.String()
}

// noteFromWeak makes a note of a weak violation.
func noteFromWeak(v *Violation, where string) *Note {
	reason := where + v.Kind.Invariant() + ": expected " + orNothing(v.Expected) + ", found " + orNothing(v.Found)
	return &Note{NoteKind(v.Kind.String()), v.Function, v.Block, v.Instr, v.Identifier, v.Name, reason}
}

// note makes a note at a place of v's flow.
func (v *Verifier) note(kind NoteKind, at location, env *hir.Env, id hir.IdentifierID, reason string) *Note {
	n := &Note{Kind: kind, Function: v.flow.functionName(at.fn), Block: hir.NoBlock, Identifier: id, Reason: reason}
	if at.block >= 0 {
		b := v.flow.blocks[at.block].b
		n.Block = b.ID
		switch {
		case at.instr < 0:
		case int(at.instr) < len(b.Instrs):
			n.Instr = b.Instrs[at.instr].ID
		default:
			n.Instr = b.Term.ID
		}
	}
	if id >= 0 && int(id) < len(env.Identifiers) {
		n.Name = env.Ident(id).Name
	}
	return n
}

// notes lists the harmless differences that show once values.run has found the
// two functions equal.
func (v *Verifier) notes() []*Note {
	var out []*Note
	out = v.noteUnreachable(out)
	out = v.noteInitialValues(out)
	out = v.notePhis(out)
	out = v.noteOperandOrder(out)
	return v.noteNumbering(out)
}

func (v *Verifier) noteUnreachable(out []*Note) []*Note {
	g := &v.flow
	for bi := range int32(g.nblocks()) {
		fb := &g.blocks[bi]
		if !g.reachable(fb.node0) && len(fb.b.Instrs)+len(fb.b.Phis)+len(v.aligned.blocks[bi].Phis)+len(fb.b.Term.Operands) > 0 {
			out = append(out, v.note(NoteUnreachable, location{fb.fn, bi, atHead}, nil, hir.NoIdentifier, "no path leads here, so that what is read here does not matter"))
		}
	}
	return out
}

// noteAbridged notes the blocks of a flow that leave something out.
func (v *Verifier) noteAbridged(out []*Note) []*Note {
	g := &v.flow
	for bi := range int32(g.nblocks()) {
		fb := &g.blocks[bi]
		if slices.ContainsFunc(fb.b.Instrs, func(in hir.Instruction) bool { return in.Kind == hir.Elision }) {
			out = append(out, v.note(NoteAbridged, location{fb.fn, bi, atHead}, nil, hir.NoIdentifier, "the listing leaves something out; what that does is not checked"))
		}
	}
	return out
}

// noteInitialValues notes the identifiers without a definition, once each.
func (v *Verifier) noteInitialValues(out []*Note) []*Note {
	c := &v.values
	for x, y := range c.initialTo {
		if y == 0 {
			continue
		}
		id := hir.IdentifierID(y - 1)
		why := "nothing defines it; it is a context variable, or a variable of an outer scope"
		if c.before.state[x] != undefined {
			why = "it is read where no definition has been executed"
		}
		out = append(out, v.note(NoteInitialValue, location{0, -1, atHead}, c.after.env, id, why+", and is left as it is"))
		if int32(x) != y-1 {
			out = append(out, v.note(NoteRenamedInitial, location{0, -1, atHead}, c.after.env, id, "it stands for "+identOf(c.before.env, hir.IdentifierID(x))+" everywhere"))
		}
	}
	return out
}

// notePhis notes phis that are dead, redundant or omitted.
func (v *Verifier) notePhis(out []*Note) []*Note {
	c := &v.values
	shared := int32(len(c.node))
	// For each phi: a pair with a value before it, which it equals, or whether it
	// was paired at all.
	const unread, paired = -2, -1
	x, y := filled(nil, len(c.before.phis), unread), filled(nil, len(c.after.phis), unread)
	for i, p := range c.pairs {
		d, e := c.depth(&c.before, p.before), c.depth(&c.after, p.after)
		switch {
		case d > e:
			x[p.before-shared] = int32(i)
		case e > d:
			y[p.after-shared] = int32(i)
		default:
			x[p.before-shared] = max(x[p.before-shared], paired)
			y[p.after-shared] = max(y[p.after-shared], paired)
		}
	}
	merged := map[[2]int32]bool{} // block and variable of before, of the phis of after
	for _, phi := range c.after.phis[:c.after.explicit] {
		merged[[2]int32{phi.block, int32(v.variableOfPhi(&v.aligned.blocks[phi.block].Phis[phi.index]))}] = true
	}
	for j := range c.before.phis {
		phi := &c.before.phis[j]
		at := location{c.g.blocks[phi.block].fn, phi.block, atHead}
		id := hir.IdentifierID(phi.id)
		switch {
		case x[j] == unread && phi.index < 0 && !merged[[2]int32{phi.block, phi.id}]:
			out = append(out, v.note(NotePhiOmitted, at, c.before.env, id, "its definitions meet here, but nothing reads the result"))
		case x[j] == unread && phi.index >= 0:
			out = append(out, v.note(NoteDeadPhi, at, c.before.env, id, "nothing reads this phi of the input"))
		case x[j] >= 0 && phi.index >= 0:
			out = append(out, v.note(NoteRedundantPhi, at, c.before.env, id, "this phi of the input always equals "+c.describe(&c.after, c.pairs[x[j]].after)+" of the output"))
		}
	}
	for j := range c.after.phis {
		phi := &c.after.phis[j]
		if phi.index < 0 {
			continue
		}
		at := location{c.g.blocks[phi.block].fn, phi.block, atHead}
		id := hir.IdentifierID(phi.id)
		switch {
		case y[j] == unread:
			out = append(out, v.note(NoteDeadPhi, at, c.after.env, id, "nothing reads this phi"))
		case y[j] >= 0:
			out = append(out, v.note(NoteRedundantPhi, at, c.after.env, id, "this phi always equals "+c.describe(&c.before, c.pairs[y[j]].before)+" of the input"))
		}
	}
	return out
}

// variableOfPhi returns the variable of before that a phi of after merges, as
// far as its operands tell, or NoIdentifier.
func (v *Verifier) variableOfPhi(phi *hir.Phi) hir.IdentifierID {
	if x := v.erase.variable[phi.Place.Identifier]; x != 0 {
		return hir.IdentifierID(x - 1)
	}
	for k := range phi.Operands {
		if x := v.erase.variable[phi.Operands[k].Place.Identifier]; x != 0 {
			return hir.IdentifierID(x - 1)
		}
	}
	return hir.NoIdentifier
}

func (v *Verifier) noteOperandOrder(out []*Note) []*Note {
	for bi := range int32(v.flow.nblocks()) {
		b := v.aligned.blocks[bi]
		for i := range b.Phis {
			phi := &b.Phis[i]
			for k := range phi.Operands {
				if k < len(b.Preds) && phi.Operands[k].Pred != b.Preds[k] {
					out = append(out, v.note(NoteOperandOrder, location{v.flow.blocks[bi].fn, bi, atHead}, v.names, phi.Place.Identifier, "its operands do not stand in the order of the predecessors, but each names its own"))
					break
				}
			}
		}
	}
	return out
}

// noteNumbering notes the first definition whose identifier has another number
// than the React Compiler would give it: that of the input, if the input is in
// SSA form, else a larger one than the definition before it; and whether numbers
// are left out, as they are when phis have been removed.
func (v *Verifier) noteNumbering(out []*Note) []*Note {
	c := &v.values
	fn, last := int32(-1), int32(-1)
	lo, hi := int32(math.MaxInt32), int32(-1)
	for k, id := range c.after.id {
		block := c.g.nodes[c.node[k]].block
		if f := c.g.blocks[block].fn; f != fn {
			fn, last = f, -1
		}
		expected := ""
		switch {
		case c.before.explicit > 0 && id != c.before.id[k]:
			expected = "the input has " + identOf(c.before.env, hir.IdentifierID(c.before.id[k]))
		case c.before.explicit == 0 && id <= last:
			expected = "the definition before it has a larger number"
		}
		if expected != "" {
			return append(out, v.note(NoteNumbering, location{fn, block, max(c.instr[k], atHead)}, c.after.env, hir.IdentifierID(id), "identifiers are numbered in another way: "+expected))
		}
		last = id
		lo, hi = min(lo, id), max(hi, id)
	}
	for _, phi := range c.after.phis[:c.after.explicit] {
		lo, hi = min(lo, phi.id), max(hi, phi.id)
	}
	if next := int32(len(c.before.state)); lo > next {
		lo = next // where the React Compiler would start
	}
	if n := len(c.after.id) + c.after.explicit; c.before.explicit == 0 && n > 0 && int(hi-lo)+1 > n {
		out = append(out, v.note(NoteNumbering, location{0, -1, atHead}, nil, hir.NoIdentifier,
			itoa(int(hi-lo)+1-n)+" of the numbers from "+itoa(int(lo))+" to "+itoa(int(hi))+" are not used"))
	}
	return out
}
