package hir

import "strings"

// key reads the key of a property and the colon. A computed key is left to the
// caller.
func (r *reader) key() Key {
	var k Key
	switch c := r.peek(); {
	case c == '"':
		k = Key{KeyString, r.stringKey()}
	case isDigit(c):
		k = Key{KeyNumber, r.propertyName(true)}
	default:
		k = Key{KeyIdentifier, r.name("a property")}
	}
	r.token(":")
	return k
}

// stringKey reads a key in quotes. Nothing in it is escaped, so a quote ends it
// only if a colon, a place, and a comma or brace follow.
func (r *reader) stringKey() string {
	start := r.pos
	r.pos++
	var text rawText
	text.start(r)
	for {
		i := strings.IndexByte(r.src[r.pos:r.lim], '"')
		if i < 0 {
			if r.next >= len(r.src) {
				r.fail(start, "expected the end of the string that starts here, found none")
			}
			text.line(r)
			continue
		}
		r.pos += i + 1
		s := r.src[:r.lim]
		if !strings.HasPrefix(s[r.pos:], ":") {
			continue
		}
		if end := r.scanPlace(skipSpaces(s, r.pos+1)); end >= 0 {
			if end = skipSpaces(s, end); end < len(s) && (s[end] == ',' || s[end] == '}') {
				return text.end(r, r.pos-1)
			}
		}
	}
}

func (r *reader) properties(in *Instruction) {
	r.token("{")
	props := r.props[:0]
	for r.skipSpaces(); !r.accept("}"); r.skipSpaces() {
		if len(props) > 0 {
			r.token(",")
		}
		var p Property
		switch {
		case r.accept("..."):
			p.Spread = true
		case r.accept("["):
			p.Key.Kind = KeyComputed
			r.operand()
			r.expect("]")
			r.token(":")
		default:
			p.Key = r.key()
		}
		r.operand()
		if !p.Spread {
			p.Method = r.idents[r.ops[len(r.ops)-1].Identifier]&identMethod != 0
		}
		props = append(props, p)
	}
	r.props = props
	in.Aux = append(Properties(nil), props...)
}

func (r *reader) pattern(in *Instruction) {
	pat := &Pattern{}
	in.Aux = pat
	end := "]"
	switch {
	case r.accept("["):
	case r.accept("{"):
		pat.Object = true
		end = "}"
	default:
		r.expected("a pattern")
	}
	for r.skipSpaces(); !r.accept(end); r.skipSpaces() {
		if len(pat.Items) > 0 {
			r.token(",")
		}
		var item PatternItem
		item.KeyPlace.Identifier = NoIdentifier
		switch {
		case r.accept("..."):
			item.Spread = true
		case !pat.Object:
			item.Hole = r.accept("<hole>")
		case r.accept("["):
			item.Key.Kind = KeyComputed
			item.KeyPlace = r.place()
			r.expect("]")
			r.token(":")
		default:
			item.Key = r.key()
		}
		if !item.Hole {
			r.def()
		}
		pat.Items = append(pat.Items, item)
	}
}
