package hir

func (p *printer) jsx(in *Instruction) {
	x, _ := in.Aux.(*Jsx)
	if x == nil {
		p.str("<missing>")
		return
	}
	n := 0
	if x.TagIsPlace {
		n = 1
	}
	p.jsxTag(in, x)
	for _, a := range x.Attributes {
		p.str(" ")
		if a.Spread {
			p.str("...")
			p.operand(in, n)
		} else {
			p.str(a.Name)
			p.str("={")
			p.operand(in, n)
			p.str("}")
		}
		n++
	}
	if len(x.Attributes) > 0 {
		p.str(" ")
	}
	if !x.HasChildren {
		p.str("/>")
		return
	}
	p.str(">")
	for ; n < len(in.Operands); n++ {
		p.str("{")
		p.operand(in, n)
		p.str("}")
	}
	p.str("</")
	p.jsxTag(in, x)
	p.str(">")
}

func (p *printer) jsxTag(in *Instruction, x *Jsx) {
	if x.TagIsPlace {
		p.operand(in, 0)
	} else {
		p.str(x.Tag)
	}
}
