package oracle

import "assay/hir"

// values decides whether a function and its conversion read the same values:
// whether, on every path from the entry, each place of the one reads what the
// place at the same position of the other reads.
//
// # What a value is
//
// Definitions are opaque: a value is "what this parameter or this instruction
// defined when it was last executed". Only phis copy: on the edge they name,
// all phis of a block take the values of their operands at once. An identifier
// that nothing has defined yet has its initial value, which is a value of its own.
// No assumption is made about form: either side may be before SSA, in SSA form,
// or a mixture. Blocks and instructions of the two sides are paired, so that a
// definition is the same on both sides if it stands at the same position.
//
// # How it is decided
//
// Identifiers with one definition that dominates its uses stand for themselves.
// For others, the places where definitions meet (the iterated dominance frontier)
// get an implied phi, and a walk over the dominator tree tells what each use
// reads: a definition, a phi, or an initial value.
//
// The values that a use reads on the two sides form a pair. A pair of the same
// definition is equal. Otherwise the later of the two must be a phi: one of them
// dominates the other, both dominate the use, and the phi that is dominated is
// replaced by its operand on each incoming edge, which gives a pair for each edge.
// If both are phis of the same block, both are replaced. A pair that has been met
// before is not followed again: if it were unequal on some path, a shorter part of
// that path would end at a pair where the difference shows.
//
// The result is exact: if a pair of unequal values is found, the edges that led
// to it make a path on which the place reads another value. The time is
// near-linear in the size of both functions plus the implied phis, of which those
// of identifiers that are not live are left out (see liveRanges), except that a
// phi that equals many values is compared with each of them.
type values struct {
	g       *flow
	aligned *alignment
	before  valueSide
	after   valueSide

	// The definitions that are no phis, which both sides share: what node, and
	// what position in its block; their values are their positions here.
	node, instr []int32
	// firstDef is the first definition of each node, firstParam that of each
	// function.
	firstDef, firstParam []int32

	joins  frontier
	ranges liveRanges
	stamp  []int32 // by block
	slot   []int32 // by block: its slot among the preds of the stamped block
	work   []int32

	trail []trailMark

	pairs []valuePair
	fails []valuePair
	met   map[[2]int32]struct{} // pairs beside each phi's first

	// strict wants initial values to be those of the same identifier; else they
	// may be renamed one to one.
	strict    bool
	initialTo []int32 // by identifier before: that after, plus one
	initialOf []int32 // by identifier after: that before, plus one
	fixed     []fixedPlace
	// Pairs of initial values of identifiers with different numbers or names, and
	// fixed places of such. They are decided last, so that equal ones come first.
	renamed      []valuePair
	renamedFixed []fixedPlace
}

// Values: a definition is its position in values.node; the phis of each side
// follow; the initial value of an identifier is a negative number.
const (
	noValue      = -1 // of a phi on an edge for which it has no operand
	initialValue = -2 // minus the identifier
)

// How many definitions an identifier has.
const (
	undefined = iota
	definedOnce
	definedOften // or once, without dominating each use
	chaining     // definedOften, while its definitions are chained
)

// valueSide is one of the two functions.
type valueSide struct {
	env   *hir.Env
	state []uint8 // by identifier
	// cur is, by identifier, the value it has: always, if it is definedOnce; at the
	// present point of the walk, if it is definedOften.
	cur   []int32
	id    []int32 // by shared definition: the identifier
	often []int32 // identifiers that are definedOften
	late  int     // how many of them the walk found
	log   []undo

	// defHead and defNext chain the definitions of each identifier that is
	// definedOften; chained is how many of often have a chain.
	defHead, defNext []int32
	chained          int

	// The phis: explicit ones first, then implied ones.
	phis     []valuePhi
	explicit int
	head     []int32 // by block: its first phi, or -1
	// opID and opVal have, from each phi's base on, an entry for each predecessor.
	opID, opVal []int32
}

type valuePhi struct {
	block int32
	id    int32
	base  int32
	next  int32 // the next phi of the block, or -1
	index int32 // position in Phis, or -1 for an implied phi
	met   int32 // the first value it was paired with, or noValue
}

type undo struct{ id, val int32 }

type trailMark struct {
	node          int32
	before, after int32 // lengths of the logs
}

// valuePair is a pair of values to compare, and how it came up: by a use, or
// by the operands of another pair's phis on an edge.
type valuePair struct {
	before, after int32
	parent        int32 // position in pairs, or -1
	slot          int32 // the edge, among the preds of the block of parent's phi
	use           use
}

// use is the position of a place that reads a value.
type use struct {
	node    int32
	instr   int32 // position in the block; the number of instructions for the terminal
	operand int32
}

// fixedPlace is a place that is another after, but should not.
type fixedPlace struct {
	at            location
	before, after hir.IdentifierID
}

// begin starts a comparison. The caller gives the first definition of each
// function's parameters and of each node, and all definitions, in the order of
// the flow; then analyzes the flow; then calls run.
func (c *values) begin(g *flow, a *alignment, before, after *hir.Env) {
	c.g, c.aligned = g, a
	c.before.begin(before, g.nblocks())
	c.after.begin(after, g.nblocks())
	c.node, c.instr = c.node[:0], c.instr[:0]
	c.firstDef = resize(c.firstDef, len(g.nodes))
	c.firstParam = resize(c.firstParam, len(g.fns))
}

func (s *valueSide) begin(env *hir.Env, blocks int) {
	s.env = env
	s.state = cleared(s.state, len(env.Identifiers))
	s.cur = resize(s.cur, len(env.Identifiers))
	s.id, s.often, s.chained = s.id[:0], s.often[:0], 0
	s.phis, s.opID, s.opVal = s.phis[:0], s.opID[:0], s.opVal[:0]
	s.head = filled(s.head, blocks, -1)
}

// define notes the next definition.
func (c *values) define(node, instr int32, x, y hir.IdentifierID) {
	val := int32(len(c.node))
	c.node, c.instr = append(c.node, node), append(c.instr, instr)
	c.before.define(x, val)
	c.after.define(y, val)
	c.before.id, c.after.id = append(c.before.id, int32(x)), append(c.after.id, int32(y))
}

func (s *valueSide) define(id hir.IdentifierID, val int32) {
	switch s.state[id] {
	case undefined:
		s.state[id] = definedOnce
		s.cur[id] = val
	case definedOnce:
		s.state[id] = definedOften
		s.often = append(s.often, int32(id))
	}
}

// run compares the two functions. It leaves the unequal pairs in fails and
// fixed, and reports whether there are none.
func (c *values) run() bool {
	c.explicitPhis()
	built := false
	for again := true; again; {
		again = false
		c.initialTo = cleared(c.initialTo, len(c.before.state))
		c.initialOf = cleared(c.initialOf, len(c.after.state))
		c.pairs, c.fails, c.fixed = c.pairs[:0], c.fails[:0], c.fixed[:0]
		c.renamed, c.renamedFixed = c.renamed[:0], c.renamedFixed[:0]
		clear(c.met)
		if len(c.before.often)+len(c.after.often) > 0 {
			if !built {
				c.joins.build(c.g)
				built = true
			}
			c.placeJoins(&c.before)
			c.placeJoins(&c.after)
		}
		c.walk()
		if c.before.late+c.after.late > 0 {
			// A definition did not dominate a use, so that its identifier has implied
			// phis too. It is rare enough to do the walk once more.
			again = true
		}
	}
	c.solve()
	c.decideRenamed()
	return len(c.fails) == 0 && len(c.fixed) == 0
}

// explicitPhis lists the phis of both functions.
func (c *values) explicitPhis() {
	g := c.g
	marked := false
	for bi := range int32(g.nblocks()) {
		x, y := g.blocks[bi].b.Phis, c.aligned.blocks[bi].Phis
		if len(x)+len(y) > 0 {
			if !marked {
				marked = true
				c.stamp, c.slot = cleared(c.stamp, g.nblocks()), resize(c.slot, g.nblocks())
			}
			c.markSlots(bi)
			c.addPhis(&c.before, bi, x)
			c.addPhis(&c.after, bi, y)
		}
	}
	c.before.explicit, c.after.explicit = len(c.before.phis), len(c.after.phis)
}

// chain links the definitions of the identifiers that have become definedOften
// since it was last called, and gives these their initial values.
func (s *valueSide) chain(shared int) {
	todo := s.often[s.chained:]
	s.chained = len(s.often)
	if len(todo) == 0 {
		return
	}
	s.defHead = resize(s.defHead, len(s.state))
	s.defNext = resize(s.defNext, shared+s.explicit)
	for _, id := range todo {
		s.defHead[id] = -1
		s.cur[id] = initialValue - id
		s.state[id] = chaining
	}
	for k, id := range s.id {
		if s.state[id] == chaining {
			s.defNext[k] = s.defHead[id]
			s.defHead[id] = int32(k)
		}
	}
	for j := range s.phis[:s.explicit] {
		if id := s.phis[j].id; s.state[id] == chaining {
			s.defNext[shared+j] = s.defHead[id]
			s.defHead[id] = int32(shared + j)
		}
	}
	for _, id := range todo {
		s.state[id] = definedOften
	}
}

// markSlots notes for each predecessor of a block its slot.
func (c *values) markSlots(block int32) {
	for slot, p := range c.g.preds(block) {
		if p >= 0 {
			b := c.g.nodes[p].block
			c.stamp[b], c.slot[b] = block+1, int32(slot)
		}
	}
}

func (c *values) addPhis(s *valueSide, block int32, phis []hir.Phi) {
	n := len(c.g.preds(block))
	// From the last on, since each goes to the front of the list.
	for i := len(phis) - 1; i >= 0; i-- {
		phi := &phis[i]
		base := len(s.opID)
		for range n {
			s.opID, s.opVal = append(s.opID, -1), append(s.opVal, noValue)
		}
		for k := len(phi.Operands) - 1; k >= 0; k-- {
			op := &phi.Operands[k]
			if p := c.g.blockOf(c.g.blocks[block].fn, op.Pred); p >= 0 && c.stamp[p] == block+1 {
				s.opID[base+int(c.slot[p])] = int32(op.Place.Identifier)
			}
		}
		j := int32(len(s.phis))
		s.define(phi.Place.Identifier, int32(len(c.node))+j)
		s.phis = append(s.phis, valuePhi{block, int32(phi.Place.Identifier), int32(base), s.head[block], int32(i), noValue})
		s.head[block] = j
	}
}

// placeJoins adds the implied phis of identifiers that are definedOften: where
// definitions of one meet, and it has no phi. Once there are many, it leaves out
// those where the identifier is not live.
func (c *values) placeJoins(s *valueSide) {
	g := c.g
	shared := int32(len(c.node))
	todo := s.often[s.chained:]
	s.chain(int(shared))
	c.stamp = filled(c.stamp, g.nblocks(), -1)
	listed := false
	for _, id := range todo {
		c.work = c.work[:0]
		for k := s.defHead[id]; k >= 0; k = s.defNext[k] {
			node := int32(0)
			if k < shared {
				node = c.node[k]
			} else {
				node = g.blocks[s.phis[k-shared].block].node0
				c.stamp[s.phis[k-shared].block] = id
			}
			if g.reachable(node) {
				c.work = append(c.work, node)
			}
		}
		prune := c.manyJoins(s)
		if prune {
			if !listed {
				c.listReads(s)
				listed = true
			}
			prune = c.liveRange(id, c.work)
		}
		for len(c.work) > 0 {
			node := c.work[len(c.work)-1]
			c.work = c.work[:len(c.work)-1]
			c.joins.each(&g.dom, node, func(join int32) {
				block := g.nodes[join].block
				if c.stamp[block] == id {
					return
				}
				c.stamp[block] = id
				if prune && c.ranges.live[join] != id {
					return
				}
				base := len(s.opID)
				for range g.preds(block) {
					s.opID, s.opVal = append(s.opID, id), append(s.opVal, initialValue-id)
				}
				s.phis = append(s.phis, valuePhi{block, id, int32(base), s.head[block], -1, noValue})
				s.head[block] = int32(len(s.phis)) - 1
				c.work = append(c.work, join)
			})
		}
		c.joins.reset()
	}
}

// walk goes over the dominator tree, finds what each use reads on both sides,
// and fills in the operands of phis at the ends of their predecessors.
func (c *values) walk() {
	g := c.g
	often := len(c.before.often)+len(c.after.often) > 0
	c.trail = c.trail[:0]
	c.before.enter()
	c.after.enter()
	for fi := range g.fns {
		c.fixedPlace(location{int32(fi), -1, atHead}, g.fns[fi].f.Returns.Identifier, c.aligned.fns[fi].Returns.Identifier)
	}
	for _, node := range g.dom.order {
		nd := &g.nodes[node]
		fb := &g.blocks[nd.block]
		b, d := fb.b, c.aligned.blocks[nd.block]
		if often {
			c.backtrack(node)
			if node == fb.node0 {
				c.enterBlock(nd.block)
			}
		}
		val := c.firstDef[node]
		for i := nd.lo; i < nd.hi; i++ {
			p, q := &b.Instrs[i], &d.Instrs[i]
			s, t := p.Uses(), q.Uses()
			for k := range s {
				c.use(s[k].Identifier, t[k].Identifier, use{node, i, int32(k)})
			}
			switch {
			case p.Kind == hir.Elision:
				continue
			case p.Kind == hir.DeclareContext:
				for k := range p.Defs {
					c.fixedPlace(location{fb.fn, nd.block, i}, p.Defs[k].Identifier, q.Defs[k].Identifier)
				}
			case often:
				for k := range p.Defs {
					c.before.set(p.Defs[k].Identifier, val)
					c.after.set(q.Defs[k].Identifier, val)
					val++
				}
			}
			if often && p.HasLvalue() {
				c.before.set(p.Lvalue.Identifier, val)
				c.after.set(q.Lvalue.Identifier, val)
				val++
			}
		}
		if nd.nested >= 0 {
			if e := g.fns[nd.nested].entry; e >= 0 {
				c.passOperands(node, flowEdge{to: e})
			}
			continue
		}
		for k := range b.Term.Operands {
			c.use(b.Term.Operands[k].Identifier, d.Term.Operands[k].Identifier, use{node, nd.hi, int32(k)})
		}
		for _, e := range g.succs(nd.block) {
			c.passOperands(node, e)
		}
	}
}

// enter prepares for a walk.
func (s *valueSide) enter() {
	s.log, s.late = s.log[:0], 0
	for j := range s.phis {
		s.phis[j].met = noValue
	}
	for _, id := range s.often {
		s.cur[id] = initialValue - id
	}
}

// backtrack leaves the subtrees that do not hold node, and enters node.
func (c *values) backtrack(node int32) {
	for len(c.trail) > 0 {
		top := &c.trail[len(c.trail)-1]
		if c.g.dom.dominates(top.node, node) {
			break
		}
		c.before.undo(top.before)
		c.after.undo(top.after)
		c.trail = c.trail[:len(c.trail)-1]
	}
	c.trail = append(c.trail, trailMark{node, int32(len(c.before.log)), int32(len(c.after.log))})
}

func (s *valueSide) undo(to int32) {
	for i := int32(len(s.log)) - 1; i >= to; i-- {
		s.cur[s.log[i].id] = s.log[i].val
	}
	s.log = s.log[:to]
}

// set gives an identifier a value from here on.
func (s *valueSide) set(id hir.IdentifierID, val int32) {
	if s.state[id] == definedOften {
		s.log = append(s.log, undo{int32(id), s.cur[id]})
		s.cur[id] = val
	}
}

// enterBlock sets parameters and phis.
func (c *values) enterBlock(block int32) {
	g := c.g
	if fi := g.blocks[block].fn; g.fns[fi].entry == block {
		val := c.firstParam[fi]
		for i := range g.fns[fi].f.Params {
			c.before.set(g.fns[fi].f.Params[i].Identifier, val)
			c.after.set(c.aligned.fns[fi].Params[i].Identifier, val)
			val++
		}
	}
	c.before.enterBlock(block, int32(len(c.node)))
	c.after.enterBlock(block, int32(len(c.node)))
}

func (s *valueSide) enterBlock(block, shared int32) {
	for j := s.head[block]; j >= 0; j = s.phis[j].next {
		s.set(hir.IdentifierID(s.phis[j].id), shared+j)
	}
}

// passOperands fills in the operands for an edge from the end of a node.
func (c *values) passOperands(node int32, e flowEdge) {
	end := c.g.nodes[node].hi
	for j := c.before.head[e.to]; j >= 0; j = c.before.phis[j].next {
		i := c.before.phis[j].base + e.slot
		c.before.opVal[i] = c.read(&c.before, c.before.opID[i], node, end)
	}
	for j := c.after.head[e.to]; j >= 0; j = c.after.phis[j].next {
		i := c.after.phis[j].base + e.slot
		c.after.opVal[i] = c.read(&c.after, c.after.opID[i], node, end)
	}
}

// read returns the value of an identifier before an instruction of a node.
func (c *values) read(s *valueSide, id, node, instr int32) int32 {
	if id < 0 {
		return noValue
	}
	switch s.state[id] {
	case definedOnce:
		val := s.cur[id]
		n, i := c.place(s, val)
		if n == node && i < instr || n != node && c.g.reachable(n) && c.g.dom.dominates(n, node) {
			return val
		}
		s.state[id] = definedOften
		s.often = append(s.often, id)
		s.late++
	case definedOften:
		return s.cur[id]
	}
	return initialValue - id
}

// place returns where a definition or phi stands.
func (c *values) place(s *valueSide, val int32) (node, instr int32) {
	if int(val) < len(c.node) {
		return c.node[val], c.instr[val]
	}
	return c.g.blocks[s.phis[int(val)-len(c.node)].block].node0, atHead
}

// use compares what a place reads on both sides.
func (c *values) use(x, y hir.IdentifierID, u use) {
	a := c.read(&c.before, int32(x), u.node, u.instr)
	b := c.read(&c.after, int32(y), u.node, u.instr)
	c.compare(valuePair{before: a, after: b, parent: -1, use: u})
}

// compare decides a pair, or puts it on the list of those to solve.
func (c *values) compare(p valuePair) {
	shared := int32(len(c.node))
	switch {
	case p.before >= shared || p.after >= shared:
		if p.before == noValue || p.after == noValue {
			break
		}
		if !c.metBefore(p.before, p.after) {
			c.pairs = append(c.pairs, p)
		}
		return
	case p.before >= 0:
		if p.before == p.after {
			return
		}
	case p.before <= initialValue && p.after <= initialValue:
		x, y := initialValue-p.before, initialValue-p.after
		switch {
		case x == y && (c.strict || c.sameName(x, y)):
			c.initialTo[x], c.initialOf[y] = y+1, x+1
			return
		case !c.strict:
			c.renamed = append(c.renamed, p)
			return
		}
	}
	c.fails = append(c.fails, p)
}

// metBefore reports whether a pair, one of which is a phi, has come up before.
func (c *values) metBefore(x, y int32) bool {
	shared := int32(len(c.node))
	var first *int32
	other := x
	if y >= shared {
		first = &c.after.phis[y-shared].met
	} else {
		first, other = &c.before.phis[x-shared].met, y
	}
	switch *first {
	case other:
		return true
	case noValue:
		*first = other
		return false
	}
	key := [2]int32{x, y}
	if _, ok := c.met[key]; ok {
		return true
	}
	if c.met == nil {
		c.met = map[[2]int32]struct{}{}
	}
	c.met[key] = struct{}{}
	return false
}

// fixedPlace compares a place that SSA construction does not rename.
func (c *values) fixedPlace(at location, x, y hir.IdentifierID) {
	if x == hir.NoIdentifier || y == hir.NoIdentifier {
		return // the short form does not give the place of the returned value
	}
	f := fixedPlace{at, x, y}
	bothInitial := c.before.state[x] == undefined && c.after.state[y] == undefined
	switch {
	case x == y && bothInitial && (c.strict || c.sameName(int32(x), int32(y))):
		c.initialTo[x], c.initialOf[y] = int32(y)+1, int32(x)+1
	case x == y && c.before.state[x] != undefined:
	case bothInitial && !c.strict:
		c.renamedFixed = append(c.renamedFixed, f)
	default:
		c.fixed = append(c.fixed, f)
	}
}

// sameName reports whether an identifier of before and one of after have one
// name.
func (c *values) sameName(x, y int32) bool {
	return c.before.env.Identifiers[x].Name == c.after.env.Identifiers[y].Name
}

// decideRenamed decides the pairs of identifiers without a definition that have
// different numbers or names: they are equal if the names are the same, and one
// stands for the other everywhere.
func (c *values) decideRenamed() {
	for _, p := range c.renamed {
		if !c.sameInitial(initialValue-p.before, initialValue-p.after) {
			c.fails = append(c.fails, p)
		}
	}
	for _, f := range c.renamedFixed {
		if !c.sameInitial(int32(f.before), int32(f.after)) {
			c.fixed = append(c.fixed, f)
		}
	}
}

func (c *values) sameInitial(x, y int32) bool {
	if c.initialTo[x] == 0 && c.initialOf[y] == 0 && c.sameName(x, y) {
		c.initialTo[x], c.initialOf[y] = y+1, x+1
	}
	return c.initialTo[x] == y+1
}

// solve follows the listed pairs to the definitions behind their phis.
func (c *values) solve() {
	shared := int32(len(c.node))
	for i := 0; i < len(c.pairs); i++ {
		p := c.pairs[i]
		x, y := c.depth(&c.before, p.before), c.depth(&c.after, p.after)
		later := max(x, y)
		var phi *valuePhi
		takeBefore, takeAfter := x == later, y == later
		if takeBefore {
			if p.before < shared {
				c.fails = append(c.fails, p)
				continue
			}
			phi = &c.before.phis[p.before-shared]
		}
		if takeAfter {
			if p.after < shared {
				c.fails = append(c.fails, p)
				continue
			}
			phi = &c.after.phis[p.after-shared]
		}
		for slot := range int32(len(c.g.preds(phi.block))) {
			q := valuePair{p.before, p.after, int32(i), slot, p.use}
			if takeBefore {
				q.before = c.before.opVal[c.before.phis[p.before-shared].base+slot]
			}
			if takeAfter {
				q.after = c.after.opVal[c.after.phis[p.after-shared].base+slot]
			}
			c.compare(q)
		}
	}
}

// depth orders the values that dominate one point: the deeper is the later.
func (c *values) depth(s *valueSide, val int32) int64 {
	if val < 0 {
		return -1
	}
	node, instr := c.place(s, val)
	return int64(c.g.dom.level[node])<<32 + int64(instr-atParams)
}
