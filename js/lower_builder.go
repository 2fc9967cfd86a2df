package js

import (
	"strconv"

	"assay/hir"
)

// protoBlock is a block under construction. Its instructions are a list
// through Lowerer.instrs, since the blocks of a function grow in turns.
type protoBlock struct {
	kind   hir.BlockKind
	marks  uint8
	closed bool // has its terminal
	// anyFunction says that the block holds a function expression; hoistedFunction,
	// that it stores a function declaration that is mentioned before. function is
	// where that stands.
	anyFunction, hoistedFunction bool
	function                     Pos
	first, last                  int32
	count                        int32
	// preds is the number of edges to the block, and then the end of its part of
	// the function's predecessor list.
	preds int32
	// out is the finished block.
	out  *hir.Block
	term hir.Terminal
}

// protoInstr is an instruction of a block under construction.
type protoInstr struct {
	hir.Instruction
	next int32
}

// jumpTarget is a statement that break or continue may name.
type jumpTarget struct {
	label        string
	isLabel      bool // a labelled statement that is no loop
	isLoop       bool
	after, again hir.BlockID
}

// builder makes blocks, instructions and temporaries. All its tables are
// reused; what a finished function keeps is copied out of them.
type builder struct {
	// names is indexed by identifier id.
	names  []string
	blocks []protoBlock // by block id
	instrs []protoInstr
	// places and targets are carved into operands and targets. Parts of them that
	// are in use stay valid when they grow.
	places  []hir.Place
	targets []hir.BlockID
	tests   []bool

	cur hir.BlockID
	// handlers are the catch blocks around, the innermost last; jumps are the
	// statements around that break and continue may name. Those of the current
	// function start at handlerBase and jumpBase.
	handlers              []handler
	jumps                 []jumpTarget
	handlerBase, jumpBase int
	// own lists the blocks of the functions being lowered, innermost last.
	own []hir.BlockID

	// args is a stack of operands being collected, elems of their kinds.
	args  []hir.IdentifierID
	elems []hir.Element

	literals slab[hir.Literal]
	globals  slab[hir.Binding]
	// promoted caches the names #t0, #t1, ...
	promoted []string
}

// handler is the catch block of a try, and the temporary that holds what was
// thrown, or NoIdentifier.
type handler struct {
	block   hir.BlockID
	binding hir.IdentifierID
}

// slab allocates values that stay, many at a time.
type slab[T any] struct {
	free []T
}

func (s *slab[T]) new() *T {
	if len(s.free) == 0 {
		s.free = make([]T, 16)
	}
	p := &s.free[0]
	s.free = s.free[1:]
	return p
}

func (b *builder) reset() {
	clear(b.names)
	b.names = b.names[:0]
	clear(b.blocks)
	b.blocks = b.blocks[:0]
	b.instrs = b.instrs[:0]
	b.places = b.places[:0]
	b.targets = b.targets[:0]
	b.tests = b.tests[:0]
	b.handlers = b.handlers[:0]
	b.jumps = b.jumps[:0]
	b.handlerBase, b.jumpBase = 0, 0
	b.own = b.own[:0]
	b.args = b.args[:0]
	b.elems = b.elems[:0]
}

// place is a mention of an identifier, with the effect not yet inferred.
func placeOf(id hir.IdentifierID) hir.Place {
	return hir.Place{Identifier: id, Effect: hir.EffectUnknown}
}

// temp returns a new temporary.
func (b *builder) temp() hir.IdentifierID {
	b.names = append(b.names, "")
	return hir.IdentifierID(len(b.names) - 1)
}

// promotedTemp returns a new temporary that has a name.
func (b *builder) promotedTemp() hir.IdentifierID {
	id := len(b.names)
	for len(b.promoted) <= id {
		b.promoted = append(b.promoted, "#t"+strconv.Itoa(len(b.promoted)))
	}
	b.names = append(b.names, b.promoted[id])
	return hir.IdentifierID(id)
}

// reserve makes a block to be filled later.
func (b *builder) reserve(kind hir.BlockKind) hir.BlockID {
	id := hir.BlockID(len(b.blocks))
	if len(b.blocks) < cap(b.blocks) {
		b.blocks = b.blocks[:id+1]
	} else {
		b.blocks = append(b.blocks, protoBlock{})
	}
	p := &b.blocks[id]
	p.kind, p.first, p.last = kind, none, none
	b.own = append(b.own, id)
	return id
}

// kind is the kind of the current block.
func (b *builder) kind() hir.BlockKind { return b.blocks[b.cur].kind }

// begin starts a new block within the construct of the current one. It returns
// the current block, for end.
func (b *builder) begin(kind hir.BlockKind) (id, outer hir.BlockID) {
	outer = b.cur
	id = b.reserve(kind)
	b.cur = id
	return id, outer
}

// close gives the current block its terminal and makes next the current one.
// The caller fills the terminal in at once.
func (b *builder) close(kind hir.TermKind, next hir.BlockID) *hir.Terminal {
	p := &b.blocks[b.cur]
	p.closed = true
	p.term.Kind = kind
	p.term.Fallthrough = hir.NoBlock
	p.term.Scope = hir.NoScope
	b.cur = next
	return &p.term
}

// jump ends the current block with a goto.
func (b *builder) jump(variant uint8, target, next hir.BlockID) {
	t := b.close(hir.Goto, next)
	t.Variant = variant
	t.Targets = b.blocks1(target)
}

// branch ends the current block with a branch.
func (b *builder) branch(test hir.IdentifierID, then, alt, fallthru, next hir.BlockID) {
	t := b.close(hir.Branch, next)
	t.Operands = b.ops1(test)
	t.Targets = b.blocks2(then, alt)
	t.Fallthrough = fallthru
}

// enclose ends the current block with a terminal that has one target and a
// fallthrough, and goes on at next.
func (b *builder) enclose(kind hir.TermKind, target, fallthru, next hir.BlockID) *hir.Terminal {
	t := b.close(kind, next)
	t.Targets = b.blocks1(target)
	t.Fallthrough = fallthru
	return t
}

// push adds an instruction with a new temporary to the current block. Within a
// try it ends the block, since the instruction may throw. The caller fills in
// the instruction at once.
func (b *builder) push(kind hir.ValueKind) *hir.Instruction { return b.pushTo(kind, b.temp()) }

func (b *builder) pushTo(kind hir.ValueKind, lvalue hir.IdentifierID) *hir.Instruction {
	n := int32(len(b.instrs))
	if int(n) < cap(b.instrs) {
		b.instrs = b.instrs[:n+1]
		b.instrs[n] = protoInstr{}
	} else {
		b.instrs = append(b.instrs, protoInstr{})
	}
	in := &b.instrs[n]
	in.next = none
	in.Kind = kind
	in.Lvalue = placeOf(lvalue)
	p := &b.blocks[b.cur]
	if p.last >= 0 {
		b.instrs[p.last].next = n
	} else {
		p.first = n
	}
	p.last = n
	p.count++
	if len(b.handlers) > b.handlerBase {
		next := b.reserve(p.kind)
		t := b.close(hir.MaybeThrow, next)
		t.Targets = b.blocks2(next, b.handlers[len(b.handlers)-1].block)
	}
	return &in.Instruction
}

func (b *builder) ops1(x hir.IdentifierID) []hir.Place {
	n := len(b.places)
	b.places = append(b.places, placeOf(x))
	return b.places[n : n+1 : n+1]
}

func (b *builder) ops2(x, y hir.IdentifierID) []hir.Place {
	n := len(b.places)
	b.places = append(b.places, placeOf(x), placeOf(y))
	return b.places[n : n+2 : n+2]
}

func (b *builder) ops3(x, y, z hir.IdentifierID) []hir.Place {
	n := len(b.places)
	b.places = append(b.places, placeOf(x), placeOf(y), placeOf(z))
	return b.places[n : n+3 : n+3]
}

// opsArgs takes the operands above base from the stack.
func (b *builder) opsArgs(base int) []hir.Place {
	n := len(b.places)
	for _, x := range b.args[base:] {
		b.places = append(b.places, placeOf(x))
	}
	b.args = b.args[:base]
	return b.places[n:len(b.places):len(b.places)]
}

func (b *builder) blocks1(x hir.BlockID) []hir.BlockID {
	n := len(b.targets)
	b.targets = append(b.targets, x)
	return b.targets[n : n+1 : n+1]
}

func (b *builder) blocks2(x, y hir.BlockID) []hir.BlockID {
	n := len(b.targets)
	b.targets = append(b.targets, x, y)
	return b.targets[n : n+2 : n+2]
}

// push1 pushes an instruction with one operand and returns its temporary.
func (b *builder) push1(kind hir.ValueKind, x hir.IdentifierID) hir.IdentifierID {
	in := b.push(kind)
	in.Operands = b.ops1(x)
	return in.Lvalue.Identifier
}

// storeTemp stores a value in a temporary that several arms share.
func (b *builder) storeTemp(to, value hir.IdentifierID) {
	in := b.push(hir.StoreLocal)
	in.LKind = hir.LvalueConst
	in.Operands = b.ops1(value)
	in.Defs = b.ops1(to)
}

// Literals that many programs have are shared.
var (
	undefinedLiteral = &hir.Literal{Kind: hir.LiteralUndefined}
	nullLiteral      = &hir.Literal{Kind: hir.LiteralNull}
	boolLiterals     = [2]*hir.Literal{{Kind: hir.LiteralBool}, {Kind: hir.LiteralBool, Bool: true}}
	smallNumbers     = func() (t [256]hir.Literal) {
		for i := range t {
			t[i] = hir.Literal{Kind: hir.LiteralNumber, Num: float64(i)}
		}
		return t
	}()
)

func (b *builder) literal(lit *hir.Literal) hir.IdentifierID {
	in := b.push(hir.Primitive)
	in.Aux = lit
	return in.Lvalue.Identifier
}

func (b *builder) undefined() hir.IdentifierID { return b.literal(undefinedLiteral) }

func (b *builder) number(v float64) hir.IdentifierID {
	// The bits tell -0 from 0.
	if v > 0 && v < 256 && v == float64(uint8(v)) || v == 0 && 1/v > 0 {
		return b.literal(&smallNumbers[uint8(v)])
	}
	lit := b.literals.new()
	lit.Kind, lit.Num = hir.LiteralNumber, v
	return b.literal(lit)
}

func (b *builder) str(s string) hir.IdentifierID {
	lit := b.literals.new()
	lit.Kind, lit.Str = hir.LiteralString, s
	return b.literal(lit)
}

// pushJump opens a statement that break or continue may name; popJump closes it.
func (b *builder) pushJump(t jumpTarget) { b.jumps = append(b.jumps, t) }

func (b *builder) popJump() { b.jumps = b.jumps[:len(b.jumps)-1] }

// breakTarget returns where break goes, or NoBlock.
func (b *builder) breakTarget(label string) hir.BlockID {
	for i := len(b.jumps) - 1; i >= b.jumpBase; i-- {
		j := &b.jumps[i]
		if label != "" && j.label == label || label == "" && !j.isLabel {
			return j.after
		}
	}
	return hir.NoBlock
}

// continueTarget returns where continue goes, or NoBlock. A label before the
// label of a loop is the loop's too; direct says that it was the loop's own.
func (b *builder) continueTarget(label string) (target hir.BlockID, direct bool) {
	for i := len(b.jumps) - 1; i >= b.jumpBase; i-- {
		j := &b.jumps[i]
		if j.isLoop && (label == "" || j.label == label) {
			return j.again, true
		}
		if label != "" && j.label == label {
			for i++; i < len(b.jumps); i++ {
				if b.jumps[i].isLoop {
					return b.jumps[i].again, false
				}
				if !b.jumps[i].isLabel {
					break
				}
			}
			return hir.NoBlock, false
		}
	}
	return hir.NoBlock, false
}
