package oracle

import (
	"errors"
	"fmt"
	"strings"

	"assay/gen"
	"assay/hir"
	"assay/interp"
	"assay/oracle/campaign"
	"assay/oracle/guard"
	"assay/scopes"
)

// Checker applies every oracle to cases, one after another. It keeps scratch
// memory between cases and is not safe for concurrent use; each goroutine has
// its own.
type Checker struct {
	opt      CheckOptions
	passes   []Pass
	scoped   map[scopedKey][]Pass
	verifier Verifier
	placer   gen.ScopePlacer
	machine  interp.Machine
	base     []interp.Result // the input's run in each world
	snaps    []Snapshot
	cloners  []*hir.Cloner // one for each snapshot but the first: their memory
	open     openScopes

	// Stats counts what was checked.
	Stats Stats
}

// Stats counts the work of a Checker.
type Stats struct {
	Cases     int // cases checked
	Refused   int // cases a pass refused as Todo, and so were not checked further
	Scoped    int // cases with scopes
	Unfit     int // cases whose scopes cannot be made terminals
	Runs      int // interpreter runs
	Steps     int // instructions executed
	OutOfFuel int // runs cut off for want of fuel
	Threw     int // runs that ended with an exception
}

// Add adds the counts of t to s.
func (s *Stats) Add(t Stats) {
	s.Cases += t.Cases
	s.Refused += t.Refused
	s.Scoped += t.Scoped
	s.Unfit += t.Unfit
	s.Runs += t.Runs
	s.Steps += t.Steps
	s.OutOfFuel += t.OutOfFuel
	s.Threw += t.Threw
}

// NewChecker returns a Checker with the given options.
func NewChecker(opt CheckOptions) *Checker {
	opt.fillDefaults()
	return &Checker{opt: opt, passes: opt.Passes(), scoped: map[scopedKey][]Pass{}}
}

// CheckSSA applies the whole oracle of the conversion to SSA form to one case: it
// verifies the input, puts it through EnterSSA and EliminateRedundantPhis, and after
// each verifies the invariants, validates the step, and compares what the program
// does in several worlds. It returns nil or a *Failure.
func CheckSSA(c Case) error { return checkOnly(c, ConvertSSA) }

// CheckScopes is CheckSSA for the conversion to scope terminals: alignment,
// merging, BuildReactiveScopeTerminals and FlattenReactiveLoops, from the case's
// stage on. While the program runs, the scopes that are open must be those whose
// range held the instruction before the conversion.
func CheckScopes(c Case) error { return checkOnly(c, ConvertScopes) }

func checkOnly(c Case, only Conversions) error {
	if f := NewChecker(CheckOptions{Only: only}).Check(c); f != nil {
		return f
	}
	return nil
}

// Check applies the oracles to a case and returns the first failure, or nil.
func (k *Checker) Check(c Case) *Failure {
	return campaign.First(func(report func(*Failure) bool) { k.check(&c, report) })
}

// CheckAll applies the oracles to a case and returns the first failure each of
// them found by itself: one that stops at its own, not at another's, failure.
func (k *Checker) CheckAll(c Case) (found [NumOracles]*Failure) {
	campaign.FirstOfEach(found[:], func(f *Failure) int { return int(f.Oracle) },
		func(report func(*Failure) bool) { k.check(&c, report) })
	return found
}

// check is one check of a case. It hands each failure to report, which says
// whether to go on.
type check struct {
	*Checker
	c      *Case
	report func(*Failure) bool
	// strict says that the input has no weak violation (see Kind.Weak). These count
	// against a pass only then: a pass need not put right what was odd before it.
	strict bool
}

func (k *Checker) check(c *Case, report func(*Failure) bool) {
	k.Stats.Cases++
	if k.opt.Flags != "" && c.Replay != "" && !strings.HasSuffix(c.Replay, k.opt.Flags) {
		c.Replay += " " + k.opt.Flags
	}
	if flag := " --fault " + k.opt.Fault; k.opt.Fault != "" && c.Replay != "" && !strings.HasSuffix(c.Replay, flag) {
		c.Replay += flag
	}
	if k.opt.FromText {
		c.Func = readBack(c.Func)
	}
	k.snaps = append(k.snaps[:0], Snapshot{"input", c.Func})
	k.open.before = -1
	x := check{Checker: k, c: c, report: report}
	if x.input() && x.convert() {
		x.differential()
	}
}

// input verifies the case itself.
func (x *check) input() bool {
	var vs []*Violation
	if x.c.Stage == StagePre {
		vs = x.verifier.Pre(x.c.Func)
	} else {
		vs = x.verifier.SSA(x.c.Func)
	}
	x.strict = len(vs) == 0
	vs = Strong(vs)
	return len(vs) == 0 || x.report(&Failure{Case: *x.c, Pass: "input", Oracle: OracleInvariant, Violations: vs, After: x.c.Func})
}

// convert puts the case through the passes of its stage, and says whether to go
// on with the check.
func (x *check) convert() bool {
	stage := x.c.Stage
	if stage == StagePre {
		if done, goOn := x.runPasses(x.passes, x.opt.Only&ConvertSSA != 0); !done {
			return goOn
		}
		if x.opt.Only&ConvertScopes == 0 || len(x.c.Scopes.Scopes) == 0 {
			return true
		}
		stage = x.placeScopes()
	}
	if x.opt.Only&ConvertScopes == 0 {
		return true
	}
	x.Stats.Scoped++
	_, goOn := x.runPasses(x.scopePasses(stage), true)
	return goOn
}

// scopedKey is what ScopePasses is called with.
type scopedKey struct {
	from         Stage
	wholeDoWhile bool
}

func (x *check) scopePasses(from Stage) []Pass {
	key := scopedKey{from, x.c.Scopes.WholeDoWhile}
	ps, ok := x.scoped[key]
	if !ok {
		ps = x.opt.ScopePasses(from, scopes.AlignOptions{WholeDoWhile: key.wholeDoWhile})
		x.scoped[key] = ps
	}
	return ps
}

// placeScopes gives the SSA form of the case the scopes of its plan, and returns
// the stage it is in then.
func (x *check) placeScopes() Stage {
	f := x.clone()
	plan := x.c.Scopes
	if !plan.Nested {
		x.placer.Place(f, plan, nil)
		x.snaps = append(x.snaps, Snapshot{"scopes", f})
		return StageAlign
	}
	x.placer.Place(f, plan, func() bool { return scopesFit(f) })
	x.snaps = append(x.snaps, Snapshot{"scopes", f})
	return StageBuild
}

// scopesFit reports whether the scopes of f, in SSA form, can be made terminals.
func scopesFit(f *hir.Function) bool {
	c := scopeCheck{before: f, after: f}
	c.input()
	return len(c.out) == 0
}

// clone returns a clone of the last snapshot that lives until the next check.
func (x *check) clone() *hir.Function {
	i := len(x.snaps) - 1
	if i == len(x.cloners) {
		x.Checker.cloners = append(x.cloners, new(hir.Cloner))
	}
	return x.cloners[i].Clone(x.snaps[i].Func)
}

// runPasses puts the last snapshot through passes, and checks each step if verify
// says so. done says that all passes did their work, goOn that the check is to go
// on even if not.
func (x *check) runPasses(passes []Pass, verify bool) (done, goOn bool) {
	for i := range passes {
		p := &passes[i]
		before := x.snaps[len(x.snaps)-1].Func
		accepted := p.Accepts == nil || len(Strong(p.Accepts(before))) == 0
		after := x.clone()
		if err := guard.Call(func() error { return p.Run(after) }); err != nil {
			var refused *hir.PassError
			isError := errors.As(err, &refused)
			switch {
			case isError && refused.Category == hir.CategoryTodo:
				x.Stats.Refused++
				return false, true
			case isError && !accepted:
				x.Stats.Unfit++
				return false, true
			}
			return false, x.report(&Failure{Case: *x.c, Pass: p.Name, Oracle: OracleCrash, Err: err, Before: before.Clone()})
		}
		if !accepted {
			x.Stats.Unfit++
			return false, true
		}
		if p.Opens {
			x.open.before = len(x.snaps) - 1
		}
		x.snaps = append(x.snaps, Snapshot{p.Name, after})
		if !verify {
			continue
		}
		fail := func(o Oracle, vs []*Violation) bool {
			if !x.strict {
				vs = Strong(vs)
			}
			return len(vs) == 0 || x.report(&Failure{Case: *x.c, Pass: p.Name, Oracle: o, Violations: vs, Before: before.Clone(), After: after.Clone()})
		}
		var vs []*Violation
		if p.Verify != nil {
			vs = p.Verify(after)
		}
		if p.VerifyStep != nil {
			vs = append(vs, p.VerifyStep(before, after)...)
		}
		if !fail(OracleInvariant, vs) {
			return false, false
		}
		if p.Validate != nil && !fail(OracleValidator, p.Validate(before, after)) {
			return false, false
		}
	}
	return true, true
}

// differential runs every snapshot in every world and compares each run with
// that of the input. The first snapshot that differs names the guilty pass.
func (x *check) differential() {
	x.base = x.base[:0]
	for i := range x.snaps {
		after := x.snaps[i].Func
		x.machine.Load(after)
		// A bare graph need not be structured, and then nothing says what is open.
		structured := x.c.Source != nil || x.c.Stage != StagePre
		watch := structured && x.open.before >= 0 && i > x.open.before && x.open.load(x.snaps[x.open.before].Func, after)
		for s := range x.opt.Seeds {
			opt := interp.Options{Seed: uint64(s), Fuel: x.opt.Fuel}
			if i == 0 {
				x.base = append(x.base, x.run(opt))
				continue
			}
			opt.SequentialPhis = x.opt.SequentialPhis
			if watch {
				opt.OnBlock = x.open.enter
			}
			r := x.run(opt)
			difference := ""
			switch {
			case interp.Difference(x.base[s], r) != "":
				difference = x.explain(x.snaps[0].Func, after, opt)
			case watch && x.open.wrong != "":
				difference = x.open.wrong
			default:
				continue
			}
			x.report(&Failure{
				Case: *x.c, Pass: x.snaps[i].Pass, Oracle: OracleDifferential, Seed: opt.Seed,
				Difference: difference,
				Before:     x.snaps[i-1].Func.Clone(), After: after.Clone(),
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
	opt.OnBlock = nil
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
