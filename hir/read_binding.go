package hir

import "strings"

// binding reads the rest of a LoadGlobal.
func (r *reader) binding(in *Instruction) {
	b := one(&r.bindings, r.size/8)
	in.Aux = b
	const what = "the name of a variable"
	switch {
	case r.accept("(global)"):
		r.skipSpaces()
		b.Name = r.name(what)
		return
	case r.accept("(module)"):
		r.skipSpaces()
		b.Kind = BindingModule
		b.Name = r.name(what)
		return
	}
	r.expect("import")
	r.skipSpaces()
	switch {
	case r.accept("* as "):
		b.Kind = BindingImportNamespace
		b.Name = r.name(what)
	case r.accept("{ "):
		b.Kind = BindingImportSpecifier
		i := strings.Index(r.src[r.pos:r.lim], " } from '")
		if i < 0 {
			r.expected("an import specifier")
		}
		s := r.src[r.pos : r.pos+i]
		b.Name, b.Imported = s, s
		if j := strings.LastIndex(s, " as "); j >= 0 {
			b.Imported, b.Name = s[:j], s[j+len(" as "):]
		}
		if !isName(b.Name) {
			r.expected(what)
		}
		r.pos += i + len(" }")
	default:
		b.Kind = BindingImportDefault
		b.Name = r.name(what)
	}
	r.skipSpaces()
	r.expect("from '")
	b.Module = r.module()
}

// module reads the name of a module and the quote that ends it: the first one
// with nothing but a comment after it.
func (r *reader) module() string {
	start := r.pos
	var text rawText
	text.start(r)
	for {
		i := strings.IndexByte(r.src[r.pos:r.lim], '\'')
		if i < 0 {
			if r.next >= len(r.src) {
				r.fail(start, "expected the end of the name of a module, found none")
			}
			text.line(r)
			continue
		}
		r.pos += i + 1
		end := skipSpaces(r.src[:r.lim], r.pos)
		if end == r.lim || end > r.pos && strings.HasPrefix(r.src[end:r.lim], "//") {
			return text.end(r, r.pos-1)
		}
	}
}
