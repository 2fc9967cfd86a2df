package interp

import "strings"

// recorder keeps a readable trace. Nothing of it is used unless recording.
type recorder struct {
	recording bool
	trace     []Event
	names     map[uint64]string // of terms
	indent    int
}

func (r *recorder) reset(on bool) {
	*r = recorder{recording: on}
	if on {
		r.names = map[uint64]string{}
	}
}

// maxName bounds the length of a term's name.
const maxName = 60

// name gives a term the name it has in events.
func (r *recorder) name(v Value, name string) {
	if !r.recording || v.kind() != KindOpaque {
		return
	}
	if len(name) > maxName {
		name = strings.ToValidUTF8(name[:maxName], "") + "…"
	}
	r.names[v.bits] = name
}

// named is name in an expression.
func (r *recorder) named(v Value, name string) Value {
	if r.recording {
		r.name(v, name)
	}
	return v
}

// describe returns a value as events show it.
func (r *recorder) describe(v Value) string {
	if v.kind() == KindOpaque {
		if name, ok := r.names[v.bits]; ok {
			return name
		}
	}
	return v.String()
}

// note records an effect.
func (r *recorder) note(h uint64, what string, operands ...Value) {
	var b strings.Builder
	for range r.indent {
		b.WriteString("  ")
	}
	b.WriteString(what)
	if len(operands) > 0 {
		b.WriteByte('(')
		for i := range operands {
			if i > 0 {
				b.WriteString(", ")
			}
			b.WriteString(r.describe(operands[i]))
		}
		b.WriteByte(')')
	}
	r.trace = append(r.trace, Event{Hash: h, Text: b.String()})
}

// noteInstr records an effect of an instruction.
func (r *recorder) noteInstr(h uint64, c *instr, operands []Value) {
	what := c.op.String()
	if c.src.Text != "" {
		what += " " + c.src.Text
	}
	r.note(h, what, operands...)
}
