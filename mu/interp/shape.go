package interp

import "assay/mu"

// The limits of values and objects, in cells. A cell is a scalar.
const (
	// maxValueCells is how many a value may have.
	maxValueCells = 1 << 16
	// maxZeroCells bounds the zero values that are kept for a bundle.
	maxZeroCells = 1 << 22
	// manyCells stands for all sizes that nothing can have.
	manyCells = 1 << 40
)

// shape is what the interpreter knows of a type. Equal types of a bundle have
// one shape; shapes that the interpreter makes itself may have twins.
//
// A value or object is laid out as the list of its scalars.
type shape struct {
	// kind is what a value of the type is: None if there is none.
	kind  Kind
	width uint8
	con   mu.TypeKind
	// code says why values of the type cannot be used, or is "".
	code string
	// cells is the size; of a hybrid that of its fixed part.
	cells int64
	// elem is the element of an array or vector, and the varying part of a hybrid.
	elem *shape
	// n is the length of an array or vector.
	n int64
	// fields are those of a struct, and of the fixed part of a hybrid; offsets are
	// their places.
	fields  []*shape
	offsets []int64
	// refers is the referent of a reference, sig the signature of a funcref.
	refers mu.TypeID
	sig    mu.SigID

	zero     Value
	hasZero  bool
	building bool
}

// Why a value cannot be used.
const (
	codeWide     = "wide-int"       // an int of more than 64 bits
	codeLarge    = "large-value"    // a value of more cells than are supported
	codeNoValue  = "no-value"       // void, hybrid
	codeInfinite = "infinite-type"  // a type that contains itself
	codeUndef    = "undefined-type" // a name that is no type
)

// The shapes that results have.
var (
	shapeRef    = &shape{kind: Ref, con: mu.KindRef, cells: 1, refers: mu.NoType}
	shapeIRef   = &shape{kind: IRef, con: mu.KindIRef, cells: 1, refers: mu.NoType}
	shapeFunc   = &shape{kind: Func, con: mu.KindFuncRef, cells: 1, sig: mu.NoSig}
	shapeStack  = &shape{kind: Stack, con: mu.KindStackRef, cells: 1}
	shapeThread = &shape{kind: Thread, con: mu.KindThreadRef, cells: 1}
	shapePtr    = &shape{kind: Ptr, width: 64, con: mu.KindUPtr, cells: 1, refers: mu.NoType}
	shapeTag    = &shape{kind: Tag, con: mu.KindTagRef64, cells: 1}
	shapeI1     = intShape(1)
	shapeI6     = intShape(6)
	shapeI32    = intShape(32)
	shapeI52    = intShape(52)
	shapeI64    = intShape(64)
	shapeDbl    = &shape{kind: Double, con: mu.KindDouble, cells: 1}
	shapeBad    = &shape{code: codeUndef}
)

func intShape(w uint8) *shape { return &shape{kind: Int, width: w, con: mu.KindInt, cells: 1} }

// scalar returns the element of a vector; other shapes are their own.
func (s *shape) scalar() *shape {
	if s.con == mu.KindVector && s.elem != nil {
		return s.elem
	}
	return s
}

// bitWidth returns the width of a number.
func (s *shape) bitWidth() uint8 {
	switch s.kind {
	case Float:
		return 32
	case Double:
		return 64
	}
	return s.width
}

// fits reports whether a value of one shape is one of the other, as far as the
// interpreter can tell them apart.
func (s *shape) fits(t *shape) bool {
	for s != t {
		if s.kind != t.kind || s.width != t.width {
			return false
		}
		if s.kind != Aggregate {
			return true
		}
		if s.elem == nil || t.elem == nil || s.n != t.n || s.con != t.con {
			return false
		}
		s, t = s.elem, t.elem
	}
	return true
}

// shape returns the shape of a type.
func (m *Machine) shape(t mu.TypeID) *shape {
	if t < 0 {
		return shapeBad
	}
	if s := m.known(t); s != nil {
		return s
	}
	type frame struct {
		t    mu.TypeID
		s    *shape
		next int
	}
	stack := []frame{{t, m.enter(t), 0}}
	for {
		top := &stack[len(stack)-1]
		d := &m.b.Types[top.t]
		if inline(d.Kind) && top.next < len(d.Elems) {
			e := d.Elems[top.next].ID
			top.next++
			if e >= 0 && m.known(e) == nil {
				stack = append(stack, frame{e, m.enter(e), 0})
			}
			continue
		}
		m.layOut(top.s, d)
		if len(stack) == 1 {
			return top.s
		}
		stack = stack[:len(stack)-1]
	}
}

func inline(k mu.TypeKind) bool {
	return k == mu.KindStruct || k == mu.KindArray || k == mu.KindVector || k == mu.KindHybrid
}

func (m *Machine) known(t mu.TypeID) *shape {
	if c := m.b.TypeClass(t); c < len(m.shapes) {
		return m.shapes[c]
	}
	return nil
}

// enter makes the shape of a type, to be laid out.
func (m *Machine) enter(t mu.TypeID) *shape {
	c := m.b.TypeClass(t)
	for c >= len(m.shapes) {
		m.shapes = append(m.shapes, nil)
	}
	s := m.shapeArena.one()
	s.building, s.refers, s.sig = true, mu.NoType, mu.NoSig
	m.shapes[c] = s
	return s
}

// scalarKinds holds the kinds of values of types without members.
var scalarKinds = [mu.NumTypeKinds]Kind{
	mu.KindInt: Int, mu.KindFloat: Float, mu.KindDouble: Double, mu.KindRef: Ref, mu.KindIRef: IRef,
	mu.KindWeakRef: Ref, mu.KindFuncRef: Func, mu.KindThreadRef: Thread, mu.KindStackRef: Stack,
	mu.KindTagRef64: Tag, mu.KindUPtr: Ptr, mu.KindUFuncPtr: Ptr, mu.KindFrameCursorRef: Cursor,
	mu.KindIRNodeRef: IRNode,
}

// layOut fills in a shape, the members of which are known.
func (m *Machine) layOut(s *shape, d *mu.Type) {
	s.con, s.kind, s.cells = d.Kind, scalarKinds[d.Kind], 1
	switch d.Kind {
	case mu.KindBad:
		s.code, s.cells = codeUndef, 0
	case mu.KindVoid:
		s.code, s.cells = codeNoValue, 0
	case mu.KindInt:
		switch {
		case d.Size == 0:
			s.kind, s.code = None, codeNoValue
		case d.Size > 64:
			s.kind, s.code = Wide, codeWide
		default:
			s.width = uint8(d.Size)
		}
	case mu.KindUPtr, mu.KindUFuncPtr:
		s.width = 64
	case mu.KindFuncRef:
		s.sig = d.Sig.ID
	case mu.KindRef, mu.KindIRef, mu.KindWeakRef:
		s.refers = d.Elems[0].ID
	case mu.KindArray, mu.KindVector:
		s.kind = Aggregate
		s.elem = m.member(s, d.Elems[0].ID)
		s.n = int64(min(d.Size, manyCells))
		s.cells = product(s.n, s.elem.cells)
	case mu.KindStruct, mu.KindHybrid:
		s.kind = Aggregate
		fixed := d.Elems
		if d.Kind == mu.KindHybrid {
			fixed = fixed[:len(fixed)-1]
			s.elem = m.member(s, d.Elems[len(fixed)].ID)
		}
		s.cells = 0
		s.fields = make([]*shape, len(fixed))
		s.offsets = make([]int64, len(fixed))
		for i, e := range fixed {
			s.fields[i], s.offsets[i] = m.member(s, e.ID), s.cells
			s.cells = min(s.cells+s.fields[i].cells, manyCells)
		}
		if d.Kind == mu.KindHybrid {
			s.kind, s.code = None, codeNoValue
		}
	}
	m.bound(s)
	s.building = false
}

// bound notes that an aggregate is too large, by itself or because all together
// are: for each its zero value may be kept.
func (m *Machine) bound(s *shape) {
	if s.kind != Aggregate || s.code != "" {
		return
	}
	if s.cells > maxValueCells || m.zeroCells+s.cells > maxZeroCells {
		s.code = codeLarge
		return
	}
	m.zeroCells += s.cells
}

// member returns the shape of a member, and notes what is wrong with it.
func (m *Machine) member(s *shape, t mu.TypeID) *shape {
	e := m.shape(t)
	switch {
	case e.building:
		s.code = codeInfinite
		return shapeBad
	case e.con == mu.KindVoid && s.con == mu.KindHybrid: // the old language has hybrid<void T>
	case e.code != "" && e.code != codeLarge && s.code == "":
		s.code = e.code
	}
	return e
}

func product(n, size int64) int64 {
	if size > 0 && n > manyCells/size {
		return manyCells
	}
	return n * size
}
