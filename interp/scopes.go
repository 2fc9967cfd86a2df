package interp

import "assay/hir"

// scopeStack follows which scopes are open while a program runs, if
// Options.OnBlock asks for it.
//
// A scope ends where control reaches its fallthrough, but also where control
// leaves it early: to the fallthrough of a construct around it, to the part of
// a loop around it that a continue goes to, or to a handler. So all constructs
// are kept on one stack with the scopes; arriving at a block that belongs to one
// of them closes all inside of it.
type scopeStack struct {
	onBlock    func(*hir.Function, *hir.Block, []hir.ScopeID)
	constructs []construct
	open       []hir.ScopeID
}

// construct is a terminal whose fallthrough was not reached yet.
type construct struct {
	end hir.BlockID
	// again are blocks inside the construct that control comes to from any depth
	// in it.
	again [2]hir.BlockID
	scope hir.ScopeID
}

func (s *scopeStack) reset(onBlock func(*hir.Function, *hir.Block, []hir.ScopeID)) {
	s.onBlock = onBlock
	s.constructs = s.constructs[:0]
}

// leaveBlock opens the construct that the terminal of a's block begins. If it is open
// still, in a graph that is not structured, it begins anew: so there are never
// more constructs than fallthroughs.
func (s *scopeStack) leaveBlock(a *activation) {
	t := &a.b.src.Term
	if t.Fallthrough == hir.NoBlock || t.Kind == hir.Branch {
		return
	}
	c := construct{end: t.Fallthrough, again: [2]hir.BlockID{hir.NoBlock, hir.NoBlock}, scope: hir.NoScope}
	switch t.Kind {
	case hir.ScopeTerm, hir.PrunedScope:
		c.scope = t.Scope
	case hir.While:
		c.again[0] = t.Targets[hir.WhileTest]
	case hir.DoWhile:
		c.again = [2]hir.BlockID{t.Targets[hir.DoWhileTest], t.Targets[hir.DoWhileLoop]}
	case hir.For:
		c.again = [2]hir.BlockID{t.Targets[hir.ForTest], t.Targets[hir.ForUpdate]}
	case hir.ForOf:
		c.again = [2]hir.BlockID{t.Targets[hir.ForOfInit], t.Targets[hir.ForOfTest]}
	case hir.ForIn:
		c.again[0] = t.Targets[hir.ForInInit]
	case hir.Try:
		c.again[0] = t.Targets[hir.TryHandler]
	}
	for i := len(s.constructs) - 1; i >= a.constructs; i-- {
		if s.constructs[i].end == c.end {
			s.constructs = s.constructs[:i]
			break
		}
	}
	s.constructs = append(s.constructs, c)
}

// enterBlock closes what ends where a's block begins, and tells the observer.
func (s *scopeStack) enterBlock(a *activation) {
	id := a.b.src.ID
	for i := len(s.constructs) - 1; i >= a.constructs; i-- {
		if c := &s.constructs[i]; c.end == id {
			s.constructs = s.constructs[:i]
			break
		} else if c.again[0] == id || c.again[1] == id {
			s.constructs = s.constructs[:i+1]
			break
		}
	}
	s.open = s.open[:0]
	for _, c := range s.constructs[a.constructs:] {
		if c.scope != hir.NoScope {
			s.open = append(s.open, c.scope)
		}
	}
	s.onBlock(a.fn.src, a.b.src, s.open)
}
