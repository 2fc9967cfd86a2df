package hir

import "strconv"

// IdentifierID names an identifier: its index in Env.Identifiers. It is the
// number printed after the dollar sign.
type IdentifierID int32

// BlockID names a block, printed as bb<n>. Block ids are unique over a
// function and everything nested in it.
type BlockID int32

// InstructionID is the number in brackets before an instruction or terminal.
// Ids increase over the blocks of one function in block order, from 1.
type InstructionID int32

// ScopeID names a reactive scope: its index in Env.Scopes. It is the number
// printed after an identifier's _@.
type ScopeID int32

// The absent ids.
const (
	NoIdentifier IdentifierID = -1
	NoBlock      BlockID      = -1
	NoScope      ScopeID      = -1
)

// String returns the printed form, bb<n>; the absent block is bbnull, as the
// React Compiler prints it.
func (b BlockID) String() string {
	if b < 0 {
		return "bbnull"
	}
	return "bb" + strconv.Itoa(int(b))
}

// textOf returns the text of an enumeration's value. A broken program must
// print too, to be shown in messages.
func textOf(texts []string, i uint8) string {
	if int(i) < len(texts) {
		return texts[i]
	}
	return "<invalid>"
}
