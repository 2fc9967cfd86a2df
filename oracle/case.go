package oracle

import (
	"assay/hir"
	"assay/js"
)

// Case is one program to check.
type Case struct {
	Name string
	// Source is the program in JavaScript, or nil if there is none.
	Source *js.Program
	// Func is the program in HIR, in the form before SSA. Checks do not change it.
	Func *hir.Function
	// Replay is the command that makes this very case again.
	Replay string
}

// Text returns the program as a person would read it: its JavaScript if it has
// one, else its HIR.
func (c *Case) Text() string {
	if c.Source != nil {
		return js.Print(c.Source)
	}
	return c.Func.Text()
}
