package hir

// key prints a property's key but for a computed one.
func (p *printer) key(k Key) {
	if k.Kind == KeyString {
		// The React Compiler puts quotes around the text and escapes nothing.
		p.str(`"`)
		p.free(k.Text)
		p.str(`"`)
	} else {
		p.str(k.Text)
	}
}

func (p *printer) properties(in *Instruction) {
	props, _ := in.Aux.(Properties)
	p.str("{ ")
	n := 0
	for i := range props {
		if i > 0 {
			p.str(", ")
		}
		switch prop := &props[i]; {
		case prop.Spread:
			p.str("...")
		case prop.Key.Kind == KeyComputed:
			p.str("[")
			p.operand(in, n)
			n++
			p.str("]: ")
		default:
			p.key(prop.Key)
			p.str(": ")
		}
		p.operand(in, n)
		n++
	}
	p.str(" }")
}

func (p *printer) pattern(in *Instruction) {
	pat, _ := in.Aux.(*Pattern)
	if pat == nil {
		p.str("<missing>")
		return
	}
	open, end := "[ ", " ]"
	if pat.Object {
		open, end = "{ ", " }"
	}
	p.str(open)
	n := 0
	for i := range pat.Items {
		if i > 0 {
			p.str(", ")
		}
		item := &pat.Items[i]
		switch {
		case item.Hole:
			p.str("<hole>")
			continue
		case item.Spread:
			p.str("...")
		case !pat.Object:
		case item.Key.Kind == KeyComputed:
			p.str("[")
			p.place(item.KeyPlace)
			p.str("]: ")
		default:
			p.key(item.Key)
			p.str(": ")
		}
		p.def(in, n)
		n++
	}
	p.str(end)
}
