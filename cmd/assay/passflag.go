package main

import (
	"context"
	"fmt"
	"strings"

	"assay/hir"
	"assay/oracle"
	"assay/peers/command"
)

// passFlag is the flags of commands that check passes, one of which may be a command
// of somebody else's.
type passFlag struct {
	Command string `help:"A command that speaks the protocol of peers/command, to put in the place of a pass." placeholder:"CMD"`
	Pass    string `enum:",ssa,eliminate,align,merge,build" default:"" help:"The pass that --command is: ssa, eliminate, align, merge or build." placeholder:"NAME"`
}

// apply returns options with the command in the place of the pass, and what ends the
// commands that were started.
func (p *passFlag) apply(opt oracle.CheckOptions) (oracle.CheckOptions, func(), error) {
	if (p.Command == "") != (p.Pass == "") {
		return opt, nil, inputErrorf("--command and --pass go together")
	}
	if p.Command == "" {
		return opt, func() {}, nil
	}
	if opt.Fault != "" {
		return opt, nil, inputErrorf("--command and --fault do not go together")
	}
	argv, err := command.Split(p.Command)
	if err != nil || len(argv) == 0 {
		return opt, nil, inputErrorf("--command: expected a command, found %q", p.Command)
	}
	var started []*command.Process
	opt, err = opt.WithPass(p.Pass, func() func(*hir.Function) error {
		c := command.New(argv, command.Options{})
		started = append(started, c)
		return c.Pass(context.Background(), p.Pass)
	})
	if err != nil {
		return opt, nil, inputError{err}
	}
	opt.Flags = fmt.Sprintf("--command '%s' --pass %s", strings.ReplaceAll(p.Command, "'", `'\''`), p.Pass)
	return opt, func() {
		for _, c := range started {
			c.Close()
		}
	}, nil
}
