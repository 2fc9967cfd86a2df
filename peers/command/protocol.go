package command

import (
	"strconv"

	"assay/hir"
)

// Request asks for a compilation, or for one pass.
type Request struct {
	// ID is set by Process.Do.
	ID     int64             `json:"id"`
	JS     string            `json:"js,omitempty"`
	HIR    string            `json:"hir,omitempty"`
	Pass   string            `json:"pass,omitempty"`
	Want   []string          `json:"want,omitempty"`
	Next   *Counters         `json:"next,omitempty"`
	Ranges map[string][2]int `json:"ranges,omitempty"`
	// Run is the function to run before and after, if the command can.
	Run string `json:"run,omitempty"`
	// Bisect asks for Answer.Guilty even if no run differs.
	Bisect bool `json:"bisect,omitempty"`
}

// Counters are the next ids of a function.
type Counters struct {
	Identifier int `json:"identifier"`
	Block      int `json:"block"`
	Scope      int `json:"scope"`
}

// Answer is what the command made of a request.
type Answer struct {
	ID        int64      `json:"id"`
	Snapshots []Snapshot `json:"snapshots"`
	JS        string     `json:"js"`
	Error     *Error     `json:"error"`
	// Errors holds all errors, if there are several.
	Errors []Error `json:"errors"`
	Runs   []Run   `json:"runs"`
	// Guilty is the first pass after which the function that was run does something
	// else than the source where the first run that differs does; "" if there is none,
	// or the command does not tell.
	Guilty string `json:"guilty"`
}

// Run is what a program does, by its source and as it was compiled.
type Run struct {
	// Render says how it was called, and after what.
	Render   string `json:"render"`
	Source   string `json:"source"`
	Compiled string `json:"compiled"`
	// SourceCalls and CompiledCalls are the calls of unknown functions, where they
	// have to be the same.
	SourceCalls   string `json:"sourceCalls"`
	CompiledCalls string `json:"compiledCalls"`
}

// Snapshot is a function after a pass.
type Snapshot struct {
	Pass     string            `json:"pass"`
	Function string            `json:"function"`
	HIR      string            `json:"hir"`
	Next     *Counters         `json:"next"`
	Ranges   map[string][2]int `json:"ranges"`
}

// Unsupported is the kind of error of a program that the compiler documents it
// does not take.
const Unsupported = "unsupported"

// Error says why the command could not do all that it was asked for.
type Error struct {
	Kind    string `json:"kind"`
	Message string `json:"message"`
	Pass    string `json:"pass"`
	// Function is the function that was compiled.
	Function string `json:"function"`
}

// Error returns "kind: message", with the pass if it is known.
func (e *Error) Error() string {
	s := e.Kind + ": " + e.Message
	if e.Pass != "" {
		s = e.Pass + ": " + s
	}
	return s
}

// Read reads the function of a snapshot. The error is a *hir.ReadError, or says
// what is wrong with what stands beside the text.
func (s *Snapshot) Read() (*hir.Function, error) {
	name := s.Pass
	if s.Function != "" {
		name += " of " + s.Function
	}
	opt := hir.ReadOptions{}
	if s.Next != nil {
		opt.Next = &hir.Counters{Identifier: s.Next.Identifier, Block: s.Next.Block, Scope: s.Next.Scope}
	}
	if s.Ranges != nil {
		opt.ScopeRanges = map[hir.ScopeID]hir.Range{}
		for id, r := range s.Ranges {
			n, err := strconv.Atoi(id)
			if err != nil || n < 0 {
				return nil, &hir.ReadError{File: name, Line: 1, Col: 1, Msg: "expected the number of a scope, found " + strconv.Quote(id)}
			}
			opt.ScopeRanges[hir.ScopeID(n)] = hir.Range{Start: hir.InstructionID(r[0]), End: hir.InstructionID(r[1])}
		}
	}
	return hir.ReadFunction(name, []byte(s.HIR), opt)
}

// RequestPass returns a request to apply a pass to a function.
func RequestPass(pass string, f *hir.Function) *Request {
	n := f.Env.Counters()
	r := &Request{Pass: pass, HIR: f.Text(), Next: &Counters{n.Identifier, n.Block, n.Scope}, Ranges: map[string][2]int{}}
	for id := range f.Env.Scopes {
		x := f.Env.Scopes[id].Range
		r.Ranges[strconv.Itoa(id)] = [2]int{int(x.Start), int(x.End)}
	}
	return r
}
