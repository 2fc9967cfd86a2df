package muoracle

import (
	"fmt"

	"assay/mu"
	"assay/mu/convert"
	"assay/mu/interp"
)

// point is what a run of the input had at an OSR point: where, and what variables
// were assigned.
type point struct {
	version      int32
	block        mu.BlockID
	instr, depth int
	vars         []heldValue
}

type heldValue struct {
	v     mu.VarID
	value interp.Value
	set   bool
}

// maxPoints bounds how many points of a run are recorded.
const maxPoints = 300

// run compares what the input and the result do, in several worlds, and at each OSR
// point what the map says variables hold with what they do.
func (x *check) run() {
	e, ok := x.c.Bundle.Lookup(x.c.Entry)
	if !ok || x.c.Bundle.Entities[e].Kind != mu.EntityFunc {
		return
	}
	fn := mu.FuncID(x.c.Bundle.Entities[e].Index)
	sig := x.c.Bundle.Funcs[fn].Sig.ID
	in, out := x.c.Bundle, x.result.Bundle
	x.in.Reset(in)
	x.out.Reset(out)
	// Versions are numbered alike.
	versions := map[*mu.Function]int32{}
	for i, f := range in.Versions {
		versions[f] = int32(i)
	}
	for seed := range uint64(x.opt.Seeds) {
		args := interp.RandomArgs(in, sig, seed)
		opt := interp.Options{PreSSA: true, Seed: seed, Fuel: x.opt.Fuel}
		watch := seed == 0
		x.recorded = x.recorded[:0]
		if watch {
			opt.AtOSRPoint = func(f *interp.Frame) { x.record(f, versions) }
		}
		a := x.in.Run(fn, args, opt)
		x.count(&a)
		opt.AtOSRPoint = nil
		opt.PreSSA = x.form == FormPHI
		var wrong string
		if watch {
			n := 0
			outVersions := map[*mu.Function]int32{}
			for i, f := range out.Versions {
				outVersions[f] = int32(i)
			}
			opt.AtOSRPoint = func(f *interp.Frame) {
				if wrong == "" && n < len(x.recorded) {
					wrong = x.compare(f, &x.recorded[n], outVersions[f.Function])
				}
				n++
			}
		}
		b := x.out.Run(fn, interp.RandomArgs(out, sig, seed), opt)
		x.count(&b)
		if a.Outcome == interp.Unsupported || b.Outcome == interp.Unsupported {
			continue // the interpreter does not tell
		}
		if d := interp.Difference(a, b); d != "" {
			if x.c.Options.NameOSR != convert.NameNone && a.Outcome == b.Outcome {
				continue // names are part of what a client sees
			}
			x.violate(OracleDifferential, "run", fmt.Sprintf("in world %d: %s", seed, x.explain(fn, sig, seed)))
			return
		}
		if wrong != "" {
			x.violate(OracleDifferential, "map", fmt.Sprintf("in world %d: %s", seed, wrong))
			return
		}
	}
}

func (x *check) count(r *interp.Result) {
	x.Stats.Runs++
	x.Stats.Steps += r.Steps
	switch r.Outcome {
	case interp.OutOfFuel:
		x.Stats.OutOfFuel++
	case interp.Threw:
		x.Stats.Threw++
	case interp.UndefinedBehaviour:
		x.Stats.Undefined++
	case interp.Unsupported:
		x.Stats.Unsupported++
	}
}

// explain runs both again with their traces, and says how they differ.
func (x *check) explain(fn mu.FuncID, sig mu.SigID, seed uint64) string {
	opt := interp.Options{PreSSA: true, Seed: seed, Fuel: x.opt.Fuel, Record: true}
	a := interp.Run(x.c.Bundle, fn, interp.RandomArgs(x.c.Bundle, sig, seed), opt)
	opt.PreSSA = x.form == FormPHI
	b := interp.Run(x.result.Bundle, fn, interp.RandomArgs(x.result.Bundle, sig, seed), opt)
	if d := interp.Difference(a, b); d != "" {
		return d
	}
	return "the runs differ, but not when they are repeated with a trace: the interpreter is not deterministic"
}

// record keeps what variables hold at an OSR point of the input.
func (x *check) record(f *interp.Frame, versions map[*mu.Function]int32) {
	if len(x.recorded) == maxPoints {
		return
	}
	p := point{version: versions[f.Function], block: f.Block, instr: f.Instr, depth: f.Depth}
	for v := range f.Function.Vars {
		value, _ := f.Var(mu.VarID(v))
		p.vars = append(p.vars, heldValue{mu.VarID(v), value, f.Assigned(mu.VarID(v))})
	}
	x.recorded = append(x.recorded, p)
}

// compare checks an OSR point of the result: it is the one of the input, and what
// the map says variables are holds what they held.
func (x *check) compare(f *interp.Frame, p *point, version int32) string {
	x.Stats.Points++
	if version != p.version || f.Depth != p.depth {
		return fmt.Sprintf("expected the run to come to version %d at depth %d, found %d at %d", p.version, p.depth, version, f.Depth)
	}
	var fm *convert.FunctionMap
	for _, m := range x.result.Map.Functions {
		if m.Version == version {
			fm = m
		}
	}
	if fm == nil {
		return ""
	}
	bm := &fm.Blocks[f.Block]
	where := fmt.Sprintf("at %s, block %s, instruction %d", x.result.Bundle.VersionName(fm.Out), fm.Out.Blocks[f.Block].Name, f.Instr)
	if bm.From != p.block {
		return fmt.Sprintf("%s: expected the run to be in block %s", where, x.c.Bundle.Versions[version].Blocks[p.block].Name)
	}
	for _, q := range bm.Points {
		if int(q.Out) != f.Instr {
			continue
		}
		if int(q.In) != p.instr {
			return fmt.Sprintf("%s: expected instruction %d of the input, found %d in the map", where, p.instr, q.In)
		}
		for _, b := range bm.Values(int(q.Steps)) {
			held := &p.vars[b.Var]
			name := x.c.Bundle.Versions[version].Vars[b.Var].Name
			if b.Value == convert.Unassigned {
				// A copy of what nothing has assigned is assigned, and holds a default.
				continue
			}
			if !held.set && !b.Value.IsLocal() {
				continue
			}
			if got := f.Value(b.Value); !got.Equal(held.value) {
				return fmt.Sprintf("%s: expected that what the map says %s is holds %s, as it does in the input, found %s", where, name, held.value, got)
			}
		}
		return ""
	}
	return where + ": expected a point in the map, found none"
}
