package mu

// TypeKind is the constructor of a type.
type TypeKind uint8

// The constructors of types.
const (
	// KindBad is a name that no .typedef defines.
	KindBad TypeKind = iota
	KindInt
	KindFloat
	KindDouble
	KindRef
	KindIRef
	KindWeakRef
	KindStruct
	KindArray
	KindHybrid
	KindVoid
	KindFuncRef
	KindThreadRef
	KindStackRef
	KindTagRef64
	KindVector
	KindUPtr
	KindUFuncPtr
	KindFrameCursorRef
	KindIRNodeRef
	// NumTypeKinds is the number of kinds.
	NumTypeKinds int = iota
)

// typeNames holds the words for the kinds of type.
var typeNames = [NumTypeKinds]string{
	KindBad: "<undefined>", KindInt: "int", KindFloat: "float", KindDouble: "double", KindRef: "ref", KindIRef: "iref",
	KindWeakRef: "weakref", KindStruct: "struct", KindArray: "array", KindHybrid: "hybrid", KindVoid: "void",
	KindFuncRef: "funcref", KindThreadRef: "threadref", KindStackRef: "stackref", KindTagRef64: "tagref64",
	KindVector: "vector", KindUPtr: "uptr", KindUFuncPtr: "ufuncptr", KindFrameCursorRef: "framecursorref",
	KindIRNodeRef: "irnoderef",
}

// String returns the word that Mu IR has for the kind.
func (k TypeKind) String() string {
	if int(k) < NumTypeKinds {
		return typeNames[k]
	}
	return "<kind?>"
}

// Type is one node of the type graph. Each .typedef is a node of its own, so
// that names print as they were written; nodes without a name are derived, as
// the iref<T> that GETIREF yields. Whether two nodes are the same type is
// Bundle.SameType.
type Type struct {
	Kind TypeKind
	// Size is the width of an int, or the length of an array or vector.
	Size uint64
	// Elems holds the referent of a reference or pointer; the fields of a
	// struct; the element of an array or vector; the fixed fields of a hybrid
	// and then its varying part.
	Elems []TypeRef
	// Sig is the signature of a funcref or ufuncptr.
	Sig SigRef
	// Name is the global name with its sigil, or "" if the type is derived.
	Name string
	Pos  Pos
	// SizeText is the literal of Size as it was written, or "".
	SizeText string
}

// TypeRef is a mention of a type.
type TypeRef struct {
	ID  TypeID
	Pos Pos
}

// SigRef is a mention of a signature.
type SigRef struct {
	ID  SigID
	Pos Pos
}

// Sig is a function signature.
type Sig struct {
	Params, Returns []TypeRef
	Name            string
	Pos             Pos
	// Bad is set if no .funcsig defines Name.
	Bad bool
	// old is set if the signature was written as the old language has it,
	// "@ret (@param*)", with a return of type void. Calls then have a result in
	// the text that is no value.
	old bool
}
