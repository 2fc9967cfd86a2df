package convert

import "assay/mu"

// simplifier takes out parameters to which all edges pass one value, or the
// parameter itself, until there are none. The value is defined in a block that
// dominates the parameter's, and so can stand for it.
//
// What edges from blocks that control cannot reach pass does not count where it
// can.
type simplifier struct {
	r *renamer
	// rep leads from each variable of the output to what stands for it.
	rep []mu.Value
	// at finds the parameter that a variable is, or -1.
	at     []int32
	params []simpleParam
	// users lists the parameters to which a parameter is passed, as a list of
	// links.
	users []userLink
	args  []mu.Value
}

// simpleParam is a parameter of a block. Its arguments, args[first:end], are equal
// to args[same] before args[other], or the parameter itself.
type simpleParam struct {
	v           mu.VarID
	first, end  int32
	same, other int32
	user        int32 // the first of its users, or -1
	gone        bool
}

type userLink struct{ param, next int32 }

func (s *simplifier) simplify() {
	r := s.r
	s.rep = make([]mu.Value, len(r.out.Vars))
	s.at = make([]int32, len(r.out.Vars))
	for o := range s.rep {
		s.rep[o], s.at[o] = mu.LocalValue(mu.VarID(o)), -1
	}
	s.collect()
	var work []int32
	for i := range s.params {
		work = append(work, int32(i))
	}
	for len(work) > 0 {
		i := work[len(work)-1]
		work = work[:len(work)-1]
		p := &s.params[i]
		if p.gone || !s.trivial(p) {
			continue
		}
		p.gone = true
		s.rep[p.v] = s.find(s.args[p.same])
		for u := p.user; u >= 0; u = s.users[u].next {
			work = append(work, s.users[u].param)
		}
		// Its users are those of what stands for it now.
		if x := s.rep[p.v]; x.IsLocal() && s.at[x.Var()] >= 0 {
			q := &s.params[s.at[x.Var()]]
			for u := p.user; u >= 0; {
				next := s.users[u].next
				s.users[u].next, q.user = q.user, u
				u = next
			}
		}
	}
}

// collect lists the parameters and what is passed to them.
func (s *simplifier) collect() {
	g := &s.r.graph
	blocks := s.r.out.Blocks
	into := make([][]int32, len(g.blocks)) // edges by target
	for e := range g.edges {
		x := &g.edges[e]
		if g.blocks[x.from].reachable || !g.blocks[x.to].reachable {
			into[x.to] = append(into[x.to], int32(e))
		}
	}
	for b := 1; b < len(blocks); b++ {
		for i := range blocks[b].Params {
			v := blocks[b].Params[i].Var
			p := simpleParam{v: v, first: int32(len(s.args)), user: -1}
			for _, e := range into[b] {
				s.args = append(s.args, s.dest(e).Args[i].Value)
			}
			p.end, p.same, p.other = int32(len(s.args)), p.first, p.first
			s.at[v] = int32(len(s.params))
			s.params = append(s.params, p)
		}
	}
	for i := range s.params {
		p := &s.params[i]
		for _, x := range s.args[p.first:p.end] {
			if x.IsLocal() && s.at[x.Var()] >= 0 {
				q := &s.params[s.at[x.Var()]]
				s.users = append(s.users, userLink{int32(i), q.user})
				q.user = int32(len(s.users) - 1)
			}
		}
	}
}

// dest returns the output's destination for an edge of the graph.
func (s *simplifier) dest(e int32) *mu.Dest {
	from := s.r.graph.edges[e].from
	blk := &s.r.out.Blocks[from]
	return &blk.Instrs[len(blk.Instrs)-1].Dests[e-s.r.graph.blocks[from].out]
}

// trivial reports whether all arguments of a parameter are one value or the
// parameter. Values that are equal stay so, and so it goes on from where it was.
func (s *simplifier) trivial(p *simpleParam) bool {
	self := mu.LocalValue(p.v)
	for ; p.same < p.end && s.find(s.args[p.same]) == self; p.same++ {
	}
	p.other = max(p.other, p.same)
	if p.same == p.end {
		return false // of a block that nothing leads to
	}
	same := s.find(s.args[p.same])
	for ; p.other < p.end; p.other++ {
		if x := s.find(s.args[p.other]); x != same && x != self {
			return false
		}
	}
	return true
}

// find returns what stands for a value.
func (s *simplifier) find(x mu.Value) mu.Value {
	for x.IsLocal() {
		y := s.rep[x.Var()]
		if y == x {
			return x
		}
		if y.IsLocal() {
			s.rep[x.Var()] = s.rep[y.Var()] // halve the path
		}
		x = y
	}
	return x
}
