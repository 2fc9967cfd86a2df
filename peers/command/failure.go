package command

// FailureKind is a way in which a command fails to answer.
type FailureKind uint8

// The kinds of failure.
const (
	// Crash: the command ended.
	Crash FailureKind = iota
	// Hang: there was no answer in time.
	Hang
	// Rubbish: the answer is not what the protocol asks for.
	Rubbish
)

// String returns "crash", "hang" or "rubbish".
func (k FailureKind) String() string { return [...]string{"crash", "hang", "rubbish"}[k] }

// Failure is the error of a command that did not answer a request. It is a finding
// about the command.
type Failure struct {
	Kind    FailureKind
	Message string
	// Stderr is the end of what the command wrote to standard error.
	Stderr string
}

// Error returns "kind: message", and then what the command wrote to standard
// error.
func (f *Failure) Error() string {
	s := f.Kind.String() + ": " + f.Message
	if f.Stderr != "" {
		s += "\nstandard error:\n" + f.Stderr
	}
	return s
}
