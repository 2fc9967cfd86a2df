package hir

// Effect says what an instruction does to a place, as inferred by the React
// Compiler. The passes here carry it along and do not interpret it.
type Effect uint8

// The effects, and EffectNone for text that prints none (the short form).
const (
	EffectNone Effect = iota
	EffectUnknown
	EffectFreeze
	EffectRead
	EffectCapture
	EffectConditionallyMutateIterator
	EffectConditionallyMutate
	EffectMutate
	EffectStore
)

var effectText = [...]string{
	EffectNone:                        "",
	EffectUnknown:                     "<unknown>",
	EffectFreeze:                      "freeze",
	EffectRead:                        "read",
	EffectCapture:                     "capture",
	EffectConditionallyMutateIterator: "mutate-iterator?",
	EffectConditionallyMutate:         "mutate?",
	EffectMutate:                      "mutate",
	EffectStore:                       "store",
}

// String returns the effect as it is printed before a place; EffectNone is
// the empty string.
func (e Effect) String() string { return textOf(effectText[:], uint8(e)) }

// Place is one mention of an identifier: a use or a definition.
type Place struct {
	Identifier IdentifierID
	Effect     Effect
	Reactive   bool
}

// Param is a parameter of a function: a place, or a rest element of it.
type Param struct {
	Place
	Spread bool
}

// Range is the half-open interval [Start, End) of instruction ids. The zero
// Range is the empty one that identifiers have before ranges are inferred.
type Range struct {
	Start, End InstructionID
}

// Contains reports whether id lies in the range.
func (r Range) Contains(id InstructionID) bool { return r.Start <= id && id < r.End }
