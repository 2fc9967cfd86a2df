package hir

import "strings"

// functionNotes reads the end of a header with its annotations. It returns the
// number of directives, or -1 if that is not annotated.
func (r *reader) functionNotes(f *Function) int {
	directives := -1
	at := r.endItem()
	r.eachNote(at, func(key, value string) bool { return r.functionNote(f, key, value, at, &directives) })
	return directives
}

func (r *reader) functionNote(f *Function, key, value string, pos int, directives *int) bool {
	outermost := r.depth == 0
	switch {
	case key == "type" && value == "component":
		f.Type = FnComponent
	case key == "type" && value == "hook":
		f.Type = FnHook
	case key == "async":
		f.Async = true
	case key == "generator":
		f.Generator = true
	case key == "ranges" && value == "once" && outermost:
		f.RangesOnce = true
	case key == "entry":
		n := r.noteID(pos, value, "bb")
		r.maxBlock = max(r.maxBlock, n)
		f.Entry = BlockID(n)
	case key == "effects" && value == "empty":
		f.Effects = []RefText{}
	case key == "effect" && outermost:
		f.Effects = append(f.Effects, r.refText(value))
	case key == "hint":
		f.NameHint = value
	case key == "directive":
		f.Directives = append(f.Directives, value)
		*directives = 0
	case key == "directives" && !f.HeaderOmitted:
		*directives = r.noteID(pos, value, "")
	case key == "ids" && outermost:
		r.counters.Identifier = r.noteID(pos, value, "")
	case key == "blocks" && outermost:
		r.counters.Block = r.noteID(pos, value, "")
	case key == "scopes" && outermost:
		r.counters.Scope = r.noteID(pos, value, "")
	case key == "context" && outermost:
		r.contextNote(f, value, pos)
	default:
		return false
	}
	return true
}

// contextNote reads a list of places, which stands in quotes and so is not a
// part of the text as it is.
func (r *reader) contextNote(f *Function, value string, pos int) {
	src, here, lim := r.src, r.pos, r.lim
	for i := 0; i < len(value); {
		r.src, r.lim = value, len(value)
		end := r.scanPlace(i)
		r.src, r.lim = src, lim
		if end < 0 || end < len(value) && !strings.HasPrefix(value[end:], ", ") {
			r.badNote(pos, value)
		}
		r.tok.pos = pos
		f.Context = append(f.Context, r.mention())
		i = end + len(", ")
	}
	r.pos = here
}

// blockNotes reads the end of a block's first line. Where the header is omitted
// the first block has the annotations of the function.
func (r *reader) blockNotes(f *Function, first bool) {
	at := r.endItem()
	r.eachNote(at, func(key, value string) bool {
		return first && f.HeaderOmitted && f.ID == "" && r.functionNote(f, key, value, at, new(int))
	})
}
