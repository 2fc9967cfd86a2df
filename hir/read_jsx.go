package hir

import "strings"

// jsxName reads the name of a tag or an attribute.
func (r *reader) jsxName(what string) string {
	start := r.pos
	for r.pos < r.lim {
		c := r.src[r.pos]
		if !nameByte[c] && c != '-' && c != ':' && c != '.' {
			break
		}
		r.pos++
	}
	if r.pos == start {
		r.expected(what)
	}
	return r.src[start:r.pos]
}

func (r *reader) jsx(in *Instruction) {
	r.expect("<")
	x := &Jsx{}
	in.Aux = x
	start := r.pos
	// A tag without an effect is a place only if the instruction has none either.
	if end := r.scanPlace(start); end >= 0 && r.endsTag(end) && (r.tok.effect != EffectNone || in.Lvalue.Effect == EffectNone) {
		x.TagIsPlace = true
		r.operand()
	} else {
		x.Tag = r.jsxName("a tag")
	}
	for {
		r.skipSpaces()
		if r.accept("/>") {
			return
		}
		if r.accept(">") {
			break
		}
		if r.accept("...") {
			x.Attributes = append(x.Attributes, JsxAttribute{Spread: true})
			r.operand()
			continue
		}
		x.Attributes = append(x.Attributes, JsxAttribute{Name: r.jsxName("an attribute, \">\" or \"/>\"")})
		r.expect("={")
		r.operand()
		r.expect("}")
	}
	x.HasChildren = true
	for r.accept("{") {
		r.operand()
		r.expect("}")
	}
	r.expect("</")
	if !x.TagIsPlace {
		r.expect(x.Tag)
	} else if start := r.pos; r.place() != r.ops[0] {
		r.fail(start, "expected the tag that the element starts with, found another")
	}
	r.expect(">")
}

// endsTag reports whether a tag may end at i.
func (r *reader) endsTag(i int) bool {
	s := r.src[i:r.lim]
	return s != "" && (isSpace(s[0]) || s[0] == '>') || strings.HasPrefix(s, "/>")
}
