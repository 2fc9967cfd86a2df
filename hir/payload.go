package hir

// Aux is the payload of an instruction beyond its operands. Payloads are
// immutable: passes share them between copies.
type Aux interface{ aux() }

// Elements says, for a list of arguments or array elements, which of them are
// spreads or holes. It has one entry an element, or is nil if all are plain.
// A hole has no operand.
type Elements []Element

// Element is the kind of one argument or array element.
type Element uint8

// The kinds of element.
const (
	ElementPlace Element = iota
	ElementSpread
	ElementHole
)

// KeyKind is the kind of a property's key.
type KeyKind uint8

// The kinds of key: name, "string", [place], 12.
const (
	KeyIdentifier KeyKind = iota
	KeyString
	KeyComputed
	KeyNumber
)

// Key is the key of an object property.
type Key struct {
	Kind KeyKind
	// Text is the name, the string's value or the number's text; "" if computed.
	Text string
}

// Property is one property of an object literal. Its key place, if computed,
// and then its value are operands of the instruction.
type Property struct {
	// Spread says that it is ...value; then Key and Method are unused.
	Spread bool
	// Method says that the value is an ObjectMethod rather than a plain property.
	// It is not printed.
	Method bool
	Key    Key
}

// Properties is the payload of ObjectExpression.
type Properties []Property

// Pattern is the payload of Destructure.
type Pattern struct {
	// Object tells an object pattern from an array pattern.
	Object bool
	Items  []PatternItem
}

// PatternItem is one item of a pattern. All but holes have one place in the
// instruction's Defs, in order.
type PatternItem struct {
	Hole   bool // array patterns only
	Spread bool
	Key    Key // object patterns only, and not of a spread
	// KeyPlace is the place of a computed key. No pass visits it, as in the React
	// Compiler, which refuses such patterns when it lowers them.
	KeyPlace Place
}

// JsxAttribute is an attribute of a JsxExpression: its value, or the spread
// argument, is an operand.
type JsxAttribute struct {
	Spread bool
	Name   string
}

// Jsx is the payload of JsxExpression.
type Jsx struct {
	// Tag is the built-in tag's name; if TagIsPlace, the tag is the first operand.
	Tag        string
	TagIsPlace bool
	Attributes []JsxAttribute
	// HasChildren tells <a></a> from <a/>. The children are the operands after
	// those of the attributes.
	HasChildren bool
}

// Quasi is one literal piece of a template.
type Quasi struct {
	Raw string
	// Cooked is the piece with escapes resolved. HasCooked is false where it is
	// not known (read from text) or undefined.
	Cooked    string
	HasCooked bool
}

// Template is the payload of template literals.
type Template []Quasi

// PathEntry is one step of a dependency's path: .name or ?.name.
type PathEntry struct {
	Name     string
	Optional bool
}

// MemoDep is one dependency of a StartMemoize: a path from an operand of the
// instruction, or from a global.
type MemoDep struct {
	Global string // "" if the root is the next operand
	Path   []PathEntry
}

// MemoDeps is the payload of StartMemoize.
type MemoDeps struct {
	// Known is false if the memo call gave no dependencies, printed (none).
	Known bool
	Deps  []MemoDep
}

// Pruned is the payload of a FinishMemoize whose memoization was pruned.
type Pruned struct{}

// RegExpFlags is the payload of RegExpLiteral.
type RegExpFlags string

// MetaName is the payload of MetaProperty: the property after the dot.
type MetaName string

// BindingKind says where a global comes from.
type BindingKind uint8

// The kinds of binding.
const (
	BindingGlobal BindingKind = iota
	BindingModule
	BindingImportDefault
	BindingImportNamespace
	BindingImportSpecifier
)

// Binding is the payload of LoadGlobal.
type Binding struct {
	Kind     BindingKind
	Name     string // local name
	Module   string // imports only
	Imported string // import specifiers only: the exported name
}

// LiteralKind is the type of a Literal.
type LiteralKind uint8

// The types of literal.
const (
	LiteralUndefined LiteralKind = iota
	LiteralNull
	LiteralBool
	LiteralNumber
	LiteralString
)

// Literal is the payload of Primitive.
type Literal struct {
	Kind LiteralKind
	Bool bool
	Num  float64
	Str  string
}

func (Elements) aux()    {}
func (Properties) aux()  {}
func (*Pattern) aux()    {}
func (*Jsx) aux()        {}
func (Template) aux()    {}
func (*MemoDeps) aux()   {}
func (Pruned) aux()      {}
func (RegExpFlags) aux() {}
func (MetaName) aux()    {}
func (*Binding) aux()    {}
func (*Literal) aux()    {}
