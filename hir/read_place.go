package hir

import "strings"

// identState is what the reader knows of an identifier.
type identState uint8

const (
	// identPlaced: a place mentions it, which settles its fields.
	identPlaced identState = 1 << iota
	// identRef: the text of an effect or scope mentions it.
	identRef
	// identMethod: it is the lvalue of an ObjectMethod.
	identMethod
	// identRanged: a mention printed its own range.
	identRanged
	// identProperty: it is the property of a MethodCall.
	identProperty
	// identShareNoted: an annotation tells the scope whose range it shares.
	identShareNoted
)

// scopeState is what the reader knows of a scope.
type scopeState uint8

const (
	// scopeMentioned: an identifier or terminal mentions it.
	scopeMentioned scopeState = 1 << iota
	// scopeRanged: its range is known from the text.
	scopeRanged
	// scopeTerm: a terminal gave its dependencies and so on.
	scopeTerm
)

// placeToken is a place as it is printed.
type placeToken struct {
	pos      int // of the identifier
	id       int
	scope    int // -1 for none
	name     string
	typ      string
	rng      Range
	hasRange bool
	effect   Effect
	reactive bool
}

// scanPlace reads a place at pos of the current line into tok. It returns the
// end, or -1 if there is none.
func (r *reader) scanPlace(pos int) int {
	t := &r.tok
	s := r.src[:r.lim]
	effect, n := scanEffect(s[pos:])
	name, id, scope, end := scanIdentifier(s, pos+n, r.limit)
	if end < 0 {
		return -1
	}
	t.pos, t.name, t.id, t.scope, t.effect = pos+n, name, id, scope, effect
	t.rng, t.hasRange, t.typ, t.reactive = Range{}, false, "", false
	if end < len(s) && s[end] == '[' {
		if rng, e := scanRange(s, end, r.limit); e >= 0 {
			t.rng, t.hasRange = rng, true
			end = e
		}
	}
	if end < len(s) && s[end] == ':' {
		e := scanType(s, end)
		t.typ = s[end:e]
		end = e
	}
	if end < len(s) && s[end] == '{' && strings.HasPrefix(s[end:], "{reactive}") {
		t.reactive = true
		end += len("{reactive}")
	}
	return end
}

// place reads a place, or fails.
func (r *reader) place() Place {
	end := r.scanPlace(r.pos)
	if end < 0 {
		r.expected("a place")
	}
	r.pos = end
	return r.mention()
}

// operand reads a place and appends it to the operands of the instruction.
func (r *reader) operand() { r.ops = append(r.ops, r.place()) }

// def reads a place and appends it to the definitions of the instruction.
func (r *reader) def() { r.defs = append(r.defs, r.place()) }

// mention records what the last scanned place says of its identifier, or fails
// if an earlier place said something else.
func (r *reader) mention() Place {
	t := &r.tok
	r.checkID(t.id, t.pos, "an identifier id")
	if t.hasRange {
		r.checkID(int(max(t.rng.Start, t.rng.End)), t.pos, "an instruction id")
	}
	if t.id >= len(r.idents) {
		r.growIdentifiers(t.id)
	}
	id := &r.env.Identifiers[t.id]
	state := &r.idents[t.id]
	if *state&identPlaced == 0 {
		r.maxIdent = max(r.maxIdent, t.id)
		id.Name, id.Type = t.name, t.typ
		id.Scope, id.RangeScope = NoScope, NoScope
		if t.scope >= 0 {
			id.Scope = r.scope(t.scope, t.pos)
			id.RangeScope = id.Scope
		}
	} else {
		switch {
		case id.Name != t.name:
			r.failf(t.pos, "identifier $%d: expected the name %q as at its other mentions, found %q", t.id, id.Name, t.name)
		case id.Type != t.typ:
			r.failf(t.pos, "identifier $%d: expected the type %q as at its other mentions, found %q", t.id, id.Type, t.typ)
		case int(id.Scope) != t.scope:
			r.failf(t.pos, "identifier $%d: expected %s as at its other mentions, found %s", t.id, scopeText(int(id.Scope)), scopeText(t.scope))
		}
	}
	if t.scope >= 0 {
		r.scopeRange(id.Scope, t.rng, t.hasRange, t.pos)
	} else if t.hasRange || *state&identRanged != 0 {
		r.ownRange(id, state)
	}
	*state |= identPlaced
	r.hasEffects = r.hasEffects || t.effect != EffectNone
	return Place{Identifier: IdentifierID(t.id), Effect: t.effect, Reactive: t.reactive}
}

func scopeText(scope int) string {
	if scope < 0 {
		return "no scope"
	}
	return "scope @" + BlockID(scope).String()[2:]
}

// ownRange handles the range of an identifier without scope, which either this
// mention or an earlier one has.
func (r *reader) ownRange(id *Identifier, state *identState) {
	t := &r.tok
	switch {
	case !t.hasRange || *state&(identPlaced|identRanged) == identPlaced:
		r.rangesOnce(t.pos)
	case *state&identRanged != 0 && id.Range != t.rng:
		r.failf(t.pos, "identifier $%d: expected the range [%d:%d] as at its other mentions, found [%d:%d]",
			t.id, id.Range.Start, id.Range.End, t.rng.Start, t.rng.End)
	}
	if t.hasRange {
		id.Range = t.rng
		*state |= identRanged
	}
}

// scope returns the scope with the given number, which is mentioned at pos.
func (r *reader) scope(n, pos int) ScopeID {
	r.checkID(n, pos, "a scope id")
	if n >= len(r.scopes) {
		r.growScopes(n)
	}
	r.maxScope = max(r.maxScope, n)
	return ScopeID(n)
}

// scopeRange handles the range of a scope at a mention at pos, which has rng or
// no range.
func (r *reader) scopeRange(s ScopeID, rng Range, has bool, pos int) {
	state := &r.scopes[s]
	known := r.env.Scopes[s].Range
	switch {
	case !has:
		if *state&scopeRanged == 0 {
			r.unranged = true
		} else if known.End > known.Start+1 {
			r.rangesOnce(pos)
		}
	case *state == 0:
	case *state&scopeRanged == 0:
		if rng.End > rng.Start+1 {
			r.rangesOnce(pos)
		}
	case known != rng:
		r.failf(pos, "scope @%d: expected the range [%d:%d] as at its other mentions, found [%d:%d]",
			s, known.Start, known.End, rng.Start, rng.End)
	}
	*state |= scopeMentioned
	if has {
		r.env.Scopes[s].Range = rng
		*state |= scopeRanged
	}
}

// rangesOnce notes that a range is printed at one mention and not at another,
// the present one or this. The short form does so.
func (r *reader) rangesOnce(pos int) {
	if r.oncePos < 0 {
		r.oncePos = pos
	}
}

// setRangesOnce settles whether ranges are printed once. Where places have
// effects the text is not in the short form, and so something is wrong.
func (r *reader) setRangesOnce() {
	switch {
	case r.oncePos < 0 || r.top.RangesOnce:
	case r.hasEffects:
		r.fail(r.oncePos, "expected the range at all mentions or at none, found it at some")
	default:
		r.top.RangesOnce = true
	}
}

func (r *reader) growIdentifiers(id int) {
	if e := r.env; id >= cap(e.Identifiers) {
		n := max(id+1, 2*cap(e.Identifiers), 16)
		if !r.oneOf {
			n = max(n, 2*r.size)
		}
		e.Identifiers = append(make([]Identifier, 0, n), e.Identifiers...)
	}
	r.env.GrowIdentifiers(id + 1)
	r.idents = append(r.idents, make([]identState, id+1-len(r.idents))...)
}

func (r *reader) growScopes(id int) {
	r.env.GrowScopes(id + 1)
	r.scopes = append(r.scopes, make([]scopeState, id+1-len(r.scopes))...)
}
