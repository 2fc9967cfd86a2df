package ssa_test

import (
	"fmt"
	"math/rand/v2"

	"assay/hir"
)

// chooser makes the decisions of the random generator. Zero is always the
// smallest choice.
type chooser interface{ Intn(n int) int }

type randChooser struct{ *rand.Rand }

func (r randChooser) Intn(n int) int { return r.IntN(n) }

func seeded(seed uint64) chooser { return randChooser{rand.New(rand.NewPCG(seed, 1))} }

// bytesChooser takes one byte a choice, and chooses 0 when they are used up.
type bytesChooser struct{ data []byte }

func (b *bytesChooser) Intn(n int) int {
	if len(b.data) == 0 {
		return 0
	}
	c := int(b.data[0])
	b.data = b.data[1:]
	return c % n
}

// blockOrder says how the blocks of a random function are listed.
type blockOrder int

const (
	orderRPO     blockOrder = iota // and unreachable blocks dropped
	orderWalk                      // every reachable block after one of its predecessors, unreachable ones last
	orderShuffle                   // any
)

// graphConfig says what a random function may have.
type graphConfig struct {
	blocks, vars, instrs int // at most
	nesting              int // depth of nested functions
	order                blockOrder
	entryLoops           bool // edges back to the entry
	duplicates           bool // two edges from one block to another
	structured           bool // reducible: edges backwards lead to dominators only
	allPreds             bool // predecessors that are not reachable are listed too
	undefined            int  // one of so many variables is not defined at the start; 0 none
}

// randomFunction makes a function of any shape.
func randomFunction(c chooser, cfg graphConfig) *hir.Function {
	g := &graphMaker{c: c, cfg: cfg, env: &hir.Env{}}
	for i := 0; i < 1+c.Intn(cfg.vars); i++ {
		g.vars = append(g.vars, g.env.NewNamed(fmt.Sprintf("v%d", i)))
	}
	for i := 0; i < c.Intn(3); i++ {
		g.context = append(g.context, g.env.NewNamed(fmt.Sprintf("c%d", i)))
	}
	for i := 0; i < 2; i++ { // temporaries that several blocks store to
		g.shared = append(g.shared, g.env.NewTemporary())
	}
	f := g.function("f", 0)
	f.Returns = hir.Place{Identifier: g.env.NewTemporary(), Effect: hir.EffectUnknown}
	return f
}

type graphMaker struct {
	c                     chooser
	cfg                   graphConfig
	env                   *hir.Env
	vars, context, shared []hir.IdentifierID
	temps                 []hir.IdentifierID // of the block being filled
}

func at(id hir.IdentifierID) hir.Place {
	return hir.Place{Identifier: id, Effect: hir.EffectUnknown}
}

func (g *graphMaker) function(name string, depth int) *hir.Function {
	f := hir.NewFunction(g.env, name)
	n := 1 + g.c.Intn(g.cfg.blocks)
	if depth > 0 {
		n = 1 + g.c.Intn(min(4, g.cfg.blocks))
	}
	for i := 0; i < g.c.Intn(3); i++ {
		p := g.env.NewNamed(fmt.Sprintf("p%d", i))
		f.Params = append(f.Params, hir.Param{Place: at(p), Spread: g.c.Intn(4) == 3})
		if depth == 0 {
			g.vars = append(g.vars, p)
		}
	}
	blocks := make([]*hir.Block, n)
	for i := range blocks {
		blocks[i] = &hir.Block{ID: g.env.NewBlockID(), Kind: hir.BlockStatement}
	}
	f.Entry = blocks[0].ID
	f.SetBlocks(blocks)
	g.terminals(f, depth)
	if err := f.MarkPreds(); err != nil {
		panic(err)
	}
	if depth == 0 {
		g.order(f)
		if g.cfg.allPreds {
			listAllPreds(f)
		}
	} else if err := f.ReversePostorder(); err != nil {
		panic(err)
	}
	entry := f.EntryBlock()
	if depth == 0 {
		for _, v := range g.vars {
			if g.cfg.undefined == 0 || g.c.Intn(g.cfg.undefined) != g.cfg.undefined-1 {
				t := g.primitive(entry)
				g.store(entry, hir.LvalueLet, v, t)
			}
		}
		for _, v := range g.context {
			g.add(entry, hir.Instruction{Kind: hir.DeclareContext, LKind: hir.LvalueLet, Defs: []hir.Place{at(v)}})
		}
	}
	for _, b := range f.Blocks {
		if b.Term.Kind == hir.Unreachable {
			continue
		}
		g.temps = g.temps[:0]
		for i := g.c.Intn(g.cfg.instrs + 1); i > 0; i-- {
			g.instruction(b, depth)
		}
		for i := range b.Term.Operands {
			b.Term.Operands[i] = at(g.value(b))
		}
	}
	f.NumberInstructions()
	return f
}

// terminals gives every block its terminal. A structured graph gets edges only
// to the next blocks, and backwards only to blocks that dominate.
func (g *graphMaker) terminals(f *hir.Function, depth int) {
	n := len(f.Blocks)
	target := func(i int) hir.BlockID {
		lowest := 0
		if !g.cfg.entryLoops || depth > 0 {
			lowest = 1
		}
		if n <= lowest {
			return f.Blocks[0].ID
		}
		if g.cfg.structured || g.c.Intn(3) < 2 {
			return f.Blocks[max(lowest, min(n-1, i+1+g.c.Intn(3)))].ID
		}
		return f.Blocks[lowest+g.c.Intn(n-lowest)].ID
	}
	for i, b := range f.Blocks {
		b.Term = hir.Terminal{Fallthrough: hir.NoBlock, Scope: hir.NoScope}
		t := &b.Term
		kind := g.c.Intn(8)
		if n == 1 || g.cfg.structured && i == n-1 || !g.cfg.entryLoops && n < 2 {
			kind = 0
		}
		one := func() hir.BlockID { return target(i) }
		switch kind {
		case 0:
			if i == n-1 || g.c.Intn(6) == 0 {
				t.Kind, t.Variant = hir.Return, hir.ReturnExplicit
				t.Operands = make([]hir.Place, 1)
				break
			}
			fallthrough
		case 1, 2:
			t.Kind, t.Targets = hir.Goto, []hir.BlockID{one()}
		case 3, 4, 5:
			t.Kind, t.Targets, t.Operands = hir.If, []hir.BlockID{one(), one()}, make([]hir.Place, 1)
		case 6:
			t.Kind = hir.Switch
			k := 1 + g.c.Intn(4)
			for j := 0; j < k; j++ {
				t.Targets = append(t.Targets, one())
				t.HasTest = append(t.HasTest, j < k-1)
			}
			t.Operands = make([]hir.Place, k)
		case 7:
			t.Kind, t.Targets = hir.MaybeThrow, []hir.BlockID{one(), one()}
		}
		if !g.cfg.duplicates {
			dropDuplicates(t)
		}
	}
	if !g.cfg.structured {
		return
	}
	// Backward edges: a goto becomes the latch of a loop whose header dominates it.
	dom := dominators(f)
	for i, b := range f.Blocks {
		if i > 0 && b.Term.Kind == hir.Goto && g.c.Intn(2) == 1 {
			h := 1 + g.c.Intn(i)
			if dom[i] != nil && dom[i][h] {
				b.Term.Kind, b.Term.Operands = hir.If, make([]hir.Place, 1)
				b.Term.Targets = append(b.Term.Targets, f.Blocks[h].ID)
				if !g.cfg.duplicates {
					dropDuplicates(&b.Term)
				}
			}
		}
	}
}

// dropDuplicates turns a terminal with two edges to one block into a goto.
func dropDuplicates(t *hir.Terminal) {
	for i, x := range t.Targets {
		for _, y := range t.Targets[:i] {
			if x == y {
				*t = hir.Terminal{Kind: hir.Goto, Targets: t.Targets[:1], Fallthrough: hir.NoBlock, Scope: hir.NoScope}
				return
			}
		}
	}
}

// dominators returns, for each reachable block position, the set of positions
// that dominate it; slow and obvious.
func dominators(f *hir.Function) [][]bool {
	n := len(f.Blocks)
	out := make([][]bool, n)
	reach := func(without int) []bool {
		seen := make([]bool, n)
		if without == 0 {
			return seen
		}
		work := []int{0}
		seen[0] = true
		for len(work) > 0 {
			p := work[len(work)-1]
			work = work[:len(work)-1]
			for _, s := range f.Blocks[p].Term.Successors() {
				if q := f.BlockPos(s); q != without && !seen[q] {
					seen[q] = true
					work = append(work, q)
				}
			}
		}
		return seen
	}
	all := reach(-1)
	for i := range out {
		if all[i] {
			out[i] = make([]bool, n)
			out[i][i] = true
		}
	}
	for d := range out {
		still := reach(d)
		for i := range out {
			if all[i] && !still[i] {
				out[i][d] = true
			}
		}
	}
	return out
}

func (g *graphMaker) order(f *hir.Function) {
	switch g.cfg.order {
	case orderRPO:
		if err := f.ReversePostorder(); err != nil {
			panic(err)
		}
	case orderWalk:
		var out []*hir.Block
		seen := make(map[hir.BlockID]bool)
		ready := []hir.BlockID{f.Entry}
		for len(ready) > 0 {
			i := g.c.Intn(len(ready))
			id := ready[i]
			ready = append(ready[:i], ready[i+1:]...)
			if seen[id] {
				continue
			}
			seen[id] = true
			b := f.Block(id)
			out = append(out, b)
			ready = append(ready, b.Term.Successors()...)
		}
		for _, b := range f.Blocks {
			if !seen[b.ID] {
				out = append(out, b)
			}
		}
		f.SetBlocks(out)
	case orderShuffle:
		out := append([]*hir.Block(nil), f.Blocks...)
		for i := len(out) - 1; i > 0; i-- {
			j := g.c.Intn(i + 1)
			out[i], out[j] = out[j], out[i]
		}
		f.SetBlocks(out)
	}
}

// listAllPreds sets preds to the sources of all edges, in block order.
func listAllPreds(f *hir.Function) {
	for _, b := range f.Blocks {
		b.Preds = b.Preds[:0]
	}
	for _, b := range f.Blocks {
		for _, s := range b.Term.Successors() {
			if t := f.Block(s); !t.HasPred(b.ID) {
				t.Preds = append(t.Preds, b.ID)
			}
		}
	}
}

func (g *graphMaker) add(b *hir.Block, in hir.Instruction) hir.IdentifierID {
	if in.Lvalue.Effect == hir.EffectNone {
		in.Lvalue = at(g.env.NewTemporary())
	}
	b.Instrs = append(b.Instrs, in)
	return in.Lvalue.Identifier
}

func (g *graphMaker) primitive(b *hir.Block) hir.IdentifierID {
	return g.add(b, hir.Instruction{Kind: hir.Primitive, Aux: &hir.Literal{Kind: hir.LiteralNumber, Num: float64(g.c.Intn(10))}})
}

func (g *graphMaker) store(b *hir.Block, kind hir.LvalueKind, v, value hir.IdentifierID) {
	g.add(b, hir.Instruction{Kind: hir.StoreLocal, LKind: kind, Defs: []hir.Place{at(v)}, Operands: []hir.Place{at(value)}})
}

// variable chooses one that instructions may define.
func (g *graphMaker) variable() hir.IdentifierID {
	if g.c.Intn(4) == 3 {
		return g.shared[g.c.Intn(len(g.shared))]
	}
	return g.vars[g.c.Intn(len(g.vars))]
}

// value chooses an identifier to read: a temporary of the block, or a variable.
func (g *graphMaker) value(b *hir.Block) hir.IdentifierID {
	if n := len(g.temps); n > 0 && g.c.Intn(2) == 0 {
		return g.temps[g.c.Intn(n)]
	}
	if g.cfg.undefined == 0 {
		return g.vars[g.c.Intn(len(g.vars))]
	}
	return g.variable()
}

func (g *graphMaker) instruction(b *hir.Block, depth int) {
	switch g.c.Intn(10) {
	case 0:
		g.temps = append(g.temps, g.primitive(b))
	case 1, 2:
		t := g.add(b, hir.Instruction{Kind: hir.LoadLocal, Operands: []hir.Place{at(g.value(b))}})
		g.temps = append(g.temps, t)
	case 3, 4, 5:
		g.store(b, hir.LvalueReassign, g.variable(), g.value(b))
	case 6:
		x, y := g.value(b), g.value(b)
		t := g.add(b, hir.Instruction{Kind: hir.BinaryExpression, Text: "+", Operands: []hir.Place{at(x), at(y)}})
		g.temps = append(g.temps, t)
	case 7:
		v := g.vars[g.c.Intn(len(g.vars))]
		g.add(b, hir.Instruction{Kind: hir.PostfixUpdate, Text: "++", Operands: []hir.Place{at(v)}, Defs: []hir.Place{at(v)}})
	case 8:
		p, q := g.variable(), g.variable()
		in := hir.Instruction{
			Kind: hir.Destructure, LKind: hir.LvalueReassign, Operands: []hir.Place{at(g.value(b))},
			Defs: []hir.Place{at(p), at(q)}, Aux: &hir.Pattern{Items: []hir.PatternItem{{}, {Spread: true}}},
		}
		g.add(b, in)
	case 9:
		if len(g.context) > 0 && g.c.Intn(2) == 0 {
			v := g.context[g.c.Intn(len(g.context))]
			if g.c.Intn(2) == 0 {
				g.temps = append(g.temps, g.add(b, hir.Instruction{Kind: hir.LoadContext, Operands: []hir.Place{at(v)}}))
			} else {
				g.add(b, hir.Instruction{Kind: hir.StoreContext, LKind: hir.LvalueReassign, Operands: []hir.Place{at(v), at(g.value(b))}})
			}
			return
		}
		if depth >= g.cfg.nesting {
			return
		}
		outer := g.temps
		g.temps = nil
		h := g.function("", depth+1)
		g.temps = outer
		for i := 0; i < g.c.Intn(3); i++ {
			h.Context = append(h.Context, at(g.value(b)))
		}
		h.Returns = at(g.env.NewTemporary())
		g.temps = append(g.temps, g.add(b, hir.Instruction{Kind: hir.FunctionExpression, Func: h}))
	}
}
