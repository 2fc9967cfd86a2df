package ssa_test

import (
	"fmt"

	"assay/hir"
)

// This file holds both passes as they are in the React Compiler: recursive, with
// maps, counting edges, in rounds. They are what the fast ones must agree with,
// and they crash where the real ones do.

// crash says that the React Compiler would have crashed or never ended.
type crash string

type literalState struct {
	defs       map[hir.IdentifierID]hir.IdentifierID
	incomplete []literalIncomplete
}

type literalIncomplete struct{ oldPlace, newPlace hir.Place }

type literalBuilder struct {
	env      *hir.Env
	blocks   map[hir.BlockID]*hir.Block
	states   map[hir.BlockID]*literalState
	unsealed map[hir.BlockID]int
	unknown  map[hir.IdentifierID]bool
	current  hir.BlockID
	depth    int
}

// literalEnterSSA returns a crash, or the error.
func literalEnterSSA(f *hir.Function) (crashed crash, err error) {
	b := &literalBuilder{
		env: f.Env, blocks: map[hir.BlockID]*hir.Block{}, states: map[hir.BlockID]*literalState{},
		unsealed: map[hir.BlockID]int{}, unknown: map[hir.IdentifierID]bool{},
	}
	defer func() {
		switch r := recover().(type) {
		case nil:
		case crash:
			crashed = r
		case *hir.PassError:
			err = r
		default:
			panic(r)
		}
	}()
	b.register(f)
	b.walk(f, f.Entry)
	return "", nil
}

func (b *literalBuilder) register(f *hir.Function) {
	for _, block := range f.Blocks {
		b.blocks[block.ID] = block
	}
}

func fail(category, reason, description string) {
	panic(&hir.PassError{Category: category, Reason: reason, Description: description})
}

func (b *literalBuilder) define(p *hir.Place) {
	if b.unknown[p.Identifier] {
		fail("Todo", "[hoisting] EnterSSA: Expected identifier to be defined before being used",
			fmt.Sprintf("Identifier %s$%d is undefined", b.env.Ident(p.Identifier).Name, p.Identifier))
	}
	id := b.env.NewVersion(p.Identifier)
	b.states[b.current].defs[p.Identifier] = id
	p.Identifier = id
}

func (b *literalBuilder) use(p *hir.Place) { p.Identifier = b.idAt(*p, b.current) }

func (b *literalBuilder) idAt(old hir.Place, at hir.BlockID) hir.IdentifierID {
	if b.depth++; b.depth > 20000 {
		panic(crash("endless recursion"))
	}
	defer func() { b.depth-- }()
	block, state := b.blocks[at], b.states[at]
	if state == nil {
		panic(crash("cannot read properties of undefined (reading 'defs')"))
	}
	if id, ok := state.defs[old.Identifier]; ok {
		return id
	}
	if len(block.Preds) == 0 {
		b.unknown[old.Identifier] = true
		return old.Identifier
	}
	if n, ok := b.unsealed[at]; ok && n > 0 {
		id := b.env.NewVersion(old.Identifier)
		place := old
		place.Identifier = id
		state.incomplete = append(state.incomplete, literalIncomplete{old, place})
		state.defs[old.Identifier] = id
		return id
	}
	if len(block.Preds) == 1 {
		id := b.idAt(old, block.Preds[0])
		state.defs[old.Identifier] = id
		return id
	}
	place := old
	place.Identifier = b.env.NewVersion(old.Identifier)
	state.defs[old.Identifier] = place.Identifier
	b.addPhi(block, old, place)
	return place.Identifier
}

func (b *literalBuilder) addPhi(block *hir.Block, old, place hir.Place) {
	phi := hir.Phi{Place: place}
	for _, p := range block.Preds {
		operand := old
		operand.Identifier = b.idAt(old, p)
		phi.Operands = append(phi.Operands, hir.PhiOperand{Pred: p, Place: operand})
	}
	block.Phis = append(block.Phis, phi)
}

func (b *literalBuilder) walk(f *hir.Function, rootEntry hir.BlockID) {
	visited := map[hir.BlockID]bool{}
	for _, block := range f.Blocks {
		if visited[block.ID] {
			fail("Invariant", fmt.Sprintf("found a cycle! visiting bb%d again", block.ID), "")
		}
		visited[block.ID] = true
		b.current = block.ID
		b.states[block.ID] = &literalState{defs: map[hir.IdentifierID]hir.IdentifierID{}}
		if block.ID == rootEntry {
			if len(f.Context) != 0 {
				fail("Invariant", "Expected function context to be empty for outer function declarations", "")
			}
			for i := range f.Params {
				b.define(&f.Params[i].Place)
			}
		}
		for i := range block.Instrs {
			in := &block.Instrs[i]
			for j := range in.Uses() {
				b.use(&in.Uses()[j])
			}
			in.RenamedDefs(func(p *hir.Place) bool { b.define(p); return true })
			if h := in.Func; h != nil {
				entry := h.EntryBlock()
				if len(entry.Preds) != 0 {
					fail("Invariant", "Expected function expression entry block to have zero predecessors", "")
				}
				entry.Preds = append(entry.Preds, block.ID)
				b.register(h)
				current := b.current
				for j := range h.Params {
					b.define(&h.Params[j].Place)
				}
				b.walk(h, rootEntry)
				b.current = current
				entry.Preds = nil
			}
		}
		for i := range block.Term.Operands {
			b.use(&block.Term.Operands[i])
		}
		for _, s := range block.Term.Successors() {
			n, ok := b.unsealed[s]
			if !ok {
				n = len(b.blocks[s].Preds)
			}
			n--
			b.unsealed[s] = n
			if n == 0 && visited[s] {
				state := b.states[s]
				for _, inc := range state.incomplete {
					b.addPhi(b.blocks[s], inc.oldPlace, inc.newPlace)
				}
			}
		}
	}
}

// literalEliminate is the elimination in rounds.
func literalEliminate(f *hir.Function, shared map[hir.IdentifierID]hir.IdentifierID) (err error) {
	rewrites := shared
	if rewrites == nil {
		rewrites = map[hir.IdentifierID]hir.IdentifierID{}
		defer func() {
			if r := recover(); r != nil {
				err = r.(*hir.PassError)
			}
		}()
	}
	rewrite := func(p *hir.Place) {
		if to, ok := rewrites[p.Identifier]; ok {
			p.Identifier = to
		}
	}
	backEdge := false
	visited := map[hir.BlockID]bool{}
	for {
		size := len(rewrites)
		for _, block := range f.Blocks {
			for _, p := range block.Preds {
				backEdge = backEdge || !visited[p]
			}
			visited[block.ID] = true
			var kept []hir.Phi
		phis:
			for _, phi := range block.Phis {
				for i := range phi.Operands {
					rewrite(&phi.Operands[i].Place)
				}
				same := hir.NoIdentifier
				for _, op := range phi.Operands {
					switch id := op.Place.Identifier; {
					case id == phi.Place.Identifier, id == same:
					case same != hir.NoIdentifier:
						kept = append(kept, phi)
						continue phis
					default:
						same = id
					}
				}
				if same == hir.NoIdentifier {
					fail("Invariant", "Expected phis to be non-empty", "")
				}
				rewrites[phi.Place.Identifier] = same
			}
			block.Phis = kept
			for i := range block.Instrs {
				in := &block.Instrs[i]
				in.Lvalues(func(p *hir.Place) bool { rewrite(p); return true })
				for j := range in.Uses() {
					rewrite(&in.Uses()[j])
				}
				if in.Func != nil {
					for j := range in.Func.Context {
						rewrite(&in.Func.Context[j])
					}
					literalEliminate(in.Func, rewrites)
				}
			}
			for i := range block.Term.Operands {
				rewrite(&block.Term.Operands[i])
			}
		}
		if len(rewrites) == size || !backEdge {
			return nil
		}
	}
}
