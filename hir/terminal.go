package hir

// TermKind is the kind of a terminal.
type TermKind uint8

// The kinds of terminal. The comment gives Operands, then Targets in the order
// of the React Compiler; a trailing fallthrough is in Fallthrough, not in
// Targets.
const (
	// NoTerminal is an absent terminal: an abridged listing that leaves it out.
	NoTerminal TermKind = iota
	// Goto goes to Targets[0]. Variant is GotoBreak, GotoContinue or GotoTry.
	Goto
	// If tests Operands[0]: consequent, alternate; fallthrough.
	If
	// Branch tests Operands[0]: consequent, alternate; fallthrough. It ends the
	// test of a value construct or a loop.
	Branch
	// Switch compares Operands[0] with the case tests, the operands after it, in
	// order; Targets are the case blocks in order, HasTest says which of them have
	// a test (the others are the default); fallthrough.
	Switch
	// Logical: test; fallthrough. Text is the operator.
	Logical
	// Ternary: test; fallthrough.
	Ternary
	// Optional: test; fallthrough. Variant is 1 if the access is optional itself.
	Optional
	// Sequence: block; fallthrough.
	Sequence
	// Label: block; fallthrough.
	Label
	// While: test, loop; fallthrough. Only the test is a successor.
	While
	// DoWhile: loop, test; fallthrough. Only the loop is a successor.
	DoWhile
	// For: init, test, update (may be NoBlock), loop; fallthrough. Only the init
	// is a successor.
	For
	// ForOf: init, loop, test; fallthrough. Only the init is a successor.
	ForOf
	// ForIn: init, loop; fallthrough. Only the init is a successor.
	ForIn
	// Try: block, handler; fallthrough. Operands holds the handler's binding if
	// there is one. Only the block is a successor.
	Try
	// MaybeThrow: continuation, handler. The handler may be NoBlock, and then is
	// no successor.
	MaybeThrow
	// ScopeTerm enters the reactive scope Scope: block; fallthrough. Variant is
	// ScopeBrief if the text gave no lists.
	ScopeTerm
	// PrunedScope is a scope that is not memoized: block; fallthrough.
	PrunedScope
	// Return returns Operands[0]. Variant is ReturnVoid, ReturnImplicit or
	// ReturnExplicit.
	Return
	// Throw throws Operands[0].
	Throw
	// Unreachable stands in blocks that are kept only as a fallthrough.
	Unreachable
	// Unsupported stands for control flow the lowering does not understand.
	Unsupported

	numTermKinds
)

// NumTermKinds is one more than the largest TermKind, for tables.
const NumTermKinds = int(numTermKinds)

var termKindName = [...]string{
	NoTerminal: "no terminal", Goto: "goto", If: "if", Branch: "branch", Switch: "switch",
	Logical: "logical", Ternary: "ternary", Optional: "optional", Sequence: "sequence",
	Label: "label", While: "while", DoWhile: "do-while", For: "for", ForOf: "for-of",
	ForIn: "for-in", Try: "try", MaybeThrow: "maybe-throw", ScopeTerm: "scope",
	PrunedScope: "pruned-scope", Return: "return", Throw: "throw",
	Unreachable: "unreachable", Unsupported: "unsupported",
}

// String returns the kind's name as in the React Compiler's source.
func (k TermKind) String() string { return textOf(termKindName[:], uint8(k)) }

// The variants of goto and return.
const (
	GotoBreak uint8 = iota
	GotoContinue
	GotoTry
)

// The variants of return.
const (
	ReturnUnspecified uint8 = iota // the short form may print none
	ReturnVoid
	ReturnImplicit
	ReturnExplicit
)

// ScopeBrief is the variant of scopes that print as "Scope @0 [1:28]", without
// dependencies, declarations and reassignments (the short form).
const ScopeBrief uint8 = 1

// Positions in Targets.
const (
	ThenTarget         = 0 // If, Branch
	ElseTarget         = 1
	WhileTest          = 0
	WhileLoop          = 1
	DoWhileLoop        = 0
	DoWhileTest        = 1
	ForInit            = 0
	ForTest            = 1
	ForUpdate          = 2
	ForLoop            = 3
	ForOfInit          = 0
	ForOfLoop          = 1
	ForOfTest          = 2
	ForInInit          = 0
	ForInLoop          = 1
	TryBlock           = 0
	TryHandler         = 1
	ThrowContinuation  = 0 // MaybeThrow
	ThrowHandlerTarget = 1
)

// Terminal ends a block.
type Terminal struct {
	ID      InstructionID
	Kind    TermKind
	Variant uint8
	// Fallthrough is the block after the construct, or NoBlock. It is set to
	// NoBlock in kinds that have none.
	Fallthrough BlockID
	// Scope is the scope of ScopeTerm and PrunedScope, else unused.
	Scope ScopeID
	// Operands are the places read, in visiting order.
	Operands []Place
	// Targets are the blocks named by the terminal, but for the fallthrough.
	Targets []BlockID
	// HasTest tells the cases of a Switch that have a test from the default.
	HasTest []bool
	// Text is the operator of Logical.
	Text string
	// Effects are printed below Return and MaybeThrow; nil if not inferred.
	Effects []RefText
}

// Successors returns the blocks that control can go to from here, in order,
// duplicates kept. The fallthrough is not one of them, nor are the parts of a
// loop that only its test leads to, nor the handler of a try.
func (t *Terminal) Successors() []BlockID {
	switch t.Kind {
	case While, DoWhile, For, ForOf, ForIn, Try:
		return t.Targets[:1]
	case MaybeThrow:
		if t.Targets[ThrowHandlerTarget] == NoBlock {
			return t.Targets[:1]
		}
	}
	return t.Targets
}

// HasFallthrough reports whether terminals of this kind name a fallthrough.
func (k TermKind) HasFallthrough() bool {
	switch k {
	case If, Branch, Switch, Logical, Ternary, Optional, Sequence, Label, While, DoWhile,
		For, ForOf, ForIn, Try, ScopeTerm, PrunedScope:
		return true
	}
	return false
}

// IsLoop reports whether the kind is one of the loops.
func (k TermKind) IsLoop() bool {
	switch k {
	case While, DoWhile, For, ForOf, ForIn:
		return true
	}
	return false
}

// AllTargets calls yield for every block the terminal names, in the order of
// the React Compiler: Targets, then the fallthrough; absent blocks are left
// out.
func (t *Terminal) AllTargets(yield func(BlockID) bool) {
	for _, b := range t.Targets {
		if b != NoBlock && !yield(b) {
			return
		}
	}
	if t.Fallthrough != NoBlock {
		yield(t.Fallthrough)
	}
}
