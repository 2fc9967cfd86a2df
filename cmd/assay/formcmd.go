package main

import (
	"errors"
	"fmt"
	"strings"

	"assay/hir"
	"assay/js"
	"assay/mu"
	"assay/ssa"
)

// formFlag is the flag of commands that print HIR.
type formFlag struct {
	Annotate bool `help:"Print annotations for what the React Compiler's form leaves out, so that reading the output back loses nothing."`
}

// print writes a function in HIR, with an empty line before it if it is not
// the first.
func (e *env) print(f *hir.Function, form formFlag, first *bool) {
	if !*first {
		fmt.Fprintln(e.stdout)
	}
	*first = false
	text := hir.AppendText(nil, f, hir.PrintOptions{Annotate: form.Annotate})
	e.stdout.Write(text)
	if len(text) > 0 && text[len(text)-1] != '\n' {
		fmt.Fprintln(e.stdout)
	}
}

type fmtCmd struct {
	langFlag
	formFlag
	preludeFlag
	Form  string   `enum:"values,phi" default:"values" help:"How Mu IR is printed: values (blocks have parameters) or phi (the layout of the older form: header, bare labels, LANDINGPAD)."`
	Files []string `arg:"" name:"file" help:"Files to read; '-' is standard input."`
}

// Help returns examples for assay fmt --help.
func (*fmtCmd) Help() string {
	return `Prints JavaScript in canonical form, and HIR as the React Compiler prints it.
Text that the React Compiler printed comes out as it went in. Mu IR keeps its tokens.

Examples:
  assay fmt dump.hir
  assay fmt --prelude primitives.uir program.uir
  assay fmt --annotate dump.hir
  assay fmt --lang=js - <program.txt`
}

func (c *fmtCmd) Run(e *env) error {
	first := true
	prelude, err := e.preludes(c.preludeFlag)
	if err != nil {
		return err
	}
	for _, file := range c.Files {
		s, err := e.source(file, c.langFlag)
		if err != nil {
			return err
		}
		if s.lang == langMu {
			b, err := readBundle(s.name, s.text, prelude)
			if err != nil {
				return err
			}
			e.stdout.Write(mu.Print(b, mu.PrintOptions{PHI: c.Form == "phi"}))
			continue
		}
		if s.lang == langJS {
			p, err := js.Parse(s.name, s.text)
			if err != nil {
				return inputError{err}
			}
			fmt.Fprint(e.stdout, js.Print(p))
			continue
		}
		fs, err := hir.Read(s.name, s.text)
		if err != nil {
			return inputError{err}
		}
		for _, f := range fs {
			e.print(f, c.formFlag, &first)
		}
	}
	return nil
}

type lowerCmd struct {
	formFlag
	Files []string `arg:"" name:"file" help:"JavaScript files; '-' is standard input."`
}

// Help returns examples for assay lower --help.
func (*lowerCmd) Help() string {
	return `Prints the HIR of each top-level function of a JavaScript file. Functions that
use what the lowering does not support are reported with their place, and the
others are printed all the same.

Example:
  assay lower program.js`
}

func (c *lowerCmd) Run(e *env) error {
	first := true
	return e.eachFunction(c.Files, langFlag{Lang: "js"}, func(_ source, f function) error {
		e.print(f.hir, c.formFlag, &first)
		return nil
	})
}

type ssaCmd struct {
	langFlag
	formFlag
	Eliminate bool     `help:"Remove redundant phis too."`
	Files     []string `arg:"" name:"file" help:"JavaScript or HIR files; '-' is standard input."`
}

// Help returns examples for assay ssa --help.
func (*ssaCmd) Help() string {
	return `Converts each function to SSA form and prints it.

Examples:
  assay ssa program.js
  assay ssa --eliminate program.hir`
}

func (c *ssaCmd) Run(e *env) error {
	first := true
	return e.eachFunction(c.Files, c.langFlag, func(s source, f function) error {
		err := ssa.EnterSSA(f.hir)
		if err == nil && c.Eliminate {
			err = ssa.EliminateRedundantPhis(f.hir)
		}
		if err != nil {
			return passError(s, err)
		}
		e.print(f.hir, c.formFlag, &first)
		return nil
	})
}

// passError turns a pass's refusal of an input into an input error.
func passError(s source, err error) error {
	var refused *hir.PassError
	if errors.As(err, &refused) {
		return inputErrorf("%s: %s", s.name, strings.TrimSpace(err.Error()))
	}
	return err
}
