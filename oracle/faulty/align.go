package faulty

import (
	"slices"
	"strconv"

	"assay/hir"
	"assay/scopes"
)

const alignPass = "AlignReactiveScopesToBlockScopes"

// construct is one that is open: its fallthrough is still to come.
type construct struct {
	kind  hir.TermKind
	after hir.BlockID
	start hir.InstructionID
	prior hir.InstructionID // the instruction before the terminal, for startBeforeLoop
}

type aligner struct {
	f     *hir.Function
	fault scopeKind
	now   []hir.Range // by scope
	met   map[hir.ScopeID]bool
	live  []hir.ScopeID
	open  []construct
	// values gives, for the blocks of value constructs, the outermost one's range.
	values map[hir.BlockID]hir.Range
	// loops gives, for the tests of do-whiles, the loop's range. It stays empty
	// without the option.
	loops map[hir.BlockID]hir.Range
}

func align(f *hir.Function, opt scopes.AlignOptions, fault scopeKind) (err error) {
	defer catch(&err)
	requireOrder(alignPass, f)
	a := &aligner{f: f, fault: fault, met: map[hir.ScopeID]bool{},
		values: map[hir.BlockID]hir.Range{}, loops: map[hir.BlockID]hir.Range{}}
	for _, s := range f.Env.Scopes {
		a.now = append(a.now, s.Range)
	}
	for _, b := range f.Blocks {
		a.enter(b)
		for i := range b.Instrs {
			in := &b.Instrs[i]
			in.Lvalues(func(p *hir.Place) bool { a.mention(p.Identifier, in.ID, b); return true })
			for _, p := range in.Uses() {
				a.mention(p.Identifier, in.ID, b)
			}
		}
		for _, p := range b.Term.Operands {
			a.mention(p.Identifier, b.Term.ID, b)
		}
		a.terminal(b, opt)
		a.valueBlocks(b)
	}
	for s, r := range a.now {
		f.Env.Scopes[s].Range = r
	}
	return nil
}

// requireOrder refuses functions whose ids decrease.
func requireOrder(pass string, f *hir.Function) {
	last := hir.InstructionID(0)
	for _, b := range f.Blocks {
		next := func(id hir.InstructionID) {
			if id < last {
				refuse(pass, hir.CategoryInvariant, "Expected instruction ids to increase in block order",
					"Id "+strconv.Itoa(int(id))+" comes after id "+strconv.Itoa(int(last)), f, b, id)
			}
			last = id
		}
		for i := range b.Instrs {
			if b.Instrs[i].Kind != hir.Elision {
				next(b.Instrs[i].ID)
			}
		}
		next(b.Term.ID)
	}
}

func (a *aligner) first(id hir.BlockID) hir.InstructionID { return a.f.Block(id).FirstID() }

// widen makes all live scopes that last beyond an id hold r.
func (a *aligner) widen(beyond hir.InstructionID, r hir.Range) {
	for _, s := range a.live {
		if now := &a.now[s]; now.End > beyond {
			now.Start, now.End = min(now.Start, r.Start), max(now.End, r.End)
		}
	}
}

const (
	latest   = hir.InstructionID(1<<31 - 1)
	earliest = hir.InstructionID(0)
)

// enter closes the construct that a block is the fallthrough of.
func (a *aligner) enter(b *hir.Block) {
	if r, ok := a.loops[b.ID]; ok {
		a.widen(b.FirstID()-1, r)
	}
	a.live = slices.DeleteFunc(a.live, func(s hir.ScopeID) bool {
		if a.fault == droppedLate {
			return a.now[s].End < b.FirstID()
		}
		return a.now[s].End <= b.FirstID()
	})
	n := len(a.open)
	if n == 0 || a.open[n-1].after != b.ID {
		return
	}
	top := a.open[n-1]
	a.open = a.open[:n-1]
	if a.fault == outerForgotten {
		a.open = nil
	}
	start := top.start
	switch {
	case a.fault == startKeptInSwitch && top.kind == hir.Switch:
		return
	case a.fault == startBeforeLoop && top.kind.IsLoop():
		start = top.prior
	}
	a.widen(earliest, hir.Range{Start: start})
}

func (a *aligner) mention(id hir.IdentifierID, at hir.InstructionID, b *hir.Block) {
	if id == hir.NoIdentifier {
		return
	}
	s := a.f.Env.Ident(id).Scope
	if s == hir.NoScope || a.met[s] || !a.now[s].Contains(at) {
		return
	}
	a.met[s] = true
	a.live = append(a.live, s)
	if r, ok := a.values[b.ID]; ok {
		now := &a.now[s]
		now.Start = min(now.Start, r.Start)
		if a.fault != valueStartOnly {
			now.End = max(now.End, r.End)
		}
	}
}

// terminal opens the construct that a terminal begins, and looks at what a goto
// leaves.
func (a *aligner) terminal(b *hir.Block, opt scopes.AlignOptions) {
	t := &b.Term
	switch {
	case a.fault == labelForgotten && t.Kind == hir.Label:
	case t.Fallthrough != hir.NoBlock && t.Kind != hir.Branch:
		end := a.first(t.Fallthrough)
		r := hir.Range{Start: latest, End: end}
		beyond := t.ID
		switch {
		case a.fault == endOneLateAfterLoop && t.Kind.IsLoop() && len(a.f.Block(t.Fallthrough).Instrs) > 0:
			r.End++
		case a.fault == endAtTerminal:
			beyond--
		}
		if a.fault != tryForgotten || t.Kind != hir.Try {
			a.widen(beyond, r)
		}
		if _, taken := a.values[t.Fallthrough]; taken {
			refuse(alignPass, hir.CategoryInvariant, "Expect hir blocks to have unique fallthroughs", "", a.f, b, t.ID)
		}
		prior := t.ID
		if n := len(b.Instrs); n > 0 {
			prior = b.Instrs[n-1].ID
		}
		a.open = append(a.open, construct{t.Kind, t.Fallthrough, t.ID, prior})
		if r, ok := a.values[b.ID]; ok && a.fault != valueNodeLost {
			a.values[t.Fallthrough] = r
		}
		if opt.WholeDoWhile && t.Kind == hir.DoWhile {
			a.loops[t.Targets[hir.DoWhileTest]] = hir.Range{Start: t.ID, End: end}
		}
	case t.Kind == hir.Goto:
		a.jump(b)
	}
}

// jump widens what is live at a goto that leaves more than one construct.
func (a *aligner) jump(b *hir.Block) {
	t := &b.Term
	i := slices.IndexFunc(a.open, func(c construct) bool { return c.after == t.Targets[0] })
	if i < 0 || i == len(a.open)-1 {
		return
	}
	r := hir.Range{Start: a.open[i].start, End: a.first(t.Targets[0])}
	switch {
	case a.fault == breakEndOnly:
		r.Start = latest
	case a.fault == breakStartOnly:
		r.End = earliest
	case a.fault == breakOneLevel && i < len(a.open)-2:
		return
	}
	a.widen(t.ID, r)
}

// valueBlocks notes which blocks belong to the value construct that a block
// belongs to or begins.
func (a *aligner) valueBlocks(b *hir.Block) {
	t := &b.Term
	around, inside := a.values[b.ID]
	t.AllTargets(func(id hir.BlockID) bool {
		kind := a.f.Block(id).Kind
		if _, known := a.values[id]; known || kind.IsStatement() {
			return true
		}
		switch {
		case a.fault == valueNodeLost && inside && slices.ContainsFunc(a.open, func(c construct) bool { return c.after == id }),
			a.fault == sequenceIsStatement && kind == hir.BlockSequence,
			a.fault == loopIsStatement && kind == hir.BlockLoop:
		case inside && a.fault == innermostValue && (t.Kind == hir.Ternary || t.Kind == hir.Logical):
			a.values[id] = hir.Range{Start: t.ID, End: a.first(t.Fallthrough)}
		case inside:
			a.values[id] = around
		case t.Fallthrough == hir.NoBlock:
			if a.fault != noScopeFault {
				return true // the block before it was missed
			}
			refuse(alignPass, hir.CategoryInvariant, "Expected a fallthrough for value block", "", a.f, b, t.ID)
		default:
			a.values[id] = hir.Range{Start: t.ID, End: a.first(t.Fallthrough)}
		}
		return true
	})
}
