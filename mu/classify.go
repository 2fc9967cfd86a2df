package mu

import "encoding/binary"

// Classify finds out anew which types and signatures are equal. It must be
// called after types were changed, or added in another order than members
// first; Read does.
//
// Types and signatures are the states of an automaton, whose i-th transition
// leads to the i-th member, and equal ones are states that no word tells apart.
// So this is the minimisation of a partial automaton, here as Valmari does it:
// blocks of states and blocks of transitions ("cords") split each other, and
// of the parts of a split block only the smaller are looked at again. It takes
// O(m log n) for m members, however deep or cyclic the types are.
//
// Precondition: members are in their tables. Postcondition: SameType and
// SameSig answer for all ids; classes are numbered in the order of first
// members (types first, then signatures).
func (b *Bundle) Classify() {
	nt := len(b.Types)
	n := nt + len(b.Sigs)
	states := newPartition(n)
	shapes := map[string]int32{}
	shapeOf := make([]int32, n)
	var from, to, label []int32
	member := func(s, t int, i int) {
		from, to, label = append(from, int32(s)), append(to, int32(t)), append(label, int32(i))
	}
	var key []byte
	for s := range n {
		key = key[:0]
		if s < nt {
			t := &b.Types[s]
			key = append(key, byte(t.Kind))
			if t.Kind == KindBad {
				key = append(key, t.Name...)
			} else {
				key = binary.AppendUvarint(binary.AppendUvarint(key, t.Size), uint64(len(t.Elems)))
				for i, e := range t.Elems {
					member(s, int(e.ID), i)
				}
				if t.Kind == KindFuncRef || t.Kind == KindUFuncPtr {
					member(s, nt+int(t.Sig.ID), 0)
				}
			}
		} else {
			g := &b.Sigs[s-nt]
			key = append(key, byte(kindSig))
			if g.Bad {
				key = append(key, g.Name...)
			} else {
				key = binary.AppendUvarint(binary.AppendUvarint(key, uint64(len(g.Params))), uint64(len(g.Returns)))
				for i, p := range g.Params {
					member(s, int(p.ID), i)
				}
				for i, r := range g.Returns {
					member(s, int(r.ID), len(g.Params)+i)
				}
			}
		}
		id, ok := shapes[string(key)]
		if !ok {
			id = int32(len(shapes))
			shapes[string(key)] = id
		}
		shapeOf[s] = id
	}
	states.groupBy(shapeOf, int32(len(shapes)))
	cords := newPartition(len(from))
	maxLabel := int32(0)
	for _, l := range label {
		maxLabel = max(maxLabel, l+1)
	}
	cords.groupBy(label, maxLabel)
	refine(states, cords, from, to)
	b.setClasses(states)
}

// refine splits blocks of states until the transitions of each cord that start
// in one block all end in one block.
func refine(states, cords *partition, from, to []int32) {
	// incoming lists transitions by the state they lead to.
	incoming := newAdjacency(to, len(states.elems))
	nextBlock := int32(1) // block 0 splits nothing that the shapes do not
	for c := int32(0); c < cords.count; c++ {
		for _, t := range cords.block(c) {
			states.mark(from[t])
		}
		states.split()
		for ; nextBlock < states.count; nextBlock++ {
			for _, s := range states.block(nextBlock) {
				for _, t := range incoming.of(s) {
					cords.mark(t)
				}
			}
			cords.split()
		}
	}
}

// setClasses makes the blocks of states the classes.
func (b *Bundle) setClasses(states *partition) {
	nt := len(b.Types)
	c := &b.classes
	*c = classTable{types: make([]int32, nt), sigs: make([]int32, len(b.Sigs))}
	c.small, c.byKey = map[smallKey]int32{}, map[string]int32{}
	number := make([]int32, states.count)
	for i := range number {
		number[i] = -1
	}
	for s := range nt + len(b.Sigs) {
		blk := states.blockOf[s]
		if number[blk] < 0 {
			number[blk] = c.n
			c.newClass()
		}
		if s < nt {
			c.types[s] = number[blk]
			if c.first[number[blk]] == NoType {
				c.first[number[blk]] = TypeID(s)
			}
		} else {
			c.sigs[s-nt] = number[blk]
		}
	}
	b.eachDef(func(d DefRef) {
		if d.Kind == DefType {
			c.represent(b, TypeID(d.Index), c.types[d.Index])
		}
	})
	done := make([]bool, c.n)
	for t := range b.Types {
		if cl := c.types[t]; !done[cl] {
			done[cl] = true
			k, key := c.typeKey(&b.Types[t])
			c.set(k, key, cl)
		}
	}
	for s := range b.Sigs {
		if cl := c.sigs[s]; !done[cl] {
			done[cl] = true
			c.set(smallKey{}, c.sigKey(&b.Sigs[s]), cl)
		}
	}
}

// partition is a partition of 0..n-1 into blocks that can be split.
type partition struct {
	elems   []int32 // all elements, those of a block together
	place   []int32 // where an element stands in elems
	blockOf []int32
	// start and end bound a block in elems; mid is the end of its marked part.
	start, end, mid []int32
	touched         []int32 // blocks with marks
	count           int32
}

func newPartition(n int) *partition {
	return &partition{elems: make([]int32, n), place: make([]int32, n), blockOf: make([]int32, n)}
}

// groupBy makes the blocks from keys below n. Every block is to have elements.
func (p *partition) groupBy(key []int32, n int32) {
	size := make([]int32, n+1)
	for _, k := range key {
		size[k+1]++
	}
	blockOf := make([]int32, n)
	for k := int32(0); k < n; k++ {
		if size[k+1] > 0 {
			blockOf[k] = p.count
			p.start = append(p.start, size[k])
			p.mid = append(p.mid, size[k])
			p.end = append(p.end, size[k]+size[k+1])
			p.count++
		}
		size[k+1] += size[k]
	}
	for e, k := range key {
		p.elems[size[k]], p.place[e], p.blockOf[e] = int32(e), size[k], blockOf[k]
		size[k]++
	}
}

func (p *partition) block(b int32) []int32 { return p.elems[p.start[b]:p.end[b]] }

// mark moves an element into the marked part of its block.
func (p *partition) mark(e int32) {
	b := p.blockOf[e]
	i, m := p.place[e], p.mid[b]
	if i < m {
		return
	}
	if m == p.start[b] {
		p.touched = append(p.touched, b)
	}
	other := p.elems[m]
	p.elems[m], p.elems[i] = e, other
	p.place[e], p.place[other] = m, i
	p.mid[b] = m + 1
}

// split parts the marked elements of each block from the others. The smaller
// part becomes a new block.
func (p *partition) split() {
	for _, b := range p.touched {
		s, m, e := p.start[b], p.mid[b], p.end[b]
		if m == e { // all are marked
			p.mid[b] = s
			continue
		}
		n := p.count
		p.count++
		if m-s <= e-m {
			p.start, p.end, p.mid = append(p.start, s), append(p.end, m), append(p.mid, s)
			p.start[b], p.mid[b] = m, m
		} else {
			p.start, p.end, p.mid = append(p.start, m), append(p.end, e), append(p.mid, m)
			p.end[b], p.mid[b] = m, s
		}
		for _, x := range p.block(n) {
			p.blockOf[x] = n
		}
	}
	p.touched = p.touched[:0]
}

// adjacency lists, for each state, the transitions at it.
type adjacency struct{ start, list []int32 }

func newAdjacency(at []int32, n int) *adjacency {
	a := &adjacency{start: make([]int32, n+1), list: make([]int32, len(at))}
	for _, s := range at {
		a.start[s+1]++
	}
	for s := range n {
		a.start[s+1] += a.start[s]
	}
	next := make([]int32, n)
	copy(next, a.start)
	for t, s := range at {
		a.list[next[s]] = int32(t)
		next[s]++
	}
	return a
}

func (a *adjacency) of(s int32) []int32 { return a.list[a.start[s]:a.start[s+1]] }
