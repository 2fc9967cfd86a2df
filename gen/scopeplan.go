package gen

// ScopePlan says how to give reactive scopes to a function in SSA form. It does
// not name anything of the function, so that any plan fits any function, and a plan
// that shows a fault still tends to show it after the program has been cut.
//
// The zero plan gives no scopes.
type ScopePlan struct {
	// Nested asks for scopes that are fit to be made terminals as they are: those
	// that are not are left out. Else they are as inference leaves them, or worse, to
	// be aligned and merged first.
	Nested bool
	// WholeDoWhile is the option of alignment (scopes.AlignOptions) to use.
	WholeDoWhile bool
	Scopes       []ScopeSpec
}

// ScopeSpec says where one scope goes.
type ScopeSpec struct {
	Shape ScopeShape
	Fit   ScopeFit
	// At is the instruction it starts from, Len the number of instructions it is
	// about, Mask says which of the candidates belong to it. All are taken modulo
	// what there is.
	At   uint16
	Len  uint8
	Mask uint8
}

// ScopeShape is a way to choose the range and the members of a scope.
type ScopeShape uint8

// The shapes.
const (
	// ScopeInferred is for an instruction that mutates its operands: it holds its
	// lvalue, operands, the operands of the instructions and phis that define them,
	// and so on.
	ScopeInferred ScopeShape = iota
	// ScopeAnchored ranges from the first to the last of some instructions that stand
	// near each other.
	ScopeAnchored
	// ScopeSpan ranges over Len instructions, whether they belong to it or not.
	ScopeSpan
	// ScopeInBlock is ScopeSpan that ends no later than the block it starts in.
	ScopeInBlock
	// ScopeConstruct ranges from shortly before a terminal with a fallthrough to
	// shortly after the first id of the fallthrough, or from the one to the other.
	ScopeConstruct
	// ScopeInConstruct ranges from a start in a construct to the end of a block in it.
	ScopeInConstruct
	// ScopeWhole ranges over all of the function.
	ScopeWhole
)

// ScopeFit relates the range of a scope to that of the one before it.
type ScopeFit uint8

// The fits.
const (
	ScopeFree ScopeFit = iota
	ScopeSameStart
	ScopeSameEnd
	ScopeSameRange
	ScopeAfter   // starts where the other ends
	ScopeBefore  // ends where the other starts
	ScopeInside  // starts after the other and ends before it
	ScopeOverlap // starts in the other and ends after it
)

var (
	scopeCountTable = NewTable(2, 5, 5, 4, 3, 3, 2, 2, 1, 1, 1, 1)
	scopeShapeTable = NewTable(5, 4, 3, 4, 4, 3, 1)
	scopeFitTable   = NewTable(8, 1, 1, 1, 2, 1, 4, 1)
)

// Scopes makes a plan of up to 11 scopes. Like Program it takes any bytes; zeros
// give the zero plan.
func Scopes(c *Choices) ScopePlan {
	n := c.Pick(scopeCountTable)
	if n == 0 {
		return ScopePlan{}
	}
	mode := c.Byte()
	p := ScopePlan{Nested: mode%3 == 1, WholeDoWhile: mode&0x80 != 0, Scopes: make([]ScopeSpec, n)}
	deep := mode&0x70 == 0x70 // each in the one before
	for i := range p.Scopes {
		p.Scopes[i] = ScopeSpec{
			Shape: ScopeShape(c.Pick(scopeShapeTable)),
			Fit:   ScopeFit(c.Pick(scopeFitTable)),
			At:    uint16(c.Byte()) | uint16(c.Byte()&3)<<8,
			Len:   c.Byte(),
			Mask:  c.Byte(),
		}
		if deep {
			p.Scopes[i].Fit = ScopeInside
			p.Scopes[i].Len |= 1
			if i == 0 {
				p.Scopes[i].Shape = ScopeWhole
			}
		}
	}
	return p
}
