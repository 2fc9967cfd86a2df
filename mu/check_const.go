package mu

import "strconv"

// constDef checks a constant: its type, and that its form fits the type. A
// constant of a form that does not fit is an error at LevelFull and a warning
// at LevelDefs.
func (c *checker) constDef(k *Const) {
	b := c.b
	c.typ(k.Type)
	t := &b.Types[k.Type.ID]
	ok := true
	for _, e := range k.Elems {
		if !c.entity(e.ID, e.Pos, "a constant, global or function", EntityConst, EntityGlobal, EntityFunc, EntityExpose) {
			ok = false
		}
	}
	if !ok || t.Kind == KindBad {
		return
	}
	want := ""
	switch k.Kind {
	case ConstInt:
		if t.Kind != KindInt && t.Kind != KindUPtr && t.Kind != KindUFuncPtr {
			want = "an int or a pointer"
		} else if c.level > LevelNone && !fits(&k.Int, t) {
			c.warn("W-CONST-RANGE", k.Pos, "expected a value that "+b.string(t)+" has, found "+string(k.Int.AppendText(nil)))
		}
	case ConstFloat:
		if t.Kind != KindFloat {
			want = "float"
		}
	case ConstDouble:
		if t.Kind != KindDouble {
			want = "double"
		}
	case ConstNull:
		switch t.Kind {
		case KindRef, KindIRef, KindFuncRef, KindThreadRef, KindStackRef, KindFrameCursorRef, KindIRNodeRef:
		default:
			want = "a reference"
		}
	case ConstList:
		c.constList(k, t)
		return
	}
	if want != "" {
		c.constType(k.Pos, "expected the type of "+k.Name+" to be "+want+" as its value is, found "+b.TypeString(k.Type.ID)+" = "+b.string(t))
	}
}

func (c *checker) constType(pos Pos, msg string) {
	switch c.level {
	case LevelDefs:
		c.warn("W-CONST-TYPE", pos, msg)
	case LevelFull:
		c.bad("E-CONST-TYPE", pos, msg)
	}
}

// fits reports whether a type has an integer, be it signed or unsigned.
func fits(l *IntLit, t *Type) bool {
	n := uint64(64)
	if t.Kind == KindInt {
		n = t.Size
	}
	if l.Neg { // at least -2^(n-1)
		if n == 0 || n > 64*uint64(1+len(l.High)) {
			return n > 0
		}
		for i := range 1 + len(l.High) {
			w, from := l.magnitude(i), uint64(64*i)
			switch {
			case from+64 < n:
			case from >= n:
				if w != 0 {
					return false
				}
			case w > 1<<(n-1-from):
				return false
			}
		}
		// 2^(n-1) itself fits only if all lower words are zero.
		if top := l.magnitude(int((n - 1) / 64)); top == 1<<((n-1)%64) {
			for i := range int((n - 1) / 64) {
				if l.magnitude(i) != 0 {
					return false
				}
			}
		}
		return true
	}
	for i := range 1 + len(l.High) {
		w, from := l.magnitude(i), uint64(64*i)
		if from >= n && w != 0 || from < n && n-from < 64 && w>>(n-from) != 0 {
			return false
		}
	}
	return true
}

// constList checks the elements of a list constant.
func (c *checker) constList(k *Const, t *Type) {
	b := c.b
	var n uint64
	switch t.Kind {
	case KindStruct:
		n = uint64(len(t.Elems))
	case KindArray, KindVector:
		n = t.Size
	default:
		c.constType(k.Pos, "expected the type of "+k.Name+" to be a struct, an array or a vector as its value is, found "+
			b.TypeString(k.Type.ID)+" = "+b.string(t))
		return
	}
	if uint64(len(k.Elems)) != n {
		c.constType(k.Pos, "expected "+strconv.FormatUint(n, 10)+" elements as "+b.TypeString(k.Type.ID)+" has, found "+strconv.Itoa(len(k.Elems)))
		return
	}
	for i, e := range k.Elems {
		want := t.Elems[0].ID
		if t.Kind == KindStruct {
			want = t.Elems[i].ID
		}
		if got := b.EntityType(e.ID); got != NoType && !b.SameType(got, want) {
			c.constType(e.Pos, "expected an element of type "+b.TypeString(want)+", found "+b.Entities[e.ID].Name+" of type "+b.TypeString(got))
		}
	}
}

// constCycles reports constants that contain themselves.
func (c *checker) constCycles() {
	b := c.b
	state := make([]uint8, len(b.Consts)) // 1 open, 2 done
	type frame struct{ k, next int }
	var stack []frame
	for k := range b.Consts {
		if state[k] != 0 {
			continue
		}
		state[k] = 1
		stack = append(stack[:0], frame{k, 0})
		for len(stack) > 0 {
			top := &stack[len(stack)-1]
			elems := b.Consts[top.k].Elems
			if top.next == len(elems) {
				state[top.k] = 2
				stack = stack[:len(stack)-1]
				continue
			}
			e := elems[top.next]
			top.next++
			if e.ID == NoEntity || b.Entities[e.ID].Kind != EntityConst {
				continue
			}
			switch i := int(b.Entities[e.ID].Index); state[i] {
			case 0:
				state[i] = 1
				stack = append(stack, frame{i, 0})
			case 1:
				c.bad("E-CONST-CYCLE", e.Pos, "expected a constant that does not contain itself, found "+b.Consts[i].Name+" in itself")
			}
		}
	}
}
