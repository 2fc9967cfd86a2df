package hir

import (
	"math"
	"strings"
)

// noteInstruction annotates what the text of a value omits.
func (p *printer) noteInstruction(in *Instruction) {
	switch aux := in.Aux.(type) {
	case *Literal:
		switch {
		case aux == nil || aux.Kind != LiteralNumber:
		case math.IsNaN(aux.Num):
			p.note("num", "NaN")
		case math.IsInf(aux.Num, 0):
			p.note("num", string(AppendNumber(nil, aux.Num)))
		case aux.Num == 0 && math.Signbit(aux.Num):
			p.note("num", "-0")
		}
	case Template:
		p.noteCooked(aux)
	case Properties:
		p.noteMethods(in, aux)
	case *MemoDeps:
		if aux != nil {
			p.noteDeps(in, aux)
		}
	}
	if in.Kind == UnaryExpression && in.Text != "" {
		p.note("op", in.Text)
	}
	if p.escaped {
		p.note("escaped", "")
	}
}

// noteCooked annotates the cooked text of a template's pieces: one value each,
// of which a final "raw" stands for all the rest.
func (p *printer) noteCooked(quasis Template) {
	raw := len(quasis)
	any := false
	for i := len(quasis) - 1; i >= 0; i-- {
		any = any || quasis[i].HasCooked
		if raw == i+1 && quasis[i].HasCooked && quasis[i].Cooked == quasis[i].Raw {
			raw = i
		}
	}
	if !any {
		return
	}
	for i := range quasis {
		switch q := &quasis[i]; {
		case i == raw:
			p.note("cooked", "raw")
			return
		case q.HasCooked:
			p.noteString("cooked", q.Cooked)
		default:
			p.note("cooked", "none")
		}
	}
}

// noteMethods annotates which properties are methods, unless they are those
// whose value an ObjectMethod above has made.
func (p *printer) noteMethods(in *Instruction, props Properties) {
	n, differs := 0, false
	flags := make([]byte, 0, 16)
	for i := range props {
		if props[i].Key.Kind == KeyComputed && !props[i].Spread {
			n++
		}
		found := n < len(in.Operands) && !props[i].Spread && p.methods[in.Operands[n].Identifier]
		n++
		differs = differs || found != props[i].Method
		if props[i].Method {
			flags = append(flags, '1')
		} else {
			flags = append(flags, '0')
		}
	}
	if differs {
		p.note("method", string(flags))
	}
}

// noteDeps annotates the effects of the dependencies that are locals, and which
// ones are if a reader would not find out (or not yet, when it reads the
// effects).
func (p *printer) noteDeps(in *Instruction, m *MemoDeps) {
	usual := Place{Effect: EffectUnknown}
	if in.Lvalue.Effect == EffectNone {
		usual.Effect = EffectNone
	}
	effects := false
	var list []byte
	for i, o := range in.Operands {
		effects = effects || o.Effect != usual.Effect || o.Reactive
		if i > 0 {
			list = append(list, ',')
		}
		list = append(list, o.Effect.String()...)
		if o.Reactive {
			list = append(list, "{reactive}"...)
		}
	}
	roots := make([]byte, 0, 16)
	unclear := false
	n := 0
	for i := range m.Deps {
		if g := m.Deps[i].Global; g != "" {
			_, _, _, end := scanIdentifier(g, 0, 1)
			unclear = unclear || end == len(g) && (effects || p.looksLocal(g))
			roots = append(roots, 'g')
			continue
		}
		roots = append(roots, 'l')
		if n < len(in.Operands) {
			id := in.Operands[n].Identifier
			unclear = unclear || uint(id) < uint(len(p.notes.placed)) && !p.notes.placed[id]
		}
		n++
	}
	if unclear {
		p.note("roots", string(roots))
	}
	if effects {
		p.note("deps", string(list))
	}
}

// looksLocal reports whether the name of a global prints like an identifier
// that some place mentions.
func (p *printer) looksLocal(global string) bool {
	_, id, _, end := scanIdentifier(global, 0, len(p.notes.placed))
	if end != len(global) || id >= len(p.notes.placed) || !p.notes.placed[id] {
		return false
	}
	q := printer{env: p.env}
	q.identifierName(IdentifierID(id))
	q.identifierScope(IdentifierID(id))
	return string(q.dst) == global
}

// noteTerminal annotates what the text of a terminal omits.
func (p *printer) noteTerminal(t *Terminal) {
	if t.Kind == Goto && t.Variant == GotoTry {
		p.note("goto", "try")
	}
	if (t.Kind == If || t.Kind == Switch) && t.Fallthrough == 0 {
		p.note("fallthrough", "bb0")
	}
}

// needsEscapes reports whether an instruction has a text that is printed as it
// is and in which a reader would lose its way.
func needsEscapes(in *Instruction) bool {
	key := func(k *Key) bool { return k.Kind == KeyString && strings.ContainsAny(k.Text, "\"\\\n\r") }
	switch aux := in.Aux.(type) {
	case Properties:
		for i := range aux {
			if key(&aux[i].Key) {
				return true
			}
		}
	case *Pattern:
		for i := 0; aux != nil && i < len(aux.Items); i++ {
			if key(&aux.Items[i].Key) {
				return true
			}
		}
	case *Binding:
		return aux != nil && (strings.ContainsAny(aux.Module, "'\\\n\r") || aux.Imported != "" && !isName(aux.Imported))
	}
	return false
}

// free prints text that the React Compiler prints as it is, or with escapes if
// a reader would lose its way in it and the form is to be lossless.
func (p *printer) free(s string) {
	if !p.escaped {
		p.raw(s)
		return
	}
	for _, c := range []byte(s) {
		if c >= 0x80 || nameByte[c] || c == '-' || c == '.' || c == '/' || c == '@' {
			p.dst = append(p.dst, c)
		} else {
			p.dst = appendUnicodeEscape(p.dst, rune(c))
		}
	}
}
