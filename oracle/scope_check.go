package oracle

import (
	"strconv"

	"assay/hir"
)

// scopeCheck is one check of a pass over scopes: a function before it, and
// after.
//
// Nothing here is shared with the passes. Where there is a choice, the checks
// take the plain way, and some take time that is quadratic in the number of
// scopes; they are for programs of the size of a source function.
type scopeCheck struct {
	before, after *hir.Function
	out           []*Violation
	belongs       []bool // by scope: some identifier of after belongs to it
}

// report adds a violation in a block of f: at an instruction or terminal, or if
// instr is 0 at the block.
func (c *scopeCheck) report(kind Kind, f *hir.Function, block hir.BlockID, instr hir.InstructionID, expected, found string) {
	c.out = append(c.out, &Violation{
		Kind: kind, Function: f.Name(), Block: block, Instr: instr, Identifier: hir.NoIdentifier,
		Expected: expected, Found: found,
	})
}

// identifier adds a violation that speaks of an identifier.
func (c *scopeCheck) identifier(kind Kind, f *hir.Function, block hir.BlockID, instr hir.InstructionID, id hir.IdentifierID, expected, found string) {
	c.report(kind, f, block, instr, expected, found)
	v := c.out[len(c.out)-1]
	v.Identifier = id
	if id >= 0 && int(id) < len(f.Env.Identifiers) {
		v.Name = f.Env.Identifiers[id].Name
	}
}

func scopeText(s hir.ScopeID) string {
	if s == hir.NoScope {
		return "no scope"
	}
	return "scope @" + strconv.Itoa(int(s))
}

func rangeText(r hir.Range) string {
	return "[" + strconv.Itoa(int(r.Start)) + ":" + strconv.Itoa(int(r.End)) + "]"
}

// mention is one place of a function that a pass over scopes looks at.
type mention struct {
	block int // position
	instr hir.InstructionID
	// index is the instruction's position in the block, the number of
	// instructions for the terminal.
	index int
	id    hir.IdentifierID
	// captured says that it is captured by a function.
	captured bool
}

// mentions lists the lvalues and operands of f's own instructions and terminals;
// of each instruction the lvalues first.
func mentions(f *hir.Function) []mention {
	var list []mention
	for bi, b := range f.Blocks {
		for i := range b.Instrs {
			in := &b.Instrs[i]
			for p := range in.Lvalues {
				if p.Identifier != hir.NoIdentifier { // left out in an abridged listing
					list = append(list, mention{bi, in.ID, i, p.Identifier, false})
				}
			}
			for _, p := range in.Uses() {
				list = append(list, mention{bi, in.ID, i, p.Identifier, in.Func != nil})
			}
		}
		for _, p := range b.Term.Operands {
			list = append(list, mention{bi, b.Term.ID, len(b.Instrs), p.Identifier, false})
		}
	}
	return list
}

// mentionedScopes lists the scopes of the mentioned identifiers whose range is
// not empty, in the order of their first mention.
func mentionedScopes(f *hir.Function, ms []mention) []hir.ScopeID {
	seen := make([]bool, len(f.Env.Scopes))
	var list []hir.ScopeID
	for _, m := range ms {
		s := f.Env.Identifiers[m.id].Scope
		if s == hir.NoScope || seen[s] {
			continue
		}
		seen[s] = true
		if r := f.Env.Scopes[s].Range; r.Start != r.End {
			list = append(list, s)
		}
	}
	return list
}

// reachableBlocks tells by position which blocks of f there is a path of edges
// to from the entry.
func reachableBlocks(f *hir.Function) []bool {
	reached := make([]bool, len(f.Blocks))
	work := []int{f.BlockPos(f.Entry)}
	reached[work[0]] = true
	for len(work) > 0 {
		b := f.Blocks[work[len(work)-1]]
		work = work[:len(work)-1]
		for _, id := range b.Term.Successors() {
			if p := f.BlockPos(id); !reached[p] {
				reached[p] = true
				work = append(work, p)
			}
		}
	}
	return reached
}
