package hir

import "fmt"

// FnType says what the React Compiler takes a function for. It is not printed.
type FnType uint8

// The function types.
const (
	FnOther FnType = iota
	FnComponent
	FnHook
)

// Function is a function in HIR, top-level or nested.
type Function struct {
	// ID is the function's name; "" prints as <<anonymous>>.
	ID string
	// NameHint is printed after the name if it is not empty.
	NameHint string
	Type     FnType
	Params   []Param
	// Returns is the place of the returned value: a temporary that SSA never
	// renames. Its identifier is NoIdentifier where the text (the short form)
	// does not give it.
	Returns Place
	// Context holds the outer variables the function captures. They are the
	// operands of the FunctionExpression or ObjectMethod that holds it; empty
	// for a top-level function.
	Context    []Place
	Generator  bool
	Async      bool
	Directives []string
	// Effects are the aliasing effects of a nested function, one text each;
	// nil if not inferred.
	Effects []RefText
	// HeaderOmitted says that the text gave the body alone, without the line
	// that lists parameters and Returns; the printer then omits it too. If there
	// is an ID, the body stands below "function id:", as the React Compiler
	// prints outlined functions.
	HeaderOmitted bool
	// RangesOnce says that the text printed a range only where its scope or
	// identifier is mentioned first (as the seeds do); the printer then does so
	// too. It counts only on an outermost function.
	RangesOnce bool

	Entry BlockID
	// Blocks are the blocks in printed order. Change it only through
	// SetBlocks, or call SetBlocks(Blocks) after.
	Blocks []*Block
	Env    *Env

	index blockIndex
}

// NewFunction returns a function without blocks, whose Returns is absent.
func NewFunction(env *Env, id string) *Function {
	return &Function{ID: id, Env: env, Entry: NoBlock, Returns: Place{Identifier: NoIdentifier}}
}

// Name returns the name for messages: the ID, or <<anonymous>>.
func (f *Function) Name() string {
	if f.ID == "" {
		return "<<anonymous>>"
	}
	return f.ID
}

// Block returns the block with the given id, or nil. If two blocks have the
// same id, it is the first.
func (f *Function) Block(id BlockID) *Block {
	i := f.index.find(id)
	if i < 0 {
		return nil
	}
	return f.Blocks[i]
}

// BlockPos returns the position in Blocks of the block with the given id, or
// -1.
func (f *Function) BlockPos(id BlockID) int { return f.index.find(id) }

// SetBlocks replaces the blocks and indexes them.
func (f *Function) SetBlocks(bs []*Block) {
	f.Blocks = bs
	f.index.build(bs)
}

// AddBlock appends a block with the given id and kind and returns it. The
// index is kept up to date.
func (f *Function) AddBlock(id BlockID, kind BlockKind) *Block {
	b := &Block{ID: id, Kind: kind}
	f.Blocks = append(f.Blocks, b)
	f.index.add(id, len(f.Blocks)-1, f.Blocks)
	return b
}

// EntryBlock returns the entry block, or nil if it does not exist.
func (f *Function) EntryBlock() *Block { return f.Block(f.Entry) }

// Nested calls visit for each function directly nested in f, in block and
// instruction order, with the block and the instruction that hold it.
func (f *Function) Nested(visit func(b *Block, in *Instruction, nested *Function)) {
	for _, b := range f.Blocks {
		for i := range b.Instrs {
			if in := &b.Instrs[i]; in.Func != nil {
				visit(b, in, in.Func)
			}
		}
	}
}

// Size returns the number of instructions, phis and terminals of f and
// everything nested in it.
func (f *Function) Size() int {
	n := 0
	work := []*Function{f}
	for len(work) > 0 {
		g := work[len(work)-1]
		work = work[:len(work)-1]
		for _, b := range g.Blocks {
			n += len(b.Instrs) + len(b.Phis) + 1
		}
		g.Nested(func(_ *Block, _ *Instruction, h *Function) { work = append(work, h) })
	}
	return n
}

// String returns the name and size of f, for messages of tests.
func (f *Function) String() string {
	return fmt.Sprintf("function %s (%d blocks)", f.Name(), len(f.Blocks))
}

// blockIndex finds a block's position by its id: a table from the least id on
// where ids are dense, else a map.
type blockIndex struct {
	base  BlockID
	table []int32 // position+1, 0 for none
	m     map[BlockID]int32
}

func (x *blockIndex) find(id BlockID) int {
	if x.m != nil {
		if p, ok := x.m[id]; ok {
			return int(p)
		}
		return -1
	}
	if i := int(id) - int(x.base); i >= 0 && i < len(x.table) {
		return int(x.table[i]) - 1
	}
	return -1
}

func (x *blockIndex) build(bs []*Block) {
	x.m = nil
	if len(bs) == 0 {
		x.base, x.table = 0, x.table[:0]
		return
	}
	lo, hi := bs[0].ID, bs[0].ID
	for _, b := range bs {
		lo, hi = min(lo, b.ID), max(hi, b.ID)
	}
	if span := int(hi) - int(lo) + 1; span <= 4*len(bs)+64 {
		x.base = lo
		if cap(x.table) >= span {
			x.table = x.table[:span]
			clear(x.table)
		} else {
			x.table = make([]int32, span)
		}
		for i, b := range bs {
			if p := &x.table[b.ID-lo]; *p == 0 {
				*p = int32(i) + 1
			}
		}
		return
	}
	x.table = nil
	x.m = make(map[BlockID]int32, len(bs))
	for i, b := range bs {
		if _, ok := x.m[b.ID]; !ok {
			x.m[b.ID] = int32(i)
		}
	}
}

func (x *blockIndex) add(id BlockID, pos int, bs []*Block) {
	if x.m != nil {
		if _, ok := x.m[id]; !ok {
			x.m[id] = int32(pos)
		}
		return
	}
	if len(x.table) == 0 {
		x.base = id
	}
	i := int(id) - int(x.base)
	if i >= 0 && i < 4*len(bs)+64 {
		for len(x.table) <= i {
			x.table = append(x.table, 0)
		}
		if x.table[i] == 0 {
			x.table[i] = int32(pos) + 1
		}
		return
	}
	x.build(bs)
}
