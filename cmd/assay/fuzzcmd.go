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
)

type fuzzCmd struct {
	Count  int           `help:"Number of programs to check. Without --count and --time, 20000." placeholder:"N"`
	Time   time.Duration `help:"How long to check programs, such as 30s or 2h." placeholder:"D"`
	Seed   uint64        `default:"0" help:"Seed of the first program; the others have the seeds after it."`
	Jobs   int           `default:"0" help:"Programs checked at the same time; 0 is one a processor."`
	Seeds  int           `default:"3" help:"Number of worlds to run each program in."`
	Census bool          `help:"Print the full census of what was generated."`
	Fault  string        `help:"Put a faulty pass in the place of the right one, to see what a failure looks like; assay mutants lists the names." placeholder:"NAME"`
	Reduce bool          `default:"true" negatable:"" help:"Reduce the program of each failure that is printed."`
	Max    int           `default:"5" help:"Number of failures, one of each kind, to print in full."`
}

// Help returns examples for assay fuzz --help.
func (*fuzzCmd) Help() string {
	return `Generates programs, puts each through every conversion and every check, and goes
on after a failure. Failures are counted by kind; the first of each kind is
printed with one line that replays it. The same seed and count give the same
programs and the same findings on any machine and any number of jobs.

Examples:
  assay fuzz --count 20000
  assay fuzz --time 10m --seed 7 --jobs 8`
}

const defaultFuzzCount = 20000

func (c *fuzzCmd) Run(e *env) error {
	if c.Count < 0 || c.Time < 0 || c.Jobs < 0 || c.Seeds < 1 {
		return inputErrorf("assay fuzz: --count, --time and --jobs must not be negative, --seeds must be at least 1")
	}
	if c.Count == 0 && c.Time == 0 {
		c.Count = defaultFuzzCount
	}
	jobs := c.Jobs
	if jobs == 0 {
		jobs = runtime.GOMAXPROCS(0)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	check, err := checkOptions(c.Fault)
	if err != nil {
		return err
	}
	check.Seeds = c.Seeds
	opt := oracle.FuzzOptions{Seed: c.Seed, Count: c.Count, Time: c.Time, Jobs: jobs, Check: check}
	if e.progress {
		total := int64(c.Count)
		if total == 0 {
			total = -1
		}
		bar := progressbar.NewOptions64(total,
			progressbar.OptionSetWriter(e.stderr), progressbar.OptionSetDescription("programs"),
			progressbar.OptionShowCount(), progressbar.OptionShowIts(), progressbar.OptionSetItsString("programs"),
			progressbar.OptionThrottle(100*time.Millisecond), progressbar.OptionClearOnFinish())
		opt.Progress = func(done int) { bar.Set(done) }
		defer bar.Finish()
	}
	// Cases are small and short-lived: collecting less often costs little memory.
	defer debug.SetGCPercent(debug.SetGCPercent(400))
	rep := oracle.Fuzz(ctx, opt)
	if e.progress {
		fmt.Fprint(e.stderr, "\r\x1b[K")
	}
	return c.report(e, rep, check)
}

// report prints the summary. What it prints on standard output depends on the
// seed and count alone; the time taken goes to standard error.
func (c *fuzzCmd) report(e *env, rep *oracle.FuzzReport, check oracle.CheckOptions) error {
	violations := 0
	for i, b := range rep.Failures {
		violations += b.Count
		if i < c.Max {
			if c.Reduce {
				b.First = oracle.Reduce(b.First, check)
			}
			fmt.Fprintf(e.stdout, "%s (%s, the first at program %d)\n%s\n\n",
				e.paint(red, b.Kind), count(b.Count, "program"), b.FirstIndex, b.First.Error())
		}
	}
	st := rep.Stats
	if c.Census {
		fmt.Fprintln(e.stdout, rep.Census.String())
	}
	fmt.Fprintf(e.stdout, "%s: %s\n", count(rep.Programs, "program"), rep.Census.Summary())
	fmt.Fprintf(e.stdout, "%s: %d instructions executed, %d ended with an exception, %d cut off for want of fuel\n",
		count(st.Runs, "run"), st.Steps, st.Threw, st.OutOfFuel)
	if st.Refused > 0 {
		fmt.Fprintf(e.stdout, "%d refused by a pass as unsupported\n", st.Refused)
	}
	secs := rep.Elapsed.Seconds()
	fmt.Fprintf(e.stderr, "%.1fs, %.0f programs/s on %s\n", secs, float64(rep.Programs)/max(secs, 1e-9), count(rep.Jobs, "core"))
	if violations > 0 {
		fmt.Fprintln(e.stdout, e.paint(red, fmt.Sprintf("%s of %s", count(violations, "violation"), count(len(rep.Failures), "kind"))))
		return errViolated
	}
	fmt.Fprintln(e.stdout, e.paint(green, "0 violations"))
	return nil
}
