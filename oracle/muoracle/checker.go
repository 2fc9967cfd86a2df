package muoracle

import (
	"bytes"
	"strings"

	"assay/mu"
	"assay/mu/convert"
	"assay/mu/interp"
	"assay/oracle/campaign"
	"assay/oracle/guard"
)

// Conversion is what is checked: it puts a bundle into SSA form. See
// convert.Bundle.
type Conversion func(b *mu.Bundle, opt convert.Options) (*convert.Result, error)

// Options says how to check.
type Options struct {
	// Convert is the conversion; nil is convert.Bundle.
	Convert Conversion
	// Plain says that Convert knows no options but that for PHI, and ParamsOnly that
	// it does not know this either.
	Plain, ParamsOnly bool
	// Fault is the name of the fault that Convert has, for replays.
	Fault string
	// Seeds is the number of worlds to run each program in; default 2.
	Seeds int
	// Fuel is the number of steps after which a run is cut off; default 5000.
	Fuel int
}

func (o *Options) fillDefaults() {
	if o.Convert == nil {
		o.Convert = convert.Bundle
	}
	if o.Seeds == 0 {
		o.Seeds = 2
	}
	if o.Fuel == 0 {
		o.Fuel = 5000
	}
}

// Stats counts the work of a Checker.
type Stats struct {
	Cases       int // cases checked
	SSA         int // of them in SSA form
	Refused     int // cases that the conversion refused, rightly or not
	Runs        int // interpreter runs
	Steps       int // instructions executed
	OutOfFuel   int // runs cut off
	Threw       int // runs that ended with an exception
	Undefined   int // runs that ended in undefined behaviour
	Points      int // OSR points at which the map was checked in a run
	Parameters  int // parameters that conversions added
	PHIs        int // PHIs that conversions added
	Defaults    int // places where a default stands for a variable
	Unsupported int // runs that the interpreter does not support
}

// Add adds the counts of t to s.
func (s *Stats) Add(t Stats) {
	s.Cases += t.Cases
	s.SSA += t.SSA
	s.Refused += t.Refused
	s.Runs += t.Runs
	s.Steps += t.Steps
	s.OutOfFuel += t.OutOfFuel
	s.Threw += t.Threw
	s.Undefined += t.Undefined
	s.Points += t.Points
	s.Parameters += t.Parameters
	s.PHIs += t.PHIs
	s.Defaults += t.Defaults
	s.Unsupported += t.Unsupported
}

// Checker applies every oracle to cases, one after another. It keeps scratch
// memory between cases and is not safe for concurrent use.
type Checker struct {
	opt      Options
	in, out  *interp.Machine
	recorded []point
	flow     flow
	sim      simulation

	// Stats counts what was checked.
	Stats Stats
}

// NewChecker returns a Checker.
func NewChecker(opt Options) *Checker {
	opt.fillDefaults()
	return &Checker{opt: opt, in: interp.NewMachine(nil), out: interp.NewMachine(nil)}
}

// CheckMu applies all oracles of the conversion of Mu IR to SSA form to a case. It
// returns nil or a *Failure.
func CheckMu(c Case) error {
	if f := NewChecker(Options{}).Check(c); f != nil {
		return f
	}
	return nil
}

// Check applies the oracles to a case and returns the first failure, or nil.
func (k *Checker) Check(c Case) *Failure {
	return campaign.First(func(report func(*Failure) bool) { k.check(&c, report) })
}

// CheckAll applies the oracles to a case and returns the first failure each of
// them found by itself.
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
	done   bool

	form   Form
	result *convert.Result
	// violations are those of the oracle under way.
	violations []*Violation
}

func (k *Checker) check(c *Case, report func(*Failure) bool) {
	k.Stats.Cases++
	if c.SSA {
		k.Stats.SSA++
	}
	if flag := " --fault " + k.opt.Fault; k.opt.Fault != "" && c.Replay != "" && !strings.HasSuffix(c.Replay, flag) {
		c.Replay += flag
	}
	if k.opt.Plain {
		c.Options = convert.Options{}
	}
	x := check{Checker: k, c: c, report: report}
	for _, form := range []Form{FormParams, FormPHI} {
		if form == FormPHI && k.opt.ParamsOnly || x.done {
			break
		}
		x.form, x.result = form, nil
		if x.convert() {
			x.judge()
		}
	}
	k.in.Reset(nil)
	k.out.Reset(nil)
}

// fail reports the violations of an oracle, if there are any, and says whether to
// go on.
func (x *check) fail(o Oracle) bool {
	var vs []*Violation
	for _, v := range x.violations {
		if v.Oracle == o {
			vs = append(vs, v)
		}
	}
	if len(vs) == 0 {
		return !x.done
	}
	f := &Failure{Case: *x.c, Form: x.form, Oracle: o, Violations: vs}
	if x.result != nil {
		f.After = x.result.Bundle
	}
	x.done = !x.report(f)
	return !x.done
}

func (x *check) violate(o Oracle, code, msg string) *Violation {
	v := &Violation{Oracle: o, Code: code, Msg: msg}
	x.violations = append(x.violations, v)
	return v
}

// convert converts the case. An error is a violation if the case is valid.
func (x *check) convert() bool {
	x.violations = x.violations[:0]
	opt := x.c.Options
	opt.Level, opt.PHI = mu.LevelFull, x.form == FormPHI
	err := guard.Call(func() (err error) {
		x.result, err = x.opt.Convert(x.c.Bundle, opt)
		return err
	})
	if err == nil {
		return true
	}
	x.Stats.Refused++
	x.result = nil
	code := "panic"
	if ps, ok := err.(convert.Problems); ok {
		code = "refused"
		for _, p := range ps {
			if p.Severity == mu.Error {
				code = "refused: " + p.Code
				break
			}
		}
	}
	x.violate(OracleCrash, code, err.Error())
	x.fail(OracleCrash)
	return false
}

// judge applies the oracles to the result.
func (x *check) judge() {
	x.violations = x.violations[:0]
	text, read := x.valid()
	if !x.fail(OracleValid) {
		return
	}
	if read != nil {
		x.identity(text, read)
	}
	x.static()
	for _, o := range []Oracle{OracleShape, OracleIdentity, OracleMinimal, OracleValidator, OracleMap} {
		if !x.fail(o) {
			return
		}
	}
	x.violations = x.violations[:0]
	x.run()
	x.fail(OracleDifferential)
}

// valid checks that the result is in SSA form, and reads back as it is printed. It
// returns its text, and what is read from that.
func (x *check) valid() ([]byte, *mu.Bundle) {
	text := mu.Print(x.result.Bundle, mu.PrintOptions{PHI: x.form == FormPHI})
	read, err := mu.Read("", text, mu.ReadOptions{Prelude: x.c.Bundle.Prelude})
	if err != nil {
		x.violate(OracleValid, "syntax", "the printed result cannot be read: "+err.Error())
		return text, nil
	}
	if again := mu.Print(read, mu.PrintOptions{PHI: x.form == FormPHI}); !bytes.Equal(text, again) {
		x.violate(OracleValid, "names", "expected the result to read back as it was printed, found other tokens: names mean something else")
	}
	problems := func(ps []*mu.Problem) {
		for _, p := range ps {
			if p.Severity == mu.Error {
				v := x.violate(OracleValid, p.Code, p.Msg)
				v.Function, v.Block, v.Instr = p.Function, p.Block, p.Instr
			}
		}
	}
	if x.form == FormParams {
		problems(mu.CheckSSA(read, mu.LevelFull))
	} else {
		problems(mu.Check(read, mu.LevelFull))
		for _, f := range read.Versions {
			x.dominance(read, f)
		}
	}
	return text, read
}

// identity checks that what was in SSA form is as it was, and that converting the
// result again changes nothing.
func (x *check) identity(text []byte, read *mu.Bundle) {
	if x.form == FormParams && x.c.SSA && !mu.SameTokens(mu.Print(x.c.Bundle, mu.PrintOptions{}), text) {
		x.violate(OracleIdentity, "identity", "expected a bundle in SSA form to come back as it was, found other tokens")
	}
	if x.form == FormPHI && x.unreachable() {
		return // such blocks read defaults in this form, for which there may be constants then
	}
	var again *convert.Result
	err := guard.Call(func() (err error) {
		again, err = x.opt.Convert(read, convert.Options{Level: mu.LevelFull, PHI: x.form == FormPHI})
		return err
	})
	if err != nil {
		x.violate(OracleIdentity, "again", "expected the result to be converted again, found it refused: "+err.Error())
		return
	}
	if t := mu.Print(again.Bundle, mu.PrintOptions{PHI: x.form == FormPHI}); !bytes.Equal(t, text) {
		x.violate(OracleIdentity, "again", "expected the result to be the same when it is converted again, found\n"+string(t))
	}
}

// unreachable reports whether the case has blocks that control cannot reach.
func (x *check) unreachable() bool {
	for _, f := range x.c.Bundle.Versions {
		x.flow.compute(f, false)
		for b := range f.Blocks {
			if !x.flow.reachable[b] {
				return true
			}
		}
	}
	return false
}
