package main

import (
	"slices"

	"assay/oracle"
	"assay/oracle/faulty"
)

type mutantsCmd struct {
	Lang     string   `enum:"auto,mu" default:"auto" help:"Conversions to measure the oracles of: auto, those of HIR; or mu, that of Mu IR."`
	Count    int      `default:"2000" help:"Number of programs each faulty pass gets."`
	Seed     uint64   `default:"0" help:"Seed of the first program; the others follow."`
	JSON     bool     `name:"json" help:"Print one JSON object a fault."`
	Examples bool     `help:"Print the reduced program that shows each fault."`
	Faults   []string `arg:"" optional:"" name:"fault" help:"Faults to measure; all by default."`
}

// Help returns examples for assay mutants --help.
func (*mutantsCmd) Help() string {
	return `Runs wrong versions of the passes in the place of the right ones, on the programs
that assay fuzz makes, and prints after how many programs each oracle, on its
own, caught the fault. Exits with 1 if one was not caught at all.

Examples:
  assay mutants
  assay mutants --examples forgotten-incomplete-phi
  assay mutants --lang=mu`
}

func (c *mutantsCmd) Run(e *env) error {
	if c.Count < 1 {
		return inputErrorf("assay mutants: --count must be at least 1")
	}
	if c.Lang == "mu" {
		return c.runMu(e)
	}
	faults, err := selectFaults(c.Faults)
	if err != nil {
		return err
	}
	var oracles, names []string
	for o := range oracle.Oracle(oracle.NumOracles) {
		oracles = append(oracles, o.String())
	}
	for _, f := range faults {
		names = append(names, f.Name)
	}
	return c.measure(e, "PASS", oracles, names, func(i int) mutant {
		f := faults[i]
		s := oracle.ScoreMutant(f, oracle.MutantOptions{Seed: c.Seed, Programs: c.Count, Reduce: c.Examples || c.JSON})
		m := mutant{name: f.Name, what: f.What, group: f.Pass, after: s.After, caught: s.Caught()}
		if m.caught {
			m.summary, m.text = s.Failure.Summary(), s.Failure.Case.Text()
		}
		return m
	})
}

// selectFaults returns the faults with the given names, or all if there are
// none.
func selectFaults(names []string) ([]faulty.Fault, error) {
	all := oracle.Faults()
	if len(names) == 0 {
		return all, nil
	}
	var out []faulty.Fault
	for i, n := range names {
		if slices.Contains(names[:i], n) {
			continue
		}
		found := false
		for _, f := range all {
			if f.Name == n {
				out = append(out, f)
				found = true
			}
		}
		if !found {
			return nil, inputErrorf("no fault is named %q; assay mutants without names lists them all", n)
		}
	}
	return out, nil
}
