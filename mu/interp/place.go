package interp

import (
	"strconv"

	"assay/mu"
)

// Place is where an instruction stands. An instruction without a name of its
// own is known by its rank among the OSR points of its block that are no
// COMMINST, counted from 0.
type Place struct {
	Bundle   *mu.Bundle
	Function *mu.Function // or nil: nowhere
	Block    mu.BlockID
	// Index is the place of the instruction in its block.
	Index int
	Rank  int
}

// Version returns the global name of the version of the function, or "".
func (p *Place) Version() string {
	if p.Function == nil {
		return ""
	}
	return p.Bundle.VersionName(p.Function)
}

// BlockName returns the name of the block.
func (p *Place) BlockName() string {
	if p.Function == nil || int(p.Block) >= len(p.Function.Blocks) {
		return ""
	}
	return p.Function.Blocks[p.Block].Name
}

// Instruction returns the instruction, or nil if there is none: at the end of
// a block without terminator, and in a function without version.
func (p *Place) Instruction() *mu.Instruction {
	if p.Function == nil || int(p.Block) >= len(p.Function.Blocks) {
		return nil
	}
	if is := p.Function.Blocks[p.Block].Instrs; p.Index < len(is) {
		return &is[p.Index]
	}
	return nil
}

// String returns "@f.v %block 2: [%name] TRAP": version, block, index of the
// instruction, its name and op.
func (p *Place) String() string {
	if p.Function == nil {
		return "nowhere"
	}
	s := p.Version() + " " + p.BlockName() + " " + strconv.Itoa(p.Index) + ":"
	in := p.Instruction()
	switch {
	case in == nil:
		return s + " the end of the block"
	case in.Name != "":
		s += " [" + in.Name + "]"
	}
	return s + " " + in.Op.String()
}

// appendGlobal appends the global name of what is called name in a scope.
func appendGlobal[T string | []byte](dst []byte, scope T, name string) []byte {
	if name == "" || name[0] == '@' {
		return append(dst, name...)
	}
	dst = append(dst, scope...)
	dst = append(dst, '.')
	return append(dst, name[1:]...)
}

// place fills in the place of the instruction under way. Its hash is made of
// names, which conversion keeps.
func (l *lowerer) place(d *detail) {
	d.place = Place{l.b, l.f, mu.BlockID(l.blk), int(l.idx), l.rank}
	h := hashBytes(l.scope)
	l.text = appendGlobal(l.text[:0], l.scope, l.f.Blocks[l.blk].Name)
	h = mix(h, hashBytes(l.text))
	if l.in.Name == "" {
		d.hash = mix(h, uint64(l.rank))
		return
	}
	n := len(l.text)
	l.text = appendGlobal(l.text, l.text[:n:n], l.in.Name)
	d.hash = mix(h, hashBytes(l.text[n:]))
}
