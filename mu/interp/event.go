package interp

import (
	"strconv"

	"assay/mu"
)

// EventKind tells what happened.
type EventKind uint8

// The kinds of events.
const (
	// EventTrap is a TRAP.
	EventTrap EventKind = iota + 1
	// EventEnabled and EventDisabled are a WATCHPOINT.
	EventEnabled
	EventDisabled
	// EventBranchEnabled and EventBranchDisabled are a WPBRANCH.
	EventBranchEnabled
	EventBranchDisabled
	// EventCall is a call of a function that is declared but has no version,
	// EventNative a CCALL.
	EventCall
	EventNative
)

var eventNames = [...]string{"", "trap", "watchpoint enabled", "watchpoint disabled", "branch enabled", "branch disabled", "call", "native call"}

// String returns what the event is called in traces.
func (k EventKind) String() string { return eventNames[k] }

// Event is what a client sees of a run. Its contents are valid during the call of
// the client; those of Result.Trace stay.
type Event struct {
	Kind EventKind
	// Number counts events from 0.
	Number int
	// Place is where it happened. A function without version that is called from
	// nowhere, as the first, happens nowhere.
	Place *Place
	// Watchpoint is the number of the watchpoint.
	Watchpoint uint64
	// Callee is what is called: a Func, or a Ptr.
	Callee Value
	// Values holds the arguments of a call, and then the kept-alive values, in
	// order.
	Values []Value
	// Types are the types of the values that the program wants.
	Types []mu.TypeRef
	// Catches says that the instruction has an EXC or WPEXC clause.
	Catches bool

	// hash is that of the kind, watchpoint, callee and values.
	hash uint64
	want []*shape
	m    *Machine
	// answer is what a recorded event was answered.
	answer   Answer
	answered bool
}

// Answer returns what a recorded event was answered.
func (e *Event) Answer() Answer { return e.answer }

// String returns the event in one line, as in "trap @f.v %b 0: [%t] TRAP (1:i64)
// -> (5:i64)".
func (e *Event) String() string {
	dst := append([]byte(nil), e.Kind.String()...)
	switch e.Kind {
	case EventCall, EventNative:
		dst = e.Callee.AppendText(append(dst, ' '))
	case EventEnabled, EventDisabled, EventBranchEnabled, EventBranchDisabled:
		dst = strconv.AppendUint(append(dst, ' '), e.Watchpoint, 10)
	}
	if e.Place != nil && e.Place.Function != nil {
		dst = append(append(dst, " at "...), e.Place.String()...)
	}
	dst = appendValues(append(dst, ' '), e.Values)
	switch {
	case !e.answered:
	case e.answer.Throw:
		dst = e.answer.Exception.AppendText(append(dst, " -> throw "...))
	default:
		dst = appendValues(append(dst, " -> "...), e.answer.Values)
	}
	return string(dst)
}
