package hir

import (
	"math"
	"strings"
)

// instructionNotes reads the end of an instruction's line.
func (r *reader) instructionNotes(in *Instruction) {
	at := r.endItem()
	cooked := 0
	r.eachNote(at, func(key, value string) bool {
		switch {
		case key == "op" && in.Kind == UnaryExpression:
			in.Text = value
		case key == "num" && in.Kind == Primitive:
			r.numberNote(in, value, at)
		case key == "cooked" && (in.Kind == TemplateLiteral || in.Kind == TaggedTemplateExpression):
			r.cookedNote(in, cooked, value, r.src[r.pos-1] == '"', at)
			cooked++
		case key == "method" && in.Kind == ObjectExpression:
			r.methodNote(in, value, at)
		case key == "roots" && in.Kind == StartMemoize:
			r.rootsNote(in, value, at)
		case key == "deps" && in.Kind == StartMemoize:
			r.depsNote(in, value, at)
		case key == "escaped":
			r.escapedNote(in, at)
		default:
			return false
		}
		return true
	})
}

func (r *reader) numberNote(in *Instruction, value string, pos int) {
	l := &Literal{Kind: LiteralNumber}
	switch value {
	case "NaN":
		l.Num = math.NaN()
	case "Infinity":
		l.Num = math.Inf(1)
	case "-Infinity":
		l.Num = math.Inf(-1)
	case "-0":
		l.Num = math.Copysign(0, -1)
	default:
		r.badNote(pos, value)
	}
	in.Aux = l
}

// cookedNote gives the piece i of a template its cooked text. The value "raw",
// without quotes, says that it and those after it are as they are written.
func (r *reader) cookedNote(in *Instruction, i int, value string, quoted bool, pos int) {
	quasis := in.Aux.(Template)
	switch {
	case i >= len(quasis):
		r.badNote(pos, value)
	case quoted:
		quasis[i].Cooked, quasis[i].HasCooked = value, true
	case value == "raw":
		for ; i < len(quasis); i++ {
			quasis[i].Cooked, quasis[i].HasCooked = quasis[i].Raw, true
		}
	case value != "none":
		r.badNote(pos, value)
	}
}

func (r *reader) methodNote(in *Instruction, value string, pos int) {
	props := in.Aux.(Properties)
	if len(value) != len(props) || strings.Trim(value, "01") != "" {
		r.badNote(pos, value)
	}
	for i := range props {
		props[i].Method = value[i] == '1'
	}
}

// rootsNote settles which dependencies are locals.
func (r *reader) rootsNote(in *Instruction, value string, pos int) {
	m := in.Aux.(*MemoDeps)
	if len(value) != len(m.Deps) || strings.Trim(value, "lg") != "" {
		r.badNote(pos, value)
	}
	// The pending dependencies of m are the last ones, and they are its operands.
	first := len(r.memos) - len(r.ops)
	pending := r.memos[first:]
	r.memos, r.ops = r.memos[:first], r.ops[:0]
	effect := EffectUnknown
	if in.Lvalue.Effect == EffectNone {
		effect = EffectNone
	}
	for i := range m.Deps {
		d := &m.Deps[i]
		switch local := value[i] == 'l'; {
		case d.Global != "" && local:
			r.badNote(pos, value)
		case d.Global != "":
		case local:
			pending[0].local = true
			r.memos = append(r.memos, pending[0])
			r.ops = append(r.ops, Place{Identifier: IdentifierID(pending[0].id), Effect: effect})
			pending = pending[1:]
		default:
			d.Global = pending[0].text
			pending = pending[1:]
		}
	}
}

func (r *reader) depsNote(in *Instruction, value string, pos int) {
	texts := strings.Split(value, ",")
	if len(texts) != len(r.ops) {
		r.badNote(pos, value)
	}
	for i, text := range texts {
		text, reactive := strings.CutSuffix(text, "{reactive}")
		effect, n := scanEffect(text + " ")
		if n != len(text)+1 && text != "" {
			r.badNote(pos, value)
		}
		r.ops[i].Effect, r.ops[i].Reactive = effect, reactive
	}
}

// escapedNote resolves the escapes in the texts that are printed as they are.
func (r *reader) escapedNote(in *Instruction, pos int) {
	plain := func(s *string) {
		text, n := unescape(*s+`"`, 0)
		if n != len(*s)+1 {
			r.badNote(pos, *s)
		}
		*s = text
	}
	key := func(k *Key) {
		if k.Kind == KeyString {
			plain(&k.Text)
		}
	}
	switch aux := in.Aux.(type) {
	case Properties:
		for i := range aux {
			key(&aux[i].Key)
		}
	case *Pattern:
		for i := range aux.Items {
			key(&aux.Items[i].Key)
		}
	case *Binding:
		plain(&aux.Module)
		plain(&aux.Imported)
	default:
		r.badNote(pos, "escaped")
	}
}

// terminalNotes reads the end of a terminal's line.
func (r *reader) terminalNotes(t *Terminal) {
	r.eachNote(r.endItem(), func(key, value string) bool {
		switch {
		case key == "goto" && value == "try" && t.Kind == Goto:
			t.Variant = GotoTry
		case key == "fallthrough" && value == "bb0" && t.Kind.HasFallthrough() && t.Fallthrough == NoBlock:
			t.Fallthrough = 0
			r.maxBlock = max(r.maxBlock, 0)
		default:
			return false
		}
		return true
	})
}
