package scopes

import (
	"errors"
	"slices"
	"sort"

	"assay/hir"
)

// The functions in this file do what alignment and merging do in the plainest
// way, one scope at a time, as the React Compiler's rules are worded. They are
// quadratic, and share no code with the passes.

func orderedPlaces(in *hir.Instruction) []hir.IdentifierID {
	var ids []hir.IdentifierID
	for p := range in.Lvalues {
		if p.Identifier != hir.NoIdentifier {
			ids = append(ids, p.Identifier)
		}
	}
	for _, p := range in.Uses() {
		ids = append(ids, p.Identifier)
	}
	return ids
}

func referenceAlign(f *hir.Function) error {
	type pair struct{ start, end hir.InstructionID }
	type entry struct {
		after hir.BlockID
		start hir.InstructionID
	}
	var open []entry
	var live []hir.ScopeID
	seen := map[hir.ScopeID]bool{}
	node := map[hir.BlockID]*pair{}
	rng := func(s hir.ScopeID) *hir.Range { return &f.Env.Scopes[s].Range }
	first := func(id hir.BlockID) hir.InstructionID { return f.Block(id).FirstID() }

	for _, b := range f.Blocks {
		start := b.FirstID()
		live = slices.DeleteFunc(live, func(s hir.ScopeID) bool { return rng(s).End <= start })
		if n := len(open); n > 0 && open[n-1].after == b.ID {
			for _, s := range live {
				rng(s).Start = min(rng(s).Start, open[n-1].start)
			}
			open = open[:n-1]
		}
		cur := node[b.ID]
		record := func(ident hir.IdentifierID, id hir.InstructionID) {
			s := f.Env.Ident(ident).Scope
			if s == hir.NoScope || !rng(s).Contains(id) {
				return
			}
			if !slices.Contains(live, s) {
				live = append(live, s)
			}
			if seen[s] {
				return
			}
			seen[s] = true
			if cur != nil {
				rng(s).Start = min(rng(s).Start, cur.start)
				rng(s).End = max(rng(s).End, cur.end)
			}
		}
		for i := range b.Instrs {
			for _, p := range orderedPlaces(&b.Instrs[i]) {
				record(p, b.Instrs[i].ID)
			}
		}
		t := &b.Term
		for _, p := range t.Operands {
			record(p.Identifier, t.ID)
		}
		if t.Fallthrough != hir.NoBlock && t.Kind != hir.Branch {
			next := first(t.Fallthrough)
			for _, s := range live {
				if rng(s).End > t.ID {
					rng(s).End = max(rng(s).End, next)
				}
			}
			open = append(open, entry{t.Fallthrough, t.ID})
			if node[t.Fallthrough] != nil {
				return errors.New("Expect hir blocks to have unique fallthroughs")
			}
			if cur != nil {
				node[t.Fallthrough] = cur
			}
		} else if t.Kind == hir.Goto {
			i := slices.IndexFunc(open, func(e entry) bool { return e.after == t.Targets[0] })
			if i >= 0 && i != len(open)-1 {
				for _, s := range live {
					if rng(s).End > t.ID {
						rng(s).Start = min(open[i].start, rng(s).Start)
						rng(s).End = max(first(open[i].after), rng(s).End)
					}
				}
			}
		}
		for target := range t.AllTargets {
			if node[target] != nil {
				continue
			}
			switch k := f.Block(target).Kind; {
			case k == hir.BlockStatement || k == hir.BlockCatch || k == hir.BlockUnspecified:
			case cur == nil:
				if t.Fallthrough == hir.NoBlock {
					return errors.New("Expected a fallthrough for value block")
				}
				node[target] = &pair{t.ID, first(t.Fallthrough)}
			case t.Kind == hir.Ternary || t.Kind == hir.Logical || t.Kind == hir.Optional:
				node[target] = &pair{cur.start, cur.end}
			default:
				node[target] = cur
			}
		}
	}
	return nil
}

// disjointSet is a disjoint set whose root is the first item of the first list.
type disjointSet struct {
	items  []hir.ScopeID
	parent map[hir.ScopeID]hir.ScopeID
}

func (d *disjointSet) find(s hir.ScopeID) hir.ScopeID {
	for d.parent[s] != s {
		s = d.parent[s]
	}
	return s
}

func (d *disjointSet) union(list []hir.ScopeID) {
	for _, s := range list {
		if _, ok := d.parent[s]; !ok {
			d.items = append(d.items, s)
			d.parent[s] = s
		}
	}
	root := d.find(list[0])
	for _, s := range list[1:] {
		d.parent[d.find(s)] = root
	}
}

func referenceMerge(f *hir.Function) {
	type entry struct {
		id     hir.InstructionID
		scopes []hir.ScopeID
	}
	var starts, ends []entry
	scopeAt := map[hir.IdentifierID]hir.ScopeID{}
	var idents []hir.IdentifierID
	rng := func(s hir.ScopeID) *hir.Range { return &f.Env.Scopes[s].Range }
	add := func(list *[]entry, id hir.InstructionID, s hir.ScopeID) {
		for i := range *list {
			if e := &(*list)[i]; e.id == id {
				if !slices.Contains(e.scopes, s) {
					e.scopes = append(e.scopes, s)
				}
				return
			}
		}
		*list = append(*list, entry{id, []hir.ScopeID{s}})
	}
	collect := func(ident hir.IdentifierID) {
		s := f.Env.Ident(ident).Scope
		if s == hir.NoScope {
			return
		}
		if _, ok := scopeAt[ident]; !ok {
			idents = append(idents, ident)
		}
		scopeAt[ident] = s
		if rng(s).Start != rng(s).End {
			add(&starts, rng(s).Start, s)
			add(&ends, rng(s).End, s)
		}
	}
	for _, b := range f.Blocks {
		for i := range b.Instrs {
			for _, p := range orderedPlaces(&b.Instrs[i]) {
				collect(p)
			}
		}
		for _, p := range b.Term.Operands {
			collect(p.Identifier)
		}
	}
	descending := func(l []entry) { sort.SliceStable(l, func(i, j int) bool { return l[i].id > l[j].id }) }
	descending(starts)
	descending(ends)

	var active []hir.ScopeID
	joined := disjointSet{parent: map[hir.ScopeID]hir.ScopeID{}}
	joinFrom := func(s hir.ScopeID) {
		if i := slices.Index(active, s); i >= 0 && i != len(active)-1 {
			joined.union(active[i:])
		}
	}
	reach := func(id hir.InstructionID) {
		if n := len(ends); n > 0 && ends[n-1].id <= id {
			list := ends[n-1].scopes
			ends = ends[:n-1]
			sort.SliceStable(list, func(i, j int) bool { return rng(list[i]).Start > rng(list[j]).Start })
			for _, s := range list {
				joinFrom(s)
				active = slices.DeleteFunc(active, func(t hir.ScopeID) bool { return t == s })
			}
		}
		if n := len(starts); n > 0 && starts[n-1].id <= id {
			list := starts[n-1].scopes
			starts = starts[:n-1]
			sort.SliceStable(list, func(i, j int) bool { return rng(list[i]).End > rng(list[j]).End })
			active = append(active, list...)
			for i := 1; i < len(list); i++ {
				if rng(list[i-1]).End == rng(list[i]).End {
					joined.union(list[i-1 : i+1])
				}
			}
		}
	}
	visit := func(ident hir.IdentifierID, id hir.InstructionID) {
		s := f.Env.Ident(ident).Scope
		if s != hir.NoScope && rng(s).Contains(id) && f.Env.MutableRange(ident).Contains(id) {
			joinFrom(s)
		}
	}
	for _, b := range f.Blocks {
		for i := range b.Instrs {
			in := &b.Instrs[i]
			reach(in.ID)
			for _, p := range in.Uses() {
				function := in.Kind == hir.FunctionExpression || in.Kind == hir.ObjectMethod
				if !function || f.Env.Ident(p.Identifier).Type != ":TPrimitive" {
					visit(p.Identifier, in.ID)
				}
			}
			for p := range in.Lvalues {
				if p.Identifier != hir.NoIdentifier {
					visit(p.Identifier, in.ID)
				}
			}
		}
		reach(b.Term.ID)
		for _, p := range b.Term.Operands {
			visit(p.Identifier, b.Term.ID)
		}
	}
	for _, s := range joined.items {
		root := joined.find(s)
		rng(root).Start = min(rng(root).Start, rng(s).Start)
		rng(root).End = max(rng(root).End, rng(s).End)
	}
	for _, ident := range idents {
		if _, ok := joined.parent[scopeAt[ident]]; ok {
			f.Env.Ident(ident).Scope = joined.find(scopeAt[ident])
		}
	}
}
