package hir

import (
	"math"
	"strconv"
	"strings"
)

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

// key reads the key of a property and the colon. A computed key is left to the
// caller.
func (r *reader) key() Key {
	var k Key
	switch c := r.peek(); {
	case c == '"':
		k = Key{KeyString, r.stringKey()}
	case isDigit(c):
		k = Key{KeyNumber, r.propertyName(true)}
	default:
		k = Key{KeyIdentifier, r.name("a property")}
	}
	r.token(":")
	return k
}

// stringKey reads a key in quotes. Nothing in it is escaped, so a quote ends it
// only if a colon, a place, and a comma or brace follow.
func (r *reader) stringKey() string {
	start := r.pos
	r.pos++
	var text rawText
	text.start(r)
	for {
		i := strings.IndexByte(r.src[r.pos:r.lim], '"')
		if i < 0 {
			if r.next >= len(r.src) {
				r.fail(start, "expected the end of the string that starts here, found none")
			}
			text.line(r)
			continue
		}
		r.pos += i + 1
		s := r.src[:r.lim]
		if !strings.HasPrefix(s[r.pos:], ":") {
			continue
		}
		if end := r.scanPlace(skipSpaces(s, r.pos+1)); end >= 0 {
			if end = skipSpaces(s, end); end < len(s) && (s[end] == ',' || s[end] == '}') {
				return text.end(r, r.pos-1)
			}
		}
	}
}

func (r *reader) properties(in *Instruction) {
	r.token("{")
	props := r.props[:0]
	for r.skipSpaces(); !r.accept("}"); r.skipSpaces() {
		if len(props) > 0 {
			r.token(",")
		}
		var p Property
		switch {
		case r.accept("..."):
			p.Spread = true
		case r.accept("["):
			p.Key.Kind = KeyComputed
			r.operand()
			r.expect("]")
			r.token(":")
		default:
			p.Key = r.key()
		}
		r.operand()
		if !p.Spread {
			p.Method = r.idents[r.ops[len(r.ops)-1].Identifier]&identMethod != 0
		}
		props = append(props, p)
	}
	r.props = props
	in.Aux = append(Properties(nil), props...)
}

func (r *reader) pattern(in *Instruction) {
	pat := &Pattern{}
	in.Aux = pat
	end := "]"
	switch {
	case r.accept("["):
	case r.accept("{"):
		pat.Object = true
		end = "}"
	default:
		r.expected("a pattern")
	}
	for r.skipSpaces(); !r.accept(end); r.skipSpaces() {
		if len(pat.Items) > 0 {
			r.token(",")
		}
		var item PatternItem
		item.KeyPlace.Identifier = NoIdentifier
		switch {
		case r.accept("..."):
			item.Spread = true
		case !pat.Object:
			item.Hole = r.accept("<hole>")
		case r.accept("["):
			item.Key.Kind = KeyComputed
			item.KeyPlace = r.place()
			r.expect("]")
			r.token(":")
		default:
			item.Key = r.key()
		}
		if !item.Hole {
			r.def()
		}
		pat.Items = append(pat.Items, item)
	}
}

// jsxName reads the name of a tag or an attribute.
func (r *reader) jsxName(what string) string {
	start := r.pos
	for r.pos < r.lim {
		c := r.src[r.pos]
		if !nameByte[c] && c != '-' && c != ':' && c != '.' {
			break
		}
		r.pos++
	}
	if r.pos == start {
		r.expected(what)
	}
	return r.src[start:r.pos]
}

func (r *reader) jsx(in *Instruction) {
	r.expect("<")
	x := &Jsx{}
	in.Aux = x
	start := r.pos
	// A tag without an effect is a place only if the instruction has none either.
	if end := r.scanPlace(start); end >= 0 && r.endsTag(end) && (r.tok.effect != EffectNone || in.Lvalue.Effect == EffectNone) {
		x.TagIsPlace = true
		r.operand()
	} else {
		x.Tag = r.jsxName("a tag")
	}
	for {
		r.skipSpaces()
		if r.accept("/>") {
			return
		}
		if r.accept(">") {
			break
		}
		if r.accept("...") {
			x.Attributes = append(x.Attributes, JsxAttribute{Spread: true})
			r.operand()
			continue
		}
		x.Attributes = append(x.Attributes, JsxAttribute{Name: r.jsxName("an attribute, \">\" or \"/>\"")})
		r.expect("={")
		r.operand()
		r.expect("}")
	}
	x.HasChildren = true
	for r.accept("{") {
		r.operand()
		r.expect("}")
	}
	r.expect("</")
	if !x.TagIsPlace {
		r.expect(x.Tag)
	} else if start := r.pos; r.place() != r.ops[0] {
		r.fail(start, "expected the tag that the element starts with, found another")
	}
	r.expect(">")
}

// endsTag reports whether a tag may end at i.
func (r *reader) endsTag(i int) bool {
	s := r.src[i:r.lim]
	return s != "" && (isSpace(s[0]) || s[0] == '>') || strings.HasPrefix(s, "/>")
}

// regExp reads /pattern/flags as JavaScript does: a slash in brackets or after
// a backslash does not end the pattern.
func (r *reader) regExp(in *Instruction) {
	start := r.pos
	end := scanRegExp(r.src[:r.lim], start)
	if end < 0 {
		r.expected("a regular expression")
	}
	in.Text = r.src[start+1 : end]
	r.pos = end + 1
	in.Aux = RegExpFlags(r.word())
}

// scanRegExp returns the offset of the slash that ends the pattern that starts
// with the slash at i, or -1.
func scanRegExp(s string, i int) int {
	if i >= len(s) || s[i] != '/' {
		return -1
	}
	class := false
	for i++; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '[':
			class = true
		case ']':
			class = false
		case '/':
			if !class {
				return i
			}
		}
	}
	return -1
}

// template reads a template literal. Its text is as in the source, so only an
// unescaped ` or ${ means something.
func (r *reader) template(in *Instruction) {
	start := r.pos
	r.pos++
	var quasis Template
	var text rawText
	text.start(r)
	for {
		if r.pos >= r.lim {
			if r.next >= len(r.src) {
				r.fail(start, "expected the end of the template that starts here, found none")
			}
			text.line(r)
			continue
		}
		switch c := r.src[r.pos]; {
		case c == '\\':
			r.pos = min(r.pos+2, r.lim)
		case c == '`':
			quasis = append(quasis, Quasi{Raw: text.end(r, r.pos)})
			in.Aux = quasis
			r.pos++
			return
		case c == '$' && r.pos+1 < r.lim && r.src[r.pos+1] == '{':
			if in.Kind == TaggedTemplateExpression {
				r.expected("the end of the template, which can hold no places,")
			}
			quasis = append(quasis, Quasi{Raw: text.end(r, r.pos)})
			r.pos += 2
			r.operand()
			r.expect("}")
			text.start(r)
		default:
			r.pos++
		}
	}
}

// rawText collects text that may go over several lines.
type rawText struct {
	from  int
	lines []byte
}

func (t *rawText) start(r *reader) { t.from, t.lines = r.pos, nil }

// line takes the rest of the current line and goes to the next.
func (t *rawText) line(r *reader) {
	t.lines = append(t.lines, r.src[t.from:r.lim]...)
	t.lines = append(t.lines, '\n')
	r.rawLine()
	t.from = r.pos
}

// end returns the text up to pos.
func (t *rawText) end(r *reader, pos int) string {
	if t.lines == nil {
		return r.src[t.from:pos]
	}
	return string(append(t.lines, r.src[t.from:pos]...))
}

// binding reads the rest of a LoadGlobal.
func (r *reader) binding(in *Instruction) {
	b := one(&r.bindings, r.size/8)
	in.Aux = b
	const what = "the name of a variable"
	switch {
	case r.accept("(global)"):
		r.skipSpaces()
		b.Name = r.name(what)
		return
	case r.accept("(module)"):
		r.skipSpaces()
		b.Kind = BindingModule
		b.Name = r.name(what)
		return
	}
	r.expect("import")
	r.skipSpaces()
	switch {
	case r.accept("* as "):
		b.Kind = BindingImportNamespace
		b.Name = r.name(what)
	case r.accept("{ "):
		b.Kind = BindingImportSpecifier
		i := strings.Index(r.src[r.pos:r.lim], " } from '")
		if i < 0 {
			r.expected("an import specifier")
		}
		s := r.src[r.pos : r.pos+i]
		b.Name, b.Imported = s, s
		if j := strings.LastIndex(s, " as "); j >= 0 {
			b.Imported, b.Name = s[:j], s[j+len(" as "):]
		}
		if !isName(b.Name) {
			r.expected(what)
		}
		r.pos += i + len(" }")
	default:
		b.Kind = BindingImportDefault
		b.Name = r.name(what)
	}
	r.skipSpaces()
	r.expect("from '")
	b.Module = r.module()
}

// module reads the name of a module and the quote that ends it: the first one
// with nothing but a comment after it.
func (r *reader) module() string {
	start := r.pos
	var text rawText
	text.start(r)
	for {
		i := strings.IndexByte(r.src[r.pos:r.lim], '\'')
		if i < 0 {
			if r.next >= len(r.src) {
				r.fail(start, "expected the end of the name of a module, found none")
			}
			text.line(r)
			continue
		}
		r.pos += i + 1
		end := skipSpaces(r.src[:r.lim], r.pos)
		if end == r.lim || end > r.pos && strings.HasPrefix(r.src[end:r.lim], "//") {
			return text.end(r, r.pos-1)
		}
	}
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

// memoDeps reads the dependencies of a StartMemoize.
func (r *reader) memoDeps(in *Instruction) {
	m := &MemoDeps{}
	in.Aux = m
	if r.accept("(none)") {
		return
	}
	m.Known = true
	effect := EffectUnknown
	if in.Lvalue.Effect == EffectNone {
		effect = EffectNone
	}
	for r.pos < r.lim && !isSpace(r.src[r.pos]) {
		if len(m.Deps) > 0 {
			r.expect(",")
		}
		var d MemoDep
		name, id, scope, end := scanIdentifier(r.src[:r.lim], r.pos, r.limit)
		if end >= 0 && id <= r.limit && scope <= r.limit {
			// Whether this is a local or a global whose name looks like one shows
			// when all places are known.
			r.memos = append(r.memos, pendingMemo{deps: m, dep: len(m.Deps), name: name, id: id, scope: scope, text: r.src[r.pos:end]})
			r.ops = append(r.ops, Place{Identifier: IdentifierID(id), Effect: effect})
			r.pos = end
		} else {
			d.Global = r.name("a dependency")
		}
		for {
			if r.accept("?.") {
				d.Path = append(d.Path, PathEntry{r.propertyName(false), true})
			} else if r.accept(".") {
				d.Path = append(d.Path, PathEntry{r.propertyName(false), false})
			} else {
				break
			}
		}
		m.Deps = append(m.Deps, d)
	}
}

// literal reads a string or a number.
func (r *reader) literal(in *Instruction) {
	in.Kind = Primitive
	l := one(&r.literals, r.size/8)
	in.Aux = l
	if r.peek() == '"' {
		l.Kind = LiteralString
		l.Str = r.jsonString()
		return
	}
	l.Kind = LiteralNumber
	start := r.pos
	n, digits := 0, 0
	for ; r.pos < r.lim && isDigit(r.src[r.pos]); r.pos++ {
		if digits++; digits <= 15 {
			n = 10*n + int(r.src[r.pos]-'0')
		}
	}
	if digits > 0 && digits <= 15 && (r.pos == r.lim || isSpace(r.src[r.pos])) {
		l.Num = float64(n)
		return
	}
	for r.pos < r.lim && !isSpace(r.src[r.pos]) {
		r.pos++
	}
	text := r.src[start:r.pos]
	v, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsInf(v, 0) || strings.ContainsAny(text, "_xXnN") {
		r.pos = start
		r.expected("a number")
	}
	l.Num = v
}
