package react

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	"assay/peers/command"
)

// Options says which compiler to use.
type Options struct {
	// Dir is the directory of adapter.js and its node_modules.
	Dir string
	// Compiler is the directory of another version of the compiler's package; "" is
	// the one that is installed.
	Compiler string
	// Process says how the adapter is run.
	Process command.Options
}

// Compiler is a running compiler. One goroutine at a time may use it.
type Compiler struct{ process *command.Process }

// ErrNotInstalled is the error of a machine without node or without the adapter's
// packages.
var ErrNotInstalled = errors.New("the React Compiler is not installed")

// Installed returns nil if the compiler can be started, else an ErrNotInstalled that
// says what is missing.
func Installed(dir string) error {
	if _, err := exec.LookPath("node"); err != nil {
		return fmt.Errorf("%w: there is no node", ErrNotInstalled)
	}
	for _, file := range []string{"adapter.js", "node_modules/babel-plugin-react-compiler/package.json", "node_modules/@babel/core/package.json"} {
		if _, err := os.Stat(filepath.Join(dir, filepath.FromSlash(file))); err != nil {
			return fmt.Errorf("%w: there is no %s in %s (make peers installs it)", ErrNotInstalled, file, dir)
		}
	}
	return nil
}

// New returns a compiler, which is started when it is first needed. The error is an
// ErrNotInstalled.
func New(opt Options) (*Compiler, error) {
	if err := Installed(opt.Dir); err != nil {
		return nil, err
	}
	argv := []string{"node", "--stack-size=4000", filepath.Join(opt.Dir, "adapter.js")}
	if opt.Compiler != "" {
		argv = append(argv, "--compiler="+opt.Compiler)
	}
	return &Compiler{command.New(argv, opt.Process)}, nil
}

// Compile compiles a program. Snapshots are wanted after the passes in want, all of
// them if there are none. If run is not "" the function of that name is run before
// and after. The error is a *command.Failure if the compiler is to blame.
func (c *Compiler) Compile(ctx context.Context, js string, want []string, run string) (*command.Answer, error) {
	return c.process.Do(ctx, &command.Request{JS: js, Want: want, Run: run})
}

// Do answers a request of the protocol. The error is as Compile's.
func (c *Compiler) Do(ctx context.Context, r *command.Request) (*command.Answer, error) {
	return c.process.Do(ctx, r)
}

// Close ends the compiler.
func (c *Compiler) Close() error { return c.process.Close() }
