package hir

import "strings"

// value reads what an instruction computes. Operands and definitions go to
// r.ops and r.defs.
func (r *reader) value(in *Instruction) {
	switch c := r.peek(); {
	case c == '"' || c == '-' || isDigit(c):
		r.literal(in)
		return
	case c == '`':
		in.Kind = TemplateLiteral
		r.template(in)
		return
	case c == '<' && r.accept("<undefined>"):
		in.Kind = Primitive
		in.Aux = one(&r.literals, r.size/8)
		return
	}
	start := r.pos
	word := r.word()
	end := r.pos
	r.skipSpaces()
	switch word {
	case "LoadLocal":
		in.Kind = LoadLocal
		r.operand()
	case "LoadContext":
		in.Kind = LoadContext
		r.operand()
	case "StoreLocal":
		in.Kind = StoreLocal
		in.LKind = r.lvalueKind()
		r.def()
		r.token("=")
		r.operand()
	case "DeclareLocal":
		in.Kind = DeclareLocal
		in.LKind = r.lvalueKind()
		r.def()
	case "DeclareContext":
		in.Kind = DeclareContext
		in.LKind = r.lvalueKind()
		r.def()
	case "StoreContext":
		in.Kind = StoreContext
		in.LKind = r.lvalueKind()
		r.operand()
		r.token("=")
		r.operand()
	case "Destructure":
		in.Kind = Destructure
		in.LKind = r.lvalueKind()
		r.pattern(in)
		r.token("=")
		r.operand()
	case "PrefixUpdate":
		in.Kind = PrefixUpdate
		r.def()
		r.token("=")
		in.Text = r.operator()
		r.operand()
	case "PostfixUpdate":
		in.Kind = PostfixUpdate
		r.def()
		r.token("=")
		r.operand()
		r.skipSpaces()
		in.Text = r.operator()
	case "Binary":
		in.Kind = BinaryExpression
		r.operand()
		r.skipSpaces()
		in.Text = r.operator()
		r.operand()
	case "Unary":
		in.Kind = UnaryExpression
		r.operand()
	case "TypeCast":
		in.Kind = TypeCastExpression
		r.operand()
		r.expect(":")
		r.skipSpaces()
		in.Text = r.rest()
	case "Await":
		in.Kind = Await
		r.operand()
	case "NextPropertyOf":
		in.Kind = NextPropertyOf
		r.operand()
	case "StoreGlobal":
		in.Kind = StoreGlobal
		in.Text = r.name("the name of a global")
		r.token("=")
		r.operand()
	case "New":
		in.Kind = NewExpression
		r.operand()
		r.arguments(in)
	case "Call":
		in.Kind = CallExpression
		r.operand()
		r.arguments(in)
	case "MethodCall":
		in.Kind = MethodCall
		r.operand()
		r.expect(".")
		r.operand()
		r.arguments(in)
	case "PropertyLoad":
		in.Kind = PropertyLoad
		r.property(in)
	case "PropertyDelete":
		in.Kind = PropertyDelete
		r.property(in)
	case "PropertyStore":
		in.Kind = PropertyStore
		r.property(in)
		r.token("=")
		r.operand()
	case "ComputedLoad":
		in.Kind = ComputedLoad
		r.computed()
	case "ComputedDelete":
		in.Kind = ComputedDelete
		r.computed()
	case "ComputedStore":
		in.Kind = ComputedStore
		r.computed()
		r.token("=")
		r.operand()
	case "Array":
		in.Kind = ArrayExpression
		r.expect("[")
		r.elements(in, "]", true)
	case "Object":
		in.Kind = ObjectExpression
		r.properties(in)
	case "JSX":
		in.Kind = JsxExpression
		r.jsx(in)
	case "JsxFragment":
		in.Kind = JsxFragment
		r.expect("[")
		for r.skipSpaces(); !r.accept("]"); r.skipSpaces() {
			if len(r.ops) > 0 {
				r.token(",")
			}
			r.operand()
		}
	case "Function":
		in.Kind = FunctionExpression
		r.nested(in)
	case "ObjectMethod":
		in.Kind = ObjectMethod
		r.nested(in)
	case "GetIterator":
		in.Kind = GetIterator
		r.expect("collection=")
		r.operand()
	case "IteratorNext":
		in.Kind = IteratorNext
		r.expect("iterator=")
		r.operand()
		r.token("collection=")
		r.operand()
	case "StartMemoize":
		in.Kind = StartMemoize
		r.expect("deps=")
		r.memoDeps(in)
	case "FinishMemoize":
		in.Kind = FinishMemoize
		r.expect("decl=")
		r.operand()
		r.skipSpaces()
		if r.accept("pruned") {
			in.Aux = Pruned{}
		}
	case "JSXText":
		in.Kind = JSXText
		if r.peek() != '"' {
			r.expected("a string")
		}
		in.Text = r.jsonString()
	case "RegExp":
		in.Kind = RegExpLiteral
		r.regExp(in)
	case "MetaProperty":
		in.Kind = MetaProperty
		in.Text = r.name("a name")
		r.expect(".")
		in.Aux = MetaName(r.name("a name"))
	case "LoadGlobal":
		in.Kind = LoadGlobal
		r.binding(in)
	case "Debugger":
		in.Kind = Debugger
	case "UnsupportedNode":
		in.Kind = UnsupportedNode
		in.Text = r.name("the type of a node")
	case "true", "false", "null":
		in.Kind = Primitive
		l := one(&r.literals, r.size/8)
		in.Aux = l
		l.Kind = LiteralBool
		l.Bool = word == "true"
		if word == "null" {
			l.Kind = LiteralNull
		}
		r.pos = end
	default:
		r.pos = start
		if r.scanPlace(start) < 0 {
			r.expected("an instruction")
		}
		in.Kind = TaggedTemplateExpression
		r.operand()
		if r.peek() != '`' {
			r.expected("a template")
		}
		r.template(in)
	}
}

// lvalueKind reads the kind of a definition; the short form may have none.
func (r *reader) lvalueKind() LvalueKind {
	start := r.pos
	word := r.word()
	if r.peek() == ' ' {
		for k := LvalueConst; k <= LvalueFunction; k++ {
			if lvalueKindText[k] == word {
				r.skipSpaces()
				return k
			}
		}
	}
	r.pos = start
	return LvalueNone
}

// operator reads an operator and the spaces after it.
func (r *reader) operator() string {
	start := r.pos
	for r.pos < r.lim && !isSpace(r.src[r.pos]) {
		r.pos++
	}
	if r.pos == start {
		r.expected("an operator")
	}
	s := r.src[start:r.pos]
	r.skipSpaces()
	return s
}

// rest reads up to the end of the line or a comment.
func (r *reader) rest() string {
	s := r.src[r.pos:r.lim]
	if strings.HasPrefix(s, "//") {
		return ""
	}
	if i := strings.Index(s, " //"); i >= 0 {
		s = s[:i]
	}
	r.pos += len(s)
	return strings.TrimRight(s, " \t\r")
}

func (r *reader) arguments(in *Instruction) {
	r.expect("(")
	r.elements(in, ")", false)
}

// elements reads places, spreads and holes up to the closing bracket.
func (r *reader) elements(in *Instruction, end string, holes bool) {
	r.elems = r.elems[:0]
	special := false
	for r.skipSpaces(); !r.accept(end); r.skipSpaces() {
		if len(r.elems) > 0 {
			r.token(",")
		}
		e := ElementPlace
		switch {
		case holes && r.accept("<hole>"):
			e = ElementHole
		case r.accept("..."):
			e = ElementSpread
		}
		if e != ElementHole {
			r.operand()
		}
		special = special || e != ElementPlace
		r.elems = append(r.elems, e)
	}
	if special {
		in.Aux = append(Elements(nil), r.elems...)
	}
}

// property reads P.x.
func (r *reader) property(in *Instruction) {
	r.operand()
	r.expect(".")
	in.Text = r.propertyName(true)
}

// propertyName reads a property after the dot: a name or a number. dots says
// that a number may have a decimal point.
func (r *reader) propertyName(dots bool) string {
	c := r.peek()
	if !isDigit(c) && c != '-' {
		return r.name("a property")
	}
	start := r.pos
	for r.pos++; r.pos < r.lim; r.pos++ {
		c := r.src[r.pos]
		exponent := (c == '+' || c == '-') && r.src[r.pos-1] == 'e'
		if !nameByte[c] && !exponent && !(c == '.' && dots) {
			break
		}
	}
	return r.src[start:r.pos]
}

// computed reads P[P].
func (r *reader) computed() {
	r.operand()
	r.expect("[")
	r.operand()
	r.expect("]")
}

// isName reports whether s is made of bytes of a name only.
func isName(s string) bool {
	for i := 0; i < len(s); i++ {
		if !nameByte[s[i]] {
			return false
		}
	}
	return s != ""
}
