package convert

import (
	"encoding/json"
	"io"

	"assay/mu"
)

// The types below are the schema of the map's JSON form. Names of SSA values are
// global names, as @f.v1.entry.x; null is the default of a variable that nothing
// has assigned.
type (
	jsonMap struct {
		Functions []jsonFunction `json:"functions"`
		// Types and Consts name the top-level definitions that were made.
		Types  []string `json:"types"`
		Consts []string `json:"consts"`
	}
	jsonFunction struct {
		Function string      `json:"function"`
		Vars     []jsonVar   `json:"vars"`
		Blocks   []jsonBlock `json:"blocks"`
		Insts    []jsonInst  `json:"insts"`
		// Reverse finds the variables that an SSA value stands for.
		Reverse map[string][]string `json:"reverse"`
		Inits   []jsonInit          `json:"inits"`
	}
	jsonVar struct {
		Var string `json:"var"`
		// Type is the type of its values, or "" if the variable has none.
		Type  string     `json:"type"`
		Names []jsonName `json:"names"`
	}
	// jsonName is one of the values of a variable.
	jsonName struct {
		Name  *string `json:"name"`
		Block string  `json:"block"`
		// Kind is a Source.
		Kind string `json:"kind"`
		// Inst is the index in the block of the instruction that yields the value
		// and Result the rank of it among the results.
		Inst   *int32 `json:"inst,omitempty"`
		Result *int32 `json:"result,omitempty"`
	}
	jsonBlock struct {
		Block string `json:"block"`
		// From is the block's name before, or null if it was generated.
		From  *string            `json:"from"`
		Entry map[string]*string `json:"entry"`
		Exit  map[string]*string `json:"exit"`
	}
	// jsonInst is an instruction at which a frame can be inspected.
	jsonInst struct {
		// Name is the global name of the instruction, or null.
		Name  *string `json:"name"`
		Op    string  `json:"op"`
		Block string  `json:"block"`
		Inst  int32   `json:"inst"`
		// Line and Col are where the instruction stands in the input.
		Line      int                `json:"line"`
		Col       int                `json:"col"`
		Results   []string           `json:"results"`
		Before    map[string]*string `json:"before"`
		KeepAlive []jsonKept         `json:"keepalive"`
	}
	jsonKept struct {
		Var  string  `json:"var"`
		Name *string `json:"name"`
	}
	jsonInit struct {
		Var   string `json:"var"`
		Block string `json:"block"`
		Inst  int32  `json:"inst"`
		// Place is "use", "edge" or "keepalive"; an edge has its rank among the
		// destinations and its target.
		Place string  `json:"place"`
		Edge  *int32  `json:"edge,omitempty"`
		To    *string `json:"to,omitempty"`
		Name  *string `json:"name"`
	}
)

// WriteJSON writes the map as JSON, which doc.go describes. It may be much larger
// than the program: each block and each point lists all variables that have a
// value there.
func (r *Result) WriteJSON(w io.Writer) error {
	m := jsonMap{Functions: []jsonFunction{}, Types: []string{}, Consts: []string{}}
	b := r.Bundle
	for _, t := range r.Map.NewTypes {
		m.Types = append(m.Types, b.Types[t].Name)
	}
	for _, e := range r.Map.NewConsts {
		m.Consts = append(m.Consts, b.Entities[e].Name)
	}
	for _, f := range r.Map.Functions {
		j := jsonWriter{b: b, f: f, version: b.VersionName(f.Out)}
		m.Functions = append(m.Functions, j.function(r.types(f)))
	}
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", " ")
	return e.Encode(m)
}

// types returns the names of the types of a function's variables.
func (r *Result) types(f *FunctionMap) []string {
	names := make([]string, len(f.In.Vars))
	for v, t := range r.Bundle.VariableTypes(f.In) {
		if t != mu.NoType {
			names[v] = r.Bundle.TypeString(t)
		}
	}
	return names
}

type jsonWriter struct {
	b       *mu.Bundle
	f       *FunctionMap
	version string
}

// name returns the global name of a value of a block.
func (j *jsonWriter) name(block mu.BlockID, x mu.Value) *string {
	var s string
	switch {
	case x == Unassigned:
		return nil
	case x.IsLocal():
		s = mu.GlobalName(mu.GlobalName(j.version, j.f.Out.Blocks[block].Name), j.f.Out.Vars[x.Var()].Name)
	default:
		s = j.b.Entities[x.Entity()].Name
	}
	return &s
}

func (j *jsonWriter) variable(v mu.VarID) string { return j.f.In.Vars[v].Name }

func (j *jsonWriter) function(types []string) jsonFunction {
	f := j.f
	out := jsonFunction{Function: j.version, Vars: make([]jsonVar, len(f.In.Vars)), Blocks: []jsonBlock{},
		Insts: []jsonInst{}, Reverse: map[string][]string{}, Inits: []jsonInit{}}
	for v := range out.Vars {
		out.Vars[v] = jsonVar{j.variable(mu.VarID(v)), types[v], []jsonName{}}
	}
	for b := range f.Blocks {
		j.block(mu.BlockID(b), &out)
	}
	for i := range f.Inits {
		x := &f.Inits[i]
		n := jsonInit{Var: j.variable(x.Var), Block: f.Out.Blocks[x.Block].Name, Inst: x.Instr, Place: x.Place.String(), Name: j.name(x.Block, x.Value)}
		if x.Place == PlaceEdge {
			d := &f.Out.Blocks[x.Block].Instrs[x.Instr].Dests[x.Edge]
			n.Edge, n.To = &x.Edge, &f.Out.Blocks[d.Block].Name
		}
		out.Inits = append(out.Inits, n)
	}
	return out
}

func (j *jsonWriter) block(id mu.BlockID, out *jsonFunction) {
	b, blk := &j.f.Blocks[id], &j.f.Out.Blocks[id]
	jb := jsonBlock{Block: blk.Name, Entry: map[string]*string{}}
	if b.From != mu.NoBlock {
		jb.From = &j.f.In.Blocks[b.From].Name
	}
	held := map[string]*string{}
	add := func(x Binding, inst, result *int32) {
		if x.Value == Unknown {
			delete(held, j.variable(x.Var))
			return
		}
		n := j.name(id, x.Value)
		held[j.variable(x.Var)] = n
		v := &out.Vars[x.Var]
		v.Names = append(v.Names, jsonName{n, blk.Name, x.Source.String(), inst, result})
		if x.Value.IsLocal() {
			out.Reverse[*n] = appendNew(out.Reverse[*n], v.Var)
		}
	}
	for _, x := range b.Entry {
		add(x, nil, nil)
	}
	for v, n := range held {
		jb.Entry[v] = n
	}
	points, exit := b.Points, b.Exit(blk)
	for i := 0; ; i++ {
		for len(points) > 0 && int(points[0].Steps) == i {
			out.Insts = append(out.Insts, j.point(id, points[0], held))
			points = points[1:]
		}
		if i == exit {
			jb.Exit = clone(held)
		}
		if i == len(b.Steps) {
			break
		}
		if s := &b.Steps[i]; s.Source == FromCopy {
			add(s.Binding, nil, nil)
		} else {
			add(s.Binding, &s.Instr, &s.Result)
		}
	}
	out.Blocks = append(out.Blocks, jb)
}

func clone(m map[string]*string) map[string]*string {
	c := make(map[string]*string, len(m))
	for k, v := range m {
		c[k] = v
	}
	return c
}

// appendNew appends a string that is not the last one. Variables come to a value
// one after another, so that few repeat.
func appendNew(s []string, x string) []string {
	for _, y := range s {
		if x == y {
			return s
		}
	}
	return append(s, x)
}

func (j *jsonWriter) point(id mu.BlockID, p Point, held map[string]*string) jsonInst {
	in, blk := &j.f.In.Blocks[j.f.Blocks[id].From].Instrs[p.In], &j.f.Out.Blocks[id]
	x := &blk.Instrs[p.Out]
	pos := j.b.Position(in.Pos)
	out := jsonInst{Op: x.Op.String(), Block: blk.Name, Inst: p.Out, Line: pos.Line, Col: pos.Col,
		Results: []string{}, Before: clone(held), KeepAlive: []jsonKept{}}
	if x.Name != "" {
		n := mu.GlobalName(mu.GlobalName(j.version, blk.Name), x.Name)
		out.Name = &n
	}
	for _, d := range x.Results {
		out.Results = append(out.Results, *j.name(id, mu.LocalValue(d.Var)))
	}
	for _, k := range j.f.KeepAlive(id, p) {
		out.KeepAlive = append(out.KeepAlive, jsonKept{j.variable(k.Var), j.name(id, k.Value)})
	}
	return out
}
