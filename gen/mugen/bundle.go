package mugen

import (
	"fmt"
	"sync"

	"assay/gen"
	"assay/mu"
)

// Entry is the name of the function to run, which every bundle has.
const Entry = "@main"

// Bundle decodes a stream of choices to a bundle in pre-SSA form.
//
// Postconditions: mu.Check finds no error in it at mu.LevelFull; it was read from
// its text, so it has places in it; variables are defined somewhere in their
// functions, have defaults, and results are passed on edges only where they exist,
// so that a converter accepts it. No bytes at all give the smallest bundle, @main
// with one instruction.
func Bundle(c *gen.Choices, cfg Config) *mu.Bundle { return decode(c, cfg, false) }

// SSABundle decodes a stream of choices to a bundle in SSA form.
//
// Postconditions: mu.CheckSSA finds no error in it at mu.LevelFull; it was read
// from its text.
func SSABundle(c *gen.Choices, cfg Config) *mu.Bundle { return decode(c, cfg, true) }

var generators = sync.Pool{New: func() any { return new(generator) }}

func decode(c *gen.Choices, cfg Config, ssa bool) *mu.Bundle {
	g := generators.Get().(*generator)
	g.c, g.cfg, g.ssa = c, cfg.normal(), ssa
	text := mu.Print(g.bundle(), mu.PrintOptions{})
	g.release()
	generators.Put(g)
	b, err := mu.Read("", text, mu.ReadOptions{})
	if err != nil {
		panic(fmt.Sprintf("generated text cannot be read: %v\n%s", err, text))
	}
	return b
}

// generator holds the state of one decoding. What it builds lives in memory that
// it keeps for the next; the result is read from the text.
type generator struct {
	c        *gen.Choices
	cfg      Config
	features FeatureSet
	ssa      bool
	b        *mu.Bundle

	shapes []shape
	// menu holds the shapes that variables get, common ones several times.
	menu []shapeID
	// numbers holds the shapes of int and floating point types in menu once, ints
	// those of int types other than int<1>.
	numbers, ints []shapeID
	// structs, sequences (arrays and vectors) and vectors hold aggregates.
	structs, sequences, vectors []shapeID
	// targets holds what references refer to.
	targets []shapeID

	konsts            []konst
	nconsts, nglobals int
	sigs              []signature
	funcs             []callee
	external          int // index into funcs, or -1

	statements gen.Table
	// serial numbers the versions.
	serial int

	function

	operands arena[mu.Operand]
	typeRefs arena[mu.TypeRef]
	defs     arena[mu.Def]
	dests    arena[mu.Dest]
	params   arena[mu.Param]
	extras   arena[mu.Extra]
}

// signature is a function signature.
type signature struct {
	params, returns []shapeID
	id              mu.SigID // or mu.NoSig, if it has no .funcsig yet
}

// callee is a function of the bundle.
type callee struct {
	name string
	sig  int
	// entity is what operands call it by, or mu.NoEntity.
	entity mu.EntityID
	// recursive says that the function may call itself, so that the first argument
	// must be small.
	recursive bool
	// versions holds the bodies.
	versions []*mu.Function
}

func (g *generator) has(f Feature) bool { return g.features>>f&1 != 0 }

// release drops what belongs to the bundle.
func (g *generator) release() {
	g.c, g.b = nil, nil
	clear(g.funcs)
	g.funcs = g.funcs[:0]
	clear(g.sigs)
	g.sigs = g.sigs[:0]
	g.operands.reset()
	g.typeRefs.reset()
	g.defs.reset()
	g.dests.reset()
	g.params.reset()
	g.extras.reset()
	g.function.release()
}

func (g *generator) bundle() *mu.Bundle {
	g.b = mu.NewBundle(nil)
	g.features = g.cfg.swarm(g.c)
	g.konsts, g.nconsts, g.nglobals, g.serial = g.konsts[:0], 0, 0, 0
	g.structs, g.sequences, g.vectors, g.targets = g.structs[:0], g.sequences[:0], g.vectors[:0], g.targets[:0]
	g.initShapes()
	g.fillMenu()
	g.signatures()
	g.weighStatements()
	if g.has(FeatureCollision) {
		g.reservedNames()
	}
	for i := len(g.funcs) - 1; i >= 0; i-- {
		if i != g.external {
			g.version(i)
		}
	}
	g.defineFunctions()
	return g.b
}

// fillMenu decides what types the bundle has.
func (g *generator) fillMenu() {
	g.menu = append(g.menu[:0], i64, i64, i64)
	g.ints = append(g.ints[:0], i64)
	g.numbers = append(g.numbers[:0], i64)
	number := func(s shapeID) {
		g.menu, g.numbers = append(g.menu, s), append(g.numbers, s)
		if g.shapes[s].kind == mu.KindInt && s != i1 {
			g.ints = append(g.ints, s)
		}
	}
	if g.has(FeatureNarrow) {
		number(i32)
		number(i8)
	}
	if g.has(FeatureOdd) {
		number([...]shapeID{i33, i52, i6, i16}[g.c.Intn(4)])
		number([...]shapeID{i52, i6, i33, i1}[g.c.Intn(4)])
	}
	if g.has(FeatureWide) {
		g.menu = append(g.menu, g.find(mu.KindInt, 128))
	}
	number(i1)
	if g.has(FeatureFloat) {
		number(float64s)
		number(float32s)
	}
	if g.has(FeatureRecursive) {
		g.recursiveTypes()
		g.menu = append(g.menu, g.structs[0])
	}
	if g.has(FeatureStruct) {
		for range 1 + g.c.Intn(2) {
			s := g.newStruct()
			g.structs = append(g.structs, s)
			g.menu = append(g.menu, s)
		}
	}
	if g.has(FeatureArray) {
		e := g.numbers[g.c.Intn(len(g.numbers))]
		if len(g.structs) > 0 && g.c.Chance(48) {
			e = g.structs[len(g.structs)-1]
		}
		s := g.find(mu.KindArray, 2+uint64(g.c.Intn(3)), e)
		g.sequences = append(g.sequences, s)
		g.menu = append(g.menu, s)
	}
	if g.has(FeatureVector) {
		e := g.numbers[g.c.Intn(len(g.numbers))]
		s := g.find(mu.KindVector, 2+uint64(g.c.Intn(3)), e)
		g.sequences, g.vectors = append(g.sequences, s), append(g.vectors, s)
		g.menu = append(g.menu, s)
	}
	if g.has(FeatureMemory) {
		g.targets = append(append(append(g.targets, i64), g.structs...), g.sequences...)
		if b := g.c.Byte(); b >= 64 {
			g.targets = append(g.targets, g.numbers[int(b)%len(g.numbers)])
		}
		if b := g.c.Byte(); b >= 128 {
			g.targets = append(g.targets, g.find(mu.KindWeakRef, 0, i64))
		} else if b >= 64 {
			g.targets = append(g.targets, g.refTo(g.targets[int(b)%len(g.targets)]))
		}
		t := g.targets[g.c.Intn(len(g.targets))]
		g.menu = append(g.menu, g.refTo(t), g.irefTo(t), g.refTo(i64), g.irefTo(i64))
	}
	if g.has(FeatureThrow) || g.has(FeatureLanding) {
		g.menu = append(g.menu, excRef)
	}
	if g.has(FeatureTag) {
		g.menu = append(g.menu, tagRef)
	}
	if g.has(FeaturePointer) {
		g.menu = append(g.menu, g.find(mu.KindUPtr, 0, i64))
	}
}

// newStruct returns a struct of up to three fields. Fields have default values,
// as variables do.
func (g *generator) newStruct() shapeID {
	var elems [3]shapeID
	n := 1 + g.c.Intn(3)
	for i := range n {
		b := int(g.c.Byte())
		switch {
		case b >= 224 && len(g.structs) > 0:
			elems[i] = g.structs[len(g.structs)-1]
		case b >= 208 && g.has(FeatureMemory):
			elems[i] = g.refTo(i64)
		default:
			elems[i] = g.numbers[b%len(g.numbers)]
		}
	}
	return g.find(mu.KindStruct, 0, elems[:n]...)
}

// mainSigs are the signatures that main has, the first two without floating point
// numbers.
var mainSigs = [...]signature{
	{[]shapeID{i64}, []shapeID{i64}, mu.NoSig},
	{[]shapeID{i64, i64}, []shapeID{i64}, mu.NoSig},
	{[]shapeID{i64, i32, float64s}, []shapeID{i64}, mu.NoSig},
	{[]shapeID{i64, float32s}, []shapeID{i64, float64s}, mu.NoSig},
	{[]shapeID{i64, i8, i64}, []shapeID{i64, i32}, mu.NoSig},
}

var functionNames = [...]string{Entry, "@f1", "@f2", "@f3", "@ext"}

var (
	returnCounts = gen.NewTable(0, 140, 40, 40)
	numFunctions = gen.NewTable(60, 80, 70, 46)
)

// signatures decides what functions there are.
func (g *generator) signatures() {
	n := g.c.Intn(2)
	if g.has(FeatureFloat) || g.has(FeatureNarrow) {
		n = g.c.Intn(len(mainSigs))
	}
	g.sigs = append(g.sigs, mainSigs[n])
	g.external = -1
	g.funcs = append(g.funcs, callee{name: Entry, entity: mu.NoEntity})
	if !g.has(FeatureCall) {
		return
	}
	for i := range g.c.Pick(numFunctions) {
		g.funcs = append(g.funcs, callee{name: functionNames[i+1], sig: g.signature(), entity: mu.NoEntity})
	}
	if g.has(FeatureExternal) {
		g.external = len(g.funcs)
		g.funcs = append(g.funcs, callee{name: "@ext", sig: g.signature(), entity: mu.NoEntity})
	}
	if g.has(FeatureFuncRef) && len(g.funcs) > 1 {
		g.menu = append(g.menu, g.funcRefTo(g.funcs[1].sig))
	}
}

// signature returns the signature of a function other than main, one that exists
// or a new one. The first parameter is an int<64>, which bounds recursion.
func (g *generator) signature() int {
	b := int(g.c.Byte())
	if b >= 160 {
		return b % len(g.sigs)
	}
	var params, returns [4]shapeID
	np, nr := 1+b%3, g.c.Pick(returnCounts)
	for i := range np {
		if i > 0 {
			params[i] = g.fromMenu()
		}
	}
	for i := range nr {
		returns[i] = g.fromMenu()
	}
	list := append(append(make([]shapeID, 0, np+nr), params[:np]...), returns[:nr]...)
	g.sigs = append(g.sigs, signature{list[:np:np], list[np:], mu.NoSig})
	return len(g.sigs) - 1
}

func (g *generator) fromMenu() shapeID { return g.menu[g.c.Intn(len(g.menu))] }

// sigRef returns a mention of a signature, which gets a .funcsig before the first.
func (g *generator) sigRef(i int) mu.SigRef {
	if g.sigs[i].id == mu.NoSig {
		s := mu.Sig{Name: numbered(&sigNames, "@sig", i)}
		s.Params = g.typeList(g.sigs[i].params)
		s.Returns = g.typeList(g.sigs[i].returns)
		g.sigs[i].id = g.b.DefineSig(s)
	}
	return mu.SigRef{ID: g.sigs[i].id}
}

func (g *generator) typeList(list []shapeID) []mu.TypeRef {
	var refs [4]mu.TypeRef
	for i, s := range list {
		refs[i] = g.typ(s)
	}
	return g.typeRefs.list(refs[:len(list)]...)
}

// functionEntity returns what operands call function i by.
func (g *generator) functionEntity(i int) mu.EntityID {
	f := &g.funcs[i]
	if f.entity == mu.NoEntity {
		f.entity = g.b.Mention(f.name, mu.NoPos)
	}
	return f.entity
}

// functionOf returns a function with a signature, if there is one that is not
// main.
func (g *generator) functionOf(sig, k int) (mu.EntityID, bool) {
	n := len(g.funcs)
	for i := range n {
		if j := (i + k) % n; j > 0 && g.funcs[j].sig == sig {
			return g.functionEntity(j), true
		}
	}
	return mu.NoEntity, false
}

// version decodes a version of a function, or two.
func (g *generator) version(i int) {
	var fs [2]*mu.Function
	n := 0
	if g.has(FeatureVersion) && g.c.Chance(96) {
		fs[n] = g.makeFunction(i, "%v0")
		n++
	}
	name := "%v1"
	if g.has(FeatureFullName) && g.c.Chance(24) {
		name = g.funcs[i].name + ".v1"
	}
	fs[n] = g.makeFunction(i, name)
	g.funcs[i].versions = append(g.funcs[i].versions, fs[:n+1]...)
}

// defineFunctions adds the functions, from main on or the other way round.
func (g *generator) defineFunctions() {
	reverse := len(g.funcs) > 1 && g.c.Bool()
	for k := range g.funcs {
		if reverse {
			k = len(g.funcs) - 1 - k
		}
		f := &g.funcs[k]
		if k == g.external {
			g.b.DeclareFunc(f.name, g.sigRef(f.sig), mu.NoPos)
			continue
		}
		for _, v := range f.versions {
			g.b.DefineVersion(f.name, v)
		}
	}
}

// reservedNames defines things by names that a converter gives what it makes.
func (g *generator) reservedNames() {
	b := g.c.Byte()
	if b >= 128 && b < 192 {
		g.b.DefineType(mu.Type{Kind: mu.KindInt, Size: 8, Name: "@__presse.t0"})
	}
	if b >= 160 && b < 224 {
		g.b.DefineConst(mu.Const{Name: "@__presse.zero.i64", Type: g.typ(i64), Kind: mu.ConstInt, Int: mu.IntLit{Lo: 3}})
	}
}
