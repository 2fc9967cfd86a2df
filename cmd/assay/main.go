// Command assay tests the compiler passes that put programs into SSA form and
// that mark scopes in the control flow: its own, and those of other compilers.
//
// It exits with 0 if every property holds, 1 if one is violated, 2 if the command
// line or an input is wrong or the output cannot be written, and 130 if it was
// interrupted. See assay --help.
package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"strings"

	"github.com/alecthomas/kong"
)

// The exit codes.
const (
	exitHolds       = 0
	exitViolated    = 1
	exitUsage       = 2
	exitInterrupted = 130 // what a shell reports after an interrupt
)

// commandLine is the whole command line.
type commandLine struct {
	Fmt     fmtCmd     `cmd:"" help:"Read programs and print them."`
	Lower   lowerCmd   `cmd:"" help:"Lower JavaScript functions to HIR."`
	SSA     ssaCmd     `cmd:"" name:"ssa" help:"Print the SSA form of functions."`
	Scopes  scopesCmd  `cmd:"" help:"Print functions with terminals for their scopes."`
	Mu      muCmd      `cmd:"" help:"Convert Mu IR from pre-SSA form to SSA form."`
	Verify  verifyCmd  `cmd:"" help:"List every invariant that a program violates."`
	Run     runCmd     `cmd:"" help:"Run a program in the reference interpreter."`
	Check   checkCmd   `cmd:"" help:"Put given programs through every conversion and check."`
	Compare compareCmd `cmd:"" help:"Check a pair of programs, before and after a pass, that any compiler may have written."`
	Conform conformCmd `cmd:"" help:"Compare our passes with recorded runs of another compiler's."`
	Gen     genCmd     `cmd:"" help:"Print generated programs."`
	Fuzz    fuzzCmd    `cmd:"" help:"Check generated programs."`
	Mutants mutantsCmd `cmd:"" help:"Measure the oracles: run faulty passes and say what caught each."`
	Bisect  bisectCmd  `cmd:"" help:"Say which versions of the React Compiler do a program wrong."`

	Color string `enum:"auto,always,never" default:"auto" help:"Colour the output: auto, always or never."`
}

// env is what a command talks to.
type env struct {
	stdin          io.Reader
	stdout, stderr io.Writer
	// stdinText is what stood in stdin, once it was read.
	stdinText []byte
	// color says that standard output shows colours, progress that standard
	// error is a terminal that can show a progress bar.
	color, progress bool
}

// violated is the error of a command that found a property violated and has
// said so on standard output already.
var errViolated = errors.New("a property is violated")

// errInterrupted is the error of a command that ended early because the user
// wanted it, and has found nothing so far.
var errInterrupted = errors.New("interrupted: not everything was checked")

// inputError is an error of the command line or of an input.
type inputError struct{ error }

func (e inputError) Unwrap() error { return e.error }

func inputErrorf(format string, args ...any) error {
	return inputError{fmt.Errorf(format, args...)}
}

func main() {
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// run executes a command line and returns the exit code.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer) (code int) {
	var cl commandLine
	terminal := isTerminal(stdout)
	stdout = output{stdout}
	exited := -1
	parser, err := kong.New(&cl,
		kong.Name("assay"),
		kong.Description("Differential fuzzing and verification of the passes that build SSA form and mark scopes.\n\n"+
			"Exit codes: 0 every property holds, 1 a property is violated, 2 wrong usage or input, 130 interrupted. "+
			"'-' is standard input wherever a file is named."),
		kong.Writers(stdout, stderr),
		kong.Exit(func(c int) { exited = c; panic(exitPanic{}) }),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, NoExpandSubcommands: true, WrapUpperBound: 100}),
		kong.UsageOnError(),
	)
	if err != nil {
		fmt.Fprintln(stderr, "assay:", err)
		return exitUsage
	}
	defer func() {
		switch r := recover().(type) {
		case nil:
		case exitPanic:
			code = exited
		case outputPanic:
			// A result that nobody can read is none.
			fmt.Fprintln(stderr, "assay: standard output:", r.err)
			code = exitUsage
		default:
			// A panic here is a defect of assay itself. It is not allowed to look
			// like a property violated by the input.
			fmt.Fprintf(stderr, "assay: internal error: %v\n%s", r, debug.Stack())
			code = exitUsage
		}
	}()
	if len(args) == 0 {
		args = []string{"--help"}
	}
	ctx, err := parser.Parse(args)
	if err != nil {
		fmt.Fprintln(stderr, "assay:", err)
		fmt.Fprintln(stderr, "Run assay --help, or assay COMMAND --help.")
		return exitUsage
	}
	e := &env{stdin: stdin, stdout: stdout, stderr: stderr}
	e.color = cl.Color == "always" || cl.Color == "auto" && terminal && os.Getenv("NO_COLOR") == ""
	e.progress = isTerminal(stderr)
	err = ctx.Run(e)
	var in inputError
	switch {
	case err == nil:
		return exitHolds
	case errors.Is(err, errViolated):
		return exitViolated
	case errors.As(err, &in):
		fmt.Fprintln(stderr, firstLines(err.Error()))
		return exitUsage
	case errors.Is(err, errInterrupted):
		fmt.Fprintln(stderr, "assay:", err)
		return exitInterrupted
	default:
		fmt.Fprintln(stderr, "assay:", strings.TrimRight(err.Error(), "\n"))
		return exitUsage
	}
}

// maxErrorLines bounds how much is printed of the errors of one input: a file
// that is no program at all has an error at every other character.
const maxErrorLines = 100

// firstLines returns an error's text, cut if it is very long.
func firstLines(s string) string {
	lines := strings.Split(strings.TrimRight(s, "\n"), "\n")
	if more := len(lines) - maxErrorLines; more > 0 {
		lines = append(lines[:maxErrorLines], fmt.Sprintf("and %d more", more))
	}
	return strings.Join(lines, "\n")
}

// output is standard output. A write that fails ends the command, as otherwise
// it would go on for nothing and then claim success.
type output struct{ w io.Writer }

func (o output) Write(b []byte) (int, error) {
	n, err := o.w.Write(b)
	if err != nil {
		panic(outputPanic{err})
	}
	return n, nil
}

type outputPanic struct{ err error }

// exitPanic unwinds out of the argument parser when it wants to exit, as it
// does after --help.
type exitPanic struct{}
