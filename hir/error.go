package hir

import "strings"

// The categories of PassError.
const (
	// CategoryTodo is input a pass knows and refuses.
	CategoryTodo = "Todo"
	// CategoryInvariant is input that breaks what a pass takes for granted.
	CategoryInvariant = "Invariant"
)

// PassError says why a pass refused a function. Category, Reason and
// Description are the texts of the React Compiler where it has one for the
// case.
type PassError struct {
	Pass        string
	Category    string
	Reason      string
	Description string // or ""
	// Detail says where the things are that Description speaks of, or is "". It is
	// no text of the React Compiler.
	Detail   string
	Function string
	Block    BlockID       // or NoBlock
	Instr    InstructionID // or 0
}

// Error returns "pass: function f, block bb1, instruction 3: Category: reason.
// Description (detail)", without the parts that are absent.
func (e *PassError) Error() string {
	var b strings.Builder
	if e.Pass != "" {
		b.WriteString(e.Pass)
		b.WriteString(": ")
	}
	b.WriteString(Location(e.Function, e.Block, e.Instr))
	b.WriteString(": ")
	b.WriteString(e.Category)
	b.WriteString(": ")
	b.WriteString(e.Reason)
	if e.Description != "" {
		b.WriteString(". ")
		b.WriteString(e.Description)
	}
	if e.Detail != "" {
		b.WriteString(" (")
		b.WriteString(e.Detail)
		b.WriteString(")")
	}
	return b.String()
}
