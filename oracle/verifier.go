package oracle

import (
	"slices"
	"strings"
	"sync"

	"assay/hir"
)

// Verifier checks invariants and validates conversions. It keeps scratch memory
// between calls, so that checking a small function costs a few microseconds and
// no allocation. The zero value is ready; it is not safe for concurrent use.
type Verifier struct {
	out []*Violation
	// names is the Env in which violations name identifiers.
	names *hir.Env

	flow    flow
	edges   edgeScratch
	order   orderScratch
	shape   shapeScratch
	nesting nestingScratch
	ssa     ssaScratch
	aligned alignment
	values  values
	erase   eraseScratch
	elim    eliminateScratch
}

var verifiers = sync.Pool{New: func() any { return new(Verifier) }}

// VerifyPre lists the violated invariants of the form before SSA; see
// [Verifier.Pre].
func VerifyPre(f *hir.Function) []*Violation {
	v := verifiers.Get().(*Verifier)
	defer verifiers.Put(v)
	return v.Pre(f)
}

// VerifySSA lists the violated invariants of SSA form; see [Verifier.SSA].
func VerifySSA(f *hir.Function) []*Violation {
	v := verifiers.Get().(*Verifier)
	defer verifiers.Put(v)
	return v.SSA(f)
}

// Pre lists all violated invariants of the form before SSA, of f and of every
// function nested in it, ordered by place. It returns nil if there are none.
//
// The invariants are those of [Verifier.SSA] that speak of form, and:
//   - there are no phis;
//   - the lvalue of each instruction is assigned by no other instruction;
//   - a temporary that an instruction or terminal reads has a definition.
func (v *Verifier) Pre(f *hir.Function) []*Violation {
	if !v.begin(f) {
		return v.end()
	}
	v.verifyForm()
	v.verifyLvaluesOnce()
	v.verifyTemporariesDefined()
	v.verifyNoPhis()
	return v.end()
}

// SSA lists all violated invariants of SSA form, of f and of every function
// nested in it, ordered by place. It returns nil if there are none.
//
// The invariants of form, which hold before SSA too:
//   - hir.Check finds nothing; if it does, nothing else is checked;
//   - a top-level function captures nothing; the captured variables of a nested
//     one are distinct, and all outer variables it reads are among them;
//   - entry blocks have no predecessors;
//   - the predecessors of each block are exactly the sources of its edges, in the
//     order in which a depth-first walk meets them;
//   - the blocks are those that can be reached and, empty, the fallthroughs of
//     those, in the React Compiler's reverse postorder;
//   - instruction ids are at least 1 and increase over the block list;
//   - only branches share a fallthrough;
//   - the lvalue of each instruction is an unnamed temporary.
//
// Those of SSA:
//   - each identifier has at most one definition in the whole tree: as a
//     parameter, phi, lvalue, or variable that an instruction defines;
//   - a phi has exactly one operand for each predecessor and no other, and a
//     block without predecessors has no phi;
//   - a definition dominates all uses. A phi uses its operands at the ends of
//     the predecessors. A nested function is dominated by what dominates the
//     instruction that makes it, and by the definitions of that instruction;
//   - a phi and its operands are versions of one declaration, where declarations
//     are known (text does not tell them).
//
// Variables without any definition are no violation: context variables, which
// SSA construction leaves alone, and variables that are read before they are
// defined, where the old identifier is left in place. But one that was made as a
// version of another must have a definition, and so must a temporary that an
// instruction or terminal reads, if the text is not abridged. Whether an undefined identifier
// stands in the right place is for [Verifier.Validate] to say. Uses in blocks
// that cannot be reached are not checked for dominance.
func (v *Verifier) SSA(f *hir.Function) []*Violation {
	if !v.begin(f) {
		return v.end()
	}
	v.verifyForm()
	v.flow.analyze()
	v.verifyDefinitions()
	v.verifyPhis()
	v.verifyDominance()
	return v.end()
}

// begin starts a check of f and reports whether it is well-formed.
func (v *Verifier) begin(f *hir.Function) bool {
	v.out = nil
	if !v.wellFormed(f) {
		return false
	}
	v.names = f.Env
	v.flow.build(f)
	return true
}

func (v *Verifier) end() []*Violation {
	out := v.out
	v.out = nil
	if len(out) > 1 {
		sortViolations(out)
	}
	return out
}

// verifyForm checks the invariants that hold before and after SSA.
func (v *Verifier) verifyForm() {
	v.verifyEdges()
	v.verifyOrder()
	v.verifyNumbering()
	v.verifyFallthroughs()
	v.verifyNesting()
	v.verifyLvaluesUnnamed()
}

// The position of a violation in a block, where it is no instruction.
const atHead = -1

// report adds a violation at an instruction of a block of the flow: its
// position, the number of instructions for the terminal, or atHead.
func (v *Verifier) report(kind Kind, block int32, instr int, id hir.IdentifierID, expected, found string) *Violation {
	fb := &v.flow.blocks[block]
	return v.reportIn(kind, fb.fn, block, fb.b, instr, id, expected, found)
}

// reportAt is report for a location.
func (v *Verifier) reportAt(kind Kind, at location, id hir.IdentifierID, expected, found string) *Violation {
	if at.block < 0 {
		return v.reportFunction(kind, at.fn, id, expected, found)
	}
	return v.report(kind, at.block, int(at.instr), id, expected, found)
}

func (v *Verifier) reportIn(kind Kind, fn, block int32, b *hir.Block, instr int, id hir.IdentifierID, expected, found string) *Violation {
	x := &Violation{
		Kind: kind, Function: v.flow.functionName(fn), Block: hir.NoBlock, Identifier: id,
		Expected: expected, Found: found, at: location{fn, block, int32(instr)},
	}
	if b != nil {
		x.Block = b.ID
		switch {
		case instr == atHead:
		case instr < len(b.Instrs):
			x.Instr = b.Instrs[instr].ID
		default:
			x.Instr = b.Term.ID
		}
	}
	if env := v.names; id >= 0 && int(id) < len(env.Identifiers) {
		x.Name = env.Ident(id).Name
	}
	v.out = append(v.out, x)
	return x
}

// reportFunction adds a violation at the head of a function.
func (v *Verifier) reportFunction(kind Kind, fn int32, id hir.IdentifierID, expected, found string) *Violation {
	return v.reportIn(kind, fn, -1, nil, atHead, id, expected, found)
}

// functionName returns a function's name after those of the enclosing ones.
func (g *flow) functionName(fn int32) string {
	var names []string
	for ; fn >= 0; fn = g.fns[fn].parent {
		names = append(names, g.fns[fn].f.Name())
	}
	slices.Reverse(names)
	return strings.Join(names, "/")
}

// identOf returns the text of an identifier, <name>$<id>.
func identOf(env *hir.Env, id hir.IdentifierID) string {
	if id < 0 || int(id) >= len(env.Identifiers) {
		return identifierText("", id)
	}
	return identifierText(env.Identifiers[id].Name, id)
}
