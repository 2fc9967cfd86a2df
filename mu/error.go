package mu

import "strings"

// SyntaxError says what is wrong with a text, and where.
type SyntaxError struct {
	Position
	Msg string
}

// Error returns "file:line:column: message".
func (e *SyntaxError) Error() string { return e.Position.String() + ": " + e.Msg }

// ErrorList is the errors of a text, in the order of their places.
type ErrorList []*SyntaxError

// Error returns the errors, one on a line.
func (l ErrorList) Error() string {
	var b strings.Builder
	for i, e := range l {
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(e.Error())
	}
	return b.String()
}
