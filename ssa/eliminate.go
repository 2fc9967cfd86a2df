package ssa

import "assay/hir"

const eliminatePass = "EliminateRedundantPhis"

// elimination is the state of one run of EliminateRedundantPhis over a function
// and all functions nested in it.
//
// # Method
//
// A phi is redundant if its operands, but for itself, are all one identifier;
// it is then replaced by that one, which can make further phis redundant. The
// React Compiler looks for redundant phis in rounds over the whole function.
// Here a phi is looked at again only when something happened to it.
//
// Replaced identifiers form classes (a disjoint set whose root is the one
// member that is not replaced). A phi that is not redundant has two witnesses:
// operands of two different classes, neither its own. It stays so until the
// classes of its witnesses are joined, or one of them becomes its own. So each
// class has a list of the phis that have a witness in it; when a phi is
// replaced and two classes become one, only phis in both lists can be
// concerned, and all of those are in the shorter list. A concerned phi seeks
// new witnesses from where it stopped, never from the start: classes only grow,
// so an operand that was once passed over, because it was in the class of the
// first witness or in the phi's own, would be passed over again. All seeking
// together is linear in the number of operands, and an entry of a list is looked
// at O(log n) times, for the list it is in doubles each time.
//
// # Why the result is that of the rounds
//
// Which phis go. Say that a phi is redundant under an equivalence of
// identifiers if its operands, but for those equivalent to it, are all
// equivalent. A phi that is redundant under an equivalence is redundant, or
// already equivalent to its operands, under every coarser one. So the least
// equivalence under which every phi is equivalent to its operands if it is
// redundant is unique, and any order of replacing arrives there.
//
// Which one of a class remains. A class loses a member only by the replacement
// of a phi, so what is no phi remains, and a class holds one such at most. If
// all members are phis and one remains, that one has, in the end, two operands
// of different classes other than its own (with none the pass fails, below). In
// another order it could go only if all its operands but itself fell into one
// class that it then joins, and that class would be its own in the end: a
// contradiction.
//
// The rounds arrive at the end. They replace a name by what the map holds for
// it, once, and stop after a round that added nothing, or after the first round
// if no block precedes one of its predecessors. Take a function in SSA form in
// which every block that has predecessors follows one of them. Then whatever
// dominates a block precedes it; so if p is replaced by the phi s in some round,
// s was visited before p in that round and was kept, and is replaced by another
// in a later round only. When that happens no place holds p any more: each was
// visited in between. So the map has no chains that are in use, a round that
// adds nothing has seen all operands as they are in the end, and in acyclic
// order, where s is final when p is visited, one round does. In other orders of
// blocks the rounds can stop with a use of a replaced phi; this pass does not.
//
// Failing. A phi all of whose operands are in its own class has no candidate.
// The rounds fail when they come to it, and no order avoids it, as the
// equivalence is unique; the message names a phi of such a class.
type elimination struct {
	funcs []*hir.Function
	// ids is indexed by identifier id.
	ids   []identState
	phis  []phiState
	watch []watcher
	// work holds phis that may have become redundant.
	work    []int32
	removed int
}

// identState is what is known of an identifier.
type identState struct {
	// replacement is the identifier it is replaced by, + 1; 0 for a root.
	replacement int32
	// phi is the phi that defines it, + 1; 0 for none.
	phi int32
	// last is the last entry of the class's list of watchers, which is circular, and
	// 0 if that is empty; watchers is the list's length.
	last, watchers int32
}

// phiState is a phi and its two witnesses: positions of operands, first before
// second.
type phiState struct {
	phi           *hir.Phi
	first, second int32
	removed       bool
	evaluated     bool
}

// watcher is an entry of a list: a phi and which of its operands is, or was, a
// witness in this class.
type watcher struct {
	next, phi, operand int32
}

// none stands for a witness that is not found.
const none int32 = -1

// EliminateRedundantPhis is [EliminateRedundantPhis] with b's scratch memory.
func (b *Builder) EliminateRedundantPhis(f *hir.Function) error {
	e := &b.elimination
	err := e.run(f)
	clear(e.funcs) // keep no reference to f
	clear(e.phis)
	if err != nil {
		return err
	}
	return nil
}

func (e *elimination) run(f *hir.Function) *hir.PassError {
	if err := e.collect(f); err != nil {
		return err
	}
	for i := range e.phis {
		if !e.phis[i].evaluated && !e.evaluate(int32(i)) {
			return e.empty(int32(i))
		}
		for len(e.work) > 0 {
			p := e.work[len(e.work)-1]
			e.work = e.work[:len(e.work)-1]
			if !e.evaluate(p) {
				return e.empty(p)
			}
		}
	}
	if e.removed > 0 {
		for _, g := range e.funcs {
			e.rewrite(g)
		}
	}
	return nil
}

// collect lists the functions and the phis.
func (e *elimination) collect(f *hir.Function) *hir.PassError {
	e.funcs = append(e.funcs[:0], f)
	e.phis = e.phis[:0]
	e.watch = append(e.watch[:0], watcher{}) // entry 0 is unused
	e.work = e.work[:0]
	e.removed = 0
	e.ids = resize(e.ids, len(f.Env.Identifiers))
	for i := 0; i < len(e.funcs); i++ {
		g := e.funcs[i]
		for _, block := range g.Blocks {
			for j := range block.Phis {
				phi := &block.Phis[j]
				if !e.known(phi.Place.Identifier) {
					return eliminateError(g, block, "Expected every place to name an identifier of the function's environment", "")
				}
				for k := range phi.Operands {
					if !e.known(phi.Operands[k].Place.Identifier) {
						return eliminateError(g, block, "Expected every place to name an identifier of the function's environment", "")
					}
				}
				s := &e.ids[phi.Place.Identifier]
				if s.phi != 0 {
					return eliminateError(g, block, "Expected phis to define different identifiers",
						"Identifier "+identifierText(f.Env, phi.Place.Identifier)+" is defined twice")
				}
				e.phis = append(e.phis, phiState{phi: phi, first: none, second: none})
				s.phi = int32(len(e.phis))
			}
			for j := range block.Instrs {
				if h := block.Instrs[j].Func; h != nil {
					e.funcs = append(e.funcs, h)
				}
			}
		}
	}
	return nil
}

func (e *elimination) known(id hir.IdentifierID) bool { return uint(id) < uint(len(e.ids)) }

// find returns the root of an identifier's class.
func (e *elimination) find(id hir.IdentifierID) hir.IdentifierID {
	for {
		s := &e.ids[id]
		if s.replacement == 0 {
			return id
		}
		up := s.replacement - 1
		if r := e.ids[up].replacement; r != 0 {
			s.replacement = r // halve the path
		}
		id = hir.IdentifierID(up)
	}
}

// evaluate seeks two witnesses for a phi, and replaces it if there is only one.
// It returns false if there is none.
func (e *elimination) evaluate(i int32) bool {
	p := &e.phis[i]
	if p.removed {
		return true
	}
	self := p.phi.Place.Identifier
	oldFirst, oldSecond := p.first, p.second
	next := p.second + 1 // where the seeking goes on
	var class hir.IdentifierID
	if p.evaluated {
		if class = e.find(p.phi.Operands[p.first].Place.Identifier); class == self {
			// All operands before the second witness are in the phi's own class now.
			p.first = p.second
			class = e.find(p.phi.Operands[p.first].Place.Identifier)
			if class == self {
				p.first = none
			}
			p.second = none
		} else if c := e.find(p.phi.Operands[p.second].Place.Identifier); c == self || c == class {
			p.second = none
		} else {
			return true
		}
	}
	p.evaluated = true
	for ; p.second == none && int(next) < len(p.phi.Operands); next++ {
		c := e.find(p.phi.Operands[next].Place.Identifier)
		switch {
		case c == self || p.first != none && c == class:
		case p.first == none:
			p.first, class = next, c
		default:
			p.second = next
		}
	}
	switch {
	case p.first == none:
		return false
	case p.second == none:
		e.replace(i, class)
	default:
		if p.first != oldFirst && p.first != oldSecond {
			e.addWatcher(class, i, p.first)
		}
		e.addWatcher(e.find(p.phi.Operands[p.second].Place.Identifier), i, p.second)
	}
	return true
}

// addWatcher enters a phi in a class's list.
func (e *elimination) addWatcher(class hir.IdentifierID, phi, operand int32) {
	w := int32(len(e.watch))
	s := &e.ids[class]
	next := w
	if s.last != 0 {
		next = e.watch[s.last].next
		e.watch[s.last].next = w
	}
	e.watch = append(e.watch, watcher{next: next, phi: phi, operand: operand})
	s.last = w
	s.watchers++
}

// replace joins the class of a phi to the given one, and notes for evaluation
// the phis that this may have made redundant.
func (e *elimination) replace(i int32, by hir.IdentifierID) {
	p := &e.phis[i]
	p.removed = true
	e.removed++
	from := &e.ids[p.phi.Place.Identifier]
	to := &e.ids[by]
	from.replacement = int32(by) + 1
	// The phi that by is, if it is one, may have a witness in the class that is now
	// its own.
	if to.phi != 0 && e.phis[to.phi-1].evaluated {
		e.work = append(e.work, to.phi-1)
	}
	if from.last == 0 {
		return
	}
	if to.last == 0 {
		to.last, to.watchers = from.last, from.watchers
		return
	}
	shorter := from
	if to.watchers < from.watchers {
		shorter = to
	}
	for w := shorter.last; ; {
		w = e.watch[w].next
		if e.concerned(&e.watch[w], by) {
			e.work = append(e.work, e.watch[w].phi)
		}
		if w == shorter.last {
			break
		}
	}
	a, b := &e.watch[from.last], &e.watch[to.last]
	a.next, b.next = b.next, a.next
	to.watchers += from.watchers
}

// concerned reports whether the other witness of a watching phi, too, is in the
// given class.
func (e *elimination) concerned(w *watcher, class hir.IdentifierID) bool {
	p := &e.phis[w.phi]
	if p.removed {
		return false
	}
	other := p.first
	switch w.operand {
	case p.first:
		other = p.second
	case p.second:
	default:
		return false // no witness any more
	}
	return e.find(p.phi.Operands[other].Place.Identifier) == class
}

// rewrite drops the replaced phis of one function and renames all uses of them.
// Instruction lvalues are renamed too, as the React Compiler does; parameters
// and the results of phis are not.
func (e *elimination) rewrite(f *hir.Function) {
	for _, block := range f.Blocks {
		kept := block.Phis[:0]
		for i := range block.Phis {
			phi := &block.Phis[i]
			if e.ids[phi.Place.Identifier].replacement != 0 {
				continue
			}
			for j := range phi.Operands {
				e.rename(&phi.Operands[j].Place)
			}
			kept = append(kept, *phi)
		}
		clear(block.Phis[len(kept):])
		block.Phis = kept
		for i := range block.Instrs {
			in := &block.Instrs[i]
			if in.HasLvalue() {
				e.rename(&in.Lvalue)
			}
			for j := range in.Defs {
				e.rename(&in.Defs[j])
			}
			uses := in.Uses()
			for j := range uses {
				e.rename(&uses[j])
			}
		}
		for j := range block.Term.Operands {
			e.rename(&block.Term.Operands[j])
		}
	}
}

func (e *elimination) rename(p *hir.Place) {
	if e.known(p.Identifier) && e.ids[p.Identifier].replacement != 0 {
		p.Identifier = e.find(p.Identifier)
	}
}

// empty returns the error for a phi without a candidate.
func (e *elimination) empty(i int32) *hir.PassError {
	phi := e.phis[i].phi
	err := eliminateError(e.funcs[0], nil, "Expected phis to be non-empty", "")
	err.Detail = "the phi of " + identifierText(e.funcs[0].Env, phi.Place.Identifier) + " has no operand but itself"
	for _, f := range e.funcs {
		for _, block := range f.Blocks {
			for j := range block.Phis {
				if &block.Phis[j] == phi {
					err.Function, err.Block = f.Name(), block.ID
				}
			}
		}
	}
	return err
}

func eliminateError(f *hir.Function, block *hir.Block, reason, description string) *hir.PassError {
	err := invariant(f, block, 0, reason, description)
	err.Pass = eliminatePass
	return err
}
