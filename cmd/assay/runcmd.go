package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"

	"assay/interp"
)

type runCmd struct {
	langFlag
	preludeFlag
	Func  string   `help:"The function of a Mu bundle to run; without it all are." placeholder:"@NAME"`
	World string   `enum:"opaque" default:"opaque" help:"World to run in: opaque, where everything but primitive operations is an uninterpreted function."`
	Seed  uint64   `default:"0" help:"Seed of the world: what unknown functions do, and which way branches on opaque values go."`
	Fuel  int      `default:"20000" help:"Number of instructions after which the run is cut off."`
	Args  string   `help:"Arguments as a JSON array of null, booleans, numbers and strings. Of Mu IR: numbers, or strings such as \"0.5d\" or \"NULL\". Without it they are made from the seed." placeholder:"JSON"`
	Files []string `arg:"" name:"file" help:"JavaScript or HIR files, in any form; '-' is standard input."`
}

// Help returns examples for assay run --help.
func (*runCmd) Help() string {
	return `Runs each function in the reference interpreter and prints its effects, in order,
and its result. Equal programs print the same, before and after a pass. Of Mu IR the effects are
traps, watchpoints and calls of functions without body, which a client answers that the seed chooses.

Examples:
  assay run program.js
  assay run --seed 3 --args '[1, "x", null]' program.hir
  assay run --func @fac --args '[10]' factorial.uir`
}

func (c *runCmd) Run(e *env) error {
	if c.Fuel < 1 {
		return inputErrorf("assay run: --fuel must be at least 1")
	}
	files, bundles, err := e.bundles(c.Files, c.langFlag, c.preludeFlag)
	if err != nil {
		return err
	}
	bad := false
	for _, b := range bundles {
		stuck, err := c.runBundle(e, b)
		if err != nil {
			return err
		}
		bad = bad || stuck
	}
	var args []interp.Value
	if c.Args != "" && len(files) > 0 {
		if args, err = parseArgs(c.Args); err != nil {
			return inputErrorf("assay run: --args: %w", err)
		}
	}
	err = e.eachFunction(files, c.langFlag, func(s source, f function) error {
		r := interp.Run(f.hir, interp.Options{Seed: c.Seed, Fuel: c.Fuel, Args: args, Record: true})
		fmt.Fprintf(e.stdout, "%s:\n", f.hir.Name())
		for _, ev := range r.Trace {
			fmt.Fprintf(e.stdout, "  %s\n", ev.Text)
		}
		switch r.Outcome {
		case interp.Returned, interp.Threw:
			fmt.Fprintf(e.stdout, "  %s %s\n", r.Outcome, r.Text)
		case interp.Stuck:
			fmt.Fprintf(e.stdout, "  %s\n", e.paint(red, r.Stuck.Error()))
			return errViolated
		default:
			fmt.Fprintf(e.stdout, "  %s after %d instructions\n", r.Outcome, r.Steps)
		}
		return nil
	})
	if err == nil && bad {
		return errViolated
	}
	return err
}

// parseArgs reads a JSON array of primitive values.
func parseArgs(text string) ([]interp.Value, error) {
	dec := json.NewDecoder(bytes.NewReader([]byte(text)))
	var list []any
	if err := dec.Decode(&list); err != nil || list == nil {
		return nil, fmt.Errorf(`expected a JSON array such as [1, "x", null], found %s`, text)
	}
	if _, err := dec.Token(); err != io.EOF {
		return nil, fmt.Errorf("expected nothing after the array, found more in %s", text)
	}
	out := make([]interp.Value, 0, len(list))
	for i, v := range list {
		switch v := v.(type) {
		case nil:
			out = append(out, interp.Null)
		case bool:
			out = append(out, interp.Bool(v))
		case float64:
			out = append(out, interp.Number(v))
		case string:
			out = append(out, interp.String(v))
		default:
			return nil, fmt.Errorf("argument %d is neither null, boolean, number nor string", i)
		}
	}
	return out, nil
}
