package main

import (
	"fmt"

	"assay/gen"
	"assay/hir"
	"assay/js"
	"assay/oracle"
)

type genCmd struct {
	Seed   uint64 `default:"0" help:"Seed of the first program; the others have the seeds after it."`
	Count  int    `default:"1" help:"Number of programs."`
	Lang   string `enum:"auto,js,hir" default:"auto" help:"Language to print: js, hir, or auto: JavaScript where the program has it, else HIR."`
	Size   int    `default:"0" help:"Median size of a program in instructions; 0 is that of assay fuzz."`
	Census bool   `help:"Print a census of what was generated instead of the programs."`
}

// Help returns examples for assay gen --help.
func (*genCmd) Help() string {
	return `Prints the programs that assay fuzz checks: the same seed gives the same ones.

Examples:
  assay gen --seed 4711
  assay gen --count 1000 --census
  assay gen --lang=hir --seed 3`
}

func (c *genCmd) Run(e *env) error {
	if c.Count < 0 || c.Size < 0 {
		return inputErrorf("assay gen: --count and --size must not be negative")
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
