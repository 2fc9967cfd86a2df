package mugen

import (
	"fmt"
	"slices"
	"strings"

	"assay/gen/tally"
	"assay/mu"
)

// mark is something that a census counts: an op, an edge kind, or what marks.go
// names.
type mark int

// Census counts what a number of bundles consist of: instructions, edges, ways to
// write and to use variables, and the shapes of graphs. A fuzzer that makes no
// bundles of some kind finds no faults there, so the default configuration has to
// meet floors ([Census.CheckFloors]).
//
// The zero Census is empty. A Census must not be used by two goroutines at once.
type Census struct {
	tally tally.Tally
	// now counts what the bundle in hand has.
	now     [numMarks]int32
	counter counter
}

// Add counts a bundle in pre-SSA form.
func (c *Census) Add(b *mu.Bundle) {
	clear(c.now[:])
	size := c.counter.count(&c.now, b)
	c.tally.Add(c.now[:], size)
}

// Merge adds what another census has counted.
func (c *Census) Merge(o *Census) { c.tally.Merge(&o.tally) }

// Bundles returns the number of bundles counted.
func (c *Census) Bundles() int { return c.tally.Programs() }

func (c *Census) share(m mark) float64 { return c.tally.Share(int(m)) }

// Summary returns one line with the most important figures.
func (c *Census) Summary() string {
	if c.Bundles() == 0 {
		return "no bundles"
	}
	return fmt.Sprintf("%d bundles of %d instructions in the median (95%%: %d), %.0f%% with loops, %.0f%% irreducible, %.0f%% with exceptional edges, %.0f%% with KEEPALIVE, %.0f%% with reads before assignments",
		c.Bundles(), c.tally.Size(50), c.tally.Size(95), c.share(markLoop), c.share(markIrreducible), c.share(markEdge+mark(mu.EdgeExceptional)),
		c.share(markKeepAlive), c.share(markReadFirst))
}

// String returns the census as an aligned table, in an order that depends on
// nothing: for each thing counted the share of bundles with it, and how often it
// occurs in a bundle on average. What does not occur and has no floor is left out.
func (c *Census) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d bundles; instructions: median %d, 95%% %d\n", c.Bundles(), c.tally.Size(50), c.tally.Size(95))
	width := 0
	for m := range mark(numMarks) {
		if c.tally.Total(int(m)) > 0 || floors[m] > 0 {
			width = max(width, len(m.String()))
		}
	}
	for m := range mark(numMarks) {
		if c.tally.Total(int(m)) == 0 && floors[m] == 0 {
			continue
		}
		fmt.Fprintf(&b, "  %-*s %6.2f%% %8.3f", width, m, c.share(m), c.tally.Each(int(m)))
		if floors[m] > 0 {
			fmt.Fprintf(&b, "  floor %.1f%%", float64(floors[m])/10)
		}
		b.WriteByte('\n')
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// CheckFloors returns what bundles have too rarely, one line for each; nothing if
// all floors are met. The bundles must be of the default configuration. Of fewer
// than 3,000 floors say nothing.
func (c *Census) CheckFloors() []string {
	const least = 3000
	if c.Bundles() < least {
		return nil
	}
	var low []string
	for m, f := range floors {
		if c.tally.Below(m, f) {
			low = append(low, fmt.Sprintf("%v: expected in %.1f%% of the bundles at least, found in %.2f%%", mark(m), float64(f)/10, c.share(mark(m))))
		}
	}
	return low
}

// counter goes over a bundle.
type counter struct {
	now   *[numMarks]int32
	b     *mu.Bundle
	f     *mu.Function
	seen  []int32
	order []mu.BlockID
	// assigned holds the last block, plus one, that assigned a variable.
	assigned []mu.BlockID
	defs     []int32
}

// count counts a bundle, and returns its number of instructions.
func (c *counter) count(now *[numMarks]int32, b *mu.Bundle) int {
	c.now, c.b = now, b
	size := 0
	if len(b.Versions) > 1 {
		now[markFunctions]++
	}
	if len(b.Decls) > 0 {
		now[markDeclared]++
	}
	for i := range b.Funcs {
		if len(b.Funcs[i].Versions) > 1 {
			now[markTwoVersions]++
		}
	}
	for i := range b.Types {
		if b.Types[i].Name != "" {
			now[markType+mark(b.Types[i].Kind)]++
		}
	}
	for _, f := range b.Versions {
		size += c.function(f)
	}
	return size
}

func (c *counter) function(f *mu.Function) int {
	c.f = f
	c.assigned = append(c.assigned[:0], make([]mu.BlockID, len(f.Vars))...)
	c.defs = append(c.defs[:0], make([]int32, len(f.Vars))...)
	c.graph()
	size := 0
	for _, d := range f.Header {
		c.define(0, d.Var, d.Full)
	}
	for i := range f.Blocks {
		b := &f.Blocks[i]
		if i > 0 && len(b.Params) > 0 {
			c.now[markParams]++
		}
		if b.HasParams && len(b.Params) == 0 {
			c.now[markEmptyParams]++
		}
		for _, p := range b.Params {
			c.define(mu.BlockID(i), p.Var, p.Full)
		}
		if b.HasExc {
			c.now[markPad]++
			c.define(mu.BlockID(i), b.Exc.Var, b.Exc.Full)
		}
		if len(b.Instrs) == 1 && b.Instrs[0].Op == mu.BRANCH {
			c.now[markEmptyBlock]++
		}
		for j := range b.Instrs {
			size++
			c.instruction(mu.BlockID(i), &b.Instrs[j])
		}
	}
	for v, n := range c.defs {
		if n > 1 {
			c.now[markReassigned]++
		}
		switch f.Vars[v].Name[0] {
		case '$':
			c.now[markDollar]++
		case '@':
			c.now[markGlobalName]++
		}
	}
	return size
}

func (c *counter) define(b mu.BlockID, v mu.VarID, full bool) {
	if full {
		c.now[markFullName]++
	}
	if c.assigned[v] == b+1 {
		c.now[markTwiceInBlock]++
	}
	c.assigned[v] = b + 1
	c.defs[v]++
}

func (c *counter) read(b mu.BlockID, o mu.Operand) {
	if !o.IsLocal() {
		c.now[markConstant]++
		return
	}
	if o.Full {
		c.now[markFullName]++
	}
	if c.assigned[o.Var()] == 0 {
		c.now[markReadFirst]++
	}
	if c.assigned[o.Var()] != b+1 {
		c.now[markReadAcross]++
	}
}

func (c *counter) instruction(b mu.BlockID, in *mu.Instruction) {
	now := c.now
	now[markOp+mark(in.Op)]++
	for _, o := range in.Args {
		c.read(b, o)
		if o.IsLocal() && slices.ContainsFunc(in.Results, func(d mu.Def) bool { return d.Var == o.Var() }) {
			now[markRedefine]++
		}
	}
	for _, o := range in.KeepAlive {
		now[markKeepAlive]++
		c.read(b, o)
	}
	if in.Name != "" {
		now[markNamed]++
		if in.Op == mu.ID {
			now[markNamedCopy]++
		}
	}
	if in.Flags&mu.FlagParenResults != 0 {
		now[markSugar]++
	}
	if len(in.Results) > 1 {
		now[markManyResults]++
	}
	if in.Op == mu.CALL {
		if callee := in.Args[0]; callee.IsLocal() {
			now[markIndirect]++
		} else if e := c.b.Entities[callee.Entity()]; e.Kind == mu.EntityFunc && mu.FuncID(e.Index) == c.f.Func {
			now[markRecursion]++
		}
	}
	for i := range in.Dests {
		c.edge(b, in, i)
	}
	for _, d := range in.Results {
		c.define(b, d.Var, d.Full)
	}
}

func (c *counter) edge(b mu.BlockID, in *mu.Instruction, i int) {
	now, d := c.now, &in.Dests[i]
	now[markEdge+mark(d.Kind)]++
	for _, o := range d.Args {
		c.read(b, o)
	}
	if n := len(c.f.Blocks[d.Block].Params); n > 0 && !d.HasArgs {
		now[markBareEdge]++
	}
	if len(in.Results) > 0 && len(in.ResultsOn(i)) == 0 {
		now[markLostResults]++
	}
	for j := range in.Dests[:i] {
		if in.Dests[j].Block == d.Block {
			now[markDuplicate]++
		}
	}
	switch {
	case d.Block == b:
		now[markSelfLoop]++
	case d.Block == 0:
		now[markEntryEdge]++
	}
}

// graph counts what the graph of a function has.
func (c *counter) graph() {
	f, now := c.f, c.now
	n := len(f.Blocks)
	// A walk in depth first, without recursion: seen is 1 on the path and 2 when
	// done.
	c.seen = append(c.seen[:0], make([]int32, n)...)
	next := make([]int, n)
	path := []mu.BlockID{0}
	c.seen[0] = 1
	order := c.order[:0]
	type arc struct{ from, to mu.BlockID }
	var back []arc
	for len(path) > 0 {
		b := path[len(path)-1]
		ds := f.Blocks[b].Destinations()
		if next[b] == len(ds) {
			c.seen[b] = 2
			order = append(order, b)
			path = path[:len(path)-1]
			continue
		}
		t := ds[next[b]].Block
		next[b]++
		switch c.seen[t] {
		case 0:
			c.seen[t] = 1
			path = append(path, t)
		case 1:
			back = append(back, arc{b, t})
		}
	}
	c.order = order
	for b := range n {
		if c.seen[b] == 0 {
			now[markUnreachable]++
		}
	}
	if len(back) == 0 {
		return
	}
	now[markLoop]++
	for _, a := range back {
		if !c.avoids(a.to, a.from) {
			continue
		}
		now[markIrreducible]++
		break
	}
}

// avoids reports whether a way leads from the entry to b past h.
func (c *counter) avoids(h, b mu.BlockID) bool {
	if h == 0 || h == b {
		return false
	}
	clear(c.seen)
	c.seen[0] = 1
	work := []mu.BlockID{0}
	for len(work) > 0 {
		x := work[len(work)-1]
		work = work[:len(work)-1]
		for _, d := range c.f.Blocks[x].Destinations() {
			if d.Block == b {
				return true
			}
			if d.Block != h && c.seen[d.Block] == 0 {
				c.seen[d.Block] = 1
				work = append(work, d.Block)
			}
		}
	}
	return false
}
