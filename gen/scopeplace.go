package gen

import (
	"slices"

	"assay/hir"
)

// ScopePlacer gives functions the scopes of plans. It keeps memory between
// functions and is not safe for concurrent use.
type ScopePlacer struct {
	f      *hir.Function
	instrs []placedInstr
	// definedBy gives for each identifier one more than the index of the
	// instruction that defines it, phiOf the phi.
	definedBy []int32
	phiOf     []*hir.Phi
	opens     []int32 // positions of blocks whose terminal has a fallthrough
	last      hir.InstructionID
	work      []hir.IdentifierID
	members   []hir.IdentifierID
}

type placedInstr struct {
	in  *hir.Instruction
	pos int32 // of the block
}

// Place gives f, which is in SSA form and numbered, the scopes of a plan that it
// has room for: an identifier belongs to one scope at most, and a scope without
// members is left out. After each scope keep, if not nil, says whether it stays.
func (p *ScopePlacer) Place(f *hir.Function, plan ScopePlan, keep func() bool) {
	if len(plan.Scopes) == 0 {
		return
	}
	p.index(f)
	if len(p.instrs) == 0 {
		return
	}
	var before hir.Range
	for _, spec := range plan.Scopes {
		r := p.choose(&spec, before)
		if len(p.members) == 0 {
			continue
		}
		s := f.Env.NewScope(r)
		for _, id := range p.members {
			f.Env.Ident(id).Scope, f.Env.Ident(id).RangeScope = s, s
		}
		if keep != nil && !keep() {
			for _, id := range p.members {
				f.Env.Ident(id).Scope, f.Env.Ident(id).RangeScope = hir.NoScope, hir.NoScope
			}
			f.Env.Scopes = f.Env.Scopes[:s]
			continue
		}
		before = r
	}
}

// index makes the tables of f.
func (p *ScopePlacer) index(f *hir.Function) {
	p.f = f
	p.instrs, p.opens, p.last = p.instrs[:0], p.opens[:0], 0
	n := len(f.Env.Identifiers)
	p.definedBy = slices.Grow(p.definedBy[:0], n)[:n]
	p.phiOf = slices.Grow(p.phiOf[:0], n)[:n]
	clear(p.definedBy)
	clear(p.phiOf)
	for pos, b := range f.Blocks {
		for i := range b.Phis {
			p.phiOf[b.Phis[i].Place.Identifier] = &b.Phis[i]
		}
		for i := range b.Instrs {
			in := &b.Instrs[i]
			p.instrs = append(p.instrs, placedInstr{in, int32(pos)})
			for d := range in.Lvalues {
				if d.Identifier != hir.NoIdentifier {
					p.definedBy[d.Identifier] = int32(len(p.instrs))
				}
			}
		}
		if b.Term.Fallthrough != hir.NoBlock {
			p.opens = append(p.opens, int32(pos))
		}
		p.last = max(p.last, b.Term.ID)
	}
}

// choose sets the members of a scope and returns its range.
func (p *ScopePlacer) choose(spec *ScopeSpec, before hir.Range) hir.Range {
	p.members = p.members[:0]
	at := int(spec.At) % len(p.instrs)
	if before.End != 0 && spec.Fit == ScopeInside {
		// Start from an instruction of the scope before, if it has more than two.
		at = p.indexOf(before.Start+1) + int(spec.At)%max(1, int(before.End-before.Start)-2)
		at = min(at, len(p.instrs)-1)
	}
	var r hir.Range
	switch spec.Shape {
	case ScopeInferred:
		r = p.infer(at, spec)
	case ScopeAnchored:
		near := p.instrs[at:min(at+1+int(spec.Len)%12, len(p.instrs))]
		for i, x := range near {
			if i == 0 || i == len(near)-1 || spec.Mask>>(i%8)&1 != 0 {
				p.add(x.in, &r)
			}
		}
	default:
		r = p.span(at, spec)
	}
	if before.End != 0 {
		r = fit(r, before, spec)
	}
	if r.Start < 1 || r.Start >= r.End || r.End > p.last+1 {
		p.members = p.members[:0]
		return r
	}
	if spec.Shape > ScopeAnchored || spec.Fit != ScopeFree {
		p.pickMembers(r, spec.Mask)
	}
	return r
}

// add makes the free lvalues of an instruction members, and widens r to hold it.
func (p *ScopePlacer) add(in *hir.Instruction, r *hir.Range) {
	for d := range in.Lvalues {
		if d.Identifier == hir.NoIdentifier || p.f.Env.Ident(d.Identifier).Scope != hir.NoScope {
			continue
		}
		p.members = append(p.members, d.Identifier)
		widen(r, in.ID)
	}
}

// widen makes a range hold an id.
func widen(r *hir.Range, id hir.InstructionID) {
	if r.End == 0 {
		*r = hir.Range{Start: id, End: id + 1}
		return
	}
	r.Start, r.End = min(r.Start, id), max(r.End, id+1)
}

// infer makes members of what an instruction defines, of its operands, and of
// what they are made of.
func (p *ScopePlacer) infer(at int, spec *ScopeSpec) hir.Range {
	var r hir.Range
	end := p.instrs[at].in.ID
	mask := spec.Mask
	turn := func() bool { // most are taken
		mask = mask<<1 | mask>>7
		return mask&3 != 0
	}
	p.work = p.work[:0]
	p.add(p.instrs[at].in, &r)
	for _, o := range p.instrs[at].in.Uses() {
		p.work = append(p.work, o.Identifier)
	}
	for limit := 1 + int(spec.Len)%16; limit > 0 && len(p.work) > 0; limit-- {
		id := p.work[len(p.work)-1]
		p.work = p.work[:len(p.work)-1]
		if id == hir.NoIdentifier || !turn() {
			continue
		}
		if phi := p.phiOf[id]; phi != nil {
			if p.f.Env.Ident(id).Scope == hir.NoScope {
				p.members = append(p.members, id)
			}
			for _, o := range phi.Operands {
				p.work = append(p.work, o.Place.Identifier)
			}
			continue
		}
		if k := p.definedBy[id]; k > 0 {
			if in := p.instrs[k-1].in; in.ID < end {
				p.add(in, &r)
				for _, o := range in.Uses() {
					p.work = append(p.work, o.Identifier)
				}
			}
		}
	}
	return r
}

// span returns a range chosen by place, not by members.
func (p *ScopePlacer) span(at int, spec *ScopeSpec) hir.Range {
	x := p.instrs[at]
	r := hir.Range{Start: x.in.ID, End: x.in.ID + 1 + hir.InstructionID(spec.Len)%24}
	block := p.f.Blocks[x.pos]
	switch spec.Shape {
	case ScopeInBlock:
		r.End = min(r.End, block.Term.ID+hir.InstructionID(spec.Len>>7))
	case ScopeConstruct, ScopeInConstruct:
		if len(p.opens) == 0 {
			break
		}
		pos := int(p.opens[int(spec.At)%len(p.opens)])
		b := p.f.Blocks[pos]
		after := p.f.BlockPos(b.Term.Fallthrough)
		if after < 0 {
			break
		}
		r = hir.Range{Start: b.Term.ID, End: p.f.Blocks[after].FirstID()}
		if spec.Shape == ScopeConstruct {
			// Up to so many instructions before and after it in the same blocks.
			r.Start -= min(hir.InstructionID(spec.Len&7), r.Start-b.FirstID())
			r.End += min(hir.InstructionID(spec.Len>>3&7), p.f.Blocks[after].Term.ID-r.End)
			break
		}
		in := p.f.Blocks[min(pos+1+int(spec.Len&7), len(p.f.Blocks)-1)]
		to := p.f.Blocks[min(pos+1+int(spec.Len&7)+int(spec.Len>>3&3), len(p.f.Blocks)-1)]
		r.Start, r.End = in.FirstID(), to.Term.ID
		if spec.Len&0x80 != 0 {
			r.Start = b.Term.ID
		}
	case ScopeWhole:
		r = hir.Range{Start: 1, End: p.last}
		if spec.Len&1 != 0 {
			r.End++
		}
	}
	r.End = min(r.End, p.last+1)
	return r
}

// fit changes a range to suit the one before it.
func fit(r, before hir.Range, spec *ScopeSpec) hir.Range {
	switch spec.Fit {
	case ScopeSameStart:
		r.Start = before.Start
	case ScopeSameEnd:
		r.End = before.End
	case ScopeSameRange:
		r = before
	case ScopeAfter:
		r = hir.Range{Start: before.End, End: before.End + 1 + hir.InstructionID(spec.Len)%8}
	case ScopeBefore:
		r = hir.Range{Start: max(1, before.Start-1-hir.InstructionID(spec.Len)%8), End: before.Start}
	case ScopeInside:
		if spec.Len&1 != 0 { // all but the ends, so that chains get deep
			return hir.Range{Start: before.Start + 1, End: before.End - hir.InstructionID(spec.Len>>1&1)}
		}
		r.Start, r.End = max(r.Start, before.Start), min(r.End, before.End)
	case ScopeOverlap:
		r.Start = before.Start + (before.End-before.Start)/2
		r.End = before.End + 1 + hir.InstructionID(spec.Len)%8
	}
	return r
}

// pickMembers makes members of lvalues in the range, as the mask says, and of at
// least one if there is one.
func (p *ScopePlacer) pickMembers(r hir.Range, mask uint8) {
	p.members = p.members[:0]
	var none hir.Range
	first := -1
	for k := p.indexOf(r.Start); k < len(p.instrs) && p.instrs[k].in.ID < r.End; k++ {
		in := p.instrs[k].in
		if mask>>(k%8)&1 != 0 {
			p.add(in, &none)
		} else if first < 0 && in.HasLvalue() && p.f.Env.Ident(in.Lvalue.Identifier).Scope == hir.NoScope {
			first = k
		}
	}
	if len(p.members) == 0 && first >= 0 {
		p.add(p.instrs[first].in, &none)
	}
}

// indexOf returns the index of the first instruction whose id is not less than
// id. Ids increase along the blocks.
func (p *ScopePlacer) indexOf(id hir.InstructionID) int {
	lo, hi := 0, len(p.instrs)
	for lo < hi {
		mid := (lo + hi) / 2
		if p.instrs[mid].in.ID < id {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo
}
