package hir

import "math"

// valueText holds how the values start that print a word first.
var valueText = [NumValueKinds]string{
	LoadLocal: "LoadLocal ", LoadContext: "LoadContext ", StoreLocal: "StoreLocal ",
	DeclareLocal: "DeclareLocal ", DeclareContext: "DeclareContext ", StoreContext: "StoreContext ",
	Destructure: "Destructure ", PrefixUpdate: "PrefixUpdate ", PostfixUpdate: "PostfixUpdate ",
	BinaryExpression: "Binary ", UnaryExpression: "Unary ", TypeCastExpression: "TypeCast ",
	Await: "Await ", NextPropertyOf: "NextPropertyOf ", StoreGlobal: "StoreGlobal ",
	NewExpression: "New ", CallExpression: "Call ", MethodCall: "MethodCall ",
	PropertyLoad: "PropertyLoad ", PropertyDelete: "PropertyDelete ", PropertyStore: "PropertyStore ",
	ComputedLoad: "ComputedLoad ", ComputedDelete: "ComputedDelete ", ComputedStore: "ComputedStore ",
	ArrayExpression: "Array [", ObjectExpression: "Object ", JsxExpression: "JSX <",
	JsxFragment: "JsxFragment [", FunctionExpression: "Function ", ObjectMethod: "ObjectMethod ",
	GetIterator: "GetIterator collection=", IteratorNext: "IteratorNext iterator=",
	StartMemoize: "StartMemoize deps=", FinishMemoize: "FinishMemoize decl=", JSXText: "JSXText ",
	RegExpLiteral: "RegExp /", MetaProperty: "MetaProperty ", LoadGlobal: "LoadGlobal",
	Debugger: "Debugger", UnsupportedNode: "UnsupportedNode ",
}

// operand prints the i-th operand. A broken instruction that lacks it prints a
// mark, so that messages can show it.
func (p *printer) operand(in *Instruction, i int) {
	if i < len(in.Operands) {
		p.place(in.Operands[i])
	} else {
		p.str("<missing>")
	}
}

func (p *printer) def(in *Instruction, i int) {
	if i < len(in.Defs) {
		p.place(in.Defs[i])
	} else {
		p.str("<missing>")
	}
}

func (p *printer) lvalueKind(k LvalueKind) {
	if k != LvalueNone {
		p.str(k.String())
		p.str(" ")
	}
}

func (p *printer) value(in *Instruction) {
	if int(in.Kind) >= NumValueKinds || in.Kind == InvalidValue {
		p.str("<invalid>")
		return
	}
	p.str(valueText[in.Kind])
	switch in.Kind {
	case LoadLocal, LoadContext, UnaryExpression, Await, NextPropertyOf, GetIterator:
		p.operand(in, 0)
	case StoreLocal:
		p.lvalueKind(in.LKind)
		p.def(in, 0)
		p.str(" = ")
		p.operand(in, 0)
	case DeclareLocal, DeclareContext:
		p.lvalueKind(in.LKind)
		p.def(in, 0)
	case StoreContext:
		p.lvalueKind(in.LKind)
		p.operand(in, 0)
		p.str(" = ")
		p.operand(in, 1)
	case Destructure:
		p.lvalueKind(in.LKind)
		p.pattern(in)
		p.str(" = ")
		p.operand(in, 0)
	case PrefixUpdate:
		p.def(in, 0)
		p.str(" = ")
		p.str(in.Text)
		p.str(" ")
		p.operand(in, 0)
	case PostfixUpdate:
		p.def(in, 0)
		p.str(" = ")
		p.operand(in, 0)
		p.str(" ")
		p.str(in.Text)
	case BinaryExpression:
		p.operand(in, 0)
		p.str(" ")
		p.str(in.Text)
		p.str(" ")
		p.operand(in, 1)
	case TypeCastExpression:
		p.operand(in, 0)
		p.str(": ")
		p.raw(in.Text)
	case StoreGlobal:
		p.str(in.Text)
		p.str(" = ")
		p.operand(in, 0)
	case NewExpression, CallExpression:
		p.operand(in, 0)
		p.arguments(in, 1)
	case MethodCall:
		p.operand(in, 0)
		p.str(".")
		p.operand(in, 1)
		p.arguments(in, 2)
	case PropertyLoad, PropertyDelete:
		p.operand(in, 0)
		p.str(".")
		p.str(in.Text)
	case PropertyStore:
		p.operand(in, 0)
		p.str(".")
		p.str(in.Text)
		p.str(" = ")
		p.operand(in, 1)
	case ComputedLoad, ComputedDelete, ComputedStore:
		p.operand(in, 0)
		p.str("[")
		p.operand(in, 1)
		p.str("]")
		if in.Kind == ComputedStore {
			p.str(" = ")
			p.operand(in, 2)
		}
	case ArrayExpression:
		p.elements(in, 0)
		p.str("]")
	case ObjectExpression:
		p.properties(in)
	case JsxExpression:
		p.jsx(in)
	case JsxFragment:
		p.places(in.Operands, ", ")
		p.str("]")
	case FunctionExpression, ObjectMethod:
		p.nested(in)
	case TaggedTemplateExpression:
		p.operand(in, 0)
		p.template(in, 1)
	case TemplateLiteral:
		p.template(in, 0)
	case IteratorNext:
		p.operand(in, 0)
		p.str(" collection=")
		p.operand(in, 1)
	case StartMemoize:
		p.memoDeps(in)
	case FinishMemoize:
		p.operand(in, 0)
		if _, ok := in.Aux.(Pruned); ok {
			p.str(" pruned")
		}
	case Primitive:
		p.literal(in)
	case JSXText:
		p.dst = AppendJSONString(p.dst, in.Text)
	case RegExpLiteral:
		p.raw(in.Text)
		p.str("/")
		flags, _ := in.Aux.(RegExpFlags)
		p.str(string(flags))
	case MetaProperty:
		p.str(in.Text)
		p.str(".")
		name, _ := in.Aux.(MetaName)
		p.str(string(name))
	case LoadGlobal:
		p.binding(in)
	case UnsupportedNode:
		p.str(in.Text)
	}
}

func (p *printer) places(places []Place, sep string) {
	for i, pl := range places {
		if i > 0 {
			p.str(sep)
		}
		p.place(pl)
	}
}

func (p *printer) arguments(in *Instruction, from int) {
	p.str("(")
	p.elements(in, from)
	p.str(")")
}

// elements prints the operands from the given one on, with spreads and holes.
func (p *printer) elements(in *Instruction, from int) {
	elems, _ := in.Aux.(Elements)
	if elems == nil {
		if from < len(in.Operands) {
			p.places(in.Operands[from:], ", ")
		}
		return
	}
	for i, e := range elems {
		if i > 0 {
			p.str(", ")
		}
		switch e {
		case ElementHole:
			p.str("<hole>")
			continue
		case ElementSpread:
			p.str("...")
		}
		p.operand(in, from)
		from++
	}
}

// nested prints a function within a function. React prints the function first
// and then puts six spaces before each of its lines.
func (p *printer) nested(in *Instruction) {
	if in.Kind == FunctionExpression {
		p.str(in.Text)
	}
	f := in.Func
	if f == nil {
		p.str("<missing>")
		return
	}
	p.str(" @context[")
	p.places(f.Context, ",")
	p.str("] @aliasingEffects=[")
	for i, e := range f.Effects {
		if i > 0 {
			p.str(", ")
		}
		p.refText(e)
	}
	p.str("]")
	p.endLine()
	p.indent += nestedIndent
	p.newline(0)
	p.function(f)
	p.indent -= nestedIndent
	if p.notes != nil && in.Kind == ObjectMethod {
		p.methods[in.Lvalue.Identifier] = true
	}
}

const nestedIndent = 6

func (p *printer) template(in *Instruction, n int) {
	quasis, _ := in.Aux.(Template)
	p.str("`")
	for i := range quasis {
		if i > 0 {
			p.str("${")
			p.operand(in, n)
			p.str("}")
			n++
		}
		p.raw(quasis[i].Raw)
	}
	p.str("`")
}

func (p *printer) memoDeps(in *Instruction) {
	m, _ := in.Aux.(*MemoDeps)
	if m == nil || !m.Known {
		p.str("(none)")
		return
	}
	n := 0
	for i := range m.Deps {
		if i > 0 {
			p.str(",")
		}
		d := &m.Deps[i]
		switch {
		case d.Global != "":
			p.str(d.Global)
		case n < len(in.Operands):
			p.identifierName(in.Operands[n].Identifier)
			p.identifierScope(in.Operands[n].Identifier)
			n++
		default:
			p.str("<missing>")
		}
		for _, e := range d.Path {
			if e.Optional {
				p.str("?")
			}
			p.str(".")
			p.str(e.Name)
		}
	}
}

func (p *printer) literal(in *Instruction) {
	l, _ := in.Aux.(*Literal)
	switch {
	case l == nil:
		p.str("<missing>")
	case l.Kind == LiteralUndefined:
		p.str("<undefined>")
	case l.Kind == LiteralNull:
		p.str("null")
	case l.Kind == LiteralBool && l.Bool:
		p.str("true")
	case l.Kind == LiteralBool:
		p.str("false")
	case l.Kind == LiteralString:
		p.dst = AppendJSONString(p.dst, l.Str)
	case math.IsNaN(l.Num) || math.IsInf(l.Num, 0):
		// JSON has no such numbers.
		p.str("null")
	default:
		p.dst = AppendNumber(p.dst, l.Num)
	}
}

func (p *printer) binding(in *Instruction) {
	b, _ := in.Aux.(*Binding)
	if b == nil {
		p.str(" <missing>")
		return
	}
	switch b.Kind {
	case BindingGlobal:
		p.str("(global) ")
		p.str(b.Name)
		return
	case BindingModule:
		p.str("(module) ")
		p.str(b.Name)
		return
	case BindingImportDefault:
		p.str(" import ")
		p.str(b.Name)
	case BindingImportNamespace:
		p.str(" import * as ")
		p.str(b.Name)
	case BindingImportSpecifier:
		p.str(" import { ")
		if b.Imported != b.Name {
			p.free(b.Imported)
			p.str(" as ")
		}
		p.str(b.Name)
		p.str(" }")
	}
	p.str(" from '")
	p.free(b.Module)
	p.str("'")
}
