package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"runtime/debug"
	"slices"

	"assay/gen/mugen"
	"assay/mu"
	"assay/mu/convert"
	"assay/oracle/campaign"
	"assay/oracle/muoracle"
	"assay/oracle/muoracle/faulty"
)

// The commands check, fuzz and mutants for Mu IR.

// muCheckOptions returns the options of a check with the named fault, or without
// one if fault is "".
func muCheckOptions(fault string, seeds, fuel int) (muoracle.Options, error) {
	opt := muoracle.Options{Seeds: seeds, Fuel: fuel}
	if fault == "" {
		return opt, nil
	}
	opt, err := opt.WithFault(fault)
	if err != nil {
		return opt, inputError{err}
	}
	return opt, nil
}

// checkMu checks bundles of Mu IR, and the generated ones that flags ask for, and
// says what it found if that is no violation.
func (c *checkCmd) checkMu(e *env, bundles []*mu.Bundle, generated bool) error {
	if c.From != "ssa" {
		return inputErrorf("assay check: --from=%s is for HIR", c.From)
	}
	opt, err := muCheckOptions(c.Fault, c.Seeds, c.Fuel)
	if err != nil {
		return err
	}
	checker := muoracle.NewChecker(opt)
	bad := false
	flags := runFlags(c.Seeds, c.Fuel)
	check := func(cs muoracle.Case) {
		cs.Replay += flags
		if f := checker.Check(cs); f != nil {
			bad = true
			fmt.Fprintf(e.stdout, "%s: %s\n%s\n", cs.Name, e.paint(red, "violated"), f.Error())
		}
	}
	if generated && c.Seed != nil {
		check(muoracle.FromSeed(*c.Seed, mugen.Config{}))
	}
	if generated && c.Bytes != nil {
		data, err := decodeBytes(*c.Bytes)
		if err != nil {
			return err
		}
		check(muoracle.FromBytes(data, mugen.Config{}))
	}
	for _, b := range bundles {
		if err := checkBundle(b, check); err != nil {
			return err
		}
	}
	if bad {
		return errViolated
	}
	st := checker.Stats
	fmt.Fprintf(e.stdout, "%s of Mu IR, %s of the interpreter: %s\n", count(st.Cases, "check"), count(st.Runs, "run"), e.paint(green, "no violation"))
	return nil
}

// checkBundle checks a bundle, once for each function that it can run. One that is
// not valid, or has no SSA form, is an input error.
func checkBundle(b *mu.Bundle, check func(muoracle.Case)) error {
	file := b.Files[0].Name
	if file == fileName("-") {
		file = "-"
	}
	for _, form := range []bool{false, true} {
		if _, err := convert.Bundle(b, convert.Options{Level: mu.LevelFull, PHI: form}); err != nil {
			return inputError{err}
		}
	}
	c := muoracle.Case{Name: b.Files[0].Name, Bundle: b, SSA: !mu.HasErrors(mu.CheckSSA(b, mu.LevelFull)), Replay: "assay check --lang mu " + file}
	var entries []string
	for _, f := range ownVersions(b) {
		if name := b.Funcs[f.Func].Name; !slices.Contains(entries, name) {
			entries = append(entries, name)
		}
	}
	if len(entries) == 0 {
		entries = []string{""}
	}
	for _, c.Entry = range entries {
		check(c)
	}
	return nil
}

// runMu fuzzes the conversion of Mu IR.
func (c *fuzzCmd) runMu(e *env, opt campaign.Options) error {
	seeds := c.Seeds
	check, err := muCheckOptions(c.Fault, seeds, 0)
	if err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	defer debug.SetGCPercent(debug.SetGCPercent(400))
	rep := muoracle.Fuzz(ctx, muoracle.FuzzOptions{Options: opt, Check: check})
	e.clearProgress()
	interrupted := ctx.Err() != nil
	stop()
	violations := printBuckets(e, rep.Failures, c.Max, func(f *muoracle.Failure) error {
		if c.Reduce {
			f = muoracle.Reduce(f, check)
		}
		if c.Seeds > defaultSeeds {
			f.Case.Replay += runFlags(c.Seeds, defaultFuel)
		}
		return f
	})
	st := rep.Stats
	if c.Census {
		fmt.Fprintln(e.stdout, rep.Census.String())
	}
	fmt.Fprintf(e.stdout, "%s: %d in SSA form; %s\n", count(st.Cases, "program"), st.SSA, rep.Census.Summary())
	fmt.Fprintf(e.stdout, "%d parameters and %d PHIs added, %d defaults; %d refused\n", st.Parameters, st.PHIs, st.Defaults, st.Refused)
	fmt.Fprintf(e.stdout, "%s: %d instructions executed, the map checked at %d points, %d ended with an exception, %d undefined, %d cut off for want of fuel, %d unsupported\n",
		count(st.Runs, "run"), st.Steps, st.Points, st.Threw, st.Undefined, st.OutOfFuel, st.Unsupported)
	printSpeed(e, st.Cases, rep.Elapsed, rep.Jobs)
	if err := verdict(e, violations, len(rep.Failures)); err != nil {
		return err
	}
	if interrupted {
		return errInterrupted
	}
	return nil
}

// runMu measures the oracles of the conversion of Mu IR.
func (c *mutantsCmd) runMu(e *env) error {
	faults := faulty.All()
	if len(c.Faults) > 0 {
		faults = nil
		for i, n := range c.Faults {
			f, ok := faulty.Named(n)
			if !ok {
				return inputErrorf("no fault is named %q; assay mutants --lang=mu without names lists them all", n)
			}
			if !slices.Contains(c.Faults[:i], n) {
				faults = append(faults, f)
			}
		}
	}
	var oracles, names []string
	for o := range muoracle.Oracle(muoracle.NumOracles) {
		oracles = append(oracles, o.String())
	}
	for _, f := range faults {
		names = append(names, f.Name)
	}
	return c.measure(e, "HARM", oracles, names, func(i int) mutant {
		f := faults[i]
		s := muoracle.ScoreMutant(f, muoracle.MutantOptions{Seed: c.Seed, Programs: c.Count, Reduce: c.Examples || c.JSON})
		m := mutant{name: f.Name, what: f.What, group: f.Harm.String(), after: s.After, caught: s.Caught()}
		if m.caught {
			m.summary, m.text = s.Failure.Summary(), s.Failure.Case.Text()
		}
		return m
	})
}
