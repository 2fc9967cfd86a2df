package mugen

import (
	"strconv"

	"assay/mu"
)

// shapeID is an index into generator.shapes.
type shapeID int16

const noShape shapeID = -1

// The shapes that every bundle has, whether or not it mentions them.
const (
	i64 shapeID = iota
	i32
	i8
	i1
	i6
	i16
	i33
	i52
	float32s
	float64s
	void
	excRef // ref<void>
	tagRef
	numFixed
)

// shape is a type as the generator sees it: equal types have one shape, however
// many names they have in the bundle.
type shape struct {
	kind mu.TypeKind
	size uint64
	// elems holds the n members.
	elems [3]shapeID
	n     int8
	sig   int16 // of a funcref: index into generator.sigs
	// ref and iref are the shapes that refer to this one, or noShape.
	ref, iref shapeID
	// names holds the types that the bundle has named so far.
	names  [3]mu.TypeID
	nnames int8
	// recursive says that the type contains itself. It has one name.
	recursive bool
}

var fixedShapes = [numFixed]shape{
	i64: {kind: mu.KindInt, size: 64}, i32: {kind: mu.KindInt, size: 32}, i8: {kind: mu.KindInt, size: 8},
	i1: {kind: mu.KindInt, size: 1}, i6: {kind: mu.KindInt, size: 6}, i16: {kind: mu.KindInt, size: 16},
	i33: {kind: mu.KindInt, size: 33}, i52: {kind: mu.KindInt, size: 52},
	float32s: {kind: mu.KindFloat}, float64s: {kind: mu.KindDouble}, void: {kind: mu.KindVoid},
	excRef: {kind: mu.KindRef, elems: [3]shapeID{void}, n: 1}, tagRef: {kind: mu.KindTagRef64},
}

// initShapes starts the table of shapes.
func (g *generator) initShapes() {
	g.shapes = append(g.shapes[:0], fixedShapes[:]...)
	for i := range g.shapes {
		g.shapes[i].ref, g.shapes[i].iref = noShape, noShape
	}
	g.shapes[void].ref = excRef
}

// find returns the shape with the given constructor and members.
func (g *generator) find(kind mu.TypeKind, size uint64, elems ...shapeID) shapeID {
	s := shape{kind: kind, size: size, n: int8(len(elems)), ref: noShape, iref: noShape}
	copy(s.elems[:], elems)
	for i := range g.shapes {
		if t := &g.shapes[i]; t.kind == kind && t.size == size && t.n == s.n && t.elems == s.elems {
			return shapeID(i)
		}
	}
	g.shapes = append(g.shapes, s)
	return shapeID(len(g.shapes) - 1)
}

// refTo returns ref<s>.
func (g *generator) refTo(s shapeID) shapeID {
	if g.shapes[s].ref == noShape {
		r := g.find(mu.KindRef, 0, s)
		g.shapes[s].ref = r
	}
	return g.shapes[s].ref
}

// irefTo returns iref<s>.
func (g *generator) irefTo(s shapeID) shapeID {
	if g.shapes[s].iref == noShape {
		r := g.find(mu.KindIRef, 0, s)
		g.shapes[s].iref = r
	}
	return g.shapes[s].iref
}

// funcRefTo returns funcref of a signature.
func (g *generator) funcRefTo(sig int) shapeID {
	for i := range g.shapes {
		if t := &g.shapes[i]; t.kind == mu.KindFuncRef && int(t.sig) == sig {
			return shapeID(i)
		}
	}
	g.shapes = append(g.shapes, shape{kind: mu.KindFuncRef, sig: int16(sig), ref: noShape, iref: noShape})
	return shapeID(len(g.shapes) - 1)
}

// strong returns the shape that loading from a location of shape s yields.
func (g *generator) strong(s shapeID) shapeID {
	if g.shapes[s].kind == mu.KindWeakRef {
		return g.refTo(g.shapes[s].elems[0])
	}
	return s
}

func (g *generator) kind(s shapeID) mu.TypeKind { return g.shapes[s].kind }

// isWide reports whether a shape is an int of more than 64 bits, which the
// interpreter only copies.
func (g *generator) isWide(s shapeID) bool {
	return g.shapes[s].kind == mu.KindInt && g.shapes[s].size > 64
}

// width returns the width of a number.
func (g *generator) width(s shapeID) uint64 {
	switch t := &g.shapes[s]; t.kind {
	case mu.KindFloat:
		return 32
	case mu.KindDouble:
		return 64
	default:
		return t.size
	}
}

// typ returns a mention of the type of a shape in the text, which takes a name:
// an existing one, or a new .typedef.
func (g *generator) typ(s shapeID) mu.TypeRef {
	t := &g.shapes[s]
	n := int(t.nnames)
	i := 0
	if n > 0 && !t.recursive && g.has(FeatureAlias) {
		// Zero is the first name. A further name is made for few of the mentions.
		switch b := int(g.c.Byte()); {
		case b >= 240 && n < len(t.names):
			i = n
		case b >= 96:
			i = b % n
		}
	}
	if i == n {
		g.nameType(s)
	}
	return mu.TypeRef{ID: g.shapes[s].names[i]}
}

// nameType adds a .typedef. Its members are named before.
func (g *generator) nameType(s shapeID) {
	t := g.shapes[s]
	d := mu.Type{Kind: t.kind, Size: t.size, Name: g.typeName(s, int(t.nnames))}
	if t.kind == mu.KindFuncRef {
		d.Sig = g.sigRef(int(t.sig))
	}
	var elems [3]mu.TypeRef
	for i, e := range t.elems[:t.n] {
		elems[i] = g.typ(e)
	}
	d.Elems = g.typeRefs.list(elems[:t.n]...)
	p := &g.shapes[s]
	p.names[p.nnames] = g.b.DefineType(d)
	p.nnames++
}

var typePrefixes = [mu.NumTypeKinds]string{
	mu.KindInt: "@i", mu.KindFloat: "@float", mu.KindDouble: "@double", mu.KindRef: "@ref", mu.KindIRef: "@iref",
	mu.KindWeakRef: "@weak", mu.KindStruct: "@struct", mu.KindArray: "@array", mu.KindHybrid: "@hybrid",
	mu.KindVoid: "@void", mu.KindFuncRef: "@func", mu.KindTagRef64: "@tagref", mu.KindVector: "@vector",
	mu.KindUPtr: "@ptr",
}

var aliasSuffixes = [3]string{"", "_b", "_c"}

var fixedTypeNames = func() (t [numFixed][3]string) {
	for s := range t {
		name := typePrefixes[fixedShapes[s].kind]
		if k := fixedShapes[s].kind; k == mu.KindInt {
			name += strconv.Itoa(int(fixedShapes[s].size))
		}
		for i := range t[s] {
			t[s][i] = name + aliasSuffixes[i]
		}
	}
	t[excRef] = [3]string{"@refvoid", "@refvoid_b", "@refvoid_c"}
	return t
}()

// typeName returns the i-th name of a shape.
func (g *generator) typeName(s shapeID, i int) string {
	if s < numFixed {
		return fixedTypeNames[s][i]
	}
	return typePrefixes[g.shapes[s].kind] + strconv.Itoa(int(s-numFixed)) + aliasSuffixes[i]
}

// recursiveTypes adds a list node, a struct with a reference to its own type,
// which takes classifying the types anew.
func (g *generator) recursiveTypes() {
	link := shapeID(len(g.shapes))
	node := link + 1
	g.shapes = append(g.shapes,
		shape{kind: mu.KindRef, elems: [3]shapeID{node}, n: 1, ref: noShape, iref: noShape},
		shape{kind: mu.KindStruct, elems: [3]shapeID{i64, link}, n: 2, ref: link, iref: noShape})
	i := g.typ(i64)
	l := g.b.DefineType(mu.Type{Kind: mu.KindRef, Elems: []mu.TypeRef{i}, Name: g.typeName(link, 0)})
	n := g.b.DefineType(mu.Type{Kind: mu.KindStruct, Elems: []mu.TypeRef{i, {ID: l}}, Name: g.typeName(node, 0)})
	g.b.Types[l].Elems[0].ID = n
	g.b.Classify()
	for s, id := range [2]mu.TypeID{l, n} {
		p := &g.shapes[link+shapeID(s)]
		p.names[0], p.nnames, p.recursive = id, 1, true
	}
	g.structs = append(g.structs, node)
}
