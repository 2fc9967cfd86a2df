package hir

// BlockKind says what part of a construct a block is.
type BlockKind uint8

// The block kinds. BlockUnspecified stands for text that gives none (the short
// form), and counts as BlockStatement.
const (
	BlockUnspecified BlockKind = iota
	BlockStatement             // printed "block"
	BlockValue
	BlockLoop
	BlockSequence
	BlockCatch
)

var blockKindText = [...]string{
	BlockUnspecified: "",
	BlockStatement:   "block",
	BlockValue:       "value",
	BlockLoop:        "loop",
	BlockSequence:    "sequence",
	BlockCatch:       "catch",
}

// String returns the kind as it is printed in a block's first line.
func (k BlockKind) String() string { return textOf(blockKindText[:], uint8(k)) }

// IsStatement reports whether the block is part of a statement rather than of
// an expression: kinds block and catch.
func (k BlockKind) IsStatement() bool {
	return k == BlockStatement || k == BlockCatch || k == BlockUnspecified
}

// Block is a basic block.
type Block struct {
	ID   BlockID
	Kind BlockKind
	// Preds is the ordered set of blocks with an edge to this one. Two edges
	// from one block count once.
	Preds  []BlockID
	Phis   []Phi
	Instrs []Instruction
	Term   Terminal
}

// HasPred reports whether id is in Preds.
func (b *Block) HasPred(id BlockID) bool {
	for _, p := range b.Preds {
		if p == id {
			return true
		}
	}
	return false
}

// FirstID returns the id of the first instruction, or of the terminal if
// there is none.
func (b *Block) FirstID() InstructionID {
	if len(b.Instrs) > 0 {
		return b.Instrs[0].ID
	}
	return b.Term.ID
}

// Phi merges the values that reach a block over its incoming edges.
type Phi struct {
	Place Place
	// Operands holds one entry a predecessor, in insertion order.
	Operands []PhiOperand
}

// PhiOperand is the value of a phi on the edge from Pred.
type PhiOperand struct {
	Pred  BlockID
	Place Place
}

// Operand returns the operand for the edge from pred, or nil.
func (p *Phi) Operand(pred BlockID) *PhiOperand {
	for i := range p.Operands {
		if p.Operands[i].Pred == pred {
			return &p.Operands[i]
		}
	}
	return nil
}
