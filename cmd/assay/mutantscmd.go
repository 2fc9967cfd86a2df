package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"text/tabwriter"

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

// mutantJSON is what assay mutants --json prints for a fault.
type mutantJSON struct {
	Fault   string         `json:"fault"`
	Pass    string         `json:"pass"`
	What    string         `json:"what"`
	Caught  bool           `json:"caught"`
	After   map[string]int `json:"after"` // oracle -> number of programs; absent if it never caught the fault
	Example string         `json:"example,omitempty"`
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
	var table bytes.Buffer
	tw := tabwriter.NewWriter(&table, 0, 0, 2, ' ', 0)
	if !c.JSON {
		fmt.Fprint(tw, "FAULT\tPASS")
		for o := range oracle.Oracle(oracle.NumOracles) {
			fmt.Fprintf(tw, "\t%s", o)
		}
		fmt.Fprintln(tw)
	}
	caught := 0
	var scores []*oracle.MutantScore
	for i, f := range faults {
		if e.progress {
			fmt.Fprintf(e.stderr, "\r\x1b[K%d/%d %s", i+1, len(faults), f.Name)
		}
		s := oracle.ScoreMutant(f, oracle.MutantOptions{Seed: c.Seed, Programs: c.Count, Reduce: c.Examples || c.JSON})
		scores = append(scores, s)
		if s.Caught() {
			caught++
		}
		if c.JSON {
			if err := printMutantJSON(e, s); err != nil {
				return err
			}
			continue
		}
		fmt.Fprintf(tw, "%s\t%s", f.Name, f.Pass)
		for _, n := range s.After {
			if n == 0 {
				fmt.Fprint(tw, "\t-")
			} else {
				fmt.Fprintf(tw, "\t%d", n)
			}
		}
		fmt.Fprintln(tw)
	}
	if e.progress {
		fmt.Fprint(e.stderr, "\r\x1b[K")
	}
	tw.Flush()
	e.stdout.Write(table.Bytes())
	if c.Examples && !c.JSON {
		for _, s := range scores {
			fmt.Fprintf(e.stdout, "\n%s: %s\n", s.Fault.Name, s.Fault.What)
			if s.Caught() {
				fmt.Fprintf(e.stdout, "%s\n%s\n", s.Failure.Summary(), s.Failure.Case.Text())
			}
		}
	}
	if !c.JSON {
		fmt.Fprintf(e.stdout, "caught %d of %d\n", caught, len(faults))
	}
	if caught < len(faults) {
		return errViolated
	}
	return nil
}

func printMutantJSON(e *env, s *oracle.MutantScore) error {
	m := mutantJSON{Fault: s.Fault.Name, Pass: s.Fault.Pass, What: s.Fault.What, Caught: s.Caught(), After: map[string]int{}}
	for o, n := range s.After {
		if n > 0 {
			m.After[oracle.Oracle(o).String()] = n
		}
	}
	if s.Caught() {
		m.Example = s.Failure.Case.Text()
	}
	b, err := json.Marshal(m)
	if err != nil {
		return err
	}
	fmt.Fprintf(e.stdout, "%s\n", b)
	return nil
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
