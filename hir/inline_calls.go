package hir

import "strconv"

// InlineImmediateCalls puts the bodies of functions that are called where they
// are written, (() => { ... })(), in the place of the call. It does so in the
// blocks of statements of f, but not within the functions put in or others nested
// in f; and for functions without parameters that are neither async nor
// generators, in calls without arguments.
//
// A body that leaves in one place, by a return, becomes a part of the block, and
// the call's temporary a copy of what it returns:
//
//	[1] <unknown> $4 = Function  @context[<unknown> a$0] @aliasingEffects=[]
//	    <<anonymous>>(): <unknown> $3
//	    bb1 (block):                                        [2] <unknown> $1 = LoadLocal <unknown> a$0
//	      [1] <unknown> $1 = LoadLocal <unknown> a$0    →   [3] <unknown> $5 = LoadLocal <unknown> $1
//	      [2] Return Implicit <unknown> $1                  [5] Return Explicit <unknown> $5
//	[2] <unknown> $5 = Call <unknown> $4()
//	[3] Return Explicit <unknown> $5
//
// Any other body becomes the block of a label, the call's temporary is promoted
// and declared, and returns store to it and go to the end of the label.
//
// Preconditions: no phis, and as for PruneMaybeThrows. Postcondition: if something
// was put in, the blocks are in reverse postorder, instructions are numbered,
// Preds found and consecutive blocks joined.
//
// It returns a *MissingBlockError or *PassError if f is not well-formed.
func (f *Function) InlineImmediateCalls(opt CleanupOptions) error {
	in := inliner{f: f, blocks: f.Blocks, react: opt.React}
	queue := f.Blocks
	for i := 0; i < len(queue); i++ {
		if rest := in.block(queue[i]); rest != nil {
			// The part after the call may have more calls.
			queue = append(queue[:len(queue):len(queue)], rest)
		}
	}
	if len(in.inlined) == 0 {
		return nil
	}
	for _, b := range in.blocks {
		kept := b.Instrs[:0]
		for i := range b.Instrs {
			if !in.inlined[b.Instrs[i].Lvalue.Identifier] {
				kept = append(kept, b.Instrs[i])
			}
		}
		clear(b.Instrs[len(kept):])
		b.Instrs = kept
	}
	f.SetBlocks(in.blocks)
	if err := f.ReversePostorder(); err != nil {
		return err
	}
	if !opt.React && f.dropDeadParts() {
		if err := f.ReversePostorder(); err != nil {
			return err
		}
	}
	f.NumberInstructions()
	if err := f.MarkPreds(); err != nil {
		return err
	}
	return f.MergeConsecutiveBlocks()
}

// inliner holds the state of InlineImmediateCalls.
type inliner struct {
	f      *Function
	react  bool
	blocks []*Block
	// functions are the temporaries that hold a function that nothing has used yet.
	functions map[IdentifierID]*Function
	inlined   map[IdentifierID]bool
}

// block looks for the first call in a block that can be replaced. It returns the
// new block with what follows the call, or nil.
func (in *inliner) block(b *Block) *Block {
	if !b.Kind.IsStatement() {
		return nil
	}
	for i := range b.Instrs {
		v := &b.Instrs[i]
		switch v.Kind {
		case FunctionExpression:
			if in.f.Env.Ident(v.Lvalue.Identifier).Name == "" {
				if in.functions == nil {
					in.functions = map[IdentifierID]*Function{}
				}
				in.functions[v.Lvalue.Identifier] = v.Func
			}
		case CallExpression:
			if len(v.Operands) != 1 {
				continue
			}
			g := in.functions[v.Operands[0].Identifier]
			if g == nil || len(g.Params) > 0 || g.Async || g.Generator || b.Term.Kind == MaybeThrow && !in.react {
				continue
			}
			if in.inlined == nil {
				in.inlined = map[IdentifierID]bool{}
			}
			in.inlined[v.Operands[0].Identifier] = true
			return in.call(b, i, g)
		default:
			if in.functions != nil {
				for _, p := range v.Uses() {
					delete(in.functions, p.Identifier)
				}
			}
		}
	}
	return nil
}

// call replaces the call of g that is the i-th instruction of b.
func (in *inliner) call(b *Block, i int, g *Function) *Block {
	env := in.f.Env
	result := b.Instrs[i].Lvalue
	rest := &Block{ID: env.NewBlockID(), Kind: b.Kind, Instrs: b.Instrs[i+1:], Term: b.Term}
	in.blocks = append(in.blocks[:len(in.blocks):len(in.blocks)], rest)
	b.Instrs = b.Instrs[:i:i]
	b.Term = Terminal{Kind: Goto, Variant: GotoBreak, Targets: []BlockID{g.Entry}, Fallthrough: NoBlock, Scope: NoScope}
	single := returnsOnce(g)
	if !single {
		b.Term.Kind, b.Term.Fallthrough = Label, rest.ID
		id := env.Ident(result.Identifier)
		if id.Name == "" {
			id.Name = "#t" + strconv.Itoa(int(id.Decl))
		}
		b.Instrs = append(b.Instrs, Instruction{
			Kind: DeclareLocal, LKind: LvalueLet, Lvalue: in.temporary(), Defs: []Place{result},
		})
	}
	for _, c := range g.Blocks {
		c.Preds = c.Preds[:0]
		if c.Term.Kind == Return {
			value := []Place{c.Term.Operands[0]}
			store := Instruction{Kind: LoadLocal, Lvalue: result, Operands: value}
			if !single {
				store = Instruction{
					Kind: StoreLocal, LKind: LvalueReassign, Lvalue: in.temporary(), Operands: value, Defs: []Place{result},
				}
			}
			c.Instrs = append(c.Instrs, store)
			c.Term = Terminal{
				Kind: Goto, Variant: GotoBreak, Targets: []BlockID{rest.ID}, Fallthrough: NoBlock, Scope: NoScope,
			}
		}
		in.blocks = append(in.blocks, c)
	}
	return rest
}

func (in *inliner) temporary() Place {
	return Place{Identifier: in.f.Env.NewTemporary(), Effect: EffectUnknown}
}

// returnsOnce reports whether a function leaves in one place, by a return.
func returnsOnce(g *Function) bool {
	returns := 0
	for _, b := range g.Blocks {
		switch b.Term.Kind {
		case Return:
			returns++
		case Throw:
			return false
		}
	}
	return returns == 1
}
