package oracle

import (
	"assay/gen"
	"assay/hir"
	"assay/js"
)

// Case is one program to check.
type Case struct {
	Name string
	// Source is the program in JavaScript, or nil if there is none.
	Source *js.Program
	// Func is the program in HIR, in the form that Stage says. Checks do not change
	// it.
	Func  *hir.Function
	Stage Stage
	// Scopes says which scopes the SSA form of Func gets, to go through the passes
	// over scopes. It is for StagePre.
	Scopes gen.ScopePlan
	// Replay is the command that makes this very case again.
	Replay string
}

// Stage is the form a program is in, and so which passes it is yet to go through.
type Stage uint8

// The stages.
const (
	// StagePre is the form before SSA.
	StagePre Stage = iota
	// StageAlign is SSA form with scopes as inference leaves them.
	StageAlign
	// StageMerge is SSA form with aligned scopes.
	StageMerge
	// StageBuild is SSA form with scopes that nest, to be made terminals.
	StageBuild
)

// Text returns the program as a person would read it: its JavaScript if it has
// one, else its HIR.
func (c *Case) Text() string {
	if c.Source != nil {
		return js.Print(c.Source)
	}
	return c.Func.Text()
}
