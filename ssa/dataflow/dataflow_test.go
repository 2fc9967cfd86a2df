package dataflow

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// random makes a code of up to n blocks and vars variables. Blocks have copies,
// among them cycles; there are self-loops, parallel edges and blocks that control
// cannot reach. If it is general, edges define variables, and some lead to the
// entry.
func random(r *rand.Rand, n, vars int, general bool) (*Code, string) {
	var c Code
	var s strings.Builder
	n, vars = 1+r.IntN(n), 1+r.IntN(vars)
	c.Reset(vars)
	for b := range n {
		c.Block()
		fmt.Fprintf(&s, "\n%d:", b)
		for range r.IntN(4) {
			v, w := int32(r.IntN(vars)), int32(r.IntN(vars))
			switch r.IntN(4) {
			case 0:
				c.Use(v)
				fmt.Fprintf(&s, " use %d,", v)
			case 1:
				c.Define(v)
				fmt.Fprintf(&s, " define %d,", v)
			default:
				c.Copy(v, w)
				fmt.Fprintf(&s, " %d = %d,", v, w)
			}
		}
		for range r.IntN(4) {
			to := int32(r.IntN(n))
			if !general {
				to = max(to, int32(min(1, n-1)))
			}
			if !general && to == 0 {
				continue
			}
			c.Edge(to)
			fmt.Fprintf(&s, " -> %d", to)
			if general && r.IntN(3) == 0 {
				v := int32(r.IntN(vars))
				c.Define(v)
				fmt.Fprintf(&s, " defines %d", v)
			}
			if r.IntN(4) == 0 {
				v := int32(r.IntN(vars))
				c.Use(v)
				fmt.Fprintf(&s, " uses %d", v)
			}
		}
	}
	c.Done()
	return &c, s.String()
}

// each calls f for random codes.
func each(t *testing.T, general bool, f func(*Code) error) {
	n := 20000
	if testing.Short() {
		n = 2000
	}
	for i := range n {
		r := rand.New(rand.NewPCG(uint64(i), 1))
		c, text := random(r, 9, 4, general)
		if err := f(c); err != nil {
			t.Fatalf("code %d: %v\n%s", i, err, text)
		}
	}
}

type set map[pair]bool

// naiveLive is liveness by values, as the least solution of its equations: walked
// backwards event by event until nothing changes. in is what is live at entries,
// among it what only the results of copies that are read make so.
func naiveLive(c *Code) set {
	in := set{}
	for changed := true; changed; {
		changed = false
		for b := range int32(c.Blocks()) {
			out := map[int32]bool{}
			first, end := c.OutRange(b)
			for k := first; k < end; k++ {
				edge := map[int32]bool{}
				for v := range int32(c.vars) {
					edge[v] = in[pair{c.edges[k].To, v}]
				}
				backwards(edge, c.onEdge(k))
				for v, is := range edge {
					out[v] = out[v] || is
				}
			}
			backwards(out, c.body(b))
			for v, is := range out {
				if is && !in[pair{b, v}] {
					in[pair{b, v}] = true
					changed = true
				}
			}
		}
	}
	return in
}

func backwards(live map[int32]bool, events []event) {
	for _, e := range slices.Backward(events) {
		switch e.what {
		case use:
			live[e.v] = true
		case define:
			live[e.v] = false
		default:
			was := live[e.v]
			live[e.v] = false
			live[e.what] = live[e.what] || was
		}
	}
}

// naiveMay is where variables may be assigned at entries.
func naiveMay(c *Code) set {
	reachable := c.Reachable()
	in := set{}
	for changed := true; changed; {
		changed = false
		for i, e := range c.edges {
			if !reachable[e.From] && reachable[e.To] {
				continue
			}
			for v := range int32(c.vars) {
				is := in[pair{e.From, v}]
				for _, x := range slices.Concat(c.body(e.From), c.onEdge(int32(i))) {
					is = is || x.what != use && x.v == v
				}
				if is && !in[pair{e.To, v}] {
					in[pair{e.To, v}] = true
					changed = true
				}
			}
		}
	}
	return in
}

func TestLiveness(t *testing.T) {
	var l Liveness
	each(t, true, func(c *Code) error {
		l.Compute(c)
		in, may := naiveLive(c), naiveMay(c)
		for b := range int32(c.Blocks()) {
			var live, unassigned []int32
			for v := range int32(c.vars) {
				switch {
				case in[pair{b, v}] && may[pair{b, v}]:
					live = append(live, v)
				case in[pair{b, v}]:
					unassigned = append(unassigned, v)
				}
			}
			if !slices.Equal(live, l.Live(b)) || !slices.Equal(unassigned, l.Unassigned(b)) {
				return fmt.Errorf("block %d: expected %v and unassigned %v, found %v and %v", b, live, unassigned, l.Live(b), l.Unassigned(b))
			}
		}
		return nil
	})
}

// avoiding returns which blocks control can reach without going through one.
func avoiding(c *Code, x int32) []bool {
	seen := make([]bool, c.Blocks())
	work := []int32{0}
	if x == 0 {
		return seen
	}
	seen[0] = true
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		for _, e := range c.Out(b) {
			if !seen[e.To] && e.To != x {
				seen[e.To] = true
				work = append(work, e.To)
			}
		}
	}
	return seen
}

func TestDominators(t *testing.T) {
	each(t, true, func(c *Code) error {
		var d Dominators
		d.Compute(c)
		reachable := c.Reachable()
		for a := range int32(c.Blocks()) {
			if d.In(a) != reachable[a] {
				return fmt.Errorf("block %d: expected in the tree %v, found %v", a, reachable[a], d.In(a))
			}
			around := avoiding(c, a)
			for b := range int32(c.Blocks()) {
				if !reachable[a] || !reachable[b] {
					continue
				}
				if d.Dominates(a, b) == around[b] {
					return fmt.Errorf("expected %d dominates %d: %v, found %v", a, b, !around[b], around[b])
				}
			}
		}
		for i, b := range d.Order {
			if p := d.Idom[b]; (i == 0) != (p < 0) || i > 0 && (!d.Dominates(p, b) || p == b || d.first[p] >= int32(i)) {
				return fmt.Errorf("block %d: found the immediate dominator %d", b, p)
			}
		}
		return nil
	})
}

// naivePhis iterates dominance frontiers that are made as they are defined.
func naivePhis(c *Code, d *Dominators, live set) set {
	frontier := func(x, y int32) bool {
		dominatesPred := false
		for _, k := range c.In(y) {
			if p := c.edges[k].From; d.In(p) && d.Dominates(x, p) {
				dominatesPred = true
			}
		}
		return dominatesPred && (x == y || !d.Dominates(x, y))
	}
	phis := set{}
	for v := range int32(c.vars) {
		defs := map[int32]bool{0: true}
		for b := range int32(c.Blocks()) {
			for _, e := range c.body(b) {
				if e.v == v && e.what != use && d.In(b) {
					defs[b] = true
				}
			}
		}
		for changed := true; changed; {
			changed = false
			for x := range defs {
				for y := range int32(c.Blocks()) {
					if d.In(y) && !phis[pair{y, v}] && frontier(x, y) && live[pair{y, v}] {
						phis[pair{y, v}] = true
						defs[y] = true
						changed = true
					}
				}
			}
		}
	}
	return phis
}

func TestPhis(t *testing.T) {
	var l Liveness
	total := 0
	each(t, false, func(c *Code) error {
		var d Dominators
		var p Phis
		l.Compute(c)
		d.Compute(c)
		p.Place(c, &l, &d)
		want := naivePhis(c, &d, naiveLive(c))
		for b := range int32(c.Blocks()) {
			var list []int32
			for v := range int32(c.vars) {
				if want[pair{b, v}] {
					list = append(list, v)
				}
			}
			total += len(list)
			if !slices.Equal(list, p.At(b)) {
				return fmt.Errorf("block %d: expected phis for %v, found %v", b, list, p.At(b))
			}
		}
		return nil
	})
	if total < 1000 {
		t.Errorf("expected many phis, found %d", total)
	}
}
