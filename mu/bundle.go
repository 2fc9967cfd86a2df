package mu

import "slices"

// Bundle is a unit of Mu IR: top-level definitions in one name space.
//
// The tables hold what the bundle itself defines after what its preludes
// define, whose ids stay the same. Defs lists the bundle's own definitions.
//
// Check and the methods that look for derived types (RefType, ...) may add
// nodes without a name to Types, so one goroutine at a time may work on a
// bundle.
type Bundle struct {
	Prelude *Bundle // or nil
	Files   []*File
	// Defs holds the definitions of this bundle in source order.
	Defs []DefRef

	Entities []Entity
	Types    []Type
	Sigs     []Sig
	Consts   []Const
	Globals  []GlobalCell
	Funcs    []Func
	Decls    []FuncDecl
	Versions []*Function
	Exposes  []Expose

	// names finds the first entity of a name among those of this bundle.
	names   map[string]EntityID
	classes classTable
	// oldWords is what OldWords returns.
	oldWords bool
}

// OldWords reports whether the text that was read had words or layouts that only
// the old language has, for which others are printed.
func (b *Bundle) OldWords() bool { return b.oldWords }

// DefKind tells what a top-level definition defines.
type DefKind uint8

// The kinds of definition, each with the table that DefRef.Index refers to.
const (
	DefType    DefKind = iota // Types
	DefSig                    // Sigs
	DefConst                  // Consts
	DefGlobal                 // Globals
	DefDecl                   // Decls
	DefVersion                // Versions
	DefExpose                 // Exposes
)

// DefRef names one top-level definition.
type DefRef struct {
	Kind  DefKind
	Index int32
}

// EntityKind tells what a top-level name stands for.
type EntityKind uint8

// The kinds of entity, each with the table that Entity.Index refers to.
const (
	// EntityUndefined is a name that nothing defines; Index has no meaning.
	EntityUndefined EntityKind = iota
	EntityType                 // Types
	EntitySig                  // Sigs
	EntityConst                // Consts
	EntityGlobal               // Globals
	EntityFunc                 // Funcs
	EntityExpose               // Exposes
)

// String returns what the kind is called in messages.
func (k EntityKind) String() string {
	return [...]string{"undefined name", "type", "signature", "constant", "global", "function", "exposed function"}[k]
}

// Entity is what a global name stands for. If two definitions have one name
// each has its entity, and the name means the first.
type Entity struct {
	Kind  EntityKind
	Index int32
	// Name has its sigil.
	Name string
	// Pos is the place of the definition, or of the first use of an undefined
	// name.
	Pos Pos
}

// GlobalCell is a .global definition.
type GlobalCell struct {
	Name string
	Pos  Pos
	Type TypeRef
}

// Func is a function: all declarations and versions of one name.
type Func struct {
	Name string
	Pos  Pos
	// Sig is the signature of the first declaration or version.
	Sig SigRef
	// Versions holds indices into Bundle.Versions; the last one is in force.
	Versions []int32
}

// FuncDecl is a .funcdecl.
type FuncDecl struct {
	Func FuncID
	Sig  SigRef
	Pos  Pos
}

// Expose is a .expose definition.
type Expose struct {
	Name string
	Pos  Pos
	// Func is the function, Cookie the constant handed to it.
	Func EntityRef
	// Conv is the calling convention, with its "#".
	Conv   string
	Cookie EntityRef
}

// NewBundle returns an empty bundle that sees the definitions of a prelude,
// which may be nil.
func NewBundle(prelude *Bundle) *Bundle {
	b := &Bundle{Prelude: prelude, names: map[string]EntityID{}}
	if p := prelude; p != nil {
		b.copyTables(p)
	}
	return b
}

func (b *Bundle) copyTables(p *Bundle) {
	b.Files = slices.Clone(p.Files)
	b.Entities = slices.Clone(p.Entities)
	b.Types = slices.Clone(p.Types)
	b.Sigs = slices.Clone(p.Sigs)
	b.Consts = slices.Clone(p.Consts)
	b.Globals = slices.Clone(p.Globals)
	b.Funcs = slices.Clone(p.Funcs)
	for i := range b.Funcs {
		b.Funcs[i].Versions = slices.Clip(b.Funcs[i].Versions)
	}
	b.Decls = slices.Clone(p.Decls)
	b.Versions = slices.Clone(p.Versions)
	b.Exposes = slices.Clone(p.Exposes)
	b.classes = p.classes.clone()
}

// Clone returns a copy to which definitions can be added, with the same ids.
// The versions of functions are shared; SetVersion replaces one.
func (b *Bundle) Clone() *Bundle {
	c := &Bundle{Prelude: b.Prelude, Defs: slices.Clone(b.Defs), names: make(map[string]EntityID, len(b.names))}
	c.copyTables(b)
	for n, e := range b.names {
		c.names[n] = e
	}
	return c
}

// Lookup returns the first entity of a name, which has its sigil. What is only
// mentioned and nowhere defined is an entity too (EntityUndefined).
func (b *Bundle) Lookup(name string) (EntityID, bool) {
	for p := b; p != nil; p = p.Prelude {
		if e, ok := p.names[name]; ok {
			return e, true
		}
	}
	return NoEntity, false
}

// eachDef visits all definitions, those of preludes first.
func (b *Bundle) eachDef(visit func(DefRef)) {
	var chain []*Bundle
	for p := b; p != nil; p = p.Prelude {
		chain = append(chain, p)
	}
	for i := len(chain) - 1; i >= 0; i-- {
		for _, d := range chain[i].Defs {
			visit(d)
		}
	}
}

// add enters an entity. A name that was mentioned before it is defined keeps
// its entity.
func (b *Bundle) add(e Entity) EntityID {
	if id, ok := b.Lookup(e.Name); ok {
		if b.Entities[id].Kind != EntityUndefined {
			b.Entities = append(b.Entities, e)
			return EntityID(len(b.Entities) - 1)
		}
		b.Entities[id] = e
		b.names[e.Name] = id
		return id
	}
	id := EntityID(len(b.Entities))
	b.Entities = append(b.Entities, e)
	b.names[e.Name] = id
	return id
}

// Mention returns the entity of a name, which is undefined until something
// defines it.
func (b *Bundle) Mention(name string, pos Pos) EntityID {
	if id, ok := b.Lookup(name); ok {
		return id
	}
	return b.add(Entity{Kind: EntityUndefined, Name: name, Pos: pos})
}

// define appends a definition to the list of those of this bundle.
func (b *Bundle) define(kind DefKind, index int) {
	b.Defs = append(b.Defs, DefRef{kind, int32(index)})
}

// DefineType adds a .typedef and returns its type. The types and signatures it
// mentions must exist; for recursive types set Types[i].Elems later and call
// Classify.
func (b *Bundle) DefineType(t Type) TypeID {
	id := b.addType(t)
	b.add(Entity{EntityType, int32(id), t.Name, t.Pos})
	b.define(DefType, int(id))
	b.classes.addType(b, id)
	return id
}

// NameType gives a derived type a name, as by a .typedef at the end.
func (b *Bundle) NameType(id TypeID, name string) {
	b.Types[id].Name = name
	b.add(Entity{EntityType, int32(id), name, NoPos})
	b.define(DefType, int(id))
	b.classes.named(b, id)
}

func (b *Bundle) addType(t Type) TypeID {
	b.Types = append(b.Types, t)
	return TypeID(len(b.Types) - 1)
}

// DefineSig adds a .funcsig and returns its signature.
func (b *Bundle) DefineSig(s Sig) SigID {
	b.Sigs = append(b.Sigs, s)
	id := SigID(len(b.Sigs) - 1)
	b.add(Entity{EntitySig, int32(id), s.Name, s.Pos})
	b.define(DefSig, int(id))
	b.classes.addSig(b, id)
	return id
}

// DefineConst adds a .const and returns its entity.
func (b *Bundle) DefineConst(c Const) EntityID {
	b.Consts = append(b.Consts, c)
	b.define(DefConst, len(b.Consts)-1)
	return b.add(Entity{EntityConst, int32(len(b.Consts) - 1), c.Name, c.Pos})
}

// DefineGlobal adds a .global and returns its entity.
func (b *Bundle) DefineGlobal(g GlobalCell) EntityID {
	b.Globals = append(b.Globals, g)
	b.define(DefGlobal, len(b.Globals)-1)
	return b.add(Entity{EntityGlobal, int32(len(b.Globals) - 1), g.Name, g.Pos})
}

// DeclareFunc adds a .funcdecl and returns its function.
func (b *Bundle) DeclareFunc(name string, sig SigRef, pos Pos) FuncID {
	id := b.fn(name, sig, pos)
	b.Decls = append(b.Decls, FuncDecl{id, sig, pos})
	b.define(DefDecl, len(b.Decls)-1)
	return id
}

// DefineVersion adds a .funcdef of the named function, and sets f.Func.
func (b *Bundle) DefineVersion(name string, f *Function) FuncID {
	f.Func = b.fn(name, f.Sig, f.Pos)
	b.Versions = append(b.Versions, f)
	i := len(b.Versions) - 1
	b.Funcs[f.Func].Versions = append(b.Funcs[f.Func].Versions, int32(i))
	b.define(DefVersion, i)
	return f.Func
}

// SetVersion puts another body in the place of version i.
func (b *Bundle) SetVersion(i int, f *Function) {
	f.Func = b.Versions[i].Func
	b.Versions[i] = f
}

// fn returns the function of a name, a new one if there is none.
func (b *Bundle) fn(name string, sig SigRef, pos Pos) FuncID {
	if e, ok := b.Lookup(name); ok && b.Entities[e].Kind == EntityFunc {
		return FuncID(b.Entities[e].Index)
	}
	b.Funcs = append(b.Funcs, Func{Name: name, Sig: sig, Pos: pos})
	id := FuncID(len(b.Funcs) - 1)
	b.add(Entity{EntityFunc, int32(id), name, pos})
	return id
}

// DefineExpose adds a .expose and returns its entity.
func (b *Bundle) DefineExpose(x Expose) EntityID {
	b.Exposes = append(b.Exposes, x)
	b.define(DefExpose, len(b.Exposes)-1)
	return b.add(Entity{EntityExpose, int32(len(b.Exposes) - 1), x.Name, x.Pos})
}

// FuncEntity returns the entity of a function, by which operands name it.
func (b *Bundle) FuncEntity(f FuncID) EntityID {
	e, _ := b.Lookup(b.Funcs[f].Name)
	return e
}
