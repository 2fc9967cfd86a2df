package mu

import (
	"encoding/binary"
	"maps"
	"slices"
)

// classTable knows which types are equal: two nodes are if they have one class.
//
// Equality is structural and looks through names. Types may be recursive
// through references, and so it is coinductive: types are different only if a
// finite path of members leads to different constructors.
type classTable struct {
	// types and sigs hold classes by TypeID and SigID. Types and signatures are
	// classes of one numbering.
	types, sigs []int32
	// byKey finds the class of a shape: constructor, size and classes of
	// members. Equal types have equal shapes, and the other way round.
	byKey map[string]int32
	// small is byKey for shapes with at most one member.
	small map[smallKey]int32
	// first holds for each class the first type of the class, firstNamed the
	// first one that has a name; or NoType.
	first, firstNamed []TypeID
	n                 int32
}

type smallKey struct {
	kind   TypeKind
	size   uint64
	member int32 // or -1
}

// kindSig marks the shapes of signatures.
const kindSig = TypeKind(255)

func (c *classTable) clone() classTable {
	d := *c
	d.types, d.sigs = slices.Clone(c.types), slices.Clone(c.sigs)
	d.first, d.firstNamed = slices.Clone(c.first), slices.Clone(c.firstNamed)
	d.byKey, d.small = maps.Clone(c.byKey), maps.Clone(c.small)
	return d
}

func (c *classTable) typeKey(t *Type) (smallKey, string) {
	k := smallKey{kind: t.Kind, size: t.Size, member: -1}
	switch {
	case t.Kind == KindBad:
		return k, "\x00" + t.Name // equal to nothing else
	case t.Kind == KindFuncRef || t.Kind == KindUFuncPtr:
		k.member = c.sig(t.Sig.ID)
		return k, ""
	case t.Kind != KindStruct && t.Kind != KindHybrid:
		if len(t.Elems) > 0 {
			k.member = c.class(t.Elems[0].ID)
		}
		return k, ""
	}
	return k, string(c.appendRefs([]byte{byte(t.Kind)}, t.Elems))
}

func (c *classTable) sigKey(s *Sig) string {
	if s.Bad {
		return "\x01" + s.Name
	}
	key := []byte{byte(kindSig)}
	key = binary.AppendUvarint(key, uint64(len(s.Params)))
	return string(c.appendRefs(c.appendRefs(key, s.Params), s.Returns))
}

func (c *classTable) appendRefs(key []byte, refs []TypeRef) []byte {
	for _, r := range refs {
		key = binary.AppendVarint(key, int64(c.class(r.ID)))
	}
	return key
}

func (c *classTable) class(t TypeID) int32 {
	if uint(t) < uint(len(c.types)) {
		return c.types[t]
	}
	return -1
}

func (c *classTable) sig(s SigID) int32 {
	if uint(s) < uint(len(c.sigs)) {
		return c.sigs[s]
	}
	return -1
}

// find returns the class of a shape, or -1.
func (c *classTable) find(k smallKey, key string) int32 {
	if key == "" {
		if cl, ok := c.small[k]; ok {
			return cl
		}
		return -1
	}
	if cl, ok := c.byKey[key]; ok {
		return cl
	}
	return -1
}

// enter gives a shape a class that is one already, or else a new one.
func (c *classTable) enter(k smallKey, key string) int32 {
	cl := c.find(k, key)
	if cl >= 0 {
		return cl
	}
	cl = c.n
	c.newClass()
	c.set(k, key, cl)
	return cl
}

func (c *classTable) newClass() {
	c.n++
	c.first, c.firstNamed = append(c.first, NoType), append(c.firstNamed, NoType)
}

func (c *classTable) set(k smallKey, key string, cl int32) {
	if c.small == nil {
		c.small, c.byKey = map[smallKey]int32{}, map[string]int32{}
	}
	if key == "" {
		c.small[k] = cl
	} else {
		c.byKey[key] = cl
	}
}

// addType classifies the last type of the table. The types it mentions must be
// classified.
func (c *classTable) addType(b *Bundle, id TypeID) {
	cl := c.enter(c.typeKey(&b.Types[id]))
	c.types = append(c.types, cl)
	c.represent(b, id, cl)
}

func (c *classTable) represent(b *Bundle, id TypeID, cl int32) {
	if c.first[cl] == NoType {
		c.first[cl] = id
	}
	if c.firstNamed[cl] == NoType && b.Types[id].Name != "" && b.Types[id].Kind != KindBad {
		c.firstNamed[cl] = id
	}
}

// named takes notice of the name that a type got.
func (c *classTable) named(b *Bundle, id TypeID) { c.represent(b, id, c.types[id]) }

func (c *classTable) addSig(b *Bundle, id SigID) {
	c.sigs = append(c.sigs, c.enter(smallKey{}, c.sigKey(&b.Sigs[id])))
}

// SameType reports whether two types are equal.
func (b *Bundle) SameType(s, t TypeID) bool {
	return s == t || b.classes.class(s) == b.classes.class(t) && b.classes.class(s) >= 0
}

// SameSig reports whether two signatures are equal.
func (b *Bundle) SameSig(s, t SigID) bool {
	return s == t || b.classes.sig(s) == b.classes.sig(t) && b.classes.sig(s) >= 0
}

// TypeClass returns a number that equal types have in common. The numbers of a
// bundle are dense; new types may get new ones.
func (b *Bundle) TypeClass(t TypeID) int { return int(b.classes.types[t]) }

// NamedType returns the first type with a name that is equal to t: of a prelude
// if there is one, else in source order.
func (b *Bundle) NamedType(t TypeID) (TypeID, bool) {
	id := b.classes.firstNamed[b.classes.types[t]]
	return id, id != NoType
}

// Derive returns a type with the constructor, size and members of t: an equal
// one that exists, with a name if there is one, else a new one without a name.
func (b *Bundle) Derive(t Type) TypeID {
	k, key := b.classes.typeKey(&t)
	if cl := b.classes.find(k, key); cl >= 0 {
		if id := b.classes.firstNamed[cl]; id != NoType {
			return id
		}
		if id := b.classes.first[cl]; id != NoType {
			return id
		}
	}
	t.Name, t.Pos = "", NoPos
	id := b.addType(t)
	b.classes.addType(b, id)
	return id
}

// deriveSmall is Derive for a type with one member or none, without
// allocations if the type exists.
func (b *Bundle) deriveSmall(kind TypeKind, size uint64, elem TypeID) TypeID {
	k := smallKey{kind, size, -1}
	if elem != NoType {
		k.member = b.classes.class(elem)
	}
	if cl := b.classes.find(k, ""); cl >= 0 {
		if id := b.classes.firstNamed[cl]; id != NoType {
			return id
		}
		if id := b.classes.first[cl]; id != NoType {
			return id
		}
	}
	t := Type{Kind: kind, Size: size}
	if elem != NoType {
		t.Elems = []TypeRef{{ID: elem}}
	}
	return b.Derive(t)
}

// IntType returns int<n>.
func (b *Bundle) IntType(n uint64) TypeID { return b.deriveSmall(KindInt, n, NoType) }

// PlainType returns a type without members: float, double, void, threadref...
func (b *Bundle) PlainType(kind TypeKind) TypeID { return b.deriveSmall(kind, 0, NoType) }

// RefType returns ref<t>.
func (b *Bundle) RefType(t TypeID) TypeID { return b.deriveSmall(KindRef, 0, t) }

// IRefType returns iref<t>.
func (b *Bundle) IRefType(t TypeID) TypeID { return b.deriveSmall(KindIRef, 0, t) }

// UPtrType returns uptr<t>.
func (b *Bundle) UPtrType(t TypeID) TypeID { return b.deriveSmall(KindUPtr, 0, t) }

// VectorType returns vector<t n>.
func (b *Bundle) VectorType(t TypeID, n uint64) TypeID { return b.deriveSmall(KindVector, n, t) }

// FuncRefType returns funcref<s>.
func (b *Bundle) FuncRefType(s SigID) TypeID {
	return b.Derive(Type{Kind: KindFuncRef, Sig: SigRef{ID: s}})
}
