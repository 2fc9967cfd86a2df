package hir

import "strings"

// refToken is a mention of an identifier in the text of an effect or scope.
type refToken struct {
	part      int
	name      string
	id, scope int
	text      string
}

// pendingRef is a mention whose meaning shows when all places are read.
type pendingRef struct {
	part *RefPart
	refToken
}

// refText cuts text at the identifiers in it. What stands in quotes is not
// searched.
func (r *reader) refText(s string) RefText {
	if s == "" {
		return nil
	}
	r.parts, r.refToks = r.parts[:0], r.refToks[:0]
	done := 0
	for i := 0; i < len(s); {
		c := s[i]
		if c == '"' {
			i = skipJSONString(s, i)
			continue
		}
		if c != '$' || i+1 >= len(s) || !isDigit(s[i+1]) {
			i++
			continue
		}
		end := i + 1
		for end < len(s) && isDigit(s[end]) {
			end++
		}
		if end < len(s) && nameByte[s[end]] && !(s[end] == '_' && end+1 < len(s) && s[end+1] == '@') {
			i = end
			continue
		}
		start := i
		for start > done && nameByte[s[start-1]] {
			start--
		}
		if start > done && s[start-1] == '#' {
			start--
		}
		name, id, scope, end2 := scanIdentifier(s, start, r.limit)
		if end2 < 0 || id > r.limit || scope > r.limit {
			i = end
			continue
		}
		if start > done {
			r.parts = append(r.parts, RefPart{Text: s[done:start], Identifier: NoIdentifier})
		}
		r.refToks = append(r.refToks, refToken{len(r.parts), name, id, scope, s[start:end2]})
		r.parts = append(r.parts, RefPart{Identifier: IdentifierID(id)})
		i, done = end2, end2
	}
	if done < len(s) {
		r.parts = append(r.parts, RefPart{Text: s[done:], Identifier: NoIdentifier})
	}
	parts := cut(&r.partSlab, r.parts, 16)
	for _, t := range r.refToks {
		ref := pendingRef{&parts[t.part], t}
		if t.id < len(r.idents) && r.idents[t.id]&identPlaced != 0 {
			r.resolve(&ref)
		} else {
			r.pending = append(r.pending, ref)
		}
	}
	return parts
}

// resolve settles a mention in a text whose identifier is known. If the
// identifier has another scope the reference keeps the scope as text, and if
// it cannot be the identifier at all it becomes plain text.
func (r *reader) resolve(ref *pendingRef) {
	id := &r.env.Identifiers[ref.id]
	switch {
	case id.Name == ref.name && int(id.Scope) == ref.scope:
	case id.Name == ref.name && ref.scope >= 0 && ref.scope <= idSlack:
		r.scope(ref.scope, r.topPos)
		ref.part.Text = ref.text[strings.LastIndexByte(ref.text, '_'):]
	default:
		*ref.part = RefPart{Text: ref.text, Identifier: NoIdentifier}
	}
}

// resolvePending settles the mentions of identifiers that no place had
// mentioned before. Those that none mentions at all are what the first text
// with them says.
func (r *reader) resolvePending() {
	for i := range r.pending {
		ref := &r.pending[i]
		if ref.id > idSlack && (ref.id >= len(r.idents) || r.idents[ref.id] == 0) || ref.scope > idSlack {
			// So large an id must be that of a place.
			*ref.part = RefPart{Text: ref.text, Identifier: NoIdentifier}
			continue
		}
		if ref.id >= len(r.idents) {
			r.growIdentifiers(ref.id)
		}
		if r.idents[ref.id]&(identPlaced|identRef) == 0 {
			r.idents[ref.id] |= identRef
			r.maxIdent = max(r.maxIdent, ref.id)
			id := &r.env.Identifiers[ref.id]
			id.Name = ref.name
			if ref.scope >= 0 {
				id.Scope = r.scope(ref.scope, r.topPos)
				id.RangeScope = id.Scope
			}
		}
		r.resolve(ref)
	}
	r.pending = r.pending[:0]
}

// skipJSONString returns the offset behind the string that starts at s[i].
func skipJSONString(s string, i int) int {
	for i++; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return len(s)
}
