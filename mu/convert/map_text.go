package convert

import (
	"fmt"
	"io"
	"strings"

	"assay/mu"
)

// WriteText writes the map for people to read: for each block what variables hold
// at its entry and where that changes, and for each instruction at which a frame
// can be inspected what its KEEPALIVE lists; names of SSA values are local ones. A
// "-" is the default of a variable that nothing has assigned.
func (r *Result) WriteText(w io.Writer) error {
	for i, f := range r.Map.Functions {
		t := textWriter{b: r.Bundle, f: f}
		if i > 0 {
			t.s.WriteByte('\n')
		}
		t.function()
		if _, err := io.WriteString(w, t.s.String()); err != nil {
			return err
		}
	}
	return nil
}

type textWriter struct {
	b *mu.Bundle
	f *FunctionMap
	s strings.Builder
}

func (t *textWriter) printf(format string, args ...any) { fmt.Fprintf(&t.s, format, args...) }

func (t *textWriter) value(x mu.Value) string {
	switch {
	case x == Unassigned:
		return "-"
	case x == Unknown:
		return "?"
	case x.IsLocal():
		return t.f.Out.Vars[x.Var()].Name
	}
	return t.b.Entities[x.Entity()].Name
}

func (t *textWriter) binding(x Binding) string {
	return t.f.In.Vars[x.Var].Name + " = " + t.value(x.Value)
}

func (t *textWriter) function() {
	t.printf("function %s\n", t.b.VersionName(t.f.Out))
	inits := t.f.Inits
	for id := range t.f.Blocks {
		b, blk := &t.f.Blocks[id], &t.f.Out.Blocks[id]
		t.printf("  block %s", blk.Name)
		if b.From == mu.NoBlock {
			t.printf(" (new)")
		}
		t.printf("\n")
		for _, x := range b.Entry {
			t.printf("    entry: %s (%s)\n", t.binding(x), x.Source)
		}
		points := b.Points
		for i := 0; ; i++ {
			for len(points) > 0 && int(points[0].Steps) == i {
				t.point(mu.BlockID(id), points[0])
				points = points[1:]
			}
			if i == len(b.Steps) {
				break
			}
			s := &b.Steps[i]
			if s.Source == FromCopy {
				t.printf("    %s (copy)\n", t.binding(s.Binding))
				continue
			}
			t.printf("    %s (%s %d of %s)\n", t.binding(s.Binding), s.Source, s.Result+1, blk.Instrs[s.Instr].Op)
		}
		for len(inits) > 0 && int(inits[0].Block) == id {
			t.init(&inits[0])
			inits = inits[1:]
		}
	}
}

func (t *textWriter) point(block mu.BlockID, p Point) {
	in := &t.f.Out.Blocks[block].Instrs[p.Out]
	t.printf("    at %s", in.Op)
	if in.Name != "" {
		t.printf(" [%s]", in.Name)
	}
	for i, k := range t.f.KeepAlive(block, p) {
		if i == 0 {
			t.printf(" keepalive:")
		} else {
			t.printf(",")
		}
		t.printf(" %s", t.binding(k))
	}
	t.printf("\n")
}

func (t *textWriter) init(x *Init) {
	in := &t.f.Out.Blocks[x.Block].Instrs[x.Instr]
	t.printf("    init: %s is %s", t.f.In.Vars[x.Var].Name, t.value(x.Value))
	switch x.Place {
	case PlaceUse:
		t.printf(" in %s\n", in.Op)
	case PlaceKeepAlive:
		t.printf(" in KEEPALIVE of %s\n", in.Op)
	default:
		d := &in.Dests[x.Edge]
		t.printf(" on the %s edge to %s\n", d.Kind, t.f.Out.Blocks[d.Block].Name)
	}
}
