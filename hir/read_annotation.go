package hir

import "strings"

// A line may end in annotations, "//@ key=value key=value", which tell what the
// React Compiler's form omits. A value is a run of characters without spaces
// or a JSON string; keys of flags stand alone.
//
// On any line:
//
//	$5=1            the declaration of $5 is $1
//	$5.range=3:7    the identifier's own range
//	$5.rscope=@2    the scope whose range object it shares (none: -)
//	$5.name="x" $5.scope=@2 $5.type=":TPrimitive"
//	                of an identifier that no place mentions
//	@2=3:4          the range of scope @2
//	@2.dependencies="a$1" @2.declarations= @2.reassignments= @2.early=
//	                of a scope that no terminal mentions
//
// On the line of a header, or of the first block where that is omitted:
//
//	ids=9 blocks=3 scopes=1    the next ids, on the outermost function
//	type=component type=hook async generator entry=bb2 ranges=once
//	effects=empty              the aliasing effects are an empty list, not unknown
//	effect="text"              one of them, of an outermost function
//	directives=2               the number of lines of directives
//	directive="text"           one of them, where they are not printed as lines
//	hint="text"                the name hint
//	context="<unknown> a$1"    the context of an outermost function
//
// On the line of an instruction:
//
//	op=!                       the operator of a UnaryExpression
//	num=NaN                    a number that JSON cannot show: -0, NaN, Infinity
//	cooked=raw cooked="x" cooked=none
//	                           the cooked text of a template's pieces, one after
//	                           another; raw stands for all the rest too
//	method=010                 which properties hold methods
//	roots=lg                   which dependencies of a StartMemoize are local, which
//	                           global
//	deps=read,freeze{reactive} the effects of the places of a StartMemoize
//	escaped                    keys in quotes and names of modules have JSON escapes
//
// On the line of a terminal:
//
//	goto=try
//	fallthrough=bb0

// note is an annotation of an identifier or scope. It is applied at the end,
// so that it does not matter where it stands.
type note struct {
	scope bool
	id    int
	field string
	value string
	pos   int
}

// eachNote reads the annotations at an offset of the text, if that is not
// negative. Those of identifiers and scopes are kept; the others are handed
// to handle, which returns false for a key that it does not know.
func (r *reader) eachNote(at int, handle func(key, value string) bool) {
	if at < 0 {
		return
	}
	pos, lim := r.pos, r.lim
	r.lim = at + len(strings.TrimRight(r.src[at:r.lim], " \t"))
	for r.pos = skipSpaces(r.src[:r.lim], at); r.pos < r.lim; r.skipSpaces() {
		start := r.pos
		for r.pos < r.lim && r.src[r.pos] != '=' && !isSpace(r.src[r.pos]) {
			r.pos++
		}
		key, value := r.src[start:r.pos], ""
		if r.accept("=") {
			if r.peek() == '"' {
				value = r.jsonString()
			} else {
				from := r.pos
				for r.pos < r.lim && !isSpace(r.src[r.pos]) {
					r.pos++
				}
				value = r.src[from:r.pos]
			}
		}
		if strings.HasPrefix(key, "$") || strings.HasPrefix(key, "@") {
			r.keepNote(key, value, start)
		} else if !handle(key, value) {
			r.pos = start
			r.failf(start, "expected an annotation that fits the line, found %q", r.src[start:r.lim])
		}
	}
	r.pos, r.lim = pos, lim
}

func (r *reader) keepNote(key, value string, pos int) {
	n := note{scope: key[0] == '@', value: value, pos: pos}
	digits, field, _ := strings.Cut(key[1:], ".")
	n.field = field
	for i := 0; i < len(digits); i++ {
		if !isDigit(digits[i]) {
			digits = ""
		}
	}
	if digits == "" {
		r.failf(pos, "expected an annotation, found %q", key)
	}
	n.id = scanNumber(digits, r.limit)
	r.checkID(n.id, pos, "an id")
	r.notes = append(r.notes, n)
}

// badNote fails because of the value of an annotation.
func (r *reader) badNote(pos int, value string) {
	r.failf(pos, "expected a value that fits the annotation, found %q", value)
}

// noteID reads a value that is a prefix and a number, as "@3".
func (r *reader) noteID(pos int, value, prefix string) int {
	digits, ok := strings.CutPrefix(value, prefix)
	if !ok || digits == "" || strings.Trim(digits, "0123456789") != "" {
		r.badNote(pos, value)
	}
	n := scanNumber(digits, r.limit)
	r.checkID(n, pos, "an id")
	return n
}

func (r *reader) noteRange(pos int, value string) Range {
	rng, end := scanRange("["+value+"]", 0, r.limit)
	if end != len(value)+2 {
		r.badNote(pos, value)
	}
	r.checkID(int(max(rng.Start, rng.End)), pos, "an instruction id")
	return rng
}

// applyNotes applies the annotations of identifiers, and then of scopes.
func (r *reader) applyNotes() {
	for i := range r.notes {
		if n := &r.notes[i]; !n.scope {
			r.applyIdentifierNote(n)
		}
	}
	for i := range r.notes {
		if n := &r.notes[i]; n.scope {
			r.applyScopeNote(n)
		}
	}
}

func (r *reader) applyIdentifierNote(n *note) {
	if n.id >= len(r.idents) {
		r.growIdentifiers(n.id)
	}
	r.maxIdent = max(r.maxIdent, n.id)
	id := &r.env.Identifiers[n.id]
	placed := r.idents[n.id]&identPlaced != 0
	if !placed {
		r.idents[n.id] |= identRef | identShareNoted
	}
	switch {
	case n.field == "":
		id.Decl = IdentifierID(r.noteID(n.pos, n.value, ""))
	case n.field == "range":
		id.Range = r.noteRange(n.pos, n.value)
	case n.field == "rscope" && n.value == "-":
		id.RangeScope = NoScope
		r.idents[n.id] |= identShareNoted
	case n.field == "rscope":
		r.idents[n.id] |= identShareNoted
		id.RangeScope = r.scope(r.noteID(n.pos, n.value, "@"), n.pos)
	case n.field == "name" && !placed:
		id.Name = n.value
	case n.field == "type" && !placed:
		id.Type = n.value
	case n.field == "scope" && !placed:
		id.Scope = r.scope(r.noteID(n.pos, n.value, "@"), n.pos)
	default:
		r.failf(n.pos, "expected an annotation of identifier $%d, found %q", n.id, n.field)
	}
}

func (r *reader) applyScopeNote(n *note) {
	id := r.scope(n.id, n.pos)
	if n.field == "" {
		r.env.Scopes[id].Range = r.noteRange(n.pos, n.value)
		r.scopes[id] |= scopeRanged
		return
	}
	text := r.refText(n.value) // may move the table of scopes
	s := &r.env.Scopes[id]
	term := r.scopes[id]&scopeTerm != 0
	switch {
	case n.field == "dependencies" && !term:
		s.Dependencies = text
	case n.field == "declarations" && !term:
		s.Declarations = text
	case n.field == "reassignments" && !term:
		s.Reassignments = text
	case n.field == "early" && !term:
		if s.EarlyReturn = text; text == nil {
			s.EarlyReturn = RefText{}
		}
	default:
		r.failf(n.pos, "expected an annotation of scope @%d, found %q", n.id, n.field)
	}
}

// lineNotes reads the end of a line that has annotations of identifiers only.
func (r *reader) lineNotes() {
	r.eachNote(r.endItem(), func(string, string) bool { return false })
}
