package hir

import (
	"math"
	"math/rand/v2"
	"strings"
)

// randomFunction returns a well-formed function tree that need not make sense:
// any kind of instruction, terminal and text, with all fields that a function
// can have. short says to leave out what the short form does, and wild to use
// texts too that a reader of the plain form cannot delimit.
func randomFunction(seed uint64, short, wild bool) *Function {
	g := &randomizer{r: rand.New(rand.NewPCG(seed, 1)), short: short, wild: wild, env: &Env{}}
	g.scopes()
	g.identifiers()
	g.env.NextBlock = BlockID(g.r.IntN(3))
	f := g.function(0)
	g.env.NextBlock += BlockID(g.r.IntN(3))
	if !f.HeaderOmitted && g.maybe(5) {
		f.Context = g.places(1 + g.r.IntN(3))
	}
	f.RangesOnce = short && g.maybe(2)
	return f
}

type randomizer struct {
	r           *rand.Rand
	short, wild bool
	env         *Env
	// methods holds the lvalues of the ObjectMethods so far.
	methods []IdentifierID
}

// maybe returns true once in n times.
func (g *randomizer) maybe(n int) bool { return g.r.IntN(n) == 0 }

func pick[T any](g *randomizer, from ...T) T { return from[g.r.IntN(len(from))] }

func (g *randomizer) name() string {
	return pick(g, "a", "b", "x1", "$", "_", "a$1", "read", "Const", "Array", "über", "𝒳", "bb0", "Case", "function", "null")
}

// freeText returns text that is printed as it is.
func (g *randomizer) freeText() string {
	if g.wild {
		return g.anyText()
	}
	return pick(g, "x", "a b", "\\", "[1]", "data-x", "a: b", "\u2028", "<&>", "😀", "// x", "${", "`")
}

// anyText returns text of the kind that strings, keys and so on may have.
func (g *randomizer) anyText() string {
	return pick(g, "", "x", "a b", `"`, `\`, `": <unknown> $0, "`, "two\nlines", "\r\n", "\u2028", "<&>", "'", "' // x",
		"\xED\xA0\x80", "\xED\xB0\x80!", "😀", "\x00\x1f\x7f", "${", "`", " } from '", "x as y", "//@ $1=2", "bb0 (block):")
}

func (g *randomizer) instructionRange() Range {
	s := InstructionID(g.r.IntN(9))
	return Range{s, s + InstructionID(g.r.IntN(4))}
}

func (g *randomizer) scopes() {
	if g.maybe(2) {
		return
	}
	for range g.r.IntN(5) {
		g.env.Scopes = append(g.env.Scopes, Scope{Range: g.instructionRange()})
	}
}

func (g *randomizer) identifiers() {
	n := 1 + g.r.IntN(12)
	for id := range n {
		i := Identifier{Decl: IdentifierID(id), RangeScope: NoScope, Scope: NoScope}
		if g.maybe(2) {
			i.Name = pick(g, "", "#t1", "#T12", g.name())
		}
		if g.maybe(3) {
			i.Decl = IdentifierID(g.r.IntN(n))
		}
		if g.maybe(3) {
			i.Type = pick(g, ":TPrimitive", ":TPhi", ":TObject<BuiltInArray>", ":TObject<<generated_5>>", ":TFunction",
				":TFunction<f>()", ":TFunction<<generated_5>>():  :TFunction<g>():  :TPoly", ":TFunction<f>():  :TObject<a b>")
		}
		if g.maybe(3) {
			i.Range = g.instructionRange()
		}
		if k := len(g.env.Scopes); k > 0 && g.maybe(2) {
			i.Scope = ScopeID(g.r.IntN(k))
			i.RangeScope = i.Scope
			if g.maybe(4) {
				i.RangeScope = ScopeID(g.r.IntN(k+1) - 1)
			}
		}
		g.env.Identifiers = append(g.env.Identifiers, i)
	}
	for i := range g.env.Scopes {
		if g.maybe(3) {
			s := &g.env.Scopes[i]
			s.Dependencies = g.refText(" ", ".x?.y, ")
			s.Declarations = g.refText(" ", ", ")
			s.Reassignments = g.refText(" ", ",")
			if g.maybe(3) {
				s.EarlyReturn = g.refText("id: ", ", label: 3 ")
			}
		}
	}
}

// refText returns text with a reference after each of the given pieces, which
// end in a character that is not one of a name.
func (g *randomizer) refText(pieces ...string) RefText {
	var t RefText
	for _, s := range pieces {
		if g.maybe(3) {
			continue
		}
		p := RefPart{Identifier: IdentifierID(g.r.IntN(len(g.env.Identifiers)))}
		if k := len(g.env.Scopes); k > 0 && g.maybe(4) {
			if s := ScopeID(g.r.IntN(k)); s != g.env.Identifiers[p.Identifier].Scope {
				p.Text = scopeSuffix(s)
			}
		}
		t = append(t, RefPart{Text: s, Identifier: NoIdentifier}, p)
	}
	return t
}

func scopeSuffix(s ScopeID) string { return "_" + scopeValue(s) }

func (g *randomizer) effects() []RefText {
	if g.short || g.maybe(2) {
		return nil
	}
	effects := []RefText{}
	for range g.r.IntN(4) {
		lead := pick(g, "Create ", "Capture [a, b] ", `Impure reason="$1 ]\"" `, "Apply ", "Mutate ")
		e := append(RefText{{Text: lead, Identifier: NoIdentifier}, {Identifier: IdentifierID(g.r.IntN(len(g.env.Identifiers)))}},
			RefPart{Text: pick(g, " <- y", " = f(a, [b])", "  "), Identifier: NoIdentifier})
		effects = append(effects, e)
	}
	return effects
}

func (g *randomizer) place() Place {
	p := Place{Identifier: IdentifierID(g.r.IntN(len(g.env.Identifiers)))}
	if !g.short {
		p.Effect = EffectUnknown + Effect(g.r.IntN(int(EffectStore)))
	}
	p.Reactive = g.maybe(3)
	return p
}

func (g *randomizer) places(n int) []Place {
	if n == 0 {
		return nil
	}
	ps := make([]Place, n)
	for i := range ps {
		ps[i] = g.place()
	}
	return ps
}

func (g *randomizer) function(depth int) *Function {
	f := NewFunction(g.env, "")
	if g.maybe(2) {
		f.ID = g.name()
	}
	if depth == 0 && g.maybe(4) {
		f.HeaderOmitted = true
	}
	f.Type = FnType(g.r.IntN(3))
	f.Async, f.Generator = g.maybe(3), g.maybe(3)
	if g.maybe(3) {
		f.NameHint = pick(g, "C[onClick]", "C[useEffect() > inner]", "a(): b", "<Foo>", "(")
		if g.wild {
			f.NameHint = pick(g, " x", "x\ny", "x: phi(", "a // b")
		}
	}
	for range g.r.IntN(3) {
		if g.maybe(2) {
			f.Directives = append(f.Directives, pick(g, "use strict", "", "//@ x", "  x "))
			if g.wild {
				f.Directives = append(f.Directives, pick(g, "bb0 (block):", "a\nb", "bb1:"))
			}
		}
	}
	if !f.HeaderOmitted {
		if !g.short || g.maybe(2) {
			f.Returns = g.place()
		}
		for range g.r.IntN(3) {
			f.Params = append(f.Params, Param{Place: g.place(), Spread: g.maybe(3)})
		}
	}
	f.Effects = g.effects()
	n := 1 + g.r.IntN(5)
	first := g.env.NextBlock
	g.env.NextBlock += BlockID(n)
	ids := g.r.Perm(n)
	var blocks []*Block
	for _, i := range ids {
		b := &Block{ID: first + BlockID(i), Kind: BlockStatement + BlockKind(g.r.IntN(5))}
		if g.short && g.maybe(2) {
			b.Kind = BlockUnspecified
		}
		blocks = append(blocks, b)
	}
	target := func() BlockID { return blocks[g.r.IntN(n)].ID }
	for _, b := range blocks {
		for _, i := range g.r.Perm(n)[:g.r.IntN(n)] {
			b.Preds = append(b.Preds, blocks[i].ID)
		}
		for range g.r.IntN(3) {
			phi := Phi{Place: g.place()}
			for _, i := range g.r.Perm(n)[:g.r.IntN(n)] {
				phi.Operands = append(phi.Operands, PhiOperand{Pred: blocks[i].ID, Place: g.place()})
			}
			b.Phis = append(b.Phis, phi)
		}
		for range g.r.IntN(6) {
			b.Instrs = append(b.Instrs, g.instruction(depth))
		}
		b.Term = g.terminal(target)
	}
	f.Entry = blocks[0].ID
	if g.maybe(5) {
		f.Entry = target()
	}
	f.SetBlocks(blocks)
	return f
}

func (g *randomizer) terminal(target func() BlockID) Terminal {
	t := Terminal{Kind: Goto + TermKind(g.r.IntN(NumTermKinds-1)), ID: InstructionID(g.r.IntN(9)), Fallthrough: NoBlock, Scope: NoScope}
	if (t.Kind == ScopeTerm || t.Kind == PrunedScope) && len(g.env.Scopes) == 0 {
		t.Kind = Unreachable
	}
	if t.Kind.HasFallthrough() {
		t.Fallthrough = target()
		if (t.Kind == If || t.Kind == Branch || t.Kind == Switch) && g.maybe(4) {
			t.Fallthrough = NoBlock
		}
	}
	for range termShape[t.Kind].targets {
		t.Targets = append(t.Targets, target())
	}
	t.Operands = g.places(int(max(0, termShape[t.Kind].operands)))
	if v := maxVariant[t.Kind]; v > 0 {
		t.Variant = uint8(g.r.IntN(int(v) + 1))
	}
	switch t.Kind {
	case Switch:
		t.Operands = g.places(1)
		for range g.r.IntN(4) {
			has := g.maybe(2)
			t.HasTest = append(t.HasTest, has)
			t.Targets = append(t.Targets, target())
			if has {
				t.Operands = append(t.Operands, g.place())
			}
		}
	case Logical:
		t.Text = pick(g, "&&", "||", "??")
	case Optional:
	case For:
		if g.maybe(2) {
			t.Targets[ForUpdate] = NoBlock
		}
	case Try:
		t.Operands = g.places(g.r.IntN(2))
	case MaybeThrow:
		if g.maybe(3) {
			t.Targets[ThrowHandlerTarget] = NoBlock
		}
		t.Effects = g.effects()
	case ScopeTerm, PrunedScope:
		t.Scope = ScopeID(g.r.IntN(len(g.env.Scopes)))
	case Return:
		t.Effects = g.effects()
		if t.Variant == ReturnUnspecified && !g.short {
			t.Variant = ReturnVoid
		}
	}
	return t
}

func (g *randomizer) elements(in *Instruction, before int, holes bool) {
	in.Operands = g.places(before)
	kinds := 2
	if holes {
		kinds = 3
	}
	var elems Elements
	plain := true
	for range g.r.IntN(4) {
		e := ElementPlace
		if g.maybe(2) {
			e = Element(g.r.IntN(kinds))
		}
		plain = plain && e == ElementPlace
		elems = append(elems, e)
		if e != ElementHole {
			in.Operands = append(in.Operands, g.place())
		}
	}
	if !plain {
		in.Aux = elems
	}
}

func (g *randomizer) key() Key {
	switch k := KeyKind(g.r.IntN(4)); k {
	case KeyIdentifier:
		return Key{k, g.name()}
	case KeyString:
		return Key{k, g.freeText()}
	case KeyNumber:
		return Key{k, pick(g, "0", "1.5", "1e+21", "1e-7")}
	default:
		return Key{Kind: KeyComputed}
	}
}

func (g *randomizer) raw() string {
	return pick(g, "", "x", "a\nb", "\\`", "\\${", "$", "\\\n", "{}", "\u2028", `"`, "\n      six", "// no comment")
}

func (g *randomizer) property(dots bool) string {
	s := pick(g, "x", "current", "0", "12", "1.5", "1e+21", "-1", "-Infinity", "NaN", "é")
	if !dots {
		s = strings.ReplaceAll(s, ".", "")
	}
	return s
}

func (g *randomizer) instruction(depth int) Instruction {
	in := Instruction{
		ID: InstructionID(g.r.IntN(9)), Kind: LoadLocal + ValueKind(g.r.IntN(int(Elision-LoadLocal))),
		Lvalue: g.place(), Effects: g.effects(),
	}
	if g.short && g.maybe(3) {
		in.Lvalue = Place{Identifier: NoIdentifier}
	}
	if (in.Kind == FunctionExpression || in.Kind == ObjectMethod) && depth > 2 {
		in.Kind = Debugger
	}
	shape := valueShapes[in.Kind]
	in.Operands = g.places(int(max(0, shape.operands)))
	in.Defs = g.places(int(max(0, shape.defs)))
	if shape.lkind {
		in.LKind = LvalueConst + LvalueKind(g.r.IntN(int(LvalueFunction)))
		if g.short && g.maybe(2) {
			in.LKind = LvalueNone
		}
	}
	g.payload(&in, depth)
	return in
}

func (g *randomizer) payload(in *Instruction, depth int) {
	switch in.Kind {
	case PrefixUpdate, PostfixUpdate:
		in.Text = pick(g, "++", "--")
	case BinaryExpression:
		in.Text = pick(g, "+", "===", "in", "instanceof", "/", "|>", ">>>")
	case UnaryExpression:
		in.Text = pick(g, "", "!", "-", "typeof", "void", "~")
	case TypeCastExpression:
		in.Text = pick(g, "", ":TPrimitive", ":TObject<BuiltInArray>", ":TFunction<f>():  :TPoly", "anything at all: [x]")
	case StoreGlobal, UnsupportedNode:
		in.Text = g.name()
	case FunctionExpression, ObjectMethod:
		in.Func = g.function(depth + 1)
		in.Func.Context = g.places(g.r.IntN(3))
		if in.Kind == FunctionExpression {
			in.Text = pick(g, "", g.name())
		} else if in.Lvalue.Identifier != NoIdentifier {
			g.methods = append(g.methods, in.Lvalue.Identifier)
		}
	case PropertyLoad, PropertyDelete, PropertyStore:
		in.Text = g.property(true)
	case NewExpression, CallExpression:
		g.elements(in, 1, false)
	case MethodCall:
		g.elements(in, 2, false)
	case ArrayExpression:
		g.elements(in, 0, true)
	case ObjectExpression:
		var props Properties
		for range g.r.IntN(4) {
			if g.maybe(4) {
				props = append(props, Property{Spread: true})
				in.Operands = append(in.Operands, g.place())
				continue
			}
			p := Property{Key: g.key(), Method: g.maybe(3)}
			if p.Key.Kind == KeyComputed {
				in.Operands = append(in.Operands, g.place())
			}
			v := g.place()
			if p.Method && len(g.methods) > 0 {
				v.Identifier = pick(g, g.methods...)
			}
			in.Operands = append(in.Operands, v)
			props = append(props, p)
		}
		in.Aux = props
	case Destructure:
		pat := &Pattern{Object: g.maybe(2)}
		for range g.r.IntN(4) {
			item := PatternItem{KeyPlace: Place{Identifier: NoIdentifier}}
			switch {
			case g.maybe(4):
				item.Spread = true
			case !pat.Object:
				item.Hole = g.maybe(3)
			default:
				if item.Key = g.key(); item.Key.Kind == KeyComputed {
					item.KeyPlace = g.place()
				}
			}
			if !item.Hole {
				in.Defs = append(in.Defs, g.place())
			}
			pat.Items = append(pat.Items, item)
		}
		in.Aux = pat
	case JsxExpression:
		x := &Jsx{Tag: pick(g, "div", "a:b", "my-tag", "A.b")}
		if g.maybe(2) {
			x.Tag, x.TagIsPlace = "", true
			in.Operands = g.places(1)
		}
		for range g.r.IntN(3) {
			a := JsxAttribute{Spread: g.maybe(3)}
			if !a.Spread {
				a.Name = pick(g, "x", "data-x", "xlink:href", "$1", "read")
			}
			x.Attributes = append(x.Attributes, a)
			in.Operands = append(in.Operands, g.place())
		}
		if x.HasChildren = g.maybe(2); x.HasChildren {
			in.Operands = append(in.Operands, g.places(g.r.IntN(3))...)
		}
		in.Aux = x
	case JsxFragment:
		in.Operands = g.places(g.r.IntN(3))
	case TaggedTemplateExpression:
		in.Aux = Template{g.quasi()}
	case TemplateLiteral:
		t := Template{g.quasi()}
		for range g.r.IntN(3) {
			t = append(t, g.quasi())
			in.Operands = append(in.Operands, g.place())
		}
		in.Aux = t
	case StartMemoize:
		m := &MemoDeps{Known: g.maybe(2)}
		for range g.r.IntN(4) {
			if !m.Known {
				break
			}
			var d MemoDep
			if g.maybe(3) {
				d.Global = pick(g, "g", "a$1", "x1$2", "$3")
			} else {
				in.Operands = append(in.Operands, g.place())
			}
			for range g.r.IntN(3) {
				d.Path = append(d.Path, PathEntry{g.property(false), g.maybe(2)})
			}
			m.Deps = append(m.Deps, d)
		}
		in.Aux = m
	case FinishMemoize:
		if g.maybe(2) {
			in.Aux = Pruned{}
		}
	case Primitive:
		in.Aux = g.literal()
	case JSXText:
		in.Text = g.anyText()
	case RegExpLiteral:
		in.Text = pick(g, "a b", `\/`, "[/]", "x", `[\]/]`, `a \/\/ b`)
		in.Aux = RegExpFlags(pick(g, "", "g", "giu"))
	case MetaProperty:
		in.Text = pick(g, "import", "new")
		in.Aux = MetaName(pick(g, "meta", "target"))
	case LoadGlobal:
		b := &Binding{Kind: BindingKind(g.r.IntN(5)), Name: g.name()}
		if b.Kind >= BindingImportDefault {
			b.Module = pick(g, "react", "./a.js", "it's", g.freeText())
		}
		if b.Kind == BindingImportSpecifier {
			if b.Imported = pick(g, b.Name, "default", g.freeText()); b.Imported == "" {
				b.Imported = "x"
			}
		}
		in.Aux = b
	}
}

func (g *randomizer) quasi() Quasi {
	q := Quasi{Raw: g.raw()}
	if g.maybe(2) {
		q.HasCooked = true
		q.Cooked = q.Raw
		if g.maybe(2) {
			q.Cooked = g.anyText()
		}
	}
	return q
}

func (g *randomizer) literal() *Literal {
	switch k := LiteralKind(g.r.IntN(5)); k {
	case LiteralBool:
		return &Literal{Kind: k, Bool: g.maybe(2)}
	case LiteralNumber:
		return &Literal{Kind: k, Num: pick(g, 0, 1, -1, 0.1, 1e21, 1e-7, 123456789012345680000, math.Copysign(0, -1), math.NaN(),
			math.Inf(1), math.Inf(-1), math.MaxFloat64, 5e-324, g.r.NormFloat64())}
	case LiteralString:
		return &Literal{Kind: k, Str: g.anyText()}
	default:
		return &Literal{Kind: k}
	}
}
