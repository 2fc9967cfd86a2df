package scopestest

import (
	"math/rand/v2"

	"assay/hir"
)

// InferredScopes gives f up to n random scopes as inference could make them. Each
// is for an instruction that mutates some of its operands: it holds the
// instruction's lvalue, those operands, operands of the instructions that define
// them, and so on, and ranges from the first of these definitions to just after
// the instruction. All of its definitions dominate the instruction.
func InferredScopes(r *rand.Rand, f *hir.Function, n int) {
	var instrs []*hir.Instruction
	definedBy := make([]*hir.Instruction, len(f.Env.Identifiers))
	for _, b := range f.Blocks {
		for i := range b.Instrs {
			in := &b.Instrs[i]
			instrs = append(instrs, in)
			for p := range in.Lvalues {
				definedBy[p.Identifier] = in
			}
		}
	}
	if len(instrs) == 0 {
		return
	}
	for range n {
		s := hir.NoScope
		for work := []*hir.Instruction{instrs[r.IntN(len(instrs))]}; len(work) > 0; {
			in := work[len(work)-1]
			work = work[:len(work)-1]
			for p := range in.Lvalues {
				if f.Env.Ident(p.Identifier).Scope != hir.NoScope {
					continue
				}
				if s == hir.NoScope {
					s = f.Env.NewScope(hir.Range{Start: in.ID, End: in.ID + 1})
				}
				Join(f, s, p.Identifier)
				rng := &f.Env.Scopes[s].Range
				rng.Start, rng.End = min(rng.Start, in.ID), max(rng.End, in.ID+1)
			}
			for _, p := range in.Uses() {
				if d := definedBy[p.Identifier]; d != nil && d.ID < in.ID && r.IntN(3) > 0 {
					work = append(work, d)
				}
			}
		}
	}
}

// AnchoredScopes gives f up to n random scopes that range from the definition of
// the first identifier of a scope to just after that of the last. The identifiers
// are lvalues of instructions that stand near each other, or now and then all
// over the function; they need not have to do with each other.
func AnchoredScopes(r *rand.Rand, f *hir.Function, n int) {
	var instrs []*hir.Instruction
	for _, b := range f.Blocks {
		for i := range b.Instrs {
			instrs = append(instrs, &b.Instrs[i])
		}
	}
	if len(instrs) == 0 {
		return
	}
	for range n {
		from := r.IntN(len(instrs))
		length := 1 + r.IntN(8)
		if r.IntN(8) == 0 {
			length = len(instrs)
		}
		near := instrs[from:min(from+length, len(instrs))]
		var members []*hir.Instruction
		for i, in := range near {
			if f.Env.Ident(in.Lvalue.Identifier).Scope == hir.NoScope && (i == 0 || i == len(near)-1 || r.IntN(2) == 0) {
				members = append(members, in)
			}
		}
		if len(members) == 0 {
			continue
		}
		s := f.Env.NewScope(hir.Range{Start: members[0].ID, End: members[len(members)-1].ID + 1})
		for _, in := range members {
			Join(f, s, in.Lvalue.Identifier)
		}
	}
}

// RandomScopes gives f n random scopes. Most range over a few instructions from
// that of their first identifier on; some over much of the function, some over
// one instruction, some share a start or an end with another. Their identifiers
// are lvalues in the range.
func RandomScopes(r *rand.Rand, f *hir.Function, n int) {
	var ids []hir.InstructionID
	last := hir.InstructionID(0)
	for _, b := range f.Blocks {
		for i := range b.Instrs {
			ids = append(ids, b.Instrs[i].ID)
		}
		last = b.Term.ID
	}
	var before hir.Range
	for range n {
		k := r.IntN(len(ids))
		rng := hir.Range{Start: ids[k]}
		length := 1
		switch r.IntN(6) {
		case 0:
		case 1:
			length = 1 + r.IntN(int(last))
		default:
			length = 1 + r.IntN(8)
		}
		rng.End = min(rng.Start+hir.InstructionID(length), last)
		if before.End > 0 {
			switch r.IntN(8) {
			case 0:
				rng.Start = before.Start
			case 1:
				rng.End = before.End
			case 2:
				rng.Start = before.End
				rng.End = max(rng.End, rng.Start+1)
			case 3:
				rng = before
			}
		}
		if rng.Start < 1 || rng.Start >= rng.End || rng.End > last {
			continue
		}
		before = rng
		s := f.Env.NewScope(rng)
		for _, b := range f.Blocks {
			for i := range b.Instrs {
				in := &b.Instrs[i]
				ident := f.Env.Ident(in.Lvalue.Identifier)
				if rng.Contains(in.ID) && (in.ID == rng.Start || r.IntN(2) == 0) && ident.Scope == hir.NoScope {
					Join(f, s, in.Lvalue.Identifier)
				}
				for _, d := range in.Defs {
					if rng.Contains(in.ID) && r.IntN(2) == 0 && f.Env.Ident(d.Identifier).Scope == hir.NoScope {
						Join(f, s, d.Identifier)
					}
				}
			}
		}
	}
}
