package faulty_test

import (
	"fmt"
	"strings"

	"assay/mu"
	"assay/mu/convert"
)

var sources = map[convert.Source]string{convert.FromParam: "param", convert.FromImplicit: "implicit",
	convert.FromException: "exception", convert.FromResult: "result", convert.FromCopy: "copy",
	convert.FromDefault: "default", convert.FromMaterialized: "materialized", convert.FromNothing: "nothing"}

var places = map[convert.Place]string{convert.PlaceUse: "use", convert.PlaceEdge: "edge", convert.PlaceKeepAlive: "keepalive"}

// dump returns all that the map says, with names for ids.
func dump(r *convert.Result) string {
	var s strings.Builder
	b := r.Bundle
	for _, t := range r.Map.NewTypes {
		fmt.Fprintf(&s, "new type %s\n", b.TypeString(t))
	}
	for _, e := range r.Map.NewConsts {
		fmt.Fprintf(&s, "new const %s\n", b.Entities[e].Name)
	}
	for _, fm := range r.Map.Functions {
		fmt.Fprintf(&s, "version %d\n", fm.Version)
		value := func(v mu.Value) string {
			switch {
			case v == convert.Unassigned:
				return "unassigned"
			case v == convert.Unknown:
				return "unknown"
			case v.IsLocal():
				return fm.Out.Vars[v.Var()].Name
			}
			return b.Entities[v.Entity()].Name
		}
		binding := func(x convert.Binding) string {
			return fmt.Sprintf("%s = %s (%s)", fm.In.Vars[x.Var].Name, value(x.Value), sources[x.Source])
		}
		for i, m := range fm.Blocks {
			fmt.Fprintf(&s, "%s from %d\n", fm.Out.Blocks[i].Name, m.From)
			for _, x := range m.Entry {
				fmt.Fprintf(&s, "  entry %s\n", binding(x))
			}
			next := 0
			for j, x := range m.Steps {
				for ; next < len(m.Points) && int(m.Points[next].Steps) <= j; next++ {
					fmt.Fprintf(&s, "  point at %d, was at %d\n", m.Points[next].Out, m.Points[next].In)
				}
				fmt.Fprintf(&s, "  at %d/%d %s\n", x.Instr, x.Result, binding(x.Binding))
			}
			for _, p := range m.Points[next:] {
				fmt.Fprintf(&s, "  point at %d, was at %d\n", p.Out, p.In)
			}
		}
		for _, x := range fm.Inits {
			at := fmt.Sprintf("%s/%d %s", fm.Out.Blocks[x.Block].Name, x.Instr, places[x.Place])
			if x.Place == convert.PlaceEdge {
				at += fmt.Sprintf(" %d", x.Edge)
			}
			fmt.Fprintf(&s, "init %s at %s: %s\n", fm.In.Vars[x.Var].Name, at, value(x.Value))
		}
	}
	return s.String()
}
