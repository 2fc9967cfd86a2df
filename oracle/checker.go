package oracle

import (
	"errors"
	"fmt"
	"strings"

	"assay/hir"
	"assay/interp"
)

// CheckOptions says how deep a check goes. The zero value of a field means the
// default.
type CheckOptions struct {
	// Passes makes the passes to check, in order, for one Checker; default
	// SSAPasses.
	Passes func() []Pass
	// Seeds is how many worlds each snapshot runs in; default 3.
	Seeds int
	// Fuel is the number of instructions one run may execute; default 2000.
	Fuel int
	// SequentialPhis runs snapshots after the first with the interpreter's
	// deliberate mistake, to measure the oracles.
	SequentialPhis bool
	// Fault is the name of the faulty pass that is switched in, or "".
	Fault string
}

const (
	defaultSeeds = 3
	defaultFuel  = 2000
)

// Checker applies every oracle to cases, one after another. It keeps scratch
// memory between cases and is not safe for concurrent use; each goroutine has
// its own.
type Checker struct {
	opt      CheckOptions
	passes   []Pass
	verifier Verifier
	machine  interp.Machine
	base     []interp.Result // the input's run in each world
	snaps    []Snapshot
	cloners  []hir.Cloner // one for each pass: the memory of snaps

	// Stats counts what was checked.
	Stats Stats
}

// Stats counts the work of a Checker.
type Stats struct {
	Cases     int // cases checked
	Refused   int // cases a pass refused as Todo, and so were not checked further
	Runs      int // interpreter runs
	Steps     int // instructions executed
	OutOfFuel int // runs cut off for want of fuel
	Threw     int // runs that ended with an exception
}

// Add adds the counts of t to s.
func (s *Stats) Add(t Stats) {
	s.Cases += t.Cases
	s.Refused += t.Refused
	s.Runs += t.Runs
	s.Steps += t.Steps
	s.OutOfFuel += t.OutOfFuel
	s.Threw += t.Threw
}

// NewChecker returns a Checker with the given options.
func NewChecker(opt CheckOptions) *Checker {
	if opt.Passes == nil {
		opt.Passes = SSAPasses
	}
	if opt.Seeds == 0 {
		opt.Seeds = defaultSeeds
	}
	if opt.Fuel == 0 {
		opt.Fuel = defaultFuel
	}
	k := &Checker{opt: opt, passes: opt.Passes()}
	k.cloners = make([]hir.Cloner, len(k.passes))
	return k
}

// CheckSSA applies the whole oracle to one case: it verifies the input, puts it
// through EnterSSA and EliminateRedundantPhis, and after each verifies the
// invariants, validates the step, and compares what the program does in
// several worlds. It returns nil or a *Failure.
func CheckSSA(c Case) error {
	if f := NewChecker(CheckOptions{}).Check(c); f != nil {
		return f
	}
	return nil
}

// Check applies the oracles to a case and returns the first failure, or nil.
func (k *Checker) Check(c Case) *Failure {
	var first *Failure
	k.check(&c, func(f *Failure) bool {
		first = f
		return false
	})
	return first
}

// CheckAll applies the oracles to a case and returns the first failure each of
// them found by itself: one that stops at its own, not at another's, failure.
func (k *Checker) CheckAll(c Case) (found [NumOracles]*Failure) {
	k.check(&c, func(f *Failure) bool {
		if found[f.Oracle] == nil {
			found[f.Oracle] = f
		}
		return true
	})
	return found
}

// check applies the oracles, and hands each failure to report, which says
// whether to go on.
//
// Weak violations (see Kind.Weak) count against a pass only if the input has
// none: a pass need not put right what was odd before it.
func (k *Checker) check(c *Case, report func(*Failure) bool) {
	k.Stats.Cases++
	if flag := " --fault " + k.opt.Fault; k.opt.Fault != "" && c.Replay != "" && !strings.HasSuffix(c.Replay, flag) {
		c.Replay += flag
	}
	vs := k.verifier.Pre(c.Func)
	strict := len(vs) == 0
	if vs = Strong(vs); len(vs) > 0 {
		if !report(&Failure{Case: *c, Pass: "input", Oracle: OracleInvariant, Violations: vs, After: c.Func}) {
			return
		}
	}
	k.snaps = append(k.snaps[:0], Snapshot{"input", c.Func})
	for i := range k.passes {
		p := &k.passes[i]
		before := k.snaps[len(k.snaps)-1].Func
		after := k.cloners[i].Clone(before)
		if err := protect(func() error { return p.Run(after) }); err != nil {
			var refused *hir.PassError
			if errors.As(err, &refused) && refused.Category == hir.CategoryTodo {
				k.Stats.Refused++
				break
			}
			report(&Failure{Case: *c, Pass: p.Name, Oracle: OracleCrash, Err: err, Before: before.Clone()})
			break
		}
		k.snaps = append(k.snaps, Snapshot{p.Name, after})
		fail := func(o Oracle, vs []*Violation) bool {
			if !strict {
				vs = Strong(vs)
			}
			return len(vs) == 0 || report(&Failure{Case: *c, Pass: p.Name, Oracle: o, Violations: vs, Before: before.Clone(), After: after.Clone()})
		}
		if !fail(OracleInvariant, p.Verify(after)) {
			return
		}
		if p.Validate != nil && !fail(OracleValidator, p.Validate(before, after)) {
			return
		}
	}
	k.differential(c, report)
}

// differential runs every snapshot in every world and compares each run with
// that of the input. The first snapshot that differs names the guilty pass.
func (k *Checker) differential(c *Case, report func(*Failure) bool) {
	k.base = k.base[:0]
	for i := range k.snaps {
		k.machine.Load(k.snaps[i].Func)
		for s := range k.opt.Seeds {
			opt := interp.Options{Seed: uint64(s), Fuel: k.opt.Fuel}
			if i == 0 {
				k.base = append(k.base, k.run(opt))
				continue
			}
			opt.SequentialPhis = k.opt.SequentialPhis
			r := k.run(opt)
			if interp.Difference(k.base[s], r) == "" {
				continue
			}
			before, after := k.snaps[i-1], k.snaps[i]
			report(&Failure{
				Case: *c, Pass: after.Pass, Oracle: OracleDifferential, Seed: opt.Seed,
				Difference: k.explain(k.snaps[0].Func, after.Func, opt),
				Before:     before.Func.Clone(), After: after.Func.Clone(),
			})
			return
		}
	}
}

// run runs the loaded program and counts the run.
func (k *Checker) run(opt interp.Options) interp.Result {
	r := k.machine.Run(opt)
	k.Stats.Runs++
	k.Stats.Steps += r.Steps
	switch r.Outcome {
	case interp.OutOfFuel:
		k.Stats.OutOfFuel++
	case interp.Threw:
		k.Stats.Threw++
	}
	return r
}

// explain runs the input and a snapshot again, keeping their traces, and says
// how they differ.
func (k *Checker) explain(input, after *hir.Function, opt interp.Options) string {
	a := opt
	a.Record, a.SequentialPhis = true, false
	opt.Record = true
	ra, rb := interp.Run(input, a), interp.Run(after, opt)
	if d := interp.Difference(ra, rb); d != "" {
		return d
	}
	return fmt.Sprintf("the runs differ, but not when they are repeated with a trace: the interpreter is not deterministic (%v, then %v)", ra.Outcome, rb.Outcome)
}

// Form returns the last checked case's function as the named pass left it, or
// nil if the check did not come so far. It is valid until the next check.
func (k *Checker) Form(pass string) *hir.Function {
	for i := range k.snaps {
		if k.snaps[i].Pass == pass {
			return k.snaps[i].Func
		}
	}
	return nil
}
