package main

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"

	"assay/mu"
	"assay/mu/convert"
)

type muCmd struct {
	preludeFlag
	levelFlag
	Form            string   `enum:"values,phi" default:"values" help:"Form of the output: values (today's: blocks have parameters, and variables belong to a block) or phi (the older one: PHIs, and variables are visible where their definition dominates)."`
	Map             string   `help:"File to write the map from variables to SSA values to: as text if its name ends in .txt, else as JSON." placeholder:"FILE"`
	KeepCopies      bool     `help:"Keep each ID, as an instruction, so that every assignment has an SSA value of its own."`
	StrictEntry     bool     `help:"Refuse branches to the first block, instead of putting a block before it."`
	DropUnreachable bool     `help:"Leave out blocks that control cannot reach."`
	NameOSR         string   `name:"name-osr" enum:"none,traps,all" default:"none" help:"Give names to instructions without one at which a frame can be inspected: none, traps (TRAP and WATCHPOINT) or all."`
	Uninit          string   `enum:"warn,ok,error" default:"warn" help:"What to do if a variable is read that nothing can have assigned: warn, ok (say nothing) or error."`
	Warnings        bool     `default:"true" negatable:"" help:"Print warnings."`
	Files           []string `arg:"" name:"file" help:"Mu bundles in pre-SSA form; '-' is standard input."`
}

// Help returns examples for assay mu --help.
func (*muCmd) Help() string {
	return `Converts Mu IR from pre-SSA form to SSA form: parameters of blocks and arguments of
edges are inferred, copies eliminated, and variables that nothing has assigned replaced by the defaults
of their types. What is in SSA form comes out as it went in. Warnings go to
standard error.

Examples:
  assay mu program.uir
  assay mu --form=phi --map=map.json program.uir
  assay mu --prelude primitives.uir --check=full program.uir`
}

func (c *muCmd) Run(e *env) error {
	prelude, err := e.preludes(c.preludeFlag)
	if err != nil {
		return err
	}
	if c.Map != "" && len(c.Files) > 1 {
		return inputErrorf("assay mu: --map is for one file, found %d", len(c.Files))
	}
	opt := convert.Options{
		Level: levelOf[c.Check], KeepCopies: c.KeepCopies, StrictEntry: c.StrictEntry, DropUnreachable: c.DropUnreachable,
		PHI:     c.Form == "phi",
		NameOSR: map[string]convert.NameOSR{"none": convert.NameNone, "traps": convert.NameTraps, "all": convert.NameAll}[c.NameOSR],
	}
	for i, file := range c.Files {
		text, err := e.read(file)
		if err != nil {
			return err
		}
		b, err := readBundle(fileName(file), text, prelude)
		if err != nil {
			return err
		}
		if i > 0 {
			e.stdout.Write([]byte("\n"))
		}
		if err := c.convert(e, b, opt); err != nil {
			return err
		}
	}
	return nil
}

func (c *muCmd) convert(e *env, b *mu.Bundle, opt convert.Options) error {
	r, err := convert.Bundle(b, opt)
	if err != nil {
		return inputError{err}
	}
	var shown, wrong convert.Problems
	for _, p := range r.Warnings() {
		switch {
		case p.Code == "W-UNINIT" && c.Uninit == "error":
			p.Severity, p.Code = mu.Error, "E-UNINIT"
			wrong = append(wrong, p)
		case p.Code == "W-UNINIT" && c.Uninit == "ok":
		case c.Warnings:
			shown = append(shown, p)
		}
	}
	if len(shown) > 0 {
		e.stderr.Write([]byte(firstLines(shown.Error()) + "\n"))
	}
	if len(wrong) > 0 {
		return inputError{wrong}
	}
	if c.Map != "" {
		if err := writeMap(r, c.Map); err != nil {
			return err
		}
	}
	e.stdout.Write(mu.Print(r.Bundle, mu.PrintOptions{PHI: opt.PHI}))
	return nil
}

// writeMap writes a map to a file.
func writeMap(r *convert.Result, file string) error {
	var text bytes.Buffer
	write := r.WriteJSON
	if filepath.Ext(file) == ".txt" {
		write = r.WriteText
	}
	if err := write(&text); err != nil {
		return err
	}
	if err := os.WriteFile(file, text.Bytes(), 0o644); err != nil {
		return errors.Join(errors.New("the map cannot be written"), err)
	}
	return nil
}
