package ssa

import (
	"slices"
	"strconv"

	"assay/hir"
)

const enterPass = "EnterSSA"

// construction is the state of one run of EnterSSA over a function and all
// functions nested in it. Blocks of all these functions are numbered in one
// sequence ("states"), functions in the order in which the walk meets them, the
// blocks of a function in their order.
type construction struct {
	env    *hir.Env
	funcs  []funcState
	blocks []blockState
	// preds holds the predecessors of all blocks, as states.
	preds []int32

	// vars is indexed by identifier id. While scanning it holds what scanUse and
	// scanDef say; from then on, for a local variable its current version + 1,
	// for any other ^(its number). Instructions use mostly local variables, and
	// these need no look-up at all.
	vars    []int32
	nvars   int // variables that are not local
	ndefs   int // definitions to rename
	ninstrs int

	maxBlocks int // of one function

	versions versionTable
	// unknown tells the variables that were read where no definition reaches.
	unknown []bool

	frames  []walkFrame
	lookups []lookupFrame
	// incomplete holds the lists of reserved phis; entry 0 is unused.
	incomplete []incompletePhi
	made       []madePhi
	operands   []hir.PhiOperand

	roots  rootRegions
	failed *hir.PassError // set by a look-up; without its location

	adjacency adjacency
}

// funcState is one function of the tree.
type funcState struct {
	f    *hir.Function
	base int32 // state of its first block
}

// blockState is what the construction knows about a block.
type blockState struct {
	block         *hir.Block
	preds, npreds int32 // where its predecessors are in construction.preds
	// unsealed counts the predecessors that are not filled yet. While there are
	// any, a look-up reserves a phi instead of looking further.
	unsealed int32
	// first and last are the block's list of reserved phis.
	first, last int32
	phis        int32 // phis made
	root        rootKind
	started     bool
}

// walkFrame is a function being walked: the next instruction of its current
// block, or -1 if the block is not started.
type walkFrame struct {
	fn, block, instr int32
}

// madePhi is a finished phi. Phis are kept aside until all are known, so that
// they and their operands can be allocated at once.
type madePhi struct {
	block       int32
	place       hir.Place
	first, size int32 // in construction.operands
}

// EnterSSA is [EnterSSA] with b's scratch memory.
func (b *Builder) EnterSSA(f *hir.Function) error {
	c := &b.construction
	err := c.run(f)
	clear(c.funcs) // keep no reference to f
	clear(c.blocks)
	c.funcs, c.blocks, c.env, c.failed = c.funcs[:0], c.blocks[:0], nil, nil
	if err != nil {
		return err
	}
	return nil
}

func (c *construction) run(f *hir.Function) *hir.PassError {
	c.env = f.Env
	c.preds, c.frames = c.preds[:0], c.frames[:0]
	c.lookups, c.made, c.operands = c.lookups[:0], c.made[:0], c.operands[:0]
	c.incomplete = append(c.incomplete[:0], incompletePhi{})
	c.nvars, c.ndefs, c.ninstrs, c.maxBlocks = 0, 0, 0, 0
	c.vars = resize(c.vars, len(c.env.Identifiers))
	c.roots.reset()

	if err := c.scan(f); err != nil {
		return err
	}
	c.versions.reset(len(c.blocks), c.nvars, c.ninstrs)
	c.unknown = resize(c.unknown, c.nvars)
	c.reserveIdentifiers()
	if err := c.rename(); err != nil {
		return err
	}
	c.placePhis()
	return nil
}

// reserveIdentifiers makes room for the new identifiers: one a definition, and
// a guess for the phis that cannot be too large by much.
func (c *construction) reserveIdentifiers() {
	joins := 0
	for i := range c.blocks {
		if c.blocks[i].npreds > 1 {
			joins++
		}
	}
	phis := min(joins*c.nvars, 16+c.ndefs/2)
	c.env.Identifiers = slices.Grow(c.env.Identifiers, c.ndefs+phis)
}

// scan registers all functions and their blocks, and finds the local variables:
// those whose uses all follow a definition in the same block, which is the only
// block that mentions them.
func (c *construction) scan(top *hir.Function) *hir.PassError {
	if err := c.enter(top, noState); err != nil {
		return err
	}
	for len(c.frames) > 0 {
		fr := &c.frames[len(c.frames)-1]
		fn := c.funcs[fr.fn]
		if int(fr.block) == len(fn.f.Blocks) {
			c.frames = c.frames[:len(c.frames)-1]
			continue
		}
		block := fn.f.Blocks[fr.block]
		state := fn.base + fr.block
		if fr.instr < 0 {
			c.ninstrs += len(block.Instrs)
			fr.instr = 0
		}
		nested, ok := c.scanBlock(block, int(fr.instr), state)
		if !ok {
			return undefinedIdentifier(fn.f, block)
		}
		if nested < 0 {
			fr.block, fr.instr = fr.block+1, -1
			continue
		}
		fr.instr = int32(nested) + 1
		if err := c.enter(block.Instrs[nested].Func, state); err != nil {
			return err
		}
	}
	return nil
}

// scanBlock scans a block from the given instruction on, until one that holds a
// nested function. It returns that one's index, or -1 at the end of the block;
// and false if a place has an id that no identifier has.
func (c *construction) scanBlock(block *hir.Block, from int, state int32) (nested int, ok bool) {
	for i := from; i < len(block.Instrs); i++ {
		in := &block.Instrs[i]
		uses := in.Uses()
		for j := range uses {
			if !c.scanUse(uses[j].Identifier, state) {
				return -1, false
			}
		}
		if in.Kind != hir.DeclareContext {
			for j := range in.Defs {
				if !c.scanDef(in.Defs[j].Identifier, state) {
					return -1, false
				}
			}
		}
		if in.HasLvalue() && !c.scanDef(in.Lvalue.Identifier, state) {
			return -1, false
		}
		if in.Func != nil {
			return i, true
		}
	}
	for j := range block.Term.Operands {
		if !c.scanUse(block.Term.Operands[j].Identifier, state) {
			return -1, false
		}
	}
	return -1, true
}

// scanUse notes a use of a variable in a block. vars holds 0 for a variable not
// met yet, state+1 for one that is local to that block so far, or ^number.
func (c *construction) scanUse(id hir.IdentifierID, state int32) bool {
	if uint(id) >= uint(len(c.vars)) {
		return false
	}
	if v := c.vars[id]; v >= 0 && v != state+1 {
		c.makeGlobal(id)
	}
	return true
}

// scanDef notes a definition of a variable in a block.
func (c *construction) scanDef(id hir.IdentifierID, state int32) bool {
	c.ndefs++
	if uint(id) >= uint(len(c.vars)) {
		return false
	}
	switch v := c.vars[id]; {
	case v == 0:
		c.vars[id] = state + 1
	case v > 0 && v != state+1:
		c.makeGlobal(id)
	}
	return true
}

// makeGlobal gives a variable that is not local its number.
func (c *construction) makeGlobal(id hir.IdentifierID) {
	c.vars[id] = ^int32(c.nvars)
	c.nvars++
}

// enter registers a function, starts its walk, and notes its parameters as
// definitions of its entry. outer is the block that holds it, or noState.
func (c *construction) enter(f *hir.Function, outer int32) *hir.PassError {
	entry, err := c.register(f, outer)
	if err != nil {
		return err
	}
	for i := range f.Params {
		id := f.Params[i].Identifier
		if !c.scanDef(id, entry) {
			return undefinedIdentifier(f, nil)
		}
		if c.roots.hasEntryLoop(entry) && c.vars[id] >= 0 {
			c.makeGlobal(id)
		}
	}
	c.frames = append(c.frames, walkFrame{fn: int32(len(c.funcs) - 1), instr: -1})
	return nil
}

// rename walks the functions in the same order again, gives every definition a
// new identifier, and every use the one that reaches it.
func (c *construction) rename() *hir.PassError {
	c.adjacency.marks = resize(c.adjacency.marks, c.maxBlocks)
	c.adjacency.stamp = 0
	top := c.funcs[0].f
	entry := top.BlockPos(top.Entry)
	if len(top.Context) > 0 {
		return invariant(top, top.Blocks[entry], 0, "Expected function context to be empty for outer function declarations", "")
	}
	// The React Compiler comes to this at the entry, which is its first block.
	if err := c.renameParams(top, top.Blocks[entry], int32(entry)); err != nil {
		return err
	}
	c.frames = append(c.frames[:0], walkFrame{instr: -1})
	next := 1 // the function that the walk will meet next
	for len(c.frames) > 0 {
		fr := &c.frames[len(c.frames)-1]
		fn := c.funcs[fr.fn]
		if int(fr.block) == len(fn.f.Blocks) {
			c.frames = c.frames[:len(c.frames)-1]
			continue
		}
		block := fn.f.Blocks[fr.block]
		state := fn.base + fr.block
		if fr.instr < 0 {
			c.blocks[state].started = true
			fr.instr = 0
		}
		nested, err := c.renameBlock(fn.f, block, int(fr.instr), state)
		if err != nil {
			return err
		}
		if nested < 0 {
			if err := c.seal(fn, block, state); err != nil {
				return err
			}
			fr.block, fr.instr = fr.block+1, -1
			continue
		}
		fr.instr = int32(nested) + 1
		in := &block.Instrs[nested]
		inner := c.funcs[next]
		entry := in.Func.BlockPos(in.Func.Entry)
		if len(in.Func.Blocks[entry].Preds) > 0 {
			return invariant(in.Func, in.Func.Blocks[entry], 0,
				"Expected function expression entry block to have zero predecessors", "")
		}
		if err := c.renameParams(in.Func, in.Func.Blocks[entry], inner.base+int32(entry)); err != nil {
			return err
		}
		c.frames = append(c.frames, walkFrame{fn: int32(next), instr: -1})
		next++
	}
	return nil
}

// renameParams defines a function's parameters at its entry. The React Compiler
// defines those of a nested function in the block that holds it, where its
// entry then finds them; here they cannot be seen after the function.
func (c *construction) renameParams(f *hir.Function, entry *hir.Block, state int32) *hir.PassError {
	for i := range f.Params {
		p := &f.Params[i].Place
		old := p.Identifier
		if !c.define(p, state) {
			return hoisted(c.env, f, entry, 0, old)
		}
		if c.roots.defines(state, old) {
			// A loop brings other values to the entry: let look-ups come to that.
			c.versions.set(state, ^c.vars[old], 0)
		}
	}
	return nil
}

// renameBlock renames a block's instructions from the given one on, until one
// that holds a nested function, whose index it returns. It returns -1 when it
// has renamed the terminal.
func (c *construction) renameBlock(f *hir.Function, block *hir.Block, from int, state int32) (int, *hir.PassError) {
	for i := from; i < len(block.Instrs); i++ {
		in := &block.Instrs[i]
		uses := in.Uses()
		for j := range uses {
			c.use(&uses[j], state)
		}
		if c.failed != nil {
			return 0, c.locate(f, block, in.ID)
		}
		if in.Kind != hir.DeclareContext {
			for j := range in.Defs {
				if p := &in.Defs[j]; !c.define(p, state) {
					return 0, hoisted(c.env, f, block, in.ID, p.Identifier)
				}
			}
		}
		if in.HasLvalue() && !c.define(&in.Lvalue, state) {
			return 0, hoisted(c.env, f, block, in.ID, in.Lvalue.Identifier)
		}
		if in.Func != nil {
			return i, nil
		}
	}
	for j := range block.Term.Operands {
		c.use(&block.Term.Operands[j], state)
	}
	if c.failed != nil {
		return 0, c.locate(f, block, block.Term.ID)
	}
	return -1, nil
}

// use renames a use in the given block.
func (c *construction) use(p *hir.Place, state int32) {
	v := c.vars[p.Identifier]
	if v > 0 {
		p.Identifier = hir.IdentifierID(v - 1)
		return
	}
	if id := c.versions.get(state, ^v); id != 0 {
		p.Identifier = hir.IdentifierID(id - 1)
		return
	}
	p.Identifier = c.lookUp(*p, ^v, state)
}

// define renames a definition in the given block. It returns false, and leaves
// the place alone, if a use of the variable was met before that no definition
// reaches.
func (c *construction) define(p *hir.Place, state int32) bool {
	old := p.Identifier
	v := c.vars[old]
	if v >= 0 {
		p.Identifier = c.env.NewVersion(old)
		c.vars[old] = int32(p.Identifier) + 1
		return true
	}
	if c.unknown[^v] {
		return false
	}
	p.Identifier = c.env.NewVersion(old)
	c.versions.set(state, ^v, int32(p.Identifier)+1)
	return true
}

// seal takes note that a block is filled: each of its successors waits for one
// predecessor less, and one that waits for no more gets its phis completed if
// it has been visited already, that is, if this was its last back edge.
//
// A second edge to the same successor does not count, as preds are a set. (The
// React Compiler counts it; where that makes a difference, it crashes.)
func (c *construction) seal(fn funcState, block *hir.Block, state int32) *hir.PassError {
	if c.roots.edgesIgnored(state) {
		return nil
	}
	succ := block.Term.Successors()
	for i, id := range succ {
		switch {
		case i == 0:
		case i == 1:
			if id == succ[0] {
				continue
			}
		default:
			if i == 2 {
				c.adjacency.stamp++
				c.adjacency.mark(fn, succ[0])
				c.adjacency.mark(fn, succ[1])
			}
			if !c.adjacency.mark(fn, id) {
				continue
			}
		}
		s := fn.base + int32(fn.f.BlockPos(id))
		t := &c.blocks[s]
		t.unsealed--
		if t.unsealed == 0 && t.started && t.first != 0 {
			c.completePhis(s)
			if c.failed != nil {
				return c.locate(fn.f, fn.f.Blocks[s-fn.base], 0)
			}
		}
	}
	return nil
}

// placePhis gives the blocks their phis, in the order in which these were
// finished.
func (c *construction) placePhis() {
	if len(c.made) == 0 {
		return
	}
	phis := make([]hir.Phi, len(c.made))
	operands := slices.Clone(c.operands)
	for i := range c.blocks {
		if n := c.blocks[i].phis; n > 0 {
			c.blocks[i].block.Phis = phis[:0:n]
			phis = phis[n:]
		}
	}
	for i := range c.made {
		m := &c.made[i]
		block := c.blocks[m.block].block
		end := m.first + m.size
		block.Phis = append(block.Phis, hir.Phi{Place: m.place, Operands: operands[m.first:end:end]})
	}
}

func hoisted(env *hir.Env, f *hir.Function, block *hir.Block, instr hir.InstructionID, id hir.IdentifierID) *hir.PassError {
	return &hir.PassError{
		Pass: enterPass, Category: hir.CategoryTodo,
		Reason:      "[hoisting] EnterSSA: Expected identifier to be defined before being used",
		Description: "Identifier " + identifierText(env, id) + " is undefined",
		Function:    f.Name(), Block: block.ID, Instr: instr,
	}
}

// identifierText returns the identifier as it is printed, but for range and
// type: name$id_@scope.
func identifierText(env *hir.Env, id hir.IdentifierID) string {
	ident := env.Ident(id)
	s := ident.Name + "$" + strconv.Itoa(int(id))
	if ident.Scope != hir.NoScope {
		s += "_@" + strconv.Itoa(int(ident.Scope))
	}
	return s
}

func invariant(f *hir.Function, block *hir.Block, instr hir.InstructionID, reason, description string) *hir.PassError {
	e := &hir.PassError{
		Pass: enterPass, Category: hir.CategoryInvariant, Reason: reason, Description: description,
		Function: f.Name(), Block: hir.NoBlock, Instr: instr,
	}
	if block != nil {
		e.Block = block.ID
	}
	return e
}

func undefinedIdentifier(f *hir.Function, block *hir.Block) *hir.PassError {
	return invariant(f, block, 0, "Expected every place to name an identifier of the function's environment", "")
}

// locate returns the error a look-up left, with its location.
func (c *construction) locate(f *hir.Function, block *hir.Block, instr hir.InstructionID) *hir.PassError {
	e := c.failed
	e.Function, e.Block, e.Instr = f.Name(), block.ID, instr
	return e
}
