package mu

import "math"

// ReadOptions is what is known of a bundle beside its text.
type ReadOptions struct {
	// Prelude defines names that the bundle may use, or is nil. It can have been
	// read with a prelude itself.
	Prelude *Bundle
}

// Read returns the bundle that a text defines. The error is an ErrorList of at
// most 20 errors.
//
// Read takes today's form of Mu IR, in which blocks have parameters; the older
// form with PHI, LANDINGPAD and parameters after the signature; and pre-SSA
// form, which leaves out parameters and arguments, assigns variables many
// times, and has variables with a $; in any mixture. The words and layouts that
// only the old language has are read as what today's has for them.
//
// What is read need not mean anything: Check tells.
func Read(file string, src []byte, opt ReadOptions) (*Bundle, error) {
	r := newReader(file, src, opt.Prelude)
	if int64(r.file.base)+int64(len(src)) > math.MaxInt32-2 {
		r.fail(0, "expected a text that is shorter than 2 GiB, with its preludes")
		return nil, r.errs
	}
	r.advance()
	for r.tok.kind != tokEOF {
		start := r.tok.start
		r.definition()
		if r.failed {
			r.sync(start, r.atDirective)
		}
	}
	if len(r.errs) > 0 {
		return nil, r.errs
	}
	r.dropVoid()
	r.b.Classify()
	return r.b, nil
}

// definition reads a top-level definition.
func (r *reader) definition() {
	if r.tok.kind != tokDirective {
		r.expected("a top-level definition such as .typedef")
		return
	}
	word := r.text()
	switch word {
	case ".typedef":
		r.advance()
		r.typeDef()
	case ".funcsig":
		r.advance()
		r.sigDef()
	case ".const":
		r.advance()
		r.constDef()
	case ".global":
		r.advance()
		r.globalDef()
	case ".funcdecl":
		r.advance()
		r.funcDecl()
	case ".funcdef":
		r.advance()
		r.funcDef()
	case ".expose":
		r.advance()
		r.exposeDef()
	default:
		r.expected("a top-level definition such as .typedef")
	}
}

func (r *reader) typeDef() {
	name, pos := r.globalName("the name of a type")
	r.punct('=')
	t := r.constructor()
	if r.failed {
		return
	}
	t.Name, t.Pos = name, pos
	b := r.b
	id := r.typeNamed(name, pos)
	if b.Types[id].Kind != KindBad { // the second of this name
		id = b.addType(t)
	}
	b.Types[id] = t
	b.add(Entity{EntityType, int32(id), name, pos})
	b.define(DefType, int(id))
}

// constructor reads the right side of a .typedef.
func (r *reader) constructor() Type {
	kind := typeWords[r.text()]
	if r.tok.kind != tokWord || kind == KindBad {
		r.expected("a type constructor such as int")
		return Type{}
	}
	if r.text() != typeNames[kind] {
		r.b.oldWords = true
	}
	r.advance()
	t := Type{Kind: kind}
	switch kind {
	case KindInt:
		r.punct('<')
		r.size(&t)
		r.punct('>')
	case KindRef, KindIRef, KindWeakRef, KindUPtr:
		t.Elems = []TypeRef{r.typeArg()}
	case KindArray, KindVector:
		r.punct('<')
		t.Elems = []TypeRef{r.typeRef()}
		r.size(&t)
		r.punct('>')
	case KindStruct, KindHybrid:
		r.punct('<')
		for first := true; first || r.tok.kind == tokGlobal; first = false {
			t.Elems = append(t.Elems, r.typeRef())
		}
		r.punct('>')
	case KindFuncRef, KindUFuncPtr:
		t.Sig = r.sigArg()
	}
	return t
}

// typeWords holds the constructors by their words, those of the old language
// too.
var typeWords = func() map[string]TypeKind {
	m := map[string]TypeKind{"func": KindFuncRef, "thread": KindThreadRef, "stack": KindStackRef, "ptr": KindUPtr, "funcptr": KindUFuncPtr}
	for k := KindBad + 1; int(k) < NumTypeKinds; k++ {
		m[typeNames[k]] = k
	}
	return m
}()

// size reads the width or length of a type.
func (r *reader) size(t *Type) {
	start := r.tok.start
	lit := r.intLit()
	if lit.Neg && lit.Lo != 0 || len(lit.High) > 0 || t.Kind == KindInt && lit.Lo > math.MaxInt32 {
		r.fail(start, "expected a size that is positive and not too large, found "+lit.Text)
	}
	t.Size, t.SizeText = lit.Lo, lit.Text
}

func (r *reader) sigDef() {
	name, pos := r.globalName("the name of a signature")
	r.punct('=')
	s := Sig{Name: name, Pos: pos}
	if r.tok.kind == tokGlobal { // @ret (@param*), of the old language
		s.old, r.b.oldWords = true, true
		s.Returns = []TypeRef{r.typeRef()}
		s.Params = r.typeList()
	} else {
		s.Params = r.typeList()
		if !r.arrow() {
			r.expected("\"->\"")
		}
		s.Returns = r.typeList()
	}
	if r.failed {
		return
	}
	b := r.b
	id := r.sigNamed(name, pos)
	if !b.Sigs[id].Bad { // the second of this name
		b.Sigs = append(b.Sigs, s)
		id = SigID(len(b.Sigs) - 1)
	}
	b.Sigs[id] = s
	b.add(Entity{EntitySig, int32(id), name, pos})
	b.define(DefSig, int(id))
}

// typeList reads (type*).
func (r *reader) typeList() []TypeRef {
	var ts []TypeRef
	r.punct('(')
	for r.tok.kind == tokGlobal {
		ts = append(ts, r.typeRef())
	}
	r.punct(')')
	return ts
}

func (r *reader) constDef() {
	c := Const{}
	c.Name, c.Pos = r.globalName("the name of a constant")
	c.Type = r.typeArg()
	r.punct('=')
	r.constValue(&c)
	if !r.failed {
		r.b.DefineConst(c)
	}
}

// constValue reads the right side of a .const.
func (r *reader) constValue(c *Const) {
	if r.acceptWord("VEC") {
		r.b.oldWords = true
	}
	switch {
	case r.tok.kind == tokInt:
		c.Kind, c.Int = ConstInt, r.intLit()
	case r.tok.kind == tokFP || r.isWord("nan"):
		text := r.text()
		r.advance()
		double := r.isWord("d")
		if !double && !r.isWord("f") {
			r.expected("\"f\" or \"d\" after " + text)
			return
		}
		c.Kind, c.Bits, c.Text = ConstFloat, parseFP(text, double), text+r.text()
		if double {
			c.Kind = ConstDouble
		}
		r.advance()
	case r.isWord("bitsf") || r.isWord("bitsd"):
		c.Kind = ConstFloat
		if r.isWord("bitsd") {
			c.Kind = ConstDouble
		}
		name := r.text()
		r.advance()
		r.punct('(')
		start := r.tok.start
		lit := r.intLit()
		c.Bits = lit.Uint64()
		if c.Kind == ConstFloat && c.Bits > math.MaxUint32 || len(lit.High) > 0 {
			r.fail(start, "expected bits that fit the type, found "+lit.Text)
		}
		c.Text = name + "(" + lit.Text + ")"
		r.punct(')')
	case r.accept('{'):
		c.Kind = ConstList
		for r.tok.kind == tokGlobal {
			c.Elems = append(c.Elems, r.entityRef("a constant"))
		}
		r.punct('}')
	case r.acceptWord("NULL"):
		c.Kind = ConstNull
	default:
		r.expected("a constant")
	}
}

func (r *reader) globalDef() {
	name, pos := r.globalName("the name of a global")
	t := r.typeArg()
	if !r.failed {
		r.b.DefineGlobal(GlobalCell{name, pos, t})
	}
}

func (r *reader) funcDecl() {
	name, pos := r.globalName("the name of a function")
	sig := r.sigArg()
	if !r.failed {
		r.b.DeclareFunc(name, sig, pos)
	}
}

func (r *reader) exposeDef() {
	var x Expose
	x.Name, x.Pos = r.globalName("the name of an exposed function")
	r.punct('=')
	x.Func = r.entityRef("a function")
	x.Conv = r.flag()
	x.Cookie = r.entityRef("a constant")
	if !r.failed {
		r.b.DefineExpose(x)
	}
}
