package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"regexp"
	"sync"
	"syscall"
	"time"

	"assay/oracle/campaign"
	"assay/oracle/peer"
	"assay/peers/command"
	"assay/peers/react"
)

// peerFlag is the flags of commands that check a compiler that is not ours.
type peerFlag struct {
	Peer     string `enum:",react" default:"" help:"Check another compiler instead: react, the React Compiler in peers/react (make peers installs it)." placeholder:"NAME"`
	PeerDir  string `default:"peers/react" help:"Directory of the peer's adapter." placeholder:"DIR"`
	Compiler string `help:"Directory of another version of the peer's compiler." placeholder:"DIR"`
}

// start starts the compiler.
func (p *peerFlag) start() (peer.Compiler, error) {
	c, err := react.New(react.Options{Dir: p.PeerDir, Compiler: p.Compiler, Process: command.Options{Limit: 20 * time.Second}})
	if err != nil {
		return nil, inputError{err}
	}
	return c, nil
}

func closePeer(c peer.Compiler) {
	if r, ok := c.(*react.Compiler); ok {
		r.Close()
	}
}

// untilSignal returns a context that ends when the user or the system ends the
// command. A peer that does not answer has to be ended with it: it runs in a group of
// its own, so that a signal to the command is none to the peer.
func untilSignal() (context.Context, context.CancelFunc) {
	return signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
}

// interrupted returns errInterrupted for the error of a context that has ended, else
// the error.
func interrupted(err error) error {
	if errors.Is(err, context.Canceled) {
		return errInterrupted
	}
	return err
}

// findingJSON is what --json prints for a kind of finding.
type findingJSON struct {
	Bucket   string `json:"bucket"`
	Kind     string `json:"kind"`
	Pass     string `json:"pass,omitempty"`
	Shape    string `json:"shape,omitempty"`
	Count    int    `json:"count"`
	First    int    `json:"first"` // the first program
	Program  string `json:"program"`
	Detail   string `json:"detail"`
	Compiled string `json:"compiled,omitempty"`
	Replay   string `json:"replay"`
}

// runPeer fuzzes another compiler.
func (c *fuzzCmd) runPeer(e *env, opt campaign.Options) error {
	ctx, stop := untilSignal()
	defer stop()
	rep, err := peer.Fuzz(ctx, peer.FuzzOptions{Options: opt, New: c.start, Close: closePeer})
	e.clearProgress()
	if err != nil {
		return err
	}
	stopped := ctx.Err() != nil
	stop()
	if c.Reduce {
		n := len(rep.Findings)
		if !c.JSON {
			n = min(n, c.Max)
		}
		reduceCtx, stop := untilSignal()
		err := c.reducePeer(reduceCtx, e, rep.Findings[:n], rep.Jobs)
		stop()
		if err != nil {
			return err
		}
	}
	total := 0
	for i, b := range rep.Findings {
		total += b.Count
		f := b.Example
		switch {
		case c.JSON:
			line, err := json.Marshal(findingJSON{b.Kind, f.Kind, f.Pass, f.Shape, b.Count, b.FirstIndex, f.Program, f.Detail, f.Compiled, f.Replay})
			if err != nil {
				return err
			}
			fmt.Fprintf(e.stdout, "%s\n", line)
		case i < c.Max:
			fmt.Fprintf(e.stdout, "%s (%s, the first at program %d)\n%s\n\n", e.paint(red, b.Kind), count(b.Count, "program"), b.FirstIndex, f.Error())
		default:
			fmt.Fprintf(e.stdout, "%s (%s, the first at program %d)\n\n", e.paint(red, b.Kind), count(b.Count, "program"), b.FirstIndex)
		}
	}
	st := rep.Stats
	out := e.stdout
	if c.JSON {
		out = e.stderr
	}
	fmt.Fprintf(out, "%s, %d of them not taken by the compiler; %d snapshots read; %s compared\n", count(st.Programs, "program"), st.Unsupported, st.Snapshots, count(st.Renders, "render"))
	fmt.Fprintf(out, "%s of passes that assay has too, %d of them the same byte for byte\n", count(st.Pairs, "run"), st.Same)
	printSpeed(e, st.Programs, rep.Elapsed, rep.Jobs)
	switch {
	case total > 0:
		fmt.Fprintln(out, e.paint(red, fmt.Sprintf("%s of %s", count(total, "finding"), count(len(rep.Findings), "kind"))))
		return errViolated
	case stopped:
		return errInterrupted
	}
	fmt.Fprintln(out, e.paint(green, "0 findings"))
	return nil
}

// reducePeer reduces the examples of findings, several at a time, until ctx ends.
func (c *fuzzCmd) reducePeer(ctx context.Context, e *env, findings []campaign.Bucket[*peer.Finding], jobs int) error {
	work := make(chan int)
	var group sync.WaitGroup
	var mu sync.Mutex
	var broken error
	for range min(jobs, len(findings)) {
		group.Go(func() {
			compiler, err := c.start()
			if err == nil {
				defer closePeer(compiler)
			}
			for i := range work {
				if err == nil {
					findings[i].Example = peer.Reduce(ctx, compiler, findings[i].Example)
				}
			}
			mu.Lock()
			defer mu.Unlock()
			broken = errors.Join(broken, err)
		})
	}
	for i := range findings {
		if e.progress {
			fmt.Fprintf(e.stderr, "\r\x1b[Kreducing %d/%d", i+1, len(findings))
		}
		work <- i
	}
	close(work)
	group.Wait()
	e.clearProgress()
	return broken
}

// mainFunction finds a function by the name that generated programs have.
var mainFunction = regexp.MustCompile(`(?m)^(export |export default )?function main\(`)

// checkPeer has another compiler compile given programs, and says what it does wrong.
func (c *checkCmd) checkPeer(e *env) error {
	if c.Bytes != nil || c.Fault != "" || c.From != "ssa" {
		return inputErrorf("assay check: --peer goes with --seed and files only")
	}
	compiler, err := c.start()
	if err != nil {
		return err
	}
	defer closePeer(compiler)
	ctx, stop := untilSignal()
	defer stop()
	checker := peer.NewChecker(compiler)
	bad := 0
	check := func(name, text, replay string) error {
		entry := ""
		if mainFunction.MatchString(text) {
			entry = "main"
		}
		found, err := checker.Check(ctx, text, entry)
		if err != nil {
			return interrupted(err)
		}
		for _, f := range found {
			f.Replay = replay
			bad++
			fmt.Fprintf(e.stdout, "%s: %s\n%s\n\n", name, e.paint(red, f.Kind), f.Error())
		}
		return nil
	}
	if c.Seed != nil {
		if err := check(fmt.Sprintf("seed %d", *c.Seed), peer.Source(*c.Seed), fmt.Sprintf("assay check --peer react --seed %d", *c.Seed)); err != nil {
			return err
		}
	}
	var first error
	for _, file := range c.Files {
		text, err := e.read(file)
		if err == nil {
			err = check(fileName(file), string(text), "assay check --peer react "+file)
		}
		if err != nil {
			first = errors.Join(first, err)
		}
	}
	if first != nil {
		return first
	}
	st := checker.Stats
	fmt.Fprintf(e.stdout, "%s, %d not taken by the compiler, %d snapshots read, %s compared: %s\n", count(st.Programs, "program"),
		st.Unsupported, st.Snapshots, count(st.Renders, "render"), count(bad, "finding"))
	if bad > 0 {
		return errViolated
	}
	return nil
}
