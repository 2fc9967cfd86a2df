package interp

// The limits of a run whose Options give none.
const (
	DefaultFuel     = 100_000
	DefaultMaxDepth = 1_000
	DefaultMaxCells = 1 << 20
)

// Options say how to run a program.
type Options struct {
	// PreSSA says that variables belong to the whole function and are zero when it
	// is called. Otherwise they belong to their block, and are not assigned when
	// control enters it.
	PreSSA bool
	// Fuel is the number of steps the run may take; 0 means DefaultFuel.
	Fuel int
	// MaxDepth is how deep calls may nest; 0 means DefaultMaxDepth.
	MaxDepth int
	// MaxCells is how many scalars all objects that exist may have together; 0
	// means DefaultMaxCells. An allocation beyond it ends the run as if its fuel
	// were exhausted.
	MaxCells int
	// Seed chooses what the default client answers, and which watchpoints are
	// enabled.
	Seed uint64
	// Client answers traps and external calls; nil means SeededClient(Seed).
	Client Client
	// Record keeps a readable trace in the result.
	Record bool
	// AtOSRPoint, if not nil, is called before each OSR point is executed, with its
	// frame, which it must not keep.
	AtOSRPoint func(*Frame)
}

// Outcome is how a run ended.
type Outcome uint8

// The outcomes.
const (
	// Returned: the function returned Result.Values; or the thread ended, by
	// @uvm.thread_exit, which Result.Code tells.
	Returned Outcome = iota
	// Threw: the exception Result.Values[0] left the function.
	Threw
	// OutOfFuel: a limit was reached, of steps or, as Result.Code tells, of memory.
	OutOfFuel
	// UndefinedBehaviour: the program did what the language does not define;
	// Result.Code tells what.
	UndefinedBehaviour
	// Stuck: the program is broken, as Result.Code and Result.Message tell.
	Stuck
	// Unsupported: the program did what the interpreter does not know.
	Unsupported
	// StackOverflow: calls nested too deep.
	StackOverflow
)

var outcomeNames = [...]string{"returned", "threw", "ran out of fuel", "undefined behaviour", "stuck", "unsupported", "stack overflow"}

// String returns the outcome in words.
func (o Outcome) String() string { return outcomeNames[o] }

// The codes of undefined behaviour.
const (
	ubDiv       = "UB:div0"      // division by zero without EXC
	ubNull      = "UB:null"      // access through NULL without EXC, addressing or call with NULL
	ubIndex     = "UB:index"     // an index outside of its array or vector
	ubBounds    = "UB:bounds"    // access outside of an object
	ubDead      = "UB:dead"      // access to a stack cell whose frame is gone
	ubType      = "UB:type"      // access to memory that holds something of another type
	ubSignature = "UB:signature" // call with another signature than the function has
	ubTag       = "UB:tag"       // tagref64 does not hold what is asked for
	ubFutex     = "UB:futex"     // a negative number of threads
)

// Result is what can be told of a run.
type Result struct {
	Outcome Outcome
	// Values are the returned values, or the exception.
	Values []Value
	// Where is the instruction at which a run ended that did not return or throw.
	Where Place
	// Code tells kinds of one outcome apart; Message explains.
	Code, Message string
	// Steps is the number of instructions executed, without PHIs.
	Steps int
	// Events is the number of events; TraceHashes holds for each the hash of all up
	// to it.
	Events      int
	TraceHashes []uint64
	// Trace holds the events if Options.Record was set.
	Trace []Event
}

// String returns the outcome, its values or code, and where it was.
func (r *Result) String() string {
	dst := append([]byte(nil), r.Outcome.String()...)
	if r.Outcome == Returned || r.Outcome == Threw {
		dst = append(dst, ' ')
		dst = appendValues(dst, r.Values)
	}
	if r.Code != "" {
		dst = append(append(append(dst, " ("...), r.Code...), ')')
	}
	if r.Where.Function != nil {
		dst = append(dst, " at "...)
		dst = append(dst, r.Where.String()...)
	}
	if r.Message != "" {
		dst = append(append(dst, ": "...), r.Message...)
	}
	return string(dst)
}

func appendValues(dst []byte, vs []Value) []byte {
	dst = append(dst, '(')
	for i, v := range vs {
		if i > 0 {
			dst = append(dst, ' ')
		}
		dst = v.AppendText(dst)
	}
	return append(dst, ')')
}
