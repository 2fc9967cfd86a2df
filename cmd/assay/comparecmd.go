package main

import (
	"fmt"

	"assay/hir"
	"assay/oracle"
)

type compareCmd struct {
	Stage  string `enum:"ssa,scopes" default:"ssa" help:"What the second program is to be: ssa, the first in SSA form; or scopes, the first with terminals for its scopes."`
	Seeds  int    `default:"16" help:"Number of worlds to run the two in."`
	Fuel   int    `default:"10000" help:"Number of instructions after which a run is cut off."`
	Notes  bool   `help:"List the differences that do no harm, with the reason why."`
	Before string `arg:"" help:"HIR or JavaScript before the pass; '-' is standard input."`
	After  string `arg:"" help:"HIR after the pass; '-' is standard input."`
}

// Help returns examples for assay compare --help.
func (*compareCmd) Help() string {
	return `Decides whether the second program is the first in SSA form, or with --stage=scopes
the first with scope terminals, whoever made it: verifies both, proves for all paths that each place reads what it read before,
and runs both. Identifiers may be numbered and named in any way, and there may be
more or fewer phis; blocks and instructions must be the same by number and place.

Examples:
  assay compare before.hir after.hir
  assay compare --stage=scopes merged.hir built.hir
  my-compiler --dump-ssa program.js | assay compare before.hir -`
}

func (c *compareCmd) Run(e *env) error {
	if c.Before == "-" && c.After == "-" {
		return inputErrorf("assay compare: only one of the two can be standard input")
	}
	if c.Seeds < 1 || c.Fuel < 1 {
		return inputErrorf("assay compare: --seeds and --fuel must be at least 1")
	}
	before, err := e.load(c.Before)
	if err != nil {
		return err
	}
	after, err := e.load(c.After)
	if err != nil {
		return err
	}
	if len(before) != len(after) {
		return inputErrorf("%s has %s, but %s has %d", c.Before, count(len(before), "function"), c.After, len(after))
	}
	bad := false
	for i := range before {
		checkPair := oracle.CheckPair
		if c.Stage == "scopes" {
			checkPair = oracle.CheckScopePair
		}
		r := checkPair(before[i], after[i], oracle.PairOptions{
			CompareOptions: oracle.CompareOptions{FromText: true}, Seeds: c.Seeds, Fuel: c.Fuel,
		})
		color := green
		if r.Verdict != oracle.Accepted {
			color, bad = red, true
		}
		fmt.Fprintf(e.stdout, "%s: %s as a %s\n", before[i].Name(), e.paint(color, r.Verdict.String()), r.Conversion)
		for _, v := range r.Input {
			fmt.Fprintf(e.stdout, "  before: %s\n", v.Message())
		}
		for _, v := range r.Violations {
			fmt.Fprintf(e.stdout, "  %s\n", v.Message())
		}
		for _, d := range r.Differences {
			fmt.Fprintf(e.stdout, "  %s\n", d)
		}
		if c.Notes {
			for _, n := range r.Notes {
				fmt.Fprintf(e.stdout, "  harmless: %s\n", n.Message())
			}
		}
	}
	if bad {
		stage := ""
		if c.Stage != "ssa" {
			stage = "--stage " + c.Stage + " "
		}
		fmt.Fprintf(e.stdout, "replay: assay compare %s%s %s%s\n", stage, c.Before, c.After, runFlags(c.Seeds, c.Fuel))
		return errViolated
	}
	return nil
}

// load reads the functions of a file, all of them.
func (e *env) load(file string) ([]*hir.Function, error) {
	s, err := e.source(file, langFlag{Lang: "auto"})
	if err != nil {
		return nil, err
	}
	fs, err := s.functions()
	if err != nil {
		return nil, err
	}
	out := make([]*hir.Function, len(fs))
	for i, f := range fs {
		out[i] = f.hir
	}
	return out, nil
}
