// Command assay tests the compiler passes that put programs into SSA form and
// that mark scopes in the control flow: its own, and those of other compilers.
//
// It exits with 0 if every property holds, 1 if one is violated, and 2 if the
// command line or an input is wrong. See assay --help.
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
	exitHolds    = 0
	exitViolated = 1
	exitUsage    = 2
)

// commandLine is the whole command line.
type commandLine struct {
	Fmt     fmtCmd     `cmd:"" help:"Read programs and print them."`
	Lower   lowerCmd   `cmd:"" help:"Lower JavaScript functions to HIR."`
	SSA     ssaCmd     `cmd:"" name:"ssa" help:"Print the SSA form of functions."`
	Verify  verifyCmd  `cmd:"" help:"List every invariant that a program violates."`
	Run     runCmd     `cmd:"" help:"Run a program in the reference interpreter."`
	Check   checkCmd   `cmd:"" help:"Put given programs through every conversion and check."`
	Compare compareCmd `cmd:"" help:"Check a pair of programs, before and after a pass, that any compiler may have written."`
	Conform conformCmd `cmd:"" help:"Compare our passes with recorded runs of another compiler's."`
	Gen     genCmd     `cmd:"" help:"Print generated programs."`
	Fuzz    fuzzCmd    `cmd:"" help:"Check generated programs."`
	Mutants mutantsCmd `cmd:"" help:"Measure the oracles: run faulty passes and say what caught each."`

	Color string `enum:"auto,always,never" default:"auto" help:"Colour the output: auto, always or never."`
}

// env is what a command talks to.
type env struct {
	stdin          io.Reader
	stdout, stderr io.Writer
	// color says that standard output shows colours, progress that standard
	// error is a terminal that can show a progress bar.
	color, progress bool
}

// violated is the error of a command that found a property violated and has
// said so on standard output already.
var errViolated = errors.New("a property is violated")

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
	exited := -1
	parser, err := kong.New(&cl,
		kong.Name("assay"),
		kong.Description("Differential fuzzing and verification of the passes that build SSA form and mark scopes.\n\n"+
			"Exit codes: 0 every property holds, 1 a property is violated, 2 wrong usage or input. "+
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
		switch r := recover(); r.(type) {
		case nil:
		case exitPanic:
			code = exited
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
	e.color = cl.Color == "always" || cl.Color == "auto" && isTerminal(stdout) && os.Getenv("NO_COLOR") == ""
	e.progress = isTerminal(stderr)
	err = ctx.Run(e)
	var in inputError
	switch {
	case err == nil:
		return exitHolds
	case errors.Is(err, errViolated):
		return exitViolated
	case errors.As(err, &in):
		fmt.Fprintln(stderr, strings.TrimRight(err.Error(), "\n"))
		return exitUsage
	default:
		fmt.Fprintln(stderr, "assay:", strings.TrimRight(err.Error(), "\n"))
		return exitUsage
	}
}

// exitPanic unwinds out of the argument parser when it wants to exit, as it
// does after --help.
type exitPanic struct{}
