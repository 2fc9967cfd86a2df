package ssa_test

import (
	"fmt"

	"assay/hir"
)

// checkReaching proves that after is before with versions: every definition has
// an identifier of its own, and every use has the version that reaches it on all
// paths. It computes, by iteration to the greatest fixpoint, for each point and
// variable the one version that is current there, if it is one on all paths.
// The instructions of both must correspond.
func checkReaching(before, after *hir.Function) error {
	r := &reaching{env: after.Env, n: len(before.Env.Identifiers), defined: map[hir.IdentifierID]bool{}}
	start := make([]hir.IdentifierID, r.n)
	for i := range start {
		start[i] = hir.IdentifierID(i) // without a definition, the old name stays
	}
	return r.function(before, after, start)
}

type reaching struct {
	env     *hir.Env
	n       int
	defined map[hir.IdentifierID]bool
}

const (
	anyVersion hir.IdentifierID = -2 // no path comes here
	conflict   hir.IdentifierID = -3 // different versions on different paths
)

func (r *reaching) function(before, after *hir.Function, start []hir.IdentifierID) error {
	n := len(before.Blocks)
	if len(after.Blocks) != n || len(after.Params) != len(before.Params) {
		return fmt.Errorf("%s: blocks or parameters were lost", before.Name())
	}
	if before.Returns != after.Returns {
		return fmt.Errorf("%s: returns was renamed", before.Name())
	}
	start = append([]hir.IdentifierID(nil), start...)
	for i := range before.Params {
		if err := r.define(start, before.Params[i].Place, after.Params[i].Place); err != nil {
			return err
		}
	}
	out := make([][]hir.IdentifierID, n)
	for i := range out {
		out[i] = fill(r.n, anyVersion)
	}
	in := func(pos int) []hir.IdentifierID {
		b := after.Blocks[pos]
		cur := fill(r.n, anyVersion)
		switch {
		case b.ID == after.Entry:
			meet(cur, start)
		case len(b.Preds) == 0:
			undefined := make([]hir.IdentifierID, r.n)
			for i := range undefined {
				undefined[i] = hir.IdentifierID(i)
			}
			meet(cur, undefined)
		}
		for _, p := range b.Preds {
			meet(cur, out[after.BlockPos(p)])
		}
		for i := range b.Phis {
			p := b.Phis[i].Place.Identifier
			cur[r.env.Ident(p).Decl] = p
		}
		return cur
	}
	for changed := true; changed; {
		changed = false
		for pos := range before.Blocks {
			cur := in(pos)
			r.block(before.Blocks[pos], after.Blocks[pos], cur)
			for v := range cur {
				if cur[v] != out[pos][v] {
					out[pos][v] = cur[v]
					changed = true
				}
			}
		}
	}
	for pos, b := range after.Blocks {
		seen := map[hir.IdentifierID]bool{}
		for i := range b.Phis {
			phi := &b.Phis[i]
			v := r.env.Ident(phi.Place.Identifier).Decl
			if seen[v] {
				return fmt.Errorf("%v has two phis of $%d", b.ID, v)
			}
			seen[v] = true
			if err := r.fresh(phi.Place.Identifier); err != nil {
				return err
			}
			if len(phi.Operands) != len(b.Preds) {
				return fmt.Errorf("%v: phi $%d has %d operands, expected %d", b.ID, phi.Place.Identifier, len(phi.Operands), len(b.Preds))
			}
			for j, op := range phi.Operands {
				if op.Pred != b.Preds[j] {
					return fmt.Errorf("%v: phi $%d has operand %d for %v, expected %v", b.ID, phi.Place.Identifier, j, op.Pred, b.Preds[j])
				}
				if want := out[after.BlockPos(op.Pred)][v]; want != op.Place.Identifier && want != anyVersion {
					return fmt.Errorf("%v: phi $%d has $%d from %v, expected $%d", b.ID, phi.Place.Identifier, op.Place.Identifier, op.Pred, want)
				}
			}
		}
		if err := r.checkBlock(before.Blocks[pos], b, in(pos)); err != nil {
			return err
		}
	}
	return nil
}

// block applies a block's definitions.
func (r *reaching) block(before, after *hir.Block, cur []hir.IdentifierID) {
	for i := range before.Instrs {
		r.instr(&before.Instrs[i], &after.Instrs[i], func(old, new hir.Place) error {
			cur[old.Identifier] = new.Identifier
			return nil
		})
	}
}

func (r *reaching) instr(before, after *hir.Instruction, def func(old, new hir.Place) error) error {
	if before.Kind != hir.DeclareContext {
		for i := range before.Defs {
			if err := def(before.Defs[i], after.Defs[i]); err != nil {
				return err
			}
		}
	} else if before.Defs[0] != after.Defs[0] {
		return fmt.Errorf("[%d] context variable was renamed", before.ID)
	}
	return def(before.Lvalue, after.Lvalue)
}

func (r *reaching) checkBlock(before, after *hir.Block, cur []hir.IdentifierID) error {
	use := func(id hir.InstructionID, old, new []hir.Place) error {
		for i := range old {
			if want := cur[old[i].Identifier]; want != new[i].Identifier && want != anyVersion {
				return fmt.Errorf("%v [%d]: operand %d, $%d before, is $%d, expected $%d", before.ID, id, i, old[i].Identifier, new[i].Identifier, want)
			}
			if old[i].Effect != new[i].Effect {
				return fmt.Errorf("%v [%d]: effect of operand %d was lost", before.ID, id, i)
			}
		}
		return nil
	}
	for i := range before.Instrs {
		b, a := &before.Instrs[i], &after.Instrs[i]
		if err := use(b.ID, b.Uses(), a.Uses()); err != nil {
			return err
		}
		err := r.instr(b, a, func(old, new hir.Place) error { return r.define(cur, old, new) })
		if err != nil {
			return err
		}
		if b.Func != nil {
			if err := r.function(b.Func, a.Func, cur); err != nil {
				return err
			}
		}
	}
	return use(before.Term.ID, before.Term.Operands, after.Term.Operands)
}

func (r *reaching) define(cur []hir.IdentifierID, old, new hir.Place) error {
	cur[old.Identifier] = new.Identifier
	if got, want := r.env.Ident(new.Identifier).Decl, r.env.Ident(old.Identifier).Decl; got != want {
		return fmt.Errorf("$%d has declaration $%d, expected $%d", new.Identifier, got, want)
	}
	if got, want := r.env.Ident(new.Identifier).Name, r.env.Ident(old.Identifier).Name; got != want {
		return fmt.Errorf("$%d has name %q, expected %q", new.Identifier, got, want)
	}
	return r.fresh(new.Identifier)
}

// fresh notes a definition and checks that it is the only one.
func (r *reaching) fresh(id hir.IdentifierID) error {
	if int(id) < r.n {
		return fmt.Errorf("$%d is defined and no new identifier", id)
	}
	if r.defined[id] {
		return fmt.Errorf("$%d is defined twice", id)
	}
	r.defined[id] = true
	return nil
}

func fill(n int, id hir.IdentifierID) []hir.IdentifierID {
	s := make([]hir.IdentifierID, n)
	for i := range s {
		s[i] = id
	}
	return s
}

func meet(dst, src []hir.IdentifierID) {
	for i, s := range src {
		switch {
		case s == anyVersion || s == dst[i]:
		case dst[i] == anyVersion:
			dst[i] = s
		default:
			dst[i] = conflict
		}
	}
}
