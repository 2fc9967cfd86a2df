package main

import (
	"cmp"
	"fmt"

	"assay/oracle"
)

type checkCmd struct {
	langFlag
	preludeFlag
	peerFlag
	passFlag
	Seed  *uint64  `help:"Check the generated program of this seed." placeholder:"N"`
	Bytes *string  `help:"Check the program that these bytes, in hexadecimal, decode to." placeholder:"HEX"`
	Seeds int      `default:"16" help:"Number of worlds to run each program in."`
	Fuel  int      `default:"10000" help:"Number of instructions after which a run is cut off."`
	From  string   `enum:"ssa,align,merge,build" default:"ssa" help:"First conversion that files are to go through: ssa, or for HIR in SSA form with scopes align, merge or build."`
	Fault string   `help:"Put a faulty pass in the place of the right one; assay mutants lists the names." placeholder:"NAME"`
	Files []string `arg:"" optional:"" name:"file" help:"JavaScript, HIR or Mu files, before SSA; '-' is standard input."`
}

// Help returns examples for assay check --help.
func (*checkCmd) Help() string {
	return `Verifies each function, converts it to SSA form, or from SSA form with scopes to
scope terminals, and after each pass verifies the invariants, validates the step
for all paths, and compares what the program does in several worlds of the
interpreter. Mu IR is converted from pre-SSA form to SSA form, in both of its
forms.

Examples:
  assay check program.js
  assay check --from=align inferred.hir   the conversion to scope terminals
  assay check --seed 4711        the program that assay fuzz names by its seed
  assay check --bytes 0300ff     the program of a native fuzz input
  assay check bundle.uir
  assay check --lang=mu --seed 4711
  assay check --peer react component.tsx   what the React Compiler does with it`
}

func (c *checkCmd) Run(e *env) (result error) {
	if c.Seed == nil && c.Bytes == nil && len(c.Files) == 0 {
		return inputErrorf("assay check: name a file, --seed or --bytes")
	}
	if c.Seeds < 1 || c.Fuel < 1 {
		return inputErrorf("assay check: --seeds and --fuel must be at least 1")
	}
	if c.Command != "" && (c.Peer != "" || c.Lang == "mu") {
		return inputErrorf("assay check: --command is a pass of HIR's, and goes neither with --peer nor with --lang=mu")
	}
	if c.Peer != "" {
		return c.checkPeer(e)
	}
	others, bundles, err := e.bundles(c.Files, c.langFlag, c.preludeFlag)
	if err != nil {
		return err
	}
	if generated := c.Lang == "mu" && (c.Seed != nil || c.Bytes != nil); generated || len(bundles) > 0 {
		err := c.checkMu(e, bundles, generated)
		if err != nil && err != errViolated || len(others) == 0 && (generated || c.Seed == nil && c.Bytes == nil) {
			return err
		}
		if err != nil {
			defer func() { result = cmp.Or(result, err) }()
		}
	}
	opt, err := checkOptions(c.Fault)
	if err != nil {
		return err
	}
	opt, end, err := c.passFlag.apply(opt)
	if err != nil {
		return err
	}
	defer end()
	opt.Seeds, opt.Fuel = c.Seeds, c.Fuel
	checker := oracle.NewChecker(opt)
	bad := false
	flags := c.replayFlags()
	check := func(cs oracle.Case) {
		cs.Replay += flags
		if f := checker.Check(cs); f != nil {
			bad = true
			fmt.Fprintf(e.stdout, "%s: %s\n", cs.Name, e.paint(red, "violated"))
			fmt.Fprintln(e.stdout, f.Error())
		}
	}
	g := oracle.NewGenerator()
	if c.Seed != nil {
		cs, err := g.FromSeed(*c.Seed)
		if err != nil {
			return err
		}
		check(cs)
	}
	if c.Bytes != nil {
		data, err := decodeBytes(*c.Bytes)
		if err != nil {
			return err
		}
		cs, err := g.FromBytes(data)
		if err != nil {
			return err
		}
		check(cs)
	}
	err = e.eachFunction(others, c.langFlag, func(s source, f function) error {
		stage := stageOf[c.From]
		if stage != oracle.StagePre && s.lang == langJS {
			return inputErrorf("%s: JavaScript has no scopes; --from=%s is for HIR", s.name, c.From)
		}
		if stage == oracle.StageBuild {
			if vs := oracle.Strong(oracle.VerifyScopeInput(f.hir)); len(vs) > 0 {
				return inputErrorf("%s: %w", s.name, vs[0])
			}
		}
		check(oracle.Case{
			Name: s.name + ": " + f.hir.Name(), Source: f.program, Func: f.hir, Stage: stage,
			Replay: "assay check " + s.arg,
		})
		return nil
	})
	switch {
	case err != nil:
		return err
	case bad:
		return errViolated
	}
	st := checker.Stats
	fmt.Fprintf(e.stdout, "%s, %s of the interpreter: %s", count(st.Cases, "function"), count(st.Runs, "run"), e.paint(green, "no violation"))
	if st.Refused > 0 {
		fmt.Fprintf(e.stdout, " (%d refused by a pass as unsupported)", st.Refused)
	}
	if st.Unfit > 0 {
		fmt.Fprintf(e.stdout, " (the scopes of %d cannot be made terminals)", st.Unfit)
	}
	fmt.Fprintln(e.stdout)
	return nil
}

// stageOf gives the stage that functions are in for each value of --from.
var stageOf = map[string]oracle.Stage{
	"ssa": oracle.StagePre, "align": oracle.StageAlign, "merge": oracle.StageMerge, "build": oracle.StageBuild,
}

// replayFlags returns the flags, other than --fault, without which the command
// would not do the same again.
func (c *checkCmd) replayFlags() string {
	s := ""
	if c.Lang != "auto" {
		s += " --lang " + c.Lang
	}
	if c.From != "ssa" {
		s += " --from " + c.From
	}
	return s + runFlags(c.Seeds, c.Fuel)
}

// The defaults of --seeds and --fuel of commands that check what they are given.
const (
	defaultSeeds = 16
	defaultFuel  = 10000
)

// runFlags returns the flags for the given number of worlds and instructions, as
// far as they are not the defaults.
func runFlags(seeds, fuel int) string {
	s := ""
	if seeds != defaultSeeds {
		s += fmt.Sprintf(" --seeds %d", seeds)
	}
	if fuel != defaultFuel {
		s += fmt.Sprintf(" --fuel %d", fuel)
	}
	return s
}

// checkOptions returns the options of a check with the named fault, or without
// one if fault is "".
func checkOptions(fault string) (oracle.CheckOptions, error) {
	var opt oracle.CheckOptions
	if fault == "" {
		return opt, nil
	}
	opt, err := opt.WithFault(fault)
	if err != nil {
		return opt, inputError{err}
	}
	return opt, nil
}
