package main

import (
	"io"
	"os"

	"golang.org/x/term"
)

// isTerminal reports whether w is a terminal.
func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// The colours used, as terminal escape sequences.
const (
	red    = "31"
	green  = "32"
	yellow = "33"
)

// paint returns s in the given colour, if output shows colours.
func (e *env) paint(color, s string) string {
	if !e.color {
		return s
	}
	return "\x1b[" + color + "m" + s + "\x1b[0m"
}
