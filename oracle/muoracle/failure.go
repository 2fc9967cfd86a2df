package muoracle

import (
	"fmt"
	"strings"

	"assay/mu"
	"assay/oracle/listing"
)

// Oracle is a way to tell that a conversion is wrong.
type Oracle uint8

// The oracles, in the order in which a check applies them.
const (
	// OracleCrash: the conversion panicked, or refused what it must accept.
	OracleCrash Oracle = iota
	// OracleValid: the result is not in SSA form, or does not read back as it was
	// printed.
	OracleValid
	// OracleShape: the result does not consist of what the input does, in its order
	// and with its names, and what had to be added.
	OracleShape
	// OracleIdentity: a bundle in SSA form does not come back as it was.
	OracleIdentity
	// OracleMinimal: a block has a parameter that it need not have, or lacks one.
	OracleMinimal
	// OracleValidator: a place in the result is not proved to read what it reads in
	// the input.
	OracleValidator
	// OracleMap: the map says something else than what the result does.
	OracleMap
	// OracleDifferential: input and result do different things when run.
	OracleDifferential

	numOracles
)

// NumOracles is one more than the largest Oracle, for tables.
const NumOracles = int(numOracles)

var oracleNames = [...]string{"crash", "valid", "shape", "identity", "minimal", "validator", "map", "differential"}

// String returns the name of the oracle, as kinds of failures have it.
func (o Oracle) String() string { return oracleNames[o] }

// Violation is what is wrong, and where.
type Violation struct {
	Oracle Oracle
	// Code tells violations of one oracle apart.
	Code string
	// Function is the global name of the version, Block the name of the block,
	// Instr the instruction of the result or the input, or "" where they do not
	// apply.
	Function, Block, Instr string
	// Msg says what was expected and what was found.
	Msg string
}

// Error returns "function @f.v1, block %b, instruction %x = ADD: message", without
// the parts that do not apply.
func (v *Violation) Error() string {
	var parts []string
	if v.Function != "" {
		parts = append(parts, "function "+v.Function)
	}
	if v.Block != "" {
		parts = append(parts, "block "+v.Block)
	}
	if v.Instr != "" {
		parts = append(parts, "instruction "+v.Instr)
	}
	if len(parts) == 0 {
		return v.Msg
	}
	return strings.Join(parts, ", ") + ": " + v.Msg
}

// Form is a form of the result.
type Form uint8

// The forms.
const (
	FormParams Form = iota // today's form, in which blocks have parameters
	FormPHI                // the older form, with PHI
)

// String returns what the form is called in failures.
func (f Form) String() string { return [...]string{"block parameters", "PHI"}[f] }

// Failure is a violated property of a case: what, of which form, and how to see it
// again.
type Failure struct {
	Case   Case
	Form   Form
	Oracle Oracle
	// Violations are what the oracle found, in order.
	Violations []*Violation
	// After is the result, or nil if there is none.
	After *mu.Bundle
}

// Kind names the failure for counting.
func (f *Failure) Kind() string {
	return fmt.Sprintf("conversion to %s: %s: %s", f.Form, f.Oracle, f.Violations[0].Code)
}

// Summary says what is violated, where, and what was expected and found, but not
// the program.
func (f *Failure) Summary() string {
	var b strings.Builder
	fmt.Fprintf(&b, "violated by the conversion to %s: %s oracle", f.Form, f.Oracle)
	listing.Errors(&b, f.Violations)
	return b.String()
}

// Error returns the summary, the bundle before and after, and the command that
// replays the case.
func (f *Failure) Error() string {
	var b strings.Builder
	b.WriteString(f.Summary())
	fmt.Fprintf(&b, "\n\nprogram:\n%s", listing.Program(f.Case.Text()))
	if f.After != nil {
		fmt.Fprintf(&b, "\n\nresult:\n%s", listing.Program(string(mu.Print(f.After, mu.PrintOptions{PHI: f.Form == FormPHI}))))
	}
	if f.Case.Replay != "" {
		fmt.Fprintf(&b, "\n\nreplay: %s", f.Case.Replay)
	}
	return b.String()
}
