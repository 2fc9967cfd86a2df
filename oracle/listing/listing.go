// Package listing puts texts into reports: indented by two blanks, and cut where
// nobody would read on.
//
//	program:
//	  function main() {
//	    return 1;
//	  }
package listing

import (
	"fmt"
	"strings"
)

// A listing of more than maxLines lines, or with a longer line than maxColumns
// bytes, is cut: the command that replays it prints it.
const (
	maxLines   = 120
	maxColumns = 400
)

// Program indents a program's text, and cuts it if it is very long.
func Program(s string) string {
	lines := strings.Split(strings.TrimRight(s, "\n"), "\n")
	if more := len(lines) - maxLines; more > 0 {
		lines = append(lines[:maxLines:maxLines], fmt.Sprintf("... and %d more lines", more))
	}
	for i, l := range lines {
		if len(l) > maxColumns {
			l = strings.ToValidUTF8(l[:maxColumns], "") + " ..."
		}
		if l != "" {
			lines[i] = "  " + l
		}
	}
	return strings.Join(lines, "\n")
}

// Rest indents the lines of a message but the first, which stands behind something.
func Rest(s string) string { return strings.ReplaceAll(strings.TrimRight(s, "\n"), "\n", "\n  ") }

// maxErrors bounds how many errors Errors writes.
const maxErrors = 10

// Errors writes errors, each on lines of its own.
func Errors[E error](b *strings.Builder, errs []E) {
	for i, e := range errs {
		if i == maxErrors {
			fmt.Fprintf(b, "\n  and %d more", len(errs)-i)
			break
		}
		fmt.Fprintf(b, "\n  %s", Rest(e.Error()))
	}
}
