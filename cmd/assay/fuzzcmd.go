package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"runtime"
	"runtime/debug"
	"time"

	"github.com/schollz/progressbar/v3"

	"assay/oracle"
	"assay/oracle/campaign"
)

type fuzzCmd struct {
	peerFlag
	passFlag
	Lang   string         `enum:"auto,mu" default:"auto" help:"Programs to generate: auto, JavaScript and control flow graphs in HIR; or mu, bundles of Mu IR."`
	Count  *int           `help:"Number of programs to check. Without --count and --time, 20000." placeholder:"N"`
	Time   *time.Duration `help:"How long to check programs, such as 30s or 2h." placeholder:"D"`
	Seed   uint64         `default:"0" help:"Seed of the first program; the others have the seeds after it."`
	Jobs   int            `default:"0" help:"Programs checked at the same time; 0 is one a processor."`
	Seeds  int            `default:"3" help:"Number of worlds to run each program in."`
	Census bool           `help:"Print the full census of what was generated."`
	Fault  string         `help:"Put a faulty pass in the place of the right one, to see what a failure looks like; assay mutants lists the names." placeholder:"NAME"`
	Reduce bool           `default:"true" negatable:"" help:"Reduce the program of each failure that is printed."`
	Max    int            `default:"5" help:"Number of failures, one of each kind, to print in full."`
	JSON   bool           `name:"json" help:"With --peer, print one JSON object a kind of finding."`
}

// Help returns examples for assay fuzz --help.
func (*fuzzCmd) Help() string {
	return `Generates programs, puts each through every conversion and every check, and goes
on after a failure. Failures are counted by kind; of each kind one is printed (the
first in JavaScript, if there is one) with a line that replays it. The same seed
and count give the same programs and the same findings on any machine and any
number of jobs.

Examples:
  assay fuzz --count 20000
  assay fuzz --time 10m --seed 7 --jobs 8
  assay fuzz --lang=mu
  assay fuzz --peer react --count 2000   the React Compiler, on programs that keep the Rules of React`
}

const (
	defaultFuzzCount = 20000
	maxJobs          = 1024
)

func (c *fuzzCmd) Run(e *env) error {
	switch {
	case c.Count != nil && *c.Count < 1:
		return inputErrorf("assay fuzz: --count must be at least 1, not %d", *c.Count)
	case c.Time != nil && *c.Time <= 0:
		return inputErrorf("assay fuzz: --time must be positive, not %v", *c.Time)
	case c.Seeds < 1:
		return inputErrorf("assay fuzz: --seeds must be at least 1, not %d", c.Seeds)
	case c.Jobs < 0 || c.Jobs > maxJobs:
		return inputErrorf("assay fuzz: --jobs must be from 0 to %d, not %d", maxJobs, c.Jobs)
	case c.Max < 0:
		return inputErrorf("assay fuzz: --max must not be negative")
	}
	total, limit := 0, time.Duration(0)
	switch {
	case c.Count != nil:
		total = *c.Count
	case c.Time == nil:
		total = defaultFuzzCount
	}
	if c.Time != nil {
		limit = *c.Time
	}
	jobs := c.Jobs
	if jobs == 0 {
		jobs = runtime.GOMAXPROCS(0)
	}
	opt := campaign.Options{Seed: c.Seed, Count: total, Time: limit, Jobs: jobs}
	if e.progress {
		end := int64(total)
		if end == 0 {
			end = -1
		}
		bar := progressbar.NewOptions64(end,
			progressbar.OptionSetWriter(e.stderr), progressbar.OptionSetDescription("programs"),
			progressbar.OptionShowCount(), progressbar.OptionShowIts(), progressbar.OptionSetItsString("programs"),
			progressbar.OptionThrottle(100*time.Millisecond), progressbar.OptionClearOnFinish())
		opt.Progress = func(done int) { bar.Set(done) }
		defer bar.Finish()
	}
	if c.Command != "" && (c.Peer != "" || c.Lang == "mu") {
		return inputErrorf("assay fuzz: --command is a pass of HIR's, and goes neither with --peer nor with --lang=mu")
	}
	if c.Peer != "" {
		return c.runPeer(e, opt)
	}
	if c.JSON {
		return inputErrorf("assay fuzz: --json is for --peer")
	}
	if c.Lang == "mu" {
		return c.runMu(e, opt)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	check, err := checkOptions(c.Fault)
	if err != nil {
		return err
	}
	check, end, err := c.passFlag.apply(check)
	if err != nil {
		return err
	}
	defer end()
	check.Seeds = c.Seeds
	// Cases are small and short-lived: collecting less often costs little memory.
	defer debug.SetGCPercent(debug.SetGCPercent(400))
	rep := oracle.Fuzz(ctx, oracle.FuzzOptions{
		Seed: opt.Seed, Count: opt.Count, Time: opt.Time, Jobs: opt.Jobs, Progress: opt.Progress, Check: check,
	})
	e.clearProgress()
	// From here on an interrupt ends the program: what is left is to print.
	interrupted := ctx.Err() != nil
	stop()
	err = c.report(e, rep, check)
	if err == nil && interrupted {
		err = errInterrupted
	}
	return err
}

// report prints the summary. What it prints on standard output depends on the
// seed and count alone; the time taken goes to standard error.
func (c *fuzzCmd) report(e *env, rep *oracle.FuzzReport, check oracle.CheckOptions) error {
	violations := printBuckets(e, rep.Failures, c.Max, func(f *oracle.Failure) error {
		if c.Reduce {
			f = oracle.Reduce(f, check)
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
	fmt.Fprintf(e.stdout, "%s: %s\n", count(rep.Programs, "program"), rep.Census.Summary())
	fmt.Fprintf(e.stdout, "%s: %d instructions executed, %d ended with an exception, %d cut off for want of fuel\n",
		count(st.Runs, "run"), st.Steps, st.Threw, st.OutOfFuel)
	fmt.Fprintf(e.stdout, "%s with scopes, those of %d unfit to be made terminals\n", count(st.Scoped, "program"), st.Unfit)
	if st.Refused > 0 {
		fmt.Fprintf(e.stdout, "%d refused by a pass as unsupported\n", st.Refused)
	}
	printSpeed(e, rep.Programs, rep.Elapsed, rep.Jobs)
	return verdict(e, violations, len(rep.Failures))
}
