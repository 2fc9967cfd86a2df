package main

import (
	"fmt"

	"assay/gen"
	"assay/gen/mugen"
	"assay/hir"
	"assay/js"
	"assay/mu"
	"assay/oracle"
)

type genCmd struct {
	Seed   uint64 `default:"0" help:"Seed of the first program; the others have the seeds after it."`
	Count  int    `default:"1" help:"Number of programs."`
	Lang   string `enum:"auto,js,hir,mu" default:"auto" help:"Language to print: js, hir, auto: JavaScript where the program has it, else HIR; or mu, which has programs of its own."`
	SSA    bool   `name:"ssa" help:"With --lang=mu, programs in SSA form."`
	Size   int    `default:"0" help:"Median size of a program in instructions; 0 is that of assay fuzz."`
	Census bool   `help:"Print a census of what was generated instead of the programs."`
}

// Help returns examples for assay gen --help.
func (*genCmd) Help() string {
	return `Prints the programs that assay fuzz checks: the same seed gives the same ones.

Examples:
  assay gen --seed 4711
  assay gen --count 1000 --census
  assay gen --lang=hir --seed 3
  assay gen --lang=mu --seed 3`
}

func (c *genCmd) Run(e *env) error {
	if c.Count < 0 || c.Size < 0 {
		return inputErrorf("assay gen: --count and --size must not be negative")
	}
	if c.Lang == "mu" {
		return c.mu(e)
	}
	if c.SSA {
		return inputErrorf("assay gen: --ssa is for --lang=mu; assay ssa prints the SSA form of other programs")
	}
	g := oracle.NewGenerator()
	g.Config.Size = c.Size
	k := oracle.NewChecker(oracle.CheckOptions{})
	var census gen.Census
	for i := range c.Count {
		seed := c.Seed + uint64(i)
		cs, err := g.FromSeed(seed)
		if err != nil {
			return fmt.Errorf("seed %d: %w", seed, err)
		}
		if c.Census {
			k.Check(cs)
			census.Add(cs.Source, cs.Func, k.Form("EnterSSA"))
			continue
		}
		if i > 0 {
			fmt.Fprintln(e.stdout)
		}
		switch {
		case c.Lang == "hir" || cs.Source == nil && c.Lang == "auto":
			fmt.Fprintf(e.stdout, "// seed %d\n%s\n", seed, hir.AppendText(nil, cs.Func, hir.PrintOptions{Annotate: true}))
		case cs.Source == nil:
			fmt.Fprintf(e.stdout, "// seed %d is a control flow graph that JavaScript cannot express\n", seed)
		default:
			fmt.Fprintf(e.stdout, "// seed %d\n%s", seed, js.Print(cs.Source))
		}
	}
	if c.Census {
		fmt.Fprintln(e.stdout, census.String())
	}
	return nil
}

// mu prints bundles of Mu IR.
func (c *genCmd) mu(e *env) error {
	if c.SSA && c.Census {
		return inputErrorf("assay gen: --census counts programs in pre-SSA form")
	}
	decode := mugen.Bundle
	if c.SSA {
		decode = mugen.SSABundle
	}
	var census mugen.Census
	for i := range c.Count {
		seed := c.Seed + uint64(i)
		b := decode(gen.FromSeed(seed), mugen.Config{Size: c.Size})
		if c.Census {
			census.Add(b)
			continue
		}
		if i > 0 {
			fmt.Fprintln(e.stdout)
		}
		fmt.Fprintf(e.stdout, "// seed %d\n%s", seed, mu.Print(b, mu.PrintOptions{}))
	}
	if c.Census {
		fmt.Fprintln(e.stdout, census.String())
	}
	return nil
}
