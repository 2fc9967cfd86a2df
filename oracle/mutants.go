package oracle

import (
	"fmt"
	"strings"

	"assay/hir"
	"assay/oracle/campaign"
	"assay/oracle/faulty"
	"assay/scopes"
)

// Faults returns all planted faults: those of the conversion to SSA form, then those
// of the passes over scopes.
func Faults() []faulty.Fault { return append(faulty.All(), faulty.Scopes()...) }

// WithFault returns options with the named faulty pass (see package faulty) in
// the place of the right one.
func (o CheckOptions) WithFault(name string) (CheckOptions, error) {
	var names []string
	for _, f := range Faults() {
		if f.Name == name {
			return o.withFault(f), nil
		}
		names = append(names, f.Name)
	}
	return o, fmt.Errorf("no fault is named %q; there are %s", name, strings.Join(names, ", "))
}

func (o CheckOptions) withFault(f faulty.Fault) CheckOptions {
	o.Fault = f.Name
	switch f.Pass {
	case "align", "merge", "build":
		return o.withScopeFault(f)
	case "interp":
		o.SequentialPhis = true
	}
	passes := o.Passes
	if passes == nil {
		passes = SSAPasses
	}
	o.Passes = func() []Pass {
		ps := passes()
		for i := range ps {
			if passOfFault[f.Pass] == ps[i].Name {
				ps[i].Run = f.Run
			}
		}
		if o.SequentialPhis {
			// Without it no phi reads another of its block.
			ps = append(ps, copyPass())
		}
		return ps
	}
	return o
}

// withScopeFault puts a faulty pass over scopes in the place of the right one.
func (o CheckOptions) withScopeFault(f faulty.Fault) CheckOptions {
	passes := o.ScopePasses
	if passes == nil {
		passes = ScopePasses
	}
	o.ScopePasses = func(from Stage, opt scopes.AlignOptions) []Pass {
		ps := passes(from, opt)
		for i := range ps {
			if passOfFault[f.Pass] != ps[i].Name {
				continue
			}
			ps[i].Run = f.Run
			if f.Align != nil {
				ps[i].Run = func(g *hir.Function) error { return f.Align(g, opt) }
			}
		}
		return ps
	}
	return o
}

// passOfFault gives the name of the Pass that a fault's Pass stands for.
var passOfFault = map[string]string{
	"ssa":       "EnterSSA",
	"eliminate": "EliminateRedundantPhis",
	"align":     passAlign,
	"merge":     passMerge,
	"build":     passBuild,
}

// MutantOptions says how to measure the oracles.
type MutantOptions struct {
	// Seed is that of the first program, as in FuzzOptions.
	Seed uint64
	// Programs is how many programs each fault gets; default 2000.
	Programs int
	Check    CheckOptions
	// First ends the work on a fault when one oracle has caught it, without waiting
	// for the others.
	First bool
	// Reduce asks for the smallest program that shows the fault.
	Reduce bool
}

// DefaultMutantPrograms is the default of MutantOptions.Programs.
const DefaultMutantPrograms = 2000

// MutantScore says which oracles caught a fault. Its failure is reduced if that was
// asked for, and a program in JavaScript if there is one, which can be reduced and
// read.
type MutantScore struct {
	Fault faulty.Fault
	campaign.Score[Failure]
}

// ScoreMutant runs a faulty pass in the place of the right one, on the same
// programs as Fuzz, until every oracle that can see the fault has seen it or
// the programs are used up.
func ScoreMutant(fault faulty.Fault, opt MutantOptions) *MutantScore {
	if opt.Programs == 0 {
		opt.Programs = DefaultMutantPrograms
	}
	check := opt.Check.withFault(fault)
	k := NewChecker(check)
	g := NewGenerator()
	var found [NumOracles]*Failure
	s := &MutantScore{Fault: fault}
	s.Score = campaign.Measure(campaign.MeasureOptions{Seed: opt.Seed, Programs: opt.Programs, First: opt.First},
		func(seed uint64) []*Failure {
			clear(found[:])
			// An error is the generator's or lowering's defect, which Fuzz reports.
			if c, err := g.FromSeed(seed); err == nil {
				found = k.CheckAll(c)
			}
			return found[:]
		}, func(f *Failure) bool { return f.Case.Source != nil })
	if s.Failure != nil && opt.Reduce {
		s.Failure = Reduce(s.Failure, check)
	}
	return s
}
