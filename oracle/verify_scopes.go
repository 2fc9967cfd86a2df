package oracle

import (
	"slices"
	"strings"

	"assay/hir"
)

// VerifyScopes lists the violated invariants of after, which is to be before
// with scope terminals (scopes.BuildReactiveScopeTerminals, with or without
// FlattenReactiveLoops):
//
//   - all of [VerifySSA]: one definition each, phi operands for exactly the
//     predecessors, predecessors those of the edges, blocks in the React Compiler's
//     reverse postorder, with unreachable fallthroughs kept;
//   - ids are 1, 2, ... in block order;
//   - each mentioned scope of before has exactly one terminal, and no other scope
//     has one;
//   - the range of a scope is [terminal id, first id of the fallthrough);
//   - scopes and constructs form a tree;
//   - the instructions of before are there once, those of one block in the same
//     order;
//   - the range of a scope holds the instructions that it held. It may hold others
//     too: a handler can come to stand before the fallthrough of a scope in the
//     try's body.
//
// A scope that starts in a block that cannot be reached needs no terminal, and
// what is wrong in nested functions of before already is not reported.
//
// [ValidateScopes] checks what this does not: that taking the scope terminals
// out gives before. What before must satisfy, [VerifyScopeInput] says.
func VerifyScopes(before, after *hir.Function) []*Violation {
	v := verifiers.Get().(*Verifier)
	defer verifiers.Put(v)
	if !v.bothWellFormed(before, after) {
		return v.end()
	}
	c := scopeCheck{before: before, after: after}
	c.form(v)
	c.numbering()
	c.terminals()
	c.instructions()
	c.members()
	c.tree()
	return c.out
}

// form checks the invariants of SSA form.
func (c *scopeCheck) form(v *Verifier) {
	c.out = v.SSA(c.after)
	nested := func(x *Violation) bool { return strings.Contains(x.Function, "/") }
	if !slices.ContainsFunc(c.out, nested) {
		return
	}
	was := map[string]bool{}
	for _, x := range v.SSA(c.before) {
		was[x.Message()] = true
	}
	c.out = slices.DeleteFunc(c.out, func(x *Violation) bool { return nested(x) && was[x.Message()] })
}

// numbering checks that ids are 1, 2, ....
func (c *scopeCheck) numbering() {
	want := hir.InstructionID(0)
	for _, b := range c.after.Blocks {
		for i := range b.Instrs {
			if want++; b.Instrs[i].ID != want {
				c.report(KindIDGap, c.after, b.ID, b.Instrs[i].ID, "id "+itoa(int(want)), itoa(int(b.Instrs[i].ID)))
				return
			}
		}
		if want++; b.Term.ID != want {
			c.report(KindIDGap, c.after, b.ID, b.Term.ID, "id "+itoa(int(want)), itoa(int(b.Term.ID)))
			return
		}
	}
}

// cutBlock returns the position of the block of f that is cut for an id: the
// first one in which an instruction or terminal has that id or a greater one. It
// is -1 if there is none.
func cutBlock(f *hir.Function, id hir.InstructionID) int {
	i, _ := slices.BinarySearchFunc(f.Blocks, id, func(b *hir.Block, id hir.InstructionID) int { return int(b.Term.ID) - int(id) })
	if i == len(f.Blocks) {
		return -1
	}
	return i
}

// wanted lists the scopes that must have a terminal.
func (c *scopeCheck) wanted() []hir.ScopeID {
	f := c.before
	reached := reachableBlocks(f)
	list := mentionedScopes(f, mentions(f))
	return slices.DeleteFunc(list, func(s hir.ScopeID) bool {
		pos := cutBlock(f, f.Env.Scopes[s].Range.Start)
		return pos < 0 || !reached[pos]
	})
}

// terminals checks which scopes have terminals, and their ranges.
func (c *scopeCheck) terminals() {
	f := c.after
	const want, have = 1, 2
	marks := make([]uint8, max(len(f.Env.Scopes), len(c.before.Env.Scopes)))
	for _, s := range c.wanted() {
		marks[s] = want
	}
	for _, b := range f.Blocks {
		t := &b.Term
		if t.Kind != hir.ScopeTerm && t.Kind != hir.PrunedScope {
			continue
		}
		switch m := marks[t.Scope]; {
		case m&want == 0:
			c.report(KindScopeAdded, f, b.ID, t.ID, "no terminal of "+scopeText(t.Scope), "one")
		case m&have != 0:
			c.report(KindScopeTwice, f, b.ID, t.ID, "one terminal of "+scopeText(t.Scope), "another")
		}
		marks[t.Scope] |= have
		bounds := hir.Range{Start: t.ID, End: f.Block(t.Fallthrough).FirstID()}
		if r := f.Env.Scopes[t.Scope].Range; r != bounds {
			c.report(KindScopeBounds, f, b.ID, t.ID, scopeText(t.Scope)+" with "+rangeText(bounds), rangeText(r))
		}
	}
	for s, m := range marks {
		if m == want {
			c.report(KindScopeLost, f, hir.NoBlock, 0, "a terminal of "+scopeText(hir.ScopeID(s)), "none")
		}
	}
}

// placed is an instruction and where it stands in a function.
type placed struct {
	in    *hir.Instruction
	block hir.BlockID
	order int // among all instructions
}

// instructions checks that after has the instructions of before's reachable
// blocks, each once, and those of one block in the same order. Lvalues tell them
// apart; instructions without are left to ValidateScopes.
func (c *scopeCheck) instructions() {
	now := make([]placed, len(c.after.Env.Identifiers)) // by lvalue
	order := 0
	for _, b := range c.after.Blocks {
		for i := range b.Instrs {
			in := &b.Instrs[i]
			if in.Lvalue.Identifier == hir.NoIdentifier {
				continue
			}
			p := &now[in.Lvalue.Identifier]
			if p.in != nil {
				c.report(KindInstructionAdded, c.after, b.ID, in.ID, "one instruction that defines "+identOf(c.after.Env, in.Lvalue.Identifier), "another, after "+itoa(int(p.in.ID)))
				continue
			}
			*p = placed{in, b.ID, order}
			order++
		}
	}
	reached := reachableBlocks(c.before)
	for pos, b := range c.before.Blocks {
		if !reached[pos] {
			continue
		}
		last := -1
		for i := range b.Instrs {
			in := &b.Instrs[i]
			if in.Lvalue.Identifier == hir.NoIdentifier {
				continue
			}
			var p placed
			if id := int(in.Lvalue.Identifier); id < len(now) {
				p = now[id]
				now[id].order = -1
			}
			switch {
			case p.in == nil || p.in.Kind != in.Kind:
				c.report(KindInstructionLost, c.before, b.ID, in.ID, identOf(c.before.Env, in.Lvalue.Identifier)+" = "+instructionText(in), "")
			case p.order < last:
				c.report(KindInstructionsMoved, c.after, p.block, p.in.ID, instructionText(in)+" after the instruction that it followed", "it before")
			}
			last = max(last, p.order)
		}
	}
	for _, p := range now {
		if p.in != nil && p.order >= 0 {
			c.report(KindInstructionAdded, c.after, p.block, p.in.ID, "", instructionText(p.in))
		}
	}
}

// members checks that the range of each scope holds what it held before.
func (c *scopeCheck) members() {
	now := make([]placed, len(c.after.Env.Identifiers))
	for _, b := range c.after.Blocks {
		for i := range b.Instrs {
			if in := &b.Instrs[i]; in.Lvalue.Identifier != hir.NoIdentifier {
				now[in.Lvalue.Identifier] = placed{in: in, block: b.ID}
			}
		}
	}
	for _, s := range c.wanted() {
		if int(s) >= len(c.after.Env.Scopes) {
			continue // it has no terminal, which is reported
		}
		was, is := c.before.Env.Scopes[s].Range, c.after.Env.Scopes[s].Range
		for pos := max(cutBlock(c.before, was.Start), 0); pos < len(c.before.Blocks); pos++ {
			b := c.before.Blocks[pos]
			if b.FirstID() >= was.End {
				break
			}
			for i := range b.Instrs {
				in := &b.Instrs[i]
				if in.Lvalue.Identifier == hir.NoIdentifier || int(in.Lvalue.Identifier) >= len(now) {
					continue
				}
				p := now[in.Lvalue.Identifier]
				if was.Contains(in.ID) && p.in != nil && !is.Contains(p.in.ID) {
					c.report(KindScopeMembers, c.after, p.block, p.in.ID, instructionText(in)+" in "+scopeText(s)+" "+rangeText(is), "it is not")
					break
				}
			}
		}
	}
}

// tree checks that scopes and constructs form a tree.
func (c *scopeCheck) tree() {
	f := c.after
	var scopes []hir.ScopeID
	for _, b := range f.Blocks {
		if b.Term.Kind == hir.ScopeTerm || b.Term.Kind == hir.PrunedScope {
			scopes = append(scopes, b.Term.Scope)
		}
	}
	if a, b, found := crossing(intervals(f, scopes)); found {
		c.report(KindScopeNesting, f, hir.NoBlock, max(a.r.Start, b.r.Start), a.String()+" and "+b.String()+" in each other or apart", "both in part")
	}
}
