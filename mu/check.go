package mu

import (
	"slices"
	"strings"
)

// Check returns what is wrong with the definitions of a bundle as pre-SSA form
// (the form Read takes, SSA form included), in the order of their places. The
// definitions of preludes are not checked.
//
// Postcondition: if there are no errors the converter need not look for any but
// those that take data flow to find.
func Check(b *Bundle, level Level) []*Problem { return check(b, level, false) }

// CheckSSA returns what is wrong with the definitions of a bundle as SSA form,
// what the language itself has: each variable is defined once in its block and
// used only there, all blocks and edges have their lists, and there are no PHI,
// LANDINGPAD, ID, or names with a $. It includes what Check says.
func CheckSSA(b *Bundle, level Level) []*Problem { return check(b, level, true) }

func check(b *Bundle, level Level, ssa bool) []*Problem {
	c := checker{b: b, level: level, ssa: ssa}
	c.inlineTypes()
	c.names()
	for _, d := range b.Defs {
		if c.full() {
			break
		}
		switch d.Kind {
		case DefType:
			c.typeDef(TypeID(d.Index))
		case DefSig:
			c.sigDef(&b.Sigs[d.Index])
		case DefConst:
			c.constDef(&b.Consts[d.Index])
		case DefGlobal:
			g := &b.Globals[d.Index]
			c.typ(g.Type)
			if k := b.Types[g.Type.ID].Kind; k == KindVoid || k == KindHybrid {
				c.bad("E-VALUE-TYPE", g.Type.Pos, "expected a type of fixed size for global "+g.Name+", found "+b.TypeString(g.Type.ID))
			}
		case DefDecl:
			x := &b.Decls[d.Index]
			c.sig(x.Sig)
			c.sameSig(x.Func, x.Sig)
		case DefVersion:
			c.version(b.Versions[d.Index])
		case DefExpose:
			c.exposeDef(&b.Exposes[d.Index])
		}
	}
	c.constCycles()
	SortProblems(c.problems)
	return c.problems
}

// checker collects the problems of a bundle.
type checker struct {
	b        *Bundle
	level    Level
	ssa      bool
	problems []*Problem
	// notValue holds for each type whether a variable cannot have it.
	notValue []bool

	functionChecker
}

// full reports whether there are as many problems as are reported.
func (c *checker) full() bool { return len(c.problems) >= MaxProblems }

func (c *checker) add(s Severity, code string, pos Pos, msg string) {
	if c.full() {
		return
	}
	c.problems = append(c.problems, c.b.NewProblem(s, code, At{c.f, c.blk, c.in}, pos, msg))
}

// instructionName returns what an instruction is called in messages.
func (f *Function) instructionName(in *Instruction) string {
	var s strings.Builder
	for i, d := range in.Results {
		if i > 0 {
			s.WriteByte(' ')
		}
		s.WriteString(f.Vars[d.Var].Name)
	}
	if len(in.Results) > 0 {
		s.WriteString(" = ")
	}
	if in.Name != "" {
		s.WriteString("[" + in.Name + "] ")
	}
	s.WriteString(in.Op.String())
	return s.String()
}

func (c *checker) bad(code string, pos Pos, msg string) { c.add(Error, code, pos, msg) }

func (c *checker) warn(code string, pos Pos, msg string) { c.add(Warning, code, pos, msg) }

// typ checks that a mention of a type means one.
func (c *checker) typ(t TypeRef) {
	if t.ID == NoType {
		c.bad("E-UNDEF-GLOBAL", t.Pos, "expected a type, found none")
	} else if d := &c.b.Types[t.ID]; d.Kind == KindBad {
		c.undefined(d.Name, "a type", t.Pos)
	}
}

func (c *checker) sig(s SigRef) {
	if s.ID == NoSig {
		c.bad("E-UNDEF-GLOBAL", s.Pos, "expected a signature, found none")
	} else if d := &c.b.Sigs[s.ID]; d.Bad {
		c.undefined(d.Name, "a signature", s.Pos)
	}
}

// undefined reports a global name that does not mean what is expected.
func (c *checker) undefined(name, what string, pos Pos) {
	if e, ok := c.b.Lookup(name); ok && c.b.Entities[e].Kind != EntityUndefined {
		c.bad("E-KIND", pos, "expected "+what+", found "+name+", which is a "+c.b.Entities[e].Kind.String())
		return
	}
	c.bad("E-UNDEF-GLOBAL", pos, "expected "+what+", found "+name+", which is not defined")
}

// entity checks that a mention of an entity means one of the given kinds.
func (c *checker) entity(e EntityID, pos Pos, what string, kinds ...EntityKind) bool {
	if e == NoEntity {
		c.bad("E-UNDEF-GLOBAL", pos, "expected "+what+", found nothing")
		return false
	}
	if slices.Contains(kinds, c.b.Entities[e].Kind) {
		return true
	}
	c.undefined(c.b.Entities[e].Name, what, pos)
	return false
}

// sameSig checks that a function has one signature wherever it is declared.
func (c *checker) sameSig(f FuncID, s SigRef) {
	fn := &c.b.Funcs[f]
	if !c.b.SameSig(fn.Sig.ID, s.ID) {
		c.bad("E-SIG-MIX", s.Pos, "expected the signature "+c.b.Sigs[fn.Sig.ID].Name+" that "+fn.Name+" has at "+
			c.b.Position(fn.Pos).String()+", found "+c.b.Sigs[s.ID].Name)
	}
}

func (c *checker) typeDef(id TypeID) {
	t := &c.b.Types[id]
	for _, e := range t.Elems {
		c.typ(e)
	}
	switch t.Kind {
	case KindFuncRef, KindUFuncPtr:
		c.sig(t.Sig)
	case KindInt, KindVector:
		if t.Size == 0 {
			c.bad("E-TYPE-SIZE", t.Pos, "expected a size of at least 1, found "+c.b.string(t))
		}
	}
	for i, e := range t.Elems {
		k := c.b.Types[e.ID].Kind
		switch t.Kind {
		case KindStruct, KindArray, KindVector, KindHybrid:
			// The old language has hybrid<void T>, without fixed part.
			if k == KindVoid && !(t.Kind == KindHybrid && i == 0 && len(t.Elems) > 1) || k == KindHybrid {
				c.bad("E-TYPE-MEMBER", e.Pos, "expected a member of fixed size in "+t.Name+", found "+c.b.TypeString(e.ID)+" = "+k.String())
			}
		}
		if t.Kind == KindVector && k != KindInt && k != KindFloat && k != KindDouble && k != KindUPtr && k != KindUFuncPtr && k != KindBad {
			c.bad("E-TYPE-MEMBER", e.Pos, "expected a vector of numbers or pointers, found one of "+c.b.TypeString(e.ID))
		}
	}
}

// string returns the constructor of a type.
func (b *Bundle) string(t *Type) string { return string(b.appendConstructor(nil, t)) }

func (c *checker) sigDef(s *Sig) {
	for _, list := range [][]TypeRef{s.Params, s.Returns} {
		for _, t := range list {
			c.typ(t)
			c.valueType(t.ID, t.Pos, "signature "+s.Name)
		}
	}
}

// valueType checks that a variable can have a type.
func (c *checker) valueType(t TypeID, pos Pos, what string) bool {
	if c.level < LevelDefs || t == NoType || int(t) >= len(c.notValue) || !c.notValue[t] {
		return true
	}
	c.bad("E-VALUE-TYPE", pos, what+": expected a type that variables can have, found "+c.b.TypeString(t)+" = "+c.b.string(&c.b.Types[t]))
	return false
}

func (c *checker) exposeDef(x *Expose) {
	c.entity(x.Func.ID, x.Func.Pos, "a function", EntityFunc)
	if c.entity(x.Cookie.ID, x.Cookie.Pos, "a constant", EntityConst) && c.level == LevelFull {
		if t := c.b.EntityType(x.Cookie.ID); !c.b.SameType(t, c.b.IntType(64)) {
			c.bad("E-OPERAND-TYPE", x.Cookie.Pos, "expected a cookie of type int<64>, found "+c.b.TypeString(t))
		}
	}
}

// inlineTypes finds out which types variables cannot have: void, hybrid,
// weakref, what contains them, and types that would contain themselves.
func (c *checker) inlineTypes() {
	b := c.b
	c.notValue = make([]bool, len(b.Types))
	const (
		unseen = iota
		open
		done
	)
	state := make([]uint8, len(b.Types))
	type frame struct {
		t    TypeID
		next int
	}
	var stack []frame
	for t := range b.Types {
		if state[t] != unseen {
			continue
		}
		state[t] = open
		stack = append(stack[:0], frame{TypeID(t), 0})
		for len(stack) > 0 {
			top := &stack[len(stack)-1]
			d := &b.Types[top.t]
			switch d.Kind {
			case KindVoid, KindHybrid, KindWeakRef:
				c.notValue[top.t] = true
			}
			inline := d.Kind == KindStruct || d.Kind == KindArray || d.Kind == KindVector || d.Kind == KindHybrid
			if !inline || top.next == len(d.Elems) {
				state[top.t] = done
				stack = stack[:len(stack)-1]
				continue
			}
			e := d.Elems[top.next].ID
			if state[e] == unseen {
				state[e] = open
				stack = append(stack, frame{e, 0})
				continue
			}
			if state[e] == open {
				c.bad("E-TYPE-INFINITE", d.Elems[top.next].Pos, "expected a type that does not contain itself, found "+b.TypeString(e)+" in itself")
				c.notValue[top.t] = true
			}
			c.notValue[top.t] = c.notValue[top.t] || c.notValue[e]
			top.next++
		}
	}
}
