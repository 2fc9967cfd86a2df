package hir

import "strings"

// effects reads the lines of effects below an instruction or terminal. It
// returns nil if there are none, and an empty list for a line of four spaces.
func (r *reader) effects() []RefText {
	r.effectBuf = r.effectBuf[:0]
	for {
		if !r.onLine {
			pos, lim, next := r.pos, r.lim, r.next
			if !r.advance() {
				break
			}
			if r.pos == r.lim && !(len(r.effectBuf) == 0 && r.isEmptyEffects()) {
				// A blank line. Whose it is, the caller finds out.
				r.pos, r.lim, r.next = pos, lim, next
				break
			}
			r.onLine = true
		}
		if r.pos == r.lim {
			if len(r.effectBuf) == 0 && r.isEmptyEffects() {
				r.onLine = false
				return []RefText{}
			}
			break
		}
		if r.atComment() {
			r.onLine = false
			continue
		}
		if !r.isEffect() {
			break
		}
		r.effectBuf = append(r.effectBuf, r.refText(r.effectText()))
	}
	return cut(&r.refSlab, r.effectBuf, 8)
}

// effectStart returns the offset in the current line where an effect starts.
func (r *reader) effectStart() int {
	return r.pos - r.indent + len(r.base) + nestedIndent*r.depth + effectIndent
}

// isEmptyEffects reports whether the current line, which is blank, is an empty
// list of effects of the present function.
func (r *reader) isEmptyEffects() bool { return r.effectStart() == r.pos }

// isEffect reports whether the current line is an effect: it is indented so,
// and nothing else.
func (r *reader) isEffect() bool {
	if r.effectStart() > r.pos || !r.hasPrefix() {
		return false
	}
	s := r.src[r.pos:r.lim]
	if s[0] == '[' && len(s) > 1 && isDigit(s[1]) || strings.HasPrefix(s, "...") {
		return false
	}
	_, _, header := r.scanBlockHeader()
	return !header
}

// effectText reads an effect. That of a call may show the signature of the
// callee in lines of its own.
func (r *reader) effectText() string {
	text := r.src[r.effectStart():r.lim]
	r.onLine = false
	if !strings.HasPrefix(text, "Apply ") || !r.advance() {
		return text
	}
	r.onLine = true
	const signatureIndent = effectIndent + 1
	if r.effectStart()+1 != r.pos || !r.hasPrefix() {
		return text
	}
	lines := []byte(text)
	take := func() {
		start := min(r.effectStart()-effectIndent, r.lim)
		lines = append(lines, '\n')
		lines = append(lines, r.src[start:r.lim]...)
		r.onLine = false
	}
	switch s := r.src[r.pos:r.lim]; {
	case strings.HasPrefix(s, "{"):
		depth := nesting(s)
		take()
		for depth > 0 && r.advance() {
			r.onLine = true
			if !r.hasPrefix() {
				break
			}
			depth += nesting(r.src[r.pos:r.lim])
			take()
		}
	case strings.HasPrefix(s, "function "):
		take()
		for r.advance() {
			r.onLine = true
			own := r.indent - len(r.base) - nestedIndent*r.depth
			if r.pos == r.lim || !r.hasPrefix() || own != 2 && own != signatureIndent || r.src[r.pos] == '[' {
				break
			}
			take()
		}
	}
	return string(lines)
}

// nesting returns how many more brackets s opens than it closes, strings left
// out.
func nesting(s string) int {
	depth := 0
	for i := 0; i < len(s); {
		switch s[i] {
		case '"':
			i = skipJSONString(s, i)
			continue
		case '{', '[', '(':
			depth++
		case '}', ']', ')':
			depth--
		}
		i++
	}
	return depth
}

// aliasingEffects reads "[effect, effect]" of a nested function.
func (r *reader) aliasingEffects() []RefText {
	r.expect("[")
	r.effectBuf = r.effectBuf[:0]
	var text rawText
	text.start(r)
	start, depth, parts := r.pos, 0, false
	var effects []string
	for {
		if r.pos >= r.lim {
			if r.next >= len(r.src) {
				r.fail(start, "expected the end of the effects that start here, found none")
			}
			text.line(r)
			continue
		}
		switch c := r.src[r.pos]; c {
		case '"':
			r.pos = skipJSONString(r.src[:r.lim], r.pos)
			continue
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			if depth == 0 && c == ']' {
				last := text.end(r, r.pos)
				r.pos++
				if last == "" && !parts {
					return nil
				}
				effects = append(effects, last)
				for _, e := range effects {
					r.effectBuf = append(r.effectBuf, r.refText(e))
				}
				return cut(&r.refSlab, r.effectBuf, 8)
			}
			depth = max(0, depth-1)
		case ',':
			if depth == 0 && strings.HasPrefix(r.src[r.pos:r.lim], ", ") {
				effects = append(effects, text.end(r, r.pos))
				parts = true
				r.pos += 2
				text.start(r)
				continue
			}
		}
		r.pos++
	}
}
