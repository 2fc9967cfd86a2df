package oracle

import (
	"fmt"
	"strings"

	"assay/hir"
	"assay/oracle/listing"
)

// Oracle is a way to tell that a program is wrong.
type Oracle uint8

// The oracles, in the order in which a check applies them.
const (
	// OracleCrash: the pass panicked, or refused what it must accept.
	OracleCrash Oracle = iota
	// OracleInvariant: the form the pass made violates an invariant.
	OracleInvariant
	// OracleValidator: the result is not proved to mean what the input means.
	OracleValidator
	// OracleDifferential: before and after behave differently when run.
	OracleDifferential

	numOracles
)

// NumOracles is one more than the largest Oracle, for tables.
const NumOracles = int(numOracles)

var oracleName = [...]string{"crash", "invariant", "validator", "differential"}

// String returns the name of the oracle, as kinds of failures have it.
func (o Oracle) String() string { return oracleName[o] }

// Failure is a violated property of a case: what, after which pass, and how to
// see it again.
type Failure struct {
	Case Case
	// Pass is the first pass whose result is wrong, or "input" if the case itself
	// is.
	Pass   string
	Oracle Oracle
	// Violations are the violated invariants, or what the validator rejects.
	Violations []*Violation
	// Difference says how two runs differ, Seed in which world; of the
	// differential oracle.
	Difference string
	Seed       uint64
	// Err is the error of a pass that crashed or refused.
	Err error
	// Before and After are the function before and after the pass.
	Before, After *hir.Function
}

// Kind names the failure for counting: pass, oracle, and the first violated
// check.
func (f *Failure) Kind() string {
	s := f.Pass + ": " + f.Oracle.String()
	if len(f.Violations) > 0 {
		s += ": " + f.Violations[0].Kind.String()
	}
	return s
}

// Summary says what is violated, where, and what was expected and found, but
// not the program.
func (f *Failure) Summary() string {
	var b strings.Builder
	fmt.Fprintf(&b, "violated after %s: %s oracle", f.Pass, f.Oracle)
	switch {
	case f.Err != nil:
		fmt.Fprintf(&b, "\n  %s", listing.Rest(f.Err.Error()))
	case f.Difference != "":
		fmt.Fprintf(&b, "\n  with seed %d: %s", f.Seed, listing.Rest(f.Difference))
	}
	listing.Errors(&b, f.Violations)
	return b.String()
}

// Error returns the summary, the program, the function before and after the
// pass, and the command that replays it.
func (f *Failure) Error() string {
	var b strings.Builder
	b.WriteString(f.Summary())
	if f.Case.Source != nil {
		b.WriteString("\n\nprogram:\n")
		b.WriteString(listing.Program(f.Case.Text()))
	}
	if f.Before != nil {
		fmt.Fprintf(&b, "\n\nbefore %s:\n%s", f.Pass, listing.Program(f.Before.Text()))
	}
	if f.After != nil {
		fmt.Fprintf(&b, "\n\nafter %s:\n%s", f.Pass, listing.Program(f.After.Text()))
	}
	if f.Case.Replay != "" {
		fmt.Fprintf(&b, "\n\nreplay: %s", f.Case.Replay)
	}
	return b.String()
}
