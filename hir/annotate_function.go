package hir

import (
	"strconv"
	"strings"
)

// noteFunction annotates a function on the line of its header.
func (p *printer) noteFunction(f *Function) {
	switch f.Type {
	case FnComponent:
		p.note("type", "component")
	case FnHook:
		p.note("type", "hook")
	}
	if f.Async {
		p.note("async", "")
	}
	if f.Generator {
		p.note("generator", "")
	}
	if len(f.Blocks) > 0 && f.Entry != f.Blocks[0].ID {
		p.note("entry", f.Entry.String())
	}
	if f.Effects != nil && (len(f.Effects) == 0 || p.indent == 0) {
		p.noteEffects(f)
	}
	if p.hintOmitted(f) {
		p.noteString("hint", f.NameHint)
	}
	switch n := len(f.Directives); {
	case n == 0:
	case p.directivesOmitted(f):
		for _, d := range f.Directives {
			p.noteString("directive", d)
		}
	case !plainDirectives(f.Directives):
		p.note("directives", strconv.Itoa(n))
	}
	if p.indent == 0 {
		p.noteOutermost(f)
	}
}

// noteEffects annotates the aliasing effects where the text cannot show them.
func (p *printer) noteEffects(f *Function) {
	if len(f.Effects) == 0 {
		p.note("effects", "empty")
		return
	}
	for _, e := range f.Effects {
		q := printer{env: p.env}
		q.refText(e)
		p.noteString("effect", string(q.dst))
	}
}

// noteOutermost annotates what belongs to an outermost function and its Env.
func (p *printer) noteOutermost(f *Function) {
	if f.RangesOnce {
		p.note("ranges", "once")
	}
	e := p.env
	p.note("ids", strconv.Itoa(len(e.Identifiers)))
	p.note("blocks", strconv.Itoa(int(e.NextBlock)))
	if n := len(e.Scopes); n > 0 {
		p.note("scopes", strconv.Itoa(int(n)))
	}
	if len(f.Context) > 0 {
		q := printer{env: p.env}
		q.places(f.Context, ", ")
		p.noteString("context", string(q.dst))
		for _, c := range f.Context {
			p.noteIdentifier(c.Identifier)
		}
	}
	for id := range e.Identifiers {
		if !p.notes.placed[id] {
			p.noteUnplaced(IdentifierID(id))
		}
	}
	for id := range e.Scopes {
		p.noteScope(ScopeID(id))
	}
}

// hintOmitted reports whether the header leaves out the name hint, because it
// could be taken for something else.
func (p *printer) hintOmitted(f *Function) bool {
	return p.notes != nil && f.NameHint != "" && (f.HeaderOmitted || !plainHint(f.NameHint))
}

// plainHint reports whether a name hint can stand in a header.
func plainHint(s string) bool {
	return s == strings.TrimSpace(s) && !strings.ContainsAny(s, "\n\r") && !strings.Contains(s, "//") &&
		!strings.Contains(s, ": phi(") && !strings.Contains(s, "):")
}

// directivesOmitted reports whether the lines of directives are left out,
// because one has a line break in it or there is no header.
func (p *printer) directivesOmitted(f *Function) bool {
	if p.notes == nil || f.HeaderOmitted {
		return f.HeaderOmitted
	}
	for _, d := range f.Directives {
		if strings.ContainsAny(d, "\n\r") {
			return true
		}
	}
	return false
}

// plainDirectives reports whether a reader sees where directives end.
func plainDirectives(ds []string) bool {
	for _, d := range ds {
		if strings.HasPrefix(strings.TrimLeft(d, " \t"), "bb") {
			return false
		}
	}
	return true
}
