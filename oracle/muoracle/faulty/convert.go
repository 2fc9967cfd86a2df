package faulty

import (
	"slices"

	"assay/mu"
	"assay/mu/convert"
)

// Convert converts a bundle to SSA form, with a fault. The zero Fault is none.
//
// Without a fault the result is what package convert has to give with the zero
// Options at mu.LevelDefs, byte for byte, the map too. The bundle is not changed
// but for types without names that mu.Check may add.
//
// The error is a convert.Problems if the bundle is refused: mu.Check finds errors
// in it, or it has no SSA form: a variable needs a default that its type does not
// have (E-DEFAULT, E-DEFAULT-SIZE), or a type that is not known (E-TYPE-UNKNOWN),
// or the result of an instruction is passed on where it does not exist
// (E-EXC-RESULT).
//
// Postcondition: without a fault mu.CheckSSA at mu.LevelDefs finds no errors.
func Convert(b *mu.Bundle, f Fault) (*convert.Result, error) {
	problems := mu.Check(b, mu.LevelDefs)
	if mu.HasErrors(problems) {
		return nil, convert.Problems(problems)
	}
	c := &converter{in: b, bundle: b.Clone(), fault: f.kind, problems: problems, m: &convert.Map{}}
	c.findNames()
	for _, d := range b.Defs {
		if d.Kind == mu.DefVersion {
			c.version(d.Index)
		}
	}
	if mu.HasErrors(c.problems) {
		mu.SortProblems(c.problems)
		return nil, convert.Problems(c.problems)
	}
	c.m.NewTypes, c.m.NewConsts = c.newTypes, c.newConsts
	return &convert.Result{Bundle: c.bundle, Map: c.m}, nil
}

// converter converts a bundle.
type converter struct {
	// in is what is converted, bundle what becomes of it.
	in, bundle *mu.Bundle
	fault      kind
	problems   []*mu.Problem
	m          *convert.Map
	// taken holds all global names, with what has them.
	taken map[string]owner
	// zeros holds which constants are defaults, as far as that is known.
	zeros map[int]bool
	// newTypes and newConsts list the definitions that were made.
	newTypes  []mu.TypeID
	newConsts []mu.EntityID
}

// is reports whether the fault is planted.
func (c *converter) is(k kind) bool { return c.fault == k }

// function is a version under conversion.
type function struct {
	*converter
	version int32
	// f is the version, result what becomes of it.
	f, result *mu.Function
	// types holds the types of the variables.
	types []mu.TypeID
	nodes []*node
	// outVars finds the variables of the result by name.
	outVars map[string]mu.VarID
	// definitions counts those of each variable so far; for a fault.
	definitions map[mu.VarID]int
	fm          *convert.FunctionMap
}

// version converts a version and puts the result in its place. What definitions
// that takes come before it.
func (c *converter) version(index int32) {
	in := c.in.Versions[index]
	w := &function{converter: c, version: index, f: in, outVars: map[string]mu.VarID{}, definitions: map[mu.VarID]int{}}
	if c.is(dollarIsPercent) {
		w.f = withoutDollars(in)
	}
	w.result = &mu.Function{Sig: in.Sig, Name: in.Name, Pos: in.Pos, VersionPos: in.VersionPos}
	w.fm = &convert.FunctionMap{Version: index, In: in, Out: w.result}
	before := len(c.bundle.Defs)
	w.types = c.bundle.VariableTypes(w.f)
	w.build()
	w.findLive()
	w.findAssigned()
	for _, n := range w.nodes {
		w.convert(n)
	}
	w.spoilFunction()
	w.spoilMap()
	c.bundle.SetVersion(int(index), w.result)
	c.m.Functions = append(c.m.Functions, w.fm)
	made := slices.Clone(c.bundle.Defs[before:])
	at := slices.Index(c.bundle.Defs, mu.DefRef{Kind: mu.DefVersion, Index: index})
	c.bundle.Defs = slices.Insert(c.bundle.Defs[:before], at, made...)
}

// problem reports that the version has no SSA form.
func (w *function) problem(n *node, in *mu.Instruction, code string, pos mu.Pos, msg string) {
	block := mu.BlockID(-1)
	if n.from != mu.NoBlock {
		block = n.from
	}
	w.problems = append(w.problems, w.in.NewProblem(mu.Error, code, mu.At{Function: w.f, Block: block, Instr: in}, pos, msg))
}
