package hir

// regExp reads /pattern/flags as JavaScript does: a slash in brackets or after
// a backslash does not end the pattern.
func (r *reader) regExp(in *Instruction) {
	start := r.pos
	end := scanRegExp(r.src[:r.lim], start)
	if end < 0 {
		r.expected("a regular expression")
	}
	in.Text = r.src[start+1 : end]
	r.pos = end + 1
	in.Aux = RegExpFlags(r.word())
}

// scanRegExp returns the offset of the slash that ends the pattern that starts
// with the slash at i, or -1.
func scanRegExp(s string, i int) int {
	if i >= len(s) || s[i] != '/' {
		return -1
	}
	class := false
	for i++; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '[':
			class = true
		case ']':
			class = false
		case '/':
			if !class {
				return i
			}
		}
	}
	return -1
}

// template reads a template literal. Its text is as in the source, so only an
// unescaped ` or ${ means something.
func (r *reader) template(in *Instruction) {
	start := r.pos
	r.pos++
	var quasis Template
	var text rawText
	text.start(r)
	for {
		if r.pos >= r.lim {
			if r.next >= len(r.src) {
				r.fail(start, "expected the end of the template that starts here, found none")
			}
			text.line(r)
			continue
		}
		switch c := r.src[r.pos]; {
		case c == '\\':
			r.pos = min(r.pos+2, r.lim)
		case c == '`':
			quasis = append(quasis, Quasi{Raw: text.end(r, r.pos)})
			in.Aux = quasis
			r.pos++
			return
		case c == '$' && r.pos+1 < r.lim && r.src[r.pos+1] == '{':
			if in.Kind == TaggedTemplateExpression {
				r.expected("the end of the template, which can hold no places,")
			}
			quasis = append(quasis, Quasi{Raw: text.end(r, r.pos)})
			r.pos += 2
			r.operand()
			r.expect("}")
			text.start(r)
		default:
			r.pos++
		}
	}
}

// rawText collects text that may go over several lines.
type rawText struct {
	from  int
	lines []byte
}

func (t *rawText) start(r *reader) { t.from, t.lines = r.pos, nil }

// line takes the rest of the current line and goes to the next.
func (t *rawText) line(r *reader) {
	t.lines = append(t.lines, r.src[t.from:r.lim]...)
	t.lines = append(t.lines, '\n')
	r.rawLine()
	t.from = r.pos
}

// end returns the text up to pos.
func (t *rawText) end(r *reader, pos int) string {
	if t.lines == nil {
		return r.src[t.from:pos]
	}
	return string(append(t.lines, r.src[t.from:pos]...))
}
