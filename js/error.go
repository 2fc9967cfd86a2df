package js

import (
	"slices"
	"strconv"
	"strings"
)

// Error is an error at a place in a source file: a syntax error, or a construct
// that the syntax tree or the lowering does not support.
type Error struct {
	File string
	// Line and Col count from 1; Col counts bytes, as Program.Position does.
	// Both are 0 where the place is not known.
	Line, Col int
	Msg       string
}

// Error gives file:line:column: message.
func (e *Error) Error() string {
	b := make([]byte, 0, len(e.File)+len(e.Msg)+16)
	b = append(b, e.File...)
	b = append(b, ':')
	b = strconv.AppendInt(b, int64(e.Line), 10)
	b = append(b, ':')
	b = strconv.AppendInt(b, int64(e.Col), 10)
	b = append(b, ": "...)
	b = append(b, e.Msg...)
	return string(b)
}

// ErrorList is the errors of one file, in source order.
type ErrorList []*Error

// Error gives one error a line.
func (l ErrorList) Error() string {
	if len(l) == 0 {
		return "no errors"
	}
	var b strings.Builder
	for i, e := range l {
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(e.Error())
	}
	return b.String()
}

// Unwrap gives the errors one by one, so that errors.As finds the first *Error.
func (l ErrorList) Unwrap() []error {
	out := make([]error, len(l))
	for i, e := range l {
		out[i] = e
	}
	return out
}

// Err gives the list as an error, nil if it is empty.
func (l ErrorList) Err() error {
	if len(l) == 0 {
		return nil
	}
	return l
}

// sorted puts the errors in source order and drops those said twice.
func (l ErrorList) sorted() ErrorList {
	slices.SortStableFunc(l, func(a, b *Error) int {
		if a.Line != b.Line {
			return a.Line - b.Line
		}
		return a.Col - b.Col
	})
	return slices.CompactFunc(l, func(a, b *Error) bool { return *a == *b })
}
