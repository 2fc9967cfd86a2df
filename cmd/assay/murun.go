package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"

	"assay/mu"
	"assay/mu/interp"
)

// runBundle runs the functions of a Mu bundle, or the named ones, and reports
// whether one was stuck.
func (c *runCmd) runBundle(e *env, b *mu.Bundle) (bad bool, err error) {
	if ps := mu.Check(b, mu.LevelFull); mu.HasErrors(ps) {
		for _, p := range ps {
			if p.Severity == mu.Error {
				return false, inputError{p}
			}
		}
	}
	form := "SSA form"
	pre := mu.HasErrors(mu.CheckSSA(b, mu.LevelFull))
	if pre {
		form = "pre-SSA form"
	}
	m := interp.NewMachine(b)
	ran := 0
	for _, f := range ownVersions(b) {
		fn := &b.Funcs[f.Func]
		if c.Func != "" && fn.Name != c.Func || b.Versions[fn.Versions[len(fn.Versions)-1]] != f {
			continue // another one, or a version that is not in force
		}
		args, err := c.muArgs(b, f)
		if err != nil {
			return false, inputErrorf("assay run: --args: %s: %w", fn.Name, err)
		}
		ran++
		r := m.Run(f.Func, args, interp.Options{Seed: c.Seed, Fuel: c.Fuel, PreSSA: pre, Record: true})
		fmt.Fprintf(e.stdout, "%s, %s", b.VersionName(f), form)
		for i, a := range args {
			sep := ", "
			if i == 0 {
				sep = ", of "
			}
			fmt.Fprintf(e.stdout, "%s%s", sep, a.AppendText(nil))
		}
		fmt.Fprintln(e.stdout, ":")
		for i := range r.Trace {
			fmt.Fprintf(e.stdout, "  %s\n", r.Trace[i].String())
		}
		if r.Outcome == interp.Stuck {
			fmt.Fprintf(e.stdout, "  %s\n", e.paint(red, r.String()))
			bad = true
			continue
		}
		fmt.Fprintf(e.stdout, "  %s\n", r.String())
	}
	if ran == 0 {
		return false, inputErrorf("assay run: expected a function %s with a body, found none", c.Func)
	}
	return bad, nil
}

// muArgs returns the arguments of a function: from --args, or from the seed.
func (c *runCmd) muArgs(b *mu.Bundle, f *mu.Function) ([]interp.Value, error) {
	if c.Args == "" {
		return interp.RandomArgs(b, f.Sig.ID, c.Seed), nil
	}
	dec := json.NewDecoder(bytes.NewReader([]byte(c.Args)))
	dec.UseNumber()
	var list []any
	if err := dec.Decode(&list); err != nil || list == nil {
		return nil, fmt.Errorf(`expected a JSON array such as [1, "NULL"], found %s`, c.Args)
	}
	if _, err := dec.Token(); err != io.EOF {
		return nil, fmt.Errorf("expected nothing after the array, found more in %s", c.Args)
	}
	params := b.Sigs[f.Sig.ID].Params
	if len(list) != len(params) {
		return nil, fmt.Errorf("expected %s, found %d", count(len(params), "value"), len(list))
	}
	args := make([]interp.Value, len(list))
	for i, x := range list {
		text := fmt.Sprint(x)
		if x == nil {
			text = "NULL"
		}
		v, err := interp.ParseValue(b, params[i].ID, text)
		if err != nil {
			return nil, fmt.Errorf("value %d: %w", i+1, err)
		}
		args[i] = v
	}
	return args, nil
}
