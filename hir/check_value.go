package hir

import (
	"reflect"
	"strings"
	"unicode/utf8"
)

// valueShape says how many operands and definitions a kind of value has (-1:
// that depends on the payload), and whether it has a Text and an LKind.
type valueShape struct {
	operands, defs int8
	text, lkind    bool
}

var valueShapes = [NumValueKinds]valueShape{
	LoadLocal: {1, 0, false, false}, LoadContext: {1, 0, false, false},
	StoreLocal: {1, 1, false, true}, DeclareLocal: {0, 1, false, true}, DeclareContext: {0, 1, false, true},
	StoreContext: {2, 0, false, true}, Destructure: {1, -1, false, true},
	PrefixUpdate: {1, 1, true, false}, PostfixUpdate: {1, 1, true, false},
	BinaryExpression: {2, 0, true, false}, UnaryExpression: {1, 0, true, false},
	TypeCastExpression: {1, 0, true, false}, Await: {1, 0, false, false}, NextPropertyOf: {1, 0, false, false},
	StoreGlobal: {1, 0, true, false}, NewExpression: {-1, 0, false, false}, CallExpression: {-1, 0, false, false},
	MethodCall: {-1, 0, false, false}, PropertyLoad: {1, 0, true, false}, PropertyDelete: {1, 0, true, false},
	PropertyStore: {2, 0, true, false}, ComputedLoad: {2, 0, false, false}, ComputedDelete: {2, 0, false, false},
	ComputedStore: {3, 0, false, false}, ArrayExpression: {-1, 0, false, false}, ObjectExpression: {-1, 0, false, false},
	JsxExpression: {-1, 0, false, false}, JsxFragment: {-1, 0, false, false}, FunctionExpression: {0, 0, true, false},
	ObjectMethod: {0, 0, false, false}, TaggedTemplateExpression: {1, 0, false, false}, TemplateLiteral: {-1, 0, false, false},
	GetIterator: {1, 0, false, false}, IteratorNext: {2, 0, false, false}, StartMemoize: {-1, 0, false, false},
	FinishMemoize: {1, 0, false, false}, JSXText: {0, 0, true, false}, RegExpLiteral: {0, 0, true, false},
	MetaProperty: {0, 0, true, false}, UnsupportedNode: {0, 0, true, false},
}

func (c *checker) instruction(in *Instruction) {
	c.id = in.ID
	switch {
	case in.Kind == InvalidValue || int(in.Kind) >= NumValueKinds:
		c.bad("expected a kind of value, found %d", in.Kind)
		return
	case in.Kind == Elision:
		c.bad("expected all instructions, found that some are left out (...)")
		return
	case in.ID < 0:
		c.bad("expected an instruction id, found %d", in.ID)
	}
	if in.Lvalue.Identifier != NoIdentifier {
		c.place("lvalue", in.Lvalue)
	}
	for i := range in.Operands {
		c.place("operand", in.Operands[i])
	}
	for i := range in.Defs {
		c.place("definition", in.Defs[i])
	}
	c.refTexts(in.Effects)
	shape := &valueShapes[in.Kind]
	if shape.operands >= 0 && len(in.Operands) != int(shape.operands) {
		c.bad("%v: expected %d operands, found %d", in.Kind, shape.operands, len(in.Operands))
	}
	if shape.defs >= 0 && len(in.Defs) != int(shape.defs) {
		c.bad("%v: expected %d definitions, found %d", in.Kind, shape.defs, len(in.Defs))
	}
	if !shape.text && in.Text != "" {
		c.bad("%v: expected no text, found %q", in.Kind, in.Text)
	}
	if in.LKind > LvalueFunction || !shape.lkind && in.LKind != LvalueNone {
		c.bad("%v: expected a kind of definition where there is one, found %d", in.Kind, in.LKind)
	}
	if holds := in.Kind == FunctionExpression || in.Kind == ObjectMethod; holds != (in.Func != nil) {
		c.bad("%v: expected a nested function where there is one, found Func set: %t", in.Kind, in.Func != nil)
	}
	c.payload(in)
}

// text checks that a text is fit for its place.
func (c *checker) text(in *Instruction, what, s string, ok bool) {
	if !ok || !isText(s) {
		c.bad("%v: expected %s, found %q", in.Kind, what, s)
	}
}

// count checks the number of operands that a payload demands.
func (c *checker) count(in *Instruction, operands int) {
	if len(in.Operands) != operands {
		c.bad("%v: expected %d operands for its payload, found %d", in.Kind, operands, len(in.Operands))
	}
}

// auxIs checks that the payload has type T, and returns it.
func auxIs[T Aux](c *checker, in *Instruction) (T, bool) {
	aux, ok := in.Aux.(T)
	if !ok || any(aux) == nil || reflect.ValueOf(aux).Kind() == reflect.Pointer && reflect.ValueOf(aux).IsNil() {
		c.bad("%v: expected a payload of type %T, found %T", in.Kind, aux, in.Aux)
		return aux, false
	}
	return aux, true
}

func (c *checker) payload(in *Instruction) {
	switch in.Kind {
	case NewExpression, CallExpression:
		c.elements(in, 1)
	case MethodCall:
		c.elements(in, 2)
	case ArrayExpression:
		c.elements(in, 0)
	case ObjectExpression:
		if aux, ok := auxIs[Properties](c, in); ok {
			c.properties(in, aux)
		}
	case Destructure:
		if aux, ok := auxIs[*Pattern](c, in); ok {
			c.pattern(in, aux)
		}
	case JsxExpression:
		if aux, ok := auxIs[*Jsx](c, in); ok {
			c.jsx(in, aux)
		}
	case TaggedTemplateExpression, TemplateLiteral:
		if aux, ok := auxIs[Template](c, in); ok {
			c.template(in, aux)
		}
	case StartMemoize:
		if aux, ok := auxIs[*MemoDeps](c, in); ok {
			c.memoDeps(in, aux)
		}
	case Primitive:
		if aux, ok := auxIs[*Literal](c, in); ok {
			c.literal(in, aux)
		}
	case LoadGlobal:
		if aux, ok := auxIs[*Binding](c, in); ok {
			c.binding(in, aux)
		}
	case RegExpLiteral:
		c.text(in, "a pattern", in.Text, scanRegExp("/"+in.Text+"/", 0) == len(in.Text)+1 && !strings.ContainsAny(in.Text, "\n\r"))
		if aux, ok := auxIs[RegExpFlags](c, in); ok {
			c.text(in, "flags", string(aux), aux == "" || isName(string(aux)))
		}
	case MetaProperty:
		c.text(in, "a name", in.Text, isName(in.Text))
		if aux, ok := auxIs[MetaName](c, in); ok {
			c.text(in, "a name", string(aux), isName(string(aux)))
		}
	case FinishMemoize:
		if _, pruned := in.Aux.(Pruned); !pruned && in.Aux != nil {
			c.bad("%v: expected Pruned or no payload, found %T", in.Kind, in.Aux)
		}
	default:
		if in.Aux != nil {
			c.bad("%v: expected no payload, found %T", in.Kind, in.Aux)
		}
		c.plainText(in)
	}
}

// plainText checks the Text of kinds without payload.
func (c *checker) plainText(in *Instruction) {
	switch in.Kind {
	case PrefixUpdate, PostfixUpdate, BinaryExpression:
		c.text(in, "an operator", in.Text, isOperator(in.Text))
	case UnaryExpression:
		c.text(in, "an operator", in.Text, in.Text == "" || isOperator(in.Text))
	case TypeCastExpression:
		c.text(in, "a type", in.Text, in.Text == strings.TrimSpace(in.Text) && !strings.ContainsAny(in.Text, "\n\r") &&
			!strings.Contains(" "+in.Text, " //"))
	case StoreGlobal, UnsupportedNode:
		c.text(in, "a name", in.Text, isName(in.Text))
	case FunctionExpression:
		c.text(in, "a name", in.Text, in.Text == "" || isName(in.Text))
	case PropertyLoad, PropertyDelete, PropertyStore:
		c.text(in, "a property", in.Text, isProperty(in.Text, true))
	case JSXText:
		c.text(in, "text", in.Text, true)
	}
}

func (c *checker) elements(in *Instruction, before int) {
	if e, ok := in.Aux.(Elements); in.Aux == nil || ok && len(e) == 0 {
		if len(in.Operands) < before {
			c.bad("%v: expected at least %d operands, found %d", in.Kind, before, len(in.Operands))
		}
		return
	}
	aux, ok := auxIs[Elements](c, in)
	if !ok {
		return
	}
	n := before
	for _, e := range aux {
		switch {
		case e > ElementHole || e == ElementHole && in.Kind != ArrayExpression:
			c.bad("%v: expected a kind of element that can be there, found %d", in.Kind, e)
		case e != ElementHole:
			n++
		}
	}
	c.count(in, n)
}

func (c *checker) key(in *Instruction, k Key) {
	switch k.Kind {
	case KeyIdentifier:
		c.text(in, "a name", k.Text, isName(k.Text) && !isDigit(k.Text[0]))
	case KeyString:
		c.text(in, "a string", k.Text, true)
	case KeyComputed:
		c.text(in, "no text with a computed key", k.Text, k.Text == "")
	case KeyNumber:
		c.text(in, "a number", k.Text, isProperty(k.Text, true) && isDigit(k.Text[0]))
	default:
		c.bad("%v: expected a kind of key, found %d", in.Kind, k.Kind)
	}
}

func (c *checker) properties(in *Instruction, props Properties) {
	n := 0
	for i := range props {
		p := &props[i]
		n++
		if p.Spread {
			if *p != (Property{Spread: true}) {
				c.bad("%v: expected a spread without key, found a key", in.Kind)
			}
			continue
		}
		c.key(in, p.Key)
		if p.Key.Kind == KeyComputed {
			n++
		}
	}
	c.count(in, n)
}

func (c *checker) pattern(in *Instruction, pat *Pattern) {
	n := 0
	for i := range pat.Items {
		item := &pat.Items[i]
		if !item.Hole {
			n++
		}
		switch {
		case item.Hole && (pat.Object || item.Spread):
			c.bad("%v: expected holes only in array patterns, found another", in.Kind)
		case item.Hole || item.Spread || !pat.Object:
			if item.Key != (Key{}) {
				c.bad("%v: expected an item without key, found a key", in.Kind)
			}
		default:
			c.key(in, item.Key)
			if item.Key.Kind == KeyComputed {
				c.place("computed key", item.KeyPlace)
			}
		}
	}
	if len(in.Defs) != n {
		c.bad("%v: expected %d definitions for its pattern, found %d", in.Kind, n, len(in.Defs))
	}
}

func (c *checker) jsx(in *Instruction, x *Jsx) {
	n := len(x.Attributes)
	if x.TagIsPlace {
		n++
		c.text(in, "no name of a tag that is a place", x.Tag, x.Tag == "")
	} else {
		_, _, _, end := scanIdentifier(x.Tag, 0, 1)
		c.text(in, "a tag", x.Tag, isJsxName(x.Tag) && (end < 0 || in.Lvalue.Effect != EffectNone))
	}
	for _, a := range x.Attributes {
		if a.Spread {
			c.text(in, "no name of a spread", a.Name, a.Name == "")
		} else {
			c.text(in, "an attribute", a.Name, isJsxName(a.Name) && !strings.HasPrefix(a.Name, "..."))
		}
	}
	if !x.HasChildren {
		c.count(in, n)
	} else if len(in.Operands) < n {
		c.bad("%v: expected at least %d operands for its payload, found %d", in.Kind, n, len(in.Operands))
	}
}

func (c *checker) template(in *Instruction, quasis Template) {
	for i := range quasis {
		q := &quasis[i]
		c.text(in, "text of a template as it is in the source", q.Raw, isRawTemplate(q.Raw))
		c.text(in, "cooked text where there is some", q.Cooked, q.HasCooked || q.Cooked == "")
	}
	switch {
	case in.Kind == TaggedTemplateExpression && len(quasis) != 1:
		c.bad("%v: expected one piece of text, found %d", in.Kind, len(quasis))
	case in.Kind == TemplateLiteral && len(quasis) != len(in.Operands)+1:
		c.bad("%v: expected %d pieces of text for its operands, found %d", in.Kind, len(in.Operands)+1, len(quasis))
	}
}

func (c *checker) memoDeps(in *Instruction, m *MemoDeps) {
	if !m.Known && len(m.Deps) > 0 {
		c.bad("%v: expected no dependencies where they are not known, found %d", in.Kind, len(m.Deps))
	}
	n := 0
	for i := range m.Deps {
		d := &m.Deps[i]
		if d.Global == "" {
			n++
		} else {
			c.text(in, "the name of a global", d.Global, isName(d.Global))
		}
		for _, e := range d.Path {
			c.text(in, "a property", e.Name, isProperty(e.Name, false))
		}
	}
	c.count(in, n)
}

func (c *checker) literal(in *Instruction, l *Literal) {
	want := Literal{Kind: l.Kind}
	switch l.Kind {
	case LiteralUndefined, LiteralNull:
	case LiteralBool:
		want.Bool = l.Bool
	case LiteralNumber:
		if want.Num = l.Num; l.Num != l.Num {
			want.Num = 0
		}
	case LiteralString:
		want.Str = l.Str
		c.text(in, "a string", l.Str, true)
	default:
		c.bad("%v: expected a kind of literal, found %d", in.Kind, l.Kind)
		return
	}
	got := *l
	if got.Num != got.Num && l.Kind == LiteralNumber {
		got.Num = 0
	}
	if got != want {
		c.bad("%v: expected a literal of one kind, found values of others", in.Kind)
	}
}

func (c *checker) binding(in *Instruction, b *Binding) {
	c.text(in, "a name", b.Name, isName(b.Name))
	imports := b.Kind >= BindingImportDefault && b.Kind <= BindingImportSpecifier
	switch {
	case b.Kind > BindingImportSpecifier:
		c.bad("%v: expected a kind of binding, found %d", in.Kind, b.Kind)
	case !imports && b.Module != "":
		c.bad("%v: expected a module of an import only, found %q", in.Kind, b.Module)
	case (b.Kind == BindingImportSpecifier) != (b.Imported != ""):
		c.bad("%v: expected the exported name of an import specifier only, found %q", in.Kind, b.Imported)
	}
	c.text(in, "the name of a module", b.Module, true)
	c.text(in, "an exported name", b.Imported, true)
}

// isText reports whether s is WTF-8.
func isText(s string) bool {
	if utf8.ValidString(s) {
		return true
	}
	for i := 0; i < len(s); {
		_, n := utf8.DecodeRuneInString(s[i:])
		if n == 1 && s[i] >= utf8.RuneSelf {
			if _, ok := surrogateAt(s, i); !ok {
				return false
			}
			n = 3
		}
		i += n
	}
	return true
}

// isType reports whether s is a type that prints behind a place and ends where
// it ends even if parentheses follow.
func isType(s string) bool { return isText(s) && scanType(s+"()", 0) == len(s) }

func isOperator(s string) bool {
	return s != "" && !strings.ContainsAny(s, " \t\n\r\"") && isText(s)
}

// isProperty reports whether s can stand after the dot of a property access;
// see propertyName.
func isProperty(s string, dots bool) bool {
	if s == "" {
		return false
	}
	r := reader{src: s, lim: len(s)}
	if !isDigit(s[0]) && s[0] != '-' {
		return isName(s)
	}
	r.propertyName(dots)
	return r.pos == len(s)
}

func isJsxName(s string) bool {
	for i := 0; i < len(s); i++ {
		if c := s[i]; !nameByte[c] && c != '-' && c != ':' && c != '.' {
			return false
		}
	}
	return s != ""
}

// isRawTemplate reports whether s is a piece of a template as a source can have
// it: it does not end the template or start a placeholder.
func isRawTemplate(s string) bool {
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '\\':
			if i++; i == len(s) {
				return false
			}
		case '`', '\r':
			return false
		case '$':
			if i+1 < len(s) && s[i+1] == '{' {
				return false
			}
		}
	}
	return true
}
