package convert

import (
	"strconv"

	"assay/mu"
	"assay/ssa/dataflow"
)

// Options says how programs are converted.
type Options struct {
	// Level is how much of the bundle is checked before. Below mu.LevelDefs the
	// types of variables may not agree.
	Level mu.Level
	// KeepCopies keeps each ID, as a COMMINST @uvm.kill_dependency, so that every
	// assignment has an SSA name of its own.
	KeepCopies bool
	// StrictEntry refuses branches to the first block, for which otherwise a new
	// first block is put before it.
	StrictEntry bool
	// DropUnreachable leaves out blocks that control cannot reach.
	DropUnreachable bool
	// PHI asks for the older form: variables are visible in all blocks that their
	// definition dominates, and PHIs stand where values meet, no more than
	// needed. It prints with mu.PrintOptions.PHI.
	PHI bool
	// NameOSR gives names to instructions without one at which a frame can be
	// inspected.
	NameOSR NameOSR
}

// DefaultOptions returns the usual options.
func DefaultOptions() Options { return Options{Level: mu.LevelDefs} }

// Result is what a conversion yields.
type Result struct {
	// Bundle is the bundle in SSA form. It shares nothing that changes with the
	// one that was converted.
	Bundle *mu.Bundle
	Map    *Map

	in *mu.Bundle
	// warnings are those of the checker and of the conversion itself.
	warnings []*mu.Problem
}

// Bundle converts the functions of a bundle from pre-SSA form to SSA form. Those
// of its preludes stay as they are.
//
// Precondition: none; if the bundle cannot be converted the error is Problems.
//
// Postconditions: mu.CheckSSA finds no errors at the level of the options. All
// blocks are there, in order and with their names, perhaps behind a new first
// one; so are all instructions but ID, PHI and LANDINGPAD, in order and with their
// names, among them perhaps new common instructions that make values. New types and
// constants stand before the first function that needs them. What is in SSA form
// already comes back as it was.
func Bundle(b *mu.Bundle, opt Options) (*Result, error) {
	problems := mu.Check(b, opt.Level)
	if mu.HasErrors(problems) {
		return nil, Problems(problems)
	}
	c := converter{b: b.Clone(), opt: opt, problems: problems, m: &Map{}}
	c.defaults.b = c.b
	c.spelled = spell(b)
	c.renamer.converter = &c
	if opt.PHI {
		c.renamer.phi = &phiForm{}
	}
	defs := c.b.Defs
	c.b.Defs = make([]mu.DefRef, 0, len(defs)+8)
	for _, d := range defs {
		if d.Kind == mu.DefVersion {
			c.function(d.Index) // appends the definitions that it makes
		}
		c.b.Defs = append(c.b.Defs, d)
	}
	mu.SortProblems(c.problems)
	if mu.HasErrors(c.problems) {
		return nil, Problems(c.problems)
	}
	c.m.NewTypes, c.m.NewConsts = c.defaults.newTypes, c.defaults.newConsts
	return &Result{Bundle: c.b, Map: c.m, in: b, warnings: c.problems}, nil
}

// converter converts the functions of a bundle, one after another.
type converter struct {
	b        *mu.Bundle // that of the result
	opt      Options
	problems []*mu.Problem
	m        *Map
	defaults defaults
	spelled  spelled

	// Of the function under way:
	version int32
	f, out  *mu.Function
	fm      *FunctionMap
	types   []mu.TypeID
	untyped []bool // whether it was reported that the variable has no type
	graph   graph
	code    dataflow.Code
	live    dataflow.Liveness
	renamer renamer
}

func (c *converter) function(version int32) {
	f := c.b.Versions[version]
	if c.opt.NameOSR != NameNone {
		f = nameOSR(c.b, f, c.opt.NameOSR)
	}
	c.version, c.f = version, f
	c.out = &mu.Function{Sig: f.Sig, Name: f.Name, Pos: f.Pos, VersionPos: f.VersionPos}
	c.fm = &FunctionMap{Version: version, In: f, Out: c.out}
	c.graph.build(c.b, f, c.opt, c.spelled)
	if c.opt.StrictEntry && c.graph.blocks[0].from == mu.NoBlock {
		c.entryTargets()
	}
	c.types = c.b.VariableTypes(f)
	c.untyped = make([]bool, len(f.Vars))
	c.renamer.start()
	if c.opt.PHI {
		c.renamer.phi.compute(&c.graph, len(f.Vars), c.opt.KeepCopies)
		c.renamer.makePHI()
	} else {
		c.graph.code(&c.code, len(f.Vars), c.opt.KeepCopies)
		c.live.Compute(&c.code)
		for b := range c.graph.blocks {
			c.renamer.makeBlock(int32(b))
		}
	}
	c.b.SetVersion(int(version), c.out)
	c.m.Functions = append(c.m.Functions, c.fm)
}

// entryTargets reports branches to the first block.
func (c *converter) entryTargets() {
	for b := range c.f.Blocks {
		t := c.f.Blocks[b].Terminator()
		for i := range t.Dests {
			if d := &t.Dests[i]; d.Block == 0 {
				c.problems = append(c.problems, c.b.NewProblem(mu.Error, "E-ENTRY-TARGET", mu.At{Function: c.f, Block: mu.BlockID(b), Instr: t},
					d.Pos, "expected a block other than the first, found "+c.f.Blocks[0].Name))
			}
		}
	}
}

// problem reports what is wrong in the block under way.
func (r *renamer) problem(s mu.Severity, code string, in *mu.Instruction, pos mu.Pos, msg string) {
	if len(r.problems) < mu.MaxProblems {
		r.problems = append(r.problems, r.b.NewProblem(s, code, mu.At{Function: r.f, Block: r.bl.from, Instr: in}, pos, msg))
	}
}

// NameOSR says which instructions get names.
type NameOSR uint8

// What NameOSR can say.
const (
	NameNone  NameOSR = iota
	NameTraps         // TRAP and WATCHPOINT
	NameAll           // all for which mu.Instruction.IsOSRPoint holds
)

// nameOSR returns a function in which instructions without a name that which asks
// for have one: [%trap.1], [%trap.2], ... Names that the function has are skipped.
func nameOSR(b *mu.Bundle, f *mu.Function, which NameOSR) *mu.Function {
	used := map[string]bool{}
	for v := range f.Vars {
		used[pct(f.Vars[v].Name)] = true
	}
	for i := range f.Blocks {
		for j := range f.Blocks[i].Instrs {
			if name := f.Blocks[i].Instrs[j].Name; name != "" {
				used[localName(b, f, mu.BlockID(i), name)] = true
			}
		}
	}
	g := *f
	g.Blocks = append([]mu.Block(nil), f.Blocks...)
	n := 0
	for i := range g.Blocks {
		copied := false
		for j := range g.Blocks[i].Instrs {
			in := &g.Blocks[i].Instrs[j]
			if in.Name != "" || !in.IsOSRPoint() || which == NameTraps && in.Op != mu.TRAP && in.Op != mu.WATCHPOINT {
				continue
			}
			if !copied {
				g.Blocks[i].Instrs = append([]mu.Instruction(nil), g.Blocks[i].Instrs...)
				copied = true
			}
			for {
				n++
				if name := "%trap." + strconv.Itoa(n); !used[name] {
					g.Blocks[i].Instrs[j].Name = name
					break
				}
			}
		}
	}
	return &g
}
