package scopestest

import (
	"slices"

	"assay/hir"
)

// Builder builds one function. It stands in a current block, which its methods
// extend. Code after a jump goes to a block that Finish drops.
type Builder struct {
	f   *hir.Function
	cur *hir.Block
	// targets are the constructs that can be left, from the outermost on.
	targets  []jumpTarget
	handlers []hir.BlockID
	done     bool // the current block has its terminal
}

type jumpTarget struct {
	label      string
	breakTo    hir.BlockID
	continueTo hir.BlockID // or NoBlock
}

// New returns a builder that stands in the entry block of a new function.
func New(name string) *Builder {
	env := &hir.Env{}
	f := hir.NewFunction(env, name)
	b := &Builder{f: f}
	f.Entry = env.NewBlockID()
	b.cur = f.AddBlock(f.Entry, hir.BlockStatement)
	return b
}

// Func returns the function being built.
func (b *Builder) Func() *hir.Function { return b.f }

func place(id hir.IdentifierID) hir.Place { return hir.Place{Identifier: id} }

func places(ids []hir.IdentifierID) []hir.Place {
	if len(ids) == 0 {
		return nil
	}
	ps := make([]hir.Place, len(ids))
	for i, id := range ids {
		ps[i] = place(id)
	}
	return ps
}

// reserve makes a block that is filled later. Blocks are listed in the order of
// their reservation until Finish orders them.
func (b *Builder) reserve(kind hir.BlockKind) *hir.Block {
	return &hir.Block{ID: b.f.Env.NewBlockID(), Kind: kind}
}

func (b *Builder) enter(blk *hir.Block) {
	b.f.Blocks = append(b.f.Blocks, blk)
	b.cur, b.done = blk, false
}

func (b *Builder) terminate(t hir.Terminal) {
	if b.done {
		return
	}
	t.Scope = hir.NoScope
	if !t.Kind.HasFallthrough() {
		t.Fallthrough = hir.NoBlock
	}
	b.cur.Term = t
	b.done = true
}

func (b *Builder) jump(to hir.BlockID, variant uint8) {
	b.terminate(hir.Terminal{Kind: hir.Goto, Variant: variant, Targets: []hir.BlockID{to}})
}

// instr appends an instruction and returns its lvalue. Inside of a try, each
// instruction ends its block.
func (b *Builder) instr(in hir.Instruction) hir.IdentifierID {
	if b.done {
		b.enter(b.reserve(hir.BlockStatement))
	}
	id := b.f.Env.NewTemporary()
	in.Lvalue = place(id)
	b.cur.Instrs = append(b.cur.Instrs, in)
	if n := len(b.handlers); n > 0 {
		next := b.reserve(b.cur.Kind)
		b.terminate(hir.Terminal{Kind: hir.MaybeThrow, Targets: []hir.BlockID{next.ID, b.handlers[n-1]}})
		b.enter(next)
	}
	return id
}

// Op appends an array of the given operands and returns its temporary.
func (b *Builder) Op(uses ...hir.IdentifierID) hir.IdentifierID {
	return b.instr(hir.Instruction{Kind: hir.ArrayExpression, Operands: places(uses)})
}

// Store appends a store to a new variable and returns the variable.
func (b *Builder) Store(value hir.IdentifierID) hir.IdentifierID {
	v := b.f.Env.NewNamed("v")
	b.StoreTo(v, value)
	return v
}

// StoreTo appends a store of value to the variable v and returns the
// instruction's temporary.
func (b *Builder) StoreTo(v, value hir.IdentifierID) hir.IdentifierID {
	return b.instr(hir.Instruction{
		Kind: hir.StoreLocal, LKind: hir.LvalueLet, Operands: []hir.Place{place(value)}, Defs: []hir.Place{place(v)},
	})
}

// Load appends a load of v.
func (b *Builder) Load(v hir.IdentifierID) hir.IdentifierID {
	return b.instr(hir.Instruction{Kind: hir.LoadLocal, Operands: []hir.Place{place(v)}})
}

// Lambda appends a function expression that captures the given variables and
// returns undefined.
func (b *Builder) Lambda(captures ...hir.IdentifierID) hir.IdentifierID {
	env := b.f.Env
	g := hir.NewFunction(env, "")
	g.Context = places(captures)
	g.Entry = env.NewBlockID()
	blk := g.AddBlock(g.Entry, hir.BlockStatement)
	value := env.NewTemporary()
	blk.Instrs = []hir.Instruction{{
		ID: 1, Kind: hir.Primitive, Aux: &hir.Literal{Kind: hir.LiteralUndefined}, Lvalue: place(value),
	}}
	blk.Term = hir.Terminal{
		ID: 2, Kind: hir.Return, Variant: hir.ReturnVoid, Fallthrough: hir.NoBlock, Scope: hir.NoScope,
		Operands: []hir.Place{place(value)},
	}
	g.Returns = place(env.NewTemporary())
	return b.instr(hir.Instruction{Kind: hir.FunctionExpression, Func: g})
}

// If appends an if. A nil otherwise is an if without else.
func (b *Builder) If(test hir.IdentifierID, then, otherwise func()) {
	after := b.reserve(hir.BlockStatement)
	conseq := b.reserve(hir.BlockStatement)
	alt := after
	if otherwise != nil {
		alt = b.reserve(hir.BlockStatement)
	}
	b.terminate(hir.Terminal{
		Kind: hir.If, Operands: []hir.Place{place(test)}, Targets: []hir.BlockID{conseq.ID, alt.ID}, Fallthrough: after.ID,
	})
	b.enter(conseq)
	then()
	b.jump(after.ID, hir.GotoBreak)
	if otherwise != nil {
		b.enter(alt)
		otherwise()
		b.jump(after.ID, hir.GotoBreak)
	}
	b.enter(after)
}

func (b *Builder) push(label string, breakTo, continueTo hir.BlockID) {
	b.targets = append(b.targets, jumpTarget{label, breakTo, continueTo})
}

func (b *Builder) pop() { b.targets = b.targets[:len(b.targets)-1] }

// Break leaves the construct with the given label.
func (b *Builder) Break(label string) {
	for _, t := range b.targets {
		if t.label == label {
			b.jump(t.breakTo, hir.GotoBreak)
			return
		}
	}
	panic("scopestest: no label " + label)
}

// Continue goes on with the next turn of the loop with the given label.
func (b *Builder) Continue(label string) {
	for _, t := range b.targets {
		if t.label == label && t.continueTo != hir.NoBlock {
			b.jump(t.continueTo, hir.GotoContinue)
			return
		}
	}
	panic("scopestest: no loop " + label)
}

// Return appends a return.
func (b *Builder) Return(value hir.IdentifierID) {
	b.terminate(hir.Terminal{Kind: hir.Return, Variant: hir.ReturnExplicit, Operands: []hir.Place{place(value)}})
}

// Throw appends a throw.
func (b *Builder) Throw(value hir.IdentifierID) {
	b.terminate(hir.Terminal{Kind: hir.Throw, Operands: []hir.Place{place(value)}})
}

func (b *Builder) branch(test hir.IdentifierID, then, otherwise, after hir.BlockID) {
	b.terminate(hir.Terminal{
		Kind: hir.Branch, Operands: []hir.Place{place(test)}, Targets: []hir.BlockID{then, otherwise}, Fallthrough: after,
	})
}

// Label appends a labeled block.
func (b *Builder) Label(label string, body func()) {
	after := b.reserve(hir.BlockStatement)
	blk := b.reserve(hir.BlockStatement)
	b.terminate(hir.Terminal{Kind: hir.Label, Targets: []hir.BlockID{blk.ID}, Fallthrough: after.ID})
	b.push(label, after.ID, hir.NoBlock)
	b.enter(blk)
	body()
	b.jump(after.ID, hir.GotoBreak)
	b.pop()
	b.enter(after)
}

// While appends a while loop. The test returns what it tests.
func (b *Builder) While(label string, test func() hir.IdentifierID, body func()) {
	head := b.reserve(hir.BlockLoop)
	after := b.reserve(hir.BlockStatement)
	loop := b.reserve(hir.BlockStatement)
	b.terminate(hir.Terminal{Kind: hir.While, Targets: []hir.BlockID{head.ID, loop.ID}, Fallthrough: after.ID})
	b.enter(head)
	b.branch(test(), loop.ID, after.ID, head.ID)
	b.loopBody(label, loop, body, after.ID, head.ID)
	b.enter(after)
}

func (b *Builder) loopBody(label string, loop *hir.Block, body func(), breakTo, continueTo hir.BlockID) {
	b.push(label, breakTo, continueTo)
	b.enter(loop)
	body()
	b.jump(continueTo, hir.GotoContinue)
	b.pop()
}

// DoWhile appends a do-while loop.
func (b *Builder) DoWhile(label string, body func(), test func() hir.IdentifierID) {
	loop := b.reserve(hir.BlockStatement)
	after := b.reserve(hir.BlockStatement)
	cond := b.reserve(hir.BlockLoop)
	b.terminate(hir.Terminal{Kind: hir.DoWhile, Targets: []hir.BlockID{loop.ID, cond.ID}, Fallthrough: after.ID})
	b.loopBody(label, loop, body, after.ID, cond.ID)
	b.enter(cond)
	b.branch(test(), loop.ID, after.ID, cond.ID)
	b.enter(after)
}

// For appends a for loop. A nil update is a loop without one.
func (b *Builder) For(label string, init func(), test func() hir.IdentifierID, update func(), body func()) {
	initBlock := b.reserve(hir.BlockLoop)
	testBlock := b.reserve(hir.BlockLoop)
	updateID, again := hir.NoBlock, testBlock.ID
	var updateBlock *hir.Block
	if update != nil {
		updateBlock = b.reserve(hir.BlockLoop)
		updateID, again = updateBlock.ID, updateBlock.ID
	}
	loop := b.reserve(hir.BlockStatement)
	after := b.reserve(hir.BlockStatement)
	b.terminate(hir.Terminal{
		Kind: hir.For, Targets: []hir.BlockID{initBlock.ID, testBlock.ID, updateID, loop.ID}, Fallthrough: after.ID,
	})
	b.enter(initBlock)
	init()
	b.jump(testBlock.ID, hir.GotoBreak)
	b.enter(testBlock)
	b.branch(test(), loop.ID, after.ID, after.ID)
	if update != nil {
		b.enter(updateBlock)
		update()
		b.jump(testBlock.ID, hir.GotoBreak)
	}
	b.loopBody(label, loop, body, after.ID, again)
	b.enter(after)
}

// ForOf appends a for-of loop over collection. The body is given the item.
func (b *Builder) ForOf(label string, collection hir.IdentifierID, body func(item hir.IdentifierID)) {
	initBlock := b.reserve(hir.BlockLoop)
	testBlock := b.reserve(hir.BlockLoop)
	loop := b.reserve(hir.BlockStatement)
	after := b.reserve(hir.BlockStatement)
	b.terminate(hir.Terminal{
		Kind: hir.ForOf, Targets: []hir.BlockID{initBlock.ID, loop.ID, testBlock.ID}, Fallthrough: after.ID,
	})
	b.enter(initBlock)
	iter := b.instr(hir.Instruction{Kind: hir.GetIterator, Operands: places([]hir.IdentifierID{collection})})
	b.jump(testBlock.ID, hir.GotoBreak)
	b.enter(testBlock)
	next := b.instr(hir.Instruction{Kind: hir.IteratorNext, Operands: places([]hir.IdentifierID{iter, collection})})
	item := b.Store(next)
	b.branch(next, loop.ID, after.ID, after.ID)
	b.loopBody(label, loop, func() { body(item) }, after.ID, initBlock.ID)
	b.enter(after)
}

// ForIn appends a for-in loop over object. The body is given the key.
func (b *Builder) ForIn(label string, object hir.IdentifierID, body func(key hir.IdentifierID)) {
	initBlock := b.reserve(hir.BlockLoop)
	loop := b.reserve(hir.BlockStatement)
	after := b.reserve(hir.BlockStatement)
	b.terminate(hir.Terminal{
		Kind: hir.ForIn, Targets: []hir.BlockID{initBlock.ID, loop.ID}, Fallthrough: after.ID,
	})
	b.enter(initBlock)
	next := b.instr(hir.Instruction{Kind: hir.NextPropertyOf, Operands: places([]hir.IdentifierID{object})})
	key := b.Store(next)
	b.branch(next, loop.ID, after.ID, after.ID)
	b.loopBody(label, loop, func() { body(key) }, after.ID, initBlock.ID)
	b.enter(after)
}

// Switch appends a switch whose cases have a test each, but for the last, which
// is the default. A case falls into the next one unless it breaks.
func (b *Builder) Switch(label string, value hir.IdentifierID, cases ...func()) {
	after := b.reserve(hir.BlockStatement)
	t := hir.Terminal{Kind: hir.Switch, Operands: []hir.Place{place(value)}, Fallthrough: after.ID}
	blocks := make([]*hir.Block, len(cases))
	for i := range cases {
		blocks[i] = b.reserve(hir.BlockStatement)
		t.Targets = append(t.Targets, blocks[i].ID)
		test := i < len(cases)-1
		t.HasTest = append(t.HasTest, test)
		if test {
			t.Operands = append(t.Operands, place(value))
		}
	}
	b.terminate(t)
	b.push(label, after.ID, hir.NoBlock)
	for i, body := range cases {
		b.enter(blocks[i])
		body()
		next := after.ID
		if i+1 < len(cases) {
			next = blocks[i+1].ID
		}
		b.jump(next, hir.GotoBreak)
	}
	b.pop()
	b.enter(after)
}

// Try appends a try with a handler, which is given the caught value.
func (b *Builder) Try(body func(), handler func(caught hir.IdentifierID)) {
	binding := b.f.Env.NewTemporary()
	b.instr(hir.Instruction{Kind: hir.DeclareLocal, LKind: hir.LvalueCatch, Defs: []hir.Place{place(binding)}})
	after := b.reserve(hir.BlockStatement)
	catch := b.reserve(hir.BlockCatch)
	blk := b.reserve(hir.BlockStatement)
	b.terminate(hir.Terminal{
		Kind: hir.Try, Operands: []hir.Place{place(binding)}, Targets: []hir.BlockID{blk.ID, catch.ID}, Fallthrough: after.ID,
	})
	b.enter(blk)
	b.handlers = append(b.handlers, catch.ID)
	body()
	b.handlers = b.handlers[:len(b.handlers)-1]
	b.jump(after.ID, hir.GotoTry)
	b.enter(catch)
	handler(binding)
	b.jump(after.ID, hir.GotoBreak)
	b.enter(after)
}

// value appends a value construct: a terminal that leads to a test block, and
// arms that each store to a temporary. It returns the phi of the two.
func (b *Builder) value(term hir.Terminal, test func() hir.IdentifierID, then, otherwise func() hir.IdentifierID) hir.IdentifierID {
	after := b.reserve(b.cur.Kind)
	testBlock := b.reserve(hir.BlockValue)
	conseq := b.reserve(hir.BlockValue)
	alt := b.reserve(hir.BlockValue)
	term.Targets, term.Fallthrough = []hir.BlockID{testBlock.ID}, after.ID
	b.terminate(term)
	b.enter(testBlock)
	b.branch(test(), conseq.ID, alt.ID, after.ID)
	phi := hir.Phi{Place: place(b.f.Env.NewTemporary())}
	for i, arm := range []func() hir.IdentifierID{then, otherwise} {
		b.enter([]*hir.Block{conseq, alt}[i])
		v := b.f.Env.NewTemporary()
		b.StoreTo(v, arm())
		phi.Operands = append(phi.Operands, hir.PhiOperand{Pred: b.cur.ID, Place: place(v)})
		b.jump(after.ID, hir.GotoBreak)
	}
	after.Phis = append(after.Phis, phi)
	b.enter(after)
	return phi.Place.Identifier
}

// Ternary appends a conditional expression and returns its temporary.
func (b *Builder) Ternary(test, then, otherwise func() hir.IdentifierID) hir.IdentifierID {
	return b.value(hir.Terminal{Kind: hir.Ternary}, test, then, otherwise)
}

// Logical appends left && right and returns its temporary.
func (b *Builder) Logical(left, right func() hir.IdentifierID) hir.IdentifierID {
	var l hir.IdentifierID
	return b.value(hir.Terminal{Kind: hir.Logical, Text: "&&"},
		func() hir.IdentifierID { l = left(); return l },
		right,
		func() hir.IdentifierID { return b.Load(l) })
}

// Optional appends an optional access of object and returns its temporary.
func (b *Builder) Optional(object, access func() hir.IdentifierID) hir.IdentifierID {
	return b.value(hir.Terminal{Kind: hir.Optional, Variant: 1}, object, access, func() hir.IdentifierID { return b.Op() })
}

// Sequence appends a sequence expression and returns its temporary.
func (b *Builder) Sequence(body func() hir.IdentifierID) hir.IdentifierID {
	result := b.f.Env.NewTemporary()
	after := b.reserve(b.cur.Kind)
	blk := b.reserve(hir.BlockSequence)
	b.terminate(hir.Terminal{Kind: hir.Sequence, Targets: []hir.BlockID{blk.ID}, Fallthrough: after.ID})
	b.enter(blk)
	b.StoreTo(result, body())
	b.jump(after.ID, hir.GotoBreak)
	b.enter(after)
	return result
}

// Finish ends the current block with a return of undefined, orders and numbers
// the blocks and returns the function.
func (b *Builder) Finish() *hir.Function {
	b.f.Returns = place(b.f.Env.NewTemporary())
	if !b.done {
		v := b.instr(hir.Instruction{Kind: hir.Primitive, Aux: &hir.Literal{Kind: hir.LiteralUndefined}})
		b.terminate(hir.Terminal{Kind: hir.Return, Variant: hir.ReturnVoid, Operands: []hir.Place{place(v)}})
	}
	f := b.f
	f.SetBlocks(f.Blocks)
	for again := true; again; {
		was := f.Blocks
		if err := f.ReversePostorder(); err != nil {
			panic(err)
		}
		// The order can be another the next time: a fallthrough that is not reached
		// has lost its terminal, and a terminal that turns into a goto its
		// fallthrough.
		same := func(a, b *hir.Block) bool { return a.ID == b.ID && a.Term.Kind == b.Term.Kind }
		again = dropUnreachableParts(f) || !slices.EqualFunc(was, f.Blocks, same)
	}
	if err := f.MarkPreds(); err != nil {
		panic(err)
	}
	f.NumberInstructions()
	return f
}

// dropUnreachableParts makes terminals stop naming parts that are not reached
// and so are gone, as the React Compiler does: a for without its update block
// has no update, and a do-while without a test or a try without a handler turns
// into a goto. It reports whether one did.
func dropUnreachableParts(f *hir.Function) bool {
	changed := false
	for _, blk := range f.Blocks {
		t := &blk.Term
		gone := func(i int) bool { return t.Targets[i] != hir.NoBlock && f.Block(t.Targets[i]) == nil }
		toGoto := false
		switch t.Kind {
		case hir.For:
			if gone(hir.ForUpdate) {
				t.Targets[hir.ForUpdate] = hir.NoBlock
			}
		case hir.DoWhile:
			toGoto = gone(hir.DoWhileTest)
		case hir.Try:
			toGoto = gone(hir.TryHandler)
		}
		if toGoto {
			*t = hir.Terminal{Kind: hir.Goto, Targets: t.Targets[:1], Fallthrough: hir.NoBlock, Scope: hir.NoScope}
			changed = true
		}
	}
	return changed
}
