package ssa_test

import (
	"fmt"
	"math/rand/v2"

	"assay/hir"
)

// shapeMaker builds large functions of simple shapes.
type shapeMaker struct {
	f    *hir.Function
	cur  *hir.Block
	vars []hir.IdentifierID
	size int // instructions
}

// newShape starts a function that defines n variables.
func newShape(n int) *shapeMaker {
	env := &hir.Env{}
	s := &shapeMaker{f: hir.NewFunction(env, "f")}
	s.f.Returns = at(env.NewTemporary())
	for i := range n {
		s.vars = append(s.vars, env.NewNamed(fmt.Sprintf("v%d", i)))
	}
	s.cur = s.block()
	s.f.Entry = s.cur.ID
	for i := range n {
		s.assign(i, s.constant())
	}
	return s
}

func (s *shapeMaker) block() *hir.Block {
	return &hir.Block{ID: s.f.Env.NewBlockID(), Kind: hir.BlockStatement}
}

// start lists a block and goes on in it.
func (s *shapeMaker) start(b *hir.Block) { s.list(); s.cur = b }

func (s *shapeMaker) list() { s.f.Blocks = append(s.f.Blocks, s.cur) }

func (s *shapeMaker) add(in hir.Instruction) hir.IdentifierID {
	in.Lvalue = at(s.f.Env.NewTemporary())
	s.cur.Instrs = append(s.cur.Instrs, in)
	s.size++
	return in.Lvalue.Identifier
}

var one = &hir.Literal{Kind: hir.LiteralNumber, Num: 1}

func (s *shapeMaker) constant() hir.IdentifierID {
	return s.add(hir.Instruction{Kind: hir.Primitive, Aux: one})
}

func (s *shapeMaker) assign(v int, value hir.IdentifierID) {
	s.add(hir.Instruction{Kind: hir.StoreLocal, LKind: hir.LvalueReassign, Defs: []hir.Place{at(s.vars[v])}, Operands: []hir.Place{at(value)}})
}

func (s *shapeMaker) load(v int) hir.IdentifierID {
	return s.add(hir.Instruction{Kind: hir.LoadLocal, Operands: []hir.Place{at(s.vars[v])}})
}

func (s *shapeMaker) binary(a, b hir.IdentifierID) hir.IdentifierID {
	return s.add(hir.Instruction{Kind: hir.BinaryExpression, Text: "+", Operands: []hir.Place{at(a), at(b)}})
}

// statement adds v = v + w + 1, less the last addition: about five instructions.
func (s *shapeMaker) statement(v, w int) {
	s.assign(v, s.binary(s.load(v), s.load(w)))
}

func (s *shapeMaker) terminal(kind hir.TermKind, operands []hir.IdentifierID, targets ...*hir.Block) {
	t := &s.cur.Term
	*t = hir.Terminal{Kind: kind, Fallthrough: hir.NoBlock, Scope: hir.NoScope}
	for _, o := range operands {
		t.Operands = append(t.Operands, at(o))
	}
	for _, b := range targets {
		t.Targets = append(t.Targets, b.ID)
	}
}

func (s *shapeMaker) jump(to *hir.Block) { s.terminal(hir.Goto, nil, to) }

func (s *shapeMaker) branch(then, els *hir.Block) {
	s.terminal(hir.If, []hir.IdentifierID{s.binary(s.load(0), s.load(len(s.vars)-1))}, then, els)
}

// finish returns the sum of all variables.
func (s *shapeMaker) finish() (*hir.Function, int) {
	sum := s.load(0)
	for i := 1; i < len(s.vars); i++ {
		sum = s.binary(sum, s.load(i))
	}
	s.terminal(hir.Return, []hir.IdentifierID{sum})
	s.list()
	s.f.SetBlocks(s.f.Blocks)
	if err := s.f.MarkPreds(); err != nil {
		panic(err)
	}
	s.f.NumberInstructions()
	return s.f, s.size
}

// shapes make functions of about n instructions.
var shapes = map[string]func(n int) (*hir.Function, int){
	"line":    shapeLine,
	"chain":   shapeChain,
	"ladder":  shapeLadder,
	"nest":    shapeNest,
	"switch":  shapeSwitch,
	"random":  shapeRandom,
	"longvar": shapeLongVariable,
}

func shapeLine(n int) (*hir.Function, int) {
	s := newShape(16)
	for s.size < n {
		s.statement(s.size%16, s.size*7%16)
	}
	return s.finish()
}

// shapeChain is one if after another, with four variables.
func shapeChain(n int) (*hir.Function, int) {
	s := newShape(4)
	for i := 0; s.size < n; i++ {
		then, join := s.block(), s.block()
		s.branch(then, join)
		s.start(then)
		s.statement(i%4, (i+1)%4)
		s.jump(join)
		s.start(join)
	}
	return s.finish()
}

// shapeLongVariable is the chain with one variable set at the top and read at
// the end only: the look-up goes through all blocks.
func shapeLongVariable(n int) (*hir.Function, int) {
	s := newShape(3)
	for s.size < n {
		then, join := s.block(), s.block()
		s.terminal(hir.If, []hir.IdentifierID{s.constant()}, then, join)
		s.start(then)
		s.assign(1, s.constant())
		s.jump(join)
		s.start(join)
	}
	return s.finish()
}

// shapeLadder is one loop after another, with sixteen variables.
func shapeLadder(n int) (*hir.Function, int) {
	s := newShape(16)
	for i := 0; s.size < n; i++ {
		head, body, exit := s.block(), s.block(), s.block()
		s.jump(head)
		s.start(head)
		s.branch(body, exit)
		s.start(body)
		s.statement(i%16, (i+3)%16)
		s.statement((i+5)%16, i%16)
		s.jump(head)
		s.start(exit)
		s.statement((i+7)%16, (i+5)%16)
	}
	return s.finish()
}

// shapeNest is ifs in ifs, with four variables.
func shapeNest(n int) (*hir.Function, int) {
	s := newShape(4)
	var joins []*hir.Block
	for i := 0; s.size < n/2; i++ {
		then, join := s.block(), s.block()
		s.branch(then, join)
		joins = append(joins, join)
		s.start(then)
		s.statement(i%4, (i+1)%4)
	}
	for i := len(joins) - 1; i >= 0; i-- {
		s.jump(joins[i])
		s.start(joins[i])
		s.statement(i%4, (i+1)%4)
	}
	return s.finish()
}

// shapeLoopNest is depth loops in one another, each with a variable of its own.
func shapeLoopNest(depth int) (*hir.Function, int) {
	s := newShape(depth)
	var heads, exits []*hir.Block
	for i := range depth {
		head, body, exit := s.block(), s.block(), s.block()
		s.assign(i, s.constant())
		s.jump(head)
		s.start(head)
		s.terminal(hir.If, []hir.IdentifierID{s.load(i)}, body, exit)
		heads, exits = append(heads, head), append(exits, exit)
		s.start(body)
	}
	for i := depth - 1; i >= 0; i-- {
		s.assign(i, s.binary(s.load(i), s.constant()))
		s.jump(heads[i])
		s.start(exits[i])
	}
	s.terminal(hir.Return, []hir.IdentifierID{s.constant()})
	s.list()
	s.f.SetBlocks(s.f.Blocks)
	if err := s.f.MarkPreds(); err != nil {
		panic(err)
	}
	s.f.NumberInstructions()
	return s.f, s.size
}

// shapeSwitch is one switch, each case of which sets a variable.
func shapeSwitch(n int) (*hir.Function, int) {
	s := newShape(16)
	first := s.cur
	join := s.block()
	tests := []hir.IdentifierID{s.constant()}
	var cases []*hir.Block
	for i := 0; s.size+5*i < n; i++ {
		cases = append(cases, s.block())
	}
	for range cases[1:] {
		tests = append(tests, tests[0])
	}
	s.terminal(hir.Switch, tests, cases...)
	for i := range cases {
		first.Term.HasTest = append(first.Term.HasTest, i < len(cases)-1)
	}
	for i, c := range cases {
		s.start(c)
		s.statement(i%16, (i+1)%16)
		s.jump(join)
	}
	s.start(join)
	return s.finish()
}

// shapeRandom is statements, ifs, conditional expressions (with a temporary that
// two blocks store to) and loops at random, with sixteen variables, at most six
// deep.
func shapeRandom(n int) (*hir.Function, int) {
	s := newShape(16)
	r := rand.New(rand.NewPCG(1, uint64(n)))
	var statements func(depth, budget int)
	statements = func(depth, budget int) {
		for end := s.size + budget; s.size < end; {
			v, w := r.IntN(16), r.IntN(16)
			inner := min(end-s.size, 5+r.IntN(100))
			kind := r.IntN(10)
			if depth == 6 && kind > 6 {
				kind = 0
			}
			switch kind {
			default:
				s.statement(v, w)
			case 6: // v = c ? a : b
				t := s.f.Env.NewTemporary()
				then, els, join := s.block(), s.block(), s.block()
				s.branch(then, els)
				for _, arm := range []*hir.Block{then, els} {
					s.start(arm)
					s.add(hir.Instruction{Kind: hir.StoreLocal, LKind: hir.LvalueConst, Defs: []hir.Place{at(t)}, Operands: []hir.Place{at(s.load(w))}})
					s.jump(join)
				}
				s.start(join)
				s.assign(v, t)
			case 7, 8:
				then, els, join := s.block(), s.block(), s.block()
				s.branch(then, els)
				s.start(then)
				statements(depth+1, inner)
				s.jump(join)
				s.start(els)
				if kind == 8 {
					statements(depth+1, inner/2)
				}
				s.jump(join)
				s.start(join)
			case 9:
				head, body, exit := s.block(), s.block(), s.block()
				s.jump(head)
				s.start(head)
				s.branch(body, exit)
				s.start(body)
				statements(depth+1, inner)
				s.jump(head)
				s.start(exit)
			}
		}
	}
	statements(0, n)
	return s.finish()
}
