package hir

// Instruction computes a value and stores it in a temporary, the Lvalue.
//
// What its fields hold depends on Kind; the comment at each kind in
// [ValueKind] gives the operands in visiting order, the definitions, Text and
// Aux. Operands and Defs belong to the instruction and may be renamed in
// place; Aux is immutable and shared between copies of an instruction.
type Instruction struct {
	ID     InstructionID
	Kind   ValueKind
	Lvalue Place
	// LKind is the kind of variable definition, of the kinds that have one.
	LKind LvalueKind
	// Operands are the places read, in visiting order. For kinds that hold a
	// nested function it is empty: use Uses, which gives the function's context.
	Operands []Place
	// Defs are the places the value itself defines, in order.
	Defs []Place
	// Text is an operator, a property, a name or other text.
	Text string
	// Aux is what else the value carries.
	Aux Aux
	// Func is the nested function of FunctionExpression and ObjectMethod.
	Func *Function
	// Effects are the aliasing effects printed below the instruction; nil
	// before effects are inferred, which differs from an empty list.
	Effects []RefText
}

// Uses returns the places read, in visiting order. Changing its elements
// changes the instruction.
func (in *Instruction) Uses() []Place {
	if in.Func != nil {
		return in.Func.Context
	}
	return in.Operands
}

// HasLvalue reports whether the instruction defines a temporary. Only the short
// form has instructions that do not.
func (in *Instruction) HasLvalue() bool {
	return in.Kind != Elision && in.Lvalue.Identifier != NoIdentifier
}

// LvalueKind says how a variable is defined.
type LvalueKind uint8

// The kinds of definition. LvalueNone is for instructions that define no
// variable.
const (
	LvalueNone LvalueKind = iota
	LvalueConst
	LvalueLet
	LvalueReassign
	LvalueCatch
	LvalueHoistedConst
	LvalueHoistedLet
	LvalueHoistedFunction
	LvalueFunction
)

var lvalueKindText = [...]string{
	LvalueNone:            "",
	LvalueConst:           "Const",
	LvalueLet:             "Let",
	LvalueReassign:        "Reassign",
	LvalueCatch:           "Catch",
	LvalueHoistedConst:    "HoistedConst",
	LvalueHoistedLet:      "HoistedLet",
	LvalueHoistedFunction: "HoistedFunction",
	LvalueFunction:        "Function",
}

// String returns the kind as it is printed.
func (k LvalueKind) String() string { return textOf(lvalueKindText[:], uint8(k)) }

// ValueKind is the kind of an instruction's value.
type ValueKind uint8

// The kinds of value. "uses" are the Operands in visiting order, "defines" the
// Defs.
const (
	// InvalidValue is the zero kind; no well-formed instruction has it.
	InvalidValue ValueKind = iota
	// LoadLocal uses a variable or temporary.
	LoadLocal
	// LoadContext uses a captured variable.
	LoadContext
	// StoreLocal uses the value and defines the variable (LKind).
	StoreLocal
	// DeclareLocal defines a variable (LKind) without a value.
	DeclareLocal
	// DeclareContext declares a captured variable (LKind). It stands in Defs,
	// but SSA does not rename it.
	DeclareContext
	// StoreContext uses the captured variable and then the value (LKind). Scope
	// passes count the first operand as an lvalue too.
	StoreContext
	// Destructure uses the value and defines the places of the pattern from left
	// to right (LKind). Aux is *Pattern.
	Destructure
	// PrefixUpdate uses a variable's value and defines the variable. Text is the
	// operator, ++ or --.
	PrefixUpdate
	// PostfixUpdate is like PrefixUpdate, but yields the old value.
	PostfixUpdate
	// BinaryExpression uses left and right. Text is the operator.
	BinaryExpression
	// UnaryExpression uses the value. Text is the operator, "" if the text form
	// did not tell it.
	UnaryExpression
	// TypeCastExpression uses the value. Text is the type.
	TypeCastExpression
	// Await uses the value.
	Await
	// NextPropertyOf uses the object whose next key a for-in loop takes.
	NextPropertyOf
	// StoreGlobal uses the value. Text is the global's name.
	StoreGlobal
	// NewExpression uses the callee, then the arguments. Aux is Elements for the
	// arguments.
	NewExpression
	// CallExpression is like NewExpression.
	CallExpression
	// MethodCall uses the receiver, the property, then the arguments. Aux is
	// Elements for the arguments.
	MethodCall
	// PropertyLoad uses the object. Text is the property.
	PropertyLoad
	// PropertyDelete uses the object. Text is the property.
	PropertyDelete
	// PropertyStore uses the object, then the value. Text is the property.
	PropertyStore
	// ComputedLoad uses the object, then the property.
	ComputedLoad
	// ComputedDelete uses the object, then the property.
	ComputedDelete
	// ComputedStore uses the object, the property, then the value.
	ComputedStore
	// ArrayExpression uses its elements. Aux is Elements.
	ArrayExpression
	// ObjectExpression uses, for each property in order, its key if that is
	// computed, then its value; a spread is one operand. Aux is Properties.
	ObjectExpression
	// JsxExpression uses the tag if it is a place, then the value of each
	// attribute or spread attribute, then the children. Aux is *Jsx.
	JsxExpression
	// JsxFragment uses its children.
	JsxFragment
	// FunctionExpression uses the nested function's context. Text is the
	// function's own name.
	FunctionExpression
	// ObjectMethod uses the nested function's context.
	ObjectMethod
	// TaggedTemplateExpression uses the tag. Aux is Template with one quasi.
	TaggedTemplateExpression
	// TemplateLiteral uses the interpolated values. Aux is Template with one
	// quasi more than operands.
	TemplateLiteral
	// GetIterator uses the collection.
	GetIterator
	// IteratorNext uses the iterator, then the collection.
	IteratorNext
	// StartMemoize uses the dependencies that are local places, in order. Aux is
	// *MemoDeps.
	StartMemoize
	// FinishMemoize uses the memoized declaration. Aux is Pruned or nil.
	FinishMemoize
	// Primitive is a literal. Aux is Literal.
	Primitive
	// JSXText is text between tags. Text is that text.
	JSXText
	// RegExpLiteral has Text = the pattern and Aux = RegExpFlags.
	RegExpLiteral
	// MetaProperty has Text = meta and Aux = MetaName, as in import.meta.
	MetaProperty
	// LoadGlobal reads a variable from outside of the compiled function. Aux is
	// *Binding.
	LoadGlobal
	// Debugger is the debugger statement.
	Debugger
	// UnsupportedNode stands for source the lowering does not understand. Text
	// is the node's type.
	UnsupportedNode
	// Elision stands for "..." in an abridged listing: instructions left out. It
	// has no id and no lvalue, and no program with one can run.
	Elision

	numValueKinds
)

// NumValueKinds is one more than the largest ValueKind, for tables.
const NumValueKinds = int(numValueKinds)

var valueKindName = [...]string{
	InvalidValue:             "InvalidValue",
	LoadLocal:                "LoadLocal",
	LoadContext:              "LoadContext",
	StoreLocal:               "StoreLocal",
	DeclareLocal:             "DeclareLocal",
	DeclareContext:           "DeclareContext",
	StoreContext:             "StoreContext",
	Destructure:              "Destructure",
	PrefixUpdate:             "PrefixUpdate",
	PostfixUpdate:            "PostfixUpdate",
	BinaryExpression:         "BinaryExpression",
	UnaryExpression:          "UnaryExpression",
	TypeCastExpression:       "TypeCastExpression",
	Await:                    "Await",
	NextPropertyOf:           "NextPropertyOf",
	StoreGlobal:              "StoreGlobal",
	NewExpression:            "NewExpression",
	CallExpression:           "CallExpression",
	MethodCall:               "MethodCall",
	PropertyLoad:             "PropertyLoad",
	PropertyDelete:           "PropertyDelete",
	PropertyStore:            "PropertyStore",
	ComputedLoad:             "ComputedLoad",
	ComputedDelete:           "ComputedDelete",
	ComputedStore:            "ComputedStore",
	ArrayExpression:          "ArrayExpression",
	ObjectExpression:         "ObjectExpression",
	JsxExpression:            "JsxExpression",
	JsxFragment:              "JsxFragment",
	FunctionExpression:       "FunctionExpression",
	ObjectMethod:             "ObjectMethod",
	TaggedTemplateExpression: "TaggedTemplateExpression",
	TemplateLiteral:          "TemplateLiteral",
	GetIterator:              "GetIterator",
	IteratorNext:             "IteratorNext",
	StartMemoize:             "StartMemoize",
	FinishMemoize:            "FinishMemoize",
	Primitive:                "Primitive",
	JSXText:                  "JSXText",
	RegExpLiteral:            "RegExpLiteral",
	MetaProperty:             "MetaProperty",
	LoadGlobal:               "LoadGlobal",
	Debugger:                 "Debugger",
	UnsupportedNode:          "UnsupportedNode",
	Elision:                  "Elision",
}

// String returns the kind's name as in the React Compiler's source.
func (k ValueKind) String() string { return textOf(valueKindName[:], uint8(k)) }
