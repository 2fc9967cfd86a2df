package oracle

import (
	"regexp"
	"slices"
	"strconv"

	"assay/hir"
)

// This file holds slow and obvious versions of what the validators decide, which
// share no code with them: no flattened graph, no dominators, no frontiers.

// sameSkeleton reports whether two functions print the same once preds, phis
// and identifiers are taken away, and blocks are sorted and numbered.
func sameSkeleton(a, b *hir.Function) bool { return skeleton(a) == skeleton(b) }

// identifierPattern also takes away names: a version may have any.
var identifierPattern = regexp.MustCompile(`[\w#]*\$\d+`)

func skeleton(f *hir.Function) string {
	g := f.Clone()
	eachFunction(g, func(f *hir.Function) {
		for _, b := range f.Blocks {
			b.Phis, b.Preds = nil, nil
		}
		bs := slices.Clone(f.Blocks)
		slices.SortStableFunc(bs, func(x, y *hir.Block) int { return int(x.ID - y.ID) })
		f.SetBlocks(bs)
		f.NumberInstructions()
	})
	text := identifierPattern.ReplaceAllString(g.Text(), "$")
	// What is not printed but changed by corrupt.
	eachFunction(g, func(f *hir.Function) { text += "\n" + f.Entry.String() })
	return text
}

func eachFunction(f *hir.Function, visit func(*hir.Function)) {
	visit(f)
	f.Nested(func(_ *hir.Block, _ *hir.Instruction, g *hir.Function) { eachFunction(g, visit) })
}

// partition says which identifiers of two functions have equal values: those
// with equal numbers. Identifiers of before come first, then those of after.
type partition []int32

// meet returns the partition of what is equal in both.
func meet(p, q partition) partition {
	type pair struct{ x, y int32 }
	names := map[pair]int32{}
	out := make(partition, len(p))
	for i := range p {
		k := pair{p[i], q[i]}
		n, ok := names[k]
		if !ok {
			n = int32(len(names))
			names[k] = n
		}
		out[i] = n
	}
	return out
}

func equalPartitions(p, q partition) bool {
	if len(p) != len(q) {
		return false
	}
	m := meet(p, q)
	count := func(p partition) int {
		s := map[int32]bool{}
		for _, x := range p {
			s[x] = true
		}
		return len(s)
	}
	return count(m) == count(p) && count(m) == count(q)
}

// reference compares two functions with the same skeleton by data flow over
// partitions of all their identifiers. Since the only operations are copies
// (phis) and new values (definitions), the largest solution is exact.
type reference struct {
	nbefore int
	unequal []string // places that read different values on some path
}

// meansTheSame reports whether all places of after read what those of before
// read, on all paths. Identifiers without a definition stand for the same
// variable if they have the same number.
func meansTheSame(before, after *hir.Function) (bool, []string) {
	if !sameSkeleton(before, after) {
		return false, []string{"the functions have different skeletons"}
	}
	r := &reference{nbefore: len(before.Env.Identifiers)}
	start := make(partition, r.nbefore+len(after.Env.Identifiers))
	for i := range start {
		start[i] = int32(i)
		if i >= r.nbefore && i-r.nbefore < r.nbefore {
			start[i] = int32(i - r.nbefore)
		}
	}
	r.function(before, after, start)
	return len(r.unequal) == 0, r.unequal
}

func (r *reference) function(before, after *hir.Function, start partition) {
	in := map[hir.BlockID]partition{}
	params := slices.Clone(start)
	for i := range before.Params {
		r.define(params, before.Params[i].Identifier, after.Params[i].Identifier)
	}
	in[before.Entry] = r.phis(nil, before, after, before.Entry, hir.NoBlock, params)
	for changed := true; changed; {
		changed = false
		for _, b := range before.Blocks {
			if in[b.ID] == nil {
				continue
			}
			out := r.block(b, after.Block(b.ID), in[b.ID], nil)
			for _, s := range b.Term.Successors() {
				p := r.phis(in[s], before, after, s, b.ID, out)
				if !equalPartitions(p, in[s]) {
					in[s] = p
					changed = true
				}
			}
		}
	}
	for _, b := range before.Blocks {
		if in[b.ID] != nil {
			r.block(b, after.Block(b.ID), in[b.ID], func(at string, x, y hir.IdentifierID, p partition) {
				if p[x] != p[r.nbefore+int(y)] {
					r.unequal = append(r.unequal, before.Name()+" "+b.ID.String()+" "+at+": "+identOf(before.Env, x)+" and "+identOf(after.Env, y))
				}
			})
		}
	}
}

// phis carries a partition over an edge and meets it with what is known.
func (r *reference) phis(known partition, before, after *hir.Function, to, from hir.BlockID, out partition) partition {
	p := slices.Clone(out)
	none := int32(len(p)) // a value of its own for each missing operand
	copyPhis := func(phis []hir.Phi, base int) {
		for i := range phis {
			dst := base + int(phis[i].Place.Identifier)
			if op := phis[i].Operand(from); op != nil {
				p[dst] = out[base+int(op.Place.Identifier)]
			} else {
				p[dst] = none + int32(dst)
			}
		}
	}
	copyPhis(before.Block(to).Phis, 0)
	copyPhis(after.Block(to).Phis, r.nbefore)
	if known == nil {
		return meet(p, p)
	}
	return meet(known, p)
}

// define gives x and y the same new value.
func (r *reference) define(p partition, x, y hir.IdentifierID) {
	fresh := slices.Max(p) + 1
	p[x], p[r.nbefore+int(y)] = fresh, fresh
}

func (r *reference) block(b, d *hir.Block, in partition, use func(at string, x, y hir.IdentifierID, p partition)) partition {
	p := slices.Clone(in)
	for i := range b.Instrs {
		s, t := &b.Instrs[i], &d.Instrs[i]
		if use != nil {
			for k, u := range s.Uses() {
				use("["+strconv.Itoa(int(s.ID))+"]", u.Identifier, t.Uses()[k].Identifier, p)
			}
		}
		var ys []hir.IdentifierID
		t.RenamedDefs(func(y *hir.Place) bool { ys = append(ys, y.Identifier); return true })
		k := 0
		s.RenamedDefs(func(x *hir.Place) bool {
			r.define(p, x.Identifier, ys[k])
			k++
			return true
		})
		if s.Kind == hir.DeclareContext && use != nil {
			use("["+strconv.Itoa(int(s.ID))+"] declared", s.Defs[0].Identifier, t.Defs[0].Identifier, p)
		}
		if s.Func != nil && use != nil {
			r.function(s.Func, t.Func, p)
		}
	}
	if use != nil {
		for k, u := range b.Term.Operands {
			use("terminal", u.Identifier, d.Term.Operands[k].Identifier, p)
		}
	}
	return p
}

// isSSA reports whether f has the invariants of SSA form that decide what it
// means, found by the obvious method: definitions are counted, and one dominates
// a use if the use cannot be reached without passing it.
func isSSA(f *hir.Function) (bool, string) {
	count := map[hir.IdentifierID]int{}
	def := func(id hir.IdentifierID) { count[id]++ }
	eachFunction(f, func(g *hir.Function) {
		for _, p := range g.Params {
			def(p.Identifier)
		}
		for _, b := range g.Blocks {
			for _, phi := range b.Phis {
				def(phi.Place.Identifier)
			}
			for i := range b.Instrs {
				b.Instrs[i].RenamedDefs(func(p *hir.Place) bool { def(p.Identifier); return true })
			}
		}
	})
	for id, n := range count {
		if n > 1 {
			return false, identOf(f.Env, id) + " is defined twice"
		}
	}
	why := ""
	eachFunction(f, func(g *hir.Function) {
		edges := map[hir.BlockID]map[hir.BlockID]bool{}
		reached := map[hir.BlockID]bool{g.Entry: true}
		for work := []hir.BlockID{g.Entry}; len(work) > 0; {
			b := g.Block(work[0])
			work = work[1:]
			for _, s := range b.Term.Successors() {
				if edges[s] == nil {
					edges[s] = map[hir.BlockID]bool{}
				}
				edges[s][b.ID] = true
				if !reached[s] {
					reached[s] = true
					work = append(work, s)
				}
			}
		}
		last := hir.InstructionID(0)
		for _, b := range g.Blocks {
			if len(b.Preds) != len(edges[b.ID]) {
				why = "the predecessors of " + b.ID.String()
			}
			for _, p := range b.Preds {
				if !edges[b.ID][p] {
					why = "the predecessors of " + b.ID.String()
				}
			}
			for _, phi := range b.Phis {
				if len(b.Preds) == 0 || len(phi.Operands) != len(b.Preds) {
					why = "the operands of " + identOf(f.Env, phi.Place.Identifier)
				}
				for _, op := range phi.Operands {
					if !b.HasPred(op.Pred) {
						why = "the operands of " + identOf(f.Env, phi.Place.Identifier)
					}
					x, y := f.Env.Ident(phi.Place.Identifier), f.Env.Ident(op.Place.Identifier)
					if x.Decl != y.Decl && x.Decl != phi.Place.Identifier {
						why = "the declarations of " + identOf(f.Env, phi.Place.Identifier)
					}
					if count[op.Place.Identifier] == 0 && y.Decl != op.Place.Identifier {
						why = "the version " + identOf(f.Env, op.Place.Identifier) + " is not defined"
					}
				}
			}
			for i := range b.Instrs {
				if b.Instrs[i].ID <= last {
					why = "the instruction ids"
				}
				last = b.Instrs[i].ID
				if id := b.Instrs[i].Lvalue.Identifier; f.Env.Ident(id).Name != "" {
					why = identOf(f.Env, id) + " is named"
				}
			}
			if b.Term.ID <= last {
				why = "the instruction ids"
			}
			last = b.Term.ID
		}
	})
	if why != "" {
		return false, why
	}
	return undefinedUses(f, nil, count)
}

// undefinedUses looks for uses that some path reaches without the definition,
// by walking from the entry with the set of what is defined on all paths.
func undefinedUses(f *hir.Function, outer map[hir.IdentifierID]bool, count map[hir.IdentifierID]int) (bool, string) {
	type set = map[hir.IdentifierID]bool
	clone := func(s set) set {
		t := set{}
		for k := range s {
			t[k] = true
		}
		return t
	}
	in := map[hir.BlockID]set{}
	entry := clone(outer)
	for _, p := range f.Params {
		entry[p.Identifier] = true
	}
	in[f.Entry] = entry
	why := ""
	use := func(s set, id hir.IdentifierID, at string) {
		if count[id] > 0 && !s[id] {
			why = identOf(f.Env, id) + " is not defined on every path to " + at
		} else if count[id] == 0 && f.Env.Ident(id).Decl != id {
			why = "the version " + identOf(f.Env, id) + " is not defined"
		}
	}
	through := func(b *hir.Block, check bool) set {
		s := clone(in[b.ID])
		for _, phi := range b.Phis {
			s[phi.Place.Identifier] = true
		}
		for i := range b.Instrs {
			in := &b.Instrs[i]
			if check {
				for _, u := range in.Uses() {
					use(s, u.Identifier, b.ID.String()+" "+strconv.Itoa(int(in.ID)))
				}
			}
			in.RenamedDefs(func(p *hir.Place) bool { s[p.Identifier] = true; return true })
			if in.Func != nil && check {
				if ok, w := undefinedUses(in.Func, s, count); !ok {
					why = w
				}
			}
		}
		if check {
			for _, u := range b.Term.Operands {
				use(s, u.Identifier, b.ID.String()+" terminal")
			}
			for _, t := range b.Term.Successors() {
				for _, phi := range f.Block(t).Phis {
					if op := phi.Operand(b.ID); op != nil {
						use(s, op.Place.Identifier, "the edge from "+b.ID.String())
					}
				}
			}
		}
		return s
	}
	for changed := true; changed; {
		changed = false
		for _, b := range f.Blocks {
			if in[b.ID] == nil {
				continue
			}
			out := through(b, false)
			for _, t := range b.Term.Successors() {
				if in[t] == nil {
					in[t] = clone(out)
					changed = true
					continue
				}
				for id := range in[t] {
					if !out[id] {
						delete(in[t], id)
						changed = true
					}
				}
			}
		}
	}
	for _, b := range f.Blocks {
		if in[b.ID] != nil {
			through(b, true)
		}
	}
	return why == "", why
}

// differsOn runs both functions along a path of blocks and reports whether the
// last block, or one it leads through, reads different values. It is how a
// validator's counterexample is checked.
func differsOn(before, after *hir.Function, path []hir.BlockID) bool {
	type state struct{ x, y []int32 }
	st := state{make([]int32, len(before.Env.Identifiers)), make([]int32, len(after.Env.Identifiers))}
	for i := range st.x {
		st.x[i] = -2 - int32(i)
	}
	for i := range st.y {
		st.y[i] = -2 - int32(i)
	}
	clock := int32(0)
	differs := false
	f, g := before, after
	prev := hir.NoBlock
	for step, id := range path {
		nested := false
		if f.Block(id) == nil || step == 0 {
			// The path goes into a function that the last block holds.
			if step > 0 {
				b, d := f.Block(prev), g.Block(prev)
				for i := range b.Instrs {
					if h := b.Instrs[i].Func; h != nil && h.Block(id) != nil {
						f, g = h, d.Instrs[i].Func
						nested = true
						break
					}
				}
				if !nested {
					return false
				}
			}
			if f.Entry != id {
				return false
			}
			for i := range f.Params {
				clock++
				st.x[f.Params[i].Identifier], st.y[g.Params[i].Identifier] = clock, clock
			}
			prev = hir.NoBlock
		} else if !slices.Contains(f.Block(prev).Term.Successors(), id) {
			return false
		}
		b, d := f.Block(id), g.Block(id)
		x, y := slices.Clone(st.x), slices.Clone(st.y)
		assign := func(phis []hir.Phi, old, now []int32) {
			for i := range phis {
				if op := phis[i].Operand(prev); op != nil {
					now[phis[i].Place.Identifier] = old[op.Place.Identifier]
				} else {
					now[phis[i].Place.Identifier] = -1
				}
			}
		}
		assign(b.Phis, st.x, x)
		assign(d.Phis, st.y, y)
		st = state{x, y}
		// A nested function on the way starts at the instruction that holds it.
		stop := len(b.Instrs)
		if step+1 < len(path) && f.Block(path[step+1]) == nil {
			for i := range b.Instrs {
				if h := b.Instrs[i].Func; h != nil && h.Block(path[step+1]) != nil {
					stop = i + 1
				}
			}
		}
		for i := 0; i < stop; i++ {
			s, t := &b.Instrs[i], &d.Instrs[i]
			for k, u := range s.Uses() {
				if st.x[u.Identifier] != st.y[t.Uses()[k].Identifier] || st.y[t.Uses()[k].Identifier] == -1 {
					differs = true
				}
			}
			var ys []hir.IdentifierID
			t.RenamedDefs(func(p *hir.Place) bool { ys = append(ys, p.Identifier); return true })
			k := 0
			s.RenamedDefs(func(p *hir.Place) bool {
				clock++
				st.x[p.Identifier], st.y[ys[k]] = clock, clock
				k++
				return true
			})
		}
		if stop == len(b.Instrs) {
			for k, u := range b.Term.Operands {
				if v := d.Term.Operands[k].Identifier; st.x[u.Identifier] != st.y[v] || st.y[v] == -1 {
					differs = true
				}
			}
		}
		prev = id
	}
	return differs
}

// pathsDiffer tries all paths of up to n blocks from the entry, and reports
// whether places read different values on one. Nested functions are not entered.
func pathsDiffer(before, after *hir.Function, n int) bool {
	var try func(path []hir.BlockID) bool
	try = func(path []hir.BlockID) bool {
		if differsOn(before, after, path) {
			return true
		}
		if len(path) == n {
			return false
		}
		b := before.Block(path[len(path)-1])
		for i, s := range b.Term.Successors() {
			if !slices.Contains(b.Term.Successors()[:i], s) && try(append(slices.Clone(path), s)) {
				return true
			}
		}
		return false
	}
	return try([]hir.BlockID{before.Entry})
}
